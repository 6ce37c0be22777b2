//! Batches: one puzzle a line, one answer a line, in the same order; bad lines do not end them.

use std::fmt::Write as _;
use std::fs;

use crate::support::{run, run_with, run_words};

/// Lines of every kind; what is wrong with each, and its exit code.
const LINES: &[(&[u8], &str)] = &[
    (b"\xef\xbb\xbfshift 1 1\r\n", "solved"),
    (b"# a comment\r\n", ""),
    (b"\n", ""),
    (b" \t \n", ""),
    (b"  shift\t2   2 \n", "solved"),
    (b"shift _b to b_\n", "unsolvable"),
    (b"shift \xff 2\n", "refused"),
    (b"shift 1\0 1\n", "refused"),
    (b"shift \xef\xbc\x93 3\n", "refused"),
    (b"\xef\xbb\xbfshift 1 1\n", "refused"),
    (b"nope\n", "refused"),
    (b"shift 3 -3\n", "refused"),
    (b"shift wb_w", "solved"),
];

fn input() -> Vec<u8> {
    LINES.iter().flat_map(|(line, _)| line.iter().copied()).collect()
}

#[test]
fn records_come_in_order_and_name_the_line() {
    let run = run_with("solve --in - --format json", &input());
    let expected = LINES.iter().enumerate().filter(|(_, (_, status))| !status.is_empty());
    let records = run.records();
    assert_eq!(run.code, 65, "the largest");
    assert_eq!(records.len(), expected.clone().count(), "{run:?}");
    for (record, (at, (_, status))) in records.iter().zip(expected) {
        assert_eq!(record["status"], *status, "{record}");
        if *status == "refused" {
            assert_eq!(record["line"], at + 1, "{record}");
            assert!(record["column"].as_u64().is_some_and(|column| column > 0), "{record}");
            assert!(record["because"].as_str().is_some_and(|text| !text.is_empty()), "{record}");
        }
    }
    let columns: Vec<u64> = records.iter().filter_map(|record| record["column"].as_u64()).collect();
    assert_eq!(columns, [7, 8, 7, 1, 1, 9]);
    // A line and a caret follow the sentence where the line can be shown as it is.
    let told: Vec<&str> = run.err.lines().filter(|line| line.starts_with("saltus: line ")).collect();
    assert_eq!((told.len(), run.err.lines().filter(|line| line.trim() == "^").count()), (6, 4), "{}", run.err);
}

#[test]
fn every_format_answers_one_line_each() {
    let answers = LINES.iter().filter(|(_, status)| !status.is_empty()).count();
    for format in ["text", "json", "moves"] {
        for command in ["solve", "count", "solvable", "survey"] {
            if command == "survey" && format != "json" || command == "solvable" && format == "moves" {
                continue; // tables, and an answer without moves
            }
            let run = run_with(&format!("{command} --in - --format {format}"), &input());
            assert_eq!((run.code, run.lines().len()), (65, answers), "{command} {format}\n{}", run.out);
        }
    }
    let run = run_with("solve --in - --at 4 --format moves", b"shift 2 2\nshift 1 1\nshift 2 2\n");
    assert_eq!((run.code, run.out.as_str()), (2, "3-5\n\n3-5\n"), "a move beyond the end");
}

#[test]
fn the_largest_exit_code_counts() {
    for (lines, code) in [
        ("", 0),
        ("# nothing", 0),
        ("shift 1 1", 0),
        ("shift _b to b_\nshift 1 1", 10),
        ("shift 1 1\nshift _b to b_\nreverse 1 2 _ 4 3", 22),
        ("x\nshift _b to b_", 65),
    ] {
        assert_eq!(run_with("solve --in - --node-limit 0", lines.as_bytes()).code, code, "{lines:?}");
    }
}

#[test]
fn a_file_is_as_good_as_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("batch.txt");
    fs::write(&file, input()).expect("written");
    let from_file = run(&format!("solve --format json --in {}", file.display()));
    assert_eq!(from_file.out, run_with("solve --format json --in -", &input()).out);
}

#[test]
fn what_cannot_be_read_is_an_input_error() {
    for (file, why) in [("/nonexistent/x", "No such file"), (".", "is a directory")] {
        let run = crate::support::run_words(&["solve", "--in", file]);
        assert_eq!(run.code, 74, "{file}");
        assert!(run.err.contains(why), "{file}: {}", run.err);
    }
}

