//! Searches in other orders than layer by layer ([`saltus_core::engine`]), over positions as words.
//!
//! If positions are counted as one under symmetries, each stands for its whole class.

use std::collections::VecDeque;

mod beam;
mod by_pagodas;
mod depth_first;
mod landings;

pub(crate) use beam::beam;
pub(crate) use by_pagodas::by_pagodas;
pub(crate) use depth_first::depth_first;
pub(crate) use landings::{Knows, landings};

/// By number, what it costs to come to one of `open`, which cost what stands there, if steps into each number are `into`: from where, and for what, which is
/// 0 or 1. `u32::MAX` where there is no way.
pub(crate) fn costs_to(mut open: VecDeque<(u32, u32)>, into: &[Vec<(u32, u32)>]) -> Vec<u32> {
    let mut costs = vec![u32::MAX; into.len()];
    while let Some((number, cost)) = open.pop_front() {
        if costs[number as usize] <= cost {
            continue;
        }
        costs[number as usize] = cost;
        for &(before, price) in &into[number as usize] {
            if price == 0 { open.push_front((before, cost)) } else { open.push_back((before, cost + price)) }
        }
    }
    costs
}
