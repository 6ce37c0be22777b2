//! Chinese Checkers: shortest cooperative games.

pub mod beam;
pub mod bounds;
pub mod field;
pub mod game;
pub mod layer;
pub mod meet;
pub mod ranks;
pub mod rounds;
pub mod symmetry;
