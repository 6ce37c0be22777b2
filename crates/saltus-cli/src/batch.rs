//! Where puzzles come from: the command line, or a file with one a line, or lists of boards. A bad
//! line does not end a batch.
//!
//! The puzzles of a batch are answered side by side, and their answers written in order. What is
//! written may be far longer than what was found (the moves of a play that a formula gives), so
//! several threads find answers and one writes them: a command has these two parts.

mod held;
mod reading;
mod workers;

use std::io::{self, Write};
use std::panic;
use std::path::Path;
use std::time::Duration;

use crate::families;
use saltus::answers::Answers;
use saltus::limits::{Bytes, Limits};
use saltus::lists::{Reader, Starts};
use saltus::notation::{self, BadInput, Unread};
use saltus::pending::NextAnswer;

use crate::args::{Format, InputFormat, Lists, Puzzle, Share};
use crate::exit::{Code, Done, Early};
use crate::{Session, signals};
use crate::{board, input};
use held::{Find, Found, Held};
use reading::{Failure, Source, Task};
use saltus::record::{self, Status, Text};
use workers::{Answered, Reading, Reply, Workers, is_random, seed_of};

#[cfg(feature = "generate")]
pub use workers::drawn_seed;

/// Answers one puzzle or each of a batch; the largest exit code counts. `find` does the work, in
/// any thread; `write` writes what was found, in the order of the lines.
///
/// # Errors
/// When writing fails.
pub fn each<T: Held>(
    session: &mut Session,
    puzzle: &Puzzle,
    find: impl Fn(&dyn Answers, &Limits<'_>) -> T + Send + Sync + 'static,
    write: impl FnMut(&mut Session, &dyn Answers, T) -> Done,
) -> Done {
    each_announced(session, puzzle, &|_, _| (), find, write)
}

/// The same; `announce` prints a message before the search begins; in a batch, when it is the
/// line's turn.
///
/// # Errors
/// When writing fails.
pub fn each_announced<T: Held>(
    session: &mut Session,
    puzzle: &Puzzle,
    announce: &dyn Fn(&Session, &dyn Answers),
    find: impl Fn(&dyn Answers, &Limits<'_>) -> T + Send + Sync + 'static,
    mut write: impl FnMut(&mut Session, &dyn Answers, T) -> Done,
) -> Done {
    let find: Find = Box::new(move |instance, limits| Found::new(find(instance, limits)));
    all(session, puzzle, announce, find, &mut |session, instance, found| write(session, instance, found.value()))
}

/// The same for all commands, compiled once.
fn all(
    session: &mut Session,
    puzzle: &Puzzle,
    announce: &dyn Fn(&Session, &dyn Answers),
    find: Find,
    write: &mut dyn FnMut(&mut Session, &dyn Answers, Found) -> Done,
) -> Done {
    let Some(file) = &puzzle.batch else {
        let instance = &*one(session, puzzle)?;
        announce(session, instance);
        let found = session.measured(|limits| find(instance, limits));
        return write(session, instance, found);
    };
    batch(session, file, puzzle, (find, true), &mut |session, instance, found| {
        announce(session, instance);
        write(session, instance, found)
    })
}

/// Answers one puzzle or each of a batch, one at a time: what costs time is writing, or has all the
/// memory to itself.
///
/// # Errors
/// When writing fails.
pub fn in_turn(
    session: &mut Session,
    puzzle: &Puzzle,
    answer: &mut dyn FnMut(&mut Session, &dyn Answers) -> Done,
) -> Done {
    let Some(file) = &puzzle.batch else {
        let instance = one(session, puzzle)?;
        return answer(session, &*instance);
    };
    let nothing: Find = Box::new(|_, _| Found::new(()));
    batch(session, file, puzzle, (nothing, false), &mut |session, instance, _| {
        let answered = answer(session, instance);
        let answered = session.settle(answered)?;
        // The next one may take long, and a reader may be waiting for this one.
        session.out.flush()?;
        Ok(answered)
    })
}

/// The puzzle of the command line.
fn one(session: &mut Session, puzzle: &Puzzle) -> Done<Box<dyn Answers>> {
    if !matches!(puzzle.lists.input_format, InputFormat::Notation) {
        return Err(Early::usage("--input-format goes with --in FILE"));
    }
    instance_of(session, &puzzle.words)
}

/// The puzzle of these words.
///
/// # Errors
/// When there is none.
pub fn instance_of(session: &mut Session, words: &[String]) -> Done<Box<dyn Answers>> {
    if let Some(read) = streamed(session, words) {
        let line = words.join(" ");
        return match read {
            Ok(_) if session.common.seed.is_some() => Err(not_random(line)),
            Ok(instance) => Ok(instance),
            Err(Unread::Bad(bad)) => Err(Early::bad(&line, bad)),
            Err(Unread::Stop(stop)) => Err(Early::Fault(format!("{line}: {stop}"), Code::stopped(stop))),
            Err(Unread::Input(error)) => Err(Early::of_file(Path::new(&line))(error)),
        };
    }
    let mut texts = Vec::new();
    let mut met = |met: Met<'_>| match met {
        Met::Definition(file, text) => texts.push((format!("{file}: "), text)),
        Met::Boards(file, lines) => {
            session.remark(format_args!(
                "{file}: read as a board of {}; others have such boards, too: {}",
                lines[0],
                lines[1..].join(", ")
            ));
        }
    };
    let line = line_of(words, session.longest_input(), &mut met)?;
    if has_many_words(&line, session.longest_input()) {
        return Err(Early::Fault(MANY_WORDS.into(), Code::MEMORY));
    }
    if session.common.seed.is_some() && !is_random(&line) {
        return Err(not_random(line));
    }
    let (mut origin, seed) = (std::mem::take(&mut session.origin), session.common.seed);
    let read = workers::named_line(&line, seed, &mut origin).and_then(|line| (session.parse)(&line));
    session.origin = origin;
    if let Some(seed) = session.origin.seed.filter(|_| seed.is_none() && seed_of(&line).is_none()) {
        session.remark(format_args!("seed={seed}"));
    }
    let instance = read.map_err(|bad| Early::bad(&line, bad))?;
    let (place, text) = texts.pop().unwrap_or((String::new(), line));
    warn(session, &place, &text);
    Ok(instance)
}

/// Says what is no mistake in a text, or in a line, and still cannot be meant.
fn warn(session: &Session, place: &str, text: &str) {
    if session.common.quiet {
        return;
    }
    for (number, bad) in families::all().warnings(text) {
        let line = if place.is_empty() { String::new() } else { format!("line {number}, ") };
        session.remark(format_args!("{place}warning: {line}{bad}"));
    }
}

/// Reports that a seed has no meaning for this line.
fn not_random(line: String) -> Early {
    Early::Refused(line, BadInput::line(NOT_RANDOM), Code::USAGE)
}

/// Answers the puzzles of a file; `is_found` says whether something is found that is written even if the program is asked to stop.
fn batch(
    session: &mut Session,
    file: &Path,
    puzzle: &Puzzle,
    (find, is_found): (Find, bool),
    write: &mut dyn FnMut(&mut Session, &dyn Answers, Found) -> Done,
) -> Done {
    let boards = boards(session, puzzle)?;
    let reader = input::open(file).map_err(Early::of_file(file))?;
    let (is_notation, longest) = (boards.is_none(), session.longest_input());
    let shard = puzzle.shard;
    let source = Source { reader, boards, longest, shard };
    let reading = Reading { parse: session.parse, seed: session.common.seed, kept: session.kept.clone() };
    let workers = Workers::start(source, find, session.budget.clone(), reading)
        .map_err(|error| Early::Fault(format!("no thread can be started: {error}"), Code::IO))?;
    let (mut worst, mut written, mut known) = (Code::OK, 0, 0u64);
    // Its clock starts now.
    workers.report(written, known, None);
    let total = if is_notation && session.budget.progress.is_some() { lines(file, longest, shard) } else { None };
    while let Some(Answered { origin, answer }) = next(session, &workers, (written, known, total))? {
        if !is_found && signals::asked_to_stop() {
            break;
        }
        session.origin = origin;
        session.clear_progress();
        known += u64::from(matches!(answer, Err(Failure::Known)));
        let answered = answered(session, answer, write);
        worst = worst.max(session.settle(answered)?);
        session.out.end_answer()?;
        written += 1;
    }
    if known > 0 {
        session.remark(format_args!("{known} of {written} lines were answered before"));
    }
    // The random boards of a batch may all be in other shards.
    let is_whole = is_notation && shard.is_none() && !signals::asked_to_stop();
    if is_whole && session.common.seed.is_some() && written > 0 && !workers.met_random() {
        session.complain(NOT_RANDOM);
        worst = worst.max(Code::USAGE);
    }
    Ok(worst)
}

/// Writes an answer, or why there is none.
fn answered(
    session: &mut Session,
    answer: Result<Reply, Failure>,
    write: &mut dyn FnMut(&mut Session, &dyn Answers, Found) -> Done,
) -> Done {
    let Reply { instance, found, spent } = match answer {
        Ok(reply) => reply,
        Err(failure) => return failed(session, failure),
    };
    session.spent = spent;
    Failure::caught(|| instance.to_string(), || write(session, &*instance, found)).unwrap_or_else(|bug| {
        session.out.take_back()?;
        failed(session, bug)
    })
}

const NOT_RANDOM: &str = "--seed: nothing random is asked for";

/// Visits the lines of the puzzles that a file has.
///
/// # Errors
/// When flags contradict each other, or the file cannot be read.
pub fn puzzles(session: &mut Session, file: &Path, puzzle: &Puzzle, visit: &mut dyn FnMut(u64)) -> Done<()> {
    let failed = Early::of_file(file);
    let boards = boards(session, puzzle)?;
    let reader = input::open(file).map_err(&failed)?;
    let (mut unread, longest) = (None, session.longest_input());
    Source { reader, boards, longest, shard: None }.read(&mut |job, _| match job.task {
        Task::Failed(Failure::Unread(error)) => unread = Some(failed(error)),
        _ => visit(job.origin.line.unwrap_or_default()),
    });
    unread.map_or(Ok(()), Err)
}

/// How many puzzles in notation a file has, for those who watch; a pipe is read only once.
fn lines(file: &Path, longest: u64, shard: Option<Share>) -> Option<u64> {
    let reader = file.is_file().then(|| input::open(file).ok())??;
    let mut count = 0;
    Source { reader, boards: None, longest, shard }.read(&mut |_, _| count += 1);
    Some(count)
}

/// The next answer. While it waits, everything written so far can be read.
fn next(
    session: &mut Session,
    workers: &Workers,
    (written, known, total): (u64, u64, Option<u64>),
) -> io::Result<Option<Answered>> {
    /// The time between two checks whether the program was asked to stop.
    const PATIENCE: Duration = Duration::from_millis(100);
    let mut patience = Duration::ZERO;
    loop {
        match workers.pending.next(patience) {
            NextAnswer::Answer(answered) => return Ok(Some(answered)),
            NextAnswer::End => return Ok(None),
            NextAnswer::NotYet(_) if patience.is_zero() => session.out.flush()?,
            NextAnswer::NotYet(all) => workers.report(written, known, all.or(total)),
        }
        patience = PATIENCE;
    }
}

/// Reports why a line has no answer.
fn failed(session: &mut Session, failure: Failure) -> Done {
    match failure {
        Failure::Bad { text, bad, code } => Err(Early::Refused(text, bad, code)),
        // No other code of a batch is larger.
        Failure::Unread(error) => {
            let number = session.origin.line.unwrap_or_default();
            Err(Early::Fault(format!("line {number}: reading failed: {error}"), Code::IO))
        }
        Failure::Known => Ok(Code::OK),
        Failure::Bug { bug, .. } if session.origin.line.is_none() => panic::resume_unwind(bug),
        Failure::Bug { text, bug } => {
            let said = bug.downcast_ref::<String>().map(String::as_str).or(bug.downcast_ref::<&str>().copied());
            let because = format!("a bug of saltus: {}", said.unwrap_or("a panic"));
            session.complain(format_args!(
                "line {}: this is a bug of saltus; please report it with the line and the message above",
                session.origin.line.unwrap_or_default()
            ));
            unanswered(session, Status::Error, &text, &BadInput::line(because))?;
            Ok(Code::BUG)
        }
    }
}

/// The reader of lists of boards, where the input is one.
///
/// # Errors
/// When flags contradict each other, or there is no puzzle where one is needed.
fn boards(session: &mut Session, puzzle: &Puzzle) -> Done<Option<Reader>> {
    let Lists { input_format, board, goal } = &puzzle.lists;
    let goals = if let InputFormat::Of(format) = input_format { format.goals } else { &[] };
    let contradiction = if goals.is_empty() && (board.is_some() || goal.is_some()) {
        let open = families::all().families().iter().flat_map(|family| family.formats);
        let names: Vec<&str> = open.filter(|format| !format.goals.is_empty()).map(|format| format.name).collect();
        let (last, others) = names.split_last().map_or(("of another kind", &[][..]), |(last, others)| (*last, others));
        format!("--board and --goal go with --input-format {} or {last}", others.join(", "))
    } else if puzzle.words.is_empty() && matches!(input_format, InputFormat::Starts) {
        "--input-format starts needs the PUZZLE that begins at each of them".into()
    } else if session.common.seed.is_some() && matches!(input_format, InputFormat::Of(_)) {
        "--seed goes with lines of notation: a list has every cell of its boards".into()
    } else if !puzzle.words.is_empty() && !matches!(input_format, InputFormat::Starts) {
        "--in FILE takes the place of PUZZLE, except with --input-format starts".into()
    } else {
        return Ok(match input_format {
            InputFormat::Notation => None,
            InputFormat::Of(format) => Some(Reader::of((format.form)(*board, goal.as_deref()))),
            InputFormat::Starts => Some(Reader::new(Starts(instance_of(session, &puzzle.words)?))),
        });
    };
    Err(Early::usage(contradiction))
}

/// The puzzle of a command line of which one word is a file that the family reads piece by piece.
fn streamed(session: &Session, words: &[String]) -> Option<Result<Box<dyn Answers>, Unread>> {
    let at = words.iter().position(|word| word.starts_with('@') && word.len() > 1)?;
    let (before, after) = (words[..at].join(" "), words[at + 1..].join(" "));
    if after.contains('@') {
        return None;
    }
    // The reader of whole files reports a file that cannot be opened.
    let mut reader = input::open(Path::new(&words[at][1..])).ok()?;
    families::all().parse_stream(&before, &mut reader, &after, &session.limits())
}

/// What a file is met to be that begins a line.
pub enum Met<'a> {
    /// A definition: the file and its text.
    Definition(&'a str, String),
    /// A board, which several puzzles have: the file, and the lines that begin there; the first is taken.
    Boards(&'a str, &'a [String]),
}

/// The words of the command line as one line, with each @FILE replaced by the contents of that file (the first may be a definition, which is reported
/// to `met`, or a board), and NAME:@FILE by NAME: and the items there.
///
/// # Errors
/// When a file cannot be read, or is none that a line can have.
pub fn line_of(words: &[String], longest: u64, met: &mut dyn FnMut(Met<'_>)) -> Done<String> {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        if let Some(file) = word.strip_prefix('@') {
            let text = text_of(file, longest)?;
            match families::all().line_of_text(&text).filter(|_| line.is_empty()) {
                Some(Ok(definition)) => {
                    line.push_str(&definition);
                    met(Met::Definition(file, text));
                }
                Some(Err(mistake)) => return Err(Early::Fault(format!("{file}: {mistake}"), Code::BAD_INPUT)),
                None => line.push_str(&board::line(&text, line.is_empty(), &mut |also| met(Met::Boards(file, also)))),
            }
        } else if let Some((name, file)) = word.split_once(":@").filter(|_| !word.contains(' ')) {
            line.push_str(name);
            line.push(':');
            line.push_str(&items(&text_of(file, longest)?));
        } else {
            line.push_str(word);
        }
    }
    Ok(line)
}

