//! Every configuration of a size with its value, as a table.
//!
//! Several threads make the rows, some blocks at a time; the caller's thread writes them in order.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(test)]
mod tests;
mod values;

use std::io::{self, Write};
use std::ops::Range;

use crate::closed::letters::Form;
use crate::in_order;
use csv::CsvRows;
use saltus_core::answers::{CannotTabulate, Table};
#[cfg(feature = "parquet")]
use saltus_core::columns::failure;
use saltus_core::limits::{Limits, Stop};
use values::Values;

/// The most pawns whose configurations are listed.
pub const MOST_LISTED: usize = 30;

/// Sheets of a thread: one in the making, one waiting, one being written.
const SHEETS: usize = 3;

/// Configurations made at once, for text.
const CHUNK: usize = 1 << 14;

/// Writes all 2^n configurations of n pawns with their values, at most [`MOST_LISTED`] pawns.
///
/// Rows come in lexicographic order, black before white. Text has the letters of each
/// configuration; a Parquet file has it as a number, which is also the number of the row: binary,
/// one digit a pawn, the first pawn first, 0 black and 1 white. Bytes do not depend on threads.
/// Configurations count as nodes.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_clobber::{closed::letters::Form, survey::list};
/// use saltus_core::answers::Table;
///
/// let mut text = Vec::new();
/// list(Form::Line, 2, Table::Csv, &mut text, &Limits::default()).unwrap();
/// assert_eq!(text, b"configuration,value\nbb,2\nbw,1\nwb,1\nww,2\n");
/// ```
///
/// # Errors
/// The limit that was reached, or what `out` says.
pub fn list(
    form: Form,
    n: usize,
    table: Table,
    out: &mut dyn Write,
    limits: &Limits<'_>,
) -> Result<(), CannotTabulate> {
    if n > MOST_LISTED {
        return Err(Stop::Cells { most: MOST_LISTED as u64 }.into());
    }
    let values = Values::new(form, n);
    match table {
        Table::Csv => list_text(n, &values, out, limits),
        #[cfg(feature = "parquet")]
        Table::Parquet => list_columns(form, n, &values, out, limits),
        #[cfg(not(feature = "parquet"))]
        Table::Parquet => {
            let why = "this program was built without Parquet (feature `parquet`); a name that ends in .csv gives text";
            Err(CannotTabulate::NoTable(why.into()))
        }
    }
}

fn list_text(n: usize, values: &Values, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
    let rows = &CsvRows::new(n, values);
    let maker = || {
        let mut of_block = vec![0; values.block()];
        move |blocks: Range<u64>, text: &mut Vec<u8>| {
            text.clear();
            text.reserve((blocks.end - blocks.start) as usize * rows.most(values));
            for block in blocks {
                values.fill(block, &mut of_block);
                rows.write(block, &of_block, text);
            }
        }
    };
    let mut head = csv::HEAD;
    let write = |text: &[u8]| {
        out.write_all(std::mem::take(&mut head))?;
        out.write_all(text)
    };
    in_chunks(values, CHUNK, (rows.most(values), 0), maker, write, limits)
}

#[cfg(feature = "parquet")]
fn list_columns(
    form: Form,
    n: usize,
    values: &Values,
    out: &mut dyn Write,
    limits: &Limits<'_>,
) -> Result<(), CannotTabulate> {
    let maker = || {
        |blocks: Range<u64>, group: &mut Vec<u8>| {
            group.resize((blocks.end - blocks.start) as usize * values.block(), 0);
            for (block, out) in blocks.zip(group.chunks_mut(values.block())) {
                values.fill(block, out);
            }
        }
    };
    let mut file = parquet::MemoryFile::new(form, n)?;
    let write = |group: &[u8]| out.write_all(&file.add(group).map_err(failure)?);
    in_chunks(values, parquet::GROUP, (values.block(), parquet::BYTES), maker, write, limits)?;
    out.write_all(&file.finish().map_err(failure)?)?;
    Ok(())
}

/// Makes all blocks in several threads, some at a time, about so many configurations, and writes them in order. `bytes` are those of a block at
/// most, and others beside them.
fn in_chunks<M: FnMut(Range<u64>, &mut Vec<u8>)>(
    values: &Values,
    configurations: usize,
    bytes: (usize, u64),
    maker: impl Fn() -> M + Sync,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
    limits: &Limits<'_>,
) -> Result<(), CannotTabulate> {
    let (block, blocks) = (values.block(), values.blocks());
    let at_once = ((configurations / block) as u64).min(blocks);
    let sheets = (SHEETS * limits.threads.max(1)) as u64;
    limits.afford(values.bytes() + bytes.1 + sheets * at_once * bytes.0 as u64)?;
    let count = blocks.div_ceil(at_once);
    let chunks = (0..count).map(|chunk| chunk * at_once..blocks.min((chunk + 1) * at_once));
    let mut done = 0;
    in_order::write(chunks, limits.threads.min(count as usize), SHEETS, maker, |sheet| {
        limits.report("listing configurations", done, Some(blocks * block as u64));
        limits.spend(done, 0)?;
        done += at_once * block as u64;
        Ok(write(sheet)?)
    })
}
