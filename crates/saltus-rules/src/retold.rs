//! Answers about a line of another family, restated for the definition that the line means.

use saltus_core::definition::label_of;
use saltus_core::evidence::{ClosedSet, Evidence};
use saltus_core::family::{solved, unsolvable};
use saltus_core::plan::Moves;
use saltus_core::puzzle::Puzzle as _;
use saltus_core::scene::{Draw as _, Scene};
use saltus_core::verdict::{Outcome, Verdict};

use crate::notation::Instance;
use crate::rules::Move;

/// The same answer, with the moves of the definition that lead to the positions of its play, and with all positions that are nearer as evidence.
///
/// # Errors
/// The first move that the definition does not have.
pub fn retold(instance: &Instance, verdict: &Verdict, positions: &[Scene]) -> Result<Verdict, String> {
    let rules = instance.rules();
    let all: Box<dyn Evidence> = Box::new(ClosedSet::of_all(rules.clone()));
    let lower = match &verdict.outcome {
        Outcome::Solved { lower, .. } => lower.clone(),
        Outcome::Unsolvable { because } => return Ok(unsolvable(because.clone(), all, 0)),
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
    Ok(solved(Box::new(Moves::new(rules.clone(), retold)), lower, all, 0))
}
