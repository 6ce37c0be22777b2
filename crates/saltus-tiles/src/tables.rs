//! The pattern databases of sliding tiles as tables that are kept on disk.

use std::path::Path;
use std::sync::Arc;

use crate::bounds::patterns::build::{TableShape, build_bytes};
use crate::bounds::patterns::cache;
use crate::bounds::patterns::file;
use crate::bounds::patterns::orders::factorial;
use crate::bounds::patterns::table::Table as Bits;
use crate::bounds::patterns::{MOST_CELLS, MOST_TILES, Pattern, store};
use crate::constants;
use crate::search::ida::schedule::{self, Partition};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{BadInput, Word, options};
use saltus_core::store::{Fault, Note, Trouble};
use saltus_core::tables::{Estimate, Presence, Source, Summary, Table};

/// All of them.
pub struct PatternTables;

/// The partitions of a board that have names: those that a search goes by, without those whose tables
/// are parts of the program.
fn partitions(height: usize, width: usize, vacancy: usize) -> Vec<Partition> {
    if !schedule::serves(height, width) {
        return Vec::new();
    }
    let tiers = schedule::tiers(height, width, vacancy).into_iter().map(|tier| tier.partition);
    let is_made = |partition: &Partition| {
        partition.tables(height, width, vacancy).any(|(pattern, _)| constants::table(&pattern).is_none())
    };
    tiers.chain(schedule::largest(height, width, vacancy)).filter(is_made).collect()
}

impl Source for PatternTables {
    fn suffix(&self) -> &'static str {
        cache::SUFFIX
    }

    fn wanted(&self, mut words: Vec<Word<'_>>) -> Result<Vec<Box<dyn Table>>, BadInput> {
        let given = options(&mut words, &["vacancy"])?;
        let [board, rest @ ..] = &words[..] else {
            return Err(BadInput::line("a board HxW belongs after \"tiles\""));
        };
        let (height, width) = size(board)?;
        let vacancy = match given.first() {
            None => height * width - 1,
            Some((_, word)) => usize::from(cell(word, height * width)?),
        };
        let partitions = partitions(height, width, vacancy);
        let names: Vec<&str> = partitions.iter().map(|partition| &*partition.name).collect();
        let [which] = rest else {
            let names = if names.is_empty() { String::new() } else { format!("{}, or ", names.join(", ")) };
            let why = format!("one word belongs after the board: {names}goal cells such as 1,2,3");
            return Err(rest
                .get(1)
                .map_or_else(|| BadInput::line(&why), |word| word.fault(format!("is too much: {why}"))));
        };
        let patterns = match partitions.iter().find(|partition| partition.name == which.text) {
            Some(partition) => partition.patterns.clone(),
            None => vec![cells(which, height * width, vacancy, &names)?],
        };
        let mut wanted: Vec<Pattern> = Vec::new();
        for cells in patterns {
            let (pattern, _) = Pattern::new(height, width, vacancy, &cells).canonical();
            if !wanted.contains(&pattern) {
                wanted.push(pattern);
            }
        }
        Ok(wanted.into_iter().map(|pattern| Box::new(PatternTable(pattern)) as Box<dyn Table>).collect())
    }

    fn named(&self, name: &str) -> Option<Box<dyn Table>> {
        Some(Box::new(PatternTable(cache::pattern(name)?)))
    }
}

fn size(word: &Word<'_>) -> Result<(usize, usize), BadInput> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| number.to_string() == text && *number > 0);
    let sides = word.text.split_once('x').and_then(|(height, width)| Some((number(height)?, number(width)?)));
    let (height, width) = sides.ok_or_else(|| word.fault("is no board HxW"))?;
    match height.checked_mul(width) {
        Some(cells) if cells <= MOST_CELLS => Ok((height, width)),
        _ => Err(word.fault(format!("is too large: tables are for boards of at most {MOST_CELLS} cells"))),
    }
}

/// A cell, counted from 1 in the word and from 0 here.
fn cell(word: &Word<'_>, cells: usize) -> Result<u8, BadInput> {
    let found =
        word.text.parse::<usize>().ok().filter(|cell| cell.to_string() == word.text && (1..=cells).contains(cell));
    found.map(|cell| cell as u8 - 1).ok_or_else(|| word.fault(format!("is no cell of the board (1 to {cells})")))
}

