//! Positions as keys, for sweeps: the packed form of [`super::reachable`], the lesser of a position's and its mirror image's.

use std::sync::OnceLock;

use super::field::{each, pop, set};
use super::game::{Armies, Game, occupied};
use super::reachable::{PLAYERS, Packing, state_of};
use crate::bounds::{Bounds, Rules, TurnsLeft};
use crate::rules::{Chinese, Player, State};
use saltus_core::keys::moves_of;
use saltus_core::puzzle::{Keyed, Repeats};

/// A puzzle whose positions are words.
pub(crate) struct TurnKeys {
    puzzle: Chinese,
    game: Game<PLAYERS>,
    packing: Packing,
    bounds: OnceLock<Bounds>,
}

impl TurnKeys {
    /// None when the board or an army is too large.
    pub(crate) fn new(puzzle: Chinese) -> Option<Self> {
        let game = Game::new(&puzzle)?;
        let packing = Packing::of(&game);
        Some(TurnKeys { puzzle, game, packing, bounds: OnceLock::new() })
    }

    fn players(&self) -> usize {
        self.game.order.len()
    }

    fn write(&self, armies: &Armies<PLAYERS>, turn: usize, key: &mut [u8]) {
        let packed = self.packing.packed(&self.game.canonical(armies, true), turn);
        let words = key.as_chunks_mut().0;
        words.iter_mut().zip(packed).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
    }

    fn read(&self, key: &[u8]) -> (Armies<PLAYERS>, usize) {
        let words: Vec<u64> = key.as_chunks().0.iter().map(|bytes| u64::from_be_bytes(*bytes)).collect();
        let (ranks, turn) = self.packing.unpacked(&words);
        (self.packing.armies(&ranks), turn)
    }

    /// Hands the keys to `visit` that have the player of turn `mover` move a man elsewhere, and the turn `next`.
    fn step(
        &self,
        armies: &Armies<PLAYERS>,
        mover: usize,
        next: usize,
        (key, visit): (&mut [u8], &mut dyn FnMut(&[u8])),
    ) {
        let (player, occupied) = (self.game.order[mover], occupied(armies));
        for from in each(armies[player]) {
            let mut to = self.game.field.destinations(from, occupied);
            while to != 0 {
                let mut moved = *armies;
                moved[player] ^= (1 << from) ^ (1 << pop(&mut to));
                self.write(&moved, next, key);
                visit(key);
            }
        }
    }
}

impl Keyed for TurnKeys {
    fn width(&self) -> usize {
        self.packing.words() * size_of::<u64>()
    }

    fn start(&self, key: &mut [u8]) {
        self.write(&self.game.start, 0, key);
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (armies, turn) = self.read(key);
        if armies[0] != self.game.goal {
            self.step(&armies, turn, (turn + 1) % self.players(), (&mut key.to_vec(), visit));
        }
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (armies, turn) = self.read(key);
        let before = (turn + self.players() - 1) % self.players();
        self.step(&armies, before, before, (&mut key.to_vec(), visit));
    }

    fn weight(&self, key: &[u8]) -> u64 {
        self.game.orbit(&self.read(key).0)
    }

    fn is_goal(&self, key: &[u8]) -> bool {
        self.read(key).0[0] == self.game.goal
    }

    fn repeats(&self) -> Repeats {
        Repeats::Anywhere
    }

    fn is_late(&self, key: &[u8], made: u32, most: u32) -> bool {
        let (armies, _) = self.read(key);
        let length = (1..).map(|moves| self.game.length(moves)).take_while(|&length| length <= most).last();
        if made > most || armies[0] == self.game.goal {
            return made > most;
        }
        let bounds = self.bounds.get_or_init(|| Bounds::new(&self.game, Rules::ALL));
        let is_in_time =
            |length| made < length && bounds.allow(&self.game.field, &armies, &TurnsLeft::of(&self.game, made, length));
        !length.is_some_and(is_in_time)
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        let key = |state: &State| {
            let mut key = vec![0; self.width()];
            let armies = Player::ALL.map(|player| set(state.army(player)));
            self.write(&armies, state.turn(), &mut key);
            key
        };
        moves_of(&self.puzzle, keys, key)
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        let (armies, turn) = self.read(key);
        Some(self.puzzle.rows(&state_of(&armies, turn, self.game.field.cells())))
    }
}

#[cfg(test)]
mod tests {
    use saltus_core::laws::keys_are_surveyed;

    #[test]
    fn keys_of_boards() {
        for line in [
            "triangle:4 men=1",
            "triangle:5 men=3",
            "triangle:4 men=1 players=2",
            "triangle:5 men=1 players=3",
            "cells:0,0R;1,0;5,0B* players=2 order=RB",
        ] {
            keys_are_surveyed(&crate::read(&format!("chinese {line}")).expect("a board"));
        }
    }
}
