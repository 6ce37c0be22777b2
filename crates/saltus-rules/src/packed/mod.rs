//! Positions as words, and operations as masks of them.
//!
//! Every cell has a field of as many bits as the contents need; no field crosses the border of two words. An operation whose tests
//! leave a choice is written out, one for each choice, so that each says which bits it wants and which it flips. So each can also be
//! taken back: moves to a position are found like moves from it.

mod canonical;
mod chains;
mod few;
mod operations;
mod space;

use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::puzzle::Repeats;
use smallvec::SmallVec;

pub(crate) use canonical::Canonical;
pub(crate) use few::{Few, Pushed};
pub(crate) use operations::Operations;
pub(crate) use space::Words;

use crate::definition::{Content, Cycle, Definition, Goal, Rule};
use crate::geometry::Cell;
use crate::ground::{Operation, Put, Test};
use crate::rules::{Position, Ways};
use crate::symmetry::{self, Symmetry, symmetries};

pub(crate) use saltus_core::engine::Key;

/// The words of a position where a search is compiled once, for all positions of at most this many words.
pub(crate) const WIDE: usize = 4;

/// The most operations that are written out.
const MOST_WRITTEN: usize = 1 << 16;

#[inline]
fn or<const W: usize>(a: Key<W>, b: Key<W>) -> Key<W> {
    std::array::from_fn(|word| a[word] | b[word])
}

/// An operation with every choice made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Written {
    pub(crate) choice: Choice,
    /// The side that may make it, where there are turns.
    pub(crate) side: Option<u8>,
    /// In a chain, the cell of the piece that moves, and the one that it comes to; else nothing.
    pub(crate) path: [Cell; 2],
    pub(crate) chain: bool,
    /// Whether it costs nothing.
    pub(crate) free: bool,
}

/// Which bits are the contents of which cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldLayout {
    /// Bits of a field.
    bits: u32,
    /// The bits of the lowest field.
    field: u64,
    per_word: usize,
    /// The lowest bit of each field of a word.
    lows: u64,
    cells: usize,
    /// The sides; the one that has the turn has a field after those of the cells.
    sides: usize,
}

impl FieldLayout {
    fn of(definition: &Definition) -> Self {
        let (contents, sides) = (usize::from(definition.last_content()) + 1, definition.turns.len());
        let bits = contents.max(sides).next_power_of_two().trailing_zeros().max(1);
        let per_word = 64 / bits as usize;
        FieldLayout {
            bits,
            field: (1 << bits) - 1,
            per_word,
            lows: (0..per_word).fold(0, |lows, field| lows | 1 << (field as u32 * bits)),
            cells: definition.cells(),
            sides,
        }
    }

    fn fields(&self) -> usize {
        self.cells + usize::from(self.sides > 0)
    }

    fn words(&self) -> usize {
        self.fields().div_ceil(self.per_word)
    }

    /// The number of symmetries, including the identity, to use when the fields in the table of [`Canonical`] are long.
    fn most_symmetries(&self) -> usize {
        if self.bits > canonical::SHORT_PART { canonical::FEW } else { symmetry::MOST }
    }

    #[inline]
    fn place(&self, field: usize) -> (usize, u32) {
        (field / self.per_word, (field % self.per_word) as u32 * self.bits)
    }

    #[inline]
    fn set<const W: usize>(&self, key: &mut Key<W>, field: usize, value: u64) {
        let (word, shift) = self.place(field);
        key[word] |= value << shift;
    }

    #[inline]
    fn get<const W: usize>(&self, key: &Key<W>, field: usize) -> Content {
        let (word, shift) = self.place(field);
        (key[word] >> shift & self.field) as Content
    }

    /// A number for a content on a cell.
    #[inline]
    fn held(&self, cell: Cell, content: Content) -> usize {
        usize::from(cell) << self.bits | usize::from(content)
    }

    /// Hands the cells that hold a content to `visit`, ascending.
    #[inline]
    fn each_holder<const W: usize>(&self, key: &Key<W>, content: Content, mut visit: impl FnMut(usize)) {
        for (word, bits) in key.iter().enumerate() {
            // The lowest bits of the fields that hold it; fields beyond the cells are among them.
            let differing = bits ^ self.lows.wrapping_mul(content.into());
            let mut same = !(1..self.bits).fold(differing, |any, shift| any | differing >> shift) & self.lows;
            while same != 0 {
                let cell = word * self.per_word + (same.trailing_zeros() / self.bits) as usize;
                same &= same - 1;
                if cell < self.cells {
                    visit(cell);
                }
            }
        }
    }

