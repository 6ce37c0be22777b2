//! The constructions of the thesis of 2015, kept for their own sake.

pub mod thesis;
