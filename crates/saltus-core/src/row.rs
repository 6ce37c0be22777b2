//! A row of cells with vacancies: what shifting checkers and numbered reversal have in common.
//!
//! Every move goes into a vacancy: a *slide* from a neighbouring cell, or a *jump* from two cells away over the
//! checker between. It is its own inverse's mirror: to undo it is to swap the same two cells again. No vacancy passes another
//! one, as a jump is over a checker. Where there is one vacancy, a move is known by the cell it leaves.

use std::hash::Hash;
use std::io::{self, Write};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::{Board, Cell, EAST, WEST};
use crate::engine;
use crate::keys::{moves_of, play_of};
use crate::limits::Limits;
use crate::notation::{BadInput, MoveText};
use crate::proof;
use crate::puzzle::{Backward, Keyed, Repeats};
use crate::search::{Found, Search};

/// Checkers in a row, one cell or more vacant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row<T> {
    cells: SmallVec<[T; 24]>,
    gap: Cell,
}

/// From a cell into a vacant one; cells count from 0 here and from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hop {
    /// The cell that the checker leaves.
    pub from: Cell,
    /// The cell it goes to.
    pub to: Cell,
}

impl<T: Copy + PartialEq> Row<T> {
    /// The row with these cells.
    ///
    /// # Panics
    /// When no cell holds `vacancy`.
    pub fn new(cells: impl IntoIterator<Item = T>, vacancy: T) -> Self {
        let cells: SmallVec<[T; 24]> = cells.into_iter().collect();
        let gap = cells.iter().position(|&cell| cell == vacancy).expect("a row has a vacancy");
        Row { cells, gap: gap as Cell }
    }

    /// The cells from left to right.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The vacant cell, the first one of several.
    #[inline]
    pub fn gap(&self) -> Cell {
        self.gap
    }

    /// The vacant cells, of which there are `count`, from left to right.
    #[inline]
    pub fn gaps(&self, count: usize) -> impl Iterator<Item = Cell> + '_ {
        let vacancy = self.cells[self.gap as usize];
        let behind = self.gap..self.cells.len() as Cell;
        behind.filter(move |&cell| self.cells[cell as usize] == vacancy).take(count)
    }

    /// Whether a cell is vacant.
    #[inline]
    pub fn is_vacant(&self, cell: Cell) -> bool {
        self.cells[cell as usize] == self.cells[self.gap as usize]
    }

    /// Whether a hop is a jump over a vacancy, which no rule allows.
    #[inline]
    pub fn passes_vacancy(&self, hop: Hop) -> bool {
        hop.over().is_some_and(|over| self.is_vacant(over))
    }

    /// Carries a checker into a vacancy.
    #[inline]
    pub fn swap(&mut self, hop: Hop) {
        self.cells.swap(hop.from as usize, hop.to as usize);
        // The first vacancy stays the first.
        if self.gap == hop.to {
            self.gap = hop.from;
        }
    }

    /// Takes [`Row::swap`] back.
    #[inline]
    pub fn unswap(&mut self, hop: Hop) {
        self.swap(Hop { from: hop.to, to: hop.from });
    }

    /// Bytes that a row of this many cells owns on the heap.
    pub fn heap_bytes(cells: usize) -> usize {
        if cells > 24 { cells * size_of::<T>() } else { 0 }
    }
}

impl<T: Hash> Hash for Row<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // The vacancies stand in the cells too.
        self.cells.hash(state);
    }
}

/// For every vacant cell the hops that lead into it, from left to right: what one looks at before asking any rule.
#[derive(Clone, Debug)]
pub struct Hops(Arc<[SmallVec<[Hop; 4]>]>);

impl Hops {
    /// The hops on a row of `cells` cells.
    pub fn new(cells: usize) -> Self {
        let board = Board::line(cells);
        let into = |to: Cell| {
            let far = |direction| board.jump(to, direction).map(|(_, from)| from);
            let sources = [far(WEST), board.step(to, WEST), board.step(to, EAST), far(EAST)];
            sources.into_iter().flatten().map(|from| Hop { from, to }).collect()
        };
        Hops((0..cells as Cell).map(into).collect())
    }

    /// The hops into a cell.
    #[inline]
    pub fn to(&self, to: Cell) -> &[Hop] {
        &self.0[to as usize]
    }

    /// Visits the hops of checkers into vacancies, over checkers, in the order of the cells left.
    pub fn into_gaps<T: Copy + PartialEq>(&self, row: &Row<T>, visit: &mut dyn FnMut(Hop)) {
        for from in 0..row.cells.len() as Cell {
            if !row.is_vacant(from) {
                self.over_checkers(row, from, true, visit);
            }
        }
    }

    /// Visits the hops that, backwards, take back what may have been the last move: out of the vacancies, of which there are `count`.
    pub fn out_of_gaps<T: Copy + PartialEq>(&self, row: &Row<T>, count: usize, visit: &mut dyn FnMut(Hop)) {
        for from in row.gaps(count) {
            self.over_checkers(row, from, false, visit);
        }
    }