#[test]
fn a_line_of_fifty_megabytes_is_one_bad_line() {
    let mut input = b"shift 1 1\n".to_vec();
    input.resize(50_000_000, b'b');
    input.extend_from_slice(b"\nshift 2 2\n");
    for (limit, code) in [("4G", 65), ("1M", 21)] {
        let run = run_with(&format!("count --in - --format json --memory-limit {limit}"), &input);
        let statuses: Vec<_> = run.records().iter().map(|record| record["status"].to_string()).collect();
        assert_eq!((run.code, statuses.join(" ").as_str()), (code, "\"solved\" \"refused\" \"solved\""));
        assert!(run.out.len() < 5_000 && run.err.len() < 500, "the line is not repeated in full");
    }
}

#[test]
fn a_long_board_is_read_whole() {
    let side = "b".repeat(1_000_000);
    let input = format!("shift {side}_{}\n", side.replace('b', "w"));
    let run = run_with("count --in -", input.as_bytes());
    assert_eq!(run.out, "shift 1000000 1000000: 2 shortest solutions of 1000002000000 moves [theorem 4]\n");
}

#[test]
fn a_hundred_thousand_lines_with_a_bad_one() {
    let mut input = String::new();
    (0..100_000).for_each(|i| writeln!(input, "shift {} 3", if i == 77_777 { "x" } else { "3" }).expect("a string"));
    let run = run_with("solve --in - --format moves", input.as_bytes());
    assert_eq!((run.code, run.lines().len()), (65, 100_000));
    assert!(run.lines().iter().enumerate().all(|(at, line)| line.is_empty() == (at == 77_777)));
}

/// One list in each form, with the same boards; the third is spoiled.
const LISTS: [(&str, &str); 3] = [
    ("korf", "1 1 2 3 4 0 5\n# a comment\n\n22 1 2 3 4 5 0\n3 1 2 3 4 x 0\n4 2 1 3 4 5 0"),
    ("cells", "1 2 3 4 _ 5\n 1,2,3,4,5,0\n# a comment\n1 2 3 4 x 0\n\n2 1 3 4 5 ."),
    ("rows", "\n\n1 2 3\n4 0 5\n\n1 2 3\n# a comment\n4 5 _\n\n1 2 3\n4 x 0\n\n\n2 1 3\n4 5 0"),
];

#[test]
fn lists_of_boards() {
    for (form, list) in LISTS {
        let run = run_with(&format!("solve --in - --input-format {form} --board 2x3 --format json"), list.as_bytes());
        let statuses: Vec<_> = run.records().iter().map(|record| record["status"].to_string()).collect();
        assert_eq!(statuses.join(" "), "\"solved\" \"solved\" \"refused\" \"unsolvable\"", "{form}: {run:?}");
        assert_eq!((run.code, run.records()[0]["puzzle"].as_str()), (65, Some("tiles 2x3 1 2 3 4 0 5")), "{form}");
        let line = list.lines().position(|line| line.contains('x')).expect("a bad line") + 1;
        assert_eq!(run.records()[2]["line"], line, "{form}: {run:?}");
        assert!(run.err.contains(&format!("line {line}: column ")) && run.err.contains("\"x\""), "{form}: {}", run.err);
        for format in ["text", "moves"] {
            let run =
                run_with(&format!("solve --in - --input-format {form} --board 2x3 --format {format}"), list.as_bytes());
            let lines = run.lines().iter().filter(|line| !line.starts_with("  ")).count();
            assert_eq!((run.code, lines), (65, 4), "{form} {format}: {run:?}");
        }
        let first = run_with(
            &format!("solvable --in - --input-format {form} --board 2x3 --goal blank-first --format json"),
            list.as_bytes(),
        );
        let puzzle = first.records()[0]["puzzle"].to_string();
        assert_eq!(puzzle, "\"tiles 2x3 1 2 3 4 0 5 to blank-first\"", "{form}");
    }
}

#[test]
fn lists_need_not_be_text() {
    for (form, answers) in [("cells", "refused solved refused solved"), ("rows", "refused solved")] {
        let list = b"\xff 1\n1 2 3 0\n\n1 2 \0\n1 2 3 0\n";
        let list: Vec<u8> = if form == "rows" { b"1 2\n\xff\n3 0\n\n1 2\n3 0".to_vec() } else { list.to_vec() };
        let run = run_with(&format!("solve --in - --input-format {form} --format json"), &list);
        let statuses: Vec<_> =
            run.records().iter().map(|record| record["status"].as_str().expect("text").to_owned()).collect();
        assert_eq!((run.code, statuses.join(" ").as_str()), (65, answers), "{form}: {run:?}");
    }
    let mut long = b"1 2\n".to_vec();
    long.resize(2_000_000, b' ');
    long.extend_from_slice(b"1\n3 0\n\n1 2\n3 0\n");
    let run = run_with("solve --in - --input-format rows --format json --memory-limit 1M", &long);
    assert_eq!((run.code, run.records().len()), (65, 2), "{run:?}");
    assert_eq!(run_with("solve --in - --input-format rows", b"").code, 0);
}

