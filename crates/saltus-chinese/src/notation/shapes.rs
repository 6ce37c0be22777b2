//! What one line names: a board, the armies on it, the order of play and the goal.

mod sets;

use std::fmt::{self, Display};

use crate::rules::{Contents, Player};
use saltus_core::board::Cell;
pub use sets::ARMIES;
use sets::Set;

/// Axial coordinates of a cell.
pub type Place = (i32, i32);

/// The most cells of a board.
pub const MOST_CELLS: usize = 1024;

/// The farthest from 0 that a coordinate of a list of cells may be.
pub const MOST_COORDINATE: i32 = 1000;

/// A board. Rows are cells of equal x + y; cells are numbered row by row, by ascending y within a
/// row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A hexagon with six arms.
    Star {
        /// Cells along an arm, at least 1; the hexagon has one more on a side.
        arm: u32,
    },
    /// The cells with no coordinate farther from 0 than `reach`: the board of two opposite arms of
    /// a star.
    Rhombus {
        /// The greatest coordinate, at least 1; a side has 2 `reach` + 1 cells.
        reach: u32,
    },
    /// The cells with coordinates from 1 and a sum of at most `side` + 1.
    Triangle {
        /// Cells on a side, at least 2.
        side: u32,
    },
    /// Any cells, by their coordinates in the order of their numbers.
    Cells(Vec<Place>),
}

/// How far apart two cells are: the steps of a man alone on the whole lattice. Coordinates are at
/// most [`MOST_COORDINATE`] from 0.
pub fn distance(a: Place, b: Place) -> u32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    dx.unsigned_abs().max(dy.unsigned_abs()).max((dx + dy).unsigned_abs())
}

/// What cells are numbered by.
pub(crate) fn rank((x, y): Place) -> (i64, i32) {
    (i64::from(x) + i64::from(y), y)
}

/// The cell at a place, if there is one, among cells in the order of their numbers.
pub(crate) fn cell_at(coordinates: &[Place], place: Place) -> Option<usize> {
    coordinates.binary_search_by_key(&rank(place), |&other| rank(other)).ok()
}

/// Whether coordinates are no greater than those of a list of cells may be.
pub(crate) fn is_near((x, y): Place) -> bool {
    x.unsigned_abs().max(y.unsigned_abs()) <= MOST_COORDINATE.unsigned_abs()
}

impl Shape {
    /// Any cells, in any order; a cell that comes twice counts once.
    pub fn cells(places: impl IntoIterator<Item = Place>) -> Self {
        let mut places: Vec<Place> = places.into_iter().collect();
        places.sort_unstable_by_key(|&place| rank(place));
        places.dedup();
        Shape::Cells(places)
    }

    /// How many cells it has; `usize::MAX` means that and more.
    pub fn count(&self) -> usize {
        let count = |number: u32, of: fn(u128) -> u128| usize::try_from(of(number.into())).unwrap_or(usize::MAX);
        match self {
            Shape::Star { arm } => count(*arm, |arm| 6 * arm * (arm + 1) + 1),
            Shape::Rhombus { reach } => count(*reach, |reach| (2 * reach + 1) * (2 * reach + 1)),
            Shape::Triangle { side } => count(*side, |side| side * (side + 1) / 2),
            Shape::Cells(places) => places.len(),
        }
    }

    /// The coordinates of all cells, in the order of their numbers. It must have at most
    /// [`MOST_CELLS`] cells.
    pub fn coordinates(&self) -> Vec<Place> {
        let within = |low: i32, high: i32, belongs: &dyn Fn(i32, i32) -> bool| {
            let places = (low..=high).flat_map(|x| (low..=high).map(move |y| (x, y)));
            let mut places: Vec<Place> = places.filter(|&(x, y)| belongs(x, y)).collect();
            places.sort_unstable_by_key(|&place| rank(place));
            places
        };
        match self {
            Shape::Star { arm } => {
                let arm = arm.cast_signed();
                within(-2 * arm, 2 * arm, &|x, y| {
                    let z = -x - y;
                    x.min(y).min(z) >= -arm || x.max(y).max(z) <= arm
                })
            }
            Shape::Rhombus { reach } => within(-reach.cast_signed(), reach.cast_signed(), &|_, _| true),
            Shape::Triangle { side } => within(1, side.cast_signed(), &|x, y| x + y <= side.cast_signed() + 1),
            Shape::Cells(places) => places.clone(),
        }
    }

    /// The corners, red's first, then around the board. Any cells have none.
    pub fn corners(&self) -> Vec<Place> {
        match self {
            Shape::Star { arm } => {
                let a = arm.cast_signed();
                vec![(-a, -a), (a, -2 * a), (2 * a, -a), (a, a), (-a, 2 * a), (-2 * a, a)]
            }
            Shape::Rhombus { reach } => {
                let a = reach.cast_signed();
                vec![(-a, -a), (a, a)]
            }
            Shape::Triangle { side } => vec![(1, 1), (side.cast_signed(), 1), (1, side.cast_signed())],
            Shape::Cells(_) => Vec::new(),
        }
    }

