//! A pattern database as plain numbers, for whoever wants to hold all of them.
//!
//! This is the table of R. E. Korf and A. Felner, *Disjoint pattern database heuristics* (2002): of each arrangement of the pattern's tiles the least
//! value over all places of the vacancy. Searches here go by [tables](super::table) that know the vacancy's region, an eighth as large.

use super::build::{TableShape, layers, ones};
use super::orders::arrangements;
use super::{Pattern, UNREACHED};
use saltus_core::limits::{Limits, Stop};

/// The value of every arrangement of a pattern's tiles: the moves of these tiles to their goal cells, at least. The number of an arrangement
/// has one digit for each tile, the least goal cell's first, to the base of the cells of the board: the cell of the tile. No such
/// arrangement, or one from which the goal cannot be reached: [`UNREACHED`].
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::bounds::patterns::{Pattern, UNREACHED, values::values};
///
/// let found = values(&Pattern::new(2, 3, 5, &[0, 1]), &Limits::default()).unwrap();
/// assert_eq!(found.len(), 36);
/// assert_eq!((found[6 * 0 + 1], found[6 * 1 + 0], found[6 * 1 + 1]), (0, 6, UNREACHED)); // at home, exchanged, both on one cell
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn values(pattern: &Pattern, limits: &Limits<'_>) -> Result<Vec<u8>, Stop> {
    let (cells, tiles) = (pattern.height * pattern.width, pattern.tiles());
    let numbers = (cells as u64).checked_pow(tiles as u32).unwrap_or(u64::MAX);
    limits.afford(numbers)?;
    let shape = TableShape::new(pattern.height, pattern.width, tiles);
    let mut found = vec![UNREACHED; numbers as usize];
    // What each place of a set counts for, by the arrangement: that of the tile there.
    let digit = |tile: &u8| cells.pow((tiles - 1 - usize::from(*tile)) as u32);
    let digits: Vec<Vec<usize>> = arrangements(tiles).iter().map(|order| order.iter().map(digit).collect()).collect();
    let words = shape.orders.div_ceil(64);
    layers(&shape, pattern, limits, |distance, layer| {
        for (block, layer) in layer.chunks(words).enumerate().filter(|(_, layer)| layer.iter().any(|&word| word > 0)) {
            let mask = shape.sets.block(block).0;
            let places: Vec<usize> = ones(mask.into()).collect();
            for order in layer.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit)) {
                let number: usize = places.iter().zip(&digits[order]).map(|(cell, digit)| cell * digit).sum();
                found[number] = found[number].min(distance);
            }
        }
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;

    #[test]
    fn values_are_the_least_over_all_places_of_the_vacancy() {
        for pattern in naive::patterns() {
            let cells = pattern.height * pattern.width;
            let found = values(&pattern, &Limits::default()).expect("small");
            let mut right = vec![UNREACHED; found.len()];
            for ((tiles, _), value) in naive::values(&pattern) {
                let number = tiles.iter().fold(0, |number, &cell| number * cells + usize::from(cell));
                right[number] = right[number].min(value as u8);
            }
            assert_eq!(found, right, "{pattern:?}");
        }
    }
}
