//! All configurations of a line or a cycle of Clobber, any colour moving at any time: how many have
//! which value, and which are worst.
//!
//! Values of a line come from a recurrence of four registers over the letters between neighbours
//! (same colour or not). Words of letters that leave equal registers, up to a constant, continue
//! equally; they are counted together. There are few such classes: about n^2 / 12 for the 2^n lines
//! of n pawns. Values of a cycle are smallest entries of the diagonals of 4x4 matrices, whose rows
//! are such registers, and are counted in the same way.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_clobber::{closed::letters::Form, survey::survey_clobber};
//!
//! let survey = survey_clobber(Form::Cycle, 12, &Limits::default()).unwrap();
//! let counts: Vec<String> = survey.counts.iter().map(|count| count.to_string()).collect();
//! assert_eq!(counts, ["0", "216", "2260", "1612", "6", "0", "0", "0", "0", "0", "0", "0", "2"]);
//! let extreme = survey.extreme.unwrap();
//! assert_eq!((extreme.value, extreme.count, extreme.first.to_string()), (4, 6u8.into(), "bbwbbwbbwbbw".into()));
//! ```

pub mod boards;
mod census;
mod classes;
mod list;
mod maxima;
mod moments;
mod tally;
#[cfg(test)]
mod tests;
mod wide;

use dashu_int::UBig;

use crate::closed::letters::Form;
use crate::rules::Pawns;
use census::{Counted, WordCensus};
use classes::{Class, CycleClass, LineClass};
use saltus_core::limits::{Limits, Stop};
use tally::WordTally;

pub use list::{MOST_LISTED, list};
pub use maxima::{first_above, maxima};
pub use moments::decimal;

/// The most pawns of a line whose configurations are counted: registers have 16 bits.
pub const MOST_IN_LINE: usize = 60_000;

/// The most pawns of a cycle whose configurations are counted: numbers of classes have 32 bits.
pub const MOST_IN_CYCLE: usize = 4_000;

/// Letters between neighbours of `n` pawns; there is a pawn.
fn letters(form: Form, n: usize) -> usize {
    if form == Form::Line { n - 1 } else { n }
}

/// What letters `s` alone end as, in a census of n pawns.
fn plain(form: Form, n: usize) -> usize {
    if form == Form::Line { n } else { 0 }
}

/// The values of all 2^n configurations of one size.
///
/// ```
/// use saltus_clobber::{closed::letters::Form, survey::survey_clobber};
/// use saltus_core::limits::Limits;
///
/// let values = survey_clobber(Form::Line, 2, &Limits::default()).unwrap();
/// assert_eq!((values.configurations(), values.maximum().value), (4u8.into(), 2));
/// // Of bb, bw, wb and ww two have value 2 and two have value 1.
/// assert_eq!(values.mean(), (3u8.into(), 2u8.into()));
/// assert_eq!(values.variance(), (1u8.into(), 4u8.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Pawns.
    pub n: usize,
    /// How many configurations have value 0, 1, .., n.
    pub counts: Vec<UBig>,
    /// The largest value with pawns of both colours; none below two pawns.
    pub extreme: Option<Extreme>,
}

/// A value, and the configurations that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The value.
    pub value: usize,
    /// How many configurations have it.
    pub count: UBig,
    /// The first of them in lexicographic order, black before white.
    pub first: Pawns,
}

impl Values {
    /// How many configurations there are: 2^n.
    pub fn configurations(&self) -> UBig {
        UBig::ONE << self.n
    }

    /// The largest value of all, n: that of pawns of one colour.
    pub fn maximum(&self) -> Extreme {
        let first = Pawns::from_bits(self.n, vec![0; self.n.div_ceil(64)]);
        Extreme { value: self.n, count: self.counts[self.n].clone(), first }
    }
}

/// Counts the configurations of n pawns by value.
///
/// # Errors
/// The limit that was reached; more than [`MOST_IN_LINE`] or [`MOST_IN_CYCLE`] pawns are refused.
pub fn survey_clobber(form: Form, n: usize, limits: &Limits<'_>) -> Result<Values, Stop> {
    check(form, n, limits)?;
    if n == 0 {
        return Ok(Values { n, counts: vec![UBig::ONE], extreme: None });
    }
    let form = form.of(n);
    let tally = match form {
        Form::Line => tally::<LineClass>(form, n, limits)?,
        Form::Cycle => tally::<CycleClass>(form, n, limits)?,
    };
    let mut counts: Vec<UBig> = (0..=n).map(|value| tally.configurations(value)).collect();
    if form == Form::Cycle {
        // Pawns of one colour have no bars, and no pawn can move.
        counts.swap(0, n);
    }
    Ok(Values { n, counts, extreme: tally.extreme(n) })
}

/// Asks whether `n` pawns can be counted, and in the memory that may be used.
fn check(form: Form, n: usize, limits: &Limits<'_>) -> Result<(), Stop> {
    let most = if form == Form::Line { MOST_IN_LINE } else { MOST_IN_CYCLE };
    limits.afford(survey_bytes(form, n))?;
    if n > most { Err(Stop::Cells { most: most as u64 }) } else { Ok(()) }
}

fn tally<C: Class>(form: Form, n: usize, limits: &Limits<'_>) -> Result<WordTally, Stop> {
    let all = letters(form, n);
    let mut census = WordCensus::<C>::new(Counted::All, all);
    census.grow_to(all, "counting configurations", all, limits)?;
    Ok(census.tally(plain(form, n)))
}

/// Bytes of memory that [`survey_clobber`] needs, and no less than [`maxima`]; estimated from
/// above.
///
/// The classes and counts of a size were measured, lines up to 1500 pawns and cycles up to 240, and
/// lie below the polynomials. What is in fact needed is asked for again, length by length.
///
/// ```
/// use saltus_clobber::{closed::letters::Form, survey::survey_bytes};
///
/// assert!(survey_bytes(Form::Line, 1000) < 1 << 30);
/// assert!(survey_bytes(Form::Cycle, 1000) > survey_bytes(Form::Line, 1000));
/// ```
pub fn survey_bytes(form: Form, n: usize) -> u64 {
    let n = n as f64;
    let (classes, counts, size) = match form {
        Form::Line => (n * n / 12.0 + 8.0 * n / 3.0 + 2.0, n * n * n / 3000.0 + n * n / 4.0 + 16.0 * n, 160.0),
        Form::Cycle => {
            let cells = n * n * n / 18.0 + 16.0 * n * n + 400.0 * n;
            (n * n * n / 20.0 + 190.0 * n + 600.0, cells * (1.0 + n / 400.0), 270.0)
        }
    };
    let pawns = classes * (n / 64.0 + 1.0);
    // Two layers, each list with some room to grow. A number that is too large becomes the largest
    // there is.
    (classes * size + (counts + pawns) * 18.0) as u64
}
