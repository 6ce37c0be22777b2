//! Sliding tiles: numbered tiles on a board of rows and columns, one cell of which is vacant.
//!
//! A tile next to the vacancy, in its row or its column, slides into it.
//!
//! `tiles HxW T1 T2 ..` gives H rows of W cells, row by row, 0 for the vacancy. The goal is 1, 2,
//! .. with the vacancy in the last cell, `to blank-first` with the vacancy in the first one, or
//! `to` another board. Only with such a written goal may the tiles be others than 1 to H W - 1,
//! each once; then the goal has to hold the same ones.
//!
//! `metric=runs` at the end of the line: all tiles between the vacancy and a cell of its row or
//! column go one cell at once, which is one move, and is named by the tile that leaves that cell.
//! All tiles differ then.
//!
//! A move is named by its tile, and where two tiles are alike by its direction, too: up, down, left
//! or right.

use crate::board::Grid;
use crate::board::{Board, Cell, VACANT};
use crate::families::reverse::is_arrangement;
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote};
use crate::rules::Moves;
use crate::text::Words;
use crate::text::small;

/// The greatest label may be this, and on a board of more cells one less than their number.
const LABELS: usize = 65536;

#[derive(Debug)]
pub(crate) struct Tiles {
    pub(crate) grid: Grid,
    pub(crate) start: Board,
    pub(crate) goal: Board,
    pub(crate) distinct: bool,
    /// Whether a run of tiles is one move.
    pub(crate) runs: bool,
}

impl Tiles {
    /// Reads what follows the word `tiles`.
    pub(crate) fn read(words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let grid = Grid::read(words.next().unwrap_or_default(), limits)?;
        let start = read_board(words, grid.cells(), limits)?;
        let goal = read_goal(words, &start, limits)?;
        let tiles = sorted(&start, limits)?;
        ensure(tiles == sorted(&goal, limits)?, "start and goal differ in their tiles")?;
        let distinct = tiles.is_sorted_by(|a, b| a < b);
        let runs = words.next_if_eq(&"metric=runs").is_some();
        ensure(distinct || !runs, "metric=runs, and two tiles are alike")?;
        Ok(Self { grid, start, goal, distinct, runs })
    }

    /// With start and goal exchanged.
    pub(crate) fn reversed(&self, limits: &Limits) -> Checked<Self> {
        let copied = |board: &Board| Board::new(limits.copied(board.cells(), "a board")?).or_refuse("no board");
        let (start, goal) = (copied(&self.goal)?, copied(&self.start)?);
        Ok(Self { grid: self.grid, start, goal, ..*self })
    }

    /// The cells between the vacancy and one of its row or column, that one being the last. None: it
    /// is in neither.
    fn line(&self, vacancy: usize, from: usize) -> Option<impl Iterator<Item = usize>> {
        let width = self.grid.width;
        let same_row = from / width == vacancy / width;
        let step = if same_row { 1 } else { width };
        let count = from.abs_diff(vacancy) / step;
        let straight = same_row || from % width == vacancy % width;
        let cell = move |number: usize| if from > vacancy { vacancy + number * step } else { vacancy - number * step };
        straight.then(|| (1..=count).map(cell))
    }

    /// Makes a move of a run out of a cell.
    pub(crate) fn carry(&self, board: &mut Board, from: usize) {
        for cell in self.line(board.vacancy(), from).into_iter().flatten() {
            board.carry(cell, board.vacancy());
        }
    }

    /// What a move out of a cell changes.
    pub(crate) fn add_changes(&self, board: &Board, from: usize, moves: &mut Moves) {
        let (vacancy, cells) = (board.vacancy(), board.cells());
        let Some(line) = self.line(vacancy, from) else { return };
        let mut to = vacancy;
        let mut changes = vec![(from, VACANT)];
        changes.extend(line.map(|cell| (std::mem::replace(&mut to, cell), cells[cell])));
        moves.add(&changes, false);
    }

