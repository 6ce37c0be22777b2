//! How many pawns every play of Solitaire Clobber leaves.

pub(crate) mod alternate;
pub(crate) mod components;
pub(crate) mod dual;
mod prices;
pub(crate) mod trees;
