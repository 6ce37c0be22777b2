//! A board as bits: what a search looks up thousands of times a microsecond.

use saltus_core::board::{Board, Cell};

/// A set of cells.
pub type Cells = u128;

/// The most cells that a set holds.
pub const MOST_CELLS: usize = 128;

/// The set of one cell.
///
/// ```
/// use saltus_chinese::search::field::bit;
///
/// assert_eq!(bit(3), 0b1000);
/// ```
#[inline]
pub fn bit(cell: usize) -> Cells {
    1 << cell
}

/// Takes the first cell out of a set that is not empty.
///
/// ```
/// use saltus_chinese::search::field::pop;
///
/// let mut cells = 0b1010;
/// assert_eq!((pop(&mut cells), cells), (1, 0b1000));
/// ```
#[inline]
pub fn pop(cells: &mut Cells) -> usize {
    let cell = cells.trailing_zeros() as usize;
    *cells &= *cells - 1;
    cell
}

/// The cells of a set in ascending order.
pub(crate) fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || (cells != 0).then(|| pop(&mut cells)))
}

/// The set of some cells.
pub(crate) fn set(cells: impl IntoIterator<Item = Cell>) -> Cells {
    cells.into_iter().fold(0, |set, cell| set | bit(cell as usize))
}

/// Neighbours and jumps of every cell.
#[derive(Clone, Debug)]
pub struct Field {
    /// How many cells there are.
    pub(crate) cells: usize,
    /// The cells one step away.
    pub(crate) near: Vec<Cells>,
    /// The neighbours that can be jumped over as far as the board goes.
    over: Vec<Cells>,
    /// Where a jump lands: `lands[from * MOST_CELLS + over]`, meant for the cells in `over`.
    lands: Vec<u8>,
}

impl Field {
    /// A board with directions; none where it has more than [`MOST_CELLS`] cells.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        let cells = board.cells();
        if cells > MOST_CELLS {
            return None;
        }
        let mut field = Field { cells, near: vec![0; cells], over: vec![0; cells], lands: vec![0; cells * MOST_CELLS] };
        for cell in 0..cells {
            field.near[cell] = set(board.neighbours(cell as Cell));
            for (over, land) in (0..board.directions()).filter_map(|direction| board.jump(cell as Cell, direction)) {
                field.over[cell] |= bit(over as usize);
                field.lands[cell * MOST_CELLS + over as usize] = land as u8;
            }
        }
        Some(field)
    }

    /// All cells.
    pub(crate) fn all(&self) -> Cells {
        (0..self.cells).fold(0, |all, cell| all | bit(cell))
    }

    /// The neighbours of a cell that have a cell to land on beyond them.
    #[inline]
    pub(crate) fn over(&self, cell: usize) -> Cells {
        self.over[cell]
    }

    /// Where a jump from `cell` over one of its [`Field::over`] lands.
    #[inline]
    pub(crate) fn land(&self, cell: usize, over: usize) -> usize {
        self.lands[cell * MOST_CELLS + over] as usize
    }

    /// The cells next to any of `cells`, and these themselves where two of them are neighbours.
    pub(crate) fn around(&self, cells: Cells) -> Cells {
        each(cells).fold(0, |around, cell| around | self.near[cell])
    }

    /// Where the man on `cell` can go by jumps, `occupied` being all cells with men, his own
    /// included.
    #[inline]
    pub(crate) fn jumps(&self, cell: usize, occupied: Cells) -> Cells {
        let men = occupied & !bit(cell);
        // His own cell is where he may pass through but not end.
        let mut seen = bit(cell);
        let mut open = seen;
        while open != 0 {
            let from = pop(&mut open);
            let mut over = self.over[from] & men;
            while over != 0 {
                let land = bit(self.land(from, pop(&mut over)));
                if (men | seen) & land == 0 {
                    seen |= land;
                    open |= land;
                }
            }
        }
        seen & !bit(cell)
    }

    /// Where the man on `cell` can go.
    ///
    /// ```
    /// use saltus_chinese::search::{field::bit, game::Game};
    /// use saltus_core::notation::Instance as _;
    ///
    /// let line = "chinese triangle:3 men=1 players=2";
    /// let puzzle = saltus_chinese::read(line).unwrap().puzzle().unwrap();
    /// let game = Game::<2>::new(&puzzle).unwrap();
    /// let occupied = game.start[0] | game.start[1];
    /// let to = game.field.destinations(game.start[0].trailing_zeros() as usize, occupied);
    /// assert!(to != 0 && to & occupied == 0);
    /// ```
    #[inline]
    pub fn destinations(&self, cell: usize, occupied: Cells) -> Cells {
        (self.near[cell] & !occupied) | self.jumps(cell, occupied)
    }
}
