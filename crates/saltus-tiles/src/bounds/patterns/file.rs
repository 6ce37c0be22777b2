//! The files of tables, byte for byte.
//!
//! A file is a header of text lines, the packed entries ([`super::table`]), and nothing behind them:
//!
//! ```text
//! saltus table 1
//! board 4x4
//! vacancy 16              goal cell of the vacancy, cells counted from 1
//! pattern 1 2 5 6         goal cells of the tiles, ascending
//! bits 4                  or 8
//! entries 48568           with those that cannot be reached
//! bytes 24284             of the entries
//! payload 0123abcd        their CRC-32 (IEEE)
//! header 4567cdef         that of all lines above
//! ```
//!
//! Nothing of a file is used before all of it is found to be right.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::build::{Halves, Shape};
use super::manhattan::Sums;
use super::table::{Table, Width, cut, entries_of, runs, unpack};
use super::{MOST_CELLS, MOST_TILES, Pattern};
use saltus_core::limits::{Limits, Stop};

/// The version that is written and read.
const VERSION: u64 = 1;

/// No header has more bytes.
pub const LONGEST_HEADER: usize = 512;

/// Why a file is of no use.
#[derive(Debug)]
pub struct Fault {
    /// The file, or the folder that was to hold it.
    pub file: PathBuf,
    /// What is wrong with it.
    pub trouble: Trouble,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum Trouble {
    /// There is none.
    Missing,
    /// The system refused.
    System {
        /// What was being done, such as "reading".
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// It does not hold what it should.
    Corrupt {
        /// Where.
        place: String,
        /// The rule broken.
        why: String,
    },
    /// Another process is writing it.
    Locked,
    /// A limit was reached.
    Stop(Stop),
}

impl Fault {
    /// A fault of a file.
    pub fn new(file: &Path, trouble: Trouble) -> Self {
        Fault { file: file.to_owned(), trouble }
    }

    /// The fault of what the system refused.
    pub(super) fn system<'a>(file: &'a Path, doing: &'static str) -> impl Fn(io::Error) -> Fault + 'a {
        move |error| Fault::new(file, Trouble::System { doing, error })
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stop(stop)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.file.display())?;
        match &self.trouble {
            Trouble::Missing => f.write_str("there is no such table"),
            Trouble::System { doing, error } => write!(f, "{doing} failed: {error}"),
            Trouble::Corrupt { place, why } => write!(f, "{place}: {why}"),
            Trouble::Locked => f.write_str("another process is building this table"),
            Trouble::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// What the header of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The pattern.
    pub pattern: Pattern,
    /// How entries are stored.
    pub width: Width,
    /// How many there are.
    pub entries: u64,
    /// The CRC-32 of the payload.
    pub checksum: u32,
}

/// The place in a file and the rule broken there.
type Broken = (String, String);

fn broken(place: impl Into<String>, why: impl Into<String>) -> Broken {
    (place.into(), why.into())
}

/// The words that begin the lines, behind the first.
const KEYS: [&str; 8] = ["board", "vacancy", "pattern", "bits", "entries", "bytes", "payload", "header"];

impl Header {
    /// The header of a table.
    pub fn of(table: &Table) -> Self {
        let (pattern, entries) = (table.pattern().clone(), table.entries() as u64);
        Header { pattern, width: table.width(), entries, checksum: table.checksum() }
    }

    /// Bytes of the payload.
    pub fn bytes(&self) -> u64 {
        match self.width {
            Width::Four => self.entries.div_ceil(2),
            Width::Eight => self.entries,
        }
    }

    /// The lines.
    pub fn text(&self) -> String {
        let Header { pattern, width, entries, checksum } = self;
        let cells: Vec<String> = pattern.cells().iter().map(|cell| (cell + 1).to_string()).collect();
        let mut text = format!(
            "saltus table {VERSION}\nboard {}x{}\nvacancy {}\npattern {}\nbits {}\nentries {entries}\nbytes {}\npayload {checksum:08x}\n",
            pattern.height(),
            pattern.width(),
            pattern.last_vacancy() + 1,
            cells.join(" "),
            width.bits(),
            self.bytes(),
        );
        let header = crc32fast::hash(text.as_bytes());
        writeln!(text, "header {header:08x}").expect("a text takes everything");
        text
    }

    /// Reads the header at the beginning of a file; gives its length, too.
    fn parse(begin: &[u8]) -> Result<(Self, usize), Broken> {
        version(begin)?;
        let mut lines = begin.split_inclusive(|&byte| byte == b'\n').skip(1);
        let mut values = Vec::with_capacity(KEYS.len());
        let mut before = 0;
        let mut length = begin.iter().position(|&byte| byte == b'\n').unwrap_or_default() + 1;
        for (number, key) in (2..).zip(KEYS) {
            let place = format!("line {number}");
            let line = lines.next().and_then(|line| line.strip_suffix(b"\n"));
            let cut =
                if begin.len() < LONGEST_HEADER { "the file ends within its header" } else { "the line is too long" };
            let line = line.ok_or_else(|| broken(&place, cut))?;
            let value = line.strip_prefix(key.as_bytes()).and_then(|rest| rest.strip_prefix(b" "));
            let value = value.and_then(|value| std::str::from_utf8(value).ok());
            values.push(value.ok_or_else(|| broken(&place, format!("\"{key}\" and its value belong here")))?);
            before = length;
            length += line.len() + 1;
        }
        let checksum = crc32fast::hash(&begin[..before]);
        if values[7] != format!("{checksum:08x}") {
            return Err(broken(
                "line 9",
                format!("the header's checksum is {checksum:08x}, not {}", values[7].escape_debug()),
            ));
        }
        let header = Header::from_values(&values)?;
        // So no number has leading zeros, and nothing stands behind a value.
        let text = header.text();
        let same = begin[..length].iter().zip(text.as_bytes()).take_while(|(found, meant)| found == meant).count();
        if same < length || text.len() != length {
            let line = 1 + begin[..same].iter().filter(|&&byte| byte == b'\n').count();
            return Err(broken(format!("line {line}"), "the value is not written as it should be"));
        }
        Ok((header, length))
    }

    fn from_values(values: &[&str]) -> Result<Self, Broken> {
        let (height, width) = board(values[0]).ok_or_else(|| {
            broken(
                "line 2",
                format!("a board is HxW with at most {MOST_CELLS} cells, not {}", values[0].escape_debug()),
            )
        })?;
        let cell = |text: &str| {
            number(text).filter(|cell| (1..=(height * width) as u64).contains(cell)).map(|cell| cell as u8 - 1)
        };
        let vacancy = cell(values[1]).ok_or_else(|| broken("line 3", "that is no cell of the board"))?;
        let cells: Option<Vec<u8>> = values[2].split(' ').filter(|word| !word.is_empty()).map(cell).collect();
        let cells = cells.ok_or_else(|| broken("line 4", "not all of these are cells of the board"))?;
        if cells.len() > MOST_TILES || cells.contains(&vacancy) || !cells.windows(2).all(|pair| pair[0] < pair[1]) {
            let why = format!("a pattern has at most {MOST_TILES} cells, ascending, without the vacancy's");
            return Err(broken("line 4", why));
        }
        let bits = match values[3] {
            "4" => Width::Four,
            "8" => Width::Eight,
            _ => return Err(broken("line 5", "an entry has 4 or 8 bits")),
        };
        let entries = number(values[4]).filter(|&entries| entries < 1 << 48);
        let entries = entries.ok_or_else(|| broken("line 6", "that is no number of entries"))?;
        let checksum = u32::from_str_radix(values[6], 16).map_err(|_| broken("line 8", "that is no checksum"))?;
        let pattern = Pattern::new(height, width, vacancy.into(), &cells);
        let header = Header { pattern, width: bits, entries, checksum };
        let bytes = header.bytes();
        if number(values[5]) != Some(bytes) {
            return Err(broken(
                "line 7",
                format!("so many entries have {bytes} bytes, not {}", values[5].escape_debug()),
            ));
        }
        Ok(header)
    }
}

/// Finds out whether this is a table, and of a version that we read.
fn version(begin: &[u8]) -> Result<(), Broken> {
    let line = begin.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let said = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix("saltus table ")).and_then(number);
    match said {
        _ if begin.is_empty() => Err(broken("line 1", "the file is empty")),
        Some(VERSION) => Ok(()),
        Some(other) => {
            let age = if other > VERSION { "newer" } else { "older" };
            let why = format!(
                "the file has version {other} of the format, {age} than version {VERSION}, which this program reads"
            );
            Err(broken("line 1", why))
        }
        None => Err(broken("line 1", "this is no table: a table begins with \"saltus table 1\"")),
    }
}

/// A number without sign.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn board(text: &str) -> Option<(usize, usize)> {
    let (height, width) = text.split_once('x')?;
    let (height, width) = (number(height)?, number(width)?);
    let cells = height.checked_mul(width)?;
    (1..=MOST_CELLS as u64).contains(&cells).then_some((height as usize, width as usize))
}

/// An open file of which the header is read and is right, the length too.
struct Opened {
    file: File,
    header: Header,
    /// What was read of the payload with the header.
    begin: Vec<u8>,
}

fn open(path: &Path) -> Result<Opened, Fault> {
    let reading = Fault::system(path, "reading");
    let corrupt = |(place, why): Broken| Fault::new(path, Trouble::Corrupt { place, why });
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Fault::new(path, Trouble::Missing)),
        found => found.map_err(&reading)?,
    };
    // Opening a named pipe would wait for a writer.
    if !found.is_file() {
        let what = if found.is_dir() { "a folder" } else { "no regular file" };
        return Err(corrupt(broken("in place of a table", format!("there is {what}"))));
    }
    let mut file = File::open(path).map_err(&reading)?;
    let mut begin = Vec::with_capacity(LONGEST_HEADER);
    (&mut file).take(LONGEST_HEADER as u64).read_to_end(&mut begin).map_err(&reading)?;
    let (header, length) = Header::parse(&begin).map_err(corrupt)?;
    let (bytes, there) = (header.bytes(), file.metadata().map_err(&reading)?.len().saturating_sub(length as u64));
    if there != bytes {
        let (place, all) = (format!("byte {}", length as u64 + there.min(bytes) + 1), length as u64 + bytes);
        let why = if there < bytes {
            format!("the file ends here, before its {all} bytes are over")
        } else {
            format!("the file goes on here, although its {all} bytes are over")
        };
        return Err(corrupt((place, why)));
    }
    Ok(Opened { file, header, begin: begin.split_off(length) })
}

