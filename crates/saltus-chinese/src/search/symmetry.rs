//! The symmetries of a board: turns and mirrors of the hexagonal lattice that map its cells to its
//! cells.

use std::collections::HashMap;

/// For each symmetry of these cells where each cell goes; the identity comes first.
///
/// The cells are turned and mirrored in twelve ways, and each time moved back to where the least x
/// and the least y were.
pub(crate) fn images(coordinates: &[(i32, i32)]) -> Vec<Vec<u8>> {
    let cells: HashMap<(i32, i32), u8> = coordinates.iter().enumerate().map(|(cell, &at)| (at, cell as u8)).collect();
    let least = |points: &[(i32, i32)]| {
        let x = points.iter().map(|point| point.0).min().unwrap_or(0);
        let y = points.iter().map(|point| point.1).min().unwrap_or(0);
        (x, y)
    };
    let home = least(coordinates);
    let turned = |turns: usize, mirrored: bool| {
        let turn = |(x, y): (i32, i32)| (-y, x + y);
        let place = |&(x, y): &(i32, i32)| (0..turns).fold(if mirrored { (y, x) } else { (x, y) }, |at, _| turn(at));
        coordinates.iter().map(place).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for (mirrored, turns) in [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |turns| (mirrored, turns))) {
        let points = turned(turns, mirrored);
        let from = least(&points);
        let back = |(x, y): (i32, i32)| cells.get(&(x - from.0 + home.0, y - from.1 + home.1)).copied();
        found.extend(points.into_iter().map(back).collect::<Option<Vec<u8>>>());
    }
    found
}

/// Where each cell goes when x and y change places; none where that leaves the board.
pub(crate) fn swapped(coordinates: &[(i32, i32)]) -> Option<Vec<u8>> {
    let cells: HashMap<(i32, i32), u8> = coordinates.iter().enumerate().map(|(cell, &at)| (at, cell as u8)).collect();
    coordinates.iter().map(|&(x, y)| cells.get(&(y, x)).copied()).collect()
}
