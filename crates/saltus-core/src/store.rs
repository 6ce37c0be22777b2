//! Files that outlive a process: tables, the layers of long searches, and journals of these.
//!
//! All have one form: a header of text lines, then the payload, and nothing after it.
//!
//! ```text
//! saltus table 3                      what it is, and the version of its format
//! board 4x4                           what the payload belongs to; each kind has lines of its own
//! bytes 00000000000000024284          of the payload, always 20 digits
//! payload 0123abcd                    the CRC-32 (IEEE) of the payload
//! sha256 e3b0c44298fc1c14...          its SHA-256
//! code 2                              the version of the code that computed the payload
//! header 4567cdef                     the CRC-32 of all lines above
//! ```
//!
//! - A file is written under its name with `.part` after it, synced, and then renamed:
//!   a file without `.part` is complete.
//! - The process that writes a file holds a lock on its `.part` ([`Lease`]), which the system
//!   releases when the process ends, however it ends. So a `.part` without a lock is a leftover,
//!   and no lock outlives its owner. A search that uses a whole folder holds a lock on that
//!   ([`lock_folder`]).
//! - A file of an older format, or whose payload was computed by an older version of the code, is
//!   not read: it is [outdated](Trouble::Outdated), and to be computed again.
//! - Nothing of a file may be relied on before [`Reader::finish`] or [`Reader::map`] has compared the checksums. They
//!   detect damage to the file, not errors of its writer: a reader must come to an
//!   end whatever it says.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_core::store::{Lease, Kind, Reader};
//!
//! const SQUARES: Kind = Kind { name: "squares", format: 1, code: 1, lines: &["most"] };
//! let folder = std::env::temp_dir().join(format!("saltus-store-{}", std::process::id()));
//! let path = folder.join("squares-3");
//! let mut writer = Lease::take(&SQUARES, &path, &Limits::default())?.writer(&["3"])?;
//! writer.write(&[0, 1, 4, 9])?;
//! writer.finish()?;
//!
//! let mut reader = Reader::open(&SQUARES, &path)?;
//! let mut squares = vec![0; reader.header().bytes as usize];
//! reader.read(&mut squares)?;
//! assert_eq!(reader.finish()?.values, ["3"]);
//! assert_eq!(squares, [0, 1, 4, 9]);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), saltus_core::store::Fault>(())
//! ```

use std::fmt::Write as _;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::checksum;
use crate::fs::{self, File, OpenOptions, TryLockError};
use crate::limits::{Limits, Observer, Stop};

/// No header has more bytes.
pub const LONGEST_HEADER: usize = 1 << 16;

/// Bytes that are read or written in one go.
pub const PIECE: usize = 1 << 22;

/// What is after the name of a file that is being written.
pub const PART: &str = ".part";

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
    /// There is none. What it would be, such as "table".
    Missing(&'static str),
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
    /// It was made by an older version of the program.
    Outdated {
        /// Where.
        place: String,
        /// Which version that is.
        why: String,
    },
    /// Another process is writing it. What it will be.
    Locked(&'static str),
    /// A limit was reached.
    Stop(Stop),
}

impl Fault {
    /// A fault of a file.
    pub fn new(file: &Path, trouble: Trouble) -> Self {
        Fault { file: file.to_owned(), trouble }
    }

    /// What is wrong with what the system refused, where it was `doing` something.
    pub fn system<'a>(file: &'a Path, doing: &'static str) -> impl Fn(io::Error) -> Fault + 'a {
        move |error| Fault::new(file, Trouble::System { doing, error })
    }

    /// What is wrong with a file that does not hold what it should.
    pub fn corrupt(file: &Path, place: impl Into<String>, why: impl Into<String>) -> Self {
        Fault::new(file, Trouble::Corrupt { place: place.into(), why: why.into() })
    }

    /// What is wrong with a limit that was reached.
    pub fn stop(file: &Path) -> impl Fn(Stop) -> Fault + '_ {
        move |stop| Fault::new(file, Trouble::Stop(stop))
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.file.display())?;
        match &self.trouble {
            Trouble::Missing(what) => write!(f, "there is no such {what}"),
            Trouble::System { doing, error } => write!(f, "{doing} failed: {error}"),
            Trouble::Corrupt { place, why } | Trouble::Outdated { place, why } => write!(f, "{place}: {why}"),
            Trouble::Locked(what) => write!(f, "another process is building this {what}"),
            Trouble::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// The version of the format.
    pub format: u64,
    /// The version of the code that computes the payload. To be raised whenever a correction
    /// changes what that code may compute: older files are then computed again.
    pub code: u64,
    /// The words that begin the lines which say what the payload belongs to.
    pub lines: &'static [&'static str],
}

