use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;

use super::*;
use crate::puzzle::{Puzzle, Ranked};
use crate::search::test_puzzles::Swaps;

/// The cells of a grid, with a wall above row `wall`.
struct Grid {
    width: u64,
    height: u64,
    wall: u64,
}

impl Bipartite for Grid {
    type Cursor = u64;

    fn states(&self) -> u64 {
        self.width * self.height
    }

    fn cursor(&self) -> u64 {
        0
    }

    fn seek(&self, cursor: &mut u64, rank: u64) {
        *cursor = rank;
    }

    fn side(&self, &cell: &u64) -> bool {
        (cell / self.width + cell % self.width) % 2 == 1
    }

    fn neighbours(&self, &cell: &u64, mut visit: impl FnMut(u64)) {
        let (y, x) = (cell / self.width, cell % self.width);
        let steps = [
            (x > 0, cell.wrapping_sub(1)),
            (x + 1 < self.width, cell + 1),
            (y > 0 && y != self.wall, cell.wrapping_sub(self.width)),
            (y + 1 < self.height && y + 1 != self.wall, cell + self.width),
        ];
        steps.into_iter().filter(|step| step.0).for_each(|step| visit(step.1));
    }
}

/// A swap changes the parity of a permutation.
impl Bipartite for Swaps {
    type Cursor = Vec<u8>;

    fn states(&self) -> u64 {
        self.count()
    }

    fn cursor(&self) -> Vec<u8> {
        self.unrank(0)
    }

    fn seek(&self, cursor: &mut Vec<u8>, rank: u64) {
        *cursor = self.unrank(rank);
    }

    fn side(&self, cursor: &Vec<u8>) -> bool {
        let inverted = |i: usize| cursor[i + 1..].iter().filter(|&&x| x < cursor[i]).count();
        (0..cursor.len()).map(inverted).sum::<usize>() % 2 == 1
    }

    fn neighbours(&self, cursor: &Vec<u8>, mut visit: impl FnMut(u64)) {
        let mut moves = Vec::new();
        self.moves(cursor, &mut moves);
        for mv in moves {
            let mut next = cursor.clone();
            self.play(&mut next, &mv);
            visit(self.rank(&next));
        }
    }
}

/// Every state that can be reached: its distance, and the number of shortest plays to it.
fn plainly<G: Bipartite>(graph: &G, start: u64) -> BTreeMap<u64, (u32, u64)> {
    let mut known = BTreeMap::from([(start, (0, 1))]);
    let mut queue = VecDeque::from([start]);
    while let Some(rank) = queue.pop_front() {
        let (distance, plays) = known[&rank];
        let mut cursor = graph.cursor();
        graph.seek(&mut cursor, rank);
        graph.neighbours(&cursor, |next| {
            let entry = known.entry(next).or_insert_with(|| {
                queue.push_back(next);
                (distance + 1, 0)
            });
            if entry.0 == distance + 1 {
                entry.1 += plays;
            }
        });
    }
    known
}

fn words(table: &Table) -> Vec<u64> {
    table.0.iter().map(|word| word.load(Relaxed)).collect()
}

fn assert_plain<G: Bipartite>(graph: &G, start: u64, plays: bool) {
    let distances = explore(graph, start, &[], &Limits::default()).expect("no limit");
    let plain = plainly(graph, start);
    let depth = plain.values().map(|entry| entry.0).max().expect("the start");
    let at_distance = |d| plain.iter().filter(move |entry| entry.1.0 == d).map(|entry| *entry.0);
    let layers: Vec<u64> = (0..=depth).map(|d| at_distance(d).count() as u64).collect();
    assert_eq!(distances.layers(), layers);
    assert_eq!(distances.farthest(), at_distance(depth).take(EXAMPLES).collect::<Vec<_>>());
    assert!(distances.is_complete());
    for rank in 0..graph.states() {
        let known = plain.get(&rank);
        assert_eq!(distances.distance(rank), known.map(|entry| entry.0), "{start} to {rank}");
        if plays {
            let counted = distances.shortest_plays(rank, &Limits::default());
            assert_eq!(counted, Ok(known.map_or(0, |entry| entry.1).into()), "{start} to {rank}");
        }
    }
}

#[test]
fn agrees_with_a_plain_search_from_everywhere() {
    for n in 1..=5 {
        let puzzle = Swaps::reversed(n);
        for start in 0..puzzle.states() {
            assert_plain(&puzzle, start, n <= 4);
        }
    }
    assert_plain(&Swaps::reversed(7), 1234, true);
}

#[test]
fn agrees_on_tables_of_any_length() {
    let sizes = [(1, 1, 9), (31, 1, 9), (1, 32, 40), (33, 1, 9), (1, 64, 33), (13, 5, 3), (8, 12, 5)];
    for (width, height, wall) in sizes {
        let grid = Grid { width, height, wall };
        for start in [0, grid.states() / 2, grid.states() - 1] {
            assert_plain(&grid, start, true);
        }
    }
}

#[test]
fn the_same_whatever_the_threads_and_chunks() {
    let puzzle = Swaps::reversed(6); // 720 states, 23 words
    for start in (0..puzzle.states()).step_by(101) {
        let run = |threads, chunk| {
            let limits = Limits { threads, ..Limits::default() };
            explore_by(chunk, &puzzle, start, &[], &limits).expect("no limit")
        };
        let single = run(1, CHUNK);
        for (threads, chunk) in [(1, 1), (2, 1), (3, 2), (2, 7), (3, 11), (3, 22), (2, 23), (3, 24)] {
            let other = run(threads, chunk);
            assert_eq!(words(&other.table), words(&single.table), "{threads} threads, chunks of {chunk}");
            assert_eq!((&other.layers, &other.farthest), (&single.layers, &single.farthest));
        }
    }
}

