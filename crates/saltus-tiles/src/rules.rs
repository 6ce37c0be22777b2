//! # Sliding tiles
//!
//! A board of h rows and w columns holds h w - 1 tiles and one vacancy. A tile next to the vacancy,
//! in the same row or column, slides into it; nothing else moves. The goal is an arrangement of the
//! same tiles, to be reached in as few moves as possible: `1 2 .. n-1 0` unless another is named, 0
//! being the vacancy. Tiles may be equal to one another.
//!
//! With `metric=runs` all tiles between the vacancy and a cell of its row or column go one cell at once, as one move.
//!
//! The 15-puzzle is the board of 4 rows and 4 columns.
//!
//! ```
//! use saltus_core::notation::{Instance, MoveText};
//! use saltus_core::puzzle::Puzzle;
//! use saltus_tiles as tiles;
//!
//! let puzzle = tiles::read("tiles 2x3 1 0 2 4 5 3").unwrap().puzzle().unwrap();
//! let mut state = puzzle.start();
//! for tile in ["2", "3"] {
//!     let slide = puzzle.read_move(&state, tile).unwrap();
//!     assert_eq!(puzzle.check(&state, &slide), Ok(()));
//!     puzzle.play(&mut state, &slide);
//! }
//! assert!(puzzle.is_goal(&state)); // 1 2 3
//!                                  // 4 5 _
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use dashu_int::UBig;

use saltus_core::board::{Board, Cell, Direction, EAST, NORTH, SOUTH, WEST};
use saltus_core::notation::{BadInput, Certified, MoveText, TooLarge};
use saltus_core::plan::Spelling;
use saltus_core::proof;
use saltus_core::puzzle::{Backward, Puzzle, Refusal, Undo};
use saltus_core::row::{Hop, Row};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

pub use crate::notation::random::MOST_RANDOM;

/// The vacancy.
pub const GAP: u16 = 0;

/// The most cells that are laid out one by one.
pub const MOST_CELLS: u64 = 1 << 16;

/// What one line of notation names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Rows, at least 1.
    pub height: usize,
    /// Columns, at least 1.
    pub width: usize,
    /// The tiles at the start, row by row, 0 the vacancy.
    pub start: Vec<u32>,
    /// The arrangement at the end, of the same tiles.
    pub goal: Goal,
    /// What one move is.
    pub metric: Metric,
}

/// What one move is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// A tile goes to a neighbouring cell.
    #[default]
    Single,
    /// The tiles between a cell and the vacancy, all in one row or column, go one cell at once. The tiles all differ.
    Runs,
}

/// The arrangement at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `1 2 .. n-1 0`
    BlankLast,
    /// `0 1 2 .. n-1`, which is not the same: there is more than one cell.
    BlankFirst,
    /// Any other, row by row, 0 the vacancy.
    Cells(Vec<u32>),
}

/// An instance laid out for play.
#[derive(Clone, Debug)]
pub struct Tiles {
    grid: Arc<FixedParts>,
    start: Row<u16>,
    goal: Row<u16>,
    metric: Metric,
}

/// What does not change in play.
#[derive(Debug)]
struct FixedParts {
    board: Board,
    width: usize,
    /// Row and column of each cell.
    places: Vec<[u16; 2]>,
    /// Where the goal cells of each label begin in `homes`; one more than there are labels.
    homes_of: Vec<u32>,
    homes: Vec<Cell>,
    repeated: bool,
}

/// A tile slides into the vacancy, or pushes those between on in a run; cells count from 0 here and from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide {
    /// The tile's label.
    pub tile: u16,
    /// The cell that it leaves.
    pub from: Cell,
    /// The vacancy: the cell it goes to, or in a run the cell that the first of the tiles goes to.
    pub to: Cell,
}

/// Reads a whole line, the family's name included.
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    saltus_core::notation::read_line(line)
}

impl Goal {
    /// The goal with these cells, by its shortest name.
    pub fn of(cells: Vec<u32>) -> Self {
        if Goal::BlankLast.cells(cells.len()) == cells {
            Goal::BlankLast
        } else if Goal::BlankFirst.cells(cells.len()) == cells {
            Goal::BlankFirst
        } else {
            Goal::Cells(cells)
        }
    }

    /// The goal cell by cell on a board of `cells` cells.
    pub fn cells(&self, cells: usize) -> Vec<u32> {
        let tiles = 1..cells as u32;
        match self {
            Goal::BlankLast => tiles.chain([0]).collect(),
            Goal::BlankFirst => std::iter::once(0).chain(tiles).collect(),
            Goal::Cells(cells) => cells.clone(),
        }
    }
}

