//! What the records hold, and the exit codes: the contract with scripts.

use serde_json::{Value, json};

use crate::support::{run, run_with};

#[test]
fn exit_codes() {
    for (line, code) in [
        ("solve shift 3 3", 0),
        ("solve shift 0 0", 0),
        ("puzzles", 0),
        ("", 2),
        ("solve", 2),
        ("frobnicate", 2),
        ("solve shift 3 3 --frobnicate", 2),
        ("solve shift 3 3 --format xml", 2),
        ("solve shift 3 3 --timeout soon", 2),
        ("solve shift 3 3 --timeout -1s", 2),
        ("solve shift 3 3 --memory-limit 1X", 2),
        ("solve shift 3 3 --node-limit -1", 2),
        ("solve shift 3 3 --threads 0", 2),
        ("solve shift 3 3 --at 0", 2),
        ("solve shift 3 3 --at -1", 2),
        ("solve shift 3 3 --at 1 --range 1..2", 2),
        ("solve shift 3 3 --range 5..3", 2),
        ("solve shift 3 3 --range 0..3", 2),
        ("solve shift 3 3 --range 3", 2),
        ("solve shift 3 3 --in x", 2),
        ("solve --input-format korf", 2),
        ("solve tiles 2x2 1 2 3 0 --input-format korf", 2),
        ("solve --in x --board 4x4", 2),
        ("solve --in x --goal blank-first", 2),
        ("solve --in x --board 4x4 --input-format notation", 2),
        ("solve --in x --board 4 --input-format korf", 2),
        ("solve --in x --goal last --input-format korf", 2),
        ("solve --in /nonexistent/x --input-format rows", 74),
        ("solve --in x --judge uva --input-format korf", 2),
        ("solve --in x --judge uva --format json", 2),
        ("solve --in x --judge uva --letters tile", 2),
        ("solve --in x --judge nobody", 2),
        ("solve tiles 2x2 1 2 3 0 --judge uva", 2),
        ("solve --in /nonexistent/x --judge uva", 74),
        ("solve tiles 2x2 1 2 3 0 --letters up", 2),
        ("solve tiles 2x2 1 2 3 0 --letters tile --format json", 2),
        ("list tiles 2x2 1 2 3 0 --letters tile --format json", 2),
        ("list reverse 2 --letters blank", 2),
        ("solve tiles 2x2 random --seed 1", 0),
        ("solve tiles 2x2 random --seed -1", 2),
        ("solve tiles 2x2 1 2 0 3", 0),
        ("solve tiles 2x2 2 1 0 3", 10),
        ("count tiles 2x2 2 1 0 3", 10),
        ("list tiles 1x3 2 1 0", 10),
        ("solvable tiles 2x2 2 1 0 3", 10),
        ("solve tiles 4x4 random seed=7 --node-limit 100", 3),
        ("survey tiles 2x5 random seed=7 --node-limit 100", 22),
        ("list shift 3 1 --from 0", 2),
        ("list shift 3 1 --take 1.5", 2),
        ("solve shift _b to b_", 10),
        ("count shift _b to b_", 10),
        ("list shift _b to b_", 10),
        ("solvable shift _b to b_", 10),
        ("show shift _b to b_ --at 1", 10),
        ("solve shift bb_ww moves=back to wb_wb --node-limit 0", 22),
        ("solve shift 3 3 --at 16", 2),
        ("solve shift 3 3 --range 16..", 2),
        ("show shift 3 3 --at 16", 2),
        ("list shift 3 1 --from 6", 2),
        ("list shift 3 3 --from 3", 2),
        ("graph shift 200 200", 22),
        ("puzzles nope", 65),
        ("bench nope", 2),
        ("solve @/nonexistent/x", 74),
        ("solve --in /nonexistent/x", 74),
        ("check /nonexistent/x", 74),
    ] {
        let run = run(line);
        assert_eq!(run.code, code, "{line}: {run:?}");
        // What is no answer is said on standard output, except where a graph is expected there.
        let answered = matches!(code, 0 | 1 | 3 | 10 | 22) && !line.starts_with("graph");
        assert_eq!(run.err.is_empty(), answered, "{line}: {run:?}");
    }
}

