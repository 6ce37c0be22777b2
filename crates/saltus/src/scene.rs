//! What is to be seen of a state: cells with pieces. A puzzle emits a scene; `draw` turns it into text or pictures.

use crate::puzzle::Puzzle;

/// How a piece is told from the others besides its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// No piece.
    Vacant,
    /// A black piece.
    Dark,
    /// A white piece.
    Light,
    /// A piece without a colour of its own.
    Plain,
    /// A red piece; this and the others of its kind are for puzzles with more than two colours.
    Red,
    /// A blue piece.
    Blue,
    /// A yellow piece.
    Yellow,
    /// A green piece.
    Green,
    /// A purple piece.
    Purple,
    /// An orange piece.
    Orange,
    /// No cell at all, only room, as wide as its label, that keeps the cells of a row in their places.
    Absent,
}

/// A cell and what stands on it, or the room of a cell ([`Tint::Absent`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The piece's name, or the sign of an empty cell.
    pub label: String,
    /// Its colour.
    pub tint: Tint,
}

/// The cells of a state in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Rows from top to bottom, cells from left to right.
    pub rows: Vec<Vec<Spot>>,
    /// Whether labels differ in width, so that text must set the cells apart.
    pub spaced: bool,
}

/// A puzzle whose states can be drawn.
pub trait Draw: Puzzle {
    /// The picture of a state.
    fn scene(&self, state: &Self::State) -> Scene;
}
