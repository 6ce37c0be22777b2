//! Closed forms and specialised solvers, one directory a family. Each file names its paper and theorem.

pub mod chinese;
pub mod clobber;
pub mod natural;
pub mod reverse;
pub mod shift;
pub mod tiles;
