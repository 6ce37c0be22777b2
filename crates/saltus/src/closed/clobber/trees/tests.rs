//! Trees against exhaustive search, a plain dynamic program and the line's registers; plays against the rules.

use std::collections::BTreeSet;

use super::{solve, value};
use crate::board::{Board, Cell};
use crate::puzzle::Puzzle;
use crate::puzzles::clobber::{Clobber, Colour, Move, Pawns, Turns};
use crate::random::Random;

type Edges = Vec<(Cell, Cell)>;

/// The tree of a Prüfer code: vertices are numbered below the code's length + 2.
fn tree(code: &[usize]) -> Edges {
    let cells = code.len() + 2;
    let mut degrees = vec![1; cells];
    code.iter().for_each(|&cell| degrees[cell] += 1);
    let mut edges = Vec::new();
    for &cell in code {
        let leaf = degrees.iter().position(|&degree| degree == 1).expect("a tree has leaves");
        edges.push((leaf as Cell, cell as Cell));
        degrees[leaf] = 0;
        degrees[cell] -= 1;
    }
    let last: Vec<_> = (0..cells).filter(|&cell| degrees[cell] == 1).collect();
    edges.push((last[0] as Cell, last[1] as Cell));
    edges
}

/// The digits of a number, the lowest first.
fn digits(mut number: usize, base: usize, count: usize) -> Vec<usize> {
    let digit = |_| {
        let digit = number % base;
        number /= base;
        digit
    };
    (0..count).map(digit).collect()
}

/// Every tree with these vertices, 2 or more.
fn trees(cells: usize) -> impl Iterator<Item = Edges> {
    (0..cells.pow(cells as u32 - 2)).map(move |code| tree(&digits(code, cells, cells - 2)))
}

/// One of each shape.
fn shapes(cells: usize) -> Vec<Edges> {
    let mut seen = BTreeSet::new();
    trees(cells).filter(|edges| seen.insert(shape(cells, edges))).collect()
}

/// The same for two trees that differ in numbering only: the least of the nested lists of degrees, from any root.
fn shape(cells: usize, edges: &Edges) -> String {
    fn nested(at: Cell, from: Cell, edges: &Edges) -> String {
        let ends = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let mut inner: Vec<_> =
            ends.filter(|&(a, b)| a == at && b != from).map(|(_, b)| nested(b, at, edges)).collect();
        inner.sort();
        format!("({})", inner.concat())
    }
    (0..cells as Cell).map(|root| nested(root, Cell::MAX, edges)).min().unwrap_or_default()
}

fn renumbered(cells: usize, edges: &Edges, random: &mut Random) -> Edges {
    let mut names: Vec<Cell> = (0..cells as Cell).collect();
    random.shuffle(&mut names);
    edges.iter().map(|&(a, b)| (names[a as usize], names[b as usize])).collect()
}

const CONTENTS: [Option<Colour>; 3] = [None, Some(Colour::Black), Some(Colour::White)];

fn contents(number: usize, cells: usize) -> Vec<Option<Colour>> {
    digits(number, 3, cells).into_iter().map(|digit| CONTENTS[digit]).collect()
}

/// The value of every configuration, by complete search with the rules alone; by the configuration's number in base 3.
fn values(board: &Board) -> Vec<usize> {
    fn value(number: usize, board: &Board, known: &mut [Option<usize>]) -> usize {
        if let Some(value) = known[number] {
            return value;
        }
        let puzzle = clobber(board, &contents(number, board.cells()));
        let (state, mut moves) = (puzzle.start(), Vec::new());
        puzzle.moves(&state, &mut moves);
        let after = |mv: &Move| {
            let mut state = state.clone();
            puzzle.play(&mut state, mv);
            let digit = |content| CONTENTS.iter().position(|&other| other == content).expect("a content");
            let number = state.cells().iter().rev().fold(0, |number, &content| 3 * number + digit(content));
            value(number, board, known)
        };
        let best = moves.iter().map(after).min().unwrap_or(state.count());
        known[number] = Some(best);
        best
    }
    let mut known = vec![None; 3usize.pow(board.cells() as u32)];
    (0..known.len()).map(|number| value(number, board, &mut known)).collect()
}

fn clobber(board: &Board, cells: &[Option<Colour>]) -> Clobber {
    Clobber::new(board.clone(), &cells.iter().copied().collect::<Pawns>(), Turns::Free)
}

/// Solves, replays the play by the rules, and gives the value.
fn replayed(board: &Board, cells: &[Option<Colour>]) -> usize {
    let (left, moves) = solve(board, cells).expect("a forest");
    let puzzle = clobber(board, cells);
    let mut state = puzzle.start();
    for mv in &moves {
        assert_eq!(puzzle.check(&state, mv), Ok(()));
        puzzle.play(&mut state, mv);
    }
    assert_eq!(state.count(), left, "what the play leaves");
    assert_eq!(value(board, cells), Some(left));
    left
}

fn agrees_with_search(cells: usize, edges: &Edges) {
    let board = Board::graph(cells, edges);
    for (number, expected) in values(&board).into_iter().enumerate() {
        let cells = contents(number, cells);
        assert_eq!(replayed(&board, &cells), expected, "{} {edges:?}", clobber(&board, &cells).start());
    }
}

#[test]
fn small_trees_agree_with_search() {
    // With all configurations that have empty cells: every forest is among them.
    for cells in 2..=5 {
        trees(cells).for_each(|edges| agrees_with_search(cells, &edges));
    }
    let mut random = Random::new(6);
    for (cells, count) in [(6, 6), (7, 11)] {
        let shapes = shapes(cells);
        assert_eq!(shapes.len(), count, "trees with {cells} vertices");
        for edges in shapes {
            for _ in 0..4 {
                agrees_with_search(cells, &renumbered(cells, &edges, &mut random));
            }
        }
    }
}
