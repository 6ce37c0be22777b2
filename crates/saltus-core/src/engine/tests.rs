//! The engine compared with a plain search of the same graph, which keeps a map of all states found.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use dashu_int::UBig;
use proptest::prelude::*;

use super::*;
use crate::limits::{Limits, Share};

/// A graph: from each state, those that a move of cost 1 or one of cost 0 leads to.
#[derive(Debug)]
struct Graph {
    edges: [Vec<Vec<usize>>; 2],
    goals: Vec<usize>,
    repeats: Repeats,
}

/// Words that are spread, and one of which has all bits set.
fn key(state: usize) -> Key<2> {
    if state == 1 { [u64::MAX; 2] } else { [state as u64, (state as u64).wrapping_mul(0x1234_5678_9abc_def1)] }
}

fn state(key: &Key<2>) -> usize {
    if *key == [u64::MAX; 2] { 1 } else { key[0] as usize }
}

impl Space<2> for Graph {
    fn start(&self) -> Key<2> {
        key(0)
    }

    fn repeats(&self) -> Repeats {
        self.repeats
    }

    fn has_free_moves(&self) -> bool {
        self.edges[1].iter().any(|edges| !edges.is_empty())
    }

    fn expand(&self, from: &[Key<2>], way: Way, out: &mut Moves<2>) -> Result<(), Stop> {
        let edges = &self.edges[usize::from(way.free)];
        for from in from.iter().map(state) {
            if way.back {
                out.keys.extend((0..edges.len()).filter(|&other| edges[other].contains(&from)).map(key));
            } else {
                out.keys.extend(edges[from].iter().copied().map(key));
            }
            out.close();
        }
        Ok(())
    }

    fn is_goal(&self, key: &Key<2>) -> bool {
        self.goals.contains(&state(key))
    }

    fn goals(&self) -> Option<Vec<Key<2>>> {
        Some(self.goals.iter().copied().map(key).collect())
    }
}

impl Graph {
    /// Of each state that can be reached, cost and moves of the shortest plays, and how many there are.
    fn plain(&self) -> HashMap<usize, (u32, u32, UBig)> {
        let mut best: HashMap<usize, (u32, u32, UBig)> = HashMap::from([(0, (0, 0, UBig::ONE))]);
        let mut done = vec![false; self.edges[0].len()];
        loop {
            let open = best.iter().filter(|(state, _)| !done[**state]);
            let Some((&from, (cost, moves, plays))) = open.min_by_key(|(_, (cost, moves, _))| (*cost, *moves)) else {
                return best;
            };
            let (cost, moves, plays) = (*cost, *moves, plays.clone());
            done[from] = true;
            for (edges, price) in self.edges.iter().zip([1, 0]) {
                for &to in &edges[from] {
                    let place = (cost + price, moves + 1);
                    match best.get_mut(&to) {
                        Some((old, other, sum)) if (*old, *other) == place => *sum += &plays,
                        Some((old, other, _)) if (*old, *other) < place => {}
                        _ => _ = best.insert(to, (place.0, place.1, plays.clone())),
                    }
                }
            }
        }
    }

    /// Every search says what the plain one does.
    fn agrees(&self) {
        let plain = self.plain();
        let goal = self.goals.iter().filter_map(|goal| plain.get(goal)).map(|(cost, moves, _)| (*cost, *moves)).min();
        let plays = |place: (u32, u32)| -> UBig {
            let at = self
                .goals
                .iter()
                .filter_map(|goal| plain.get(goal))
                .filter(|(cost, moves, _)| (*cost, *moves) == place);
            at.fold(UBig::ZERO, |sum, (.., plays)| sum + plays)
        };
        let nearest = goal.map(|place| (place.0, place.1, plays(place)));
        for threads in [1, 2] {
            let limits = Limits { threads, ..Limits::default() };
            let (found, at) = Engine::survey(self, &limits).unwrap();
            let farthest = plain.values().map(|(cost, ..)| *cost).max().unwrap();
            let sizes = (0..=farthest).map(|far| plain.values().filter(|(cost, ..)| *cost == far).count() as u64);
            assert_eq!(found.sizes, sizes.collect::<Vec<_>>());
            let is_dead = |state: &&usize| {
                self.edges.iter().all(|edges| edges[**state].is_empty()) && !self.goals.contains(state)
            };
            assert_eq!(found.dead_ends.iter().sum::<u64>(), plain.keys().filter(is_dead).count() as u64);
            assert_eq!(found.expanded, plain.len() as u64);
            let last = plain.values().map(|(cost, moves, _)| (*cost, *moves)).max().unwrap();
            let farthest =
                plain.iter().filter(|(_, (cost, moves, _))| (*cost, *moves) == last).map(|(state, _)| key(*state));
            assert_eq!(Some(at), farthest.min());
            assert_eq!(found.goal, nearest);
            assert_eq!(Engine::plays(self, &limits).unwrap(), nearest);
            self.is_play(Engine::shortest(self, &limits, &mut Pause::never()).unwrap().0, goal);
            if !self.has_free_moves() {
                self.is_play(
                    Engine::both_ends(self, &self.goals().unwrap(), &limits, &mut Pause::never()).unwrap().0,
                    goal,
                );
            }
        }
    }