    /// How many cells hold a piece.
    #[inline]
    fn count<const W: usize>(&self, key: &Key<W>, piece: Content) -> usize {
        let mut count = 0;
        self.each_holder(key, piece, |_| count += 1);
        count
    }
}

/// Operations that cost something, and those that do not where there are such.
pub(crate) type Priced<'a, const W: usize> = (&'a Operations<W>, Option<&'a Operations<W>>);

/// Which symmetries positions are counted as one under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Those of rules and goals, for distances to the goals.
    Goals,
    /// Those of rules, goals and start, for numbers of positions.
    Start,
}

/// A puzzle whose positions are words.
#[derive(Debug)]
pub(crate) struct Packed<const W: usize> {
    layout: FieldLayout,
    pub(crate) definition: Definition,
    /// All operations but cycles, each with every choice made.
    pub(crate) written: Vec<Written>,
    /// Forward and backward: all, those that cost something, and those that do not.
    operations: [[OnceLock<Operations<W>>; 3]; 2],
    ways: Ways,
    /// For each goal, which bits its picture looks at and what they are there; nothing for other goals.
    pictures: Vec<[Key<W>; 2]>,
    groups: [OnceLock<Canonical<W>>; 2],
    /// Whether every move lowers the number of pieces by as many.
    pub(crate) graded: bool,
    /// How many moves every play to a goal has, where that follows from the pieces alone.
    pub(crate) length: Option<u32>,
}

/// A puzzle whose positions are as many words as they need.
#[derive(Debug)]
pub(crate) enum AnyPacked {
    One(Packed<1>),
    #[cfg(not(target_family = "wasm"))]
    Two(Packed<2>),
    Four(Packed<4>),
}

/// Does something with the packed form of a puzzle, for as many words as it takes; none where there is no such form.
macro_rules! for_words {
    ($rules:expr, $packed:ident => $done:expr) => {
        match $rules.packed() {
            None => None,
            Some($crate::packed::AnyPacked::One($packed)) => Some($done),
            #[cfg(not(target_family = "wasm"))]
            Some($crate::packed::AnyPacked::Two($packed)) => Some($done),
            Some($crate::packed::AnyPacked::Four($packed)) => Some($done),
        }
    };
}
pub(crate) use for_words;

impl AnyPacked {
    /// None where operations are too many to be written out, or positions too long.
    pub(crate) fn new<'a>(
        definition: &Definition,
        operations: impl Iterator<Item = &'a Operation>,
        ways: &Ways,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Stop> {
        Ok(match FieldLayout::of(definition).words() {
            1 => Packed::new(definition, operations, ways, limits)?.map(AnyPacked::One),
            #[cfg(not(target_family = "wasm"))]
            2 => Packed::new(definition, operations, ways, limits)?.map(AnyPacked::Two),
            // A module for a browser is shorter by what is compiled for two words.
            2..=4 => Packed::new(definition, operations, ways, limits)?.map(AnyPacked::Four),
            _ => None,
        })
    }

    /// Its bytes, with what it makes when it is asked for it.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            AnyPacked::One(packed) => packed.bytes(),
            #[cfg(not(target_family = "wasm"))]
            AnyPacked::Two(packed) => packed.bytes(),
            AnyPacked::Four(packed) => packed.bytes(),
        }
    }
}

/// All operations but cycles with every choice made; how many pieces the first one takes; whether all are alike in that, and take some.
type WrittenOut = (Vec<Written>, Option<i32>, bool);

/// Bytes of an operation that is written out: as it is, as masks of so many words both ways, and in the sets that compare it with others.
const fn bytes_of_written(words: usize) -> usize {
    3 * size_of::<Written>() + 4 * (8 * 3 * words + 8)
}

