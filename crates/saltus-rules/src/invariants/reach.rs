//! The classes that goals can have.

use std::cell::Cell;

use super::{Facts, Invariant};
use crate::definition::{Content, Definition, Goal};
use crate::ground::{Operation, Put, Test};

/// Most numbers in classes of a goal that are looked at together, and steps for all goals.
const MOST: usize = 1 << 12;
const STEPS: usize = 1 << 20;

/// The goals of a definition, with how many of the pieces that each counts are there at least in every position.
pub(super) struct Goals<'a> {
    definition: &'a Definition,
    facts: Facts,
    floors: Vec<i64>,
    steps: Cell<usize>,
}

impl<'a> Goals<'a> {
    pub(super) fn new(definition: &'a Definition, facts: Facts, operations: &[&Operation]) -> Self {
        // One, where the start has one and every rule leaves one.
        let floor = |goal: &Goal| {
            let Goal::Most(_, pieces) = goal else { return 0 };
            let there = definition.start.iter().any(|content| pieces.contains(content));
            i64::from(there && operations.iter().all(|operation| leaves(operation, pieces)))
        };
        Goals { definition, facts, floors: definition.goals.iter().map(floor).collect(), steps: Cell::new(STEPS) }
    }

    /// Whether no goal has the class of the start; not where it would take long to tell.
    pub(super) fn excluded(&self, shown: &[Invariant]) -> bool {
        let start: Vec<i64> = shown.iter().map(|one| one.of(self.facts, &self.definition.start)).collect();
        !shown.is_empty()
            && self.definition.goals.iter().zip(&self.floors).all(|(goal, floor)| {
                let classes = self.classes(goal, shown);
                classes.is_some_and(|classes| classes.iter().all(|class| class[0] < *floor || class[1..] != start[..]))
            })
    }

    /// What a sum may be at a goal; none where it would take long to tell.
    pub(super) fn sums(&self, one: &Invariant) -> Option<Vec<i64>> {
        let mut sums = Vec::new();
        for (goal, floor) in self.definition.goals.iter().zip(&self.floors) {
            let classes = self.classes(goal, std::slice::from_ref(one))?;
            sums.extend(classes.iter().filter(|class| class[0] >= *floor).map(|class| class[1]));
        }
        Some(sums)
    }

    /// The classes of the positions that are a goal, ascending, each preceded by its number of counted pieces.
    fn classes(&self, goal: &Goal, shown: &[Invariant]) -> Option<Vec<Vec<i64>>> {
        let (most, pieces) = if let Goal::Most(most, pieces) = goal { (*most, &pieces[..]) } else { (0, &[][..]) };
        let mut met = vec![vec![0; 1 + shown.len()]];
        for cell in 0..self.facts.cells {
            let asked = if let Goal::Picture(contents) = goal { contents[cell] } else { None };
            let (first, last) = asked.map_or((0, self.definition.last_content()), |content| (content, content));
            self.steps.set(self.steps.get().checked_sub(met.len() * (1 + usize::from(last - first)) * shown.len())?);
            let mut next: Vec<Vec<i64>> = Vec::new();
            for class in &met {
                for content in first..=last {
                    let mut after = class.clone();
                    after[0] += i64::from(pieces.contains(&content));
                    if after[0] > most as i64 {
                        continue;
                    }
                    for (one, sum) in shown.iter().zip(&mut after[1..]) {
                        *sum = (*sum + one.at(self.facts, cell, content)).rem_euclid(one.modulus);
                    }
                    if let Err(at) = next.binary_search_by(|other| other.cmp(&after)) {
                        next.insert(at, after);
                    }
                }
            }
            if next.len() * (1 + shown.len()) > MOST {
                return None;
            }
            met = next;
        }
        Some(met)
    }
}

/// Whether some piece of a list is there after an operation, whatever it was made on.
fn leaves(operation: &Operation, pieces: &[Content]) -> bool {
    let is_piece = |cell: u16| match operation.test(cell) {
        Some(Test::Is(content)) => pieces.contains(&content),
        Some(Test::In(set)) => (0..=Content::MAX).all(|content| !set.has(content) || pieces.contains(&content)),
        _ => false,
    };
    let written = |&(_, put): &(u16, Put)| match put {
        Put::Content(content) => pieces.contains(&content),
        Put::Of(cell) => is_piece(cell),
    };
    let kept =
        |&(cell, _): &(u16, Test)| is_piece(cell) && operation.writes.iter().all(|(written, _)| *written != cell);
    operation.writes.iter().any(written) || operation.tests.iter().any(kept)
}

/// By content, the cell that holds it, where no two cells hold the same.
pub(super) struct Places(Vec<Option<usize>>);

impl Places {
    pub(super) fn of(contents: &[Content]) -> Option<Self> {
        let mut places = vec![None; Content::MAX as usize + 1];
        for (cell, &content) in contents.iter().enumerate() {
            if places[content as usize].replace(cell).is_some() {
                return None;
            }
        }
        Some(Places(places))
    }
}

/// Whether an operation makes an odd number of exchanges. None: it does not only exchange contents.
pub(super) fn is_odd(operation: &Operation) -> Option<bool> {
    let cells: Vec<u16> = operation.writes.iter().map(|(cell, _)| *cell).collect();
    let source = |&(_, put): &(u16, Put)| match put {
        Put::Of(other) => cells.iter().position(|cell| *cell == other),
        Put::Content(content) => cells.iter().position(|cell| operation.test(*cell) == Some(Test::Is(content))),
    };
    let order = operation.writes.iter().map(source).collect::<Option<Vec<usize>>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..order.len()).then(|| is_odd_order(&order))
}

/// Whether an order of numbers from 0 is odd: it has an odd number of cycles of even length.
pub(super) fn is_odd_order(order: &[usize]) -> bool {
    let mut seen = vec![false; order.len()];
    let mut odd = false;
    for first in 0..order.len() {
        let (mut at, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[at], true) {
            (at, length) = (order[at], length + 1);
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

/// Whether every goal has another sign than the start, together with the sum modulo 2.
pub(super) fn sign_excludes(definition: &Definition, facts: Facts, one: &Invariant) -> bool {
    let Some(Places(places)) = Places::of(&definition.start) else { return false };
    definition.goals.iter().all(|goal| {
        let Goal::Picture(asked) = goal else { return false };
        let mut goal: Vec<Option<Content>> = asked.clone();
        let mut left: Vec<Content> =
            definition.start.iter().copied().filter(|content| !goal.contains(&Some(*content))).collect();
        // One cell that is not asked for has what is left.
        if let (&[content], [open]) =
            (&left[..], &mut goal.iter_mut().filter(|asked| asked.is_none()).collect::<Vec<_>>()[..])
        {
            **open = Some(content);
            left.clear();
        }
        let Some(goal) = goal.into_iter().collect::<Option<Vec<Content>>>().filter(|_| left.is_empty()) else {
            return false;
        };
        let order = goal.iter().map(|&content| places[content as usize]).collect::<Option<Vec<usize>>>();
        order.is_some_and(|order| {
            let odd = i64::from(is_odd_order(&order));
            (one.of(facts, &goal) - one.of(facts, &definition.start) + odd).rem_euclid(2) == 1
        })
    })
}