/// What the header of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The values of the [lines](Kind::lines) of the kind.
    pub values: Vec<String>,
    /// Bytes of the payload.
    pub bytes: u64,
    /// The CRC-32 of the payload.
    pub checksum: u32,
    /// The SHA-256 of the payload.
    pub hash: [u8; 32],
    /// The version of the code that computed the payload.
    pub code: u64,
    /// Bytes of the header: where the payload begins.
    pub start: u64,
}

/// The place in a file and the rule broken there.
type Broken = (String, String);

fn broken(place: impl Into<String>, why: impl Into<String>) -> Broken {
    (place.into(), why.into())
}

impl Header {
    /// Compares the CRC-32 of the payload.
    fn compare(&self, found: u32) -> Result<(), String> {
        let (said, line) = (self.checksum, self.values.len() + 3);
        if found == said {
            return Ok(());
        }
        Err(format!("their checksum is {found:08x}, not {said:08x} as line {line} says"))
    }

    /// The lines, with which a file of this kind begins. Their length depends on the values alone.
    pub fn text(&self, kind: &Kind) -> String {
        let mut text = format!("saltus {} {}\n", kind.name, kind.format);
        for (key, value) in kind.lines.iter().zip(&self.values) {
            writeln!(text, "{key} {value}").expect("a text takes everything");
        }
        let digit = |half: u8| char::from_digit(half.into(), 16).expect("4 bits");
        let hash: String = self.hash.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect();
        writeln!(text, "bytes {:020}\npayload {:08x}\nsha256 {hash}\ncode {}", self.bytes, self.checksum, self.code)
            .expect("a text takes everything");
        let header = checksum::hash(text.as_bytes());
        writeln!(text, "header {header:08x}").expect("a text takes everything");
        text
    }

    /// Bytes of the whole file.
    pub fn file_bytes(&self) -> u64 {
        self.start + self.bytes
    }

    /// Reads the header at the beginning of a file.
    fn parse(kind: &Kind, begin: &[u8]) -> Result<Self, Broken> {
        let keys: Vec<&str> =
            kind.lines.iter().chain(&["bytes", "payload", "sha256", "code", "header"]).copied().collect();
        let mut lines = begin.split_inclusive(|&byte| byte == b'\n');
        let (mut values, mut before) = (Vec::with_capacity(keys.len()), 0);
        let mut length = lines.next().map_or(0, <[u8]>::len);
        for (number, key) in (2..).zip(&keys) {
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
        let [own @ .., bytes, payload, sha256, code, header] = &values[..] else {
            unreachable!("a value for each key")
        };
        let (last, found) = (keys.len() + 1, checksum::hash(&begin[..before]));
        if *header != format!("{found:08x}") {
            let why = format!("the header's checksum is {found:08x}, not {}", header.escape_debug());
            return Err(broken(format!("line {last}"), why));
        }
        let line = |back: usize| format!("line {}", last - back);
        let bytes = number(bytes).ok_or_else(|| broken(line(4), "that is no number of bytes"))?;
        let bad = |_| broken(line(3), "that is no checksum");
        let checksum = u32::from_str_radix(payload, 16).map_err(bad)?;
        let hash = hash(sha256).ok_or_else(|| broken(line(2), "that is no SHA-256"))?;
        let code = number(code).ok_or_else(|| broken(line(1), "that is no version"))?;
        let own = own.iter().map(|&value| value.to_owned()).collect();
        let header = Header { values: own, bytes, checksum, hash, code, start: length as u64 };
        // So numbers are written in one way only.
        let text = header.text(kind);
        let same = begin[..length].iter().zip(text.as_bytes()).take_while(|(found, meant)| found == meant).count();
        if same < length || text.len() != length {
            let line = 1 + begin[..same].iter().filter(|&&byte| byte == b'\n').count();
            return Err(broken(format!("line {line}"), "the value is not written as it should be"));
        }
        Ok(header)
    }
}

/// 64 digits of base 16.
fn hash(text: &str) -> Option<[u8; 32]> {
    let pairs = text.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = pairs.0.iter().map(byte).collect::<Option<_>>()?;
    bytes.try_into().ok().filter(|_| pairs.1.is_empty())
}

/// A number without sign.
pub fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Finds out whether this is a file of the kind, and of the format that this program reads.
fn format(kind: &Kind, path: &Path, begin: &[u8]) -> Result<(), Fault> {
    let Kind { name, format, .. } = *kind;
    let line = begin.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let said = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix(&format!("saltus {name} ")));
    let place = "line 1".to_owned();
    let trouble = match said.and_then(number) {
        Some(other) if other == format => return Ok(()),
        Some(other) => {
            let age = if other > format { "newer" } else { "older" };
            let why = format!(
                "the file has version {other} of the format, {age} than version {format}, which this program reads"
            );
            if other > format { Trouble::Corrupt { place, why } } else { Trouble::Outdated { place, why } }
        }
        None if begin.is_empty() => Trouble::Corrupt { place, why: "the file is empty".into() },
        None => {
            let why = format!("this is no {name}: a {name} begins with \"saltus {name} {format}\"");
            Trouble::Corrupt { place, why }
        }
    };
    Err(Fault::new(path, trouble))
}

