//! The program: arguments, streams, exit codes.

use crate::sliding::{Naive, NaiveViews, Size, table_file};
use crate::support::certificate;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_saltus-check"))
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[track_caller]
fn assert_output(output: &Output, code: i32, stdout: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
}

fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child =
        program().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

const RECORD: &str = r#"{"puzzle":"shift 1 1","status":"solved","length":3,"moves":["1-2","3-1","2-3"]}"#;
const UNSOLVABLE: &str = r#"{"puzzle":"shift 1 1","status":"unsolvable"}"#;

#[test]
fn outcomes_and_exit_codes() {
    let right = certificate("shift 1 1", "at-least 3", "potential chain", &[]);
    let wrong = certificate("shift 1 1", "at-least 4", "potential chain", &[]);
    let (right, wrong) = (file("right.cert", &right), file("wrong.cert", &wrong));
    let verified =
        "VERIFIED at-least 3 shift 1 1 by potential chain, assuming theorem chain (docs/theorems.md#chain)\n";
    let refuted = "REFUTED line 4: chain proves no more than 3\n";
    assert_output(&program().arg(&right).output().unwrap(), 0, verified);
    assert_output(&program().args([&wrong, &right]).output().unwrap(), 1, &format!("{refuted}{verified}"));

    let unsolvable = "RESOURCE an answer with the status `unsolvable` needs a certificate\n";
    let records = format!("{RECORD}\n\n{UNSOLVABLE}\r\n  \n{RECORD}");
    let outcomes = format!("VERIFIED plan 3 shift 1 1 by witness\n{unsolvable}VERIFIED plan 3 shift 1 1 by witness\n");
    assert_output(&with_input(&["-"], records.as_bytes()), 3, &outcomes);
    let records = format!("{UNSOLVABLE}\n{}\n", RECORD.replace("3-1", "3-2"));
    assert_eq!(with_input(&["-"], records.as_bytes()).status.code(), Some(1));
    assert_output(&with_input(&["-"], b"\xff\n"), 1, "REFUTED record: not UTF-8\n");
    let nothing = "REFUTED file: neither a certificate nor a table nor a record is in it\n";
    assert_output(&with_input(&["-"], b""), 1, nothing);
    assert_output(&with_input(&["-"], b"\n\n"), 1, nothing);
    assert_output(&with_input(&["-"], b"saltus certificate"), 1, "REFUTED line 1: the file ends inside a line\n");
}

#[test]
fn arguments() {
    assert_eq!(program().output().unwrap().status.code(), Some(2));
    for args in [&["--memory"][..], &["--memory", "much", "-"], &["--verbose", "-"], &["-x"]] {
        assert_output(&program().args(args).output().unwrap(), 2, "");
    }
    for part in ["", "1", "0/1", "2/1", "1/0", "-1/2", "1/2/3", "a/b"] {
        assert_output(&program().args(["--part", part, "-"]).output().unwrap(), 2, "");
    }
    for args in [
        &["--sweep"][..],
        &["--sweep", "a", "b"],
        &["--sample", "3", "a"],
        &["--sweep", "a", "--sample", "x"],
        &["--sweep", "a", "--seed", "3"],
    ] {
        assert_output(&program().args(args).output().unwrap(), 2, "");
    }
    let missing = program().args(["--sweep", "no/such/folder"]).output().unwrap();
    assert_output(&missing, 1, "REFUTED sweep: the file is missing\n");
    let version = format!("saltus-check {}\n", env!("CARGO_PKG_VERSION"));
    assert_output(&program().arg("--version").output().unwrap(), 0, &version);
    assert_eq!(program().arg("--help").output().unwrap().status.code(), Some(0));
    let output = program().arg("no/such/file").output().unwrap();
    assert_output(&output, 74, "");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("saltus-check: no/such/file: "));
    assert_eq!(program().arg(env!("CARGO_TARGET_TMPDIR")).output().unwrap().status.code(), Some(74));

    let record = RECORD.as_bytes();
    let small = with_input(&["--memory", "100", "-"], record);
    assert_output(&small, 3, "RESOURCE a line of 7 bytes or more, with 100 of memory\n");
    let small = with_input(&["--memory", "30", "-"], &certificate("shift 1 1", "at-least 3", "potential chain", &[]));
    assert_eq!(small.status.code(), Some(3));
}

#[test]
fn table_files() {
    let naive = Naive::new(Size(2, 3), &[0, 1], 5);
    let right = table_file(&naive, &naive.values());
    let verified = "VERIFIED table tiles 2x3 vacancy 6 pattern 1 2: 40 entries, exact\n";
    assert_output(&program().arg(file("right.table", &right)).output().unwrap(), 0, verified);
    assert_output(&with_input(&["-"], &right), 0, verified);
    let refuted = "REFUTED payload: the check sum is wrong\n";
    let wrong = [&right[..right.len() - 1], &[right[right.len() - 1] ^ 1]].concat();
    assert_output(&program().arg(file("wrong.table", &wrong)).output().unwrap(), 1, refuted);
    assert_output(&with_input(&["-"], b"saltus table 1\n"), 1, "REFUTED line 1: this is not `saltus table 3`\n");
    assert_output(&with_input(&["-"], b"saltus table"), 1, "REFUTED line 1: the file ends inside a line\n");
    assert_eq!(with_input(&["--memory", "100", "-"], &right).status.code(), Some(3));
}

#[test]
fn transcripts() {
    // Two nodes: the start, and what a move of the tile 1 makes of it, which for that tile is the
    // goal.
    let goal = Size(1, 3).usual_goal();
    let tables = NaiveViews::new(Size(1, 3), &goal, &[vec![vec![0]]]).block();
    let text = "words 2\nthreshold 1\ndepth 0\nabove 0\nbelow 2\n";
    let blocks: &[(&str, &[u8])] = &[("tables", tables.as_bytes()), ("transcript", text.as_bytes())];
    let right = certificate("tiles 1x3 0 1 2", "at-least 2", "transcript", blocks);
    let verified = "VERIFIED at-least 2 tiles 1x3 0 1 2 by transcript, assuming theorem transcript (docs/theorems.md#transcript)\n";
    assert_output(&with_input(&["-"], &right), 0, verified);
    assert_output(&with_input(&["--part", "1/1", "-"], &right), 0, verified);
    assert_output(&with_input(&["--part", "2/2", "-"], &right), 3, "RESOURCE part 2 of 2 re-executed, agrees\n");
    let few = "RESOURCE a transcript of 2 nodes, 1 allowed\n";
    assert_output(&with_input(&["--nodes", "1", "-"], &right), 3, few);
}

#[test]
fn nobody_reads_the_outcomes() {
    let mut child =
        program().arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The program may be gone before it has read everything.
    let _ = input.write_all(format!("{RECORD}\n").repeat(1000).as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
