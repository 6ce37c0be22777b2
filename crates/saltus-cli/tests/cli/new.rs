//! `saltus new`: puzzles are as wanted, by other commands of the program.

use serde_json::Value;

use crate::support::{run, run_with, run_words};

/// The value of a fact.
fn fact<'a>(record: &'a Value, topic: &str) -> &'a Value {
    let facts = record["facts"].as_array().expect("facts");
    facts.iter().find(|fact| fact["topic"] == topic).map_or(&Value::Null, |fact| &fact["value"])
}

/// The moves of the shortest play, and every shortest play.
fn plays(puzzle: &str) -> (u64, Vec<Value>) {
    let solved = run_words(&["solve", puzzle, "--format", "json"]).record();
    assert!(solved["optimal"] == true, "{solved}");
    (solved["length"].as_u64().expect("a number"), run_words(&["list", puzzle, "--format", "json"]).records())
}

fn line(record: &Value) -> &str {
    record["puzzle"].as_str().expect("a line")
}

#[test]
fn lengths_and_unique_first_moves_are_those_of_other_searches() {
    for (words, least, most) in [
        ("tiles 2x3 --length 9..12", 9, 12),
        ("tiles 3x3 --length ..8", 1, 8),
        ("shift 3 3 moves=back --length 7", 7, 7),
        ("peg-4x4 --length 5..8", 5, 8),
        ("clobber grid 3x3 --length 4..8", 4, 8),
        ("reverse 7 --length 20..", 20, 99),
        ("chinese triangle:4 men=1 players=2 --length 3..4", 3, 4),
    ] {
        let unique = if words.starts_with("clobber") { "" } else { " --unique-first" };
        let found = run(&format!("new {words}{unique} --seed 7 --count 3 --format json"));
        assert_eq!(found.code, 0, "{words}: {found:?}");
        for record in found.records() {
            let (length, plays) = plays(line(&record));
            assert!((least..=most).contains(&length) && *fact(&record, "length") == length, "{record}");
            assert_eq!(*fact(&record, "solutions"), plays.len(), "{record}");
            let is_unique = plays.iter().all(|play| play["moves"][0] == plays[0]["moves"][0]);
            assert_eq!(*fact(&record, "unique-first"), is_unique, "{record}");
            assert!(is_unique || unique.is_empty());
        }
    }
}

#[test]
fn the_hardest_are_as_far_as_surveys_say() {
    for (words, length) in [("tiles 2x3", 21), ("tiles 3x2", 21), ("tiles 2x3 metric=runs", 20), ("guarini", 16)] {
        let record = run(&format!("new {words} --hardest --seed 3 --format json")).record();
        let survey = run(&format!("survey {words} --format json")).record();
        assert_eq!(
            (fact(&record, "length"), fact(&survey, "eccentricity")),
            (&length.into(), &length.into()),
            "{words}"
        );
    }
    let record = run("new shift 3 3 moves=back --hardest --seed 3 --format json").record();
    let farthest = plays(line(&record)).0;
    // From the goal backwards the same moves are those of the colours exchanged.
    let survey = run_words(&["survey", "shift www_bbb to bbb_www moves=back", "--format", "json"]).record();
    assert_eq!(fact(&survey, "eccentricity"), farthest);
}

#[test]
fn no_move_along_a_safe_play_loses() {
    let records = run("new shift 3 2 --no-losing --seed 1 --count 4 --format json").records();
    assert_eq!(records.len(), 4);
    for record in records {
        let solved = run_words(&["solve", line(&record), "--format", "json"]).record();
        let moves = solved["moves"].as_array().expect("moves").iter().filter_map(Value::as_str);
        let mut here = line(&record).to_owned();
        for made in moves {
            let puzzle = saltus::parse(&here).expect("a line");
            let after = |text: &str| puzzle.play(&mut [text].into_iter()).expect("a move").line;
            for choice in puzzle.play(&mut [].into_iter()).expect("a start").choices {
                assert_eq!(run_words(&["solvable", &after(&choice.text)]).code, 0, "{here} {}", choice.text);
            }
            here = after(made);
        }
    }
}

