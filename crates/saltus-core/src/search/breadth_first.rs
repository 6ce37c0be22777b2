//! Breadth-first search: every state at distance d before any at distance d + 1.
//!
//! E. F. Moore, *The shortest path through a maze*, 1959; C. Y. Lee, 1961. This search stores each
//! state once, in the order of discovery, with the number of one parent and, where asked, the exact
//! number of shortest plays that lead to it. Moves are not stored: a plan regenerates its own.
//!
//! Where some moves cost nothing, the distance is the cost, a layer has all states of one cost, and within a layer
//! states come in the order of their fewest moves: E. W. Dijkstra's order (1959) with two queues instead of a heap.

use std::ops::Range;

use dashu_int::UBig;

use super::states::States;
use super::{Found, Halted, ROOT, Search, line_to, moves_along};
use crate::engine::{Surveyed, counts::Counts};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Puzzle;
use crate::statistics::Statistics;

/// How far to explore. Layers are always whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Up to the layer of the nearest goals, which is found but not expanded.
    Goal,
    /// All that can be reached; goals are played on from.
    Everything,
}

/// States in the order of their discovery, hence of their distance from the start, which is number
/// 0.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Puzzle};
/// use saltus_core::search::breadth_first::{self, Until};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let found = breadth_first::explore(&puzzle, Until::Everything, &Limits::default()).unwrap();
/// assert!(found.dead_ends().is_empty());
/// assert_eq!((found.states().len(), found.expanded()), (6, 6));
/// assert_eq!((found.depth(), found.layer(1)), (3, 1..3));
/// assert_eq!(found.find(&puzzle.start()), Some(0));
/// let goal = found.goals()[0] as usize;
/// assert_eq!((found.distance(goal), found.shortest_plays(goal)), (3, 2u8.into()));
/// ```
pub struct Exploration<S> {
    pub(super) states: States<S>,
    /// Where plays are counted.
    counts: Counts,
    /// The first number of each layer.
    pub(super) starts: Vec<u32>,
    pub(super) goals: Vec<u32>,
    dead_ends: Vec<u32>,
    last_goals: Vec<u32>,
    /// The fewest moves to each state, where some cost nothing.
    pub(super) moves: Vec<u32>,
    expanded: u64,
}

/// Explores the states of a puzzle by distance from its start.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance};
/// use saltus_core::search::breadth_first::{self, Until};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let found = breadth_first::explore(&puzzle, Until::Goal, &Limits::default()).unwrap();
/// assert_eq!(found.layers().map(|layer| layer.len()).collect::<Vec<_>>(), [1, 2, 2, 1]);
/// assert_eq!(found.goals(), [5]); // the goal is 3 moves away
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn explore<P: Puzzle + ?Sized>(puzzle: &P, until: Until, limits: &Limits<'_>) -> Search<Exploration<P::State>> {
    let mut growth = Growth::new(puzzle, limits, None, true);
    growth.plant()?;
    while (until == Until::Everything || growth.found.goals.is_empty()) && growth.grow()? {}
    // A last layer that was never expanded may lead on.
    Ok(Exploration { expanded: growth.meter.nodes(), ..growth.found })
}

