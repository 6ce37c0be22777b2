//! Closed sets of Clobber: configurations with enough pawns, which no play leaves but to where a
//! bound says enough.

use super::components::Components;
use super::configuration::{Clobber, NONE, WHITE, other};
use crate::board::Cell;
use crate::claim::Claim;
use crate::closed_set::{Aim, Space, is_settled, verify as verify_set};
use crate::outcome::{Checked, Limits, ensure};

/// Checks that the block `set` proves the claimed bound.
pub(crate) fn verify(clobber: &Clobber, claim: &Claim, payload: &[u8], limits: &Limits) -> Checked<()> {
    let lower = claim.lower.as_ref().map_or(0, |lower| u64::try_from(lower).unwrap_or(u64::MAX));
    let mut components = Components::new(&clobber.shape, limits)?;
    let far = components.bound(&clobber.start, lower) >= lower;
    let aim = Aim { lower: Some(lower), cost: 0, far, zeros: Some("Clobber") };
    if is_settled(payload, &aim)? {
        return Ok(());
    }
    limits.room(clobber.shape.visits() * size_of::<(usize, usize)>() as u128, "the moves of a configuration")?;
    // A digit a cell and one for the turn.
    let turn = clobber.alternate.then_some(clobber.turn);
    let mut start = limits.vector(clobber.start.len() + 1, "the pawns")?;
    start.extend(clobber.start.iter().copied().chain(turn).map(Cell::from));
    let mut pawns = limits.vector(clobber.start.len(), "the pawns")?;
    pawns.extend_from_slice(&clobber.start);
    verify_set(&mut Configurations { clobber, lower, start, pawns, turn: NONE, components }, payload, &aim, limits)
}

/// The configurations of an instance.
struct Configurations<'a> {
    clobber: &'a Clobber,
    lower: u64,
    start: Vec<Cell>,
    /// The configuration at hand, and whose turn it is there.
    pawns: Vec<u8>,
    turn: u8,
    components: Components<'a>,
}

impl Space for Configurations<'_> {
    fn base(&self) -> u64 {
        u64::from(WHITE) + 1
    }

    fn start(&self) -> &[Cell] {
        &self.start
    }

    fn enter(&mut self, digits: &[Cell]) -> Checked<()> {
        self.pawns.iter_mut().zip(digits).for_each(|(pawn, &digit)| *pawn = digit as u8);
        self.turn = digits.get(self.pawns.len()).map_or(NONE, |&digit| digit as u8);
        let count = self.pawns.iter().filter(|&&pawn| pawn != NONE).count();
        ensure(count as u64 >= self.lower, format_args!("it has no more than {count} pawns"))
    }

    fn moves(&self, moves: &mut Vec<(usize, usize)>) {
        for (from, &mover) in self.pawns.iter().enumerate() {
            if mover != NONE && (self.turn == NONE || mover == self.turn) {
                let takes = |to| {
                    if self.pawns[to] == other(mover) {
                        moves.push((from, to));
                    }
                };
                self.clobber.shape.each_neighbour(from, takes);
            }
        }
    }

    fn turn_after(&self, mover: Cell) -> Option<Cell> {
        self.clobber.alternate.then(|| self.clobber.turn_after(mover as u8).into())
    }

    fn bound_after(&mut self, from: usize, to: usize) -> (u64, u64) {
        let (mover, taken, visits) = (self.pawns[from], self.pawns[to], self.components.visits);
        (self.pawns[from], self.pawns[to]) = (NONE, mover);
        let bound = self.components.bound(&self.pawns, self.lower);
        (self.pawns[from], self.pawns[to]) = (mover, taken);
        (bound, self.components.visits - visits)
    }
}
