//! The kit's laws over all small boards of sliding tiles, and the bounds against true distances.

use crate::common::{LIMITS, arrangements, sizes_of_boards};
use saltus::board;
use saltus::laws::{self, Random};
use saltus::notation::MoveText;
use saltus::plan::Spelling;
use saltus::puzzle::{Bound, Puzzle, Undo, Zero};
use saltus::row::Row;
use saltus::tiles::bounds::{LinearConflict, Manhattan, Vacancy};
use saltus::tiles::{GAP, Slide, Tiles};

fn rows(arrangements: &[Vec<u16>]) -> Vec<Row<u16>> {
    arrangements.iter().map(|cells| Row::new(cells.iter().copied(), GAP)).collect()
}

/// Every label up to one too many, from every cell to every cell, also beyond the board.
fn conceivable(puzzle: &Tiles) -> Vec<Slide> {
    let cells = puzzle.goal().cells();
    let (end, last) = (cells.len() as u32 + 1, cells.iter().copied().max().expect("a cell") + 1);
    let pairs = (0..end).flat_map(|from| (0..end).map(move |to| (from, to)));
    pairs.flat_map(|(from, to)| (0..=last).map(move |tile| Slide { tile, from, to })).collect()
}

/// The laws that hold state by state.
fn states_obey(puzzle: &Tiles, states: &[Row<u16>]) {
    let all = conceivable(puzzle);
    laws::states_obey(puzzle, states, |_| all.iter().copied());
}

/// The laws of every bound that applies, state by state.
fn bounds_obey(puzzle: &Tiles, states: &[Row<u16>]) {
    laws::bound_is_consistent(puzzle, &Manhattan, states);
    laws::bound_is_consistent(puzzle, &Vacancy, states);
    if !puzzle.is_repeated() {
        laws::bound_is_consistent(puzzle, &LinearConflict::new(puzzle), states);
    }
}

/// No bound is too large for a state that can be reached, and no search is misled by it.
fn searches_agree(puzzle: &Tiles) {
    let most = LIMITS.nodes as usize;
    laws::solvers_agree(puzzle, &Zero, &LIMITS);
    laws::bound_is_admissible(puzzle, &Manhattan, most);
    laws::solvers_agree(puzzle, &Manhattan, &LIMITS);
    laws::bound_is_admissible(puzzle, &Vacancy, most);
    laws::solvers_agree(puzzle, &Vacancy, &LIMITS);
    if !puzzle.is_repeated() {
        let bound = LinearConflict::new(puzzle);
        laws::bound_is_admissible(puzzle, &bound, most);
        laws::solvers_agree(puzzle, &bound, &LIMITS);
    }
}

/// `1 2 ..`, or the same with equal tiles, the vacancy on a cell.
fn goal(cells: usize, kinds: usize, gap: usize) -> Vec<u16> {
    let mut goal: Vec<u16> = (0..cells - 1).map(|tile| (tile % kinds + 1) as u16).collect();
    goal.insert(gap, GAP);
    goal
}

#[test]
fn every_small_board() {
    for (height, width) in sizes_of_boards(6) {
        let cells = height * width;
        for kinds in [cells, 1, 2, 3] {
            let all = arrangements(&goal(cells, kinds, 0));
            let states = rows(&all);
            for gap in 0..cells {
                let goal = goal(cells, kinds, gap);
                let puzzle = Tiles::new(height, width, &goal, &goal);
                if gap == 0 {
                    states_obey(&puzzle, &states);
                }
                laws::goals_are_the_listed_ones(&puzzle, &states);
                bounds_obey(&puzzle, &states);
                // Starts far from, near and next to the goal.
                for start in all.iter().step_by(all.len() / 7 + 1) {
                    searches_agree(&Tiles::new(height, width, start, &goal));
                }
            }
        }
    }
}

#[test]
fn goals_in_no_order() {
    let mut random = Random::new(1);
    for round in 0..60 {
        let (height, width) = [(2, 3), (3, 2), (2, 2), (6, 1)][round % 4];
        let cells = height * width;
        let mut goal = goal(cells, if round % 3 == 0 { 3 } else { cells }, 0);
        random.shuffle(&mut goal);
        let mut start = goal.clone();
        random.shuffle(&mut start);
        let puzzle = Tiles::new(height, width, &start, &goal);
        bounds_obey(&puzzle, &rows(&arrangements(&goal)));
        searches_agree(&puzzle);
    }
}

/// Boards of 8 to 12 cells at random; all states of 3x3 for some goals.
#[test]
fn larger_boards() {
    let mut random = Random::new(2);
    for round in 0..40 {
        let (height, width) = [(3, 3), (2, 4), (4, 2), (3, 4), (5, 2)][round % 5];
        let mut goal = goal(height * width, if round % 4 == 0 { 4 } else { height * width }, 0);
        if round >= 10 {
            random.shuffle(&mut goal);
        }
        let mut start = goal.clone();
        random.shuffle(&mut start);
        let puzzle = Tiles::new(height, width, &start, &goal);
        let states = laws::sample_states(&puzzle, 300, round as u64);
        states_obey(&puzzle, &states[..20]);
        bounds_obey(&puzzle, &states);
    }
    for goal in [[1, 2, 3, 4, 5, 6, 7, 8, 0], [3, 1, 4, 0, 5, 2, 6, 8, 7]] {
        let puzzle = Tiles::new(3, 3, &goal, &goal);
        laws::bound_is_admissible(&puzzle, &LinearConflict::new(&puzzle), 200_000);
    }
}

