//! The cells at the rim of a rectangle: reduced to single pawns, which go inside.
//!
//! A row of cells, each with a neighbour inside or none (a corner), is cut into segments. In a
//! segment x y^a x^c y, where x and y are the two colours, the first pawn moves right a times, the
//! last one left c times, and then one of the two takes the other: what is left is a y where the
//! first one was or an x next to it. (A single pawn is a segment as well. There are no other
//! segments that leave one pawn: see [`closed`](crate::closed).) That pawn takes the adjacent one
//! inside, if that is of the other colour.
//!
//! From left to right a set of states says how a division may be under way:
//!
//! | state | what came last |
//! |---|---|
//! | `CLEAR` | the end of a segment |
//! | `WALKS` x | x y^a: the first pawn stands on this cell |
//! | `MEETS` y | x y^a x^i, i <= c, where y is still to come |
//! | `AHEAD` x | x y^a, and the last pawn will be taken by x on the next cell |
//!
//! Rims with corners are rings, and cut anywhere. An inner corner is adjacent to two cells of the rim;
//! it is given to one of them.

use super::{EMPTY, PlayedGrid, Rect, RectangleSide, other};
use saltus_core::board::Cell;
use saltus_core::random::Random;

/// How many cuts of a ring are tried.
const CUTS: usize = 12;

const CLEAR: u8 = 1;

fn walks(x: u8) -> u8 {
    1 << x
}

fn meets(y: u8) -> u8 {
    4 << y
}

fn ahead(x: u8) -> u8 {
    16 << x
}

/// A cell of the rim.
#[derive(Clone, Copy)]
struct Outer {
    cell: Cell,
    /// The adjacent cell inside.
    inner: Option<Cell>,
}

/// A segment, by places of the row.
struct RimSegment {
    first: usize,
    last: usize,
    /// Where the first pawn ends its way.
    split: usize,
    /// Whether it then takes the last one, which has come next to it, and not the other way round.
    takes: bool,
}

/// The cells around a rectangle, clockwise, or those of one of its sides.
pub(super) fn around(rect: Rect, side: Option<RectangleSide>) -> Vec<(usize, usize)> {
    let Rect { top, left, bottom, right } = rect;
    let is_at = |wanted: RectangleSide| side.is_none_or(|side| side == wanted);
    let corner = usize::from(side.is_none());
    let mut cells = Vec::new();
    if is_at(RectangleSide::Top) {
        cells.extend((left..right).map(|column| (top, column)));
    }
    if is_at(RectangleSide::Right) {
        cells.extend((top + corner..bottom).map(|row| (row, right - 1)));
    }
    if is_at(RectangleSide::Bottom) {
        cells.extend((left..right - corner).rev().map(|column| (bottom - 1, column)));
    }
    if is_at(RectangleSide::Left) {
        cells.extend((top + corner..bottom - corner).rev().map(|row| (row, left)));
    }
    cells
}

/// Clears the rim of a rectangle, or one side of it, and returns what is left.
pub(super) fn peel(field: &mut PlayedGrid, rect: Rect, random: &mut Random) -> Option<Rect> {
    let inside = Rect { top: rect.top + 1, left: rect.left + 1, bottom: rect.bottom - 1, right: rect.right - 1 };
    let ring = around(rect, None);
    let one_colour = field.colour_of(&ring).is_some();
    for trial in 0..CUTS {
        let (row, begun) = (outer(field, &ring, inside, random), field.play.len());
        let is_begun_inside = one_colour || trial >= CUTS / 2;
        let row = if is_begun_inside { from_inside(field, row, random) } else { Some(cut(field, row, random)) };
        let Some(row) = row else { break };
        if divide(field, &row, random) {
            return Some(inside);
        }
        field.undo(begun);
    }
    let mut sides = RectangleSide::ALL;
    random.shuffle(&mut sides);
    for side in sides {
        let (rest, off) = rect.split(side, 1);
        let row = outer(field, &around(off, Some(side)), rest, random);
        if divide(field, &row, random) {
            return Some(rest);
        }
    }
    for _ in 0..CUTS {
        let begun = field.play.len();
        take_corners(field, inside, random);
        let row = cut(field, outer(field, &ring, inside, random), random);
        if field.play.len() > begun && divide(field, &row, random) {
            return Some(inside);
        }
        field.undo(begun);
    }
    None
}

