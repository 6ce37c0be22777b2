//! `saltus daily`: the file that the page has is what the program makes.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::run;

/// The days that come with the page.
fn shipped() -> Vec<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saltus-web/assets/daily.json");
    serde_json::from_str(&std::fs::read_to_string(file).expect("a file of the page")).expect("JSON")
}

#[test]
fn the_days_of_the_page_are_those_of_the_program() {
    let days = shipped();
    assert_eq!(days.len(), 400);
    let lines: BTreeSet<&str> = days.iter().map(|day| day["line"].as_str().expect("a line")).collect();
    assert_eq!(lines.len(), 400, "no two are the same");
    for (from, to) in [(1, 3), (47, 47), (399, 400)] {
        let made = run(&format!("daily --from {from} --to {to}"));
        assert_eq!(made.code, 0, "{made:?}");
        let made: Vec<Value> = serde_json::from_str(&made.out).expect("JSON");
        assert_eq!(made, days[from - 1..to], "day {from}");
    }
}

/// Other commands say the same of a day: a search, and what is counted on the way.
#[test]
fn a_day_is_what_other_commands_say() {
    for day in shipped().iter().step_by(57) {
        let line = day["line"].as_str().expect("a line");
        let explained = run(&format!("explain {line} --format json --node-limit 2000000")).record();
        let facts = explained["facts"].as_array().expect("facts");
        assert!(facts.iter().any(|fact| fact["topic"] == "luck" && fact["value"] == day["luck"]), "{line}");
        let counted = run(&format!("count {line} --format json")).record();
        assert_eq!(counted["length"], day["length"], "{line}");
        let plays = match &counted["solutions"] {
            Value::String(plays) => plays.clone(),
            plays => plays.to_string(),
        };
        assert_eq!(plays, day["plays"].as_str().expect("a number"), "{line}");
        assert_eq!(day["first"][0], 1, "{line}");
    }
}

#[test]
fn days_that_run_backwards_are_refused() {
    let made = run("daily --from 3 --to 2");
    assert_eq!(made.code, 2);
    assert!(made.err.contains("--from is after --to"), "{made:?}");
}
