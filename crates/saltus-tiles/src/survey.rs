//! All arrangements of a board of sliding tiles, surveyed completely: how many there are at each
//! distance from a goal.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_tiles::survey::survey_tiles;
//!
//! let survey = survey_tiles(2, 2, 3, true, &Limits::default()).unwrap();
//! assert_eq!((survey.states(), survey.depth(), survey.antipodes()), (12, 6, 1));
//! assert_eq!((survey.mean(), survey.mean_decimal(3)), ((3, 1), "3.000".into()));
//! assert_eq!(survey.farthest, [[3, 2, 1, 0]]);
//! assert_eq!(survey.local_maxima, Some(1));
//! ```

use std::path::Path;

use crate::search::space::disk;
use crate::search::space::{self, Census, Failure, Space};
use saltus_core::limits::{Limits, Stop};

/// All arrangements of a board that can be reached from a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSurvey {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// The cell of the vacancy in the goal, from 0, row by row.
    pub vacancy: usize,
    /// How many arrangements there are at each distance.
    pub layers: Vec<u64>,
    /// Those farthest away, in lexicographic order, each as the goal cells of what is on its cells:
    /// all of them, or [`space::EXAMPLES`].
    pub farthest: Vec<Vec<u8>>,
    /// How many arrangements are further away than all their neighbours, if that was asked for.
    pub local_maxima: Option<u64>,
}

impl TileSurvey {
    fn new((height, width, vacancy): (usize, usize, usize), census: &Census, local_maxima: Option<u64>) -> Self {
        let Census { layers, farthest } = census.clone();
        TileSurvey { height, width, vacancy, layers, farthest, local_maxima }
    }

    /// The largest distance.
    pub fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// How many arrangements can be reached.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// How many of them are farthest away.
    pub fn antipodes(&self) -> u64 {
        self.layers[self.depth() as usize]
    }

    /// The sum of all distances.
    pub fn distance_sum(&self) -> u128 {
        (0..).zip(&self.layers).map(|(distance, &states): (u128, _)| distance * u128::from(states)).sum()
    }

    /// The mean distance, a fraction in lowest terms.
    pub fn mean(&self) -> (u128, u128) {
        let (sum, states) = (self.distance_sum(), u128::from(self.states()));
        let divisor = greatest_common_divisor(sum, states);
        (sum / divisor, states / divisor)
    }

    /// The mean distance with `places` decimal places, at most 18; halves are rounded up.
    ///
    /// # Panics
    /// When more places are asked for.
    pub fn mean_decimal(&self, places: usize) -> String {
        assert!(places <= 18, "at most 18 places");
        let (sum, states) = (self.distance_sum(), u128::from(self.states()));
        let unit = 10u128.pow(places as u32);
        // Below 2^64 * 2^32 * 2^60 * 2 for as long as distances are below 2^32, and they are below
        // 2^8.
        let rounded = (2 * sum * unit + states) / (2 * states);
        let point = if places > 0 { "." } else { "" };
        let fraction = if places > 0 { format!("{:0places$}", rounded % unit) } else { String::new() };
        format!("{}{point}{fraction}", rounded / unit)
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Bytes of memory that [`survey_tiles`] needs; none when there are too many arrangements for
/// numbers of 64 bits.
///
/// ```
/// use saltus_tiles::survey::survey_bytes;
///
/// assert_eq!(survey_bytes(3, 3, true), survey_bytes(3, 3, false).map(|bytes| 2 * bytes));
/// ```
pub fn survey_bytes(height: usize, width: usize, maxima: bool) -> Option<u64> {
    // To count layers takes one bit a state; to know distances, two.
    space::space_bytes(height, width).map(|bytes| if maxima { bytes } else { bytes / 2 })
}

/// Surveys the arrangements of a board in memory; with `maxima`, also counts the local ones.
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When there are no cells or the vacancy belongs in none of them.
pub fn survey_tiles(
    height: usize,
    width: usize,
    vacancy: usize,
    maxima: bool,
    limits: &Limits<'_>,
) -> Result<TileSurvey, Stop> {
    let board = (height, width, vacancy);
    if maxima {
        let space = Space::explore(height, width, vacancy, limits)?;
        return Ok(TileSurvey::new(board, space.census(), Some(space.local_maxima(limits)?)));
    }
    Ok(TileSurvey::new(board, &space::census(height, width, vacancy, limits)?, None))
}

/// The same in the files of a folder, for boards beyond memory; a search that was stopped or killed
/// goes on there.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::survey::{survey_tiles, survey_tiles_in};
///
/// let folder = std::env::temp_dir().join(format!("saltus-example-survey-{}", std::process::id()));
/// let survey = survey_tiles_in(&folder, 2, 3, 5, false, &Limits::default()).unwrap();
/// assert_eq!((survey.depth(), survey.distance_sum()), (21, 4544));
/// assert_eq!(survey, survey_tiles(2, 3, 5, false, &Limits::default()).unwrap());
/// std::fs::remove_dir_all(folder).unwrap();
/// ```
///
/// # Errors
/// As [`disk::explore`].
///
/// # Panics
/// When there are no cells or the vacancy belongs in none of them.
pub fn survey_tiles_in(
    folder: &Path,
    height: usize,
    width: usize,
    vacancy: usize,
    maxima: bool,
    limits: &Limits<'_>,
) -> Result<TileSurvey, Failure> {
    let stored = disk::explore(folder, height, width, vacancy, maxima, limits)?;
    let distances = if maxima { stored.distances()? } else { None };
    let maxima = distances.map(|distances| distances.local_maxima(limits)).transpose()?;
    Ok(TileSurvey::new((height, width, vacancy), stored.census(), maxima))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_exact() {
        let survey = survey_tiles(2, 3, 5, true, &Limits::default()).expect("no limit");
        let sum: u64 = (0..).zip(&survey.layers).map(|(distance, states)| distance * states).sum();
        let (numerator, denominator) = survey.mean();
        assert_eq!(numerator * 360, u128::from(sum) * denominator);
        assert_eq!((survey.distance_sum(), survey.mean()), (4544, (568, 45)));
        let decimals: Vec<String> = [0, 1, 2, 3, 18].map(|places| survey.mean_decimal(places)).into();
        assert_eq!(decimals, ["13", "12.6", "12.62", "12.622", "12.622222222222222222"]);
    }

    #[test]
    fn maxima_are_counted_only_when_asked_for() {
        let survey = |maxima| survey_tiles(3, 3, 8, maxima, &Limits::default()).expect("no limit");
        let (with, without) = (survey(true), survey(false));
        assert_eq!(TileSurvey { local_maxima: None, ..with.clone() }, without);
        assert!(with.local_maxima > Some(with.antipodes()));
        assert_eq!(survey_bytes(3, 3, true), survey_bytes(3, 3, false).map(|bytes| 2 * bytes));
    }

    #[test]
    fn a_folder_gives_the_same() {
        let folder = std::env::temp_dir().join(format!("saltus-survey-{}", std::process::id()));
        for (maxima, name) in [(false, "counts"), (true, "all")] {
            let folder = folder.join(name);
            let found = survey_tiles_in(&folder, 2, 3, 3, maxima, &Limits::default()).expect("a folder");
            assert_eq!(Ok(found), survey_tiles(2, 3, 3, maxima, &Limits::default()));
        }
        std::fs::remove_dir_all(folder).expect("it was made");
    }
}
