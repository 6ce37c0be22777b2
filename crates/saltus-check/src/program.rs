//! The program `saltus-check`: reads certificates, records and sweeps, prints one outcome a line.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};

use crate::{Limits, Outcome, check_bundle, check_record, check_sample, check_sweep, check_table};

const HELP: &str = "\
Checks certificates of saltus, its table files, its sweeps and its JSON Lines records, with no code of saltus.

Usage: saltus-check [OPTION]... FILE...
       saltus-check [OPTION]... --sweep DIR

A FILE that begins with `saltus certificate` holds one or several, one after the other, one that begins with `saltus table`
is a table, any other one holds one record a line; `-` is standard input. Prints one outcome a line: VERIFIED, REFUTED or RESOURCE.

Options:
  --memory BYTES  memory for boards, sets and tables [default: 8589934592]
  --moves N       the longest play that is replayed, and the most steps of other checks [default: 2000000000]
  --nodes N       the most nodes of a transcript, keys of a sweep, and steps of closed sets and of `theorem alternate`
                  [default: 20000000000]
  --part I/N      of a transcript only the I-th prefix and every N-th after it, of a sweep only the I-th bucket and
                  every N-th after it; agreement is then RESOURCE
  --sweep DIR     prove the layers that `saltus survey --disk DIR --workers N` wrote
  --sample K      of a sweep only K keys, drawn by --seed S [default: 0]; agreement is then RESOURCE
  --help          print this
  --version       print the version

Exit code: 0 all verified; 1 something refuted; 3 nothing refuted, but something undecided within the limits;
2 wrong usage; 74 a file cannot be read, or the outcomes cannot be written.
";

/// What a certificate begins with.
const CERTIFICATE: &[u8] = b"saltus certificate";

/// What a table begins with.
const TABLE: &[u8] = b"saltus table";

const USAGE: u8 = 2;
const INPUT_OUTPUT: u8 = 74;

/// The program with these words after its name: the code to exit with.
pub fn run(args: Vec<OsString>) -> u8 {
    if args.iter().any(|arg| arg == "--help") {
        print(HELP);
    } else if args.iter().any(|arg| arg == "--version") {
        print(concat!("saltus-check ", env!("CARGO_PKG_VERSION"), "\n"));
    } else {
        return match parse(args) {
            Ok(asked) => asked.check(),
            Err(why) => {
                complain(&format!("{why}; try --help"));
                USAGE
            }
        };
    }
    0
}

/// What is to be checked.
#[derive(Default)]
struct Asked {
    limits: Limits,
    files: Vec<OsString>,
    sweep: Option<OsString>,
    sample: Option<u64>,
    seed: Option<u64>,
}

fn parse(args: Vec<OsString>) -> Result<Asked, String> {
    let mut asked = Asked::default();
    let limits = &mut asked.limits;
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some("--memory") => limits.memory = number(args.next()).ok_or("--memory needs a number of bytes")?,
            Some("--moves") => limits.moves = number(args.next()).ok_or("--moves needs a number")?,
            Some("--nodes") => limits.nodes = number(args.next()).ok_or("--nodes needs a number")?,
            Some("--part") => limits.part = part(args.next()).ok_or("--part needs I/N with 1 <= I <= N")?,
            Some("--sweep") => asked.sweep = Some(args.next().ok_or("--sweep needs a folder")?),
            Some("--sample") => asked.sample = Some(number(args.next()).ok_or("--sample needs a number of keys")?),
            Some("--seed") => asked.seed = Some(number(args.next()).ok_or("--seed needs a number")?),
            Some(option) if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option {option:?}"));
            }
            _ => asked.files.push(arg),
        }
    }
    match (&asked.sweep, &asked.files[..]) {
        (None, []) => Err("no file given".into()),
        (Some(_), [file, ..]) => Err(format!("--sweep is a check of its own, and {} is left", file.display())),
        (None, _) if asked.sample.is_some() => Err("--sample is of a --sweep".into()),
        _ if asked.seed.is_some() && asked.sample.is_none() => Err("--seed is of a --sample".into()),
        _ if asked.sample.is_some() && asked.limits.part != Limits::default().part => {
            Err("--sample has no --part: it is drawn from all keys".into())
        }
        _ => Ok(asked),
    }
}

