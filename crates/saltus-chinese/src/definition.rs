//! What a line of `chinese` means: men step, or jump over men in chains, on a board of hexagons, and the players take turns.

use saltus_core::board::Cell;
use saltus_core::definition::{self, Form};
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::scene::Draw as _;

use crate::rules::{Instance, Player};

pub(crate) fn of(instance: &Instance) -> Result<String, BadInput> {
    definition::room(&instance.size(), &Player::ALL.len().into())?;
    let puzzle = instance.puzzle().map_err(|too_large| BadInput::line(too_large.to_string()))?;
    let start = puzzle.start();
    let (mut all, mut turns) = (String::new(), String::new());
    for player in puzzle.order() {
        turns += " ";
        turns.push(player.letter());
    }
    for player in Player::ALL {
        if puzzle.order().contains(&player) || start.cells().contains(&Some(player)) {
            all += if all.is_empty() { "" } else { " " };
            all.push(player.letter());
        }
    }
    // Where one plays alone it is always their turn, and nobody else's men move.
    let moves = match puzzle.order() {
        [player] => {
            let own = player.letter();
            format!("class y: {all} ; move: {own} . -> . {own} ; move chain: {own} y . -> . y {own}")
        }
        _ => format!("class x: {all} ; class y: {all} ; turns:{turns} ; move: x . -> . x ; move chain: x y . -> . y x"),
    };
    let scene = puzzle.scene(&start);
    let wanted = |cell: usize, _| if puzzle.goal().contains(&(cell as Cell)) { "R" } else { "?" };
    let goal = definition::picture(&scene, &wanted);
    definition::line(Form::Hex, &scene, &all, &format!("{moves} ; goal: {goal}"))
}
