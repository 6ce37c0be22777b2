//! Every endpoint, for every family: what comes is what the library says.

use saltus::gate::{self, Thoroughness};
use saltus::limits::Limits;
use saltus::record;
use saltus::verdict::Outcome;
use serde_json::{Value, json};

use crate::support::{Client, HARD, Server, encoded};

/// The record that the program writes.
fn record_of(line: &str) -> String {
    let subject = saltus::parse(line).expect("a puzzle");
    let mut out = Vec::new();
    let limits = Limits::default();
    let answer = gate::pass(&*subject, subject.solve(&limits), Thoroughness::Small, &limits).expect("it is right");
    record::write_answer(&mut out, &*subject, &answer, &record::Wanted::default()).expect("written");
    String::from_utf8(out).expect("text")
}

/// The smaller examples of each family.
fn small() -> impl Iterator<Item = &'static str> {
    saltus::registry().families().to_vec().into_iter().flat_map(|entry| entry.examples.iter().take(3).copied())
}

#[test]
fn families_are_listed_with_their_examples() {
    let families = Server::new().get("/api/families").value();
    let names: Vec<&str> = families.as_array().unwrap().iter().map(|family| family["name"].as_str().unwrap()).collect();
    assert_eq!(names, saltus::registry().families().to_vec().into_iter().map(|entry| entry.name).collect::<Vec<_>>());
    for family in families.as_array().unwrap() {
        assert!(family["notation"].as_str().unwrap().starts_with(family["name"].as_str().unwrap()));
        assert!(!family["rules"].as_str().unwrap().is_empty());
        assert!((4..=8).contains(&family["examples"].as_array().unwrap().len()), "{family}");
    }
}

fn play(client: &mut Client, line: &str, moves: &[&str]) -> Value {
    client.post("/api/play", &json!({"line": line, "moves": moves})).value()
}

/// Follows the best moves to the end: each hint is one move nearer.
#[test]
fn best_moves_lead_to_the_end() {
    let server = Server::new();
    let mut client = server.connect();
    for line in small() {
        let mut line = play(&mut client, line, &[])["start"].as_str().unwrap().to_owned();
        let mut last = None;
        loop {
            let position = play(&mut client, &line, &[]);
            let hint = client.post("/api/hint", &json!({"line": line})).value();
            if position["over"] == true {
                assert_eq!(hint["status"], "over", "{line}");
                break;
            }
            assert_eq!((&hint["status"], &hint["optimal"]), (&json!("solved"), &json!(true)), "{line}: {hint}");
            assert_eq!(hint["proof"]["label"].as_str().map(str::is_empty), Some(false), "{line}");
            let length = hint["length"].as_u64().unwrap();
            // Where pieces left count, and not moves, a shorter play may leave as many.
            let counts_pieces = !hint["value"].is_null();
            assert!(last.is_none_or(|last| length + 1 == last || counts_pieces), "{line}: {hint}");
            last = Some(length);
            let best = hint["best"].as_array().unwrap();
            let choices: Vec<&Value> =
                position["choices"].as_array().unwrap().iter().map(|choice| &choice["text"]).collect();
            assert!(!best.is_empty() && best.iter().all(|mv| choices.contains(&mv)), "{line}: {hint}");
            let after = play(&mut client, &line, &[best[best.len() - 1].as_str().unwrap()]);
            assert_eq!(after["frames"].as_array().unwrap().len(), 1);
            line = after["line"].as_str().unwrap().to_owned();
        }
    }
}

/// Whoever plays any of the best moves ends where the solution ends; whoever plays another does
/// not.
#[test]
fn all_best_moves_are_found_where_it_is_said() {
    let server = Server::new();
    let mut client = server.connect();
    let mut several = 0;
    for line in small().filter(|line| !line.starts_with("chinese")) {
        let hint = client.post("/api/hint", &json!({"line": line})).value();
        assert_eq!(hint["complete"], true, "{line}");
        several += usize::from(hint["best"].as_array().unwrap().len() > 1);
        let goal = |line: &str| {
            let verdict = saltus::parse(line).unwrap().solve(&Limits::default());
            let Outcome::Solved { plan, .. } = verdict.outcome else { return None };
            Some((plan.left().is_some(), plan.cost()))
        };
        let (counts_pieces, cost) = goal(line).unwrap();
        for choice in play(&mut client, line, &[])["choices"].as_array().unwrap() {
            let after = play(&mut client, line, &[choice["text"].as_str().unwrap()]);
            let rest =
                goal(after["line"].as_str().unwrap()).map(|(_, rest)| if counts_pieces { rest } else { rest + 1u8 });
            let is_best = hint["best"].as_array().unwrap().contains(&choice["text"]);
            assert_eq!(rest == Some(cost.clone()), is_best, "{line}: {choice}");
        }
    }
    assert!(several > 0, "some position has more than one best move");
}

