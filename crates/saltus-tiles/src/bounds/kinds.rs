//! Pattern databases for boards with equal tiles.
//!
//! A pattern is some of the labels, each with all its tiles, so that which of two equal tiles goes where is never asked. Its database has for every
//! placing of these tiles and of the vacancy the least number of moves of these tiles, others not counted, to where the goal has them. A move moves one tile,
//! and that of one pattern: the sum over patterns that share no label is a lower bound, and a consistent one (R. E. Korf, A. Felner, *Disjoint pattern
//! database heuristics*, Artificial Intelligence 134, 2002). A label with k tiles on n cells takes C(n, k) places and not n!/(n-k)!, so that
//! patterns are larger than with different tiles. Labels of too many placings count by [`Manhattan`].

use smallvec::SmallVec;

use super::Manhattan;
use crate::rules::{GAP, Tiles};
use saltus_core::board::{Board, Cell};
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Bound;
use saltus_core::row::Row;

/// The most entries of a database, a byte each.
const MOST_ENTRIES: u64 = 1 << 22;
/// Boards of more cells have no databases: patterns would be of two tiles or three.
const MOST_CELLS: usize = 36;

/// The databases of a puzzle.
///
/// ```
/// use saltus_core::{limits::Limits, puzzle::{Bound, Puzzle}};
/// use saltus_tiles::{bounds::{Kinds, Manhattan}, rules::Tiles};
///
/// // 2 2 1 / 1 1 0, and the goal 1 1 1 / 2 2 0: each tile is near a place of its like.
/// let puzzle = Tiles::new(2, 3, &[2, 2, 1, 1, 1, 0], &[1, 1, 1, 2, 2, 0]);
/// let kinds = Kinds::new(&puzzle, &Limits::default())?;
/// assert_eq!((Manhattan.of(&puzzle, &puzzle.start()), kinds.of(&puzzle, &puzzle.start())), (4, 8));
/// # Ok::<(), saltus_core::limits::Stop>(())
/// ```
pub struct Kinds {
    patterns: Vec<KindsPattern>,
    /// The labels of no pattern.
    rest: Vec<u16>,
    binomials: Binomials,
}

struct KindsPattern {
    /// Each label with the number of its tiles.
    kinds: Vec<(u16, u32)>,
    /// By the number of the placing, and the cell of the vacancy.
    moves: Vec<u8>,
}

/// Placings are numbered label by label, each among the cells that are left.
pub(super) type Binomials = Vec<[u64; MOST_CELLS + 1]>;

impl Kinds {
    /// Makes the databases: as few as there is room for, the labels with the fewest tiles together.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(puzzle: &Tiles, limits: &Limits<'_>) -> Result<Self, Stop> {
        let goal = puzzle.goal().cells();
        let cells = goal.len();
        let mut labels: Vec<u16> = goal.iter().copied().filter(|&tile| tile != GAP).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.sort_by_key(|&label| puzzle.homes(label).len());
        let mut kinds = Kinds { patterns: Vec::new(), rest: Vec::new(), binomials: Vec::new() };
        if cells > MOST_CELLS {
            kinds.rest = labels;
            return Ok(kinds);
        }
        kinds.binomials = binomials(cells);
        let mut chosen: Vec<(u16, u32)> = Vec::new();
        for label in labels {
            let kind = (label, puzzle.homes(label).len() as u32);
            let with = |chosen: &[(u16, u32)]| {
                let all = chosen.iter().chain([&kind]);
                kinds.entries(cells, all).is_some_and(|entries| entries <= MOST_ENTRIES)
            };
            match (with(&chosen), with(&[])) {
                (true, _) => chosen.push(kind),
                (false, true) => kinds
                    .patterns
                    .push(KindsPattern { kinds: std::mem::replace(&mut chosen, vec![kind]), moves: Vec::new() }),
                (false, false) => kinds.rest.push(label),
            }
        }
        if !chosen.is_empty() {
            kinds.patterns.push(KindsPattern { kinds: chosen, moves: Vec::new() });
        }
        let entries = |pattern: &KindsPattern| kinds.entries(cells, pattern.kinds.iter()).expect("they were counted");
        limits.afford(kinds.patterns.iter().map(entries).sum())?;
        let mut patterns = std::mem::take(&mut kinds.patterns);
        for pattern in &mut patterns {
            pattern.moves = kinds.explore(puzzle, &pattern.kinds, limits)?;
        }
        Ok(Kinds { patterns, ..kinds })
    }

    /// Placings of these labels, times the cells of the vacancy.
    fn entries<'a>(&self, cells: usize, kinds: impl Iterator<Item = &'a (u16, u32)>) -> Option<u64> {
        let (mut entries, mut left) = (cells as u64, cells);
        for &(_, count) in kinds {
            entries = entries.checked_mul(self.binomials[left][count as usize])?;
            left -= count as usize;
        }
        Some(entries)
    }

    /// The number of the placing of these labels.
    fn number(&self, cells: &[u16], kinds: &[(u16, u32)]) -> u64 {
        let (mut number, mut left) = (0, cells.len());
        for (at, &(label, count)) in kinds.iter().enumerate() {
            let (mut place, mut found, mut among) = (0, 0, 0);
            for cell in cells {
                if *cell == label {
                    among += self.binomials[place][found + 1];
                    found += 1;
                } else if kinds[..at].iter().any(|(other, _)| other == cell) {
                    continue;
                }
                place += 1;
            }
            number = number * self.binomials[left][count as usize] + among;
            left -= count as usize;
        }
        number
    }

    /// Breadth-first search from the goal in which moves of other tiles are free.
    fn explore(&self, puzzle: &Tiles, kinds: &[(u16, u32)], limits: &Limits<'_>) -> Result<Vec<u8>, Stop> {
        const UNKNOWN: u8 = u8::MAX;
        let cells = puzzle.goal().cells().len();
        let (height, width) = puzzle.size();
        let board = Board::grid(height, width);
        let entries = self.entries(cells, kinds.iter()).expect("they were counted") as usize;
        let mut moves = vec![UNKNOWN; entries];
        // Only the tiles of the pattern stand on these boards; the vacancy is any empty cell.
        let is_ours = |tile: &u16| kinds.iter().any(|(label, _)| label == tile);
        let goal: Placing = puzzle.goal().cells().iter().map(|tile| if is_ours(tile) { *tile } else { GAP }).collect();
        let (mut layer, mut next) = (vec![(goal, puzzle.goal().gap())], Vec::new());
        let mut nodes = 0;
        for made in 0..UNKNOWN {
            while let Some((placing, gap)) = layer.pop() {
                let entry = self.number(&placing, kinds) as usize * cells + gap as usize;
                if moves[entry] != UNKNOWN {
                    continue;
                }
                moves[entry] = made;
                nodes += 1;
                if nodes % 4096 == 0 {
                    limits.spend(0, (entries + (layer.len() + next.len()) * size_of::<(Placing, Cell)>()) as u64)?;
                }
                for from in board.neighbours(gap) {
                    let mut after = placing.clone();
                    after.swap(gap as usize, from as usize);
                    if placing[from as usize] == GAP { &mut layer } else { &mut next }.push((after, from));
                }
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut layer, &mut next);
        }
        Ok(moves)
    }
}

