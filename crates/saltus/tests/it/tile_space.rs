//! The exact state spaces of small boards, against published tables and against searches that take
//! one state at a time.

use std::collections::HashMap;

use crate::tile_graph::TileGraph;
use dashu_int::UBig;
use saltus::board::{Board, Cell};
use saltus::limits::{Limits, Stop};
use saltus::search::ranked;
use saltus::tiles::search::space::{self, EXAMPLES, Space};

/// Rows of numbers; a question mark ends a row.
fn table(text: &str) -> Vec<Vec<u64>> {
    let numbers =
        |line: &str| line.split(' ').filter(|word| *word != "-").map_while(|word| word.parse().ok()).collect();
    text.lines().filter(|line| !line.starts_with('#')).map(numbers).collect()
}

/// Height, width and goal cell of the vacancy, and how many arrangements there are at each
/// distance.
fn distributions() -> Vec<(usize, usize, usize, Vec<u64>)> {
    let text = include_str!("../../../saltus-tiles/tests/data/tile_distributions.txt");
    let named = |word: &str| word.starts_with('A');
    let plain: Vec<String> = text
        .lines()
        .map(|line| line.split(' ').map(|word| if named(word) { "-" } else { word }).collect::<Vec<_>>().join(" "))
        .collect();
    let rows = table(&plain.join("\n"));
    rows.into_iter().map(|row| (row[0] as usize, row[1] as usize, row[2] as usize, row[5..].to_vec())).collect()
}

fn explore(height: usize, width: usize, vacancy: usize) -> Space {
    Space::explore(height, width, vacancy, &Limits::default()).expect("no limit")
}

/// The cells of the goal's vacancy that a symmetry of the board takes to this one, on the board and
/// on its mirror image.
fn images(height: usize, width: usize, vacancy: usize) -> Vec<(usize, usize, usize)> {
    let (y, x) = (vacancy / width, vacancy % width);
    let ys = [y, height - 1 - y];
    let xs = [x, width - 1 - x];
    let pairs = ys.into_iter().flat_map(|y| xs.into_iter().map(move |x| (y, x)));
    pairs.flat_map(|(y, x)| [(height, width, y * width + x), (width, height, x * height + y)]).collect()
}

#[test]
fn layers_are_those_of_the_data_file() {
    let mut boards = 0;
    for (height, width, vacancy, layers) in distributions().into_iter().filter(|row| row.0 * row.1 <= 10) {
        for (height, width, vacancy) in images(height, width, vacancy) {
            let space = explore(height, width, vacancy);
            assert_eq!(space.census().layers, layers, "{height} x {width}, {vacancy}");
            assert_eq!(space.census().farthest.len() as u64, layers[layers.len() - 1].min(EXAMPLES as u64));
            for board in &space.census().farthest {
                assert_eq!(space.distance(board), Some(space.census().depth()));
            }
            boards += 1;
        }
    }
    assert_eq!(boards, 8 * 11, "the table was read");
}

#[test]
fn largest_distances_are_those_of_the_data_file() {
    let maxima = table(include_str!("../../../saltus-tiles/tests/data/tile_maxima.txt"));
    let small = maxima.iter().filter(|row| row.len() == 4 && row[0] * row[1] <= 10);
    let mut read = 0;
    for row in small {
        let layers = explore(row[0] as usize, row[1] as usize, 0).census().layers.clone();
        assert_eq!((layers.len() as u64 - 1, layers.last()), (row[2], Some(&row[3])));
        read += 1;
    }
    assert_eq!(read, 5);
}

/// What a plain search knows of a board: its distance, the number of shortest plays, the least of
/// them.
struct Known {
    distance: u32,
    plays: u64,
    least: Vec<u8>,
    maximum: bool,
}

