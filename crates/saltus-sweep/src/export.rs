//! The layers of a sweep as a dataset of Parquet files, for programs that read tables.
//!
//! Each layer is `distance=K/part-0.parquet`, as such programs read folders: the distance is a column that comes from the path.
//! A file is written under another name and gets its own when it is whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::data_type::{ByteArray, ByteArrayType, FixedLenByteArray, FixedLenByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use saltus_core::answers::CannotSurvey;
use saltus_core::columns::{self, failure};
use saltus_core::engine::to_bytes;
use saltus_core::limits::Limits;
use saltus_core::puzzle::Keyed;
use saltus_core::store::{self, Fault, Trouble};

use crate::Lock;
use crate::keys::Keys;
use crate::layer::{BUCKETS, told};
use crate::manifest::{Folder, Manifest};

/// Rows of a group.
const GROUP: usize = 1 << 17;

/// Words of the widest key. Readers take narrower ones as well, and nothing is compared here.
const WIDEST: usize = 8;

const NAME: &str = "part-0.parquet";

/// What a file is called while it is written.
const UNFINISHED: &str = "part-0.unfinished";

/// Writes all layers of a whole sweep into a folder of their own, which is made where it is missing: a row for each key.
///
/// Columns are `position` (the line of [`Keyed::line`]; missing where the start has none), `key` (an unsigned number, where it has at
/// most 8 bytes; else its bytes) and `positions` (how many the key stands for). Files that are whole are kept. Bytes of the files
/// depend on the space alone. Memory is that of 2^17 keys.
///
/// # Errors
/// The limit on time that was reached, or one sentence: on a sweep that is not whole, in use or damaged, on a folder that holds
/// something else, on what the system refused.
///
/// ```
/// use saltus_core::{answers::Answers, limits::Limits, registry::Registry};
/// use saltus_sweep::{Settings, export, sweep};
///
/// # let [layers, dataset] = [(); 2].map(|()| tempfile::tempdir().unwrap());
/// # let [layers, dataset] = [&layers, &dataset].map(|folder| folder.path());
/// let puzzle = Registry::new().with::<saltus_shifting::reverse::Instance>().parse("reverse 4 from=0").unwrap();
/// let (keyed, line) = (puzzle.keyed().unwrap(), puzzle.to_string());
/// sweep(&keyed, &line, &Settings::new(layers), &Limits::default()).unwrap();
/// export(&*keyed, &line, layers, dataset, &Limits::default()).unwrap();
/// assert!(dataset.join("distance=12/part-0.parquet").exists());
/// ```
pub fn export(
    keyed: &dyn Keyed,
    instance: &str,
    layers: &Path,
    dataset: &Path,
    limits: &Limits<'_>,
) -> Result<(), CannotSurvey> {
    let storage = CannotSurvey::Storage;
    let folder = Folder::new(keyed, layers, instance);
    let _lock = match store::lock_folder(layers) {
        Ok(lock) => Some(Lock(lock)),
        // Nobody changes what nobody can write to.
        Err(Fault { trouble: Trouble::System { error, .. }, .. }) if is_refused(&error) => None,
        Err(fault) => return Err(storage(fault.to_string())),
    };
    let mut layers = folder.layers().map_err(storage)?;
    if layers.pop().is_none_or(|last| last.keys > 0) {
        return Err(storage(format!("{}: the sweep is not whole", folder.path.display())));
    }
    let mut start = vec![0; keyed.width()];
    keyed.start(&mut start);
    let export = Export { keyed, folder, layers, dataset, is_shown: keyed.line(&start).is_some() };
    let left = export.left().map_err(storage)?;
    let all = left.iter().map(|&layer| export.layers[layer].keys).sum();
    let mut done = 0;
    for layer in left {
        export.write(layer, limits, &mut done, all)?;
    }
    Ok(())
}

/// Whether a folder is only for reading.
fn is_refused(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

struct Export<'a> {
    keyed: &'a dyn Keyed,
    folder: Folder,
    layers: Vec<Manifest>,
    dataset: &'a Path,
    /// Whether positions have lines.
    is_shown: bool,
}

