//! Chinese Checkers: cooperating players, one of which is to fill its goal in the fewest turns of all.
//!
//! The men stand on hexagonal cells. In its turn a player moves one of its men: a step to an empty cell next to it, or a chain of
//! jumps, each over a man of any colour to the empty cell just beyond. Nobody passes. The game is over when the winner's men, the red ones,
//! fill the goal.
//!
//! `chinese star`, `rhombus`, `triangle:13` or `cells:X,Y..` with `men=`, `players=`, `order=`, `goal=`, `rows=` as docs/certificates.md says.
//! A move is the cells that the man stands on, one after another: `a1-c1-c3`.
//!
//! ```
//! use saltus_check::{Limits, check_record};
//!
//! let outcome = |moves: &str| {
//!     let puzzle = "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB";
//!     let length = moves.split(',').count();
//!     let record = format!(r#"{{"puzzle":"{puzzle}","status":"solved","length":{length},"moves":[{moves}]}}"#);
//!     check_record(&record, &Limits::default()).to_string()
//! };
//! let won = "VERIFIED plan 3 chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB";
//! assert_eq!(outcome(r#""a1-c1","b1-a1","c1-d1""#), won);
//! assert_eq!(outcome(r#""a1-c1","b1-d1""#), "REFUTED play: the winner's men do not fill the goal");
//! assert_eq!(outcome(r#""a1-b1""#), "REFUTED move 1: a man stands on b1 already");
//! ```

mod board;
mod bounds;
mod closure;
mod instance;
mod layer;
mod men;
mod play;
mod ranks;

use crate::certificate::{Claim, Reader};
use crate::outcome::{Checked, Limits, Place, ensure, quote, refuse};
use instance::Instance;
use play::Play;

/// Whether a line names an instance of this family, good or bad.
pub(crate) fn is_named(puzzle: &str) -> bool {
    puzzle.split(' ').next() == Some("chinese")
}

/// Decides a certificate of which the line that names the puzzle has been read. The claim and the puzzle, if the one is proved of the
/// other.
pub(crate) fn verify(reader: &mut Reader<'_>, puzzle: &str, limits: &Limits) -> Checked<String> {
    let instance = Instance::read(puzzle).at("line 2")?;
    let text = reader.field("claim ").at("line 3")?;
    let claim = Claim::read(text).at("line 3")?;
    let by = reader.field("by ").at("line 4")?;
    let suits = match by {
        "witness" => claim.lower.is_none() && !claim.unsolvable,
        "layers" => claim.lower.is_some(),
        _ => return refuse(format_args!("{} is no evidence about Chinese Checkers", quote(by))).at("line 4"),
    };
    ensure(suits, "this evidence does not go with this claim").at("line 4")?;
    let moves = reader.block_if(claim.plan.is_some(), "moves")?;
    let layers = reader.block_if(claim.lower.is_some(), "layers")?;
    reader.end()?;
    if let Some(length) = &claim.plan {
        limits.count(length)?;
        Play::new(&instance).verify(moves, length)?;
    }
    if let Some(lower) = &claim.lower {
        closure::verify(&instance, layers, lower, limits)?;
    }
    Ok(format!("{text} {puzzle}"))
}

/// Decides the moves of a record. The claim and the puzzle, if the moves are a play.
pub(crate) fn verify_record(puzzle: &str, moves: &[&str]) -> Checked<String> {
    let instance = Instance::read(puzzle).at("puzzle")?;
    let mut play = Play::new(&instance);
    for (index, text) in moves.iter().enumerate() {
        play.read_move(text).at(format_args!("move {}", index + 1))?;
    }
    play.verify_end()?;
    Ok(format!("plan {} {puzzle}", moves.len()))
}
