//! Closed sets: boards with the number of moves that reach them, which no play shorter than claimed leaves.
//!
//! What this is: the closed list of a best-first search, written down. The checker looks at every board once and at
//! every move from it, in one pass over sorted keys; it needs no search. A board that is missing, or looked up in
//! vain, can only make the check fail: a successor that is not found has to pass by its bound.

use crate::board::{Board, Cell};
use crate::certificate::Claim;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse, resource};
use crate::potential::{Bound, Potential};
use crate::puzzle::Puzzle;
use crate::reverse::is_arrangement;
use dashu_int::IBig;

/// Checks that the payload of a block `set` proves the claimed bound.
pub(crate) fn verify(bound: &str, puzzle: &Puzzle, claim: &Claim, payload: &[u8], limits: &Limits) -> Checked<()> {
    let potential = match bound {
        "zero" => None,
        name => Some(Potential::named(name, puzzle).at("line 4")?),
    };
    let suits = potential != Some(Potential::Forward) && (potential.is_none() || !claim.unsolvable);
    ensure(suits, "this bound does not go with a closed set for this claim").at("line 4")?;
    let set = Set::read(payload, limits)?;
    let zeros = !claim.unsolvable || set.g.iter().all(|&g| g == 0);
    ensure(zeros, "for `unsolvable` every g is 0").at("set")?;
    let at_start = match potential {
        Some(potential) => potential.at_start(puzzle, limits)?,
        None => IBig::ZERO,
    };
    let far = claim.lower.as_ref().is_some_and(|c| at_start >= *c.as_ibig());
    if set.keys.is_empty() {
        return ensure(far, "the start is not in it").at("set");
    }
    let base = base(puzzle).or_refuse("keys below 2^128 hold no board of this size").at("set")?;
    let start = puzzle.start(limits)?;
    let first = far || key(&start, base).and_then(|key| set.find(key)) == Some(0);
    ensure(first, "the start is not in it with g = 0").at("set")?;
    let bound = Bound::new(potential, puzzle, limits)?;
    // A bound beyond 64 bits is as good as infinite: no sum of a g and a potential comes near.
    let c = claim.lower.as_ref().and_then(|c| u64::try_from(c).ok()).unwrap_or(u64::MAX);
    let cursors = vec![0; start.cells().len().pow(2) * base as usize];
    Closure { puzzle, set, base, bound, c, cursors }.verify(start)
}

/// The base of the keys of an instance. None if its boards have so many cells that no key holds one.
fn base(puzzle: &Puzzle) -> Option<u64> {
    let cells = u64::try_from(&puzzle.cells()).ok().filter(|&cells| cells <= 128)?;
    Some(match puzzle {
        Puzzle::Shift(_) => 3,
        Puzzle::Reverse(_) => cells.max(2),
    })
}

/// The entries of the payload, by ascending key.
struct Set {
    keys: Vec<u128>,
    g: Vec<u32>,
}

impl Set {
    fn read(payload: &[u8], limits: &Limits) -> Checked<Self> {
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

    fn find(&self, key: u128) -> Option<u32> {
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
fn leb128<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Checked<u128> {
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
fn write(mut key: u128, base: u64, cells: &mut [Cell]) -> Option<()> {
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
    base: u64,
    bound: Bound,
    c: u64,
    /// For each vacancy, cell to leave and checker, where its last successor was looked up. Among boards in
    /// ascending order these successors ascend too, as such a move adds the same to every key.
    cursors: Vec<usize>,
}

impl Closure<'_> {
    /// `board` is one of the right length, to work on.
    fn verify(mut self, mut board: Board) -> Checked<()> {
        let mut seen = Vec::new();
        for index in 0..self.set.keys.len() {
            self.read_board(index, &mut board, &mut seen)
                .and_then(|()| self.verify_moves(index, &mut board))
                .at(format_args!("set, entry {}", index + 1))?;
        }
        Ok(())
    }

    fn read_board(&self, index: usize, board: &mut Board, seen: &mut Vec<bool>) -> Checked<()> {
        let key = self.set.keys[index];
        let one_vacancy = board.rewrite(|cells| write(key, self.base, cells)).is_some();
        let owned = match self.puzzle {
            Puzzle::Shift(shift) => one_vacancy && shift.owns(board),
            Puzzle::Reverse(_) => one_vacancy && is_arrangement(board.cells(), seen),
        };
        ensure(owned, format_args!("the key {key} is no board of this puzzle"))?;
        ensure(!self.puzzle.is_goal(board), "a goal is in the set")
    }

    fn verify_moves(&mut self, index: usize, board: &mut Board) -> Checked<()> {
        let (to, reached) = (board.vacancy(), u64::from(self.set.g[index]) + 1);
        for from in to.saturating_sub(2)..(to + 3).min(board.cells().len()) {
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
        let (key, cells) = (key(board, self.base)?, board.cells());
        let class = (board.vacancy() * cells.len() + to) * self.base as usize + cells[to] as usize;
        let cursor = self.set.seek(self.cursors[class], key);
        self.cursors[class] = cursor;
        (self.set.keys.get(cursor) == Some(&key)).then(|| self.set.g[cursor])
    }
}
