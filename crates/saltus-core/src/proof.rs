//! The certificate format: data only. docs/certificates.md specifies it; `saltus-check` reads it
//! with its own code.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use dashu_int::UBig;

use crate::checksum;
use crate::evidence::{Block, CALCULUS, POSITIONS};
use crate::plan::{Plan, Run};

/// What a certificate claims about an instance. Moves are what they cost, where some cost nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Every play has at least this many moves.
    AtLeast(UBig),
    /// There is a play of exactly this many moves.
    Plan(UBig),
    /// That, and no play is shorter.
    Optimal(UBig),
    /// No play has fewer moves than the first number; a play of exactly the second exists.
    Between(UBig, UBig),
    /// No play reaches the goal.
    Unsolvable,
    /// There is a play that leaves exactly this many pieces.
    Leaves(UBig),
    /// That, and no play leaves fewer.
    Value(UBig),
    /// No play leaves fewer pieces than the first number; one leaves exactly the second.
    ValueBetween(UBig, UBig),
}

impl Claim {
    /// The claim for a play and a lower bound on what is minimised ([`Plan::cost`]).
    ///
    /// ```
    /// use saltus_core::{notation::Instance, plan::Moves, proof::Claim, row::Hop};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
    /// let play = [(0, 1), (2, 0), (1, 2)].map(|(from, to)| Hop { from, to });
    /// let plan = Moves::new(puzzle, play.to_vec());
    /// assert_eq!(Claim::of(&plan, 3u8.into()), Claim::Optimal(3u8.into()));
    /// assert_eq!(Claim::of(&plan, 2u8.into()).to_string(), "between 2 3");
    /// ```
    pub fn of(plan: &dyn Plan, lower: UBig) -> Self {
        let cost = plan.cost();
        match plan.left() {
            None if lower == cost => Claim::Optimal(cost),
            None if lower.is_zero() => Claim::Plan(cost),
            None => Claim::Between(lower, cost),
            Some(_) if lower == cost => Claim::Value(cost),
            Some(_) if lower.is_zero() => Claim::Leaves(cost),
            Some(_) => Claim::ValueBetween(lower, cost),
        }
    }

    /// Whether it is about a play alone, which is its own witness.
    fn is_play(&self) -> bool {
        matches!(self, Claim::Plan(_) | Claim::Leaves(_))
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::AtLeast(lower) => write!(f, "at-least {lower}"),
            Claim::Plan(moves) => write!(f, "plan {moves}"),
            Claim::Optimal(moves) => write!(f, "optimal {moves}"),
            Claim::Between(lower, moves) => write!(f, "between {lower} {moves}"),
            Claim::Unsolvable => f.write_str("unsolvable"),
            Claim::Leaves(left) => write!(f, "leaves {left}"),
            Claim::Value(value) => write!(f, "value {value}"),
            Claim::ValueBetween(lower, left) => write!(f, "value-between {lower} {left}"),
        }
    }
}

/// A certificate, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The instance in canonical notation.
    pub puzzle: String,
    /// The claim.
    pub claim: Claim,
    /// The evidence for the lower bound or for unsolvability.
    pub by: String,
    /// Payload blocks by name, in order.
    pub blocks: Vec<Block>,
}

