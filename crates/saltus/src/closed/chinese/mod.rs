//! Chinese Checkers without proof: what was written about short games.

pub mod thesis;