/// Pawns of the next ring take their neighbours at its corners, some of them, so that what goes inside from the corners of the rim finds the other colour; the
/// ring has holes then.
fn take_corners(field: &mut PlayedGrid, inside: Rect, random: &mut Random) {
    let Rect { top, left, bottom, right } = inside;
    for (row, column) in [(top, left), (top, right - 1), (bottom - 1, left), (bottom - 1, right - 1)] {
        let beside = match random.below(3) {
            0 => (if row == top { row + 1 } else { row - 1 }, column),
            1 => (row, if column == left { column + 1 } else { column - 1 }),
            _ => continue,
        };
        let [from, to] = [beside, (row, column)].map(|(row, column)| field.cell(row, column));
        if field.at(from) != EMPTY && field.at(to) == other(field.at(from)) {
            field.take(from, to);
        }
    }
}

/// The cells of a rim with their neighbours in the rectangle inside, each of which has one
/// neighbour outside.
fn outer(field: &PlayedGrid, cells: &[(usize, usize)], inside: Rect, random: &mut Random) -> Vec<Outer> {
    let mut row: Vec<Outer> = Vec::with_capacity(cells.len());
    for &(at, column) in cells {
        let (r, c) = (at.clamp(inside.top, inside.bottom - 1), column.clamp(inside.left, inside.right - 1));
        let inner = (r.abs_diff(at) + c.abs_diff(column) == 1).then(|| field.cell(r, c));
        row.push(Outer { cell: field.cell(at, column), inner });
    }
    // The two neighbours of an inner corner come before and after an outer one.
    let cells = row.len();
    for at in 0..cells {
        let (before, after) = ((at + cells - 1) % cells, (at + 1) % cells);
        if row[at].inner.is_none() && row[before].inner == row[after].inner {
            row[if random.below(2) == 0 { before } else { after }].inner = None;
        }
    }
    row
}

/// A ring as a row.
fn cut(field: &PlayedGrid, mut ring: Vec<Outer>, random: &mut Random) -> Vec<Outer> {
    let hole = ring.iter().position(|outer| field.at(outer.cell) == EMPTY);
    let first = hole.unwrap_or_else(|| random.below(ring.len()));
    ring.rotate_left(first);
    ring
}

/// A pawn from inside comes to the rim, which has one colour: the row starts with it.
fn from_inside(field: &mut PlayedGrid, mut ring: Vec<Outer>, random: &mut Random) -> Option<Vec<Outer>> {
    let mut places: Vec<usize> = (0..ring.len()).collect();
    random.shuffle(&mut places);
    let differs = |outer: &Outer| {
        outer.inner.is_some_and(|inner| field.at(inner) + field.at(outer.cell) == 3 && field.at(outer.cell) != EMPTY)
    };
    let first = places.into_iter().find(|place| differs(&ring[*place]))?;
    let Outer { cell, inner } = ring[first];
    field.take(inner?, cell);
    ring.rotate_left(first);
    if random.below(2) == 0 {
        ring[1..].reverse();
    }
    Some(ring)
}

/// Clears a row, if it can be divided so that all pawns go inside.
fn divide(field: &mut PlayedGrid, row: &[Outer], random: &mut Random) -> bool {
    let states = forwards(field, row);
    if states[row.len()] & CLEAR == 0 {
        return false;
    }
    for segment in backwards(field, row, &states, random) {
        let RimSegment { first, last, split, takes } = segment;
        for place in first..split {
            field.take(row[place].cell, row[place + 1].cell);
        }
        for place in (split + 2..=last).rev() {
            field.take(row[place].cell, row[place - 1].cell);
        }
        let mut end = row[split];
        if last > split {
            let beside = row[split + 1];
            let (from, to) = if takes { (end, beside) } else { (beside, end) };
            field.take(from.cell, to.cell);
            end = to;
        }
        field.take(end.cell, end.inner.expect("it goes inside"));
    }
    true
}