    /// A play of this cost and number of moves, if there is one.
    fn is_play(&self, play: Option<Vec<Key<2>>>, place: Option<(u32, u32)>) {
        assert_eq!(play.is_some(), place.is_some());
        let (Some(play), Some((cost, moves))) = (play, place) else { return };
        let states: Vec<usize> = play.iter().map(state).collect();
        assert!(states[0] == 0 && self.goals.contains(&states[states.len() - 1]) && states.len() == moves as usize + 1);
        let paid = states.windows(2).filter(|pair| !self.edges[1][pair[0]].contains(&pair[1]));
        assert_eq!(paid.inspect(|pair| assert!(self.edges[0][pair[0]].contains(&pair[1]))).count(), cost as usize);
    }
}

proptest! {
    #[test]
    fn any_graph(
        size in 2usize..40,
        paid in prop::collection::vec((0usize..40, 0usize..40), 0..160),
        free in prop::collection::vec((0usize..40, 0usize..40), 0..40),
        goals in prop::collection::vec(0usize..40, 0..4),
        kind in 0..3,
    ) {
        let mut edges = [vec![Vec::new(); size], vec![Vec::new(); size]];
        let mut goals: Vec<usize> = goals.into_iter().map(|goal| goal % size).collect();
        goals.sort_unstable();
        goals.dedup();
        for (of, pairs) in edges.iter_mut().zip([&paid, &free]) {
            for (from, to) in pairs.iter().map(|(from, to)| (from % size, to % size)).filter(|(from, to)| from != to) {
                of[from].push(to);
                if kind == 1 {
                    of[to].push(from);
                }
            }
            of.iter_mut().for_each(|list| {
                list.sort_unstable();
                list.dedup();
            });
        }
        // Moves that can be taken back cost something.
        if kind > 0 {
            edges[1] = vec![Vec::new(); size];
        }
        let repeats = if kind == 1 { Repeats::Near } else { Repeats::Anywhere };
        Graph { edges, goals, repeats }.agrees();
    }
}

/// Corners of a cube of any dimension: a move changes a coordinate, from 0 to 1 or either way.
struct Cube {
    dimensions: u32,
    repeats: Repeats,
    /// States that symmetry makes one: the least stands for both, which have two coordinates exchanged.
    folds: bool,
}

impl Cube {
    fn least(&self, key: u64) -> u64 {
        if self.folds && key & 3 == 2 { key ^ 3 } else { key }
    }
}

impl Space<1> for Cube {
    fn start(&self) -> Key<1> {
        [0]
    }

    fn repeats(&self) -> Repeats {
        self.repeats
    }

    fn expand(&self, from: &[Key<1>], way: Way, out: &mut Moves<1>) -> Result<(), Stop> {
        for [from] in from {
            for bit in (0..self.dimensions).map(|at| 1 << at) {
                if self.repeats == Repeats::Near || (from & bit != 0) == way.back {
                    out.keys.push([self.least(from ^ bit)]);
                }
            }
            out.close();
        }
        Ok(())
    }

    fn is_goal(&self, key: &Key<1>) -> bool {
        key[0] + 1 == 1 << self.dimensions
    }

    fn goals(&self) -> Option<Vec<Key<1>>> {
        Some(vec![[(1 << self.dimensions) - 1]])
    }

    fn orbit(&self, key: &Key<1>) -> u64 {
        1 + u64::from(self.folds && key[0] & 3 == 1)
    }
}

/// Layers that are split into many buckets, and numbers of plays that take two words.
#[test]
fn corners_of_a_cube() {
    for (dimensions, repeats, folds) in
        [(21, Repeats::Never, false), (17, Repeats::Near, true), (17, Repeats::Anywhere, true)]
    {
        let plays = (1..=dimensions).fold(UBig::ONE, |product, factor| product * factor);
        assert_eq!(plays > UBig::from(u64::MAX), dimensions == 21);
        let cube = Cube { dimensions, repeats, folds };
        let limits = Limits { threads: 2, ..Limits::default() };
        let (found, _) = Engine::survey(&cube, &limits).unwrap();
        let mut sizes = vec![1];
        (0..u64::from(dimensions))
            .for_each(|far| sizes.push(sizes[far as usize] * (u64::from(dimensions) - far) / (far + 1)));
        assert_eq!(found.sizes, sizes);
        assert_eq!(
            (found.goal, found.dead_ends.iter().sum::<u64>()),
            (Some((dimensions, dimensions, plays.clone())), 0)
        );
        let (play, _) = Engine::both_ends(&cube, &cube.goals().unwrap(), &limits, &mut Pause::never()).unwrap();
        assert_eq!(play.unwrap().len(), dimensions as usize + 1);
    }
}

/// A limit on nodes is kept to the node, and a search that may not go on says how far it came.
#[test]
fn limits_are_kept() {
    let cube = Cube { dimensions: 16, repeats: Repeats::Near, folds: false };
    let halted = Engine::survey(&cube, &Limits { nodes: 500, ..Limits::default() }).unwrap_err();
    assert_eq!((halted.stop, halted.expanded), (Stop::Nodes, 501));
    // 1 + 16 + 120 + 560 corners are as far as 3.
    assert_eq!(halted.lower, 4);
    // A part of all the memory, so that the ledger of the process need not make room.
    let short = AtomicBool::new(false);
    let share = Some(Share { whole: 4 << 30, short: &short });
    let halted = Engine::survey(&cube, &Limits { memory: 100_000, share, ..Limits::default() }).unwrap_err();
    assert!(matches!(halted.stop, Stop::Memory { .. }) && short.into_inner(), "{:?}", halted.stop);
}
