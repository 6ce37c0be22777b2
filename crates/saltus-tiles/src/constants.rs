//! What searches of 4x4 and 5x5 begin with and what takes long to make: parts of the program, made
//! and compared by the test below. A module for a browser goes without: there they would take longer to
//! load than to make, and answers do not depend on where they come from.

use crate::bounds::patterns::{Pattern, cache};
use crate::search::words::Words;

/// The tables of 6-6-3, by name.
#[cfg(not(target_family = "wasm"))]
const TABLES: &[(&str, &[u8])] = &[
    ("tiles-4x4-v16-1.2.3.4.6.7.table", include_bytes!("../data/tiles-4x4-v16-1.2.3.4.6.7.bits")),
    ("tiles-4x4-v1-2.3.5.6.7.9.table", include_bytes!("../data/tiles-4x4-v1-2.3.5.6.7.9.bits")),
    ("tiles-4x4-v16-1.2.3.table", include_bytes!("../data/tiles-4x4-v16-1.2.3.bits")),
];

/// The greatest length of the words below.
const LONGEST: usize = 12;

/// The automatons of forbidden words, by rows and columns.
#[cfg(not(target_family = "wasm"))]
const WORDS: &[(usize, usize, &[u8])] =
    &[(4, 4, include_bytes!("../data/words-4x4.bin")), (5, 5, include_bytes!("../data/words-5x5.bin"))];

#[cfg(target_family = "wasm")]
const TABLES: &[(&str, &[u8])] = &[];
#[cfg(target_family = "wasm")]
const WORDS: &[(usize, usize, &[u8])] = &[];

/// The bits of a pattern's table.
pub(crate) fn table(pattern: &Pattern) -> Option<&'static [u8]> {
    let name = cache::name(pattern);
    TABLES.iter().find(|(other, _)| *other == name).map(|(_, bits)| *bits)
}

/// The automaton of a board.
pub(crate) fn words(height: usize, width: usize, longest: usize) -> Option<Words> {
    let (.., bytes) = WORDS.iter().find(|&&(rows, columns, _)| (rows, columns, LONGEST) == (height, width, longest))?;
    Some(Words::from_bytes(height, width, longest, bytes))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bounds::patterns::build::TableShape;
    use crate::bounds::patterns::table::Table;
    use crate::search::ida::schedule::certifying;
    use saltus_core::limits::Limits;

    /// With `SALTUS_UPDATE_CONSTANTS` in the environment the files are written; a second run compares.
    fn is(file: &str, right: &[u8], found: &[u8]) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
        if std::env::var_os("SALTUS_UPDATE_CONSTANTS").is_some() {
            std::fs::write(&path, right).expect("the folder is there");
        } else {
            assert!(right == found, "{file} is not what the program computes");
        }
    }

    #[test]
    fn they_are_what_the_program_computes() {
        let patterns = certifying(4, 4, 15).patterns;
        assert_eq!(patterns.len(), TABLES.len());
        for cells in patterns {
            let pattern = Pattern::new(4, 4, 15, &cells).canonical().0;
            let shape = Arc::new(TableShape::new(4, 4, cells.len()));
            let right = Table::build(&shape, &pattern, &Limits::default()).expect("no limit");
            let name = cache::name(&pattern);
            is(&name.replace(".table", ".bits"), right.bytes(), table(&pattern).unwrap_or_else(|| panic!("{name}")));
        }
        for &(height, width, bytes) in WORDS {
            let right = Words::new(height, width, LONGEST);
            is(&format!("words-{height}x{width}.bin"), &right.to_bytes().expect("few states"), bytes);
            assert!(bytes.is_empty() || words(height, width, LONGEST) == Some(right));
        }
    }
}
