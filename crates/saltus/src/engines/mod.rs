//! Searches made for one family, with its lower bounds built in, one directory a family.

pub mod chinese;
pub mod clobber;
pub mod tiles;
