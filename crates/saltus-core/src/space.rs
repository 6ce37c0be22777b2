//! Every position that can be reached from a start, the moves between them, and how far each is from the goal.
//!
//! [`Space`] has them without types, for code that chooses among positions: by length, by whether the first move is forced, by what can be lost.

use std::collections::BTreeMap;

use crate::answers::Answers;
use crate::limits::{Limits, Stop};
use crate::puzzle::Puzzle;
use crate::search::breadth_first::Exploration;

/// The positions that can be reached from a start. Position 0 is the start; others follow in the order of their distance from it.
///
/// ```
/// use saltus_core::{limits::Limits, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
/// let space = puzzle.space(&Limits::default()).unwrap();
/// assert_eq!((space.positions(), space.to_goal(0), space.best(0).count()), (23, Some((8, 8)), 2));
/// assert_eq!((space.from_start(0), space.from_start(22)), (0, 8));
/// let lost = (0..23).find(|&position| space.to_goal(position).is_none()).unwrap();
/// assert_eq!(space.instance(lost).unwrap().to_string(), "shift _bbww");
/// ```
pub struct Space<'a> {
    ways: Ways,
    /// The first position at each distance from the start.
    layers: Vec<u32>,
    instance: Box<dyn Fn(usize) -> Option<Box<dyn Answers>> + 'a>,
}

impl<'a> Space<'a> {
    /// The space of an exploration that went everywhere. `instance` gives a position as an instance of its own, where its notation has it.
    ///
    /// # Errors
    /// When the moves need more memory than they may use.
    pub(crate) fn new<P: Puzzle>(
        puzzle: &P,
        found: Exploration<P::State>,
        instance: impl Fn(&P::State) -> Option<Box<dyn Answers>> + 'a,
        limits: &Limits<'_>,
    ) -> Result<Self, Stop>
    where
        P::State: 'a,
    {
        let ways = Ways::new(puzzle, &found, limits)?;
        let layers = found.layers().map(|layer| layer.start as u32).collect();
        Ok(Space { ways, layers, instance: Box::new(move |position| instance(&found.states()[position])) })
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.ways.positions()
    }

    /// The positions that the moves of one lead to, in the puzzle's order of moves.
    pub fn moves(&self, position: usize) -> &[u32] {
        self.ways.moves(position)
    }

    /// What the nearest play from the start to a position costs: its moves, where none is free.
    pub fn from_start(&self, position: usize) -> u32 {
        self.layers.partition_point(|&first| first as usize <= position) as u32 - 1
    }

    /// What the nearest goal costs, and its moves, which are as many where no move is free; none where the position is lost.
    pub fn to_goal(&self, position: usize) -> Option<(u32, u32)> {
        self.ways.to_goal(position)
    }

    /// The positions that the best moves of one lead to: those of a shortest play.
    pub fn best(&self, position: usize) -> impl Iterator<Item = usize> {
        self.ways.best(position)
    }

    /// A position as an instance of its own, with the goal of the start.
    pub fn instance(&self, position: usize) -> Option<Box<dyn Answers>> {
        (self.instance)(position)
    }
}

/// The moves between positions, and the way of each to the nearest goal.
pub(crate) struct Ways {
    /// Where the moves of each position begin; one more than there are positions.
    starts: Vec<usize>,
    next: Vec<u32>,
    /// Which moves cost nothing, where some do.
    free: Vec<bool>,
    /// Cost and moves, in this order.
    to_goal: Vec<Option<(u32, u32)>>,
}

impl Ways {
    /// Makes every move of every position again.
    pub(crate) fn new<P: Puzzle>(puzzle: &P, found: &Exploration<P::State>, limits: &Limits<'_>) -> Result<Self, Stop> {
        let (mut starts, mut next, mut free) = (vec![0], Vec::new(), Vec::new());
        let (mut moves, mut state) = (Vec::new(), puzzle.start());
        for from in found.states() {
            puzzle.moves(from, &mut moves);
            for mv in moves.drain(..) {
                state.clone_from(from);
                puzzle.play(&mut state, &mv);
                next.push(found.find(&state).expect("every state that can be reached was found") as u32);
                if puzzle.has_free_moves() {
                    free.push(puzzle.is_free(&mv));
                }
            }
            starts.push(next.len());
        }
        // The way back has as many numbers again.
        limits.afford((20 * next.len() + 40 * starts.len()) as u64)?;
        let mut ways = Ways { starts, next, free, to_goal: Vec::new() };
        ways.to_goal = ways.back_from(found.goals());
        Ok(ways)
    }

    pub(crate) fn positions(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn moves(&self, position: usize) -> &[u32] {
        &self.next[self.starts[position]..self.starts[position + 1]]
    }

    pub(crate) fn to_goal(&self, position: usize) -> Option<(u32, u32)> {
        self.to_goal[position]
    }

    pub(crate) fn best(&self, position: usize) -> impl Iterator<Item = usize> {
        let leads_on = move |&edge: &usize| {
            let after = self.to_goal[self.next[edge] as usize];
            after.map(|(cost, moves)| (cost + self.cost(edge), moves + 1)) == self.to_goal[position]
        };
        let edges = self.starts[position]..self.starts[position + 1];
        // A goal is at its end, and a lost position leads to none.
        let goes_on = self.to_goal[position].is_some_and(|way| way != (0, 0));
        edges.filter(move |edge| goes_on && leads_on(edge)).map(|edge| self.next[edge] as usize)
    }

    fn cost(&self, edge: usize) -> u32 {
        u32::from(!self.free.get(edge).copied().unwrap_or(false))
    }

    /// Cost and moves to the nearest goal, in this order against the moves (Dijkstra, 1959).
    fn back_from(&self, goals: &[u32]) -> Vec<Option<(u32, u32)>> {
        let positions = self.positions();
        let mut ends = vec![0; positions + 1];
        self.next.iter().for_each(|&to| ends[to as usize + 1] += 1);
        (0..positions).for_each(|at| ends[at + 1] += ends[at]);
        let (starts, mut back) = (ends.clone(), vec![(0, 0); self.next.len()]);
        for from in 0..positions {
            for edge in self.starts[from]..self.starts[from + 1] {
                let at = &mut ends[self.next[edge] as usize];
                back[*at] = (from as u32, self.cost(edge));
                *at += 1;
            }
        }
        let mut way = vec![None; positions];
        let mut open = BTreeMap::new();
        open.insert((0, 0), goals.to_vec());
        while let Some(((cost, moves), layer)) = open.pop_first() {
            for at in layer.into_iter().map(|at| at as usize) {
                if way[at].is_none() {
                    way[at] = Some((cost, moves));
                    for &(from, own) in &back[starts[at]..starts[at + 1]] {
                        open.entry((cost + own, moves + 1)).or_default().push(from);
                    }
                }
            }
        }
        way
    }
}
