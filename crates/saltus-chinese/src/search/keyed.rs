//! Positions as keys, for sweeps: the packed form of [`super::reachable`], the lesser of a position's and its mirror image's.

use std::sync::OnceLock;

use super::field::{each, pop, set};
use super::game::{Armies, Game, occupied};
use super::reachable::{MOST_WORDS, PLAYERS, Packing, state_of};
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

    /// Hands the keys to `visit` that the player of turn `mover` makes by moving a man, where the armies are wanted; the turn is `next` then.
    fn step(
        &self,
        armies: &Armies<PLAYERS>,
        (mover, next): (usize, usize),
        is_wanted: &dyn Fn(&Armies<PLAYERS>) -> bool,
        visit: &mut dyn FnMut(&[u8]),
    ) {
        let mut key = [0; MOST_WORDS * size_of::<u64>()];
        let key = &mut key[..self.width()];
        let (player, occupied) = (self.game.order[mover], occupied(armies));
        for from in each(armies[player]) {
            let mut to = self.game.field.destinations(from, occupied);
            while to != 0 {
                let mut moved = *armies;
                moved[player] ^= (1 << from) ^ (1 << pop(&mut to));
                if is_wanted(&moved) {
                    self.write(&moved, next, key);
                    visit(key);
                }
            }
        }
    }
}

impl TurnKeys {
    fn follow(&self, key: &[u8], is_wanted: &dyn Fn(&Armies<PLAYERS>) -> bool, visit: &mut dyn FnMut(&[u8])) {
        let (armies, turn) = self.read(key);
        if armies[0] != self.game.goal {
            self.step(&armies, (turn, (turn + 1) % self.players()), is_wanted, visit);
        }
    }

    /// The winner's last turn of the first `most`; 0 where it has none.
    fn last_turn(&self, most: u32) -> u32 {
        (1..=most).rev().find(|turn| self.game.player(turn - 1) == 0).unwrap_or(0)
    }

    /// Whether a game may end in the winner's turn `last` that comes here after `made` turns.
    fn is_in_time(&self, armies: &Armies<PLAYERS>, made: u32, last: u32) -> bool {
        if armies[0] == self.game.goal {
            return made <= last;
        }
        let bounds = self.bounds.get_or_init(|| Bounds::new(&self.game, Rules::ALL));
        made < last && bounds.allow(&self.game.field, armies, &TurnsLeft::of(&self.game, made, last))
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
        self.follow(key, &|_| true, visit);
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (armies, turn) = self.read(key);
        let before = (turn + self.players() - 1) % self.players();
        self.step(&armies, (before, before), &|_| true, visit);
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
        !self.is_in_time(&self.read(key).0, made, self.last_turn(most))
    }

    /// The bounds are asked before the keys are made: few positions pass.
    fn successors_in_time(&self, key: &[u8], made: u32, most: u32, visit: &mut dyn FnMut(&[u8])) {
        let last = self.last_turn(most);
        self.follow(key, &|armies| self.is_in_time(armies, made + 1, last), visit);
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