/// Whether the words of a line take more room than a line may, while they are read.
fn has_many_words(line: &str, longest: u64) -> bool {
    // Where each stands, and what becomes of it.
    const BYTES: u64 = 160;
    line.split_ascii_whitespace().count() as u64 > longest / BYTES
}

const MANY_WORDS: &str = "the line has too many words: reading them takes more than half of the memory limit";

/// The contents of a file.
fn text_of(file: &str, longest: u64) -> Done<String> {
    if file.is_empty() {
        return Err(Early::Fault("@ stands without the name of a file".into(), Code::BAD_INPUT));
    }
    let path = Path::new(file);
    let bytes = input::whole(path, longest).map_err(Early::of_file(path))?;
    let bytes = bytes.ok_or_else(|| Early::Fault(too_long(file, longest), Code::MEMORY))?;
    String::from_utf8(bytes).map_err(|_| Early::Fault(format!("{file}: not valid UTF-8"), Code::BAD_INPUT))
}

/// The items of a list in a file, set apart by blanks, line ends or semicolons, as one word. A line that begins with # is a
/// comment.
fn items(text: &str) -> String {
    let apart = |letter: char| letter == ';' || letter.is_whitespace();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let items = lines.flat_map(|line| line.split(apart)).filter(|item| !item.is_empty());
    items.collect::<Vec<_>>().join(";")
}

