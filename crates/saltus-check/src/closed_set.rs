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
use crate::certificate::Claim;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit, refuse};
use crate::rules::{Change, Moves, Rules};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use std::iter::repeat;
use std::slice::Iter;

/// A lower bound on what a state still takes, by its digits, and how many steps it took to find it.
pub(crate) type Bound<'a> = Box<dyn FnMut(&[Cell]) -> (u64, u64) + 'a>;

/// The bound that is true of every puzzle.
pub(crate) fn zero<'a>() -> Bound<'a> {
    Box::new(|_| (0, 0))
}

/// What is to be proved of a set.
pub(crate) struct Aim {
    /// The claimed bound. None: more than any number.
    pub(crate) lower: Option<u64>,
    /// What a move that costs something adds to the number of a state: 1, or 0 where moves are not counted.
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
pub(crate) fn verify(
    rules: &mut dyn Rules,
    bound: &mut dyn FnMut(&[Cell]) -> (u64, u64),
    payload: &[u8],
    aim: &Aim,
    limits: &Limits,
) -> Checked<()> {
    let (keys, start) = Keys::open(rules, limits)?;
    let set = Set::read(payload, keys.width, limits)?;
    if let Some(claim) = aim.zeros {
        ensure(set.g.iter().all(|&g| g == 0), format_args!("for {claim} every g is 0")).at("set")?;
    }
    verify_set(rules, bound, (keys, start), set, aim, limits)
}

/// Checks that a set proves a claim. With the keys comes the start.
pub(crate) fn verify_set(
    rules: &mut dyn Rules,
    bound: &mut dyn FnMut(&[Cell]) -> (u64, u64),
    (keys, start): (Keys, Vec<Cell>),
    set: Set,
    aim: &Aim,
    limits: &Limits,
) -> Checked<()> {
    let there = aim.far || set.keys.find(&keys.key(&start), &mut 0).is_some_and(|index| set.g[index] == 0);
    ensure(there, "the start is not in it with g = 0").at("set")?;
    Closure { rules, bound, keys, set, aim, hints: vec![0; HINTS], after: start, steps: 0, limits }.verify()
}

/// Decimal digits of which any number fits in 64 bits.
const CHUNK: usize = 19;

/// How the states of an instance are numbered.
pub(crate) struct Keys {
    base: u64,
    /// The base of the last digit, if that is another one.
    last: Option<u64>,
    digits: usize,
    /// Words of a key.
    pub(crate) width: usize,
    /// By digit, what it counts in a key.
    weights: Vec<u64>,
}

impl Keys {
    /// Those of the states of a puzzle, and the digits of its start.
    pub(crate) fn open(rules: &mut dyn Rules, limits: &Limits) -> Checked<(Self, Vec<Cell>)> {
        let (base, start) = rules.open(limits)?;
        Ok((Self::new(base, rules.last_base(), start.len(), limits)?, start))
    }

    fn new(base: u64, last: Option<u64>, digits: usize, limits: &Limits) -> Checked<Self> {
        // Of a base below 2^b a digit takes b bits at most.
        let bits = digits as u128 * u128::from(u64::BITS - base.max(last.unwrap_or(0)).leading_zeros());
        limits.room(digits as u128 * bits.div_ceil(64) * 8, "the keys of a set")?;
        let greatest = match last {
            Some(last) => UBig::from(base).pow(digits - 1) * last - UBig::ONE,
            None => UBig::from(base).pow(digits) - UBig::ONE,
        };
        let width = greatest.bit_len().div_ceil(64);
        let mut weights = limits.filled(digits * width, 0, "the keys of a set")?;
        let mut weight = vec![0; width];
        weight[width - 1] = 1;
        let bases = last.into_iter().chain(repeat(base));
        for (row, base) in weights.chunks_exact_mut(width).rev().zip(bases) {
            row.copy_from_slice(&weight);
            weight.fill(0);
            // The last one, which may be too long, is not used.
            add(&mut weight, row, base);
        }
        Ok(Self { base, last, digits, width, weights })
    }

    fn weight(&self, digit: usize) -> &[u64] {
        &self.weights[digit * self.width..][..self.width]
    }

