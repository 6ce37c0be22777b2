//! The adversary: ever new cases of all laws.

use std::process::Command;
use std::time::SystemTime;

use crate::{Outcome, cargo, metadata, output};

/// Requests to the server for each minute of the other laws.
const REQUESTS: f64 = 100.0;

/// Tries the laws of crates/saltus-adversary for a number of minutes, and then the law of the server's requests, from a seed or that of the
/// clock. With the
/// name of a law, that law alone.
pub(crate) fn run(words: &[&str]) -> Outcome<()> {
    let after = |word: &str| words.iter().skip_while(|other| **other != word).nth(1).map(ToString::to_string);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    let (seed, minutes) = (after("--seed").unwrap_or(now.to_string()), after("--minutes").unwrap_or("5".into()));
    let law = words.last().filter(|word| word.contains('_'));
    // Built as all tests are built, with their assertions and features: after them nothing is compiled again.
    let tests = ["test", "--quiet", "--workspace", "--locked", "--test", "it"];
    output(cargo().args(tests).arg("--no-run"))?;
    let mut laws = Command::new(metadata::read()?.target.join("debug/saltus-adversary"));
    laws.args(["--seed", &seed, "--minutes", &minutes]).args(law);
    let mut requests = cargo();
    let cases = 1 + (REQUESTS * minutes.parse::<f64>()?) as u64;
    requests.args(tests).arg("hostile_requests");
    requests.env("ADVERSARY_SEED", &seed).env("ADVERSARY_CASES", cases.to_string());
    for command in [Some(&mut laws), law.is_none().then_some(&mut requests)].into_iter().flatten() {
        if !command.status()?.success() {
            return Err("a law is broken, as said above".into());
        }
    }
    Ok(())
}
