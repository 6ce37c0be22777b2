//! The search against trying everything, on all small boards.

use std::collections::{HashMap, HashSet};

use super::bits::Bits;
use super::*;
use crate::rules::{Clobber, Pawns};
use crate::samples::{CONTENTS, all, at_random, fewest, played};
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;

const TURNS: [Turns; 4] = [
    Turns::Free,
    Turns::Alternate { first: None },
    Turns::Alternate { first: Some(Colour::Black) },
    Turns::Alternate { first: Some(Colour::White) },
];

/// The moves of one position of a large board take long.
#[test]
fn the_clock_is_asked_amid_an_expansion() {
    let board = Board::grid(50, 50);
    let cells: Vec<_> = (0..2500).map(|cell| Some([Colour::Black, Colour::White][(cell / 50 + cell) % 2])).collect();
    let graph = Graph::<64>::new(&board);
    let start = Position::of(&cells);
    let spent = Limits { deadline: Some(saltus_core::clock::Instant::now()), ..Limits::DEFAULT };
    for by_turns in [false, true] {
        let mut search = Search::new(&graph, by_turns, &Limits::DEFAULT);
        assert_eq!(search.candidates(&start, 1, &spent).err(), Some(Stop::Time));
        // A play is there all the same, and goes on to its end.
        let mut position = start;
        for mv in search.greedy(&start, &spent) {
            let (from, to) = (mv.from as usize, mv.to as usize);
            assert!(graph.around[from].has(to) && position.own.has(from) != position.own.has(to));
            assert!(!by_turns || position.own.has(from));
            position = position.after(from, to);
            position = if by_turns { position.swapped() } else { position };
        }
        let is_stuck = |cell: usize| !graph.around[cell].meets(&position.other);
        assert!(position.own.cells().all(is_stuck), "{by_turns}");
    }
}

/// On boards that are too sparse for the bound, and where limits end it.
#[test]
fn large_boards_have_plays() {
    let mut random = Random::new(9);
    for (height, width, nodes) in [(80, 60, u64::MAX), (40, 30, 200)] {
        let pawns: Pawns = (0..height * width).map(|_| CONTENTS[random.below(4).min(2)]).collect();
        let puzzle = Clobber::new(Board::grid(height, width), &pawns, Turns::Free);
        let limits = Limits { nodes, ..Limits::DEFAULT };
        let found = solve(puzzle.board(), puzzle.start().cells(), Turns::Free, &limits);
        assert_eq!(played(&puzzle, &found.moves).count(), found.value);
        assert!(
            found.stop.is_some() && found.lower <= found.value && found.value * 2 < puzzle.start().count(),
            "{}",
            found.value
        );
    }
}

fn are_right(board: &Board, configurations: &[Pawns]) {
    for turns in TURNS {
        let mut known = HashMap::new();
        for pawns in configurations {
            let puzzle = Clobber::new(board.clone(), pawns, turns);
            let expected = fewest(&puzzle, &puzzle.start(), &mut known);
            let cells: Vec<_> = pawns.iter().collect();
            let found = solve(board, &cells, turns, &Limits::DEFAULT);
            assert_eq!((found.value, found.lower, found.stop), (expected, expected, None), "{pawns} {turns:?}");
            assert_eq!(played(&puzzle, &found.moves).count(), found.value, "{pawns} {turns:?}");
            assert_eq!(solve(board, &cells, turns, &Limits::DEFAULT), found, "the same search twice");
        }
    }
}

fn boards() -> Vec<Board> {
    vec![
        Board::line(6),
        Board::cycle(5),
        Board::grid(2, 3),
        Board::hamming(&[3, 2]),
        Board::graph(6, &[(0, 1), (0, 2), (0, 3), (0, 4), (4, 5)]),
        Board::graph(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)]),
        Board::multipartite(&[2, 3]),
        Board::multipartite(&[1, 2, 2]),
    ]
}

#[test]
fn all_small_configurations() {
    for board in boards() {
        are_right(&board, &all(board.cells()).collect::<Vec<_>>());
    }
}

