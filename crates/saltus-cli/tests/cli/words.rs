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
        ("shift bb_w gaps=2", "column 17", "a board shows its vacancies"),
        ("shift bbww", "column 7", "no vacancy"),
        ("shift bb_xw", "column 10", "'x'"),
        ("shift bb_w to b_ww", "column 15", "must be equal"),
        ("shift bb_w b_ww", "column 12", "does not fit"),
        ("shift bb_w to", "column 12", "does not fit"),
        ("reverse 3 from=4", "column 16", "too many"),
        ("reverse 1 1 _", "column 11", "twice"),
        ("reverse 0 1 _", "column 9", "no checker"),
        ("tiles", "", "tiles needs a size"),
        ("tiles 4", "column 7", "not a size HxW"),
        ("tiles 4X4 0", "column 7", "not a size HxW"),
        ("tiles 2x2x2 0", "column 7", "not a size HxW"),
        ("tiles 02x2 0", "column 7", "not a size HxW"),
        ("tiles 0x4", "column 7", "no cells"),
        ("tiles 2x2 1 2 3", "column 7", "has 4 cells, but 3 are given"),
        ("tiles 2x2 1 2 3 0 4", "column 19", "has 4 cells, but 5 are given"),
        ("tiles 99999999999999999999x9 1", "column 7", "but 1 are given"),
        ("tiles 2x2 1 2 +3 0", "column 15", "no sign"),
        ("tiles 2x2 1 2 03 0", "column 15", "no leading zero"),
        ("tiles 2x2 1 2 -3 0", "column 15", "no sign"),
        ("tiles 2x2 1 0 3 0", "column 17", "second vacancy"),
        ("tiles 2x2 1 2 2 0", "column 15", "stands twice, and 3 is missing"),
        ("tiles 2x2 1 2 3 4", "column 17", "the vacancy 0 is missing"),
        ("tiles 2x2 1 2 4 0", "column 15", "has the tiles 1 to 3; 3 is missing"),
        ("tiles 1x1 1", "column 11", "has no tiles"),
        ("tiles 2x2 1 2 65536 0", "column 15", "below 65536"),
        ("tiles 2x2 1 2 3 0 to", "column 19", "without a goal"),
        ("tiles 2x2 1 2 3 0 to last", "column 22", "not a whole number"),
        ("tiles 2x2 1 2 3 0 to 1 2 3", "column 7", "but 3 are given"),
        ("tiles 2x2 1 2 3 0 to 1 2 3 0 0", "column 30", "but 5 are given"),
        ("tiles 2x2 1 2 3 0 to 1 2 4 0", "column 26", "no tile of the start"),
        ("tiles 2x2 1 2 2 0 to 1 1 2 0", "column 24", "more often in the goal"),
        ("tiles 2x2 1 2 3 0 to 1 0 3 0", "column 28", "second vacancy"),
        ("tiles 2x2 1 2 3 4 to 1 2 3 4", "column 11", "the start has no vacancy"),
        ("tiles 2x2 random 1 seed=2", "column 18", "in place of the cells"),
        ("tiles 2x2 random seed=-1", "column 23", "no sign"),
        ("tiles 2x2 random seed=18446744073709551616", "column 23", "below 2^64"),
        ("tiles 2x2 1 2 3 0 seed=1", "column 24", "goes with the word random"),
        ("tiles 2x2 random seed=1 to 1 2 3 4", "column 28", "the goal has no vacancy"),
        ("tiles 2x2 random seed=1 to 1 0 3 0", "column 34", "second vacancy"),
        ("tiles 99999999x99999999 random seed=1", "column 7", "at most 1048576 cells"),
        ("tiles 2x2 1 2 3 0 from=1", "column 19", "no option"),
        ("Shift 3 3", "column 1", "no puzzle"),
        ("nope", "column 1", "shift, reverse, tiles"),
        ("shift\u{a0}3 3", "column 6", "\\u{a0}"),
    ] {
        let run = run_words(&["solve", line]);
        assert_eq!((run.code, run.out.as_str()), (65, ""), "{line}");
        // The line and a caret may follow the sentence.
        assert!([1, 3].contains(&run.err.lines().count()), "{line}: {}", run.err);
        assert!(run.err.starts_with(&format!("saltus: {place}")) && run.err.contains(rule), "{line}: {}", run.err);
        let words: Vec<&str> = std::iter::once("solvable").chain(line.split(' ')).collect();
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
    for line in ["solve --format=json shift 2 2", "solve shift --format json 2 2", "solve --format json -- shift 2 2"] {
        assert_eq!(run(line).out, expected, "{line}");
    }
    let behind = run("solve -- shift 2 2 --format json");
    assert_eq!(behind.code, 65, "behind -- everything belongs to the puzzle");
    assert_eq!(run("--quiet solve --format json shift 2 2").out, expected, "how the terminal looks is said anywhere");
    let before = run("--format=json solve shift 2 2");
    assert!(before.code == 2 && before.err.contains("tip: the flags of a command stand after it"), "{before:?}");
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
fn lists_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = |text: &str| {
        let path = folder.path().join("list");
        fs::write(&path, text).expect("written");
        run_words(&["count", "chinese", &format!("cells:@{}", path.display()), "order=RB"])
    };
    let expected = run("count chinese cells:0,0R;1,0B;2,0;3,0* order=RB");
    assert_eq!(expected.code, 0, "{expected:?}");
    let same =
        ["0,0R;1,0B;2,0;3,0*", "0,0R 1,0B\n2,0\t3,0*\n", "# a row; of four\n0,0R ; 1,0B;\r\n\n# empty\n2,0\n3,0*;"];
    for text in same {
        assert_eq!(count(text).out, expected.out, "{text:?}");
    }
    for text in ["", "# nothing", "0,0R;1,0B;2,0;3,0*;3,0", "0,0 R"] {
        assert_eq!(count(text).code, 65, "{text:?}");
    }
    for (word, code) in [("cells:@", 65), ("cells:@/nonexistent/x", 74), ("cells:@.", 74)] {
        let run = run_words(&["count", "chinese", word]);
        assert_eq!((run.code, run.err.lines().count()), (code, 1), "{word}: {}", run.err);
    }
    assert_eq!(run("count chinese cells:@/dev/zero --memory-limit 1M").code, 21);
}

