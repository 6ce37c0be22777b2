//! The distance of every arrangement of a small board, a byte each, for whoever wants to hold all of them.
//!
//! Plain breadth-first search over lexicographic numbers. [`super::space`] needs a quarter of the memory and a tenth of the time, but
//! tells one distance at a time.

use saltus_core::board::{Board, Cell};
use saltus_core::limits::{Limits, Meter, Stop};

/// The most cells: the numbers of their arrangements have 32 bits.
pub const MOST_CELLS: usize = 12;

/// The distance of arrangements from which the goal cannot be reached.
pub const UNREACHED: u8 = u8::MAX;

/// The moves of every arrangement to the goal, by its lexicographic number among all of them. An arrangement is the goal cell of whatever is on
/// each cell, row by row; that of the vacancy is `vacancy`. Half of them are [`UNREACHED`] where there are two rows and columns.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::arrangements::{UNREACHED, distances};
///
/// let found = distances(2, 2, 3, &Limits::default()).unwrap();
/// // 0 1 2 3 is the goal, 0 1 3 2 a move away, and 0 2 1 3 has another parity.
/// assert_eq!(found[..3], [0, 1, UNREACHED]);
/// assert_eq!(found.iter().filter(|&&moves| moves < UNREACHED).max(), Some(&6));
/// ```
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When the vacancy belongs in no cell of the board.
pub fn distances(height: usize, width: usize, vacancy: usize, limits: &Limits<'_>) -> Result<Vec<u8>, Stop> {
    let cells = height.saturating_mul(width);
    assert!(vacancy < cells, "the vacancy belongs in one of {height} x {width} cells");
    if cells > MOST_CELLS {
        return Err(Stop::Cells { most: MOST_CELLS as u64 });
    }
    let count: usize = (1..=cells).product();
    // A byte each, and two layers, of which neither has a tenth of all.
    limits.afford(2 * count as u64)?;
    let grid = Board::grid(height, width);
    let mut meter = Meter::new(limits, "breadth-first search");
    let mut found = vec![UNREACHED; count];
    let (mut layer, mut next) = (vec![0], Vec::new());
    let mut board = [0; MOST_CELLS];
    let board = &mut board[..cells];
    found[0] = 0;
    for distance in 1..UNREACHED {
        for &number in &layer {
            meter.node(|| 2 * count as u64)?;
            unrank(number, board);
            let hole = board.iter().position(|&home| usize::from(home) == vacancy).expect("it is on the board");
            for cell in grid.neighbours(hole as Cell) {
                board.swap(hole, cell as usize);
                let after = rank(cells, board);
                if found[after as usize] == UNREACHED {
                    found[after as usize] = distance;
                    next.push(after);
                }
                board.swap(hole, cell as usize);
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    Ok(found)
}

/// The lexicographic number of an arrangement of so many things, or of what it begins with.
pub(crate) fn rank(things: usize, board: &[u8]) -> u32 {
    let mut free = u32::MAX;
    let mut number = 0;
    for (left, &home) in (1..=things as u32).rev().zip(board) {
        number = number * left + (free & ((1 << home) - 1)).count_ones();
        free &= !(1 << home);
    }
    number
}

/// The arrangement of a number; whether it is an odd one.
pub(crate) fn unrank(mut number: u32, board: &mut [u8]) -> bool {
    // First how many of those that are left are less than each, the last first.
    let mut odd = 0;
    for (left, place) in (1..).zip(board.iter_mut().rev()) {
        *place = (number % left) as u8;
        number /= left;
        odd ^= *place & 1;
    }
    let mut free = u32::MAX;
    for place in board {
        let mut rest = free;
        (0..*place).for_each(|_| rest &= rest - 1);
        *place = rest.trailing_zeros() as u8;
        free &= !(1 << *place);
    }
    odd == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::space::census;

    #[test]
    fn layers_are_those_of_the_search_by_bits() {
        let limits = Limits::default();
        for (height, width, vacancy) in [(1, 1, 0), (1, 5, 2), (2, 2, 0), (2, 3, 5), (2, 4, 3), (3, 3, 4), (5, 1, 4)] {
            let found = distances(height, width, vacancy, &limits).expect("small");
            let mut layers = census(height, width, vacancy, &limits).expect("small").layers;
            for &distance in found.iter().filter(|&&distance| distance < UNREACHED) {
                layers[usize::from(distance)] -= 1;
            }
            assert!(layers.iter().all(|&left| left == 0), "{height}x{width} {vacancy}");
        }
    }

    #[test]
    fn numbers_lead_back() {
        let mut board = [0; 5];
        for number in 0..120 {
            unrank(number, &mut board);
            assert_eq!(rank(5, &board), number);
        }
    }

    #[test]
    fn limits_are_kept_to() {
        let (few, little) = (Limits { nodes: 5, ..Limits::default() }, Limits { memory: 100, ..Limits::default() });
        assert_eq!(distances(3, 3, 8, &few), Err(Stop::Nodes));
        assert_eq!(distances(3, 3, 8, &little), Err(Stop::Memory { needed: 725_760 }));
        assert_eq!(distances(4, 4, 15, &little), Err(Stop::Cells { most: 12 }));
    }
}
