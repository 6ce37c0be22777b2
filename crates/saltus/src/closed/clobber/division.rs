//! An optimal division of a line or a cycle into segments, in linear time and little memory.
//!
//! What lies ahead of a cell is known from the right (the forms of segments are the same read backwards, so these are the registers
//! of the mirrored row); from the left every step is then a choice among those that lose nothing. One pass from right to
//! left leaves what lies ahead at every 4096th cell. The division goes from left to right: over some cells from
//! right to left again, then the choices.
//!
//! From right to left every byte of letters waits for the one before, so four blocks of 4096 cells are passed at a time. Where a block
//! begins in the middle, what lies ahead is guessed: a hundred letters further right it hardly matters with what one begins. The guess
//! is compared with what comes out of the block on the right, and the block is passed again where they differ.
//!
//! There may be many optimal divisions. This one crosses a way wherever that loses nothing, given what came before, and to the right
//! rather than to the left. On a cycle the first cell is in the first register, of N, R, L, B, in which a best closed walk
//! passes the seam; so a segment may run over it.

mod ahead;
mod tables;

use std::sync::Arc;

use super::registers::{Ends, NEVER, Register, more, of_one_colour};
use crate::puzzles::clobber::Pawns;
pub use ahead::Crossings;
use ahead::{Ahead, Ways};
use tables::{Class, Place, Tables};

/// Words of 64 cells in a block.
const BLOCK: usize = 64;

/// Blocks that are passed at a time.
const TIMES: usize = 4;

/// Words of 64 cells in as many blocks.
const GROUP: usize = BLOCK * TIMES;

/// Words of 64 cells from which a guess is made.
const GUESS: usize = 2;

/// An optimal division, ready to be walked along.
#[derive(Clone, Debug)]
pub struct Division {
    pawns: Arc<Pawns>,
    /// Whether a segment may run over the seam.
    joined: bool,
    /// The register of the first cell.
    first: Register,
    value: u64,
    /// What lies ahead behind each block.
    behind: Vec<Ahead>,
}

/// Consecutive pawns that are reduced to one: the first goes right over some, then the last goes left over the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The first cell, from 0.
    pub first: usize,
    /// How many ways are crossed to the right.
    pub right: usize,
    /// How many ways behind them are crossed to the left.
    pub left: usize,
}

impl Segment {
    /// How many cells it has; on a cycle they may run over the seam.
    pub fn cells(&self) -> usize {
        self.right + self.left + 1
    }
}

impl Division {
    /// Divides a row.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use saltus::closed::clobber::{division::{Division, Segment}, registers::Ends};
    ///
    /// let division = Division::new(Arc::new("bwwbbw.b".parse().unwrap()), Ends::Open);
    /// let segments: Vec<Segment> = division.segments().collect();
    /// assert_eq!(division.value(), 2);
    /// assert_eq!(segments[0], Segment { first: 0, right: 2, left: 3 });
    /// assert_eq!(segments[1], Segment { first: 7, right: 0, left: 0 });
    /// ```
    pub fn new(pawns: Arc<Pawns>, ends: Ends) -> Self {
        let joined = ends.of(pawns.cells()) == Ends::Joined;
        // Nobody moves on a cycle of one colour, as on a line of one colour.
        let joined = joined && (pawns.vacant().is_some() || !of_one_colour(&pawns));
        let first = if joined { seam(&pawns) } else { Register::N };
        let mut place = Place::Plain(if joined { Ahead::only(first) } else { Ahead::NOTHING });
        let row = Row { pawns: &pawns, joined };
        let (mut tables, mut behind) = (Tables::default(), vec![Ahead::NEVER; row.words().div_ceil(BLOCK)]);
        for first in (0..row.words()).step_by(GROUP).rev() {
            place = row.pass(first, place, &mut tables, |block, ahead| behind[block] = ahead);
        }
        let value = tables.ahead(place).get(first);
        Division { pawns, joined, first, value, behind }
    }

