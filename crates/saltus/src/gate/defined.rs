//! Certificates for families that the checker has no rules for: they are of the definition that a line means, which the checker reads.

use dashu_int::UBig;

use saltus_core::definition::picture;
use saltus_core::evidence::Evidence;
use saltus_core::family::{solved, unsolvable};

use super::MOST_SPELLED;
use crate::answers::Answers;
use crate::evidence::CannotCertify;
use crate::limits::Limits;
use crate::notation::Instance as _;
use crate::plan::{Moves, Plan, Style};
use crate::proof::Certificate;
use crate::puzzle::Puzzle as _;
use crate::rules::{self, Rules};
use crate::scene::{Draw as _, Scene};
use crate::verdict::{Outcome, Verdict};

/// What an answer about a line rests on, where the certificate is of its definition: that the line means it, which the family says.
pub(super) const DEFINITION: &str = "definition";

/// The certificate of an answer, for the definition that the line means.
pub(super) fn certificate(
    instance: &dyn Answers,
    verdict: &Verdict,
    limits: &Limits<'_>,
) -> Result<Certificate, CannotCertify> {
    let none = |why: String| CannotCertify::NoRoom(why);
    let defined = instance.definition().and_then(|line| rules::read(&line)).map_err(|bad| none(bad.to_string()))?;
    let all: Box<dyn Evidence> = Answers::bounding(&defined).expect("definitions have one");
    let stated = match &verdict.outcome {
        Outcome::GaveUp { .. } => return Err(CannotCertify::NoAnswer),
        Outcome::Unsolvable { because } => unsolvable(because.clone(), all, 0),
        Outcome::Solved { plan, lower } => {
            let rules = defined.puzzle().map_err(|too_large| none(too_large.to_string()))?;
            let moves = translated(instance, &**plan, &rules).map_err(none)?;
            solved(Box::new(Moves::new(rules, moves)), lower.clone(), all, 0)
        }
    };
    let defined: &dyn Answers = &defined;
    defined.certificate(&stated, limits)
}

/// The moves of the definition that lead where those of a play do.
fn translated(instance: &dyn Answers, plan: &dyn Plan, rules: &Rules) -> Result<Vec<rules::Move>, String> {
    let moves = plan.moves();
    if moves > UBig::from(MOST_SPELLED) {
        return Err(format!("plays of up to {MOST_SPELLED} moves are translated into those of a definition"));
    }
    let mut text = Vec::new();
    plan.write(&UBig::ZERO, &moves, Style::WORDS, &mut text).expect("memory takes everything");
    let text = String::from_utf8(text).expect("moves are ASCII");
    let mut scenes = Vec::new();
    instance.follow(&mut text.split_ascii_whitespace(), &mut |frame| scenes.push(frame.scene))?;
    let shown = |scene: &Scene| picture(scene, &|_, label| label);
    let (mut position, mut translated, mut buffer) = (rules.start(), Vec::new(), Vec::new());
    for (number, scene) in scenes.iter().enumerate() {
        buffer.clear();
        rules.moves(&position, &mut buffer);
        let wanted = shown(scene);
        let leads = |mv: &&rules::Move| {
            let mut next = position.clone();
            rules.play(&mut next, mv);
            shown(&rules.scene(&next)) == wanted
        };
        let found = buffer.iter().find(leads).cloned();
        let mv = found.ok_or_else(|| format!("by its definition, move {} is none", number + 1))?;
        rules.play(&mut position, &mv);
        translated.push(mv);
    }
    Ok(translated)
}
