//! Ctrl-C and its kin.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::support::{HARD, finish, run, saltus, signal, start};

const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

#[test]
fn finished_answers_of_a_batch_are_there() {
    for (name, code) in SIGNALS {
        let mut child = start(saltus(["solve", "--in", "-"]).stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("piped");
        write!(input, "shift 1 1\nx\nshift 2 2\n{HARD}\nshift 3 3\n").expect("written");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut lines = String::new();
        // They arrive while the fourth is being searched for.
        (0..3).for_each(|_| assert!(out.read_line(&mut lines).expect("a line") > 0));
        let finished = "shift 1 1: 3 moves, the fewest possible\nrefused\nshift 2 2: 8 moves, the fewest possible\n";
        assert_eq!(lines, finished);
        signal(child.id(), name);
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert_eq!(finish(child).code, code, "{name}");
        // Another thread may have answered the last one.
        let last = rest.lines().nth(1).unwrap_or("shift 3 3: 15 moves, the fewest possible");
        assert!(rest.is_empty() || rest.starts_with(HARD) && rest.lines().count() <= 2, "{rest}");
        assert_eq!(last, "shift 3 3: 15 moves, the fewest possible");
    }
}

#[test]
fn a_search_ends_and_says_what_it_knows() {
    for (name, code) in SIGNALS {
        for line in [format!("solve {HARD}"), format!("count {HARD}"), "survey shift 14 14 moves=all".into()] {
            let mut command = saltus(line.split(' '));
            let mut child = start(command.args(["--format", "json", "--progress", "json"]));
            // It speaks of its progress: the search is under way.
            let mut progress = BufReader::new(child.stderr.take().expect("piped"));
            assert!(progress.read_line(&mut String::new()).expect("a line") > 0, "{line}");
            signal(child.id(), name);
            let run = finish(child);
            assert_eq!(run.code, code, "{line}: {name}");
            // On a busy machine the time to say it may run out, but then nothing is said.
            assert!(run.out.is_empty() || run.record()["status"] == "gave-up", "{line}: {}", run.out);
        }
    }
}

#[test]
fn whoever_does_not_listen_is_ended() {
    for line in [
        "count shift 1000000000 1",
        "solve shift 200000 200000 --format moves",
        "solve --in -",
        "check",
        "list shift 200000 1",
    ] {
        let (name, code) = SIGNALS[line.len() % 2];
        let mut child = start(saltus(line.split(' ')).stdin(Stdio::piped()));
        let input = child.stdin.take();
        thread::sleep(Duration::from_millis(300));
        signal(child.id(), name);
        // Nobody reads what it writes, and nobody gives it anything to read.
        let out = child.stdout.take();
        assert_eq!(finish(child).code, code, "{line}");
        drop((input, out));
    }
}

#[test]
fn no_half_certificate_stands_under_the_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("certificate");
    let puzzle = "reverse 4 1 8 3 6 2 _ 5 7";
    for (delay, name) in [(20, "KILL"), (50, "TERM"), (80, "KILL"), (120, "KILL"), (200, "INT"), (400, "KILL")] {
        let words = ["solve", puzzle, "--cert", file.to_str().expect("text")];
        let mut child = start(saltus(words).stdout(Stdio::null()));
        thread::sleep(Duration::from_millis(delay));
        if child.try_wait().expect("a child of ours").is_none() {
            signal(child.id(), name);
        }
        finish(child);
        assert!(!file.exists() || run(&format!("check {}", file.display())).code == 0, "{delay} ms, {name}");
    }
    run(&format!("solve {puzzle} --cert {}", file.display()));
    assert_eq!(run(&format!("check {}", file.display())).code, 0);
}