    /// Why the tile in cell `from` may not move into the vacancy, if it may not.
    pub(crate) fn forbids(&self, board: &Board, from: usize) -> Option<&'static str> {
        let (to, width) = (board.vacancy(), self.grid.width);
        if self.runs && from != to {
            let straight = self.line(to, from).is_some();
            return if straight { None } else { Some("the cell is in neither the row nor the column of the vacancy") };
        }
        let same_row = from / width == to / width;
        match from.abs_diff(to) {
            0 => Some("the cell is vacant"),
            1 if same_row => None,
            away if away == width => None,
            _ => Some("the vacancy is not next to the cell"),
        }
    }

    /// The cell that a move leaves: `7`, or `7L` where two tiles are alike.
    pub(crate) fn read_move(&self, board: &Board, text: &str) -> Checked<usize> {
        let label = text.trim_end_matches(['U', 'D', 'L', 'R']);
        let way = &text[label.len()..];
        ensure(way.is_empty() || !self.distinct, "a direction is named only where two tiles are alike")?;
        ensure(!way.is_empty() || self.distinct, "the direction is not named, and two tiles are alike")?;
        let tile = small(label)?;
        if self.runs {
            let from = board.cells().iter().position(|&label| u64::from(label) == tile);
            return from.or_refuse(format_args!("there is no tile {text}"));
        }
        // The tile goes where the vacancy comes from.
        let ways = ["R", "L", "D", "U"].into_iter().enumerate().filter(|&(_, name)| self.distinct || name == way);
        let mut cells = ways.filter_map(|(direction, _)| self.grid.step(board.vacancy(), direction));
        let from = cells.find(|&from| u64::from(board.cells()[from]) == tile);
        from.or_refuse(format_args!("the tile {text} is not there, next to the vacancy"))
    }

    /// By label, the cell where it belongs; there is one only when no two tiles are alike.
    pub(crate) fn homes(&self, limits: &Limits) -> Checked<Vec<usize>> {
        ensure(self.distinct, "two tiles are alike")?;
        let labels = self.goal.cells().iter().max().map_or(0, |&most| most as usize + 1);
        let mut homes = limits.filled(labels, 0, "the places of the tiles")?;
        for (cell, &label) in self.goal.cells().iter().enumerate() {
            homes[label as usize] = cell;
        }
        Ok(homes)
    }
}

fn read_board(words: &mut Words<'_>, cells: usize, limits: &Limits) -> Checked<Board> {
    let mut board = limits.vector(cells, "a board")?;
    while let Some(word) = words.next_if(|&word| word != "to" && board.len() < cells) {
        let label = small(word)? as usize;
        let most = LABELS.max(cells) - 1;
        ensure(label <= most, format_args!("{} is more than {most}", quote(word)))?;
        board.push(label as Cell);
    }
    let found = board.len();
    ensure(found == cells, format_args!("the board has {cells} cells, but {found} are given"))?;
    Board::new(board).or_refuse("a board has one vacancy, 0")
}

/// Reads the goal, and refuses one that has a shorter notation.
fn read_goal(words: &mut Words<'_>, start: &Board, limits: &Limits) -> Checked<Board> {
    let cells = start.cells().len();
    let ordered = |vacancy: usize| {
        let mut board = limits.vector(cells, "a board")?;
        board.extend(1..cells as Cell);
        board.insert(vacancy, VACANT);
        Board::new(board).or_refuse("no board")
    };
    if words.next_if_eq(&"to").is_none() {
        let usual = is_arrangement(start.cells(), limits, "the tiles")?;
        ensure(usual, "the tiles are not 1, 2, .. each once; others need a goal after `to`")?;
        return ordered(cells - 1);
    }
    let short = words.next_if_eq(&"blank-first").is_some();
    let goal = if short { ordered(0)? } else { read_board(words, cells, limits)? };
    ensure(goal != ordered(cells - 1)?, "not canonical: this goal is the default")?;
    ensure(short || goal != ordered(0)?, "not canonical: this goal is written blank-first")?;
    Ok(goal)
}

/// All labels, ascending.
fn sorted(board: &Board, limits: &Limits) -> Checked<Vec<Cell>> {
    let mut labels = limits.copied(board.cells(), "the tiles")?;
    labels.sort_unstable();
    Ok(labels)
}
