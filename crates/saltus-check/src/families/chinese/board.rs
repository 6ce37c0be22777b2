//! Boards of hexagonal cells: their order, their names, and where steps and jumps lead.

use crate::outcome::{Checked, OrRefuse, ensure, quote, refuse};
use crate::text::small;
use std::ops::Range;

/// Axial coordinates: x, y.
pub(crate) type Place = (i32, i32);

/// The ways of steps, each next to the one before.
pub(crate) const DIRECTIONS: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The most cells of a board.
pub(crate) const MOST_CELLS: usize = 1024;

/// More in `star:A`, `rhombus:A` or `triangle:A` makes more cells than that.
const MOST_SIZE: i32 = 44;

/// Cells, numbered from 0 row by row.
pub(crate) struct Board {
    /// By cell, where it is.
    pub(crate) places: Vec<Place>,
    pub(crate) steps: Vec<Vec<usize>>,
    /// By cell, the jumps from it: over which cell and to which.
    pub(crate) jumps: Vec<Vec<(usize, usize)>>,
}

/// A board with corners in which armies stand.
pub(crate) struct Shape {
    pub(crate) board: Board,
    /// Numbered from 1 in everything read.
    corners: Vec<Place>,
    /// The corner of the goal where none is named.
    pub(crate) goal: usize,
    /// By player, its corner; with three players those of `three`.
    seats: &'static [usize],
    three: &'static [usize],
}

impl Board {
    /// The board of these cells, which are in order.
    pub(crate) fn new(places: Vec<Place>) -> Checked<Self> {
        let fits = (1..=MOST_CELLS).contains(&places.len());
        ensure(fits, format_args!("a board has 1 to {MOST_CELLS} cells"))?;
        let mut board = Self { places, steps: Vec::new(), jumps: Vec::new() };
        let ways = |&(x, y): &Place| {
            let way = |(dx, dy): Place| Some((board.find((x + dx, y + dy))?, board.find((x + 2 * dx, y + 2 * dy))));
            DIRECTIONS.into_iter().filter_map(way).collect()
        };
        let ways: Vec<Vec<(usize, Option<usize>)>> = board.places.iter().map(ways).collect();
        board.steps = ways.iter().map(|ways| ways.iter().map(|way| way.0).collect()).collect();
        board.jumps = ways.iter().map(|ways| ways.iter().filter_map(|way| Some((way.0, way.1?))).collect()).collect();
        Ok(board)
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn find(&self, place: Place) -> Option<usize> {
        self.places.binary_search_by_key(&row_and_y(place), |&place| row_and_y(place)).ok()
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Range<usize>> {
        let mut end = 0;
        self.places.chunk_by(|a, b| row_and_y(*a).0 == row_and_y(*b).0).map(move |row| {
            end += row.len();
            end - row.len()..end
        })
    }

    /// The cell of a name: the letters of its row, and its place there from 1.
    pub(crate) fn read_cell(&self, name: &str) -> Checked<usize> {
        let split = name.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, number) = name.split_at(split);
        // Rows are a, .., z, aa, ab, ..: no board has as many as letters that do not fit.
        let digit = |row: usize, letter: u8| row.checked_mul(26)?.checked_add(usize::from(letter - b'a') + 1);
        let row = letters.bytes().try_fold(0, digit).and_then(|row| self.rows().nth(row.checked_sub(1)?));
        let index = usize::try_from(small(number)?).ok().and_then(|number| number.checked_sub(1));
        let cell = row.zip(index).and_then(|(mut row, index)| row.nth(index));
        cell.or_refuse(format_args!("there is no cell {}", quote(name)))
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        let found = self.rows().enumerate().find(|(_, row)| row.contains(&cell));
        let (index, row) = found.unwrap_or_default();
        let mut letters = Vec::new();
        let mut rest = index + 1;
        while rest > 0 {
            letters.push((b'a' + ((rest - 1) % 26) as u8) as char);
            rest = (rest - 1) / 26;
        }
        format!("{}{}", letters.into_iter().rev().collect::<String>(), cell - row.start + 1)
    }
}

/// What cells ascend by: the row, and then y.
pub(crate) fn row_and_y((x, y): Place) -> (i32, i32) {
    (x + y, y)
}

impl Shape {
    /// Reads `star`, `star:A`, `rhombus`, `rhombus:A` or `triangle:A`.
    pub(crate) fn read(text: &str) -> Checked<Self> {
        let (name, size) = text.split_once(':').map_or((text, None), |(name, size)| (name, Some(size)));
        ensure(size != Some("4") || name == "triangle", "not canonical: 4 is not written")?;
        let a = size.map_or(Ok(4), small)?;
        let a = i32::try_from(a).ok().filter(|a| (1..=MOST_SIZE).contains(a));
        let a = a.or_refuse(format_args!("there is no board {}", quote(text)))?;
        // Row by row.
        let all = (-4 * a..=4 * a).flat_map(|row| (-2 * a..=2 * a).map(move |y| (row - y, y)));
        let within = |(x, y): Place, low: i32, high: i32| x.min(y) >= low && x.max(y) <= high;
        let in_triangle = |(x, y): Place| within((x, y), -a, 2 * a) && x + y <= a;
        let (places, corners, goal, seats, three): (Vec<Place>, _, _, &[usize], &[usize]) = match name {
            "star" => {
                let places = all.filter(|&(x, y)| in_triangle((x, y)) || in_triangle((-x, -y))).collect();
                let corners = vec![(-a, -a), (a, -2 * a), (2 * a, -a), (a, a), (-a, 2 * a), (-2 * a, a)];
                (places, corners, 4, &[1, 4, 2, 5, 3, 6], &[1, 3, 5])
            }
            "rhombus" => (all.filter(|&place| within(place, -a, a)).collect(), vec![(-a, -a), (a, a)], 2, &[1, 2], &[]),
            "triangle" if size.is_some() && a > 1 => {
                let places = all.filter(|&(x, y)| x.min(y) >= 1 && x + y <= a + 1).collect();
                (places, vec![(1, 1), (a, 1), (1, a)], 2, &[1, 2, 3], &[1, 2, 3])
            }
            _ => return refuse(format_args!("there is no board {}", quote(text))),
        };
        Ok(Self { board: Board::new(places)?, corners, goal, seats, three })
    }

    /// By player, the corner where its army stands at the start.
    pub(crate) fn seats(&self, players: usize) -> Checked<&'static [usize]> {
        let seats = if players == 3 { self.three } else { self.seats };
        seats.get(..players).or_refuse(format_args!("there is no place for {players} players"))
    }

    /// The cells of the base of that side at a corner, counted from 1.
    pub(crate) fn base(&self, corner: usize, side: usize) -> Checked<Vec<usize>> {
        let corner = corner.checked_sub(1).and_then(|index| self.corners.get(index));
        let &(x, y) = corner.or_refuse("there is no such corner")?;
        let near = |&cell: &usize| {
            let (dx, dy) = (self.board.places[cell].0 - x, self.board.places[cell].1 - y);
            dx.abs().max(dy.abs()).max((dx + dy).abs()) < side as i32
        };
        let base: Vec<usize> = (0..self.board.len()).filter(near).collect();
        ensure(base.len() == side * (side + 1) / 2, "the bases do not fit on the board")?;
        Ok(base)
    }
}
