//! Where the cells of a board are on a terminal.

use saltus::scene::{Outline, UNIT};

/// Rows and columns of cells in letters. A cell is its label with room on both sides.
#[derive(Debug)]
pub struct Layout {
    /// The width of a label.
    pub wide: usize,
    /// Row and first column of each cell.
    pub places: Vec<(usize, usize)>,
    pub rows: usize,
    pub columns: usize,
}

impl Layout {
    /// The layout of a board whose labels are up to `wide` letters long.
    pub fn new(outline: &Outline, wide: usize) -> Self {
        let width = wide + 2;
        let [(left, top), _] = outline.extent();
        let place = |columns: f64, rows: f64| {
            let scaled = |distance: i32, scale: f64| (f64::from(distance) / f64::from(UNIT) * scale).round() as usize;
            let at =
                |&(x, y): &(i32, i32)| (scaled(y.saturating_sub(top), rows), scaled(x.saturating_sub(left), columns));
            outline.places.iter().map(at).collect::<Vec<_>>()
        };
        let mut places = if let Some(gap) = least_gap(outline).filter(|gap| *gap > UNIT / 2) {
            // Half a unit to the side is a whole number of columns.
            let halves = outline.places.iter().any(|place| place.0 % UNIT != 0);
            let columns = if halves { width.next_multiple_of(2) } else { width };
            place(columns as f64, f64::from(UNIT) / f64::from(gap))
        } else {
            spread(width, |scale| place(2.0 * scale, scale))
        };
        if overlaps(&places, width) {
            // No likeness any more, but everything can be read.
            places = (0..places.len()).map(|cell| (cell / 16, cell % 16 * width)).collect();
        }
        let rows = places.iter().map(|place| place.0 + 1).max().unwrap_or(0);
        let columns = places.iter().map(|place| place.1 + width).max().unwrap_or(0);
        Layout { wide, places, rows, columns }
    }
}

/// The least distance of two heights at which there are cells.
fn least_gap(outline: &Outline) -> Option<i32> {
    let mut heights: Vec<i32> = outline.places.iter().map(|place| place.1).collect();
    heights.sort_unstable();
    heights.dedup();
    // A single row has any distance from others.
    heights.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).min().or(Some(UNIT))
}

/// As near together as can be without covering one another, up to a limit; a letter is about twice
/// as high as wide.
fn spread(width: usize, place: impl Fn(f64) -> Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    const LEAST: u32 = 3;
    const MOST: u32 = 128;
    let mut each = (LEAST..=MOST).map(|halves| place(f64::from(halves) / 2.0));
    each.find(|places| !overlaps(places, width)).unwrap_or_else(|| place(1.0))
}

fn overlaps(places: &[(usize, usize)], width: usize) -> bool {
    let mut places = places.to_vec();
    places.sort_unstable();
    places.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[1].1 - pair[0].1 < width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    fn drawn(line: &str) -> String {
        let play = families::parse(line).unwrap().play(&mut [].into_iter()).unwrap();
        let labels: Vec<String> = play.film.start.spots().map(|spot| spot.label.clone()).collect();
        let wide = labels.iter().map(String::len).max().unwrap_or(1);
        let layout = Layout::new(&play.film.outline, wide);
        let mut rows = vec![vec![b' '; layout.columns]; layout.rows];
        for (label, &(row, column)) in labels.iter().zip(&layout.places) {
            let end = column + 1 + wide;
            rows[row][end - label.len()..end].copy_from_slice(label.as_bytes());
        }
        let text = |row: Vec<u8>| String::from_utf8(row).unwrap().trim_end().to_owned();
        rows.into_iter().map(text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn boards_keep_their_shape() {
        assert_eq!(drawn("shift 2 1"), " b  b  _  w");
        assert_eq!(drawn("tiles 2x2 10 20 3 0 to 0 3 10 20"), " 10  20\n  3   _");
        assert_eq!(drawn("chinese triangle:3 men=1 players=2"), "     R\n   .   .\n B   .   .");
        assert_eq!(drawn("clobber cycle bwbwbw"), "    b\n w    w\n b    b\n    w");
    }

    #[test]
    fn no_cell_covers_another() {
        for line in super::super::tests::LINES {
            let play = families::parse(line).unwrap().play(&mut [].into_iter()).unwrap();
            for wide in 1..4 {
                let layout = Layout::new(&play.film.outline, wide);
                assert!(!overlaps(&layout.places, wide + 2), "{line}");
                assert!(
                    layout.places.iter().all(|place| place.0 < layout.rows && place.1 + wide + 2 <= layout.columns)
                );
            }
        }
    }
}