    /// Visits the hops out of a cell, over checkers, to cells that are vacant or to others.
    fn over_checkers<T: Copy + PartialEq>(
        &self,
        row: &Row<T>,
        from: Cell,
        to_vacant: bool,
        visit: &mut dyn FnMut(Hop),
    ) {
        for hop in self.from(from) {
            if row.is_vacant(hop.to) == to_vacant && !row.passes_vacancy(hop) {
                visit(hop);
            }
        }
    }

    /// The hops out of a cell.
    pub fn from(&self, from: Cell) -> impl Iterator<Item = Hop> + '_ {
        self.to(from).iter().map(|hop| Hop { from: hop.to, to: hop.from })
    }
}

impl Hop {
    /// The cell that it passes over, if it is a jump. (Slides go an odd way, jumps an even one.)
    #[inline]
    pub fn over(self) -> Option<Cell> {
        ((self.from ^ self.to) & 1 == 0).then_some((self.from + self.to) >> 1)
    }
}

/// Writes `FROM-TO`, cells from 1.
pub fn write_hop(hop: Hop, text: &mut String) {
    use std::fmt::Write as _;
    write!(text, "{}-{}", u64::from(hop.from) + 1, u64::from(hop.to) + 1).expect("a string takes all");
}

/// Reads `FROM-TO`, cells from 1 to `cells`.
///
/// # Errors
/// What is wrong with the text.
pub fn read_hop(text: &str, cells: usize) -> Result<Hop, BadInput> {
    let wrong = || {
        let text = text.escape_debug();
        BadInput::line(format!("\"{text}\" is not a move FROM-TO between the cells 1 to {cells}"))
    };
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let cell = |word: &str| {
        let number = crate::notation::number(word).and_then(|number| usize::try_from(number).ok())?;
        (1..=cells).contains(&number).then(|| (number - 1) as Cell)
    };
    Ok(Hop { from: cell(from).ok_or_else(wrong)?, to: cell(to).ok_or_else(wrong)? })
}

/// Writes a play, the block `moves` of a certificate: as runs of the cells left where there is one vacancy, else move by move.
///
/// # Errors
/// When `out` fails.
pub fn write_evidence(moves: &[Hop], gaps: usize, out: &mut dyn Write) -> io::Result<()> {
    if gaps > 1 {
        return moves.iter().try_for_each(|hop| writeln!(out, "{}-{}", hop.from + 1, hop.to + 1));
    }
    proof::runs(moves.iter().map(|hop| u64::from(hop.from) + 1)).try_for_each(|run| proof::write_run(run, out))
}

/// Every pair of cells as a move: what a test calls all conceivable moves.
pub fn conceivable(cells: usize) -> impl Iterator<Item = Hop> {
    let cells = cells as Cell;
    (0..cells).flat_map(move |from| (0..cells).map(move |to| Hop { from, to }))
}

/// The keys of rows: what stands on each cell, in as many bits as tell all contents apart, the first cell highest.
pub struct RowKeys<P: Backward, T, L> {
    puzzle: P,
    /// All contents, ascending.
    contents: Vec<T>,
    /// The number of each.
    numbers: Vec<u8>,
    bits: usize,
    width: usize,
    vacancy: T,
    repeats: Repeats,
    line: L,
}

impl<T: Copy + Ord + Into<usize>, P: Backward<State = Row<T>>, L: Fn(&Row<T>) -> Option<String>> RowKeys<P, T, L> {
    /// The keys of a puzzle; `line` shows a row. None where they take more than 64 bytes, or there are more than 256 contents.
    pub fn new(puzzle: P, repeats: Repeats, line: L) -> Option<Self> {
        let start = puzzle.start();
        // Plain loops: each crate has its own instance of this.
        let mut greatest = 0;
        for &content in start.cells() {
            greatest = greatest.max(content.into());
        }
        let mut present = vec![None; greatest + 1];
        for &content in start.cells() {
            present[content.into()] = Some(content);
        }
        let (mut contents, mut numbers) = (Vec::new(), vec![0; greatest + 1]);
        for content in present.into_iter().flatten() {
            numbers[content.into()] = contents.len() as u8;
            contents.push(content);
        }
        let bits = contents.len().next_power_of_two().trailing_zeros().max(1) as usize;
        let width = (start.cells().len() * bits).div_ceil(8);
        if width > 64 || contents.len() > 256 {
            return None;
        }
        let vacancy = start.cells()[start.gap() as usize];
        Some(RowKeys { puzzle, contents, numbers, bits, width, vacancy, repeats, line })
    }

