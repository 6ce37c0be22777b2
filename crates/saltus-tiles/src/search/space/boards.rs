//! Boards as numbers: the cell of the vacancy, and the order of the tiles row by row without it.
//!
//! A board is its cells, row by row; each holds the cell where its tile belongs, the vacancy the
//! one where that belongs. A board that is wider than high is seen mirrored in its main diagonal,
//! which makes the moves that change the order, up and down, as cheap as they can be.

use super::orders::Orders;
use saltus_core::board::{Board, Cell};

/// The most cells of a board: tiles are named by bytes.
pub(super) const MOST_CELLS: usize = 255;

/// All arrangements of one board that can be reached from its goal, numbered without gaps.
#[derive(Clone, Debug)]
pub(super) struct BoardNumbers {
    height: usize,
    /// Cells of a row, never more than rows.
    pub(super) width: usize,
    /// Where the vacancy belongs, seen as here.
    pub(super) vacancy: usize,
    /// The given board is wider than high, and this one its mirror image.
    mirrored: bool,
    /// The board as it was given.
    grid: Board,
    pub(super) orders: Orders,
}

impl BoardNumbers {
    /// None when the arrangements have no numbers of 64 bits. The vacancy belongs in one of the
    /// cells.
    pub(super) fn new(height: usize, width: usize, vacancy: usize) -> Option<Self> {
        let cells = height * width;
        let mirrored = width > height;
        let grid = Board::grid(height, width);
        // In a single column nothing changes the order.
        let orders = Orders::new(if height.min(width) == 1 { 0 } else { cells - 1 })?;
        let mut boards = BoardNumbers { height, width, vacancy, mirrored, grid, orders };
        if mirrored {
            (boards.height, boards.width) = (width, height);
            boards.vacancy = boards.inside(vacancy);
        }
        orders.words.checked_mul(orders.bits)?.checked_mul(cells as u64)?;
        Some(boards)
    }

    pub(super) fn cells(&self) -> usize {
        self.height * self.width
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.cells() as u64 * self.orders.words * self.orders.bits
    }

    /// Whether the cell is black, the cells being coloured like a chessboard. The vacancy's colour
    /// changes in every move.
    pub(super) fn is_black(&self, cell: usize) -> bool {
        (cell / self.width + cell % self.width) % 2 == 1
    }

    /// Whether the order is odd when the vacancy is in the row of this cell. A vertical move is a
    /// cycle of `width` tiles.
    pub(super) fn is_odd_at(&self, cell: usize) -> bool {
        let rows = (cell / self.width).abs_diff(self.vacancy / self.width);
        self.width.is_multiple_of(2) && rows % 2 == 1
    }

    /// The number of a board, unless it is no arrangement or cannot be reached.
    pub(super) fn rank(&self, board: &[u8]) -> Option<u64> {
        let cell = self.place(board)?;
        let belongs = |at: usize| self.inside(usize::from(board[self.outside(at)]));
        let label = |place: usize| (place - usize::from(place > self.vacancy)) as u8;
        let order: Vec<u8> = (0..self.cells()).filter(|&at| at != cell).map(|at| label(belongs(at))).collect();
        let number = if self.width == 1 {
            order.is_sorted().then_some(0)
        } else {
            let (number, odd) = self.orders.rank(&order);
            (odd == self.is_odd_at(cell)).then_some(number)
        };
        Some(cell as u64 * self.orders.words * self.orders.bits + number?)
    }

    /// The cell of the vacancy, seen as here, if the board is a permutation of the cells.
    fn place(&self, board: &[u8]) -> Option<usize> {
        let mut seen = vec![false; self.cells()];
        let each_once = board.iter().all(|&place| {
            let known = seen.get_mut(usize::from(place));
            known.is_some_and(|known| !std::mem::replace(known, true))
        });
        let goal = self.outside(self.vacancy);
        let at = board.iter().position(|&place| usize::from(place) == goal)?;
        (each_once && board.len() == self.cells()).then(|| self.inside(at))
    }

    /// The board of a number below `count`.
    pub(super) fn unrank(&self, rank: u64) -> Vec<u8> {
        let (cell, number) = self.split(rank);
        let mut order = if self.width == 1 {
            (0..self.cells() as u8 - 1).collect()
        } else {
            self.orders.unrank(number, self.is_odd_at(cell))
        };
        // Labels leave the vacancy out.
        order.iter_mut().for_each(|label| *label += u8::from(usize::from(*label) >= self.vacancy));
        order.insert(cell, self.vacancy as u8);
        let mut board = vec![0; self.cells()];
        for (at, &place) in order.iter().enumerate() {
            board[self.outside(at)] = self.outside(usize::from(place)) as u8;
        }
        board
    }

    /// The cell and the number of the order.
    pub(super) fn split(&self, rank: u64) -> (usize, u64) {
        let orders = self.orders.words * self.orders.bits;
        ((rank / orders) as usize, rank % orders)
    }

    /// Every move of a board: the direction of the vacancy, in ascending order, and the board after
    /// it.
    pub(super) fn moves(&self, board: &[u8]) -> impl Iterator<Item = (u8, Vec<u8>)> {
        let goal = self.outside(self.vacancy);
        let hole = board.iter().position(|&place| usize::from(place) == goal).expect("the vacancy is on the board");
        let steps = (0..self.grid.directions()).map(move |way| (way, self.grid.step(hole as Cell, way)));
        steps.filter_map(move |(way, next)| {
            let mut after = board.to_vec();
            after.swap(hole, next? as usize);
            Some((way as u8, after))
        })
    }

    /// The cell, seen as here, of a cell of the given board.
    fn inside(&self, cell: usize) -> usize {
        // The given board has rows as long as our columns.
        if self.mirrored { cell % self.height * self.width + cell / self.height } else { cell }
    }

    /// The cell of the given board.
    fn outside(&self, cell: usize) -> usize {
        if self.mirrored { cell % self.width * self.height + cell / self.width } else { cell }
    }
}

/// Bytes of one bit a state, for all arrangements of a board.
pub(super) fn bits_bytes(height: usize, width: usize) -> Option<u64> {
    let cells = height.checked_mul(width)?;
    let words = if height.min(width) <= 1 { 1 } else { Orders::new(cells - 1)?.words };
    words.checked_mul(cells as u64)?.checked_mul(size_of::<u64>() as u64)
}
