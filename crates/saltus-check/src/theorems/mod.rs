//! Evidence of format 1 that rests on a theorem about a family, not on its rules alone.
//!
//! Here lives what evaluates a statement that is proved of all instances of a family, in docs/certificates.md or, if the proof is longer, in
//! docs/theorems.md: bounds, invariants, recurrences, and searches that leave out what such a bound excludes. A certificate names each by a word of
//! its line `by`, which only [`crate::evidence`] looks up.
//!
//! What never comes in: readers of files and lines, rules of puzzles, definitions, the calculus, plays and closed sets. They are below, and none of them knows a
//! module of this directory. What the calculus can say of a definition is evidence of format 2 and needs no theorem here.
//!
//! | module | evidence | about |
//! |---|---|---|
//! | `potentials` | `potential NAME`, the bounds of `closed-set` and `re-executed` | `shift`, `reverse`, `tiles` |
//! | `order`, `parity` | `order`, `parity` | `shift`, `tiles` |
//! | `lines` | `bound lines` | `tiles` |
//! | `sections` | a play `construction sections` | `shift` |
//! | `winnable`, `frozen` | `theorem winnable`, `theorem frozen` | `shift` |
//! | `reversal` | `theorem reversal` | `reverse` |
//! | `re_executed` | `re-executed BOUND` | `reverse`, `tiles` |
//! | `transcript` | `transcript` | `tiles` |
//! | `clobber` | `theorem trees`, `theorem alternate`, `dual`, `bound` and `closed-set` with `components`, `independent`, `forest` | `clobber` |
//! | `layers` | `layers`, with the rules `types`, `leave`, `settle`, `fills`, `ahead` | `chinese` |

pub(crate) mod clobber;
pub(crate) mod frozen;
pub(crate) mod layers;
pub(crate) mod lines;
pub(crate) mod order;
pub(crate) mod parity;
pub(crate) mod potentials;
pub(crate) mod re_executed;
pub(crate) mod reversal;
pub(crate) mod sections;
pub(crate) mod transcript;
pub(crate) mod winnable;

/// All theorems that an outcome can name. Of each there is a section in docs/theorems.md with the anchor of this name.
///
/// ```
/// assert!(saltus_check::THEOREMS.contains(&"reversal"));
/// ```
pub const NAMES: [&str; 14] = [
    "sections",
    "reversal",
    "winnable",
    "frozen",
    "trees",
    "alternate",
    "chain",
    "colours",
    "transcript",
    "components",
    "independent",
    "forest",
    "dual",
    "layers",
];
