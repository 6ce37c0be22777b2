//! `saltus merge`: the records of shards as one run without shards writes them, or the parts of one search as its answer.

mod parts;
mod proofs;
mod shards;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use saltus::fs::File;

use crate::args::Merge;
use crate::exit::{Code, Done, Early};
use crate::{Session, check};

pub fn run(session: &mut Session, args: &Merge) -> Done {
    if args.files.iter().any(|file| parts::is_in(file, session.longest_input())) {
        parts::merge(session, args)
    } else if args.cert.is_some() || args.check {
        Err(Early::usage("--cert FILE and --check go with the parts of a search, and these are none"))
    } else {
        shards::merge(session, args)
    }
}

/// A file of records.
pub struct Records {
    reader: BufReader<File>,
    path: PathBuf,
    /// The most bytes of a record.
    longest: u64,
    /// The line of the file that was read last, from 1 on, and its bytes with the end of the line.
    pub number: u64,
    pub bytes: Vec<u8>,
}

impl Records {
    /// Opens a file, which is read more than once.
    pub fn open(path: &Path, longest: u64) -> Done<Self> {
        let file = File::open(path).map_err(Early::of_file(path))?;
        if !file.metadata().map_err(Early::of_file(path))?.is_file() {
            let why = "merge reads its files more than once, and this is none that it could";
            return Err(Early::usage(format!("{}: {why}", path.display())));
        }
        Ok(Records { reader: BufReader::new(file), path: path.to_owned(), longest, number: 0, bytes: Vec::new() })
    }

    /// Reads the next line; whether there is one.
    pub fn advance(&mut self) -> std::io::Result<bool> {
        self.bytes.clear();
        self.number += 1;
        Ok((&mut self.reader).take(self.longest).read_until(b'\n', &mut self.bytes)? > 0)
    }

    /// Reads the next line, which has to be a whole one; whether there is one.
    pub fn next(&mut self) -> Done<bool> {
        match self.advance() {
            Ok(is_there) if !is_there || self.bytes.ends_with(b"\n") => Ok(is_there),
            Ok(_) if self.bytes.len() as u64 == self.longest => {
                Err(Early::Fault(format!("{}: longer than half of the memory limit", self.place()), Code::MEMORY))
            }
            Ok(_) => Err(self.bad("its end is missing: whoever wrote it has not ended")),
            Err(error) => Err(Early::of_file(&self.path)(error)),
        }
    }

    /// Refuses a record that contradicts itself or the rules of its puzzle.
    pub fn refuse_contradiction(&self) -> Done<()> {
        check::contradiction(&self.bytes)
            .or_else(|| proofs::unreadable(&self.bytes))
            .map_or(Ok(()), |why| Err(self.bad(why)))
    }

    /// What is wrong with the line that was read last.
    pub fn bad(&self, why: impl std::fmt::Display) -> Early {
        bad(&self.place(), why)
    }

    /// The file and the line that was read last.
    pub fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.number)
    }
}

/// What is wrong with the records of that place.
pub fn bad(place: &str, why: impl std::fmt::Display) -> Early {
    Early::Fault(format!("{place}: {why}"), Code::BAD_INPUT)
}
