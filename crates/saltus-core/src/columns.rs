//! Tables as Parquet files, by the `parquet` crate of Apache Arrow: column after column, group of rows after group.
//!
//! ```
//! use parquet::data_type::Int32Type;
//! use parquet::file::reader::{FileReader, SerializedFileReader};
//! use saltus_core::columns;
//!
//! let schema = "message squares { required int32 root; optional int32 square; }";
//! let settings = columns::settings(&[("square", "of small roots alone")]);
//! let mut writer = columns::writer(Vec::new(), schema, settings)?;
//! let mut group = writer.next_row_group()?;
//! columns::write::<Int32Type, _>(&mut group, 100, |row| Some(row as i32))?;
//! columns::write::<Int32Type, _>(&mut group, 100, |row| (row < 10).then_some((row * row) as i32))?;
//! group.close()?;
//! let file = SerializedFileReader::new(bytes::Bytes::from(writer.into_inner()?))?;
//! assert_eq!(file.get_row_iter(None)?.last().unwrap()?.to_string(), "{root: 99, square: null}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};
use std::sync::Arc;

use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

/// Values handed over at once.
const BATCH: usize = 1 << 12;

/// What all files have: these words on what is in them, and the least and the greatest of each column of a group.
pub fn settings(described: &[(&str, &str)]) -> WriterPropertiesBuilder {
    let entry = |&(key, value): &(&str, &str)| KeyValue::new(key.to_owned(), value.to_owned());
    WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_created_by("saltus".to_owned())
        .set_key_value_metadata(Some(described.iter().map(entry).collect()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
}

/// A file with the columns of a schema, as Parquet writes schemas.
///
/// # Errors
/// What `out` says, or what is wrong with the schema.
pub fn writer<W: Write + Send>(
    out: W,
    schema: &str,
    settings: WriterPropertiesBuilder,
) -> io::Result<SerializedFileWriter<W>> {
    let schema = Arc::new(parse_message_type(schema).map_err(failure)?);
    SerializedFileWriter::new(out, schema, Arc::new(settings.build())).map_err(failure)
}

/// Writes the next column of a group: the value of each row, from 0. Only an optional column may lack some.
///
/// # Errors
/// What the file says.
///
/// # Panics
/// When the schema has no more columns, or the next one has another type.
pub fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: usize,
    mut value: impl FnMut(usize) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has this column");
    let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::new());
    for start in (0..rows).step_by(BATCH) {
        values.clear();
        levels.clear();
        for row in start..rows.min(start + BATCH) {
            let value = value(row);
            levels.push(i16::from(value.is_some()));
            values.extend(value);
        }
        let column = column.typed::<T>();
        let levels = (column.get_descriptor().max_def_level() > 0).then_some(&*levels);
        column.write_batch(&values, levels, None)?;
    }
    column.close()
}

/// What the system said, where that is what went wrong.
pub fn failure(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}
