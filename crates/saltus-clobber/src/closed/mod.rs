//! Solitaire Clobber where theory is fast: lines, cycles, trees, complete multipartite graphs.
//!
//! V. D. Blondel, J. M. Hendrickx, R. M. Jungers, *Solitaire Clobber as an optimization problem on
//! words* (2008), and what goes beyond it.
//!
//! | file | answers | by |
//! |---|---|---|
//! | [`letters`] | how neighbours differ, in runs and words | |
//! | [`registers`] | a line, a cycle | a recurrence of four registers |
//! | [`division`] | the segments of an optimal play | the same from both sides, in little memory |
//! | [`play`], [`plans`] | its moves, streamed | |
//! | [`dual`] | what proves the value to a checker | potentials of the recurrence |
//! | [`fast`] | the value of a line or cycle at the speed of memory | ten register vectors |
//! | [`multipartite`] | complete multipartite graphs, in linear time | a formula |
//! | [`trees`] | forests, in linear time | dynamic programming |
//! | [`alternate`] | lines and cycles where the colours take turns | walks with a balance |

pub mod alternate;
mod bytes;
pub mod division;
pub mod dual;
pub mod fast;
pub mod letters;
pub mod multipartite;
pub mod plans;
pub mod play;
pub mod registers;
pub mod trees;
#[cfg(test)]
mod worst;