/// Reads the header of a pattern's table, and looks at the file's length.
///
/// # Errors
/// What is wrong with it.
pub fn header_of(path: &Path, pattern: &Pattern) -> Result<Header, Fault> {
    open_of(path, pattern).map(|opened| opened.header)
}

/// Opens the table of a pattern.
fn open_of(path: &Path, pattern: &Pattern) -> Result<Opened, Fault> {
    let opened = open(path)?;
    let corrupt = |line, why| Err(Fault::new(path, Trouble::Corrupt { place: format!("line {line}"), why }));
    let found = &opened.header.pattern;
    if (found.height(), found.width()) != (pattern.height(), pattern.width()) {
        return corrupt(2, format!("this is a table for {}x{} cells", found.height(), found.width()));
    }
    if found.cells() != pattern.cells() {
        return corrupt(4, "this is the table of another pattern".into());
    }
    if found != pattern {
        return corrupt(3, "this is the table for a goal with the vacancy elsewhere".into());
    }
    Ok(opened)
}

/// A payload that is read piece by piece.
struct Payload<'a> {
    path: &'a Path,
    opened: Opened,
    checksum: crc32fast::Hasher,
}

impl<'a> Payload<'a> {
    /// Opens the table of a pattern.
    fn open(path: &'a Path, shape: &Shape, pattern: &Pattern) -> Result<Self, Fault> {
        let opened = open_of(path, pattern)?;
        if opened.header.entries != shape.entries() as u64 {
            let why = format!("a table of this pattern has {} entries", shape.entries());
            return Err(Fault::new(path, Trouble::Corrupt { place: "line 6".into(), why }));
        }
        Ok(Payload { path, opened, checksum: crc32fast::Hasher::new() })
    }

