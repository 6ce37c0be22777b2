//! Positions in the form that the solvers of this directory use: what counts is not a tile's label
//! but where it belongs.

use crate::rules::{Instance, Slide, has_repeated, vacancy};
use saltus_core::board::{Board, Direction};

/// A board of different tiles: the goal cell of whatever is on each cell, that of the vacancy
/// included.
///
/// ```
/// use saltus_core::board::NORTH;
/// use saltus_tiles::closed::position::Position;
///
/// let instance = saltus_tiles::read("tiles 2x3 1 2 3 4 5 0").unwrap();
/// let position = Position::new(&instance).unwrap();
/// assert_eq!((position.vacancy, &*position.homes), (5, &[0, 1, 2, 3, 4, 5][..]));
/// assert_eq!(position.slides(&[NORTH as u8])[0].tile, 3); // the vacancy goes up
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// The goal cell of the vacancy.
    pub vacancy: usize,
    /// What is on each cell, row by row.
    pub homes: Vec<u8>,
    /// The label of the tile that belongs on each cell, 0 for the vacancy.
    labels: Vec<u16>,
}

impl Position {
    /// The start of an instance; none when two tiles are equal or there are more than 255 cells.
    pub fn new(instance: &Instance) -> Option<Self> {
        let goal = instance.goal_cells();
        if has_repeated(&goal) || goal.len() > usize::from(u8::MAX) {
            return None;
        }
        let mut by_label: Vec<(u32, u8)> = goal.iter().copied().zip(0..).collect();
        by_label.sort_unstable();
        let home = |tile: &u32| by_label[by_label.binary_search_by_key(tile, |pair| pair.0).expect("the same tiles")].1;
        Some(Position {
            height: instance.height,
            width: instance.width,
            vacancy: vacancy(&goal),
            homes: instance.start.iter().map(home).collect(),
            labels: goal.iter().map(|&label| label as u16).collect(),
        })
    }

    /// Rows, columns, and the goal cell of the vacancy.
    pub(crate) fn size(&self) -> (usize, usize, usize) {
        (self.height, self.width, self.vacancy)
    }

    /// The labels on a board of goal cells.
    pub(crate) fn labels_of(&self, homes: impl IntoIterator<Item = u8>) -> impl Iterator<Item = u16> {
        homes.into_iter().map(|home| self.labels[usize::from(home)])
    }

    /// The slides of a walk of the vacancy.
    ///
    /// # Panics
    /// When the walk leaves the board.
    pub fn slides(&self, walk: &[u8]) -> Vec<Slide> {
        let board = Board::grid(self.height, self.width);
        let mut homes = self.homes.clone();
        let mut to = homes.iter().position(|&home| usize::from(home) == self.vacancy).expect("a vacancy");
        let slide = |&direction: &u8| {
            let from = board.step(to as u32, Direction::from(direction)).expect("a walk on the board") as usize;
            let tile = self.labels[usize::from(homes[from])];
            homes.swap(from, to);
            let slide = Slide { tile, from: from as u32, to: to as u32 };
            to = from;
            slide
        };
        walk.iter().map(slide).collect()
    }
}