/// A file that is read from its beginning to its end.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: File,
    header: Header,
    /// What was read of the payload together with the header.
    begin: Vec<u8>,
    checksum: checksum::Hasher,
    hash: Sha256,
}

impl Reader {
    /// Opens a file, and looks at its header and its length.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(kind: &Kind, path: &Path) -> Result<Self, Fault> {
        let reading = Fault::system(path, "reading");
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Fault::new(path, Trouble::Missing(kind.name)));
            }
            found => found.map_err(&reading)?,
        };
        // Opening a named pipe would wait for a writer.
        if !found.is_file() {
            let what = if found.is_dir() { "a folder" } else { "no regular file" };
            return Err(Fault::corrupt(path, format!("in place of a {}", kind.name), format!("there is {what}")));
        }
        let mut file = File::open(path).map_err(&reading)?;
        let mut begin = Vec::with_capacity(LONGEST_HEADER);
        (&mut file).take(LONGEST_HEADER as u64).read_to_end(&mut begin).map_err(&reading)?;
        format(kind, path, &begin)?;
        let header = Header::parse(kind, &begin).map_err(|(place, why)| Fault::corrupt(path, place, why))?;
        if header.code != kind.code {
            let (place, name) = (format!("line {}", kind.lines.len() + 5), kind.name);
            let why = format!(
                "version {} of the code computed this {name}, and the program has version {}",
                header.code, kind.code
            );
            return Err(Fault::new(path, Trouble::Outdated { place, why }));
        }
        let (all, there) = (header.start.checked_add(header.bytes), file.metadata().map_err(&reading)?.len());
        if all != Some(there) {
            let all = all.unwrap_or(u64::MAX);
            let why = if there < all {
                format!("the file ends here, before its {all} bytes are over")
            } else {
                format!("the file goes on here, although its {all} bytes are over")
            };
            return Err(Fault::corrupt(path, format!("byte {}", there.min(all) + 1), why));
        }
        let begin = begin.split_off(header.start as usize);
        let (checksum, hash) = (checksum::Hasher::new(), Sha256::new());
        Ok(Reader { path: path.to_owned(), file, header, begin, checksum, hash })
    }

    /// What the header says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of the line of one of the values, for a fault of it.
    pub fn line(value: usize) -> String {
        format!("line {}", value + 2)
    }

    /// Reads the next bytes of the payload, as many as `piece` has.
    ///
    /// # Errors
    /// What the system refuses, and the end of the file.
    pub fn read(&mut self, piece: &mut [u8]) -> Result<(), Fault> {
        let known = self.begin.len().min(piece.len());
        let (first, rest) = piece.split_at_mut(known);
        first.copy_from_slice(&self.begin[..known]);
        self.begin.drain(..known);
        self.file.read_exact(rest).map_err(Fault::system(&self.path, "reading"))?;
        self.checksum.update(piece);
        self.hash.update(piece);
        Ok(())
    }

    /// Compares the checksums of the payload, all of which has been read.
    ///
    /// # Errors
    /// When they differ.
    pub fn finish(self) -> Result<Header, Fault> {
        let corrupt = |why| Fault::corrupt(&self.path, "the entries", why);
        self.header.compare(self.checksum.finalize()).map_err(corrupt)?;
        if self.hash.finalize()[..] != self.header.hash {
            return Err(corrupt(format!("their SHA-256 is not what line {} says", self.header.values.len() + 4)));
        }
        Ok(self.header)
    }

    /// The payload as it lies in the file, shared by all processes that read it, after its CRC-32
    /// has been compared. (The SHA-256 takes some thirty times as long; [`Reader::check`] compares
    /// it.) Nothing is compared if a [`Note`] beside the file says that this was done, and that the file has not changed since; else there is a
    /// note to be written when the payload has passed all other checks.
    ///
    /// # Errors
    /// What the system refuses, or what is wrong with the payload.
    pub fn map(self) -> Result<(Payload, Option<Note>), Fault> {
        let Reader { path, file, header, .. } = self;
        let payload = Payload::open(&file, &header).map_err(Fault::system(&path, "reading"))?;
        let note = Note::of(&path, &file, &header);
        if note.is_there() {
            return Ok((payload, None));
        }
        header.compare(checksum::hash(payload.as_ref())).map_err(|why| Fault::corrupt(&path, "the entries", why))?;
        Ok((payload, Some(note)))
    }

    /// Reads the payload and compares its checksums, keeping nothing; `heard` is called with how
    /// many bytes have been read.
    ///
    /// # Errors
    /// What is wrong with the file, or the limit that was reached.
    pub fn check(mut self, limits: &Limits<'_>, mut heard: impl FnMut(u64)) -> Result<Header, Fault> {
        let all = self.header.bytes;
        let mut piece = vec![0; PIECE.min(all as usize)];
        let mut done = 0;
        while done < all {
            let many = PIECE.min((all - done) as usize);
            self.read(&mut piece[..many])?;
            done += many as u64;
            heard(done);
            limits.spend(0, 0).map_err(Fault::stop(&self.path))?;
        }
        self.finish()
    }
}

