//! Searches in other orders than layer by layer ([`saltus_core::engine`]), over positions as words.
//!
//! If positions are counted as one under symmetries, each stands for its whole class.

mod beam;
mod by_pagodas;
mod depth_first;
mod landings;

pub(crate) use beam::beam;
pub(crate) use by_pagodas::by_pagodas;
pub(crate) use depth_first::depth_first;
pub(crate) use landings::{Knows, landings};
