//! What a line of `reverse` means: any checker slides or jumps either way.

use saltus_core::definition::{self, Form};
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::{Backward as _, Puzzle as _};
use saltus_core::scene::Draw as _;

use super::notation::Instance;

pub(super) fn of(instance: &Instance) -> Result<String, BadInput> {
    definition::room(&instance.size(), &instance.n)?;
    let puzzle = instance.puzzle().map_err(|too_large| BadInput::line(too_large.to_string()))?;
    let n = puzzle.checkers();
    // A definition has a move, also where nothing can move.
    let (last, pieces) = if n == 0 { (1, "1") } else { (n, "") };
    let mut rules = format!("class x: 1..{last} ; class y: 1..{last} ; move right left: x . -> . x / x y . -> . y x");
    for goal in puzzle.goals() {
        rules += " ; ";
        rules += &definition::goal(&puzzle.scene(&goal));
    }
    definition::line(Form::Square, &puzzle.scene(&puzzle.start()), pieces, &rules)
}
