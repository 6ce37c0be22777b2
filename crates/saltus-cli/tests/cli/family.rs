//! Families outside the library (`examples/pegs.rs`, `examples/lights.rs`): a program with its own `main` answers every question about them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Run, SALTUS, finish, signal, start};

/// The program of an example, which `cargo test` builds with the tests.
fn program(name: &str) -> PathBuf {
    let program = Path::new(SALTUS).with_file_name("examples").join(name);
    assert!(program.exists(), "{} is built by `cargo test -p saltus-cli`, not with --test alone", program.display());
    program
}

/// A command of the program that knows the family in the line.
fn command(line: &str) -> Command {
    let mut command = Command::new(program(if line.contains("lights") { "lights" } else { "pegs" }));
    command.args(line.split(' ')).env_remove("HOME").env_remove("XDG_CACHE_HOME");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(line: &str) -> Run {
    finish(start(&mut command(line)))
}

#[test]
fn answers_are_proved_by_the_definition() {
    for (line, length) in [
        ("pegs 1x6 oo.ooo", None),
        ("pegs 4x4 oooooooooooooo.o", Some(14)),
        ("lights 3x3 101011110", Some(2)),
        ("lights 3x4 110101001000", None),
    ] {
        let record = run(&format!("solve {line} --check --format json")).record();
        let moves = record["length"].as_u64();
        assert_eq!((moves, record["optimal"].as_bool()), (length, length.map(|_| true)), "{line}");
        let proof = &record["proof"];
        assert_eq!((&proof["label"], &proof["checked"]), (&"proved".into(), &true.into()), "{line}");
        assert_eq!(proof["assumes"], serde_json::json!(["definition"]), "{line}");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("proof");
        let solved = run(&format!("solve {line} --cert {}", file.display()));
        assert!(solved.code == 0 || length.is_none() && solved.code == 10, "{solved:?}");
        // The library's program knows neither family: its checker reads the definition.
        let checked =
            finish(start(Command::new(SALTUS).arg("check").arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped())));
        assert!(checked.code == 0 && checked.out.starts_with("verified"), "{line}: {checked:?}");
    }
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
    answers("explain pegs 1x4 oo.o", "1 move: they can be made now");
    // What is known of all definitions.
    answers("explain pegs 4x4 oooooooooooooo.o", "modulo 2, the number of o on 2.2 2.3 3.2 3.3, which no move changes");
    answers("solve pegs 4x4 oooooooooooooo.o --solver a-star:potential", "14 moves, the fewest possible");
    // Positions are named by the family, not by its definition.
    answers("solvable pegs 1x4 oo.o --at-most 2 --format json", "\"assumes\":[\"definition\"]");
    answers("survey pegs 3x3 ooooooo.o", "example       pegs 3x3 o.oo.oooo");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("layers");
    let survey = format!("survey pegs 3x3 ooooooo.o --workers 1 --disk {}", folder.display());
    answers(&survey, "example       pegs 3x3 o.oo.oooo");
    let checked = saltus_check::check_sweep(&folder, &saltus_check::Limits::default()).to_string();
    assert!(checked.starts_with("VERIFIED sweep rules "), "{checked}");
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
