//! The bounds that a generic search can be asked to use, by name.

use smallvec::SmallVec;

use super::{Kinds, LinearConflict, Manhattan};
use crate::rules::{GAP, Metric, Slide, Tiles};
use crate::search::ida::schedule::{self, Partition};
use crate::search::ida::views::{PatternViews, places};
use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::limits::Limits;
use saltus_core::puzzle::{Bound, Puzzle};
use saltus_core::row::Row;

pub(crate) const BOUNDS: &[NamedBound<Tiles>] = &[
    NamedBound {
        name: "linear-conflict",
        says: "Manhattan, and two moves for every tile that must step aside in its own row or column \
               (Hansson, Mayer, Yung 1992)",
        make: |puzzle, word, _| {
            without_runs(puzzle)?;
            if puzzle.is_repeated() {
                return Err(NoBound::Unfit(
                    "is for boards on which all tiles differ; manhattan and kinds are not".into(),
                ));
            }
            let bounds = Bounds::plain(LinearConflict::new(puzzle), word)?;
            let reversed = reversed(puzzle);
            let bound = LinearConflict::new(&reversed);
            Ok(Bounds { from_start: Some(Box::new(WayBack { reversed, bound })), ..bounds })
        },
    },
    NamedBound {
        name: "manhattan",
        says: "each tile's way to the nearest cell of the goal with its label",
        make: |puzzle, word, _| {
            without_runs(puzzle)?;
            let bounds = Bounds::plain(Manhattan, word)?;
            let from_start = WayBack { reversed: reversed(puzzle), bound: Manhattan };
            Ok(Bounds { from_start: Some(Box::new(from_start)), ..bounds })
        },
    },
    NamedBound {
        name: "patterns",
        says: "the sum over disjoint patterns of the fewest moves of their tiles, from tables; patterns=6-6-3 names the \
               sizes (Korf, Felner 2002)",
        make: |puzzle, word, limits| {
            without_runs(puzzle)?;
            PatternSum::new(puzzle, word, limits).map(|bound| Bounds { to_goal: Box::new(bound), from_start: None })
        },
    },
    NamedBound {
        name: "kinds",
        says: "the same for boards with equal tiles",
        make: |puzzle, word, limits| {
            without_runs(puzzle)?;
            Bounds::plain(Kinds::new(puzzle, limits)?, word)
        },
    },
];

fn without_runs(puzzle: &Tiles) -> Result<(), NoBound> {
    match puzzle.metric() {
        Metric::Single => Ok(()),
        Metric::Runs => Err(NoBound::Unfit(
            "counts moves of single tiles, and here runs of them count as one; zero does not".into(),
        )),
    }
}

/// The way back: from the goal to the start.
fn reversed(puzzle: &Tiles) -> Tiles {
    let (height, width) = puzzle.size();
    Tiles::new(height, width, puzzle.goal().cells(), puzzle.start().cells())
}

/// A bound on the moves from the start: that of the way back, which has as many.
struct WayBack<B> {
    reversed: Tiles,
    bound: B,
}

impl<B: Bound<Tiles>> Bound<Tiles> for WayBack<B> {
    fn of(&self, _: &Tiles, state: &Row<u16>) -> u32 {
        self.bound.of(&self.reversed, state)
    }
}

/// What is on each cell of a board, as its cell of the goal.
type Homes = SmallVec<[u8; 32]>;

/// The sum of disjoint pattern databases.
///
/// A value is found move by move once; from then on one bit says whether a move lowers it.
struct PatternSum(PatternViews);

impl PatternSum {
    fn new(puzzle: &Tiles, word: Option<&str>, limits: &Limits<'_>) -> Result<Self, NoBound> {
        let (height, width) = puzzle.size();
        if puzzle.is_repeated() || !schedule::serves(height, width) {
            let why = "is for different tiles on boards of 4 to 25 cells with two rows and columns at least; manhattan is for all";
            return Err(NoBound::Unfit(why.into()));
        }
        let vacancy = puzzle.goal().gap() as usize;
        let tiers = schedule::tiers(height, width, vacancy).into_iter().map(|tier| tier.partition);
        let partitions: Vec<Partition> = tiers.chain(schedule::largest(height, width, vacancy)).collect();
        let named = |name| partitions.iter().find(|partition| partition.name == name);
        let Some(partition) = word.map_or_else(|| partitions.first(), named) else {
            let names: Vec<&str> = partitions.iter().map(|partition| &*partition.name).collect();
            return Err(NoBound::Unfit(format!("has other sizes on this board: {}", names.join(", "))));
        };
        // A board is looked at in one way, so that its value is known after each move.
        let views = Partition { reflected: false, ..partition.clone() }.views(height, width, vacancy, limits)?;
        Ok(PatternSum(views))
    }

