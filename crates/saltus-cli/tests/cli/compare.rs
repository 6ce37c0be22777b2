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
    // The limits are those of the runs that are made; a summary of records knows none.
    let summary =
        |run: &crate::support::Run| run.out.split("limits of each run: ").next().map(str::to_owned).expect("a part");
    let second = compare(both, " --resume");
    assert_ne!(summary(&second), second.out);
    let all = fs::read_to_string(&file).expect("records");
    assert!(all.starts_with(&kept), "what was there stays");
    assert_eq!(all.lines().count(), 7, "two searches of three puzzles, and one bad line: {all}");
    assert_eq!(compare(both, " --resume").out, second.out, "nothing is left to do");
    assert_eq!(fs::read_to_string(&file).expect("records"), all);
    assert_eq!(second.lines().len(), first.lines().len() + 1, "a row more: {second:?}");
    // Without --resume no records are lost; with other forms the numbers are the same.
    assert_eq!(compare(both, "").code, 2);
    let from = |form: &str| run(&format!("compare --from {} --summary {form}", file.display()));
    assert_eq!(from("text").out, summary(&second));
    let cells = |row: &str, apart: &str| row.split(apart).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let (text, csv, markdown) = (from("text"), from("csv"), from("markdown"));
    let row = cells(csv.lines()[1], ",");
    assert_eq!(cells(markdown.lines()[2].trim_matches('|'), "|")[..9], row[..9]);
    assert_eq!(text.lines()[1].split_whitespace().take(9).collect::<Vec<_>>(), row[..9]);
    // The chart has a mark for each puzzle that was solved, in both panels, and one in the legend.
    let chart = folder.path().join("chart.svg");
    let drawn = run(&format!("compare --from {} --chart {}", file.display(), chart.display()));
    assert_eq!((drawn.code, drawn.out), (0, summary(&second)));
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

/// Without a limit of time or nodes each run has one, and the table says so.
#[test]
fn no_run_is_without_end() {
    let compare = |more: &str| run(&format!("compare shift 2 2 --search a-star:forward --quiet{more}"));
    let last = |run: &crate::support::Run| run.lines().last().map(|line| (*line).to_owned());
    let limits = |more: &str| last(&compare(more)).expect("a line");
    assert_eq!(limits(""), "limits of each run: 60 s, 100000000 nodes, 4.0 GiB of memory");
    assert_eq!(limits(" --node-limit 1000"), "limits of each run: 1000 nodes, 4.0 GiB of memory");
    assert_eq!(limits(" --time-each 1h --memory-limit 1G"), "limits of each run: 3600 s, 1.0 GiB of memory");
    assert!(limits(" --summary markdown").starts_with("limits"));
    assert!(limits(" --summary csv").starts_with("a-star:forward,"), "only rows");
}

/// A solver of a family counts otherwise than a search of its name: the table tells them apart.
#[test]
fn solvers_of_families_are_told_from_searches() {
    let boards = b"shift 2 2 moves=all\ntiles 2x2 2 3 1 0\nguarini\n";
    let own = run_with("compare --in - --search a-star --search a-star:zero --quiet", boards);
    let heads: Vec<&str> = own.lines()[0].split("  ").map(str::trim).filter(|head| !head.is_empty()).collect();
    let cells = |row: usize| own.lines()[row].split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let at = heads.iter().position(|head| *head == "own").expect("a column");
    // "4.0 KiB" has a blank.
    let (first, second) = (cells(1), cells(2));
    assert_eq!((first[at + 1].as_str(), second[at + 1].as_str()), ("1", "0"), "{own:?}");
    assert!(own.out.contains("\na-star: 1 of 3: answered by a solver of the family"), "{own:?}");
    let records =
        run_with("compare --in - --search a-star --search a-star:zero --quiet --format json", boards).records();
    let solvers: Vec<Option<&str>> = records.iter().map(|record| record["solver"].as_str()).collect();
    assert_eq!(solvers, [Some("a-star"), None, None, None, None, None]);
    assert!(!run("compare shift 2 2 --search a-star:zero --quiet").lines()[0].contains("own"));
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

#[test]
fn a_trace_counts_all_nodes_and_is_drawn() {
    const BOARD: &str = "tiles 2x3 5 2 1 0 4 3";
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (informed, both) = (file("a.jsonl"), file("b.jsonl"));
    let answer = run(&format!("solve {BOARD} --solver a-star:manhattan --trace {informed} --format json")).records();
    assert_eq!(run(&format!("solve {BOARD} --solver bidirectional --trace {both} --quiet")).code, 0);
    let lines: Vec<Value> = fs::read_to_string(&informed)
        .expect("a trace")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let head = &lines[0];
    assert_eq!((&head["puzzle"], &head["length"], &head["every"]), (&BOARD.into(), &14.into(), &1.into()));
    assert_eq!((&head["solver"], &head["expanded"]), (&"a-star:manhattan".into(), &answer[0]["expanded"]));
    let counted: u64 = lines.iter().filter_map(|line| line["nodes"].as_u64()).sum();
    assert_eq!(Some(counted), head["expanded"].as_u64());
    assert_eq!(lines.iter().filter(|line| line["node"].is_u64()).count() as u64, counted);
    assert!(
        lines[1..].iter().all(|line| line["f"].as_u64() <= Some(14)),
        "no node that is expanded promises more than 14"
    );

    let picture = file("trace.svg");
    let drawn = run(&format!("draw --trace {both} {informed} -o {picture}"));
    assert_eq!((drawn.code, drawn.err.as_str()), (0, ""));
    let svg = fs::read_to_string(&picture).expect("a picture");
    for name in
        ["bidirectional: moves made 0, nodes 1", "bidirectional, from the goal", "a-star:manhattan: length promised 14"]
    {
        assert!(svg.contains(name), "{name}");
    }

    // What cannot be traced, read or drawn is refused.
    for (line, code, why) in [
        (format!("solve shift 3 3 --solver sections --trace {picture}"), 2, "searches that do have names"),
        (format!("draw --trace {picture}"), 65, "line 1: this is no trace of a search"),
        (format!("draw --trace {} -o {picture}", file("none.jsonl")), 74, "none.jsonl"),
        (format!("draw --trace {both} -o {}", file("a.png")), 2, "a trace is drawn as SVG"),
        (format!("solve {BOARD} --trace {informed}"), 2, "--solver"),
    ] {
        let refused = run(&line);
        assert_eq!(refused.code, code, "{line}: {}", refused.err);
        assert!(refused.err.contains(why), "{line}: {}", refused.err);
    }
}
