//! Tables, deltas and their symmetries against the naive search.

use super::build::{Halves, Keep, Shape, UNREACHED, build};
use super::deltas::{MoveDeltas, Numbering};
use super::naive::{State, patterns, states, values};
use super::symmetry::Symmetry;
use super::table::{ValueTable, Width};
use super::{Pattern, mask, orders};
use saltus_core::limits::{Limits, Stop};

fn limits() -> Limits<'static> {
    Limits { threads: 2, ..Limits::default() }
}

fn shape_of(pattern: &Pattern) -> Shape {
    Shape::new(pattern.height(), pattern.width(), pattern.tiles())
}

fn table_of(shape: &Shape, pattern: &Pattern) -> ValueTable {
    ValueTable::build(shape, pattern, &limits()).expect("no limit").0
}

/// Where a state is in a table.
fn entry(shape: &Shape, (cells, vacancy): &State) -> (usize, usize) {
    let mut order: Vec<u8> = (0..cells.len() as u8).collect();
    order.sort_by_key(|&tile| cells[usize::from(tile)]);
    let block = shape.sets.block(shape.sets.rank(mask(cells)) as usize, (*vacancy).into());
    (block, orders::number(&order))
}

#[test]
fn values_and_slopes_are_those_of_the_naive_search() {
    let mut unreached = 0;
    for pattern in patterns() {
        let (shape, naive) = (shape_of(&pattern), values(&pattern));
        let built = build(&shape, &pattern, Keep::Values, &limits()).expect("no limit");
        let table = ValueTable::new(&shape, &pattern, built.values.clone(), 1);
        let deltas = [Numbering::Words, Numbering::Falling].map(|numbering| {
            MoveDeltas::new(&shape, &pattern, &table.halves(&shape), numbering, &limits()).expect("no limit")
        });
        for state in states(&pattern) {
            let known = naive.get(&state).copied();
            let (block, order) = entry(&shape, &state);
            let value = built.values[block * shape.orders + order];
            assert_eq!(known, (value != UNREACHED).then_some(value.into()), "{pattern:?} {state:?}");
            assert_eq!(table.value(&shape, &state.0, state.1.into()), known, "{pattern:?} {state:?}");
            let half = built.halves.of(block)[order / 64] >> (order % 64) & 1;
            assert_eq!(half, known.map_or(0, |known| u64::from(known >> 1 & 1)), "{pattern:?} {state:?}");
            let Some(known) = known else {
                unreached += 1;
                continue;
            };
            for deltas in &deltas {
                assert_eq!(deltas.value(&state.0, state.1.into()), Some(known), "{pattern:?} {state:?}");
            }
        }
    }
    assert!(unreached > 100, "some arrangements are out of reach");
}

#[test]
fn halves_of_a_table_are_those_of_its_construction() {
    let wide = [(1, 4, 0, vec![1, 2, 3]), (3, 4, 11, vec![0, 1, 4, 5, 8]), (2, 4, 7, vec![0, 1, 2, 3, 4, 5, 6])];
    let wide = wide.map(|(height, width, vacancy, cells)| Pattern::new(height, width, vacancy, &cells));
    for pattern in patterns().into_iter().step_by(9).chain(wide) {
        let shape = shape_of(&pattern);
        let (table, halves) = ValueTable::build(&shape, &pattern, &limits()).expect("no limit");
        let unpacked = table.halves(&shape);
        for block in 0..shape.sets.blocks() {
            assert_eq!(unpacked.of(block), halves.of(block), "{pattern:?} {block}");
        }
    }
}

#[test]
fn slopes_tell_every_move() {
    for pattern in patterns().into_iter().step_by(5) {
        let (shape, naive) = (shape_of(&pattern), values(&pattern));
        let halves = table_of(&shape, &pattern).halves(&shape);
        let deltas = MoveDeltas::new(&shape, &pattern, &halves, Numbering::Falling, &limits()).expect("no limit");
        for (state, &value) in &naive {
            let word = deltas.words[deltas.numbering.place(&deltas.weights, &state.0) as usize];
            for direction in 0..4 {
                let next = shape.board.step(state.1.into(), direction).map(|next| next as u8);
                let Some(tile) = next.and_then(|next| state.0.iter().position(|&cell| cell == next)) else { continue };
                let mut after = state.clone();
                after.0[tile] = state.1;
                after.1 = state.0[tile];
                let falls = word >> deltas.bit(tile, direction) & 1 == 1;
                let change = if falls { value.wrapping_sub(1) } else { value + 1 };
                assert_eq!(naive[&after], change, "{pattern:?} {state:?} {direction}");
            }
        }
    }
}

#[test]
fn places_are_all_different() {
    for (cells, tiles) in [(1, 0), (2, 2), (5, 1), (6, 3), (9, 4)] {
        for numbering in [Numbering::Words, Numbering::Falling] {
            let pattern = Pattern::new(1, cells + 1, cells, &(0..tiles as u8).collect::<Vec<_>>());
            let weights = numbering.weights(cells + 1, tiles);
            let mut arranged: Vec<Vec<u8>> = states(&pattern).into_iter().map(|(cells, _)| cells).collect();
            arranged.dedup();
            let mut places: Vec<u64> = arranged.iter().map(|cells| numbering.place(&weights, cells)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), arranged.len());
            let all = numbering.places(cells + 1, tiles);
            assert!(places.iter().all(|&place| place < all));
            assert!(numbering == Numbering::Words || all == places.len() as u64, "falling factorials waste no place");
        }
    }
}

