//! The words of a puzzle: what is refused, where, and how it is said.

use std::fs;

use crate::support::{run, run_with, run_words};

#[test]
fn faults_name_the_place_and_the_rule() {
    for (line, place, rule) in [
        ("shift", "", "shift needs two numbers"),
        ("shift 3", "column 7", "shift N M"),
        ("shift 3 +5", "column 9", "no sign"),
        ("shift 05 5", "column 7", "no leading zero"),
        ("shift 3 -3", "column 9", "no sign"),
        ("shift 3 3.0", "column 9", "whole number"),
        ("shift 3 0x3", "column 9", "whole number"),
        ("shift 3 3 3", "column 11", "does not fit"),
        ("shift 3 3 moves=up", "column 17", "forward, back, all"),
        ("shift 3 3 moves=", "column 11", "no value"),
        ("shift 3 3 moves=all moves=all", "column 21", "twice"),
        ("shift 3 3 speed=1", "column 11", "no option"),
        ("shift bb_w_w", "column 7", "2 vacancies"),
        ("shift bbww", "column 7", "no vacancy"),
        ("shift bb_xw", "column 10", "'x'"),
        ("shift bb_w to b_ww", "column 15", "must be equal"),
        ("shift bb_w b_ww", "column 12", "does not fit"),
        ("shift bb_w to", "column 12", "does not fit"),
        ("reverse 3 from=4", "column 16", "too many"),
        ("reverse 1 1 _", "column 11", "twice"),
        ("reverse 0 1 _", "column 9", "no checker"),
        ("Shift 3 3", "column 1", "no puzzle"),
        ("nope", "column 1", "shift, reverse"),
        ("shift\u{a0}3 3", "column 6", "\\u{a0}"),
    ] {
        let run = run_words(&["solve", line]);
        assert_eq!((run.code, run.out.as_str()), (65, ""), "{line}");
        assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
        assert!(run.err.starts_with(&format!("saltus: {place}")) && run.err.contains(rule), "{line}: {}", run.err);
        let words: Vec<&str> = std::iter::once("check").chain(line.split(' ')).collect();
        assert_eq!(run_words(&words).err, run.err, "{line}: one word or many");
    }
}

#[test]
fn blank_words_are_nothing() {
    for words in [&["solve", ""][..], &["solve", "  "], &["solve", "", ""]] {
        let run = run_words(words);
        assert_eq!((run.code, run.err.as_str()), (65, "saltus: the line is empty\n"), "{words:?}");
    }
    assert_eq!(run_words(&["solve", "", "shift", "", "1", "1"]).out, run("solve shift 1 1").out);
}

#[test]
fn flags_and_the_puzzle_go_in_any_order() {
    let expected = run("solve shift 2 2 --format json").out;
    for line in [
        "--format json solve shift 2 2",
        "solve --format=json shift 2 2",
        "solve shift --format json 2 2",
        "solve --format json -- shift 2 2",
    ] {
        assert_eq!(run(line).out, expected, "{line}");
    }
    let run = run("solve -- shift 2 2 --format json");
    assert_eq!(run.code, 65, "behind -- everything belongs to the puzzle");
}

#[test]
fn words_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        format!("@{}", path.display())
    };
    let expected = run("count shift 2 3").out;
    for (name, text) in [("a", "bb_www"), ("b", "bb_www\n"), ("c", "bb_www\r\n"), ("d", "2 3 \n\n")] {
        let file = write(name, text.as_bytes());
        assert_eq!(run_words(&["count", "shift", &file]).out, expected, "{text:?}");
    }
    assert_eq!(run_with("count shift @-", b"bb_www\n").out, expected);
    assert_eq!(run_with("count @-", b"shift 2 3").out, expected);
    for (bytes, code) in [(&b"bb\xff_"[..], 65), (b"", 65), (b"bb_\nww", 65), (b"bb_\0", 65)] {
        assert_eq!(run_words(&["count", "shift", &write("bad", bytes)]).code, code, "{bytes:?}");
    }
    for (word, code) in [("@", 65), ("@/nonexistent/x", 74), ("@.", 74)] {
        let run = run_words(&["count", "shift", word]);
        assert_eq!((run.code, run.err.lines().count()), (code, 1), "{word}: {}", run.err);
    }
    let endless = run("count shift @/dev/zero --memory-limit 1M");
    assert_eq!(endless.code, 21, "{endless:?}");
}

#[test]
fn a_long_line_is_not_repeated_in_full() {
    let long = "b".repeat(100_000);
    let run = run_words(&["solve", "shift", &long, "--format", "json"]);
    assert_eq!(run.code, 65);
    assert!(run.err.len() < 500 && run.out.len() < 2_000, "{}", run.err);
}
