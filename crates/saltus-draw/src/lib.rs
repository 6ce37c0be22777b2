//! Pictures of scenes, of plays and of state graphs. They know outlines, scenes and paths, and no family.

pub mod animation;
pub mod chart;
pub mod dot;
pub mod film;
mod letters;
mod markup;
pub mod palette;
#[cfg(feature = "raster")]
pub mod raster;
pub mod strata;
pub mod svg;
pub mod text;
mod ways;

use std::fmt::{self, Display};

/// Why there is no picture: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotDraw(pub(crate) String);

impl Display for CannotDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotDraw {}

impl CannotDraw {
    /// A play has too many moves for a picture.
    pub fn moves(count: impl Display, what: &str, most: usize) -> Self {
        CannotDraw(format!("{count} moves are too many for {what}; a range (--range A..B) of up to {most} has room"))
    }
}