    /// The most players that a board has room for.
    pub fn most_players(&self) -> usize {
        match self {
            Shape::Star { .. } | Shape::Cells(_) => 6,
            Shape::Rhombus { .. } => 2,
            Shape::Triangle { .. } => 3,
        }
    }

    /// The corners, counted from 1, of the armies of `players` players in the order of
    /// [`Player::ALL`].
    ///
    /// # Panics
    /// When there are more players than [`Shape::most_players`], or the board has no corners.
    pub fn army_corners(&self, players: usize) -> &'static [usize] {
        assert!((1..=self.most_players()).contains(&players), "the board has room for its players");
        let corners: &[usize] = match (self, players) {
            (Shape::Star { .. }, 3) => &[1, 3, 5],
            (Shape::Star { .. }, _) => &[1, 4, 2, 5, 3, 6],
            (Shape::Rhombus { .. } | Shape::Triangle { .. }, _) => &[1, 2, 3],
            (Shape::Cells(_), _) => panic!("any cells have no corners"),
        };
        &corners[..players]
    }

    /// The corner, counted from 1, that the winner goes to if nothing else is said.
    pub fn usual_goal(&self) -> usize {
        if matches!(self, Shape::Star { .. }) { 4 } else { 2 }
    }
}

/// The side s of a base of `men` = s(s+1)/2 men; none for a number that is not triangular,
/// or above [`MOST_CELLS`].
pub fn base_side(men: usize) -> Option<usize> {
    (1..=men.min(MOST_CELLS)).find(|side| side * (side + 1) / 2 == men)
}

/// The part of a line that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The board.
    Board,
    /// How many men an army has.
    Men,
    /// How many players there are, and in which order they play.
    Order,
    /// The corner of the goal.
    Goal,
    /// The men on the board.
    Position,
}

/// Parts of an instance that do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The part at fault.
    pub part: Part,
    /// One sentence.
    pub why: String,
}

impl Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Unfit {}

fn unfit<T>(part: Part, why: impl Into<String>) -> Result<T, Unfit> {
    Err(Unfit { part, why: why.into() })
}

/// What one line of notation names: one position, or a set for a survey, which shows its first
/// member.
#[derive(Clone, PartialEq, Eq)]
pub struct Instance {
    shape: Shape,
    /// The players in the order of play: the first ones of [`Player::ALL`].
    order: Vec<Player>,
    /// How many men the winner has.
    men: usize,
    /// The corner of the goal, from 1; 0 on a board without corners.
    corner: usize,
    /// The goal, in ascending order.
    goal: Vec<Cell>,
    start: Box<[Contents]>,
    set: Set,
}

impl Instance {
    /// Armies of `men` men in bases at corners, the winner to fill the base at the corner `goal`,
    /// counted from 1.
    ///
    /// # Errors
    /// When the board is too large or has no corners, or something does not fit on it.
    pub fn new(shape: Shape, men: usize, order: Vec<Player>, goal: usize) -> Result<Self, Unfit> {
        has_size(&shape)?;
        let corners = shape.corners().len();
        if corners == 0 {
            return unfit(Part::Board, "any cells come with their men");
        }
        each_once(&order, &shape)?;
        if goal == 1 || !(1..=corners).contains(&goal) {
            return unfit(Part::Goal, format!("the goal is a corner from 2 to {corners}: red starts from corner 1"));
        }
        let Some(side) = base_side(men) else {
            return unfit(Part::Men, format!("{men} men fill no base: there are 1, 3, 6, 10, 15, .."));
        };
        let bases = bases(&shape, side);
        // The corners of a board are alike.
        if bases[0].len() != men {
            return unfit(Part::Men, format!("a base of {men} men has no room in a corner"));
        }
        let mut start = vec![None; shape.count()].into_boxed_slice();
        let armies = shape.army_corners(order.len());
        let mut used = bases[goal - 1].clone();
        for (&corner, player) in armies.iter().zip(Player::ALL) {
            bases[corner - 1].iter().for_each(|&cell| start[cell as usize] = Some(player));
            if corner != goal {
                used.extend(&bases[corner - 1]);
            }
        }
        used.sort_unstable();
        if used.windows(2).any(|pair| pair[0] == pair[1]) {
            return unfit(Part::Men, format!("the bases of {men} men overlap"));
        }
        let set = Set::default();
        Ok(Instance { shape, order, men, corner: goal, goal: bases[goal - 1].clone(), start, set })
    }

