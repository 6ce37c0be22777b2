//! The constructions of V. D. Blondel, J. M. Hendrickx, R. M. Jungers, *Solitaire Clobber as an
//! optimization problem on words* (2008), kept for their own sake.
//!
//! | file | answers | by |
//! |---|---|---|
//! | [`words`] | which words are games | Theorems 3, 4 and 10 |
//! | [`letter_pairs`] | an optimal word of a line | Theorem 11 as printed |
//! | [`cuts`] | a cycle, by five lines | Theorem 12 |
//! | [`section4`] | a play that leaves a third of the pawns | the strategy of section 4 |

pub mod cuts;
pub mod letter_pairs;
pub mod section4;
pub mod words;
