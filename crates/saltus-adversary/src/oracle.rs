//! Whether a claim is true, by plain breadth-first search; by closed formulas where an instance is too large for that.

use std::collections::{HashMap, HashSet};

use dashu_int::UBig;
use saltus::limits::Limits;
use saltus::notation::{Instance as _, number};
use saltus::puzzle::Puzzle;
use saltus::reverse;
use saltus::search::breadth_first::{self, Until};
use saltus::shift::Instance;
use saltus::shift::{self, Classes, Setup};
use saltus::tiles;

/// What is known of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is true.
    True,
    /// It is false.
    False,
    /// Its instance is too large to tell.
    TooLarge,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Truth::True } else { Truth::False }
    }
}

/// Judges claims, and remembers what it searched.
#[derive(Default)]
pub struct Oracle {
    /// The shortest play of an instance by its line, and none where there is none.
    distances: HashMap<String, Option<u32>>,
    /// Whether there is a play of exactly so many moves.
    plays: HashMap<(String, u32), bool>,
}

/// The instance is not to be searched.
struct TooLarge;

/// The most cells of a board that is searched.
const MOST_CELLS: usize = 10;
/// The longest play that is looked for by its length.
const MOST_MOVES: u32 = 1_000;

impl Oracle {
    /// Judges a claim, written as in a certificate, of the instance that a line names.
    ///
    /// # Panics
    /// When one of the two cannot be read.
    pub fn judge(&mut self, line: &str, claim: &str) -> Truth {
        let words: Vec<&str> = claim.split(' ').collect();
        let count = |word: &str| number(word).expect("a number");
        match words[..] {
            ["unsolvable"] => self.distance(line).map_or(Truth::TooLarge, |distance| distance.is_none().into()),
            ["plan", k] => self.has_play(line, &count(k)),
            ["at-least", k] => self.at_least(line, &count(k)),
            ["optimal", k] => both(self.at_least(line, &count(k)), || self.has_play(line, &count(k))),
            ["between", l, k] => both(self.at_least(line, &count(l)), || self.has_play(line, &count(k))),
            _ => panic!("{claim} is not a claim"),
        }
    }

    fn at_least(&mut self, line: &str, k: &UBig) -> Truth {
        match self.distance(line) {
            Ok(distance) => distance.is_none_or(|distance| *k <= UBig::from(distance)).into(),
            Err(TooLarge) => {
                formula(line).map_or(Truth::TooLarge, |least| if *k <= least { Truth::True } else { Truth::TooLarge })
            }
        }
    }

    fn has_play(&mut self, line: &str, k: &UBig) -> Truth {
        let Ok(distance) = self.distance(line) else {
            // The classical plays have exactly the length that the formula gives.
            let classical = shift::read(line).is_ok() && formula(line).as_ref() == Some(k);
            return if classical { Truth::True } else { Truth::TooLarge };
        };
        match (u32::try_from(k), distance) {
            (_, None) => Truth::False,
            (Ok(k), Some(distance)) if k <= distance => (k == distance).into(),
            (Ok(k), _) if k <= MOST_MOVES => self.has_long_play(line, k).into(),
            _ => Truth::TooLarge,
        }
    }

    /// Whether there is a play of exactly k moves, more than the shortest has.
    fn has_long_play(&mut self, line: &str, k: u32) -> bool {
        *self.plays.entry((line.to_owned(), k)).or_insert_with(|| match read(line) {
            Named::Shift(instance) => goal_after(&instance.puzzle().expect("small"), k),
            Named::Reverse(instance) => goal_after(&instance.puzzle().expect("small"), k),
            Named::Tiles(instance) => goal_after(&instance.puzzle().expect("small"), k),
        })
    }

    /// The length of a shortest play, if there is one.
    fn distance(&mut self, line: &str) -> Result<Option<u32>, TooLarge> {
        let most = UBig::from(MOST_CELLS);
        if let Some(&known) = self.distances.get(line) {
            return Ok(known);
        }
        let distance = match read(line) {
            Named::Shift(instance) if instance.cells() <= most => distance_of(&instance.puzzle().expect("small")),
            Named::Reverse(instance) if instance.n < UBig::from(8u8) => distance_of(&instance.puzzle().expect("small")),
            Named::Tiles(instance) if instance.cells() < 8 => distance_of(&instance.puzzle().expect("small")),
            _ => return Err(TooLarge),
        };
        self.distances.insert(line.to_owned(), distance);
        Ok(distance)
    }
}

fn both(first: Truth, second: impl FnOnce() -> Truth) -> Truth {
    match first {
        Truth::False => Truth::False,
        Truth::True => second(),
        Truth::TooLarge => {
            if second() == Truth::False {
                Truth::False
            } else {
                Truth::TooLarge
            }
        }
    }
}

enum Named {
    Shift(Instance),
    Reverse(reverse::Instance),
    Tiles(tiles::Instance),
}

fn read(line: &str) -> Named {
    match line.split(' ').next() {
        Some("shift") => Named::Shift(shift::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        Some("tiles") => Named::Tiles(tiles::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        _ => Named::Reverse(reverse::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
    }
}

fn distance_of<P: Puzzle>(puzzle: &P) -> Option<u32> {
    let all = breadth_first::explore(puzzle, Until::Goal, &Limits::default()).expect("small");
    all.goals().first().map(|&goal| all.distance(goal as usize))
}

/// Whether exactly k moves can end at a goal, by the sets of states after each number of moves.
fn goal_after<P: Puzzle>(puzzle: &P, k: u32) -> bool {
    let mut states = HashSet::from([puzzle.start()]);
    let mut moves = Vec::new();
    for _ in 0..k {
        let mut next = HashSet::new();
        for state in &states {
            puzzle.moves(state, &mut moves);
            for mv in moves.drain(..) {
                let mut after = state.clone();
                puzzle.play(&mut after, &mv);
                next.insert(after);
            }
        }
        states = next;
    }
    states.iter().any(|state| puzzle.is_goal(state))
}

/// What is proved for all sizes: the length of the classical game, and a lower bound for reversals.
fn formula(line: &str) -> Option<UBig> {
    match read(line) {
        Named::Shift(Instance { setup: Setup::Classical { n, m, .. }, classes }) => {
            let far_apart = classes == Classes::All && (n.is_zero() || m.is_zero());
            let total = &n * &m + n + m;
            Some(if far_apart { (total + UBig::ONE) >> 1 } else { total })
        }
        // Every jump turns one pair of checkers round.
        Named::Reverse(reverse::Instance { n, start: reverse::Start::Ascending(_), goal })
            if !matches!(goal, reverse::Goal::Cells(_)) && !n.is_zero() =>
        {
            Some((&n * (&n - UBig::ONE)) >> 1)
        }
        _ => None,
    }
}
