//! `saltus-adversary --seed N --minutes M [LAW]`: looks for a case that breaks a law, and keeps what it finds.

use std::env;
use std::io;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use saltus_adversary::{LAWS, hunt, program};

fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == program::NAME) {
        return ExitCode::from(saltus_cli::run_with(saltus::registry(), words));
    }
    let words: Option<Vec<String>> = words.into_iter().map(|word| word.into_string().ok()).collect();
    match words.as_deref().map_or(Err(usage()), run) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("saltus-adversary: {why}");
            ExitCode::from(2)
        }
    }
}

fn usage() -> String {
    let names: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
    format!("the words are: [--seed N] [--minutes M] [LAW], and the laws {}", names.join(", "))
}

fn run(words: &[String]) -> Result<ExitCode, String> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (mut seed, mut minutes, mut only) = (now.as_secs(), 5.0f64, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seed" => seed = words.next().and_then(|word| word.parse().ok()).ok_or_else(usage)?,
            "--minutes" => minutes = words.next().and_then(|word| word.parse().ok()).ok_or_else(usage)?,
            name if LAWS.iter().any(|law| law.name == name) => only = Some(name),
            _ => return Err(usage()),
        }
    }
    let time = Duration::try_from_secs_f64(60.0 * minutes).map_err(|_| usage())?;
    let Some(found) = hunt::hunt(seed, time, only, &mut io::stdout()) else { return Ok(ExitCode::SUCCESS) };
    hunt::keep(&found).map_err(|error| format!("{}: {error}", hunt::corpus().display()))?;
    println!("{} is broken by {} bytes, now in {}:", found.law, found.case.len(), hunt::corpus().display());
    println!("{}", found.why);
    Ok(ExitCode::FAILURE)
}
