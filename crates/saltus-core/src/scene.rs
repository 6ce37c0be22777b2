//! What pictures of a puzzle show. Its [`Outline`] does not change in play: where the cells lie,
//! which are joined, how they are named. A [`Scene`] is the contents of the cells. A move is a
//! [path](Draw::path) over cells. `draw` turns them into text and pictures, the page into a board
//! to play on; neither knows a family.

use std::borrow::Cow;

use serde::Serialize;

use crate::board::Board;
use crate::puzzle::Puzzle;

/// A family's description of a puzzle for people: its name, its goal and its rule in short sentences, and its looks. `stage`, `figure`
/// and `seat` are for drawing: the ground, what pieces are drawn as, and what lies below them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The goal.
    pub goal: Cow<'static, str>,
    /// The rule; `{Tap}` stands for what a hand does.
    pub rule: String,
    /// What is chosen to make a move; empty where the rule says it.
    pub act: &'static str,
    /// The ground; nothing where the page chooses it and what follows by the outline.
    pub stage: &'static str,
    /// What pieces are drawn as.
    pub figure: &'static str,
    /// What lies below them.
    pub seat: &'static str,
    /// Why a piece cannot move, the first that fits.
    pub stuck: &'static [Stuck],
    /// The beginning of a line that a number ends: another board of this size, drawn at random.
    pub random: Option<String>,
}

/// The label of the pieces that it holds for (empty: of all), the least and the greatest number of cells from the piece to the vacancy (to the
/// left below 0), and why such a piece cannot move.
pub type Stuck = (&'static str, [i32; 2], &'static str);

/// Any number of cells to the vacancy.
pub const ANYWHERE: [i32; 2] = [i32::MIN, i32::MAX];

/// The goal where a picture shows it.
pub const AS_SHOWN: &str = "Make it look like the goal.";

/// How a piece differs from the others besides its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tint {
    /// No piece.
    Vacant,
    /// A black piece.
    Dark,
    /// A white piece.
    Light,
    /// A piece without a colour of its own.
    Plain,
    /// A red piece; this and the others of its kind are for puzzles with more than two colours.
    Red,
    /// A blue piece.
    Blue,
    /// A yellow piece.
    Yellow,
    /// A green piece.
    Green,
    /// A purple piece.
    Purple,
    /// An orange piece.
    Orange,
    /// A teal piece; this and the others that follow are for puzzles with more than six colours.
    Teal,
    /// A pink piece.
    Pink,
    /// A brown piece.
    Brown,
    /// A lime piece.
    Lime,
    /// A sky-blue piece.
    Sky,
    /// A grey piece.
    Grey,
    /// No cell at all, only room, as wide as its label, that keeps the cells of a row in their
    /// places.
    Absent,
}

/// A cell and what stands on it, or the room of a cell ([`Tint::Absent`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// The piece's name, or the sign of an empty cell.
    pub label: String,
    /// Its colour.
    pub tint: Tint,
}

/// The cells of a state in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Rows from top to bottom, cells from left to right.
    pub rows: Vec<Vec<Spot>>,
    /// Whether labels differ in width, so that text must set the cells apart.
    pub spaced: bool,
}

impl Scene {
    /// The content of each cell, in the order of their numbers.
    ///
    /// ```
    /// use saltus_core::scene::{Scene, Spot, Tint};
    ///
    /// let spot = |label: &str, tint| Spot { label: label.into(), tint };
    /// let row = vec![spot("b", Tint::Dark), spot(" ", Tint::Absent), spot("_", Tint::Vacant)];
    /// let scene = Scene { rows: vec![row], spaced: false };
    /// assert_eq!(scene.spots().count(), 2); // room is no cell
    /// ```
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.rows.iter().flatten().filter(|spot| spot.tint != Tint::Absent)
    }

    /// The labels of all cells, in the same order: what [`Instance::arranged`](crate::notation::Instance::arranged) takes.
    ///
    /// ```
    /// use saltus_core::{notation::Instance, puzzle::Puzzle, scene::Draw};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
    /// assert_eq!(puzzle.scene(&puzzle.start()).labels(), ["b", "_", "w"]);
    /// ```
    pub fn labels(&self) -> Vec<&str> {
        self.spots().map(|spot| spot.label.as_str()).collect()
    }
}