/// A file beside another one: that what it holds was found right, and when it had been written.
#[derive(Debug)]
pub struct Note {
    path: PathBuf,
    /// None where the system does not say when the file was written, or that was in the last two seconds: what is written now may get the same
    /// time.
    text: Option<String>,
}

impl Note {
    /// Removes the one beside a file, if there is any.
    pub fn forget(path: &Path) {
        _ = fs::remove_file(Note::place(path));
    }

    /// Where it is kept.
    pub fn place(path: &Path) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(".compared");
        name.into()
    }

    fn of(path: &Path, file: &File, header: &Header) -> Self {
        let text = || {
            let written = file.metadata().ok()?.modified().ok()?;
            let nanos = written.duration_since(std::time::UNIX_EPOCH).ok()?.as_nanos();
            let is_old = written.elapsed().is_ok_and(|age| age > Duration::from_secs(2));
            is_old.then(|| format!("{nanos} {} {:08x}\n", header.file_bytes(), header.checksum))
        };
        Note { path: Note::place(path), text: text() }
    }

    fn is_there(&self) -> bool {
        self.text.is_some() && fs::read_to_string(&self.path).ok() == self.text
    }

    /// Writes it, if that is possible: else the file is checked each time.
    pub fn write(self) {
        _ = self.text.map(|text| fs::write(&self.path, text));
    }
}

/// A payload that is read where it lies.
#[derive(Debug)]
pub struct Payload {
    #[cfg(not(target_family = "wasm"))]
    bytes: memmap2::Mmap,
    #[cfg(target_family = "wasm")]
    bytes: Vec<u8>,
}

