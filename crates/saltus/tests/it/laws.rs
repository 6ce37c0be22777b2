//! The kit's laws over all small instances of both families, and the bounds against true distances.

use std::collections::{HashMap, VecDeque};

use crate::common::{CLASSES, LIMITS, boards, boards_with, random_arrangement, random_board, sizes, wide_sizes};
use saltus::answers::Answers;
use saltus::laws::{self, Random};
use saltus::notation::{Instance as _, MoveText};
use saltus::puzzle::{Backward, Bound, Puzzle, Ranked, Zero};
use saltus::reverse::bounds::{Colours, Inversions};
use saltus::reverse::{self, Reverse};
use saltus::row::{self, Hop, Row};
use saltus::search::breadth_first::{self, Until};
use saltus::search::ranked;
use saltus::shift::bounds::{Chain, Displacement, Forward, Vacancy, chain_applies};
use saltus::shift::closed::counts;
use saltus::shift::closed::winnable::{WinningLine, is_lost};
use saltus::shift::{self, BLACK, Classes, GAP, Shift, WHITE, packed, sides};
use saltus::verify;

/// The laws that hold state by state. Conceivable are all pairs of cells, and those with a cell beyond the board.
fn states_obey<P: Backward<Move = Hop> + MoveText>(puzzle: &P, states: &[P::State], cells: usize) {
    laws::states_obey(puzzle, states, |_| row::conceivable(cells + 1));
}

fn rows(boards: &[Vec<u8>]) -> Vec<Row<u8>> {
    boards.iter().map(|cells| Row::new(cells.iter().copied(), GAP)).collect()
}

/// A bound is consistent on `states`, admissible on all that can be reached, and no search is misled by it.
fn bound_obeys<P: Backward, B: Bound<P>>(puzzle: &P, bound: &B, states: &[P::State]) {
    laws::bound_is_consistent(puzzle, bound, states);
    laws::bound_is_admissible(puzzle, bound, LIMITS.nodes as usize);
    laws::solvers_agree(puzzle, bound, &LIMITS);
}

fn shift_bounds_obey(puzzle: &Shift, states: &[Row<u8>]) {
    laws::solvers_agree(puzzle, &Zero, &LIMITS);
    bound_obeys(puzzle, &Displacement, states);
    if puzzle.gaps() == 1 {
        bound_obeys(puzzle, &Vacancy::new(puzzle), states);
    }
    if chain_applies(puzzle) {
        bound_obeys(puzzle, &Chain, states);
    }
    if puzzle.classes() != Classes::All {
        bound_obeys(puzzle, &Forward::new(puzzle), states);
    }
}

#[test]
fn every_small_shift_to_the_classical_goal() {
    for (n, m) in sizes(6) {
        let (boards, goal) = (boards(n, m), sides(WHITE, m, BLACK, n));
        for classes in CLASSES {
            // The rules do not know the start, so that all boards obey once for all starts.
            states_obey(&Shift::new(&goal, &goal, classes), &rows(&boards), n + m + 1);
            for start in &boards {
                let start = Shift::new(start, &goal, classes);
                shift_bounds_obey(&start, &[start.start()]);
            }
            shift_bounds_obey(&Shift::new(&goal, &goal, classes), &rows(&boards));
        }
    }
}

#[test]
fn every_small_shift_with_several_vacancies() {
    for (n, m, gaps) in wide_sizes(6) {
        let (boards, goal) = (boards_with(n, m, gaps), packed(WHITE, m, gaps, BLACK, n));
        for classes in CLASSES {
            let puzzle = Shift::new(&goal, &goal, classes);
            states_obey(&puzzle, &rows(&boards), n + m + gaps);
            shift_bounds_obey(&puzzle, &rows(&boards));
            let distances = distances(&puzzle);
            for board in &boards {
                let start = Shift::new(board, &goal, classes);
                shift_bounds_obey(&start, &[start.start()]);
                let distance = distances.get(&start.start()).copied().unwrap_or(u32::MAX);
                assert!(Displacement.of(&puzzle, &start.start()) <= distance, "{start:?}");
                // With few of one colour, what is not frozen can be won.
                if classes == Classes::Forward && n.min(m) <= 2 {
                    assert_eq!(Forward::new(&puzzle).of(&puzzle, &start.start()), distance, "{start:?}");
                }
            }
            let from_start = Shift::new(&packed(BLACK, n, gaps, WHITE, m), &goal, classes);
            if classes != Classes::All {
                assert_eq!(distances[&from_start.start()] as usize, n * m + gaps * (n + m));
            }
        }
    }
}

