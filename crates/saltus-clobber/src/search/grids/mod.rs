//! Solitaire Clobber on full grids with free turns: from the outside to the inside.
//!
//! Wherever it was tried, a grid of at least three rows and columns, with a pawn on every cell and
//! pawns of both colours, leaves no more than the invariant allows, 1 or 2
//! ([`Components`]). To find such a play it is enough to come down to a
//! smaller grid of this kind, since no move changes the invariant, and the smallest are soon
//! searched. There are five ways to a smaller grid:
//!
//! - `rim`: the cells at the rim, all of them or one side, are cut into segments. Each is reduced
//!   to a single pawn, which then takes the adjacent pawn inside. A recurrence along the rim finds
//!   such a division or says that there is none.
//! - `strips`: two outer rows of one colour can wait, above all where the whole rim has it: a pawn of
//!   the other colour that later moves along their edge goes round through both on its way.
//! - Where the rim has one colour and there are no such rows, a pawn of the other colour comes out to
//!   the rim first, and leaves a hole in the next one. Rims with holes are divided as well.
//! - Where the rim and the next one have the same colours at a corner, pawns of the next one take their
//!   neighbours at its corners first.
//! - `thin`: with three or four rows, all ways to clear the outermost columns, from both ends.
//!
//! What can be chosen is chosen at random, always from the same seed; whoever is stuck goes back some
//! steps and chooses again.

mod rim;
mod strips;
#[cfg(test)]
mod tests;
mod thin;

use super::FoundPlay;
use crate::bounds::Components;
use crate::rules::Colour;
use saltus_core::board::{Board, Cell};
use saltus_core::limits::{Limits, Meter};
use saltus_core::random::Random;
use saltus_core::search::Halted;
use strips::Strip;

/// How often it may be stuck. A thin rectangle counts once more per this many cells, since all of it is
/// gone through.
const MOST_FAILURES: usize = 3000;
const THIN_CELLS: usize = 64;

/// Bytes for each cell: its content, two moves, a step's share.
const BYTES: u64 = 64;

/// An empty cell; [`BLACK`] and [`other`] of it are the colours.
const EMPTY: u8 = 0;
const BLACK: u8 = 1;

/// A play that leaves as few pawns of a full grid as the invariant allows; none where none is found.
///
/// It is sought for pawns of both colours in at least three rows and columns, more than four of
/// either.
///
/// ```
/// use saltus_clobber::{Pawns, search::grids};
/// use saltus_core::limits::Limits;
///
/// let pawns = Pawns::from_bits(40 * 30, vec![0x0123_4567_89ab_cdef; 19]);
/// let cells: Vec<_> = pawns.iter().collect();
/// let found = grids::solve(30, &cells, &Limits::DEFAULT).unwrap().unwrap();
/// assert_eq!(found.moves.len(), 40 * 30 - found.value);
/// assert!(found.value <= 2);
/// ```
///
/// # Errors
/// The limit that is reached.
///
/// # Panics
/// When the cells do not fill rows of `width`.
pub fn solve(width: usize, cells: &[Option<Colour>], limits: &Limits<'_>) -> Result<Option<FoundPlay>, Halted> {
    assert!(cells.len().is_multiple_of(width), "{} cells in rows of {width}", cells.len());
    let height = cells.len() / width;
    let Some(mut field) = PlayedGrid::full(width, cells) else { return Ok(None) };
    if height.min(width) < 3 || height.max(width) < 5 {
        return Ok(None);
    }
    field.least = Components::of(&Board::grid(height, width), cells);
    let whole = Rect { top: 0, left: 0, bottom: height, right: width };
    let mut way = Way { field, strips: Vec::new(), windows: Vec::new(), random: Random::new(0) };
    let least = way.field.least as u32;
    let mut meter = Meter::new(limits, "peeling");
    let mut steps = vec![Checkpoint { rect: whole, played: 0, strips: 0 }];
    let (mut failures, mut weight) = (0u32, 0);
    while weight < MOST_FAILURES {
        let step = steps[steps.len() - 1];
        meter.node(|| way.bytes()).map_err(|stop| Halted { stop, lower: least, expanded: meter.nodes() })?;
        match way.smaller(step.rect) {
            Some(AfterStep::Rest(rect)) => {
                steps.push(Checkpoint { rect, played: way.field.play.len(), strips: way.strips.len() });
            }
            Some(AfterStep::Done) => {
                let moves = strips::insert(&way.field, &way.strips);
                let value = cells.len() - moves.len();
                return Ok(Some(FoundPlay {
                    moves,
                    value,
                    lower: value,
                    expanded: meter.nodes(),
                    ..FoundPlay::default()
                }));
            }
            None => {
                failures += 1;
                weight += 1 + if step.rect.is_thin() { step.rect.height() * step.rect.width() / THIN_CELLS } else { 0 };
                // One step, every other time two, every fourth time three, and so on.
                let back = failures.trailing_zeros() as usize;
                steps.truncate(steps.len().saturating_sub(back).max(1));
                let step = steps[steps.len() - 1];
                way.field.undo(step.played);
                way.strips.truncate(step.strips);
            }
        }
    }
    Ok(None)
}

