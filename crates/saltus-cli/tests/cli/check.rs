//! `verify`: whatever comes in, only what is true passes.

use crate::support::{run, run_with, run_words, shell};

const RECORD: &str = r#"{"puzzle":"shift 1 1","status":"solved","length":3,"moves":["1-2","3-1","2-3"]}"#;

#[test]
fn records() {
    let with = |from: &str, to: &str| RECORD.replacen(from, to, 1);
    let deep = format!("{{\"x\":{}1{},{}", "[".repeat(100_000), "]".repeat(100_000), &RECORD[1..]);
    let cases = [
        (RECORD.to_owned(), 0, "verified: line 1: plan 3 shift 1 1"),
        (format!("\n  {RECORD}  \r\n\n"), 0, "verified: line 2"),
        (with("shift 1 1", "shift b_w"), 0, "verified"),
        (with(":3,", ":4,"), 1, "3 moves, not 4"),
        (with(":3,", ":3.0,"), 1, "refuted"),
        (with(":3,", ":-3,"), 1, "refuted"),
        (with(":3,", ":99999999999999999999999,"), 1, "refuted"),
        (with(",\"2-3\"", ""), 1, "the goal is not reached"),
        (with("1-2", "1-1"), 1, "move 1"),
        (with("1-2", "2-1"), 1, "move 1"),
        (with("1-2", "1-9"), 1, "move 1"),
        (with("1-2", "1-99999999999999999999"), 1, "move 1"),
        (with("1-2", "+1-2"), 1, "move 1"),
        (with("1-2", ""), 1, "move 1"),
        (with("3-1", "2-1"), 1, "move 2"),
        (with("\"1-2\"", "7"), 1, "not a record"),
        (with("\"status\"", "\"length\":3,\"status\""), 1, "duplicate field"),
        (with("\"status\"", "\"puzzle\":\"shift 0 0\",\"status\""), 1, "duplicate field"),
        (with("\"status\"", "\"first_move\":2,\"status\""), 3, "a part of a play"),
        (with("shift 1 1", "shift 1 -1"), 1, "column 9"),
        (with("shift 1 1", "shift 999999999999999999 1"), 3, "undecided"),
        (with("solved", "gave-up"), 3, "undecided"),
        (with("solved", "unsolvable"), 3, "undecided"),
        (with(",\"moves\":[\"1-2\",\"3-1\",\"2-3\"]", ""), 3, "undecided"),
        (deep, 0, "verified"),
        ("{}".into(), 1, "missing field"),
        ("\u{feff}{}".into(), 1, "not a record"),
        ("\n\n".into(), 3, "nothing to check"),
        (String::new(), 3, "nothing to check"),
    ];
    for (input, code, says) in cases {
        let run = run_with("check", input.as_bytes());
        let shown: String = input.chars().take(200).collect();
        assert_eq!((run.code, run.err.as_str()), (code, ""), "{shown}: {}", run.out);
        assert!(run.out.contains(says) && run.lines().len() == 1, "{shown}: {}", run.out);
    }
}

/// What claims nothing is bad input, and no refutation.
#[test]
fn what_is_no_record_is_refused() {
    let deep = "[".repeat(100_000);
    for input in ["hello\n", "null", &deep, "hello\nworld\n", "\n\nhello", "saltus certifikate 1\n", "1-2 3-1 2-3\n"] {
        let run = run_with("check -", input.as_bytes());
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (65, "", 1), "{run:?}");
        assert!(run.err.contains("neither a record, which begins with {, nor a certificate"), "{run:?}");
    }
    let among = run_with("check -", format!("{RECORD}\nhello\n{RECORD}\n").as_bytes());
    assert_eq!((among.code, among.lines().len()), (65, 2), "the others are checked: {among:?}");
    assert!(among.err.starts_with("saltus: line 2: neither"), "{among:?}");
    let refuted = run_with("check -", format!("{RECORD}\nhello\n{}\n", RECORD.replace(":3,", ":4,")).as_bytes());
    assert_eq!(refuted.code, 1, "that one is refuted counts most: {refuted:?}");
    let record = run_with("check - --format json", b"hello").record();
    assert_eq!((&record["status"], &record["line"]), (&"refused".into(), &1.into()));
}

