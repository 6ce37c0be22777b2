//! The notions of N. Fonseca, *Optimizing a Game of Chinese Checkers* (honours thesis, Bridgewater
//! State University, 2015), and its search.
//!
//! Three players on a triangle, ten men each, red goes to blue's corner, and all help. The thesis
//! names what short games look like and lets a depth-first search go by it. All of it is here, word
//! for word where the words decide something; where they are wrong, the documentation says so and
//! the corrected notion is given together with the printed one.
//!
//! | file | notions |
//! |---|---|
//! | [`measures`] | distance (1), head and tail, lower bound (2), critical move |
//! | [`centroids`] | centroid (3), ideal centroid, projection |
//! | [`types`] | the four types of Figure 3, what a base has of each, ladders |
//! | [`heuristics`] | the integers that section 4 gives to moves |
//! | [`criteria`] | the five criteria of section 3, and which of them a move meets |
//! | [`together`] | an order of moves by section 3 |
//! | [`search`](mod@search) | its search, corrected |
//! | [`facts`](mod@facts) | all of them for one position, in words |
//! | [`figures`] | Figures 1 and 3 to 6 of any position |
//!
//! # Coordinates
//!
//! The thesis writes a cell (i, j): red's corner is (1,1), blue's (n,1), yellow's (1,n). Those are
//! the x and y of [`Place`]. i grows towards the goal, j away from the edge between red and blue.
//! [`CoordinateAxes`] says what takes their place elsewhere.
//!
//! # What does not hold as printed
//!
//! - Distance (1) is too small in the two directions that are no steps:
//!   [`measures::printed_distance`].
//! - The tail's second coordinate is taken over the wrong men: [`Thesis::printed_tail`].
//! - "The number of possible board arrangements is on the order of 10^101": by count it is 5.6 * 10^36 on
//!   side 13 and 1.9 * 10^34 on side 12 ([`facts`](mod@facts)).
//! - Criterion 4 asks for the least of a difference where its explanation asks for the greatest: [`criteria`].
//! - The lower bound (2) is larger than the turns that remain, at the start of a game already:
//!   [`Thesis::printed_bound`].
//! - Men of types 1 and 4 jump over one another along a diagonal: [`types::ManType`].
//! - The types of red's base match neither other base on side 13, and both on side 12:
//!   [`types::Census`].
//! - The ideal centroid of section 4 is the way from corner to corner with its coordinates
//!   exchanged: [`Thesis::ideal_centroid`].
//! - The search repeats positions and does not end: [`search`](mod@search).

pub mod centroids;
pub mod criteria;
pub mod facts;
pub mod figures;
pub mod heuristics;
pub mod measures;
pub mod search;
pub mod together;
pub mod types;

use crate::rules::{Chinese, Instance, Place, Player, Shape, State, army, distance};
use saltus_core::board::Cell;
use saltus_core::notation::{Instance as _, TooLarge};

pub use facts::facts;
pub use search::search;

/// The coordinates for the thesis's i, *along*, and j, *across*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinateAxes {
    /// i is x and j is y: a triangle, red goes to (n,1).
    Triangle,
    /// i is y and j is x: a triangle, red goes to (1,n).
    Swapped,
    /// i is the row, from 1 at red's corner, and j is 1 more than the distance |x - y| from the
    /// middle: a star or rhombus, red goes to the opposite corner. Red's base has the same j there
    /// as on a triangle, 1 to its side.
    Middle {
        /// x + y of red's corner.
        first: i32,
    },
    /// i is the distance to the goal, with a minus sign, and j is 1: any other board.
    Distance,
}

impl CoordinateAxes {
    fn of(instance: &Instance) -> Self {
        let opposite = |first: Place| CoordinateAxes::Middle { first: first.0 + first.1 };
        match (instance.shape(), instance.goal_corner()) {
            (Shape::Triangle { .. }, Some(2)) => CoordinateAxes::Triangle,
            (Shape::Triangle { .. }, _) => CoordinateAxes::Swapped,
            (shape @ Shape::Star { .. }, Some(4)) | (shape @ Shape::Rhombus { .. }, _) => opposite(shape.corners()[0]),
            _ => CoordinateAxes::Distance,
        }
    }
}

/// A game as the thesis sees it.
#[derive(Clone, Debug)]
pub struct Thesis {
    puzzle: Chinese,
    /// The coordinates for i and j.
    pub axes: CoordinateAxes,
    /// How many men the winner has.
    pub men: usize,
    /// The bases, by [`Player::index`].
    bases: Vec<Vec<Place>>,
    /// The goal, in the order of the cells' numbers.
    pub goal: Vec<Place>,
    in_goal: Vec<bool>,
}

impl Thesis {
    /// The game of an instance. An army's *base* is its corner; on a board without corners, where
    /// it stands at the start.
    ///
    /// # Errors
    /// When the board has more cells than can be laid out.
    pub fn new(instance: &Instance) -> Result<Self, TooLarge> {
        let puzzle = instance.puzzle()?;
        let place = |cell: Cell| puzzle.coordinates()[cell as usize];
        let usual = |corner| {
            let (shape, order) = (instance.shape().clone(), instance.order().to_vec());
            Instance::new(shape, instance.men(), order, corner).ok()
        };
        let usual = instance.goal_corner().and_then(usual);
        let start = usual.as_ref().unwrap_or(instance).start();
        let base = |player: &Player| army(start, *player).into_iter().map(place).collect();
        let bases = Player::ALL[..instance.order().len()].iter().map(base).collect();
        let goal = instance.goal().iter().copied().map(place).collect();
        let in_goal = (0..).zip(start).map(|(cell, _)| instance.goal().binary_search(&cell).is_ok()).collect();
        let (axes, men) = (CoordinateAxes::of(instance), instance.men());
        Ok(Thesis { puzzle, axes, men, bases, goal, in_goal })
    }

