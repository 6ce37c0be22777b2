//! Puzzles given as a text: rewriting rules along the lines of a board.
//!
//! A [`Definition`] describes the board, the pieces on it, how they move and when the play is over. docs/definitions.md
//! specifies the format; the definition becomes an [`Instance`] like those of any other family.

mod answers;
mod blocks;
mod calculus;
mod classics;
mod defined;
mod definition;
pub mod formats;
mod geometry;
mod ground;
mod interpreter;
mod invariants;
mod keyed;
mod matching;
mod notation;
mod packed;
mod parts;
mod pddl;
mod potential;
mod read;
mod retold;
mod rules;
mod search;
mod solvers;
mod spring;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;
mod told;
mod views;
mod warnings;
mod words;

pub use classics::CLASSICS;
pub use defined::{ByDefinition, Defined};
pub use definition::Definition;
pub use notation::{Instance, read};
pub use retold::retold;
pub use rules::{Move, Position, Rules};
pub use text::Mistake;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
