//! The bound `components`: pawns never leave the part of the graph that they stand on, and a part
//! of two colours keeps one pawn, or two where an invariant says so (E. D. Demaine, M. L. Demaine,
//! R. Fleischer 2004). docs/certificates.md has the proof.

use super::configuration::{BLACK, Clobber, NONE, other};
use super::shape::Shape;
use crate::board::Cell;
use crate::closed_set::Bound;
use crate::outcome::{Checked, Limits};

/// Room to evaluate the bound on many configurations of one graph.
pub(crate) struct Components<'a> {
    shape: &'a Shape,
    /// By cell, the side of a bipartition that it was put on, as if it were a colour.
    side: Vec<u8>,
    to_visit: Vec<usize>,
    /// How many neighbours were looked at so far.
    visits: u64,
}

impl<'a> Components<'a> {
    pub(crate) fn new(clobber: &'a Clobber, limits: &Limits) -> Checked<Self> {
        let shape = &clobber.shape;
        limits.steps(shape.visits(), "the components")?;
        let side = limits.vector(shape.cells(), "the components")?;
        let to_visit = limits.vector(shape.cells(), "the components")?;
        Ok(Self { shape, side, to_visit, visits: 0 })
    }

    /// The pawns that every play from there leaves at least, or a part of them that is no less than
    /// `enough`.
    pub(crate) fn bound<P: Copy + Into<Cell>>(&mut self, pawns: &[P], enough: u64) -> u64 {
        self.side.clear();
        self.side.resize(pawns.len(), NONE);
        let mut sum = 0;
        for cell in 0..pawns.len() {
            if !stands(pawns, NONE, cell) && self.side[cell] == NONE && sum < enough {
                sum += self.component(pawns, cell);
            }
        }
        sum
    }

    /// The same as the bound of a closed set.
    pub(crate) fn into_bound(mut self, enough: u64) -> Bound<'a> {
        Box::new(move |digits| {
            // Without whose turn it is.
            let (pawns, before) = (&digits[..self.shape.cells()], self.visits);
            (self.bound(pawns, enough), self.visits - before)
        })
    }

    /// What is left of the component of a cell.
    fn component<P: Copy + Into<Cell>>(&mut self, pawns: &[P], first: usize) -> u64 {
        let Self { shape, side, to_visit, visits } = self;
        let (mut count, mut blacks, mut clashing, mut bipartite) = (0, 0, 0, true);
        side[first] = BLACK;
        to_visit.push(first);
        while let Some(cell) = to_visit.pop() {
            let here = side[cell];
            count += 1;
            blacks += u64::from(stands(pawns, BLACK, cell));
            clashing += u64::from(stands(pawns, here, cell));
            shape.each_neighbour(cell, |next| {
                *visits += 1;
                let empty = stands(pawns, NONE, next);
                if !empty && side[next] == NONE {
                    side[next] = other(here);
                    to_visit.push(next);
                }
                bipartite &= empty || side[next] != here;
            });
        }
        if blacks == 0 || blacks == count {
            count
        } else if bipartite && (count + clashing) % 3 == 0 {
            2
        } else {
            1
        }
    }
}

/// Whether that is on a cell.
fn stands<P: Copy + Into<Cell>>(pawns: &[P], what: u8, cell: usize) -> bool {
    pawns[cell].into() == Cell::from(what)
}
