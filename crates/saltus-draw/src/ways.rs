//! The path of a piece: straight to a neighbour, in an arc over what it jumps.

use super::picture::Pen;
use saltus_core::scene::{Outline, PieceForm, Scene, Tint, UNIT};

/// A place in a picture, to the right and down.
pub(super) type Point = (i32, i32);

/// Hundredths of a cell are the units of all pictures of boards.
pub(super) const CELL: i32 = 100;

/// The highest that an arc rises above the line between its ends.
const HIGHEST: i32 = 110;

/// From one cell to the next: a straight line, or a quadratic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg {
    /// Where it begins.
    pub(super) from: Point,
    /// The control point of the curve.
    pub(super) control: Option<Point>,
    /// Where it ends.
    pub(super) to: Point,
}

/// A leg is divided into this many parts to find a place on it.
const PARTS: i32 = 64;

impl Leg {
    /// Straight for neighbours, in an arc otherwise. Arcs rise; upright ones go out to the right.
    pub(super) fn new(from: Point, to: Point, is_step: bool) -> Self {
        if is_step {
            return Leg { from, control: None, to };
        }
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let length = distance(from, to).max(1);
        // A curve rises half as high as its control point.
        let rise = 2 * (length * 2 / 5).min(HIGHEST);
        let (sideways, up) = match across {
            0 => (down.abs(), 0),
            1.. => (down, -across),
            _ => (-down, across),
        };
        let middle = (from.0.midpoint(to.0), from.1.midpoint(to.1));
        Leg { from, control: Some((middle.0 + sideways * rise / length, middle.1 + up * rise / length)), to }
    }

    /// The place at the part `at / of` of the leg.
    pub(super) fn at(&self, at: i32, of: i32) -> Point {
        let between = |from: i32, control: Option<i32>, to: i32| {
            let [from, to, at, of] = [from, to, at, of].map(i64::from);
            let sum = match control.map(i64::from) {
                None => ((of - at) * from + at * to) * of,
                Some(control) => (of - at).pow(2) * from + 2 * at * (of - at) * control + at.pow(2) * to,
            };
            // Rounded to the nearest.
            (2 * sum + of * of).div_euclid(2 * of * of) as i32
        };
        let part = |of: fn(Point) -> i32| between(of(self.from), self.control.map(of), of(self.to));
        (part(|point| point.0), part(|point| point.1))
    }

    /// The same leg elsewhere.
    pub(super) fn moved(&self, (across, down): Point) -> Leg {
        let moved = |(x, y): Point| (x + across, y + down);
        Leg { from: moved(self.from), control: self.control.map(moved), to: moved(self.to) }
    }

    /// Its beginning, as far as it stays so far away from its end.
    pub(super) fn short_of_end(&self, distant: i32) -> Leg {
        let at = (1..=PARTS).rev().find(|&at| distance(self.at(at, PARTS), self.to) >= distant).unwrap_or(1);
        let control = self.control.map(|control| Leg { from: self.from, control: None, to: control }.at(at, PARTS));
        Leg { from: self.from, control, to: self.at(at, PARTS) }
    }

    /// Its end, as far as it stays so far away from its beginning.
    pub(super) fn short_of_start(&self, distant: i32) -> Leg {
        let turned = |leg: &Leg| Leg { from: leg.to, control: leg.control, to: leg.from };
        turned(&turned(self).short_of_end(distant))
    }

    /// Where it points to at its end, a direction of this length.
    pub(super) fn direction(&self, length: i32) -> Point {
        let before = self.control.unwrap_or(self.from);
        let all = distance(before, self.to).max(1);
        ((self.to.0 - before.0) * length / all, (self.to.1 - before.1) * length / all)
    }

    /// The movement of the pen from its beginning.
    pub(super) fn pen(&self) -> Pen {
        self.control.map_or(Pen::Line(self.to), |control| Pen::Curve(control, self.to))
    }
}

/// The distance of two places, rounded down.
pub(super) fn distance(one: Point, other: Point) -> i32 {
    let [across, down] = [i64::from(one.0 - other.0), i64::from(one.1 - other.1)];
    (across * across + down * down).isqrt() as i32
}

/// Places of a board in units of pictures.
pub(super) fn scaled(places: &[Point]) -> impl Iterator<Item = Point> {
    let scaled = |place: i32| (place * CELL + UNIT / 2).div_euclid(UNIT);
    places.iter().map(move |&(x, y)| (scaled(x), scaled(y)))
}

