//! Exact answers for puzzles in which pieces move on a board.
//!
//! The short way is the [`catalog`]: one line of notation in, an answer and what shows it out.
//!
//! ```
//! use saltus::catalog;
//! use saltus::limits::Limits;
//! use saltus::verdict::Outcome;
//!
//! let subject = catalog::parse("shift 3 3")?;
//! let verdict = subject.solve(&Limits::default());
//! if let Outcome::Solved { plan, .. } = &verdict.outcome {
//!     println!("{} moves, {}", plan.moves(), verdict.label().word());
//! }
//! # assert!(verdict.optimal());
//! # Ok::<(), saltus::notation::BadInput>(())
//! ```
//!
//! Below it lie the rules ([`puzzles`]), closed forms ([`closed`]), lower bounds ([`bounds`]) and the generic searches
//! ([`search`]), which work for any [`puzzle::Puzzle`], also for one of your own.

pub mod catalog;

pub use saltus_chinese as chinese;
pub use saltus_clobber as clobber;
pub use saltus_core::{
    board, graph, laws, limits, notation, plan, proof, puzzle, random, record, row, scene, search, verdict, verify,
};
pub use saltus_draw as draw;
pub use saltus_shifting::{reverse, shift};
pub use saltus_tiles as tiles;
