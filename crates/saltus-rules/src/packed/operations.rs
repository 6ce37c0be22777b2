//! All that moves do to positions as words, forward or backward.

use rustc_hash::{FxHashMap, FxHashSet};
use saltus_core::limits::Stop;

use super::{Choice, FieldLayout, Key, Written, on};
use crate::definition::{self, Content, Definition};
use crate::geometry::Cell;
use crate::ground::{Operation, Put, ways_of};
use crate::rules::Ways;

/// An operation with every choice made, as masks.
#[derive(Clone, Copy, Debug)]
struct Flip<const W: usize> {
    mask: Key<W>,
    value: Key<W>,
    change: Key<W>,
    /// The cell that the piece comes to, for chains.
    to: Cell,
}

impl<const W: usize> Flip<W> {
    fn new(layout: FieldLayout, choice: &Choice, turn: Option<(u8, u8)>, to: Cell) -> Self {
        let mut flip = Flip { mask: [0; W], value: [0; W], change: [0; W], to };
        let turn = turn.map(|(before, after)| (layout.cells as Cell, before, after));
        for (field, before, after) in choice.iter().copied().chain(turn) {
            layout.set(&mut flip.mask, field as usize, layout.field);
            layout.set(&mut flip.value, field as usize, before.into());
            layout.set(&mut flip.change, field as usize, (before ^ after).into());
        }
        flip
    }

    #[inline]
    fn applies(&self, key: &Key<W>) -> bool {
        (0..W).fold(0, |differs, word| differs | key[word] & self.mask[word] ^ self.value[word]) == 0
    }

    #[inline]
    fn after(&self, key: &Key<W>) -> Key<W> {
        std::array::from_fn(|word| key[word] ^ self.change[word])
    }
}

/// Which operations are looked at.
#[derive(Debug)]
enum Index<const W: usize> {
    /// All of them.
    All(Vec<Flip<W>>),
    /// Those of the cells that hold this content, which few cells do.
    Rare { content: Content, by_cell: Vec<Vec<Flip<W>>> },
}

/// Contents go from field to field.
#[derive(Debug)]
struct FieldCycle<const W: usize> {
    /// The fields that change.
    mask: Key<W>,
    /// From which field to which one.
    moves: Vec<(Cell, Cell)>,
}

/// All that moves do to positions as words, forward or backward.
#[derive(Debug)]
pub(crate) struct Operations<const W: usize> {
    layout: FieldLayout,
    single: Index<W>,
    /// Operations without a test that only move contents from field to field.
    cycles: Vec<FieldCycle<W>>,
    /// What begins a chain.
    begins: Vec<Flip<W>>,
    /// What goes on with it, by the cell of the piece that moves and what the piece is.
    chained: Vec<Vec<Flip<W>>>,
    /// Where chains that have too many ways leave a note.
    ways: Ways,
    /// The most ways.
    most: usize,
    /// Whether several of them may lead to one position.
    may_repeat: bool,
}

/// Whether an operation has no test and only moves contents from cell to cell.
pub(super) fn is_cycle(operation: &Operation) -> bool {
    operation.tests.is_empty() && operation.writes.iter().all(|(_, put)| matches!(put, Put::Of(_)))
}