#[test]
fn random_pairs_of_boards() {
    let mut random = Random::new(1);
    for round in 0..40 {
        let all = 5 + round % 5;
        let n = random.below(all + 1);
        let gaps = if all < 7 { 1 + round % 3 } else { 1 };
        let states = rows(&boards_with(n, all - n, gaps));
        let [start, goal] = [(); 2].map(|()| random_board(&mut random, n, all - n, gaps));
        for classes in CLASSES {
            let puzzle = Shift::new(&start, &goal, classes);
            states_obey(&puzzle, &laws::sample_states(&puzzle, 40, round as u64), all + gaps);
            shift_bounds_obey(&puzzle, &states);
        }
    }
}

/// The distance of every state from which a goal can be reached, by search backwards.
fn distances<P: Backward>(puzzle: &P) -> HashMap<P::State, u32> {
    let mut known: HashMap<P::State, u32> = puzzle.goals().into_iter().map(|goal| (goal, 0)).collect();
    let mut queue: VecDeque<P::State> = puzzle.goals().into();
    let mut moves = Vec::new();
    while let Some(state) = queue.pop_front() {
        puzzle.moves_into(&state, &mut moves);
        for mv in moves.drain(..) {
            let mut before = state.clone();
            puzzle.undo(&mut before, &mv);
            if !known.contains_key(&before) {
                known.insert(before.clone(), known[&state] + 1);
                queue.push_back(before);
            }
        }
    }
    known
}

#[test]
fn forward_is_exact_and_chain_is_below_on_all_boards() {
    for (n, m) in sizes(12) {
        let goal = sides(WHITE, m, BLACK, n);
        let total = (n * m + n + m) as u32;
        let boards = rows(&boards(n, m));
        // Forward play of more checkers has few enough boards that lead to the goal.
        for classes in CLASSES.into_iter().filter(|classes| n + m <= 9 || *classes == Classes::Forward) {
            let puzzle = Shift::new(&sides(BLACK, n, WHITE, m), &goal, classes);
            let (distances, mut reached) = (distances(&puzzle), 0);
            for board in &boards {
                let distance = distances.get(board).copied().unwrap_or(u32::MAX);
                assert!(Vacancy::new(&puzzle).of(&puzzle, board) <= distance, "{board:?}");
                if chain_applies(&puzzle) {
                    assert!(Chain.of(&puzzle, board) <= distance, "{board:?} {classes:?}");
                }
                if classes == Classes::Forward {
                    assert_eq!(Forward::new(&puzzle).of(&puzzle, board), distance, "{board:?}");
                    the_winning_line_wins(board, &goal, distance < u32::MAX);
                    reached += usize::from(!is_lost(&board.cells().iter().rev().copied().collect::<Vec<_>>()));
                }
            }
            if classes == Classes::Forward {
                assert_eq!(counts::reachable(n as u64, m as u64, 1).unwrap().0, reached.into(), "{n} {m}");
            }
            if chain_applies(&puzzle) {
                assert_eq!((Chain.of(&puzzle, &puzzle.start()), distances[&puzzle.start()]), (total, total));
            }
        }
    }
}