    /// The fewest pawns that any play leaves: as many as there are segments.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Bytes of memory that it takes, the row included.
    pub fn bytes(&self) -> u64 {
        let words = self.pawns.white().len() + self.pawns.vacant().map_or(0, <[u64]>::len);
        (size_of::<u64>() * words + size_of_val(self.behind.as_slice())) as u64
    }

    /// The row.
    pub fn pawns(&self) -> &Arc<Pawns> {
        &self.pawns
    }

    /// The segments in order. On a cycle the first is the first that begins behind another one's end.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + '_ {
        let cells = self.pawns.cells();
        let skipped = self.bar().map_or(0, |bar| bar + 1);
        let ways =
            || self.walk().flat_map(|word| (0..64).map(move |bit| (word.right >> bit & 1, word.left >> bit & 1)));
        let mut ways = ways().take(cells).skip(skipped).chain(ways().take(skipped));
        let mut cell = skipped;
        std::iter::from_fn(move || {
            loop {
                let mut segment = Segment { first: cell % cells.max(1), right: 0, left: 0 };
                while let (right, left) = ways.next()?
                    && right + left > 0
                {
                    segment.right += right as usize;
                    segment.left += left as usize;
                }
                cell += segment.cells();
                if self.pawns.get(segment.first).is_some() {
                    return Some(segment);
                }
            }
        })
    }

    /// On a cycle the first way that is not crossed, by the cell before it, from 0; none where no segment can run over the seam.
    pub fn bar(&self) -> Option<usize> {
        if !self.joined {
            return None;
        }
        let mut ones = self.walk().map(|word| word.both().trailing_ones() as usize).enumerate();
        ones.find(|&(_, at)| at < 64).map(|(word, at)| 64 * word + at)
    }

    /// The crossings of each 64 cells, in order. Behind the last cell of a line stands a way that is not crossed.
    pub fn walk(&self) -> Walk<'_> {
        Walk { division: self, tables: Tables::default(), word: 0, register: self.first, group: Vec::new() }
    }

    fn row(&self) -> Row<'_> {
        Row { pawns: &self.pawns, joined: self.joined }
    }
}

/// A row, word by word.
#[derive(Clone, Copy, Debug)]
struct Row<'a> {
    pawns: &'a Pawns,
    joined: bool,
}

impl Row<'_> {
    fn words(&self) -> usize {
        self.pawns.white().len()
    }

    #[inline]
    fn ways(&self, word: usize) -> Ways {
        Ways::of(self.pawns, self.joined, word)
    }

    /// The letters of a group, if there is nothing else in it and the row goes on behind it.
    fn letters(&self, first: usize) -> Option<[u64; GROUP]> {
        let words = first..=first + GROUP;
        let white = self.pawns.white().get(words.clone())?;
        let vacant = self.pawns.vacant().and_then(|vacant| vacant.get(words));
        if vacant.into_iter().flatten().any(|&word| word > 0) {
            return None;
        }
        Some(std::array::from_fn(|word| white[word] ^ (white[word] >> 1 | white[word + 1] << 63)))
    }

    /// Passes the blocks of a group that begins with word `first`, with `behind` ahead behind it. `note` hears what lies ahead behind each
    /// block.
    fn pass(&self, first: usize, behind: Place, tables: &mut Tables, mut note: impl FnMut(usize, Ahead)) -> Place {
        let end = self.words().min(first + GROUP);
        let guesses = self.guess(first, behind, tables);
        let mut place = behind;
        for start in (first..end).step_by(BLOCK).rev() {
            note(start / BLOCK, tables.ahead(place));
            let guess = guesses.map(|guesses| guesses[(start - first) / BLOCK]);
            place = match (place, guess) {
                (Place::Known { class, raised }, Some(Guess { behind, before, rise })) if class == behind => {
                    Place::Known { class: before, raised: raised + rise }
                }
                _ => (start..end.min(start + BLOCK)).rev().fold(place, |at, word| tables.before(at, &self.ways(word))),
            };
        }
        place
    }

    /// Passes the blocks of a group all at a time.
    ///
    /// None where not all have the same length, and where there are other things than letters.
    fn guess(&self, first: usize, behind: Place, tables: &mut Tables) -> Option<[Guess; TIMES]> {
        let Place::Known { class, .. } = behind else { return None };
        let letters = self.letters(first)?;
        let at = |block: usize, word: usize| letters[BLOCK * block + word];
        let mut guessed = [class; TIMES - 1];
        for word in (BLOCK..BLOCK + GUESS).rev() {
            (guessed, _) = tables.before_words(guessed, std::array::from_fn(|block| at(block, word)), |_, _, _| {})?;
        }
        let [a, b, c] = guessed;
        let start = [a, b, c, class];
        let (mut classes, mut rises) = (start, [0; TIMES]);
        for word in (0..BLOCK).rev() {
            let (before, more) =
                tables.before_words(classes, std::array::from_fn(|block| at(block, word)), |_, _, _| {})?;
            classes = before;
            rises = std::array::from_fn(|block| rises[block] + more[block]);
        }
        Some(std::array::from_fn(|block| Guess { behind: start[block], before: classes[block], rise: rises[block] }))
    }
}

