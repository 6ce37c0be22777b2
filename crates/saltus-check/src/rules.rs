//! What plays and closed sets ask of the rules of a puzzle.

use crate::board::{Cell, listed};
use crate::outcome::{Checked, Limits, Place, ensure};
use dashu_int::UBig;

/// A digit of a state, by its place, and what it becomes.
pub(crate) type Change = (usize, Cell);

/// The state at hand, which is the start at first, and the rules by which it changes.
///
/// A state is a row of digits: one for each cell, 0 where nothing is, and possibly more, for whose
/// turn it is. States that are taken as one, as they are images of one another, have the digits of
/// one of them; then a move changes the digits to those of the one that stands for its result.
pub(crate) trait Rules {
    /// Makes a move, written as in a record.
    fn make(&mut self, text: &str) -> Checked<()>;

    /// Whether the play has reached its goal.
    fn is_goal(&mut self) -> Checked<bool>;

    /// What is said of a play that ends before.
    fn falls_short(&self) -> &'static str {
        "play: the last state is not a goal"
    }

    /// Refuses a play that ends here, after `made` moves, and is not as claimed: `reached` is what
    /// it was to make small.
    fn verify_end(&mut self, made: u64, reached: &UBig) -> Checked<()> {
        verify_goal(self, made, reached)
    }

    /// The base of the digits, at least 2, and the digits of the start, at least one. Called once,
    /// before a closed set is read.
    fn open(&mut self, limits: &Limits) -> Checked<(u64, Vec<Cell>)>;

    /// The base of the last digit, if that is another one.
    fn last_base(&self) -> Option<u64> {
        None
    }

    /// Goes to a state. None: the digits are no state of the puzzle.
    fn enter(&mut self, digits: &[Cell]) -> Option<()>;

    /// Refuses a state that no set may hold which proves that bound.
    fn verify_inside(&mut self, _lower: Option<u64>) -> Checked<()> {
        ensure(!self.is_goal()?, "a goal is in the set")
    }

    /// Lists all moves. None changes a digit twice.
    fn moves(&mut self, moves: &mut Moves) -> Checked<()>;

    /// Allows this many steps for what follows, where steps are counted.
    fn allow(&mut self, _steps: u64) {}

    /// A move, as messages name it: by the first two cells that it changes.
    fn name(&self, changes: &[Change]) -> String {
        listed(changes.iter().take(2).map(|change| change.0), "-")
    }
}

/// Refuses a play that ends here, after `made` moves, when it does not reach its goal in as many as claimed.
pub(crate) fn verify_goal<R: Rules + ?Sized>(rules: &mut R, made: u64, reached: &UBig) -> Checked<()> {
    ensure(*reached == made.into(), format_args!("{reached} claimed, but there are {made} moves")).at("moves")?;
    ensure(rules.is_goal()?, rules.falls_short())
}

/// Moves from a state, each by what it changes.
#[derive(Default)]
pub(crate) struct Moves {
    changes: Vec<Change>,
    /// By move, where its changes end, and whether it costs nothing.
    ends: Vec<(usize, bool)>,
}

impl Moves {
    #[inline]
    pub(crate) fn add(&mut self, changes: &[Change], free: bool) {
        self.changes.extend_from_slice(changes);
        self.ends.push((self.changes.len(), free));
    }

    pub(crate) fn clear(&mut self) {
        self.changes.clear();
        self.ends.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Each by what it changes, and whether it costs nothing.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[Change], bool)> {
        let mut begin = 0;
        self.ends.iter().map(move |&(end, free)| (&self.changes[std::mem::replace(&mut begin, end)..end], free))
    }
}

/// How often each digit is on the cells of the start, where no move changes that.
#[derive(Default)]
pub(crate) struct Counts {
    all: Vec<u32>,
    /// Room to count in.
    left: Vec<u32>,
}

impl Counts {
    pub(crate) fn of(cells: &[Cell], limits: &Limits) -> Checked<Self> {
        let greatest = cells.iter().max().map_or(0, |&most| most as usize);
        let mut all = limits.filled(greatest + 1, 0, "the checkers")?;
        cells.iter().for_each(|&digit| all[digit as usize] += 1);
        Ok(Self { left: all.clone(), all })
    }

    /// How many digits there are, from 0 to the greatest.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether as many cells hold them as often.
    pub(crate) fn are_of(&mut self, cells: &[Cell]) -> bool {
        self.left.copy_from_slice(&self.all);
        let mut take = |&digit: &Cell| {
            let left = self.left.get_mut(digit as usize).filter(|left| **left > 0);
            left.map(|left| *left -= 1).is_some()
        };
        cells.iter().all(&mut take)
    }
}
