//! Requests and replies, one name after the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use saltus::plan::Style;
use saltus::verdict::Outcome;
use saltus_api::limits::Limits;
use saltus_api::{Kind, Reports, call, local, solve_in_part};
use serde_json::{Value, json};

use crate::{FAMILIES, HARD, MOST_CHANGES, WITHOUT_LINE, number, refusal, value};

#[test]
fn families_have_examples_that_can_be_played() {
    let families = value("families", &json!({}));
    for family in families.as_array().unwrap() {
        let line = &family["examples"][0];
        assert!(line.as_str().unwrap().starts_with(family["name"].as_str().unwrap()), "{family}");
        let play = value("play", &json!({"line": line}));
        assert!(!play["choices"].as_array().unwrap().is_empty(), "{family}");
    }
}

#[test]
fn plays_have_their_positions_and_choices() {
    let play = value("play", &json!({"line": "shift 1 1", "moves": ["1-2", "3-1"]}));
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|item| item["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(play["start"], "shift 1 1");
    assert_eq!(
        (texts(&play["frames"]), texts(&play["choices"])),
        (vec!["1-2".into(), "3-1".into()], vec!["2-3".into()])
    );
    let told = refusal("play", br#"{"line": "shift 1 1", "moves": ["1-2", "1-2"]}"#, Kind::Bad);
    assert_eq!(told["made"], 1);
    assert!(told["error"].as_str().unwrap().starts_with("move 2: "), "{told}");
}

/// The moves of a shortest play.
fn solution(line: &str) -> Vec<String> {
    let verdict = saltus::parse(line).unwrap().solve(&Limits::default());
    let Outcome::Solved { plan, .. } = verdict.outcome else { panic!("{line} has plays") };
    let mut words = Vec::new();
    plan.write(&0u8.into(), &plan.moves(), Style::WORDS, &mut words).unwrap();
    String::from_utf8(words).unwrap().split(' ').map(str::to_owned).collect()
}

/// A frame holds what its move changes, and these changes lead to the last position.
#[test]
fn long_plays_are_shown() {
    for (line, length) in [("shift 60 60", 3720), ("tiles 3x3 8 6 7 2 5 4 3 0 1", 31), ("chinese triangle:7 men=3", 9)]
    {
        let moves = solution(line);
        assert_eq!(moves.len(), length, "{line}");
        let play = value("play", &json!({"line": line, "moves": moves}));
        assert_eq!((&play["over"], play["frames"].as_array().unwrap().len()), (&json!(true), length), "{line}");
        let mut scene = play["scene"].clone();
        for change in play["frames"].as_array().unwrap().iter().flat_map(|frame| frame["changes"].as_array().unwrap()) {
            let cell = change[0].as_u64().unwrap() as usize;
            assert!(scene[cell]["label"] != change[1] || scene[cell]["tint"] != change[2], "{line}: no change");
            scene[cell] = json!({"label": change[1], "tint": change[2]});
        }
        assert_eq!(scene, value("play", &json!({"line": play["line"]}))["scene"], "{line}");
    }
    let drawn = json!({"line": "shift 60 60", "moves": solution("shift 60 60")}).to_string();
    assert_eq!(call(&FAMILIES, "draw", drawn.as_bytes(), &Limits::default()).kind, Kind::Svg);
    let to_and_fro = ["1", "1"].repeat(MOST_CHANGES);
    let told = refusal(
        "play",
        json!({"line": "tiles 2x2 3 2 1 0", "moves": to_and_fro}).to_string().as_bytes(),
        Kind::TooMuch,
    );
    assert!(
        told["error"].as_str().unwrap().ends_with(" moves are too many; on this board 124998 can be shown"),
        "{told}"
    );
}

#[test]
fn definitions_are_read() {
    let text = "title: Frogs\nboard: t . f // a row\nmove right: t . -> . t\ngoal: . t f\n";
    let read = value("definition", &json!({"text": text}));
    assert_eq!(
        (&read["line"], &read["title"]),
        (&json!("rules title: Frogs ; board: t . f ; move right: t . -> . t ; goal: . t f"), &json!("Frogs"))
    );
    assert!(read["told"].as_str().unwrap().starts_with("move right:\n    t .   becomes   . t\n"), "{read}");
    assert_eq!(read["warnings"], json!([]));
    let down = value("definition", &json!({"text": text.replace("right", "down")}));
    let warning = &down["warnings"][0];
    assert_eq!((&warning["line"], &warning["column"]), (&json!(3), &json!(12)), "{down}");
    assert_eq!(warning["why"], "this rule fits nowhere on the board", "{down}");
    let mistaken = value("definition", &json!({"text": text.replace("right", "rihgt")}));
    let mistake = &mistaken["mistake"];
    assert_eq!((&mistake["line"], &mistake["column"]), (&json!(3), &json!(6)), "{mistaken}");
    assert!(mistake["why"].as_str().unwrap().starts_with("\"rihgt\" is no direction"), "{mistaken}");
    assert!(mistake["shown"].as_str().unwrap().ends_with("\n  move rihgt: t . -> . t\n       ^"), "{mistaken}");
    assert_eq!(value("definition", &json!({"text": ""}))["mistake"]["column"], 0);
}

#[test]
fn every_classic_is_a_definition() {
    let classics = value("classics", &json!({}));
    assert!(classics.as_array().unwrap().len() > 70);
    for classic in classics.as_array().unwrap() {
        let read = value("definition", &json!({"text": classic["text"]}));
        assert_eq!(read["title"], classic["title"], "{read}");
    }
}

/// Blocks, walls and places to be filled are seen.
#[test]
fn outlines_have_what_definitions_need() {
    let line = "rules board: A A # . / . . . . ; blocks straight: A ; goal: ? ? # ? / A A ? ?";
    let play = value("play", &json!({"line": line}));
    let outline = &play["outline"];
    assert_eq!((&outline["cells"], &outline["pieces"]), (&json!("framed"), &json!("block")));
    assert_eq!((&outline["walls"], &outline["marked"]), (&json!([[2000, 0]]), &json!([3, 4])));
    let labels: Vec<&str> =
        play["goal"].as_array().unwrap().iter().map(|spot| spot["label"].as_str().unwrap()).collect();
    assert_eq!(labels.concat(), "???AA??");
    assert_eq!(play["scene"][0], json!({"label": "A", "tint": "red"}));
}

/// What a family tells of a puzzle says what is different in each of its variants.
#[test]
fn families_tell_what_is_different() {
    let told = |line: &str, of: &str| value("play", &json!({"line": line}))["outline"]["told"][of].clone();
    for (line, other, of) in [
        ("shift 2 2", "shift 2 2 moves=back", "rule"),
        ("shift 2 2 moves=back", "shift 2 2 moves=all", "rule"),
        ("shift 2 2 moves=back", "shift 2 2", "stuck"),
        ("shift bw_", "shift bw_ to _wb", "goal"),
        ("reverse 4", "reverse 4 to=any", "goal"),
        ("reverse 2", "reverse 1 2 _ to 1 _ 2", "goal"),
        ("tiles 2x2 1 2 0 3", "tiles 2x2 1 2 0 3 metric=runs", "rule"),
        ("tiles 2x2 1 2 0 3", "tiles 2x2 1 2 0 3 to blank-first", "goal"),
        ("tiles 2x2 1 2 0 3", "tiles 2x3 1 2 0 3 4 5", "random"),
        ("clobber line bwb", "clobber line bwb turns=alternate", "rule"),
        ("clobber line bwb", "clobber cycle bwb", "seat"),
        ("chinese star", "chinese star players=2", "rule"),
        ("chinese star", "chinese rhombus", "name"),
    ] {
        assert_ne!(told(line, of), told(other, of), "{line}, {other}: {of}");
    }
    assert_eq!(told("tiles 2x3 1 2 0 3 4 5", "random"), "tiles 2x3 random seed=");
    let rule = told("chinese star players=6", "rule");
    assert!(rule.as_str().unwrap().ends_with(" All six take turns, and help."), "{rule}");
    // Of a definition, the page chooses the looks.
    let line = "rules title: One step ; board: a . ; move: a . -> . a ; goal: . a";
    assert_eq!([told(line, "name"), told(line, "stage")], ["One step", ""]);
    assert_eq!(told("klotski", "goal"), "Bring the square to the middle of the bottom.");
}

#[test]
fn boards_are_arranged() {
    let arranged = value("arrange", &json!({"line": "shift 1 1", "labels": ["w", "_", "b"]}));
    assert_eq!(arranged, json!({"line": "shift w_b"}));
}

#[test]
fn boards_are_shown_as_text() {
    let shown = value("show", &json!({"line": "tiles 2x2 2 3 1 0"}));
    assert_eq!((&shown["board"], &shown["after_move"]), (&json!("2 3\n1 _"), &Value::Null));
    let shown = value("show", &json!({"line": "shift 2 2", "moves": ["2-3", "4-2"]}));
    assert_eq!((&shown["board"], &shown["after_move"]), (&json!("bwb_w"), &json!(2)));
    let told = refusal("show", br#"{"line": "shift 2 2", "moves": ["2-3", "5-2"]}"#, Kind::Bad);
    assert_eq!(told["made"], 1, "{told}");
}

#[cfg(feature = "trace")]
#[test]
fn searches_say_what_they_expand() {
    let searched = |request: Value| {
        let told = value("trace", &request);
        let numbers = |one: &Value| (one["search"].clone(), one["length"].clone(), one["expanded"].clone());
        let searches: Vec<_> = told["searches"].as_array().unwrap().iter().map(numbers).collect();
        (searches, told["pictures"].as_array().unwrap().len())
    };
    let one = |name: &str, length: u32, expanded: u32| (json!(name), json!(length), json!(expanded));
    let (all, pictures) = searched(json!({"line": "shift 3 3"}));
    assert_eq!((&all[0], &all[1], pictures), (&one("breadth-first:zero", 15, 70), &one("a-star:forward", 15, 15), 2));
    let line = "tiles 3x3 8 6 7 2 5 4 3 0 1";
    let (some, _) = searched(json!({"line": line, "searches": ["a-star:manhattan", "ida-star:manhattan"]}));
    assert_eq!(some, [one("a-star:manhattan", 31, 6728), one("ida-star:manhattan", 31, 17819)]);
    let (stopped, _) = searched(json!({"line": line, "searches": ["a-star:manhattan"], "limits": {"nodes": 50}}));
    assert_eq!(stopped, [(json!("a-star:manhattan"), Value::Null, json!(50))]);
    let told = refusal("trace", br#"{"line": "shift 3 3", "searches": ["a-star:moon"]}"#, Kind::Bad);
    assert!(told["error"].as_str().unwrap().starts_with("search a-star:moon: "), "{told}");
    let many = json!({"line": "shift 3 3", "searches": vec!["a-star"; 9]}).to_string();
    refusal("trace", many.as_bytes(), Kind::TooMuch);
}

#[test]
fn what_theory_says_is_told() {
    assert_eq!(value("solvable", &json!({"line": "tiles 2x2 2 1 3 0"}))["solvable"], false);
    assert_eq!(value("solvable", &json!({"line": "shift 3 3"}))["solvable"], true);
    assert_eq!(value("explain", &json!({"line": "shift 2 2"}))[0]["fact"]["topic"], "length");
}

#[test]
fn all_plays_and_all_positions_are_counted() {
    let count = value("count", &json!({"line": "clobber line bwwbbw"}));
    assert_eq!((&count["solutions"], &count["value"], &count["length"]), (&json!(12), &json!(1), &json!(5)));
    let listed = |request: Value| value("list", &request);
    let expected = [["1-2", "3-1", "2-3"], ["3-2", "1-3", "2-1"]];
    let all = json!({"status": "solved", "total": "2", "plays": expected});
    assert_eq!(listed(json!({"line": "shift 1 1"})), all);
    assert_eq!(listed(json!({"line": "shift 1 1", "from": 2}))["plays"], json!(expected[1..]));
    assert_eq!(listed(json!({"line": "shift 1 1", "take": 1}))["plays"], json!(expected[..1]));
    assert_eq!(listed(json!({"line": "shift 1 1", "from": 9}))["plays"], json!([]));
    assert_eq!(listed(json!({"line": "tiles 2x2 2 1 3 0"}))["status"], "unsolvable");
    assert_eq!(listed(json!({"line": HARD, "limits": {"nodes": 1}}))["status"], "gave-up");
    refusal("list", br#"{"line": "shift 1 1", "from": 0}"#, Kind::Bad);
    refusal("list", br#"{"line": "shift 1 1", "take": 1001}"#, Kind::Bad);
    refusal("list", br#"{"line": "shift 400 400"}"#, Kind::TooMuch);
    let survey = value("survey", &json!({"line": "shift 2 2"}));
    assert_eq!(survey["distribution"], json!([1, 2, 4, 3, 4, 4, 2, 2, 1]));
    assert_eq!(value("survey", &json!({"line": "clobber line 4"}))["by"], "value");
    assert_eq!(value("survey", &json!({"line": HARD, "limits": {"nodes": 1}}))["status"], "gave-up");
}

#[test]
fn puzzles_are_exported() {
    let files = value("export", &json!({"line": "shift 1 1", "as": "pddl"}));
    let names: Vec<&Value> = files.as_array().unwrap().iter().map(|file| &file["name"]).collect();
    assert_eq!(names, ["domain.pddl", "problem.pddl"]);
    let rules = value("export", &json!({"line": "shift 1 1"}));
    let line = rules[0]["text"].as_str().unwrap().trim_end();
    assert_eq!(value("solve", &json!({"line": line}))["length"], 3);
    refusal("export", br#"{"line": "shift 1 1", "as": "xml"}"#, Kind::Bad);
}

#[test]
fn hints_have_the_best_moves() {
    let hint = value("hint", &json!({"line": "shift 1 1"}));
    let expected = json!({
        "status": "solved", "length": 3, "value": null, "cost": null, "optimal": true, "lower": 3, "upper": 3,
        "best": ["1-2", "3-2"], "complete": true, "proof": hint["proof"], "because": null, "trap": null, "known": null
    });
    assert_eq!(hint, expected);
    assert_eq!(hint["proof"]["label"], "proved");
    assert_eq!(value("hint", &json!({"line": "clobber line bbb"}))["status"], "over");
    let lost = value("hint", &json!({"line": "tiles 2x2 2 1 3 0"}));
    assert_eq!((&lost["status"], &lost["trap"]["cells"]), (&json!("unsolvable"), &json!([0, 1])));
    let lost = value("hint", &json!({"line": "shift b_bbwww"}));
    let expected = json!({
        "cells": [2, 3], "words": "too wide to hop", "title": "Two toads side by side.",
        "why": "The frogs can never pass them, so this cannot be won any more."
    });
    assert_eq!((&lost["status"], &lost["lower"], &lost["trap"]), (&json!("unsolvable"), &Value::Null, &expected));
}

#[test]
fn ranges_are_told_where_the_search_gives_up() {
    for nodes in [10, 100, 1000, 10_000, 100_000] {
        let limits = Limits { nodes, ..Limits::default() };
        for line in [HARD, "tiles 5x5 random seed=7", "chinese star men=3 players=3", "clobber grid 6x6 random seed=1"]
        {
            let reply = call(&FAMILIES, "hint", json!({"line": line}).to_string().as_bytes(), &limits);
            let hint: Value = serde_json::from_slice(&reply.bytes).unwrap();
            let lower = number(&hint["lower"]).unwrap_or_else(|| panic!("{line}: {hint}"));
            assert!(number(&hint["upper"]).is_none_or(|upper| lower <= upper), "{line}: {hint}");
            let is_exact = hint["upper"] == hint["lower"];
            assert_eq!(hint["optimal"], is_exact, "{line}: {hint}");
        }
    }
}

#[test]
fn recorded_results_need_no_search() {
    let limits = Limits { nodes: 10, ..Limits::default() };
    let ask = |name: &str| -> Value {
        let request = json!({"line": "chinese triangle:13 players=3"}).to_string();
        serde_json::from_slice(&call(&FAMILIES, name, request.as_bytes(), &limits).bytes).unwrap()
    };
    let hint = ask("hint");
    let known = &hint["known"];
    assert_eq!((&known["length"], &known["lower"], &known["proved"]), (&json!(40), &json!(40), &json!(true)));
    assert_eq!((&hint["status"], &hint["length"], &hint["optimal"]), (&json!("solved"), &json!(40), &json!(true)));
    assert_eq!((&hint["best"], &hint["proof"]["label"]), (&json!([known["moves"][0]]), &json!("claimed")));
    let ranking = ask("rank");
    let (best, others) = ranking["moves"].as_array().unwrap().split_first().unwrap();
    assert_eq!((&ranking["lower"], &ranking["upper"]), (&json!(40), &json!(40)));
    assert_eq!((&best["text"], &best["status"], &best["length"]), (&known["moves"][0], &json!("best"), &json!(39)));
    assert_eq!(others.len(), 13);
    for other in others {
        assert_eq!(
            (&other["status"], &other["lower"], &other["length"]),
            (&json!("unsettled"), &json!(39), &Value::Null)
        );
    }
    let around = ask("around");
    let on_the_play: Vec<&Value> =
        around["nodes"].as_array().unwrap().iter().map(|node| &node["left"]).filter(|left| !left.is_null()).collect();
    assert_eq!(on_the_play, [40, 39, 38, 37]);
    let all = value("known", &json!({}));
    let one =
        all.as_array().unwrap().iter().find(|one| one["line"] == "chinese triangle:13 men=10 players=3 order=RBY");
    assert_eq!(
        one.map(|one| (&one["length"], &one["lower"], &one["proved"])),
        Some((&json!(40), &json!(40), &json!(true)))
    );
}

#[test]
fn codes_are_pictures() {
    let code = |text: &str| {
        let reply = call(&FAMILIES, "qr", json!({"text": text}).to_string().as_bytes(), &Limits::default());
        assert_eq!(reply.kind, Kind::Svg);
        String::from_utf8(reply.bytes).unwrap()
    };
    // The smallest code has 21 modules a side, and begins with the corner of a pattern that finds it.
    let small = code("saltus");
    assert!(small.contains(r#"viewBox="0 0 29 29""#) && small.contains(r#"<path d="M4,4h7v1h-7z"#), "{small}");
    assert_ne!(small, code("saltum"));
    refusal("qr", json!({"text": "x".repeat(3000)}).to_string().as_bytes(), Kind::TooMuch);
}

#[test]
fn certificates_are_checked() {
    let certificate = call(&FAMILIES, "certificate", br#"{"line": "shift 3 3"}"#, &Limits::default()).bytes;
    let check = |certificate: &[u8]| value("check", &json!({"certificate": base64(certificate)}));
    let told = check(&certificate);
    assert_eq!((&told["verified"], &told["told"]), (&json!(true), &json!("VERIFIED optimal 15")));
    assert_eq!((&told["claim"], &told["because"]), (&json!("optimal 15"), &Value::Null));
    let wrong = String::from_utf8(certificate).unwrap().replace("optimal 15", "optimal 14");
    let told = check(wrong.as_bytes());
    assert_eq!((&told["verified"], &told["told"], &told["what"]), (&json!(false), &json!("REFUTED"), &json!([])));
    assert!(told["because"].is_string(), "{told}");
    refusal("check", br#"{"certificate": "?"}"#, Kind::Bad);
}

/// RFC 4648, padded.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let held = (0..3).fold(0u32, |held, at| held << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        let digit =
            |at: usize| if at > three.len() { '=' } else { DIGITS[(held >> (18 - 6 * at) & 63) as usize].into() };
        text.extend((0..4).map(digit));
    }
    text
}

#[test]
fn answers_are_records() {
    let record = value("solve", &json!({"line": "shift 3 3"}));
    assert_eq!((&record["length"], &record["optimal"]), (&json!(15), &json!(true)));
    let because = |limits: Value| value("solve", &json!({"line": HARD, "limits": limits}))["because"].clone();
    assert_eq!(because(json!({"nodes": 10})), "the node limit is reached");
    assert_eq!(because(json!({"timeout": 0.01})), "the time limit is reached");
    // Nobody waits that long; another limit ends it.
    assert_eq!(because(json!({"timeout": 1e18, "nodes": 10})), "the node limit is reached");
}

#[test]
fn certificates_are_files() {
    let reply = call(&FAMILIES, "certificate", br#"{"line": "shift bw_wb to wb_bw moves=all"}"#, &Limits::default());
    assert_eq!((reply.kind, reply.file), (Kind::Certificate, Some("saltus.cert")));
    assert!(reply.bytes.starts_with(b"saltus"), "{}", String::from_utf8_lossy(&reply.bytes[..20]));
    let limits = Limits { nodes: 10, ..Limits::default() };
    let none = call(&FAMILIES, "certificate", json!({"line": HARD}).to_string().as_bytes(), &limits);
    assert_eq!((none.kind, none.bytes.starts_with(br#"{"error":"no answer: "#)), (Kind::TooMuch, true));
}

#[test]
fn pictures_are_files() {
    for (shape, kind, file, begin) in [
        ("svg", Kind::Svg, "board.svg", &b"<svg "[..]),
        ("png", Kind::Png, "board.png", b"\x89PNG"),
        ("film", Kind::Svg, "film.svg", b"<svg "),
        ("animation", Kind::Svg, "play.svg", b"<svg "),
        ("gif", Kind::Gif, "play.gif", b"GIF89a"),
    ] {
        let request = json!({"line": "shift 1 1", "moves": ["1-2"], "as": shape});
        let reply = call(&FAMILIES, "draw", request.to_string().as_bytes(), &Limits::default());
        assert_eq!((reply.kind, reply.file), (kind, Some(file)), "{shape}");
        assert!(reply.bytes.starts_with(begin), "{shape}");
    }
    let graph = call(&FAMILIES, "graph", br#"{"line": "shift 1 1"}"#, &Limits::default());
    assert_eq!((graph.kind, graph.file), (Kind::Svg, None));
    refusal("graph", br#"{"line": "shift 9 9 moves=all"}"#, Kind::TooMuch);
}

#[test]
fn new_puzzles_are_a_lesson_and_a_sheet() {
    let request = json!({"line": "tiles 2x3", "length": "8", "count": 3, "seed": 1, "unique_first": true});
    let made = value("new", &request);
    let puzzles = made["puzzles"].as_array().unwrap();
    assert_eq!((puzzles.len(), &made["because"], &made["seed"]), (3, &json!(null), &json!(1)));
    assert!(puzzles.iter().all(|puzzle| puzzle["length"] == 8));
    assert_eq!(made, value("new", &request));
    let lesson = made["lesson"].as_str().unwrap();
    assert!(lesson.starts_with("saltus lesson 1\ntitle: Put the tiles in order\n"), "{lesson}");
    assert_eq!(lesson.matches("ask: shortest").count(), 3);
    let sheet = value("sheet", &json!({"lesson": lesson, "link": "https://saltus.example/"}));
    assert_eq!((sheet["pages"].as_array().unwrap().len(), &sheet["answers"]), (2, &json!(1)));
    let fewer = value("new", &json!({"line": "tiles 2x2", "length": "6", "count": 9}));
    assert!(fewer["puzzles"].as_array().unwrap().len() < 9 && fewer["because"].is_string(), "{fewer}");
    for (request, kind) in [
        (r#"{"line": "tiles 2x2", "length": "x"}"#, Kind::Bad),
        (r#"{"line": "tiles 2x2", "count": 0}"#, Kind::Bad),
        (r#"{"line": "tiles 2x2", "count": 61}"#, Kind::TooMuch),
        (r#"{"line": "tiles 2x2", "seed": -1}"#, Kind::Bad),
    ] {
        refusal("new", request.as_bytes(), kind);
    }
    refusal("sheet", br#"{"lesson": "hello"}"#, Kind::Bad);
    let large = json!({"lesson": "saltus lesson 1\nchapter: a\npuzzle: shift 5000 5000"}).to_string();
    assert!(
        refusal("sheet", large.as_bytes(), Kind::TooMuch)["error"]
            .as_str()
            .unwrap()
            .starts_with("line 3: the board has ")
    );
}

#[test]
fn bad_requests_are_refused_in_a_sentence() {
    assert_eq!(refusal("sing", b"{}", Kind::Unknown)["error"], "nothing of that name can be asked for");
    for name in crate::names().filter(|name| !WITHOUT_LINE.contains(name)) {
        let error = |request: &[u8]| refusal(name, request, Kind::Bad)["error"].as_str().unwrap().to_owned();
        let unexpected = "the request is not what is expected: ";
        assert_eq!(error(b"{}"), format!("{unexpected}missing field `line`"), "{name}");
        assert_eq!(error(b""), format!("{unexpected}EOF while parsing a value at line 1 column 0"), "{name}");
        for request in [&b"{"[..], b"null", b"\xff", br#"{"line": 1}"#, br#"{"line": "shift 1 1", "x": 1}"#] {
            assert!(error(request).starts_with(unexpected), "{name}");
        }
        assert!(error(br#"{"line": "shift 1 1", "line": "shift 1 1"}"#).ends_with("duplicate field `line`"), "{name}");
    }
    for name in
        ["play", "show", "solvable", "explain", "hint", "rank", "around", "solve", "certificate", "draw", "graph"]
    {
        let told = refusal(name, br#"{"line": "shift 3 x"}"#, Kind::Bad);
        assert_eq!(told["column"], 9, "{name}: {told}");
    }
    refusal("families", br#"{"line": "shift 1 1"}"#, Kind::Bad);
    refusal("definition", br#"{"line": "shift 1 1"}"#, Kind::Bad);
    refusal("draw", br#"{"line": "shift 1 1", "as": "pdf"}"#, Kind::Bad);
    refusal("solve", br#"{"line": "shift 1 1", "limits": {"timeout": -1}}"#, Kind::Bad);
}

#[test]
fn what_is_too_large_is_refused() {
    for name in crate::names().filter(|name| !WITHOUT_LINE.contains(name) && *name != "arrange") {
        let told = refusal(name, br#"{"line": "shift 1000000000000000000000 3"}"#, Kind::TooMuch);
        assert!(told["error"].as_str().unwrap().starts_with("the board has "), "{name}: {told}");
    }
}

#[test]
fn a_part_of_the_limits_answers_what_is_easy() {
    let (part, whole) = (Limits { nodes: 10_000, ..Limits::default() }, Limits::default());
    let request = br#"{"line": "shift 3 3"}"#;
    assert_eq!(solve_in_part(&FAMILIES, request, &part, &whole), Some(call(&FAMILIES, "solve", request, &whole)));
    assert_eq!(solve_in_part(&FAMILIES, b"{}", &part, &whole), Some(call(&FAMILIES, "solve", b"{}", &whole)));
    let hard = json!({"line": HARD}).to_string();
    assert_eq!(solve_in_part(&FAMILIES, hard.as_bytes(), &part, &whole), None);
    // The whole would not give more.
    let asked = json!({"line": HARD, "limits": {"nodes": 100}}).to_string();
    assert_eq!(
        solve_in_part(&FAMILIES, asked.as_bytes(), &part, &whole),
        Some(call(&FAMILIES, "solve", asked.as_bytes(), &whole))
    );
}

#[test]
fn searches_report_and_can_be_stopped() {
    let (heard, stop) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let reports = Reports::new(|report| {
        heard.lock().unwrap().push(report);
        stop.store(true, Ordering::Relaxed);
    });
    let deadline = Some(Instant::now() + Duration::from_mins(2));
    let limits = Limits { progress: Some(&reports), cancel: Some(&stop), deadline, ..Limits::default() };
    let reply = call(&FAMILIES, "solve", json!({"line": HARD}).to_string().as_bytes(), &limits);
    let record: Value = serde_json::from_slice(&reply.bytes).unwrap();
    assert_eq!((&record["status"], &record["because"]), (&json!("gave-up"), &json!("it was stopped")));
    let heard = heard.into_inner().unwrap();
    let report: Value = serde_json::from_str(&heard[0]).unwrap();
    assert!(report["phase"].is_string() && report["nodes"].is_u64(), "{report}");
}

/// Replies are JSON and give back the line, whatever a puzzle and its pieces are called.
#[test]
fn titles_and_pieces_do_not_break_replies() {
    for (title, [t, f]) in
        [("The \"Six\" frogs", ["a", "b"]), ("x\",\"length\":1,\"z\":\"", ["\"", "\\"]), ("\\", ["{", "}"])]
    {
        let line = format!(
            "rules title: {title} ; board: {t} {t} . {f} ; move right: {t} . -> . {t} / {t} {f} . -> . {f} {t} ; \
             move left: {f} . -> . {f} / {f} {t} . -> . {t} {f} ; goal: {f} . {t} {t}"
        );
        let (asked, puzzle) = (json!({"line": line}), saltus::parse(&line).unwrap());
        for name in ["solve", "count", "survey"] {
            let reply = local::call(&FAMILIES, name, asked.to_string().as_bytes(), &Limits::default());
            let record: Value = serde_json::from_slice(&reply.bytes).unwrap();
            assert_eq!((&record["puzzle"], &record["z"]), (&json!(puzzle.to_string()), &Value::Null), "{name}");
        }
        let told: Value =
            serde_json::from_slice(&call(&FAMILIES, "solve", asked.to_string().as_bytes(), &Limits::default()).bytes)
                .unwrap();
        assert_eq!((&told["puzzle"], &told["length"]), (&json!(puzzle.to_string()), &json!(5)));
        assert_eq!(value("hint", &asked)["proof"]["checked"], true);
        assert!(value("explain", &asked).is_array());
    }
}
