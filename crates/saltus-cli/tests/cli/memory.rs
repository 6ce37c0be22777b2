//! A process keeps to its limits of memory and time, whatever it is asked.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::support::{saltus, start};

/// The limit, and what the process may have in addition; in KiB.
const LIMIT: u64 = 64 << 10;
pub const BESIDE: u64 = 32 << 10;

/// How a run ended, and the most that was measured of it while it went on.
fn most(words: &[&str], said: &File, measure: fn(u32) -> Option<u64>) -> (i32, u64) {
    let mut command = saltus(words.iter().copied().chain(["--threads", "1"]));
    let mut child = start(command.stdout(Stdio::null()).stderr(said.try_clone().expect("a file")));
    let mut most = 0;
    loop {
        most = measure(child.id()).unwrap_or(0).max(most);
        if let Some(ended) = child.try_wait().expect("a child") {
            return (ended.code().expect("no signal"), most);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The time of a processor that a process has taken, in hundredths of a second.
fn spent_so_far(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    text.rsplit_once(')')?.1.split(' ').skip(12).take(2).map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// The peak of a process, in KiB; one that has ended has none.
pub fn peak_so_far(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?.parse().ok()
}

/// A board with as many symmetries as columns. Positions have four words and many successors.
fn round() -> String {
    let rows = ["a".repeat(60), format!("{}.", "a".repeat(59)), ".".repeat(60), ".".repeat(60)];
    // In both directions, so that no sum of weights tells that one piece cannot be left.
    let rules = "move right left: a a . -> . . a\nmove down: a . -> . a\ngoal most 1: a\n";
    format!("board cylinder:\n  {}\n{rules}", rows.join("\n  "))
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
    let round = format!("@{}", file("round.txt", round()));
    let moves = format!("@{}", file("moves.txt", "1 ".repeat(15 << 20)));
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
        (&["survey", &round], 21),
        (&["draw", "tiles 3x3 random", "--moves", &moves, "-o", "-", "--as", "svg", "--shape", "film"], 2),
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
        let (ended, peak) = most(&[words, &["--memory-limit", "64M"]].concat(), &said, peak_so_far);
        assert!(peak < LIMIT + BESIDE, "{words:?}: {peak} KiB");
        assert_eq!(ended, code, "{words:?}: {}", fs::read_to_string(folder.path().join("said")).unwrap_or_default());
    }
}

#[test]
fn a_process_keeps_to_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        format!("@{}", path.to_str().expect("a name"))
    };
    let round = file("round.txt", round());
    // Any goal may become any that shows more.
    let (rows, cells) = ([". . . . . . . .\n  "; 7].concat(), 0..64_usize);
    let goal = |one: usize, other: usize| {
        let row =
            |row: usize| (0..8).map(|at| if [one, other].contains(&(8 * row + at)) { " a" } else { " ?" }).collect();
        format!("goal:\n {}\n", (0..8).map(row).collect::<Vec<String>>().join("\n "))
    };
    let goals: String = cells.clone().flat_map(|one| (one..64).map(move |other| goal(one, other))).collect();
    let goals = format!("board torus spaced:\n  a a a . . . . .\n  {rows}\nmove: a . -> . a\n{goals}");
    let goals = file("goals.txt", goals);
    // Lines that go round, of all lengths.
    let name = |at: usize| format!("c{}", at % 200);
    let line = |from: usize, cells: usize| (from..from + cells).map(name).collect::<Vec<_>>().join("-");
    let lines: Vec<String> = (0..200).flat_map(|from| (3..60).map(move |cells| line(from, cells))).collect();
    let lines = format!(
        "board graph: {}\nlines: {}\nstart: a{}\nmove path: a . -> . a\ngoal:{} a{}\n",
        line(0, 201),
        lines.join(" "),
        " .".repeat(199),
        " ?".repeat(100),
        " ?".repeat(99)
    );
    let lines = file("lines.txt", lines);
    let said = File::create(folder.path().join("said")).expect("a file");
    for words in [
        &["explain", &goals][..],
        &["count", &lines],
        &["solve", &round],
        &["draw", "tiles 99x99 random seed=1", "--range", "1..300", "--as", "svg", "--shape", "animation", "-o", "-"],
    ] {
        let (ended, spent) = most(&[words, &["--timeout", "1s"]].concat(), &said, spent_so_far);
        // A second, what comes before and after it, and a machine that is slower than others.
        assert!(spent < 600, "{words:?}: {spent}");
        assert!([0, 20].contains(&ended), "{words:?}: {ended}");
    }
}
