//! Chains as operations that are a move each, where that makes few of them.
//!
//! A piece goes on only where the steps before have left room. If each step asks for a content that few cells hold (the gaps of a full board), few steps
//! can follow one another: two gaps let a block go two steps. So each chain can be written as one operation, with all that its steps ask for
//! and all that they change, and no search has to look through chains.

use super::operations::rare;
use super::{Written, on};
use crate::definition::{Content, Definition};

/// The most chains, in all and for each step: where they are more, it is faster to look through them.
const MOST: usize = 1 << 14;
const MOST_OF_STEP: usize = 8;

/// The same operations without chains. None where nothing is a chain, where no content is as rare, or where chains are too many.
pub(super) fn as_single(definition: &Definition, written: &[Written]) -> Option<Vec<Written>> {
    if written.iter().all(|one| !one.chain) {
        return None;
    }
    let rare = rare(definition, &written.iter().map(|one| &one.choice).collect::<Vec<_>>())?;
    // Steps by where they begin, chains by where they end.
    let (mut steps, mut chains) = (vec![Vec::new(); definition.cells()], vec![Vec::new(); definition.cells()]);
    let (mut single, mut open) = (Vec::new(), Vec::new());
    for one in written {
        if one.chain {
            let (before, _) = on(&one.choice, one.path[0])?;
            steps[one.path[0] as usize].push((before, one));
            open.push(one.clone());
        } else {
            single.push(one.clone());
        }
    }
    let mut count = 0;
    while let Some(chain) = open.pop() {
        let end = chain.path[1] as usize;
        let alike: &mut Vec<Written> = &mut chains[end];
        let before = alike.len();
        let is_served = is_served(alike, &chain);
        count -= before - alike.len();
        if is_served {
            continue;
        }
        count += 1;
        if count + open.len() > MOST.min(MOST_OF_STEP * written.len()) {
            return None;
        }
        let (_, after) = on(&chain.choice, chain.path[1])?;
        for &(before, step) in &steps[end] {
            if before == after {
                open.extend(joined(&chain, step, rare));
            }
        }
        alike.push(chain);
    }
    for alike in &mut chains {
        while let Some(chain) = alike.pop() {
            if chain.choice.iter().any(|&(_, before, after)| before != after) {
                single.push(Written { path: [0; 2], chain: false, ..chain });
            }
        }
    }
    Some(single)
}

/// Whether one of these chains serves for another one; else those for which that one serves are taken out.
fn is_served(alike: &mut Vec<Written>, chain: &Written) -> bool {
    let mut at = 0;
    while at < alike.len() {
        if serves_for(&alike[at], chain) {
            return true;
        }
        if serves_for(chain, &alike[at]) {
            alike.swap_remove(at);
        } else {
            at += 1;
        }
    }
    false
}

/// Whether a chain does what another one does, and asks for no more.
fn serves_for(chain: &Written, other: &Written) -> bool {
    if (chain.path, chain.side) != (other.path, other.side) {
        return false;
    }
    let mut shared = 0;
    for one in &other.choice {
        if chain.choice.contains(one) {
            shared += 1;
        } else if one.1 != one.2 {
            return false;
        }
    }
    shared == chain.choice.len()
}

/// A chain with one more step. None if the step cannot be made after it, or if both ask for more of a rare content than there is.
fn joined(chain: &Written, step: &Written, (rare, held): (Content, usize)) -> Option<Written> {
    let mut choice = chain.choice.clone();
    for &(cell, before, after) in &step.choice {
        match choice.iter_mut().find(|(known, ..)| *known == cell) {
            None => choice.push((cell, before, after)),
            Some((.., held)) if *held == before => *held = after,
            Some(_) => return None,
        }
    }
    let mut asked = 0;
    for &(_, before, _) in &choice {
        asked += usize::from(before == rare);
    }
    let can_be = asked <= held && chain.side == step.side;
    can_be.then_some(Written { choice, path: [chain.path[0], step.path[1]], ..*chain })
}
