//! Chinese Checkers, played together: the fewest turns until one player's men have changed sides.
//!
//! Men of up to six players stand on the cells of a board of hexagons, at most one on each. A turn
//! is one move of one man: one step to an adjacent empty cell, or a chain of one or more jumps,
//! each over an adjacent man of any colour to the empty cell just beyond it in the same direction.
//! During a chain the cell that the man came from counts as empty; the chain must end on another.
//! No man is taken. The players take turns in a fixed order for ever, and no player may pass: where
//! the one to move has no move, play ends short of the goal. It ends at the goal as soon as the men
//! of red, the winner, fill the goal cells. The others help. All turns count, and the fewest are
//! wanted.
//!
//! A man gets from one cell to another in one move in many ways. They are one move, and
//! [`Puzzle::moves`] lists it once, with a path of the fewest jumps; [`Puzzle::check`] takes any
//! path that comes to no cell twice.
//!
//! G. I. Bell, *The Shortest Game of Chinese Checkers and Related Problems* (Integers 9, 2009).
//!
//! ```
//! use saltus_core::notation::{Instance, MoveText};
//! use saltus_core::puzzle::Puzzle;
//! use saltus_chinese as chinese;
//!
//! // Red has a man at the top of a triangle, blue one in the corner on the left, where red is to go.
//! let puzzle = chinese::read("chinese triangle:3 men=1 players=2").unwrap().puzzle().unwrap();
//! let mut state = puzzle.start();
//! // Red steps, blue steps out of the way, and red jumps over it.
//! for (text, then) in [("a1-b1", "./R./B.."), ("c1-c2", "./R./.B."), ("b1-c1", "./../RB.")] {
//!     let mv = puzzle.read_move(&state, text).unwrap();
//!     assert_eq!(puzzle.check(&state, &mv), Ok(()));
//!     puzzle.play(&mut state, &mv);
//!     assert_eq!(puzzle.rows(&state), then);
//! }
//! assert!(puzzle.is_goal(&state));
//! ```

pub(crate) mod layout;
mod paths;
mod player;

use std::sync::Arc;

use dashu_int::UBig;
use smallvec::SmallVec;

use saltus_core::board::{Board, Cell};
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::proof;
use saltus_core::puzzle::{Puzzle, Refusal, Undo};
use saltus_core::scene::{Draw, Outline, Scene, Spot, Tint, UNIT};

use crate::notation::shapes;
pub use crate::notation::shapes::{
    ARMIES, Instance, MOST_CELLS, MOST_COORDINATE, Part, Place, Shape, Unfit, base_side, distance,
};
use layout::Layout;
pub use player::{Player, letters};

/// Reads a whole line, the family's name included.
///
/// # Errors
/// The place and the rule broken.
pub fn read(line: &str) -> Result<Instance, BadInput> {
    saltus_core::notation::read_line(line)
}

/// The content of a cell.
pub type Contents = Option<Player>;

/// A position and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    cells: Box<[Contents]>,
    turn: u8,
}

impl State {
    /// The position with these contents, and the turn of the player at this place in the order of
    /// play, from 0.
    ///
    /// # Panics
    /// When there are more than six places before it.
    pub fn new(cells: Box<[Contents]>, turn: usize) -> Self {
        assert!(turn < Player::ALL.len(), "there are at most six players");
        State { cells, turn: turn as u8 }
    }

    /// The content of each cell.
    pub fn cells(&self) -> &[Contents] {
        &self.cells
    }

    /// The place in the order of play, from 0, of the player to move.
    pub fn turn(&self) -> usize {
        self.turn.into()
    }

    /// The cells of a player's men, ascending.
    pub fn army(&self, player: Player) -> Vec<Cell> {
        army(&self.cells, player)
    }
}

/// The cells of a player's men, ascending.
pub(crate) fn army(cells: &[Contents], player: Player) -> Vec<Cell> {
    (0..).zip(cells).filter(|(_, man)| **man == Some(player)).map(|(cell, _)| cell).collect()
}

/// A man goes along a path: the cell it leaves, and each cell on which it lands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    path: SmallVec<[Cell; 6]>,
}

impl Move {
    /// The move along this path: the cell left, and all landing cells.
    ///
    /// # Panics
    /// When there are not at least two cells.
    pub fn new(path: impl IntoIterator<Item = Cell>) -> Self {
        let path: SmallVec<[Cell; 6]> = path.into_iter().collect();
        assert!(path.len() > 1, "a move has two ends");
        Move { path }
    }

    /// The cell left, and each landing cell.
    pub fn path(&self) -> &[Cell] {
        &self.path
    }

    /// The cell that the man leaves.
    pub fn from(&self) -> Cell {
        self.path[0]
    }

    /// The cell that it goes to.
    pub fn to(&self) -> Cell {
        self.path[self.path.len() - 1]
    }
}

/// An instance, laid out.
#[derive(Clone, Debug)]
pub struct Chinese {
    layout: Arc<Layout>,
    start: State,
}

