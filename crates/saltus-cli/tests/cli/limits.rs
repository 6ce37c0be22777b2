//! Time, memory, nodes; threads; progress.

use serde_json::{Value, json};

use crate::support::{HARD, run, watch};

#[test]
fn spent_limits_leave_a_true_lower_bound() {
    for (limit, code, because) in [
        ("--timeout 200ms", 20, "the time limit"),
        ("--timeout 0", 20, "the time limit"),
        ("--memory-limit 1M", 21, "more than the memory limit"),
        ("--node-limit 1000", 22, "the node limit"),
    ] {
        let run = run(&format!("solve {HARD} {limit} --format json"));
        let record = run.record();
        assert_eq!((run.code, &record["status"]), (code, &json!("gave-up")), "{limit}: {record}");
        assert!(record["because"].as_str().is_some_and(|why| why.contains(because)), "{limit}: {record}");
        // 91 pairs stand in the wrong order; no search of a fraction of a second proves more than the length, which is below 200.
        assert!((91..200).contains(&record["lower"].as_u64().expect("a number")), "{limit}: {record}");
    }
}

#[test]
fn a_lower_bound_is_below_the_length() {
    let puzzle = "reverse 4 1 3 6 2 _ 5";
    let length = run(&format!("solve {puzzle} --format json")).record()["length"].as_u64().expect("solved");
    for nodes in [0, 1, 2, 5, 10, 20, 50, 100, 200] {
        let record = run(&format!("solve {puzzle} --format json --node-limit {nodes}")).record();
        assert!(record["lower"].as_u64().expect("a number") <= length, "{nodes}: {record}");
    }
}

#[test]
fn every_search_respects_the_limits() {
    for (limit, code) in [("--timeout 200ms", 20), ("--memory-limit 1M", 21), ("--node-limit 100", 22)] {
        for command in ["count", "list", "solvable", "show --at 1"] {
            let command = command.replacen(' ', &format!(" {HARD} "), 1);
            let line = if command.contains(HARD) { command } else { format!("{command} {HARD}") };
            if line.starts_with("solvable") {
                continue; // known without a search
            }
            let run = run(&format!("{line} {limit} --format json"));
            assert_eq!((run.code, &run.record()["status"]), (code, &json!("gave-up")), "{line} {limit}");
        }
        let run = run(&format!("survey shift 14 14 moves=all {limit} --format json"));
        assert_eq!((run.code, &run.record()["status"]), (code, &json!("gave-up")), "survey {limit}");
    }
    for line in [
        "survey reverse 30",
        "solve reverse 99999999999999999999 from=1",
        "count shift 99999999999999 1",
        "graph shift 99999999999 2",
    ] {
        let run = run(&format!("{line} --memory-limit 64M"));
        assert!(matches!(run.code, 1 | 21), "{line}: {run:?}");
    }
}

#[test]
fn the_memory_limit_is_kept() {
    // A search for gigabytes in 200 MB of address space: the limit must stop it before the system does.
    let line = format!("ulimit -v 400000; \"$0\" solve {HARD} --memory-limit 100M --format json");
    let run = crate::support::shell(&line);
    assert_eq!((run.code, &run.record()["status"]), (21, &json!("gave-up")), "{run:?}");
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    for line in [
        "survey reverse 7 --format json",
        "survey shift 4 4",
        "solve reverse 6 from=2 to=any",
        "solve shift bb_wbw moves=back",
        "list reverse 4",
    ] {
        let with = |threads: u32| {
            let run = run(&format!("{line} --threads {threads}"));
            (run.code, run.out)
        };
        assert_eq!(with(1), with(2), "{line}");
        assert_eq!(with(1), with(7), "{line}");
    }
}

#[test]
fn progress_is_told_line_by_line() {
    let search = "survey shift 14 14 moves=all";
    let value = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let has_grown = |line: &str| value(line)["seconds"].as_f64().is_some_and(|seconds| seconds > 2.0);
    let json = watch(&format!("{search} --progress json"), b"", has_grown);
    let lines: Vec<Value> = json.iter().map(|line| value(line)).collect();
    for line in &lines {
        assert!(line["progress"].is_string() && line["done"].is_u64(), "{line}");
        assert!(line["seconds"].is_f64() && line.get("rate").is_some() && line.get("total").is_some(), "{line}");
    }
    let done = |line: &Value| line["done"].as_u64();
    assert!(lines.is_sorted_by(|earlier, later| done(earlier) <= done(later)), "{json:?}");
    let plain = watch(&format!("{search} --progress plain"), b"", |_| true);
    assert!(plain[0].contains("breadth-first: "), "{plain:?}");
    let out = |how: &str| run(&format!("{search} --node-limit 10000 --progress {how}")).out;
    assert_eq!(out("plain"), out("json"));
    for silent in ["--progress auto", "--progress none", "--progress json --quiet"] {
        assert_eq!(run(&format!("survey shift 14 14 moves=all --timeout 1500ms {silent}")).err, "", "{silent}");
    }
}
