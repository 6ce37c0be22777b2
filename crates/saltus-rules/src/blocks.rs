//! Pieces of several cells.
//!
//! A position has the number of a block's kind on its first cell, in reading order, and a content of its own, *covered*, on the
//! others. So blocks of one kind are interchangeable without further ado, and a way of a block is a rule like any other.

use crate::definition::Content;
use crate::geometry::{Cell, Geometry};

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockMetric {
    /// One cell.
    Unit,
    /// Any number of cells in one direction.
    Straight,
    /// Any way.
    Walk,
}

impl BlockMetric {
    /// The headword for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            BlockMetric::Unit => "unit",
            BlockMetric::Straight => "straight",
            BlockMetric::Walk => "walk",
        }
    }
}

/// Blocks that can stand for one another.
#[derive(Clone, Debug)]
pub(crate) struct BlockKind {
    /// Rows and columns of the cells relative to the first one, which is included.
    pub(crate) shape: Vec<(i32, i32)>,
    /// The letters of the blocks of this kind.
    pub(crate) letters: Vec<String>,
}

/// The blocks of a board.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    pub(crate) metric: BlockMetric,
    pub(crate) axis: bool,
    /// By number, from 1.
    pub(crate) kinds: Vec<BlockKind>,
}

impl Blocks {
    /// The content of a cell that is not the first of its block.
    pub(crate) fn covered(&self) -> Content {
        self.kinds.len() as Content + 1
    }

    /// The cells of a block of this kind, given its first one; none where they are not on the board.
    pub(crate) fn cells(&self, board: &Geometry, kind: usize, first: Cell) -> Option<Vec<Cell>> {
        self.kinds[kind].shape.iter().map(|&offset| board.step(first, offset)).collect()
    }

    /// The kind of the block with a letter.
    pub(crate) fn kind(&self, letter: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.letters.iter().any(|other| other == letter))
    }

    /// The letters of the cells: blocks of one kind have theirs in reading order. In the picture of a goal there is `?` where it does not look.
    pub(crate) fn goal_labels(&self, board: &Geometry, contents: &[Option<Content>]) -> Vec<String> {
        let label = |content: &Option<Content>| if *content == Some(0) { "." } else { "?" }.to_owned();
        let mut labels: Vec<String> = contents.iter().map(label).collect();
        let mut met = vec![0; self.kinds.len()];
        for (cell, content) in contents.iter().enumerate() {
            let Some(kind) = content.filter(|&content| content != 0 && content != self.covered()) else { continue };
            let kind = kind as usize - 1;
            let letters = &self.kinds[kind].letters;
            let letter = &letters[met[kind] % letters.len()];
            met[kind] += 1;
            for cell in self.cells(board, kind, cell as Cell).into_iter().flatten() {
                labels[cell as usize].clone_from(letter);
            }
        }
        labels
    }

    /// Leaves out the blocks that a picture does not have.
    pub(crate) fn keep(&mut self, labels: &[&str]) {
        let is_there = |letter: &String| labels.contains(&letter.as_str());
        self.kinds.iter_mut().for_each(|kind| kind.letters.retain(is_there));
    }

    /// What the labels of a picture say; in words what is wrong with them.
    pub(crate) fn contents(&self, board: &Geometry, labels: &[&str]) -> Result<Vec<Content>, String> {
        let mut contents = vec![0; labels.len()];
        let mut met: Vec<&str> = Vec::new();
        for (first, &label) in labels.iter().enumerate() {
            if label == "." || met.contains(&label) {
                continue;
            }
            met.push(label);
            let kind = self.kind(label).ok_or_else(|| format!("\"{label}\" is no block here"))?;
            let here: Vec<Cell> =
                (0..).zip(labels).filter(|(_, other)| **other == label).map(|(cell, _)| cell).collect();
            if self.cells(board, kind, first as Cell).is_none_or(|cells| cells != here) {
                return Err(format!("block {label} has another shape"));
            }
            here.iter().for_each(|&cell| contents[cell as usize] = self.covered());
            contents[first] = kind as Content + 1;
        }
        Ok(contents)
    }

    /// The steps that a block of this kind may take.
    pub(crate) fn steps(&self, kind: usize) -> Vec<(i32, i32)> {
        let across = self.kinds[kind].shape.iter().any(|&(_, column)| column != 0);
        let steps = [(0, 1), (0, -1), (-1, 0), (1, 0)];
        steps.into_iter().filter(|&(rows, _)| !self.axis || (rows == 0) == across).collect()
    }
}
