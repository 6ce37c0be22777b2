//! Standard output, or the file in its place: large writes go straight through, a closed pipe ends the program quietly, a
//! full disk does not.

use std::io::{self, BufWriter, IoSlice, IsTerminal, Write};
use std::path::Path;

use saltus::clock::Instant;
use saltus::fs::File;

use crate::csv::Table;
use crate::{closed, system};

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Also into files and pipes
    Always,
    /// Not at all
    Never,
}

impl When {
    /// Whether standard output is to be coloured.
    pub fn colour(self) -> bool {
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !plain && io::stdout().is_terminal()
            }
        }
    }
}

/// Standard output, or a file in its place.
pub struct Output {
    to: BufWriter<File>,
    /// Show each line at once, because a reader may be waiting for it.
    lively: bool,
    /// It is a file, which is there after the program.
    lasts: bool,
    /// Bytes of the answer that is being written.
    unfinished: usize,
    /// What makes rows of records, where a table is wanted.
    pub table: Option<Table>,
}

impl Output {
    /// Small, so that the long slices of streamed plays are written from where they lie.
    const BUFFER: usize = 1 << 14;

    /// Opens it.
    ///
    /// # Errors
    /// When it was closed before the program began: everything written would be lost silently.
    pub fn open() -> io::Result<Self> {
        if closed::standard_output() {
            return Err(io::Error::new(io::ErrorKind::NotConnected, "standard output is closed"));
        }
        Ok(Output::into(system::standard_output()?))
    }

    /// A file in place of it.
    pub fn into(file: File) -> Self {
        let lively = file.is_terminal();
        let lasts = file.metadata().is_ok_and(|file| file.is_file());
        Output { to: BufWriter::with_capacity(Self::BUFFER, file), lively, lasts, unfinished: 0, table: None }
    }

    /// Its rows and columns, where it is a terminal; 24 and 80 where it does not tell them.
    pub fn room(&self) -> Option<(usize, usize)> {
        self.lively.then(system::terminal_size)
    }

    /// Ends an answer of a batch: in a file it is there whatever becomes of the others.
    ///
    /// # Errors
    /// When writing fails.
    pub fn end_answer(&mut self) -> io::Result<()> {
        self.unfinished = 0;
        if self.lasts { self.flush() } else { Ok(()) }
    }

    /// Takes back what there is of an answer that will not be finished; where some of it is gone already, its line ends here.
    ///
    /// # Errors
    /// When writing fails.
    pub fn take_back(&mut self) -> io::Result<()> {
        if let Some(table) = &mut self.table {
            table.take_back();
        } else if let Some(kept) = self.to.buffer().len().checked_sub(self.unfinished) {
            let kept = self.to.buffer()[..kept].to_vec();
            let other = BufWriter::with_capacity(Self::BUFFER, self.to.get_ref().try_clone()?);
            // Without writing what it holds.
            let _ = std::mem::replace(&mut self.to, other).into_parts();
            self.to.write_all(&kept)?;
        } else {
            self.to.write_all(b"\n")?;
        }
        self.unfinished = 0;
        Ok(())
    }

    /// Whether `file` is what standard output leads to, such as `/dev/stdout`.
    pub fn is(&self, file: &Path) -> bool {
        system::is_same(self.to.get_ref(), file)
    }
}

/// A play under way to standard output: it stops at the time limit.
pub struct Timed<'a> {
    pub out: &'a mut Output,
    pub deadline: Option<Instant>,
}

impl Timed<'_> {
    fn check(&self) -> io::Result<()> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the time limit is reached"));
        }
        Ok(())
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        self.out.write(bytes)
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.check()?;
        self.out.write_vectored(parts)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.table {
            None => self.to.write(bytes)?,
            Some(table) => table.take(bytes, &mut self.to).map(|()| bytes.len())?,
        };
        self.unfinished += written;
        if self.lively && bytes[..written].contains(&b'\n') {
            self.to.flush()?;
        }
        Ok(written)
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        if self.table.is_some() {
            return self.write(parts.iter().find(|part| !part.is_empty()).map_or(&[][..], |part| part));
        }
        let written = self.to.write_vectored(parts)?;
        self.unfinished += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
