//! What does not change in play: cells, rows, names.

use std::ops::Range;

use super::{Contents, Player};
use crate::notation::shapes::{Place, rank};
use saltus_core::board::{Board, Cell};
use saltus_core::scene::{Scene, Spot, Tint};

#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) board: Board,
    pub(crate) coordinates: Vec<Place>,
    pub(crate) goal: Vec<Cell>,
    pub(crate) order: Vec<Player>,
    rows: Vec<Range<usize>>,
}

impl Layout {
    pub(crate) fn new(coordinates: Vec<Place>, goal: Vec<Cell>, order: Vec<Player>) -> Self {
        assert!(
            coordinates.windows(2).all(|pair| rank(pair[0]) < rank(pair[1])),
            "cells in the order of their numbers"
        );
        let rows = rows(&coordinates);
        Layout { board: Board::hexagonal(&coordinates), coordinates, goal, order, rows }
    }

    /// The name of a cell.
    pub(crate) fn name(&self, cell: Cell) -> String {
        assert!((cell as usize) < self.coordinates.len(), "cells are on the board");
        let row = self.rows.partition_point(|row| row.end <= cell as usize);
        format!("{}{}", row_letters(row), cell as usize - self.rows[row].start + 1)
    }

    /// The cell of a name.
    pub(crate) fn cell(&self, name: &str) -> Option<Cell> {
        let digits = name.find(|c: char| !c.is_ascii_lowercase())?;
        let row = self.rows.get(row_of_letters(&name[..digits])?)?;
        let place = saltus_core::notation::number(&name[digits..]).and_then(|place| usize::try_from(place).ok())?;
        (1..=row.len()).contains(&place).then(|| (row.start + place - 1) as Cell)
    }
}

/// The cells of each row.
pub(crate) fn rows(coordinates: &[Place]) -> Vec<Range<usize>> {
    let mut begin = 0;
    let row = |row: &[Place]| {
        begin += row.len();
        begin - row.len()..begin
    };
    coordinates.chunk_by(|a, b| rank(*a).0 == rank(*b).0).map(row).collect()
}

/// A letter for each cell, a point for an empty one, rows set apart by slashes.
pub(crate) fn rows_text(coordinates: &[Place], cells: &[Contents]) -> String {
    let letter = |content: &Contents| content.map_or('.', Player::letter);
    let row = |row: Range<usize>| cells[row].iter().map(letter).collect::<String>();
    rows(coordinates).into_iter().map(row).collect::<Vec<_>>().join("/")
}

/// A list of cells, each with its man and a star in the goal, which is ascending.
pub(crate) fn cells_text(coordinates: &[Place], cells: &[Contents], goal: &[Cell]) -> String {
    let mut text = String::from("cells:");
    for (cell, ((x, y), man)) in coordinates.iter().zip(cells).enumerate() {
        let before = if cell == 0 { "" } else { ";" };
        let letter = man.map_or(String::new(), |player| player.letter().to_string());
        let star = if goal.binary_search(&(cell as Cell)).is_ok() { "*" } else { "" };
        for part in [before, &x.to_string(), ",", &y.to_string(), &letter, star] {
            text.push_str(part);
        }
    }
    text
}

/// The letters of a row, from 0: a, b, .., z, aa, ab, ..
fn row_letters(row: usize) -> String {
    let last = char::from(b'a' + (row % 26) as u8);
    let before = if row < 26 { String::new() } else { row_letters(row / 26 - 1) };
    before + &last.to_string()
}

/// The row of its letters; none if there are too many of them for any board.
fn row_of_letters(letters: &str) -> Option<usize> {
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    Some(letters.bytes().fold(0, |row, letter| 26 * row + usize::from(letter - b'a') + 1) - 1)
}

/// The picture of a board. Cells next to each other in a row are two columns apart, those above and
/// below one.
pub(crate) fn scene(coordinates: &[Place], spot: impl Fn(usize) -> Spot) -> Scene {
    let column = |(x, y): Place| y - x;
    let first = coordinates.iter().copied().map(column).min().unwrap_or(0);
    let mut scene = Scene { rows: Vec::new(), spaced: false };
    for row in rows(coordinates) {
        let sum = |place: Place| rank(place).0;
        // Rows without a cell take room.
        let before = row.start.checked_sub(1).map_or(sum(coordinates[row.start]) - 1, |last| sum(coordinates[last]));
        (before + 1..sum(coordinates[row.start])).for_each(|_| scene.rows.push(Vec::new()));
        let (mut spots, mut end) = (Vec::new(), first);
        for cell in row {
            let room = (column(coordinates[cell]) - end) as usize;
            if room > 0 {
                spots.push(Spot { label: " ".repeat(room), tint: Tint::Absent });
            }
            spots.push(spot(cell));
            end = column(coordinates[cell]) + 1;
        }
        scene.rows.push(spots);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_letters() {
        let known = [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")];
        for (row, letters) in known {
            assert_eq!((row_letters(row).as_str(), row_of_letters(letters)), (letters, Some(row)));
        }
        assert_eq!((row_of_letters(""), row_of_letters("aaaa")), (None, None));
    }
}
