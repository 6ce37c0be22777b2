//! Files and standard input, which are not trusted: a line may never end, and need not be text.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use saltus::fs::File;

/// A file, or standard input.
///
/// # Errors
/// When it cannot be opened or is a folder.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(Unmarked::new(io::stdin())));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(Unmarked::new(file)))
}

/// The mark of its encoding with which some editors begin a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A reader that leaves out such a mark.
struct Unmarked<R> {
    inner: BufReader<R>,
    /// Whether the beginning was not read so far.
    is_new: bool,
    /// Of a mark that was none: what was taken for it.
    before: &'static [u8],
}

impl<R: Read> Unmarked<R> {
    fn new(inner: R) -> Self {
        Unmarked { inner: BufReader::new(inner), is_new: true, before: &[] }
    }
}

impl<R: Read> BufRead for Unmarked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.is_new {
            let met = self.before.len();
            match self.inner.fill_buf()?.first() {
                Some(byte) if MARK.get(met) == Some(byte) => {
                    self.before = &MARK[..=met];
                    self.inner.consume(1);
                }
                _ => {
                    self.is_new = false;
                    self.before = Some(self.before).filter(|before| before != &MARK).unwrap_or_default();
                }
            }
        }
        if self.before.is_empty() { self.inner.fill_buf() } else { Ok(self.before) }
    }

    fn consume(&mut self, bytes: usize) {
        if self.before.is_empty() { self.inner.consume(bytes) } else { self.before = &self.before[bytes..] }
    }
}

impl<R: Read> Read for Unmarked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

/// What was read of a line.
pub enum Line {
    /// All of it, without its end.
    Whole,
    /// It is longer than was allowed; the rest is still to be read.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads a line of at most `most` bytes into `bytes`.
///
/// # Errors
/// When reading fails.
pub fn line(reader: &mut dyn BufRead, most: u64, bytes: &mut Vec<u8>) -> io::Result<Line> {
    bytes.clear();
    if reader.take(most.saturating_add(1)).read_until(b'\n', bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.pop_if(|last| *last == b'\n').is_some() {
        bytes.pop_if(|last| *last == b'\r');
        return Ok(Line::Whole);
    }
    Ok(if bytes.len() as u64 > most { Line::TooLong } else { Line::Whole })
}

/// The bytes of a file, or None when that is more than `most`.
///
/// # Errors
/// When reading fails.
pub fn whole(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    all(&mut *open(path)?, most)
}

/// Reads all there is, or None when that is more than `most` bytes.
///
/// # Errors
/// When reading fails.
pub fn all(reader: &mut dyn BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}
