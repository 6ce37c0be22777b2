//! Shapes of several cells of a board of squares.

use super::picture::{Extent, Pen};
use super::ways::{CELL, Point, distance};

/// One shape of these cells as rectangles that overlap: each cell by so much on every side of its middle, and what lies between
/// neighbours. Filled, and stroked in the same colour with round bends, it is that shape with round corners.
pub(super) fn joined(cells: &[Point], half: i32) -> Vec<Pen> {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    let mut runs: Vec<Extent> = Vec::new();
    for (x, y) in cells {
        match runs.last_mut() {
            Some(run) if run.top == y && run.right + CELL == x => run.right = x,
            _ => runs.push(Extent::around((x, y), 0)),
        }
    }
    let mut all: Vec<Extent> = Vec::new();
    for run in runs {
        let same =
            |other: &&mut Extent| (other.left, other.right, other.bottom + CELL) == (run.left, run.right, run.top);
        match all.iter_mut().find(same) {
            Some(above) => above.bottom = run.top,
            None => all.push(run),
        }
    }
    let bridges = all.iter().flat_map(|above| {
        let below = all.iter().filter(|below| above.bottom + CELL == below.top);
        let bridge = |below: &Extent| Extent {
            left: above.left.max(below.left),
            top: above.bottom,
            right: above.right.min(below.right),
            bottom: below.top,
        };
        below.map(bridge).filter(|bridge| bridge.left <= bridge.right)
    });
    let bridges: Vec<Extent> = bridges.collect();
    let pens = |part: Extent| {
        let Extent { left, top, right, bottom } = part.wider(half);
        [Pen::Move((left, top)), Pen::Across(right), Pen::Down(bottom), Pen::Across(left), Pen::Close]
    };
    all.into_iter().chain(bridges).flat_map(pens).collect()
}

/// The corners of the line around these cells, so far from their middles.
pub(super) fn corners(cells: &[Point], half: i32) -> Vec<Pen> {
    const LENGTH: i32 = 20;
    let has = |x: i32, y: i32| cells.contains(&(x, y));
    let corner = |(x, y): Point, (across, down): Point| {
        let (left, top) = (x + across * half, y + down * half);
        let (inwards, upwards) = (left - across * LENGTH, top - down * LENGTH);
        [Pen::Move((inwards, top)), Pen::Line((left, top)), Pen::Line((left, upwards))]
    };
    let all = cells.iter().flat_map(|&cell| [(1, 1), (-1, 1), (-1, -1), (1, -1)].map(|out| (cell, out)));
    let is_outer = |&((x, y), (across, down)): &(Point, Point)| !has(x + across * CELL, y) && !has(x, y + down * CELL);
    all.filter(is_outer).flat_map(|(cell, out)| corner(cell, out)).collect()
}

/// Where a shape has its label: in its middle where it fills a rectangle, else in the cell nearest to that.
pub(super) fn middle(shape: &[Point]) -> Point {
    let whole = shape[1..].iter().fold(Extent::around(shape[0], 0), |extent, &place| extent.with(place, 0));
    let count = shape.len() as i32;
    if (whole.width() / CELL + 1) * (whole.height() / CELL + 1) == count {
        return (whole.left.midpoint(whole.right), whole.top.midpoint(whole.bottom));
    }
    let mean = |of: fn(&Point) -> i32| shape.iter().map(of).sum::<i32>() / count;
    let mean = (mean(|place| place.0), mean(|place| place.1));
    shape.iter().copied().min_by_key(|&place| distance(place, mean)).unwrap_or(mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(way: &[Pen]) -> String {
        way.iter().map(Pen::to_string).collect()
    }

    #[test]
    fn a_rectangle_is_one_and_a_bend_is_bridged() {
        assert_eq!(text(&joined(&[(0, 0), (100, 0), (0, 100), (100, 100)], 30)), "M-30 -30H130V130H-30Z");
        // An L: its upright, its foot, and what joins them.
        let bend = text(&joined(&[(0, 0), (0, 100), (100, 100)], 30));
        assert_eq!(bend, "M-30 -30H30V30H-30ZM-30 70H130V130H-30ZM-30 -30H30V130H-30Z");
        // Two that only touch at a corner stay two.
        assert_eq!(text(&joined(&[(0, 0), (100, 100)], 30)).matches('Z').count(), 2);
    }

    #[test]
    fn the_line_around_two_cells_has_four_corners() {
        let line = text(&corners(&[(0, 0), (100, 0)], 40));
        assert_eq!(line.matches('M').count(), 4);
        assert!(line.starts_with("M-20 40L-40 40L-40 20") && line.contains("M120 40L140 40L140 20"), "{line}");
    }

    #[test]
    fn labels_are_in_the_middle_or_in_a_cell_near_it() {
        assert_eq!(middle(&[(0, 0)]), (0, 0));
        assert_eq!(middle(&[(0, 0), (100, 0), (0, 100), (100, 100)]), (50, 50));
        assert_eq!(middle(&[(0, 0), (0, 100), (100, 100)]), (0, 100));
        assert_eq!(middle(&[(0, 0), (0, 100), (0, 200), (100, 200)]), (0, 100));
    }
}
