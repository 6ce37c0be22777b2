//! Batches that go on in a file where they were stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{HARD, Run, finish, run_words, saltus, signal, start};

/// A folder with puzzles in `in`.
struct Folder(TempDir);

impl Folder {
    fn new(lines: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("in"), lines).expect("written");
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The words of `solve` for these puzzles, with records into a file.
    fn words(&self, out: &str, more: &str) -> Vec<String> {
        let [puzzles, out] = ["in", out].map(|name| self.path(name).to_str().expect("text").to_owned());
        let words = ["solve", "--in", &puzzles, "--format", "json", "--output", &out];
        words.into_iter().chain(more.split_whitespace()).map(str::to_owned).collect()
    }

    fn solve(&self, out: &str, more: &str) -> Run {
        let words = self.words(out, more);
        run_words(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("text")
    }
}

/// Waits for `lines` lines; whoever writes them is killed by a guard of its own if they do not come.
fn wait_for(lines: usize, file: &Path) {
    for _ in 0..60_000 {
        if fs::read_to_string(file).is_ok_and(|text| text.lines().count() >= lines) {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{}: {lines} lines do not come", file.display());
}

#[test]
fn a_killed_run_loses_nothing_and_is_gone_on_with() {
    let folder = Folder::new(&format!("shift 1 1\nx\n# a comment\nshift 2 2\n{HARD}\nshift 3 3\nshift 1 1\n"));
    let whole = folder.solve("whole", "--node-limit 1000");
    assert_eq!((whole.code, whole.out.as_str(), folder.text("whole").lines().count()), (65, "", 6));
    for name in ["KILL", "TERM"] {
        let words = folder.words(name, "--threads 1");
        let child = start(saltus(words.iter().map(String::as_str)).stdout(Stdio::null()));
        wait_for(3, &folder.path(name));
        // Nobody else writes there meanwhile.
        assert_eq!(folder.solve(name, "--resume").code, 75);
        signal(child.id(), name);
        finish(child);
        // The search that was stopped has no record.
        let (begun, all) = (folder.text(name), folder.text("whole"));
        assert!(all.starts_with(&begun) && begun.lines().count() == 3 && begun.ends_with('\n'), "{begun}");
        let resumed = folder.solve(name, "--node-limit 1000 --resume");
        assert!(resumed.code == 65 && resumed.err.contains("2 of 6 lines were answered before"), "{resumed:?}");
        assert_eq!(folder.text(name), folder.text("whole"));
        assert_eq!(folder.solve(name, "--node-limit 1000 --resume").code, 65, "the bad line is still there");
        assert_eq!(folder.text(name), folder.text("whole"), "nothing is answered twice");
    }
}

#[test]
fn a_half_written_record_is_written_again() {
    let folder = Folder::new("7 1 2 3 4 5 6 7 0 8\n8 1 2 3 4 5 6 7 8 0\n9 1 2 3 4 5 6 7 8 0\n");
    let more = "--input-format korf --resume --threads 1";
    folder.solve("whole", more);
    let whole = folder.text("whole");
    let names = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["name"].clone()).collect()
    };
    assert_eq!(names(&whole), ["7", "8", "9"]);
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    for end in [0, 1, 20, ends[0] - 1, ends[0], ends[0] + 1, ends[1] - 1, ends[2] - 1, ends[2]] {
        fs::write(folder.path("half"), &whole[..end]).expect("written");
        let run = folder.solve("half", more);
        assert_eq!((run.code, folder.text("half")), (0, whole.clone()), "{end} bytes");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = Folder::new("shift 1 1\n");
    for (text, more, code) in [
        ("shift 2 2\n", "", 2),
        ("shift 2 2\n", "--resume", 65),
        ("shift 2 2", "--resume", 65),
        ("{\"puzzle\":\"shift 1 1\",\"status\":\"solved\"}\n", "", 2),
        ("", "--resume --format moves", 2),
    ] {
        fs::write(folder.path("out"), text).expect("written");
        let more = format!("{more} --quiet");
        let words = folder.words("out", &more);
        // The last of two formats would be refused for itself.
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let words = if more.contains("moves") { [&words[..3], &words[5..]].concat() } else { words };
        let run = run_words(&words);
        assert_eq!((run.code, folder.text("out").as_str()), (code, text), "{more}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
    assert_eq!(run_words(&["solve", "--in", "-", "--resume"]).code, 2);
    assert_eq!(run_words(&["solve", "--in", "-", "--format", "json", "--output", "/dev/null", "--resume"]).code, 2);
    assert_eq!(run_words(&["solve", "shift", "1", "1", "--output", "/dev/null"]).code, 0);
    assert_eq!(run_words(&["solve", "shift", "1", "1", "--output", "/nonexistent/x"]).code, 74);
}

/// What the limit of the whole run stopped stays open; what a limit of its own stopped is answered.
#[test]
fn limits_of_the_run_and_of_a_line() {
    let folder = Folder::new(&format!("{HARD}\nshift 1 1\n"));
    let run = folder.solve("run", "--timeout 0s");
    assert_eq!((run.code, folder.text("run").lines().count()), (20, 1), "{run:?}");
    let run = folder.solve("line", "--time-each 0s");
    assert_eq!((run.code, folder.text("line").lines().count()), (20, 2), "{run:?}");
    let run = folder.solve("line", "--resume");
    assert_eq!((run.code, folder.text("line").lines().count()), (0, 2), "{run:?}");
}
