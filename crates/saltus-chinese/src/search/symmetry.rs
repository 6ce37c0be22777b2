//! The symmetries of a board: turns and mirrors of the hexagonal lattice that map its cells to its
//! cells.

use crate::notation::shapes::{Place, cell_at};

/// For each symmetry of these cells where each cell goes; the identity comes first.
///
/// The cells are turned and mirrored in twelve ways, and each time moved back to where the least x
/// and the least y were.
pub(crate) fn images(coordinates: &[Place]) -> Vec<Vec<u8>> {
    let least = |points: &[Place]| {
        let x = points.iter().map(|point| point.0).min().unwrap_or(0);
        let y = points.iter().map(|point| point.1).min().unwrap_or(0);
        (x, y)
    };
    let (home, mut found) = (least(coordinates), Vec::new());
    for mirrored in [false, true] {
        let mut points = coordinates.to_vec();
        if mirrored {
            points.iter_mut().for_each(|place| *place = (place.1, place.0));
        }
        for _ in 0..6 {
            let from = least(&points);
            let back = |&(x, y): &Place| cell_at(coordinates, (x - from.0 + home.0, y - from.1 + home.1));
            found.extend(points.iter().map(|place| back(place).map(|cell| cell as u8)).collect::<Option<Vec<u8>>>());
            points.iter_mut().for_each(|place| *place = (-place.1, place.0 + place.1));
        }
    }
    found
}

/// Where each cell goes when x and y change places; none where that leaves the board.
pub(crate) fn swapped(coordinates: &[Place]) -> Option<Vec<u8>> {
    coordinates.iter().map(|&(x, y)| cell_at(coordinates, (y, x)).map(|cell| cell as u8)).collect()
}