/// That what lies ahead before a block is `before`, raised by `rise`, if it is `behind` behind the block.
#[derive(Clone, Copy, Debug)]
struct Guess {
    behind: Class,
    before: Class,
    rise: u64,
}

/// What lies ahead on the way around a cycle, for each register in which the seam may be met.
enum Rows {
    Apart([Place; 4]),
    /// The same up to what it is raised by; none where the register cannot be met.
    Alike {
        one: Place,
        raised: [Option<u64>; 4],
    },
}

/// The register of the first cell in a best closed walk over a cycle.
fn seam(pawns: &Pawns) -> Register {
    let mut tables = Tables::default();
    let mut rows = Rows::Apart(Register::ALL.map(|register| Place::Plain(Ahead::only(register))));
    let row = Row { pawns, joined: true };
    for first in (0..row.words()).step_by(GROUP).rev() {
        let mut before = |place| match place {
            Place::Plain(Ahead::NEVER) => place,
            _ => row.pass(first, place, &mut tables, |_, _| {}),
        };
        rows = match rows {
            Rows::Apart(places) => {
                let places = places.map(&mut before);
                alike(places.map(|place| tables.place(tables.ahead(place))))
            }
            Rows::Alike { one, raised } => Rows::Alike { one: before(one), raised },
        };
    }
    let cost = |register: &Register| match &rows {
        Rows::Apart(places) => tables.ahead(places[*register as usize]).get(*register),
        Rows::Alike { one, raised } => {
            raised[*register as usize].map_or(NEVER, |base| more(tables.ahead(*one).get(*register), base))
        }
    };
    Register::ALL.into_iter().min_by_key(cost).expect("four registers")
}

/// Finds out whether places differ only in what they are raised by.
fn alike(places: [Place; 4]) -> Rows {
    let mut common = None;
    let mut raised = [None; 4];
    for (place, raised) in places.into_iter().zip(&mut raised) {
        match place {
            Place::Known { class, raised: by } if *common.get_or_insert(class) == class => *raised = Some(by),
            Place::Plain(ahead) if ahead == Ahead::NEVER => {}
            _ => return Rows::Apart(places),
        }
    }
    match common {
        Some(class) => Rows::Alike { one: Place::Known { class, raised: 0 }, raised },
        None => Rows::Apart(places),
    }
}

/// The crossings of a division, 64 cells at a time.
#[derive(Debug)]
pub struct Walk<'a> {
    division: &'a Division,
    tables: Tables,
    /// The word to come.
    word: usize,
    /// The register of the first cell of the next group.
    register: Register,
    /// The crossings of the group.
    group: Vec<Crossings>,
}