impl Payload {
    #[cfg(not(target_family = "wasm"))]
    fn open(file: &File, header: &Header) -> io::Result<Self> {
        let mut options = memmap2::MmapOptions::new();
        options.offset(header.start).len(header.bytes as usize);
        #[allow(unsafe_code)]
        // SAFETY: nobody changes a finished file: it is written under another name, and replaced or
        // removed as a whole. A copy would take the memory of every process that reads it.
        let bytes = unsafe { options.map(file) }?;
        Ok(Payload { bytes })
    }

    #[cfg(target_family = "wasm")]
    fn open(mut file: &File, header: &Header) -> io::Result<Self> {
        let mut bytes = vec![0; header.bytes as usize];
        file.seek(SeekFrom::Start(header.start))?;
        file.read_exact(&mut bytes)?;
        Ok(Payload { bytes })
    }
}

impl AsRef<[u8]> for Payload {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The right to write a file, which one process at a time can have.
pub struct Lease<'a> {
    kind: Kind,
    path: PathBuf,
    part: PathBuf,
    file: File,
    /// Where unfinished files are registered.
    observer: Option<&'a dyn Observer>,
}

impl<'a> Lease<'a> {
    /// Claims a file, making the folder where there is none.
    ///
    /// # Errors
    /// [`Trouble::Locked`] when another process has it; or what the system refuses.
    pub fn take(kind: &Kind, path: &Path, limits: &Limits<'a>) -> Result<Self, Fault> {
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(Fault::system(folder, "making the folder"))?;
        let mut part = path.to_owned().into_os_string();
        part.push(PART);
        let part = PathBuf::from(part);
        loop {
            if part.symlink_metadata().is_ok_and(|found| !found.is_file()) {
                let error = io::Error::new(io::ErrorKind::AlreadyExists, "something that is no file is in its place");
                return Err(Fault::system(&part, "opening")(error));
            }
            // What is in it is thrown away only under the lock.
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&part);
            let file = file.map_err(Fault::system(&part, "opening"))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Fault::new(path, Trouble::Locked(kind.name))),
                Err(TryLockError::Error(error)) => return Err(Fault::system(&part, "locking")(error)),
            }
            // Between opening and locking it may have been finished, or removed.
            if is_at(&file, &part) {
                let claim = Lease { kind: *kind, path: path.to_owned(), part, file, observer: limits.observer };
                claim.unfinished(true);
                return Ok(claim);
            }
        }
    }

    /// The same, but waits while another process has it.
    ///
    /// # Errors
    /// What the system refuses, or the limit that was reached.
    pub fn wait(kind: &Kind, path: &Path, limits: &Limits<'a>) -> Result<Self, Fault> {
        const PAUSE: Duration = Duration::from_millis(50);
        loop {
            match Lease::take(kind, path, limits) {
                Err(Fault { trouble: Trouble::Locked(_), file }) => {
                    limits.spend(0, 0).map_err(|stop| Fault { file, trouble: Trouble::Stop(stop) })?;
                    std::thread::sleep(PAUSE);
                }
                claim => return claim,
            }
        }
    }

    /// Begins to write, with the values of the [lines](Kind::lines) of the kind. Dropped before it
    /// is finished, it leaves nothing.
    ///
    /// # Errors
    /// What the system refuses.
    ///
    /// # Panics
    /// When there are not as many values as the kind has lines, one has an end of line in it, or
    /// all together are too long.
    pub fn writer<S: AsRef<str>>(self, values: &[S]) -> Result<Writer<'a>, Fault> {
        let values: Vec<String> = values.iter().map(|value| value.as_ref().to_owned()).collect();
        assert!(
            values.len() == self.kind.lines.len() && values.iter().all(|value| !value.contains('\n')),
            "{values:?}"
        );
        let mut header = Header { values, bytes: 0, checksum: 0, hash: [0; 32], code: self.kind.code, start: 0 };
        let text = header.text(&self.kind);
        assert!(text.len() <= LONGEST_HEADER, "a header has at most {LONGEST_HEADER} bytes");
        header.start = text.len() as u64;
        let begin = || {
            self.file.set_len(0)?;
            let mut file = BufWriter::with_capacity(1 << 18, self.file.try_clone()?);
            file.rewind()?;
            file.write_all(text.as_bytes())?;
            Ok(file)
        };
        let file = begin().map_err(Fault::system(&self.part, "writing"))?;
        Ok(Writer { claim: self, file, header, checksum: checksum::Hasher::new(), hash: Sha256::new() })
    }

    fn unfinished(&self, yes: bool) {
        if let Some(observer) = self.observer {
            observer.unfinished(yes.then_some(&*self.part));
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if is_at(&self.file, &self.part) {
            // Still locked. If it stays, the next writer takes it over.
            let _ = fs::remove_file(&self.part);
        }
        self.unfinished(false);
    }
}

