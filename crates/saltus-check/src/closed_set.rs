//! Closed sets: states with the number of moves that reach them, which no play shorter than claimed
//! leaves.
//!
//! What this is: the closed list of a best-first search, written down. The checker looks at every
//! state once and at every move from it, in one pass over sorted keys; it needs no search. A state
//! that is missing, or looked up in vain, can only make the check fail: a successor that is not
//! found has to pass by its bound.
//!
//! A key is a number of any size, in words of 64 bits with the highest first, as many as the
//! greatest key takes.

use crate::board::Cell;
use crate::claim::Claim;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse, resource};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::slice::Iter;

/// A family's states as numbers, and what leads from one to another.
///
/// A state is a digit for each cell, 0 where nothing is, and possibly one more for whose turn it
/// is.
pub(crate) trait Space {
    /// The base of the digits.
    fn base(&self) -> u64;

    /// The digits of the start.
    fn start(&self) -> &[Cell];

    /// Goes to a state. Refuses digits that are no state of the puzzle, and a state that no set may
    /// hold.
    fn enter(&mut self, digits: &[Cell]) -> Checked<()>;

    /// All moves from there: what is in one cell goes to another, where it replaces what there is.
    fn moves(&self, moves: &mut Vec<(usize, usize)>);

    /// The last digit after a move, if that is not the digit of a cell.
    fn turn_after(&self, mover: Cell) -> Option<Cell>;

    /// A lower bound on what the state after a move still takes, and how many steps it took to find
    /// it.
    fn bound_after(&mut self, from: usize, to: usize) -> (u64, u64);

    /// A move, as it is named in messages.
    fn name(&self, from: usize, to: usize) -> String {
        format!("{}-{}", from + 1, to + 1)
    }
}

/// What is to be proved of a set.
pub(crate) struct Aim {
    /// The claimed bound. None: more than any number.
    pub(crate) lower: Option<u64>,
    /// What a move adds to the number of a state: 1, or 0 where moves are not counted.
    pub(crate) cost: u64,
    /// Whether the bound of the start alone proves the claim.
    pub(crate) far: bool,
    /// The claim for which all numbers have to be 0.
    pub(crate) zeros: Option<&'static str>,
}

impl Aim {
    /// To prove a claim about the moves to a goal, when the bound of the start is known.
    pub(crate) fn of_moves(claim: &Claim, at_start: &IBig) -> Self {
        let far = claim.lower.as_ref().is_some_and(|lower| *at_start >= *lower.as_ibig());
        let zeros = claim.unsolvable.then_some("`unsolvable`");
        // No sum of a g and a bound comes near a claim beyond 64 bits.
        let lower = claim.lower.as_ref().and_then(|lower| u64::try_from(lower).ok());
        Self { lower, cost: 1, far, zeros }
    }
}

/// Checks that a payload proves a claim.
pub(crate) fn verify(space: &mut impl Space, payload: &[u8], aim: &Aim, limits: &Limits) -> Checked<()> {
    let keys = Keys::new(space.base(), space.start().len(), limits)?;
    let set = Set::read(payload, &keys, limits)?;
    if let Some(claim) = aim.zeros {
        ensure(set.g.iter().all(|&g| g == 0), format_args!("for {claim} every g is 0")).at("set")?;
    }
    let there = aim.far || set.find(&keys.key(space.start()), &mut 0) == Some(0);
    ensure(there, "the start is not in it with g = 0").at("set")?;
    let closure = Closure { space, keys, set, aim, hints: vec![0; HINTS], steps: 0, limits };
    closure.verify()
}

/// Refuses an empty set, unless the bound of the start alone proves the claim. Says whether the set
/// is empty, so that there is nothing else to check: then no state is written out, however large.
pub(crate) fn is_settled(payload: &[u8], aim: &Aim) -> Checked<bool> {
    if payload.is_empty() {
        ensure(aim.far, "the start is not in it").at("set")?;
    }
    Ok(payload.is_empty())
}

/// How the states of an instance are numbered.
struct Keys {
    base: u64,
    digits: usize,
    /// Words of a key.
    width: usize,
    /// By digit, what it counts in a key.
    weights: Vec<u64>,
}

impl Keys {
    fn new(base: u64, digits: usize, limits: &Limits) -> Checked<Self> {
        // Of a base below 2^b a digit takes b bits at most.
        let bits = digits as u128 * u128::from(u64::BITS - base.leading_zeros());
        limits.room(digits as u128 * bits.div_ceil(64) * 8, "the keys of a set")?;
        let greatest = UBig::from(base).pow(digits) - UBig::ONE;
        let width = greatest.bit_len().div_ceil(64);
        let mut weights = limits.vector(digits * width, "the keys of a set")?;
        weights.resize(digits * width, 0);
        let mut weight = vec![0; width];
        weight[width - 1] = 1;
        for row in weights.chunks_exact_mut(width).rev() {
            row.copy_from_slice(&weight);
            weight.fill(0);
            // The last one, which may be too long, is not used.
            add(&mut weight, row, base);
        }
        Ok(Self { base, digits, width, weights })
    }

