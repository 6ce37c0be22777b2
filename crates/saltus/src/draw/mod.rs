//! Pictures of scenes and of state graphs.

pub mod dot;
pub mod text;
