//! The words of plays as walks: what stands on a pawn's cell while its separations are read from
//! left to right, and what each arrow adds to the balance.

use std::array;

use crate::closed::letters::Mark;
use crate::rules::Colour;

/// A pawn, and the next one if their cells are adjacent.
pub(super) type PawnAndNext = (Colour, Option<Colour>);

/// What is known about a pawn's cell when everything left of it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A bar is left of it.
    First,
    /// A pawn of the other colour arrives from the left.
    Taken,
    /// The separation to its right has to be crossed to the left, by a pawn of the other colour.
    Open,
    /// Its pawn leaves it to the left.
    Source,
}

/// How many states a walk may be in: a place, and whether a segment of the colour that is asked for
/// has been met.
pub(super) const STATES: usize = 8;

/// The state of a place without such a segment; the next number is the state with one.
pub(super) const fn state(place: Place) -> usize {
    2 * place as usize
}

/// One step of a walk, from a pawn to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) mark: Mark,
    /// The balance, black moves less white ones, rises by this: 1, 0 or -1.
    pub(super) rise: isize,
}

impl Edge {
    /// Bars, as each of them leaves one pawn more.
    pub(super) fn cost(self) -> i32 {
        i32::from(self.mark == Mark::Bar)
    }
}

/// The steps over all neighbours, where the segments that are asked for are those whose last move is
/// of one colour.
pub(super) struct EdgeTable([Vec<Edge>; 6]);

impl EdgeTable {
    pub(super) fn new(last: Colour) -> Self {
        const COLOURS: [Colour; 2] = [Colour::Black, Colour::White];
        let next = [Some(Colour::Black), Some(Colour::White), None];
        EdgeTable(array::from_fn(|index| edges((COLOURS[index % 2], next[index / 2]), last)))
    }

    pub(super) fn edges(&self, (own, next): PawnAndNext) -> &[Edge] {
        &self.0[own as usize + 2 * next.map_or(2, |next| next as usize)]
    }
}

fn edges((own, next): PawnAndNext, last: Colour) -> Vec<Edge> {
    use Mark::{Bar, Left, Right};
    use Place::{First, Open, Source, Taken};
    let other = own.other();
    let mut edges = Vec::new();
    // `mover` is the pawn that crosses the separation, `ends` the colour of a segment's last move, where it becomes known.
    let mut step = |from, to, mark, mover: Option<Colour>, ends: Option<Colour>| {
        let met = usize::from(ends == Some(last));
        let rise = mover.map_or(0, |mover| if mover == Colour::Black { 1 } else { -1 });
        edges.extend([0, 1].map(|had| Edge { from: state(from) + had, to: state(to) + (had | met), mark, rise }));
    };
    for (from, ends) in [(First, None), (Taken, Some(other)), (Source, None)] {
        step(from, First, Bar, None, ends);
    }
    if let Some(next) = next {
        // A mover that finds its own colour has to wait for a pawn from the right, and then makes the
        // segment's last move.
        for (from, mover) in [(First, own), (Taken, other)] {
            let (to, ends) = if next == mover { (Open, Some(mover)) } else { (Taken, None) };
            step(from, to, Right, Some(mover), ends);
        }
        // A pawn that comes from the right is the first of its colour there.
        for (from, mover, ends) in [(First, other, Some(other)), (Taken, own, Some(own)), (Open, other, None)] {
            step(from, if next == mover { Source } else { Open }, Left, Some(mover), ends);
        }
    }
    edges
}