fn written_out(
    definition: &Definition,
    operations: &mut dyn Iterator<Item = &Operation>,
    words: usize,
    limits: &Limits<'_>,
) -> Result<Option<WrittenOut>, Stop> {
    let limits = Limits { nodes: u64::MAX, ..*limits };
    let mut meter = Meter::new(&limits, "writing the rules out");
    let (mut written, mut loss, mut graded) = (Vec::new(), None, true);
    for operation in operations {
        meter.nodes_more(16, || (written.len() * bytes_of_written(words)) as u64)?;
        if operations::is_cycle(operation) {
            graded = false;
            continue;
        }
        let Some(choices) = choices(definition, operation) else { return Ok(None) };
        for choice in choices {
            let change: i32 =
                choice.iter().map(|&(_, before, after)| i32::from(before != 0) - i32::from(after != 0)).sum();
            graded &= *loss.get_or_insert(change) == change && change > 0 && !operation.chain && !operation.free;
            for side in sides(definition, operation, &choice) {
                let Operation { chain, free, .. } = *operation;
                let path = if chain { operation.path } else { [0; 2] };
                written.push(Written { choice: choice.clone(), side, path, chain, free });
            }
            if written.len() > MOST_WRITTEN {
                return Ok(None);
            }
        }
    }
    Ok(Some((chains::as_single(definition, &written).unwrap_or(written), loss, graded)))
}

impl<const W: usize> Packed<W> {
    pub(crate) fn new<'a>(
        definition: &Definition,
        mut operations: impl Iterator<Item = &'a Operation>,
        ways: &Ways,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Stop> {
        let layout = FieldLayout::of(definition);
        let Some((written, loss, graded)) = written_out(definition, &mut operations, W, limits)? else {
            return Ok(None);
        };
        Ok(Some(Packed {
            operations: Default::default(),
            ways: ways.clone(),
            pictures: definition.goals.iter().map(|goal| picture(layout, goal)).collect(),
            groups: Default::default(),
            graded,
            length: loss.filter(|_| graded).and_then(|loss| length(definition, loss as usize)),
            layout,
            definition: definition.clone(),
            written,
        }))
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.written.len() * bytes_of_written(W)) as u64
    }

    /// All operations forward or backward, or those that cost something or nothing.
    fn operations(&self, back: bool, free: Option<bool>) -> &Operations<W> {
        let made = || {
            let mut written = self.written.iter().filter(|written| free.is_none_or(|free| written.free == free));
            let cycles = if free == Some(true) { &[] } else { &self.definition.cycles[..] };
            Operations::new(&self.definition, self.layout, &mut written, cycles, back, &self.ways)
        };
        let which = free.map_or(0, |free| 1 + usize::from(free));
        self.operations[usize::from(back)][which].get_or_init(made)
    }

    /// From a position to the next.
    #[inline]
    pub(crate) fn forward(&self) -> &Operations<W> {
        self.operations(false, None)
    }

    /// From a position to those before.
    pub(crate) fn backward(&self) -> &Operations<W> {
        self.operations(true, None)
    }

    /// Operations by what they cost, forward or backward.
    pub(crate) fn priced(&self, back: bool) -> Priced<'_, W> {
        if !self.definition.has_free() {
            return (self.operations(back, None), None);
        }
        (self.operations(back, Some(false)), Some(self.operations(back, Some(true))))
    }

    /// Whether every move can be taken back by a move.
    pub(crate) fn reversible(&self) -> bool {
        // The other side moves next.
        self.layout.sides == 0 && are_reversible(&self.written, &self.definition.cycles)
    }

    /// Where positions after a move may have been met before.
    pub(crate) fn repeats(&self) -> Repeats {
        match (self.graded, self.reversible()) {
            (true, _) => Repeats::Never,
            (_, true) => Repeats::Near,
            _ => Repeats::Anywhere,
        }
    }

    /// The symmetries themselves.
    pub(crate) fn symmetries(&self, group: Group) -> Vec<Symmetry> {
        symmetries(&self.definition, &self.written, group == Group::Start, self.layout.most_symmetries())
    }

    /// The symmetries, ready to be applied.
    pub(crate) fn group(&self, group: Group) -> &Canonical<W> {
        let tables = || Canonical::new(&self.definition, &self.layout, &self.symmetries(group));
        self.groups[usize::from(group == Group::Start)].get_or_init(tables)
    }

    /// How many words of a key hold anything.
    pub(crate) fn words(&self) -> usize {
        self.layout.words()
    }

    /// What stands on each cell.
    pub(crate) fn contents(&self, key: &Key<W>) -> impl Iterator<Item = Content> {
        let (layout, key) = (self.layout, *key);
        (0..layout.cells).map(move |field| layout.get(&key, field))
    }

    /// A position as words.
    pub(crate) fn key(&self, position: &Position) -> Key<W> {
        let mut key = [0; W];
        for (field, &content) in position.0.iter().enumerate() {
            self.layout.set(&mut key, field, content.into());
        }
        key
    }

    /// Where plays begin; the first side has no number to be set.
    pub(crate) fn start(&self) -> Key<W> {
        let mut key = [0; W];
        for (cell, &content) in self.definition.start.iter().enumerate() {
            self.layout.set(&mut key, cell, content.into());
        }
        key
    }

    /// The position of a key.
    pub(crate) fn position(&self, key: &Key<W>) -> Position {
        Position((0..self.layout.fields()).map(|field| self.layout.get(key, field)).collect())
    }

    /// Whether a position ends the play.
    pub(crate) fn is_goal(&self, key: &Key<W>) -> bool {
        self.definition.goals.iter().zip(&self.pictures).any(|(goal, [mask, value])| match goal {
            Goal::Picture(_) => (0..W).all(|word| key[word] & mask[word] == value[word]),
            Goal::Most(most, pieces) => self.pieces(key, pieces) <= *most,
            Goal::Fewest(_) => false,
            Goal::Stuck => {
                let mut after = Vec::new();
                self.forward().successors(key, &mut after);
                after.is_empty()
            }
        })
    }

    /// How many of these pieces there are.
    pub(crate) fn pieces(&self, key: &Key<W>, pieces: &[Content]) -> usize {
        pieces.iter().map(|&piece| self.layout.count(key, piece)).sum()
    }

    /// The positions that end the play, where the goals show every cell. None where one of them does not, or where some moves cost
    /// nothing: layers of positions equally far from either end do not meet as they should then.
    pub(crate) fn goal_keys(&self) -> Option<Vec<Key<W>>> {
        if self.definition.has_free() {
            return None;
        }
        let mut keys = Vec::new();
        for goal in &self.definition.goals {
            let Goal::Picture(contents) = goal else { return None };
            let contents: SmallVec<_> = contents.iter().copied().collect::<Option<_>>()?;
            let key = self.key(&Position(contents));
            for side in 0..self.layout.sides.max(1) {
                let mut key = key;
                if self.layout.sides > 0 {
                    self.layout.set(&mut key, self.layout.cells, side as u64);
                }
                keys.push(key);
            }
        }
        Some(keys)
    }
}