/// The tiles of a pattern on the board, and nothing else.
type Placing = SmallVec<[u16; 24]>;

/// Pascal's triangle; what does not fit in 64 bits is never asked for.
pub(super) fn binomials(cells: usize) -> Binomials {
    let mut rows = vec![[0u64; MOST_CELLS + 1]; cells + 1];
    for n in 0..=cells {
        rows[n][0] = 1;
        for k in 1..=n {
            rows[n][k] = rows[n - 1][k - 1].saturating_add(rows[n - 1][k]);
        }
    }
    rows
}

impl Bound<Tiles> for Kinds {
    fn of(&self, puzzle: &Tiles, state: &Row<u16>) -> u32 {
        let (cells, gap) = (state.cells(), state.gap() as usize);
        let of_pattern = |pattern: &KindsPattern| {
            let number = self.number(cells, &pattern.kinds) as usize;
            u32::from(pattern.moves[number * cells.len() + gap])
        };
        let by_patterns: u32 = self.patterns.iter().map(of_pattern).sum();
        let others = (0..).zip(cells).filter(|(_, tile)| self.rest.contains(tile));
        by_patterns + others.map(|(cell, &tile): (Cell, _)| Manhattan::way(puzzle, tile, cell)).sum::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::puzzle::Puzzle;
    use saltus_core::search::breadth_first::{self, Until};

    /// Where one pattern has all labels the bound is the distance, and with any it is consistent and no more.
    #[test]
    fn bounds_of_all_boards() {
        for (height, width, goal) in [
            (2, 3, vec![1, 1, 1, 2, 2, 0]),
            (3, 3, vec![1, 1, 2, 2, 3, 3, 3, 4, 0]),
            (3, 3, vec![0, 1, 1, 1, 1, 2, 2, 2, 2]),
            (2, 4, vec![5, 5, 0, 7, 7, 7, 9, 8]),
            (1, 5, vec![1, 1, 0, 2, 1]),
        ] {
            let puzzle = Tiles::new(height, width, &goal, &goal);
            let found = breadth_first::explore(&puzzle, Until::Everything, &Limits::default()).expect("no limit");
            let whole = Kinds::new(&puzzle, &Limits::default()).expect("no limit");
            assert_eq!((whole.patterns.len(), whole.rest.len()), (1, 0));
            // Each label alone, and one of them by Manhattan.
            let mut labels = goal.clone();
            labels.sort_unstable();
            labels.dedup();
            let mut parts = Kinds { patterns: Vec::new(), rest: vec![labels[1]], binomials: binomials(goal.len()) };
            for &label in &labels[2..] {
                let kinds = vec![(label, puzzle.homes(label).len() as u32)];
                let moves = parts.explore(&puzzle, &kinds, &Limits::default()).expect("no limit");
                parts.patterns.push(KindsPattern { kinds, moves });
            }
            let mut buffer = Vec::new();
            for (number, state) in found.states().iter().enumerate() {
                let distance = found.distance(number);
                assert_eq!(whole.of(&puzzle, state), distance, "{state:?}");
                let bound = parts.of(&puzzle, state);
                assert!(bound <= distance, "{state:?}");
                buffer.clear();
                puzzle.moves(state, &mut buffer);
                for slide in &buffer {
                    let mut after = state.clone();
                    puzzle.play(&mut after, slide);
                    assert!(parts.of(&puzzle, &after).abs_diff(bound) <= 1, "{state:?}");
                }
            }
        }
    }

    #[test]
    fn limits_are_kept_to() {
        let goal: Vec<u16> = (0..25).map(|cell| cell / 4).collect();
        let puzzle = Tiles::new(5, 5, &goal, &goal);
        for limits in [Limits { memory: 1 << 16, ..Limits::default() }, Limits { memory: 1 << 21, ..Limits::default() }]
        {
            assert!(Kinds::new(&puzzle, &limits).is_err());
        }
    }
}
