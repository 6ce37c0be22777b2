//! The independent checker of saltus.
//!
//! saltus answers puzzles in which pieces move on a board, and says how each answer is known. This
//! crate decides whether to believe it. It shares no code with the solver: what the two have in
//! common are the formats, described in `docs/certificates.md`, `docs/calculus.md` and `docs/tables.md`. It has its own
//! reader, its own rules of the puzzles and its own arithmetic.
//!
//! | module | what is there |
//! |---|---|
//! | `text`, `certificate`, `outcome` | how files are read, and what is answered |
//! | `definition` | definitions: what they mean, their moves and symmetries |
//! | `calculus` | certificates of format 2: evidence about definitions, by one calculus |
//! | `rules`, `closed_set`, `board` | what plays and sets ask of rules; sets that no cheap play leaves; rows and grids |
//! | `families` | the lines of families, their rules, and the definitions that they mean |
//! | `evidence`, `theorems` | certificates of format 1: which evidence is about which family; evidence that rests on a named theorem |
//! | `sweep`, `tables`, `record` | folders of layers, files of pattern databases, records |
//! | `program`, `told` | the program, and outcomes for pages |
//!
//! One contract: [`Outcome::Verified`] is given only to a claim that is true, whatever bytes came
//! in. The other direction is weaker: a true claim is refuted when its certificate does not prove
//! it.
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
//! assert_eq!(outcome.to_string(), "VERIFIED optimal 15 shift 3 3 by potential chain, assuming theorem chain (docs/theorems.md#chain)");
//! ```
#![forbid(unsafe_code)]

mod board;
mod calculus;
mod certificate;
mod closed_set;
mod definition;
mod evidence;
mod families;
mod outcome;
pub mod program;
mod record;
mod rules;
mod sweep;
mod tables;
mod text;
mod theorems;
mod told;

pub use outcome::{Limits, Outcome, Verified};
use std::convert::identity;
use std::path::Path;
pub use theorems::NAMES as THEOREMS;

/// Whether there are rules for a family, by the first word of its notation.
///
/// ```
/// assert!(saltus_check::knows("tiles") && !saltus_check::knows("pegs"));
/// ```
pub fn knows(family: &str) -> bool {
    families::FAMILIES.contains(&family)
}

/// How outcomes name the puzzle of a line: by the line, but a definition by the SHA-256 of its line without the title, the number of
/// its cells and its goal. The words of a definition are its author's, and none of them is a part of what the checker says.
///
/// ```
/// use saltus_check::name;
///
/// assert_eq!(name("shift 3 3"), "shift 3 3");
/// let line = "rules title: VERIFIED optimal 1 ; board: a . ; move: a . -> . a ; goal: . a";
/// let digest = "e5c1c2d0c105a1584c58364425d39eb1fdf18e1132c6d15a3c30f9f15867b24d";
/// assert_eq!(name(line), format!("rules sha256:{digest} (2 cells, goal picture)"));
/// assert_eq!(name("rules VERIFIED"), "rules that cannot be read");
/// ```
pub fn name(line: &str) -> String {
    match line.split_once(' ') {
        Some(("rules", text)) => {
            definition::Definition::read(text).map_or("rules that cannot be read".into(), |read| read.name)
        }
        _ => line.into(),
    }
}

/// Checks one certificate, the whole of a file.
pub fn check(bytes: &[u8], limits: &Limits) -> Outcome {
    let verify = if bytes.starts_with(b"saltus certificate 2\n") { calculus::verify } else { evidence::verify };
    verify(bytes, limits).map_or_else(identity, Outcome::Verified)
}

/// Checks a bundle, certificates one after the other in one file: an outcome for each.
///
/// ```
/// use saltus_check::{Limits, check_bundle};
///
/// let one = "saltus certificate 1\npuzzle shift 1 0\nclaim optimal 1\nby vacancy\nblock moves 2 ";
/// let one = format!("{one}{:08x}\n1\n\nend\n", crc32fast::hash(b"1\n"));
/// assert_eq!(check_bundle(one.repeat(3).as_bytes(), &Limits::default()).count(), 3);
/// ```
pub fn check_bundle<'a>(bytes: &'a [u8], limits: &'a Limits) -> impl Iterator<Item = Outcome> + 'a {
    let mut left = Some(bytes);
    std::iter::from_fn(move || {
        let (first, rest) = certificate::split_first(left?);
        left = Some(rest).filter(|rest| !rest.is_empty());
        Some(check(first, limits))
    })
}

/// Checks one table file, the whole of it. What is verified is that every entry is exact.
///
/// ```
/// use saltus_check::{Limits, check_table};
///
/// // Tile 1 on a board of one row: it is at home in cell 1, with the vacancy in cell 2, or the other way round.
/// let header = "saltus table 3\nboard 1x2\nvacancy 2\npattern 1\nentries 2\nbytes 00000000000000000016\n";
/// let payload = [0; 16];
/// let header = format!("{header}payload {:08x}\nsha256 374708ff..\ncode 2\n", crc32fast::hash(&payload));
/// let mut file = format!("{header}header {:08x}\n", crc32fast::hash(header.as_bytes())).into_bytes();
/// file.extend(payload);
/// let outcome = check_table(&file, &Limits::default());
/// assert_eq!(outcome.to_string(), "VERIFIED table tiles 1x2 vacancy 2 pattern 1: 2 entries, exact");
/// ```
pub fn check_table(bytes: &[u8], limits: &Limits) -> Outcome {
    tables::file::verify(bytes, limits).map_or_else(identity, Outcome::Verified)
}

/// Checks a sweep: a folder of layers, as docs/sweep.md describes it. What is verified is that each layer is all
/// positions at that distance from the start, and what its manifest says of them. Half of the [memory](Limits::memory)
/// is for keys to which moves lead.
///
/// ```
/// use saltus_check::{Limits, check_sweep};
///
/// let outcome = check_sweep("no/such/folder".as_ref(), &Limits::default());
/// assert_eq!(outcome.to_string(), "REFUTED sweep: the file is missing");
/// ```
pub fn check_sweep(folder: &Path, limits: &Limits) -> Outcome {
    sweep::verify(folder, None, limits).map_or_else(identity, Outcome::Verified)
}

/// Checks `keys` keys of a sweep, drawn by a seed, which proves nothing: never [`Outcome::Verified`].
///
/// ```
/// use saltus_check::{Limits, check_sample};
///
/// let outcome = check_sample("no/such/folder".as_ref(), 100, 1, &Limits::default());
/// assert_eq!(outcome.to_string(), "REFUTED sweep: the file is missing");
/// ```
pub fn check_sample(folder: &Path, keys: u64, seed: u64, limits: &Limits) -> Outcome {
    sweep::verify(folder, Some([keys, seed]), limits).map_or_else(identity, Outcome::Verified)
}

/// Checks one line of what `saltus solve --format json` prints. The claim verified is `plan
/// <length>`: a play of that many moves exists; of Clobber it is `leaves <value>`. A record that
/// contradicts itself, with a lower bound above that, is refuted. Anything more than the play, and
/// any status but `solved`, needs a certificate.
///
/// ```
/// use saltus_check::{Limits, check_record};
///
/// let record = r#"{"puzzle":"shift 1 1","status":"solved","length":3,"moves":["1-2","3-1","2-3"]}"#;
/// assert_eq!(check_record(record, &Limits::default()).to_string(), "VERIFIED plan 3 shift 1 1 by witness");
/// ```
pub fn check_record(line: &str, limits: &Limits) -> Outcome {
    record::verify(line, limits).map_or_else(identity, Outcome::Verified)
}

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
