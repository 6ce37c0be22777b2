//! Standard output that is closed, full, limited, or no longer read; colour; help.

use std::io::{BufRead, BufReader};

use crate::pseudo_terminal::Terminal;
use crate::support::{finish, run, saltus, shell, start};

#[test]
fn whoever_closes_the_pipe_has_seen_enough() {
    for line in [
        "solve shift 20000 20000 --format moves",
        "solve shift 3000 3000 --format json",
        "list shift 40 1 --format json",
        "graph shift 5 5",
    ] {
        let mut child = start(&mut saltus(line.split(' ')));
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("a line");
        assert!(first.ends_with('\n') || line.ends_with("json"), "{line}: {first}");
        let run = finish(child);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
    }
}

#[test]
fn closed_standard_output_is_an_error() {
    for line in ["solve shift 3 3", "man", "--help", "--version", "check /dev/null"] {
        let run = shell(&format!("\"$0\" {line} >&-"));
        assert_eq!((run.code, run.err.as_str()), (74, "saltus: standard output is closed\n"), "{line}");
    }
}

#[test]
fn the_null_device_is_not_a_closed_output() {
    for redirection in [">/dev/null", "1<>/dev/null", "<&- >/dev/null", "2>&- >/dev/null"] {
        let run = shell(&format!("\"$0\" solve shift 3 3 {redirection}"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{redirection}");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    for line in
        ["solve shift 3 3", "solve shift 300 300 --format moves", "graph shift 2 2", "--help", "--version", "man"]
    {
        let run = shell(&format!("\"$0\" {line} >/dev/full"));
        assert_eq!(run.code, 74, "{line}: {run:?}");
        assert!(run.err.starts_with("saltus: ") && run.err.contains("No space left"), "{line}: {run:?}");
    }
}

#[test]
fn a_file_size_limit_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let run =
        shell(&format!("cd {}; ulimit -f 1; \"$0\" solve shift 300 300 --format moves >out", folder.path().display()));
    assert_eq!(run.code, 74, "{run:?}");
    assert!(run.err.contains("File too large"), "{run:?}");
}

#[test]
fn a_closed_standard_error_disturbs_nobody() {
    let run = shell("\"$0\" solve shift 3 -3 2>&-");
    assert_eq!((run.code, run.out.as_str()), (65, ""));
}

#[test]
fn colour_is_for_those_who_want_it() {
    let coloured = |line: &str| shell(line).out.contains('\x1b');
    assert!(coloured("\"$0\" show shift 2 2 --color always"));
    assert!(coloured("NO_COLOR=1 \"$0\" show shift 2 2 --color always"));
    assert!(!coloured("\"$0\" show shift 2 2"), "not a terminal");
    assert!(!coloured("\"$0\" show shift 2 2 --color never"));
    for line in ["--format json", "--format moves"] {
        assert!(!coloured(&format!("\"$0\" solve shift 2 2 --color always {line}")), "{line}");
    }
    // What `script` runs has a terminal; where it is missing there is nothing to ask.
    let terminal =
        |prefix: &str| shell(&format!("export S=\"$0\"; script -qec '{prefix} $S show shift 2 2' /dev/null"));
    if shell("command -v script").code == 0 && terminal("").code == 0 {
        assert!(terminal("").out.contains('\x1b'));
        assert!(!terminal("NO_COLOR=1").out.contains('\x1b'));
        assert!(terminal("NO_COLOR=").out.contains('\x1b'), "an empty NO_COLOR says nothing");
    }
}

#[test]
fn help_and_version_are_answers() {
    for line in
        ["--help", "-h", "--version", "-V", "help", "help solve", "solve --help", "survey -h", "list shift --help"]
    {
        let run = run(line);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        assert!(run.out.to_lowercase().contains("saltus"), "{line}");
        assert!(run.lines().iter().all(|line| line.chars().count() <= 100), "{line}");
    }
}

/// The answer and its proof come last, and a play that is longer than the screen is folded.
#[test]
fn a_terminal_shows_the_end_of_an_answer() {
    let mut terminal = Terminal::start(&["solve", "shift", "3", "3"], (16, 80));
    terminal.see("proved:");
    assert_eq!(terminal.end(), 0);
    let text = terminal.text();
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let last = &lines[lines.len() - 2..];
    assert!(last[0].starts_with("shift 3 3: 15 moves") && last[1].starts_with("proved: "), "{text}");
    assert!(lines[0].trim_start() == "bbb_www" && text.contains("15.  4-5  www_bbb"), "{text}");
    let fold = lines.iter().find(|line| line.starts_with("... ")).expect("a fold");
    let range = fold.split("--range ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a range");
    let hidden = run(&format!("solve shift 3 3 --range {range}"));
    // Each move is on the screen or in the range that it names.
    let boards = |text: &str| text.lines().filter(|line| line.contains(".  ")).count();
    assert_eq!(boards(&text) + boards(&hidden.out), 15, "{text}{}", hidden.out);
    let tall = Terminal::start(&["solve", "shift", "3", "3"], (30, 80));
    tall.see("proved:");
    assert!(!tall.text().contains("...") && boards(&tall.text()) == 15);
}
