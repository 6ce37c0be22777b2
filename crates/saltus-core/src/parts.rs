//! One long search in parts, possibly on several machines: iterative deepening in which a part looks at every N-th subtree of each iteration.

use crate::evidence::Evidence;
use crate::limits::{Limits, Stop};
pub use crate::record::{Iteration, Part};
use crate::search::Halted;
use crate::verdict::Verdict;

/// A search that can be made in parts ([`Answers::divided`](crate::answers::Answers::divided)).
pub trait Divided {
    /// The solver, as records name it.
    fn solver(&self) -> &'static str;

    /// By how much a threshold is greater than the one before, at least 1; the first is the bound of the start.
    fn step(&self) -> u32;

    /// Gets part `number` of `of` ready, from 1 on: one that has made no iteration yet.
    ///
    /// # Errors
    /// The limit that was reached, or that a table is wrong.
    fn begin(&mut self, number: u64, of: u64, limits: &Limits<'_>) -> Result<Part, Fault>;

    /// What one iteration comes to in a part that was begun, and the nodes that it expanded.
    ///
    /// # Errors
    /// The limit that cut it short.
    fn iterate(&self, part: &Part, threshold: u32, limits: &Limits<'_>) -> Result<(End, u64), Halted>;

    /// A play that is found at once, the same one in every part, where no clock ends that search.
    fn quick(&self, limits: &Limits<'_>) -> Option<Verdict>;

    /// The choices of a play that was replayed: of two plays of a length, the search finds the one with the lesser choices first.
    fn choices(&self, moves: &[String]) -> Option<Vec<u8>>;

    /// The answer with the play of these choices, of which nothing is known but that it is one.
    fn played(&self, choices: &[u8], expanded: u64) -> Verdict;

    /// What shows that no play is shorter: the last iteration that all parts have made without a play, with the nodes of each of its subtrees
    /// in order; none where the bound of the start is all that is known.
    fn evidence(&self, part: &Part, last: Option<(&Iteration, &[u64])>) -> Box<dyn Evidence>;
}

/// What an iteration comes to.
pub enum End {
    /// The first play of this length, by its choices.
    Play(Vec<u8>),
    /// There is none in this part.
    Nothing(Iteration),
    /// A table contradicts itself or the rules.
    Contradicted,
}

/// Why a part came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A limit was reached.
    Stop(Stop),
    /// A table contradicts itself or the rules.
    Contradicted,
}
