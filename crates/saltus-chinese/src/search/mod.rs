//! Chinese Checkers: shortest cooperative games.
//!
//! Whether there is a game of at most N turns is a finite question. A search by layers
//! ([`layer_search`]) answers it, or one from both ends where one plays alone ([`bidirectional`]).
//! Both leave out the positions that can no longer be finished in time ([`bounds`](crate::bounds);
//! `filter` asks for many positions at once). [`solve`] asks for one N after the other. [`beam`]
//! looks for a short game meanwhile, so that the last questions, the hardest, need not be asked.
//! [`sample`] asks for a game of N turns by the means of the proof, but of some positions only.
//! `keyed` visits all positions by the engine of core, whatever N.

pub mod beam;
pub mod bidirectional;
pub mod field;
pub(crate) mod filter;
pub mod game;
pub(crate) mod keyed;
pub mod layer;
pub mod layer_search;
pub(crate) mod layer_store;
pub(crate) mod packing;
pub(crate) mod ranks;
mod solve;
pub(crate) mod symmetry;
mod trace;

pub use solve::{LayerRanks, LengthProof, LengthRange, find, layers, sample, solve};

#[cfg(test)]
mod tests;
