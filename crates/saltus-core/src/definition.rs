//! What a line of a family means, as text: a definition (docs/definitions.md), which knows the board, the pieces, the moves and the goal, and no
//! theory. A family writes it from its pictures ([`crate::notation::Instance::definition`]); `saltus-rules` reads it.

use std::fmt::Write as _;

use dashu_int::UBig;

use crate::board::{Board, Cell};
use crate::notation::BadInput;
use crate::scene::{Scene, Spot, Tint};

/// The most cells of a board.
pub const MOST_CELLS: u64 = 4096;

/// The most kinds of pieces.
pub const MOST_PIECES: u64 = 250;

/// The most places of a picture.
const MOST_PLACES: usize = 1 << 20;

/// How cells lie.
#[derive(Clone, Copy, Debug)]
pub enum Form<'a> {
    /// In rows and columns.
    Square,
    /// In rows of hexagons: a cell is two columns from its neighbours in the row.
    Hex,
    /// As edges say, which go both ways.
    Graph(&'a Board),
}

/// Whether a definition can have this many cells and kinds of pieces.
///
/// # Errors
/// What is too much.
pub fn room(cells: &UBig, pieces: &UBig) -> Result<(), BadInput> {
    for (number, what, most) in [(cells, "cells", MOST_CELLS), (pieces, "kinds of pieces", MOST_PIECES)] {
        if *number > UBig::from(most) {
            return Err(BadInput::line(format!("there are {number} {what}; a definition has at most {most}")));
        }
    }
    Ok(())
}

/// A definition on one line. `pieces` are all kinds, where the start may lack one of them; `rules` are statements that say the moves and the goals.
///
/// ```
/// use saltus_core::definition::{self, Form};
/// use saltus_core::notation::Instance;
/// use saltus_core::puzzle::Puzzle;
/// use saltus_core::scene::Draw;
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift b_b to bb_").unwrap().puzzle().unwrap();
/// let start = puzzle.scene(&puzzle.start());
/// let line = definition::line(Form::Square, &start, "b w", "move right: b . -> . b ; goal: b b .").unwrap();
/// assert_eq!(line, "rules board: b . b ; pieces: b w ; move right: b . -> . b ; goal: b b .");
/// ```
///
/// # Errors
/// When the picture has too many places.
pub fn line(form: Form<'_>, start: &Scene, pieces: &str, rules: &str) -> Result<String, BadInput> {
    let picture = picture(start, &|_, label| label);
    if picture.len() > MOST_PLACES {
        return Err(BadInput::line("its picture has more places than a definition has"));
    }
    let mut line = String::from("rules board");
    match form {
        Form::Square => {
            line += if start.spaced { " spaced: " } else { ": " };
            line += &picture;
        }
        Form::Hex => {
            line += " hex: ";
            line += &picture;
        }
        Form::Graph(board) => {
            line += " graph:";
            let mut names = String::new();
            for a in 0..board.cells() as Cell {
                write!(names, " {}", a + 1).expect("a text takes everything");
                for b in board.neighbours(a).filter(|&b| a < b) {
                    write!(line, " {}-{}", a + 1, b + 1).expect("a text takes everything");
                }
            }
            write!(line, " ; cells:{names} ; start: {}", picture.replace(" / ", " ")).expect("a text takes everything");
        }
    }
    if !pieces.split(' ').all(|piece| picture.contains(piece)) {
        line += " ; pieces: ";
        line += pieces;
    }
    Ok(line + " ; " + rules)
}

/// A picture on one line, with a word for each cell, from its number and its label. Rows of hexagons are dense, others have blanks between words.
pub fn picture<'a>(scene: &'a Scene, word: &dyn Fn(usize, &'a str) -> &'a str) -> String {
    let is_dense =
        scene.rows.iter().flatten().any(|spot| spot.tint == Tint::Absent) || scene.rows.iter().any(Vec::is_empty);
    let (mut text, mut cell) = (String::new(), 0);
    for (row, spots) in scene.rows.iter().enumerate() {
        text += if row == 0 { "" } else { " / " };
        text += if spots.is_empty() { "#" } else { "" };
        for (place, spot) in spots.iter().enumerate() {
            if spot.tint == Tint::Absent {
                text += &"#".repeat(spot.label.len());
                continue;
            }
            text += if place == 0 || is_dense { "" } else { " " };
            text += word(cell, label_of(spot));
            cell += 1;
        }
    }
    text
}

/// What a definition calls the content of a cell: families have several signs for a cell on which nothing stands.
pub fn label_of(spot: &Spot) -> &str {
    if matches!(&*spot.label, "_" | "*") { "." } else { &spot.label }
}

/// A goal that is a picture, as a statement.
pub fn goal(scene: &Scene) -> String {
    format!("goal: {}", picture(scene, &|_, label| label))
}