/// Exactly the boards that can be won have a winning line, and no others an obstruction; the line is a play by the rules.
fn the_winning_line_wins(board: &Row<u8>, goal: &[u8], wins: bool) {
    let instance = shift::Instance::boards(board.cells().to_vec(), goal.to_vec(), Classes::Forward);
    let line = WinningLine::new(board.cells());
    assert_eq!(
        (line.is_some(), is_lost(board.cells()), instance.obstruction().is_some()),
        (wins, !wins, !wins),
        "{instance}"
    );
    if let Some(line) = line {
        let puzzle = Shift::new(board.cells(), goal, Classes::Forward);
        assert!(verify::play_all(&puzzle, line).is_ok(), "{instance}");
    }
}

/// Every start and every goal of `reverse n`.
fn reversals(n: u16) -> impl Iterator<Item = Reverse> {
    let goals = move || (0..=n).map(Some).chain([None]);
    (0..=n).flat_map(move |from| goals().map(move |to| (from, to))).map(move |(from, to)| {
        let instance = reverse::Instance::reversal(n, from, to.map(Into::into));
        instance.puzzle().expect("small")
    })
}

fn all_arrangements(n: u16) -> Vec<Row<u16>> {
    let puzzle = reversals(n).next().expect("a reversal");
    (0..puzzle.count()).map(|rank| puzzle.unrank(rank)).collect()
}

#[test]
fn every_small_reversal() {
    for n in 0..=6 {
        let states = all_arrangements(n);
        for (place, puzzle) in reversals(n).enumerate() {
            if place == 0 {
                laws::ranks_are_a_bijection(&puzzle);
                laws::ranks_round_trip(&puzzle, &states);
                states_obey(&puzzle, &states, usize::from(n) + 1);
            }
            laws::goals_are_the_listed_ones(&puzzle, &states);
            laws::solvers_agree(&puzzle, &Zero, &LIMITS);
            bound_obeys(&puzzle, &Inversions, &states);
            bound_obeys(&puzzle, &Colours, &states);
        }
    }
}

#[test]
fn random_arrangements() {
    let mut random = Random::new(2);
    for round in 0..40 {
        let n = (round % 7) as u16;
        let (start, goal) = (random_arrangement(&mut random, n), random_arrangement(&mut random, n));
        // As many as leave few positions.
        let spare = vec![reverse::GAP; (round as usize % 3).min(6usize.saturating_sub(n.into()))];
        let (start, goal) = ([start, spare.clone()].concat(), [goal, spare].concat());
        let puzzle = Reverse::new(&start, (round % 7 < 5).then_some(&goal[..]));
        let states = laws::sample_states(&puzzle, 60, round);
        states_obey(&puzzle, &states, start.len());
        if puzzle.gaps() == 1 {
            laws::ranks_round_trip(&puzzle, &states);
        }
        laws::solvers_agree(&puzzle, &Zero, &LIMITS);
        bound_obeys(&puzzle, &Inversions, &states);
        bound_obeys(&puzzle, &Colours, &states);
    }
}

#[test]
fn bounds_are_below_all_distances() {
    for n in 0..=6 {
        let states = all_arrangements(n);
        for puzzle in reversals(n).take(usize::from(n) + 2) {
            let distances = distances(&puzzle);
            assert_eq!(distances.len(), states.len(), "slides and jumps lead everywhere");
            for state in &states {
                let (inversions, colours) = (Inversions.of(&puzzle, state), Colours.of(&puzzle, state));
                assert!(inversions <= colours && colours <= distances[state], "{state:?}: {inversions}, {colours}");
            }
        }
    }
}

#[test]
fn ranked_search_agrees_with_breadth_first_search() {
    for n in 0..=6 {
        for puzzle in reversals(n).step_by(usize::from(n) + 2) {
            let all = breadth_first::explore(&puzzle, Until::Everything, &LIMITS).unwrap();
            let start = puzzle.rank(&puzzle.start());
            let ranked = ranked::explore(&puzzle, start, &[], &LIMITS).unwrap();
            for (id, state) in all.states().iter().enumerate() {
                assert_eq!(ranked.distance(puzzle.rank(state)), Some(all.distance(id)), "{state:?}");
            }
        }
    }
}