    fn homes(puzzle: &Tiles, cells: impl Iterator<Item = u16>) -> Homes {
        cells.map(|tile| puzzle.homes(tile)[0] as u8).collect()
    }

    /// The value after a slide from the board `homes`.
    fn moved(&self, puzzle: &Tiles, homes: &[u8], slide: &Slide, before: u32) -> u32 {
        let home = puzzle.homes(slide.tile)[0] as u8;
        if self.0.lowers(0, &places(homes), home) { before - 1 } else { before + 1 }
    }
}

impl Bound<Tiles> for PatternSum {
    fn of(&self, puzzle: &Tiles, state: &Row<u16>) -> u32 {
        let homes = Self::homes(puzzle, state.cells().iter().copied());
        self.0.bound(&homes).expect("a board that can be reached has a value in every table")
    }

    fn after(&self, puzzle: &Tiles, state: &Row<u16>, slide: &Slide, before: u32) -> u32 {
        let tile_before = |(cell, &tile): (usize, &u16)| match cell as u32 {
            cell if cell == slide.from => slide.tile,
            cell if cell == slide.to => GAP,
            _ => tile,
        };
        let homes = Self::homes(puzzle, state.cells().iter().enumerate().map(tile_before));
        self.moved(puzzle, &homes, slide, before)
    }

    fn ahead(&self, puzzle: &Tiles, state: &Row<u16>, slide: &Slide, before: u32) -> Option<u32> {
        let homes = Self::homes(puzzle, state.cells().iter().copied());
        Some(self.moved(puzzle, &homes, slide, before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::laws;

    /// Every bound of the list obeys the laws, towards the goal and from the start.
    #[test]
    fn bounds_by_name_obey_the_laws() {
        let boards: [(usize, usize, &[u16], &[u16]); 3] = [
            (2, 3, &[5, 2, 1, 0, 4, 3], &[1, 2, 3, 4, 5, 0]),
            (3, 2, &[1, 0, 2, 3, 4, 5], &[0, 1, 2, 3, 4, 5]),
            (2, 3, &[2, 2, 1, 1, 1, 0], &[1, 1, 1, 2, 2, 0]),
        ];
        for (height, width, start, goal) in boards {
            let puzzle = Tiles::new(height, width, start, goal);
            let states = laws::all_states(&puzzle, 720);
            let mut made = 0;
            for bound in BOUNDS {
                let bounds = match (bound.make)(&puzzle, None, &Limits::default()) {
                    Ok(bounds) => bounds,
                    Err(NoBound::Unfit(_)) => continue,
                    Err(NoBound::Stop(stop)) => panic!("{}: {stop}", bound.name),
                };
                made += 1;
                laws::bound_is_consistent(&puzzle, &*bounds.to_goal, &states);
                laws::bound_is_admissible(&puzzle, &*bounds.to_goal, 720);
                let Some(from_start) = bounds.from_start else { continue };
                let reversed = reversed(&puzzle);
                laws::bound_is_consistent(&reversed, &*from_start, &laws::all_states(&reversed, 720));
            }
            assert_eq!(made, if puzzle.is_repeated() { 2 } else { 4 }, "{height}x{width}");
        }
    }

    #[test]
    fn patterns_of_other_sizes_are_refused() {
        let puzzle = Tiles::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 0, 8], &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        let refused = PatternSum::new(&puzzle, Some("9-9"), &Limits::default()).err();
        assert!(matches!(refused, Some(NoBound::Unfit(why)) if why.starts_with("has other sizes on this board: ")));
    }
}