#[test]
fn plays_are_shown() {
    let server = Server::new();
    let shown = server.post("/api/play", &json!({"line": "shift 1 1", "moves": ["1-2", "3-1"]})).value();
    let spot = |label: &str, tint: &str| json!({"label": label, "tint": tint});
    let (b, w, gap) = (spot("b", "dark"), spot("w", "light"), spot("_", "vacant"));
    let expected = json!({
        "start": "shift 1 1",
        "line": "shift wb_ to w_b",
        "outline": {
            "cells": "square", "pieces": "disc", "places": [[0, 0], [1000, 0], [2000, 0]], "names": ["1", "2", "3"],
            "links": [], "marked": [], "walls": [],
            "told": {
                "name": "Toads and Frogs", "goal": "Swap the two sides.",
                "rule": "Slide into the gap or hop over one. Nobody goes back.", "act": "a toad or a frog",
                "stage": "pond", "figure": "hopper", "seat": "pad",
                "stuck": [
                    ["b", [i32::MIN, -1], "Toads do not go back."], ["w", [1, i32::MAX], "Frogs do not go back."],
                    ["b", [-2, 2], "Toads hop over others only."], ["w", [-2, 2], "Frogs hop over others only."],
                    ["", [i32::MIN, i32::MAX], "You can hop only one."]
                ],
                "random": null
            }
        },
        "scene": [b, gap, w],
        "frames": [
            {"text": "1-2", "path": [0, 1], "changes": [[0, "_", "vacant"], [1, "b", "dark"]]},
            {"text": "3-1", "path": [2, 0], "changes": [[0, "w", "light"], [2, "_", "vacant"]]}
        ],
        "turn": null, "over": false, "left": null,
        "choices": [{"text": "2-3", "path": [1, 2]}],
        "palette": [gap, b, w],
        "goal": [w, gap, b],
        "pieces": null
    });
    assert_eq!(shown["line"].as_str().map(|line| line.starts_with("shift wb_")), Some(true), "{shown}");
    let mut shown = shown;
    shown["line"] = expected["line"].clone();
    assert_eq!(shown, expected);
    let clobber = server.post("/api/play", &json!({"line": "clobber cycle bwwb turns=alternate first=w"})).value();
    assert_eq!(clobber["pieces"], json!(["pawn", "pawns"]));
    assert_eq!((&clobber["turn"], &clobber["left"], &clobber["goal"]), (&json!("w"), &json!(4), &Value::Null));
    assert_eq!(clobber["outline"]["cells"], "hollow");
}

#[test]
fn moves_that_cannot_be_made_are_refused() {
    let answer = Server::new().post("/api/play", &json!({"line": "shift 1 1", "moves": ["1-2", "3-1", "3-1"]}));
    assert!(answer.refusal(400).starts_with("move 3: "), "{answer:?}");
    let value: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(value["made"], 2);
}

#[test]
fn boards_are_arranged() {
    let server = Server::new();
    let mut client = server.connect();
    for line in saltus::registry().families().to_vec().into_iter().flat_map(|entry| entry.examples.iter()) {
        let shown = play(&mut client, line, &[]);
        let labels: Vec<&Value> = shown["scene"].as_array().unwrap().iter().map(|spot| &spot["label"]).collect();
        let asked = json!({"line": line, "labels": labels, "turn": shown["turn"]});
        assert_eq!(client.post("/api/arrange", &asked).value()["line"], shown["start"], "{line}");
    }
    let why = client.post("/api/arrange", &json!({"line": "shift 1 1", "labels": ["b", "w", "w"]})).refusal(400);
    assert!(why.contains("has no vacancy"), "{why}");
}

