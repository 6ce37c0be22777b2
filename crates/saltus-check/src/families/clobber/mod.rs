//! Solitaire Clobber: black and white pawns on the vertices of a graph.
//!
//! A pawn takes a pawn of the other colour on a neighbouring vertex; that one is gone, and the
//! vertex that the mover left stays empty. Any pawn may move, or the colours alternate
//! (`turns=alternate`), black or white first (`first=b`, `first=w`) or either.
//!
//! `clobber line PAWNS`, `cycle PAWNS`, `grid ROW/ROW/..`, `cube PAWNS`, `hamming AxBx.. PAWNS`,
//! `multipartite A,B,.. PAWNS` or `graph PAWNS A-B C-D ..` gives what stands on each vertex: `b`, `w`, or `.` for nothing. A move
//! is `FROM-TO`, vertices counted from 1.
//!
//! There is no goal. What is claimed is how many pawns are left, by some play or by every play.

pub(crate) mod configuration;
mod play;
pub(crate) mod shape;

pub(crate) use configuration::Clobber;
pub(crate) use play::{Play, verify as verify_word};
