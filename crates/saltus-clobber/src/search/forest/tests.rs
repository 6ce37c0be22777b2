//! Forests against everything there is on small graphs, and plays as good as the bound on larger ones.

use std::collections::HashMap;

use super::*;
use crate::bounds::{Components, LowerBound};
use crate::rules::{Clobber, Move, Pawns, Turns};
use crate::samples::{CONTENTS, fewest as fewest_left, played};
use crate::search::{forests, solve};
use saltus_core::limits::Limits;
use saltus_core::puzzle::Puzzle;

/// Connected graphs: a path, a ring, a grid, a star with an edge more, a complete graph, two triangles.
fn boards() -> [Board; 6] {
    [
        Board::line(5),
        Board::cycle(5),
        Board::grid(2, 3),
        Board::graph(5, &[(0, 1), (0, 2), (0, 3), (0, 4), (3, 4)]),
        Board::hamming(&[4]),
        Board::graph(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]),
    ]
}

/// All pawns of both colours on a board, as pieces.
fn pieces(board: &Board) -> Vec<(GraphPiece, Pawns)> {
    let cells = board.cells();
    let all: Vec<usize> = (0..cells).collect();
    let numbers = 1..(1u64 << cells) - 1;
    let piece = |white| {
        let pawns = Pawns::from_bits(cells, vec![white]);
        (GraphPiece::new(board, &pawns.iter().collect::<Vec<_>>(), &all, 1, &mut vec![0; cells]), pawns)
    };
    numbers.map(piece).collect()
}

/// All choices of a parent, or none, for each vertex that go round no ring.
fn all_parents(piece: &GraphPiece) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for vertex in 0..piece.cells.len() as u32 {
        let mut longer = Vec::new();
        for parents in all {
            for &parent in piece.around(vertex).iter().chain([&NONE]) {
                longer.push([&parents[..], &[parent]].concat());
            }
        }
        all = longer;
    }
    let ends = |parents: &[u32], vertex: u32| {
        let mut way =
            std::iter::successors(Some(vertex), |&at| Some(parents[at as usize]).filter(|&next| next != NONE));
        way.nth(parents.len()).is_none()
    };
    all.retain(|parents| (0..piece.cells.len() as u32).all(|vertex| ends(parents, vertex)));
    all
}

/// A search without limits.
fn begin(piece: &GraphPiece) -> ForestSearch<'_> {
    let mut forest = ForestSearch::new(piece);
    forest.begin(&mut Meter::new(&Limits::DEFAULT, "")).expect("no limit");
    forest
}

fn set(forest: &mut ForestSearch<'_>, parents: &[u32]) {
    for (vertex, &parent) in forest.vertices.iter_mut().zip(parents) {
        vertex.parent = parent;
    }
}

/// By vertex, what its equation lacks for some signs.
fn lacks(forest: &ForestSearch<'_>, signs: &[i32]) -> Vec<i32> {
    let n = signs.len();
    let below = |vertex: usize| -> i32 {
        (0..n).filter(|&child| forest.vertices[child].parent == vertex as u32).map(|child| signs[child]).sum()
    };
    (0..n).map(|vertex| i32::from(forest.vertices[vertex].colour) + 2 * below(vertex) - signs[vertex]).collect()
}

/// The errors of a forest with some signs.
fn price(forest: &ForestSearch<'_>, signs: &[i32]) -> i64 {
    lacks(forest, signs).iter().map(|lack| i64::from(lack.abs())).sum::<i64>() / 2
}

/// The moves of the forest; where the children of a vertex cannot all arrive in alternating order, some of them stay.
fn play(forest: &ForestSearch<'_>) -> Vec<Move> {
    let (first, beside, order) = forest.lists();
    let mut signs = vec![0i8; order.len()];
    let mut moves = Vec::with_capacity(order.len());
    let mut children: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
    for vertex in order.into_iter().rev() {
        let colour = forest.vertices[vertex as usize].colour;
        let mut child = first[vertex as usize];
        while child != NONE {
            children[usize::from(signs[child as usize] == colour)].push(child);
            child = beside[child as usize];
        }
        signs[vertex as usize] = colour;
        let mut kind = 0;
        while let Some(child) = children[kind].pop() {
            moves.push(Move { from: child, to: vertex });
            signs[vertex as usize] = signs[child as usize];
            kind = 1 - kind;
        }
        children[1 - kind].clear();
    }
    moves
}