    fn weight(&self, digit: usize) -> &[u64] {
        &self.weights[digit * self.width..][..self.width]
    }

    fn key(&self, digits: &[Cell]) -> Vec<u64> {
        let mut key = vec![0; self.width];
        for (index, &digit) in digits.iter().enumerate() {
            add(&mut key, self.weight(index), digit.into());
        }
        key
    }

    /// Writes the digits of a key, which is used up. None if it has too many.
    fn write(&self, key: &mut [u64], digits: &mut [Cell]) -> Option<()> {
        // As many digits at a time as 64 bits hold, because division is slow beyond.
        let chunk = u64::MAX.ilog(self.base);
        let split = self.base.pow(chunk);
        for digits in digits.rchunks_mut(chunk as usize) {
            let mut low = divide(key, split);
            for digit in digits.iter_mut().rev() {
                *digit = (low % self.base) as Cell;
                low /= self.base;
            }
            if low > 0 {
                return None;
            }
        }
        key.iter().all(|&word| word == 0).then_some(())
    }
}

/// Adds a multiple of a number that is as long. Whether the sum fits: else it is the rest of it.
fn add(sum: &mut [u64], number: &[u64], factor: u64) -> bool {
    let mut carried = 0;
    for (sum, &word) in sum.iter_mut().zip(number).rev() {
        let total = u128::from(word) * u128::from(factor) + u128::from(*sum) + carried;
        (*sum, carried) = (total as u64, total >> 64);
    }
    carried == 0
}

/// Subtracts a multiple of it, which is no more than the number that it is subtracted from.
fn subtract(rest: &mut [u64], number: &[u64], factor: u64) {
    let mut borrowed = 0;
    for (rest, &word) in rest.iter_mut().zip(number).rev() {
        let total = u128::from(word) * u128::from(factor) + borrowed;
        let (word, under) = rest.overflowing_sub(total as u64);
        (*rest, borrowed) = (word, (total >> 64) + u128::from(under));
    }
}

/// Divides a number, and returns the rest.
fn divide(number: &mut [u64], divisor: u64) -> u64 {
    let mut rest = 0;
    for word in number {
        if rest == 0 {
            (*word, rest) = (*word / divisor, *word % divisor);
        } else {
            let total = u128::from(rest) << 64 | u128::from(*word);
            (*word, rest) = ((total / u128::from(divisor)) as u64, (total % u128::from(divisor)) as u64);
        }
    }
    rest
}

/// The entries of a payload, by ascending key.
struct Set {
    /// Words of a key.
    width: usize,
    keys: Vec<u64>,
    g: Vec<u32>,
}

impl Set {
    fn read(payload: &[u8], keys: &Keys, limits: &Limits) -> Checked<Self> {
        // Each number ends with the only byte of it below 128, and an entry is two numbers.
        let entries = payload.iter().filter(|&&byte| byte < 128).count() / 2;
        limits.room(entries as u128 * (8 * keys.width as u128 + 4), "the set")?;
        let (width, g) = (keys.width, limits.vector(entries, "the set")?);
        let mut set = Self { width, keys: limits.vector(entries * width, "the set")?, g };
        let (mut bytes, mut key, mut step) = (payload.iter(), vec![0; width], vec![0; width]);
        while !bytes.as_slice().is_empty() {
            let entry = set.g.len() + 1;
            set.read_entry(&mut bytes, &mut key, &mut step).at(format_args!("set, entry {entry}"))?;
        }
        Ok(set)
    }

    /// `key` is the one before, and `step` room to work in.
    fn read_entry(&mut self, bytes: &mut Iter<'_, u8>, key: &mut [u64], step: &mut [u64]) -> Checked<()> {
        leb128(bytes, step)?;
        ensure(self.g.is_empty() || step.iter().any(|&word| word > 0), "the same key again")?;
        ensure(add(key, step, 1), format_args!("a key beyond {} bits", 64 * self.width))?;
        let mut g = [0];
        leb128(bytes, &mut g)?;
        let Ok(g) = u32::try_from(g[0]) else {
            return resource("a set with a g beyond 32 bits");
        };
        self.keys.extend_from_slice(key);
        self.g.push(g);
        Ok(())
    }

    fn key(&self, index: usize) -> &[u64] {
        &self.keys[index * self.width..][..self.width]
    }

