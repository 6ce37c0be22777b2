//! The adversary: ever new cases of all laws.

use std::time::SystemTime;

use crate::{Outcome, cargo, output};

/// Requests to the server for each minute of the other laws.
const REQUESTS: f64 = 100.0;

/// Tries the laws of crates/saltus-adversary for so many minutes, and then the law of the server's requests, from a seed or that of the clock. With the
/// name of a law, that law alone.
pub(crate) fn run(words: &[&str]) -> Outcome<()> {
    let after = |word: &str| words.iter().skip_while(|other| **other != word).nth(1).map(ToString::to_string);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    let (seed, minutes) = (after("--seed").unwrap_or(now.to_string()), after("--minutes").unwrap_or("5".into()));
    let law = words.last().filter(|word| word.contains('_'));
    // Built as tests are built, with their assertions.
    let mut laws = cargo();
    laws.args(["run", "--quiet", "--locked", "--profile", "test", "--package", "saltus-adversary", "--"]);
    laws.args(["--seed", &seed, "--minutes", &minutes]).args(law);
    if !laws.status()?.success() {
        return Err("a law is broken, as said above".into());
    }
    if law.is_none() {
        let cases = 1 + (REQUESTS * minutes.parse::<f64>()?) as u64;
        let mut requests = cargo();
        requests.args(["test", "--quiet", "--locked", "--package", "saltus-web", "--test", "it", "hostile_requests"]);
        print!(
            "{}",
            String::from_utf8_lossy(&output(
                requests.env("ADVERSARY_SEED", &seed).env("ADVERSARY_CASES", cases.to_string())
            )?)
        );
    }
    Ok(())
}
