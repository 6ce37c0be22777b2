//! Grids of three or four rows: the outermost columns are cleared, from both ends.
//!
//! Once all columns before a column are empty, only what this one holds matters. From what it may
//! hold, all ways to clear it, or it and the next one, say what the column after may hold. Where
//! columns so reached from the left and from the right have at most two columns between them, a
//! search clears the rest.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{EMPTY, PlayedGrid, Rect, other};
use crate::bounds::Components;
use crate::rules::{Colour, Turns, content};
use saltus_core::board::{Board, Cell};
use saltus_core::limits::Limits;
use saltus_core::random::Random;

/// How many pairs of columns are tried, from the left and from the right.
const TRIALS: usize = 16;

/// Positions that a search may expand.
const NODES: u64 = 1 << 13;

/// The columns of an upright or lying rectangle.
fn columns(field: &PlayedGrid, rect: Rect) -> Vec<Vec<Cell>> {
    let row = |row: usize| (rect.left..rect.right).map(|column| field.cell(row, column)).collect();
    let rows: Vec<Vec<Cell>> = (rect.top..rect.bottom).map(row).collect();
    if rect.height() > rect.width() { rows } else { transposed(&rows) }
}

fn transposed(rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

/// Clears a rectangle, at least three and at most four cells wide, but for what the invariant keeps.
pub(super) fn clear(field: &mut PlayedGrid, rect: Rect, windows: &mut Vec<Window>, random: &mut Random) -> bool {
    let mut columns = columns(field, rect);
    if columns.len() <= 4 {
        return finish(field, &columns, random);
    }
    for window in Window::all(columns[0].len(), windows) {
        let left = window.ways(field, &columns);
        columns.reverse();
        let right = window.ways(field, &columns);
        columns.reverse();
        let last = columns.len() - 1;
        let mut meetings = Vec::new();
        for (at, ways) in left.iter().enumerate() {
            for end in at + 2..=(at + 3).min(last) {
                if !ways.is_empty() && !right[last - end].is_empty() {
                    meetings.push((at, end));
                }
            }
        }
        for _ in 0..TRIALS.min(meetings.len()) {
            let (at, end) = meetings[random.below(meetings.len())];
            let begun = field.play.len();
            let here = left[at][random.below(left[at].len())];
            let there = right[last - end][random.below(right[last - end].len())];
            window.play(field, &columns, &left, (at, here.content), random);
            columns.reverse();
            window.play(field, &columns, &right, (last - end, there.content), random);
            columns.reverse();
            if finish(field, &columns[at..=end], random) {
                return true;
            }
            field.undo(begun);
        }
    }
    false
}

/// Clears at most four columns by search, but for what the invariant keeps.
fn finish(field: &mut PlayedGrid, columns: &[Vec<Cell>], random: &mut Random) -> bool {
    // Turned over at random, the search finds another play.
    let mut cells: Vec<Vec<Cell>> = columns.to_vec();
    if random.below(2) == 0 {
        cells.reverse();
    }
    if random.below(2) == 0 {
        cells.iter_mut().for_each(|column| column.reverse());
    }
    if random.below(2) == 0 {
        cells = transposed(&cells);
    }
    let (board, cells) = (Board::grid(cells.len(), cells[0].len()), cells.concat());
    let contents: Vec<Option<Colour>> = cells.iter().map(|&cell| content(field.at(cell))).collect();
    // Pieces of a single colour, or too many pieces.
    if Components::of(&board, &contents) > field.least {
        return false;
    }
    let found = crate::search::solve(&board, &contents, Turns::Free, &Limits { nodes: NODES, ..Limits::DEFAULT });
    if found.value > field.least {
        return false;
    }
    for mv in found.moves {
        field.take(cells[mv.from as usize], cells[mv.to as usize]);
    }
    true
}

/// A set of what a column may hold, by [`number`].
type Contents = u128;

/// What a column may hold when those before it are empty.
#[derive(Clone, Copy)]
struct Way {
    content: u32,
    /// What the column held that was cleared for it, and how many columns before it was.
    before: u32,
    back: usize,
}

/// All ways to clear some columns into the next one.
pub(super) struct Window {
    rows: usize,
    /// The columns, that one included.
    wide: usize,
    /// Whether pawns may leave it.
    holes: bool,
    /// The contents that the last column may come to hold, by what all of them hold.
    known: HashMap<u32, Contents, FxBuildHasher>,
}

impl Window {
    /// The windows for `rows` rows, the quickest first.
    fn all(rows: usize, windows: &mut Vec<Window>) -> impl Iterator<Item = &mut Window> {
        if windows.iter().all(|window| window.rows != rows) {
            for (wide, holes) in if rows == 3 { [(3, true), (4, true)] } else { [(3, false), (3, true)] } {
                windows.push(Window { rows, wide, holes, known: HashMap::default() });
            }
        }
        windows.iter_mut().filter(move |window| window.rows == rows)
    }

    /// Bytes of what is known.
    pub(super) fn bytes(&self) -> u64 {
        (self.known.capacity() * (size_of::<(u32, Contents)>() + 1)) as u64
    }

    /// Two bits for each cell, column by column, the last one lowest.
    fn content(field: &PlayedGrid, columns: &[Vec<Cell>]) -> u32 {
        columns.iter().flatten().fold(0, |all, cell| all << 2 | u32::from(field.at(*cell)))
    }

    /// What each column may hold when those before it are empty.
    fn ways(&mut self, field: &PlayedGrid, columns: &[Vec<Cell>]) -> Vec<Vec<Way>> {
        let bits = 2 * self.rows;
        let mut ways: Vec<Vec<Way>> = columns.iter().map(|_| Vec::new()).collect();
        let mut known = vec![0; columns.len()];
        ways[0].push(Way { content: Self::content(field, &columns[..1]), before: 0, back: 0 });
        for at in 0..columns.len() {
            for wide in 2..=self.wide.min(columns.len() - at) {
                let after = Self::content(field, &columns[at + 1..at + wide]);
                let target = at + wide - 1;
                for number in 0..ways[at].len() {
                    let before = ways[at][number].content;
                    let reached = self.reach(before << (bits * (wide - 1)) | after, wide);
                    for content in contents(reached & !known[target], self.rows) {
                        ways[target].push(Way { content, before, back: wide - 1 });
                    }
                    known[target] |= reached;
                }
            }
        }
        ways
    }

    /// The set of contents that the last of some columns may come to hold when the others are
    /// cleared.
    fn reach(&mut self, state: u32, wide: usize) -> Contents {
        let last = state & ((1 << (2 * self.rows)) - 1);
        if state == last {
            let is_full = (0..self.rows).all(|row| last >> (2 * row) & 3 != 0);
            return Contents::from(is_full || self.holes) << number(last, self.rows);
        }
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        let mut reached = 0;
        for (after, ..) in self.moves(state, wide) {
            reached |= self.reach(after, wide);
        }
        self.known.insert(state, reached);
        reached
    }

    /// Plays to what a column may hold.
    fn play(
        &mut self,
        field: &mut PlayedGrid,
        columns: &[Vec<Cell>],
        ways: &[Vec<Way>],
        end: (usize, u32),
        random: &mut Random,
    ) {
        let (mut at, mut content) = end;
        let mut chain = Vec::new();
        while at > 0 {
            let way = *ways[at].iter().find(|way| way.content == content).expect("a way that is known");
            chain.push((at - way.back, way.back + 1, content));
            (at, content) = (at - way.back, way.before);
        }
        for (first, wide, content) in chain.into_iter().rev() {
            let columns = &columns[first..first + wide];
            let mut state = Self::content(field, columns);
            while state != content {
                let mut good = self.moves(state, wide);
                good.retain(|(after, ..)| self.reach(*after, wide) >> number(content, self.rows) & 1 == 1);
                let (after, from, to) = good[random.below(good.len())];
                let cell = |place: usize| columns[wide - 1 - place / self.rows][self.rows - 1 - place % self.rows];
                field.take(cell(from), cell(to));
                state = after;
            }
        }
    }

    /// The moves in some columns: what they leave, from where, to where. Places count from the last
    /// cell.
    fn moves(&self, state: u32, wide: usize) -> Vec<(u32, usize, usize)> {
        let rows = self.rows;
        let at = |place: usize| (state >> (2 * place) & 3) as u8;
        let mut found = Vec::new();
        for from in if self.holes { 0 } else { rows }..rows * wide {
            if at(from) == EMPTY {
                continue;
            }
            let beside = [
                (from % rows > 0).then(|| from - 1),
                (from % rows < rows - 1).then_some(from + 1),
                from.checked_sub(rows),
                (from + rows < rows * wide).then_some(from + rows),
            ];
            for to in beside.into_iter().flatten() {
                if at(to) == other(at(from)) {
                    // With both bits turned over a pawn has the other colour.
                    found.push((state & !(3 << (2 * from)) ^ 3 << (2 * to), from, to));
                }
            }
        }
        found
    }
}

/// The number of a column's content, in base 3.
fn number(content: u32, rows: usize) -> u32 {
    (0..rows).rev().fold(0, |number, row| 3 * number + (content >> (2 * row) & 3))
}

/// The contents of a set.
fn contents(mut set: Contents, rows: usize) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let mut number = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (number < Contents::BITS).then(|| {
            (0..rows).fold(0, |all, row| {
                let digit = number % 3;
                number /= 3;
                all | digit << (2 * row)
            })
        })
    })
}
