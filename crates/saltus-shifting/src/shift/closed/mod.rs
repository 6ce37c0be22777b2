//! Shifting checkers in closed form: Zhu, Wu, Wang and Wang, "Complete Solutions for a
//! Combinatorial Puzzle in Linear Time and Its Computer Implementation", Appl. Math. Inf. Sci. 9
//! (2015) 851-864, and what goes beyond it.

pub mod counts;
pub mod one_white;
pub(crate) mod plans;
pub mod sections;
pub mod sorted;
pub mod text;
pub mod winnable;
