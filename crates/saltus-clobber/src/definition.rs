//! What a line of `clobber` means: a pawn takes a neighbour of the other colour, and as few as possible are to be left.

use saltus_core::definition::{self, Form};
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::scene::Draw as _;

use crate::rules::{Colour, Instance, Position, Shape, Turns};

pub(crate) fn of(instance: &Instance) -> Result<String, BadInput> {
    let turns = match (&instance.position, instance.turns) {
        (Position::All(_), _) => {
            return Err(BadInput::line("it names many configurations; a definition has one start"));
        }
        (_, Turns::Free) => "",
        (_, Turns::Alternate { first: Some(Colour::Black) }) => "turns: b w ; ",
        (_, Turns::Alternate { first: Some(Colour::White) }) => "turns: w b ; ",
        (_, Turns::Alternate { first: None }) => {
            let why =
                "either colour may begin; in a definition with turns one side does: first=b or first=w says which";
            return Err(BadInput::line(why));
        }
    };
    definition::room(&instance.size(), &2u8.into())?;
    let puzzle = instance.puzzle().map_err(|too_large| BadInput::line(too_large.to_string()))?;
    let form = match instance.shape {
        Shape::Line | Shape::Grid { .. } => Form::Square,
        _ => Form::Graph(puzzle.board()),
    };
    let rules = format!("{turns}move: b w -> . b / w b -> . w ; goal fewest: b w");
    definition::line(form, &puzzle.scene(&puzzle.start()), "b w", &rules)
}