impl Chinese {
    /// The puzzle of filling the cells `goal` with red men. The cells have these coordinates,
    /// sorted as [`Shape`] says.
    ///
    /// # Panics
    /// When coordinates are not in order or above [`MOST_COORDINATE`], there are not contents for
    /// every cell, the goal names another, or there is no player.
    pub fn new(coordinates: Vec<Place>, mut goal: Vec<Cell>, order: Vec<Player>, start: Box<[Contents]>) -> Self {
        assert_eq!(coordinates.len(), start.len(), "contents for every cell");
        assert!(!order.is_empty(), "there is a player");
        assert!(coordinates.iter().copied().all(shapes::is_near), "coordinates are small");
        goal.sort_unstable();
        goal.dedup();
        assert!(goal.last().is_none_or(|&last| (last as usize) < coordinates.len()), "the goal is on the board");
        let layout = Layout::new(coordinates, goal, order);
        Chinese { layout: Arc::new(layout), start: State::new(start, 0) }
    }

    /// The axial coordinates of each cell.
    pub fn coordinates(&self) -> &[Place] {
        &self.layout.coordinates
    }

    /// The cells and the ways between them.
    pub fn board(&self) -> &Board {
        &self.layout.board
    }

    /// The cells to be filled, ascending.
    pub fn goal(&self) -> &[Cell] {
        &self.layout.goal
    }

    /// The players in the order of play.
    pub fn order(&self) -> &[Player] {
        &self.layout.order
    }

    /// The player to move.
    pub fn mover(&self, state: &State) -> Player {
        self.layout.order[state.turn()]
    }

    /// The name of a cell: its row's letter and its place in the row, from 1.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn name(&self, cell: Cell) -> String {
        self.layout.name(cell)
    }

    /// The line of this puzzle, cell by cell: two puzzles are the same if and only if their lines
    /// are.
    ///
    /// ```
    /// use saltus_core::notation::Instance as _;
    ///
    /// let puzzle = saltus_chinese::read("chinese triangle:2 men=1 players=2 order=BR").unwrap().puzzle().unwrap();
    /// assert_eq!(puzzle.line(), "chinese cells:1,1R;2,1B*;1,2 players=2 order=BR");
    /// ```
    pub fn line(&self) -> String {
        let cells = layout::cells_text(self.coordinates(), self.start.cells(), self.goal());
        format!("chinese {cells} players={} order={}", self.order().len(), letters(self.order()))
    }

    /// The position row by row, as `rows=` gives it.
    pub fn rows(&self, state: &State) -> String {
        layout::rows_text(&self.layout.coordinates, &state.cells)
    }

    /// The move of the fewest jumps from one cell to another by the player to move, if there is
    /// one: the one that
    /// [`Puzzle::moves`] lists.
    pub fn path(&self, state: &State, from: Cell, to: Cell) -> Option<Move> {
        let own = state.cells.get(from as usize) == Some(&Some(self.mover(state)));
        let found = own.then(|| paths::from(&self.layout.board, &state.cells, from));
        found.and_then(|found| found.into_iter().find(|mv| mv.to() == to))
    }

    fn refuse(&self, mv: &Move, why: &str) -> Result<(), Refusal> {
        let name = |&cell: &Cell| {
            if (cell as usize) < self.coordinates().len() { self.name(cell) } else { format!("cell {cell}") }
        };
        let path = mv.path.iter().map(name).collect::<Vec<_>>().join("-");
        Err(Refusal(format!("{path}: {why}")))
    }

    /// Judges the hops after the first cell, by coordinates alone.
    fn check_path(&self, state: &State, mv: &Move) -> Result<(), &'static str> {
        let coordinates = self.coordinates();
        let path: SmallVec<[Place; 6]> = mv.path.iter().map(|&cell| coordinates[cell as usize]).collect();
        let mut places = path.clone();
        places.sort_unstable();
        if places.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("the man comes to a cell twice");
        }
        if mv.path[1..].iter().any(|&cell| state.cells[cell as usize].is_some()) {
            return Err("a man stands where it lands");
        }
        if path.len() == 2 && distance(path[0], path[1]) == 1 {
            return Ok(());
        }
        for hop in path.windows(2) {
            let ((x, y), (to_x, to_y)) = (hop[0], hop[1]);
            let (dx, dy) = (to_x - x, to_y - y);
            if distance(hop[0], hop[1]) != 2 || dx % 2 != 0 || dy % 2 != 0 {
                return Err("this is neither one step nor a chain of jumps");
            }
            let over = (x + dx / 2, y + dy / 2);
            // The man itself has left its cell.
            let between = shapes::cell_at(coordinates, over).filter(|_| over != path[0]);
            let occupied = between.is_some_and(|cell| state.cells[cell].is_some());
            if !occupied {
                return Err("a jump needs a man to jump over");
            }
        }
        Ok(())
    }
}