/// Whether each of these can be taken back by one of them.
fn are_reversible(written: &[Written], cycles: &[Cycle]) -> bool {
    let way = |written: &Written, back: bool| {
        let turned = |&(cell, before, after): &_| if back { (cell, after, before) } else { (cell, before, after) };
        let mut choice: Choice = written.choice.iter().map(turned).collect();
        choice.sort_unstable();
        choice
    };
    let all: FxHashSet<Choice> = written.iter().map(|written| way(written, false)).collect();
    let rings_close = |cycle: &Cycle| cycle.both || cycle.rings.iter().all(|ring| ring.len() == 2);
    // The piece of a chain may have come by several operations.
    written.iter().all(|written| !written.chain && all.contains(&way(written, true))) && cycles.iter().all(rings_close)
}

/// The sides that may make an operation; one that has no number where there are no turns.
fn sides(definition: &Definition, operation: &Operation, choice: &Choice) -> Vec<Option<u8>> {
    if definition.turns.is_empty() {
        return vec![None];
    }
    let mover = on(choice, operation.path[0]).map_or(0, |(before, _)| before);
    let sides = (0..).zip(&definition.turns).filter(|(_, side)| side.pieces.has(mover));
    sides.map(|(number, _)| Some(number)).collect()
}

/// The bits that the picture of a goal looks at, and what they are there.
fn picture<const W: usize>(layout: FieldLayout, goal: &Goal) -> [Key<W>; 2] {
    let (mut mask, mut value) = ([0; W], [0; W]);
    if let Goal::Picture(contents) = goal {
        for (cell, content) in contents.iter().enumerate() {
            if let Some(content) = content {
                layout.set(&mut mask, cell, layout.field);
                layout.set(&mut value, cell, (*content).into());
            }
        }
    }
    [mask, value]
}

