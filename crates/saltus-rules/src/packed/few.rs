//! Positions that are lost because of a few of their pieces: if some of the boxes can never come to goals even without the other boxes,
//! no play brings all of them there (the dead squares, and the deadlocks of two and three boxes, of Sokoban's solvers: A. Junghanns, J. Schaeffer 2001).
//!
//! That holds where a move with a piece taken away is a move, too, or nothing at all, which is looked up for every operation. Then positions
//! with few of the pieces are walked through backwards from all goals, and kept: what is not among them is lost.

use rustc_hash::FxHashSet;

use saltus_core::engine::Table;
use saltus_core::limits::{Limits, Meter, Stop};

use super::{Choice, FieldLayout, Key, Packed, WIDE, Written};
use crate::definition::{Content, Definition, Goal};
use crate::geometry::Cell;
use crate::matching::{Deed, deed};

/// The most pieces that are looked at together, the most positions of them, and the part of the memory that these may take.
const TOGETHER: usize = 3;
const POSITIONS: usize = 1 << 20;
const PART: u64 = 8;

/// The most pieces that are looked at with one that has moved.
const MOST: usize = 64;

/// The positions of few pieces from which goals can be reached.
#[derive(Debug)]
pub(crate) struct Few {
    layout: FieldLayout,
    /// What the pieces are that may be left out.
    content: Content,
    together: usize,
    won: Table<WIDE>,
}

/// A choice in the order of its cells.
fn sorted(choice: &Choice) -> Choice {
    let mut choice = choice.clone();
    choice.sort_unstable();
    choice
}

/// Whether every operation without some of the pieces that it needs does nothing or what another does, which costs no more.
fn may_be_left_out(written: &[Written], content: Content) -> bool {
    let by_cost = |free: bool| -> FxHashSet<Choice> {
        written.iter().filter(|one| one.free == free).map(|one| sorted(&one.choice)).collect()
    };
    let (free, paid) = (by_cost(true), by_cost(false));
    let is_there = |one: &Written| {
        // The piece that it moves is on two cells, others on one.
        let moved = match deed(&one.choice, content) {
            Deed::Step(from, to) => vec![from, to],
            _ => Vec::new(),
        };
        let stays = |&(cell, before, _): &_| {
            (before == content && !moved.contains(&(cell as usize))).then_some(vec![cell as usize])
        };
        let pieces: Vec<Vec<usize>> =
            one.choice.iter().filter_map(stays).chain((!moved.is_empty()).then_some(moved.clone())).collect();
        (1..1usize << pieces.len()).all(|out| {
            let is_out =
                |cell: Cell| (0..pieces.len()).any(|at| out >> at & 1 == 1 && pieces[at].contains(&cell.into()));
            let without = |cell: Cell, held: Content| if held == content && is_out(cell) { 0 } else { held };
            let whole: Choice = one
                .choice
                .iter()
                .map(|&(cell, before, after)| (cell, without(cell, before), without(cell, after)))
                .collect();
            let changes: Choice = whole.iter().copied().filter(|&(_, before, after)| before != after).collect();
            let is_known = |choice: &Choice| {
                let choice = sorted(choice);
                free.contains(&choice) || !one.free && paid.contains(&choice)
            };
            changes.is_empty() || is_known(&whole) || is_known(&changes)
        })
    };
    written.iter().all(is_there)
}

/// The kind of which there are several pieces, if all but one piece at most are of it.
fn kind(definition: &Definition) -> Option<Content> {
    let mut pieces: Vec<Content> = definition.start.iter().copied().filter(|content| *content > 0).collect();
    pieces.sort_unstable();
    let kind = *pieces.get(pieces.len() / 2)?;
    let others = pieces.iter().filter(|content| **content != kind).count();
    (others <= 1 && pieces.len() > 1 + others).then_some(kind)
}

/// Pieces that may be left out, and the only other one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pushed {
    content: Content,
    mover: Option<Content>,
}

impl Pushed {
    /// None where pieces cannot be left out, or where moves that cost nothing push them.
    pub(crate) fn of(definition: &Definition, written: &[Written]) -> Option<Self> {
        let has_more = !definition.turns.is_empty() || definition.blocks.is_some() || !definition.cycles.is_empty();
        let content = kind(definition).filter(|_| !has_more)?;
        let mover = definition.start.iter().copied().find(|one| *one > 0 && *one != content);
        let is_known = |one: Content| one == 0 || one == content || Some(one) == mover;
        for one in written {
            let other = |&(_, before, after): &_| before != after && !(is_known(before) && is_known(after));
            let moves = mover.is_none_or(|mover| deed(&one.choice, mover) != Deed::Other);
            // Free moves lead to as many positions as there are cells, if they leave the others where they are.
            let pushed = deed(&one.choice, content);
            let is_bad = pushed == Deed::Other || one.free && pushed != Deed::None;
            if one.chain || !moves || is_bad || one.choice.iter().any(other) {
                return None;
            }
        }
        may_be_left_out(written, content).then_some(Pushed { content, mover })
    }
}