#[test]
fn positions_are_checked_and_explained() {
    let server = Server::new();
    let mut client = server.connect();
    for line in small() {
        let checked = client.post("/api/solvable", &json!({"line": line})).value();
        assert!(checked["solvable"] == true, "{line}: {checked}");
        let facts = client.post("/api/explain", &json!({"line": line})).value();
        let expected = saltus::parse(line).unwrap().explain(&Limits::default());
        let expected: Vec<Value> =
            expected.iter().map(|fact| json!([fact.subject(), fact.to_string(), fact.topic])).collect();
        let facts = facts.as_array().unwrap().iter();
        let facts: Vec<Value> =
            facts.map(|fact| json!([fact["subject"], fact["text"], fact["fact"]["topic"]])).collect();
        assert_eq!(facts, expected, "{line}");
    }
    let lost = client.post("/api/solvable", &json!({"line": "shift b_ww to b_ww moves=forward"})).value();
    assert_eq!(lost["solvable"], true, "{lost}");
    let lost = client.post("/api/solvable", &json!({"line": "tiles 2x2 2 1 3 0"})).value();
    assert_eq!(lost["solvable"], false, "{lost}");
    let open = client.post("/api/solvable", &json!({"line": HARD})).value();
    assert!(open["solvable"].is_null() || open["solvable"] == true, "{open}");
}

#[test]
fn answers_are_those_of_the_program() {
    let server = Server::new();
    let mut client = server.connect();
    let others = ["tiles 2x2 2 1 3 0", "shift b_bww", "shift 30 40", "reverse 300", "shift 500000 500000"];
    for line in small().chain(others) {
        let expected = record_of(line);
        let solved = client.post("/api/solve", &json!({"line": line}));
        assert_eq!((solved.status, solved.text()), (200, &*expected), "{line}");
        let events = client.get(&format!("/api/solve?line={}", encoded(line)));
        assert_eq!(events.field("content-type"), Some("text/event-stream"));
        let (reports, answer) = events.text().rsplit_once("event: answer\n").expect("an answer");
        assert!(
            reports
                .split("\n\n")
                .all(|event| event.is_empty() || event.starts_with("event: progress\ndata: {") || event == ":"),
            "{reports}"
        );
        assert_eq!(answer, format!("data: {expected}\n"), "{line}");
    }
}

#[test]
fn limits_can_be_narrowed() {
    let server = Server::new();
    let solve = |limits: Value| server.post("/api/solve", &json!({"line": HARD, "limits": limits})).value();
    let because = |limits: Value| solve(limits)["because"].as_str().unwrap().to_owned();
    assert_eq!(because(json!({"nodes": 10})), "the node limit is reached");
    assert_eq!(because(json!({"nodes": 100_000})), "the node limit is reached");
    assert_eq!(because(json!({"timeout": 0.01})), "the time limit is reached");
    assert_eq!(because(json!({"timeout": 0.3})), "the time limit is reached");
    assert!(because(json!({"memory": 1_000_000})).ends_with("more than the memory limit"));
    for bad in [json!({"timeout": -1}), json!({"timeout": 1e300}), json!({"nodes": -1}), json!({"threads": 9})] {
        server.post("/api/solve", &json!({"line": HARD, "limits": bad})).refusal(400);
    }
}

