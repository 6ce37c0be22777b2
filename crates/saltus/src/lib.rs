//! Exact answers for puzzles in which pieces move on a board.
//!
//! The short way is the [`catalog`]: one line of notation in, an answer and what shows it out.
//!
//! ```
//! use saltus::{catalog, limits::Limits, verdict::Outcome};
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

pub mod board;
pub mod bounds;
pub mod catalog;
pub mod closed;
pub mod draw;
pub mod engines;
pub mod kit;
pub mod limits;
pub mod notation;
pub mod plan;
pub mod proof;
pub mod puzzle;
pub mod puzzles;
pub mod random;
pub mod scene;
pub mod search;
pub mod survey;
pub mod verdict;
pub mod verify;