#[test]
fn a_long_line_is_not_repeated_in_full() {
    let long = "b".repeat(100_000);
    let run = run_words(&["solve", "shift", &long, "--format", "json"]);
    assert_eq!(run.code, 65);
    assert!(run.err.len() < 500 && run.out.len() < 2_000, "{}", run.err);
}

/// What strangers write first is answered, or a suggestion is printed.
#[test]
fn first_words_get_an_answer_or_a_suggestion() {
    let peg = "did you mean peg-solitaire, peg-4x4, peg-5x5, ";
    for (line, code, says) in [
        ("help slove", 2, "'solve'"),
        ("slove shift 3 3", 2, "a similar subcommand exists: 'solve'"),
        ("verify answers.jsonl", 2, "'check'"),
        ("tables chek", 2, "'check'"),
        ("man slove", 2, "did you mean solve?"),
        ("shift 3 3", 2, "saltus solve shift 3 3"),
        ("explain --search bfs", 2, "did you mean breadth-first?"),
        ("explain --search A*", 2, "did you mean a-star?"),
        ("solve shift 3 3 --solver astar", 2, "did you mean a-star?"),
        ("solve shift 3 3 --solver ida", 2, "did you mean ida-star?"),
        ("solve shift 3 3 --solver dfs", 2, "did you mean ida-star?"),
        ("solve guarini --solver dfs", 2, "did you mean depth-first?"),
        ("compare tiles 2x2 2 3 1 0 --search bfs", 2, "did you mean breadth-first?"),
        ("compare tiles 2x2 2 3 1 0 --search a-star:manhatan", 2, "did you mean the bound manhattan?"),
        ("solve shift 3 3 --timout 1s", 2, "'--timeout'"),
        ("solve shift 3 3 --timeout-each 1s", 2, "'--time-each'"),
        ("solve toads", 65, "such as bb_ww"),
        ("solve rushhour", 65, "did you mean rush-hour-4, "),
        ("solve peg solitaire", 65, peg),
        ("solve 15 puzzle", 65, "did you mean 15-puzzle?"),
        ("solve Klotski", 65, "did you mean klotski?"),
        ("solve sokobann", 65, "did you mean sokoban-1?"),
        ("show hi-q", 0, ""),
        ("show solitaire", 0, ""),
        ("show huarong-dao", 0, ""),
        ("solve 8-puzzle", 0, "saltus solve tiles 3x3 random seed=1"),
    ] {
        let run = run(line);
        assert!(run.code == code && run.err.contains(says), "{line}: {run:?}");
    }
    assert_eq!(run("show hi-q").out, run("show peg-english").out);
    // What is offered can be typed.
    assert_eq!(run("solve tiles 3x3 random seed=1").code, 0);
    // A start that was given is remarked upon in no batch, and where only errors are wanted.
    assert_eq!(run_with("solve --in -", b"8-puzzle\n").err, "");
    assert_eq!(run("solve 8-puzzle --quiet").err, "");
}

/// What `show` prints is a puzzle, where a family or a puzzle with a name has such boards.
#[test]
fn a_board_alone_is_a_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board");
    for (line, others) in [
        ("tiles 3x3 8 6 7 2 5 4 3 0 1", ""),
        ("tiles 2x4 1 2 3 4 5 6 0 7", ""),
        ("shift bbwbw_w", ""),
        ("reverse 3 1 _ 2", ""),
        ("clobber line bwbwwb", ""),
        ("clobber grid bwb/wbw", ""),
        ("chinese star", ""),
        ("klotski", "klotski-straight, klotski-walk"),
        ("rush-hour-4", ""),
    ] {
        let shown = run(&format!("show {line}"));
        fs::write(&file, &shown.out).expect("a file");
        let again = run(&format!("show @{}", file.display()));
        assert_eq!((again.code, &again.out), (0, &shown.out), "{line}: {}", again.err);
        assert!(again.err.contains(others) && again.err.is_empty() == others.is_empty(), "{line}: {}", again.err);
    }
    // The middle of a play goes on.
    fs::write(&file, run("show klotski --at 100").out).expect("a file");
    let rest = run(&format!("solve @{} --format json --quiet", file.display())).record();
    assert_eq!(rest["length"], 16);
    // A board of nothing is still refused, and so is one of which a cell is wrong.
    for text in ["zz\nzz\n", "8 6 7\n2 5 4\n3 9 1\n"] {
        fs::write(&file, text).expect("a file");
        assert_eq!(run(&format!("solve @{}", file.display())).code, 65, "{text}");
    }
}