#[test]
fn stops_when_all_targets_are_reached() {
    let puzzle = Swaps::reversed(6);
    let plain = plainly(&puzzle, 7);
    for targets in [&[7][..], &[700], &[3, 500, 211]] {
        let distances = explore(&puzzle, 7, targets, &Limits::default()).expect("no limit");
        let depth = targets.iter().map(|target| plain[target].0).max().unwrap_or(0);
        assert_eq!(distances.depth(), depth);
        for (&rank, &(distance, plays)) in &plain {
            let reached = distance <= depth;
            assert_eq!(distances.distance(rank), reached.then_some(distance));
            let plays = if reached { plays } else { 0 };
            assert_eq!(distances.shortest_plays(rank, &Limits::default()), Ok(plays.into()));
        }
    }
}

#[test]
fn a_target_that_cannot_be_reached() {
    let grid = Grid { width: 3, height: 4, wall: 2 };
    let distances = explore(&grid, 0, &[11], &Limits::default()).expect("no limit");
    assert!(distances.is_complete());
    assert_eq!((distances.layers(), distances.distance(11)), (&[1, 2, 2, 1][..], None));
}

#[test]
fn descents_are_played() {
    let puzzle = Swaps::reversed(5);
    let distances = explore(&puzzle, 0, &[], &Limits::default()).expect("no limit");
    for rank in 0..puzzle.states() {
        let way: Vec<_> = distances.descent(rank).map(|rank| puzzle.unrank(rank)).collect();
        for pair in way.windows(2) {
            let (mut moves, mut state) = (Vec::new(), pair[1].clone());
            puzzle.moves(&state, &mut moves);
            let hop = moves.into_iter().find(|hop| {
                let mut after = pair[1].clone();
                puzzle.play(&mut after, hop);
                after == pair[0]
            });
            let hop = hop.expect("a move");
            assert_eq!(puzzle.check(&state, &hop), Ok(()));
            puzzle.play(&mut state, &hop);
            assert_eq!(state, pair[0]);
        }
        assert_eq!((&way[way.len() - 1], Some(way.len() as u32 - 1)), (&puzzle.unrank(0), distances.distance(rank)));
    }
}

#[test]
fn counts_beyond_64_bits() {
    let grid = Grid { width: 40, height: 40, wall: 40 };
    let distances = explore(&grid, 0, &[], &Limits::default()).expect("no limit");
    // 78 steps, 39 of them downwards.
    let binomial = (1..=39u64).fold(UBig::ONE, |product, k| product * UBig::from(39 + k) / UBig::from(k));
    assert_eq!(distances.shortest_plays(1599, &Limits::default()), Ok(binomial));
}

#[test]
fn limits_stop_it() {
    let puzzle = Swaps::reversed(6);
    let stopped = |limits: Limits<'_>| explore(&puzzle, 0, &[719], &limits).err();
    let layers = plainly(&puzzle, 0).values().filter(|entry| entry.0 <= 3).count() as u64;
    let halted = |stop, lower, expanded| Some(Halted { stop, lower, expanded });
    // Layers 0 to 2 have 20 states, and layer 3 has 29.
    assert_eq!(layers, 49);
    assert_eq!(stopped(Limits { nodes: 20, ..Limits::default() }), halted(Stop::Nodes, 4, 20));
    assert_eq!(stopped(Limits { nodes: 48, threads: 3, ..Limits::default() }), halted(Stop::Nodes, 4, 20));
    assert_eq!(stopped(Limits { memory: 183, ..Limits::default() }), halted(Stop::Memory { needed: 184 }, 0, 0));
    assert_eq!(stopped(Limits { memory: 184, ..Limits::default() }), None);
    let cancel = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&cancel), ..Limits::default() };
    assert_eq!(stopped(cancelled), halted(Stop::Cancelled, 1, 0));
}

#[test]
fn limits_stop_the_counting() {
    let grid = Grid { width: 100, height: 100, wall: 100 };
    let distances = explore(&grid, 0, &[], &Limits::default()).expect("no limit");
    let count = |limits| distances.shortest_plays(9999, &limits);
    let memory = table_bytes(10_000) + 1;
    assert!(matches!(count(Limits { memory, ..Limits::default() }), Err(Stop::Memory { .. })));
    assert_eq!(count(Limits { nodes: 100, ..Limits::default() }), Err(Stop::Nodes));
    assert!(count(Limits::default()).is_ok_and(|plays| plays > UBig::from(u64::MAX)));
}

#[test]
fn progress_counts_up_to_all_states() {
    struct Heard(Tally);
    impl crate::limits::Progress for Heard {
        fn report(&self, report: &crate::limits::Report<'_>) {
            assert_eq!(report.total, Some(720));
            assert!(report.done <= 720);
            self.0.add(u64::from(report.done == 720));
        }
    }
    let heard = Heard(Tally::default());
    let limits = Limits { progress: Some(&heard), ..Limits::default() };
    explore(&Swaps::reversed(6), 0, &[], &limits).expect("no limit");
    assert!(heard.0.add(0) > 0);
}
