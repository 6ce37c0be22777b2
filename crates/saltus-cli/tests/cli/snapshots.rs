//! What the program prints, file by file: the first line of each file in `tests/snapshots` is the command (with `< FILE`
//! at its end where it reads something), the rest is what came of it. With `SALTUS_UPDATE_SNAPSHOTS=1` the rest is written anew; a new case is a file with one line.

use std::path::Path;
use std::{env, fs};

use crate::support::{Run, run, run_with};

#[test]
fn the_output_is_as_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let update = env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some_and(|value| value == "1");
    let mut changed = Vec::new();
    for file in &files {
        let kept = fs::read_to_string(file).expect("text");
        let command = kept.lines().next().unwrap_or_default();
        let words = command.strip_prefix("$ saltus ").unwrap_or_else(|| panic!("{}: no command", file.display()));
        let found = snapshot(command, &run_line(words));
        if found == kept {
            continue;
        }
        if update {
            fs::write(file, found).expect("written");
        } else {
            changed.push(format!("{}\n{}", file.display(), first_difference(&kept, &found)));
        }
    }
    assert!(!files.is_empty() && changed.is_empty(), "{}\n(SALTUS_UPDATE_SNAPSHOTS=1 accepts)", changed.join("\n"));
}

/// Runs the program with the words of a line, at whose end `< FILE` may name what it is to read.
fn run_line(words: &str) -> Run {
    match words.split_once(" < ") {
        None => run(words),
        Some((words, file)) => {
            let input = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
            run_with(words, &input.unwrap_or_else(|error| panic!("{file}: {error}")))
        }
    }
}

fn snapshot(command: &str, run: &Run) -> String {
    let Run { code, out, err } = run;
    format!("{command}\nexit code {code}\n--- stdout\n{out}--- stderr\n{err}").replace('\x1b', "␛")
}

fn first_difference(kept: &str, found: &str) -> String {
    let mut found_lines = found.lines();
    for (number, line) in kept.lines().enumerate() {
        let now = found_lines.next().unwrap_or("(nothing)");
        if line != now {
            return format!("line {}:\n  kept:  {line}\n  found: {now}", number + 1);
        }
    }
    format!("behind the kept end:\n  found: {}", found_lines.next().unwrap_or("(another line end)"))
}
