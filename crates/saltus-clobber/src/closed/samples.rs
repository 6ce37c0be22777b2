//! Rows for the tests of this family, and their values by trying all moves.

use super::letters::Ends;
use crate::rules::{Clobber, Colour, Pawns, Turns};
use saltus_core::board::Board;
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;

/// All configurations of `cells` cells, in the order of the numbers that their digits 0 (empty), 1
/// (b), 2 (w) make, the first cell's the lowest.
pub(super) fn all(cells: usize) -> impl Iterator<Item = Pawns> {
    let content = |digit: usize| [None, Some(Colour::Black), Some(Colour::White)][digit];
    (0..3usize.pow(cells as u32))
        .map(move |number| (0..cells).map(|cell| content(number / 3usize.pow(cell as u32) % 3)).collect())
}

fn number(pawns: impl DoubleEndedIterator<Item = Option<Colour>>) -> usize {
    let digit = |content: Option<Colour>| content.map_or(0, |colour| 1 + colour as usize);
    pawns.rev().fold(0, |number, content| 3 * number + digit(content))
}

/// The values of [`all`] configurations by trying all moves.
pub(super) fn values_by_search(cells: usize, ends: Ends) -> Vec<u64> {
    let board = || match ends {
        Ends::Open => Board::line(cells),
        Ends::Joined => Board::cycle(cells),
    };
    let mut order: Vec<(usize, Pawns)> = all(cells).enumerate().collect();
    order.sort_by_key(|(_, pawns)| pawns.count());
    let mut values = vec![0; order.len()];
    for (index, pawns) in order {
        let puzzle = Clobber::new(board(), &pawns, Turns::Free);
        let mut moves = Vec::new();
        puzzle.moves(&puzzle.start(), &mut moves);
        let behind = moves.iter().map(|mv| {
            let mut state = puzzle.start();
            puzzle.play(&mut state, mv);
            values[number(state.cells().iter().copied())]
        });
        values[index] = behind.min().unwrap_or(pawns.count() as u64);
    }
    values
}

/// A row drawn by a seed, with runs of random lengths around `run`, and a gap at one place in
/// `gaps` (none for 0).
pub(super) fn drawn(cells: usize, run: usize, gaps: usize, seed: u64) -> Pawns {
    let (mut random, mut colour) = (Random::new(seed), Colour::Black);
    let mut next = move |_| {
        if random.below(run) == 0 {
            colour = colour.other();
        }
        Some(colour).filter(|_| gaps == 0 || random.below(gaps) > 0)
    };
    (0..cells).map(&mut next).collect()
}

/// Rows of all sorts, up to a few hundred cells.
pub(super) fn various() -> impl Iterator<Item = Pawns> {
    let sizes = (1..70).chain([127, 128, 129, 191, 192, 300, 301]);
    let runs = [(1, 0), (2, 0), (2, 40), (3, 4), (9, 0), (30, 0), (30, 60), (200, 0), (1000, 0)];
    sizes.flat_map(move |cells| runs.map(|(run, gaps)| drawn(cells, run, gaps, (cells + 1000 * run) as u64)))
}
