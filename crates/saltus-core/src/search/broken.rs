//! Each law of the kit catches the fault that it is meant to catch.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::laws;
use crate::limits::Limits;
use crate::puzzle::{Backward, Bound, Puzzle, Ranked, Refusal, Undo, Zero};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    LostMove,
    DoubleMove,
    LaxCheck,
    LostUndo,
    FalseReversal,
    LostInto,
    ExtraInto,
    LostGoal,
    ExtraGoal,
    SharedRank,
    RankBeyondCount,
    FlatBound,
    SteepBound,
    LazyAfter,
}

/// A token on a ring of 7 cells steps by 1 or 2 clockwise, or back by 1, from 0 to 3; or some of
/// that goes wrong.
struct Ring(Fault);

const CELLS: u8 = 7;
const STEPS: [u8; 3] = [1, 2, CELLS - 1];

impl Ring {
    fn has(&self, fault: Fault) -> bool {
        self.0 == fault
    }
}

impl Puzzle for Ring {
    type State = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, state: &u8) -> bool {
        *state == 3
    }

    fn moves(&self, &state: &u8, buffer: &mut Vec<u8>) {
        buffer.extend(&STEPS[usize::from(self.has(Fault::LostMove) && state == 2)..]);
        if self.has(Fault::DoubleMove) && state == 4 {
            buffer.push(STEPS[0]);
        }
    }

    fn check(&self, _: &u8, mv: &u8) -> Result<(), Refusal> {
        let legal = *mv == 1 || *mv == 2 || *mv == 6 || self.has(Fault::LaxCheck);
        if legal { Ok(()) } else { Err(Refusal("no such step".to_owned())) }
    }

    fn play(&self, state: &mut u8, mv: &u8) {
        *state = (*state + mv) % CELLS;
    }
}

impl Undo for Ring {
    fn undo(&self, state: &mut u8, mv: &u8) {
        if !(self.has(Fault::LostUndo) && *state == 5) {
            *state = (*state + CELLS - mv) % CELLS;
        }
    }

    fn reverses(&self, last: &u8, next: &u8) -> bool {
        (last + next) % CELLS == u8::from(self.has(Fault::FalseReversal))
    }
}

impl Backward for Ring {
    fn goals(&self) -> Vec<u8> {
        match self.0 {
            Fault::LostGoal => vec![],
            Fault::ExtraGoal => vec![3, 4],
            _ => vec![3],
        }
    }

    fn moves_into(&self, &state: &u8, buffer: &mut Vec<u8>) {
        buffer.extend(&STEPS[usize::from(self.has(Fault::LostInto) && state == 2)..]);
        if self.has(Fault::ExtraInto) {
            buffer.push(3);
        }
    }
}

impl Ranked for Ring {
    fn count(&self) -> u64 {
        u64::from(CELLS) - u64::from(self.has(Fault::RankBeyondCount))
    }

    fn rank(&self, state: &u8) -> u64 {
        u64::from(*state)
    }

    fn unrank(&self, rank: u64) -> u8 {
        if self.has(Fault::SharedRank) && rank == 6 { 5 } else { rank as u8 }
    }
}

impl Bound<Ring> for Ring {
    fn of(&self, ring: &Ring, state: &u8) -> u32 {
        match ring.0 {
            Fault::FlatBound => 1,
            Fault::SteepBound => u32::from((*state + 4) % CELLS),
            _ => u32::from(*state != 3),
        }
    }

    fn after(&self, ring: &Ring, state: &u8, _: &u8, before: u32) -> u32 {
        if ring.has(Fault::LazyAfter) { before } else { self.of(ring, state) }
    }
}

type Law = fn(&Ring, &[u8]);

const LAWS: [(&str, Law); 11] = [
    ("moves_are_distinct", laws::moves_are_distinct),
    ("moves_are_the_legal_ones", |ring, states| laws::moves_are_the_legal_ones(ring, states, |_| 0..CELLS)),
    ("undo_restores", laws::undo_restores),
    ("reversals_return", laws::reversals_return),
    ("moves_into_inverts_moves", laws::moves_into_inverts_moves),
    ("goals_are_the_listed_ones", laws::goals_are_the_listed_ones),
    ("ranks_are_a_bijection", |ring, _| laws::ranks_are_a_bijection(ring)),
    ("ranks_round_trip", laws::ranks_round_trip),
    ("bound_is_consistent", |ring, states| laws::bound_is_consistent(ring, ring, states)),
    ("bound_is_admissible", |ring, _| laws::bound_is_admissible(ring, ring, 7)),
    ("solvers_agree", |ring, _| _ = laws::solvers_agree(ring, &Zero, &Limits::default())),
];

/// The laws that a fault breaks, each by a message with its own name.
fn broken_by(fault: Fault) -> Vec<&'static str> {
    let states: Vec<u8> = (0..CELLS).collect();
    let breaks = |law: Law, name: &str| {
        let verdict = catch_unwind(AssertUnwindSafe(|| law(&Ring(fault), &states)));
        verdict.is_err_and(|panic| panic.downcast_ref::<String>().is_some_and(|message| message.contains(name)))
    };
    LAWS.iter().filter(|(name, law)| breaks(*law, name)).map(|(name, _)| *name).collect()
}

#[test]
fn every_fault_breaks_its_law() {
    let states: Vec<u8> = (0..CELLS).collect();
    for (_, law) in LAWS {
        law(&Ring(Fault::None), &states);
    }
    for (fault, law) in [
        (Fault::LostMove, "moves_are_the_legal_ones"),
        (Fault::LostMove, "moves_into_inverts_moves"),
        (Fault::DoubleMove, "moves_are_distinct"),
        (Fault::LaxCheck, "moves_are_the_legal_ones"),
        (Fault::LostUndo, "undo_restores"),
        (Fault::FalseReversal, "reversals_return"),
        (Fault::LostInto, "moves_into_inverts_moves"),
        (Fault::ExtraInto, "moves_into_inverts_moves"),
        (Fault::LostGoal, "goals_are_the_listed_ones"),
        (Fault::LostGoal, "solvers_agree"),
        (Fault::ExtraGoal, "goals_are_the_listed_ones"),
        (Fault::SharedRank, "ranks_are_a_bijection"),
        (Fault::SharedRank, "ranks_round_trip"),
        (Fault::RankBeyondCount, "ranks_round_trip"),
        (Fault::FlatBound, "bound_is_consistent"),
        (Fault::FlatBound, "bound_is_admissible"),
        (Fault::SteepBound, "bound_is_consistent"),
        (Fault::SteepBound, "bound_is_admissible"),
        (Fault::LazyAfter, "bound_is_consistent"),
    ] {
        let broken = broken_by(fault);
        assert!(broken.contains(&law), "{fault:?} breaks only {broken:?}");
    }
}
