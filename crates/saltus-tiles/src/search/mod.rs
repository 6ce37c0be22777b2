//! The searches made for sliding tiles.

pub mod arrangements;
pub mod beam;
pub mod ida;
pub(crate) mod parts;
pub mod space;
pub mod words;
