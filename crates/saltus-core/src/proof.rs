//! The certificate format: data only. docs/certificates.md specifies it; `saltus-check` reads it with its own code.

use std::fmt::{self, Display};
use std::io::{self, Write};

use dashu_int::UBig;

use crate::plan::{Plan, Run};
use crate::verdict::Evidence;

/// What a certificate says of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A play of exactly so many moves exists.
    Plan(UBig),
    /// That, and no play is shorter.
    Optimal(UBig),
    /// No play has fewer moves than the first number; a play of exactly the second exists.
    Between(UBig, UBig),
    /// No play reaches the goal.
    Unsolvable,
    /// A play exists that leaves exactly so many pieces.
    Leaves(UBig),
    /// That, and no play leaves fewer.
    Value(UBig),
    /// No play leaves fewer pieces than the first number; one leaves exactly the second.
    ValueBetween(UBig, UBig),
}

impl Claim {
    /// The claim for a play and a lower bound on what is minimised ([`Plan::cost`]).
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
    pub by: Evidence,
    /// Payload blocks by name, in order.
    pub blocks: Vec<(&'static str, Vec<u8>)>,
}

impl Certificate {
    /// Writes the certificate.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // A play alone is its own witness, whatever bound was at hand.
        let by = if self.claim.is_play() { Evidence::Witness } else { self.by };
        write!(out, "saltus certificate 1\npuzzle {}\nclaim {}\nby {by}\n", self.puzzle, self.claim)?;
        for (name, payload) in &self.blocks {
            writeln!(out, "block {name} {} {:08x}", payload.len(), crc32fast::hash(payload))?;
            out.write_all(payload)?;
            out.write_all(b"\n")?;
        }
        out.write_all(b"end\n")
    }
}

/// The nodes of one complete iteration of a depth-first search, for another engine to count again: the block `transcript`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The views whose maximum was the bound: each a list of patterns, these lists of goal cells, from 0.
    pub views: Vec<Vec<Vec<u8>>>,
    /// The greatest length of forbidden words.
    pub words: usize,
    /// No play of more moves was looked at.
    pub threshold: u32,
    /// Where the tree is cut.
    pub depth: usize,
    /// Nodes with fewer moves.
    pub above: u64,
    /// The nodes of the subtrees, in order, with how often in a row each count stands.
    pub below: Vec<(u64, u64)>,
}

impl Transcript {
    /// The transcript of an iteration.
    pub fn of(
        views: Vec<Vec<Vec<u8>>>,
        (words, threshold, depth): (usize, u32, usize),
        above: u64,
        counts: &[u64],
    ) -> Self {
        let mut below: Vec<(u64, u64)> = Vec::new();
        for &count in counts {
            match below.last_mut() {
                Some((last, times)) if *last == count => *times += 1,
                _ => below.push((count, 1)),
            }
        }
        Transcript { views, words, threshold, depth, above, below }
    }

    /// The transcript of an iteration that the bound of the start alone rules out.
    pub fn nothing(views: Vec<Vec<Vec<u8>>>, words: usize, threshold: u32) -> Self {
        Self::of(views, (words, threshold, 0), 0, &[])
    }

    /// The payload of the block.
    pub fn block(&self) -> Vec<u8> {
        let Transcript { words, threshold, depth, above, below, .. } = self;
        let mut lines = vec![
            format!("words {words}"),
            format!("threshold {threshold}"),
            format!("depth {depth}"),
            format!("above {above}"),
        ];
        lines.extend(below.iter().map(|(count, times)| match times {
            1 => format!("below {count}"),
            _ => format!("below {count} {times}"),
        }));
        (lines.join("\n") + "\n").into_bytes()
    }
}

/// The block `tables`: views, and the checksum of the table of each of their patterns.
///
/// # Errors
/// What `checksum` fails with.
pub fn tables_block<E>(
    views: &[Vec<Vec<u8>>],
    mut checksum: impl FnMut(&[u8]) -> Result<u32, E>,
) -> Result<Vec<u8>, E> {
    let name = |pattern: &Vec<u8>| {
        let mut cells = pattern.clone();
        cells.sort_unstable();
        cells.iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(",")
    };
    let view = |view: &Vec<Vec<u8>>| format!("view {}", view.iter().map(name).collect::<Vec<_>>().join(" "));
    let mut lines: Vec<String> = views.iter().map(view).collect();
    let mut known = Vec::new();
    for pattern in views.iter().flatten() {
        let name = name(pattern);
        if !known.contains(&name) {
            lines.push(format!("table {name} {:08x}", checksum(pattern)?));
            known.push(name);
        }
    }
    Ok((lines.join("\n") + "\n").into_bytes())
}

/// A state as the number that the block `set` holds: the digits of its cells, the left one first.
///
/// None when the number has no room in 128 bits.
pub fn key(base: u128, digits: impl IntoIterator<Item = u128>) -> Option<u128> {
    digits.into_iter().try_fold(0u128, |key, digit| key.checked_mul(base)?.checked_add(digit))
}

/// The block `set`: pairs (key, g) in ascending order of keys, delta coded.
pub fn set_block(mut entries: Vec<(u128, u32)>) -> Vec<u8> {
    entries.sort_unstable();
    let mut payload = Vec::with_capacity(4 * entries.len());
    let mut before = 0;
    for (key, g) in entries {
        leb128(key - before, &mut payload);
        leb128(u128::from(g), &mut payload);
        before = key;
    }
    payload
}

/// The block `layers`: for each layer of positions their tuples of ranks in ascending order, delta coded.
pub fn layers_block(length: u32, flags: u8, layers: &[Vec<Vec<u64>>]) -> Vec<u8> {
    let mut payload = Vec::new();
    for number in [u128::from(length), flags.into(), layers.len() as u128] {
        leb128(number, &mut payload);
    }
    for layer in layers {
        leb128(layer.len() as u128, &mut payload);
        let mut before = vec![0; layer.first().map_or(0, Vec::len)];
        for ranks in layer {
            let same = ranks.iter().zip(&before).take_while(|(rank, before)| rank == before).count();
            for (place, (rank, before)) in ranks.iter().zip(&before).enumerate() {
                leb128((if place <= same { rank - before } else { *rank }).into(), &mut payload);
            }
            before.clone_from(ranks);
        }
    }
    payload
}

fn leb128(mut number: u128, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// One line of the block `moves`.
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
        assert_eq!(set_block(vec![(5, 1), (3, 0)]), [3, 0, 2, 1]);
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
    fn keys_overflow_at_81_cells_of_three_kinds() {
        assert!(key(3, std::iter::repeat_n(2, 80)).is_some());
        assert!(key(3, std::iter::repeat_n(2, 81)).is_none());
    }
}