/// Where the vacancy is.
///
/// # Panics
/// When there is none.
pub fn vacancy(cells: &[u32]) -> usize {
    cells.iter().position(|&tile| tile == u32::from(GAP)).expect("a board has a vacancy")
}

/// Whether two tiles are equal.
pub fn has_repeated(cells: &[u32]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

impl Instance {
    /// The instance of getting from `start` to `goal`, both row by row.
    ///
    /// # Panics
    /// When they do not fill the board, hold different tiles, or have not exactly one vacancy.
    pub fn new(height: usize, width: usize, start: Vec<u32>, goal: Vec<u32>) -> Self {
        let sorted = |cells: &[u32]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells
        };
        let tiles = sorted(&start);
        assert_eq!(tiles.len(), height * width, "the tiles and the vacancy fill the board");
        assert_eq!(tiles, sorted(&goal), "start and goal hold the same tiles");
        assert!(tiles[0] == 0 && tiles.get(1) != Some(&0), "a board has one vacancy");
        Instance { height, width, start, goal: Goal::of(goal), metric: Metric::Single }
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.start.len()
    }

    /// The goal cell by cell.
    pub fn goal_cells(&self) -> Vec<u32> {
        self.goal.cells(self.cells())
    }

    /// The puzzle to play, if it has room.
    pub(crate) fn laid_out(&self) -> Result<Tiles, TooLarge> {
        if self.cells() as u64 > MOST_CELLS {
            return Err(TooLarge { cells: self.cells().into(), most: MOST_CELLS });
        }
        let narrow = |cells: &[u32]| -> Vec<u16> {
            cells.iter().map(|&tile| u16::try_from(tile).expect("labels are below 65536 on such a board")).collect()
        };
        let puzzle = Tiles::new(self.height, self.width, &narrow(&self.start), &narrow(&self.goal_cells()));
        Ok(Tiles { metric: self.metric, ..puzzle })
    }
}

impl Tiles {
    /// The puzzle of getting from `start` to `goal`, both row by row, 0 the vacancy.
    ///
    /// # Panics
    /// When they do not fill a board of at most [`MOST_CELLS`] cells, or have no vacancy.
    pub fn new(height: usize, width: usize, start: &[u16], goal: &[u16]) -> Self {
        let cells = height * width;
        assert_eq!((start.len(), goal.len()), (cells, cells), "the tiles and the vacancy fill the board");
        assert!(cells as u64 <= MOST_CELLS, "the board has room");
        let (homes_of, homes) = homes(goal);
        let place = |cell: usize| [(cell / width) as u16, (cell % width) as u16];
        let grid = FixedParts {
            board: Board::grid(height, width),
            width,
            places: (0..cells).map(place).collect(),
            repeated: homes_of.windows(2).any(|pair| pair[1] - pair[0] > 1),
            homes_of,
            homes,
        };
        let row = |cells: &[u16]| Row::new(cells.iter().copied(), GAP);
        Tiles { grid: Arc::new(grid), start: row(start), goal: row(goal), metric: Metric::Single }
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.grid.places.len() / self.grid.width, self.grid.width)
    }

    /// The goal.
    pub fn goal(&self) -> &Row<u16> {
        &self.goal
    }

    /// Whether two tiles are equal.
    pub fn is_repeated(&self) -> bool {
        self.grid.repeated
    }

    /// The cells of the goal that hold a label, in ascending order.
    ///
    /// # Panics
    /// When the label is greater than all of the board.
    #[inline]
    pub fn homes(&self, tile: u16) -> &[Cell] {
        let (begin, end) = (self.grid.homes_of[tile as usize], self.grid.homes_of[tile as usize + 1]);
        &self.grid.homes[begin as usize..end as usize]
    }

    /// Row and column of a cell, from 0.
    #[inline]
    pub fn place(&self, cell: Cell) -> [u16; 2] {
        self.grid.places[cell as usize]
    }

    /// Moves that a tile alone on the board would make from one cell to another.
    #[inline]
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        let ([row, column], [other_row, other_column]) = (self.place(a), self.place(b));
        u32::from(row.abs_diff(other_row)) + u32::from(column.abs_diff(other_column))
    }

    /// The way that the tile of a slide goes.
    pub fn way(&self, slide: &Slide) -> Direction {
        let same_row = self.place(slide.from)[0] == self.place(slide.to)[0];
        match (same_row, slide.from > slide.to) {
            (true, true) => WEST,
            (true, false) => EAST,
            (false, true) => NORTH,
            (false, false) => SOUTH,
        }
    }

    /// A board of these labels as the number that a certificate has for it.
    pub fn key_of(&self, labels: impl IntoIterator<Item = u16>) -> UBig {
        let greatest = self.grid.homes_of.len() as u64 - 2;
        proof::key(greatest + 1, labels.into_iter().map(u64::from))
    }

    fn hop(slide: &Slide) -> Hop {
        Hop { from: slide.from, to: slide.to }
    }

    /// The cells of the row and of the column of the vacancy, each with the cell before it on the way from there.
    fn lines_from(&self, gap: Cell) -> impl Iterator<Item = (Cell, Cell)> {
        let board = &self.grid.board;
        let step = move |from: Cell, way| board.step(from, way).map(|to| (from, to));
        (0..LETTERS.len()).flat_map(move |way| std::iter::successors(step(gap, way), move |&(_, last)| step(last, way)))
    }

    /// Takes the vacancy to a cell of its row or column.
    fn take(&self, state: &mut Row<u16>, end: Cell) {
        let step = if self.place(state.gap())[0] == self.place(end)[0] { 1 } else { self.grid.width as Cell };
        while state.gap() != end {
            let to = state.gap();
            state.swap(Hop { from: if end > to { to + step } else { to - step }, to });
        }
    }
}

