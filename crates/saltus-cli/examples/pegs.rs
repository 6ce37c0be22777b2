//! Peg solitaire as a family of its own, outside the library, and a program that knows it in addition to all others.
//!
//!     cargo run --release --example pegs -- solve pegs 1x4 oo.o
//!
//! Pegs stand in the holes of a board of rows. A peg jumps along a row or a column over a neighbour into an empty
//! hole; the neighbour is taken away. One peg shall be left. The definition says that in two statements, and nothing else does: searches,
//! proofs, sweeps, pictures and the page follow from it.

use std::{fmt, process::ExitCode};

use saltus::notation::{self, BadInput, Word};
use saltus::rules::{ByDefinition, Defined};

/// A board with its pegs, row by row.
#[derive(Clone)]
struct Pegs {
    height: usize,
    width: usize,
    holes: String,
}

impl fmt::Display for Pegs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pegs {}x{} {}", self.height, self.width, self.holes)
    }
}

impl ByDefinition for Pegs {
    const NAME: &'static str = "pegs";
    const NOTATION: &'static str = "pegs HxW HOLES      o a peg, . an empty hole, row by row; at most 64";
    const RULES: &'static str = "A peg jumps over a neighbour, which is taken, into an empty hole. One shall be left.";
    const EXAMPLES: &'static [&'static str] = &["pegs 1x4 oo.o", "pegs 4x4 oooooooooooooo.o"];

    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let [size, holes] = words[..] else { return Err(BadInput::line("a board is HxW and its holes")) };
        let sides = size.text.split_once('x').and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
        let (height, width): (usize, usize) = sides.ok_or_else(|| size.fault("is not HxW"))?;
        if !(1..=64).contains(&height.saturating_mul(width)) || holes.text.len() != height * width {
            return Err(holes.fault(format!("has {} holes, not {height} times {width}, at most 64", holes.text.len())));
        }
        match holes.text.find(|hole| !"o.".contains(hole)) {
            Some(at) => Err(holes.fault_at(at, "a hole is o or .")),
            None => Ok(Pegs { height, width, holes: holes.text.into() }),
        }
    }

    fn definition(&self) -> Result<String, BadInput> {
        let rows: Vec<&str> = (0..self.height).map(|row| &self.holes[row * self.width..][..self.width]).collect();
        Ok(format!("rules board: {} ; pieces: o ; move: o o . -> . . o ; goal most 1: o", rows.join(" / ")))
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        notation::without_turn(turn)?;
        Pegs::parse(notation::words(&format!("{}x{} {}", self.height, self.width, labels.concat()))?)
    }
}

fn main() -> ExitCode {
    saltus_cli::main(saltus::registry().with::<Defined<Pegs>>())
}