/// The number of ways to choose `few` of these.
fn choices_of(few: usize, of: usize) -> usize {
    (0..few).fold(1, |ways: usize, at| ways.saturating_mul(of - at) / (at + 1))
}

/// Passes every choice of `few` of these cells to `visit`.
fn each_choice(cells: &[usize], few: usize, chosen: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if few == 0 {
        return visit(chosen);
    }
    for (at, &cell) in cells.iter().enumerate() {
        chosen.push(cell);
        each_choice(&cells[at + 1..], few - 1, chosen, visit);
        chosen.pop();
    }
}

impl Few {
    /// As many pieces together as there is room for, of a kind that may be left out.
    pub(crate) fn of(
        packed: &Packed<WIDE>,
        Pushed { content, mover }: Pushed,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Stop> {
        let (definition, layout) = (&packed.definition, packed.layout);
        let count = |wanted: &dyn Fn(Content) -> bool| definition.start.iter().filter(|one| wanted(**one)).count();
        let (pieces, cells) = (count(&|one| one == content), layout.cells);
        let positions = |few: usize| choices_of(few, cells).saturating_mul(mover.map_or(1, |_| cells));
        // In a table, and in a list.
        let bytes = |few: usize| (positions(few).saturating_mul(size_of::<Key<WIDE>>() * 3)) as u64;
        let fits = |few: &usize| positions(*few) <= POSITIONS && bytes(*few) <= limits.whole() / PART;
        let Some(together) = (1..=TOGETHER.min(pieces)).rev().find(fits) else { return Ok(None) };
        limits.afford(bytes(together))?;
        let (mut won, mut open) = (Table::default(), Vec::new());
        for goal in &definition.goals {
            let Goal::Picture(asked) = goal else { return Ok(None) };
            let wanted = asked.iter().filter(|asked| **asked == Some(content)).count();
            // Where the goal asks for all of them, none may be elsewhere.
            let may = |cell: &usize| asked[*cell] == Some(content) || asked[*cell].is_none() && wanted < pieces;
            let places: Vec<usize> = (0..cells).filter(may).collect();
            let stands = |cell: &usize| asked[*cell].is_none() || asked[*cell] == mover;
            each_choice(&places, together, &mut Vec::new(), &mut |chosen| {
                let mut key = [0; WIDE];
                chosen.iter().for_each(|cell| layout.set(&mut key, *cell, content.into()));
                let Some(mover) = mover else { return open.push(key) };
                for cell in (0..cells).filter(|cell| stands(cell) && !chosen.contains(cell)) {
                    let mut key = key;
                    layout.set(&mut key, cell, mover.into());
                    open.push(key);
                }
            });
        }
        for key in &open {
            won.insert(*key);
        }
        let (backward, mut before) = (packed.backward(), Vec::new());
        // The limit on nodes is one of the search.
        let limits = Limits { nodes: u64::MAX, ..*limits };
        let mut meter = Meter::new(&limits, "few pieces");
        while let Some(key) = open.pop() {
            meter.node(|| bytes(together))?;
            before.clear();
            backward.successors(&key, &mut before);
            won.insert_all(&before, &mut open);
        }
        backward.were_whole()?;
        Ok(Some(Few { layout, content, together, won }))
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.won.bytes()
    }

    /// Whether a position that follows from another one is lost, because of pieces one of which has moved.
    pub(crate) fn is_lost(&self, before: &Key<WIDE>, after: &Key<WIDE>) -> bool {
        let (mut all, mut moved, mut rest) = ([0; MOST], None, *after);
        let mut count = 0;
        self.layout.each_holder(after, self.content, |cell| {
            let (word, shift) = self.layout.place(cell);
            rest[word] &= !(self.layout.field << shift);
            if self.layout.get(before, cell) != self.content && moved.is_none() {
                moved = Some(cell);
            } else if count < MOST {
                all[count] = cell;
                count += 1;
            }
        });
        let Some(moved) = moved else { return false };
        self.layout.set(&mut rest, moved, self.content.into());
        self.is_lost_with(rest, &all[..count], self.together - 1)
    }

    /// Whether a position is lost with `more` more of these.
    fn is_lost_with(&self, key: Key<WIDE>, cells: &[usize], more: usize) -> bool {
        if more == 0 {
            return !self.won.contains(&key);
        }
        let with = |(at, cell): (usize, &usize)| {
            let mut key = key;
            self.layout.set(&mut key, *cell, self.content.into());
            self.is_lost_with(key, &cells[at + 1..], more - 1)
        };
        cells.iter().enumerate().any(with)
    }
}
