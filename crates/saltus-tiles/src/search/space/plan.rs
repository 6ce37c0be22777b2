//! The moves of a board, prepared for whole pieces of arrangements.

use super::bit_store::{Access, BitPieces};
use super::boards::BoardNumbers;
use super::orders::{TAIL, product};
use super::turns::{Gather, Turn, VerticalWay, add};
use saltus_core::answers::CannotSurvey;

/// Everything that a sweep wants to know of a board.
#[derive(Debug)]
pub(super) struct SpacePlan {
    pub(super) boards: BoardNumbers,
    /// Words of a piece: those of the orders that begin with the same tiles.
    pub(super) piece: usize,
    /// What the vertical moves do to the orders, two for each cell above another.
    turns: Vec<Turn>,
    /// For each cell the moves that lead the vacancy there.
    pub(super) pulls: Vec<Vec<Pull>>,
    /// For each word of the first piece, whether the digits before the tail have an odd sum.
    odd_heads: Vec<bool>,
}

/// A move that leads the vacancy to some cell.
#[derive(Debug)]
pub(super) struct Pull {
    /// The slot of the cell where it comes from.
    slot: usize,
    /// The number of the turn, for a move that changes the order.
    turn: Option<usize>,
    /// Whether the orders are odd after it.
    odd: bool,
}

/// Two buffers as long as a piece.
pub(super) struct Buffers {
    pub(super) sum: Vec<u64>,
    pub(super) spare: Vec<u64>,
}

/// Words of a piece of the orders that differ in the last `piece_tiles` tiles alone, or nearly so,
/// of 64 bits at most.
pub(super) fn piece_words(tiles: usize, width: usize, piece_tiles: usize) -> u64 {
    let tail = tiles.min(TAIL);
    // No unit of a turn that moves bits is cut.
    product(tail + 1..=piece_tiles.max((tail + width).saturating_sub(1)).min(tiles)).unwrap_or(u64::MAX)
}

/// The place of a cell among those of its colour: two neighbours in a row, 2k and 2k + 1, have
/// different ones.
pub(super) fn slot(cell: usize) -> usize {
    cell / 2
}

impl SpacePlan {
    /// In pieces of the orders that differ in the last `piece_tiles` tiles alone; or nearly so,
    /// where that cannot be.
    pub(super) fn new(boards: BoardNumbers, piece_tiles: usize) -> Self {
        let (orders, width) = (boards.orders, boards.width);
        let tiles = if width == 1 { 0 } else { boards.cells() - 1 };
        let piece = piece_words(tiles, width, piece_tiles) as usize;
        let places = if width == 1 { 0 } else { boards.cells() - width };
        let both = |place| [VerticalWay::Up, VerticalWay::Down].map(|way| Turn::new(&orders, tiles, place, width, way));
        let turns = (0..places).flat_map(both).collect();
        let pulls = (0..boards.cells()).map(|cell| pulls(&boards, cell)).collect();
        let odd_heads = (0..piece as u64).map(|word| orders.head_is_odd(word)).collect();
        SpacePlan { boards, piece, turns, pulls, odd_heads }
    }

    /// The cells of a colour.
    pub(super) fn cells(&self, black: bool) -> Vec<usize> {
        (0..self.boards.cells()).filter(|&cell| self.boards.is_black(cell) == black).collect()
    }

    /// The pieces of the cells of a colour.
    pub(super) fn pieces(&self, black: bool) -> BitPieces {
        let words = self.boards.orders.words as usize;
        BitPieces::new(self.cells(black).len(), words / self.piece, self.piece)
    }

    pub(super) fn buffers(&self) -> Buffers {
        Buffers { sum: vec![0; self.piece], spare: vec![0; self.piece] }
    }

    /// Adds to the sum, the piece from the word `first` on, what a move brings there.
    pub(super) fn pull(
        &self,
        access: &mut dyn Access,
        pull: &Pull,
        first: usize,
        buffers: &mut Buffers,
    ) -> Result<(), CannotSurvey> {
        let Buffers { sum, spare } = buffers;
        match pull.turn.map(|turn| &self.turns[turn]) {
            Some(Turn::Runs(runs)) if runs.unit() > self.piece => {
                let run = runs.run.min(self.piece);
                for (at, sum) in sum.chunks_exact_mut(run).enumerate() {
                    if access.read(pull.slot, runs.source(first + at * run), &mut spare[..run])? {
                        add(&spare[..run], sum);
                    }
                }
            }
            turn => {
                if access.read(pull.slot, first, spare)? {
                    match turn {
                        None => add(spare, sum),
                        Some(Turn::Runs(runs)) => runs.add(spare, sum),
                        Some(Turn::Bits(gathers)) => self.gather(gathers, pull.odd, first, spare, sum),
                    }
                }
            }
        }
        Ok(())
    }

    fn gather(&self, gathers: &[Gather], odd: bool, first: usize, words: &[u64], sum: &mut [u64]) {
        if let [even, uneven] = gathers {
            // Units of one word. Whether its tail is odd says which of the two applies.
            let odd = odd ^ self.boards.orders.head_is_odd(first as u64);
            for ((words, sum), &odd_head) in words.chunks(1).zip(sum.chunks_mut(1)).zip(&self.odd_heads) {
                if words[0] != 0 {
                    if odd == odd_head { even } else { uneven }.add(words, sum);
                }
            }
        } else {
            let unit = gathers[0].words();
            words
                .chunks_exact(unit)
                .zip(sum.chunks_exact_mut(unit))
                .for_each(|(words, sum)| gathers[0].add(words, sum));
        }
    }
}

fn pulls(boards: &BoardNumbers, cell: usize) -> Vec<Pull> {
    let (width, odd) = (boards.width, boards.is_odd_at(cell));
    let turn =
        |place: usize, way: VerticalWay| (width > 1).then_some(2 * place + usize::from(way == VerticalWay::Down));
    let column = cell % width;
    let mut pulls = Vec::new();
    let mut from = |neighbour: usize, turn| pulls.push(Pull { slot: slot(neighbour), turn, odd });
    if column > 0 {
        from(cell - 1, None);
    }
    if column + 1 < width {
        from(cell + 1, None);
    }
    if cell >= width {
        from(cell - width, turn(cell - width, VerticalWay::Down));
    }
    if cell + width < boards.cells() {
        from(cell + width, turn(cell, VerticalWay::Up));
    }
    pulls
}