/// The counts of a search, for states of any type: `ends` are dead ends and goals without a move, and each goal has its cost, moves and plays.
fn counted((starts, count): (&[u32], usize), ends: [&[u32]; 2], goals: Vec<((u32, u32), UBig)>) -> Surveyed {
    let edges = starts[1..].iter().copied().chain([count as u32]);
    let sizes: Vec<u64> = starts.iter().zip(edges).map(|(&from, to)| u64::from(to - from)).collect();
    let [dead_ends, last_goals] = ends.map(|ids| {
        let mut counts = vec![0; sizes.len()];
        ids.iter().for_each(|&id| counts[distance(starts, id) as usize] += 1);
        counts
    });
    let nearest = goals.iter().map(|(place, _)| *place).min();
    let plays = goals.into_iter().filter(|(place, _)| Some(*place) == nearest).map(|(_, plays)| plays).sum();
    let goal = nearest.map(|(cost, moves)| (cost, moves, plays));
    Surveyed { sizes, dead_ends, last_goals, goal, fewest: None, expanded: 0 }
}

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::breadth_first};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift bbww_").unwrap().puzzle().unwrap();
/// let found = breadth_first::solve(&puzzle, &Limits::default()).unwrap();
/// assert_eq!(found.plan, None); // a jump over the own colour is not allowed
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Puzzle + ?Sized>(puzzle: &P, limits: &Limits<'_>) -> Search<Found<P::Move>> {
    let mut growth = Growth::new(puzzle, limits, None, false);
    growth.goal_ends_it = true;
    let grown = growth.grow_to_goal();
    limits.tell(|| growth.statistics());
    grown?;
    let line = |&goal: &u32| line_to(&growth.found.states, goal, |id| growth.parents[id as usize]);
    let plan = growth.found.goals.first().map(|goal| moves_along(puzzle, &line(goal)));
    Ok(Found { plan, expanded: growth.meter.nodes() })
}

impl<S: Clone + Eq + std::hash::Hash> Exploration<S> {
    /// All states; the place of a state in this list is its number.
    pub fn states(&self) -> &[S] {
        self.states.as_slice()
    }

    /// The number of a state, if it was discovered.
    pub fn find(&self, state: &S) -> Option<usize> {
        self.states.find(state).ok().map(|id| id as usize)
    }

    /// The distance of the last layer.
    pub fn depth(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The numbers of the states at a distance.
    pub fn layer(&self, distance: u32) -> Range<usize> {
        let edge = |distance: usize| self.starts.get(distance).map_or(self.states().len(), |&id| id as usize);
        edge(distance as usize)..edge(distance as usize + 1)
    }

    /// All layers, nearest first: the numbers of the states at distance 0, 1, 2, and so on.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        (0..self.starts.len()).map(|distance| self.layer(distance as u32))
    }

    /// The distance of a state from the start.
    pub fn distance(&self, id: usize) -> u32 {
        distance(&self.starts, id as u32)
    }

    /// How many moves the shortest plays to a state have: as many as its distance, or more where some cost nothing.
    pub fn moves(&self, id: usize) -> u32 {
        self.moves.get(id).copied().unwrap_or_else(|| self.distance(id))
    }

    /// The exact number of shortest plays that lead to a state.
    pub fn shortest_plays(&self, id: usize) -> UBig {
        self.counts.number(id)
    }

    /// The goals discovered, nearest first.
    pub fn goals(&self) -> &[u32] {
        &self.goals
    }

    /// The expanded states from which no move leads on and which are no goals, nearest first.
    pub fn dead_ends(&self) -> &[u32] {
        &self.dead_ends
    }

    /// The same in numbers, as the engine tells them.
    pub fn surveyed(&self) -> Surveyed {
        let place = |goal: u32| (self.distance(goal as usize), self.moves(goal as usize));
        let goals: Vec<_> = self.goals.iter().map(|&goal| (place(goal), self.counts.number(goal as usize))).collect();
        let count = self.states().len();
        Surveyed {
            expanded: self.expanded,
            ..counted((&self.starts, count), [&self.dead_ends, &self.last_goals], goals)
        }
    }

    /// Nodes expanded.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }
}

fn distance(starts: &[u32], id: u32) -> u32 {
    starts.partition_point(|&start| start <= id) as u32 - 1
}

/// A state that a move which costs something leads to, with how many moves led to it, and the state before.
type Seed<S> = (u32, u32, S);

/// Bytes of what is only there where some moves cost nothing.
fn bytes_beside<S>(moves: &Vec<u32>, seeds: &Vec<Seed<S>>) -> u64 {
    (moves.capacity() * size_of::<u32>() + seeds.capacity() * size_of::<Seed<S>>()) as u64
}

/// Says whether a state at a distance is worth keeping. (A reference, so that this search is compiled once for a puzzle.)
pub(super) type Keep<'a, P> = &'a dyn Fn(&<P as Puzzle>::State, u32) -> bool;

