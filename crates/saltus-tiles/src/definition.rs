//! What a line of `tiles` means: a tile goes into the vacancy, or in a run with all that lie between.

use std::fmt::Write as _;

use saltus_core::definition::{self, Form};
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::scene::Draw as _;

use crate::rules::{Instance, Metric};

pub(crate) fn of(instance: &Instance) -> Result<String, BadInput> {
    let mut tiles = instance.start.clone();
    tiles.sort_unstable();
    tiles.dedup();
    definition::room(&instance.cells().into(), &(tiles.len() - 1).into())?;
    let puzzle = instance.puzzle().map_err(|too_large| BadInput::line(too_large.to_string()))?;
    let mut rules = String::from("class x:");
    // A definition has a move, also where nothing can move.
    let pieces = if tiles.len() > 1 { "" } else { "1" };
    for tile in tiles.iter().skip(1) {
        write!(rules, " {tile}").expect("a text takes everything");
    }
    rules += if tiles.len() > 1 { "" } else { " 1" };
    rules += " ; move:";
    // The greatest number of other tiles that may be pushed; there is one vacancy, and the rest are tiles.
    let pushed = match instance.metric {
        Metric::Single => 0,
        Metric::Runs => instance.height.max(instance.width).saturating_sub(2),
    };
    for others in 0..=pushed {
        let others = " *".repeat(others);
        rules += if others.is_empty() { "" } else { " /" };
        write!(rules, " x{others} . -> . x{others}").expect("a text takes everything");
    }
    let goal = puzzle.scene(puzzle.goal());
    definition::line(
        Form::Square,
        &puzzle.scene(&puzzle.start()),
        pieces,
        &format!("{rules} ; {}", definition::goal(&goal)),
    )
}
