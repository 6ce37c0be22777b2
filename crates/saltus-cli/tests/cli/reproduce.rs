//! `saltus reproduce`: all items of the sources.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{run, run_words};

/// The numbered items of the sources, a source a line, kept by hand from the sources themselves.
const KEPT: &str = include_str!("../data/items.txt");

#[test]
fn the_sources_have_all_their_items() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for record in run("reproduce --format json").records() {
        let text = |field: &str| record[field].as_str().expect("a text").to_owned();
        found.entry(text("source")).or_default().push(text("item"));
    }
    for line in KEPT.lines().filter(|line| !line.starts_with('#')) {
        let (source, items) = line.split_once(": ").expect("a source and its items");
        let items: Vec<&str> = items.split(' ').collect();
        assert_eq!(found[source], items, "{source}");
    }
    assert_eq!(KEPT.lines().filter(|line| !line.starts_with('#')).count(), 5);
}

#[test]
fn every_quick_item_is_as_its_page_says() {
    let run = run("reproduce --all");
    let differing: Vec<&str> = run.lines().into_iter().filter(|line| line.contains("differs: ")).collect();
    assert!(run.code == 0 && differing.is_empty(), "{} {}", run.code, run.out);
}

#[test]
fn one_item_is_told_whole() {
    let one = run("reproduce paper lemma-8");
    assert!(one.code == 0 && one.out.starts_with("### ") && one.out.contains("verified in "), "{}", one.out);
    let fewer = run("reproduce paper lemma-8 --upto 2 --format json").record();
    assert_eq!((&fewer["command"], &fewer["status"]), (&json!("reproduce"), &json!("verified")));
    let more = run("reproduce paper lemma-8 --format json").record();
    let cases = |record: &Value| record["cases"].as_u64().expect("a number");
    assert!(cases(&fewer) < cases(&more), "{fewer} {more}");
}

#[test]
fn a_report_has_its_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_str().expect("text");
    assert_eq!(run_words(&["reproduce", "paper", "figure-1", "-o", place]).code, 0);
    let report = std::fs::read_to_string(folder.path().join("report.md")).expect("there");
    let picture = std::fs::read_to_string(folder.path().join("pictures/shift-3-3.svg")).expect("there");
    assert!(report.contains("(pictures/shift-3-3.svg)") && picture.starts_with("<svg"));
}

#[test]
fn what_is_not_there_is_refused() {
    for (words, why) in [
        (&["reproduce", "papers"][..], "no source is called \"papers\"; there are: paper, "),
        (&["reproduce", "paper", "lemma-99"], "paper has no item \"lemma-99\"; there are: figure-1, "),
        (&["reproduce", "paper", "figure-1", "--upto", "3"], "--upto goes with an item that has a statement"),
    ] {
        let run = run_words(words);
        assert!(run.code == 2 && run.err.contains(why), "{words:?}: {run:?}");
    }
}
