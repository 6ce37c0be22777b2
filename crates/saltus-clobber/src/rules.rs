//! Solitaire Clobber: pawns that take their neighbours, as many as possible.
//!
//! Black and white pawns stand on the vertices of a graph, at most one on each. A move takes a pawn
//! to an adjacent vertex that holds a pawn of the other colour; that one is removed, and the vertex
//! that the mover left is empty for good. The game ends when no pawn can take another. The fewer
//! pawns are left, the better: the fewest that any play leaves is the configuration's *value*.
//!
//! Any pawn may move at any time (`turns=free`, the paper's version 2), or the colours take turns
//! (`turns=alternate`, version 1); then `first=b` or `first=w` names the colour that begins, and
//! without it either may. With turns the game is over as soon as the colour to move has no move.
//!
//! E. D. Demaine, M. L. Demaine, R. Fleischer, *Solitaire Clobber* (Theoretical Computer Science
//! 313, 2004); V. D. Blondel, J. M. Hendrickx, R. M. Jungers, *Solitaire Clobber as an optimization
//! problem on words* (2008).
//!
//! ```
//! use saltus_core::notation::{Instance, MoveText};
//! use saltus_core::puzzle::Puzzle;
//! use saltus_clobber as clobber;
//!
//! let puzzle = clobber::read("clobber line bwwb").unwrap().puzzle().unwrap();
//! let mut state = puzzle.start();
//! // The first pawn takes the second. Pawns of a colour do not take each other: the next move is the last pawn's.
//! for (text, then) in [("1-2", ".bwb"), ("4-3", ".bb.")] {
//!     let mv = puzzle.read_move(&state, text).unwrap();
//!     assert_eq!(puzzle.check(&state, &mv), Ok(()));
//!     puzzle.play(&mut state, &mv);
//!     assert_eq!(state.to_string(), then);
//! }
//! assert!(puzzle.is_goal(&state));
//! assert_eq!(state.count(), 2);
//! ```

mod pawns;

use std::fmt;

use dashu_int::UBig;

use saltus_core::board::{Board, Cell};
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::proof;
use saltus_core::puzzle::{Puzzle, Refusal, Undo};
use saltus_core::row::{self, Hop};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint, UNIT};

pub use crate::notation::shapes::{Instance, MOST_CELLS, MOST_SIZED, Position, Shape};
pub use pawns::{Colour, NoPawn, Pawns};

/// Reads a whole line, the family's name included.
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    saltus_core::notation::read_line(line)
}

/// Whose pawns may move when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turns {
    /// Any pawn at any time: version 2.
    #[default]
    Free,
    /// The colours take turns: version 1.
    Alternate {
        /// The colour that begins; none: either may.
        first: Option<Colour>,
    },
}

/// A configuration in play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(crate) cells: Box<[Option<Colour>]>,
    /// The only colour that may move; none: either may.
    pub(crate) turn: Option<Colour>,
}

impl State {
    /// The content of each cell.
    pub fn cells(&self) -> &[Option<Colour>] {
        &self.cells
    }

    /// The only colour that may move; none: either may.
    pub fn turn(&self) -> Option<Colour> {
        self.turn
    }

    /// How many pawns are left.
    pub fn count(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Whether the pawn on `from` may move now, and is of the other colour than the pawn on
    /// `to`.
    fn takes(&self, from: Cell, to: Cell) -> bool {
        let (mover, taken) = (self.cells[from as usize], self.cells[to as usize]);
        let has_turn = self.turn.is_none() || self.turn == mover;
        has_turn && mover.is_some() && taken == mover.map(Colour::other)
    }
}

/// The number of a content in keys.
pub(crate) fn digit(content: Option<Colour>) -> u8 {
    content.map_or(0, |colour| colour as u8 + 1)
}

/// The content by its number.
pub(crate) fn content(digit: u8) -> Option<Colour> {
    [None, Some(Colour::Black), Some(Colour::White)][usize::from(digit.min(2))]
}

/// How the content of a cell is written.
fn letter(content: Option<Colour>) -> char {
    content.map_or('.', Colour::letter)
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.iter().try_for_each(|&content| write!(f, "{}", letter(content)))
    }
}

