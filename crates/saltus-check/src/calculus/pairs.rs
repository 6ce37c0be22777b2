//! A number for each two cells with what stands on them, and by how much rules lower their sum.

use super::ground::Change;
use super::positions::{find_cell, find_kind};
use super::text::{Node, number};
use crate::board::Cell;
use crate::definition::Definition;
use crate::outcome::{Checked, Limits, Place, ensure, refuse};
use std::collections::BTreeMap;

/// A cell and what stands there.
type Held = (usize, Cell);

/// Numbers of pairs: by what stands before what in reading order, and more for some on certain cells.
pub(super) struct Pairs {
    kinds: usize,
    cells: usize,
    ordered: Vec<i128>,
    special: BTreeMap<(Held, Held), i128>,
}

impl Pairs {
    /// Reads lines `A B NUMBER` and `A@CELL B@CELL NUMBER`.
    pub(super) fn read(definition: &Definition, nodes: &[Node<'_>], limits: &Limits) -> Checked<Self> {
        let (kinds, cells) = (definition.bases().0 as usize, definition.cells());
        let ordered = limits.filled(kinds * kinds, 0, "pairs")?;
        let mut this = Self { kinds, cells, ordered, special: BTreeMap::new() };
        for node in nodes {
            this.read_pair(definition, node).at(node.place())?;
        }
        Ok(this)
    }

    fn read_pair(&mut self, definition: &Definition, node: &Node<'_>) -> Checked<()> {
        let &[one, other, value] = node.leaf()? else {
            return refuse("a pair is two pieces and a number");
        };
        let value = number(value)?;
        let part = |word: &str| -> Checked<(Cell, Option<usize>)> {
            // A piece may be called `@`.
            let at = word.char_indices().skip(1).find(|(_, letter)| *letter == '@').map(|(at, _)| at);
            let (name, cell) = at.map_or((word, None), |at| (&word[..at], Some(&word[at + 1..])));
            let kind = find_kind(definition, name)?;
            Ok((kind, cell.map(|cell| find_cell(definition, cell)).transpose()?))
        };
        match (part(one)?, part(other)?) {
            ((one, None), (other, None)) => self.ordered[one as usize * self.kinds + other as usize] += value,
            ((one, Some(cell)), (other, Some(with))) => {
                ensure(cell != with, "a pair is of two cells")?;
                let (first, second) = ((cell, one).min((with, other)), (cell, one).max((with, other)));
                *self.special.entry((first, second)).or_default() += value;
            }
            _ => return refuse("either both pieces have a cell, or none"),
        }
        Ok(())
    }

    /// The number of two cells.
    pub(super) fn at(&self, one: Held, other: Held) -> i128 {
        let (first, second) = (one.min(other), one.max(other));
        let special = if self.special.is_empty() { None } else { self.special.get(&(first, second)) };
        self.ordered[first.1 as usize * self.kinds + second.1 as usize] + special.unwrap_or(&0)
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.ordered.len() * size_of::<i128>()) as u64
    }

    /// The sum of a position.
    pub(super) fn of(&self, position: &[Cell]) -> i128 {
        let held = |cell: usize| (cell, position[cell]);
        let with = |cell: usize| (0..cell).map(move |other| self.at(held(other), held(cell)));
        (0..self.cells).flat_map(with).sum()
    }

    /// The number of steps it takes to find how much `parts` cells lower the sum.
    pub(super) fn price(&self, parts: usize) -> u64 {
        ((parts + self.cells * self.kinds) * parts) as u64
    }

    /// By how much a rule lowers the sum for certain, with what is worst on each other cell.
    pub(super) fn fall_of(&self, changes: &[Change]) -> i128 {
        let before = |change: &Change| (change.0, change.1);
        let after = |change: &Change| (change.0, change.2);
        let mut fall = 0;
        for (index, one) in changes.iter().enumerate() {
            for other in &changes[..index] {
                fall += self.at(before(other), before(one)) - self.at(after(other), after(one));
            }
        }
        for cell in (0..self.cells).filter(|cell| changes.iter().all(|change| change.0 != *cell)) {
            let with = |content: Cell| -> i128 {
                let there = (cell, content);
                changes.iter().map(|change| self.at(before(change), there) - self.at(after(change), there)).sum()
            };
            fall += (0..self.kinds as Cell).map(with).max().unwrap_or(0);
        }
        fall
    }
}
