//! Whether a claim is true, by plain breadth-first search; by closed formulas where an instance is too large for that.

use std::collections::{BTreeSet, HashMap, HashSet};

use dashu_int::UBig;
use saltus::limits::Limits;
use saltus::notation::{Instance as _, number};
use saltus::puzzle::Puzzle;
use saltus::search::breadth_first::{self, Until};
use saltus::shift::Instance;
use saltus::shift::{self, Classes, Setup};
use saltus::tiles;
use saltus::{chinese, clobber, reverse, rules};

use super::plain;

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
    /// Whether there is a play of exactly this many moves.
    plays: HashMap<(String, u32), bool>,
    /// How many pieces can be left after a play, ended or not.
    left: HashMap<String, BTreeSet<u64>>,
}

/// The instance is not to be searched.
struct TooLarge;

/// The most cells of a board that is searched.
const MOST_CELLS: usize = 10;
/// The longest play that is looked for by its length.
const MOST_MOVES: u32 = 1_000;
/// The most positions that are met where the number of cells does not tell.
const MOST_POSITIONS: u64 = 1 << 15;

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
            ["leaves", k] => self.left(line, |left| left.iter().any(|&left| count(k) == left.into())),
            ["value-at-least", l] => {
                self.left(line, |left| left.first().is_some_and(|&least| count(l) <= least.into()))
            }
            ["value", k] => self.left(line, |left| left.first().is_some_and(|&least| count(k) == least.into())),
            ["value-between", l, k] => self.left(line, |left| {
                let leaves = left.iter().any(|&left| count(k) == left.into());
                leaves && left.first().is_some_and(|&least| count(l) <= least.into())
            }),
            _ => panic!("{claim} is not a claim"),
        }
    }

    /// Judges a claim on how many pieces can be left.
    fn left(&mut self, line: &str, holds: impl FnOnce(&BTreeSet<u64>) -> bool) -> Truth {
        if !self.left.contains_key(line) {
            let left = match read(line) {
                Named::Clobber(instance) => match instance.puzzle() {
                    Ok(puzzle) => left_of(&puzzle),
                    Err(_) => return Truth::TooLarge,
                },
                Named::Rules(instance) => left_of(instance.rules()),
                _ => panic!("{line} counts no pieces"),
            };
            let Ok(left) = left else { return Truth::TooLarge };
            self.left.insert(line.to_owned(), left);
        }
        holds(&self.left[line]).into()
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
            let forward = line.replace(" moves=all", "");
            let lines = [if line.contains("gaps=") { &forward } else { line }, &forward];
            let classical = shift::read(line).is_ok() && lines.iter().any(|line| formula(line).as_ref() == Some(k));
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
            Named::Chinese(instance) => goal_after(&instance.puzzle().expect("small"), k),
            Named::Rules(instance) => goal_after(instance.rules(), k),
            Named::Clobber(_) => panic!("{line} has no goal"),
        })
    }

    /// The length of a shortest play, if there is one.
    fn distance(&mut self, line: &str) -> Result<Option<u32>, TooLarge> {
        let most = UBig::from(MOST_CELLS);
        if let Some(&known) = self.distances.get(line) {
            return Ok(known);
        }
        let distance = match read(line) {
            Named::Shift(instance) if instance.cells() <= most => distance_of(&instance.puzzle().expect("small"))?,
            Named::Reverse(instance) if instance.n < UBig::from(8u8) => {
                distance_of(&instance.puzzle().expect("small"))?
            }
            Named::Tiles(instance) if instance.cells() < 8 => distance_of(&instance.puzzle().expect("small"))?,
            Named::Chinese(instance) => distance_of(&instance.puzzle().map_err(|_| TooLarge)?)?,
            Named::Rules(instance) => {
                let space = plain::explore(instance.rules(), MOST_POSITIONS as usize).ok_or(TooLarge)?;
                space.best.map(|best| best.cost)
            }
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
    Clobber(clobber::Instance),
    Chinese(chinese::Instance),
    Rules(rules::Instance),
}

fn read(line: &str) -> Named {
    match line.split(' ').next() {
        Some("shift") => Named::Shift(shift::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        Some("clobber") => Named::Clobber(clobber::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        Some("chinese") => Named::Chinese(chinese::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        Some("rules") => Named::Rules(rules::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        Some("tiles") => Named::Tiles(tiles::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
        _ => Named::Reverse(reverse::read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))),
    }
}

fn distance_of<P: Puzzle>(puzzle: &P) -> Result<Option<u32>, TooLarge> {
    let limits = Limits { nodes: MOST_POSITIONS, ..Limits::default() };
    let all = breadth_first::explore(puzzle, Until::Goal, &limits).map_err(|_| TooLarge)?;
    Ok(all.goals().first().map(|&goal| all.distance(goal as usize)))
}

/// How many pieces positions have.
fn left_of<P: Puzzle>(puzzle: &P) -> Result<BTreeSet<u64>, TooLarge> {
    let limits = Limits { nodes: MOST_POSITIONS, ..Limits::default() };
    let all = breadth_first::explore(puzzle, Until::Everything, &limits).map_err(|_| TooLarge)?;
    Ok(all.states().iter().filter_map(|state| puzzle.left(state)).collect())
}

/// Whether moves that cost exactly k can end at a goal, by the sets of states at each cost.
fn goal_after<P: Puzzle>(puzzle: &P, k: u32) -> bool {
    let after = |state: &P::State, free: bool| {
        let mut moves = Vec::new();
        puzzle.moves(state, &mut moves);
        let wanted = moves.into_iter().filter(move |mv| puzzle.is_free(mv) == free);
        wanted
            .map(|mv| {
                let mut after = state.clone();
                puzzle.play(&mut after, &mv);
                after
            })
            .collect::<Vec<_>>()
    };
    let mut states = HashSet::from([puzzle.start()]);
    for cost in 0..=k {
        let mut open: Vec<P::State> = states.iter().cloned().collect();
        while puzzle.has_free_moves()
            && let Some(state) = open.pop()
        {
            open.extend(after(&state, true).into_iter().filter(|state| states.insert(state.clone())));
        }
        if cost < k {
            states = states.iter().flat_map(|state| after(state, false)).collect();
        }
    }
    states.iter().any(|state| puzzle.is_goal(state))
}

/// What is proved for all sizes: the length of the classical game, and a lower bound for reversals.
fn formula(line: &str) -> Option<UBig> {
    match read(line) {
        // With several vacancies and jumps over the own colour a lower bound.
        Named::Shift(Instance { setup: Setup::Classical { n, m, gaps, .. }, classes }) => {
            let far_apart = classes == Classes::All && (n.is_zero() || m.is_zero() || !gaps.is_one());
            let (pairs, slides) = (&n * &m, gaps * (n + m));
            Some(pairs + if far_apart { (slides + UBig::ONE) >> 1 } else { slides })
        }
        // Every jump turns one pair of checkers round.
        Named::Reverse(reverse::Instance { n, start: reverse::Start::Ascending(_), goal, .. })
            if !matches!(goal, reverse::Goal::Cells(_)) && !n.is_zero() =>
        {
            Some((&n * (&n - UBig::ONE)) >> 1)
        }
        _ => None,
    }
}
