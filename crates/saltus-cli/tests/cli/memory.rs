//! A process keeps to its memory limit, whatever it is asked.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::support::{saltus, start};

/// Of the limit, and of what the process may have beside it; in KiB.
const LIMIT: u64 = 64 << 10;
pub const BESIDE: u64 = 32 << 10;

/// How a run ended, its peak in KiB, and what it said on standard error.
fn peak(words: &[&str], said: &File) -> (i32, u64) {
    let limits = ["--memory-limit", "64M", "--threads", "1"];
    let mut command = saltus(words.iter().copied().chain(limits));
    let mut child = start(command.stdout(Stdio::null()).stderr(said.try_clone().expect("a file")));
    let mut peak = 0;
    loop {
        peak = peak_so_far(child.id()).unwrap_or(0).max(peak);
        if let Some(ended) = child.try_wait().expect("a child") {
            return (ended.code().expect("no signal"), peak);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The peak of a process, in KiB; one that has ended has none.
pub fn peak_so_far(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn a_process_keeps_to_its_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a name").to_owned()
    };
    let pieces = "a ".repeat(600);
    // Every run of every line is a way to read the rule.
    let line = format!("board: {pieces}. ; move: a a+ . -> . a+ a ; goal: . {pieces}");
    let runs = format!("@{}", file("runs.txt", line.replace(" ; ", "\n")));
    let fewer = line.replace(&pieces, &"a ".repeat(250));
    let fewer = format!("@{}", file("fewer.txt", fewer.replace(" ; ", "\n")));
    let square = "  a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\n".repeat(40);
    let rules = "move eight: a a a -> . . a\nmove knight: a . -> . a\n".repeat(8);
    let square = format!("@{}", file("square.txt", format!("board:\n{square}{rules}goal most 1: a\n")));
    let title =
        format!("title: {}\nboard: a b .\nclass x: a b\nmove: x . -> . x\ngoal: b a .\n", "word ".repeat(100_000));
    let title = format!("@{}", file("title.txt", title));
    let words = file("words.txt", format!("rules board: {} ; move: a . -> . a ; goal stuck:\n", "a ".repeat(3 << 20)));
    let batch = file("batch.txt", format!("rules {line}\n").repeat(3));
    let said = File::create(folder.path().join("said")).expect("a file");
    for (words, code) in [
        (&["solve", &runs][..], 21),
        (&["count", &runs], 21),
        (&["list", &runs], 21),
        (&["survey", &runs], 21),
        (&["solvable", &square], 21),
        (&["explain", &runs], 0),
        (&["graph", &square], 21),
        (&["export", &fewer, "--as", "pddl"], 21),
        (&["draw", "tiles", "60x60", "--cell", "80", "-o", "-", "--as", "png"], 21),
        (&["puzzles", &runs], 0),
        (&["show", &square], 0),
        (&["solve", &runs, "--solver", "a-star"], 21),
        (&["solve", &title], 10),
        (&["solve", "--in", &words], 21),
        (&["solve", "--in", &batch], 21),
        (&["solve", "clobber grid 3000x3000 random seed=1"], 21),
        (&["explain", "clobber grid 3000x3000 random seed=1"], 0),
        (&["solve", "clobber multipartite 3000,3000 random seed=1"], 0),
        (&["graph", "clobber cube 20 random seed=1"], 21),
        (&["solve", "tiles 1000x1000 random seed=1"], 21),
        (&["graph", "shift 3000000 3"], 21),
        (&["solve", "reverse 3000000"], 0),
    ] {
        let (ended, peak) = peak(words, &said);
        assert!(peak < LIMIT + BESIDE, "{words:?}: {peak} KiB");
        assert_eq!(ended, code, "{words:?}");
    }
}