impl Export<'_> {
    /// The folder of a layer.
    fn place(&self, layer: usize) -> PathBuf {
        self.dataset.join(format!("distance={layer}"))
    }

    /// The layers that are not there yet; finds out that nothing else is.
    fn left(&self) -> Result<Vec<usize>, String> {
        let foreign = |path: &Path| format!("{}: this is no part of the dataset: name another folder", path.display());
        if self.dataset.metadata().is_ok_and(|found| !found.is_dir()) {
            return Err(format!(
                "{}: this is no folder: a sweep is written as a folder of files",
                self.dataset.display()
            ));
        }
        fs::create_dir_all(self.dataset).map_err(|error| told(self.dataset, "making the folder", error))?;
        let places: Vec<PathBuf> = (0..self.layers.len()).map(|layer| self.place(layer)).collect();
        let names = |folder: &Path| -> Result<Vec<PathBuf>, String> {
            let names = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
            names.map_err(|error| told(folder, "reading the folder", error))
        };
        for place in names(self.dataset)? {
            if !places.contains(&place) || !place.is_dir() {
                return Err(foreign(&place));
            }
            for file in names(&place)? {
                if file != place.join(NAME) && file != place.join(UNFINISHED) {
                    return Err(foreign(&file));
                }
            }
        }
        let mut left = Vec::new();
        for (layer, place) in places.iter().enumerate() {
            let file = place.join(NAME);
            match File::open(&file) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => left.push(layer),
                Err(error) => return Err(told(&file, "reading", error)),
                Ok(open) => {
                    if !self.is_own(open, layer) {
                        return Err(foreign(&file));
                    }
                }
            }
        }
        Ok(left)
    }

    /// Whether a file is that of a layer.
    fn is_own(&self, file: File, layer: usize) -> bool {
        let puzzle = KeyValue::new("puzzle".to_owned(), self.folder.instance.clone());
        SerializedFileReader::new(file).is_ok_and(|reader| {
            let file = reader.metadata().file_metadata();
            file.num_rows() as u64 == self.layers[layer].keys
                && file.key_value_metadata().is_some_and(|entries| entries.contains(&puzzle))
        })
    }

    fn write(&self, layer: usize, limits: &Limits<'_>, done: &mut u64, all: u64) -> Result<(), CannotSurvey> {
        let place = self.place(layer);
        let [unfinished, whole] = [UNFINISHED, NAME].map(|name| place.join(name));
        let storage = |doing: &'static str, error| CannotSurvey::Storage(told(&whole, doing, error));
        let writing = |error| storage("writing", error);
        let mut keys = Keys::new(&self.folder, &self.layers, layer, (0..BUCKETS).collect());
        let mut rows = Vec::new();
        let open = || {
            fs::create_dir_all(&place)?;
            self.file(File::create(&unfinished)?)
        };
        let mut file = open().map_err(|error| storage("making the file", error))?;
        loop {
            limits.report("writing positions", *done, Some(all));
            limits.spend(0, 0).map_err(CannotSurvey::Stop)?;
            fill(&mut keys, self.folder.width, &mut rows).map_err(CannotSurvey::Storage)?;
            if rows.is_empty() {
                break;
            }
            self.add(&mut file, &rows).map_err(|error| writing(failure(error)))?;
            *done += (rows.len() / self.folder.width) as u64;
        }
        let finish = || {
            file.into_inner().map_err(failure)?.sync_all()?;
            fs::rename(&unfinished, &whole)
        };
        finish().map_err(writing)
    }

    /// The file of a layer, without rows.
    fn file(&self, out: File) -> io::Result<SerializedFileWriter<File>> {
        let width = self.folder.width;
        let is_number = width <= size_of::<u64>();
        let position = if self.is_shown { "optional binary position (STRING); " } else { "" };
        let key = if is_number {
            "int64 key (INTEGER(64,false))".into()
        } else {
            format!("fixed_len_byte_array({width}) key")
        };
        let schema =
            format!("message sweep {{ {position}required {key}; required int64 positions (INTEGER(64,false)); }}");
        let column = |name: &str| ColumnPath::from(name);
        let mut settings = columns::settings(&[
            ("puzzle", &self.folder.instance),
            (
                "position",
                "a position, as an instance or as it is arranged; its distance from the start is in the name of the folder",
            ),
            ("key", "what the sweep knows the position by"),
            ("positions", "how many positions the key stands for: those that symmetries make of one"),
        ])
        .set_compression(Compression::GZIP(GzipLevel::try_new(1).map_err(failure)?))
        .set_column_dictionary_enabled(column("position"), false)
        .set_column_encoding(column("position"), Encoding::DELTA_BYTE_ARRAY)
        .set_column_dictionary_enabled(column("key"), false);
        // Polars reads keys of bytes only plainly written.
        let encoding = if is_number { Encoding::DELTA_BINARY_PACKED } else { Encoding::PLAIN };
        settings = settings.set_column_encoding(column("key"), encoding);
        columns::writer(out, &schema, settings)
    }

    /// Adds a group of rows.
    fn add(&self, file: &mut SerializedFileWriter<File>, keys: &[u8]) -> Result<(), ParquetError> {
        let (width, rows) = (self.folder.width, keys.len() / self.folder.width);
        let key = |row: usize| &keys[row * width..(row + 1) * width];
        let mut group = file.next_row_group()?;
        if self.is_shown {
            let line = |row| self.keyed.line(key(row)).map(|line| ByteArray::from(line.into_bytes()));
            columns::write::<ByteArrayType, _>(&mut group, rows, line)?;
        }
        if width <= size_of::<u64>() {
            let number = |row| key(row).iter().fold(0, |number, &byte| number << 8 | i64::from(byte));
            columns::write::<Int64Type, _>(&mut group, rows, |row| Some(number(row)))?;
        } else {
            let bytes = |row| FixedLenByteArray::from(key(row).to_vec());
            columns::write::<FixedLenByteArrayType, _>(&mut group, rows, |row| Some(bytes(row)))?;
        }
        columns::write::<Int64Type, _>(&mut group, rows, |row| Some(self.keyed.weight(key(row)) as i64))?;
        group.close()?;
        Ok(())
    }
}

/// Fills rows with the next keys, one after another; none at the end.
fn fill(keys: &mut Keys<'_, WIDEST>, width: usize, rows: &mut Vec<u8>) -> Result<(), String> {
    rows.clear();
    while rows.len() < GROUP * width
        && let Some(key) = keys.next()?
    {
        let from = rows.len();
        rows.resize(from + width, 0);
        to_bytes(&key, &mut rows[from..]);
    }
    Ok(())
}