#[test]
fn an_image_has_the_same_table() {
    for pattern in patterns().into_iter().step_by(11) {
        let (least, way) = pattern.canonical();
        let shape = shape_of(&pattern);
        let (own, served) = (table_of(&shape, &pattern), table_of(&shape, &least));
        // The image's tiles are in another order.
        let images = way.cells(pattern.cells());
        for (cells, vacancy) in states(&pattern) {
            let there = way.cells(&cells);
            let cell_of = |home: &u8| there[images.iter().position(|image| image == home).expect("the same tiles")];
            let there: Vec<u8> = least.cells().iter().map(cell_of).collect();
            let value = served.value(&shape, &there, way.cell(vacancy.into()));
            assert_eq!(own.value(&shape, &cells, vacancy.into()), value, "{pattern:?} {cells:?} {vacancy}");
        }
        for symmetry in Symmetry::all(pattern.height(), pattern.width()) {
            assert_eq!(pattern.image(&symmetry).canonical().0, least);
        }
    }
}

/// A tile of 1x3 that belongs on cell 1, the vacancy on cell 3 at the end. The sets are {1}, {2},
/// {3}; the first and the last leave one region, the second leaves two, cell 1 and cell 3. In a row
/// the vacancy stays on its side of the tile, but for one step onto it.
#[test]
fn entries_come_in_the_order_of_the_format() {
    let pattern = Pattern::new(1, 3, 2, &[0]);
    let table = table_of(&shape_of(&pattern), &pattern);
    assert_eq!((table.entries(), table.width()), (4, Width::Four));
    // Home; one step from home with the vacancy on the way; and two that have the vacancy on the
    // wrong side.
    assert_eq!(table.payload(), [0x00, 0xff]);
}

/// The tiles of cells 1 and 2 of 2x2, the vacancy on cell 3 or 4 at the end. The sets are 12, 13,
/// 23, 14, 24, 34; the diagonals 23 and 14 leave two regions each. Tiles go round a ring, here 1,
/// 2, 4, 3, and their cyclic order stays as it is.
#[test]
fn two_tiles_in_a_ring() {
    let pattern = Pattern::new(2, 2, 3, &[0, 1]);
    let table = table_of(&shape_of(&pattern), &pattern);
    assert_eq!((table.entries(), table.width()), (16, Width::Four));
    // The blocks of set 23: tile 1 on cell 2 and tile 2 on cell 3, or the other way round; the
    // vacancy on cell 1, then on cell 4. Tile 1 on 3, tile 2 on 2, vacancy on 1: one move. Tile 1
    // on 2, tile 2 on 3, vacancy on 4: three. The others are out of order.
    let entries = [4, 5, 6, 7].map(|number| table.width().entry(table.payload(), number));
    assert_eq!(entries, [None, Some(0), Some(0), None]);
    let value = |cells: [u8; 2], vacancy| table.value(&shape_of(&pattern), &cells, vacancy);
    assert_eq!([value([2, 1], 0), value([1, 2], 3), value([2, 1], 3)], [Some(1), Some(3), None]);
}

#[test]
fn large_values_take_eight_bits() {
    // One row of the snake-like 2x4 board with all its tiles: far above the Manhattan sum.
    let pattern = Pattern::new(2, 4, 7, &[0, 1, 2, 3, 4, 5, 6]);
    let (shape, naive) = (shape_of(&pattern), values(&pattern));
    let table = table_of(&shape, &pattern);
    let apart = |a: u8, b: u8| u32::from((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4));
    let above = naive.iter().map(|((cells, _), &value)| {
        value - cells.iter().zip(pattern.cells()).map(|(&cell, &home)| apart(cell, home)).sum::<u32>()
    });
    let most = above.max().expect("states") / 2;
    assert_eq!(table.width(), if most < 15 { Width::Four } else { Width::Eight }, "{most}");
    for (state, value) in &naive {
        assert_eq!(table.value(&shape, &state.0, state.1.into()), Some(*value));
    }
    assert_eq!(naive.len(), 20160, "half of all arrangements");
}

#[test]
fn threads_change_nothing() {
    let pattern = Pattern::new(3, 4, 11, &[0, 1, 2, 4, 5, 6]);
    let shape = shape_of(&pattern);
    let built =
        |threads| ValueTable::build(&shape, &pattern, &Limits { threads, ..Limits::default() }).expect("no limit");
    let (one, halves) = built(1);
    let deltas = |threads, halves: &Halves| {
        let limits = Limits { threads, ..Limits::default() };
        MoveDeltas::new(&shape, &pattern, halves, Numbering::Falling, &limits).expect("no limit").words
    };
    for threads in [2, 5] {
        let (other, other_halves) = built(threads);
        assert_eq!(one, other);
        assert_eq!(deltas(1, &halves), deltas(threads, &other_halves));
    }
}

#[test]
fn limits_are_kept() {
    let pattern = Pattern::new(3, 3, 8, &[0, 1, 2]);
    let shape = shape_of(&pattern);
    let little = Limits { memory: 1000, ..Limits::default() };
    assert!(matches!(build(&shape, &pattern, Keep::Halves, &little), Err(Stop::Memory { .. })));
    assert!(matches!(ValueTable::build(&shape, &pattern, &little), Err(Stop::Memory { .. })));
    let halves = table_of(&shape, &pattern).halves(&shape);
    assert!(matches!(MoveDeltas::new(&shape, &pattern, &halves, Numbering::Words, &little), Err(Stop::Memory { .. })));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&cancel), ..Limits::default() };
    assert!(matches!(ValueTable::build(&shape, &pattern, &cancelled), Err(Stop::Cancelled)));
}
