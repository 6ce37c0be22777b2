//! The generic searches: one algorithm per file, for any [`Puzzle`].
//!
//! | file | finds | needs from the puzzle |
//! |---|---|---|
//! | [`breadth_first`] | all states by distance, or a shortest plan | nothing more |
//! | [`bidirectional`] | a shortest plan | [`Backward`](crate::puzzle::Backward) |
//! | [`a_star`] | a shortest plan | a [`Bound`](crate::puzzle::Bound) |
//! | [`ida_star`] | a shortest plan, in almost no memory | [`Undo`](crate::puzzle::Undo) and a bound |
//! | [`partial_expansion`] | a shortest plan, with fewer states that wait than A* | a bound |
//! | [`breadth_first_heuristic`] | a shortest plan, with three layers in memory | a bound |
//! | [`breadth_first_ida_star`] | the same, under a length that rises | a bound |
//! | [`nbs`], [`dvcbs`] | a shortest plan, from both ends | [`Backward`](crate::puzzle::Backward) and two bounds |
//! | [`weighted_a_star`], [`focal`] | some plan soon, and what none is shorter than | a bound |
//! | [`ranked`] | all distances, two bits a state | [`Bipartite`](crate::puzzle::Bipartite) |
//! | [`closed_set`] | what proves a lower bound to a checker | a bound |
//! | [`perft`] | the number of sequences of a given number of moves | |
//! | [`shortest_paths`] | every shortest plan: their number, the k-th, all of them in order | a bound, if there is one |
//!
//! [`named`] lists those that can be selected by name, and [`erased`] is the puzzle for which they are compiled.
//!
//! Three answers are distinguished everywhere: a plan, the proof that there is none (both
//! [`Found`]), and [`Halted`], which proves a lower bound but decides nothing. The same search of
//! the same puzzle expands the same number of nodes, whatever the machine.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_core::puzzle::{Puzzle, Refusal};
//! use saltus_core::search::breadth_first;
//!
//! /// From 1, by adding 1 or doubling, to 100.
//! struct Hundred;
//!
//! impl Puzzle for Hundred {
//!     type State = u32;
//!     type Move = char;
//!     fn start(&self) -> u32 { 1 }
//!     fn is_goal(&self, &state: &u32) -> bool { state == 100 }
//!     fn moves(&self, &state: &u32, buffer: &mut Vec<char>) {
//!         if state < 100 { buffer.push('+'); }
//!         if state <= 50 { buffer.push('*'); }
//!     }
//!     fn check(&self, _: &u32, _: &char) -> Result<(), Refusal> { Ok(()) }
//!     fn play(&self, state: &mut u32, &mv: &char) { *state = if mv == '+' { *state + 1 } else { *state * 2 } }
//! }
//!
//! let found = breadth_first::solve(&Hundred, &Limits::default()).unwrap();
//! assert_eq!(found.plan.unwrap().len(), 8);
//! ```

pub mod a_star;
pub mod bidirectional;
pub mod breadth_first;
pub mod breadth_first_heuristic;
pub mod breadth_first_ida_star;
pub mod closed_set;
pub mod dvcbs;
pub mod erased;
pub mod focal;
mod fronts;
pub mod ida_star;
mod layered;
pub mod named;
pub mod nbs;
pub mod partial_expansion;
pub mod perft;
pub mod random_plays;
pub mod ranked;
mod reached;
pub mod shortest_paths;
mod states;
pub mod weighted_a_star;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod broken;
#[cfg(test)]
mod necessary;
#[cfg(test)]
mod test_puzzles;

use crate::limits::{Meter, Stop};
use crate::puzzle::Puzzle;
use states::States;

/// What a search that ran to its end knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// A shortest plan; `None` is the proof that no goal can be reached.
    pub plan: Option<Vec<M>>,
    /// Nodes expanded.
    pub expanded: u64,
}

/// What a search knows that ends with a play which need not be a shortest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick<M> {
    /// A plan; `None` is the proof that no goal can be reached.
    pub plan: Option<Vec<M>>,
    /// No plan is shorter than this.
    pub lower: u32,
    /// Nodes expanded.
    pub expanded: u64,
}

/// A shortest plan is as short as any; where some moves cost nothing, none has fewer of the others than it.
impl<M> From<Found<M>> for Quick<M> {
    fn from(Found { plan, expanded }: Found<M>) -> Self {
        Quick { lower: plan.as_ref().map_or(0, |plan| plan.len() as u32), plan, expanded }
    }
}

/// What a search that a limit stopped knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted {
    /// The limit that was reached.
    pub stop: Stop,
    /// No play from the start to a goal has fewer moves than this, or costs less where some moves cost nothing.
    pub lower: u32,
    /// Nodes expanded.
    pub expanded: u64,
}

impl std::fmt::Display for Halted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} after {} nodes; at least {} moves are needed", self.stop, self.expanded, self.lower)
    }
}

impl std::error::Error for Halted {}

/// The answer of a search, or what it knew when it was stopped.
pub type Search<T> = Result<T, Halted>;

impl Halted {
    /// `meter` has counted one node that was not expanded in full.
    fn at(meter: &Meter<'_>, stop: Stop, lower: u32) -> Self {
        Halted { stop, lower, expanded: meter.nodes().saturating_sub(1) }
    }
}

/// The parent of a state that has none.
const ROOT: u32 = u32::MAX;

/// The states from the root of a search tree to `last`.
fn line_to<S>(states: &States<S>, last: u32, parent: impl Fn(u32) -> u32) -> Vec<&S> {
    let (mut line, mut id) = (Vec::new(), last);
    while id != ROOT {
        line.push(&states[id]);
        id = parent(id);
    }
    line.reverse();
    line
}

/// The line from the start to a goal: there to the state where both ends met, and from it against the other line.
fn line_across<'a, S>(mut near: Vec<&'a S>, far: Vec<&'a S>) -> Vec<&'a S> {
    near.extend(far.into_iter().rev().skip(1));
    near
}

/// The moves that lead along a line of states, each the first of its kind.
///
/// A search stores no moves: finding the few of the answer again costs nothing compared with the search.
fn moves_along<P: Puzzle + ?Sized>(puzzle: &P, line: &[&P::State]) -> Vec<P::Move> {
    line.windows(2).map(|pair| move_between(puzzle, pair[0], pair[1])).collect()
}

fn move_between<P: Puzzle + ?Sized>(puzzle: &P, from: &P::State, to: &P::State) -> P::Move {
    let mut moves = Vec::new();
    puzzle.moves(from, &mut moves);
    let leads_there = |mv: &P::Move| {
        let mut state = from.clone();
        puzzle.play(&mut state, mv);
        state == *to
    };
    // One that costs nothing comes first where there are both.
    let free = moves.iter().find(|mv| puzzle.is_free(mv) && leads_there(mv));
    free.or_else(|| moves.iter().find(|mv| leads_there(mv))).cloned().unwrap_or_else(|| {
        panic!("no move leads from {from:?} to {to:?}, where the search went: the puzzle contradicts itself")
    })
}
