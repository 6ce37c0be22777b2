//! What is finished of a search in a folder: the file `state` of the [store](saltus_core::store),
//! which is replaced as a whole after each layer. Its header says
//!
//! ```text
//! saltus space 2
//! board 2x3
//! vacancy 6                       its goal cell, from 1
//! distances no                    always
//! ```
//!
//! and so on, and its payload
//!
//! ```text
//! layers 1 2 3                    those that are finished
//! file layer-2 XXXXXXXX           a file that is needed, and its CRC-32
//! file layer-1 XXXXXXXX
//! complete                        when all layers are there; then a line for each board named:
//! farthest 4 5 6 1 2 3            the goal cells, from 1
//! ```

use std::fmt::Write as _;
use std::path::Path;

use super::failure::{damaged, of_store, unusable};
use saltus_core::answers::CannotSurvey;
use saltus_core::fs;
use saltus_core::limits::Limits;
use saltus_core::store::{Fault, Kind, LOCK, Lease, Reader, Trouble};

/// The file. The code is that of [`super`].
const KIND: Kind = Kind { name: "space", format: 2, code: 1, lines: &["board", "vacancy", "distances"] };
/// The name of the file.
const NAME: &str = "state";
/// The name while it is written.
const DRAFT: &str = "state.part";

/// What a folder holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) height: usize,
    pub(super) width: usize,
    /// The goal cell of the vacancy, from 0.
    pub(super) vacancy: usize,
    pub(super) layers: Vec<u64>,
    /// Names and checksums.
    pub(super) files: Vec<(String, u32)>,
    /// When all is done, the boards named.
    pub(super) farthest: Option<Vec<Vec<u8>>>,
}

impl Journal {
    /// Reads the journal of a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, CannotSurvey> {
        let path = folder.join(NAME);
        let (values, text) = match read(&path) {
            Err(Fault { trouble: Trouble::Missing(_), .. }) => return Ok(None),
            found => found.map_err(of_store)?,
        };
        let journal = std::str::from_utf8(&text).ok().and_then(|text| Self::parse(&values, text));
        journal.map(Some).ok_or_else(|| damaged(&path, "it is not what was written there"))
    }

    /// Writes it so that there is always either the old one or the new one.
    pub(super) fn write(&self, folder: &Path) -> Result<(), CannotSurvey> {
        let written = || {
            let mut writer = Lease::take(&KIND, &folder.join(NAME), &Limits::DEFAULT)?.writer(&self.values())?;
            writer.write(self.payload().as_bytes())?;
            writer.finish().map(drop)
        };
        written().map_err(of_store)
    }

    /// The files that the journal needs.
    pub(super) fn sum_of(&self, name: &str) -> Option<u32> {
        self.files.iter().find(|file| file.0 == name).map(|file| file.1)
    }

    /// The lines of the header.
    fn values(&self) -> [String; 3] {
        let Journal { height, width, vacancy, .. } = self;
        [format!("{height}x{width}"), (vacancy + 1).to_string(), "no".to_owned()]
    }

    fn payload(&self) -> String {
        let add = "a string takes all";
        let mut text = format!("layers {}\n", words(&self.layers));
        for (name, sum) in &self.files {
            writeln!(text, "file {name} {sum:08x}").expect(add);
        }
        if let Some(farthest) = &self.farthest {
            text.push_str("complete\n");
            for board in farthest {
                let cells = board.iter().map(|&cell| u32::from(cell) + 1);
                writeln!(text, "farthest {}", words(cells)).expect(add);
            }
        }
        text
    }

    fn parse(values: &[String], text: &str) -> Option<Self> {
        let [board, vacancy, _] = values else { return None };
        let (height, width) = board.split_once('x')?;
        let mut lines = text.lines().peekable();
        let mut journal = Journal {
            height: height.parse().ok()?,
            width: width.parse().ok()?,
            vacancy: vacancy.parse::<usize>().ok()?.checked_sub(1)?,
            layers: numbers(lines.next()?.strip_prefix("layers ")?)?,
            files: Vec::new(),
            farthest: None,
        };
        while let Some(file) = lines.next_if(|line| line.starts_with("file ")) {
            let (name, sum) = file["file ".len()..].split_once(' ')?;
            journal.files.push((name.to_owned(), u32::from_str_radix(sum, 16).ok()?));
        }
        if lines.next() == Some("complete") {
            journal.farthest = Some(lines.map(self::board).collect::<Option<_>>()?);
        }
        // Whatever was not understood shows itself here.
        (journal.payload() == text && journal.values() == values).then_some(journal)
    }
}

/// The lines of the header, and the payload.
fn read(path: &Path) -> Result<(Vec<String>, Vec<u8>), Fault> {
    let mut reader = Reader::open(&KIND, path)?;
    let mut text = vec![0; reader.header().bytes as usize];
    reader.read(&mut text)?;
    Ok((reader.finish()?.values, text))
}

fn board(line: &str) -> Option<Vec<u8>> {
    let cells = numbers(line.strip_prefix("farthest ")?)?;
    cells.into_iter().map(|cell| u8::try_from(cell.checked_sub(1)?).ok()).collect()
}

fn words<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(' ').map(|word| word.parse().ok()).collect()
}

/// The path of a layer's file.
pub(super) fn layer_name(distance: usize) -> String {
    format!("layer-{distance}")
}

/// Whether a file of this name may be one of a search.
pub(super) fn is_ours(name: &str) -> bool {
    let is_layer = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    name.strip_prefix("layer-").is_some_and(is_layer) || [NAME, DRAFT, LOCK].contains(&name)
}

/// The names of what is in a folder; empty where one is no text.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, CannotSurvey> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unusable(folder, error))? {
        let name = entry.map_err(|error| unusable(folder, error))?.file_name();
        names.push(name.into_string().unwrap_or_default());
    }
    Ok(names)
}
