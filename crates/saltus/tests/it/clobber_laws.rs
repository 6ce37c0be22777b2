//! The kit's laws over all small instances of Solitaire Clobber, and exhaustive search against the tables of values.

use std::collections::{BTreeMap, HashMap};

use crate::clobber::{GRAPHS, LINES_AND_CYCLES, Row, TURNS, Values, full, shape, table, value, with_gaps};
use dashu_int::UBig;
use saltus::clobber::{Clobber, Colour, Instance, Move, Pawns, Shape, State, Turns, read};
use saltus::draw::text;
use saltus::laws::{self, Random};
use saltus::limits::Limits;
use saltus::notation::{Certified, Instance as _, MoveText as _};
use saltus::puzzle::{Puzzle, Zero};
use saltus::row;
use saltus::scene::Draw;

/// Every pair of cells, also with one beyond the board.
fn conceivable(cells: usize) -> impl Iterator<Item = Move> {
    row::conceivable(cells + 1).map(|hop| Move { from: hop.from, to: hop.to })
}

fn laid_out(shape: &Shape, pawns: &Pawns, turns: Turns) -> Clobber {
    Instance::new(shape.clone(), pawns.clone()).with_turns(turns).puzzle().expect("small")
}

/// Boards of up to six cells, with how many they have.
fn small_boards() -> Vec<(Shape, usize)> {
    let grids = [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)];
    let rows = (1..=5).flat_map(|cells| [(Shape::Line, cells), (Shape::Cycle, cells)]);
    let grids = grids.into_iter().map(|(height, width)| (Shape::Grid { height, width }, height * width));
    let cubes = (0..=2).map(|dimension| (Shape::Cube { dimension }, 1 << dimension));
    let hamming =
        [vec![4], vec![3, 2], vec![1, 5]].map(|bases| (Shape::Hamming(bases.clone()), bases.iter().product()));
    let parts =
        [vec![3], vec![1, 2, 2], vec![3, 2]].map(|parts| (Shape::Multipartite(parts.clone()), parts.iter().sum()));
    let tree = (Shape::graph([(0, 3), (1, 3), (3, 2), (2, 4)]), 5);
    let kite = (Shape::graph([(0, 1), (1, 2), (2, 0), (2, 3)]), 5);
    rows.chain(grids).chain(cubes).chain(hamming).chain(parts).chain([tree, kite, (Shape::graph([]), 2)]).collect()
}

/// A state ends the play exactly when no conceivable move is legal.
fn ends_are_where_no_move_is(puzzle: &Clobber, states: &[State]) {
    for state in states {
        let stuck = !conceivable(state.cells().len()).any(|mv| puzzle.check(state, &mv).is_ok());
        assert_eq!(puzzle.is_goal(state), stuck, "{state:?}");
    }
}

#[test]
fn every_small_configuration() {
    for (shape, cells) in small_boards() {
        for (pawns, turns) in with_gaps(cells).flat_map(|pawns| TURNS.map(|turns| (pawns.clone(), turns))) {
            let puzzle = laid_out(&shape, &pawns, turns);
            // The rules know the start only to undo. All starts with all turns are all states.
            laws::moves_obey(&puzzle, &[puzzle.start()], |_| conceivable(cells));
            ends_are_where_no_move_is(&puzzle, &[puzzle.start()]);
            laws::undo_restores(&puzzle, &laws::all_states(&puzzle, 1000));
        }
    }
}

#[test]
fn every_small_instance_reads_back() {
    for (shape, cells) in small_boards() {
        for (pawns, turns) in with_gaps(cells).flat_map(|pawns| TURNS.map(|turns| (pawns.clone(), turns))) {
            let instance = Instance::new(shape.clone(), pawns).with_turns(turns);
            assert_eq!(read(&instance.to_string()), Ok(instance));
        }
        if !matches!(shape, Shape::Graph { .. }) {
            let all = Instance::all(shape, cells);
            assert_eq!(read(&all.to_string()), Ok(all));
        }
    }
}

#[test]
fn larger_boards_at_random() {
    let mut random = Random::new(1);
    for round in 0..60 {
        let (shape, cells) = match round % 4 {
            0 => (Shape::Cube { dimension: 3 }, 8),
            1 => (Shape::Hamming(vec![3, 3]), 9),
            2 => (Shape::Grid { height: 3, width: 4 }, 12),
            _ => (random_graph(&mut random, 9), 9),
        };
        let pawns = (0..cells).map(|_| [None, Some(Colour::Black), Some(Colour::White)][random.below(7).div_ceil(3)]);
        let puzzle = laid_out(&shape, &pawns.collect(), TURNS[round / 4 % 4]);
        let states = laws::sample_states(&puzzle, 30, round as u64);
        laws::moves_obey(&puzzle, &states, |_| conceivable(cells));
        ends_are_where_no_move_is(&puzzle, &states);
    }
}

/// Half of all edges.
fn random_graph(random: &mut Random, cells: u32) -> Shape {
    let pairs = (0..cells).flat_map(|b| (0..b).map(move |a| (a, b)));
    Shape::graph(pairs.filter(|_| random.below(2) == 0))
}

/// The shortest plays are the worst, but searches do not know that.
#[test]
fn searches_agree() {
    let limits = Limits { memory: 1 << 30, nodes: 100_000, ..Limits::DEFAULT };
    for line in ["line bwbwbwb", "cycle bbwbw.w", "grid bwb/wbw", "cube bwwbbwbw", "hamming 3x2 bwbbww"] {
        for turns in TURNS {
            let puzzle = read(&format!("clobber {line}")).unwrap().with_turns(turns).puzzle().unwrap();
            let length = laws::forward_solvers_agree(&puzzle, &Zero, &limits).expect("every play ends");
            assert!(puzzle.start().count() - length as usize >= value(&puzzle), "{line}");
        }
    }
}