/// Two boards as UVA 10181 writes them: the first and the second of its page.
const UVA: &str = "2\n4\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n4\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n";

/// The example on the page of hackerrank.com.
const HACKERRANK: &str = "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n";

/// Moves of the vacancy lead to the goal: the play is judged here once more, without any code of saltus.
fn reaches(board: &[u32], goal: &[u32], width: usize, ways: impl Iterator<Item = char>) -> bool {
    let mut board = board.to_vec();
    for way in ways {
        let at = board.iter().position(|&tile| tile == 0).expect("a vacancy");
        let to = match way.to_ascii_uppercase() {
            'U' => at.checked_sub(width),
            'D' => Some(at + width),
            'L' => at.checked_sub(1).filter(|to| to / width == at / width),
            'R' => Some(at + 1).filter(|to| to / width == at / width),
            _ => None,
        };
        let Some(to) = to.filter(|&to| to < board.len()) else { return false };
        board.swap(at, to);
    }
    board == goal
}

#[test]
fn judges() {
    let uva = run_with("solve --in - --judge uva", UVA.as_bytes());
    assert_eq!((uva.code, uva.lines()), (10, vec!["LLLDRDRDR", "This puzzle is not solvable."]), "{uva:?}");
    // The judge's own sample has no sizes.
    let sample = run_with("solve --in - --judge uva", UVA.replace("\n4\n", "\n").as_bytes());
    assert_eq!((sample.code, sample.out), (uva.code, uva.out));
    let any = |board: &str| run_with("solve --in - --judge poj-3240", board.as_bytes()).out;
    assert_eq!(
        (any("2\n3 1\n2 0\n").len(), &*any("2\n1 2\n0 3\n"), &*any("2\n2 1\n3 0\n")),
        (5, "R\n", "No Answer!\n")
    );
    for (more, most) in [("", 20), (" --solver construction", 100)] {
        let run = run_with(&format!("solve --in - --judge hackerrank{more}"), HACKERRANK.as_bytes());
        let lines = run.lines();
        assert!(lines[0].parse() == Ok(lines.len() - 1) && lines.len() <= most + 1, "{run:?}");
        assert!(lines[1..].iter().all(|line| ["UP", "DOWN", "LEFT", "RIGHT"].contains(line)), "{run:?}");
        let ways = lines[1..].iter().filter_map(|line| line.chars().next());
        assert!(reaches(&[0, 3, 8, 4, 1, 7, 2, 6, 5], &[0, 1, 2, 3, 4, 5, 6, 7, 8], 3, ways), "{run:?}");
    }
    // A bad board has an empty line, and does not end the list.
    let poj = " 2  3  4  1  5  x  7  6  8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 x\n";
    let run = run_with("solve --in - --judge poj", poj.as_bytes());
    let lines = run.lines();
    assert_eq!((run.code, &lines[1..]), (65, &["unsolvable", "", ""][..]), "{run:?}");
    assert_eq!(lines[0].len(), 19, "as long as the play on the judge's page");
    assert!(reaches(&[2, 3, 4, 1, 5, 0, 7, 6, 8], &[1, 2, 3, 4, 5, 6, 7, 8, 0], 3, lines[0].chars()), "{run:?}");
    assert!(run.err.contains("line 3: column 17: 9 is no tile here"), "{run:?}");
    // Ten rows and columns have a play at once, unsolvable boards an answer.
    let swapped = |a: usize, b: usize| {
        let mut tiles: Vec<u32> = (0..100).collect();
        tiles.swap(a, b);
        tiles[2..].reverse();
        tiles
    };
    let list = |tiles: &[u32]| format!("10\n{}\n", tiles.iter().map(u32::to_string).collect::<Vec<_>>().join("\n"));
    let (one, other) = (swapped(3, 4), swapped(3, 3));
    let run = run_with("solve --in - --judge uva --goal blank-first --solver construction", list(&one).as_bytes());
    let twin = run_with("solve --in - --judge uva --goal blank-first --solver construction", list(&other).as_bytes());
    let goal: Vec<u32> = (0..100).collect();
    for (tiles, run, other) in [(&one, &run, &twin), (&other, &twin, &run)] {
        let is_solved = run.code == 3 && reaches(tiles, &goal, 10, run.lines()[0].chars());
        assert!(is_solved || run.code == 10 && other.code == 3, "one of the two can be solved: {run:?}");
    }
}

