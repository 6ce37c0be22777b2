//! A family outside the library (`examples/pegs.rs`): a program with its own `main` answers every question about it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Run, SALTUS, finish, signal, start};

/// The program of the example, which `cargo test` builds beside the tests.
fn program() -> PathBuf {
    let program = Path::new(SALTUS).with_file_name("examples").join("pegs");
    assert!(program.exists(), "{} is built by `cargo test -p saltus-cli`, not with --test alone", program.display());
    program
}

fn command(line: &str) -> Command {
    let mut command = Command::new(program());
    command.args(line.split(' ')).env_remove("HOME").env_remove("XDG_CACHE_HOME");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(line: &str) -> Run {
    finish(start(&mut command(line)))
}

#[test]
fn it_is_solved_and_says_no_more_than_it_knows() {
    let record = run("solve pegs 1x6 oo.ooo --format json").record();
    assert_eq!((&record["status"], &record["length"]), (&"unsolvable".into(), &serde_json::Value::Null));
    let record = run("solve pegs 4x4 oooooooooooooo.o --format json").record();
    assert_eq!((&record["length"], &record["optimal"]), (&14.into(), &true.into()));
    // The checker has no rules for it.
    assert_eq!((&record["proof"]["label"], &record["proof"]["checked"]), (&"searched".into(), &false.into()));
    let run = run("solve pegs 1x4 oo.o --check");
    assert!(run.code == 0 && run.out.contains("searched: "), "{run:?}");
}

#[test]
fn every_question_has_an_answer() {
    let answers = |line: &str, expected: &str| {
        let run = run(line);
        assert!(run.code == 0 && run.out.contains(expected), "{line}: {run:?}");
    };
    answers("count pegs 1x4 oo.o", "1 shortest solution of 2 moves");
    answers("list pegs 1x4 oo.o", "1.  1-3 4-2");
    answers("solvable pegs 1x4 oo.o", "solvable");
    answers("explain pegs 1x4 oo.o", "branching  1 move: they can be made now");
    answers("survey pegs 3x3 ooooooo.o", "positions");
    answers("show pegs 2x3 oo.ooo", "oo.\nooo");

    answers("graph pegs 1x4 oo.o", "label=\"..oo\"");
    answers("draw pegs 1x4 oo.o -o -", "<svg ");
    answers("puzzles pegs", "A peg jumps over a neighbour");
    // The library's families are there, too.
    answers("solve shift 1 1", "3 moves");
    let played = run("play pegs 1x4 oo.o --moves 1-3,4-2");
    assert!(played.code == 0 && played.out.contains("pegs 1x4 .o.."), "{played:?}");
    let run = run("solve pegs 1x4 oxoo");
    assert!(run.code == 65 && run.err.contains("column 11: a hole is o or ."), "{run:?}");
}

#[test]
fn the_page_plays_it() {
    let mut child = start(&mut command("serve --port 0"));
    let mut said = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    let address = line.strip_prefix("saltus: http://").and_then(|rest| rest.split('/').next()).expect("an address");
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(address).expect("connected");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        answer
    };
    assert!(ask("/api/families").contains("\"name\":\"pegs\""));
    assert!(ask("/api/draw?line=pegs+1x4+oo.o&moves=1-3").contains("<svg "));
    signal(child.id(), "INT");
    finish(child);
}