/// Where one may come back to.
#[derive(Clone, Copy)]
struct Checkpoint {
    rect: Rect,
    played: usize,
    strips: usize,
}

/// What is left after a step.
enum AfterStep {
    Rest(Rect),
    Done,
}

/// A play under way.
struct Way {
    field: PlayedGrid,
    strips: Vec<Strip>,
    windows: Vec<thin::Window>,
    random: Random,
}

impl Way {
    fn bytes(&self) -> u64 {
        let windows: u64 = self.windows.iter().map(thin::Window::bytes).sum();
        BYTES * self.field.cells.len() as u64 + windows
    }

    /// A smaller rectangle that holds all pawns but those that the strips keep; none when no way
    /// there was found.
    fn smaller(&mut self, rect: Rect) -> Option<AfterStep> {
        let (waiting, played) = (self.strips.len(), self.field.play.len());
        let mut rest = rect;
        if self.random.below(4) == 0 || self.field.colour_of(&rim::around(rest, None)).is_some() {
            self.strips_wait(&mut rest, &RectangleSide::ALL);
        }
        let is_thin = rest.is_thin();
        if is_thin {
            let ends = if rest.height() < rest.width() {
                [RectangleSide::Left, RectangleSide::Right]
            } else {
                [RectangleSide::Top, RectangleSide::Bottom]
            };
            self.strips_wait(&mut rest, &ends);
        }
        for at in waiting..self.strips.len() {
            if self.random.below(2) == 0 {
                self.strips[at].go_along(&mut self.field, rest, &mut self.random);
            }
        }
        let Way { field, random, windows, .. } = self;
        let next = if is_thin {
            thin::clear(field, rest, windows, random).then_some(AfterStep::Done)
        } else {
            rim::peel(field, rest, random).map(AfterStep::Rest)
        };
        next.filter(|_| self.all_wait(waiting, played))
    }

    /// Whether all strips from this one on, which have waited since move `played`, can
    /// be cleared: by a pawn along their edge, or on the way through a strip farther inside.
    fn all_wait(&self, first: usize, played: usize) -> bool {
        (first..self.strips.len()).all(|at| {
            let strip = self.strips[at];
            self.strips[at + 1..].iter().any(|inner| inner.touches(strip))
                || strip.edge(&self.field.play, self.field.width, played).is_some()
        })
    }

    /// Takes strips of one colour off, as many as there are, in random order.
    fn strips_wait(&mut self, rect: &mut Rect, sides: &[RectangleSide]) {
        let mut sides = sides.to_vec();
        let all = self.random.below(4) > 0;
        while !sides.is_empty() {
            let at = self.random.below(sides.len());
            match strips::outermost(&self.field, *rect, sides[at]) {
                Some((strip, rest)) => {
                    self.strips.push(strip);
                    *rect = rest;
                    let is_one = self.field.colour_of(&rim::around(rest, None)).is_some();
                    if !is_one && !all {
                        return;
                    }
                }
                None => {
                    sides.swap_remove(at);
                }
            }
        }
    }
}

