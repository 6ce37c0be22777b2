//! Searches: answers and their certificates.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use saltus::answers::Answers;
use saltus::clock::Instant;
use saltus::evidence::CannotCertify;
use saltus::gate::{self, Answer, Thoroughness};
use saltus::limits::{Limits, Share, Stop};
use saltus::proof::Certificate;
use saltus::record;
use saltus::registry::Registry;
use saltus::verdict::{Outcome, Verdict};
use serde::Deserialize;

use crate::puzzle::parse;
use crate::read;
use crate::reply::{Fault, Kind, Reply, held};

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// A line of notation.
    pub(crate) line: String,
    #[serde(default)]
    pub(crate) limits: Narrower,
}

/// Limits below those that are granted.
#[derive(Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Limits"))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Narrower {
    /// Seconds.
    timeout: Option<f64>,
    /// Bytes.
    memory: Option<u64>,
    /// Positions that are expanded.
    nodes: Option<u64>,
}

impl Narrower {
    pub(crate) fn of<'a>(&self, granted: &Limits<'a>) -> Result<Limits<'a>, Fault> {
        let asked = self.timeout.map(Duration::try_from_secs_f64).transpose();
        let asked = asked.map_err(|_| Fault::bad("limits.timeout is a number of seconds"))?;
        // A time that no clock shows is none.
        let deadline = asked.and_then(|time| Instant::now().checked_add(time));
        let asked = Limits {
            deadline,
            memory: self.memory.unwrap_or(u64::MAX),
            nodes: self.nodes.unwrap_or(u64::MAX),
            ..Limits::DEFAULT
        };
        Ok(lesser(granted, &asked))
    }
}

/// The first limits, where the others are not less.
fn lesser<'a>(limits: &Limits<'a>, others: &Limits<'_>) -> Limits<'a> {
    Limits {
        deadline: limits.deadline.into_iter().chain(others.deadline).min(),
        memory: limits.memory.min(others.memory),
        nodes: limits.nodes.min(others.nodes),
        ..*limits
    }
}

pub(crate) fn solve(families: &Registry, Asked { line, limits }: &Asked, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let limits = limits.of(granted)?;
    let instance = parse(families, line)?;
    let answer = gate::solve(&*instance, &limits)?;
    written(&*instance, &answer)
}

fn written(instance: &dyn Answers, answer: &Answer) -> Result<Reply, Fault> {
    let record = held(|out| record::write_answer(out, instance, answer, &record::Wanted::default()))?;
    Ok(Reply::new(Kind::Json, record))
}

/// The reply of `solve` with the limits `whole`, where `part` of them is enough to know it; none
/// where it is not.
///
/// A host can answer easy requests at once with this, and make only hard ones wait.
///
/// ```
/// use saltus_api::{call, limits::Limits, solve_in_part};
///
/// let families = saltus_api::registry();
/// let (part, whole) = (Limits { nodes: 1000, ..Limits::default() }, Limits::default());
/// let request = br#"{"line": "shift 3 3"}"#;
/// assert_eq!(solve_in_part(&families, request, &part, &whole), Some(call(&families, "solve", request, &whole)));
/// ```
pub fn solve_in_part(families: &Registry, request: &[u8], part: &Limits<'_>, whole: &Limits<'_>) -> Option<Reply> {
    solved_in_part(families, request, part, whole).unwrap_or_else(|fault| Some(fault.into()))
}

fn solved_in_part(
    families: &Registry,
    request: &[u8],
    part: &Limits<'_>,
    whole: &Limits<'_>,
) -> Result<Option<Reply>, Fault> {
    let Asked { line, limits } = read(request)?;
    let whole = limits.of(whole)?;
    let instance = parse(families, &line)?;
    let short = AtomicBool::new(false);
    let part = Limits { share: Some(Share { whole: whole.memory, short: &short }), ..lesser(part, &whole) };
    let verdict = instance.solve(&part);
    // Where more would not be granted the answer stays what it is.
    let is_last = match verdict.stop() {
        None | Some(Stop::Memory { .. } | Stop::Cells { .. } | Stop::Ways { .. } | Stop::Narrow) => true,
        Some(Stop::Nodes) => part.nodes == whole.nodes,
        Some(Stop::Time) => part.deadline == whole.deadline,
        Some(Stop::Cancelled | Stop::Storage | Stop::Length) => false,
    };
    if short.load(Ordering::Relaxed) || !is_last {
        return Ok(None);
    }
    let answer = gate::pass(&*instance, verdict, Thoroughness::Small, &part)?;
    written(&*instance, &answer).map(Some)
}

pub(crate) fn certificate(
    families: &Registry,
    Asked { line, limits }: &Asked,
    granted: &Limits<'_>,
) -> Result<Reply, Fault> {
    let limits = limits.of(granted)?;
    let instance = parse(families, line)?;
    let verdict = instance.solve(&limits);
    let certificate = certified(&*instance, &verdict, &limits)?;
    Ok(Reply::new(Kind::Certificate, held(|out| certificate.write(out))?).named("saltus.cert"))
}

/// The proof of an answer, or why there is none.
pub(crate) fn certified(instance: &dyn Answers, verdict: &Verdict, limits: &Limits<'_>) -> Result<Certificate, Fault> {
    gate::certificate(instance, verdict, limits).map_err(|why| match (why, &verdict.outcome) {
        (CannotCertify::NoAnswer, Outcome::GaveUp { stop, .. }) => Fault::too_much(format!("no answer: {stop}")),
        (why, _) => Fault::too_much(format!("no certificate: {why}")),
    })
}