/// A pawn takes a neighbour. Cells count from 0.
pub type Move = Hop;

/// An instance, laid out. A state in which no pawn may move ends the play; how good it is,
/// [`State::count`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clobber {
    board: Board,
    start: State,
    turns: Turns,
    /// How few pawns end the play; none: it ends when no pawn may move.
    most: Option<usize>,
    look: Look,
}

/// How the board is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Squares in rows of this length.
    Rows(usize),
    /// Hollows on a circle.
    Ring,
    /// Hollows, drawn as a cube of this dimension.
    Cube(u32),
}

impl Clobber {
    /// Lays an instance out. Its picture is a single row.
    ///
    /// # Panics
    /// When there are not as many contents as cells.
    pub fn new(board: Board, pawns: &Pawns, turns: Turns) -> Self {
        assert_eq!(board.cells(), pawns.cells(), "contents for every cell");
        let turn = match turns {
            Turns::Free => None,
            Turns::Alternate { first } => first,
        };
        let look = Look::Rows(board.cells());
        Clobber { board, start: State { cells: pawns.iter().collect(), turn }, turns, most: None, look }
    }

    /// The same, drawn otherwise.
    pub(crate) fn drawn(self, look: Look) -> Self {
        Clobber { look, ..self }
    }

    /// The same with a goal: at most `most` pawns are left.
    ///
    /// Every move takes one pawn, so all plays to the goal are equally long, and with the value as
    /// target they are the best plays.
    #[must_use]
    pub fn until(self, most: usize) -> Self {
        Clobber { most: Some(most), ..self }
    }

    /// How many pawns may be left at the goal, where there is one.
    pub fn most(&self) -> Option<usize> {
        self.most
    }

    /// The graph.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose pawns may move when.
    pub fn turns(&self) -> Turns {
        self.turns
    }

    /// The moves that may have led here, for [`Undo::undo`].
    pub(crate) fn moves_into(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        for to in 0..self.board.cells() as Cell {
            let mover = state.cells[to as usize];
            if mover.is_some_and(|colour| state.turn == self.turn_after(colour)) {
                let empty = self.board.neighbours(to).filter(|&from| state.cells[from as usize].is_none());
                moves.extend(empty.map(|from| Move { from, to }));
            }
        }
        moves
    }

    fn turn_after(&self, mover: Colour) -> Option<Colour> {
        match self.turns {
            Turns::Free => None,
            Turns::Alternate { .. } => Some(mover.other()),
        }
    }
}

impl Puzzle for Clobber {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        if let Some(most) = self.most {
            return state.count() <= most;
        }
        let mut pawns = (0..self.board.cells() as Cell).filter(|&cell| state.cells[cell as usize].is_some());
        !pawns.any(|from| self.board.neighbours(from).any(|to| state.takes(from, to)))
    }

    fn moves(&self, state: &State, buffer: &mut Vec<Move>) {
        for from in 0..self.board.cells() as Cell {
            let first = buffer.len();
            for to in self.board.neighbours(from).filter(|&to| state.takes(from, to)) {
                // A cycle of two cells has both of its edges between them.
                if !buffer[first..].contains(&Move { from, to }) {
                    buffer.push(Move { from, to });
                }
            }
        }
    }

    fn check(&self, state: &State, mv: &Move) -> Result<(), Refusal> {
        let refuse =
            |why: &str| Err(Refusal(format!("{}-{} on {state}: {why}", u64::from(mv.from) + 1, u64::from(mv.to) + 1)));
        let content = |cell: Cell| state.cells.get(cell as usize).copied();
        let (Some(mover), Some(taken)) = (content(mv.from), content(mv.to)) else {
            return refuse("there is no such cell");
        };
        let Some(colour) = mover else { return refuse("no pawn stands there") };
        if !self.board.are_adjacent(mv.from, mv.to) {
            return refuse("the cells are not adjacent");
        }
        match taken {
            None => return refuse("there is no pawn to take"),
            Some(same) if same == colour => return refuse("a pawn does not take one of its own colour"),
            Some(_) => {}
        }
        match state.turn {
            Some(Colour::Black) if colour != Colour::Black => refuse("it is black's turn"),
            Some(Colour::White) if colour != Colour::White => refuse("it is white's turn"),
            _ => Ok(()),
        }
    }

    fn play(&self, state: &mut State, mv: &Move) {
        let mover = state.cells[mv.from as usize].take();
        state.cells[mv.to as usize] = mover;
        state.turn = mover.and_then(|mover| self.turn_after(mover));
    }

    fn left(&self, state: &State) -> Option<u64> {
        Some(state.count() as u64)
    }

    fn heap_bytes(&self) -> usize {
        self.board.cells()
    }
}