impl Puzzle for Chinese {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.goal().iter().all(|&cell| state.cells[cell as usize] == Some(Player::WINNER))
    }

    /// By the cell left, then by the cell gone to.
    fn moves(&self, state: &State, buffer: &mut Vec<Move>) {
        if self.is_goal(state) {
            return;
        }
        let mover = Some(self.mover(state));
        for from in (0..).zip(&state.cells).filter(|(_, man)| **man == mover).map(|(cell, _)| cell) {
            let first = buffer.len();
            buffer.extend(paths::from(&self.layout.board, &state.cells, from));
            buffer[first..].sort_unstable_by_key(Move::to);
        }
    }

    fn check(&self, state: &State, mv: &Move) -> Result<(), Refusal> {
        if mv.path.len() < 2 || mv.path.iter().any(|&cell| cell as usize >= state.cells.len()) {
            return self.refuse(mv, "there is no such cell");
        }
        if self.is_goal(state) {
            return self.refuse(mv, "the game is over");
        }
        match state.cells[mv.from() as usize] {
            None => return self.refuse(mv, "no man stands there"),
            Some(man) if man != self.mover(state) => {
                return self.refuse(mv, &format!("it is {}'s turn", self.mover(state).name()));
            }
            Some(_) => {}
        }
        self.check_path(state, mv).or_else(|why| self.refuse(mv, why))
    }

    fn play(&self, state: &mut State, mv: &Move) {
        state.cells.swap(mv.from() as usize, mv.to() as usize);
        state.turn = ((state.turn() + 1) % self.order().len()) as u8;
    }

    fn heap_bytes(&self) -> usize {
        self.coordinates().len()
    }
}

impl Undo for Chinese {
    fn undo(&self, state: &mut State, mv: &Move) {
        state.cells.swap(mv.from() as usize, mv.to() as usize);
        let players = self.order().len();
        state.turn = ((state.turn() + players - 1) % players) as u8;
    }

    /// Only where one plays alone: else others have the turn.
    fn reverses(&self, last: &Move, next: &Move) -> bool {
        self.order().len() == 1 && (next.from(), next.to()) == (last.to(), last.from())
    }
}

impl MoveText for Chinese {
    fn write_move(&self, mv: &Move, text: &mut String) {
        for (place, &cell) in mv.path.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { "-" });
            text.push_str(&self.name(cell));
        }
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, BadInput> {
        let cell = |name: &str| {
            let unknown =
                || BadInput::line(format!("\"{}\": there is no cell \"{}\"", text.escape_debug(), name.escape_debug()));
            self.layout.cell(name).ok_or_else(unknown)
        };
        if !text.contains('-') {
            let why =
                format!("\"{}\" is not a move: names of cells with - between them, such as a1-b1", text.escape_debug());
            return Err(BadInput::line(why));
        }
        let path = text.split('-').map(cell).collect::<Result<_, _>>()?;
        Ok(Move { path })
    }
}

impl Certified for Chinese {
    /// The cells in base P + 1 (0 empty, then the players in the order of [`Player::ALL`]), the
    /// first one first; then one more digit for the place in the order of the one to move.
    fn key(&self, state: &State) -> UBig {
        let digit = |content: &Contents| content.map_or(0, |player| player.index() as u64 + 1);
        let digits = state.cells.iter().map(digit).chain([u64::from(state.turn)]);
        proof::key(self.order().len() as u64 + 1, digits)
    }
}

/// An empty cell in pictures.
pub(crate) const EMPTY: &str = ".";

/// An empty cell of the goal in pictures.
pub(crate) const EMPTY_GOAL: &str = "*";

impl Draw for Chinese {
    /// A cell takes half the room of its neighbours above and below: its column is y - x. Empty
    /// goal cells have a sign of their own.
    fn scene(&self, state: &State) -> Scene {
        let spot = |cell: usize| match state.cells[cell] {
            Some(player) => Spot { label: player.letter().into(), tint: player.tint() },
            None if self.goal().binary_search(&(cell as Cell)).is_ok() => {
                Spot { label: EMPTY_GOAL.into(), tint: Tint::Vacant }
            }
            None => Spot { label: EMPTY.into(), tint: Tint::Vacant },
        };
        layout::scene(self.coordinates(), spot)
    }

    /// Rows are as far apart as in triangles of equal sides.
    fn outline(&self) -> Outline {
        const HEIGHT: i32 = 866;
        let place = |&(x, y): &Place| (UNIT / 2 * (y - x), HEIGHT * (x + y));
        let outline = Outline::hollows(self.board(), self.coordinates().iter().map(place).collect());
        let names = (0..self.coordinates().len() as Cell).map(|cell| self.name(cell)).collect();
        Outline { names, marked: self.goal().to_vec(), ..outline }
    }

    fn path(&self, mv: &Move) -> Vec<Cell> {
        mv.path.to_vec()
    }

    fn turn(&self, state: &State) -> Option<String> {
        Some(self.mover(state).letter().into())
    }

    fn palette(&self) -> Vec<Spot> {
        let players = Player::ALL.into_iter().filter(|player| self.order().contains(player));
        let man = |player: Player| Spot { label: player.letter().into(), tint: player.tint() };
        Some(Spot { label: EMPTY.into(), tint: Tint::Vacant }).into_iter().chain(players.map(man)).collect()
    }
}

#[cfg(test)]
mod tests;
