//! Solitaire Clobber where theory is fast: lines, cycles, trees.
//!
//! V. D. Blondel, J. M. Hendrickx, R. M. Jungers, *Solitaire Clobber as an optimization problem on words* (2008), and what goes beyond it.
//!
//! | file | answers | by |
//! |---|---|---|
//! | [`words`] | which words are games | Theorems 3, 4 and 10 |
//! | [`letter_pairs`] | an optimal word of a line | Theorem 11 as it stands there |
//! | [`cuts`] | a cycle, by five lines | Theorem 12 |
//! | [`section4`] | a play that leaves a third of the pawns | the strategy of section 4 |
//! | [`letters`] | how neighbours differ, in runs and words | |
//! | [`registers`] | a line, a cycle | a recurrence of four registers |
//! | [`division`] | the segments of an optimal play | the same from both sides, in little memory |
//! | [`play`], [`plans`] | its moves, streamed | |
//! | [`dual`] | what proves the value to a checker | potentials of the recurrence |
//! | [`fast`] | the value of a line or cycle at the speed of memory | ten register vectors |
//! | [`trees`] | forests, in linear time | dynamic programming |
//! | [`alternate`] | lines and cycles where the colours take turns | walks with a balance |

pub mod alternate;
pub mod cuts;
pub mod division;
pub mod dual;
pub mod fast;
pub mod letter_pairs;
pub mod letters;
pub mod plans;
pub mod play;
pub mod registers;
#[cfg(test)]
mod samples;
pub mod section4;
pub mod trees;
pub mod words;