impl<const W: usize> Operations<W> {
    pub(super) fn new(
        definition: &Definition,
        layout: FieldLayout,
        written: &mut dyn Iterator<Item = &Written>,
        cycles: &[definition::Cycle],
        back: bool,
        ways: &Ways,
    ) -> Self {
        let mut chained = vec![Vec::new(); layout.cells << layout.bits];
        let (mut single, mut begins) = (Vec::new(), Vec::new());
        for Written { choice, side, path, chain, .. } in written {
            let turn = side.map(|side| (side, (side + 1) % layout.sides as u8));
            let mut choice = choice.clone();
            let ([from, to], turn) = if back {
                choice.iter_mut().for_each(|(_, before, after)| std::mem::swap(before, after));
                ([path[1], path[0]], turn.map(|(before, after)| (after, before)))
            } else {
                (*path, turn)
            };
            let flip = Flip::new(layout, &choice, turn, to);
            if *chain {
                // A cell that is not looked at may hold anything.
                let piece = on(&choice, from);
                for content in 0..=definition.last_content() {
                    if piece.is_none_or(|(piece, _)| piece == content) {
                        chained[layout.held(from, content)].push(flip);
                    }
                }
                begins.push(flip);
            } else {
                single.push((flip, choice));
            }
        }
        let mut turned: Vec<Vec<(Cell, Cell)>> = cycles.iter().flat_map(ways_of).collect();
        if back {
            turned.iter_mut().flatten().for_each(|(from, to)| std::mem::swap(from, to));
        }
        let cycle = |moves: Vec<(Cell, Cell)>| {
            let mut mask = [0; W];
            moves.iter().for_each(|&(_, to)| layout.set(&mut mask, to.into(), layout.field));
            FieldCycle { mask, moves }
        };
        let cycles: Vec<FieldCycle<W>> = turned.into_iter().map(cycle).collect();
        let most = if back { Ways::MOST_BACKWARD } else { Ways::MOST };
        let may_repeat = !begins.is_empty() || !cycles.is_empty() || meet(&single);
        Operations {
            layout,
            single: index(definition, layout, single),
            cycles,
            begins,
            chained,
            ways: ways.clone(),
            most,
            may_repeat,
        }
    }

    /// Appends the positions after each move, each once.
    pub(crate) fn successors(&self, key: &Key<W>, out: &mut Vec<Key<W>>) {
        self.successors_by(&mut Chains::default(), key, out);
    }

    /// The same for one position after the other: `chains` serves all of them.
    pub(crate) fn successors_by(&self, chains: &mut Chains<W>, key: &Key<W>, out: &mut Vec<Key<W>>) {
        let begin = out.len();
        match &self.single {
            Index::All(flips) => {
                // Each is written, and kept if it can be made: which ones can is hard to foresee.
                out.resize(begin + flips.len(), [0; W]);
                let mut end = begin;
                for flip in flips {
                    out[end] = flip.after(key);
                    end += usize::from(flip.applies(key));
                }
                out.truncate(end);
            }
            Index::Rare { content, by_cell } => self.layout.each_holder(key, *content, |cell| {
                each_that_applies(&by_cell[cell], key, &mut |flip| out.push(flip.after(key)));
            }),
        }
        for cycle in &self.cycles {
            let mut after = std::array::from_fn(|word| key[word] & !cycle.mask[word]);
            for &(from, to) in &cycle.moves {
                self.layout.set(&mut after, to.into(), self.layout.get(key, from.into()).into());
            }
            out.push(after);
        }
        if !self.begins.is_empty() {
            self.chains(chains, key, out);
        }
        if self.may_repeat {
            distinct(out, begin, key);
        }
    }

    /// # Errors
    /// When chains from some position were not looked through to their end.
    pub(crate) fn were_whole(&self) -> Result<(), Stop> {
        self.ways.were_enough()
    }

    /// The positions after chains: a piece goes on while it can, and may stop at any time.
    fn chains(&self, chains: &mut Chains<W>, key: &Key<W>, out: &mut Vec<Key<W>>) {
        chains.met.clear();
        // What was left where there was no room for more.
        chains.open.clear();
        set_out(&self.begins, key, &mut chains.open);
        while let Some(state) = chains.open.pop() {
            if !chains.met.insert(state) {
                continue;
            }
            if !self.ways.have_room(chains.met.len() - 1, self.most) {
                return;
            }
            let (after, at) = state;
            let mut now = after;
            if self.layout.sides > 0 {
                // The turn goes on when the move ends.
                let (word, shift) = self.layout.place(self.layout.cells);
                let field = self.layout.field << shift;
                now[word] = now[word] & !field | key[word] & field;
            }
            // Back at the start it is no move.
            if now != *key {
                out.push(after);
            }
            set_out(&self.chained[self.layout.held(at, self.layout.get(&now, at.into()))], &now, &mut chains.open);
        }
    }
}

