//! Where an army is on the whole: centroid, ideal centroid, projection. Exact.
//!
//! The thesis draws i and j at right angles, and so do its lengths and angles; so do these. On the
//! board itself the axes meet at 60 degrees.

use std::cmp::Ordering;
use std::fmt::{self, Display};

use dashu_int::ops::Gcd as _;

use super::Thesis;
use crate::rules::{Place, Player, State};

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i64,
    denominator: i64,
}

impl Ratio {
    /// A quotient.
    ///
    /// # Panics
    /// When the divisor is 0.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert_ne!(denominator, 0, "a fraction has a denominator");
        let divisor = numerator.unsigned_abs().gcd(denominator.unsigned_abs()).cast_signed() * denominator.signum();
        Ratio { numerator: numerator / divisor, denominator: denominator / divisor }
    }
}

impl Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

/// A sum of places over their number: equation (3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Centroid {
    /// The sum of the places.
    pub sum: (i64, i64),
    /// How many they are, at least 1.
    pub men: i64,
}

impl Centroid {
    /// The centroid of at least one place, in the coordinates of the board. On a triangle (1,1) is
    /// red's corner: the thesis's arrow from there is shorter by 1 in both.
    pub fn of(places: &[Place]) -> Option<Self> {
        let add = |sum: (i64, i64), place: &Place| (sum.0 + i64::from(place.0), sum.1 + i64::from(place.1));
        (!places.is_empty()).then(|| Centroid { sum: places.iter().fold((0, 0), add), men: places.len() as i64 })
    }

    /// x and y.
    pub fn ratios(self) -> (Ratio, Ratio) {
        (Ratio::new(self.sum.0, self.men), Ratio::new(self.sum.1, self.men))
    }

    /// The way from another centroid of as many men, as a sum over the men.
    fn from(self, other: Centroid) -> Centroid {
        let difference = |own: i64, others: i64| own * other.men - others * self.men;
        let sum = (difference(self.sum.0, other.sum.0), difference(self.sum.1, other.sum.1));
        Centroid { sum, men: self.men * other.men }
    }

    fn dot(self, other: Centroid) -> Ratio {
        let dot = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let sum = dot(self.sum.0, other.sum.0) + dot(self.sum.1, other.sum.1);
        let ratio = i64::try_from(sum).ok().map(|sum| Ratio::new(sum, self.men * other.men));
        ratio.expect("a board has 1024 cells between -1000 and 1000")
    }
}

impl Display for Centroid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.ratios();
        write!(f, "({x}, {y})")
    }
}

/// An army's way from red's base next to the ideal one, as in Figure 5: both arrows begin at the
/// base's centroid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The inner product of both.
    pub product: Ratio,
    /// The square of the length of the army's way.
    pub own: Ratio,
    /// The square of the length of the ideal way.
    pub ideal: Ratio,
}

impl Projection {
    /// How much of the ideal way is done: 0 in the base, 1 in the goal, the projection over the
    /// ideal length. None if the ideal way has no length.
    pub fn share(self) -> Option<Ratio> {
        quotient(self.product, self.ideal)
    }

    /// The thesis's P = |C| cos(theta), for display: it is irrational where the ideal way's length
    /// is.
    pub fn length(self) -> Option<f64> {
        let float = |ratio: Ratio| ratio.numerator as f64 / ratio.denominator as f64;
        (self.ideal.numerator > 0).then(|| float(self.product) / float(self.ideal).sqrt())
    }

    /// The square of the cosine of the angle between both ways, with the cosine's sign: 1 on the
    /// ideal way. None if one has no length.
    pub fn signed_square_of_cosine(self) -> Option<Ratio> {
        let part = quotient(self.product, self.ideal)?;
        let other = quotient(self.product, self.own)?;
        let sign = self.product.numerator.signum();
        Some(Ratio::new(sign * part.numerator * other.numerator, part.denominator * other.denominator))
    }
}

fn quotient(a: Ratio, b: Ratio) -> Option<Ratio> {
    // Small terms first, so that the products stay small.
    let (top, bottom) =
        (Ratio::new(a.numerator, Some(b.numerator).filter(|&b| b != 0)?), Ratio::new(b.denominator, a.denominator));
    Some(Ratio::new(top.numerator * bottom.numerator, top.denominator * bottom.denominator))
}

impl Thesis {
    /// The centroid of a player's men. None of an army without men.
    pub fn centroid(&self, state: &State, player: Player) -> Option<Centroid> {
        Centroid::of(&self.army(state, player))
    }

