//! `saltus check`: records are replayed by the rules; certificates go to the checker that shares
//! no code with the solvers.

mod plan;

use std::io::{self, BufRead, Read as _, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{panic, thread};

use crate::{batch, families};
use saltus::answers::{Answers, Replayed};
use saltus_check::{Limits, Outcome};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::args::{Check, Format};
use crate::exit::{Code, Done, Early};
use crate::input::{self, Line};
use crate::records::{self, Whole};
use crate::{STACK, Session, signals};
use saltus::clock::Instant;
use saltus::limits::Stop;
use saltus::record::{self, Nothing, Status};

/// What a record of `solve` claims. (Deriving refuses a field given twice, of which a looser reader
/// would keep one.)
#[derive(Deserialize)]
struct Claimed {
    puzzle: String,
    status: String,
    length: Option<Whole>,
    lower: Option<Whole>,
    value: Option<Whole>,
    cost: Option<Whole>,
    optimal: Option<bool>,
    moves: Option<Vec<String>>,
    first_move: Option<Whole>,
}

/// The result of one record or certificate.
enum Finding {
    Verified(String),
    Refuted(String),
    /// It claims nothing.
    NoClaim(String),
    Undecided(String),
    /// Undecided since the time is spent.
    Late(String),
}

const MAGIC: &[u8] = b"saltus certificate";
const CALCULUS: &[u8] = b"saltus certificate 2\n";

pub fn run(session: &mut Session, args: &Check) -> Done {
    let failed = Early::of_file(&args.file);
    if args.kernel && args.file == Path::new("-") {
        return Err(Early::usage("--kernel is given the certificate as a file, not as standard input"));
    }
    if let Some((plan, puzzle)) = args.plan.as_ref().zip(args.puzzle.as_ref()) {
        // One word: in a definition @ may stand for a piece.
        let instance = batch::instance_of(session, std::slice::from_ref(puzzle))?;
        return plan::check(session, &*instance, plan);
    }
    let mut reader = input::open(&args.file).map_err(&failed)?;
    let head = reader.fill_buf().map_err(&failed)?;
    let (is_certificate, is_calculus) = (head.starts_with(MAGIC), head.starts_with(CALCULUS));
    let read = if is_certificate { certificates } else { records };
    let code = read(session, &mut *reader, &failed);
    if !args.kernel {
        return code;
    }
    let code = session.settle(code)?;
    let finding = if is_calculus {
        ask_kernel(session, &args.file).map_err(|error| {
            Early::Fault(format!("{KERNEL}: {error} (kernel/README.md says how it is built)"), Code::IO)
        })?
    } else {
        Finding::Undecided("it reads certificates of format 2, as `solve --cert FILE --calculus` writes them".into())
    };
    Ok(worse(code, say(session, None, &finding, Some("kernel"))?))
}

/// The program whose checks are proved right.
const KERNEL: &str = "saltus-kernel";

/// What it says of a file, in one line, which a pipe holds.
fn ask_kernel(session: &Session, file: &Path) -> io::Result<Finding> {
    let mut child = Command::new(KERNEL).arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        // It knows no clock.
        if session.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            child.kill()?;
            child.wait()?;
            return Ok(Finding::Late(Stop::Time.to_string()));
        }
        thread::sleep(Duration::from_millis(5));
    };
    let mut said = String::new();
    child.stdout.take().map_or(Ok(0), |mut out| out.read_to_string(&mut said))?;
    let (word, text) = said.trim_end().split_once(' ').unwrap_or((said.trim_end(), ""));
    Ok(match word {
        "VERIFIED" if status.success() => Finding::Verified(text.into()),
        "REFUTED" => Finding::Refuted(text.into()),
        "RESOURCE" | "UNREADABLE" => Finding::Undecided(text.into()),
        _ => Finding::Undecided(format!("{KERNEL} ends with {status} and no answer")),
    })
}

