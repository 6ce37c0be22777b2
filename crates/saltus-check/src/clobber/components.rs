//! The bound `components`: pawns never leave the part of the graph that they stand on, and a part
//! of two colours keeps one pawn, or two where an invariant says so (E. D. Demaine, M. L. Demaine,
//! R. Fleischer 2004). docs/certificates.md has the proof.

use super::configuration::{BLACK, NONE, other};
use super::shape::Shape;
use crate::outcome::{Checked, Limits};

/// Room to evaluate the bound on many configurations of one graph.
pub(super) struct Components<'a> {
    shape: &'a Shape,
    /// By cell, the side of a bipartition that it was put on, as if it were a colour.
    side: Vec<u8>,
    to_visit: Vec<usize>,
    /// How many neighbours were looked at so far.
    pub(super) visits: u64,
}

impl<'a> Components<'a> {
    pub(super) fn new(shape: &'a Shape, limits: &Limits) -> Checked<Self> {
        limits.steps(shape.visits(), "the components")?;
        let side = limits.vector(shape.cells(), "the components")?;
        let to_visit = limits.vector(shape.cells(), "the components")?;
        Ok(Self { shape, side, to_visit, visits: 0 })
    }

    /// The pawns that every play from there leaves at least, or a part of them that is no less than
    /// `enough`.
    pub(super) fn bound(&mut self, pawns: &[u8], enough: u64) -> u64 {
        self.side.clear();
        self.side.resize(pawns.len(), NONE);
        let mut sum = 0;
        for cell in 0..pawns.len() {
            if pawns[cell] != NONE && self.side[cell] == NONE && sum < enough {
                sum += self.component(pawns, cell);
            }
        }
        sum
    }

    /// What is left of the component of a cell.
    fn component(&mut self, pawns: &[u8], first: usize) -> u64 {
        let Self { shape, side, to_visit, visits } = self;
        let (mut count, mut blacks, mut clashing, mut bipartite) = (0, 0, 0, true);
        side[first] = BLACK;
        to_visit.push(first);
        while let Some(cell) = to_visit.pop() {
            let here = side[cell];
            count += 1;
            blacks += u64::from(pawns[cell] == BLACK);
            clashing += u64::from(pawns[cell] == here);
            shape.each_neighbour(cell, |next| {
                *visits += 1;
                if pawns[next] != NONE && side[next] == NONE {
                    side[next] = other(here);
                    to_visit.push(next);
                }
                bipartite &= pawns[next] == NONE || side[next] != here;
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
