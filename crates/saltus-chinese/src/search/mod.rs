//! Chinese Checkers: shortest cooperative games.
//!
//! Whether a game of at most N turns exists is a finite question: breadth-first by rounds ([`rounds`]) with what can no longer be
//! finished in time left out ([`bounds`]; [`filter`] for many positions at once), or from both ends where one plays alone ([`meet`]). [`solve`] asks it for one N after the other,
//! and meanwhile [`beam`] looks for a short game, so that the last questions, the hardest, need not be asked. Between the two, [`sample`] asks for a game of
//! N turns by the means of the proof, but of some positions only.

pub mod beam;
pub mod bidirectional;
pub mod field;
pub mod filter;
pub mod game;
pub mod layer;
pub mod layer_search;
pub mod layer_store;
pub mod ranks;
pub mod reachable;
mod solve;
pub mod symmetry;
mod trace;

pub use solve::{Layers, LengthProof, LengthRange, find, layers, sample, solve};

#[cfg(test)]
mod tests;
