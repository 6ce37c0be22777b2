//! Solitaire Clobber: black and white pawns on the vertices of a graph.
//!
//! A pawn takes a pawn of the other colour on a neighbouring vertex; that one is gone, and the
//! vertex that the mover left stays empty. Any pawn may move, or the colours alternate
//! (`turns=alternate`), black or white first (`first=b`, `first=w`) or either.
//!
//! `clobber line PAWNS`, `cycle PAWNS`, `grid ROW/ROW/..`, `cube PAWNS`, `hamming AxBx.. PAWNS` or
//! `graph PAWNS A-B C-D ..` gives what stands on each vertex: `b`, `w`, or `.` for nothing. A move
//! is `FROM-TO`, vertices counted from 1.
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
//! assert_eq!(outcome("clobber line bwwb", r#"["1-2","4-3"]"#, 2), "VERIFIED leaves 2 clobber line bwwb by witness");
//! assert_eq!(outcome("clobber cycle bwb", r#"["1-2","3-2"]"#, 1), "REFUTED move 2: a pawn takes only pawns of the other colour");
//! assert_eq!(outcome("clobber line bwwb", r#"["1-2","4-3"]"#, 1), "REFUTED play: 1 claimed, but 2 pawns are left");
//! ```

mod alternate;
mod closed_set;
mod components;
mod configuration;
mod dual;
mod play;
mod shape;
mod trees;
mod word;

pub(crate) use alternate::value as alternate;
pub(crate) use closed_set::verify as verify_set;
pub(crate) use configuration::Clobber;
pub(crate) use dual::verify as verify_dual;
pub(crate) use play::Play;
pub(crate) use trees::value as trees;
pub(crate) use word::verify as verify_word;

use crate::outcome::{Checked, Limits};
use components::Components;

/// The bound `components` of the start.
pub(crate) fn components(clobber: &Clobber, limits: &Limits) -> Checked<u64> {
    Ok(Components::new(&clobber.shape, limits)?.bound(&clobber.start, u64::MAX))
}