#[test]
fn plans_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan");
    let check = |text: &str, puzzle: &str| {
        std::fs::write(&file, text).expect("a file");
        run_words(&["check", "--plan", &file.display().to_string(), "--puzzle", puzzle])
    };
    for (text, puzzle, code, says) in [
        ("1-2 3-1 2-3", "shift 1 1", 0, "verified: plan 3 shift 1 1\n"),
        ("# by hand\n1-2, 3-1\n2-3 # the last\n", "shift b_w", 0, "verified: plan 3 shift 1 1\n"),
        ("1-2 3-1", "shift 1 1", 1, "refuted: shift 1 1: after 2 legal moves the goal is not reached"),
        ("1-2 1-2", "shift 1 1", 1, "refuted: shift 1 1: move 2"),
        ("hello", "shift 1 1", 1, "refuted: shift 1 1: move 1"),
        ("1-2 4-3", "clobber line bwwb", 0, "verified: leaves 2 clobber line bwwb\n"),
        ("; cost = 0 (unit cost)\n", "tiles 2x2 1 2 3 0", 0, "verified: plan 0 tiles"),
        ("(move-1-cell-9-9-cell-1-1)", "guarini", 1, "line 1: no exported action has this name"),
    ] {
        let run = check(text, puzzle);
        assert!(run.code == code && run.out.contains(says), "{text}: {run:?}");
    }
    // Questions that are not those of a plan.
    assert_eq!(check(RECORD, "shift 1 1").code, 65);
    assert_eq!(check("1-2", "shift 1 x").code, 65);
    assert_eq!(check("(stop)", "clobber line bwwb").code, 2, "planners do not count pieces");
    assert_eq!(run("check --plan plan").code, 2);
    assert_eq!(run("check --plan no-such-file --puzzle guarini").code, 74);
}

/// A plan of a planner for a puzzle of a family is one for the definition that its line means.
#[test]
fn plans_for_exported_files() {
    let puzzle = "tiles 2x2 1 2 0 3";
    let domain = run(&format!("export {puzzle} --as pddl")).out;
    let name = |line: &str| line.trim().strip_prefix("(:action ").map(str::to_owned);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan");
    // One of the actions solves it, with the tile 3 as the only parameter.
    let run_of = |name: &String| {
        std::fs::write(&file, format!("({} piece-3)\n; cost = 1 (unit cost)\n", name.to_uppercase())).expect("a file");
        run_words(&["check", "--plan", &file.display().to_string(), "--puzzle", puzzle])
    };
    let runs: Vec<_> = domain.lines().filter_map(name).map(|name| run_of(&name)).collect();
    let verified = runs.iter().filter(|run| run.code == 0);
    assert_eq!(verified.map(|run| run.out.as_str()).collect::<Vec<_>>(), ["verified: plan 1 tiles 2x2 1 2 0 3\n"]);
    assert!(runs.len() > 1 && runs.iter().all(|run| run.code <= 1), "{runs:?}");
}

#[test]
fn what_solve_writes_passes() {
    let lines = b"shift 3 3\nshift 2 4 moves=all\nreverse 4\nreverse 5 from=1 to=any\nshift bwb_w\nshift 0 0\n";
    let solved = run_with("solve --in - --format json", lines);
    let verified = run_with("check - --format json", solved.out.as_bytes());
    assert_eq!((verified.code, verified.records().len()), (0, 6), "{verified:?}");
    for (at, record) in verified.records().iter().enumerate() {
        assert_eq!((&record["status"], &record["line"]), (&"verified".into(), &(at + 1).into()), "{record}");
    }
}

#[test]
fn the_time_limit_is_kept() {
    let records = run("list shift 2 2 --format json").out + "x\n";
    let late = run_with("check --timeout 0s", records.as_bytes());
    assert_eq!((late.code, late.lines().len()), (20, 1), "{late:?}");
    let certificate = run("solve shift bb_ww moves=all --cert -").out;
    let in_time = run_with("check --timeout 1h", certificate.as_bytes());
    assert!(in_time.code == 0 && in_time.out.starts_with("verified"), "{in_time:?}");
    // It may be fast enough.
    let late = run_with("check --timeout 0s", certificate.as_bytes());
    assert!(late.out.starts_with(if late.code == 0 { "verified" } else { "undecided: the time limit" }), "{late:?}");
}

#[test]
fn one_bad_record_among_good_ones() {
    let bad = RECORD.replace(":3,", ":4,");
    let run = run_with("check", format!("{RECORD}\n{bad}\n{RECORD}").as_bytes());
    let words: Vec<&str> = run.lines().iter().filter_map(|line| line.split(':').next()).collect();
    assert_eq!((run.code, words), (1, vec!["verified", "refuted", "verified"]));
}