/// The number of moves of every play to a goal, if each move captures `loss` pieces: if all goals have the same number of pieces, and the rules themselves
/// show it, including those that fit nowhere on the board.
fn length(definition: &Definition, loss: usize) -> Option<u32> {
    let takes_at_most = |rule: &Rule| rule.loss().is_some_and(|taken| taken <= loss as i64);
    if !definition.moves.iter().all(|moves| !moves.chain && !moves.free && moves.rules.iter().all(takes_at_most)) {
        return None;
    }
    let left = |goal: &Goal| match goal {
        Goal::Picture(wanted) => {
            let contents: Option<Vec<Content>> = wanted.iter().copied().collect();
            Some(contents?.iter().filter(|&&content| content != 0).count())
        }
        Goal::Most(most, pieces) if pieces.len() == definition.pieces.len() => Some(*most),
        Goal::Most(..) | Goal::Stuck | Goal::Fewest(_) => None,
    };
    let lefts = definition.goals.iter().map(left).collect::<Option<Vec<usize>>>()?;
    let pieces = definition.start.iter().filter(|&&content| content != 0).count();
    let taken = pieces.checked_sub(lefts[0]).filter(|_| lefts.iter().all(|&left| left == lefts[0]))?;
    Some(taken.div_ceil(loss) as u32)
}

/// Cells with what must stand there and what does then.
pub(crate) type Choice = SmallVec<[(Cell, Content, Content); 6]>;

/// What a choice says of a cell: what stands there, and what does then.
fn on(choice: &Choice, cell: Cell) -> Option<(Content, Content)> {
    choice.iter().find(|one| one.0 == cell).map(|one| (one.1, one.2))
}

/// Whether a test of a cell holds, as far as is known what cells hold: one of two cells is made as soon as both are.
fn may_hold(test: Test, tested: Cell, held: &dyn Fn(Cell) -> Option<Content>) -> bool {
    let Some(own) = held(tested) else { return true };
    match test {
        Test::Is(wanted) => own == wanted,
        Test::In(set) => set.has(own),
        Test::Same(other) => held(other).is_none_or(|other| own == other),
        Test::Differs(other) => held(other).is_none_or(|other| own != other),
    }
}

/// All ways in which an operation can meet its cells. None where they are too many.
fn choices(definition: &Definition, operation: &Operation) -> Option<Vec<Choice>> {
    let mut cells: Vec<Cell> = operation.tests.iter().map(|&(cell, _)| cell).collect();
    for &(cell, put) in &operation.writes {
        cells.push(cell);
        if let Put::Of(other) = put {
            cells.push(other);
        }
    }
    cells.sort_unstable();
    cells.dedup();
    // Cells that are written and not read keep any content: what they held is lost, so each content is a choice.
    let mut found = vec![Choice::new()];
    for cell in cells {
        let mut longer = Vec::new();
        for mut choice in found {
            for content in 0..=definition.last_content() {
                choice.push((cell, content, content));
                let held = |other: Cell| on(&choice, other).map(|(before, _)| before);
                if operation.tests.iter().all(|&(tested, test)| may_hold(test, tested, &held)) {
                    longer.push(choice.clone());
                }
                choice.pop();
            }
        }
        found = longer;
        if found.len() > MOST_WRITTEN {
            return None;
        }
    }
    for choice in &mut found {
        for &(cell, put) in &operation.writes {
            let written = match put {
                Put::Content(content) => Some(content),
                Put::Of(other) => on(choice, other).map(|(before, _)| before),
            };
            for (_, _, after) in choice.iter_mut().filter(|one| one.0 == cell) {
                *after = written.expect("a cell of the operation");
            }
        }
    }
    // In a chain a piece may change places with one like it: nothing changes, and the chain goes on from another cell.
    let goes_on = operation.chain && operation.path[0] != operation.path[1];
    found.retain(|choice| goes_on || choice.iter().any(|&(_, before, after)| before != after));
    Some(found)
}