/// The theorem: signs obey the equations exactly if the forest is a play, and the fewest trees are the fewest pawns left.
#[test]
fn forests_with_signs_are_plays() {
    for board in boards() {
        for (piece, pawns) in pieces(&board) {
            let puzzle = Clobber::new(board.clone(), &pawns, Turns::Free);
            let mut forest = begin(&piece);
            let n = piece.cells.len();
            let mut fewest = n;
            for parents in all_parents(&piece) {
                set(&mut forest, &parents);
                let trees = parents.iter().filter(|&&parent| parent == NONE).count();
                let signs =
                    |number: usize| (0..n).map(|vertex| if number >> vertex & 1 == 1 { 1 } else { -1 }).collect();
                let all: Vec<Vec<i32>> = (0..1 << n).map(signs).collect();
                let least = all.iter().map(|signs| price(&forest, signs)).min().expect("some signs");
                let obeying = all.iter().find(|signs| price(&forest, signs) == 0);
                let moves = play(&forest);
                let state = played(&puzzle, &moves);
                assert_eq!(moves.len() == n - trees, obeying.is_some(), "{pawns} {parents:?}");
                if let Some(signs) = obeying {
                    fewest = fewest.min(trees);
                    for (vertex, content) in state.cells().iter().enumerate() {
                        let stays = content.map(|colour| if colour == Colour::Black { 1 } else { -1 });
                        let root = parents[vertex] == NONE;
                        assert_eq!(stays, root.then_some(signs[vertex]), "{pawns} {parents:?}");
                    }
                }
                forest.sign(&mut Meter::new(&Limits::DEFAULT, "")).expect("no limit");
                let found: Vec<i32> = forest.vertices.iter().map(|vertex| vertex.sign.into()).collect();
                assert_eq!((forest.errors, price(&forest, &found)), (least, least), "{pawns} {parents:?}");
            }
            assert_eq!(fewest, fewest_left(&puzzle, &puzzle.start(), &mut HashMap::new()), "{pawns}");
        }
    }
}

/// After any steps the search knows its own errors and roots, and there is no ring.
#[test]
fn steps_keep_the_books() {
    let board = Board::grid(5, 6);
    let mut random = Random::new(3);
    for _ in 0..20 {
        let pawns = Pawns::from_bits(30, vec![random.number()]);
        let all: Vec<usize> = (0..30).collect();
        let piece = GraphPiece::new(&board, &pawns.iter().collect::<Vec<_>>(), &all, 1, &mut [0; 30]);
        let mut forest = begin(&piece);
        forest.chances = [u32::MAX / 2; 256];
        for _ in 0..2000 {
            if forest.is_done() {
                break;
            }
            forest.step();
            let signs: Vec<i32> = forest.vertices.iter().map(|vertex| vertex.sign.into()).collect();
            let lacks = lacks(&forest, &signs);
            assert!(forest.vertices.iter().zip(&lacks).all(|(vertex, lack)| 2 * vertex.error == *lack));
            assert_eq!(forest.errors, lacks.iter().map(|lack| i64::from(lack.abs())).sum::<i64>() / 2);
            assert_eq!(forest.roots, forest.vertices.iter().filter(|vertex| vertex.parent == NONE).count());
            assert_eq!(forest.lists().2.len(), 30, "no ring");
            let wrong = |vertex: &u32| {
                let Vertex { parent, error, .. } = forest.vertices[*vertex as usize];
                parent == NONE || error != 0
            };
            assert_eq!(forest.wrong.len(), (0..30).filter(wrong).count());
        }
    }
}

/// The pawns left, after each move was checked by the rules, and the bound.
fn left(puzzle: &Clobber) -> (usize, usize) {
    let start = puzzle.start();
    let found = forests(puzzle.board(), start.cells(), &Limits::DEFAULT);
    let state = played(puzzle, &found.moves);
    assert!(puzzle.is_goal(&state));
    assert_eq!(state.count(), found.value);
    assert_eq!(forests(puzzle.board(), start.cells(), &Limits::DEFAULT), found, "the same search twice");
    (found.value, found.lower)
}

fn grid(height: usize, width: usize, content: &mut dyn FnMut(usize, usize) -> Option<Colour>) -> Clobber {
    let pawns = (0..height * width).map(|cell| content(cell / width, cell % width)).collect();
    Clobber::new(Board::grid(height, width), &pawns, Turns::Free)
}

fn colour(random: &mut Random) -> Option<Colour> {
    CONTENTS[random.below(2)]
}

/// Random pawns on a graph, by the cells that edges lead to from each cell.
fn graph(cells: usize, random: &mut Random, next: &dyn Fn(usize) -> Vec<usize>) -> Clobber {
    let pawns = (0..cells).map(|_| colour(random)).collect();
    let edges = |cell: usize| next(cell).into_iter().map(move |next| (cell as Cell, next as Cell));
    Clobber::new(Board::graph(cells, &(0..cells).flat_map(edges).collect::<Vec<_>>()), &pawns, Turns::Free)
}