    pub(crate) fn key(&self, digits: &[Cell]) -> Vec<u64> {
        let mut key = vec![0; self.width];
        for (index, &digit) in digits.iter().enumerate() {
            add(&mut key, self.weight(index), digit.into());
        }
        key
    }

    /// Adds a numeral to a key. Whether the sum has as many words.
    pub(crate) fn raise(&self, key: &mut [u64], numeral: &str) -> bool {
        let mut number = vec![0; self.width];
        for digits in numeral.as_bytes().chunks(CHUNK) {
            let (mut low, mut scale) = (0, 1);
            for digit in digits {
                (low, scale) = (low * 10 + u64::from(digit - b'0'), scale * 10);
            }
            let mut next = vec![0; self.width];
            next[self.width - 1] = low;
            if !add(&mut next, &number, scale) {
                return false;
            }
            number = next;
        }
        add(key, &number, 1)
    }

    /// Writes the digits of a key, which is used up. None if it has too many.
    pub(crate) fn write(&self, key: &mut [u64], mut digits: &mut [Cell]) -> Option<()> {
        if let Some(base) = self.last
            && let Some(digit) = digits.split_off_last_mut()
        {
            *digit = divide(key, base) as Cell;
        }
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

/// Subtracts a multiple of a number that is as long.
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

/// Keys of a fixed number of words, in ascending order.
#[derive(Default)]
pub(crate) struct Keyed {
    width: usize,
    count: usize,
    words: Vec<u64>,
}

impl Keyed {
    /// With capacity for `keys` keys.
    pub(crate) fn new(width: usize, keys: usize, limits: &Limits, what: &str) -> Checked<Self> {
        Ok(Self { width, count: 0, words: limits.vector(keys * width, what)? })
    }

    /// Adds a key that is greater than all.
    pub(crate) fn push(&mut self, key: &[u64]) {
        self.words.extend_from_slice(key);
        self.count += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn key(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..][..self.width]
    }

    /// The index of a key, in few steps if that is near the hint, which becomes the index of the
    /// greatest key that is no greater.
    #[inline]
    pub(crate) fn find(&self, key: &[u64], hint: &mut usize) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
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
        (low < high && self.key(low) == key).then_some(low)
    }
}

/// The entries of a payload, by ascending key.
pub(crate) struct Set {
    keys: Keyed,
    g: Vec<u32>,
}

impl Set {
    /// Of rows in any order, each a key and its g. Of the same key the least g counts.
    pub(crate) fn of_rows(rows: &[u64], width: usize, limits: &Limits) -> Checked<Self> {
        let row = |index: usize| &rows[index * (width + 1)..][..=width];
        let count = rows.len() / (width + 1);
        limits.room((rows.len() as u128 + count as u128) * 16, "the set")?;
        let mut order: Vec<usize> = limits.vector(count, "the set")?;
        order.extend(0..count);
        order.sort_unstable_by(|&one, &other| row(one).cmp(row(other)));
        let mut set = Self { keys: Keyed::new(width, count, limits, "the set")?, g: limits.vector(count, "the set")? };
        for index in order {
            let (key, g) = row(index).split_at(width);
            if set.keys.len() == 0 || set.keys.key(set.keys.len() - 1) != key {
                limit(g[0] <= u32::MAX.into(), "a set with a g beyond 32 bits")?;
                set.keys.push(key);
                set.g.push(g[0] as u32);
            }
        }
        Ok(set)
    }

    pub(crate) fn len(&self) -> usize {
        self.g.len()
    }

