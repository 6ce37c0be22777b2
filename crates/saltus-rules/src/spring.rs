//! Where the cells of a graph are drawn: at distances proportional to the lengths of the paths between them, as well as the plane allows
//! (T. Kamada, S. Kawai, An algorithm for drawing general undirected graphs, 1989; by the majorization of E. R. Gansner, Y. Koren,
//! S. North, 2004). Only additions, products, quotients and square roots: the result is the same on every machine.

use saltus_core::scene::{Outline, UNIT};

use crate::geometry::Cell;
use crate::search::costs_to;

/// Larger graphs are drawn on a circle.
const MOST_CELLS: usize = 100;
/// How often every cell is moved.
const ROUNDS: usize = 400;

/// The middles of the cells, in thousandths of the distance between neighbours.
pub(crate) fn drawn(neighbours: &[Vec<Cell>]) -> Vec<(i32, i32)> {
    let circle = Outline::circle(neighbours.len());
    if neighbours.len() > MOST_CELLS {
        return circle;
    }
    let lengths = lengths(neighbours);
    let unit = f64::from(UNIT);
    let mut places: Vec<(f64, f64)> = circle.iter().map(|&(x, y)| (f64::from(x) / unit, f64::from(y) / unit)).collect();
    for _ in 0..ROUNDS {
        for cell in 0..places.len() {
            let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
            for (other, &length) in lengths[cell].iter().enumerate().filter(|&(other, _)| other != cell) {
                let length = f64::from(length);
                let (across, down) = (places[cell].0 - places[other].0, places[cell].1 - places[other].1);
                let far = distance(places[cell], places[other]).max(1e-6);
                let weight = 1.0 / (length * length);
                sum.0 += weight * (places[other].0 + across * length / far);
                sum.1 += weight * (places[other].1 + down * length / far);
                weights += weight;
            }
            if weights > 0.0 {
                places[cell] = (sum.0 / weights, sum.1 / weights);
            }
        }
    }
    upright(&mut places);
    // No two cells nearer than pieces are wide.
    let least = pairs(&places).map(|(one, other)| distance(places[one], places[other])).fold(1.0, f64::min).max(0.2);
    places.iter().map(|&(x, y)| ((x * unit / least).round() as i32, (y * unit / least).round() as i32)).collect()
}

fn distance(one: (f64, f64), other: (f64, f64)) -> f64 {
    let (across, down) = (other.0 - one.0, other.1 - one.1);
    (across * across + down * down).sqrt()
}

fn pairs(places: &[(f64, f64)]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let cells = places.len();
    (0..cells).flat_map(move |one| (one + 1..cells).map(move |other| (one, other)))
}

/// Turns the places so that the two that are farthest from each other are level, the first of them on the left, and what is not
/// between them is above.
fn upright(places: &mut [(f64, f64)]) {
    let mut farthest = (0, 0, 0.0);
    for (one, other) in pairs(places) {
        let far = distance(places[one], places[other]);
        // Of those that are as far but for rounding, the first.
        if far > farthest.2 + 1e-3 {
            farthest = (one, other, far);
        }
    }
    let (from, to, far) = farthest;
    if far == 0.0 {
        return;
    }
    let origin = places[from];
    let (cos, sin) = ((places[to].0 - origin.0) / far, (places[to].1 - origin.1) / far);
    for place in places.iter_mut() {
        let (x, y) = (place.0 - origin.0, place.1 - origin.1);
        *place = (x * cos + y * sin, y * cos - x * sin);
    }
    if places.iter().find(|(_, y)| y.abs() > 0.1).is_some_and(|&(_, y)| y > 0.0) {
        places.iter_mut().for_each(|(_, y)| *y = -*y);
    }
}

/// How many edges lie between cells; one more than the most where there is no way.
fn lengths(neighbours: &[Vec<Cell>]) -> Vec<Vec<u32>> {
    let steps = |around: &Vec<Cell>| around.iter().map(|&next| (next.into(), 1)).collect();
    let steps: Vec<Vec<(u32, u32)>> = neighbours.iter().map(steps).collect();
    let cells = neighbours.len() as u32;
    let from = |start: u32| {
        let mut lengths = costs_to([(start, 0)].into(), &steps);
        lengths.iter_mut().for_each(|length| *length = (*length).min(cells));
        lengths
    };
    (0..cells).map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_near_and_others_far() {
        // Three legs of two cells.
        let spider = [vec![1, 3, 5], vec![0, 2], vec![1], vec![0, 4], vec![3], vec![0, 6], vec![5]];
        let places = drawn(&spider);
        let far = |one: usize, other: usize| {
            let (across, down) =
                (f64::from(places[one].0 - places[other].0), f64::from(places[one].1 - places[other].1));
            (across * across + down * down).sqrt()
        };
        assert!((900.0..1200.0).contains(&far(0, 1)) && (900.0..1200.0).contains(&far(1, 2)), "{places:?}");
        assert!(far(2, 4) > 2500.0 && far(4, 6) > 2500.0 && far(0, 2) > 1800.0, "{places:?}");
        assert!(places[2].1 == places[4].1 && places[2].0 < places[4].0, "upright: {places:?}");
    }

    #[test]
    fn a_graph_without_edges_has_places_too() {
        let places = drawn(&[vec![], vec![], vec![]]);
        assert!(places[0] != places[1] && places[1] != places[2]);
        assert_eq!(drawn(&[vec![]]), [(0, 0)]);
    }
}
