//! Rows in the columns of a Parquet file, by the `parquet` crate of Apache Arrow.
//!
//! Configurations are consecutive numbers, so that delta encoding leaves almost nothing of them;
//! values go through a dictionary. Half a byte a row is left, without compression.

use std::io;
use std::mem;
use std::sync::Arc;

use parquet::basic::Encoding;
use parquet::data_type::Int32Type;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::super::Shape;

/// Rows of a group.
pub(super) const GROUP: usize = 1 << 20;

/// Bytes that the writer holds at most, about.
pub(super) const BYTES: u64 = 16 << 20;

/// Numbers handed over at once.
const BATCH: usize = 1 << 12;

const SCHEMA: &str = "message clobber { required int32 configuration; required int32 value (INTEGER(8,false)); }";

/// A file that is written into memory, and taken from there piece by piece.
pub(super) struct File {
    writer: SerializedFileWriter<Vec<u8>>,
    /// The next configuration.
    next: i32,
}

impl File {
    pub(super) fn new(shape: Shape, n: usize) -> io::Result<Self> {
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(failure)?);
        let properties = WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_created_by("saltus".to_owned())
            .set_key_value_metadata(Some(described(shape, n)))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_column_dictionary_enabled("configuration".into(), false)
            .set_column_encoding("configuration".into(), Encoding::DELTA_BINARY_PACKED)
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).map_err(failure)?;
        Ok(File { writer, next: 0 })
    }

    /// Adds a group of rows; gives bytes that are ready.
    pub(super) fn add(&mut self, values: &[u8]) -> io::Result<Vec<u8>> {
        self.add_group(values).map_err(failure)?;
        self.next += values.len() as i32;
        Ok(mem::take(self.writer.inner_mut()))
    }

    fn add_group(&mut self, values: &[u8]) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        let first = self.next;
        write_column(&mut group, values, |row, _| first + row as i32)?;
        write_column(&mut group, values, |_, value| i32::from(value))?;
        group.close()?;
        Ok(())
    }

    /// The rest of the file.
    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        self.writer.into_inner().map_err(failure)
    }
}

/// Writes the next column: a number for each row and its value.
fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[u8],
    number: impl Fn(usize, u8) -> i32,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has two columns");
    let mut batch = Vec::with_capacity(BATCH);
    for (start, values) in (0..).step_by(BATCH).zip(values.chunks(BATCH)) {
        batch.clear();
        batch.extend((start..).zip(values).map(|(row, &value)| number(row, value)));
        column.typed::<Int32Type>().write_batch(&batch, None, None)?;
    }
    column.close()
}

/// What the file says of itself.
fn described(shape: Shape, n: usize) -> Vec<KeyValue> {
    let shape = if shape == Shape::Line { "line" } else { "cycle" };
    let entry = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    vec![
        entry("puzzle", format!("clobber {shape} {n}")),
        entry(
            "configuration",
            format!("a binary number of {n} digits, one a pawn, the first pawn first: 0 black, 1 white"),
        ),
        entry("value", "the fewest pawns that any play leaves, any colour moving at any time".to_owned()),
    ]
}

fn failure(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
