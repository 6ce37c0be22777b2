//! Arrays for programs: every arrangement of a board, and the values of a pattern database.

use crate::bounds::patterns::{MOST_CELLS, MOST_TILES, Pattern, values::values};
use crate::search::arrangements::distances;
use saltus_core::limits::Limits;
use saltus_core::notation::{BadInput, Unread};
use saltus_core::own::Array;

/// `arrangements` takes rows, columns and the cell of the vacancy, `pattern` these followed by the goal cells of tiles. Cells count from 0.
pub(super) const ARRAYS: &[Array] =
    &[Array { name: "arrangements", find: arrangements }, Array { name: "pattern", find: pattern }];

/// The moves to the goal of every arrangement, 255 where there are none.
fn arrangements(numbers: &[usize], limits: &Limits<'_>) -> Result<Vec<u8>, Unread> {
    match *numbers {
        [height, width, vacancy] if vacancy < height.saturating_mul(width) => {
            Ok(distances(height, width, vacancy, limits)?)
        }
        _ => Err(BadInput::line("the vacancy belongs in a cell of the board").into()),
    }
}

/// The values of a pattern database, 255 where there are none.
fn pattern(numbers: &[usize], limits: &Limits<'_>) -> Result<Vec<u8>, Unread> {
    let [height, width, cells @ ..] = numbers else {
        return Err(BadInput::line("a board has rows and columns").into());
    };
    let all = height.saturating_mul(*width);
    if all > MOST_CELLS || cells.len() > MOST_TILES + 1 {
        let why = format!("a pattern has at most {MOST_TILES} tiles, on a board of at most {MOST_CELLS} cells");
        return Err(BadInput::line(why).into());
    }
    let mut each = cells.to_vec();
    each.sort_unstable();
    each.dedup();
    let [vacancy, tiles @ ..] = cells else { return Err(BadInput::line("a board has a vacancy").into()) };
    if each.len() < cells.len() || each.last().is_some_and(|&cell| cell >= all) {
        let why = "goal cells are cells of the board, each once, and none is that of the vacancy";
        return Err(BadInput::line(why).into());
    }
    let tiles: Vec<u8> = tiles.iter().map(|&cell| cell as u8).collect();
    Ok(values(&Pattern::new(*height, *width, *vacancy, &tiles), limits)?)
}
