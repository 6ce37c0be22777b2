//! What a line of `shift` means: a row of checkers, and the rules of the twelve classes of moves.

use saltus_core::definition::{self, Form};
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::scene::Draw as _;

use super::notation::Instance;
use super::rules::Classes;

pub(super) fn of(instance: &Instance) -> Result<String, BadInput> {
    definition::room(&instance.cells(), &2u8.into())?;
    let puzzle = instance.puzzle().map_err(|too_large| BadInput::line(too_large.to_string()))?;
    let moves = match instance.classes {
        // Each colour goes its way, and jumps over the other one only: classes 1-4.
        Classes::Forward => "move right: b . -> . b / b w . -> . w b ; move left: w . -> . w / w b . -> . b w",
        // The same both ways: classes 1-8.
        Classes::Back => "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x where x != y",
        // Jumps over the own colour, too: classes 1-12.
        Classes::All => "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x",
    };
    let goal = definition::goal(&puzzle.scene(puzzle.goal()));
    definition::line(Form::Square, &puzzle.scene(&puzzle.start()), "b w", &format!("{moves} ; {goal}"))
}