/// A search under way: whole layers, the last of them not yet expanded.
pub(super) struct Growth<'a, P: Puzzle + ?Sized> {
    puzzle: &'a P,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    /// Whether a new state at a distance is worth keeping; all are where nobody asks.
    keep: Option<Keep<'a, P>>,
    /// Whether to leave a layer unfinished as soon as a goal is found.
    goal_ends_it: bool,
    /// Whether plays are counted.
    counts: bool,
    found: Exploration<P::State>,
    parents: Vec<u32>,
    /// Where some moves cost nothing: what the last layer leads to at a cost.
    seeds: Vec<Seed<P::State>>,
    generated: u64,
    child: P::State,
    buffer: Vec<P::Move>,
}

impl<'a, P: Puzzle + ?Sized> Growth<'a, P> {
    pub(super) fn new(puzzle: &'a P, limits: &'a Limits<'a>, keep: Option<Keep<'a, P>>, counts: bool) -> Self {
        let beside = puzzle.heap_bytes() + size_of::<u32>() + if counts { size_of::<u64>() } else { 0 };
        Growth {
            puzzle,
            limits,
            meter: Meter::new(limits, "breadth-first search"),
            keep,
            goal_ends_it: false,
            counts,
            found: Exploration {
                states: States::new(beside),
                counts: Counts::default(),
                starts: vec![0],
                goals: Vec::new(),
                dead_ends: Vec::new(),
                last_goals: Vec::new(),
                moves: Vec::new(),
                expanded: 0,
            },
            parents: Vec::new(),
            seeds: Vec::new(),
            generated: 0,
            child: puzzle.start(),
            buffer: Vec::new(),
        }
    }

    /// Discovers the start.
    fn plant(&mut self) -> Search<()> {
        let planted = self.reach(ROOT, 0).and_then(|()| self.close());
        planted.map_err(|stop| Halted { stop, lower: 0, expanded: 0 })
    }

    fn grow_to_goal(&mut self) -> Search<()> {
        self.plant()?;
        while self.found.goals.is_empty() && self.grow()? {}
        Ok(())
    }