#[test]
fn searches_report_and_can_be_left() {
    let server = Server::new();
    let mut client = server.connect();
    client.ask(&format!("/api/solve?line={}", encoded(HARD)));
    assert_eq!(client.head().status, 200);
    let (name, report) = client.event();
    assert_eq!(name, "progress");
    assert!(report["phase"].is_string() && report["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{report}");
    assert_eq!(server.searches(), 1);
    drop(client);
    server.await_searches(0);
    // The same for who waits without reports, and for a certificate.
    let mut client = server.connect();
    client.give("/api/solve", &json!({"line": HARD}).to_string());
    server.await_searches(1);
    drop(client);
    server.await_searches(0);
    let mut client = server.connect();
    client.ask(&format!("/api/certificate?line={}", encoded(HARD)));
    server.await_searches(1);
    drop(client);
    server.await_searches(0);
}

#[test]
fn certificates_are_those_of_the_library() {
    let server = Server::new();
    let mut client = server.connect();
    for line in small() {
        let answer = client.get(&format!("/api/certificate?line={}", encoded(line)));
        let subject = saltus::parse(line).unwrap();
        let verdict = subject.solve(&Limits::default());
        match subject.certificate(&verdict, &Limits::default()) {
            Err(why) => assert_eq!(answer.refusal(413), format!("no certificate: {why}"), "{line}"),
            Ok(certificate) => {
                let mut expected = Vec::new();
                certificate.write(&mut expected).unwrap();
                assert_eq!((answer.status, &answer.body), (200, &expected), "{line}");
                assert!(answer.field("content-disposition").unwrap().starts_with("attachment"), "{line}");
            }
        }
    }
}

#[test]
fn positions_and_plays_are_drawn() {
    let server = Server::new();
    let mut client = server.connect();
    for line in small() {
        let first = play(&mut client, line, &[])["choices"][0]["text"].as_str().unwrap().to_owned();
        for (shape, kind, begin) in [
            ("svg", "image/svg+xml", &b"<svg "[..]),
            ("png", "image/png", b"\x89PNG"),
            ("gif", "image/gif", b"GIF89a"),
            ("film", "image/svg+xml", b"<svg "),
            ("animation", "image/svg+xml", b"<svg "),
        ] {
            for moves in ["", &first] {
                let moves = encoded(moves);
                let drawn = client.get(&format!("/api/draw?line={}&moves={moves}&as={shape}", encoded(line)));
                assert_eq!((drawn.status, drawn.field("content-type")), (200, Some(kind)), "{line} {shape}: {drawn:?}");
                assert!(drawn.body.starts_with(begin), "{line} {shape}");
                assert!(drawn.field("content-disposition").unwrap().starts_with("attachment; filename="));
            }
        }
    }
    let draw = |client: &mut Client, query: &str| client.get(&format!("/api/draw?line=shift+1+1&{query}"));
    assert!(draw(&mut client, "as=pdf").refusal(400).starts_with("as= is one of"));
    assert!(draw(&mut client, "moves=1-2,1-2").refusal(400).starts_with("move 2: "));
    let many = vec!["1-2"; 500].join(",");
    assert!(draw(&mut client, &format!("as=gif&moves={many}")).refusal(413).contains("too many for a GIF"));
    client.get("/api/draw?line=shift+100000+1").refusal(413);
}

#[test]
fn state_graphs_are_drawn() {
    let server = Server::new();
    let mut client = server.connect();
    let graph = client.get("/api/graph?line=shift+1+1");
    assert_eq!((graph.status, graph.field("content-type")), (200, Some("image/svg+xml")));
    assert_eq!(graph.text().matches("data-line=").count(), 6, "the positions of the smallest game");
    assert!(graph.text().contains("data-line=\"shift 1 1\"") && graph.text().contains("data-from="));
    // The page binds what it shows: nothing in it may need more.
    assert!(!graph.text().contains("<style") && !graph.text().contains(" style="));
    for line in ["shift 9 9 moves=all", "tiles 3x3 random seed=1", "shift 100000 1"] {
        client.get(&format!("/api/graph?line={}", encoded(line))).refusal(413);
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let server = Server::new();
    for line in [
        "shift 1000000000000000000000 3",
        "clobber grid 4000x4000 random seed=1",
        "clobber line 100000000 random seed=1",
    ] {
        for path in ["/api/solve", "/api/solvable", "/api/explain"] {
            let why = server.post(path, &json!({"line": line})).refusal(413);
            assert!(why.ends_with("; here it may have 1048576"), "{line}: {why}");
        }
    }
    for line in ["shift 1000000 3", "tiles 100x100 random seed=1", "clobber line 100000 random seed=1", "reverse 60000"]
    {
        for path in ["/api/play", "/api/hint"] {
            let why = server.post(path, &json!({"line": line})).refusal(413);
            assert!(why.starts_with("the board has "), "{line}: {why}");
        }
    }
    let digits = "9".repeat(5000);
    let why = server.post("/api/play", &json!({"line": format!("shift {digits} 1")})).refusal(413);
    assert!(why.len() < 200, "{why}");
    let moves = vec!["1-2"; 5000];
    let why = server.post("/api/play", &json!({"line": "shift 2000 2000", "moves": moves})).refusal(413);
    assert!(why.contains("5000 moves are too many"), "{why}");
}

#[test]
fn long_plays_are_shown() {
    let moves: Vec<_> = ["1-2", "2-1"].into_iter().cycle().take(8000).collect();
    let play = Server::new().post("/api/play", &json!({"line": "shift 1 1 moves=back", "moves": moves})).value();
    assert_eq!(play["frames"].as_array().map(Vec::len), Some(8000));
}

#[test]
fn every_example_has_a_solution() {
    for line in saltus::registry().families().to_vec().into_iter().flat_map(|entry| entry.examples.iter()) {
        let subject = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let limits = Limits { nodes: 3_000_000, ..Limits::default() };
        let verdict = subject.solve(&limits);
        assert!(matches!(verdict.outcome, Outcome::Solved { .. }), "{line}");
        let cells = subject.play(&mut std::iter::empty()).unwrap().film.start.spots().count();
        assert_eq!(subject.size(), cells.into(), "{line}");
    }
}
