//! A line that brings a bug to light ends, and no other.

use std::fs;

use clap::FromArgMatches as _;

use saltus::clock;

use super::*;
use crate::args::{Command, Common};
use crate::budget::Budget;
use crate::csv::{self, Table};
use crate::output::Output;

/// Answers the lines of a batch as the flags say; what was written, and the exit code. An answer is `x`s, as many as the line has
/// numbers to say; finding one or writing one may fail.
fn answered(flags: &str, lines: &str) -> (String, Code) {
    let folder = tempfile::tempdir().expect("a folder");
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    fs::write(&input, lines).expect("room");
    let words = format!("saltus count --quiet --threads 2 {flags} --in");
    let words = words.split(' ').map(Into::into).chain([input.into_os_string()]);
    let matches = crate::help::command().try_get_matches_from(words).expect("flags");
    let common = Common::of(&matches);
    let table = (common.format == Format::Csv).then(|| csv::columns("count").map(Table::new)).flatten();
    let Ok(Command::Count(puzzle)) = Command::from_arg_matches(&matches) else { panic!("it is count") };
    let out = Output::into(saltus::fs::File::create(&output).expect("a file"));
    let budget = Budget::new(&common, clock::Instant::now());
    let mut session = Session {
        out,
        common,
        colour: false,
        command: "count",
        origin: saltus::record::Origin::default(),
        parse: crate::families::parse,
        budget,
        spent: clock::Spent::ZERO,
        bundle: None,
        answers_lines: true,
        kept: None,
    };
    session.out.table = table;
    let find = |instance: &dyn Answers, _: &Limits<'_>| assert!(instance.to_string() != "shift 1 1", "found \"badly\"");
    let code = each(&mut session, &puzzle, find, |session, instance, ()| {
        let line = instance.to_string();
        if session.format() == Format::Text {
            let length: usize = line.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
            session.out.write_all("x".repeat(length).as_bytes())?;
        } else {
            write!(session.out, "{{\"command\":\"count\",\"because\":\"half\"")?;
        }
        assert!(!line.ends_with(" 2"), "written badly");
        writeln!(session.out)?;
        Ok(Code::OK)
    });
    session.out.flush().expect("room");
    (fs::read_to_string(output).expect("text"), code.expect("room"))
}

#[test]
fn a_bug_takes_the_place_of_one_answer() {
    let lines = "shift 1 1\nshift 2 2\nshift 2 1\nx\nshift 40000 2\nshift 3 1\n";
    let (text, code) = answered("--format text", lines);
    // Of the long line most was written before; it ends all the same.
    assert_eq!(text.replace(&"x".repeat(40_000), "..."), "error\nerror\nxx\nrefused\n...\nerror\nxxx\n");
    assert_eq!(code, Code::BUG);
    let (rows, _) = answered("--format csv", "shift 1 1\nshift 2 2\n");
    assert_eq!(rows.lines().filter(|row| row.contains(",error,")).count(), 2, "{rows}");
}

#[test]
fn a_bug_is_a_record() {
    let (records, _) = answered("--format json", "shift 1 1\nshift 2 2\n");
    let records: Vec<serde_json::Value> =
        records.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let said = |at: usize| (&records[at]["puzzle"], &records[at]["status"], &records[at]["because"]);
    let text = |text: &str| serde_json::Value::from(text);
    assert_eq!(said(0), (&text("shift 1 1"), &text("error"), &text("a bug of saltus: found \"badly\"")));
    assert_eq!(said(1), (&text("shift 2 2"), &text("error"), &text("a bug of saltus: written badly")));
    assert_eq!(records.len(), 2);
}
