//! The potential `chain` of shifting checkers.

use crate::board::Cell;
use crate::families::shift::{BLACK, WHITE};

/// The potential that holds with every set of moves. The pairs on its chain are those of the
/// rightmost black with any white and those of the rightmost white with any black, so that two
/// counts tell which are undone.
pub(super) fn chain(board: &[Cell]) -> u64 {
    // Checkers left of the vacancy, and blacks left of whites.
    let (mut before, mut pairs) = (0, 0);
    let (mut blacks, mut whites) = (0, 0);
    // Whites right of the last black, and blacks left of the last white.
    let (mut whites_after, mut blacks_before) = (0, 0);
    for &cell in board {
        if cell == BLACK {
            blacks += 1;
            whites_after = 0;
        } else if cell == WHITE {
            whites += 1;
            pairs += blacks;
            whites_after += 1;
            blacks_before = blacks;
        } else {
            before = blacks + whites;
        }
    }
    if whites_after > 0 {
        // The first undone pair is that of black 1 and white m - whites_after + 1. All blacks
        // stand left of the last white, so every later pair of the chain is undone too.
        let a = blacks + whites - whites_after;
        pairs + whites_after + blacks - 1 + (before + a + 1) % 2
    } else if blacks_before > 0 {
        // That of black n - blacks_before + 1 and white m.
        let a = whites + blacks_before - 1;
        pairs + blacks_before + (before + a + 1) % 2
    } else {
        pairs + (before + whites) % 2
    }
}