/// The cells of each label: where its part of the second list begins, and all cells label by label.
fn homes(goal: &[u16]) -> (Vec<u32>, Vec<Cell>) {
    let greatest = goal.iter().copied().max().unwrap_or(GAP) as usize;
    let mut homes_of = vec![0; greatest + 2];
    goal.iter().for_each(|&tile| homes_of[tile as usize + 1] += 1);
    for label in 0..=greatest {
        homes_of[label + 1] += homes_of[label];
    }
    let mut homes: Vec<Cell> = (0..goal.len() as Cell).collect();
    homes.sort_by_key(|&cell| goal[cell as usize]);
    (homes_of, homes)
}

impl Puzzle for Tiles {
    type State = Row<u16>;
    type Move = Slide;

    fn start(&self) -> Row<u16> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Row<u16>) -> bool {
        *state == self.goal
    }

    /// In the order of the directions in which the vacancy goes.
    #[inline]
    fn moves(&self, state: &Row<u16>, buffer: &mut Vec<Slide>) {
        let to = state.gap();
        let slide = |from: Cell| Slide { tile: state.cells()[from as usize], from, to };
        match self.metric {
            Metric::Single => buffer.extend(self.grid.board.neighbours(to).map(slide)),
            Metric::Runs => buffer.extend(self.lines_from(to).map(|(_, from)| slide(from))),
        }
    }

    fn check(&self, state: &Row<u16>, slide: &Slide) -> Result<(), Refusal> {
        let cells = state.cells();
        let (tile, from, to) = (slide.tile, slide.from as usize, slide.to as usize);
        let refuse = |why: String| Err(Refusal(format!("tile {tile} from cell {} to {}: {why}", from + 1, to + 1)));
        if from.max(to) >= cells.len() {
            return refuse(format!("the cells are 1 to {}", cells.len()));
        }
        if tile == GAP || cells[from] != tile {
            return refuse(format!("cell {} does not hold this tile", from + 1));
        }
        if cells[to] != GAP {
            return refuse(format!("cell {} is not the vacancy", to + 1));
        }
        let width = self.grid.width;
        if self.metric == Metric::Runs {
            let is_line = from / width == to / width || from % width == to % width;
            return if is_line { Ok(()) } else { refuse("the tile is not in the row or column of the vacancy".into()) };
        }
        let beside = from / width == to / width && from.abs_diff(to) == 1;
        let above_or_below = from % width == to % width && (from / width).abs_diff(to / width) == 1;
        if beside || above_or_below { Ok(()) } else { refuse("the tile is not next to the vacancy".into()) }
    }

    #[inline]
    fn play(&self, state: &mut Row<u16>, slide: &Slide) {
        match self.metric {
            Metric::Single => state.swap(Self::hop(slide)),
            Metric::Runs => self.take(state, slide.from),
        }
    }

    fn heap_bytes(&self) -> usize {
        Row::<u16>::heap_bytes(self.start.cells().len())
    }
}

impl Undo for Tiles {
    #[inline]
    fn undo(&self, state: &mut Row<u16>, slide: &Slide) {
        match self.metric {
            Metric::Single => state.unswap(Self::hop(slide)),
            Metric::Runs => self.take(state, slide.to),
        }
    }

    #[inline]
    fn reverses(&self, last: &Slide, next: &Slide) -> bool {
        next.from == last.to
    }
}

impl Backward for Tiles {
    fn goals(&self) -> Vec<Row<u16>> {
        vec![self.goal.clone()]
    }

