//! Keys of positions, for sweeps ([`Keyed`]): those of numbered states, and common parts for families that make their own keys.

use crate::notation::MoveText;
use crate::puzzle::{Bipartite, Keyed, Puzzle, Ranked, Repeats};

/// The moves of a play whose states have these keys, by trying all, where `key` is the key of a state.
pub fn play_of<P: Puzzle>(puzzle: &P, keys: &[Vec<u8>], key: impl Fn(&P::State) -> Vec<u8>) -> Vec<P::Move> {
    let (mut state, mut moves, mut play) = (puzzle.start(), Vec::new(), Vec::new());
    for wanted in keys.iter().skip(1) {
        moves.clear();
        puzzle.moves(&state, &mut moves);
        for mv in moves.drain(..) {
            let mut next = state.clone();
            puzzle.play(&mut next, &mv);
            if key(&next) == *wanted {
                play.push(mv);
                state = next;
                break;
            }
        }
    }
    play
}

/// The same as text: [`Keyed::moves`].
pub fn moves_of<P: MoveText>(puzzle: &P, keys: &[Vec<u8>], key: impl Fn(&P::State) -> Vec<u8>) -> Vec<String> {
    let mut texts = Vec::new();
    for mv in play_of(puzzle, keys, key) {
        let mut text = String::new();
        puzzle.write_move(&mv, &mut text);
        texts.push(text);
    }
    texts
}

/// The keys of states that are numbered: their ranks, in 8 bytes.
pub struct Ranks<P: Puzzle, L> {
    puzzle: P,
    line: L,
}

impl<P: Ranked + Bipartite, L: Fn(&P::State) -> Option<String>> Ranks<P, L> {
    /// `line` shows a state.
    pub fn new(puzzle: P, line: L) -> Self {
        Ranks { puzzle, line }
    }
}

fn rank(key: &[u8]) -> u64 {
    key.iter().fold(0, |rank, &byte| rank << 8 | u64::from(byte))
}

impl<P: Ranked + Bipartite + MoveText + Send, L: Fn(&P::State) -> Option<String> + Send + Sync> Keyed for Ranks<P, L> {
    fn width(&self) -> usize {
        size_of::<u64>()
    }

    fn start(&self, key: &mut [u8]) {
        key.copy_from_slice(&self.puzzle.rank(&self.puzzle.start()).to_be_bytes());
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let mut cursor = self.puzzle.cursor();
        self.puzzle.seek(&mut cursor, rank(key));
        self.puzzle.neighbours(&cursor, |rank| visit(&rank.to_be_bytes()));
    }

    fn is_goal(&self, key: &[u8]) -> bool {
        self.puzzle.is_goal(&self.puzzle.unrank(rank(key)))
    }

    fn repeats(&self) -> Repeats {
        Repeats::Near
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        moves_of(&self.puzzle, keys, |state| self.puzzle.rank(state).to_be_bytes().to_vec())
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        (self.line)(&self.puzzle.unrank(rank(key)))
    }
}
