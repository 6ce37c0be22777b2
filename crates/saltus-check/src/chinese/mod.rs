//! Chinese Checkers: cooperating players, one of which is to fill its goal in the fewest turns of
//! all.
//!
//! The men stand on hexagonal cells. In its turn a player moves one of its men: a step to an empty
//! cell next to it, or a chain of jumps, each over a man of any colour to the empty cell just
//! beyond. Nobody passes. The game is over when the winner's men, the red ones, fill the goal.
//!
//! `chinese star`, `rhombus`, `triangle:13` or `cells:X,Y..` with `men=`, `players=`, `order=`,
//! `goal=`, `rows=` as docs/certificates.md says. A move is the cells that the man stands on, one
//! after another: `a1-c1-c3`.
//!
//! ```
//! use saltus_check::{Limits, check_record};
//!
//! let outcome = |moves: &str| {
//!     let puzzle = "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB";
//!     let length = moves.split(',').count();
//!     let record = format!(r#"{{"puzzle":"{puzzle}","status":"solved","length":{length},"moves":[{moves}]}}"#);
//!     check_record(&record, &Limits::default()).to_string()
//! };
//! let won = "VERIFIED plan 3 chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=RB by witness";
//! assert_eq!(outcome(r#""a1-c1","b1-a1","c1-d1""#), won);
//! assert_eq!(outcome(r#""a1-c1","b1-d1""#), "REFUTED play: the winner's men do not fill the goal");
//! assert_eq!(outcome(r#""a1-b1""#), "REFUTED move 1: a man stands on b1 already");
//! ```

mod board;
mod bounds;
mod closed_set;
mod closure;
mod instance;
mod layer;
mod men;
mod play;
mod ranks;

pub(crate) use closed_set::verify as verify_set;
pub(crate) use closure::verify as verify_layers;
pub(crate) use instance::Chinese;
pub(crate) use play::Play;
