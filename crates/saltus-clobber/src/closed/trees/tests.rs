//! Trees against exhaustive search and the line's registers; plays against the rules. (Large ones are compared with the checker's program, which is
//! quadratic in the number of children: `saltus/tests/it/clobber_certificates.rs`.)

use std::collections::HashMap;

use super::super::letters::Form;
use super::super::registers;
use super::{solve, value};
use crate::rules::{Clobber, Colour, Pawns, Turns};
use crate::samples::{all, fewest, played};
use saltus_core::board::{Board, Cell};
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;

type Edges = Vec<(Cell, Cell)>;

/// Trees by the parents of their vertices but the first, in ascending order: one of each form at least.
fn trees(cells: usize) -> Vec<Edges> {
    let mut all: Vec<Edges> = vec![Vec::new()];
    for vertex in 1..cells as Cell {
        let longer = |tree: &Edges| {
            let lowest = tree.last().map_or(0, |&(parent, _)| parent);
            (lowest..vertex).map(|parent| [&tree[..], &[(parent, vertex)]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn clobber(board: &Board, cells: &[Option<Colour>]) -> Clobber {
    Clobber::new(board.clone(), &cells.iter().copied().collect::<Pawns>(), Turns::Free)
}

/// Solves, replays the play by the rules, and gives the value.
fn replayed(board: &Board, cells: &[Option<Colour>]) -> usize {
    let (left, moves) = solve(board, cells).expect("a forest");
    assert_eq!(played(&clobber(board, cells), &moves).count(), left, "what the play leaves");
    assert_eq!(value(board, cells), Some(left));
    left
}

fn agrees_with_search(cells: usize, edges: &Edges) {
    let board = Board::graph(cells, edges);
    let mut known = HashMap::new();
    for contents in all(cells).map(|pawns| pawns.iter().collect::<Vec<_>>()) {
        let puzzle = clobber(&board, &contents);
        let expected = fewest(&puzzle, &puzzle.start(), &mut known);
        assert_eq!(replayed(&board, &contents), expected, "{} {edges:?}", puzzle.start());
    }
}

#[test]
fn small_trees_agree_with_search() {
    // With all configurations that have empty cells: every forest is among them.
    let mut random = Random::new(6);
    for cells in 2..=7 {
        let mut names: Vec<Cell> = (0..cells as Cell).collect();
        for edges in trees(cells) {
            random.shuffle(&mut names);
            let renamed = edges.iter().map(|&(a, b)| (names[a as usize], names[b as usize])).collect();
            agrees_with_search(cells, &renamed);
        }
    }
}

/// As many pawns of each colour as chance will have it, white ones with this share in percent.
fn random_pawns(cells: usize, share: usize, random: &mut Random) -> Vec<Option<Colour>> {
    let mut pawn = |_| Some(if random.below(100) < share { Colour::White } else { Colour::Black });
    (0..cells).map(&mut pawn).collect()
}

#[test]
fn larger_trees_agree_with_search() {
    let mut random = Random::new(12);
    for round in 0..60 {
        let cells = 8 + round % 5;
        let edges: Edges = (1..cells).map(|cell| (random.below(cell) as Cell, cell as Cell)).collect();
        let board = Board::graph(cells, &edges);
        let contents = random_pawns(cells, 40, &mut random);
        let puzzle = clobber(&board, &contents);
        let expected = fewest(&puzzle, &puzzle.start(), &mut HashMap::new());
        assert_eq!(replayed(&board, &contents), expected, "{} {board:?}", puzzle.start());
    }
}

#[test]
fn stars_agree_with_counting() {
    for (black, white) in (0..30).flat_map(|black| (0..30).map(move |white| (black, white))) {
        let cells = 1 + black + white;
        let edges: Edges = (1..cells as Cell).map(|leaf| (0, leaf)).collect();
        // A black centre is taken by white and black leaves in turn, white ones first. Leaving for
        // the last leaf is no better.
        let pawn = |cell| Some(if cell <= black { Colour::Black } else { Colour::White });
        let contents: Vec<_> = (0..cells).map(pawn).collect();
        let crossed = if white > black { 2 * black + 1 } else { 2 * white };
        assert_eq!(replayed(&Board::graph(cells, &edges), &contents), cells - crossed);
    }
}

/// The value of a line.
fn by_registers(contents: &[Option<Colour>]) -> usize {
    registers::value(&contents.iter().copied().collect(), Form::Line) as usize
}

#[test]
fn lines_agree_with_the_registers() {
    for cells in 1..=10 {
        let board = Board::line(cells);
        for contents in all(cells).map(|pawns| pawns.iter().collect::<Vec<_>>()) {
            assert_eq!(replayed(&board, &contents), by_registers(&contents), "{}", clobber(&board, &contents).start());
        }
    }
    let mut random = Random::new(5);
    for share in [50, 20, 3] {
        let contents = random_pawns(20_000, share, &mut random);
        assert_eq!(value(&Board::line(20_000), &contents), Some(by_registers(&contents)));
    }
}

#[test]
fn long_paths_need_no_stack() {
    let cells = 300_000;
    let mut random = Random::new(8);
    let mut names: Vec<Cell> = (0..cells as Cell).collect();
    random.shuffle(&mut names);
    let edges: Edges = names.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let along = random_pawns(cells, 50, &mut random);
    let mut contents = vec![None; cells];
    names.iter().zip(&along).for_each(|(&name, &pawn)| contents[name as usize] = pawn);
    let (left, moves) = solve(&Board::graph(cells, &edges), &contents).expect("a path");
    assert_eq!(left, by_registers(&along));
    assert_eq!(moves.len(), cells - left);
}

#[test]
fn cycles_are_declined() {
    let pawns = |text: &str| text.parse::<Pawns>().expect("pawns").iter().collect::<Vec<_>>();
    assert_eq!(solve(&Board::cycle(4), &pawns("bwbw")), None);
    assert_eq!(value(&Board::grid(2, 3), &pawns("bwb.bw")), None);
    assert_eq!(value(&Board::grid(2, 3), &pawns("bwb.w.")), Some(1), "the pawns of a grid may be a tree");
    assert_eq!(value(&Board::cycle(5), &pawns("bw.wb")), Some(2), "an empty cell opens a cycle: wbbw");
    let tailed = Board::graph(6, &[(0, 1), (1, 2), (2, 3), (3, 1), (4, 5)]);
    assert_eq!(value(&tailed, &pawns("bwbwbw")), None);
    assert_eq!(value(&tailed, &pawns("bwb.bw")), Some(3));
}

#[test]
fn double_edges_and_loops_are_no_cycles() {
    let pawns = |text: &str| text.parse::<Pawns>().expect("pawns").iter().collect::<Vec<_>>();
    assert_eq!(replayed(&Board::cycle(2), &pawns("bw")), 1);
    assert_eq!(replayed(&Board::cycle(1), &pawns("b")), 1);
    let board = Board::graph(3, &[(2, 1), (0, 1), (1, 2), (2, 2), (1, 0)]);
    assert_eq!(replayed(&board, &pawns("wwb")), 1);
    assert_eq!(replayed(&Board::line(0), &[]), 0);
    assert_eq!(replayed(&Board::line(3), &pawns("...")), 0);
}
