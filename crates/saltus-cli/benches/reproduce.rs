//! The slow items of `saltus reproduce`, each with its time and the one that it states: `cargo bench -p saltus-cli --bench reproduce`, or
//! `-- NAME` for the items and sources of a name. All take half an hour. It fails where one differs from its page.

use std::process::{Command, ExitCode};
use std::time::Instant;

use serde_json::Value;

/// The records of `saltus reproduce`.
fn records(words: &[&str]) -> Vec<Value> {
    let ran =
        Command::new(env!("CARGO_BIN_EXE_saltus")).arg("reproduce").args(words).args(["--format", "json"]).output();
    let printed = ran.expect("the program runs").stdout;
    let lines = String::from_utf8_lossy(&printed);
    lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut code = ExitCode::SUCCESS;
    for item in records(&[]) {
        let [source, name, states] =
            ["source", "item", "because"].map(|field| item[field].as_str().unwrap_or_default());
        let is_wanted = wanted.is_empty() || wanted.iter().any(|word| [source, name].contains(&&**word));
        if states.is_empty() || !is_wanted {
            continue;
        }
        let begun = Instant::now();
        let done = &records(&[source, name, "--slow"])[0];
        let status = done["status"].as_str().unwrap_or_default();
        println!("{source} {name}: {status}, {:.1} s (states {states})", begun.elapsed().as_secs_f64());
        if status != "verified" {
            code = ExitCode::FAILURE;
        }
    }
    code
}