impl Asked {
    fn check(&self) -> u8 {
        let Some(folder) = &self.sweep else { return check_files(&self.files, &self.limits) };
        let mut worst = Worst::Verified;
        worst.report(&match self.sample {
            Some(keys) => check_sample(folder.as_ref(), keys, self.seed.unwrap_or(0), &self.limits),
            None => check_sweep(folder.as_ref(), &self.limits),
        });
        worst.code()
    }
}

fn number(word: Option<OsString>) -> Option<u64> {
    word?.to_str()?.parse().ok()
}

fn part(word: Option<OsString>) -> Option<(u64, u64)> {
    let word = word?;
    let (first, step) = word.to_str()?.split_once('/')?;
    let (first, step) = (first.parse().ok()?, step.parse().ok()?);
    (1..=step).contains(&first).then_some((first, step))
}

/// A message on standard error; should that be closed, nobody wanted it.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "saltus-check: {message}");
}

/// Writes to standard output. If that is gone, there is no reason to be loud, but none to go on
/// either.
fn print(text: &str) {
    let mut out = io::stdout();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(INPUT_OUTPUT.into());
    }
}

/// What the exit code tells, the later over the earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worst {
    Verified,
    Resource,
    Unreadable,
    Refuted,
}

impl Worst {
    fn code(self) -> u8 {
        match self {
            Self::Verified => 0,
            Self::Resource => 3,
            Self::Unreadable => INPUT_OUTPUT,
            Self::Refuted => 1,
        }
    }

    fn report(&mut self, outcome: &Outcome) {
        print(&format!("{outcome}\n"));
        *self = (*self).max(match outcome {
            Outcome::Verified(_) => Self::Verified,
            Outcome::Resource(_) => Self::Resource,
            Outcome::Refuted(_) => Self::Refuted,
        });
    }
}

fn check_files(files: &[OsString], limits: &Limits) -> u8 {
    let mut worst = Worst::Verified;
    for file in files {
        if let Err(error) = check_file(file, limits, &mut worst) {
            complain(&format!("{}: {error}", file.display()));
            worst = worst.max(Worst::Unreadable);
        }
    }
    worst.code()
}

/// An error is one of reading.
fn check_file(file: &OsStr, limits: &Limits, worst: &mut Worst) -> io::Result<()> {
    let mut input: Box<dyn Read> = match file.to_str() {
        Some("-") => Box::new(io::stdin()),
        _ => Box::new(File::open(file)?),
    };
    let mut head = Vec::new();
    input.by_ref().take(CERTIFICATE.len() as u64).read_to_end(&mut head)?;
    let is_bundle = head == CERTIFICATE;
    if !is_bundle && !head.starts_with(TABLE) {
        return check_records(BufReader::new(head.chain(input)), limits, worst);
    }
    let mut bytes = head;
    input.by_ref().take(limits.memory).read_to_end(&mut bytes)?;
    match input.read(&mut [0])? {
        0 if is_bundle => check_bundle(&bytes, limits).for_each(|outcome| worst.report(&outcome)),
        0 => worst.report(&check_table(&bytes, limits)),
        _ => {
            let why = format!("a file of more than {} bytes, the memory allowed", limits.memory);
            worst.report(&Outcome::Resource(why));
        }
    }
    Ok(())
}

fn check_records(mut input: impl BufRead, limits: &Limits, worst: &mut Worst) -> io::Result<()> {
    // A record takes 16 times the memory of its line: there is no use in reading a longer one.
    let longest = limits.memory / 16 + 1;
    let mut any = false;
    let mut line = Vec::new();
    while input.by_ref().take(longest).read_until(b'\n', &mut line)? > 0 {
        if line.len() as u64 == longest {
            worst.report(&Outcome::Resource(format!(
                "a line of {longest} bytes or more, with {} of memory",
                limits.memory
            )));
            return Ok(());
        }
        if !line.trim_ascii().is_empty() {
            any = true;
            worst.report(&match std::str::from_utf8(&line) {
                Ok(text) => check_record(text, limits),
                Err(_) => Outcome::Refuted("record: not UTF-8".into()),
            });
        }
        line.clear();
    }
    if !any {
        // Silence and success would look like a proof.
        worst.report(&Outcome::Refuted("file: neither a certificate nor a table nor a record is in it".into()));
    }
    Ok(())
}