/// A pattern's cells, separated by commas.
fn cells(word: &Word<'_>, all: usize, vacancy: usize, names: &[&str]) -> Result<Vec<u8>, BadInput> {
    if !names.is_empty() && word.text.contains('-') {
        return Err(word.fault(format!("is no partition of this board; there are: {}", names.join(", "))));
    }
    let mut found = Vec::new();
    let mut column = word.column;
    for text in word.text.split(',') {
        let one = Word { text, column };
        column += text.len() + 1;
        let cell = cell(&one, all)?;
        if usize::from(cell) == vacancy {
            return Err(one.fault("is the goal cell of the vacancy, not of a tile"));
        }
        if found.contains(&cell) {
            return Err(one.fault("is there twice"));
        }
        found.push(cell);
    }
    if found.len() > MOST_TILES {
        return Err(word.fault(format!("has too many cells: a pattern has at most {MOST_TILES}")));
    }
    Ok(found)
}

/// No header of a table has more bytes.
const HEADER: u64 = 512;

/// The table of a pattern that is the least of its images.
struct PatternTable(Pattern);

impl PatternTable {
    /// Sets, arrangements, and their neighbours; refused where already these are too many.
    fn shape(&self, limits: &Limits<'_>) -> Result<Arc<TableShape>, Stop> {
        let (height, width, tiles) = (self.0.height, self.0.width, self.0.tiles());
        let cells = (height * width) as u64;
        let sets = (0..tiles as u64).fold(1, |sets, i| sets * (cells - i) / (i + 1));
        // Each set has a region at least, and all arrangements.
        limits.afford((sets * factorial(tiles) as u64).max(sets * (cells + 8)))?;
        Ok(store::shape(&self.0, limits))
    }
}

impl Table for PatternTable {
    fn name(&self) -> String {
        cache::name(&self.0)
    }

    fn estimate(&self, limits: &Limits<'_>) -> Result<Estimate, Stop> {
        let shape = self.shape(limits)?;
        Ok(Estimate { entries: shape.entries() as u64, memory: build_bytes(&shape), disk: shape.bytes() + HEADER })
    }

    fn summary(&self, folder: &Path) -> Result<Summary, Fault> {
        file::summary(&cache::place(folder, &self.0), &self.0)
    }

    fn read(&self, folder: &Path, limits: &Limits<'_>) -> Result<Summary, Fault> {
        let path = cache::place(folder, &self.0);
        let shape = self.shape(limits).map_err(Fault::stop(&path))?;
        file::check(&path, &shape, &self.0, limits)
    }

    fn build(&self, folder: &Path, wait: bool, limits: &Limits<'_>) -> Result<Presence, Fault> {
        // A folder that cannot be written is of use for what is in it.
        if self.read(folder, limits).is_ok() {
            return Ok(Presence::Found);
        }
        let take = if wait { cache::wait } else { cache::claim };
        let claim = take(folder, &self.0, limits)?;
        cache::sweep(folder)?;
        match self.read(folder, limits) {
            // The process that had the lock before has built it.
            Ok(_) => return Ok(Presence::Found),
            Err(Fault { trouble: Trouble::Missing(_), .. }) => {}
            Err(fault @ Fault { trouble: Trouble::Stop(_), .. }) => return Err(fault),
            Err(fault) => limits.remark(format_args!("{fault}; the table is built anew")),
        }
        let path = cache::place(folder, &self.0);
        let shape = self.shape(limits).map_err(Fault::stop(&path))?;
        let table = Bits::build(&shape, &self.0, limits).map_err(Fault::stop(&path))?;
        file::write(claim, &shape, &table, limits).map(|()| Presence::Built)
    }

