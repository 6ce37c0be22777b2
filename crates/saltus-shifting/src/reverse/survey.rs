//! Numbered reversal of one size, surveyed completely: how far every state is from every start.
//!
//! The order of the checkers at the start may be called 1..n, so the starts differ only in p, the
//! checkers left of the vacancy; and seen in a mirror p is n - p. One complete breadth-first search
//! for each p up to n/2 therefore knows the distance of any two states, and the largest is the
//! diameter of the state graph.

use dashu_int::UBig;

use crate::reverse::ranks::MOST_RANKED;
use crate::reverse::rules::Instance;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::{Backward, Puzzle, Ranked};
use saltus_core::row::Row;
use saltus_core::search::ranked;

/// All reversals of n checkers, and the whole state graph around them.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_shifting::reverse::survey::survey_reverse;
///
/// let survey = survey_reverse(4, &Limits::default()).unwrap();
/// assert_eq!((survey.diameter(), survey.shortest()), (12, 9));
/// assert_eq!(survey.starts[0].layers, [1, 2, 5, 9, 11, 15, 19, 20, 17, 11, 6, 3, 1]); // from _ 1 2 3 4
/// let reversal = survey.reversal(0, 0);
/// assert_eq!((reversal.distance, reversal.plays.clone()), (10, 4u8.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReverseSurvey {
    /// Checkers.
    pub n: usize,
    /// From the starts with 0 to n/2 checkers left of the vacancy.
    pub starts: Vec<StartSurvey>,
}

/// What one start sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartSurvey {
    /// How many states there are at each distance.
    pub layers: Vec<u64>,
    /// The reversals that end with 0 to n checkers left of the vacancy.
    pub reversals: Vec<Reversal>,
    /// A state of the last layer.
    pub antipode: Row<u16>,
}

/// One reversal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    /// Its fewest moves.
    pub distance: u32,
    /// The number of plays of that length.
    pub plays: UBig,
}

impl ReverseSurvey {
    /// The reversal with `from` and `to` checkers left of the vacancy at the start and at the end.
    ///
    /// # Panics
    /// When there are fewer checkers.
    pub fn reversal(&self, from: usize, to: usize) -> &Reversal {
        let (start, end) = if from <= self.n / 2 { (from, to) } else { (self.n - from, self.n - to) };
        &self.starts[start].reversals[end]
    }

    /// The largest distance of two states.
    pub fn diameter(&self) -> u32 {
        self.starts.iter().map(|start| start.layers.len() as u32 - 1).max().unwrap_or(0)
    }

    /// The shortest reversal, wherever the vacancy is at the start and at the end.
    pub fn shortest(&self) -> u32 {
        let distances = self.starts.iter().flat_map(|start| &start.reversals).map(|reversal| reversal.distance);
        distances.min().unwrap_or(0)
    }
}

/// Bytes of the largest table that [`survey_reverse`] needs.
///
/// ```
/// use saltus_shifting::reverse::survey::survey_bytes;
///
/// assert_eq!(survey_bytes(3), 8); // two bits for each of 24 states
/// ```
pub fn survey_bytes(n: usize) -> u64 {
    // From 20 checkers on, the number of states leaves 64 bits.
    if n > MOST_RANKED { u64::MAX } else { ranked::table_bytes((1..=n as u64 + 1).product()) }
}

/// Surveys the reversals of n checkers.
///
/// # Errors
/// The limit that was reached. Each start may spend the nodes anew.
pub fn survey_reverse(n: usize, limits: &Limits<'_>) -> Result<ReverseSurvey, Stop> {
    limits.afford(survey_bytes(n))?;
    if n > MOST_RANKED {
        return Err(Stop::Memory { needed: u64::MAX });
    }
    let starts = (0..=n / 2).map(|left| survey_start(n, left, limits)).collect::<Result<_, _>>()?;
    Ok(ReverseSurvey { n, starts })
}

fn survey_start(n: usize, left: usize, limits: &Limits<'_>) -> Result<StartSurvey, Stop> {
    let puzzle = Instance::reversal(n, left, None).puzzle().expect("few checkers");
    let start = puzzle.rank(&puzzle.start());
    let distances = ranked::explore(&puzzle, start, &[], limits).map_err(|halted| halted.stop)?;
    let reversals = puzzle.goals().into_iter().map(|goal| {
        let goal = puzzle.rank(&goal);
        let distance = distances.distance(goal).expect("slides and jumps lead to every order");
        Ok(Reversal { distance, plays: distances.shortest_plays(goal, limits)? })
    });
    Ok(StartSurvey {
        layers: distances.layers().to_vec(),
        reversals: reversals.collect::<Result<_, _>>()?,
        antipode: puzzle.unrank(distances.farthest()[0]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::answers::Answers as _;
    use saltus_core::laws;

    #[test]
    fn a_sweep_of_ranks_finds_what_the_table_does() {
        let one = ["reverse 0", "reverse 1", "reverse 5", "reverse 5 from=2 to=any", "reverse 3 1 _ 2 to _ 1 2 3"];
        let several =
            ["reverse 0 gaps=3", "reverse 4 gaps=2 from=1", "reverse 3 gaps=4 to=any", "reverse _ 2 _ 1 to=1"];
        for line in one.into_iter().chain(several) {
            laws::keys_are_surveyed(&crate::reverse::notation::read(line).expect("a line"));
        }
        let huge: Instance = crate::reverse::notation::read("reverse 20").expect("a line");
        assert!(huge.keyed().is_none());
    }

    #[test]
    fn the_memory_needed_is_known_before() {
        assert_eq!(survey_bytes(11), 119_750_400);
        for n in [17, 19, 20, 70_000] {
            let needed = survey_bytes(n);
            assert_eq!(survey_reverse(n, &Limits::default()), Err(Stop::Memory { needed }));
        }
    }
}