/// What a flag asks for is got, or it is refused: in one sentence.
#[test]
fn no_flag_is_ignored() {
    for (line, code) in [
        ("solve shift 3 3 --seed 1", 2),
        ("show shift 3 3 --seed 1", 2),
        ("puzzles --seed 1", 2),
        ("puzzles tiles --seed 1", 2),
        ("check --seed 1", 2),
        ("tables list --seed 1", 2),
        ("solve --in x --input-format rows --seed 1", 2),
        ("solve --in x --at 1", 2),
        ("solve --in x --range 1..2", 2),
        ("solve --in x --letters tile", 2),
        ("solve shift 3 3 --cert - --at 1", 2),
        ("solve shift 3 3 --cert - --format json", 2),
        ("solve shift 3 3 --cert - --timing", 2),
        ("solvable shift 3 3 --at-most 15 --cert - --timing", 2),
        ("solve --in x --cert x --output y --resume", 2),
        ("show shift 3 3 --format csv", 2),
        ("solve shift 3 3 --resume", 2),
        ("solve shift 3 3 --format moves --timing", 2),
        ("solve --in x --judge uva --timing", 2),
        ("count shift 3 3 --format moves --timing", 2),
        ("list shift 3 1 --timing", 2),
        ("show shift 3 3 --timing", 2),
        ("check --timing", 2),
        ("merge x --timing", 2),
        ("survey clobber line 3 --positions x --timing", 2),
        ("solvable shift 3 3 --format moves", 2),
        ("show shift 3 3 --format moves", 2),
        ("survey shift 2 2 --format moves", 2),
        ("puzzles --format moves", 2),
        ("man --format json", 2),
        ("serve --format json", 2),
        ("play shift 1 1 --time-each 1s", 2),
        ("serve --time-each 1s", 2),
        ("draw shift 1 1 --as txt --cell 10", 2),
        ("solve tiles-3x3 --solver a-star --disk x", 2),
        ("solve rules board: a . . ; move cost 0: a . -> . a ; goal: . . a --disk x", 2),
        ("solve chinese rhombus:3 men=3 --solver beam --disk x", 2),
        ("solve chinese rhombus:3 men=3 --solver beam --without touch", 2),
        ("solve tiles-3x3 --without touch", 2),
        ("survey shift 2 2 --disk x", 2),
        ("survey tiles 2x2 1 2 3 0 metric=runs --disk x", 2),
    ] {
        let run = run(line);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{line}: {run:?}");
        assert!(run.err.lines().count() == 1 || run.err.starts_with("error: "), "{line}: {run:?}");
    }
    assert_eq!(run("puzzles tiles 2x2 random --seed 1").code, 0);
    let length = |line: &str| run(line).record()["length"].clone();
    assert_eq!(length("solve tiles-3x3 --without potential,views --format json"), 31);
    assert_eq!(run("solve --in /nonexistent/x --at 1 --format json").code, 74);
    let batch = run_with("solvable --in - --seed 1", b"shift 1 1\nshift 2 2\n");
    assert_eq!((batch.code, batch.lines().len()), (2, 2), "{batch:?}");
}

#[test]
fn solved() {
    let record = run("solve shift 1 1 --format json").record();
    assert_eq!(
        record,
        json!({
            "command": "solve", "schema": 1, "saltus": env!("CARGO_PKG_VERSION"),
            "puzzle": "shift 1 1", "status": "solved", "length": 3, "optimal": true, "lower": 3,
            "moves": ["1-2", "3-1", "2-3"], "solver": "sections",
            "proof": {"label": "proved", "kind": "potential forward", "assumes": [], "checked": true}, "expanded": 0
        })
    );
    let timed = run("solve shift 1 1 --format json --timing").record();
    assert!(timed["seconds"].is_f64());
    for line in ["count shift 1 1", "solvable shift 1 1", "solvable shift 1 1 --at-most 3", "survey shift 1 1"] {
        let timed = run(&format!("{line} --format json --timing")).record();
        assert!(timed["seconds"].is_f64() && timed["cpu_seconds"].is_f64() == cfg!(target_os = "linux"), "{timed}");
        assert!(run(&format!("{line} --timing")).out.contains(" s"), "{line}");
    }
}

