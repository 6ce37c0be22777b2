//! Closed sets: boards with the number of moves that reach them, which no play shorter than claimed leaves.
//!
//! What this is: the closed list of a best-first search, written down. The checker looks at every board once and at
//! every move from it, in one pass over sorted keys; it needs no search. A board that is missing, or looked up in
//! vain, can only make the check fail: a successor that is not found has to pass by its bound.

use crate::board::{Board, Cell, VACANT};
use crate::certificate::Certificate;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse, resource};
use crate::potential::{Bound, Potential};
use crate::puzzle::Puzzle;
use crate::views::Views;
use dashu_int::{IBig, UBig};

/// Checks that the block `set` proves the claimed bound. `views` are there for `patterns`.
pub(crate) fn verify(name: &str, certificate: &Certificate<'_>, views: Option<&Views>, limits: &Limits) -> Checked<()> {
    let Certificate { puzzle, claim, .. } = certificate;
    let potential = match name {
        "zero" => None,
        name => Some(Potential::named(name, puzzle).at("line 4")?),
    };
    let suits = potential != Some(Potential::Forward) && (potential.is_none() || !claim.unsolvable);
    ensure(suits, "this bound does not go with a closed set for this claim").at("line 4")?;
    let set = Set::read(certificate.set, limits)?;
    let zeros = !claim.unsolvable || set.g.iter().all(|&g| g == 0);
    ensure(zeros, "for `unsolvable` every g is 0").at("set")?;
    let at_start = match potential {
        Some(potential) => potential.at_start(puzzle, views, limits)?,
        None => IBig::ZERO,
    };
    let far = claim.lower.as_ref().is_some_and(|c| at_start >= *c.as_ibig());
    if set.keys.is_empty() {
        return ensure(far, "the start is not in it").at("set");
    }
    let few = puzzle.cells() <= UBig::from(MOST_CELLS);
    ensure(few, "keys below 2^128 hold no board of this size").at("set")?;
    let start = puzzle.start(limits)?;
    let checkers = Checkers::of(puzzle, &start, limits)?;
    let first = far || key(&start, checkers.base).and_then(|key| set.find(key)) == Some(0);
    ensure(first, "the start is not in it with g = 0").at("set")?;
    let bound = Bound::new(potential, puzzle, views, limits)?;
    // A bound beyond 64 bits is as good as infinite: no sum of a g and a potential comes near.
    let c = claim.lower.as_ref().and_then(|c| u64::try_from(c).ok()).unwrap_or(u64::MAX);
    let cells = start.cells().len();
    let sources = (0..cells).map(|to| puzzle.sources(to, cells)).collect();
    let classes = cells * cells * checkers.counts.len();
    let mut cursors = limits.vector(classes, "the set")?;
    cursors.resize(classes, 0);
    Closure { puzzle, set, checkers, bound, c, sources, cursors }.verify(start)
}

/// A board with more cells, of which each has two digits at least, has no key.
const MOST_CELLS: u8 = 128;

/// What the boards of an instance hold.
struct Checkers {
    /// The base of their keys.
    base: u64,
    /// By digit, which of the kinds of checkers it is. The vacancy is a kind, too.
    kind: Vec<usize>,
    /// By kind, how many there are.
    counts: Vec<u8>,
}

impl Checkers {
    /// All boards hold what is on the start.
    fn of(puzzle: &Puzzle, start: &Board, limits: &Limits) -> Checked<Self> {
        let greatest = start.cells().iter().copied().max().unwrap_or(VACANT) as usize;
        let base = match puzzle {
            Puzzle::Shift(_) => 3,
            Puzzle::Reverse(_) | Puzzle::Tiles(_) => (greatest as u64 + 1).max(2),
        };
        let mut kind = limits.vector(greatest + 1, "the checkers")?;
        kind.resize(greatest + 1, usize::MAX);
        let mut counts: Vec<u8> = Vec::new();
        for &digit in start.cells() {
            let kind = &mut kind[digit as usize];
            if *kind == usize::MAX {
                *kind = counts.len();
                counts.push(0);
            }
            counts[*kind] += 1;
        }
        Ok(Self { base, kind, counts })
    }

    /// Whether a board of the same size holds the same. `left` is room to work in.
    fn are_on(&self, board: &Board, left: &mut Vec<u8>) -> bool {
        left.clone_from(&self.counts);
        board.cells().iter().all(|&digit| {
            let left = self.kind.get(digit as usize).and_then(|&kind| left.get_mut(kind)).filter(|left| **left > 0);
            left.map(|left| *left -= 1).is_some()
        })
    }
}

/// The entries of the payload, by ascending key.
pub(crate) struct Set {
    pub(crate) keys: Vec<u128>,
    pub(crate) g: Vec<u32>,
}

impl Set {
    pub(crate) fn read(payload: &[u8], limits: &Limits) -> Checked<Self> {
        // Each number ends with the only byte of it below 128, and an entry is two numbers.
        let entries = payload.iter().filter(|&&byte| byte < 128).count() / 2;
        limits.room(entries as u128 * (16 + 4), "the set")?;
        let (keys, g) = (limits.vector(entries, "the set")?, limits.vector(entries, "the set")?);
        let mut set = Self { keys, g };
        let mut bytes = payload.iter();
        while !bytes.as_slice().is_empty() {
            let entry = set.g.len() + 1;
            set.read_entry(&mut bytes).at(format_args!("set, entry {entry}"))?;
        }
        Ok(set)
    }

