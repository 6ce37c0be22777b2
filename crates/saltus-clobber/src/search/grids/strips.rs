//! Two outer rows of one colour, or columns, that wait.
//!
//! Let the two outermost columns at the left hold black pawns only, and let a white pawn move from u
//! to v in the column that comes next, one row up or down. The cells u' and v' left of them are
//! neighbours, and the two columns have a closed way through all of their cells that goes from u'
//! to v'. So the white pawn may go from u to u', all the way round to v', and then take v: the
//! strip is cleared, and nothing else is changed.

use super::{PlayedGrid, PlayedMove, Rect, RectangleSide, other, rim};
use crate::rules::Move;
use saltus_core::board::Cell;
use saltus_core::random::Random;

/// Two rows or columns of one colour.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    rect: Rect,
    side: RectangleSide,
    colour: u8,
    /// The moves before it began to wait.
    played: usize,
}

/// The strip on a side of a rectangle and what is left without it; none where there are two
/// colours, or less than three rows or columns would be left.
pub(super) fn outermost(field: &PlayedGrid, rect: Rect, side: RectangleSide) -> Option<(Strip, Rect)> {
    if rect.deep(side) < 5 {
        return None;
    }
    let (rest, off) = rect.split(side, 2);
    let colour = field.cells[off.top * field.width + off.left];
    let one = (off.top..off.bottom).all(|row| {
        let cells = row * field.width + off.left..row * field.width + off.right;
        field.cells[cells].iter().all(|cell| *cell == colour)
    });
    (one && colour != super::EMPTY).then_some((Strip { rect: off, side, colour, played: field.play.len() }, rest))
}

impl Strip {
    /// Whether the way through this strip, which is farther inside, goes along the edge of the
    /// other.
    pub(super) fn touches(&self, outer: Strip) -> bool {
        self.colour == outer.colour && (self.side == outer.side || self.side.lies() != outer.side.lies())
    }

    /// Its first cell next to its edge, the way from there inwards, the way along, and how many cells there are along.
    fn frame(&self, width: usize) -> (isize, isize, isize, usize) {
        let Rect { top, left, bottom, right } = self.rect;
        let (row, column, inwards, along) = match self.side {
            RectangleSide::Top => (bottom - 1, left, width as isize, 1),
            RectangleSide::Bottom => (top, left, -(width as isize), 1),
            RectangleSide::Left => (top, right - 1, 1, width as isize),
            RectangleSide::Right => (top, left, -1, width as isize),
        };
        ((row * width + column) as isize, inwards, along, if along == 1 { right - left } else { bottom - top })
    }

    /// The first move of the other colour along its edge, among those of a play from
    /// `first` on.
    pub(super) fn edge(&self, play: &[PlayedMove], width: usize, first: usize) -> Option<usize> {
        let (outer, inwards, along, cells) = self.frame(width);
        let lies_along = |cell: Cell| {
            let way = cell as isize - outer - inwards;
            way % along == 0 && (0..cells as isize).contains(&(way / along))
        };
        let found = play[first..]
            .iter()
            .position(|taken| taken.mover == other(self.colour) && lies_along(taken.from) && lies_along(taken.to));
        found.map(|at| first + at)
    }

    /// A pawn of the other colour moves along its edge, if one stands there, or comes there from
    /// inside, where these cells belong to the rectangle that is left.
    pub(super) fn go_along(&self, field: &mut PlayedGrid, rest: Rect, random: &mut Random) {
        let width = field.width;
        let (outer, inwards, along, cells) = self.frame(width);
        let (at, forth) = (random.below(cells), random.below(2) == 0);
        let next = if forth { at + 1 } else { at.wrapping_sub(1) };
        if next >= cells {
            return;
        }
        let cell = |deep: isize, at: usize| (outer + deep * inwards + at as isize * along) as Cell;
        if [cell(1, next), cell(1, at), cell(2, at)]
            .iter()
            .any(|cell| !rest.holds(*cell as usize / width, *cell as usize % width))
        {
            return;
        }
        let walker = other(self.colour);
        if field.at(cell(1, next)) != self.colour {
            return;
        }
        if field.at(cell(1, at)) == self.colour && field.at(cell(2, at)) == walker {
            field.take(cell(2, at), cell(1, at));
        }
        if field.at(cell(1, at)) == walker {
            field.take(cell(1, at), cell(1, next));
        }
    }

    /// The way from one cell next to the strip to the next one, through all of it.
    fn round(&self, taken: PlayedMove, width: usize) -> Vec<PlayedMove> {
        // All of it is its rim.
        let mut cells: Vec<Cell> =
            rim::around(self.rect, None).into_iter().map(|(row, column)| (row * width + column) as Cell).collect();
        let (_, inwards, ..) = self.frame(width);
        let beside = |cell: Cell| (cell as isize - inwards) as Cell;
        let first = cells.iter().position(|cell| *cell == beside(taken.from)).expect("it lies beside the strip");
        cells.rotate_left(first);
        if cells[1] == beside(taken.to) {
            cells[1..].reverse();
        }
        let mut way = Vec::with_capacity(cells.len() + 1);
        let mut from = taken.from;
        for to in cells.into_iter().chain([taken.to]) {
            way.push(PlayedMove { from, to, ..taken });
            from = to;
        }
        way
    }
}

/// The play in which no strip waits.
pub(super) fn insert(field: &PlayedGrid, strips: &[Strip]) -> Vec<Move> {
    let mut play = field.play.clone();
    for strip in strips.iter().rev() {
        let at = strip.edge(&play, field.width, strip.played).expect("a pawn moves along its edge");
        play.splice(at..=at, strip.round(play[at], field.width));
    }
    play.into_iter().map(|taken| Move { from: taken.from, to: taken.to }).collect()
}