impl Undo for Clobber {
    fn undo(&self, state: &mut State, mv: &Move) {
        let mover = state.cells[mv.to as usize];
        state.cells[mv.to as usize] = mover.map(Colour::other);
        state.cells[mv.from as usize] = mover;
        // Before its first move a play without a fixed beginner leaves the choice.
        state.turn = if state.count() == self.start.count() {
            self.start.turn
        } else {
            mover.filter(|_| self.turns != Turns::Free)
        };
    }
}

impl MoveText for Clobber {
    fn write_move(&self, mv: &Move, text: &mut String) {
        row::write_hop(*mv, text);
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, BadInput> {
        row::read_hop(text, self.board.cells())
    }
}

impl Certified for Clobber {
    /// The cells in base 3 (0 empty, 1 black, 2 white), the first one first; with turns one more
    /// digit for the colour that may move.
    fn key(&self, state: &State) -> UBig {
        let turn = Some(state.turn).filter(|_| self.turns != Turns::Free);
        proof::key(3, state.cells.iter().copied().chain(turn).map(|content| digit(content).into()))
    }
}

impl Draw for Clobber {
    fn scene(&self, state: &State) -> Scene {
        let width = if let Look::Rows(width) = self.look { width } else { state.cells.len() };
        scene_of(&state.cells, width)
    }

    fn outline(&self) -> Outline {
        let cells = self.board.cells();
        match self.look {
            Look::Rows(width) => Outline::rows(cells, width, PieceForm::Disc),
            Look::Ring => Outline::hollows(&self.board, Outline::circle(cells)),
            Look::Cube(dimension) => {
                Outline::hollows(&self.board, (0..cells).map(|cell| corner(cell, dimension)).collect())
            }
        }
    }

    fn path(&self, mv: &Move) -> Vec<Cell> {
        vec![mv.from, mv.to]
    }

    fn turn(&self, state: &State) -> Option<String> {
        state.turn.map(|turn| turn.letter().into())
    }

    fn palette(&self) -> Vec<Spot> {
        [0, 1, 2].map(|digit| spot(content(digit))).into()
    }
}

/// Where a vertex of a hypercube is drawn: its digits, the lowest first, go right, down and aslant,
/// the next three the same over three times the way, and so on.
fn corner(vertex: usize, dimension: u32) -> (i32, i32) {
    const WAYS: [(i32, i32); 3] = [(UNIT, 0), (0, UNIT), (UNIT * 2 / 5, -UNIT * 2 / 5)];
    let digits = (0..dimension).filter(|digit| vertex >> digit & 1 == 1);
    digits.fold((0, 0), |(x, y), digit| {
        let (right, down) = WAYS[digit as usize % 3];
        let scale = 3i32.saturating_pow(digit / 3);
        (x.saturating_add(right.saturating_mul(scale)), y.saturating_add(down.saturating_mul(scale)))
    })
}

fn spot(content: Option<Colour>) -> Spot {
    let tint = [Tint::Vacant, Tint::Dark, Tint::Light][usize::from(digit(content))];
    Spot { label: letter(content).into(), tint }
}

/// The picture of a configuration in rows of `width` cells.
pub fn scene_of(cells: &[Option<Colour>], width: usize) -> Scene {
    let rows = cells.chunks(width.max(1));
    Scene { rows: rows.map(|row| row.iter().copied().map(spot).collect()).collect(), spaced: false }
}