impl Walk<'_> {
    /// Finds the crossings of the group that begins with the word to come.
    #[inline(never)]
    fn enter(&mut self) {
        let row = self.division.row();
        let words = row.words().min(self.word + GROUP) - self.word;
        self.group.resize(words, Crossings::default());
        if words < GROUP || !self.walk_letters(row) {
            self.walk_ways(row);
        }
    }

    /// Finds the crossings of a whole group, four blocks at a time, if there is nothing in it but letters.
    fn walk_letters(&mut self, row: Row<'_>) -> bool {
        let mut classes = [None; TIMES];
        for (block, class) in classes.iter_mut().enumerate() {
            if let Place::Known { class: known, .. } =
                self.tables.place(self.division.behind[self.word / BLOCK + block])
            {
                *class = Some(known);
            }
        }
        let [Some(a), Some(b), Some(c), Some(d)] = classes else { return false };
        let Some(letters) = row.letters(self.word) else { return false };
        let (mut classes, mut behind) = ([a, b, c, d], [[0; 8]; GROUP]);
        for word in (0..BLOCK).rev() {
            let at_once = std::array::from_fn(|block| letters[BLOCK * block + word]);
            let note = |block: usize, byte: usize, class| behind[BLOCK * block + word][byte] = class;
            let Some((before, _)) = self.tables.before_words(classes, at_once, note) else { return false };
            classes = before;
        }
        for ((crossings, letters), behind) in self.group.iter_mut().zip(letters).zip(behind) {
            (*crossings, self.register) = self.tables.walk(letters, behind, self.register);
        }
        true
    }

    /// Finds the crossings of a group word by word.
    fn walk_ways(&mut self, row: Row<'_>) {
        let mut behind = vec![Ahead::NEVER; self.group.len()];
        for start in (0..behind.len()).step_by(BLOCK) {
            let mut place = Place::Plain(self.division.behind[(self.word + start) / BLOCK]);
            for (word, ahead) in behind.iter_mut().enumerate().skip(start).take(BLOCK).rev() {
                *ahead = self.tables.ahead(place);
                place = self.tables.before(place, &row.ways(self.word + word));
            }
        }
        for (word, (crossings, ahead)) in self.group.iter_mut().zip(behind).enumerate() {
            (*crossings, self.register) = ahead.walk(&row.ways(self.word + word), self.register);
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Crossings;

    fn next(&mut self) -> Option<Crossings> {
        let at = self.word % GROUP;
        if at == 0 && self.word < self.division.row().words() {
            self.enter();
        }
        let crossings = *self.group.get(at).filter(|_| self.word < self.division.row().words())?;
        self.word += 1;
        Some(crossings)
    }
}

#[cfg(test)]
mod tests {
    use super::super::registers::tests::{all, drawn, various};
    use super::super::registers::{self, Letter};
    use super::*;
    use crate::puzzles::clobber::Colour;

    /// Whether a segment's letters are nothing, `a s*`, `s* a` or `a s* a s* a`, with the arms that belong to them.
    fn can_be_reduced(letters: &[Letter], right: usize) -> bool {
        let (to_right, to_left) = letters.split_at(right);
        let same = |letters: &[Letter]| letters.iter().all(|&letter| letter == Letter::Same);
        let arm = |arm: &[Letter]| arm.is_empty() || arm[0] == Letter::Alternate && same(&arm[1..]);
        match to_left {
            [] => arm(to_right),
            [left @ .., Letter::Alternate] if to_right.is_empty() => same(left),
            [Letter::Alternate, left @ .., Letter::Alternate] => arm(to_right) && same(left),
            _ => false,
        }
    }

    fn letters(pawns: &Pawns, segment: Segment) -> Vec<Letter> {
        let pawn = |place: usize| pawns.get((segment.first + place) % pawns.cells()).expect("no gap in a segment");
        let letter = |place| if pawn(place) == pawn(place + 1) { Letter::Same } else { Letter::Alternate };
        (0..segment.cells() - 1).map(letter).collect()
    }

    fn divides(pawns: Pawns, ends: Ends) {
        let division = Division::new(Arc::new(pawns), ends);
        let pawns = division.pawns();
        assert_eq!(division.value(), registers::value(pawns, ends), "{pawns} {ends:?}");
        let segments: Vec<Segment> = division.segments().collect();
        assert_eq!(segments.len() as u64, division.value(), "{pawns} {ends:?}");
        let covered: usize = segments.iter().map(Segment::cells).sum();
        assert_eq!(covered, pawns.count(), "{pawns} {ends:?}");
        let end = |segment: &Segment| segment.first + segment.cells();
        for pair in segments.windows(2) {
            let next = pair[1].first + if pair[1].first < pair[0].first { pawns.cells() } else { 0 };
            assert!((end(&pair[0])..next).all(|cell| pawns.get(cell % pawns.cells()).is_none()), "{pawns} {ends:?}");
        }
        let over_the_seam = segments.iter().filter(|segment| end(segment) > pawns.cells()).count();
        assert!(over_the_seam <= usize::from(ends == Ends::Joined), "{pawns} {ends:?}");
        for segment in segments {
            assert!(can_be_reduced(&letters(pawns, segment), segment.right), "{pawns} {ends:?} {segment:?}");
        }
    }

    #[test]
    fn divisions_of_all_small_rows() {
        for (cells, ends) in (0..=8).flat_map(|cells| [(cells, Ends::Open), (cells, Ends::Joined)]) {
            all(cells).for_each(|pawns| divides(pawns, ends));
        }
    }

    #[test]
    fn divisions_of_longer_rows() {
        for ends in [Ends::Open, Ends::Joined] {
            various().for_each(|pawns| divides(pawns, ends));
            // Several blocks; runs that span words and blocks.
            for (seed, (run, gaps)) in
                [(2, 0), (2, 1000), (3, 3), (50, 0), (900, 0), (900, 3000)].into_iter().enumerate()
            {
                divides(drawn(3 * 64 * BLOCK + 77, run, gaps, seed as u64), ends);
            }
        }
    }

    /// b^k w b^k and the like: registers far apart.
    #[test]
    fn divisions_of_long_runs() {
        for lengths in
            [vec![200, 1, 200], vec![300, 1, 150, 1, 400], vec![64, 2, 64], vec![1000], vec![129, 2, 5, 1, 640, 64]]
        {
            let colours = [Colour::Black, Colour::White].into_iter().cycle();
            let cells = || {
                colours.clone().zip(&lengths).flat_map(|(colour, &length)| std::iter::repeat_n(Some(colour), length))
            };
            for ends in [Ends::Open, Ends::Joined] {
                divides(cells().collect(), ends);
                divides(cells().chain([None]).chain(cells()).collect(), ends);
            }
        }
    }

    /// The walk does not depend on how it is computed: letter by letter, or bytes by tables.
    #[test]
    fn tables_walk_as_letters_do() {
        for ends in [Ends::Open, Ends::Joined] {
            for pawns in various() {
                let division = Division::new(Arc::new(pawns), ends);
                let pawns = division.pawns();
                let words = pawns.white().len();
                let mut ahead = vec![division.behind[words.div_ceil(BLOCK) - 1]];
                for word in (0..words).rev() {
                    let behind = ahead[ahead.len() - 1];
                    ahead.push(behind.before_word(&Ways::of(pawns, division.joined, word)));
                }
                let mut register = division.first;
                for (word, crossings) in division.walk().enumerate() {
                    let slowly = ahead[words - 1 - word].walk(&Ways::of(pawns, division.joined, word), register);
                    assert_eq!(crossings, slowly.0, "{pawns} {ends:?}");
                    register = slowly.1;
                }
            }
        }
    }
}