    fn verify(&self, folder: &Path, limits: &Limits<'_>) -> Result<Summary, Fault> {
        let path = cache::place(folder, &self.0);
        let shape = self.shape(limits).map_err(Fault::stop(&path))?;
        // Whatever is found, the next search looks at it anew.
        Note::forget(&path);
        let summary = file::check(&path, &shape, &self.0, limits)?;
        let (found, _) = file::read(&path, &shape, &self.0)?;
        let right = Bits::build(&shape, &self.0, limits).map_err(Fault::stop(&path))?;
        match found.bytes().iter().zip(right.bytes()).position(|(found, right)| found != right) {
            None => Ok(summary),
            Some(byte) => Err(Fault::corrupt(&path, format!("byte {} of the entries", byte + 1), "it is wrong")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Instance;
    use saltus_core::registry::Registry;

    fn wanted(line: &str) -> Result<Vec<Box<dyn Table>>, BadInput> {
        Registry::new().with::<Instance>().tables(line)
    }

    #[test]
    fn partitions_hold_every_tile_once() {
        for (height, width) in [(4, 4), (5, 5)] {
            let cells = height * width;
            for vacancy in [0, cells - 1] {
                let named = partitions(height, width, vacancy);
                assert!(!named.is_empty());
                for Partition { name, patterns, .. } in named {
                    let mut all: Vec<usize> = patterns.concat().iter().map(|&cell| cell.into()).collect();
                    all.push(vacancy);
                    all.sort_unstable();
                    assert_eq!(all, (0..cells).collect::<Vec<_>>(), "{name}");
                    let mut sizes: Vec<usize> = patterns.iter().map(Vec::len).collect();
                    let mut said: Vec<usize> = name.split('-').map(|size| size.parse().expect("a size")).collect();
                    sizes.sort_unstable();
                    said.sort_unstable();
                    assert_eq!(sizes, said);
                }
            }
        }
    }

    #[test]
    fn names_lead_back() {
        for line in [
            "tiles 5x5 3-3-3-3-3-3-3-3",
            "tiles 5x5 6-6-6-6 vacancy=1",
            "tiles 4x4 7-8",
            "tiles 5x5 6-6-6-6",
            "tiles 1x2 2 vacancy=1",
        ] {
            for table in wanted(line).expect("there are some") {
                let name = table.name();
                assert_eq!(PatternTables.named(&name).expect("the same").name(), name);
            }
        }
        let names = |line| wanted(line).expect("tables").iter().map(|table| table.name()).collect::<Vec<_>>();
        assert_eq!(names("tiles 4x4 1,5,6,9,10,13"), ["tiles-4x4-v16-1.2.3.4.6.7.table"]);
        // Three of the four patterns of 6-6-6-6 are images of two.
        assert!(names("tiles 5x5 6-6-6-6").len() < 4);
        for other in [
            "tiles-4x4-v16-5.2.table",
            "tiles-4x4-v16-1.5.table",
            "tiles-4x4-v01-1.2.table",
            "tiles-4x4-v16-16.table",
            "tiles-4x4-v16-.table",
            "tiles-0x4-v1-1.table",
            "tiles-9x9-v1-2.table",
            "tiles-255x255-v1-2.table",
            "../tiles-4x4-v16-1.2.table",
            "tiles-4x4-v16-1.2.table.part",
            "",
        ] {
            assert!(PatternTables.named(other).is_none(), "{other}");
        }
    }

    #[test]
    fn bad_lines_are_refused_with_their_place() {
        for (line, column) in [
            ("", 0),
            ("shift 3 3", 1),
            ("tiles", 0),
            ("tiles 4x4", 0),
            ("tiles 4x4 5-5-5", 11),
            ("tiles 4", 7),
            ("tiles 0x4 1", 7),
            ("tiles 9x9 1", 7),
            ("tiles 99999999999x99999999999 1", 7),
            ("tiles 4x4 1,2,17", 15),
            ("tiles 4x4 1,2,2", 15),
            ("tiles 4x4 1,,2", 13),
            ("tiles 4x4 1,16", 13),
            ("tiles 4x4 1 vacancy=17", 21),
            ("tiles 4x4 1 vacancy=1", 11),
            ("tiles 4x4 1 size=3", 13),
            ("tiles 4x4 1,2 3", 15),
            ("tiles 4x4 1,2,3,4,5,6,7,8,9", 11),
        ] {
            let bad = wanted(line).err().unwrap_or_else(|| panic!("{line}"));
            assert_eq!(bad.column, column, "{line}: {bad}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused_at_once() {
        let [table] = &wanted("tiles 4x8 1,2,3,4,5,6,7,8").expect("a table")[..] else { panic!("one") };
        assert!(matches!(table.estimate(&Limits::default()), Err(Stop::Memory { .. })));
        let [table] = &wanted("tiles 4x4 1,2,3").expect("a table")[..] else { panic!("one") };
        let estimate = table.estimate(&Limits::default()).expect("no limit");
        assert!(estimate.entries > 3360 && estimate.disk > estimate.entries / 2 && estimate.memory > estimate.entries);
    }
}
