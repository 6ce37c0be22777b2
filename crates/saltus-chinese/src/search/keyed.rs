//! Positions as keys, for the engine and for sweeps: packed, the lesser of a position's and its mirror image's.
//!
//! [`visit`] looks at one position after the other, whatever the length of a game. It ends on every board whose positions have room in
//! memory, whether there is a game or not, so that the portfolio of solvers ends, too.

use std::sync::OnceLock;

use super::field::{each, pop, set};
use super::game::{Armies, Game, ManMove, occupied};
use super::packing::{MOST_WORDS, PLAYERS, Packing};
use crate::bounds::{GameBounds, Rules, TurnsLeft};
use crate::rules::{Chinese, Contents, Move, Player, State};
use saltus_core::engine::{WIDEST, shortest_keys};
use saltus_core::keys::{moves_of, play_of};
use saltus_core::limits::Limits;
use saltus_core::puzzle::{Keyed, Repeats};
use saltus_core::search::{Search, breadth_first};

/// A shortest game, if there is one, and how many positions were expanded.
type Visited = (Option<Vec<ManMove>>, u64);

/// Visits positions by the number of turns to them, up to the first goal.
pub(crate) fn visit(puzzle: &Chinese, limits: &Limits<'_>) -> Search<Visited> {
    let (game, expanded) = if let Some(keys) = TurnKeys::new(puzzle.clone()).filter(|keys| keys.width() <= WIDEST) {
        let (play, expanded) = shortest_keys(&keys, limits)?;
        (play.map(|play| play_of(puzzle, &play, |state| keys.key(state))), expanded)
    } else {
        let found = breadth_first::solve(puzzle, limits)?;
        (found.plan, found.expanded)
    };
    let step = |mv: &Move| ManMove { from: mv.from() as u8, to: mv.to() as u8 };
    Ok((game.map(|game| game.iter().map(step).collect()), expanded))
}

/// A puzzle whose positions are words.
pub(crate) struct TurnKeys {
    puzzle: Chinese,
    game: Game<PLAYERS>,
    packing: Packing,
    bounds: OnceLock<GameBounds>,
}

impl TurnKeys {
    /// None when the board or an army is too large.
    pub(crate) fn new(puzzle: Chinese) -> Option<Self> {
        let game = Game::new(&puzzle)?;
        let packing = Packing::new(game.field.cells, game.start.map(|army| army.count_ones() as usize));
        Some(TurnKeys { puzzle, game, packing, bounds: OnceLock::new() })
    }

    fn write(&self, armies: &Armies<PLAYERS>, turn: usize, key: &mut [u8]) {
        let packed = self.packing.packed(&self.game.canonical(armies, true), turn);
        let words = key.as_chunks_mut().0;
        words.iter_mut().zip(packed).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
    }

    fn read(&self, key: &[u8]) -> (Armies<PLAYERS>, usize) {
        let words: Vec<u64> = key.as_chunks().0.iter().map(|bytes| u64::from_be_bytes(*bytes)).collect();
        let (ranks, turn) = self.packing.unpacked(&words);
        (self.game.armies(&ranks), turn)
    }

    fn key(&self, state: &State) -> Vec<u8> {
        let mut key = vec![0; self.width()];
        let armies = Player::ALL.map(|player| set(state.army(player)));
        self.write(&armies, state.turn(), &mut key);
        key
    }

    fn state(&self, key: &[u8]) -> State {
        let (armies, turn) = self.read(key);
        let mut contents: Box<[Contents]> = vec![None; self.game.field.cells].into();
        for (&army, player) in armies.iter().zip(Player::ALL) {
            each(army).for_each(|cell| contents[cell] = Some(player));
        }
        State::new(contents, turn)
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
        let (player, occupied) = (self.game.order.player(mover as u32), occupied(armies));
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

    fn follow(&self, key: &[u8], is_wanted: &dyn Fn(&Armies<PLAYERS>) -> bool, visit: &mut dyn FnMut(&[u8])) {
        let (armies, turn) = self.read(key);
        if armies[0] != self.game.goal {
            self.step(&armies, (turn, self.game.order.place(turn as u32 + 1)), is_wanted, visit);
        }
    }

    /// Whether a game may end in the winner's turn `last` that comes here after `made` turns.
    fn is_in_time(&self, armies: &Armies<PLAYERS>, made: u32, last: u32) -> bool {
        if armies[0] == self.game.goal {
            return made <= last;
        }
        let bounds = self.bounds.get_or_init(|| GameBounds::new(&self.game, Rules::ALL));
        made < last && bounds.allow(&self.game.field, armies, &TurnsLeft::of(&self.game, made, last))
    }
}

impl Keyed for TurnKeys {
    fn width(&self) -> usize {
        self.packing.words * size_of::<u64>()
    }

    fn start(&self, key: &mut [u8]) {
        self.write(&self.game.start, 0, key);
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        self.follow(key, &|_| true, visit);
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (armies, turn) = self.read(key);
        let before = self.game.order.place(turn as u32 + self.game.order.players() - 1);
        // A game ends at the goal.
        self.step(&armies, (before, before), &|armies| armies[0] != self.game.goal, visit);
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
        !self.is_in_time(&self.read(key).0, made, self.game.order.last_turn(most))
    }

    /// The bounds are asked before the keys are made: few positions pass.
    fn successors_in_time(&self, key: &[u8], made: u32, most: u32, visit: &mut dyn FnMut(&[u8])) {
        let last = self.game.order.last_turn(most);
        self.follow(key, &|armies| self.is_in_time(armies, made + 1, last), visit);
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        moves_of(&self.puzzle, keys, |state| self.key(state))
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        Some(self.puzzle.rows(&self.state(key)))
    }
}

#[cfg(test)]
mod tests;
