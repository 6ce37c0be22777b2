//! Only the worst configurations, for all sizes up to one.

use super::census::{Counted, WordCensus};
use super::classes::{Class, CycleClass, LineClass};
use super::{Extreme, check, letters, plain};
use crate::closed::letters::Form;
use saltus_core::limits::{Limits, Stop};

/// The largest values of configurations with pawns of both colours: of 2, 3, .. pawns in a row, or
/// of 3, 4, .. in a cycle, up to `up_to`.
///
/// They are ceil(n/2) in a row, and floor(n/3) in a cycle of 3 or of 6 and more: docs/theorems.md
/// has the proofs for all n ("The worst cycles", "The worst lines"). This counts, without them.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_clobber::{closed::letters::Form, survey::maxima};
///
/// let cycles = maxima(Form::Cycle, 12, &Limits::default()).unwrap();
/// let values: Vec<usize> = cycles.iter().map(|extreme| extreme.value).collect();
/// assert_eq!(values, [1, 2, 2, 2, 2, 2, 3, 3, 3, 4]);
/// ```
///
/// # Errors
/// The limit that was reached; more than [`super::MOST_IN_LINE`] or [`super::MOST_IN_CYCLE`] pawns
/// are refused.
pub fn maxima(form: Form, up_to: usize, limits: &Limits<'_>) -> Result<Vec<Extreme>, Stop> {
    check(form, up_to, limits)?;
    match form {
        Form::Line => highest::<LineClass>(form, 2, up_to, limits),
        Form::Cycle => highest::<CycleClass>(form, 3, up_to, limits),
    }
}

/// The same from `least` pawns on.
fn highest<C: Class>(form: Form, least: usize, up_to: usize, limits: &Limits<'_>) -> Result<Vec<Extreme>, Stop> {
    let mut census = WordCensus::<C>::new(Counted::Highest, letters(form, up_to.max(1)));
    let mut extremes = Vec::new();
    for n in least..=up_to {
        census.grow_to(letters(form, n), "finding maxima", up_to, limits)?;
        extremes.extend(census.tally(plain(form, n)).extreme(n));
    }
    Ok(extremes)
}

/// The first of these with a value above n/4 + c, n being the number of its pawns.
///
/// E. Duchene, L. Faria and S. Gravier conjectured, in a preprint of *Solitaire Clobber played on
/// graphs*, that values of cycles of both colours are at most n/4 + O(1). One cycle for each c
/// refutes that.
///
/// ```
/// use saltus_clobber::{closed::letters::Form, survey::{first_above, maxima}};
/// use saltus_core::limits::Limits;
///
/// let cycles = maxima(Form::Cycle, 12, &Limits::default()).unwrap();
/// assert_eq!(first_above(&cycles, 0).unwrap().first.cells(), 3); // value 1 is above 3/4
/// assert_eq!(first_above(&cycles, 1), None);
/// ```
pub fn first_above(maxima: &[Extreme], c: usize) -> Option<&Extreme> {
    maxima.iter().find(|extreme| 4 * extreme.value > extreme.first.cells() + 4 * c)
}