#[test]
fn a_minimal_puzzle_has_another_length_without_any_block() {
    let record = run("new rush-hour-4 --length 3 --minimal --seed 1 --format json").record();
    assert!(fact(&record, "left-out").as_u64() > Some(0), "{record}");
    let board = line(&record).split(" board: ").nth(1).and_then(|rest| rest.split(" ;").next()).expect("a board");
    let letters: Vec<&str> =
        board.split_ascii_whitespace().filter(|letter| !matches!(*letter, "." | "/" | "A")).collect();
    assert!(!letters.is_empty(), "{board}");
    for letter in letters {
        let start: String =
            board.split_ascii_whitespace().map(|cell| if cell == letter { "." } else { cell }).collect();
        let fewer = run(&format!("solve rush-hour-4 with start={start} --format json")).record();
        assert!(fewer["length"].as_u64() < Some(3), "{start}: {fewer}");
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    for words in ["tiles 3x3", "peg-4x4 --minimal", "clobber cycle 9", "tiles 4x4 --length ..20"] {
        let [one, other, third] =
            [5, 5, 6].map(|seed| run(&format!("new {words} --seed {seed} --threads {}", seed - 3)));
        assert!(one.code == 0 && one.out == other.out && one.out != third.out, "{words}");
    }
    let drawn = run("new tiles 2x3");
    let seed = drawn.err.trim().strip_prefix("saltus: seed=").expect("the seed is told");
    assert_eq!(run(&format!("new tiles 2x3 --seed {seed}")).out, drawn.out);
}

#[test]
fn what_there_is_not_is_said() {
    assert_eq!(run("new tiles 2x3 --length 22.. --seed 1").code, 10);
    assert_eq!(run("new clobber grid 3x3 --length 20 --seed 1").code, 3);
    assert_eq!(run("new tiles 2x3 --minimal --seed 1").code, 2);
    assert_eq!(run("new chinese triangle:5 men=all players=2 --seed 1").code, 2);
    assert_eq!(run("new nope").code, 65);
}

/// The most edges of a path from a cell that visits no cell twice.
fn longest(pawns: &mut [Vec<bool>], (row, column): (usize, usize)) -> usize {
    if !std::mem::take(&mut pawns[row][column]) {
        return 0;
    }
    let beside = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
    let mut best = 0;
    for (row, column) in beside {
        if pawns.get(row).and_then(|row| row.get(column)) == Some(&true) {
            best = best.max(1 + longest(pawns, (row, column)));
        }
    }
    pawns[row][column] = true;
    best
}

#[test]
fn games_of_one_white_pawn_are_paths() {
    let records = run("new clobber grid 4x5 --hamiltonian --seed 3 --count 8 --format json").records();
    let mut values = std::collections::BTreeSet::new();
    for record in &records {
        let rows: Vec<&str> = line(record).strip_prefix("clobber grid ").expect("a grid").split('/').collect();
        let mut pawns: Vec<Vec<bool>> = rows.iter().map(|row| row.chars().map(|cell| cell != '.').collect()).collect();
        let white = rows.iter().enumerate().filter_map(|(row, cells)| Some((row, cells.find('w')?)));
        let white: Vec<(usize, usize)> = white.collect();
        assert!(white.len() == 1 && pawns.iter().flatten().filter(|is_pawn| **is_pawn).count() >= 15, "{record}");
        assert_eq!(*fact(record, "length"), longest(&mut pawns, white[0]), "{record}");
        values.insert(fact(record, "value").as_u64());
    }
    assert!(records.len() == 8 && values.len() > 1 && values.contains(&Some(1)), "{values:?}");
    // With turns, black moves in the pairs below, one for each of its moves before the last.
    let record = run("new clobber grid 3x3 turns=alternate --hamiltonian --seed 1 --format json").record();
    let rows = line(&record).strip_prefix("clobber grid ").and_then(|rows| rows.split_once("/.../"));
    let (grid, pairs) = rows.expect("a grid and pairs");
    let pawns = grid.chars().filter(|cell| ['b', 'w'].contains(cell)).count();
    assert_eq!((grid.matches('w').count(), pairs.matches("bw").count()), (1, pawns - 2), "{record}");
    for material in ["clobber line 4", "clobber grid 1x4", "clobber grid bw/wb", "shift 3 3"] {
        let refused = run(&format!("new {material} --hamiltonian --seed 1"));
        assert!(refused.code == 2 && refused.err.contains("is for grids of clobber by their size"), "{material}");
    }
}

#[test]
fn luck_is_what_explain_says() {
    for (words, least, most) in [
        ("tiles 2x3 --luck 1000..5000", 1000, 5000),
        ("rush-hour-8 --luck 50..99", 50, 99),
        ("tiles 3x3 --luck ..30", 1, 30),
    ] {
        let found = run(&format!("new {words} --seed 7 --count 3 --format json")).records();
        assert_eq!(found.len(), 3, "{words}");
        for record in found {
            let explained = run_words(&["explain", line(&record), "--format", "json"]).record();
            let luck = fact(&record, "luck").as_str().expect("a fraction");
            assert_eq!(*fact(&explained, "luck"), luck, "{record}");
            let (numerator, denominator) = luck.split_once('/').expect("a fraction");
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let (numerator, denominator) = (number(numerator), number(denominator));
            assert!((least * numerator..=most * numerator).contains(&denominator), "{record}");
        }
    }
    assert_eq!(run("new tiles 2x3 --luck 2..2 --length 20.. --seed 7").code, 10);
}

#[test]
fn a_lesson_asks_for_shortest_plays() {
    let lesson = run("new tiles 3x3 --length 8 --count 6 --seed 1 --lesson").out;
    assert!(lesson.starts_with("saltus lesson 1\ntitle: Put the tiles in order\n"), "{lesson}");
    let puzzles: Vec<&str> = lesson.lines().filter_map(|line| line.strip_prefix("puzzle: ")).collect();
    let records = run("new tiles 3x3 --length 8 --count 6 --seed 1 --format json").records();
    assert_eq!(puzzles, records.iter().map(line).collect::<Vec<_>>(), "the same puzzles");
    assert_eq!(lesson.matches("ask: shortest").count(), 6);
    let fewer = run("new tiles 2x2 --length 6 --count 9 --seed 1 --lesson");
    assert!(fewer.code == 10 && fewer.err.contains("only 1 of 9") && !fewer.out.contains("only"), "{}", fewer.err);
    for (words, why) in [
        ("new clobber grid 3x3 --lesson --seed 1", "the pieces left count"),
        ("new tiles 2x3 --lesson --seed 1 --format json", "'--lesson' cannot be used with '--format"),
    ] {
        let refused = run(words);
        assert!(refused.code == 2 && refused.err.contains(why) && refused.out.is_empty(), "{words}: {}", refused.err);
    }
}

#[test]
fn a_lesson_is_printed() {
    let lesson = run("new tiles 3x3 --length 8 --count 6 --unique-first --seed 1 --lesson").out;
    let sheet = run_with("draw --sheet - --as pdf", lesson.as_bytes());
    assert!(sheet.code == 0 && sheet.out.starts_with("%PDF-1.4\n") && sheet.out.contains("/Count 2 "), "{}", sheet.err);
    let linked = run_with("draw --sheet - --as pdf --link https://saltus.example/#c=1", lesson.as_bytes());
    assert!(linked.out.len() > sheet.out.len() + 10_000, "the code is there");
    let puzzle = "puzzle: shift 1 1";
    for (words, text, code, why) in [
        ("draw --sheet -", lesson.as_str(), 2, "a worksheet is a PDF"),
        ("draw --sheet - --as svg", &lesson, 2, "a worksheet is a PDF"),
        ("draw shift 1 1 --sheet - --as pdf", &lesson, 2, "cannot be used with"),
        ("draw --as pdf", "", 2, "PUZZLE"),
        ("draw --sheet no-file --as pdf", "", 74, "no-file"),
        ("draw --sheet - --as pdf", "hello", 65, "-: line 1: a lesson begins with"),
        ("draw --sheet - --as pdf", "saltus lesson 1\nchapter: A\npuzzle: shift 0", 65, "-: line 3: "),
        ("draw --sheet - --as pdf", &format!("saltus lesson 1\nchapter: A\n{puzzle}\nmoves: 1-3"), 65, "-: line 4: "),
        (
            "draw --sheet - --as pdf",
            &format!("saltus lesson 1\nchapter: A\n{puzzle}\ntext: {{right}}"),
            65,
            "asks nothing",
        ),
    ] {
        let refused = run_with(words, text.as_bytes());
        assert!(
            refused.code == code && refused.err.contains(why) && refused.out.is_empty(),
            "{words}: {} {}",
            refused.code,
            refused.err
        );
    }
}
