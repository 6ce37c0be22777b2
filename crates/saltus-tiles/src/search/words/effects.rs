//! The minimal forbidden words of a length or two, given the automaton of the shorter ones.
//!
//! All words that the automaton lets pass are walked, depth first, each with a hash of its effect,
//! which a step changes by one product. No effect is stored. Sieves of one bit a slot leave the
//! words whose hash may have come twice, sorting brings equal hashes together, and what has the
//! same effect is decided by replay.

use rustc_hash::FxHashSet;

use super::MAX_CELLS;
use super::machine::{NextStates, PrefixMachine, StepWord};
use saltus_core::board::{Board, Direction};
use saltus_core::random::Random;

/// A hash of which every bit depends on every bit of the number: the finaliser of `SplitMix`
/// (Steele, Lea & Flood 2014).
pub(super) fn scramble(number: u64) -> u64 {
    Random::new(number).number()
}

/// A word that may not be the only one with its effect. The order brings equal hashes together,
/// smaller words first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Suspect {
    hash: u64,
    word: StepWord,
}

/// A board on which words are walked.
pub(super) struct Effects {
    cells: usize,
    steps: [[u8; 4]; MAX_CELLS],
    /// By cell and direction: what a tile that makes way for this step of the vacancy adds to the
    /// hash, for each unit of its own number.
    gains: [[u64; 4]; MAX_CELLS],
}

impl Effects {
    pub(super) fn new(board: &Board) -> Self {
        let place = |cell: usize| scramble(cell as u64);
        let mut steps = [[0; 4]; MAX_CELLS];
        let mut gains = [[0; 4]; MAX_CELLS];
        for cell in 0..board.cells() {
            for direction in 0..4 {
                let next = board.step(cell as u32, direction).unwrap_or(cell as u32);
                steps[cell][direction] = next as u8;
                gains[cell][direction] = place(cell).wrapping_sub(place(next as usize));
            }
        }
        Effects { cells: board.cells(), steps, gains }
    }

    /// The minimal forbidden words of `shortest` to `longest` letters with their start cells, given
    /// the automaton of the shorter ones; these are at most two lengths.
    pub(super) fn minimal_words(
        &self,
        machine: &PrefixMachine,
        shortest: usize,
        longest: usize,
    ) -> Vec<(u8, StepWord)> {
        let rows = machine.entries();
        let tiles = std::array::from_fn(|cell| scramble(!(cell as u64)));
        let (mut suspects, mut slots) = (Vec::new(), Vec::new());
        let mut found = Vec::new();
        for cell in 0..self.cells as u8 {
            suspects.clear();
            let start = NextStates::new(cell.into(), machine.next[usize::from(cell)]);
            let lengths = longest + 2 - shortest;
            WordWalk { effects: self, rows: &rows, tiles, lengths, found: &mut suspects }.on(
                start,
                WordEnd { cell, hash: 0, word: StepWord::EMPTY },
                longest,
            );
            sift(&mut suspects, &mut slots, |hash| hash);
            sift(&mut suspects, &mut slots, scramble);
            suspects.sort_unstable();
            found.extend(self.convicted(cell, &suspects).map(|word| (cell, word)));
        }
        self.without_factors(found, shortest)
    }

    /// Of sorted suspects those for which a smaller one has the same effect.
    fn convicted<'a>(&'a self, cell: u8, suspects: &'a [Suspect]) -> impl Iterator<Item = StepWord> + 'a {
        let groups = suspects.chunk_by(|a, b| a.hash == b.hash);
        groups.flat_map(move |group| {
            let same = move |i: usize, j: usize| self.same_effect(cell, group[i].word, group[j].word);
            (1..group.len()).filter(move |&j| (0..j).any(|i| same(i, j))).map(|j| group[j].word)
        })
    }

    /// Whether the first word and then the second one backwards, from its end, leave everything
    /// where it was.
    fn same_effect(&self, start: u8, first: StepWord, second: StepWord) -> bool {
        let mut tiles: [u8; MAX_CELLS] = std::array::from_fn(|cell| cell as u8);
        let there = self.play(&mut tiles, start, first.directions());
        let back = self.play(&mut tiles, there, second.directions().rev().map(|direction| direction ^ 1));
        back == start && tiles[..self.cells].iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell)
    }

    fn play(&self, tiles: &mut [u8; MAX_CELLS], from: u8, directions: impl Iterator<Item = Direction>) -> u8 {
        directions.fold(from, |cell, direction| {
            let next = self.steps[usize::from(cell)][direction];
            tiles.swap(cell.into(), next.into());
            next
        })
    }

    /// Without the words one letter longer than `shortest` that begin or end with another of the
    /// words.
    fn without_factors(&self, mut words: Vec<(u8, StepWord)>, shortest: usize) -> Vec<(u8, StepWord)> {
        let short: FxHashSet<_> = words.iter().copied().filter(|(_, word)| word.length() == shortest).collect();
        words.retain(|&(cell, word)| {
            let second = self.steps[usize::from(cell)][word.letter(word.length() - 1)];
            !short.contains(&(cell, word.without_last())) && !short.contains(&(second, word.without_first()))
        });
        words
    }
}