/// The same boards are read for all commands, and the numbers of a published list are in the records.
#[test]
fn lists_with_numbers_and_names() {
    let run = run_with("solvable --in - --input-format numbers --format json", UVA.as_bytes());
    let solvable: Vec<_> = run.records().iter().map(|record| record["status"] == "solvable").collect();
    assert_eq!((run.code, solvable), (10, vec![true, false]), "{run:?}");
    let list = "# id optimum nodes board\n17 5 98765432109 1 2 0 4 5 3\n23 0 1 1 2 3 4 5 0\n";
    for command in ["solve", "solvable", "count", "explain"] {
        let line = format!("{command} --in - --input-format korf --board 2x3 --format json");
        let names: Vec<_> =
            run_with(&line, list.as_bytes()).records().iter().map(|record| record["name"].clone()).collect();
        assert_eq!(names, ["17", "23"], "{command}");
    }
    let records = run_with("solve --in - --input-format korf --board 2x3 --format json", list.as_bytes());
    assert_eq!(run_with("check", records.out.as_bytes()).code, 0);
    // What is no text is a fault of its board.
    let run = run_with("solvable --in - --input-format numbers", b"2\n2\n1 2\n\xff 0\n2\n1 2\n3 0\n");
    assert!(run.code == 65 && run.lines()[1].contains("solvable"), "{run:?}");
}

#[test]
fn a_comment_is_a_line_that_begins_with_a_number_sign_and_nothing_else() {
    // `#` is also no cell of a board.
    let board = "rules board: a . # / # . . ; move: a . -> . a ; goal: . . # / # . a";
    let run = run_with("solve --in - --format json", format!("# {board}\n{board}\n#\nshift 2 2 # more\n").as_bytes());
    let records = run.records();
    let said = records.iter().map(|record| (record["puzzle"].as_str().unwrap(), record["status"].as_str().unwrap()));
    assert_eq!(said.collect::<Vec<_>>(), [(board, "solved"), ("shift 2 2 # more", "refused")]);
}

/// What a record calls a puzzle is that puzzle, whether the record is given back or its line.
#[test]
fn records_of_all_classics_are_lines_of_a_batch() {
    let names: Vec<&str> = saltus::rules::CLASSICS.iter().map(|(name, _)| *name).collect();
    let shown = run_with("show --in - --format json", names.join("\n").as_bytes());
    let puzzles = |records: Vec<serde_json::Value>| -> Vec<String> {
        records.iter().map(|record| record["puzzle"].as_str().expect("a line").to_owned()).collect()
    };
    let first = puzzles(shown.records());
    assert_eq!((shown.code, first.len()), (0, names.len()), "{}", shown.err);
    for input in [shown.out.clone(), first.join("\n")] {
        let again = run_with("show --in - --format json", input.as_bytes());
        assert_eq!(again.code, 0, "{}", again.err);
        assert_eq!(puzzles(again.records()), first);
    }
}

const FROGS: &str = "title: Frogs\nboard: t . f\nmove right: t . -> . t\nmove left: f . -> . f\ngoal: . t f\n";

