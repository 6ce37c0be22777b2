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

use crate::closed::letters::Ends;
use crate::in_order::{self, SHEETS};
use csv::Rows;
use saltus_core::answers::{CannotTabulate, Table};
use saltus_core::limits::{Limits, Stop};
use values::Values;

/// The most pawns whose configurations are listed.
pub const MOST_LISTED: usize = 30;

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
/// use saltus_clobber::{closed::letters::Ends, survey::list};
/// use saltus_core::answers::Table;
///
/// let mut text = Vec::new();
/// list(Ends::Open, 2, Table::Csv, &mut text, &Limits::default()).unwrap();
/// assert_eq!(text, b"configuration,value\nbb,2\nbw,1\nwb,1\nww,2\n");
/// ```
///
/// # Errors
/// The limit that was reached, or what `out` says.
pub fn list(
    ends: Ends,
    n: usize,
    table: Table,
    out: &mut dyn Write,
    limits: &Limits<'_>,
) -> Result<(), CannotTabulate> {
    if n > MOST_LISTED {
        return Err(Stop::Cells { most: MOST_LISTED as u64 }.into());
    }
    let values = Values::new(ends, n);
    match table {
        Table::Csv => list_text(n, &values, out, limits),
        #[cfg(feature = "parquet")]
        Table::Parquet => list_columns(ends, n, &values, out, limits),
        #[cfg(not(feature = "parquet"))]
        Table::Parquet => {
            let why = "this program was built without Parquet (feature `parquet`); a name that ends in .csv gives text";
            Err(CannotTabulate::NoTable(why.into()))
        }
    }
}

fn list_text(n: usize, values: &Values, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
    let rows = &Rows::new(n, values);
    let chunks = Chunks::new(values, CHUNK);
    chunks.afford((chunks.blocks as usize * rows.most(values)) as u64, 0, limits)?;
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
    out.write_all(csv::HEAD)?;
    chunks.in_order(maker, |text| out.write_all(text), limits)
}

#[cfg(feature = "parquet")]
fn list_columns(
    ends: Ends,
    n: usize,
    values: &Values,
    out: &mut dyn Write,
    limits: &Limits<'_>,
) -> Result<(), CannotTabulate> {
    let chunks = Chunks::new(values, parquet::GROUP);
    chunks.afford(chunks.blocks * values.block() as u64, parquet::BYTES, limits)?;
    let maker = || {
        |blocks: Range<u64>, group: &mut Vec<u8>| {
            group.resize((blocks.end - blocks.start) as usize * values.block(), 0);
            for (block, out) in blocks.zip(group.chunks_mut(values.block())) {
                values.fill(block, out);
            }
        }
    };
    let mut file = parquet::File::new(ends, n)?;
    chunks.in_order(maker, |group| out.write_all(&file.add(group)?), limits)?;
    out.write_all(&file.finish()?)?;
    Ok(())
}

/// All blocks, several at once.
struct Chunks<'a> {
    values: &'a Values,
    /// Blocks of a chunk.
    blocks: u64,
}

impl<'a> Chunks<'a> {
    /// Chunks of about `configurations` configurations.
    fn new(values: &'a Values, configurations: usize) -> Self {
        let blocks = (configurations / values.block()) as u64;
        Chunks { values, blocks: blocks.min(values.blocks()) }
    }

    fn count(&self) -> u64 {
        self.values.blocks().div_ceil(self.blocks)
    }

    /// The blocks of a chunk.
    fn range(&self, chunk: u64) -> Range<u64> {
        let start = chunk * self.blocks;
        start..(start + self.blocks).min(self.values.blocks())
    }

    /// Asks whether chunks of `bytes` bytes may be made, in addition to `beside` other bytes.
    fn afford(&self, bytes: u64, beside: u64, limits: &Limits<'_>) -> Result<(), Stop> {
        limits.afford(self.values.bytes() + beside + (SHEETS * limits.threads.max(1)) as u64 * bytes)
    }

    /// Makes the chunks in several threads, and writes them in order.
    fn in_order<M: FnMut(Range<u64>, &mut Vec<u8>)>(
        &self,
        maker: impl Fn() -> M + Sync,
        mut write: impl FnMut(&[u8]) -> io::Result<()>,
        limits: &Limits<'_>,
    ) -> Result<(), CannotTabulate> {
        let (threads, mut chunks) = (limits.threads.min(self.count() as usize), 0..);
        in_order::write((0..self.count()).map(|chunk| self.range(chunk)), threads, maker, |sheet| {
            self.spend(chunks.next().expect("a chunk"), limits)?;
            Ok(write(sheet)?)
        })
    }

    /// Counts what comes before a chunk.
    fn spend(&self, chunk: u64, limits: &Limits<'_>) -> Result<(), Stop> {
        let all = self.values.blocks() * self.values.block() as u64;
        let done = chunk * self.blocks * self.values.block() as u64;
        limits.report("listing configurations", done, Some(all));
        limits.spend(done, 0)
    }
}
