//! The slow, obvious counterpart of tables: shortest paths found state by state, the vacancy
//! walking cell by cell.

use std::collections::{HashMap, VecDeque};

use super::Pattern;
use saltus_core::board::Board;

/// The cell of each tile, and that of the vacancy.
pub(super) type State = (Vec<u8>, u8);

/// How often tiles of the pattern must move at least, from every state that the goal can be reached
/// from.
///
/// The vacancy's steps to free cells cost nothing, those onto a tile of the pattern 1; what moves
/// forth can move back, so the search starts at the goal.
pub(super) fn values(pattern: &Pattern) -> HashMap<State, u32> {
    let board = Board::grid(pattern.height, pattern.width);
    let goal: State = (pattern.cells().to_vec(), pattern.vacancy() as u8);
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut open = VecDeque::from([(goal, 0)]);
    while let Some((state, value)) = open.pop_front() {
        if found[&state] < value {
            continue;
        }
        for next in board.neighbours(state.1.into()) {
            let mut after = (state.0.clone(), next as u8);
            let mut cost = 0;
            if let Some(tile) = state.0.iter().position(|&cell| u32::from(cell) == next) {
                after.0[tile] = state.1;
                cost = 1;
            }
            if found.get(&after).is_none_or(|&known| known > value + cost) {
                found.insert(after.clone(), value + cost);
                if cost == 0 { open.push_front((after, value)) } else { open.push_back((after, value + cost)) }
            }
        }
    }
    found
}

/// All states of a pattern's tiles with the vacancy on each free cell.
pub(super) fn states(pattern: &Pattern) -> Vec<State> {
    let cells = (pattern.height * pattern.width) as u8;
    let mut placed: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..pattern.tiles() {
        let longer = |before: Vec<u8>| {
            let free: Vec<u8> = (0..cells).filter(|cell| !before.contains(cell)).collect();
            free.into_iter().map(move |cell| [&before[..], &[cell]].concat())
        };
        placed = placed.into_iter().flat_map(longer).collect();
    }
    let with_vacancy = |tiles: Vec<u8>| {
        let free: Vec<u8> = (0..cells).filter(|cell| !tiles.contains(cell)).collect();
        free.into_iter().map(move |cell| (tiles.clone(), cell))
    };
    placed.into_iter().flat_map(with_vacancy).collect()
}

/// Patterns of one to four tiles on small boards, the vacancy here and there.
pub(super) fn patterns() -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for (height, width) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let cells = height * width;
        for mask in
            (0u32..1 << cells).filter(|mask| (1..=4).contains(&mask.count_ones()) && mask.count_ones() < cells as u32)
        {
            let tiles: Vec<u8> = (0..cells as u8).filter(|cell| mask >> cell & 1 == 1).collect();
            let free: Vec<usize> = (0..cells).filter(|cell| mask >> cell & 1 == 0).collect();
            // Of the larger boards a part, so that all takes a moment.
            if cells < 6 || mask % 13 == 3 {
                patterns.extend(free.iter().map(|&vacancy| Pattern::new(height, width, vacancy, &tiles)));
            } else if mask % 5 == 1 {
                patterns.push(Pattern::new(height, width, free[mask as usize % free.len()], &tiles));
            }
        }
    }
    patterns
}