/// The form in which all cells of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CellForm {
    /// Squares side by side, which say themselves what is adjacent.
    Square,
    /// Round hollows, with lines between those that are adjacent.
    Hollow,
    /// Squares in a frame, which shows where the board ends and where it has walls.
    Framed,
    /// Small holes in a plate, for pegs.
    Hole,
}

/// The form in which all pieces of a puzzle are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PieceForm {
    /// A disc.
    Disc,
    /// A tile that nearly fills its cell.
    Tile,
    /// A disc without a label, where all pieces are the same.
    Peg,
    /// A block of one or more cells: the cells of a scene that have the same label are one piece.
    /// A path tells where its first cell goes.
    Block,
}

/// What is to be seen of a board and does not change in play. Cells count from 0.
///
/// ```
/// use saltus_core::{board::Board, scene::{Outline, PieceForm}};
///
/// let tiles = Outline::rows(6, 3, PieceForm::Tile);
/// assert_eq!((tiles.places[5], &*tiles.names[5]), ((2000, 1000), "6"));
/// assert_eq!(tiles.extent(), [(0, 0), (2000, 1000)]);
/// let ring = Outline::hollows(&Board::cycle(4), Outline::circle(4));
/// assert_eq!((ring.places[0], ring.links.len()), ((0, -707), 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The form of the cells.
    pub cells: CellForm,
    /// The form of the pieces.
    pub pieces: PieceForm,
    /// The middle of each cell, to the right and down, in thousandths of the distance between
    /// neighbours.
    pub places: Vec<(i32, i32)>,
    /// What each cell is called.
    pub names: Vec<String>,
    /// Pairs of cells with a line between them, the lower one first.
    pub links: Vec<(u32, u32)>,
    /// The cells that are to be filled, ascending, where the goal is about some cells.
    pub marked: Vec<u32>,
    /// Where a framed board or a plate has walls between its cells, as in `places`.
    pub walls: Vec<(i32, i32)>,
    /// Labels of pieces, and what pieces with these labels are called in words; others are called by their labels.
    pub called: Vec<(String, String)>,
}

/// The distance between neighbours in [`Outline::places`].
pub const UNIT: i32 = 1000;

impl Outline {
    /// Square cells in rows of `width`, numbered from 1 as moves name them.
    pub fn rows(cells: usize, width: usize, pieces: PieceForm) -> Self {
        let width = width.max(1);
        let place = |cell: usize| ((cell % width) as i32 * UNIT, (cell / width) as i32 * UNIT);
        Outline {
            cells: CellForm::Square,
            pieces,
            places: (0..cells).map(place).collect(),
            names: (1..=cells).map(|cell| cell.to_string()).collect(),
            links: Vec::new(),
            marked: Vec::new(),
            walls: Vec::new(),
            called: Vec::new(),
        }
    }

    /// Hollows in these places, numbered from 1, joined where the board has a step.
    ///
    /// # Panics
    /// When there are not as many places as cells.
    pub fn hollows(board: &Board, places: Vec<(i32, i32)>) -> Self {
        assert_eq!(board.cells(), places.len(), "a place for every cell");
        let links = |cell: u32| board.neighbours(cell).filter(move |&next| cell < next).map(move |next| (cell, next));
        let links = (0..board.cells() as u32).flat_map(links).collect();
        Outline { cells: CellForm::Hollow, links, places, ..Outline::rows(board.cells(), 1, PieceForm::Disc) }
    }

    /// What pieces with a label are called, where it is not the label.
    ///
    /// ```
    /// use saltus_core::scene::{Outline, PieceForm};
    ///
    /// let called = vec![("b".into(), "toad".into())];
    /// let outline = Outline { called, ..Outline::rows(3, 3, PieceForm::Disc) };
    /// assert_eq!([outline.piece_name("b"), outline.piece_name("w")], [Some("toad"), None]);
    /// ```
    pub fn piece_name(&self, label: &str) -> Option<&str> {
        self.called.iter().find(|(of, _)| of == label).map(|(_, name)| name.as_str())
    }