/// The legs of a path over cells, from a scene.
pub(super) fn legs(outline: &Outline, places: &[Point], scene: &Scene, path: &[u32]) -> Vec<Leg> {
    let leg = |ends: &[u32]| {
        let [from, to] = [ends[0], ends[1]].map(|cell| places[cell as usize]);
        let is_straight = outline.pieces == PieceForm::Block
            || is_step(outline, ends[0], ends[1])
            || is_slide(places, scene, from, to);
        Leg::new(from, to, is_straight)
    };
    path.windows(2).map(leg).collect()
}

/// Whether cells lie on the line between two places, and all of them are empty.
fn is_slide(places: &[Point], scene: &Scene, from: Point, to: Point) -> bool {
    let [across, down] = [to.0 - from.0, to.1 - from.1].map(i64::from);
    let is_between = |&(x, y): &Point| {
        let [x, y] = [x - from.0, y - from.1].map(i64::from);
        let along = x * across + y * down;
        // Places are rounded.
        (x * down - y * across).pow(2) <= 4 * (across * across + down * down)
            && 0 < along
            && along < across * across + down * down
    };
    let mut between = places.iter().zip(scene.spots()).filter(|(place, _)| is_between(place)).peekable();
    between.peek().is_some() && between.all(|(_, spot)| spot.tint == Tint::Vacant)
}

/// Whether two cells are neighbours: joined, or side by side where nothing is joined.
fn is_step(outline: &Outline, from: u32, to: u32) -> bool {
    if !outline.links.is_empty() {
        return outline.links.contains(&(from.min(to), from.max(to)));
    }
    let [one, other] = [from, to].map(|cell| outline.places[cell as usize]);
    distance(one, other) <= UNIT
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::scene::Spot;

    #[test]
    fn steps_are_straight_and_jumps_are_arcs() {
        let row = Outline::rows(5, 5, PieceForm::Disc);
        let places: Vec<Point> = scaled(&row.places).collect();
        let spot = |sign: char| Spot { label: sign.into(), tint: if sign == '.' { Tint::Vacant } else { Tint::Dark } };
        let scene = |text: &str| Scene { rows: vec![text.chars().map(spot).collect()], spaced: false };
        let legs = |path: &[u32]| legs(&row, &places, &scene("ooo.."), path);
        assert_eq!(legs(&[1, 2]), [Leg { from: (100, 0), control: None, to: (200, 0) }]);
        assert_eq!(legs(&[0, 2]), [Leg { from: (0, 0), control: Some((100, -160)), to: (200, 0) }]);
        assert_eq!(legs(&[0, 1, 3]).len(), 2);
        assert!(legs(&[2, 4])[0].control.is_none(), "over empty cells it slides");
        let grid = Outline::rows(9, 3, PieceForm::Disc);
        let places: Vec<Point> = scaled(&grid.places).collect();
        assert!(super::legs(&grid, &places, &scene("o........"), &[0, 3])[0].control.is_none());
        assert!(super::legs(&grid, &places, &scene("o........"), &[0, 5])[0].control.is_some(), "a knight jumps");
    }

    /// Both ways the same arc, above the line or at its right.
    #[test]
    fn arcs_rise() {
        for (from, to) in [((0, 0), (200, 0)), ((0, 0), (100, 173)), ((0, 0), (-100, 173)), ((0, 0), (600, -10))] {
            let [there, back] = [Leg::new(from, to, false), Leg::new(to, from, false)];
            let [(x, y), other] = [there.at(1, 2), back.at(1, 2)];
            assert!((x - other.0).abs() <= 1 && (y - other.1).abs() <= 1, "{from:?} {to:?}");
            assert!(y < from.1.midpoint(to.1), "{from:?} {to:?}");
            let rise = distance((x, y), (from.0.midpoint(to.0), from.1.midpoint(to.1)));
            assert!((40..=HIGHEST + 2).contains(&rise), "{from:?} {to:?}: {rise}");
        }
        assert_eq!(Leg::new((0, 0), (0, 200), false).at(1, 2), (80, 100));
    }

    #[test]
    fn the_ends_of_a_leg_are_its_places() {
        let leg = Leg::new((-30, 7), (170, 7), false);
        assert_eq!([leg.at(0, 9), leg.at(9, 9)], [leg.from, leg.to]);
        let short = leg.short_of_end(40);
        assert_eq!(short.from, leg.from);
        assert!((40..60).contains(&distance(short.to, leg.to)));
        let late = leg.short_of_start(40);
        assert_eq!(late.to, leg.to);
        assert!((40..60).contains(&distance(late.from, leg.from)));
        assert_eq!(leg.short_of_start(0), leg);
        // It lies on the leg.
        assert!((0..=640).any(|at| distance(leg.at(at, 640), short.at(1, 2)) <= 1));
        let (across, down) = short.direction(20);
        assert!(across > 0 && down > 0 && (18..=20).contains(&distance((across, down), (0, 0))));
    }
}
