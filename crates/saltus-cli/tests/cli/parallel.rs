//! Batches answered side by side: the same bytes as one after the other, as soon as they are known, and never too many at once.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::Value;

use crate::support::{HARD, Run, finish, run, run_with, saltus, shell, signal, start, watch};

/// Lines of every kind, the ones that take longest first and in between.
fn mixed(hardest: &str) -> String {
    let mut lines = String::new();
    for seed in 1..=3 {
        writeln!(
            lines,
            "{hardest} random seed={seed}\nshift 3 3\n# a comment\n\n# and more\n  tiles 3x3 random seed={seed}"
        )
        .expect("a string");
        lines.push_str("nope\nshift _b to b_\ntiles 3x3 1 2 3 4 5 6 8 7 0\nreverse 4 1 3 6 2 _ 5\nshift 3 -3\n");
        lines.push_str("shift bw_wb moves=all\ntiles 1x5 1 0 2 3 4\ntiles 3x3 8 6 7 2 5 4 3 0 1\nreverse 5 from=2\n");
    }
    lines
}

/// How a batch ends with `threads` threads.
fn with(threads: usize, command: &str, lines: &str) -> (i32, String, String) {
    let Run { code, out, err } = run_with(&format!("{command} --in - --threads {threads}"), lines.as_bytes());
    (code, out, err)
}

/// How a batch ends with any number of threads.
#[track_caller]
fn same_with(numbers: &[usize], command: &str, lines: &str) -> (i32, String, String) {
    let alone = with(1, command, lines);
    for &threads in numbers {
        assert!(with(threads, command, lines) == alone, "{command} with {threads} threads");
    }
    alone
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let solved = mixed("tiles 4x4");
    for format in ["text", "json", "moves"] {
        let (code, out, _) = same_with(&[2, 3, 16], &format!("solve --format {format}"), &solved);
        assert_eq!((code, out.lines().count()), (65, 36), "{format}");
    }
    for command in [
        "solvable",
        "explain",
        "show",
        "show --at 2 --format json",
        "solve --letters blank --range 2..4 --format moves",
    ] {
        assert_eq!(same_with(&[2], command, &solved).0, 65, "{command}");
    }
    let searched = mixed("tiles 3x3");
    for command in ["count", "count --format json", "count --format moves", "list --take 1"] {
        assert_eq!(same_with(&[2, 3], command, &searched).0, 65, "{command}");
    }
    let small = "tiles 2x3 1 2 3 4 5 0\nshift 2 2\nx\nreverse 3\nshift 30 30\nreverse 30\n";
    for command in ["survey", "survey --format json", "graph"] {
        assert_eq!(same_with(&[2, 3], &format!("{command} --node-limit 30000"), small).0, 65, "{command}");
    }
}

/// A record without its place in the batch.
fn without_line(record: &str) -> serde_json::Value {
    let mut record: serde_json::Value = serde_json::from_str(record).expect("a record");
    record.as_object_mut().expect("a record").remove("line").expect("a line");
    record
}

#[test]
fn a_batch_says_what_each_line_says_alone() {
    let lines = mixed("tiles 4x4");
    let (_, out, _) = with(3, "solve --format json", &lines);
    let mut records = out.lines();
    for line in lines.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let record = records.next().expect("an answer");
        let alone = run(&format!("solve --format json --threads 1 {line}"));
        if record.contains("\"refused\"") {
            // It names the line as well as the column.
            assert_eq!(alone.code, 65, "{line}");
        } else {
            assert_eq!(without_line(record), alone.record(), "{line}");
        }
    }
    assert_eq!(records.next(), None);
}

#[test]
fn node_limits_are_each_ones_own() {
    let lines = "tiles 4x4 random seed=15\ntiles 4x4 random seed=16\ntiles 4x4 random seed=17\n";
    // The second takes less than 2500000 nodes, of which the last iteration could be shared out among threads. Beams find a play as short as the
    // iterations before have left.
    let limited = "--format json --node-limit 2400000";
    let (code, out, _) = same_with(&[3], &format!("solve {limited}"), lines);
    assert_eq!(
        (code, out.matches("the node limit is reached").count(), out.matches("\"optimal\":true").count()),
        (0, 1, 3)
    );
    let alone = run(&format!("solve tiles 4x4 random seed=16 {limited} --threads 7"));
    assert_eq!(alone.record(), without_line(out.lines().nth(1).expect("a record")));
}

