//! Pictures of scenes and of state graphs.

pub mod chart;
pub mod dot;
pub mod text;