    fn moves_into(&self, state: &Row<u16>, buffer: &mut Vec<Slide>) {
        // The tile that moved last is next to the vacancy that it left.
        let from = state.gap();
        let tile = |cell: Cell| state.cells()[cell as usize];
        match self.metric {
            Metric::Single => {
                buffer.extend(self.grid.board.neighbours(from).map(|to| Slide { tile: tile(to), from, to }));
            }
            Metric::Runs => {
                let mut beside = from;
                buffer.extend(self.lines_from(from).map(|(before, to)| {
                    beside = if before == from { to } else { beside };
                    Slide { tile: tile(beside), from, to }
                }));
            }
        }
    }
}

/// The vacancy in pictures.
pub(crate) const VACANCY: &str = "_";

/// The picture of a board of `width` columns.
pub fn scene(width: usize, cells: impl IntoIterator<Item = u32>) -> Scene {
    let spot = |tile: u32| match tile {
        0 => Spot { label: VACANCY.into(), tint: Tint::Vacant },
        tile => Spot { label: tile.to_string(), tint: Tint::Plain },
    };
    let spots: Vec<Spot> = cells.into_iter().map(spot).collect();
    Scene { rows: spots.chunks(width).map(<[Spot]>::to_vec).collect(), spaced: true }
}

impl Draw for Tiles {
    fn scene(&self, state: &Row<u16>) -> Scene {
        scene(self.grid.width, state.cells().iter().map(|&tile| u32::from(tile)))
    }

    fn outline(&self) -> Outline {
        Outline::rows(self.goal.cells().len(), self.grid.width, PieceForm::Tile)
    }

    fn path(&self, slide: &Slide) -> Vec<Cell> {
        // In a run the others are pushed by the tile that it is named for.
        vec![slide.from, self.grid.board.step(slide.from, self.way(slide)).unwrap_or(slide.to)]
    }

    fn goal(&self) -> Option<Scene> {
        Some(self.scene(&self.goal))
    }
}

/// The letter of each direction.
const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];

/// Writes a slide of a tile that goes some way; on a board with equal tiles the way is part of its
/// own notation.
pub fn write_slide(tile: u32, way: Direction, repeated: bool, spelling: Spelling, text: &mut String) {
    // West and east, north and south stand side by side.
    let opposite = way ^ 1;
    match spelling {
        Spelling::PieceLetters => text.push(LETTERS[way]),
        Spelling::VacancyLetters => text.push(LETTERS[opposite]),
        Spelling::Own => write!(text, "{tile}").expect("a string takes all"),
    }
    if repeated && spelling == Spelling::Own {
        text.push(LETTERS[way]);
    }
}

impl MoveText for Tiles {
    const LETTERS: bool = true;

    fn write_move(&self, slide: &Slide, text: &mut String) {
        self.write_move_as(slide, Spelling::Own, text);
    }

    fn write_move_as(&self, slide: &Slide, spelling: Spelling, text: &mut String) {
        // A letter for each cell that the vacancy goes.
        let letters = if spelling == Spelling::Own { 1 } else { self.distance(slide.from, slide.to) };
        (0..letters).for_each(|_| {
            write_slide(slide.tile.into(), self.way(slide), self.grid.repeated, spelling, text);
        });
    }

    fn read_move(&self, state: &Row<u16>, text: &str) -> Result<Slide, BadInput> {
        let to = state.gap();
        let (number, way) = match text.char_indices().next_back().filter(|_| self.grid.repeated) {
            None => (text, None),
            Some((end, letter)) => (&text[..end], LETTERS.iter().position(|known| *known == letter)),
        };
        let tile = saltus_core::notation::number(number).and_then(|number| u16::try_from(number).ok());
        let Some(tile) = tile.filter(|_| way.is_some() == self.grid.repeated) else {
            let form = if self.grid.repeated { "a tile's number and U, D, L or R" } else { "a tile's number" };
            return Err(BadInput::line(format!("\"{}\" is not a move: {form}", text.escape_debug())));
        };
        let from = match way {
            // A tile that goes west comes from the east of the vacancy.
            Some(way) => self.grid.board.step(to, way ^ 1),
            None => state.cells().iter().position(|&other| other == tile).map(|cell| cell as Cell),
        };
        let absent = || BadInput::line(format!("\"{text}\": there is no such tile to move"));
        Ok(Slide { tile, from: from.ok_or_else(absent)?, to })
    }

    fn write_evidence(&self, moves: &[Slide], out: &mut dyn Write) -> io::Result<()> {
        let left = moves.iter().map(|slide| u64::from(slide.from) + 1);
        proof::runs(left).try_for_each(|run| proof::write_run(run, out))
    }
}

impl Certified for Tiles {
    fn key(&self, state: &Row<u16>) -> UBig {
        self.key_of(state.cells().iter().copied())
    }
}