    /// The ideal centroid: the way from the centroid of red's base to that of the goal. On a
    /// triangle of side n it is (n - 4, 0) for ten men: (9, 0) on side 13.
    ///
    /// Section 4 gives it as [0, 12]: that is the way from corner to corner, with its coordinates
    /// exchanged. The direction is the same.
    pub fn ideal_centroid(&self) -> Option<Centroid> {
        Some(Centroid::of(&self.goal)?.from(Centroid::of(self.base(Player::WINNER))?))
    }

    /// The winner's way so far, with the ideal one.
    pub fn projection(&self, state: &State) -> Option<Projection> {
        let ideal = self.ideal_centroid()?;
        let own = self.centroid(state, Player::WINNER)?.from(Centroid::of(self.base(Player::WINNER))?);
        Some(Projection { product: own.dot(ideal), own: own.dot(own), ideal: ideal.dot(ideal) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;
    use saltus_core::puzzle::Puzzle;

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(Ratio::new(6, -4), Ratio::new(-3, 2));
        assert_eq!((Ratio::new(6, -4).to_string(), Ratio::new(8, 2).to_string()), ("-3/2".into(), "4".into()));
        assert!(Ratio::new(1, 3) < Ratio::new(1, 2) && Ratio::new(-1, 2) < Ratio::new(-1, 3));
    }

    #[test]
    fn bases_have_their_centroids() {
        for n in [12, 13] {
            let thesis = thesis(&format!("chinese triangle:{n} players=3"));
            let start = thesis.puzzle().start();
            let centroid = |player| thesis.centroid(&start, player).unwrap().to_string();
            let known = ["(2, 2)".to_owned(), format!("({}, 2)", n - 2), format!("(2, {})", n - 2)];
            assert_eq!([centroid(Player::Red), centroid(Player::Blue), centroid(Player::Yellow)], known);
            assert_eq!(thesis.ideal_centroid().unwrap().to_string(), format!("({}, 0)", n - 4));
        }
    }

    /// The men's arrows from the centroid add up to nothing.
    #[test]
    fn arrows_from_the_centroid_cancel() {
        let thesis = thesis("chinese star players=2");
        for player in [Player::Red, Player::Blue] {
            let army = thesis.army(&thesis.puzzle().start(), player);
            let Centroid { sum, men } = Centroid::of(&army).unwrap();
            let arrow = |&(x, y): &Place| (men * i64::from(x) - sum.0, men * i64::from(y) - sum.1);
            let total = army.iter().map(arrow).fold((0, 0), |sum, arrow| (sum.0 + arrow.0, sum.1 + arrow.1));
            assert_eq!(total, (0, 0));
        }
    }

    #[test]
    fn the_ideal_way_is_its_own_projection() {
        let lines =
            ["triangle:13 players=3", "triangle:12 goal=3", "star", "star goal=2", "rhombus", "star:3 men=6 goal=5"];
        for line in lines {
            let thesis = thesis(&format!("chinese {line}"));
            let mut state = thesis.puzzle().start();
            let at_start = thesis.projection(&state).unwrap();
            assert_eq!(
                (at_start.share(), at_start.signed_square_of_cosine()),
                (Some(Ratio::new(0, 1)), None),
                "{line}"
            );
            let mut cells = vec![None; state.cells().len()].into_boxed_slice();
            thesis.puzzle().goal().iter().for_each(|&cell| cells[cell as usize] = Some(Player::Red));
            state = State::new(cells, 0);
            let at_goal = thesis.projection(&state).unwrap();
            let one = Some(Ratio::new(1, 1));
            assert_eq!((at_goal.share(), at_goal.signed_square_of_cosine()), (one, one), "{line}");
        }
    }

    /// One man of ten steps from (4,1) to (5,1), or from (1,4) to (1,5).
    #[test]
    fn a_step_along_is_on_the_way_and_a_step_across_is_not() {
        let thesis = thesis("chinese triangle:13 players=3");
        for (to, share, cosine) in [((5, 1), Ratio::new(1, 90), 1), ((1, 5), Ratio::new(0, 1), 0)] {
            let mut state = thesis.puzzle().start();
            let from = if to.0 == 5 { (4, 1) } else { (1, 4) };
            let cell =
                |place: Place| thesis.puzzle().coordinates().iter().position(|&other| other == place).unwrap() as u32;
            let step = thesis.puzzle().path(&state, cell(from), cell(to)).unwrap();
            thesis.puzzle().play(&mut state, &step);
            let projection = thesis.projection(&state).unwrap();
            assert_eq!(projection.share(), Some(share));
            assert_eq!(projection.signed_square_of_cosine(), Some(Ratio::new(cosine, 1)));
            assert_eq!(projection.length().map(|length| (length * 10.0).round() as i64), Some(cosine));
        }
    }
}
