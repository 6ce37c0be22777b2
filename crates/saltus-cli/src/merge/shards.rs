//! The records of shards in the order of the source. Each file is read in ascending runs (it is one run, unless `--resume` has added
//! lines at its end), and the runs are merged: what is in memory is one record of each. All is read before anything is written. A record that
//! contradicts itself is refused, and what a record calls proved is written as claimed, unless a certificate that is checked now proves it.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;

use saltus::limits::Stop;
use saltus::record::Status;
use serde::Deserialize;

use super::proofs::Proofs;
use super::{Records, bad};
use crate::args::{InputFormat, Merge, Puzzle};
use crate::exit::{Code, Done, Early};
use crate::records::{self, Whole, stop_of};
use crate::{Session, batch, families, files, signals};

/// What is read of a record.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    command: Cow<'a, str>,
    line: Option<u64>,
    #[serde(borrow)]
    status: Cow<'a, str>,
    #[serde(borrow)]
    puzzle: Option<Cow<'a, str>>,
    #[serde(borrow)]
    because: Option<Cow<'a, str>>,
    optimal: Option<bool>,
    #[serde(borrow)]
    limit: Option<Cow<'a, str>>,
    number: Option<Whole>,
    repetition: Option<u64>,
    schema: u64,
    #[serde(borrow)]
    saltus: Cow<'a, str>,
}

/// What tells the records of one line apart: the play of `list`, the search and repetition of `compare`.
type Key = (Option<Whole>, Option<(String, u64)>);

/// An ascending run of records.
struct Run {
    path: PathBuf,
    /// Its bytes in the file.
    bytes: Range<u64>,
    /// The line of the file before it.
    before: u64,
}

/// What the files of shards hold.
#[derive(Default)]
struct Found {
    runs: Vec<Run>,
    /// The largest code of a record.
    code: Code,
    /// The command and the versions of all records, and the place of the first.
    of: Option<(String, u64, String, String)>,
}

pub fn merge(session: &mut Session, args: &Merge) -> Done {
    let longest = session.longest_input();
    let found = survey(args, longest)?;
    check(session, args, &found.runs, longest)?;
    let proofs = Proofs::read(session, &args.proved_by)?;
    if signals::asked_to_stop() {
        return Ok(Code::OK);
    }
    let output = args.output.clone().unwrap_or_else(|| "-".into());
    let written = files::place(session, &output, |out| {
        let mut join = Join::open(&found.runs, longest)?;
        while let Some((_, records)) = join.next()? {
            proofs.write(&records.bytes, out)?;
        }
        Ok(())
    })?;
    Ok(written.max(found.code))
}

/// Reads all files.
fn survey(args: &Merge, longest: u64) -> Done<Found> {
    let mut found = Found::default();
    for path in &args.files {
        let mut records = Records::open(path, longest)?;
        let (mut last, mut keys, mut at): (Option<u64>, Vec<Key>, u64) = (None, Vec::new(), 0);
        while records.next()? {
            let head: Head<'_> =
                serde_json::from_slice(&records.bytes).map_err(|error| records.bad(records::bad(&error).why))?;
            let Some(line) = head.line else {
                return Err(records.bad("the record tells no line of a batch"));
            };
            records.refuse_contradiction()?;
            let key = key(&head, &records.bytes);
            let (command, schema, saltus) = (&*head.command, head.schema, &*head.saltus);
            let of = found.of.get_or_insert_with(|| (command.into(), schema, saltus.into(), records.place()));
            if (&*of.0, of.1, &*of.2) != (command, schema, saltus) {
                let why = format!(
                    "a record of {command} (saltus {saltus}, schema {schema}), and that of {} is one of {} (saltus {}, schema {})",
                    of.3, of.0, of.2, of.1
                );
                return Err(records.bad(why));
            }
            found.code = found.code.max(code(&head));
            if last != Some(line) {
                keys.clear();
            }
            // The plays of a line are listed in order, and may be many.
            if head.number.is_some() && keys.last().is_some_and(|last| last.0 < key.0) {
                keys.clear();
            }
            if last == Some(line) && (key == Key::default() || keys.contains(&key)) {
                return Err(records.bad(format!("another record of line {line}, of which the one before is")));
            }
            keys.push(key);
            if last.is_none_or(|last| line < last) {
                found.runs.push(Run { path: path.clone(), bytes: at..at, before: records.number - 1 });
            }
            last = Some(line);
            at += records.bytes.len() as u64;
            found.runs.last_mut().expect("begun").bytes.end = at;
        }
    }
    Ok(found)
}