    /// Fills a piece.
    fn read(&mut self, piece: &mut [u8]) -> Result<(), Fault> {
        let known = self.opened.begin.len().min(piece.len());
        let (first, rest) = piece.split_at_mut(known);
        first.copy_from_slice(&self.opened.begin[..known]);
        self.opened.begin.drain(..known);
        self.opened.file.read_exact(rest).map_err(Fault::system(self.path, "reading"))?;
        self.checksum.update(piece);
        Ok(())
    }

    /// Compares the checksums.
    fn finish(self) -> Result<Header, Fault> {
        let (found, said) = (self.checksum.finalize(), self.opened.header.checksum);
        if found == said {
            return Ok(self.opened.header);
        }
        let why = format!("their checksum is {found:08x}, not {said:08x} as line 8 says");
        Err(Fault::new(self.path, Trouble::Corrupt { place: "the entries".into(), why }))
    }
}

/// Reads the table of a pattern.
///
/// # Errors
/// What is wrong with the file, or the limit that was reached.
pub fn read(path: &Path, shape: &Shape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Table, Fault> {
    let stop = |stop| Fault::new(path, Trouble::Stop(stop));
    let mut payload = Payload::open(path, shape, pattern)?;
    let (width, bytes) = (payload.opened.header.width, payload.opened.header.bytes());
    limits.afford(bytes).map_err(stop)?;
    let mut entries = vec![0; bytes as usize];
    let mut done = 0;
    for piece in entries.chunks_mut(PIECE) {
        payload.read(piece)?;
        done += piece.len() as u64;
        limits.report(READING, done, Some(bytes));
        limits.spend(0, 0).map_err(stop)?;
    }
    payload.finish()?;
    Ok(Table::from_payload(shape, pattern.clone(), width, entries))
}

/// Reads the table of a pattern and compares its checksums, keeping nothing.
///
/// # Errors
/// What is wrong with the file, or the limit that was reached.
pub fn check(path: &Path, shape: &Shape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Header, Fault> {
    let mut payload = Payload::open(path, shape, pattern)?;
    let bytes = payload.opened.header.bytes();
    let mut piece = vec![0; PIECE.min(bytes as usize)];
    let mut done = 0;
    while done < bytes {
        let many = PIECE.min((bytes - done) as usize);
        payload.read(&mut piece[..many])?;
        done += many as u64;
        limits.report(READING, done, Some(bytes));
        limits.spend(0, 0).map_err(|stop| Fault::new(path, Trouble::Stop(stop)))?;
    }
    payload.finish()
}

/// Bytes that are read or written in one go.
pub(super) const PIECE: usize = 1 << 22;
const READING: &str = "reading a table";

/// Reads of the table of a pattern what slopes are found from, without holding the whole file.
///
/// # Errors
/// What is wrong with the file, or the limit that was reached.
pub fn read_halves(path: &Path, shape: &Shape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Halves, Fault> {
    let stop = |stop| Fault::new(path, Trouble::Stop(stop));
    let payload = Payload::open(path, shape, pattern)?;
    let (width, words) = (payload.opened.header.width, shape.orders.div_ceil(64));
    limits.afford(8 * (shape.sets.blocks() * words) as u64).map_err(stop)?;
    let sums = Sums::new(pattern);
    let mut bits = vec![0; shape.sets.blocks() * words];
    let (runs, all) = (runs(shape), shape.entries() as u64);
    let pieces = cut(&mut bits, runs.iter().map(|run| entries_of(shape, run) / shape.orders * words));
    // One thread reads while the others unpack.
    let source = Mutex::new((payload, runs.into_iter().zip(pieces), 0));
    let worker = || -> Result<(), Fault> {
        let mut piece = Vec::new();
        loop {
            let mut source = source.lock().expect("no panic");
            let Some((run, bits)) = source.1.next() else { return Ok(()) };
            let entries = entries_of(shape, &run);
            piece.resize(width.bytes(entries), 0);
            source.0.read(&mut piece)?;
            source.2 += entries as u64;
            limits.report(READING, source.2, Some(all));
            drop(source);
            limits.spend(0, 0).map_err(stop)?;
            unpack(shape, &sums, width, run, &piece, bits);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..limits.threads).map(|_| scope.spawn(worker)).collect();
        let mine = worker();
        others.into_iter().map(|other| other.join().expect("no panic")).fold(mine, Result::and)
    })?;
    let (payload, ..) = source.into_inner().expect("no panic");
    payload.finish()?;
    Ok(Halves::new(shape, bits))
}