/// The distribution of values over all configurations without empty cells, and what else a table says.
fn agrees_with(row: &Row) {
    let (name, shape) = (&row.name, shape(&row.name));
    let (mut values, mut distribution, mut two_colours) = (Values::default(), BTreeMap::new(), BTreeMap::new());
    for pawns in full(row.cells) {
        let puzzle = laid_out(&shape, &pawns, row.turns);
        let value = values.of(&puzzle, &puzzle.start());
        *distribution.entry(value).or_insert(0) += 1;
        if (1..row.cells as u32).contains(&pawns.white()[0].count_ones()) {
            *two_colours.entry(value).or_insert(0) += 1;
        }
    }
    assert_eq!(distribution, row.distribution, "{name} {:?}", row.turns);
    assert_eq!(two_colours.last_key_value(), Some((&row.most, &row.count)), "{name} {:?}", row.turns);
    assert_eq!(value(&laid_out(&shape, &row.example, row.turns)), row.most, "{name} {:?}", row.turns);
}

#[test]
fn tables_of_lines_and_cycles() {
    let rows = table(LINES_AND_CYCLES);
    assert_eq!(rows.len(), 14 * 6, "lines and cycles of 3 to 16 cells, each with three kinds of turns");
    rows.iter().filter(|row| row.cells <= 10).for_each(agrees_with);
}

#[test]
fn tables_of_graphs() {
    let rows = table(GRAPHS);
    let small: Vec<&Row> = rows.iter().filter(|row| row.cells <= 8).collect();
    assert!(small.len() > 60, "the table was read");
    small.into_iter().for_each(agrees_with);
}

/// What white first leaves, black first leaves with the colours exchanged; either first leaves the fewer.
#[test]
fn colours_are_alike() {
    for (shape, cells) in small_boards().into_iter().filter(|(_, cells)| *cells < 6) {
        let values: HashMap<Pawns, [usize; 4]> = with_gaps(cells)
            .map(|pawns| (pawns.clone(), TURNS.map(|turns| value(&laid_out(&shape, &pawns, turns)))))
            .collect();
        for (pawns, [free, either, black, white]) in &values {
            let exchanged: Pawns = pawns.iter().map(|content| content.map(Colour::other)).collect();
            assert_eq!(values[&exchanged], [*free, *either, *white, *black], "{pawns} on {shape:?}");
            assert!(free <= either && either == black.min(white), "{pawns} on {shape:?}");
        }
    }
}

/// A cycle with an empty cell, or with fewer than three cells, is a line.
#[test]
fn short_and_open_cycles_are_lines() {
    for (cells, turns) in (1..=6).flat_map(|cells| TURNS.map(|turns| (cells, turns))) {
        for pawns in with_gaps(cells) {
            let contents: Vec<_> = pawns.iter().collect();
            let cut = match contents.iter().position(Option::is_none) {
                Some(gap) => [&contents[gap..], &contents[..gap]].concat(),
                None if cells < 3 => contents,
                None => continue,
            };
            let line = laid_out(&Shape::Line, &cut.into_iter().collect(), turns);
            assert_eq!(value(&laid_out(&Shape::Cycle, &pawns, turns)), value(&line), "{pawns} {turns:?}");
        }
    }
}

#[test]
fn keys_are_numbers_in_base_three() {
    let key = |line: &str| {
        let puzzle = read(&format!("clobber {line}")).unwrap().puzzle().unwrap();
        puzzle.key(&puzzle.start())
    };
    assert_eq!(key("line b.w"), UBig::from(11u8));
    assert_eq!(key("line b.w turns=alternate"), UBig::from(33u8));
    assert_eq!(key("line b.w turns=alternate first=b"), UBig::from(34u8));
    assert_eq!(key("line b.w turns=alternate first=w"), UBig::from(35u8));
    let whites = |cells: usize, options: &str| key(&format!("line {}{options}", "w".repeat(cells)));
    assert_eq!(whites(80, ""), UBig::from(3u128.pow(80) - 1));
    assert_eq!(whites(79, " turns=alternate first=w"), UBig::from(3u128.pow(80) - 1));
    assert_eq!(whites(81, ""), UBig::from(3u8).pow(81) - UBig::ONE, "wider than 128 bits");
}

#[test]
fn evidence_is_a_move_a_line() {
    let puzzle = read("clobber line bwwb").unwrap().puzzle().unwrap();
    let mut lines = Vec::new();
    puzzle.write_evidence(&[Move { from: 0, to: 1 }, Move { from: 3, to: 2 }], &mut lines).unwrap();
    assert_eq!(lines, b"1-2\n4-3\n");
}

#[test]
fn pictures_have_the_rows_of_the_notation() {
    let picture = |line: &str| {
        let puzzle = read(&format!("clobber {line}")).unwrap().puzzle().unwrap();
        text::draw(&puzzle.scene(&puzzle.start()), false)
    };
    assert_eq!(picture("grid bwb/w.b"), "bwb\nw.b");
    assert_eq!(picture("grid b/w"), "b\nw");
    for row in ["line bw.w", "cycle bw.w", "cube bw.w", "hamming 2x2 bw.w", "graph bw.w 1-2"] {
        assert_eq!(picture(row), "bw.w", "{row}");
    }
}