#[test]
fn memory_is_shared_and_answers_do_not_show_it() {
    let lines: String = (1..=4).fold(String::new(), |lines, seed| {
        lines
            + &format!("tiles 3x4 random seed={seed}\nreverse 4 1 3 6 2 _ 5\nshift bwbwb_wbw to wbwbw_bwb moves=all\n")
    });
    let mut solvers = Vec::new();
    // The tables of a 3x4 board take 184 KiB: too much for all, enough for one alone, enough for some at once.
    for limit in ["64K", "200K", "400K", "1M"] {
        let (_, out, _) = same_with(&[2, 3, 16], &format!("solve --format json --memory-limit {limit}"), &lines);
        solvers.push(out.matches("pattern-databases").count());
    }
    assert_eq!(solvers, [0, 4, 4, 4]);
}

/// A batch that is fed line by line.
fn batch(words: &str) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = start(saltus(words.split(' ')).stdin(Stdio::piped()));
    let input = child.stdin.take().expect("piped");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    (child, input, out)
}

#[test]
fn an_answer_is_there_before_the_next_question() {
    for threads in [1, 2, 5] {
        for command in ["solve", "list", "survey"] {
            let (child, mut input, mut out) = batch(&format!("{command} --in - --format json --threads {threads}"));
            for line in ["shift 1 0", "x", "shift 0 1"] {
                writeln!(input, "{line}").expect("written");
                let mut answer = String::new();
                // Waits for ever if the program waits for more.
                out.read_line(&mut answer).expect("a line");
                assert!(answer.contains(line), "{command}: {line}: {answer}");
            }
            drop(input);
            assert_eq!(finish(child).code, 65, "{command}");
        }
    }
}

#[test]
fn whoever_closes_the_pipe_of_a_batch_has_seen_enough() {
    for threads in [1, 2, 5] {
        let (child, mut input, mut out) = batch(&format!("solve --in - --threads {threads}"));
        writeln!(input, "shift 1 1").expect("written");
        out.read_line(&mut String::new()).expect("a line");
        drop(out);
        // The answer of the first finds nobody who reads it; the others are still being searched for, and more could come.
        // On a busy machine the program may be gone before all lines are written.
        let _ = writeln!(input, "shift 2 2\n{HARD}\n{HARD}");
        let run = finish(child);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{threads} threads");
    }
    let run = shell("yes 'shift 3 3' | \"$0\" solve --in - --threads 2 | head -n 1; echo ${PIPESTATUS[1]}");
    assert_eq!(run.out, "shift 3 3: 15 moves, the fewest possible\n0\n");
}

#[test]
fn a_full_disk_ends_a_batch() {
    let run =
        shell(&format!("(yes 'shift 3 3' | head -n 2000; echo {HARD}) | \"$0\" solve --in - --threads 2 >/dev/full"));
    assert!(run.code == 74 && run.err.contains("No space left"), "{run:?}");
}

#[test]
fn finished_answers_behind_an_unfinished_one_are_kept() {
    for threads in [1, 2, 5] {
        for (name, code) in [("INT", 130), ("TERM", 143)] {
            let (child, mut input, mut out) = batch(&format!("solve --in - --threads {threads}"));
            write!(input, "shift 1 1\nx\n{HARD}\nshift 3 3\n").expect("written");
            let mut lines = String::new();
            (0..2).for_each(|_| assert!(out.read_line(&mut lines).expect("a line") > 0));
            assert_eq!(lines, "shift 1 1: 3 moves, the fewest possible\nrefused\n");
            signal(child.id(), name);
            let mut rest = String::new();
            out.read_to_string(&mut rest).expect("text");
            assert_eq!(finish(child).code, code, "{threads} threads: {name}");
            // On a busy machine the time to say it may run out. With one thread nobody has looked at the last line.
            let mut rest = rest.lines();
            let stopped = rest.next();
            assert!(
                stopped.is_none_or(|line| line.starts_with(HARD) && line.contains("it was stopped")),
                "{stopped:?}"
            );
            let finished = rest.next();
            let is_known = threads > 1 && finished == Some("shift 3 3: 15 moves, the fewest possible");
            assert!(finished.is_none() || is_known, "{finished:?}");
            assert_eq!(rest.next(), None);
        }
    }
}

