//! All shortest plays, as the acyclic graph of the states and moves on them.
//!
//! The graph and the counts along it are E. F. Moore's (1959) and folklore; to unrank from counts
//! is the usual method for combinatorial objects (A. Nijenhuis, H. S. Wilf, *Combinatorial
//! Algorithms*, 1975). This search grows whole layers breadth-first up to the nearest goals, past
//! no state that a bound shows to be too far from them; then it goes back layer by layer,
//! regenerates the moves and keeps those that stay on a play to a goal. Plays are in lexicographic
//! order of the puzzle's own order of moves at each state, and none is ever stored: the k-th and a
//! walk through all of them follow the counts or the edges.

use std::ops::Range;

use dashu_int::UBig;

use super::breadth_first::{Growth, Keep};
use super::states::States;
use super::{Halted, Search};
use crate::engine::counts::Counts;
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Bound, Puzzle};

/// Every shortest play of a puzzle.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero, search::shortest_paths};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let found = shortest_paths::build(&puzzle, &Zero, u32::MAX, &Limits::default()).unwrap();
/// let plays = found.expect("the goal can be reached");
/// assert_eq!((plays.length(), plays.count()), (3, 2u8.into()));
/// let second = plays.unrank(&1u8.into()).unwrap();
/// assert_eq!(plays.plays_from(&1u8.into()).collect::<Vec<_>>(), [second]);
/// ```
#[derive(Clone, Debug)]
pub struct ShortestPlays<M> {
    length: u32,
    cost: u32,
    /// How many plays lead on from each node, a state on shortest plays: goals first, the start last.
    counts: Counts,
    /// Where the edges of each node begin; one more than there are nodes.
    starts: Vec<usize>,
    edges: Vec<Edge<M>>,
}

#[derive(Clone, Debug)]
struct Edge<M> {
    mv: M,
    to: u32,
}

/// Finds all shortest plays; where some moves cost nothing, those of least cost that have the fewest moves of these.
///
/// `None` is the proof that no play of at most `at_most` moves reaches a goal. Any `at_most` that
/// is not too small gives the same answer; the tighter it is, the more a bound prunes. Without one:
/// [`Zero`](crate::puzzle::Zero) and `u32::MAX`.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::shortest_paths};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 2 2 moves=all").unwrap().puzzle().unwrap();
/// let build = |at_most| shortest_paths::build(&puzzle, &Chain, at_most, &Limits::default());
/// assert_eq!(build(8).unwrap().unwrap().count(), 2u8.into());
/// assert!(build(7).unwrap().is_none()); // no play has 7 moves
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn build<P: Puzzle, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    at_most: u32,
    limits: &Limits<'_>,
) -> Search<Option<ShortestPlays<P::Move>>> {
    let in_reach = |state: &P::State, g: u32| {
        let h = bound.of(puzzle, state);
        h < u32::MAX && g.saturating_add(h) <= at_most
    };
    build_inside(puzzle, &in_reach, bound.of(puzzle, &puzzle.start()), limits)
}

/// Finds all shortest plays among the states that `inside` accepts, given how many moves led to
/// them; it must accept every state of a shortest play. No play has fewer than `least` moves.
///
/// `None` is the proof that no play inside reaches a goal.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::shortest_paths};
/// use saltus_shifting::shift;
///
/// // Only plays in which the vacancy does not begin to the left.
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let inside = |state: &saltus_core::row::Row<u8>, g: u32| g != 1 || state.gap() == 2;
/// let found = shortest_paths::build_inside(&puzzle, &inside, 3, &Limits::default()).unwrap();
/// assert_eq!(found.unwrap().count(), 1u8.into());
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn build_inside<P: Puzzle>(
    puzzle: &P,
    inside: Keep<'_, P>,
    least: u32,
    limits: &Limits<'_>,
) -> Search<Option<ShortestPlays<P::Move>>> {
    let growth = Growth::new(puzzle, limits, Some(inside), false);
    let grown = growth.grow_to_goals().map_err(|halted| Halted { lower: halted.lower.max(least), ..halted });
    let (layers, meter) = grown?;
    if layers.goals.is_empty() {
        return Ok(None);
    }
    let moves = |goal: u32| layers.moves.get(goal as usize).copied();
    let cost = layers.starts.len() as u32 - 1;
    let length = moves(layers.goals[0]).unwrap_or(cost);
    // Goals come in the order of their fewest moves.
    let nearest = layers.goals.partition_point(|&goal| moves(goal).is_none_or(|moves| moves == length));
    let (goals, mut starts) = (&layers.goals[..nearest], layers.starts);
    // Free moves lead on within the last layer.
    starts.extend((!layers.moves.is_empty()).then_some(layers.states.len()));
    let mut weave = Weave::new(puzzle, meter, layers.states, layers.moves);
    match weave.all(goals, &starts) {
        Ok(()) => Ok(Some(weave.finish(length, cost))),
        Err(stop) => Err(Halted::at(&weave.meter, stop, cost)),
    }
}

