//! Which states a search must expand that proves a length: a least vertex cover of the necessary pairs, by brute force.
//!
//! The pairs are those of [`fronts`](super::fronts) with exact distances. By D. König's theorem (1931) a least cover has as many states as a
//! greatest matching has pairs.

use super::breadth_first::{self, Until};
use super::test_puzzles::{HalfInversions, Manhattan, Swaps, Walk};
use super::{Found, Search, a_star, dvcbs, nbs};
use crate::limits::Limits;
use crate::puzzle::{Backward, Bound, Puzzle, Refusal};
use crate::random::Random;
use crate::statistics::{Gathered, Statistics};

/// A puzzle backwards: from its one goal to its start.
struct Reversed<'a, P>(&'a P);

impl<P: Backward> Puzzle for Reversed<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn start(&self) -> P::State {
        self.0.goals()[0].clone()
    }

    fn is_goal(&self, state: &P::State) -> bool {
        *state == self.0.start()
    }

    fn moves(&self, state: &P::State, buffer: &mut Vec<P::Move>) {
        self.0.moves_into(state, buffer);
    }

    fn check(&self, _: &P::State, _: &P::Move) -> Result<(), Refusal> {
        Ok(())
    }

    fn play(&self, state: &mut P::State, mv: &P::Move) {
        self.0.undo(state, mv);
    }
}

/// A bound as good as asked for: at most `most`, and `percent` of what it was.
struct Weakened<B> {
    bound: B,
    percent: u32,
    most: u32,
}

impl<P: Puzzle, B: Bound<P>> Bound<P> for Weakened<B> {
    fn of(&self, puzzle: &P, state: &P::State) -> u32 {
        (self.bound.of(puzzle, state) * self.percent / 100).min(self.most)
    }
}

/// The bound of the puzzle the other way round.
struct Of<P, B>(P, B);

impl<P: Puzzle, B: Bound<P>> Bound<P> for Of<P, B> {
    fn of(&self, _: &P, state: &P::State) -> u32 {
        self.1.of(&self.0, state)
    }
}

/// How many states a search must expand that proves `length`.
fn least_cover<P: Backward>(puzzle: &P, to_goal: &dyn Bound<P>, from_start: &dyn Bound<P>, length: u32) -> usize {
    let near = breadth_first::explore(puzzle, Until::Everything, &Limits::default()).unwrap();
    let reversed = Reversed(puzzle);
    let far = breadth_first::explore(&reversed, Until::Everything, &Limits::default()).unwrap();
    let ends = |found: &breadth_first::Exploration<P::State>, bound: &dyn Bound<P>| {
        let end = |(id, state): (usize, &P::State)| {
            let g = found.distance(id);
            (g, g.saturating_add(bound.of(puzzle, state)))
        };
        found.states().iter().enumerate().map(end).filter(|(_, f)| *f < length).collect::<Vec<(u32, u32)>>()
    };
    let (near, far) = (ends(&near, to_goal), ends(&far, from_start));
    // Augmenting paths, one state after the other.
    let mut matched: Vec<Option<usize>> = vec![None; far.len()];
    let mut size = 0;
    for u in 0..near.len() {
        let mut tried = vec![false; far.len()];
        size += usize::from(augment(u, &near, &far, length, &mut matched, &mut tried));
    }
    size
}

fn augment(
    u: usize,
    near: &[(u32, u32)],
    far: &[(u32, u32)],
    length: u32,
    matched: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for v in 0..far.len() {
        let is_pair = near[u].0 + far[v].0 + 1 < length;
        if !is_pair || std::mem::replace(&mut tried[v], true) {
            continue;
        }
        if matched[v].is_none_or(|other| augment(other, near, far, length, matched, tried)) {
            matched[v] = Some(u);
            return true;
        }
    }
    false
}

/// The nodes that a search expanded before it looked at its length.
fn below(statistics: &Statistics, length: u32) -> u64 {
    statistics.iterations.iter().filter(|round| round.threshold < length).map(|round| round.nodes).sum()
}