    /// Places on a circle, the first on top, then clockwise, neighbours a unit apart.
    pub fn circle(cells: usize) -> Vec<(i32, i32)> {
        let part = std::f64::consts::TAU / cells.max(1) as f64;
        let radius = if cells < 2 { 0.0 } else { f64::from(UNIT) / 2.0 / (part / 2.0).sin() };
        let place = |cell: usize| {
            let (sin, cos) = (part * cell as f64).sin_cos();
            ((radius * sin).round() as i32, (-radius * cos).round() as i32)
        };
        (0..cells).map(place).collect()
    }

    /// The least and the greatest of both coordinates of places; zeros without cells.
    pub fn extent(&self) -> [(i32, i32); 2] {
        let of = |coordinate: fn(&(i32, i32)) -> i32| {
            let all = || self.places.iter().map(coordinate);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (of(|place| place.0), of(|place| place.1));
        [(left, top), (right, bottom)]
    }
}

/// A move, and what is to be seen after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The move in the family's notation.
    pub text: String,
    /// The cells that the piece comes to, from the one it leaves to the one where it stays.
    pub path: Vec<u32>,
    /// The position after it.
    pub scene: Scene,
}

/// A play as it is to be seen: the board, the position at the start, and each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The board.
    pub outline: Outline,
    /// The position at the start.
    pub start: Scene,
    /// The moves.
    pub frames: Vec<Frame>,
}

/// An arrow above a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// From one cell to another, as pieces go: straight to a neighbour, in an arc over what is between.
    Hop(u32, u32),
    /// Straight from one place to another, both as in [`Outline::places`], in the colour of a piece.
    Line([(i32, i32); 2], Tint),
}

/// A position seen in another way than on its board: with other cells, other labels, or arrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The cells.
    pub outline: Outline,
    /// What is on them.
    pub scene: Scene,
    /// What is above them.
    pub arrows: Vec<Arrow>,
}

/// A puzzle whose states can be drawn.
///
/// ```
/// use saltus_core::{notation::Instance, puzzle::Puzzle, row::Hop, scene::Draw};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// assert_eq!(puzzle.scene(&puzzle.start()).spots().next().unwrap().label, "b");
/// assert_eq!(puzzle.outline().places.len(), 3);
/// assert_eq!(puzzle.path(&Hop { from: 2, to: 0 }), [2, 0]); // over the cell between
/// assert_eq!(puzzle.turn(&puzzle.start()), None); // both colours may move at any time
/// assert!(Draw::goal(&puzzle).is_some());
/// assert_eq!(puzzle.palette()[0].label, "_");
/// ```
pub trait Draw: Puzzle {
    /// The picture of a state.
    fn scene(&self, state: &Self::State) -> Scene;

    /// What does not change in play; its cells are in the order in which scenes have them.
    fn outline(&self) -> Outline;

    /// The cells that the moving piece comes to, from the one it leaves to the one where it stays.
    fn path(&self, mv: &Self::Move) -> Vec<u32>;

    /// The label of the pieces that have the turn, where not every piece may move at any time.
    fn turn(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// The picture of the goal, where there is one; a vacancy with the label `?` is a cell that may
    /// have anything.
    fn goal(&self) -> Option<Scene> {
        None
    }

    /// The possible contents of a cell, the vacancy first: what the start has, unless a family says
    /// otherwise.
    fn palette(&self) -> Vec<Spot> {
        contents(&self.scene(&self.start()))
    }
}

/// Each content once, the vacancy first.
fn contents(scene: &Scene) -> Vec<Spot> {
    let (mut vacant, mut pieces) = (Vec::new(), Vec::new());
    for spot in scene.spots() {
        let alike = if spot.tint == Tint::Vacant { &mut vacant } else { &mut pieces };
        if !alike.contains(spot) {
            alike.push(spot.clone());
        }
    }
    vacant.append(&mut pieces);
    vacant
}
