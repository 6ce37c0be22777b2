//! The closed set that shows a lower bound, for boards of at most 16 cells.
//!
//! It is the set that [`search::closed_set`](saltus_core::search::closed_set) finds for any puzzle:
//! all positions that are reached with g + h < cost, g least. (A cost above the shortest play's
//! length is not a lower bound; then this search goes on after the goal.) It holds a position in 64
//! bits and learns from the tables how far each move takes the bounds.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::engine::MOST_VIEWS;
use super::views::PatternViews;
use saltus_core::board::Board;
use saltus_core::limits::{Limits, Meter, Stop};

/// The most cells of a board.
pub const MOST_CELLS: usize = 16;

/// A position: the goal cell of what is on each cell, 4 bits each, and the bound of each view.
#[derive(Clone, Copy)]
struct PackedPosition {
    board: u64,
    bounds: [u8; MOST_VIEWS],
}

/// Every position that is reached with g + h below `cost`, [packed](pack), with its g; none when a
/// table is wrong.
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When the board has more than [`MOST_CELLS`] cells.
pub(crate) fn below(
    position: &[u8],
    views: &PatternViews,
    cost: u32,
    limits: &Limits<'_>,
) -> Result<Option<Vec<(u64, u32)>>, Stop> {
    let cells = position.len();
    assert!(cells <= MOST_CELLS && views.list.len() <= MOST_VIEWS, "a position fits in 64 bits");
    let mut bounds = [0; MOST_VIEWS];
    let Some(values) = views.values(position) else { return Ok(None) };
    for (bound, value) in bounds.iter_mut().zip(values) {
        let Ok(value) = value.try_into() else { return Ok(None) };
        *bound = value;
    }
    let start = PackedPosition { board: pack(position), bounds };
    if start.bound() >= cost {
        return Ok(Some(Vec::new()));
    }
    let grower = Grower { views, board: Board::grid(views.height, views.width), cells };
    let mut meter = Meter::new(limits, "certificate");
    let mut seen = HashSet::with_hasher(FxBuildHasher);
    seen.insert(start.board);
    let mut found = vec![(start.board, 0)];
    let (mut layer, mut next) = (vec![start], Vec::new());
    for g in 1.. {
        for entry in layer.drain(..) {
            // A slot of the set takes 9 bytes, and it may just be doubled; an entry of the result
            // 16, and as a key 32.
            meter.node(|| (seen.capacity() as u64) * 18 + (found.len() as u64) * 48)?;
            let grown = grower.grow(entry, |child| {
                if g + child.bound() < cost && seen.insert(child.board) {
                    found.push((child.board, g));
                    next.push(child);
                }
            });
            if grown.is_none() {
                return Ok(None);
            }
        }
        std::mem::swap(&mut layer, &mut next);
        if layer.is_empty() {
            break;
        }
    }
    Ok(Some(found))
}

impl PackedPosition {
    fn bound(self) -> u32 {
        self.bounds.into_iter().max().map_or(0, u32::from)
    }
}

/// The goal cells of what is on each cell as one number, 4 bits each, the first cell lowest.
///
/// ```
/// use saltus_tiles::search::ida::closed_set::pack;
///
/// assert_ne!(pack(&[0, 1, 2, 3, 4, 5]), pack(&[1, 0, 2, 3, 4, 5]));
/// ```
pub fn pack(position: &[u8]) -> u64 {
    position.iter().rev().fold(0, |board, &home| board << 4 | u64::from(home))
}

/// The goal cells of what is on each cell.
pub(crate) fn unpack(board: u64, cells: usize) -> impl Iterator<Item = u8> {
    (0..cells).map(move |cell| (board >> (4 * cell) & 15) as u8)
}

struct Grower<'a> {
    views: &'a PatternViews,
    board: Board,
    cells: usize,
}

impl Grower<'_> {
    /// Calls `visit` with what each move leads to. None when a bound goes below 0 or above any
    /// distance.
    fn grow(&self, entry: PackedPosition, mut visit: impl FnMut(PackedPosition)) -> Option<()> {
        let mut places = [0u8; MOST_CELLS];
        for cell in 0..self.cells {
            places[(entry.board >> (4 * cell) & 15) as usize] = cell as u8;
        }
        let vacancy = usize::from(places[self.views.vacancy]);
        for direction in 0..4 {
            let Some(from) = self.board.step(vacancy as u32, direction) else { continue };
            let home = entry.board >> (4 * from) & 15;
            let change =
                (home ^ self.views.vacancy as u64) << (4 * from) | (home ^ self.views.vacancy as u64) << (4 * vacancy);
            let mut child = PackedPosition { board: entry.board ^ change, ..entry };
            for (view, bound) in child.bounds.iter_mut().enumerate().take(self.views.list.len()) {
                let lower = self.views.lowers(view, &places, home as u8);
                *bound = if lower { bound.checked_sub(1)? } else { bound.checked_add(1)? };
            }
            visit(child);
        }
        Some(())
    }
}
