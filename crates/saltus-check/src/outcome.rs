//! What the checker answers, what it may spend, and how a check stops early.

use crate::board::Cell;
use dashu_int::UBig;
use std::fmt::{self, Display};

/// The answer to one certificate or record. [`Display`] gives the line that the program prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The claim is true.
    Verified(Verified),
    /// The certificate does not prove its claim: `<where>: <why>`.
    Refuted(String),
    /// Undecided: what is missing, or which limit is too low.
    Resource(String),
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verified(verified) => write!(f, "VERIFIED {verified}"),
            Self::Refuted(text) => write!(f, "REFUTED {text}"),
            Self::Resource(text) => write!(f, "RESOURCE {text}"),
        }
    }
}

/// A claim that is true, and what that rests on. [`Display`] gives `<claim> <puzzle> by <by>`, and
/// then what is assumed.
///
/// ```
/// use saltus_check::{Limits, Outcome, check};
///
/// let certificate = "saltus certificate 1\npuzzle reverse 6\nclaim at-least 21\nby theorem reversal\nend\n";
/// let Outcome::Verified(verified) = check(certificate.as_bytes(), &Limits::default()) else { panic!() };
/// assert_eq!((verified.claim.as_str(), verified.puzzle.as_str()), ("at-least 21", "reverse 6"));
/// assert_eq!(verified.assumes, ["reversal"]);
/// let line = "at-least 21 reverse 6 by theorem reversal, assuming theorem reversal (docs/theorems.md#reversal)";
/// assert_eq!(verified.to_string(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What is claimed, as the certificate writes it: `optimal 15`. Of a record `plan 15`, of a
    /// table file `table`, of a sweep `sweep`.
    pub claim: String,
    /// What it is claimed of, in canonical notation; of a definition, whose words somebody has chosen, its [name](crate::name).
    pub puzzle: String,
    /// Whether its numbers are costs, since some moves cost nothing.
    pub costs: bool,
    /// The evidence, as the line `by` writes it; of a record `witness`. Empty for a table file and a
    /// sweep: each is its own evidence.
    pub by: String,
    /// The [theorems](crate::THEOREMS) that are taken as proved in docs/theorems.md: the checker evaluated what they state. A name is followed by `by
    /// program over N positions` if its proof is a run over that many positions.
    pub assumes: Vec<String>,
}

impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { claim, puzzle, by, assumes, costs: _ } = self;
        write!(f, "{claim} {puzzle}")?;
        if !by.is_empty() {
            write!(f, " by {by}")?;
        }
        for (index, theorem) in assumes.iter().enumerate() {
            let before = if index == 0 { ", assuming" } else { " and" };
            let name = theorem.split(' ').next().unwrap_or_default();
            write!(f, "{before} theorem {theorem} (docs/theorems.md#{name})")?;
        }
        Ok(())
    }
}

/// What one check may spend. Whatever would cost more is [`Outcome::Resource`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for boards and sets; estimated before they are allocated.
    pub memory: u64,
    /// Moves replayed, those made from the positions of layers, and steps of other checks that are
    /// as dear.
    pub moves: u64,
    /// Cells of a board.
    pub cells: u64,
    /// Nodes of a transcript that are visited again, keys of a sweep, steps of the walks of `theorem alternate`, and
    /// steps of closed sets: words of keys that are computed, and visits to cells for the bounds of
    /// Clobber.
    pub nodes: u64,
    /// `(I, N)` with 1 <= I <= N: of a transcript the I-th prefix and every N-th one after it, of a
    /// sweep the I-th bucket and every N-th one after it. A check of less than everything never ends in [`Outcome::Verified`].
    pub part: (u64, u64),
}

impl Default for Limits {
    /// 8 GiB, 2 * 10^9 moves, 10^8 cells, 2 * 10^10 nodes, everything.
    fn default() -> Self {
        let (memory, moves, cells, nodes) = (8 << 30, 2_000_000_000, 100_000_000, 20_000_000_000);
        Self { memory, moves, cells, nodes, part: (1, 1) }
    }
}

impl Limits {
    /// Stops unless that many bytes may be used.
    pub(crate) fn room(&self, bytes: u128, what: &str) -> Checked<()> {
        let allowed = self.memory;
        limit(bytes <= allowed.into(), format_args!("{what}: {bytes} bytes of memory needed, {allowed} allowed"))
    }

    /// An empty vector with room for `length` items. A machine with less than the limit is no
    /// reason to abort.
    pub(crate) fn vector<T>(&self, length: usize, what: &str) -> Checked<Vec<T>> {
        self.room(length as u128 * size_of::<T>() as u128, what)?;
        let mut items = Vec::new();
        match items.try_reserve_exact(length) {
            Ok(()) => Ok(items),
            Err(_) => resource(format_args!("{what}: no memory for {length} items")),
        }
    }

