//! A number for each two cells with what stands on them, and by how much rules lower their sum.

use super::text::{Node, number};
use crate::board::Cell;
use crate::definition::{Definition, Part, Step, What, Write, spend};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit, quote, refuse};
use std::collections::BTreeMap;

/// Most cells of a rule.
const MOST: usize = 64;

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
        let &[one, other, value] = node.words.as_slice() else {
            return refuse("a pair is two pieces and a number");
        };
        let value = number(value)?;
        let part = |word: &str| -> Checked<(Cell, Option<usize>)> {
            let (name, cell) = word.split_once('@').map_or((word, None), |(name, cell)| (name, Some(cell)));
            let kind = definition.content(name).or_refuse(format_args!("{} is no piece", quote(name)))?;
            let find = |cell: &str| {
                let found = (0..self.cells).find(|&number| definition.cell_name(number) == cell);
                found.or_refuse(format_args!("there is no cell {}", quote(cell)))
            };
            Ok((kind, cell.map(find).transpose()?))
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

    /// The sum of a position.
    pub(super) fn of(&self, position: &[Cell]) -> i128 {
        let held = |cell: usize| (cell, position[cell]);
        let with = |cell: usize| (0..cell).map(move |other| self.at(held(other), held(cell)));
        (0..self.cells).flat_map(with).sum()
    }

    /// The most by which a rule lowers the sum: whatever it may find on its cells, and on each other cell what is worst.
    pub(super) fn fall(&self, definition: &Definition, step: &Step<'_>, steps: &mut u64) -> Checked<i128> {
        let touched = |part: &&Part| part.write != Write::Keep || !matches!(part.test, What::Any | What::Unseen);
        let parts: Vec<Part> = step.parts.iter().filter(touched).copied().collect();
        limit(parts.len() <= MOST, format_args!("pairs on more than {MOST} cells of a rule"))?;
        let mut found = Found { before: vec![0; parts.len()], classes: Vec::new(), most: None };
        self.assign(definition, &parts, 0, &mut found, steps)?;
        Ok(found.most.unwrap_or(0))
    }

    /// Goes through all contents that the cells from one on may hold.
    fn assign(
        &self,
        definition: &Definition,
        parts: &[Part],
        at: usize,
        found: &mut Found,
        steps: &mut u64,
    ) -> Checked<()> {
        let Some(part) = parts.get(at) else {
            let fall = self.fall_of(parts, found, steps)?;
            found.most = Some(found.most.map_or(fall, |most| most.max(fall)));
            return Ok(());
        };
        let all: Vec<Cell>;
        let (contents, class) = match part.test {
            What::Content(content) => (&[content][..], None),
            What::Class(class) => match found.classes.iter().find(|(other, _)| *other == class) {
                Some(&(_, piece)) => {
                    found.before[at] = piece;
                    return self.assign(definition, parts, at + 1, found, steps);
                }
                None => (definition.class(class), Some(class)),
            },
            What::Any | What::Unseen => {
                all = (0..self.kinds as Cell).collect();
                (&all[..], None)
            }
        };
        for &content in contents {
            found.before[at] = content;
            let known = found.classes.len();
            found.classes.extend(class.map(|class| (class, content)));
            self.assign(definition, parts, at + 1, found, steps)?;
            found.classes.truncate(known);
        }
        Ok(())
    }

    fn fall_of(&self, parts: &[Part], found: &Found, steps: &mut u64) -> Checked<i128> {
        spend(steps, ((parts.len() + self.cells * self.kinds) * parts.len()) as u64)?;
        let before = |index: usize| (parts[index].cell, found.before[index]);
        let after = |index: usize| {
            let part = &parts[index];
            let content = match part.write {
                Write::Keep => found.before[index],
                Write::Content(content) => content,
                Write::Class(class) => {
                    found.classes.iter().find(|(other, _)| *other == class).map_or(0, |&(_, piece)| piece)
                }
                Write::From(cell) => {
                    parts.iter().position(|other| other.cell == cell).map_or(0, |index| found.before[index])
                }
            };
            (part.cell, content)
        };
        let mut fall = 0;
        for one in 0..parts.len() {
            for other in 0..one {
                fall += self.at(before(other), before(one)) - self.at(after(other), after(one));
            }
        }
        for cell in (0..self.cells).filter(|cell| parts.iter().all(|part| part.cell != *cell)) {
            let with = |content: Cell| -> i128 {
                let falls = (0..parts.len())
                    .map(|index| self.at(before(index), (cell, content)) - self.at(after(index), (cell, content)));
                falls.sum()
            };
            fall += (0..self.kinds as Cell).map(with).max().unwrap_or(0);
        }
        Ok(fall)
    }
}

/// What the cells of a rule hold, as far as it is chosen.
struct Found {
    before: Vec<Cell>,
    /// What classes stand for.
    classes: Vec<(usize, Cell)>,
    /// The greatest fall so far.
    most: Option<i128>,
}
