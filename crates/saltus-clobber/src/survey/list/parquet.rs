//! Rows in the columns of a Parquet file, by the `parquet` crate of Apache Arrow.
//!
//! Configurations are consecutive numbers, so that delta encoding leaves almost nothing of them;
//! values go through a dictionary. Half a byte a row is left, without compression.

use std::io;
use std::mem;

use parquet::basic::Encoding;
use parquet::data_type::Int32Type;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use saltus_core::columns;

use crate::closed::letters::Form;

/// Rows of a group.
pub(super) const GROUP: usize = 1 << 20;

/// Bytes that the writer holds at most, about.
pub(super) const BYTES: u64 = 16 << 20;

const SCHEMA: &str = "message clobber { required int32 configuration; required int32 value (INTEGER(8,false)); }";

/// A file that is written into memory, and taken from there piece by piece.
pub(super) struct MemoryFile {
    writer: SerializedFileWriter<Vec<u8>>,
    /// The next configuration.
    next: i32,
}

impl MemoryFile {
    pub(super) fn new(form: Form, n: usize) -> io::Result<Self> {
        let configuration =
            format!("a binary number of {n} digits, one a pawn, the first pawn first: 0 black, 1 white");
        let settings = columns::settings(&[
            ("puzzle", &format!("clobber {} {n}", form.name())),
            ("configuration", &configuration),
            ("value", "the fewest pawns that any play leaves, any colour moving at any time"),
        ])
        .set_column_dictionary_enabled("configuration".into(), false)
        .set_column_encoding("configuration".into(), Encoding::DELTA_BINARY_PACKED);
        let writer = columns::writer(Vec::new(), SCHEMA, settings)?;
        Ok(MemoryFile { writer, next: 0 })
    }

    /// Adds a group of rows; gives bytes that are ready.
    pub(super) fn add(&mut self, values: &[u8]) -> Result<Vec<u8>, ParquetError> {
        let mut group = self.writer.next_row_group()?;
        let first = self.next;
        columns::write::<Int32Type, _>(&mut group, values.len(), |row| Some(first + row as i32))?;
        columns::write::<Int32Type, _>(&mut group, values.len(), |row| Some(values[row].into()))?;
        group.close()?;
        self.next += values.len() as i32;
        Ok(mem::take(self.writer.inner_mut()))
    }

    /// The rest of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, ParquetError> {
        self.writer.into_inner()
    }
}
