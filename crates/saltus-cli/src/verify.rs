//! `saltus verify`: records are replayed by the rules; certificates go to the checker that shares no code with the solvers.

use std::io::{self, BufRead, Write};

use saltus::catalog;
use saltus_check::{Limits, Outcome};
use serde::Deserialize;

use crate::args::{Format, Verify};
use crate::exit::Code;
use crate::record::Record;
use crate::{Session, batch};

/// What a record of `solve` claims. (Deriving refuses a field given twice, of which a looser reader would keep one.)
#[derive(Deserialize)]
struct Claimed {
    puzzle: String,
    status: String,
    length: Option<u64>,
    moves: Option<Vec<String>>,
    #[serde(rename = "first-move")]
    first_move: Option<u64>,
}

/// What came of one record or certificate.
enum Finding {
    Verified(String),
    Refuted(String),
    Undecided(String),
}

const MAGIC: &[u8] = b"saltus certificate";

pub fn run(session: &mut Session, args: &Verify) -> io::Result<Code> {
    let mut reader = match batch::open(&args.file) {
        Ok(reader) => reader,
        Err(error) => {
            session.complain(format_args!("{}: {error}", args.file.display()));
            return Ok(Code::IO);
        }
    };
    let read = if reader.fill_buf().is_ok_and(|begin| begin.starts_with(MAGIC)) {
        certificate(session, &mut reader)
    } else {
        records(session, &mut reader)
    };
    read?.map_or_else(
        |error| {
            session.complain(format_args!("{}: {error}", args.file.display()));
            Ok(Code::IO)
        },
        Ok,
    )
}

/// The outer error is of writing, the inner one of reading.
type Read2 = io::Result<io::Result<Code>>;

fn certificate(session: &mut Session, reader: &mut dyn BufRead) -> Read2 {
    let mut bytes = Vec::new();
    if let Err(error) = reader.read_to_end(&mut bytes) {
        return Ok(Err(error));
    }
    let limits = Limits { memory: session.common.memory_limit.0, ..Limits::default() };
    let finding = match saltus_check::check(&bytes, &limits) {
        Outcome::Verified(claim) => Finding::Verified(claim),
        Outcome::Refuted(why) => Finding::Refuted(why),
        Outcome::Resource(what) => Finding::Undecided(what),
    };
    say(session, None, &finding).map(Ok)
}

fn records(session: &mut Session, reader: &mut dyn BufRead) -> Read2 {
    let (mut worst, mut number) = (Code::OK, 0);
    let mut line = String::new();
    loop {
        line.clear();
        match reader.read_line(&mut line) {
            Ok(0) => break,
            Ok(_) => number += 1,
            Err(error) => return Ok(Err(error)),
        }
        if !line.trim().is_empty() {
            worst = worst.max(say(session, Some(number), &record(&line))?);
        }
    }
    Ok(Ok(worst))
}

fn record(line: &str) -> Finding {
    let claimed: Claimed = match serde_json::from_str(line) {
        Ok(claimed) => claimed,
        Err(error) => return Finding::Refuted(format!("not a record: {error}")),
    };
    let subject = match catalog::parse(&claimed.puzzle) {
        Ok(subject) => subject,
        Err(bad) => return Finding::Refuted(format!("the puzzle: {bad}")),
    };
    if claimed.status != "solved" {
        return Finding::Undecided(format!("{subject}: a record of status \"{}\" holds no play to replay", claimed.status));
    }
    let (Some(length), Some(moves)) = (claimed.length, claimed.moves) else {
        return Finding::Undecided(format!("{subject}: the record holds no whole play"));
    };
    if claimed.first_move.is_some() {
        return Finding::Undecided(format!("{subject}: the record holds a part of a play"));
    }
    match subject.replay(&mut moves.iter().map(String::as_str)) {
        Err(fault) => Finding::Refuted(format!("{subject}: {fault}")),
        Ok(count) if count != length => Finding::Refuted(format!("{subject}: {count} moves, not {length}")),
        Ok(count) => Finding::Verified(format!("plan {count} {subject}")),
    }
}

fn say(session: &mut Session, line: Option<u64>, finding: &Finding) -> io::Result<Code> {
    let (word, text, code) = match finding {
        Finding::Verified(claim) => ("verified", claim, Code::OK),
        Finding::Refuted(why) => ("refuted", why, Code::UNPROVED),
        Finding::Undecided(what) => ("undecided", what, Code::UNPROVED),
    };
    if session.format() == Format::Json {
        let mut record = Record::new(&mut session.out)?;
        record.text("status", word)?;
        record.text("claim", text)?;
        if let Some(line) = line {
            record.number("line", line)?;
        }
        record.finish()?;
    } else {
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        writeln!(session.out, "{word}: {place}{text}")?;
    }
    Ok(code)
}