fn certificates(session: &mut Session, reader: &mut dyn BufRead, failed: &dyn Fn(io::Error) -> Early) -> Done {
    let Some(bytes) = input::all(reader, session.longest_input()).map_err(failed)? else {
        let why = "the certificates are longer than half of the memory limit".into();
        return say(session, None, &Finding::Undecided(why), None);
    };
    let usual = Limits::default();
    let nodes = session.common.node_limit.unwrap_or(usual.nodes);
    let limits = Limits { memory: session.common.memory_limit, nodes, ..usual };
    let (sender, receiver) = mpsc::channel();
    let check = move || saltus_check::check_bundle(&bytes, &limits).try_for_each(|outcome| sender.send(outcome));
    let thread = thread::Builder::new().stack_size(STACK).spawn(check).map_err(failed)?;
    let mut worst = Code::OK;
    // The checker knows no clock: one that is late is left alone, and ends with the program.
    loop {
        let outcome = match session.budget.deadline {
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        let finding = match outcome {
            Ok(Outcome::Verified(claim)) => Finding::Verified(claim.to_string()),
            Ok(Outcome::Refuted(why)) => Finding::Refuted(why),
            Ok(Outcome::Resource(what)) => Finding::Undecided(what),
            Err(RecvTimeoutError::Timeout) => {
                return say(session, None, &Finding::Late(Stop::Time.to_string()), None).map(|code| worse(worst, code));
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        worst = worse(worst, say(session, None, &finding, None)?);
        session.out.flush()?;
    }
    match thread.join() {
        Ok(_) => Ok(worst),
        Err(bug) => panic::resume_unwind(bug),
    }
}

fn records(session: &mut Session, reader: &mut dyn BufRead, failed: &dyn Fn(io::Error) -> Early) -> Done {
    let (mut worst, mut number) = (None, 0);
    let mut bytes = Vec::new();
    let mut more = true;
    while more && !signals::asked_to_stop() {
        let read = input::line(reader, session.longest_input(), &mut bytes).map_err(failed)?;
        number += 1;
        let finding = match read {
            Line::End => break,
            Line::TooLong => {
                more = false;
                Finding::Undecided("the line is longer than half of the memory limit; nothing after it was read".into())
            }
            Line::Whole if bytes.trim_ascii().is_empty() => continue,
            Line::Whole if session.limits().spend(0, 0) == Err(Stop::Time) => {
                more = false;
                Finding::Late("the time limit is reached; nothing from here on was read".into())
            }
            Line::Whole if !bytes.trim_ascii_start().starts_with(b"{") => {
                // What does not begin with a record is something else.
                more = worst.is_some();
                Finding::NoClaim(NO_RECORD.into())
            }
            Line::Whole => record(&bytes),
        };
        let code = say(session, Some(number), &finding, None)?;
        worst = Some(worst.map_or(code, |worst| worse(worst, code)));
    }
    match worst {
        Some(code) => Ok(code),
        None => say(session, None, &Finding::Undecided("there is nothing to check: the input is empty".into()), None),
    }
}

const NO_RECORD: &str =
    "neither a record, which begins with {, nor a certificate; moves are checked by --plan FILE --puzzle PUZZLE";

/// What comes of a record.
fn record(line: &[u8]) -> Finding {
    claimed(line).unwrap_or_else(|finding| finding)
}

fn claimed(line: &[u8]) -> Result<Finding, Finding> {
    let claimed: Claimed =
        serde_json::from_slice(line).map_err(|error| Finding::Refuted(records::bad(&error).to_string()))?;
    let instance = families::parse(&claimed.puzzle).map_err(|bad| Finding::Refuted(format!("the puzzle: {bad}")))?;
    let shown = shown(&*instance);
    if claimed.status != "solved" {
        return Err(Finding::Undecided(format!(
            "{shown}: a record of status \"{}\" holds no play to replay",
            claimed.status.escape_debug()
        )));
    }
    let (Some(length), Some(moves)) = (claimed.length, claimed.moves) else {
        return Err(Finding::Undecided(format!("{shown}: the record holds no whole play")));
    };
    if claimed.first_move.is_some() {
        return Err(Finding::Undecided(format!("{shown}: the record holds a part of a play")));
    }
    // What the lower bound is one of.
    let (cost, what) = match (instance.pieces(), claimed.value, &claimed.cost) {
        (None, None, None) => (length.as_u64(), "the length"),
        (None, None, Some(cost)) => (cost.as_u64(), "the cost"),
        (Some(_), Some(value), _) => (value.as_u64(), "the value"),
        (None, Some(_), _) => return Err(Finding::Refuted(format!("{shown}: this puzzle has no value"))),
        (Some(_), None, _) => return Err(Finding::Undecided(format!("{shown}: the record has no value"))),
    };
    let lower = claimed.lower.as_ref().and_then(Whole::as_u64);
    if claimed.lower.is_some() && lower > cost {
        return Err(Finding::Refuted(format!("{shown}: a lower bound above {what}")));
    }
    if claimed.optimal.is_some_and(|optimal| claimed.lower.is_some() && optimal != (lower == cost)) {
        return Err(Finding::Refuted(format!(
            "{shown}: optimal is to be said when the lower bound is {what}, and only then"
        )));
    }
    let replayed = replayed(&shown, &*instance, &mut moves.iter().map(String::as_str))?;
    Ok(judged(&shown, &length, (cost, claimed.cost.is_some()), &replayed))
}

/// What moves of a puzzle, which is called so, come to.
fn replayed(shown: &str, instance: &dyn Answers, moves: &mut dyn Iterator<Item = &str>) -> Result<Replayed, Finding> {
    let replayed = instance.replay(moves).map_err(|fault| Finding::Refuted(format!("{shown}: {fault}")))?;
    replayed.ok_or_else(|| Finding::Undecided(format!("{shown}: the board has too many cells to be laid out")))
}

/// What comes of a play that was replayed, of which this length and, where `is_told`, this cost are claimed.
fn judged(shown: &str, length: &Whole, (cost, is_told): (Option<u64>, bool), replayed: &Replayed) -> Finding {
    match *replayed {
        Replayed { moves, .. } if length.as_u64() != Some(moves) => {
            Finding::Refuted(format!("{shown}: {moves} moves, not {length}"))
        }
        Replayed { left: Some(left), .. } if cost != Some(left) => {
            Finding::Refuted(format!("{shown}: {left} pieces are left, not as many as the value says"))
        }
        Replayed { left: Some(left), .. } => Finding::Verified(format!("leaves {left} {shown}")),
        Replayed { paid: None, .. } if is_told => {
            Finding::Refuted(format!("{shown}: this puzzle has no cost but the moves"))
        }
        Replayed { paid: Some(_), .. } if !is_told => Finding::Undecided(format!("{shown}: the record has no cost")),
        Replayed { paid: Some(paid), .. } if cost != Some(paid) => {
            Finding::Refuted(format!("{shown}: the moves cost {paid}, not as much as the record says"))
        }
        Replayed { paid: Some(paid), .. } => Finding::Verified(format!("plan {paid} {shown}")),
        Replayed { moves, .. } => Finding::Verified(format!("plan {moves} {shown}")),
    }
}

/// How a record of an answer contradicts itself or the rules of its puzzle, if it does.
pub fn contradiction(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Told {
        status: String,
        length: Option<IgnoredAny>,
        moves: Option<IgnoredAny>,
        optimal: Option<bool>,
        proof: Option<Known>,
    }
    #[derive(Deserialize)]
    struct Known {
        label: String,
    }
    let told: Told = match serde_json::from_slice(line) {
        Ok(told) => told,
        Err(error) => return Some(records::bad(&error).why),
    };
    let is_solved = told.status == Status::Solved.word();
    if !is_solved && (told.length.is_some() || told.moves.is_some() || told.optimal.is_some()) {
        return Some(format!("a record of status \"{}\" reports a play", told.status));
    }
    if told.optimal == Some(false) && told.proof.is_some_and(|proof| proof.label != "claimed") {
        return Some("a play that is not known to be best is claimed, and no more".into());
    }
    match (is_solved && told.moves.is_some()).then(|| record(line)) {
        Some(Finding::Refuted(why)) => Some(why),
        _ => None,
    }
}

/// The puzzle as findings name it, with no word in it that somebody chose.
fn shown(instance: &dyn Answers) -> String {
    let line = instance.to_string();
    if saltus_check::knows(instance.family()) { saltus_check::name(&line) } else { line }
}

/// The code of two claims: that one is refuted counts most.
fn worse(one: Code, other: Code) -> Code {
    if [one, other].contains(&Code::REFUTED) { Code::REFUTED } else { one.max(other) }
}

/// Whether a character would end the line, or tell a terminal to do something.
fn is_unprintable(letter: char) -> bool {
    letter.escape_debug().len() > 1 && !"\"'\\".contains(letter)
}

/// Writes a finding about a line of the input, or about all of it; `checked` is who has found it, where that is not this program.
fn say(session: &mut Session, line: Option<u64>, finding: &Finding, checked: Option<&'static str>) -> Done {
    let (status, text, code) = match finding {
        Finding::Verified(claim) => (Status::Verified, claim, Code::OK),
        Finding::Refuted(why) => (Status::Refuted, why, Code::REFUTED),
        Finding::NoClaim(why) => (Status::Refused, why, Code::BAD_INPUT),
        Finding::Undecided(why) => (Status::Undecided, why, Code::OPEN),
        Finding::Late(why) => (Status::Undecided, why, Code::stopped(Stop::Time)),
    };
    if session.format() == Format::Json {
        let mut record = record::Check::new(status, text);
        record.checked = checked;
        record::write(&mut session.out, session.command, &Nothing { line }, status, &record)?;
        return Ok(code);
    }
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    if matches!(finding, Finding::NoClaim(_)) {
        session.complain(format_args!("{place}{text}"));
    } else {
        let text = text.replace(is_unprintable, "?");
        let by = checked.map_or(String::new(), |by| format!(" by {by}"));
        writeln!(session.out, "{}{by}: {place}{text}", status.word())?;
    }
    Ok(code)
}