    /// Every state but the start is the first that a move led to.
    fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.meter.nodes(),
            generated: self.generated,
            duplicates: (self.generated + 1).saturating_sub(self.found.states.len().into()),
            bytes: self.found.states.bytes() + bytes_beside(&self.found.moves, &self.seeds),
            ..Statistics::default()
        }
    }

    /// Grows up to the layer of the nearest goals, or as far as there is anything.
    pub(super) fn grow_to_goals(mut self) -> Search<(Exploration<P::State>, Meter<'a>)> {
        self.grow_to_goal()?;
        Ok((self.found, self.meter))
    }

    /// Expands the last layer; false when nothing new was found.
    fn grow(&mut self) -> Search<bool> {
        let next = self.depth() + 1;
        self.limits.deepen(next).map_err(|stop| Halted { stop, lower: next, expanded: self.meter.nodes() })?;
        let layer = self.found.starts[self.found.starts.len() - 1]..self.found.states.len();
        self.found.starts.push(layer.end);
        for id in layer.clone() {
            self.expand(id).map_err(|stop| self.halted(stop))?;
            if self.goal_ends_it && !self.found.goals.is_empty() {
                break;
            }
        }
        self.close().map_err(|stop| self.halted(stop))?;
        let grew = self.found.states.len() > layer.end;
        if !grew {
            self.found.starts.pop();
        }
        Ok(grew)
    }

    fn expand(&mut self, id: u32) -> Result<(), Stop> {
        let (found, seeds) = (&self.found, &self.seeds);
        self.meter.node(|| {
            let ends = 4 * (found.dead_ends.capacity() + found.last_goals.capacity()) as u64;
            found.states.bytes() + bytes_beside(&found.moves, seeds) + found.counts.extra_bytes() + ends
        })?;
        self.meter.trace(self.depth() - 1, 0, self.generated, false);
        let mut moves = std::mem::take(&mut self.buffer);
        self.puzzle.moves(&self.found.states[id], &mut moves);
        if moves.is_empty() {
            let is_goal = self.puzzle.is_goal(&self.found.states[id]);
            if is_goal { &mut self.found.last_goals } else { &mut self.found.dead_ends }.push(id);
        }
        for mv in moves.drain(..) {
            self.child.clone_from(&self.found.states[id]);
            self.puzzle.play(&mut self.child, &mv);
            self.generated += 1;
            if !self.puzzle.has_free_moves() {
                self.reach(id, self.depth())?;
            } else if !self.puzzle.is_free(&mv) && self.found.states.find(&self.child).is_err() {
                // A play of fewer moves may lead there at the same cost.
                self.seeds.push((self.found.moves[id as usize] + 1, id, self.child.clone()));
            }
        }
        self.buffer = moves;
        Ok(())
    }

    /// Where some moves cost nothing: completes the layer that is being found by what such moves lead to. Its states, those that
    /// led to it, and so its seeds come in the order of their fewest moves.
    fn close(&mut self) -> Result<(), Stop> {
        if !self.puzzle.has_free_moves() {
            return Ok(());
        }
        let mut seeds = std::mem::take(&mut self.seeds).into_iter().peekable();
        let mut id = self.found.starts[self.found.starts.len() - 1];
        while !self.goal_ends_it || self.found.goals.is_empty() {
            let due = self.found.moves.get(id as usize).map_or(u32::MAX, |moves| moves + 1);
            if let Some((_, parent, state)) = seeds.next_if(|&(moves, ..)| moves <= due) {
                self.child = state;
                self.reach(parent, self.depth())?;
                continue;
            }
            if id == self.found.states.len() {
                break;
            }
            if id.is_multiple_of(1024) {
                self.limits.spend(
                    self.meter.nodes(),
                    self.found.states.bytes() + bytes_beside(&self.found.moves, &self.seeds),
                )?;
            }
            let mut moves = std::mem::take(&mut self.buffer);
            self.puzzle.moves(&self.found.states[id], &mut moves);
            for mv in moves.drain(..).filter(|mv| self.puzzle.is_free(mv)) {
                self.child.clone_from(&self.found.states[id]);
                self.puzzle.play(&mut self.child, &mv);
                self.generated += 1;
                self.reach(id, self.depth())?;
            }
            self.buffer = moves;
            id += 1;
        }
        Ok(())
    }

    /// Takes note of a play that leads from `parent` to `self.child`, at `distance` if it is new.
    fn reach(&mut self, parent: u32, distance: u32) -> Result<(), Stop> {
        let id = match self.found.states.find(&self.child) {
            Ok(id) => id,
            Err(absent) if self.keep.is_none_or(|keep| keep(&self.child, distance)) => {
                let id = self.found.states.add(&self.child, &absent, self.limits)?;
                self.note(id, parent);
                id
            }
            Err(_) => return Ok(()),
        };
        let fewest = |moves: &u32| *moves == self.found.moves[parent as usize] + 1;
        let shortest = id >= self.found.starts[self.found.starts.len() - 1]
            && (parent == ROOT || self.found.moves.get(id as usize).is_none_or(fewest));
        if self.counts && shortest && parent != ROOT {
            self.found.counts.add_own(id as usize, parent as usize);
        }
        Ok(())
    }

    fn note(&mut self, id: u32, parent: u32) {
        self.parents.push(parent);
        if self.puzzle.has_free_moves() {
            self.found.moves.push(self.found.moves.get(parent as usize).map_or(0, |moves| moves + 1));
        }
        if self.counts {
            self.found.counts.push(&[u64::from(parent == ROOT)]);
        }
        if self.puzzle.is_goal(&self.child) {
            self.found.goals.push(id);
        }
    }

    /// The distance of the layer that is being found.
    fn depth(&self) -> u32 {
        self.found.starts.len() as u32 - 1
    }

    fn halted(&self, stop: Stop) -> Halted {
        let nearest = self.found.goals.first().map(|&goal| distance(&self.found.starts, goal));
        Halted::at(&self.meter, stop, nearest.unwrap_or(self.depth()))
    }
}
