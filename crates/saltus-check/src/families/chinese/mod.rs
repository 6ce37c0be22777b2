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

pub(crate) mod board;
mod instance;
pub(crate) mod men;
mod play;

pub(crate) use instance::{Chinese, MOST_PLAYERS, letters};
pub(crate) use play::Play;