#[test]
fn larger_ones_now_and_then() {
    let mut random = Random::new(4);
    for board in [Board::grid(3, 3), Board::hamming(&[2, 2, 2]), Board::grid(2, 5), Board::hamming(&[3, 3])] {
        are_right(&board, &[(); 60].map(|()| at_random(board.cells(), &mut random)));
    }
}

/// Graphs most of whose cells have twins.
#[test]
fn twins_are_not_told_apart() {
    let mut random = Random::new(6);
    for _ in 0..40 {
        // Every vertex of a small graph stands for up to three cells.
        let sizes: Vec<usize> = (0..4).map(|_| 1 + random.below(3)).collect();
        let of: Vec<usize> = (0..4).flat_map(|vertex| vec![vertex; sizes[vertex]]).collect();
        let joined: Vec<bool> = (0..16).map(|_| random.below(3) > 0).collect();
        let pairs = (0..of.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
        let edges: Vec<_> = pairs
            .filter(|&(a, b)| of[a] != of[b] && joined[4 * of[a].min(of[b]) + of[a].max(of[b])])
            .map(|(a, b)| (a as u32, b as u32))
            .collect();
        let board = Board::graph(of.len(), &edges);
        are_right(&board, &[(); 6].map(|()| at_random(board.cells(), &mut random)));
    }
}

/// All positions that can be reached, those that differ in twins once.
#[test]
fn twins_leave_few_positions() {
    // The parts, the white pawns at the end of each, and the positions.
    for (parts, whites, positions) in
        [(&[2, 20][..], &[0, 8][..], 79), (&[3, 37], &[0, 13], 249), (&[10, 10, 10], &[0, 0, 3], 12_420)]
    {
        let graph = Graph::<1>::new(&Board::multipartite(parts));
        let cells = graph.around.len();
        let mut end = 0;
        let mut white = Bits::NONE;
        for (&size, &whites) in parts.iter().zip(whites) {
            end += size;
            (end - whites..end).for_each(|cell| white.add(cell));
        }
        let start = Position { own: (0..cells).collect::<Bits<1>>() - white, other: white };
        let mut seen = HashSet::from([graph.canonical(&start)]);
        let mut open: Vec<Position<1>> = seen.iter().copied().collect();
        while let Some(position) = open.pop() {
            let movers = graph.without_twins(position.own) | graph.without_twins(position.other);
            for from in movers.cells() {
                let taken = if position.own.has(from) { position.other } else { position.own };
                for to in (graph.around[from] & taken).cells() {
                    let next = graph.canonical(&position.after(from, to));
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        assert_eq!(seen.len(), positions, "{parts:?}");
    }
    let grid = Graph::<1>::new(&Board::grid(3, 4));
    assert!(!grid.has_twins());
}

#[test]
fn what_stops_says_what_is_known() {
    let mut random = Random::new(2);
    let pawns = Pawns::from_bits(36, vec![random.number()]);
    let cells: Vec<_> = pawns.iter().collect();
    let board = Board::grid(6, 6);
    let found = solve(&board, &cells, Turns::Free, &Limits { nodes: 5, ..Limits::DEFAULT });
    assert_eq!((found.stop, found.value), (Some(Stop::Nodes), 36 - found.moves.len()));
    assert!(found.value < 36 && found.lower >= 1 && found.expanded <= 6);
    let whole = solve(&board, &cells, Turns::Free, &Limits::DEFAULT);
    assert_eq!((whole.stop, whole.value), (None, whole.lower));
}

/// A search needs the same little of the stack, however many moves deep it is.
#[test]
fn a_small_stack_is_enough_for_deep_searches() {
    let search = || {
        let half = |cells: usize| {
            (0..cells)
                .map(|cell| Some(if 2 * cell < cells { Colour::Black } else { Colour::White }))
                .collect::<Vec<_>>()
        };
        for (board, nodes) in [(Board::grid(25, 24), 600), (Board::line(1100), 200)] {
            for turns in [Turns::Free, Turns::Alternate { first: None }] {
                let limits = Limits { nodes, ..Limits::DEFAULT };
                let found = solve(&board, &half(board.cells()), turns, &limits);
                assert!(found.lower <= found.value && found.value == board.cells() - found.moves.len());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(search).expect("a thread");
    thread.join().expect("no overflow");
}
