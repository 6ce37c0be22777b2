//! What all puzzles of saltus share, and no puzzle of its own.
//!
//! A family brings a [`puzzle::Puzzle`] (its rules), a [`notation::Instance`] (its notation) and
//! the look of its pieces ([`scene::Draw`]). [`family::Family`] answers every question by generic
//! search ([`search`]); a family overrides those that it can answer better.

pub mod answers;
pub mod board;
pub mod checksum;
pub mod clock;
#[cfg(feature = "parquet")]
pub mod columns;
pub mod definition;
pub mod engine;
pub mod evidence;
pub mod fact;
pub mod family;
pub mod fs;
pub mod graph;
pub mod keys;
pub mod laws;
pub mod limits;
pub mod lists;
pub mod luck;
pub mod notation;
pub mod own;
pub mod parts;
pub mod pending;
pub mod plan;
pub mod proof;
pub mod puzzle;
pub mod random;
pub mod record;
pub mod registry;
pub mod row;
pub mod scene;
pub mod search;
pub mod space;
pub mod statistics;
pub mod store;
pub mod tables;
pub mod threads;
#[cfg(feature = "trace")]
pub mod trace;
pub mod verdict;
pub mod verify;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