/// The cells, and the play to here.
struct PlayedGrid {
    width: usize,
    cells: Vec<u8>,
    play: Vec<PlayedMove>,
    /// What the bound says for the whole board.
    least: usize,
}

/// A move and the colour that moves.
#[derive(Clone, Copy)]
struct PlayedMove {
    from: Cell,
    to: Cell,
    mover: u8,
}

impl PlayedGrid {
    /// Pawns of both colours on all cells, or none.
    fn full(width: usize, cells: &[Option<Colour>]) -> Option<PlayedGrid> {
        let mut field = PlayedGrid { width, cells: Vec::with_capacity(cells.len()), play: Vec::new(), least: 1 };
        let mut white = 0;
        for content in cells {
            let is_white = (*content)? == Colour::White;
            white += usize::from(is_white);
            field.cells.push(if is_white { other(BLACK) } else { BLACK });
        }
        (white > 0 && white < cells.len()).then_some(field)
    }

    fn at(&self, cell: Cell) -> u8 {
        self.cells[cell as usize]
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        (row * self.width + column) as Cell
    }

    /// The colour of all these cells that are not empty, if they have but one.
    fn colour_of(&self, cells: &[(usize, usize)]) -> Option<u8> {
        let mut colours =
            cells.iter().map(|&(row, column)| self.cells[row * self.width + column]).filter(|c| *c != EMPTY);
        let first = colours.next()?;
        colours.all(|colour| colour == first).then_some(first)
    }

    fn take(&mut self, from: Cell, to: Cell) {
        let mover = std::mem::replace(&mut self.cells[from as usize], EMPTY);
        debug_assert_eq!(mover + self.at(to), BLACK + other(BLACK), "pawns of both colours");
        self.cells[to as usize] = mover;
        self.play.push(PlayedMove { from, to, mover });
    }

    /// Takes moves back until `played` are left.
    fn undo(&mut self, played: usize) {
        for PlayedMove { from, to, mover } in self.play.drain(played..).rev() {
            self.cells[from as usize] = mover;
            self.cells[to as usize] = other(mover);
        }
    }
}

fn other(colour: u8) -> u8 {
    3 - colour
}

/// Rows `top..bottom` and columns `left..right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rect {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

/// A side of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RectangleSide {
    Top,
    Bottom,
    Left,
    Right,
}

impl RectangleSide {
    const ALL: [RectangleSide; 4] =
        [RectangleSide::Top, RectangleSide::Bottom, RectangleSide::Left, RectangleSide::Right];

    /// Whether it is a row.
    fn lies(self) -> bool {
        matches!(self, RectangleSide::Top | RectangleSide::Bottom)
    }
}

impl Rect {
    fn height(self) -> usize {
        self.bottom - self.top
    }

    fn width(self) -> usize {
        self.right - self.left
    }

    /// Whether there are at most four rows, or columns.
    fn is_thin(self) -> bool {
        self.height().min(self.width()) <= 4
    }

    /// The rectangle without some rows or columns of a side, and those.
    fn split(self, side: RectangleSide, deep: usize) -> (Rect, Rect) {
        let (mut rest, mut off) = (self, self);
        match side {
            RectangleSide::Top => (rest.top, off.bottom) = (self.top + deep, self.top + deep),
            RectangleSide::Bottom => (rest.bottom, off.top) = (self.bottom - deep, self.bottom - deep),
            RectangleSide::Left => (rest.left, off.right) = (self.left + deep, self.left + deep),
            RectangleSide::Right => (rest.right, off.left) = (self.right - deep, self.right - deep),
        }
        (rest, off)
    }

    fn holds(self, row: usize, column: usize) -> bool {
        (self.top..self.bottom).contains(&row) && (self.left..self.right).contains(&column)
    }

    /// How many rows or columns there are from a side to the opposite one.
    fn deep(self, side: RectangleSide) -> usize {
        if side.lies() { self.height() } else { self.width() }
    }
}
