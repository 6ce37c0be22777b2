//! Searches side by side: records, their order, what is gone on with, and what the summary says.

use std::fs;

use serde_json::Value;

use crate::support::{run, run_with};

const BOARDS: &[u8] = b"tiles 2x3 5 2 1 0 4 3\nnonsense\ntiles 2x2 2 1 3 0\n# a comment\nshift 2 2 moves=all\n";

fn words(records: &[Value], key: &str) -> Vec<String> {
    records.iter().map(|record| record[key].as_str().map_or_else(|| record[key].to_string(), str::to_owned)).collect()
}

#[test]
fn runs_are_interleaved_and_a_bad_line_ends_nothing() {
    let line = "compare --in - --search a-star:zero --search bidirectional --repeat 2 --format json --quiet";
    let run = run_with(line, BOARDS);
    assert_eq!(run.code, 65, "the bad line counts");
    let records = run.records();
    let solved: Vec<Value> = records.iter().filter(|record| record["status"] == "solved").cloned().collect();
    assert_eq!(words(&solved[..4], "search"), ["a-star:zero", "bidirectional", "a-star:zero", "bidirectional"]);
    assert_eq!(words(&solved[..4], "repetition"), ["1", "1", "2", "2"]);
    assert_eq!(
        words(&solved, "length"),
        ["14"; 4].iter().chain(&["8"; 4]).map(ToString::to_string).collect::<Vec<_>>()
    );
    let statuses = words(&records, "status");
    assert_eq!(statuses.iter().filter(|status| *status == "unsolvable").count(), 4);
    assert_eq!(statuses.iter().filter(|status| *status == "refused").count(), 1);
    // Two runs of one search count alike, and nothing says how long they took.
    assert_eq!((&solved[0]["expanded"], &solved[0]["bytes"]), (&solved[2]["expanded"], &solved[2]["bytes"]));
    assert!(solved.iter().all(|record| record.get("seconds").is_none()));
}

#[test]
fn times_are_told_when_they_are_asked_for() {
    let line = "compare shift 3 3 moves=all --search ida-star:chain --format json --timing --quiet";
    let record = run(line).record();
    assert!(record["seconds"].as_f64() >= Some(0.0) && record["table_seconds"].as_f64() >= Some(0.0), "{record}");
    let rounds = record["iterations"].as_array().expect("rounds");
    let nodes: u64 = rounds.iter().filter_map(|round| round["nodes"].as_u64()).sum();
    assert_eq!(Some(nodes), record["expanded"].as_u64());
    let summary = run("compare shift 2 2 --search a-star:zero --timing --quiet");
    assert!(summary.lines()[0].ends_with("factor of time  tables"), "{summary:?}");
}

#[test]
fn a_comparison_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("runs.jsonl");
    let boards = folder.path().join("boards.txt");
    fs::write(&boards, BOARDS).expect("a file");
    let compare = |searches: &str, more: &str| {
        run(&format!("compare --in {} {searches} --output {} --quiet{more}", boards.display(), file.display()))
    };
    let both = "--search a-star:zero --search breadth-first:zero";
    let first = compare("--search a-star:zero", "");
    let kept = fs::read_to_string(&file).expect("records");
    // A run that was ended while it wrote.
    fs::write(&file, format!("{kept}{{\"command\":\"comp")).expect("a file");
    let second = compare(both, " --resume");
    let all = fs::read_to_string(&file).expect("records");
    assert!(all.starts_with(&kept), "what was there stays");
    assert_eq!(all.lines().count(), 7, "two searches of three puzzles, and one bad line: {all}");
    assert_eq!(compare(both, " --resume").out, second.out, "nothing is left to do");
    assert_eq!(fs::read_to_string(&file).expect("records"), all);
    assert_eq!(second.lines().len(), first.lines().len() + 1, "a row more: {second:?}");
    // Without --resume no records are lost; with other forms the numbers are the same.
    assert_eq!(compare(both, "").code, 2);
    let from = |form: &str| run(&format!("compare --from {} --summary {form}", file.display()));
    assert_eq!(from("text").out, second.out);
    let cells = |row: &str, apart: &str| row.split(apart).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let (text, csv, markdown) = (from("text"), from("csv"), from("markdown"));
    let row = cells(csv.lines()[1], ",");
    assert_eq!(cells(markdown.lines()[2].trim_matches('|'), "|")[..9], row[..9]);
    assert_eq!(text.lines()[1].split_whitespace().take(9).collect::<Vec<_>>(), row[..9]);
    // The chart has a mark for each puzzle that was solved, in both panels, and one in the legend.
    let chart = folder.path().join("chart.svg");
    let drawn = run(&format!("compare --from {} --chart {}", file.display(), chart.display()));
    assert_eq!((drawn.code, drawn.out), (0, second.out));
    assert_eq!(fs::read_to_string(&chart).expect("a picture").matches("<circle").count(), 5);
}

#[test]
fn what_is_no_record_of_a_run_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("runs.jsonl");
    for text in ["{}\n", "{\"puzzle\":\"shift 1 1\",\"status\":\"solved\",\"length\":3}\n", "x\n"] {
        fs::write(&file, text).expect("a file");
        let run = run(&format!("compare --from {}", file.display()));
        assert_eq!(run.code, 65, "{text}");
        assert!(run.err.contains("line 1 is no record of a run"), "{}", run.err);
    }
}

#[test]
fn limits_are_for_each_run() {
    let line =
        "compare reverse 7 --search breadth-first --search a-star:colours --node-limit 100 --format json --quiet";
    let records = run(line).records();
    assert_eq!(words(&records, "status"), ["gave-up", "gave-up"]);
    assert!(
        records.iter().all(|record| record["expanded"] == 100 && record["lower"].as_u64() > Some(0)),
        "{records:?}"
    );
}