#[test]
fn the_time_limit_is_for_the_whole_batch() {
    let lines = format!("shift 1 1\n{HARD}\nshift 2 2\nx\n{HARD}\n{HARD}\nshift 3 3\n");
    for threads in [1, 2, 3] {
        let run = run_with(&format!("solve --in - --format json --timeout 1s --threads {threads}"), lines.as_bytes());
        let statuses: Vec<_> = run.records().iter().map(|record| record["status"].to_string()).collect();
        let expected = "\"solved\" \"gave-up\" \"solved\" \"refused\" \"gave-up\" \"gave-up\" \"solved\"";
        assert_eq!((run.code, statuses.join(" ").as_str()), (65, expected), "{threads} threads");
        assert!(run.records()[4]["because"] == "the time limit is reached", "{run:?}");
        // Far too long to be written in that time, whoever waits for it.
        let long = run_with(
            &format!("solve --in - --format moves --timeout 2s --threads {threads} --quiet"),
            b"shift 1 1\nshift 200000 200000\nshift 1 1\n",
        );
        assert_eq!(long.code, 20, "{threads} threads");
        assert!(long.out.starts_with("1-2 3-1 2-3\n200000-200001 200002-200000"), "{threads} threads");
    }
}

#[test]
fn a_time_limit_of_each_puzzle_leaves_the_others_theirs() {
    let lines = format!("{HARD}\n{HARD}\nreverse 3\n");
    for threads in [1, 2] {
        let run = run_with(&format!("solve --in - --format json --time-each 1s --threads {threads}"), lines.as_bytes());
        let statuses: Vec<_> = run.records().iter().map(|record| record["status"].to_string()).collect();
        assert_eq!((run.code, statuses.join(" ").as_str()), (20, "\"gave-up\" \"gave-up\" \"solved\""), "{run:?}");
    }
    let alone = run(&format!("count {HARD} --time-each 0s"));
    assert!(alone.code == 20 && alone.out.contains("the time limit is reached"), "{alone:?}");
}

/// Processor time, so that it does not matter what else the machine does.
#[test]
fn each_answer_has_a_time_of_its_own() {
    let lines = format!("{HARD}\nshift 1 1\n");
    for (threads, command) in [(1, "solve"), (2, "solve"), (1, "count"), (2, "count")] {
        let line = format!("{command} --in - --node-limit 300000 --timing --threads {threads}");
        let records = run_with(&format!("{line} --format json"), lines.as_bytes()).records();
        assert!(records.iter().all(|record| record["seconds"].is_f64()), "{records:?}");
        let spent = |at: usize| records[at]["cpu_seconds"].as_f64().filter(|_| cfg!(target_os = "linux"));
        assert!(spent(1) < spent(0) || !cfg!(target_os = "linux"), "{records:?}");
        let text = run_with(&line, lines.as_bytes()).out;
        assert!(text.lines().count() == 2 && text.lines().all(|line| line.ends_with(" s)")), "{text}");
    }
}

#[test]
fn progress_counts_the_puzzles() {
    let lines = format!("shift 1 1\n{HARD}\n{HARD}\n# a comment\nshift 1 1\n");
    let told = |threads: u32, is_wanted: fn(&Value) -> bool| {
        let line = format!("solve --in - --threads {threads} --progress json");
        watch(&line, lines.as_bytes(), |line| is_wanted(&serde_json::from_str(line).expect("JSON")));
    };
    told(2, |told| told["progress"] == "puzzles answered" && told["done"] == 1 && told["total"] == 4);
    // With one thread the search tells of itself, and of the batch it is for.
    told(1, |told| told["progress"] != "puzzles answered" && told["answered"] == 1 && told["puzzles"] == 4);
}

#[test]
fn long_answers_are_written_as_they_are_made() {
    // Four times 40 MB of moves, where no more than 50 MB can be held, 18 of them for the threads.
    let lines = "shift 2000 2000\\n".repeat(4);
    let bytes = |line: &str| shell(line).out.trim().parse::<u64>().expect("a number");
    let one = bytes("\"$0\" solve shift 2000 2000 --format moves | wc -c");
    let all =
        bytes(&format!("(ulimit -d 50000; printf '{lines}' | \"$0\" solve --in - --format moves --threads 2) | wc -c"));
    assert_eq!(all, 4 * one);
}

#[test]
fn large_boards_wait_outside() {
    // Each takes a megabyte. While the first answer is being written, the rest of the batch may not be held in memory: of that there are 50 MB, 18
    // of them for the threads.
    let lines = "tiles 400x400 random seed=1\\n".repeat(60);
    let run = shell(&format!(
        "(ulimit -d 50000; printf 'shift 3000 3000\\n{lines}' | \"$0\" solve --in - --format moves --threads 2 \
         --memory-limit 16M --node-limit 0 --quiet) | (sleep 1; wc -l)"
    ));
    assert_eq!((run.out.trim(), run.err.as_str()), ("61", ""));
}