fn too_long(what: &str, longest: u64) -> String {
    format!("{what} is longer than {}, half of the memory limit", Bytes(longest))
}

/// Reports what is wrong with a line, or with what is asked of its puzzle.
///
/// # Errors
/// When writing fails.
pub fn refused(session: &mut Session, line: &str, bad: &BadInput) -> io::Result<()> {
    let place = session.origin.line.map_or(String::new(), |number| format!("line {number}: "));
    session.complain(format_args!("{place}{bad}{}", pointed(line, bad.column)));
    unanswered(session, Status::Refused, line, bad)
}

/// Writes why a line has no answer, in the place of one.
fn unanswered(session: &mut Session, status: Status, line: &str, bad: &BadInput) -> io::Result<()> {
    let number = session.origin.line;
    if let (Some(kept), Some(number)) = (&session.kept, number)
        && kept.has_refusal(&shortened(line, 1000), number)
    {
        return Ok(());
    }
    if session.format() == Format::Json {
        let line = shortened(line, 1000);
        let puzzle = record::Puzzle::new(&line, &session.origin);
        let why = record::Refused { because: Text(bad), column: bad.column as u64 };
        record::write(&mut session.out, session.command, &puzzle, status, &why)?;
    } else if number.is_some() && session.answers_lines {
        // One answer a line, also where there is none.
        let text = if session.format() == Format::Text { status.word() } else { "" };
        writeln!(session.out, "{text}")?;
    }
    Ok(())
}

/// A line below the sentence about it, with a caret under the column; without a column its beginning, in brackets.
fn pointed(line: &str, column: usize) -> String {
    /// So much of a long line is shown on each side of the caret.
    const SHOWN: usize = 60;
    let is_plain = notation::words_of_text(line).is_ok() && !line.contains('\t');
    let length = notation::width(line);
    match column.checked_sub(1) {
        _ if line.trim().is_empty() => String::new(),
        Some(at) if is_plain && at <= length => {
            let (first, last) = (at.saturating_sub(SHOWN), (at + SHOWN).min(length));
            let [before, after] = [first > 0, last < length].map(|is_cut| if is_cut { "..." } else { "" });
            let shown: String = notation::characters(line).skip(first).take(last - first).collect();
            format!("\n  {before}{shown}{after}\n  {:>1$}", "^", before.len() + at - first + 1)
        }
        _ => format!(" (in: {})", shortened(line, SHOWN).escape_debug()),
    }
}

/// The first characters of a line.
fn shortened(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests;