impl Certificate {
    /// Writes the certificate.
    ///
    /// ```
    /// use saltus_core::proof::{Certificate, Claim};
    ///
    /// let (puzzle, by) = ("shift bbww_".into(), "closed-set zero".into());
    /// let blocks = vec![("set", b"\x04\x00".to_vec())];
    /// let mut file = Vec::new();
    /// Certificate { puzzle, claim: Claim::Unsolvable, by, blocks }.write(&mut file).unwrap();
    /// assert!(file.starts_with(b"saltus certificate 1\npuzzle shift bbww_\nclaim unsolvable\n"));
    /// ```
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // A play alone is its own witness, whatever bound was at hand.
        let by = if self.claim.is_play() { "witness" } else { &self.by };
        if self.blocks.iter().any(|(name, _)| [POSITIONS, CALCULUS].contains(name)) {
            write!(out, "saltus certificate 2\npuzzle {}\nclaim {}\n", self.puzzle, self.claim)?;
            for (name, lines) in &self.blocks {
                if *name == POSITIONS {
                    out.write_all(b"moves\n")?;
                }
                if *name == POSITIONS || by != "witness" {
                    out.write_all(lines)?;
                }
            }
            return out.write_all(b"end\n");
        }
        write!(out, "saltus certificate 1\npuzzle {}\nclaim {}\nby {by}\n", self.puzzle, self.claim)?;
        for (name, payload) in &self.blocks {
            writeln!(out, "block {name} {} {:08x}", payload.len(), checksum::hash(payload))?;
            out.write_all(payload)?;
            out.write_all(b"\n")?;
        }
        out.write_all(b"end\n")
    }
}

/// A state as the number that the block `set` holds: the digits of its cells, the left one first.
///
/// ```
/// use saltus_core::proof::key;
///
/// assert_eq!(key(3, [1, 0, 2]), 11u8.into());
/// ```
pub fn key(base: u64, digits: impl IntoIterator<Item = u64>) -> UBig {
    let mut key = UBig::ZERO;
    // Arithmetic without bounds is dear: as many digits at a time as a word holds.
    let (mut low, mut scale) = (0u64, 1u64);
    for digit in digits {
        let Some(next) = scale.checked_mul(base) else {
            key = key * UBig::from(scale) + UBig::from(low);
            (low, scale) = (digit, base);
            continue;
        };
        (low, scale) = (low * base + digit, next);
    }
    key * UBig::from(scale) + UBig::from(low)
}

/// The block `set`: pairs (key, g) in ascending order of keys, delta coded.
///
/// ```
/// use saltus_core::proof::set_block;
///
/// let states = vec![(300u16.into(), 2), (44u8.into(), 1)]; // keys, and moves from the start
/// assert_eq!(set_block(states), [44, 1, 0x80, 2, 2]); // 44, then 256 more
/// ```
pub fn set_block(mut entries: Vec<(UBig, u32)>) -> Vec<u8> {
    sort(&mut entries);
    let mut payload = Vec::with_capacity(4 * entries.len());
    let mut before = UBig::ZERO;
    for (key, g) in entries {
        big_leb128(&key - &before, &mut payload);
        leb128(u128::from(g), &mut payload);
        before = key;
    }
    payload
}

/// The lines of a `set` in format 2: the same pairs, with those of a number together, which comes once.
///
/// ```
/// use saltus_core::proof::set_lines;
///
/// let mut text = String::new();
/// set_lines(vec![(44u8.into(), 0), (301u16.into(), 1), (300u16.into(), 1)], &mut text);
/// assert_eq!(text, "set\n  paid 0\n    keys 44\n  paid 1\n    keys 300 1\n"); // 300, then 1 more
/// ```
pub fn set_lines(mut entries: Vec<(UBig, u32)>, text: &mut String) {
    text.push_str("set");
    let mut at = 0;
    while let Some(&(_, paid)) = entries.get(at) {
        let mut end = at;
        while entries.get(end).is_some_and(|entry| entry.1 == paid) {
            end += 1;
        }
        sort(&mut entries[at..end]);
        write!(text, "\n  paid {paid}").expect("memory takes everything");
        let (mut before, mut left) = (UBig::ZERO, 0);
        for (key, _) in &entries[at..end] {
            // A line is not to be long.
            if left == 0 {
                text.push_str("\n    keys");
                (before, left) = (UBig::ZERO, KEYS);
            }
            left -= 1;
            write!(text, " {}", key - &before).expect("memory takes everything");
            before.clone_from(key);
        }
        at = end;
    }
    text.push('\n');
}

/// Keys of a line.
const KEYS: usize = 100;

/// Apart, so that it is compiled once.
fn sort(entries: &mut [(UBig, u32)]) {
    entries.sort_unstable();
}

