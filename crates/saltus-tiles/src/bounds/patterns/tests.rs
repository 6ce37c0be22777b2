//! Tables and their symmetries against the naive search.

use std::sync::Arc;

use super::build::{TableShape, build};
use super::naive::{State, patterns, states, values};
use super::symmetry::GridSymmetry;
use super::table::{PatternState, Table, TileWay};
use super::{Pattern, mask};
use crate::search::arrangements::rank;
use saltus_core::limits::{Limits, Stop};

fn limits() -> Limits<'static> {
    Limits { threads: 2, ..Limits::default() }
}

fn shape_of(pattern: &Pattern) -> Arc<TableShape> {
    Arc::new(TableShape::new(pattern.height, pattern.width, pattern.tiles()))
}

fn table_of(pattern: &Pattern) -> Table {
    Table::build(&shape_of(pattern), pattern, &limits()).expect("no limit")
}

/// Where a state is in a table.
fn entry(shape: &TableShape, (cells, vacancy): &State) -> (usize, usize) {
    let mut order: Vec<u8> = (0..cells.len() as u8).collect();
    order.sort_by_key(|&tile| cells[usize::from(tile)]);
    (shape.sets.block_of(mask(cells), (*vacancy).into()), rank(order.len(), &order) as usize)
}

#[test]
fn values_are_those_of_the_naive_search() {
    let mut unreached = 0;
    for pattern in patterns() {
        let (shape, naive, table) = (shape_of(&pattern), values(&pattern), table_of(&pattern));
        for state in states(&pattern) {
            let known = naive.get(&state).copied();
            let (block, order) = entry(&shape, &state);
            let bit = table.bytes()[block * shape.stride + order / 8] >> (order % 8) & 1;
            assert_eq!(u32::from(bit), known.map_or(0, |known| known >> 1 & 1), "{pattern:?} {state:?}");
            match known {
                Some(known) => assert_eq!(table.value(&state.0, state.1.into()), Some(known), "{pattern:?} {state:?}"),
                None => unreached += 1,
            }
        }
    }
    assert!(unreached > 100, "some arrangements are out of reach");
}

#[test]
fn moves_are_told() {
    for pattern in patterns().into_iter().step_by(5) {
        let (shape, naive, table) = (shape_of(&pattern), values(&pattern), table_of(&pattern));
        for (state, &value) in &naive {
            for next in shape.board.neighbours(state.1.into()).map(|next| next as u8) {
                let Some(tile) = state.0.iter().position(|&cell| cell == next) else { continue };
                let mut after = state.clone();
                after.0[tile] = state.1;
                after.1 = next;
                let way = TileWay::new(next.into(), state.1.into());
                let (standing, lower) = table.view().moved(PatternState::of(&state.0, value), &way);
                let change = if lower == 1 { value.wrapping_sub(1) } else { value + 1 };
                assert_eq!(naive[&after], change, "{pattern:?} {state:?} {next}");
                assert_eq!(standing, PatternState::of(&after.0, change), "{pattern:?} {state:?} {next}");
                assert_eq!(table.lowers(&state.0, tile, state.1.into()), lower == 1);
            }
        }
    }
}

#[test]
fn an_image_has_the_same_table() {
    for pattern in patterns().into_iter().step_by(11) {
        let (least, way) = pattern.canonical();
        let (served, naive) = (table_of(&least), values(&pattern));
        // The image's tiles are in another order.
        let images = way.cells(pattern.cells());
        for ((cells, vacancy), value) in naive {
            let there = way.cells(&cells);
            let cell_of = |home: &u8| there[images.iter().position(|image| image == home).expect("the same tiles")];
            let there: Vec<u8> = least.cells().iter().map(cell_of).collect();
            let found = served.value(&there, way.cell(vacancy.into()));
            assert_eq!(found, Some(value), "{pattern:?} {cells:?} {vacancy}");
        }
        for symmetry in GridSymmetry::all(pattern.height, pattern.width) {
            assert_eq!(pattern.image(&symmetry).canonical().0, least);
        }
    }
}

/// A tile of 1x3 that belongs on cell 1, the vacancy on cell 3 at the end. The sets are {1}, {2},
/// {3}; the first and the last leave one region, the second leaves two, of which that of cell 1 is
/// the main one. In a row the vacancy stays on its side of the tile, but for one step onto it.
#[test]
fn entries_come_in_the_order_of_the_format() {
    let table = table_of(&Pattern::new(1, 3, 2, &[0]));
    // Home; two that have the vacancy on the wrong side; and with the vacancy on cell 1 one step
    // from home, so that no bit is set.
    assert_eq!(table.bytes(), [0; 32]);
    assert_eq!((table.value(&[0], 2), table.value(&[1], 0), table.value(&[1], 2)), (Some(0), Some(1), None));
}

/// The tiles of cells 1 and 2 of 2x2, the vacancy on cell 3 or 4 at the end. The sets are 12, 13,
/// 23, 14, 24, 34; the diagonals 23 and 14 leave two regions each. Tiles go round a ring, here 1,
/// 2, 4, 3, and their cyclic order stays as it is.
#[test]
fn two_tiles_in_a_ring() {
    let table = table_of(&Pattern::new(2, 2, 3, &[0, 1]));
    // Blocks of 8 bytes: six sets, then the second regions of 23 and 14.
    assert_eq!(table.bytes().len(), 64);
    let value = |cells: [u8; 2], vacancy| table.value(&cells, vacancy);
    assert_eq!([value([2, 1], 0), value([1, 2], 3), value([2, 1], 3)], [Some(1), Some(3), None]);
    // The last block but one: set 23, the vacancy on 4. Tile 1 on 2, tile 2 on 3: three moves.
    assert_eq!(table.bytes()[48], 0b01);
}

#[test]
fn all_tiles_in_a_pattern() {
    let pattern = Pattern::new(2, 4, 7, &[0, 1, 2, 3, 4, 5, 6]);
    let (naive, table) = (values(&pattern), table_of(&pattern));
    for (state, value) in &naive {
        assert_eq!(table.value(&state.0, state.1.into()), Some(*value));
    }
    assert_eq!(naive.len(), 20160, "half of all arrangements");
}

#[test]
fn threads_change_nothing() {
    let pattern = Pattern::new(3, 4, 11, &[0, 1, 2, 4, 5, 6]);
    let shape = shape_of(&pattern);
    let built = |threads| build(&shape, &pattern, &Limits { threads, ..Limits::default() }).expect("no limit");
    let one = built(1);
    assert!([2, 5].into_iter().all(|threads| built(threads) == one));
}

#[test]
fn limits_are_kept() {
    let pattern = Pattern::new(3, 3, 8, &[0, 1, 2]);
    let shape = shape_of(&pattern);
    let little = Limits { memory: 1000, ..Limits::default() };
    assert!(matches!(build(&shape, &pattern, &little), Err(Stop::Memory { .. })));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&cancel), ..Limits::default() };
    assert!(matches!(build(&shape, &pattern, &cancelled), Err(Stop::Cancelled)));
}
