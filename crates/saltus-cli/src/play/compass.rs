//! Where arrow keys lead: to the nearest cell in that direction, on boards of any form.

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Left,
    Right,
    Up,
    Down,
}

impl Way {
    #[cfg(test)]
    pub const ALL: [Way; 4] = [Way::Left, Way::Right, Way::Up, Way::Down];

    /// Whether a cell lies straight that way.
    pub fn leads(self, from: (i32, i32), to: (i32, i32)) -> bool {
        let (along, across) = self.seen(from, to);
        along > 0 && across == 0
    }

    /// How far a cell lies that way, and how far across it, to the right or downwards.
    fn seen(self, from: (i32, i32), to: (i32, i32)) -> (i64, i64) {
        let (x, y) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
        match self {
            Way::Left => (-x, y),
            Way::Right => (x, y),
            Way::Up => (-y, x),
            Way::Down => (y, x),
        }
    }
}

/// The place that the cursor would have if it could stand anywhere: on a hexagonal board, going up
/// twice comes back to the same column.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    place: (i32, i32),
}

impl Aim {
    pub fn at(place: (i32, i32)) -> Self {
        Aim { place }
    }

    /// The cell that an arrow key leads to from a cell; cells far to the side are not meant.
    pub fn step(&mut self, places: &[(i32, i32)], from: usize, way: Way) -> Option<usize> {
        let here = *places.get(from)?;
        let distance = |place: (i32, i32)| {
            let (along, across) = way.seen(here, place);
            // More than that to the side: another key leads there.
            let is_meant = along > 0 && 5 * across.abs() <= 6 * along;
            is_meant.then(|| along * along + 4 * across * across)
        };
        let stray = |place: (i32, i32)| way.seen(self.place, place).1.abs();
        let candidates =
            places.iter().enumerate().filter_map(|(cell, &place)| Some((distance(place)?, stray(place), cell)));
        let (.., cell) = candidates.min()?;
        let there = places[cell];
        self.place = match way {
            Way::Left | Way::Right => (there.0, self.place.1),
            Way::Up | Way::Down => (self.place.0, there.1),
        };
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    fn walk(line: &str, from: usize, keys: &str) -> Vec<usize> {
        let play = families::parse(line).unwrap().play(&mut [].into_iter()).unwrap();
        let places = play.film.outline.places;
        let (mut cell, mut aim) = (from, Aim::at(places[from]));
        let mut step = |key: char| {
            let way = match key {
                'h' => Way::Left,
                'j' => Way::Down,
                'k' => Way::Up,
                _ => Way::Right,
            };
            cell = aim.step(&places, cell, way).unwrap_or(cell);
            cell
        };
        keys.chars().map(&mut step).collect()
    }

    #[test]
    fn rows_and_grids() {
        assert_eq!(walk("shift 2 2", 0, "llhjklll"), [1, 2, 1, 1, 1, 2, 3, 4]);
        assert_eq!(walk("tiles 3x3 1 2 3 4 5 6 7 8 0", 4, "kljjhhk"), [1, 2, 5, 8, 7, 6, 3]);
    }

    /// Going down zigzags about the column where it began.
    #[test]
    fn hexagons() {
        let triangle = "chinese triangle:4 men=1 players=2";
        assert_eq!(walk(triangle, 0, "jjjkkk"), [1, 4, 7, 4, 1, 0]);
        assert_eq!(walk(triangle, 6, "llhhh"), [7, 8, 7, 6, 6]);
        // The end of a row is an end.
        assert_eq!(walk(triangle, 2, "l"), [2]);
    }

    #[test]
    fn rings() {
        // The first is on top, the others follow clockwise.
        assert_eq!(walk("clobber cycle bwbwbwbw", 0, "ljjhkk"), [1, 2, 3, 4, 0, 0]);
    }

    /// Every cell can be reached from every other by arrow keys.
    #[test]
    fn all_cells_are_reached() {
        for line in super::super::tests::LINES {
            let play = families::parse(line).unwrap().play(&mut [].into_iter()).unwrap();
            let places = play.film.outline.places;
            for start in 0..places.len() {
                let mut seen = vec![false; places.len()];
                let mut waiting = vec![start];
                while let Some(cell) = waiting.pop() {
                    if !std::mem::replace(&mut seen[cell], true) {
                        let next = |way| Aim::at(places[cell]).step(&places, cell, way);
                        waiting.extend(Way::ALL.into_iter().filter_map(next));
                    }
                }
                assert!(seen.iter().all(|&seen| seen), "{line}: from {start}: {seen:?}");
            }
        }
    }
}