fn key(head: &Head<'_>, bytes: &[u8]) -> Key {
    #[derive(Deserialize)]
    struct Searched {
        search: String,
    }
    let search = head.repetition.and_then(|repetition| {
        let Searched { search } = serde_json::from_slice(bytes).ok()?;
        Some((search, repetition))
    });
    (head.number.clone(), search)
}

/// The code of a run that wrote this record alone.
fn code(head: &Head<'_>) -> Code {
    let because = head.because.as_deref().unwrap_or_default();
    let is = |status: Status| head.status == status.word();
    let is_compared = head.repetition.is_some();
    let is_open = is(Status::Solved) && head.optimal == Some(false) || is(Status::Answered) && head.limit.is_some();
    if is(Status::GaveUp) {
        // A comparison is not the worse for searches that limits end.
        match stop_of(because) {
            stop if is_compared && stop != Some(Stop::Storage) => Code::OK,
            stop => stop.map_or(Code::MEMORY, Code::stopped),
        }
    } else if is_compared {
        Code::OK
    } else if is(Status::Refused) {
        // What is a puzzle all the same was asked for what it has not.
        let puzzle = head.puzzle.as_deref().unwrap_or_default();
        if families::parse(puzzle).is_ok() { Code::USAGE } else { Code::BAD_INPUT }
    } else if is(Status::Unsolvable) {
        Code::UNSOLVABLE
    } else if is_open {
        Code::OPEN
    } else {
        Code::OK
    }
}

/// Several runs, record by record in the order of the lines that they answer.
struct Join {
    streams: Vec<(Records, u64)>,
    /// The line of the next record of each stream.
    next: BinaryHeap<Reverse<(u64, usize)>>,
    /// The stream whose record was taken last.
    taken: Option<usize>,
}

impl Join {
    fn open(runs: &[Run], longest: u64) -> io::Result<Self> {
        let mut join = Join { streams: Vec::new(), next: BinaryHeap::new(), taken: None };
        for (at, run) in runs.iter().enumerate() {
            let mut records = Records::open(&run.path, longest).map_err(|why| match why {
                Early::Output(error) => error,
                Early::Fault(why, _) | Early::Refused(why, ..) => io::Error::other(why),
            })?;
            records.reader.seek(SeekFrom::Start(run.bytes.start))?;
            records.number = run.before;
            join.streams.push((records, run.bytes.end - run.bytes.start));
            join.advance(at)?;
        }
        Ok(join)
    }

    fn advance(&mut self, at: usize) -> io::Result<()> {
        #[derive(Deserialize)]
        struct Line {
            line: u64,
        }
        let (records, left) = &mut self.streams[at];
        if *left > 0 {
            let is_there = records.advance()?;
            let Some(rest) = left.checked_sub(records.bytes.len() as u64).filter(|_| is_there) else {
                return Err(io::Error::other(format!("{}: the file has changed", records.place())));
            };
            *left = rest;
            let Line { line } = serde_json::from_slice(&records.bytes)?;
            self.next.push(Reverse((line, at)));
        }
        Ok(())
    }

    /// The next record, with its line and what it was read from.
    fn next(&mut self) -> io::Result<Option<(u64, &Records)>> {
        if let Some(taken) = self.taken.take() {
            self.advance(taken)?;
        }
        let Some(Reverse((line, at))) = self.next.pop() else { return Ok(None) };
        self.taken = Some(at);
        Ok(Some((line, &self.streams[at].0)))
    }
}

