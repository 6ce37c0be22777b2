//! Sliding tiles by ranks, one state at a time: the obvious twin of the search through whole sets of bits.
//!
//! The rank of a state is the lexicographic number of the order of its tiles, halved, times the cells, plus the cell of
//! the vacancy. Its side is the colour of that cell on a chessboard.

use saltus::puzzle::Bipartite;

/// The arrangements of a board of at least two rows and two columns that can be reached from its goal.
pub(crate) struct TileGraph {
    height: usize,
    width: usize,
    vacancy: usize,
}

/// One arrangement.
pub(crate) struct Cursor {
    /// The number of the order, halved, and the order.
    number: u64,
    order: Vec<u8>,
    odd: bool,
    cell: usize,
}

impl TileGraph {
    pub(crate) fn new(height: usize, width: usize, vacancy: usize) -> Self {
        assert!(height > 1 && width > 1);
        TileGraph { height, width, vacancy }
    }

    fn tiles(&self) -> usize {
        self.height * self.width - 1
    }

    /// The rank of a board: the goal cell of whatever is on each cell.
    pub(crate) fn rank(&self, board: &[u8]) -> u64 {
        let cell = board.iter().position(|&place| usize::from(place) == self.vacancy).expect("a vacancy");
        let mut order = board.to_vec();
        order.remove(cell);
        self.rank_of(&order, cell)
    }

    pub(crate) fn goal(&self) -> u64 {
        self.rank(&(0..=self.tiles() as u8).collect::<Vec<_>>())
    }

    fn rank_of(&self, order: &[u8], cell: usize) -> u64 {
        let smaller_behind = |at: usize| order[at + 1..].iter().filter(|&&tile| tile < order[at]).count();
        let number =
            (0..order.len()).fold(0, |number, at| number * (order.len() - at) as u64 + smaller_behind(at) as u64);
        number / 2 * (self.tiles() as u64 + 1) + cell as u64
    }

    /// Sets the order of a number; swaps the last two tiles if that makes its parity right.
    fn lay_out(&self, cursor: &mut Cursor, number: u64) {
        let mut left: Vec<u8> = (0..=self.tiles() as u8).filter(|&place| usize::from(place) != self.vacancy).collect();
        let (mut rest, mut weight) = (number * 2, (1..=self.tiles() as u64).product::<u64>());
        (cursor.number, cursor.odd) = (number, false);
        for at in 0..self.tiles() {
            weight /= (self.tiles() - at) as u64;
            let digit = (rest / weight) as usize;
            cursor.odd ^= digit % 2 == 1;
            rest %= weight;
            cursor.order[at] = left.remove(digit);
        }
    }

    /// Swaps the last two tiles if the order has the parity of another row.
    fn set_parity(&self, cursor: &mut Cursor) {
        let rows = (cursor.cell / self.width).abs_diff(self.vacancy / self.width);
        let odd = self.width.is_multiple_of(2) && rows % 2 == 1;
        if cursor.odd != odd {
            cursor.order[self.tiles() - 2..].reverse();
            cursor.odd = odd;
        }
    }
}

impl Bipartite for TileGraph {
    type Cursor = Cursor;

    fn states(&self) -> u64 {
        (3..=self.tiles() as u64 + 1).product()
    }

    fn cursor(&self) -> Cursor {
        let mut cursor = Cursor { number: 0, order: vec![0; self.tiles()], odd: false, cell: 0 };
        self.lay_out(&mut cursor, 0);
        self.set_parity(&mut cursor);
        cursor
    }

    fn seek(&self, cursor: &mut Cursor, rank: u64) {
        let cells = self.tiles() as u64 + 1;
        if rank / cells != cursor.number {
            self.lay_out(cursor, rank / cells);
        }
        cursor.cell = (rank % cells) as usize;
        self.set_parity(cursor);
    }

    fn side(&self, cursor: &Cursor) -> bool {
        (cursor.cell / self.width + cursor.cell % self.width) % 2 == 1
    }

    fn neighbours(&self, cursor: &Cursor, mut visit: impl FnMut(u64)) {
        let (cell, width) = (cursor.cell, self.width);
        let row = cursor.number * (self.tiles() as u64 + 1);
        if cell % width > 0 {
            visit(row + cell as u64 - 1);
        }
        if cell % width + 1 < width {
            visit(row + cell as u64 + 1);
        }
        if cell >= width {
            let mut order = cursor.order.clone();
            order[cell - width..cell].rotate_left(1);
            visit(self.rank_of(&order, cell - width));
        }
        if cell + width <= self.tiles() {
            let mut order = cursor.order.clone();
            order[cell..cell + width].rotate_right(1);
            visit(self.rank_of(&order, cell + width));
        }
    }
}