/// What the searches expand is enough, and that of NBS at most twice what is needed; how much was needed.
fn necessary<P: Backward>(puzzle: &P, to_goal: &dyn Bound<P>, from_start: &dyn Bound<P>) -> usize {
    let gathered = Gathered::default();
    let limits = Limits { statistics: Some(&gathered), ..Limits::default() };
    let done = |found: Search<Found<P::Move>>| {
        let length = found.expect("no limit").plan.map(|plan| plan.len() as u32);
        (length, gathered.take().expect("it tells"))
    };
    let (length, of_a_star) = done(a_star::solve(puzzle, to_goal, &limits));
    let Some(length) = length else { return 0 };
    let least = least_cover(puzzle, to_goal, from_start, length);
    assert!(of_a_star.expanded >= least as u64, "A* covers all pairs");
    for name in ["NBS", "DVCBS"] {
        let is_nbs = name == "NBS";
        let solve = if is_nbs { nbs::solve } else { dvcbs::solve };
        let most = if is_nbs { 2 * least as u64 } else { u64::MAX };
        let (found, statistics) = done(solve(puzzle, to_goal, from_start, &limits));
        let expanded = below(&statistics, length);
        assert_eq!(found, Some(length), "{name}");
        assert!(!is_nbs || statistics.reexpanded == 0, "{name}: the bounds are consistent");
        assert!((least as u64..=most).contains(&expanded), "{name}: {expanded} expanded, {least} are necessary");
    }
    least
}

#[test]
fn nbs_expands_at_most_twice_what_is_necessary() {
    let mut random = Random::new(7);
    let (mut all, mut hard) = (0, 0);
    for _ in 0..150 {
        let (width, height) = (2 + random.below(9), 2 + random.below(9));
        let mut map: Vec<Vec<u8>> =
            (0..height).map(|_| (0..width).map(|_| if random.below(4) == 0 { b'#' } else { b'.' }).collect()).collect();
        let mut place = |mark| {
            let (y, x) = (random.below(height), random.below(width));
            map[y][x] = mark;
            (y, x)
        };
        if place(b'S') == place(b'G') {
            continue;
        }
        let map: Vec<String> = map.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
        let rows: Vec<&str> = map.iter().map(String::as_str).collect();
        let back: Vec<String> =
            map.iter().map(|row| row.replace('S', "s").replace('G', "S").replace('s', "G")).collect();
        let back = Walk::on(&back.iter().map(String::as_str).collect::<Vec<_>>());
        for (percent, most) in [(100, 99), (50, 99), (100, 3), (0, 0)] {
            let weakened = || Weakened { bound: Manhattan, percent, most };
            let least = necessary(&Walk::on(&rows), &weakened(), &Of(back.clone(), weakened()));
            all += 1;
            hard += usize::from(least > 4);
        }
    }
    assert!(hard * 5 > all, "{hard} of {all}: the cases must be worth trying");
}

#[test]
fn nbs_on_permutations() {
    for (n, start) in [(4, vec![3, 1, 0, 2]), (5, vec![4, 3, 2, 1, 0]), (5, vec![2, 4, 0, 3, 1])] {
        let puzzle = Swaps { start: start.clone() };
        let inverse: Vec<u8> = (0..n).map(|value| start.iter().position(|&it| it == value).unwrap() as u8).collect();
        for percent in [0, 50, 100] {
            let weakened = || Weakened { bound: HalfInversions, percent, most: 99 };
            let least = necessary(&puzzle, &weakened(), &Renamed(inverse.clone(), weakened()));
            assert!(least > 0, "{start:?}");
        }
    }
}

/// The bound of a permutation read as its way from the start: every value by the place that it had there.
struct Renamed<B>(Vec<u8>, B);

impl<B: Bound<Swaps>> Bound<Swaps> for Renamed<B> {
    fn of(&self, puzzle: &Swaps, state: &Vec<u8>) -> u32 {
        let renamed: Vec<u8> = state.iter().map(|&value| self.0[usize::from(value)]).collect();
        self.1.of(puzzle, &renamed)
    }
}
