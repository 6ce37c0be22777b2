//! Answers about a line of another family, restated for the definition that the line means.

use dashu_int::UBig;
use saltus_core::definition::label_of;
use saltus_core::evidence::Evidence;
use saltus_core::family::{solved, unsolvable};
use saltus_core::limits::Limits;
use saltus_core::plan::Moves;
use saltus_core::puzzle::Puzzle as _;
use saltus_core::scene::{Draw as _, Scene};
use saltus_core::verdict::{Outcome, Verdict};

use crate::calculus::Nearer;
use crate::notation::Instance;
use crate::potential::{PATIENT, Potential, Shown};
use crate::rules::Move;
use crate::solvers::{by_potential, kept, potential, weights_for, weights_or_nearer};

/// The same answer, with the moves of the definition that lead to the positions of its play, and with evidence about the definition: what no move
/// changes or lowers, if that suffices, or else all positions that are nearer.
///
/// # Errors
/// The first move that the definition does not have.
pub fn retold(
    instance: &Instance,
    verdict: &Verdict,
    positions: &[Scene],
    limits: &Limits<'_>,
) -> Result<Verdict, String> {
    let rules = instance.rules();
    let limits = &rules.lay_out(limits).map_err(|stop| stop.to_string())?;
    let lower = match &verdict.outcome {
        Outcome::Solved { lower, .. } => lower.clone(),
        Outcome::Unsolvable { because } => return Ok(unsolvable(because.clone(), shown(instance, None, limits), 0)),
        Outcome::GaveUp { .. } => return Err("there is no answer".into()),
    };
    let (mut position, mut retold, mut moves) = (rules.start(), Vec::<Move>::new(), Vec::new());
    for (number, scene) in positions.iter().enumerate() {
        moves.clear();
        rules.moves(&position, &mut moves);
        let leads =
            |mv: &&Move| rules.scene(&rules.after(&position, mv)).spots().map(label_of).eq(scene.spots().map(label_of));
        let Some(mv) = moves.iter().find(leads) else {
            return Err(format!("by its definition, move {} is none", number + 1));
        };
        rules.play(&mut position, mv);
        retold.push(mv.clone());
    }
    let shown = shown(instance, Some(&lower), limits);
    Ok(solved(Box::new(Moves::new(rules.clone(), retold)), lower, shown, 0))
}

/// What shows that every play costs, or leaves, as much; none: that there is no play.
fn shown(instance: &Instance, lower: Option<&UBig>, limits: &Limits<'_>) -> Box<dyn Evidence> {
    let rules = instance.rules();
    match (kept(rules, limits), lower) {
        (Some((None, evidence)), None) => return evidence,
        (Some((Some(least), evidence)), Some(lower)) if UBig::from(least) >= *lower => return evidence,
        _ => {}
    }
    match lower.map(u32::try_from) {
        None => by_potential(instance, limits).map_or_else(|| Nearer::of(rules), |never| never.evidence),
        Some(lower) => {
            let lower = lower.unwrap_or(u32::MAX);
            if let Some(weights) = weights_for(rules, potential(rules, limits), lower) {
                return weights;
            }
            match Potential::best(rules, PATIENT, limits) {
                Ok(Some(Shown::Bound(found))) => weights_or_nearer(rules, Some(&found), lower),
                _ => Nearer::of(rules),
            }
        }
    }
}