/// The colours of a place and of the one inside; 0 is none.
fn colours(field: &PlayedGrid, outer: Outer) -> (u8, u8) {
    (field.at(outer.cell), outer.inner.map_or(EMPTY, |inner| field.at(inner)))
}

/// The states before each place, and after the last one.
fn forwards(field: &PlayedGrid, row: &[Outer]) -> Vec<u8> {
    let mut states = Vec::with_capacity(row.len() + 1);
    let mut before = CLEAR;
    states.push(before);
    for &outer in row {
        let (colour, inner) = colours(field, outer);
        before = if colour == EMPTY { before & CLEAR } else { after(before, colour, inner) };
        states.push(before);
    }
    states
}

fn after(before: u8, colour: u8, inner: u8) -> u8 {
    let (x, y) = (other(colour), colour);
    let mut now = 0;
    if before & CLEAR != 0 {
        now |= walks(colour);
    }
    now |= before & walks(x);
    // Pawns of the colour x wait for y, which is this one or is still to come.
    let may_meet = |y: u8| before & meets(y) != 0 || before & ahead(other(y)) != 0 && inner == y;
    if may_meet(y) {
        now |= CLEAR;
    }
    if may_meet(x) {
        now |= meets(x);
    }
    for x in [1, 2] {
        if now & walks(x) != 0 {
            now |= ahead(x);
            if inner != EMPTY {
                now |= if inner == x { meets(other(x)) } else { CLEAR };
            }
        }
    }
    now
}

/// The segments of a division, the last one first, by random choices.
fn backwards(field: &PlayedGrid, row: &[Outer], states: &[u8], random: &mut Random) -> Vec<RimSegment> {
    let mut segments = Vec::new();
    let mut end = row.len();
    while end > 0 {
        let last = end - 1;
        let (colour, inner) = colours(field, row[last]);
        if colour == EMPTY {
            end = last;
            continue;
        }
        let before = states[last];
        let (x, y) = (other(colour), colour);
        // How the last pawn may have been reached: by the first one; by others that wait for it; or
        // it is the one that is taken.
        let mut ways = Vec::new();
        for walker in [1, 2] {
            let walks_here = walker == colour && before & CLEAR != 0 || walker == x && before & walks(x) != 0;
            if walks_here && inner == other(walker) {
                ways.push((walker, last, false));
            }
        }
        // The last pawn has colour y: it comes left over pawns of the colour x.
        let mut place = last;
        loop {
            let before = states[place];
            let inner = colours(field, row[place]).1;
            if before & ahead(x) != 0 && inner == y {
                ways.push((x, place - 1, true));
            }
            if before & meets(y) != 0
                && stands(field, row, states, place - 1, x)
                && colours(field, row[place - 1]).1 == x
            {
                ways.push((x, place - 1, false));
            }
            if place == 0 || colours(field, row[place - 1]).0 != x {
                break;
            }
            place -= 1;
        }
        let (walker, split, takes) = ways[random.below(ways.len())];
        let mut first = split;
        while field.at(row[first].cell) != walker {
            first -= 1;
        }
        segments.push(RimSegment { first, last, split, takes });
        end = first;
    }
    segments
}

/// Whether a first pawn of this colour may stand on a place.
fn stands(field: &PlayedGrid, row: &[Outer], states: &[u8], place: usize, walker: u8) -> bool {
    let colour = field.at(row[place].cell);
    if colour == walker { states[place] & CLEAR != 0 } else { states[place] & walks(walker) != 0 }
}
