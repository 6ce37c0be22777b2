//! Solitaire Clobber: black and white pawns on the vertices of a graph.
//!
//! A pawn takes a pawn of the other colour on a neighbouring vertex; that one is gone, and the vertex that the mover left stays
//! empty. Any pawn may move, or the colours alternate (`turns=alternate`), black or white first (`first=b`, `first=w`) or either.
//!
//! `clobber line PAWNS`, `cycle PAWNS`, `grid ROW/ROW/..`, `cube PAWNS`, `hamming AxBx.. PAWNS` or `graph PAWNS A-B C-D ..` gives what
//! stands on each vertex: `b`, `w`, or `.` for nothing. A move is `FROM-TO`, vertices counted from 1.
//!
//! There is no goal. What is claimed is how many pawns are left, by some play or by every play.
//!
//! ```
//! use saltus_check::{Limits, check_record};
//!
//! let outcome = |puzzle, moves, left| {
//!     let record = format!(r#"{{"puzzle":"{puzzle}","status":"solved","length":2,"value":{left},"moves":{moves}}}"#);
//!     check_record(&record, &Limits::default()).to_string()
//! };
//! assert_eq!(outcome("clobber line bwwb", r#"["1-2","4-3"]"#, 2), "VERIFIED leaves 2 clobber line bwwb");
//! assert_eq!(outcome("clobber cycle bwb", r#"["1-2","3-2"]"#, 1), "REFUTED move 2: a pawn takes only pawns of the other colour");
//! assert_eq!(outcome("clobber line bwwb", r#"["1-2","4-3"]"#, 1), "REFUTED value: 1 claimed, but 2 pawns are left");
//! ```

mod alternate;
mod claim;
mod closed_set;
mod components;
mod configuration;
mod dual;
mod play;
mod shape;
mod trees;
mod word;

use crate::certificate::Reader;
use crate::number::small;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure};
use claim::{Claim, Evidence};
use components::Components;
use configuration::Clobber;
use play::Play;

/// Whether a line names an instance of this family, good or bad.
pub(crate) fn is_named(puzzle: &str) -> bool {
    puzzle.split(' ').next() == Some("clobber")
}

/// Decides a certificate of which the line that names the puzzle has been read. The claim and the puzzle, if the one is proved of the
/// other.
pub(crate) fn verify(reader: &mut Reader<'_>, puzzle: &str, limits: &Limits) -> Checked<String> {
    let clobber = Clobber::read(puzzle, limits).at("line 2")?;
    let text = reader.field("claim ").at("line 3")?;
    let claim = Claim::read(text).at("line 3")?;
    let by = reader.field("by ").at("line 4")?;
    let evidence = Evidence::read(by, &claim).at("line 4")?;
    let as_word = reader.is_at("block word ");
    let moves = reader.block_if(claim.leaves.is_some(), if as_word { "word" } else { "moves" })?;
    let dual = reader.block_if(evidence == Evidence::Dual, "dual")?;
    let set = reader.block_if(evidence == Evidence::ClosedSet, "set")?;
    reader.end()?;
    if let Some(left) = claim.leaves {
        verify_play(&clobber, moves, as_word, left, limits)?;
    }
    let lower = claim.lower.unwrap_or(0);
    match evidence {
        Evidence::Witness => {}
        Evidence::Components => verify_components(&clobber, lower, limits).at("line 4")?,
        Evidence::ClosedSet => closed_set::verify(&clobber, set, lower, limits)?,
        Evidence::Dual => dual::verify(&clobber, dual, lower, limits)?,
        Evidence::Trees => reaches(trees::value(&clobber, limits).at("line 4")?, lower, "trees").at("line 4")?,
        Evidence::Alternate => {
            let value = alternate::value(&clobber, limits).at("line 4")?;
            reaches(value, lower, "alternate").at("line 4")?;
        }
    }
    Ok(format!("{text} {puzzle}"))
}

fn verify_components(clobber: &Clobber, lower: u64, limits: &Limits) -> Checked<()> {
    let bound = Components::new(&clobber.shape, limits)?.bound(&clobber.start, u64::MAX);
    reaches(bound, lower, "components")
}

/// Whether a play leaves as many pawns as claimed.
fn verify_play(clobber: &Clobber, payload: &[u8], as_word: bool, left: u64, limits: &Limits) -> Checked<()> {
    let mut play = Play::new(clobber, limits)?;
    let moves = play.pawns().checked_sub(left).or_refuse("there are fewer pawns").at("line 3")?;
    limits.count(&moves.into())?;
    if as_word {
        word::play(&mut play, payload)?;
    } else {
        play.moves(payload)?;
    }
    let pawns = play.pawns();
    ensure(pawns == left, format_args!("{left} claimed, but {pawns} pawns are left")).at("play")
}

/// Whether a proved bound is at least the claimed one.
fn reaches(proved: u64, lower: u64, what: &str) -> Checked<()> {
    ensure(proved >= lower, format_args!("{what} proves no more than {proved}"))
}

/// Decides the moves of a record. The claim and the puzzle, if so many pawns as `value` says are left.
pub(crate) fn verify_record(puzzle: &str, moves: &[&str], value: &str, limits: &Limits) -> Checked<String> {
    let clobber = Clobber::read(puzzle, limits).at("puzzle")?;
    let value = small(value).at("value")?;
    let mut play = Play::new(&clobber, limits)?;
    for (index, text) in moves.iter().enumerate() {
        play.read_move(text).at(format_args!("move {}", index + 1))?;
    }
    let pawns = play.pawns();
    ensure(pawns == value, format_args!("{value} claimed, but {pawns} pawns are left")).at("value")?;
    Ok(format!("leaves {value} {puzzle}"))
}
