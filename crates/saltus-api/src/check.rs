//! The verdict of the independent checker on a certificate, for pages that cannot run it themselves.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saltus::limits::Limits;
use saltus_check::check;
use serde::Deserialize;

use crate::reply::{Fault, Kind, Reply};

/// Checking has no clock: this bounds what it takes.
const STEPS: u64 = 20_000_000;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// The file, in base64.
    certificate: String,
}

/// What the checker says of a certificate: its JSON, which no code of it shares.
#[cfg(test)]
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it declares what the checker writes")]
pub(crate) struct Checked {
    verified: bool,
    /// `VERIFIED` and the claim, `REFUTED` or `RESOURCE`.
    told: String,
    claim: Option<String>,
    /// Theorems that are taken as proved in docs/theorems.md.
    theorems: Vec<String>,
    /// What was checked: what is so, a colon, and how that is known.
    what: Vec<String>,
    /// Why no play does better, in one plain sentence.
    why: Option<String>,
    /// Why it is not verified.
    because: Option<String>,
}

pub(crate) fn checked(Asked { certificate }: &Asked, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let bytes = STANDARD.decode(certificate).map_err(|_| Fault::bad("certificate is the file in base64"))?;
    let steps = limits.nodes.min(STEPS);
    let allowed =
        saltus_check::Limits { memory: limits.memory, moves: steps, nodes: steps, ..saltus_check::Limits::default() };
    Ok(Reply::new(Kind::Json, check(&bytes, &allowed).json()))
}