/// Every board that can be reached, found one by one.
fn plainly(height: usize, width: usize, vacancy: usize) -> HashMap<Vec<u8>, Known> {
    let grid = Board::grid(height, width);
    let moves = |board: &[u8]| -> Vec<(u8, Vec<u8>)> {
        let hole = board.iter().position(|&place| usize::from(place) == vacancy).expect("a vacancy");
        let step = |way: usize| {
            let mut after = board.to_vec();
            after.swap(hole, grid.step(hole as Cell, way)? as usize);
            Some((way as u8, after))
        };
        (0..4).filter_map(step).collect()
    };
    let goal: Vec<u8> = (0..(height * width) as u8).collect();
    let mut known = HashMap::from([(goal.clone(), Known { distance: 0, plays: 1, least: Vec::new(), maximum: true })]);
    let (mut layer, mut distance) = (vec![goal], 0);
    while !layer.is_empty() {
        let mut next: Vec<Vec<u8>> = layer.iter().flat_map(|board| moves(board)).map(|(_, board)| board).collect();
        next.sort();
        next.dedup();
        next.retain(|board| !known.contains_key(board));
        distance += 1;
        for board in &next {
            let (mut plays, mut least) = (0, None::<Vec<u8>>);
            for (way, before) in moves(board) {
                let Some(before) = known.get_mut(&before).filter(|before| before.distance + 1 == distance) else {
                    continue;
                };
                plays += before.plays;
                before.maximum = false;
                let play = [&[way], &before.least[..]].concat();
                least = Some(least.map_or(play.clone(), |least| least.min(play)));
            }
            let entry = Known { distance, plays, least: least.expect("it was reached"), maximum: true };
            known.insert(board.clone(), entry);
        }
        layer = next;
    }
    known
}

fn assert_plain(height: usize, width: usize, vacancy: usize, every: usize) {
    let name = format!("{height} x {width}, {vacancy}");
    let (space, known) = (explore(height, width, vacancy), plainly(height, width, vacancy));
    let count = |distance| known.values().filter(|known| known.distance == distance).count() as u64;
    assert_eq!(space.census().layers, (0..=space.census().depth()).map(count).collect::<Vec<_>>(), "{name}");
    assert_eq!(space.census().layers.iter().sum::<u64>(), known.len() as u64, "{name}");
    let mut farthest: Vec<_> =
        known.iter().filter(|known| known.1.distance == space.census().depth()).map(|known| known.0).collect();
    farthest.sort();
    if farthest.len() <= EXAMPLES {
        assert_eq!(space.census().farthest.iter().collect::<Vec<_>>(), farthest, "{name}");
    }
    let maxima = known.values().filter(|known| known.maximum).count() as u64;
    assert_eq!(space.local_maxima(&Limits::default()), Ok(maxima), "{name}");
    let mut boards: Vec<_> = known.iter().collect();
    boards.sort_by_key(|known| known.0);
    for (board, known) in boards.into_iter().step_by(every) {
        assert_eq!(space.moves_to_goal(board).as_ref(), Some(&known.least), "{name}: {board:?}");
        let plays = space.shortest_plays(board, &Limits::default());
        assert_eq!(plays, Ok(known.plays.into()), "{name}: {board:?}");
    }
}

#[test]
fn agrees_with_a_plain_search_on_all_tiny_boards() {
    for (height, width) in [(1, 1), (1, 2), (1, 3), (1, 5), (2, 1), (3, 1), (6, 1), (2, 2), (2, 3), (3, 2)] {
        for vacancy in 0..height * width {
            assert_plain(height, width, vacancy, 1);
        }
    }
}

#[test]
fn agrees_with_a_plain_search_on_samples_of_small_boards() {
    for vacancy in 0..8 {
        let (height, width) = if vacancy % 3 == 0 { (4, 2) } else { (2, 4) };
        assert_plain(height, width, vacancy, 97);
    }
    for vacancy in [1, 4, 8] {
        assert_plain(3, 3, vacancy, 997);
    }
}

#[test]
fn agrees_with_the_search_by_ranks() {
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for vacancy in 0..height * width {
            let graph = TileGraph::new(height, width, vacancy);
            let goal = graph.goal();
            let limits = Limits::default();
            let distances = ranked::explore(&graph, goal, &[], &limits).expect("no limit");
            let space = explore(height, width, vacancy);
            assert_eq!(space.census().layers, distances.layers(), "{height} x {width}, {vacancy}");
            for board in &space.census().farthest {
                let rank = graph.rank(board);
                assert_eq!(distances.distance(rank), Some(space.census().depth()));
                assert_eq!(distances.shortest_plays(rank, &limits), space.shortest_plays(board, &limits));
            }
        }
    }
}

