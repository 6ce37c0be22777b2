//! Boards named by a seed. The same seed gives the same board, in every version: a line that names
//! one can be printed in a book.

use crate::rules::{Goal, Instance, Metric, vacancy};
use saltus_core::random::Random;

/// The most cells of a board that its line does not name one by one: reading a line takes little memory.
pub const MOST_RANDOM: u64 = 1 << 20;

impl Instance {
    /// A start drawn from all those from which `goal` can be reached, all alike.
    ///
    /// In a single row or column the tiles keep their order and only the vacancy is drawn.
    /// Elsewhere all cells are shuffled and, where the parity is wrong, the first two tiles
    /// exchanged: that maps the one half of all arrangements onto the other.
    ///
    /// # Panics
    /// When the goal does not fill the board, or has no vacancy.
    pub fn random(height: usize, width: usize, seed: u64, goal: Vec<u32>) -> Self {
        assert_eq!(goal.len(), height * width, "the tiles and the vacancy fill the board");
        let mut random = Random::new(seed);
        let start =
            if height.min(width) > 1 { shuffled(&goal, width, &mut random) } else { walked(&goal, &mut random) };
        Instance { height, width, start, goal: Goal::of(goal), metric: Metric::Single }
    }
}

/// The tiles in the order of the goal, the vacancy anywhere.
fn walked(goal: &[u32], random: &mut Random) -> Vec<u32> {
    let mut cells = goal.to_vec();
    cells.remove(vacancy(goal));
    cells.insert(random.below(goal.len()), 0);
    cells
}

/// Any arrangement that an odd number of exchanges leads to when the vacancy is an odd way from its
/// goal, else an even one.
fn shuffled(goal: &[u32], width: usize, random: &mut Random) -> Vec<u32> {
    let mut cells = goal.to_vec();
    let odd = random.shuffle(&mut cells);
    let colour = |cell: usize| (cell / width + cell % width) % 2;
    if odd != (colour(vacancy(goal)) != colour(vacancy(&cells))) {
        let mut tiles = (0..cells.len()).filter(|&cell| cells[cell] != 0);
        if let (Some(first), Some(second)) = (tiles.next(), tiles.next()) {
            cells.swap(first, second);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rules::read;
    use saltus_core::laws;
    use saltus_core::notation::Instance as _;
    use saltus_core::puzzle::Puzzle as _;

    #[test]
    fn seeds_keep_their_boards() {
        for (line, board) in [
            ("tiles 4x4 random seed=7", "tiles 4x4 14 12 0 4 10 15 9 2 11 5 3 6 8 13 1 7"),
            (
                "tiles 4x4 random seed=18446744073709551615 to blank-first",
                "tiles 4x4 15 1 11 12 4 7 0 6 2 10 9 8 5 3 13 14 to blank-first",
            ),
            ("tiles 2x3 random seed=0", "tiles 2x3 4 2 5 1 3 0"),
            ("tiles 1x5 random seed=1 to 4 3 2 1 0", "tiles 1x5 4 3 0 2 1 to 4 3 2 1 0"),
            ("tiles 2x2 random seed=3 to 1 1 2 0", "tiles 2x2 0 2 1 1 to 1 1 2 0"),
            ("tiles 1x1 random seed=9", "tiles 1x1 0"),
        ] {
            assert_eq!(read(line).unwrap().to_string(), board, "{line}");
        }
    }

    /// Every start from which the goal can be reached is drawn, no other, and none much more often
    /// than the rest.
    #[test]
    fn all_starts_are_drawn_alike() {
        for (height, width, goal) in [
            (2, 3, vec![1, 2, 3, 4, 5, 0]),
            (2, 2, vec![0, 1, 2, 3]),
            (1, 6, vec![1, 2, 0, 3, 4, 5]),
            (5, 1, vec![1, 1, 0, 2, 1]),
            (3, 2, vec![1, 1, 1, 0, 2, 2]),
        ] {
            let puzzle = Instance::new(height, width, goal.clone(), goal.clone()).puzzle().unwrap();
            let reachable = laws::all_states(&puzzle, 1000);
            let mut drawn = BTreeMap::new();
            let each = 60;
            for seed in 0..(each * reachable.len()) as u64 {
                let instance = Instance::random(height, width, seed, goal.clone());
                *drawn.entry(instance.puzzle().unwrap().start()).or_insert(0) += 1;
            }
            assert!(reachable.iter().all(|state| drawn.contains_key(state)), "{height}x{width}");
            assert_eq!(drawn.len(), reachable.len(), "{height}x{width}");
            assert!(drawn.values().all(|&times| (each / 3..each * 2).contains(&times)), "{height}x{width}: {drawn:?}");
        }
    }
}