/// Leaves the suspects whose hash, seen through `key`, may have come twice: all that came twice,
/// and few others.
fn sift(suspects: &mut Vec<Suspect>, slots: &mut Vec<u64>, key: impl Fn(u64) -> u64) {
    let mut once = Sieve::new(slots, 8 * suspects.len());
    let again: Vec<u64> =
        suspects.iter().map(|suspect| key(suspect.hash).rotate_left(24)).filter(|&key| once.add(key)).collect();
    let mut twice = Sieve::new(slots, 32 * again.len());
    again.iter().for_each(|&key| _ = twice.add(key.rotate_left(24)));
    suspects.retain(|suspect| twice.has(key(suspect.hash).rotate_left(48)));
}

/// A set of which the first bits of its members are known.
struct Sieve<'a> {
    slots: &'a mut [u64],
    shift: u32,
}

impl<'a> Sieve<'a> {
    fn new(slots: &'a mut Vec<u64>, count: usize) -> Self {
        let count = count.next_power_of_two().max(64);
        slots.clear();
        slots.resize(count / 64, 0);
        Sieve { slots, shift: 64 - count.ilog2() }
    }

    fn slot(&self, key: u64) -> (usize, u64) {
        let slot = key >> self.shift;
        ((slot >> 6) as usize, 1 << (slot & 63))
    }

    /// Whether something like it was there before.
    fn add(&mut self, key: u64) -> bool {
        let (index, bit) = self.slot(key);
        let had = self.slots[index] & bit != 0;
        self.slots[index] |= bit;
        had
    }

    fn has(&self, key: u64) -> bool {
        let (index, bit) = self.slot(key);
        self.slots[index] & bit != 0
    }
}

/// A walk through all words of one length from one cell.
struct WordWalk<'a> {
    effects: &'a Effects,
    rows: &'a [[NextStates; 4]],
    /// The number of the tile on each cell; what stands on the vacancy's cell does not matter.
    tiles: [u64; MAX_CELLS],
    /// Words that are at most this many letters short are found, too.
    lengths: usize,
    found: &'a mut Vec<Suspect>,
}

/// A word, the cell where it ends and the hash of its effect.
#[derive(Clone, Copy)]
struct WordEnd {
    cell: u8,
    hash: u64,
    word: StepWord,
}

impl WordWalk<'_> {
    /// Goes on from a word that is `left` letters short, 2 or more.
    fn on(&mut self, entry: NextStates, end: WordEnd, left: usize) {
        if left <= self.lengths {
            self.found.push(Suspect { hash: end.hash, word: end.word });
        }
        let row = self.rows[entry.state()];
        for direction in entry.allowed() {
            let (next, tile) = self.step(end, direction);
            self.tiles[usize::from(end.cell)] = tile;
            if left == 2 {
                self.last(row[direction], next);
            } else {
                self.on(row[direction], next, left - 1);
            }
            self.tiles[usize::from(next.cell)] = tile;
        }
    }

    /// Goes on from a word that is one letter short. Apart, since it need not look up the state nor
    /// move a tile.
    #[inline]
    fn last(&mut self, entry: NextStates, end: WordEnd) {
        self.found.push(Suspect { hash: end.hash, word: end.word });
        for direction in entry.allowed() {
            let (next, _) = self.step(end, direction);
            self.found.push(Suspect { hash: next.hash, word: next.word });
        }
    }

    /// The word one letter longer, and the number of the tile that makes way.
    #[inline]
    fn step(&self, WordEnd { cell, hash, word }: WordEnd, direction: Direction) -> (WordEnd, u64) {
        let next = self.effects.steps[usize::from(cell)][direction];
        let tile = self.tiles[usize::from(next)];
        let hash = hash.wrapping_add(tile.wrapping_mul(self.effects.gains[usize::from(cell)][direction]));
        (WordEnd { cell: next, hash, word: word.and(direction) }, tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(letters: &[Direction]) -> StepWord {
        letters.iter().fold(StepWord::EMPTY, |word, &letter| word.and(letter))
    }

    #[test]
    fn equal_hashes_alone_convict_nobody() {
        let around = [word(&[1, 3, 0, 2, 1, 3]), word(&[3, 1, 2, 0, 3, 1])]; // half the way round four cells, either way
        let others = [word(&[1, 3, 1, 3, 0, 2]), word(&[3, 3, 1, 1]), word(&[1, 3])];
        let mut suspects: Vec<Suspect> =
            around.into_iter().chain(others).map(|word| Suspect { hash: 7, word }).collect();
        suspects.sort_unstable();
        let effects = Effects::new(&Board::grid(3, 3));
        assert_eq!(effects.convicted(0, &suspects).collect::<Vec<_>>(), [around[1]]);
    }

    #[test]
    fn a_sieve_keeps_all_that_came_twice() {
        let hashes = || (0..2000).map(|number| scramble(number / 2 + number % 2 * (number % 10)));
        let mut suspects: Vec<Suspect> = hashes().map(|hash| Suspect { hash, word: StepWord::EMPTY }).collect();
        let twice = suspects.iter().filter(|one| suspects.iter().filter(|other| one == other).count() > 1);
        let twice: Vec<Suspect> = twice.copied().collect();
        let before = suspects.len();
        sift(&mut suspects, &mut Vec::new(), |hash| hash);
        assert!(twice.iter().all(|suspect| suspects.contains(suspect)));
        assert!(twice.len() > 200 && suspects.len() < twice.len() + before / 4, "{} of {before}", suspects.len());
    }
}
