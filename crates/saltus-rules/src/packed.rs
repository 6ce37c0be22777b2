//! Positions as words, and operations as masks of them.
//!
//! Every cell has a field of as many bits as the contents need; no field crosses the border of two words. An operation whose tests
//! leave a choice is written out, one for each choice, so that each says which bits it wants and which it flips.

use smallvec::SmallVec;

use crate::definition::{Content, Definition, Goal, has};
use crate::geometry::Cell;
use crate::ground::{Operation, Put, Test};
use crate::rules::{Position, Rules};

/// A position of so many words.
pub(crate) type Key<const W: usize> = [u64; W];

/// The most operations that are written out.
const MOST_WRITTEN: usize = 1 << 16;

/// A lifted operation with every choice made.
#[derive(Clone, Copy, Debug)]
struct Flip<const W: usize> {
    mask: Key<W>,
    value: Key<W>,
    change: Key<W>,
    /// The cell that the piece comes to, for chains.
    to: Cell,
}

impl<const W: usize> Flip<W> {
    #[inline]
    fn apply(&self, key: &Key<W>) -> Option<Key<W>> {
        let differs = (0..W).fold(0, |differs, word| differs | key[word] & self.mask[word] ^ self.value[word]);
        (differs == 0).then(|| std::array::from_fn(|word| key[word] ^ self.change[word]))
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
struct Cycle<const W: usize> {
    /// The fields that change.
    mask: Key<W>,
    /// From which field to which one.
    moves: Vec<(Cell, Cell)>,
}

/// A goal of positions as words.
#[derive(Debug)]
enum Wanted<const W: usize> {
    Fields { mask: Key<W>, value: Key<W> },
    Most(usize, Vec<Content>),
    Stuck,
}

/// A puzzle whose positions are words.
#[derive(Debug)]
pub(crate) struct Packed<const W: usize> {
    bits: u32,
    per_word: usize,
    /// The lowest bit of each field of a word.
    lows: u64,
    cells: usize,
    turns: bool,
    single: Index<W>,
    /// Operations without a test that only move contents from field to field.
    cycles: Vec<Cycle<W>>,
    /// By the cell of the piece that moves.
    chained: Vec<Vec<Flip<W>>>,
    has_chains: bool,
    goals: Vec<Wanted<W>>,
    /// Whether every move lowers the number of pieces by as many.
    pub(crate) graded: bool,
    /// How many moves every play to a goal has, where that follows from the pieces alone.
    pub(crate) length: Option<u32>,
}

/// The layout of positions: bits of a field, fields of a word, words.
fn layout(definition: &Definition) -> (u32, usize, usize) {
    let contents = match &definition.blocks {
        Some(blocks) => usize::from(blocks.covered()) + 1,
        None => definition.pieces.len() + 1,
    };
    // The side that has the turn is one field more.
    let bits = contents.max(definition.turns.len()).next_power_of_two().trailing_zeros().max(1);
    let per_word = 64 / bits as usize;
    let fields = definition.cells() + usize::from(!definition.turns.is_empty());
    (bits, per_word, fields.div_ceil(per_word))
}

/// How many words a position takes.
pub(crate) fn words(definition: &Definition) -> usize {
    layout(definition).2
}

impl<const W: usize> Packed<W> {
    /// The puzzle of a definition; none where its operations are too many to be written out, or its positions too long.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        let definition = rules.definition();
        let (bits, per_word, words) = layout(definition);
        if words > W {
            return None;
        }
        let mut packed = Packed {
            bits,
            per_word,
            lows: (0..per_word).fold(0, |lows, field| lows | 1 << (field as u32 * bits)),
            cells: definition.cells(),
            turns: !definition.turns.is_empty(),
            single: Index::All(Vec::new()),
            cycles: Vec::new(),
            chained: vec![Vec::new(); definition.cells()],
            has_chains: false,
            goals: Vec::new(),
            graded: true,
            length: None,
        };
        let (mut single, mut written) = (Vec::new(), 0);
        let mut loss = None;
        for operation in rules.all_operations() {
            if let Some(cycle) = packed.cycle(operation) {
                packed.cycles.push(cycle);
                packed.graded = false;
                continue;
            }
            for choice in choices(definition, operation)? {
                let change: i32 =
                    choice.iter().map(|&(_, before, after)| i32::from(before != 0) - i32::from(after != 0)).sum();
                packed.graded &= *loss.get_or_insert(change) == change && change > 0 && !operation.chain;
                for side in packed.sides(definition, operation, &choice) {
                    written += 1;
                    let flip = packed.flip(&choice, side, operation.path[1], definition.turns.len());
                    if operation.chain {
                        packed.chained[operation.path[0] as usize].push(flip);
                        packed.has_chains = true;
                    } else {
                        single.push((flip, choice.clone()));
                    }
                }
                if written > MOST_WRITTEN {
                    return None;
                }
            }
        }
        packed.single = packed.index(definition, single);
        packed.goals = definition.goals.iter().map(|goal| packed.wanted(goal)).collect();
        packed.length = loss.filter(|_| packed.graded).and_then(|loss| length(definition, loss as usize));
        Some(packed)
    }

    fn cycle(&self, operation: &Operation) -> Option<Cycle<W>> {
        let source = |&(cell, put): &(Cell, Put)| match put {
            Put::Of(other) => Some((other, cell)),
            Put::Content(_) => None,
        };
        let moves: Vec<(Cell, Cell)> = operation.writes.iter().map(source).collect::<Option<_>>()?;
        let mut mask = [0; W];
        moves.iter().for_each(|&(_, to)| self.set(&mut mask, to.into(), (1 << self.bits) - 1));
        (operation.tests.is_empty() && !self.turns && !operation.chain).then_some(Cycle { mask, moves })
    }

    /// The sides that may make an operation; one that has no number where there are no turns.
    fn sides(&self, definition: &Definition, operation: &Operation, choice: &Choice) -> Vec<Option<u8>> {
        if !self.turns {
            return vec![None];
        }
        let mover = choice.iter().find(|(cell, ..)| *cell == operation.path[0]).map_or(0, |&(_, before, _)| before);
        let sides = (0..).zip(&definition.turns).filter(|(_, side)| has(&side.pieces, mover));
        sides.map(|(number, _)| Some(number)).collect()
    }

    fn place(&self, field: usize) -> (usize, u32) {
        (field / self.per_word, (field % self.per_word) as u32 * self.bits)
    }

    fn set(&self, key: &mut Key<W>, field: usize, value: u64) {
        let (word, shift) = self.place(field);
        key[word] |= value << shift;
    }

    fn get(&self, key: &Key<W>, field: usize) -> Content {
        let (word, shift) = self.place(field);
        (key[word] >> shift & ((1 << self.bits) - 1)) as Content
    }

    fn flip(&self, choice: &Choice, side: Option<u8>, to: Cell, sides: usize) -> Flip<W> {
        let mut flip = Flip { mask: [0; W], value: [0; W], change: [0; W], to };
        let turn = side.map(|side| (self.cells as Cell, side, (side + 1) % sides as u8));
        for (field, before, after) in choice.iter().copied().chain(turn) {
            self.set(&mut flip.mask, field as usize, (1 << self.bits) - 1);
            self.set(&mut flip.value, field as usize, before.into());
            self.set(&mut flip.change, field as usize, (before ^ after).into());
        }
        flip
    }

    /// Operations by a content that few cells hold, where each operation asks for it.
    fn index(&self, definition: &Definition, single: Vec<(Flip<W>, Choice)>) -> Index<W> {
        let count = |content: Content| definition.start.iter().filter(|&&other| other == content).count();
        let asks =
            |choice: &Choice, content| choice.iter().find(|&&(_, before, _)| before == content).map(|&(cell, ..)| cell);
        // No operation may make more of it.
        let stays = |content: Content| {
            single.iter().all(|(_, choice)| {
                let change = |&(_, before, after): &(Cell, Content, Content)| {
                    i32::from(after == content) - i32::from(before == content)
                };
                asks(choice, content).is_some() && choice.iter().map(change).sum::<i32>() <= 0
            })
        };
        let contents = 0..=((1u32 << self.bits) - 1).min(u32::from(Content::MAX)) as Content;
        let rare = contents.filter(|&content| (1..=4).contains(&count(content)));
        match rare.filter(|&content| stays(content)).min_by_key(|&content| count(content)) {
            Some(content) => {
                let mut by_cell = vec![Vec::new(); self.cells];
                for (flip, choice) in single {
                    by_cell[asks(&choice, content).expect("each asks for it") as usize].push(flip);
                }
                Index::Rare { content, by_cell }
            }
            None => Index::All(single.into_iter().map(|(flip, _)| flip).collect()),
        }
    }

    fn wanted(&self, goal: &Goal) -> Wanted<W> {
        match goal {
            Goal::Stuck => Wanted::Stuck,
            Goal::Most(most, pieces) => Wanted::Most(*most, pieces.clone()),
            Goal::Picture(contents) => {
                let (mut mask, mut value) = ([0; W], [0; W]);
                for (cell, content) in contents.iter().enumerate() {
                    if let Some(content) = content {
                        self.set(&mut mask, cell, (1 << self.bits) - 1);
                        self.set(&mut value, cell, (*content).into());
                    }
                }
                Wanted::Fields { mask, value }
            }
        }
    }

    /// A position as words.
    pub(crate) fn key(&self, position: &Position) -> Key<W> {
        let mut key = [0; W];
        for (field, &content) in position.0.iter().enumerate() {
            self.set(&mut key, field, content.into());
        }
        key
    }

    /// The position of a key.
    pub(crate) fn position(&self, key: &Key<W>) -> Position {
        let fields = self.cells + usize::from(self.turns);
        Position((0..fields).map(|field| self.get(key, field)).collect())
    }

    /// Whether a position ends the play.
    pub(crate) fn is_goal(&self, key: &Key<W>) -> bool {
        self.goals.iter().any(|goal| match goal {
            Wanted::Fields { mask, value } => (0..W).all(|word| key[word] & mask[word] == value[word]),
            Wanted::Most(most, pieces) => {
                pieces.iter().map(|&piece| self.holders(key, piece).count()).sum::<usize>() <= *most
            }
            Wanted::Stuck => {
                let mut after = Vec::new();
                self.successors(key, &mut after);
                after.is_empty()
            }
        })
    }

    /// The cells that hold a content, ascending.
    fn holders(&self, key: &Key<W>, content: Content) -> impl Iterator<Item = usize> {
        let (bits, per_word, lows, cells) = (self.bits, self.per_word, self.lows, self.cells);
        key.iter()
            .enumerate()
            .flat_map(move |(word, &fields)| {
                let differing = fields ^ lows.wrapping_mul(content.into());
                let any = (1..bits).fold(differing, |any, shift| any | differing >> shift);
                let mut same = !any & lows;
                std::iter::from_fn(move || {
                    let at = same.trailing_zeros();
                    same &= same.wrapping_sub(1);
                    (at < 64).then_some(word * per_word + (at / bits) as usize)
                })
            })
            .filter(move |&cell| cell < cells)
            .collect::<SmallVec<[usize; 64]>>()
            .into_iter()
    }

    /// Appends the positions after each move, each once.
    pub(crate) fn successors(&self, key: &Key<W>, out: &mut Vec<Key<W>>) {
        let begin = out.len();
        match &self.single {
            Index::All(flips) => out.extend(flips.iter().filter_map(|flip| flip.apply(key))),
            Index::Rare { content, by_cell } => {
                for cell in self.holders(key, *content) {
                    out.extend(by_cell[cell].iter().filter_map(|flip| flip.apply(key)));
                }
            }
        }
        for cycle in &self.cycles {
            let mut after = std::array::from_fn(|word| key[word] & !cycle.mask[word]);
            for &(from, to) in &cycle.moves {
                self.set(&mut after, to.into(), self.get(key, from.into()).into());
            }
            out.push(after);
        }
        if self.has_chains {
            self.chains(key, out);
        }
        distinct(out, begin, key);
    }

    /// The positions after chains: a piece goes on while it can, and may stop at any time.
    fn chains(&self, key: &Key<W>, out: &mut Vec<Key<W>>) {
        let mut open: Vec<(Key<W>, Cell)> = Vec::new();
        let mut met: Vec<(Key<W>, Cell)> = Vec::new();
        for flips in &self.chained {
            met.clear();
            open.extend(flips.iter().filter_map(|flip| Some((flip.apply(key)?, flip.to))));
            while let Some(state) = open.pop() {
                if met.contains(&state) {
                    continue;
                }
                met.push(state);
                let (after, at) = state;
                let mut now = after;
                if self.turns {
                    // The turn goes on when the move ends.
                    let (word, shift) = self.place(self.cells);
                    let field = ((1 << self.bits) - 1) << shift;
                    now[word] = now[word] & !field | key[word] & field;
                }
                // Back at the start it is no move.
                if now != *key {
                    out.push(after);
                }
                open.extend(self.chained[at as usize].iter().filter_map(|flip| Some((flip.apply(&now)?, flip.to))));
            }
        }
    }
}

/// How many moves every play to a goal has, if each move takes so many pieces: where all goals have equally many pieces.
fn length(definition: &Definition, loss: usize) -> Option<u32> {
    let left = |goal: &Goal| match goal {
        Goal::Picture(wanted) => {
            let contents: Option<Vec<Content>> = wanted.iter().copied().collect();
            Some(contents?.iter().filter(|&&content| content != 0).count())
        }
        Goal::Most(most, pieces) if pieces.len() == definition.pieces.len() => Some(*most),
        Goal::Most(..) | Goal::Stuck => None,
    };
    let lefts = definition.goals.iter().map(left).collect::<Option<Vec<usize>>>()?;
    let pieces = definition.start.iter().filter(|&&content| content != 0).count();
    let taken = pieces.checked_sub(lefts[0]).filter(|_| lefts.iter().all(|&left| left == lefts[0]))?;
    Some(taken.div_ceil(loss) as u32)
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

/// Cells with what must stand there and what does then.
type Choice = SmallVec<[(Cell, Content, Content); 6]>;

/// All ways in which an operation can meet its cells. None where they are too many.
fn choices(definition: &Definition, operation: &Operation) -> Option<Vec<Choice>> {
    let contents = match &definition.blocks {
        Some(blocks) => blocks.covered(),
        None => definition.pieces.len() as Content,
    };
    let mut cells: SmallVec<[Cell; 6]> = operation.tests.iter().map(|&(cell, _)| cell).collect();
    for &(cell, put) in &operation.writes {
        cells.push(cell);
        if let Put::Of(other) = put {
            cells.push(other);
        }
    }
    cells.sort_unstable();
    cells.dedup();
    // Cells that are written and not read keep any content: what they held is lost, so each content is a choice.
    let mut found: Vec<SmallVec<[Content; 6]>> = vec![SmallVec::new()];
    for at in 0..cells.len() {
        let mut longer = Vec::new();
        for choice in &found {
            for content in 0..=contents {
                let held = |other: Cell| match cells[..=at].iter().position(|&known| known == other) {
                    Some(place) if place == at => Some(content),
                    Some(place) => Some(choice[place]),
                    None => None,
                };
                // A test is made as soon as both of its cells are chosen.
                let fits = operation.tests.iter().all(|&(tested, test)| {
                    let Some(own) = held(tested) else { return true };
                    match test {
                        Test::Is(wanted) => own == wanted,
                        Test::In(set) => has(&set, own),
                        Test::Same(other) => held(other).is_none_or(|other| own == other),
                        Test::Differs(other) => held(other).is_none_or(|other| own != other),
                    }
                });
                if fits {
                    let mut choice = choice.clone();
                    choice.push(content);
                    longer.push(choice);
                }
            }
        }
        found = longer;
        if found.len() > MOST_WRITTEN {
            return None;
        }
    }
    let held = |choice: &SmallVec<[Content; 6]>, cell: Cell| {
        choice[cells.iter().position(|&known| known == cell).expect("a cell of the operation")]
    };
    let whole = |choice: &SmallVec<[Content; 6]>| -> Choice {
        let after = |&cell: &Cell| {
            let put = operation.writes.iter().find(|&&(written, _)| written == cell).map(|&(_, put)| put);
            let after = match put {
                Some(Put::Content(content)) => content,
                Some(Put::Of(other)) => held(choice, other),
                None => held(choice, cell),
            };
            (cell, held(choice, cell), after)
        };
        cells.iter().map(after).collect()
    };
    let all = found.iter().map(whole);
    Some(all.filter(|choice: &Choice| choice.iter().any(|&(_, before, after)| before != after)).collect())
}
