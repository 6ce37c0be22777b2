//! Positions as keys, for sweeps: two bits for each cell (0 empty, 1 black, 2 white), the first one highest, and two for the colour that
//! may move.

use crate::rules::{Clobber, State, content, digit};
use saltus_core::keys::moves_of;
use saltus_core::puzzle::{Keyed, Puzzle as _, Repeats, Undo as _};

/// A board whose positions fit into a key.
pub(crate) struct BoardKeys {
    puzzle: Clobber,
    width: usize,
}

fn write(state: &State, key: &mut [u8]) {
    key.fill(0);
    for (cell, &content) in state.cells().iter().chain([&state.turn()]).enumerate() {
        key[cell / 4] |= digit(content) << (6 - cell % 4 * 2);
    }
}

impl BoardKeys {
    /// None where keys would have more than 64 bytes.
    pub(crate) fn new(puzzle: Clobber) -> Option<Self> {
        let width = (puzzle.board().cells() + 1).div_ceil(4);
        (width <= 64).then_some(BoardKeys { puzzle, width })
    }

    fn read(&self, key: &[u8]) -> State {
        let content = |cell: usize| content(key[cell / 4] >> (6 - cell % 4 * 2) & 3);
        let cells = self.puzzle.board().cells();
        State { cells: (0..cells).map(content).collect(), turn: content(cells) }
    }

    fn key(&self, state: &State) -> Vec<u8> {
        let mut key = vec![0; self.width];
        write(state, &mut key);
        key
    }
}

impl Keyed for BoardKeys {
    fn width(&self) -> usize {
        self.width
    }

    fn start(&self, key: &mut [u8]) {
        write(&self.puzzle.start(), key);
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (mut state, mut moves, mut after) = (self.read(key), Vec::new(), [0; 64]);
        self.puzzle.moves(&state, &mut moves);
        for mv in moves {
            self.puzzle.play(&mut state, &mv);
            write(&state, &mut after[..self.width]);
            visit(&after[..self.width]);
            self.puzzle.undo(&mut state, &mv);
        }
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (state, mut before) = (self.read(key), [0; 64]);
        for mv in self.puzzle.moves_into(&state) {
            let mut other = state.clone();
            self.puzzle.undo(&mut other, &mv);
            write(&other, &mut before[..self.width]);
            visit(&before[..self.width]);
        }
    }

    /// As few pawns as possible are to be left.
    fn is_goal(&self, _: &[u8]) -> bool {
        false
    }

    fn left(&self, key: &[u8]) -> Option<u64> {
        Some(self.read(key).count() as u64)
    }

    fn repeats(&self) -> Repeats {
        Repeats::Never
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        moves_of(&self.puzzle, keys, |state| self.key(state))
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        Some(self.read(key).to_string())
    }
}

#[cfg(test)]
mod tests {
    use saltus_core::laws::keys_are_surveyed;

    #[test]
    fn keys_of_boards() {
        for line in [
            "line b",
            "line bwbwwb",
            "cycle bwbwbw",
            "grid bwb/wbw",
            "grid bww/bwb/wwb",
            "line bwbwwb turns=alternate",
            "cycle bwbwbw turns=alternate first=w",
        ] {
            keys_are_surveyed(&crate::read(&format!("clobber {line}")).expect("a board"));
        }
    }
}