/// Adds what these operations make of a position.
fn set_out<const W: usize>(flips: &[Flip<W>], from: &Key<W>, open: &mut Vec<Underway<W>>) {
    each_that_applies(flips, from, &mut |flip| open.push((flip.after(from), flip.to)));
}

/// Hands over the operations that can be made. Which ones can is hard to foresee, so all are looked at before the first is made.
#[inline]
fn each_that_applies<const W: usize>(flips: &[Flip<W>], key: &Key<W>, visit: &mut impl FnMut(&Flip<W>)) {
    for flips in flips.chunks(u64::BITS as usize) {
        let mut which = 0u64;
        for (at, flip) in flips.iter().enumerate() {
            which |= u64::from(flip.applies(key)) << at;
        }
        while which != 0 {
            visit(&flips[which.trailing_zeros() as usize]);
            which &= which - 1;
        }
    }
}

/// A piece within a chain: the position, and where it stands.
type Underway<const W: usize> = (Key<W>, Cell);

/// Chains that were met, and those of them that are to be gone on with.
#[derive(Default)]
pub(crate) struct Chains<const W: usize> {
    met: FxHashSet<Underway<W>>,
    open: Vec<Underway<W>>,
}

/// Whether two of these lead to the same position from some position.
fn meet<const W: usize>(single: &[(Flip<W>, Choice)]) -> bool {
    let mut by_change: FxHashMap<Key<W>, Vec<&Flip<W>>> = FxHashMap::default();
    single.iter().any(|(flip, _)| {
        let alike = by_change.entry(flip.change).or_default();
        let exclude = |other: &&Flip<W>| {
            (0..W).any(|word| flip.mask[word] & other.mask[word] & (flip.value[word] ^ other.value[word]) != 0)
        };
        let is_met = !alike.iter().all(exclude);
        alike.push(flip);
        is_met
    })
}

/// The cell on which an operation asks for a content.
fn asks(choice: &Choice, content: Content) -> Option<Cell> {
    choice.iter().find(|&&(_, before, _)| before == content).map(|&(cell, ..)| cell)
}

/// A content that few cells hold, that every operation asks for, and that none makes more of; and how many cells hold it.
pub(super) fn rare(definition: &Definition, choices: &[&Choice]) -> Option<(Content, usize)> {
    let count = |content: Content| definition.start.iter().filter(|&&other| other == content).count();
    let stays = |content: Content| {
        choices.iter().all(|choice| {
            let change = |&(_, before, after): &(Cell, Content, Content)| {
                i32::from(after == content) - i32::from(before == content)
            };
            asks(choice, content).is_some() && choice.iter().map(change).sum::<i32>() <= 0
        })
    };
    let few = (0..=definition.last_content()).map(|content| (content, count(content)));
    few.filter(|&(content, count)| (1..=4).contains(&count) && stays(content)).min_by_key(|&(_, count)| count)
}

/// Operations by a rare content, where there is one.
fn index<const W: usize>(definition: &Definition, layout: FieldLayout, single: Vec<(Flip<W>, Choice)>) -> Index<W> {
    let choices: Vec<&Choice> = single.iter().map(|(_, choice)| choice).collect();
    match rare(definition, &choices) {
        Some((content, _)) => {
            let mut by_cell = vec![Vec::new(); layout.cells];
            for (flip, choice) in single {
                by_cell[asks(&choice, content).expect("each asks for it") as usize].push(flip);
            }
            Index::Rare { content, by_cell }
        }
        None => Index::All(single.into_iter().map(|(flip, _)| flip).collect()),
    }
}

/// Leaves each position after `begin` once, in the order in which they came, and none that is `key`.
fn distinct<const W: usize>(out: &mut Vec<Key<W>>, begin: usize, key: &Key<W>) {
    let mut kept = begin;
    for at in begin..out.len() {
        let found = out[at];
        if found != *key && !out[begin..kept].contains(&found) {
            out[kept] = found;
            kept += 1;
        }
    }
    out.truncate(kept);
}
