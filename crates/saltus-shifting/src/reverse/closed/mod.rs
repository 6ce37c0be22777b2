//! Numbered reversal without search: plays for every n, p and q, and how far they are proved
//! shortest.

pub mod bound;
pub(crate) mod plans;
pub mod wall;
