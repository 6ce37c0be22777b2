//! The formula against trying everything, on counts; plays by the rules.

use std::collections::HashMap;

use super::*;
use crate::rules::{Clobber, Pawns, Turns};
use crate::samples::{self, at_random, played};
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;

/// The fewest pawns that any play leaves, by the counts of the parts alone.
fn fewest(counts: &[PawnCount], known: &mut HashMap<Vec<PawnCount>, usize>) -> usize {
    // Parts have no order.
    let mut key = counts.to_vec();
    key.sort_unstable();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut least = counts.iter().flatten().sum::<usize>();
    for from in 0..counts.len() {
        for to in (0..counts.len()).filter(|&to| to != from) {
            for mover in [0, 1] {
                if counts[from][mover] > 0 && counts[to][1 - mover] > 0 {
                    let mut after = counts.to_vec();
                    after[from][mover] -= 1;
                    after[to][1 - mover] -= 1;
                    after[to][mover] += 1;
                    least = least.min(fewest(&after, known));
                }
            }
        }
    }
    known.insert(key, least);
    least
}

/// All counts of `parts` parts with at most `most` pawns.
fn all_counts(parts: usize, most: usize, each: &mut dyn FnMut(&[PawnCount])) {
    fn extend(counts: &mut Vec<PawnCount>, parts: usize, left: usize, each: &mut dyn FnMut(&[PawnCount])) {
        if counts.len() == parts {
            return each(counts);
        }
        for black in 0..=left {
            for white in 0..=left - black {
                counts.push([black, white]);
                extend(counts, parts, left - black - white, each);
                counts.pop();
            }
        }
    }
    extend(&mut Vec::new(), parts, most, each);
}

fn is_right(counts: &[PawnCount], value: usize) {
    let (mut part, mut pawns, mut sizes) = (Vec::new(), Pawns::new(), Vec::new());
    for (number, [black, white]) in counts.iter().enumerate() {
        (0..*black).for_each(|_| pawns.push(Some(Colour::Black)));
        (0..*white).for_each(|_| pawns.push(Some(Colour::White)));
        part.resize(pawns.cells(), number as Cell);
        sizes.extend(Some(black + white).filter(|&size| size > 0));
    }
    let puzzle = Clobber::new(Board::multipartite(&sizes), &pawns, Turns::Free);
    let found = solve(&part, puzzle.start().cells());
    assert_eq!((found.value, played(&puzzle, &found.moves).count()), (value, value), "{counts:?}");
}

#[test]
fn all_small_counts() {
    for (parts, most) in [(1, 5), (2, 22), (3, 12), (4, 9), (5, 8), (6, 7)] {
        let mut known = HashMap::new();
        all_counts(parts, most, &mut |counts| {
            if counts.is_sorted() {
                is_right(counts, fewest(counts, &mut known));
            }
        });
    }
}

/// Merged groups have the formula's value, whatever the parts.
#[test]
fn larger_ones_are_played_to_the_formula() {
    let mut random = Random::new(12);
    for round in 0..4000 {
        let parts = 2 + random.below(if round % 7 == 0 { 40 } else { 4 });
        let most = [2, 4, 10, 60][random.below(4)];
        let few = [1, 2, most][random.below(3)];
        let counts: Vec<PawnCount> = (0..parts)
            .map(|_| [random.below(most + 1), if random.below(3) == 0 { random.below(few + 1) } else { 0 }])
            .map(|[one, other]| if round % 2 == 0 { [one, other] } else { [other, one] })
            .collect();
        is_right(&counts, value_of(&counts).0);
    }
}

#[test]
fn a_million_pawns() {
    for counts in
        [vec![[2, 0], [999_998, 0]], vec![[0, 2], [999_998, 0]], vec![[250_000; 2]; 2], vec![[333_000, 10]; 3]]
    {
        is_right(&counts, value_of(&counts).0);
    }
    let mut random = Random::new(5);
    let mut counts = vec![[0, 0]; 1000];
    (0..1_000_000).for_each(|_| counts[random.below(1000)][random.below(2)] += 1);
    is_right(&counts, 1);
}

/// Every subset of the pawns of some boards is recognised or not.
#[test]
fn graphs_are_recognised() {
    let boards = [
        Board::graph(6, &[(0, 1), (0, 2), (0, 3), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3)]),
        Board::hamming(&[5]),
        Board::hamming(&[3, 2]),
        Board::multipartite(&[2, 1, 3]),
        Board::grid(2, 3),
        Board::graph(6, &[(0, 1), (2, 3)]),
    ];
    let (mut yes, mut no) = (0, 0);
    for board in boards {
        for set in 0..1u32 << board.cells() {
            let inside = |cell: u32| set >> cell & 1 == 1;
            let cells: Vec<_> = (0..board.cells() as u32).map(|cell| inside(cell).then_some(Colour::Black)).collect();
            let pawns: Vec<u32> = (0..board.cells() as u32).filter(|&cell| inside(cell)).collect();
            // Complete multipartite: to be equal or not adjacent is transitive.
            let same = |a: u32, b: u32| !board.are_adjacent(a, b);
            let holds = pawns
                .iter()
                .all(|&a| pawns.iter().all(|&b| pawns.iter().all(|&c| !(same(a, b) && same(b, c)) || same(a, c))));
            let found = parts(&board, &cells);
            assert_eq!(found.is_some(), holds, "{board:?} {set:b}");
            if let Some(part) = found {
                let apart = |a: u32, b: u32| part[a as usize] != part[b as usize];
                assert!(pawns.iter().all(|&a| pawns.iter().all(|&b| apart(a, b) == board.are_adjacent(a, b))));
            }
            if holds { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// On boards, with empty cells, against the search that tries every move.
#[test]
fn boards_have_the_value_of_the_formula() {
    let mut random = Random::new(3);
    for board in [Board::multipartite(&[2, 2, 1]), Board::multipartite(&[2, 4]), Board::hamming(&[6])] {
        for _ in 0..100 {
            let pawns = at_random(board.cells(), &mut random);
            let puzzle = Clobber::new(board.clone(), &pawns, Turns::Free);
            let start = puzzle.start();
            let value = samples::fewest(&puzzle, &start, &mut HashMap::new());
            let part = parts(&board, start.cells()).expect("complete multipartite");
            let found = solve(&part, start.cells());
            assert_eq!((found.value, played(&puzzle, &found.moves).count()), (value, value), "{pawns}");
        }
    }
}
