//! Pictures of scenes, of plays and of state graphs. They know outlines, scenes and paths, and no
//! family of puzzles.
//!
//! A [`Picture`] is made once, by [`board`], [`film`] or [`layered`], and written as SVG or PDF, or painted as PNG
//! ([`raster`]). Animations ([`animation`]), charts ([`chart`]) and points in the plane ([`plot`]) are SVG from the start.

pub mod animation;
mod blocks;
pub mod board;
pub mod card;
pub mod chart;
pub mod dot;
pub mod film;
pub mod layered;
mod letters;
pub mod palette;
mod pdf;
mod picture;
pub mod plot;
pub mod raster;
mod shapes;
#[cfg(feature = "sheet")]
pub mod sheet;
mod steps;
mod svg;
pub mod text;
#[cfg(feature = "trace")]
pub mod traces;
mod ways;

pub use letters::missing_letter;
pub use pdf::pdf;
pub use picture::{Picture, Size};

use std::fmt::{self, Display};

use saltus_core::limits::Stop;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotDraw {
    /// It is too large to be drawn: one sentence.
    Unfit(String),
    /// A limit was reached.
    Stop(Stop),
}

impl Display for CannotDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotDraw::Unfit(why) => f.write_str(why),
            CannotDraw::Stop(stop) => Display::fmt(stop, f),
        }
    }
}

impl std::error::Error for CannotDraw {}

impl From<Stop> for CannotDraw {
    fn from(stop: Stop) -> Self {
        CannotDraw::Stop(stop)
    }
}

impl CannotDraw {
    /// A play has too many moves for a picture.
    ///
    /// ```
    /// let why = saltus_draw::CannotDraw::moves(900, "a film strip", 100).to_string();
    /// assert!(why.starts_with("900 moves are too many for a film strip"));
    /// ```
    pub fn moves(count: impl Display, what: &str, most: usize) -> Self {
        CannotDraw::Unfit(format!(
            "{count} moves are too many for {what}; a range (--range A..B) of up to {most} has room"
        ))
    }
}

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