#[test]
fn a_record_cut_anywhere_is_refuted() {
    let cuts: Vec<&str> = (1..RECORD.len()).map(|end| &RECORD[..end]).collect();
    let run = run_with("check", cuts.join("\n").as_bytes());
    assert_eq!(run.lines().len(), cuts.len());
    assert!(run.lines().iter().all(|line| line.starts_with("refuted")), "{}", run.out);
}

#[test]
fn a_certificate_cut_or_changed_anywhere_is_not_verified() {
    let whole = run("solve shift bwb_w --cert -").out.into_bytes();
    assert_eq!(run_with("check", &whole).code, 0);
    // Without the words that begin a certificate it is none.
    let begun = "saltus certificate".len();
    for end in 0..whole.len() {
        let codes: &[i32] = if end == 0 {
            &[3]
        } else if end < begun {
            &[65]
        } else {
            &[1, 3]
        };
        assert!(codes.contains(&run_with("check", &whole[..end]).code), "{end}");
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        assert_eq!(run_with("check", &changed).code, if at < begun { 65 } else { 1 }, "{at}");
    }
    let more = [&whole[..], b"\n"].concat();
    assert_eq!(run_with("check", &more).code, 1);
    let twice = run_with("check", &whole.repeat(2));
    assert_eq!((twice.code, twice.lines().len()), (0, 2));
    let cut = run_with("check", &whole.repeat(2)[..whole.len() + 30]);
    assert_eq!((cut.code, cut.lines().len()), (1, 2), "{cut:?}");
}

