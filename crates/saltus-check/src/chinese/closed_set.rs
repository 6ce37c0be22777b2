//! Closed sets of Chinese Checkers: positions from which no game leads to where the goal is filled,
//! or not in time.

use super::closure::{NARROW, WIDE};
use super::instance::Chinese;
use super::men::{Men, destinations};
use crate::board::Cell;
use crate::claim::Claim;
use crate::closed_set::{Aim, Space, is_settled, verify as verify_set};
use crate::outcome::{Checked, Limits, ensure};
use dashu_int::IBig;

/// Checks that the block `set` proves the claim.
pub(crate) fn verify(instance: &Chinese, claim: &Claim, payload: &[u8], limits: &Limits) -> Checked<()> {
    let aim = Aim::of_moves(claim, &IBig::ZERO);
    if is_settled(payload, &aim)? {
        return Ok(());
    }
    let mut start = vec![0; instance.board.len() + 1];
    for (player, army) in (1..).zip(&instance.armies) {
        army.iter().for_each(|&cell| start[cell] = player);
    }
    let position = start.clone();
    if instance.board.len() <= 64 * NARROW {
        verify_set(&mut Positions::<NARROW> { instance, start, position }, payload, &aim, limits)
    } else {
        verify_set(&mut Positions::<WIDE> { instance, start, position }, payload, &aim, limits)
    }
}

/// The positions of an instance. By cell, 0 or the player whose man stands there, from 1, the
/// winner; and last, which of the players in the order of their turns is next, from 0.
struct Positions<'a, const W: usize> {
    instance: &'a Chinese,
    start: Vec<Cell>,
    /// The position at hand.
    position: Vec<Cell>,
}

impl<const W: usize> Positions<'_, W> {
    fn turn(&self) -> usize {
        self.position[self.instance.board.len()] as usize
    }
}

impl<const W: usize> Space for Positions<'_, W> {
    fn base(&self) -> u64 {
        self.instance.order.len() as u64 + 1
    }

    fn start(&self) -> &[Cell] {
        &self.start
    }

    fn enter(&mut self, digits: &[Cell]) -> Checked<()> {
        self.position.copy_from_slice(digits);
        let Chinese { board, armies, order, goal } = self.instance;
        let men = &digits[..board.len()];
        let count = |player: Cell| men.iter().filter(|&&digit| digit == player).count();
        let owned = self.turn() < order.len() && (1..).zip(armies).all(|(player, army)| count(player) == army.len());
        ensure(owned, "the key is no state of this puzzle")?;
        ensure(!goal.iter().all(|&cell| men[cell] == 1), "a goal is in the set")
    }

    fn moves(&self, moves: &mut Vec<(usize, usize)>) {
        let board = &self.instance.board;
        let cells = || (0..board.len()).map(|cell| (cell, self.position[cell]));
        let occupied: Men<W> = Men::of(cells().filter(|&(_, man)| man > 0).map(|(cell, _)| cell));
        let player = self.instance.order[self.turn()] as Cell + 1;
        for (from, _) in cells().filter(|&(_, man)| man == player) {
            moves.extend(destinations(board, from, &occupied).cells().map(|to| (from, to)));
        }
    }

    fn turn_after(&self, _: Cell) -> Option<Cell> {
        Some(((self.turn() + 1) % self.instance.order.len()) as Cell)
    }

    fn bound_after(&mut self, _: usize, _: usize) -> (u64, u64) {
        (0, 0)
    }

    fn name(&self, from: usize, to: usize) -> String {
        format!("{}-{}", self.instance.board.name(from), self.instance.board.name(to))
    }
}