    /// A vector of `length` copies of an item.
    pub(crate) fn filled<T: Clone>(&self, length: usize, item: T, what: &str) -> Checked<Vec<T>> {
        let mut items = self.vector(length, what)?;
        items.resize(length, item);
        Ok(items)
    }

    /// A vector of these items.
    pub(crate) fn copied<T: Copy>(&self, items: &[T], what: &str) -> Checked<Vec<T>> {
        let mut copy = self.vector(items.len(), what)?;
        copy.extend_from_slice(items);
        Ok(copy)
    }

    /// Stops unless that many steps may be taken, each about as dear as a move.
    pub(crate) fn steps(&self, steps: u128, what: &str) -> Checked<()> {
        limit(steps <= self.moves.into(), format_args!("{what}: {steps} steps needed, {} allowed", self.moves))
    }

    /// The number of moves of a play, unless these are too many.
    pub(crate) fn count(&self, moves: &UBig) -> Checked<u64> {
        match u64::try_from(moves) {
            Ok(count) if count <= self.moves => Ok(count),
            _ => resource(format_args!("a play of more than {} moves", self.moves)),
        }
    }

    /// The number of cells of a board, unless these are too many.
    pub(crate) fn length(&self, cells: &UBig) -> Checked<usize> {
        match usize::try_from(cells) {
            Ok(length) if length as u64 <= self.cells => Ok(length),
            _ => resource(format_args!("a board of more than {} cells", self.cells)),
        }
    }

    /// An empty row with room for that many cells.
    pub(crate) fn row(&self, cells: &UBig) -> Checked<Vec<Cell>> {
        self.vector(self.length(cells)?, "a board")
    }
}

/// The result of every step of a check. The error is never [`Outcome::Verified`].
pub(crate) type Checked<T> = Result<T, Outcome>;

/// The claim is not proved, and this is why. The caller adds [where](Place::at).
pub(crate) fn refuse<T>(why: impl Display) -> Checked<T> {
    Err(Outcome::refuted(&why))
}

/// Undecided, and this is what it would have taken.
pub(crate) fn resource<T>(what: impl Display) -> Checked<T> {
    Err(Outcome::Resource(what.to_string()))
}

/// Refuses unless the condition holds.
pub(crate) fn ensure(condition: bool, why: impl Display) -> Checked<()> {
    if condition { Ok(()) } else { refuse(why) }
}

/// Stops undecided unless the condition holds.
pub(crate) fn limit(condition: bool, what: impl Display) -> Checked<()> {
    if condition { Ok(()) } else { resource(what) }
}

/// All of them, or the first error. `collect` does that, too, and is several times as long where it is compiled.
pub(crate) fn all<T>(items: impl Iterator<Item = Checked<T>>) -> Checked<Vec<T>> {
    let mut all = Vec::new();
    for item in items {
        all.push(item?);
    }
    Ok(all)
}

/// Refuses what is not there.
pub(crate) trait OrRefuse<T> {
    fn or_refuse(self, why: impl Display) -> Checked<T>;
}

impl<T> OrRefuse<T> for Option<T> {
    fn or_refuse(self, why: impl Display) -> Checked<T> {
        match self {
            Some(there) => Ok(there),
            None => refuse(why),
        }
    }
}

impl<T, E> OrRefuse<T> for Result<T, E> {
    fn or_refuse(self, why: impl Display) -> Checked<T> {
        self.ok().or_refuse(why)
    }
}

impl Outcome {
    /// The same with where it happened, if it is a refutation.
    #[cold]
    fn at(self, place: &dyn Display) -> Self {
        match self {
            Self::Refuted(why) => Self::Refuted(format!("{place}: {why}")),
            other => other,
        }
    }

    #[cold]
    fn refuted(why: &dyn Display) -> Self {
        Self::Refuted(why.to_string())
    }
}

/// Says where a refutation happened.
pub(crate) trait Place {
    fn at(self, place: impl Display) -> Self;
}

impl<T> Place for Checked<T> {
    fn at(self, place: impl Display) -> Self {
        match self {
            Ok(value) => Ok(value),
            Err(outcome) => Err(outcome.at(&place)),
        }
    }
}

/// Input quoted for a message: one line, printable, of bounded length.
pub(crate) fn quote(text: &str) -> impl Display {
    const SHOWN: usize = 40;
    let shown = text.as_bytes().get(..SHOWN).unwrap_or(text.as_bytes());
    let dots = if shown.len() < text.len() { ".." } else { "" };
    fmt::from_fn(move |f| write!(f, "`{}{dots}`", shown.escape_ascii()))
}