#[test]
fn garbage_is_refuted() {
    // A simple generator; what it gives is not text.
    let bytes = |seed: u64| (0..5_000u64).map(move |i| ((seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u8);
    for input in [bytes(1).collect(), [b"saltus certificate 1\n".to_vec(), bytes(2).collect()].concat(), vec![0; 5_000]]
    {
        let run = run_with("check", &input);
        let claims = input.starts_with(b"saltus certificate");
        assert_eq!((run.code, run.err.is_empty()), (if claims { 1 } else { 65 }, claims), "{run:?}");
        assert!(run.lines().iter().all(|line| line.starts_with("refuted: ")), "{}", run.out);
    }
}

#[test]
fn what_is_no_file() {
    for (file, why) in [(".", "is a directory"), ("/nonexistent/x", "No such file")] {
        let run = run_words(&["check", file]);
        assert_eq!(run.code, 74, "{file}");
        assert!(run.err.contains(why), "{file}: {}", run.err);
    }
    let endless = run("check /dev/zero --memory-limit 1M");
    assert_eq!((endless.code, endless.lines().len()), (3, 1), "{endless:?}");
}

#[test]
fn plays_of_tiles() {
    for puzzle in ["3x3 8 6 7 2 5 4 3 0 1", "2x3 1 1 2 2 0 3 to 3 2 2 1 1 0", "5x1 0 1 2 3 4", "1x1 0"] {
        let record = run(&format!("solve tiles {puzzle} --format json")).out;
        let verified = run_with("check", record.as_bytes());
        assert_eq!(verified.code, 0, "{verified:?}");
        assert!(verified.out.contains(&format!(" tiles {puzzle}\n")), "{}", verified.out);
    }
    for (moves, says) in [
        (r#"["2","1","3"]"#, "plan 3 tiles"),
        (r#"["R","D","L"]"#, "move 1: \"R\" is not a move: a tile's number"),
        (r#"["2R","1","3"]"#, "move 1: \"2R\" is not a move"),
        (r#"["3","3","2"]"#, "the goal is not reached"),
        (r#"["1","1","3"]"#, "move 1: tile 1 from cell 3 to 2: the tile is not next to the vacancy"),
        (r#"["2","9","3"]"#, "move 2: \"9\": there is no such tile"),
        (r#"["2","0","3"]"#, "move 2: tile 0"),
    ] {
        let record = format!(r#"{{"puzzle":"tiles 2x2 2 0 1 3","status":"solved","length":3,"moves":{moves}}}"#);
        let run = run_with("check", record.as_bytes());
        assert!(run.out.contains(says) && run.code == i32::from(!says.starts_with("plan")), "{moves}: {}", run.out);
    }
}

/// A puzzle of one piece, with a title and with a name of the piece.
fn titled(title: &str, piece: &str) -> String {
    format!("rules {title}board: {piece} . ; move: {piece} . -> . {piece} ; goal: . {piece}")
}

/// A title says nothing: neither does it ask for anything, nor is it a part of what is verified. So with all words of a definition.
#[test]
fn words_of_a_definition_decide_nothing() {
    let told = |line: &str| {
        let solved = run_words(&["solve", line, "--format", "json"]);
        assert_eq!((solved.code, solved.err.as_str()), (0, ""), "{line}: {solved:?}");
        assert_eq!(solved.record().get("seed"), None, "{line}");
        let checked = run_with("check", solved.out.as_bytes());
        let proof = run_words(&["solve", line, "--cert", "-"]).out;
        let proved = run_with("check", proof.as_bytes());
        assert_eq!((checked.code, proved.code), (0, 0), "{line}: {checked:?} {proved:?}");
        [checked.out, proved.out]
    };
    let plain = told(&titled("", "a"));
    assert!(plain.iter().all(|told| !told.contains("board")), "{plain:?}");
    for title in ["A random walk", "random seed=7", "verified: plan 1 x", "mail:@home", "cost 0 with random within 3"] {
        assert_eq!(told(&titled(&format!("title: {title} ; "), "a")), plain, "{title}");
    }
    for piece in ["random", "VERIFIED", "verified"] {
        assert!(
            told(&titled("", piece)).iter().all(|told| told.matches(piece).count() == usize::from(piece == "verified"))
        );
    }
}

/// No text of a record begins a line of its own, or tells the terminal anything.
#[test]
fn a_finding_is_one_plain_line() {
    let with = |from: &str, to: &str| RECORD.replacen(from, to, 1);
    for odd in ["\\n", "\\r", "\\u001b[2J", "\\u202e", "\\u2028"] {
        let odd = format!("x{odd}verified: line 2: plan 1");
        let (digits, name) = (format!("\"{odd}\""), format!("{odd}\":0,\"status"));
        for record in [
            with("shift 1 1", &odd),
            with("solved", &odd),
            with("1-2", &odd),
            with("3", &digits),
            with("status", &name),
        ] {
            let checked = run_with("check", record.as_bytes());
            let is_plain =
                |letter: char| letter == '\n' || letter.escape_debug().len() == 1 || "\"'\\".contains(letter);
            assert!(checked.lines().len() == 1 && checked.out.chars().all(is_plain), "{record}: {checked:?}");
        }
    }
}

/// The third program is asked where it is wanted; a script stands for it here.
#[cfg(unix)]
#[test]
fn the_kernel_is_asked() {
    let asked = |answer: &str, code: i32| {
        let script =
            format!("printf '#!/bin/sh\\necho {answer}; exit {code}\\n' > $d/saltus-kernel; chmod +x $d/saltus-kernel");
        let line = format!(
            "d=$(mktemp -d); trap 'rm -r $d' EXIT; {script}; $0 solve fifteen --cert $d/c > /dev/null; \
             PATH=$d:$PATH $0 check --kernel --timeout 5s --format json $d/c"
        );
        let ran = shell(&line);
        let records = ran.records();
        assert_eq!((records.len(), records[0]["status"].as_str()), (2, Some("verified")), "{ran:?}");
        (ran.code, records[1]["status"].clone(), records[1]["checked"].clone())
    };
    assert_eq!(asked("VERIFIED unsolvable", 0), (0, "verified".into(), "kernel".into()));
    assert_eq!(asked("REFUTED line 4: no", 1), (1, "refuted".into(), "kernel".into()));
    assert_eq!(asked("VERIFIED but", 1).0, 3);
    assert_eq!(asked("RESOURCE much", 3).1, "undecided");
    // It knows no clock, and ends with the time that there is.
    assert_eq!(asked("RESOURCE late; exec sleep 600", 3).0, 20);
    assert_eq!(run("check --kernel -").code, 2);
    let missing = shell(
        "d=$(mktemp -d); trap 'rm -r $d' EXIT; $0 solve fifteen --cert $d/c > /dev/null; PATH=/nowhere $0 check --kernel $d/c",
    );
    assert_eq!(missing.code, 74, "{missing:?}");
    assert!(missing.err.contains("kernel/README.md"), "{missing:?}");
}
