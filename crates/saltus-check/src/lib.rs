//! The independent checker of saltus.
//!
//! saltus answers puzzles in which pieces move on a board, and says how each answer is known. This crate decides
//! whether to believe it. It shares no code with the solver: what the two have in common is the format, described
//! in `docs/certificates.md`. It has its own reader, its own rules of the puzzles and its own arithmetic.
//!
//! One contract: [`Outcome::Verified`] is given only to a claim that is true, whatever bytes came in. The other
//! direction is weaker: a true claim is refuted when its certificate does not prove it.
//!
//! ```
//! use saltus_check::{Limits, check};
//!
//! let moves = "construction sections first=b\n";
//! let certificate = format!(
//!     "saltus certificate 1\npuzzle shift 3 3\nclaim optimal 15\nby potential chain\n\
//!      block moves {} {:08x}\n{moves}\nend\n",
//!     moves.len(),
//!     crc32fast::hash(moves.as_bytes()),
//! );
//! let outcome = check(certificate.as_bytes(), &Limits::default());
//! assert_eq!(outcome.to_string(), "VERIFIED optimal 15 shift 3 3");
//! ```
#![forbid(unsafe_code)]

mod board;
mod certificate;
mod closed_set;
mod evidence;
mod number;
mod orders;
mod outcome;
mod play;
mod potential;
mod puzzle;
mod record;
mod reverse;
mod shift;
mod theorem;
mod walk;

pub use outcome::{Limits, Outcome};
use std::convert::identity;

/// Checks one certificate, the whole of a file.
pub fn check(bytes: &[u8], limits: &Limits) -> Outcome {
    evidence::verify(bytes, limits).map_or_else(identity, Outcome::Verified)
}

/// Checks one line of what `saltus solve --format json` prints. The claim verified is `plan <length>`: a play of
/// that many moves exists. Anything more, and any status but `solved`, needs a certificate.
///
/// ```
/// use saltus_check::{Limits, check_record};
///
/// let record = r#"{"puzzle":"shift 1 1","status":"solved","length":3,"moves":["1-2","3-1","2-3"]}"#;
/// assert_eq!(check_record(record, &Limits::default()).to_string(), "VERIFIED plan 3 shift 1 1");
/// ```
pub fn check_record(line: &str, limits: &Limits) -> Outcome {
    record::verify(line, limits).map_or_else(identity, Outcome::Verified)
}
