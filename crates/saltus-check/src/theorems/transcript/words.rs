//! Forbidden words: sequences of moves that a certain shortest play does not contain, and an
//! automaton that finds them.
//!
//! A word is a sequence of the vacancy's directions, from a certain cell. It is forbidden when
//! another word from that cell has the same effect on every board, and is shorter, or as long and
//! before it in the order of words. The least of all shortest plays has no forbidden word in it:
//! there the other word would give a shorter play, or a lesser one. (Taylor and Korf 1993 prune so;
//! here the words depend on the cell, and all up to a length are found.)

use crate::board::Grid;
use crate::outcome::{Checked, Limits, limit};
use std::collections::HashSet;

/// In place of a state: the move leaves the board or ends a forbidden word.
pub(super) const NEVER: u32 = u32::MAX;

/// Which moves may follow which: by state and direction, the state after the move, or [`NEVER`]. A
/// state is the last moves, as many as matter. The first states are those before any move, by the
/// vacancy's cell.
pub(super) type Automaton = Vec<[u32; 4]>;

/// A word that contains no forbidden one.
struct Word {
    start: u8,
    /// The last move.
    last: u8,
    /// The word without its last move.
    parent: u32,
    /// The word without its first move.
    suffix: u32,
    /// By direction, the word that ends there: this one with the move, or without the first move
    /// where this would be too long. [`NEVER`] where it contains a forbidden one or leaves the
    /// board.
    next: [u32; 4],
}

/// What a word does: the number of the tile in each cell, and the cell where the word starts, in
/// digits of 6 bits.
type Effect = [u64; 4];
const DIGITS_A_WORD: usize = 10;
const MOST_CELLS: usize = 4 * DIGITS_A_WORD - 1;

/// The search for forbidden words, by their length and in their order.
struct Words {
    grid: Grid,
    all: Vec<Word>,
    effects: HashSet<Effect>,
    /// Words that with one more move are forbidden.
    almost: Vec<u32>,
}

/// Forbids all words of up to `longest` moves that are forbidden.
pub(super) fn automaton(grid: Grid, longest: u64, limits: &Limits) -> Checked<Automaton> {
    let fits = grid.cells() <= MOST_CELLS;
    limit(fits, format_args!("words on a board of more than {MOST_CELLS} cells"))?;
    let mut search = Words { grid, all: Vec::new(), effects: HashSet::new(), almost: Vec::new() };
    // The words of no moves.
    for cell in 0..grid.cells() {
        let empty = cell as u32;
        search.all.push(Word { start: cell as u8, last: 0, parent: empty, suffix: empty, next: [NEVER; 4] });
        search.effects.insert(effect(&search.board(cell).0, cell));
    }
    let (mut from, mut length) = (0, 0);
    while from < search.all.len() {
        let to = search.all.len();
        for word in from..to {
            search.extend(word, length, longest, limits)?;
        }
        from = to;
        length += 1;
    }
    Ok(search.reduced())
}

impl Words {
    /// The board after a word, which was numbered by cells before it, and where the vacancy is.
    fn board(&self, word: usize) -> (Vec<u8>, usize) {
        let mut moves = Vec::new();
        let mut at = word;
        while self.all[at].parent as usize != at {
            moves.push(self.all[at].last);
            at = self.all[at].parent as usize;
        }
        let mut board: Vec<u8> = (0..self.grid.cells() as u8).collect();
        let mut vacancy = usize::from(self.all[word].start);
        for &direction in moves.iter().rev() {
            let next = self.grid.step(vacancy, direction.into()).unwrap_or(vacancy);
            board.swap(vacancy, next);
            vacancy = next;
        }
        (board, vacancy)
    }

    /// Appends one more move to a word of `length` moves.
    fn extend(&mut self, word: usize, length: u64, longest: u64, limits: &Limits) -> Checked<()> {
        // Hash tables are half empty at times, and for a moment there twice.
        let bytes = self.all.len() * 2 * size_of::<Word>() + self.effects.len() * 4 * size_of::<Effect>();
        limits.room(bytes as u128, "forbidden words")?;
        let (mut board, vacancy) = self.board(word);
        let Word { start, suffix, .. } = self.all[word];
        for direction in 0..4 {
            let Some(cell) = self.grid.step(vacancy, direction) else { continue };
            // What is left of the longer word without its first move.
            let rest = if length == 0 { cell as u32 } else { self.all[suffix as usize].next[direction] };
            if rest == NEVER {
                continue;
            }
            board.swap(vacancy, cell);
            let new = self.effects.insert(effect(&board, start.into()));
            board.swap(vacancy, cell);
            if !new {
                self.almost.push(word as u32);
            } else if length + 1 < longest {
                self.all[word].next[direction] = self.all.len() as u32;
                let last = direction as u8;
                self.all.push(Word { start, last, parent: word as u32, suffix: rest, next: [NEVER; 4] });
            } else {
                self.all[word].next[direction] = rest;
            }
        }
        Ok(())
    }

    /// The automaton that remembers of the last moves only what a forbidden word may begin with.
    fn reduced(self) -> Automaton {
        let mut begins: Vec<bool> = (0..self.all.len()).map(|word| word < self.grid.cells()).collect();
        for mut word in self.almost {
            while !std::mem::replace(&mut begins[word as usize], true) {
                word = self.all[word as usize].parent;
            }
        }
        // Shorter words come first.
        let mut states = 0;
        let mut state: Vec<u32> = Vec::with_capacity(self.all.len());
        for (word, &begins) in self.all.iter().zip(&begins) {
            state.push(if begins { states } else { state[word.suffix as usize] });
            states += u32::from(begins);
        }
        let kept = self.all.iter().zip(&begins).filter(|&(_, &begins)| begins);
        let next = |word: &Word| word.next.map(|next| if next == NEVER { NEVER } else { state[next as usize] });
        kept.map(|(word, _)| next(word)).collect()
    }
}

fn effect(board: &[u8], start: usize) -> Effect {
    let mut effect = [0; 4];
    for (place, digit) in board.iter().copied().chain([start as u8]).enumerate() {
        effect[place / DIGITS_A_WORD] |= u64::from(digit) << (6 * (place % DIGITS_A_WORD));
    }
    effect
}