/// A file that is being written.
pub struct Writer<'a> {
    claim: Lease<'a>,
    file: BufWriter<File>,
    header: Header,
    checksum: checksum::Hasher,
    hash: Sha256,
}

impl Writer<'_> {
    /// Writes the next bytes of the payload.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.checksum.update(bytes);
        self.hash.update(bytes);
        self.header.bytes += bytes.len() as u64;
        self.file.write_all(bytes).map_err(Fault::system(&self.claim.part, "writing"))
    }

    /// How many bytes make the next piece: up to a multiple of [`PIECE`] in the file, so that a system that keeps what was written in pages as
    /// large as what was written at once has large ones.
    pub fn piece(&self) -> usize {
        PIECE - (self.header.start + self.header.bytes) as usize % PIECE
    }

    /// What is wrong with a limit that was reached meanwhile.
    pub fn stopped(&self, stop: Stop) -> Fault {
        Fault::new(&self.claim.path, Trouble::Stop(stop))
    }

    /// Completes the header and gives the file its name.
    ///
    /// # Errors
    /// What the system refuses; then nothing is left.
    pub fn finish(self) -> Result<Header, Fault> {
        let Writer { claim, file, mut header, checksum, hash } = self;
        (header.checksum, header.hash) = (checksum.finalize(), hash.finalize().into());
        let complete = || {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(header.text(&claim.kind).as_bytes())?;
            file.sync_all()
        };
        complete().map_err(Fault::system(&claim.part, "writing"))?;
        fs::rename(&claim.part, &claim.path).map_err(Fault::system(&claim.path, "renaming"))?;
        claim.unfinished(false);
        let folder = claim.path.parent().unwrap_or(Path::new(""));
        // Where folders cannot be opened, the system looks after them itself.
        if let Ok(folder) = File::open(folder) {
            folder.sync_all().map_err(Fault::system(&claim.path, "writing"))?;
        }
        Ok(header)
    }
}

/// Removes what writers left in a folder when they were ended: files whose name without [`PART`] is
/// `ours`.
///
/// # Errors
/// When the folder cannot be read or changed.
pub fn sweep(folder: &Path, ours: impl Fn(&str) -> bool) -> Result<(), Fault> {
    let reading = Fault::system(folder, "reading the folder");
    for entry in fs::read_dir(folder).map_err(&reading)? {
        let path = entry.map_err(&reading)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(PART));
        if !name.is_some_and(&ours) || !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
            continue;
        }
        // Another process may remove it at the same time.
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() && is_at(&file, &path) {
            fs::remove_file(&path).map_err(Fault::system(&path, "removing"))?;
        }
    }
    Ok(())
}

/// The name of the empty file that is locked while a folder is in use.
pub const LOCK: &str = "lock";

/// Locks a folder, which is made if it is not there; as long as the file is open no other process
/// can.
///
/// # Errors
/// [`Trouble::Locked`] when another search has it; or what the system refuses.
pub fn lock_folder(folder: &Path) -> Result<File, Fault> {
    fs::create_dir_all(folder).map_err(Fault::system(folder, "making the folder"))?;
    let path = folder.join(LOCK);
    let opening = Fault::system(&path, "opening");
    let file = File::options().create(true).append(true).open(&path).map_err(opening)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Fault::new(folder, Trouble::Locked("folder"))),
        Err(TryLockError::Error(error)) => Err(Fault::system(&path, "locking")(error)),
    }
}

/// Whether an open file is the file at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Elsewhere an open file can be neither renamed nor removed by others.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
