//! Certificates about the definition that a line means, in the calculus (docs/calculus.md): for families for which the checker has no rules, and for
//! `saltus-kernel`. Where the checker reads the line of a family as its definition, the certificate names that line.

use dashu_int::UBig;

use super::{MOST_SPELLED, spelled};
use crate::answers::Answers;
use crate::evidence::CannotCertify;
use crate::limits::Limits;
use crate::proof::Certificate;
use crate::rules;
use crate::verdict::{Outcome, Verdict};

/// What an answer about a line rests on, where the certificate is of its definition: that the line means it, which the family says.
pub(super) const DEFINITION: &str = "definition";

/// The certificate of an answer, for the definition that the line means.
pub(super) fn certificate(
    instance: &dyn Answers,
    verdict: &Verdict,
    limits: &Limits<'_>,
) -> Result<Certificate, CannotCertify> {
    if let Some(defined) = instance.defined() {
        return defined.certificate(verdict, limits);
    }
    let none = |why: String| CannotCertify::NoRoom(why);
    // The module for a browser has no families but those that the checker knows, and is to be short.
    if cfg!(target_family = "wasm") {
        return Err(none("only the program certifies other families".into()));
    }
    let defined = instance.definition().and_then(|line| rules::read(&line)).map_err(|bad| none(bad.to_string()))?;
    let text = match &verdict.outcome {
        Outcome::GaveUp { .. } => return Err(CannotCertify::NoAnswer),
        Outcome::Unsolvable { .. } => String::new(),
        Outcome::Solved { plan, .. } if plan.moves() > UBig::from(MOST_SPELLED) => {
            return Err(none(format!("plays of up to {MOST_SPELLED} moves are retold by a definition")));
        }
        Outcome::Solved { plan, .. } => spelled(&**plan),
    };
    let mut positions = Vec::new();
    instance.follow(&mut text.split_ascii_whitespace(), &mut |frame| positions.push(frame.scene)).map_err(none)?;
    let retold = rules::retold(&defined, verdict, &positions, limits).map_err(none)?;
    let defined: &dyn Answers = &defined;
    let certificate = defined.certificate(&retold, limits)?;
    let is_known = saltus_check::knows(instance.family());
    Ok(if is_known { Certificate { puzzle: instance.to_string(), ..certificate } } else { certificate })
}