#[test]
fn plays_are_legal_shortest_and_all_counted_on_a_board_of_ten_cells() {
    let space = explore(5, 2, 9);
    let grid = Board::grid(5, 2);
    let mut board: Vec<u8> = space.census().farthest[0].clone();
    let plays = space.shortest_plays(&board, &Limits::default()).expect("no limit");
    assert!(plays > UBig::ONE);
    let mut left = space.census().depth();
    for way in space.moves_to_goal(&board).expect("a play") {
        assert_eq!(space.distance(&board), Some(left));
        let hole = board.iter().position(|&place| place == 9).expect("a vacancy");
        board.swap(hole, grid.step(hole as Cell, usize::from(way)).expect("a legal move") as usize);
        left -= 1;
    }
    assert_eq!((left, board), (0, (0..10).collect()));
}

#[test]
fn what_is_no_arrangement_has_no_distance() {
    let space = explore(2, 3, 5);
    let odd = [1, 0, 2, 3, 4, 5];
    for board in [&odd[..], &[], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4, 5, 5], &[0, 1, 2, 3, 5, 5], &[0, 1, 2, 3, 9, 5]] {
        assert_eq!((space.distance(board), space.moves_to_goal(board)), (None, None), "{board:?}");
        assert_eq!(space.shortest_plays(board, &Limits::default()), Ok(UBig::ZERO));
    }
    let row = explore(1, 4, 3);
    assert_eq!((row.distance(&[3, 0, 1, 2]), row.distance(&[3, 1, 0, 2])), (Some(3), None));
}

#[test]
fn limits_are_kept() {
    let stopped = |limits| Space::explore(3, 3, 8, &limits).err();
    let needed = space::space_bytes(3, 3).expect("few");
    assert_eq!(needed, 2 * 9 * 336 * 8);
    assert_eq!(stopped(Limits { memory: needed - 1, ..Limits::default() }), Some(Stop::Memory { needed }));
    assert_eq!(stopped(Limits { memory: needed, ..Limits::default() }), None);
    assert_eq!(stopped(Limits { nodes: 181_439, ..Limits::default() }), Some(Stop::Nodes));
    assert_eq!(stopped(Limits { nodes: 181_440, ..Limits::default() }), None);
    let half = Limits { memory: needed / 2, ..Limits::default() };
    assert_eq!(space::census(3, 3, 8, &half).map(|census| census.layers), Ok(explore(3, 3, 8).census().layers.clone()));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(stopped(Limits { cancel: Some(&cancel), ..Limits::default() }), Some(Stop::Cancelled));
    let play = explore(3, 3, 8).shortest_plays(&[7, 6, 5, 4, 3, 2, 1, 0, 8], &Limits { nodes: 9, ..Limits::default() });
    assert_eq!(play, Err(Stop::Nodes));
}

#[test]
fn boards_beyond_all_memory_are_refused_at_once() {
    assert_eq!(space::space_bytes(2, 7), Some(2 * 14 * 51_891_840 * 8));
    let refused = |height, width| Space::explore(height, width, 0, &Limits::default()).err();
    for (height, width) in [(2, 7), (3, 5), (4, 4), (2, 10), (5, 4)] {
        let needed = space::space_bytes(height, width).expect("numbers of 64 bits");
        assert_eq!(refused(height, width), Some(Stop::Memory { needed }), "{height} x {width}");
    }
    for (height, width) in [(5, 5), (2, 100), (15, 17)] {
        assert_eq!(space::space_bytes(height, width), None);
        let limits = Limits { memory: u64::MAX, ..Limits::default() };
        let found = Space::explore(height, width, 0, &limits).err();
        assert_eq!(found, Some(Stop::Memory { needed: u64::MAX }), "{height} x {width}");
    }
    assert_eq!(refused(16, 16), Some(Stop::Cells { most: 255 }));
    assert_eq!(refused(usize::MAX, usize::MAX), Some(Stop::Cells { most: 255 }));
    assert_eq!(explore(255, 1, 254).census().depth(), 254);
}
