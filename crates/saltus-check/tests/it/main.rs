//! Tests of the checker through its public interface, with rules and a search of their own.

mod calculus;
mod chinese;
mod clobber;
mod layers;
mod names;
mod program;
mod records;
mod refusals;
mod sliding;
mod support;
mod tables;
mod tiles;
mod transcripts;
mod truth;