/// Refuses a line with records of two shards, and, where the source is given, lines without any.
fn check(session: &mut Session, args: &Merge, runs: &[Run], longest: u64) -> Done<()> {
    let mut lines = Lines { join: Join::open(runs, longest).map_err(|error| failed(&error))?, next: None };
    lines.step()?;
    let Some(source) = &args.batch else {
        while lines.next.is_some() {
            lines.step()?;
        }
        return Ok(());
    };
    if matches!(args.lists.input_format, InputFormat::Starts) {
        return Err(Early::usage("merge --in takes no --input-format starts, which needs a PUZZLE"));
    }
    let puzzle = Puzzle { words: Vec::new(), batch: args.batch.clone(), shard: None, lists: args.lists.clone() };
    let (mut missing, mut fault) = (Missing::default(), None);
    let mut visit = |line| {
        missing.puzzles += 1;
        match &lines.next {
            _ if fault.is_some() => {}
            Some((next, _)) if *next == line => fault = lines.step().err(),
            Some((next, place)) if *next < line => fault = Some(extra(source, *next, place)),
            _ => missing.note(line),
        }
    };
    batch::puzzles(session, source, &puzzle, &mut visit)?;
    if signals::asked_to_stop() {
        return Ok(());
    }
    match (fault, &lines.next) {
        (Some(fault), _) => Err(fault),
        (None, Some((line, place))) => Err(extra(source, *line, place)),
        (None, None) if missing.count == 0 => Ok(()),
        (None, None) => Err(bad(&source.display().to_string(), missing.told())),
    }
}

fn extra(source: &std::path::Path, line: u64, place: &str) -> Early {
    bad(place, format_args!("line {line} of {} names no puzzle", source.display()))
}

/// Why the records cannot be read once more.
fn failed(error: &io::Error) -> Early {
    Early::Fault(error.to_string(), Code::IO)
}

/// The lines that have records, one after the other.
struct Lines {
    join: Join,
    /// The next one, and the place of its first record.
    next: Option<(u64, String)>,
}

impl Lines {
    /// Goes to the next line.
    fn step(&mut self) -> Done<()> {
        let before = self.next.take();
        let mut last = self.join.taken;
        while let Some((line, records)) = self.join.next().map_err(|error| failed(&error))? {
            let place = records.place();
            match &before {
                Some((same, first)) if *same == line => {
                    if last != self.join.taken {
                        return Err(bad(&place, format_args!("line {line} has a record in {first}, too")));
                    }
                    last = self.join.taken;
                }
                _ => {
                    self.next = Some((line, place));
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Puzzles of the source that have no record.
#[derive(Default)]
struct Missing {
    /// Puzzles so far, these included.
    puzzles: u64,
    count: u64,
    /// The first of their lines.
    lines: Vec<u64>,
    /// The numbers among all puzzles of the first, the second and the last one, and whether they are evenly spaced.
    first: u64,
    second: u64,
    last: u64,
    is_uneven: bool,
}

impl Missing {
    /// The most lines that are named.
    const NAMED: usize = 5;

    fn note(&mut self, line: u64) {
        self.count += 1;
        match self.count {
            1 => self.first = self.puzzles,
            2 => self.second = self.puzzles,
            _ => self.is_uneven |= self.puzzles - self.last != self.second - self.first,
        }
        self.last = self.puzzles;
        if self.lines.len() < Self::NAMED {
            self.lines.push(line);
        }
    }

    fn told(&self) -> String {
        let Missing { puzzles, count, first, second, last, is_uneven, .. } = *self;
        let lines: Vec<String> = self.lines.iter().map(u64::to_string).collect();
        let more = if count > Self::NAMED as u64 { ", .." } else { "" };
        let lines = format!("{}{more}", lines.join(", "));
        let of = second.saturating_sub(first);
        // All that a shard has, and nothing else.
        let is_shard = !is_uneven && first <= of && last + of > puzzles;
        let shard = if is_shard { format!(": shard {first}/{of}") } else { String::new() };
        format!("{count} of {puzzles} puzzles have no record (lines {lines}){shard}")
    }
}
