//! The files of tables, byte for byte.
//!
//! A table is a file of the [`saltus_core::store`]; its payload is a bit for each entry
//! ([`super::build`]):
//!
//! ```text
//! saltus table 3
//! board 4x4
//! vacancy 16              goal cell of the vacancy, cells counted from 1
//! pattern 1 2 5 6         goal cells of the tiles, ascending
//! entries 48568           with those that cannot be reached
//! bytes 00000000000000018352
//! payload 0123abcd
//! sha256 e3b0c442...
//! code 2
//! header 4567cdef
//! ```

use std::path::Path;
use std::sync::Arc;

use super::build::TableShape;
use super::table::Table;
use super::{MOST_CELLS, MOST_TILES, Pattern, from_one};
use saltus_core::limits::Limits;
use saltus_core::store::{Fault, Kind, Lease, Note, Reader, number};
use saltus_core::tables::Summary;

/// The files of tables. The code is [`super::build`].
pub const KIND: Kind = Kind { name: "table", format: 3, code: 2, lines: &["board", "vacancy", "pattern", "entries"] };

/// The number of one of the [lines](Kind::lines), and the rule broken there.
type BrokenLine = (usize, String);

/// The values of the lines.
fn values(pattern: &Pattern, shape: &TableShape) -> [String; 4] {
    [
        format!("{}x{}", pattern.height, pattern.width),
        (pattern.last_vacancy() + 1).to_string(),
        from_one(pattern.cells(), " "),
        shape.entries().to_string(),
    ]
}

/// The pattern that the lines of a header name, and how many entries.
fn parse(values: &[String]) -> Result<(Pattern, u64), BrokenLine> {
    let numbers = values.iter().flat_map(|value| value.split([' ', 'x']));
    if let Some(bad) = numbers.clone().find(|text| number(text).is_none_or(|number| number.to_string() != **text)) {
        let line = values.iter().position(|value| value.split([' ', 'x']).any(|text| text == bad));
        return Err((line.unwrap_or_default(), format!("{} is not written as a number", bad.escape_debug())));
    }
    let (height, width) = board(&values[0]).ok_or_else(|| {
        (0, format!("a board is HxW with at most {MOST_CELLS} cells, not {}", values[0].escape_debug()))
    })?;
    let cell = |text: &str| {
        number(text).filter(|cell| (1..=(height * width) as u64).contains(cell)).map(|cell| cell as u8 - 1)
    };
    let vacancy = cell(&values[1]).ok_or((1, "that is no cell of the board".to_owned()))?;
    let cells: Option<Vec<u8>> = values[2].split(' ').map(cell).collect();
    let cells = cells.ok_or((2, "not all of these are cells of the board".to_owned()))?;
    if cells.len() > MOST_TILES || cells.contains(&vacancy) || !cells.windows(2).all(|pair| pair[0] < pair[1]) {
        let why = format!("a pattern has at most {MOST_TILES} cells, ascending, without the vacancy's");
        return Err((2, why));
    }
    let entries = number(&values[3]).filter(|&entries| entries < 1 << 48);
    let entries = entries.ok_or((3, "that is no number of entries".to_owned()))?;
    let pattern = Pattern::new(height, width, vacancy.into(), &cells);
    Ok((pattern, entries))
}

fn board(text: &str) -> Option<(usize, usize)> {
    let (height, width) = text.split_once('x')?;
    let (height, width) = (number(height)?, number(width)?);
    let cells = height.checked_mul(width)?;
    (1..=MOST_CELLS as u64).contains(&cells).then_some((height as usize, width as usize))
}

/// Opens the table of a pattern.
fn open(path: &Path, pattern: &Pattern) -> Result<(Reader, Summary), Fault> {
    let reader = Reader::open(&KIND, path)?;
    let corrupt = |line, why: &str| Fault::corrupt(path, Reader::line(line), why);
    let header = reader.header();
    let (found, entries) = parse(&header.values).map_err(|(line, why)| corrupt(line, &why))?;
    if (found.height, found.width) != (pattern.height, pattern.width) {
        return Err(corrupt(0, &format!("this is a table for {}x{} cells", found.height, found.width)));
    }
    if found.cells() != pattern.cells() {
        return Err(corrupt(2, "this is the table of another pattern"));
    }
    if found != *pattern || found.last_vacancy() + 1 != header.values[1].parse::<usize>().unwrap_or_default() {
        return Err(corrupt(1, "this is the table for a goal with the vacancy elsewhere"));
    }
    let summary = Summary { entries, bytes: header.file_bytes(), checksum: header.checksum };
    Ok((reader, summary))
}

/// The same, and compares how many entries there are, and how many bytes.
fn open_all(path: &Path, shape: &TableShape, pattern: &Pattern) -> Result<(Reader, Summary), Fault> {
    let (reader, summary) = open(path, pattern)?;
    if summary.entries != shape.entries() as u64 {
        let why = format!("a table of this pattern has {} entries", shape.entries());
        return Err(Fault::corrupt(path, Reader::line(3), why));
    }
    if reader.header().bytes != shape.bytes() {
        let why = format!("so many entries have {} bytes", shape.bytes());
        return Err(Fault::corrupt(path, Reader::line(4), why));
    }
    Ok((reader, summary))
}

/// Reads the header of a pattern's table, and looks at the file's length.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn summary(path: &Path, pattern: &Pattern) -> Result<Summary, Fault> {
    open(path, pattern).map(|(_, summary)| summary)
}

/// Writes a table and puts it in its place.
///
/// # Errors
/// What the system refuses, or the limit that was reached; then nothing is left.
pub(crate) fn write(claim: Lease<'_>, shape: &TableShape, table: &Table, limits: &Limits<'_>) -> Result<(), Fault> {
    let mut writer = claim.writer(&values(&table.pattern, shape))?;
    let (mut done, all) = (0, table.bytes().len() as u64);
    let mut rest = table.bytes();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(writer.piece().min(rest.len()));
        rest = after;
        writer.write(piece)?;
        done += piece.len() as u64;
        limits.report("writing a table", done, Some(all));
        limits.spend(0, 0).map_err(|stop| writer.stopped(stop))?;
    }
    writer.finish().map(drop)
}

/// The table of a pattern, as it lies in its file; with a note to be written when a walk agrees with it, unless that has been done.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn read(path: &Path, shape: &Arc<TableShape>, pattern: &Pattern) -> Result<(Table, Option<Note>), Fault> {
    let (reader, _) = open_all(path, shape, pattern)?;
    let (payload, note) = reader.map()?;
    Ok((Table::new(shape, pattern, Box::new(payload)).read_from(path.to_owned()), note))
}

/// Reads the table of a pattern and compares its checksums, keeping nothing.
///
/// # Errors
/// What is wrong with the file, or the limit that was reached.
pub(crate) fn check(path: &Path, shape: &TableShape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Summary, Fault> {
    let (reader, summary) = open_all(path, shape, pattern)?;
    reader.check(limits, |done| limits.report("reading a table", done, Some(shape.bytes())))?;
    Ok(summary)
}