/// The way back: from whole layers to the states on shortest plays.
struct Weave<'a, P: Puzzle> {
    puzzle: &'a P,
    meter: Meter<'a>,
    states: States<P::State>,
    /// The fewest moves to each state, where some cost nothing.
    moves: Vec<u32>,
    /// The node of each state; [`OFF`] for a state on no shortest play.
    node_of: Vec<u32>,
    counts: Counts,
    starts: Vec<usize>,
    edges: Vec<Edge<P::Move>>,
    child: P::State,
    buffer: Vec<P::Move>,
}

/// The node of a state that has none.
const OFF: u32 = u32::MAX;

impl<'a, P: Puzzle> Weave<'a, P> {
    fn new(puzzle: &'a P, meter: Meter<'a>, states: States<P::State>, moves: Vec<u32>) -> Self {
        Weave {
            puzzle,
            meter,
            node_of: vec![OFF; states.len() as usize],
            states,
            moves,
            counts: Counts::default(),
            starts: vec![0],
            edges: Vec::new(),
            child: puzzle.start(),
            buffer: Vec::new(),
        }
    }

    /// Numbers nodes from the last state to the first, so that a node comes after all that it leads
    /// to.
    fn all(&mut self, goals: &[u32], layers: &[u32]) -> Result<(), Stop> {
        for &goal in goals.iter().rev() {
            self.adopt(goal, 1);
        }
        for layer in layers.windows(2).rev() {
            for id in (layer[0]..layer[1]).rev() {
                // Goals of the last layer are there already.
                if self.node_of[id as usize] == OFF {
                    self.look_ahead(id, layer[1])?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the moves of a state that lead on to a goal, and the state if there are any.
    fn look_ahead(&mut self, id: u32, next_layer: u32) -> Result<(), Stop> {
        let (states, edges, counts, nodes) = (&self.states, &self.edges, &self.counts, self.starts.len());
        self.meter.node(|| {
            let edges = edges.capacity() * size_of::<Edge<P::Move>>();
            let nodes = nodes * (size_of::<usize>() + size_of::<u64>());
            states.bytes() + (edges + nodes) as u64 + counts.extra_bytes()
        })?;
        let mut moves = std::mem::take(&mut self.buffer);
        self.puzzle.moves(&self.states[id], &mut moves);
        let first = self.edges.len();
        for mv in moves.drain(..) {
            self.child.clone_from(&self.states[id]);
            self.puzzle.play(&mut self.child, &mv);
            let Ok(child) = self.states.find(&self.child) else { continue };
            let to = self.node_of[child as usize];
            let is_next = match self.moves.get(child as usize) {
                None => child >= next_layer,
                Some(&moves) => {
                    moves == self.moves[id as usize] + 1 && (child >= next_layer || self.puzzle.is_free(&mv))
                }
            };
            if is_next && to != OFF {
                self.edges.push(Edge { mv, to });
            }
        }
        self.buffer = moves;
        if self.edges.len() > first {
            self.adopt(id, 0);
        }
        Ok(())
    }

    /// Makes a node of a state, with the last edges that no node has yet.
    fn adopt(&mut self, id: u32, plays: u64) {
        let node = self.starts.len() as u32 - 1;
        self.node_of[id as usize] = node;
        self.counts.push(&[plays]);
        for edge in &self.edges[self.starts[node as usize]..] {
            self.counts.add_own(node as usize, edge.to as usize);
        }
        self.starts.push(self.edges.len());
    }

    fn finish(self, length: u32, cost: u32) -> ShortestPlays<P::Move> {
        ShortestPlays { length, cost, counts: self.counts, starts: self.starts, edges: self.edges }
    }
}

impl<M> ShortestPlays<M> {
    /// The moves of every shortest play.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// What every shortest play costs: its moves, without those that cost nothing.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// How many shortest plays there are.
    pub fn count(&self) -> UBig {
        self.counts.number(self.root() as usize)
    }

    /// The start, the last node of all.
    fn root(&self) -> u32 {
        self.starts.len() as u32 - 2
    }

    fn edges_of(&self, node: u32) -> Range<usize> {
        self.starts[node as usize]..self.starts[node as usize + 1]
    }
}

impl<M: Clone> ShortestPlays<M> {
    /// The `k`-th play, counted from 0; `None` if there are fewer.
    pub fn unrank(&self, k: &UBig) -> Option<Vec<M>> {
        self.plays_from(k).next()
    }

    /// All plays in order.
    pub fn plays(&self) -> Plays<'_, M> {
        self.plays_from(&UBig::ZERO)
    }

    /// All plays in order from the `k`-th on, which is found without the ones before it.
    pub fn plays_from(&self, k: &UBig) -> Plays<'_, M> {
        let line = self.line_of(k);
        let mut plays = Plays { all: self, fresh: line.is_some(), line: line.unwrap_or_default(), play: Vec::new() };
        plays.write_from(0);
        plays
    }

    /// The edges of the `k`-th play.
    fn line_of(&self, k: &UBig) -> Option<Vec<usize>> {
        if *k >= self.count() {
            return None;
        }
        let mut left = k.clone();
        let mut node = self.root();
        let mut line = Vec::with_capacity(self.length as usize);
        while line.len() < self.length as usize {
            let edge = self.edges_of(node).find(|&edge| {
                let plays = self.counts.number(self.edges[edge].to as usize);
                let here = left < plays;
                if !here {
                    left -= plays;
                }
                here
            })?;
            line.push(edge);
            node = self.edges[edge].to;
        }
        Some(line)
    }
}

/// A walk through shortest plays in order, one play held at a time.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero, search::shortest_paths};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let found = shortest_paths::build(&puzzle, &Zero, u32::MAX, &Limits::default()).unwrap();
/// let found = found.expect("the goal can be reached");
/// let mut plays = found.plays();
/// while let Some(play) = plays.advance() {
///     assert_eq!(play.len(), 8);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Plays<'a, M> {
    all: &'a ShortestPlays<M>,
    /// Whether the play in hand has not been given yet.
    fresh: bool,
    /// The edges of the play in hand; none when the walk is over (or plays have no moves).
    line: Vec<usize>,
    /// Its moves.
    play: Vec<M>,
}

impl<M: Clone> Plays<'_, M> {
    /// The next play, lent: nothing is allocated.
    pub fn advance(&mut self) -> Option<&[M]> {
        if !std::mem::take(&mut self.fresh) {
            let kept = self.turn()?;
            self.write_from(kept);
        }
        Some(&self.play)
    }

    /// Turns off at the last state where another move comes next; gives how many moves stay as they
    /// were.
    fn turn(&mut self) -> Option<usize> {
        loop {
            let edge = self.line.pop()? + 1;
            let node = self.line.last().map_or(self.all.root(), |&edge| self.all.edges[edge].to);
            if edge < self.all.edges_of(node).end {
                let kept = self.line.len();
                self.line.push(edge);
                self.run_on(self.all.edges[edge].to);
                return Some(kept);
            }
        }
    }

    /// Takes the first move at every state from `node` on.
    fn run_on(&mut self, mut node: u32) {
        while self.line.len() < self.all.length as usize {
            let edge = self.all.edges_of(node).start;
            self.line.push(edge);
            node = self.all.edges[edge].to;
        }
    }

    fn write_from(&mut self, kept: usize) {
        self.play.truncate(kept);
        self.play.extend(self.line[kept..].iter().map(|&edge| self.all.edges[edge].mv.clone()));
    }
}

impl<M: Clone> Iterator for Plays<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        self.advance().map(<[M]>::to_vec)
    }
}