    fn write(&self, row: &Row<T>, key: &mut [u8]) {
        key.fill(0);
        for (cell, &content) in row.cells().iter().enumerate() {
            let (number, first) = (self.numbers[content.into()], cell * self.bits);
            // It may lie on both sides of the border of two bytes.
            let placed = u16::from(number) << (16 - self.bits - first % 8);
            key[first / 8] |= (placed >> 8) as u8;
            if placed & 255 > 0 {
                key[first / 8 + 1] |= placed as u8;
            }
        }
    }

    fn key(&self, row: &Row<T>) -> Vec<u8> {
        let mut key = vec![0; self.width];
        self.write(row, &mut key);
        key
    }

    fn read(&self, key: &[u8]) -> Row<T> {
        let content = |cell: usize| {
            let first = cell * self.bits;
            let high = u16::from(key[first / 8]);
            let low = key.get(first / 8 + 1).map_or(0, |&low| u16::from(low));
            let number = (high << 8 | low) >> (16 - self.bits - first % 8) & ((1 << self.bits) - 1);
            self.contents[usize::from(number)]
        };
        Row::new((0..self.puzzle.start().cells().len()).map(content), self.vacancy)
    }

    /// Hands the keys of rows that `change` makes of one by these moves to `visit`.
    fn each(
        &self,
        row: &Row<T>,
        moves: &[P::Move],
        change: impl Fn(&mut Row<T>, &P::Move),
        visit: &mut dyn FnMut(&[u8]),
    ) {
        let mut key = [0; 64];
        for mv in moves {
            let mut other = row.clone();
            change(&mut other, mv);
            self.write(&other, &mut key[..self.width]);
            visit(&key[..self.width]);
        }
    }
}

impl<T, P, L> RowKeys<P, T, L>
where
    T: Copy + Ord + Into<usize> + Send + Sync,
    P: Backward<State = Row<T>> + MoveText + Send + Sync,
    L: Fn(&Row<T>) -> Option<String> + Send + Sync,
{
    /// A shortest play, by the engine from both ends.
    ///
    /// # Errors
    /// The limit that ended it, and what is known then.
    pub fn solve(&self, limits: &Limits<'_>) -> Search<Found<P::Move>> {
        let (play, expanded) = engine::shortest_keys(self, limits)?;
        let plan = play.map(|play| play_of(&self.puzzle, &play, |row| self.key(row)));
        Ok(Found { plan, expanded })
    }
}

impl<T, P, L> Keyed for RowKeys<P, T, L>
where
    T: Copy + Ord + Into<usize> + Send + Sync,
    P: Backward<State = Row<T>> + MoveText + Send + Sync,
    L: Fn(&Row<T>) -> Option<String> + Send + Sync,
{
    fn width(&self) -> usize {
        self.width
    }

    fn start(&self, key: &mut [u8]) {
        self.write(&self.puzzle.start(), key);
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (row, mut moves) = (self.read(key), Vec::new());
        self.puzzle.moves(&row, &mut moves);
        self.each(&row, &moves, |row, mv| self.puzzle.play(row, mv), visit);
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let (row, mut moves) = (self.read(key), Vec::new());
        self.puzzle.moves_into(&row, &mut moves);
        self.each(&row, &moves, |row, mv| self.puzzle.undo(row, mv), visit);
    }

    fn is_goal(&self, key: &[u8]) -> bool {
        self.puzzle.is_goal(&self.read(key))
    }

    fn goals(&self) -> Option<Vec<Vec<u8>>> {
        let mut goals = Vec::new();
        for goal in self.puzzle.goals() {
            // What has other pieces no move leads to.
            if goal.cells().iter().all(|content| self.contents.contains(content)) {
                goals.push(self.key(&goal));
            }
        }
        Some(goals)
    }

    fn repeats(&self) -> Repeats {
        self.repeats
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        moves_of(&self.puzzle, keys, |row| self.key(row))
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        (self.line)(&self.read(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_stand_in_order() {
        let hops = Hops::new(5);
        let from = |gap| hops.to(gap).iter().map(|hop| hop.from).collect::<Vec<_>>();
        assert_eq!(from(2), [0, 1, 3, 4]);
        assert_eq!(from(0), [1, 2]);
        assert_eq!(from(4), [2, 3]);
        assert!(Hops::new(1).to(0).is_empty());
        assert_eq!(hops.from(4).next(), Some(Hop { from: 4, to: 2 }));
        assert_eq!((Hop { from: 4, to: 2 }.over(), Hop { from: 3, to: 2 }.over()), (Some(3), None));
    }

    #[test]
    fn moves_as_text() {
        let mut text = String::new();
        write_hop(Hop { from: 2, to: 3 }, &mut text);
        assert_eq!((text.as_str(), read_hop(&text, 4)), ("3-4", Ok(Hop { from: 2, to: 3 })));
        for bad in ["", "3", "3-5", "0-1", "3--4", "3-4-5", "+3-4", "a-b", "03-4"] {
            assert!(read_hop(bad, 4).is_err(), "{bad}");
        }
    }
}