#[test]
fn unsolvable_and_gave_up_are_two_answers() {
    let no = run("solve shift _b to b_ --format json").record();
    assert_eq!((&no["status"], &no["proof"]["label"]), (&json!("unsolvable"), &json!("proved")));
    assert!(no["because"].is_string() && no.get("moves").is_none());
    let unknown = run("solve reverse 1 3 2 _ 4 --format json --node-limit 0").record();
    assert_eq!(unknown["status"], "gave-up");
    assert!(unknown["because"].is_string() && unknown["lower"].is_u64() && unknown.get("proof").is_none());
}

#[test]
fn the_other_records() {
    let is = |line: &str, key: &str, value: Value| {
        let record = run(line).record();
        assert_eq!(record[key], value, "{line}: {record}");
    };
    is("count shift 3 3 --format json", "solutions", json!(2));
    is("count shift 3 3 --format json", "length", json!(15));
    is("solvable shift 3 3 --format json", "status", json!("solvable"));
    is("solvable shift _b to b_ --format json", "status", json!("unsolvable"));
    is("survey shift 1 1 --format json", "distribution", json!([1, 2, 2, 1]));
    is("show shift 1 1 --at 2 --format json", "board", json!("wb_"));
    is("show shift 1 1 --at 2 --format json", "after_move", json!(2));
    is("puzzles shift --format json", "family", json!("shift"));
    let facts = run("explain shift bb_www --format json").record()["facts"].clone();
    let solutions = facts.as_array().expect("facts").iter().find(|fact| fact["topic"] == "solutions");
    assert_eq!(solutions.expect("they are known")["value"], json!(2));
    assert!(run("solvable shift 3 3 --format json").record()["because"].is_string());
    let error = run("solve shift 3 -3 --format json").record();
    assert_eq!((&error["status"], &error["column"]), (&json!("refused"), &json!(9)));
    let plays = run("list shift 4 1 --from 2 --take 3 --format json").records();
    assert_eq!(plays.iter().map(|play| play["number"].as_u64().expect("a number")).collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn integers_are_written_in_full() {
    let nines = "9".repeat(30);
    let run_it = |line: &str| run(&line.replace('N', &nines));
    let run = run_it("solve shift N N --format json");
    assert!(run.out.contains(&format!("\"length\":\"{}\",", "9".repeat(60))), "{}", run.out);
    let many = run_it("count shift N N").out;
    assert!(many.contains(&format!(": 2 shortest solutions of {} moves", "9".repeat(60))), "{many}");
    let fibonacci = crate::support::run("count shift 1000000 1 --format moves").out;
    assert_eq!(fibonacci.trim_end().len(), 208_988);
    assert!(fibonacci.starts_with("51137590"), "{}", &fibonacci[..8]);
}

/// What `show` prints is a board of the same puzzle again.
#[test]
fn boards_are_read_as_they_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board");
    for (begin, rest) in [
        ("tiles 3x3", "8 6 7 2 5 4 3 0 1"),
        ("tiles 4x4", "random seed=3"),
        ("shift", "bbwbw_w"),
        ("reverse", "3 1 _ 2"),
        ("clobber line", "bwbwwb"),
        ("clobber grid", "bw./wbb/bbw"),
    ] {
        let shown = run(&format!("show {begin} {rest} --color never"));
        std::fs::write(&file, &shown.out).expect("a file");
        let again = run(&format!("show {begin} @{}", file.display()));
        assert_eq!((again.code, again.out), (0, shown.out), "{begin} {rest}: {}", again.err);
    }
    let spelled = ["8,6,7,2,5,4,3,_,1", "8 6 7 / 2 5 4 / 3 0 1", "8 6 7/2 5 4/3 _ 1"];
    let boards = spelled.map(|cells| run(&format!("show 8-puzzle {cells}")).out);
    assert!(boards.iter().all(|board| *board == boards[0] && board.starts_with("8 6 7\n")), "{boards:?}");
    let bad = run("show tiles 3x3 8 6 / 7 2 5 4 3 0 1");
    assert!(bad.code == 65 && bad.err.contains("column 15") && bad.err.contains("ends a row"), "{bad:?}");
}

#[test]
fn a_range_begins_anywhere() {
    let all = run("solve shift 9 7 --format moves");
    let moves = all.lines();
    assert_eq!(moves.len(), 79);
    for (range, (first, last)) in
        [("1..79", (1, 79)), ("..5", (1, 5)), ("70..", (70, 79)), ("75..999", (75, 79)), ("7..7", (7, 7))]
    {
        let part = run(&format!("solve shift 9 7 --format moves --range {range}"));
        assert_eq!(part.lines(), moves[first - 1..last], "{range}");
        let record = run(&format!("solve shift 9 7 --format json --range {range}")).record();
        assert_eq!(
            (&record["first_move"], &record["moves"]),
            (&json!(first), &json!(moves[first - 1..last])),
            "{range}"
        );
    }
    for at in [1, 40, 79] {
        assert_eq!(run(&format!("solve shift 9 7 --format moves --at {at}")).lines(), [moves[at - 1]], "{at}");
    }
    let far = format!("solve shift N N --format moves --at {}", "9".repeat(60)).replace('N', &"9".repeat(30));
    assert_eq!(run(&far).lines().len(), 1);
}

#[test]
fn a_list_is_the_same_from_anywhere() {
    for puzzle in [
        "shift 6 1",
        "shift 2 3",
        "shift 0 5",
        "reverse 4",
        "shift bb_ww to w_bwb moves=all",
        "tiles 3x3 8 6 7 2 5 4 3 0 1",
        "tiles 2x3 1 1 2 2 0 3 to 3 2 2 1 1 0",
        "tiles 4x1 0 1 2 3",
    ] {
        let all = run(&format!("list {puzzle} --format moves"));
        let count: usize = run(&format!("count {puzzle} --format moves")).out.trim().parse().expect("a number");
        assert_eq!(all.lines().len(), count, "{puzzle}");
        for from in 1..=count {
            let rest = run(&format!("list {puzzle} --format moves --from {from}"));
            assert_eq!(rest.lines(), all.lines()[from - 1..], "{puzzle} from {from}");
        }
        assert_eq!(run(&format!("list {puzzle} --take 0")).out, "", "{puzzle}");
        assert_eq!(run(&format!("list {puzzle} --from {}", count + 1)).code, 2, "{puzzle}");
    }
}

#[test]
fn canonical_lines_are_fixed_points() {
    for puzzle in [
        "shift bbb_ww",
        "shift bb_w to b_bw moves=all",
        "shift 4 0 first=w",
        "reverse 1 2 _ 3",
        "reverse 3 1 _ 2 to=any",
        "tiles 2x3 1 2 3 4 0 5 to blank-last",
        "tiles 2x2 0 1 2 3 to 0 1 2 3",
        "tiles 3x3 random seed=5 to blank-first",
        "tiles 1x4 1 1 0 2 to 0 1 1 2",
    ] {
        let name = |puzzle: &str| {
            run(&format!("show {puzzle} --format json")).record()["puzzle"].as_str().expect("text").to_owned()
        };
        let canonical = name(puzzle);
        assert_eq!(name(&canonical), canonical, "{puzzle}");
        let solution = |puzzle: &str| {
            let mut record = run(&format!("solve {puzzle} --format json")).record();
            record.as_object_mut().expect("a record").remove("seed");
            record
        };
        assert_eq!(solution(&canonical), solution(puzzle), "{puzzle}");
    }
}

#[test]
fn the_bench_says_how_much_work_it_did() {
    let run = run("bench shift --format json");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for record in run.records() {
        assert!(record["bench"].is_string() && record["work"].is_u64() && record["rate"].is_u64(), "{record}");
    }
    assert!(!run.records().is_empty());
}

#[test]
fn every_family_explains_its_notation() {
    let families = run("puzzles --format json").records();
    assert!(!families.is_empty());
    for family in families {
        let name = family["family"].as_str().expect("a name");
        let text = run(&format!("puzzles {name}")).out;
        assert!(family["notation"].as_str().is_some_and(|notation| text.contains(notation)), "{name}");
        assert!(family["rules"].as_str().is_some_and(|rules| text.contains(rules)), "{name}");
    }
}

#[test]
fn quiet_leaves_errors_alone() {
    let unsolvable = |flags: &str| run(&format!("solve shift _b to b_ --format moves{flags}"));
    assert!(!unsolvable("").err.is_empty());
    assert_eq!(unsolvable(" --quiet").err, "");
    assert_eq!(unsolvable(" -q").code, 10);
    assert!(run("solve shift 3 -3 -q").err.contains("column 9"));
    assert_eq!(run_with("solve --in - --format moves -q", b"shift _b to b_\n").out, "\n");
}

/// What a play in letters says: the board walked through with the vacancy going that way.
fn walked(start: &str, letters: &str, width: i64, blank: bool) -> Option<String> {
    let mut cells: Vec<&str> = start.split(' ').collect();
    for letter in letters.split_whitespace() {
        let gap = cells.iter().position(|&cell| cell == "0")? as i64;
        let step = match letter {
            "L" => -1,
            "R" => 1,
            "U" => -width,
            "D" => width,
            _ => return None,
        };
        let from = usize::try_from(if blank { gap + step } else { gap - step }).ok()?;
        cells.swap(gap as usize, from);
    }
    Some(cells.join(" "))
}

#[test]
fn letters_lead_to_the_goal() {
    let board = "8 6 7 2 5 4 3 0 1";
    for (whose, blank) in [("tile", false), ("blank", true)] {
        let play = run(&format!("solve tiles 3x3 {board} --letters {whose} --format moves"));
        assert_eq!(play.lines().len(), 31);
        assert_eq!(walked(board, &play.out, 3, blank).as_deref(), Some("1 2 3 4 5 6 7 8 0"), "{whose}");
        let shown = run(&format!("solve tiles 3x3 {board} --letters {whose}")).out;
        let letters: Vec<&str> =
            shown.lines().filter_map(|line| line.split_once(".  ")?.1.split_whitespace().next()).collect();
        assert_eq!(letters, play.lines(), "{whose}");
        let all = run(&format!("list tiles 3x3 {board} --letters {whose} --format moves"));
        assert_eq!(all.lines().len(), 40);
        for play in all.lines() {
            assert_eq!(walked(board, play, 3, blank).as_deref(), Some("1 2 3 4 5 6 7 8 0"), "{whose}: {play}");
        }
    }
}

#[test]
fn a_seed_by_flag_is_a_seed_in_the_line() {
    let board = |line: &str| run(line).out;
    assert_eq!(board("show tiles 3x4 random --seed 5"), board("show tiles 3x4 random seed=5"));
    assert_eq!(board("show --seed 6 tiles 3x4 random seed=5"), board("show tiles 3x4 random seed=5"));
    assert_eq!(
        board("show tiles 3x4 random to blank-first --seed 5"),
        board("show tiles 3x4 random seed=5 to blank-first")
    );
    assert_ne!(board("show tiles 3x4 random --seed 5"), board("show tiles 3x4 random --seed 6"));
    let batch = run_with("solvable --in - --seed 3 --format json", b"tiles 2x3 random\nshift 1 1\n");
    assert_eq!((batch.code, batch.records().len()), (0, 2));
}

/// Planners read two files, and standard output has both.
#[test]
fn an_export_is_one_text_or_a_file_for_each_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("it");
    let written = run(&format!("export guarini --as pddl --prefix {}", prefix.display()));
    assert_eq!((written.code, written.out.as_str()), (0, ""));
    let part = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(run("export guarini --as pddl").out, part("it-domain.pddl") + &part("it-problem.pddl"));
    let nowhere = run("export guarini --as pddl --prefix /nonexistent/it");
    assert_eq!(nowhere.code, 74, "{}", nowhere.err);
}