    /// Any cells, each with the man on it at the start and whether it belongs to the goal.
    ///
    /// # Errors
    /// When there are too many cells or one is too far away, a player has no man, the winner has
    /// not one for each goal cell, or a man is of no player.
    ///
    /// # Panics
    /// When a cell comes twice.
    pub fn cells(mut cells: Vec<(Place, Contents, bool)>, order: Vec<Player>) -> Result<Self, Unfit> {
        cells.sort_unstable_by_key(|&(place, ..)| rank(place));
        let shape = Shape::Cells(cells.iter().map(|&(place, ..)| place).collect());
        assert!(cells.windows(2).all(|pair| pair[0].0 != pair[1].0), "cells are different");
        has_size(&shape)?;
        each_once(&order, &shape)?;
        let goal: Vec<Cell> = (0..).zip(&cells).filter(|(_, (.., in_goal))| *in_goal).map(|(cell, _)| cell).collect();
        let start: Box<[Contents]> = cells.iter().map(|&(_, man, _)| man).collect();
        let instance =
            Instance { shape, order, men: goal.len(), corner: 0, goal, start: Box::default(), set: Set::default() };
        instance.with_position(start)
    }

    /// The same from another position, given cell by cell.
    ///
    /// # Errors
    /// When a player has no man, the winner has not one for each goal cell, or a man is of no
    /// player.
    ///
    /// # Panics
    /// When there are not as many contents as cells.
    pub fn with_position(self, start: Box<[Contents]>) -> Result<Self, Unfit> {
        assert_eq!(start.len(), self.shape.count(), "contents for every cell");
        let count = |player: Player| start.iter().flatten().filter(|&&man| man == player).count();
        if let Some(&other) = start.iter().flatten().find(|man| !self.order.contains(man)) {
            let why = format!("{} is no player: there are {}", other.name(), self.order.len());
            return unfit(Part::Position, why);
        }
        if let Some(none) = self.order.iter().copied().find(|&player| count(player) == 0) {
            return unfit(Part::Position, format!("{} has no man; every player has at least one", none.name()));
        }
        let men = count(Player::WINNER);
        if men != self.men {
            let why = format!("red has {men} men and {} goal cells to fill; both must be as many", self.men);
            return unfit(Part::Position, why);
        }
        Ok(Instance { start, ..self })
    }

    /// The same with the turn of another player, after whom the others follow as before.
    ///
    /// # Errors
    /// When this is no player here.
    pub fn beginning_with(mut self, first: Player) -> Result<Self, Unfit> {
        let Some(place) = self.order.iter().position(|&player| player == first) else {
            return unfit(Part::Order, format!("{} does not play here", first.name()));
        };
        self.order.rotate_left(place);
        Ok(self)
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many men the winner has.
    pub fn men(&self) -> usize {
        self.men
    }

    /// The players in the order of play.
    pub fn order(&self) -> &[Player] {
        &self.order
    }

    /// The corner of the goal, from 1; none on a board without corners.
    pub fn goal_corner(&self) -> Option<usize> {
        (self.corner > 0).then_some(self.corner)
    }

    /// The goal, in ascending order.
    pub fn goal(&self) -> &[Cell] {
        &self.goal
    }

    /// The content of each cell at the start.
    pub fn start(&self) -> &[Contents] {
        &self.start
    }

    /// Whether it begins elsewhere than in the bases.
    pub(crate) fn is_moved(&self) -> bool {
        let usual = |corner| Instance::new(self.shape.clone(), self.men, self.order.clone(), corner);
        self.goal_corner().is_some_and(|corner| usual(corner).is_ok_and(|usual| usual.start != self.start))
    }
}

/// Neither too small nor too large.
fn has_size(shape: &Shape) -> Result<(), Unfit> {
    let least = match shape {
        Shape::Star { arm } => *arm >= 1,
        Shape::Rhombus { reach } => *reach >= 1,
        Shape::Triangle { side } => *side >= 2,
        Shape::Cells(places) => !places.is_empty(),
    };
    if !least {
        return unfit(
            Part::Board,
            "the board is too small: a star and a rhombus have at least 1 after the colon, a triangle 2",
        );
    }
    if shape.count() > MOST_CELLS {
        return unfit(Part::Board, format!("the board has more than {MOST_CELLS} cells"));
    }
    if matches!(shape, Shape::Cells(places) if !places.iter().copied().all(is_near)) {
        return unfit(Part::Board, format!("a coordinate is farther from 0 than {MOST_COORDINATE}"));
    }
    Ok(())
}

fn each_once(order: &[Player], shape: &Shape) -> Result<(), Unfit> {
    let most = shape.most_players();
    if order.is_empty() || order.len() > most {
        return unfit(Part::Order, format!("the board has 1 to {most} players, not {}", order.len()));
    }
    match Player::ALL[..order.len()].iter().find(|player| !order.contains(player)) {
        None => Ok(()),
        Some(missing) => unfit(Part::Order, format!("{} does not come in the order of play", missing.name())),
    }
}

/// The cells of the base of each corner, whose sides have so many cells.
fn bases(shape: &Shape, side: usize) -> Vec<Vec<Cell>> {
    let places = shape.coordinates();
    let mut bases = Vec::new();
    for corner in shape.corners() {
        let inside = (0..).zip(&places).filter(|(_, place)| (distance(corner, **place) as usize) < side);
        bases.push(inside.map(|(cell, _)| cell).collect());
    }
    bases
}