    /// The rules.
    pub fn puzzle(&self) -> &Chinese {
        &self.puzzle
    }

    /// How many players there are: 3 in the thesis.
    pub fn players(&self) -> usize {
        self.puzzle.order().len()
    }

    /// A player's base, in the order of the cells' numbers.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn base(&self, player: Player) -> &[Place] {
        &self.bases[player.index()]
    }

    /// Where a player's men stand, in the order of the cells' numbers.
    pub fn army(&self, state: &State, player: Player) -> Vec<Place> {
        state.army(player).into_iter().map(|cell| self.place(cell)).collect()
    }

    /// How many rows a base of the winner's men has: 4 for ten. Men that fill no base have the rows
    /// of the next larger one.
    pub fn side(&self) -> i32 {
        let men = self.men as i32;
        (1..=men).find(|side| side * (side + 1) / 2 >= men).unwrap_or(0)
    }

    /// The thesis's i of a place.
    pub fn along(&self, (x, y): Place) -> i32 {
        match self.axes {
            CoordinateAxes::Triangle => x,
            CoordinateAxes::Swapped => y,
            CoordinateAxes::Middle { first } => x + y - first + 1,
            CoordinateAxes::Distance => {
                -(self.goal.iter().map(|&goal| distance((x, y), goal)).min().unwrap_or(0) as i32)
            }
        }
    }

    /// The thesis's j of a place.
    pub fn across(&self, (x, y): Place) -> i32 {
        match self.axes {
            CoordinateAxes::Triangle => y,
            CoordinateAxes::Swapped => x,
            CoordinateAxes::Middle { .. } => (x - y).abs() + 1,
            CoordinateAxes::Distance => 1,
        }
    }

    /// The first j outside the part of the board where short games are played: 6 for ten men, two
    /// more than a base has rows, so that red's outermost man may jump once.
    pub fn edge(&self) -> i32 {
        self.side() + 2
    }

    fn place(&self, cell: Cell) -> Place {
        self.puzzle.coordinates()[cell as usize]
    }

    fn is_goal_cell(&self, cell: Cell) -> bool {
        self.in_goal[cell as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules as chinese;
    use saltus_core::puzzle::Puzzle;

    pub(super) fn thesis(line: &str) -> Thesis {
        Thesis::new(&chinese::read(line).unwrap()).unwrap()
    }

    /// Figure 6, its line i holding the cells (i, 1), (i, 2), ..: a triangle of side 12.
    #[test]
    fn figure_6_is_the_start() {
        let thesis = thesis("chinese triangle:12 players=3");
        let start = thesis.puzzle().start();
        let line = |i: i32| match i {
            1..=4 => ["RRRR....YYYY", "RRR.....YYY", "RR......YY", "R.......Y"][i as usize - 1].to_owned(),
            10..=12 => "BBB"[i as usize - 10..].to_owned(),
            9 => "BBBB".to_owned(),
            _ => ".".repeat(13 - i as usize),
        };
        for (cell, &(i, j)) in thesis.puzzle().coordinates().iter().enumerate() {
            let letter = start.cells()[cell].map_or('.', Player::letter);
            assert_eq!(Some(letter), line(i).chars().nth(j as usize - 1), "({i}, {j})");
        }
        assert_eq!((1..=12).map(|i| line(i).len()).sum::<usize>(), thesis.puzzle().coordinates().len());
    }

    #[test]
    fn the_corners_are_where_the_thesis_has_them() {
        for n in [12, 13] {
            let thesis = thesis(&format!("chinese triangle:{n} players=3"));
            for (player, corner) in [(Player::Red, (1, 1)), (Player::Blue, (n, 1)), (Player::Yellow, (1, n))] {
                assert_eq!(thesis.base(player).len(), 10);
                assert!(thesis.base(player).contains(&corner));
            }
            assert_eq!(thesis.goal, thesis.base(Player::Blue));
            assert_eq!((thesis.side(), thesis.edge()), (4, 6));
        }
    }

    /// From red's base to the goal i grows by the same on every board, and a base has the same j.
    #[test]
    fn frames_agree_on_bases() {
        let lines = ["triangle:13", "triangle:13 players=1 goal=3", "star", "rhombus", "star:6 men=21"];
        for line in lines {
            let thesis = thesis(&format!("chinese {line}"));
            let side = thesis.side();
            let across = |places: &[Place]| {
                let j: Vec<i32> = places.iter().map(|&place| thesis.across(place)).collect();
                (*j.iter().min().unwrap(), *j.iter().max().unwrap())
            };
            assert_eq!((across(thesis.base(Player::Red)), across(&thesis.goal)), ((1, side), (1, side)), "{line}");
            let along: Vec<i32> = thesis.base(Player::Red).iter().map(|&place| thesis.along(place)).collect();
            assert_eq!((along.iter().min(), along.iter().max()), (Some(&1), Some(&side)), "{line}");
            assert!(thesis.goal.iter().all(|&place| thesis.along(place) > side), "{line}");
        }
    }

    #[test]
    fn other_boards_go_by_distance() {
        let thesis = thesis("chinese cells:0,0R;1,0;2,0*;3,0");
        assert_eq!(thesis.axes, CoordinateAxes::Distance);
        let along: Vec<i32> = thesis.puzzle().coordinates().iter().map(|&place| thesis.along(place)).collect();
        assert_eq!(along, [-2, -1, 0, -1]);
        assert_eq!(thesis.base(Player::Red), [(0, 0)]);
    }
}