    fn read_entry<'a>(&mut self, bytes: &mut impl Iterator<Item = &'a u8>) -> Checked<()> {
        let step = leb128(bytes)?;
        let last = self.keys.last().copied();
        ensure(step > 0 || last.is_none(), "the same key again")?;
        let key = last.unwrap_or(0).checked_add(step).or_refuse("a key beyond 128 bits")?;
        let Ok(g) = u32::try_from(leb128(bytes)?) else {
            return resource("a set with a g beyond 32 bits");
        };
        self.keys.push(key);
        self.g.push(g);
        Ok(())
    }

    pub(crate) fn find(&self, key: u128) -> Option<u32> {
        self.keys.binary_search(&key).ok().map(|index| self.g[index])
    }

    /// Index of the first key from `from` on that is not below `key`, in few steps if it is near: these double
    /// until one is too long.
    fn seek(&self, from: usize, key: u128) -> usize {
        let (mut low, mut step) = (from, 1);
        while self.keys.get(low + step).is_some_and(|&next| next < key) {
            low += step;
            step *= 2;
        }
        let high = self.keys.len().min(low + step);
        low + self.keys[low..high].partition_point(|&next| next < key)
    }
}

/// A number of 7 bits a byte, the low ones first.
pub(crate) fn leb128<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Checked<u128> {
    let mut value = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let byte = *bytes.next().or_refuse("the payload ends inside an entry")?;
        let bits = u128::from(byte % 128);
        if (bits << shift) >> shift != bits {
            break;
        }
        value |= bits << shift;
        ensure(byte != 0 || shift == 0, "a number with needless bytes")?;
        if byte < 128 {
            return Ok(value);
        }
    }
    refuse("a number beyond 128 bits")
}

/// The number of a board: the cells are its digits, the left cell the first. None beyond 128 bits.
fn key(board: &Board, base: u64) -> Option<u128> {
    let mut digits = board.cells().iter();
    digits.try_fold(0u128, |key, &digit| key.checked_mul(base.into())?.checked_add(digit.into()))
}

/// Writes the digits of a key. None if it has too many.
pub(crate) fn write(mut key: u128, base: u64, cells: &mut [Cell]) -> Option<()> {
    // As many digits at a time as 64 bits hold, because division is slow beyond.
    let digits = u64::MAX.ilog(base);
    let split = u128::from(base.pow(digits));
    for chunk in cells.rchunks_mut(digits as usize) {
        let mut low = (key % split) as u64;
        key /= split;
        for cell in chunk.iter_mut().rev() {
            *cell = (low % base) as Cell;
            low /= base;
        }
        if low > 0 {
            return None;
        }
    }
    (key == 0).then_some(())
}

/// One pass over a set.
struct Closure<'a> {
    puzzle: &'a Puzzle,
    set: Set,
    checkers: Checkers,
    bound: Bound<'a>,
    c: u64,
    /// By cell, those from which something may come.
    sources: Vec<Vec<usize>>,
    /// For each vacancy, cell to leave and checker, where its last successor was looked up. Among boards in
    /// ascending order these successors ascend too, as such a move adds the same to every key.
    cursors: Vec<usize>,
}

impl Closure<'_> {
    /// `board` is one of the right length, to work on.
    fn verify(mut self, mut board: Board) -> Checked<()> {
        let mut left = Vec::new();
        for index in 0..self.set.keys.len() {
            self.read_board(index, &mut board, &mut left)
                .and_then(|()| self.verify_moves(index, &mut board))
                .at(format_args!("set, entry {}", index + 1))?;
        }
        Ok(())
    }

    fn read_board(&self, index: usize, board: &mut Board, left: &mut Vec<u8>) -> Checked<()> {
        let key = self.set.keys[index];
        let one_vacancy = board.rewrite(|cells| write(key, self.checkers.base, cells)).is_some();
        let owned = one_vacancy && self.checkers.are_on(board, left);
        ensure(owned, format_args!("the key {key} is no board of this puzzle"))?;
        ensure(!self.puzzle.is_goal(board), "a goal is in the set")
    }

    fn verify_moves(&mut self, index: usize, board: &mut Board) -> Checked<()> {
        let (to, reached) = (board.vacancy(), u64::from(self.set.g[index]) + 1);
        for source in 0..self.sources[to].len() {
            let from = self.sources[to][source];
            if self.puzzle.forbids(board, from).is_some() {
                continue;
            }
            board.carry(from);
            let stays = self.find(board, to).is_some_and(|g| u64::from(g) <= reached);
            let total = if stays { self.c } else { reached + self.bound.of(board) };
            board.carry(to);
            let (from, to) = (from + 1, to + 1);
            let why = format_args!("the move {from}-{to} leaves it with g + h = {total}");
            ensure(total >= self.c, why)?;
        }
        Ok(())
    }

    /// The g of a board in the set, after a move into cell `to`.
    fn find(&mut self, board: &Board, to: usize) -> Option<u32> {
        let (key, cells) = (key(board, self.checkers.base)?, board.cells());
        let kind = self.checkers.kind[cells[to] as usize];
        let class = (board.vacancy() * cells.len() + to) * self.checkers.counts.len() + kind;
        let cursor = self.set.seek(self.cursors[class], key);
        self.cursors[class] = cursor;
        (self.set.keys.get(cursor) == Some(&key)).then(|| self.set.g[cursor])
    }
}