/// What the parts of [`LinearConflict`] should sum to, by trying all sets of tiles that step aside.
fn conflicts_slowly(puzzle: &Tiles, state: &Row<u16>) -> u32 {
    let (height, width) = puzzle.size();
    let place = |cell: usize| (cell / width, cell % width);
    let home = |tile: u16| place(puzzle.goal().cells().iter().position(|&other| other == tile).expect("a tile"));
    let mut aside = 0;
    for (line, is_row) in (0..height).map(|row| (row, true)).chain((0..width).map(|column| (column, false))) {
        let cells = (0..height * width).filter(|&cell| if is_row { cell / width } else { cell % width } == line);
        let tiles = cells.map(|cell| state.cells()[cell]).filter(|&tile| tile != GAP);
        let split = |(row, column): (usize, usize)| if is_row { (row, column) } else { (column, row) };
        let homes: Vec<usize> =
            tiles.map(|tile| split(home(tile))).filter(|(across, _)| *across == line).map(|(_, along)| along).collect();
        let in_order = |staying: u32| {
            let left: Vec<usize> = (0..homes.len()).filter(|at| staying >> at & 1 == 1).map(|at| homes[at]).collect();
            left.is_sorted()
        };
        let stay = (0..1u32 << homes.len()).filter(|&set| in_order(set)).map(u32::count_ones).max().expect("none");
        aside += homes.len() as u32 - stay;
    }
    aside
}

#[test]
fn linear_conflicts_are_the_least_number_of_tiles_aside() {
    for (height, width) in [(2, 3), (3, 2), (1, 6), (3, 3), (4, 4), (3, 5)] {
        let goal = goal(height * width, height * width, height * width - 1);
        let puzzle = Tiles::new(height, width, &goal, &goal);
        let mut random = Random::new(3);
        let mut cells = goal.clone();
        for round in 0..2_000 {
            // Few exchanges leave many tiles in their lines.
            if round % 10 == 0 {
                random.shuffle(&mut cells);
            }
            let (row, other) = (random.below(height), random.below(width));
            cells.swap(row * width + random.below(width), row * width + other);
            if round % 10 == 5 {
                cells.clone_from(&goal);
            }
            let state = Row::new(cells.iter().copied(), GAP);
            let (all, distance) = (LinearConflict::new(&puzzle).of(&puzzle, &state), Manhattan.of(&puzzle, &state));
            assert_eq!(all, distance + 2 * conflicts_slowly(&puzzle, &state), "{state:?}");
        }
    }
}

#[test]
#[should_panic(expected = "equal tiles")]
fn linear_conflict_refuses_equal_tiles() {
    LinearConflict::new(&Tiles::new(2, 2, &[1, 1, 2, 0], &[1, 1, 2, 0]));
}

#[test]
fn letters_say_the_way() {
    let puzzle = Tiles::new(3, 3, &[1, 2, 3, 4, 0, 5, 6, 7, 8], &[1, 2, 3, 4, 0, 5, 6, 7, 8]);
    let mut moves = Vec::new();
    puzzle.moves(&puzzle.start(), &mut moves);
    let spelled = |spelling: Spelling| {
        let mut text = String::new();
        moves.iter().for_each(|slide| puzzle.write_move_as(slide, spelling, &mut text));
        text
    };
    // The vacancy goes west, east, north, south.
    assert_eq!(spelled(Spelling::VacancyLetters), "LRUD");
    assert_eq!(spelled(Spelling::PieceLetters), "RLDU");
    assert_eq!(spelled(Spelling::Own), "4527");
    assert_eq!(
        moves.iter().map(|slide| puzzle.way(slide)).collect::<Vec<_>>(),
        [board::EAST, board::WEST, board::SOUTH, board::NORTH]
    );
    assert!(puzzle.reverses(&moves[0], &Slide { tile: 4, from: 4, to: 3 }));
}

#[test]
fn moves_with_equal_tiles_name_the_way() {
    let cells = [1, 1, 2, 1, 0, 1, 2, 1, 1];
    let puzzle = Tiles::new(3, 3, &cells, &cells);
    let read = |text: &str| puzzle.read_move(&puzzle.start(), text);
    assert_eq!(read("1R"), Ok(Slide { tile: 1, from: 3, to: 4 }));
    assert_eq!(read("1D"), Ok(Slide { tile: 1, from: 1, to: 4 }));
    // Another tile is there: the rules refuse it.
    assert!(puzzle.check(&puzzle.start(), &read("2L").unwrap()).is_err());
    for bad in ["", "1", "R", "1r", "1RR", "R1", "1 R", "01R", "+1R", "70000R", "1\u{fc}"] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let corner = Tiles::new(2, 2, &[0, 1, 1, 2], &[0, 1, 1, 2]);
    assert!(corner.read_move(&corner.start(), "1R").is_err(), "nothing stands west of the corner");
    let different = Tiles::new(2, 2, &[0, 1, 2, 3], &[0, 1, 2, 3]);
    assert!(different.read_move(&different.start(), "1L").is_err(), "the number says all");
    assert!(different.read_move(&different.start(), "4").is_err());
    let far = different.read_move(&different.start(), "3").unwrap();
    assert!(different.check(&different.start(), &far).unwrap_err().0.contains("not next to the vacancy"));
}
