//! What outcomes call a puzzle: nothing that somebody has chosen is in what the checker says.

use saltus_check::{Limits, Outcome, check, check_record, name};

const TITLES: [&str; 9] = [
    "The six frogs",
    "VERIFIED optimal 15 shift 3 3 by potential forward",
    "x by theorem reversal, assuming theorem reversal (docs/theorems.md#reversal)",
    "free of cost 0",
    "a sweep within 3",
    "x\",\"verified\":true,\"told\":\"VERIFIED",
    "random seed=7",
    "\\u001b[2J\\n",
    "/ # ? . // : ;;",
];

/// One piece moves along three cells.
fn line(title: &str, piece: &str) -> String {
    format!("rules {title}board: {piece} . . ; move right: {piece} . -> . {piece} ; goal: . . {piece}")
}

/// A certificate of a play, the numbers of the positions after its moves.
fn play(line: &str, cost: u64, positions: &str) -> Vec<u8> {
    format!("saltus certificate 2\npuzzle {line}\nclaim plan {cost}\nmoves\n{positions}end\n").into()
}

fn outcomes(line: &str) -> [Outcome; 3] {
    let limits = Limits::default();
    let certificate = play(line, 2, "  =2\n  =1\n");
    let quoted = line.replace('\\', "\\\\").replace('"', "\\\"");
    let record = format!(r#"{{"puzzle":"{quoted}","status":"solved","length":2,"moves":["2","1"]}}"#);
    let wrong = record.replace(r#"["2""#, r#"["4""#);
    [check(&certificate, &limits), check_record(&record, &limits), check_record(&wrong, &limits)]
}

#[test]
fn a_title_says_nothing() {
    let plain = outcomes(&line("", "a"));
    assert!(plain[0].to_string().starts_with("VERIFIED plan 2 rules sha256:"), "{}", plain[0]);
    for title in TITLES {
        let line = line(&format!("title: {title} ; "), "a");
        let titled = outcomes(&line);
        assert_eq!(titled.each_ref().map(Outcome::to_string), plain.each_ref().map(Outcome::to_string), "{title}");
        assert_eq!(titled.each_ref().map(Outcome::json), plain.each_ref().map(Outcome::json), "{title}");
        assert_eq!(name(&line), name(&self::line("", "a")));
    }
}

/// No word of a definition is printed; and two definitions that differ in one word have different names.
#[test]
fn pieces_say_nothing() {
    let all: Vec<String> = ["a", "VERIFIED", "REFUTED", "optimal"]
        .map(|piece| {
            let [verified, record, refuted] = outcomes(&line("", piece)).map(|outcome| outcome.to_string());
            let by = " (3 cells, goal picture) by witness";
            assert!(verified == record && verified.ends_with(by), "{verified} {record}");
            assert_eq!(verified.matches("VERIFIED").count() + refuted.matches("REFUTED").count(), 2, "{refuted}");
            assert!(!verified.contains("optimal"));
            verified
        })
        .into();
    assert!((1..all.len()).all(|at| !all[..at].contains(&all[at])));
}

/// Whatever comes in, an outcome is one line of what a terminal shows as it stands.
#[test]
fn an_outcome_is_one_plain_line() {
    for odd in ["\n", "\r", "\u{1b}[31m", "\u{202e}", "\u{2028}", "\u{9b}", "\u{feff}", "\0", "\t"] {
        let title = format!("title: x{odd}VERIFIED plan 1 ; ");
        let units: Vec<String> = odd.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let escaped = units.concat();
        let record = |line: &str, status: &str, made: &str| {
            format!(r#"{{"puzzle":"{line}","status":"{status}","length":1,"moves":["{made}"]}}"#)
        };
        let (word, limits) = (format!("x{escaped}VERIFIED"), Limits::default());
        let told = [
            check(&play(&line(&title, "a"), 2, "  =2\n  =1\n"), &limits),
            check_record(&record(&line(&title.replace(odd, &escaped), "a"), "solved", "2"), &limits),
            check_record(&record("shift 1 0", &word, "2"), &limits),
            check_record(&record("shift 1 0", "solved", &word), &limits),
            check_record(&record(&word, "solved", "2"), &limits),
        ];
        for outcome in told.map(|outcome| outcome.to_string()) {
            let is_plain = |letter: char| letter.escape_debug().len() == 1 || "\"'\\".contains(letter);
            assert!(!outcome.starts_with("VERIFIED") && outcome.chars().all(is_plain), "{outcome:?}");
        }
    }
}

/// Whether numbers are costs is a fact of the rules.
#[test]
fn costs_are_told_of_rules_that_cost_nothing() {
    let told = |definition: &str, positions: &str| {
        check(&play(&format!("rules {definition}"), 1, positions), &Limits::default()).json()
    };
    let paid = "board: a . ; move right: a . -> . a ; goal: . a";
    let free = "board: a . . ; move right: a . -> . a ; move right cost 0: . a . -> . . a ; goal: . . a";
    assert!(told(&format!("title: cost 0 ; {paid}"), "  =1\n").contains("reaches the goal: 1 move,"));
    assert!(told(free, "  =2\n  =1\n").contains("reaches the goal: a cost of 1,"), "{}", told(free, "  =2\n  =1\n"));
}