#[test]
fn a_mark_of_the_encoding_is_left_out() {
    let marked = format!("\u{feff}{FROGS}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("frogs.txt");
    fs::write(&file, &marked).expect("written");
    let solved = run_with("solve @-", FROGS.as_bytes());
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert_eq!(run_with("solve @-", marked.as_bytes()).out, solved.out);
    assert_eq!(run(&format!("solve @{}", file.display())).out, solved.out);
    // What begins like one is none.
    for begin in [&b"\xef"[..], b"\xef\xbb", b"\xef\xbb\xef"] {
        let run = run_with("solve --in - --format json", &[begin, b"shift 1 1\n"].concat());
        assert_eq!(run.record()["status"], "refused", "{begin:?}");
    }
}

#[test]
fn a_line_that_begins_with_a_number_sign_is_a_comment_of_a_definition() {
    let text = format!("# two of them\n{}#goal: f . t\n// and more\n", FROGS.replace("move left", "# left\nmove left"));
    let [run, plain] = [&text[..], FROGS].map(|text| run_with("solve @-", text.as_bytes()));
    assert_eq!((run.out, run.code), (plain.out, 0), "{}", run.err);
}

#[test]
fn names_are_in_all_writings() {
    // The accent comes as a character of its own, and is joined to its letter.
    let given = "rules title: To\u{301} a\u{301}logo ; board: \u{265e} . \u{265e}\u{fe0e} ; class \u{3b1}\u{3b2}: \u{265e} \u{265e}\u{fe0e} ; \
                 move: \u{3b1}\u{3b2} . -> . \u{3b1}\u{3b2} ; goal: . \u{265e} \u{265e}\u{fe0e}";
    let line = given.replace("o\u{301}", "\u{f3}").replace("a\u{301}", "\u{e1}");
    let record = run_with("solve --in - --format json --check", given.as_bytes()).record();
    assert_eq!((record["puzzle"].as_str(), record["length"].as_u64()), (Some(&line[..]), Some(1)), "{record}");
    assert_eq!((&record["proof"]["label"], &record["proof"]["checked"]), (&"proved".into(), &true.into()), "{record}");
    let again = run_with("solve --in - --format json --check", record.to_string().as_bytes()).record();
    assert_eq!(again["puzzle"], record["puzzle"]);
    // A dense picture has a character for each cell, with its marks.
    let dense = run_words(&["show", "rules board: \u{265e}\u{fe0e}.\u{e9} ; move: \u{e9} . -> . \u{e9} ; goal stuck:"]);
    assert!(dense.out.contains("\u{265e}\u{fe0e}.\u{e9}"), "{dense:?}");
    for (odd, column) in [("a\u{202e}b", 15), ("a\u{200b}", 15), ("a \u{301}", 15), ("a\u{a0}b", 15), ("a\u{7}", 15)] {
        let run =
            run_with("solve --in - --format json", format!("rules title: {odd} ; board: a ; goal stuck:").as_bytes());
        assert_eq!((run.code, run.record()["column"].as_u64()), (65, Some(column)), "{odd:?}");
    }
    assert!(run_words(&["solve", "shift \u{ff13} 3"]).err.contains("not part of any notation"));
}

#[test]
fn what_cannot_be_meant_is_said() {
    let mixed = "board: a b . .\nclass x: a b\nmove right:\n  x . -> . x\n  x x . -> . x x\ngoal: . . a b\n";
    let run = run_with("solve @-", mixed.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.starts_with("saltus: -: warning: line 5, column 3: this rule is never applied: "), "{}", run.err);
    let quiet = run_with("solve @- --quiet", mixed.as_bytes());
    assert_eq!((quiet.out, quiet.err.as_str()), (run.out, ""));
    let run = run_words(&["solvable", "rules board: a . ; move: a . -> . a ; move: a . -> a . ; goal: . a"]);
    assert_eq!(run.err, "saltus: warning: column 45: this rule changes nothing\n");
}

#[test]
fn surveys_tell_of_plays_to_the_fewest_pieces() {
    for goal in ["most 1: o", "fewest: o"] {
        let line = format!("rules board: o o . o ; move: o o . -> . . o ; goal {goal}");
        let [count, survey] = ["count", "survey"].map(|command| {
            let run = run_words(&[command, &line, "--format", "json"]);
            run.record()
        });
        let fact = |topic: &str| {
            let facts = survey["facts"].as_array().expect("facts");
            facts.iter().find(|fact| fact["topic"] == topic).map(|fact| fact["value"].clone())
        };
        assert_eq!(fact("length"), Some(count["length"].clone()), "{goal}: {survey} {count}");
        assert_eq!(fact("solutions"), Some(count["solutions"].clone()), "{goal}: {survey}");
    }
}

#[test]
fn boards_at_the_edge_of_what_is_one() {
    // A graph without edges: cycles need none.
    let run = run_words(&[
        "solve",
        "rules board graph: a b c ; start: 1 2 3 ; cycle: a b c ; goal: 3 1 2",
        "--format",
        "json",
        "--check",
    ]);
    let record = run.record();
    assert_eq!((run.code, &record["proof"]["checked"]), (0, &true.into()), "{run:?}");
    assert_eq!(record["puzzle"], "rules board graph: ; cells: a b c ; start: 1 2 3 ; cycle: (a b c) ; goal: 3 1 2");
    // An empty picture ends its own line, and not the batch.
    let lines = "rules board spaced:\nrules board spaced: ; move: a . -> . a ; goal stuck:\nrules board: a . ; move: a . -> . a ; goal: . a";
    let run = run_with("solve --in - --format json", lines.as_bytes());
    let statuses: Vec<_> = run.records().iter().map(|record| record["status"].clone()).collect();
    assert_eq!((run.code, statuses), (65, vec!["refused".into(), "refused".into(), "solved".into()]));
}
