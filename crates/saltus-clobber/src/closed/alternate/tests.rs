//! The slow counterpart: every play, by the rules.

use std::collections::HashMap;

use super::*;
use crate::closed::letters::Mark;
use crate::rules::{Clobber, Pawns, State, Turns};
use crate::samples::{all, fewest, full, played, row};
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;

const FIRSTS: [Option<Colour>; 3] = [None, Some(Colour::Black), Some(Colour::White)];

fn clobber(cells: &[Option<Colour>], first: Option<Colour>, form: Form) -> Clobber {
    row(&cells.iter().copied().collect(), form, Turns::Alternate { first })
}

/// What is found without limits, after its moves were played by the rules.
fn solved(cells: &[Option<Colour>], first: Option<Colour>, form: Form) -> FoundPlay {
    let (found, puzzle) = (solve(cells, first, form, &Limits::DEFAULT), clobber(cells, first, form));
    assert_eq!(played(&puzzle, &found.moves).count(), found.value, "{} {first:?} {form:?}", puzzle.start());
    found
}

/// Compares with the counterpart, which remembers what it knows of the same board.
fn is_right(cells: &[Option<Colour>], first: Option<Colour>, form: Form, known: &mut HashMap<State, usize>) {
    let puzzle = clobber(cells, first, form);
    let value = fewest(&puzzle, &puzzle.start(), known);
    assert_eq!(solved(cells, first, form).value, value, "{} {first:?} {form:?}", puzzle.start());
}

/// Compares with the counterpart for configurations of a size.
fn agree(configurations: impl Iterator<Item = Pawns>, form: Form) {
    // States remember whose turn it is, and do not depend on who began.
    let mut known = HashMap::new();
    for configuration in configurations.map(|pawns| pawns.iter().collect::<Vec<_>>()) {
        FIRSTS.into_iter().for_each(|first| is_right(&configuration, first, form, &mut known));
    }
}

#[test]
fn all_lines_have_the_value_of_exhaustive_search() {
    (0..=10).for_each(|cells| agree(full(cells), Form::Line));
    // Where no white pawn is on the first cell.
    agree(full(11).step_by(2), Form::Line);
}

#[test]
fn all_cycles_have_the_value_of_exhaustive_search() {
    (0..=10).for_each(|cells| agree(full(cells), Form::Cycle));
}

#[test]
fn gaps_separate_pieces_but_not_turns() {
    (1..=8).for_each(|cells| agree(all(cells), Form::Line));
    (1..=7).for_each(|cells| agree(all(cells), Form::Cycle));
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
        is_right(
            &configuration,
            FIRSTS[random.below(3)],
            [Form::Line, Form::Cycle][usize::from(round % 3 == 0)],
            &mut HashMap::new(),
        );
    }
}

/// `w^k b^k` for each k, with a gap after it.
fn two_runs_each(runs: &[usize]) -> Vec<Option<Colour>> {
    let run = |content, length| std::iter::repeat_n(content, length);
    let piece = |&k: &usize| run(Some(Colour::White), k).chain(run(Some(Colour::Black), k)).chain([None]);
    runs.iter().flat_map(piece).collect()
}

#[test]
fn balances_that_go_far_have_the_value_of_exhaustive_search() {
    for runs in [&[30, 30][..], &[40, 23], &[9, 17, 8], &[12, 4, 13], &[5, 5, 5, 4]] {
        let configuration = two_runs_each(runs);
        FIRSTS.into_iter().for_each(|first| is_right(&configuration, first, Form::Line, &mut HashMap::new()));
    }
}

#[test]
fn half_the_pawns_go_exactly_where_the_numbers_can_be_parted() {
    for number in 0..3usize.pow(4) {
        let numbers: Vec<usize> = (0..4).map(|place| 1 + number / 3usize.pow(place) % 3).collect();
        let sum: usize = numbers.iter().sum();
        let of = |set: u32| (0..4).filter(|place| set >> place & 1 == 1).map(|place| numbers[place]).sum::<usize>();
        let can_be_parted = (0..16).any(|set| 2 * of(set) == sum);
        let runs: Vec<usize> = numbers.iter().map(|number| 4 * 4 * number).collect();
        let configuration = two_runs_each(&runs);
        assert_eq!(solved(&configuration, None, Form::Line).value <= 16 * sum, can_be_parted, "{numbers:?}");
    }
}

#[test]
fn a_walk_is_the_same_from_stored_rows_and_from_rows_walked_again() {
    let mut random = Random::new(5);
    let limits = Limits::DEFAULT;
    for round in 0..50 {
        let line = Line::new(&random_runs(&mut random, 60, 1 + round % 7, true), [Form::Cycle, Form::Line][round % 2]);
        let mut meter = Meter::new(&limits, "test");
        let table = &line.tables[0].1;
        let walks = Walks { letters: &line.letters, table, reach: 1 + random.below(40), stored: usize::MAX };
        let start = WalkSpot { state: state(Place::First), balance: 0 };
        let row = walks.run(&BalanceRow::start(start), 0..line.letters.len(), None, &mut meter).unwrap();
        let end = WalkSpot { state: start.state + 1, balance: 1 };
        let Some(cost) = row.cost(end) else { continue };
        let marks = walks.trace(start, end, &mut meter).unwrap();
        assert_eq!(marks.iter().filter(|mark| **mark == Mark::Bar).count(), cost as usize);
        assert_eq!(Walks { stored: 0, ..walks }.trace(start, end, &mut meter), Ok(marks));
    }
}

#[test]
fn long_configurations_are_played_as_far_as_the_bound_says() {
    let mut random = Random::new(7);
    for form in [Form::Line, Form::Cycle] {
        let configuration = random_runs(&mut random, 5000, 1, false);
        let line = Line::new(&configuration, form);
        assert_eq!(solved(&configuration, None, form).moves.len(), line.most_moves(None));
    }
}

#[test]
fn a_search_that_is_stopped_keeps_its_bounds() {
    let configuration = two_runs_each(&[40, 20, 25]);
    let value = solved(&configuration, None, Form::Line).value;
    let mut stopped = 0;
    for nodes in (0..3000).step_by(100) {
        let found = solve(&configuration, None, Form::Line, &Limits { nodes, ..Limits::DEFAULT });
        assert!(found.lower <= value && value <= found.value);
        assert_eq!(played(&clobber(&configuration, None, Form::Line), &found.moves).count(), found.value);
        assert!(found.stop.is_some() || found.value == value);
        stopped += usize::from(found.stop.is_some());
    }
    assert!((1..30).contains(&stopped));
}
