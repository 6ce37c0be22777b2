//! The hunt: cases of all laws in turn, from a seed; a case that breaks one is made small and kept.

use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use saltus::laws::Random;

use crate::{LAWS, Law};

/// A case that breaks a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The name of the law.
    pub law: &'static str,
    /// The case.
    pub case: Vec<u8>,
    /// What the law says.
    pub why: String,
}

static MESSAGE: Mutex<String> = Mutex::new(String::new());

/// Tries a law on a case; what it says where it is broken.
pub fn broken(law: &Law, case: &[u8]) -> Option<String> {
    panic::set_hook(Box::new(|info| {
        let mut message = MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
        // What panics first says why.
        if message.is_empty() {
            *message = info.to_string();
        }
    }));
    let found = panic::catch_unwind(AssertUnwindSafe(|| (law.holds)(case)));
    drop(panic::take_hook());
    let message = std::mem::take(&mut *MESSAGE.lock().unwrap_or_else(PoisonError::into_inner));
    found.err().map(|_| message)
}

/// The cases of a law in the round of a seed: the same for the same seed.
fn cases(law: &Law, seed: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(seed ^ u64::from(crc32fast::hash(law.name.as_bytes())) << 32);
    (0..law.cases).map(move |_| {
        let bytes = random.below(law.bytes + 1);
        (0..bytes).map(|_| random.number() as u8).collect()
    })
}

/// Goes through the rounds of seeds from this one on, until the time is over or a law is broken. Tells each round.
pub fn hunt(first: u64, time: Duration, only: Option<&str>, out: &mut dyn std::io::Write) -> Option<Broken> {
    let begun = Instant::now();
    for seed in first.. {
        for law in LAWS.iter().filter(|law| only.is_none_or(|only| only == law.name)) {
            let (since, mut tried) = (Instant::now(), 0);
            for case in cases(law, seed) {
                if let Some(why) = broken(law, &case) {
                    return Some(shrink(law, case, why));
                }
                tried += 1;
                if begun.elapsed() >= time {
                    break;
                }
            }
            // That nobody hears is no reason to stop.
            _ = writeln!(out, "seed {seed}: {}, {tried} cases, {:.1} s", law.name, since.elapsed().as_secs_f64());
            if begun.elapsed() >= time {
                return None;
            }
        }
    }
    None
}

/// A case may take seconds, and whoever waits for the answer has hours of other things to do.
const SHRINKING: Duration = Duration::from_secs(30);

/// A case that breaks the law too, and from which, if the time suffices, nothing can be taken away: neither bytes nor what they are worth.
fn shrink(law: &Law, mut case: Vec<u8>, mut why: String) -> Broken {
    let (begun, mut length) = (Instant::now(), case.len());
    while length > 0 {
        let mut at = 0;
        while at < case.len() && begun.elapsed() < SHRINKING {
            let end = (at + length).min(case.len());
            let without = [&case[..at], &case[end..]].concat();
            let mut zero = case.clone();
            zero[at..end].fill(0);
            if let Some(found) = broken(law, &without) {
                (case, why) = (without, found);
            } else if zero != case
                && let Some(found) = broken(law, &zero)
            {
                (case, why) = (zero, found);
                at += length;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
    Broken { law: law.name, case, why }
}

/// The file of cases that broke a law once, each a line: the law, and the bytes in hexadecimal.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus.txt")
}

/// Adds a case to the file.
///
/// # Errors
/// What the system refuses.
pub fn keep(found: &Broken) -> std::io::Result<()> {
    let digits = found.case.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text takes everything");
        text
    });
    let mut file = std::fs::File::options().append(true).create(true).open(corpus())?;
    writeln!(file, "{} {digits}", found.law)
}

/// The law and the case of a line of the file.
pub fn kept(line: &str) -> Option<(&'static Law, Vec<u8>)> {
    let (name, digits) = line.split_once(' ')?;
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let case = digits.as_bytes().chunks(2).map(byte).collect::<Option<_>>()?;
    Some((LAWS.iter().find(|law| law.name == name)?, case))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_a_law_is_made_small() {
        let law = Law { name: "no_seven", holds: |case| assert!(!case.contains(&7), "seven"), cases: 1_000, bytes: 50 };
        let case = cases(&law, 3).find(|case| broken(&law, case).is_some()).expect("some case has it");
        let found = shrink(&law, case, String::new());
        assert_eq!((found.law, found.case), ("no_seven", vec![7]));
        assert!(found.why.ends_with("seven"), "{}", found.why);
    }

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        let all = |seed| LAWS.iter().map(|law| cases(law, seed).take(5).collect()).collect::<Vec<Vec<_>>>();
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
    }
}
