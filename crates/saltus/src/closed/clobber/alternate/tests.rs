//! The slow twin: every play, by the rules.

use std::collections::HashMap;

use super::*;
use crate::board::Board;
use crate::puzzle::Puzzle;
use crate::puzzles::clobber::{Clobber, Pawns, State, Turns};
use crate::random::Random;

const FIRSTS: [Option<Colour>; 3] = [None, Some(Colour::Black), Some(Colour::White)];

fn clobber(cells: &[Option<Colour>], first: Option<Colour>, cyclic: bool) -> Clobber {
    let pawns: Pawns = cells.iter().copied().collect();
    let count = cells.len();
    let board = if cyclic && count > 2 { Board::cycle(count) } else { Board::line(count) };
    Clobber::new(board, &pawns, Turns::Alternate { first })
}

/// The fewest pawns left, by trying every play.
fn fewest(puzzle: &Clobber, state: &State, known: &mut HashMap<State, usize>) -> usize {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    let mut value = state.count();
    for mv in moves {
        let mut next = state.clone();
        puzzle.play(&mut next, &mv);
        value = value.min(fewest(puzzle, &next, known));
    }
    known.insert(state.clone(), value);
    value
}

/// Replays the moves by the rules.
fn left_by(puzzle: &Clobber, moves: &[Move]) -> usize {
    let mut state = puzzle.start();
    for mv in moves {
        assert_eq!(puzzle.check(&state, mv), Ok(()), "{moves:?}");
        puzzle.play(&mut state, mv);
    }
    state.count()
}

/// Configuration `number` of all that have `contents` (2: pawns only, 3: empty cells as well) on each cell.
fn configuration(cells: usize, contents: usize, number: usize) -> Vec<Option<Colour>> {
    let content = |digit| [Some(Colour::Black), Some(Colour::White), None][digit];
    (0..cells).map(|cell| content(number / contents.pow(cell as u32) % contents)).collect()
}

/// Compares with the twin for all configurations of a size.
fn agree(cells: usize, contents: usize, cyclic: bool) {
    // States remember whose turn it is, and do not depend on who began.
    let mut known = HashMap::new();
    for number in 0..contents.pow(cells as u32) {
        let configuration = configuration(cells, contents, number);
        for first in FIRSTS {
            let puzzle = clobber(&configuration, first, cyclic);
            let (left, moves) = solve(&configuration, first, cyclic);
            let text = puzzle.start();
            assert_eq!(left, fewest(&puzzle, &text, &mut known), "{text} {first:?} {cyclic}");
            assert_eq!(left_by(&puzzle, &moves), left, "{text} {first:?} {cyclic}");
        }
    }
}

#[test]
fn all_lines_have_the_value_of_exhaustive_search() {
    (0..=11).for_each(|cells| agree(cells, 2, false));
}

#[test]
fn all_cycles_have_the_value_of_exhaustive_search() {
    (0..=10).for_each(|cells| agree(cells, 2, true));
}

#[test]
fn gaps_separate_pieces_but_not_turns() {
    (1..=8).for_each(|cells| agree(cells, 3, false));
    (1..=7).for_each(|cells| agree(cells, 3, true));
}

/// Runs of one colour of random lengths, so that balances go far.
fn random_runs(random: &mut Random, cells: usize, longest: usize, gaps: bool) -> Vec<Option<Colour>> {
    let mut configuration = Vec::new();
    while configuration.len() < cells {
        let content = [Some(Colour::Black), Some(Colour::White), None][random.below(if gaps { 3 } else { 2 })];
        let length = if content.is_none() { 1 } else { 1 + random.below(longest) };
        configuration.extend(std::iter::repeat_n(content, length));
    }
    configuration.truncate(cells);
    configuration
}

#[test]
fn random_configurations_have_the_value_of_exhaustive_search() {
    let mut random = Random::new(16);
    for round in 0..120 {
        let longest = 1 + random.below(5);
        let configuration = random_runs(&mut random, 14, longest, round % 2 == 0);
        let (first, cyclic) = (FIRSTS[random.below(3)], round % 3 == 0);
        let puzzle = clobber(&configuration, first, cyclic);
        let value = fewest(&puzzle, &puzzle.start(), &mut HashMap::new());
        let (left, moves) = solve(&configuration, first, cyclic);
        assert_eq!((left, left_by(&puzzle, &moves)), (value, value), "{} {first:?} {cyclic}", puzzle.start());
    }
}