/// Boards with holes, blocks, a few pawns of a colour, cubes, tori, boxes, squares of paths.
#[test]
fn the_bound_is_reached() {
    let mut random = Random::new(1);
    let mut boards = Vec::new();
    for holes in [1, 3] {
        for size in [8, 12, 20] {
            let empty: Vec<usize> = (0..holes).map(|_| random.below(size * size)).collect();
            boards.push(grid(size, size, &mut |row, column| {
                if empty.contains(&(row * size + column)) { None } else { colour(&mut random) }
            }));
        }
    }
    for (size, block) in [(9, 3), (20, 5), (30, 6)] {
        boards.push(grid(size, size, &mut |row, column| CONTENTS[(row / block + column / block) % 2]));
    }
    for (height, width) in [(5, 60), (12, 12), (3, 100)] {
        boards.push(grid(height, width, &mut |row, column| CONTENTS[usize::from((row, column) == (1, 3))]));
    }
    for dimension in [5, 7, 8] {
        let pawns = (0..1 << dimension).map(|_| colour(&mut random)).collect();
        boards.push(Clobber::new(Board::hamming(&vec![2; dimension]), &pawns, Turns::Free));
    }
    for (height, width) in [(8, 8), (12, 10)] {
        boards.push(graph(height * width, &mut random, &|cell| {
            let (row, column) = (cell / width, cell % width);
            vec![row * width + (column + 1) % width, (row + 1) % height * width + column]
        }));
    }
    let sizes: [&[usize]; 2] = [&[7, 7, 7], &[4, 5, 6, 3]];
    for sizes in sizes {
        boards.push(graph(sizes.iter().product(), &mut random, &|cell| {
            let weight = |axis: usize| sizes[..axis].iter().product::<usize>();
            let next = |axis: usize| (cell / weight(axis) % sizes[axis] + 1 < sizes[axis]).then(|| cell + weight(axis));
            (0..sizes.len()).filter_map(next).collect()
        }));
    }
    for cells in [60, 120] {
        boards.push(graph(cells, &mut random, &|cell| (cell + 1..cells.min(cell + 3)).collect()));
    }
    for puzzle in boards {
        let (left, bound) = left(&puzzle);
        assert_eq!(left, bound, "{}", puzzle.start());
    }
}

/// With many holes there is a play and an interval, and no end without limits.
#[test]
fn sparse_boards_have_an_interval() {
    let mut random = Random::new(2);
    let puzzle = grid(14, 14, &mut |_, _| CONTENTS[random.below(3)]);
    let by_components = Components::of(puzzle.board(), puzzle.start().cells());
    let (left, bound) = left(&puzzle);
    assert_eq!((left, bound, by_components), (16, 11, 4));
}

/// A forest that grows anew is one, and no worse.
#[test]
fn forests_grow_anew() {
    let mut random = Random::new(7);
    let puzzle = grid(12, 12, &mut |_, _| [0, 1, 0, 1, 2].map(|content| CONTENTS[content])[random.below(5)]);
    let start = puzzle.start();
    let mut largest = Vec::new();
    for (cells, _) in LowerBound::by_component(puzzle.board(), start.cells(), &Limits::DEFAULT).1 {
        if cells.len() > largest.len() {
            largest = cells;
        }
    }
    let piece = GraphPiece::new(puzzle.board(), start.cells(), &largest, 1, &mut vec![0; start.cells().len()]);
    let mut forest = ForestSearch::new(&piece);
    forest.best = forest.along(&forest.parents());
    let limits = Limits::DEFAULT;
    let mut meter = Meter::new(&limits, "forest");
    let mut made = vec![forest.best.len()];
    for _ in 0..8 {
        forest.regrow(16, &mut meter).expect("no limit");
        let cell = |vertex: u32| piece.cells[vertex as usize];
        played(
            &puzzle,
            &forest.best.iter().map(|mv| Move { from: cell(mv.from), to: cell(mv.to) }).collect::<Vec<_>>(),
        );
        made.push(forest.best.len());
    }
    assert!(made.is_sorted() && made[0] + 9 < made[8], "{made:?}");
}

#[test]
fn limits_are_kept_and_leave_a_play() {
    let mut random = Random::new(4);
    let cells: Vec<_> =
        (0..1600).map(|at| (at != 5).then(|| [Colour::Black, Colour::White][random.below(2)])).collect();
    let board = Board::grid(40, 40);
    for find in [forests, |board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>| {
        solve(board, cells, Turns::Free, limits)
    }] {
        let found = find(&board, &cells, &Limits { nodes: 10, ..Limits::DEFAULT });
        assert_eq!(found.stop, Some(Stop::Nodes));
        assert!(
            found.expanded <= 11 && found.value == 1599 - found.moves.len() && found.value < 1200,
            "{}",
            found.value
        );
        let found = find(&board, &cells, &Limits { memory: 1000, ..Limits::DEFAULT });
        assert!(matches!(found.stop, Some(Stop::Memory { .. })));
    }
}
