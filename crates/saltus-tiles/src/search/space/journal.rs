//! What is finished of a search in a folder: the file `state`, which is replaced as a whole after each layer.
//!
//! ```text
//! saltus space 1
//! board 2x3
//! vacancy 6                       its goal cell, from 1
//! distances yes                   or no
//! layers 1 2 3                    those that are finished
//! file layer-2 XXXXXXXX           a file that is needed, and its CRC-32
//! file layer-1 XXXXXXXX
//! complete                        only when all layers are there; then one line for each board named:
//! farthest 4 5 6 1 2 3            the goal cells, from 1
//! check XXXXXXXX                  the CRC-32 of all bytes before this line
//! ```

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::Failure;

/// The name of the file.
pub(super) const NAME: &str = "state";
/// The name while it is written.
const DRAFT: &str = "state.new";
/// The name of an empty file that is locked while the folder is in use.
pub(super) const LOCK: &str = "lock";
/// The files of distances, for white and for black cells.
pub(super) const LATE: [&str; 2] = ["late-white", "late-black"];

/// What a folder holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) height: usize,
    pub(super) width: usize,
    /// The goal cell of the vacancy, from 0.
    pub(super) vacancy: usize,
    /// Whether distances are kept.
    pub(super) distances: bool,
    pub(super) layers: Vec<u64>,
    /// Names and checksums.
    pub(super) files: Vec<(String, u32)>,
    /// When all is done, the boards named.
    pub(super) farthest: Option<Vec<Vec<u8>>>,
}

impl Journal {
    /// Reads the journal of a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::file(&path, error)),
        };
        let journal = std::str::from_utf8(&text).ok().and_then(Self::parse);
        journal.map(Some).ok_or_else(|| Failure::damaged(&path, "it is not what was written there".into()))
    }

    /// Writes it so that there is always either the old one or the new one.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let (draft, path) = (folder.join(DRAFT), folder.join(NAME));
        let text = self.show();
        let write = || {
            let mut file = File::create(&draft)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, &path)
        };
        write().map_err(|error| Failure::file(&path, error))?;
        // Not all systems can sync a folder; those that cannot need not.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// The files that the journal needs.
    pub(super) fn sum_of(&self, name: &str) -> Option<u32> {
        self.files.iter().find(|file| file.0 == name).map(|file| file.1)
    }

    fn show(&self) -> String {
        let Journal { height, width, vacancy, distances, layers, files, farthest } = self;
        let distances = if *distances { "yes" } else { "no" };
        let mut text =
            format!("saltus space 1\nboard {height}x{width}\nvacancy {}\ndistances {distances}\n", vacancy + 1);
        let add = "a string takes all";
        writeln!(text, "layers {}", words(layers)).expect(add);
        for (name, sum) in files {
            writeln!(text, "file {name} {sum:08x}").expect(add);
        }
        if let Some(farthest) = farthest {
            text.push_str("complete\n");
            for board in farthest {
                let cells = board.iter().map(|&cell| u32::from(cell) + 1);
                writeln!(text, "farthest {}", words(cells)).expect(add);
            }
        }
        writeln!(text, "check {:08x}", crc32fast::hash(text.as_bytes())).expect(add);
        text
    }

    fn parse(text: &str) -> Option<Self> {
        let (body, check) = text.split_at_checked(text.len().checked_sub("check 01234567\n".len())?)?;
        if check != format!("check {:08x}\n", crc32fast::hash(body.as_bytes())) {
            return None;
        }
        let mut lines = body.strip_prefix("saltus space 1\n")?.lines().peekable();
        let (height, width) = lines.next()?.strip_prefix("board ")?.split_once('x')?;
        let vacancy: usize = lines.next()?.strip_prefix("vacancy ")?.parse().ok()?;
        let distances = lines.next()?.strip_prefix("distances ")? == "yes";
        let layers = numbers(lines.next()?.strip_prefix("layers ")?)?;
        let mut journal = Journal {
            height: height.parse().ok()?,
            width: width.parse().ok()?,
            vacancy: vacancy.checked_sub(1)?,
            distances,
            layers,
            files: Vec::new(),
            farthest: None,
        };
        while let Some(file) = lines.next_if(|line| line.starts_with("file ")) {
            let (name, sum) = file["file ".len()..].split_once(' ')?;
            journal.files.push((name.to_owned(), u32::from_str_radix(sum, 16).ok()?));
        }
        if lines.next() == Some("complete") {
            journal.farthest = Some(lines.map(board).collect::<Option<_>>()?);
        }
        // Whatever was not understood shows itself here.
        (journal.show() == text).then_some(journal)
    }
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

/// Whether a file may be one of a search.
pub(super) fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_layer = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    name.strip_prefix("layer-").is_some_and(is_layer) || [NAME, DRAFT, LOCK].contains(&name) || LATE.contains(&name)
}

/// The layers' files that the journal does not need.
pub(super) fn leftovers(folder: &Path, journal: &Journal) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file(folder, error))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Failure::file(folder, error))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if name.starts_with("layer-") && is_ours(&path) && journal.sum_of(&name).is_none() {
            paths.push(path);
        }
    }
    Ok(paths)
}