    fn read(payload: &[u8], width: usize, limits: &Limits) -> Checked<Self> {
        // Each number ends with the only byte of it below 128, and an entry is two numbers.
        let entries = payload.iter().filter(|&&byte| byte < 128).count() / 2;
        limits.room(entries as u128 * (8 * width as u128 + 4), "the set")?;
        let g = limits.vector(entries, "the set")?;
        let mut set = Self { keys: Keyed::new(width, entries, limits, "the set")?, g };
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
        ensure(add(key, step, 1), format_args!("a key beyond {} bits", 64 * key.len()))?;
        let g = number(bytes)?;
        limit(g <= u32::MAX.into(), "a set with a g beyond 32 bits")?;
        self.keys.push(key);
        self.g.push(g as u32);
        Ok(())
    }
}

pub(crate) fn number(bytes: &mut Iter<'_, u8>) -> Checked<u64> {
    let mut number = [0];
    leb128(bytes, &mut number)?;
    Ok(number[0])
}

/// Reads a number of 7 bits a byte, the low ones first, into words, the highest first.
fn leb128(bytes: &mut Iter<'_, u8>, words: &mut [u64]) -> Checked<()> {
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

/// The number of moves that are distinguished by what they add to a key; a power of two.
const HINTS: usize = 1 << 12;

/// One pass over a set.
struct Closure<'a> {
    rules: &'a mut dyn Rules,
    bound: &'a mut dyn FnMut(&[Cell]) -> (u64, u64),
    keys: Keys,
    set: Set,
    aim: &'a Aim,
    /// Where the last successor was found, by the move: it adds the same to every key, so that
    /// among states in ascending order these successors ascend, too. Moves that share a place only
    /// cost each other time.
    hints: Vec<usize>,
    /// Room for the digits after a move.
    after: Vec<Cell>,
    steps: u64,
    limits: &'a Limits,
}

impl Closure<'_> {
    fn verify(mut self) -> Checked<()> {
        let mut digits = vec![0; self.keys.digits];
        let (mut moves, mut key) = (Moves::default(), vec![0; self.keys.width]);
        let width = self.keys.width as u64;
        for index in 0..self.set.g.len() {
            self.spend(digits.len() as u64 + width * width)?;
            key.copy_from_slice(self.set.keys.key(index));
            let state = self.keys.write(&mut key, &mut digits).and_then(|()| self.rules.enter(&digits));
            let verified = match state {
                Some(()) => self.verify_state(index, &digits, &mut moves, &mut key),
                None => refuse("the key is no state of this puzzle"),
            };
            verified.at(format_args!("set, entry {}", index + 1))?;
        }
        Ok(())
    }

    /// A short payload may stand for many steps.
    fn spend(&mut self, steps: u64) -> Checked<()> {
        self.steps = self.steps.saturating_add(steps);
        let allowed = self.limits.nodes;
        limit(self.steps <= allowed, format_args!("a closed set with more than {allowed} steps"))
    }

    /// The state may be in the set, and every move stays there or leads to where the bound is high
    /// enough.
    fn verify_state(&mut self, index: usize, digits: &[Cell], moves: &mut Moves, key: &mut [u64]) -> Checked<()> {
        self.rules.verify_inside(self.aim.lower)?;
        let g = u64::from(self.set.g[index]);
        moves.clear();
        self.rules.moves(moves)?;
        self.spend((moves.len() * key.len()) as u64)?;
        for (changes, free) in moves.iter() {
            let reached = if free { g } else { g + self.aim.cost };
            let hint = self.key_after(index, digits, changes, key);
            let found = self.set.keys.find(key, &mut self.hints[hint]);
            if found.is_some_and(|index| u64::from(self.set.g[index]) <= reached) {
                continue;
            }
            self.after.copy_from_slice(digits);
            changes.iter().for_each(|&(place, digit)| self.after[place] = digit);
            let (bound, steps) = (self.bound)(&self.after);
            self.spend(digits.len() as u64 + steps)?;
            let total = bound.saturating_add(reached);
            if self.aim.lower.is_none_or(|lower| total < lower) {
                let name = self.rules.name(changes);
                return refuse(format_args!("the move {name} leaves it with g + h = {total}"));
            }
        }
        Ok(())
    }

    /// Writes the key after a move, and returns where to note where it is.
    fn key_after(&self, index: usize, digits: &[Cell], changes: &[Change], key: &mut [u64]) -> usize {
        key.copy_from_slice(self.set.keys.key(index));
        let mut class = 0u64;
        for &(place, digit) in changes {
            // On the way the key may be below 0: then it is what is left modulo a power of two.
            let (weight, before) = (self.keys.weight(place), digits[place]);
            if digit < before {
                subtract(key, weight, (before - digit).into());
            } else {
                add(key, weight, (digit - before).into());
            }
            class = class << 21 ^ (place as u64) << 10 ^ u64::from(digit.wrapping_sub(before));
        }
        (class.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HINTS.trailing_zeros())) as usize
    }
}