fn big_leb128(mut number: UBig, out: &mut Vec<u8>) {
    loop {
        if let Ok(small) = u128::try_from(&number) {
            return leb128(small, out);
        }
        // Fifteen groups of seven bits at a time, all of which are followed by more.
        let mut low = u128::try_from(&number & &UBig::from((1u128 << 105) - 1)).expect("105 bits");
        number >>= 105;
        for _ in 0..15 {
            out.push(low as u8 | 0x80);
            low >>= 7;
        }
    }
}

/// Appends a number in groups of seven bits, the lowest first; all but the last have the high bit.
///
/// ```
/// use saltus_core::proof::leb128;
///
/// let mut bytes = Vec::new();
/// leb128(300, &mut bytes);
/// assert_eq!(bytes, [0xac, 2]);
/// ```
pub fn leb128(mut number: u128, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// One line of the block `moves`.
///
/// ```
/// use saltus_core::{plan::Run, proof::write_run};
///
/// let mut block = Vec::new();
/// write_run(Run { first: 9, stride: -2, count: 3 }, &mut block).unwrap();
/// assert_eq!(block, b"9 -2 3\n");
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_run(run: Run, out: &mut dyn Write) -> io::Result<()> {
    match run {
        Run { first, count: 1, .. } => writeln!(out, "{first}"),
        Run { first, stride, count } => writeln!(out, "{first} {stride} {count}"),
    }
}

/// Gathers cells into runs, greedily.
///
/// ```
/// use saltus_core::{plan::Run, proof::runs};
///
/// let runs: Vec<Run> = runs([1, 3, 5, 4].into_iter()).collect();
/// assert_eq!(runs[0], Run { first: 1, stride: 2, count: 3 });
/// assert_eq!(runs[1], Run { first: 4, stride: 0, count: 1 });
/// ```
pub fn runs(cells: impl Iterator<Item = u64>) -> impl Iterator<Item = Run> {
    let mut cells = cells.peekable();
    std::iter::from_fn(move || {
        let first = cells.next()?;
        let mut run = Run { first, stride: 0, count: 1 };
        let mut last = first;
        while let Some(&next) = cells.peek() {
            let stride = next.wrapping_sub(last).cast_signed();
            if run.count > 1 && stride != run.stride {
                break;
            }
            run.stride = stride;
            run.count += 1;
            last = next;
            cells.next();
        }
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups_of_seven_bits() {
        let bytes = |number| {
            let mut out = Vec::new();
            leb128(number, &mut out);
            out
        };
        assert_eq!(bytes(0), [0]);
        assert_eq!(bytes(127), [127]);
        assert_eq!(bytes(300), [0xac, 2]);
        assert_eq!(bytes(u128::MAX).len(), 19);
        assert_eq!(set_block(vec![(5u8.into(), 1), (3u8.into(), 0)]), [3, 0, 2, 1]);
        // 2^140, for which 128 bits do not do, is twenty groups and one more.
        let mut wide = Vec::new();
        big_leb128(UBig::ONE << 140, &mut wide);
        assert_eq!(wide, [[0x80; 20].as_slice(), &[1]].concat());
    }

    #[test]
    fn runs_hold_all_cells() {
        let cells = [3, 5, 6, 4, 2, 1, 3, 5, 7, 6, 4, 2, 3, 5, 4];
        let found: Vec<Run> = runs(cells.into_iter()).collect();
        let again: Vec<u64> = found.iter().flat_map(|run| run.cells()).collect();
        assert_eq!(again, cells);
        assert_eq!(found[0], Run { first: 3, stride: 2, count: 2 });
    }

    #[test]
    fn keys_are_numbers_of_any_size() {
        for base in [2u64, 3, 17, 65_536, u64::from(u32::MAX)] {
            let digits: Vec<u64> = (0..40).map(|i| (i * i + 1) % base).collect();
            let plainly = digits.iter().fold(UBig::ZERO, |key, &digit| key * UBig::from(base) + UBig::from(digit));
            assert_eq!(key(base, digits), plainly, "{base}");
        }
    }
}