    /// The g of a key, in few steps if that is near the index of the hint, which is put there then.
    fn find(&self, key: &[u64], hint: &mut usize) -> Option<u32> {
        let (mut low, mut high) = (0, self.g.len());
        if *hint < high && self.key(*hint) <= key {
            // Steps double until one is too long.
            let mut step = 1;
            low = *hint;
            while low + step < high && self.key(low + step) <= key {
                low += step;
                step *= 2;
            }
            high = high.min(low + step);
        } else {
            high = high.min(*hint);
        }
        // What is below `low` is no greater than the key, what is from `high` on is greater.
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.key(middle) <= key {
                low = middle;
            } else {
                high = middle;
            }
        }
        *hint = low;
        (low < high && self.key(low) == key).then(|| self.g[low])
    }
}

/// Reads a number of 7 bits a byte, the low ones first, into words, the highest first.
pub(crate) fn leb128(bytes: &mut Iter<'_, u8>, words: &mut [u64]) -> Checked<()> {
    let last = words.len() - 1;
    words.fill(0);
    for at in (0usize..).step_by(7) {
        let byte = *bytes.next().or_refuse("the payload ends inside an entry")?;
        let (bits, place) = (u64::from(byte % 128), (at / 64, at % 64));
        for (word, bits) in [(place.0, bits << place.1), (place.0 + 1, bits >> 1 >> (63 - place.1))] {
            if word <= last {
                words[last - word] |= bits;
            } else if bits > 0 {
                return refuse(format_args!("a number beyond {} bits", 64 * words.len()));
            }
        }
        ensure(byte != 0 || at == 0, "a number with needless bytes")?;
        if byte < 128 {
            break;
        }
    }
    Ok(())
}

/// How many moves are told apart by what they add to a key; a power of two.
const HINTS: usize = 1 << 12;

/// One pass over a set.
struct Closure<'a, S> {
    space: &'a mut S,
    keys: Keys,
    set: Set,
    aim: &'a Aim,
    /// Where the last successor was found, by the move: it adds the same to every key, so that
    /// among states in ascending order these successors ascend, too. Moves that share a place only
    /// cost each other time.
    hints: Vec<usize>,
    steps: u64,
    limits: &'a Limits,
}

impl<S: Space> Closure<'_, S> {
    fn verify(mut self) -> Checked<()> {
        let mut digits = vec![0; self.keys.digits];
        let (mut moves, mut key) = (Vec::new(), Vec::new());
        let width = self.keys.width as u64;
        for index in 0..self.set.g.len() {
            self.spend(digits.len() as u64 + width * width)?;
            key.clear();
            key.extend_from_slice(self.set.key(index));
            self.keys
                .write(&mut key, &mut digits)
                .or_refuse("the key is no state of this puzzle")
                .and_then(|()| self.space.enter(&digits))
                .and_then(|()| self.verify_moves(index, &digits, &mut moves, &mut key))
                .at(format_args!("set, entry {}", index + 1))?;
        }
        Ok(())
    }

    /// A short payload may stand for many steps.
    fn spend(&mut self, steps: u64) -> Checked<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps <= self.limits.nodes {
            return Ok(());
        }
        resource(format_args!("a closed set with more than {} steps", self.limits.nodes))
    }

    /// Every move stays in the set or leads to where the bound is high enough.
    fn verify_moves(
        &mut self,
        index: usize,
        digits: &[Cell],
        moves: &mut Vec<(usize, usize)>,
        key: &mut [u64],
    ) -> Checked<()> {
        let reached = u64::from(self.set.g[index]) + self.aim.cost;
        moves.clear();
        self.space.moves(moves);
        self.spend((moves.len() * key.len()) as u64)?;
        for &(from, to) in &*moves {
            let hint = self.key_after(index, digits, from, to, key);
            let stays = self.set.find(key, &mut self.hints[hint]).is_some_and(|g| u64::from(g) <= reached);
            if stays {
                continue;
            }
            let (bound, steps) = self.space.bound_after(from, to);
            self.spend(digits.len() as u64 + steps)?;
            let total = bound.saturating_add(reached);
            if self.aim.lower.is_none_or(|lower| total < lower) {
                let name = self.space.name(from, to);
                return refuse(format_args!("the move {name} leaves it with g + h = {total}"));
            }
        }
        Ok(())
    }

    /// Writes the key after a move, and returns where to note where it is.
    fn key_after(&self, index: usize, digits: &[Cell], from: usize, to: usize, key: &mut [u64]) -> usize {
        let here = self.set.key(index);
        let (mover, taken) = (digits[from], digits[to]);
        key.copy_from_slice(here);
        // First what is in the key.
        subtract(key, self.keys.weight(from), mover.into());
        subtract(key, self.keys.weight(to), taken.into());
        add(key, self.keys.weight(to), mover.into());
        if let Some((after, before)) = self.space.turn_after(mover).zip(digits.last()) {
            let weight = self.keys.weight(digits.len() - 1);
            subtract(key, weight, u64::from(*before));
            add(key, weight, after.into());
        }
        let class = (from as u64) << 42 ^ (to as u64) << 21 ^ u64::from(mover);
        (class.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HINTS.trailing_zeros())) as usize
    }
}
