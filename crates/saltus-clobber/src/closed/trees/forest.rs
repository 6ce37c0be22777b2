//! The pawns of a forest, numbered breadth first.

use std::ops::Range;

use crate::rules::Colour;
use saltus_core::board::{Board, Cell};

/// No vertex.
pub(super) const NONE: u32 = u32::MAX;

/// The pawns, as *vertices*: each comes after its parent, and the children of a vertex are side
/// by side, in the order of their parents.
pub(super) struct Forest {
    /// The cell of each vertex.
    pub(super) cells: Vec<Cell>,
    /// The vertex above each; [`NONE`] for a root.
    parents: Vec<u32>,
    /// Where the children of each end.
    ends: Vec<u32>,
}

impl Forest {
    /// None when there is a cycle.
    pub(super) fn new(board: &Board, contents: &[Option<Colour>]) -> Option<Self> {
        let pawns = contents.iter().flatten().count();
        let [cells, parents, ends] = [(); 3].map(|()| Vec::with_capacity(pawns));
        let mut forest = Forest { cells, parents, ends };
        // Which vertex led to a cell first; a root, the root itself.
        let mut finders = vec![NONE; contents.len()];
        for root in 0..contents.len() {
            if contents[root].is_none() || finders[root] != NONE {
                continue;
            }
            finders[root] = forest.push(root as Cell, NONE);
            while forest.ends.len() < forest.cells.len() {
                forest.explore(forest.ends.len(), board, contents, &mut finders)?;
                forest.ends.push(forest.cells.len() as u32);
            }
        }
        Some(forest)
    }

    fn push(&mut self, cell: Cell, parent: u32) -> u32 {
        self.cells.push(cell);
        self.parents.push(parent);
        self.cells.len() as u32 - 1
    }

    /// Appends the children of a vertex; none when an edge leads to a vertex that is there already.
    fn explore(
        &mut self,
        vertex: usize,
        board: &Board,
        contents: &[Option<Colour>],
        finders: &mut [u32],
    ) -> Option<()> {
        let (cell, parent) = (self.cells[vertex], self.parent(vertex).map(|parent| self.cells[parent]));
        for next in board.neighbours(cell) {
            // The way back, and an edge from a cell to itself, are no cycles.
            if contents[next as usize].is_none() || next == cell || Some(next) == parent {
                continue;
            }
            let finder = &mut finders[next as usize];
            if *finder == NONE {
                *finder = vertex as u32;
                self.push(next, vertex as u32);
            } else if *finder != vertex as u32 {
                return None;
            }
        }
        Some(())
    }

    pub(super) fn colour(&self, vertex: usize, contents: &[Option<Colour>]) -> Colour {
        contents[self.cells[vertex] as usize].expect("vertices are cells with pawns")
    }

    pub(super) fn parent(&self, vertex: usize) -> Option<usize> {
        Some(self.parents[vertex]).filter(|&parent| parent != NONE).map(|parent| parent as usize)
    }

    /// The children of a vertex. A root comes after all vertices of the trees before it.
    pub(super) fn children(&self, vertex: usize) -> Range<usize> {
        let before = vertex.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        before.max(vertex + 1)..self.ends[vertex] as usize
    }
}
