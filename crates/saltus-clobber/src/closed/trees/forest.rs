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
    cells: Vec<Cell>,
    /// The vertex above each; [`NONE`] for a root.
    parents: Vec<u32>,
}

impl Forest {
    /// None when there is a cycle.
    pub(super) fn new(board: &Board, contents: &[Option<Colour>]) -> Option<Self> {
        let pawns = contents.iter().flatten().count();
        let mut forest = Forest { cells: Vec::with_capacity(pawns), parents: Vec::with_capacity(pawns) };
        // Which vertex led to a cell first; a root, the root itself.
        let mut finders = vec![NONE; contents.len()];
        let mut next = 0;
        for root in 0..contents.len() {
            if contents[root].is_none() || finders[root] != NONE {
                continue;
            }
            finders[root] = forest.push(root as Cell, NONE);
            while next < forest.len() {
                forest.explore(next, board, contents, &mut finders)?;
                next += 1;
            }
        }
        Some(forest)
    }

    fn push(&mut self, cell: Cell, parent: u32) -> u32 {
        self.cells.push(cell);
        self.parents.push(parent);
        self.len() as u32 - 1
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

    /// How many vertices there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn cell(&self, vertex: usize) -> Cell {
        self.cells[vertex]
    }

    pub(super) fn colour(&self, vertex: usize, contents: &[Option<Colour>]) -> Colour {
        contents[self.cells[vertex] as usize].expect("vertices are cells with pawns")
    }

    pub(super) fn parent(&self, vertex: usize) -> Option<usize> {
        Some(self.parents[vertex]).filter(|&parent| parent != NONE).map(|parent| parent as usize)
    }

    /// The children of a vertex, given where those of the vertices after it begin.
    pub(super) fn children_before(&self, vertex: usize, mut end: usize) -> Range<usize> {
        while end > 0 && self.parents[end - 1] == NONE {
            end -= 1;
        }
        let children = self.parents[..end].iter().rev().take_while(|&&parent| parent == vertex as u32).count();
        end - children..end
    }

    /// The children of a vertex, given where those of the vertices before it end.
    pub(super) fn children_after(&self, vertex: usize, mut start: usize) -> Range<usize> {
        while self.parents.get(start) == Some(&NONE) {
            start += 1;
        }
        let children = self.parents[start..].iter().take_while(|&&parent| parent == vertex as u32).count();
        start..start + children
    }
}
