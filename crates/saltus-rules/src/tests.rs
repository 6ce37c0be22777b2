//! Operations against the plain interpreter, and definitions against numbers that another interpreter has found.

use std::collections::BTreeSet;
use std::path::Path;

use dashu_int::UBig;
use saltus_core::limits::Limits;
use saltus_core::notation::{Instance as _, MoveText as _};
use saltus_core::puzzle::{Puzzle as _, Undo as _};
use saltus_core::search::breadth_first::{self, Until};

use crate::packed::Packed;
use crate::{Definition, Instance, Rules, interpreter, read, search};

/// Lines of a table that are no comments.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| line.split('\t').collect())
}

const FEATURES: &str = include_str!("../tests/data/features.tsv");
const CLASSICS: &str = include_str!("../tests/data/classics.tsv");

fn classic(name: &str) -> Instance {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("classics").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap();
    let definition = Definition::from_text(&text).unwrap_or_else(|mistake| panic!("{name}: {}", mistake.shown(&text)));
    Instance::new(definition).unwrap()
}

/// Compares what a search finds with a row of numbers.
fn compare(rules: &Rules, what: &str, row: &[&str]) {
    let found = breadth_first::explore(rules, Until::Everything, &Limits::default());
    let Ok(found) = found else { panic!("{what}: a limit was reached") };
    let goal = found.goals().first().map(|&goal| goal as usize);
    let numbers = [
        goal.map_or("unsolvable".into(), |goal| found.distance(goal).to_string()),
        goal.map_or("0".into(), |goal| {
            let nearest = found.goals().iter().filter(|&&other| found.distance(other as usize) == found.distance(goal));
            nearest.map(|&goal| found.shortest_plays(goal as usize)).sum::<UBig>().to_string()
        }),
        found.states().len().to_string(),
        found.depth().to_string(),
        found.dead_ends().len().to_string(),
    ];
    for (number, (computed, known)) in numbers.iter().zip(row).enumerate() {
        assert!(
            *known == "-" || computed == known || (*known == "0" && number == 1),
            "{what}: {numbers:?}, not {row:?}"
        );
    }
}

#[test]
fn features_have_the_numbers_of_another_interpreter() {
    for row in rows(FEATURES) {
        let instance = read(row[0]).unwrap_or_else(|bad| panic!("{}: {bad}", row[0]));
        compare(instance.rules(), row[0], &row[1..]);
    }
}

#[test]
fn classics_have_the_numbers_of_another_interpreter() {
    for row in rows(CLASSICS) {
        let instance = classic(row[0]);
        if row[3].parse().is_ok_and(|positions: u64| positions <= 50_000) {
            compare(instance.rules(), row[0], &row[1..]);
        }
    }
}

/// On every position of small puzzles: the moves are those of the interpreter, each once, and can be taken back; lines, moves and
/// positions are read as they are written.
#[test]
fn operations_are_the_rules() {
    for row in rows(FEATURES) {
        let instance = read(row[0]).unwrap();
        assert_eq!(read(&instance.to_string()).unwrap().to_string(), instance.to_string(), "{}", row[0]);
        let rules = instance.rules();
        let found = breadth_first::explore(rules, Until::Everything, &Limits::default());
        let Ok(found) = found else { panic!("{} is large", row[0]) };
        for state in found.states().iter().take(2_000) {
            let mut moves = Vec::new();
            rules.moves(state, &mut moves);
            let mut after = BTreeSet::new();
            for mv in &moves {
                let mut next = state.clone();
                rules.play(&mut next, mv);
                assert!(after.insert(next.clone()), "{}: twice from {state:?}", row[0]);
                assert_eq!(rules.check(state, mv), Ok(()));
                rules.undo(&mut next, mv);
                assert_eq!(next, *state);
            }
            assert_eq!(after, interpreter::successors(instance.definition(), state), "{} at {state:?}", row[0]);
            for mv in &moves {
                let mut name = String::new();
                rules.write_move(mv, &mut name);
                assert_eq!(rules.read_move(state, &name).as_ref(), Ok(mv), "{name}");
            }
            let scene = saltus_core::scene::Draw::scene(rules, state);
            let labels: Vec<&str> = scene.spots().map(|spot| spot.label.as_str()).collect();
            let turn = saltus_core::scene::Draw::turn(rules, state);
            let line = instance.arranged(&labels, turn.as_deref()).unwrap().to_string();
            let again = read(&line).unwrap();
            let scene_again = saltus_core::scene::Draw::scene(again.rules(), &again.rules().start());
            assert_eq!(scene_again, scene, "{line}");
        }
    }
}

/// Every mistake has its place, and a sentence.
#[test]
fn mistakes_have_places() {
    let mut wrong = Vec::new();
    for paragraph in include_str!("../tests/data/bad.txt").split("\n\n").filter(|part| part.starts_with("# ")) {
        let (head, text) = paragraph.split_once('\n').unwrap();
        let Some((place, _)) = head[2..].split_once(' ').filter(|(place, _)| place.contains(':')) else { continue };
        let found =
            match text.strip_prefix("rules ") {
                None => Definition::from_text(text),
                Some(_) => read(text.trim())
                    .map(|instance| instance.definition().clone())
                    .map_err(|bad| crate::Mistake { line: 1, column: bad.column, why: bad.why }),
            };
        match found {
            Ok(definition) => wrong.push(format!("{head}: read as {definition}")),
            Err(mistake) => {
                let found = format!("{}:{}", mistake.line, mistake.column.max(1));
                if found != place {
                    wrong.push(format!("{head}: {mistake}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn starts_have_the_numbers_of_another_interpreter() {
    let numbers = rows(include_str!("../tests/data/numbers.tsv"));
    for row in numbers {
        let instance = read(row[0]).unwrap();
        let key = saltus_core::notation::Certified::key(instance.rules(), &instance.rules().start());
        assert_eq!(key.to_string(), row[1], "{}", row[0]);
    }
}

/// Positions as words: the same successors, goals and numbers as positions cell by cell.
#[test]
fn words_are_positions() {
    fn check<const W: usize>(instance: &Instance, row: &[&str]) -> bool {
        let rules = instance.rules();
        let Some(packed) = Packed::<W>::new(rules) else { return false };
        let found = search::layers(&packed, packed.key(&rules.start()), true, &Limits::default());
        let Ok(found) = found else { panic!("{}: a limit was reached", row[0]) };
        for key in found.keys.iter().step_by(1 + found.keys.len() / 500) {
            let position = packed.position(key);
            assert_eq!(packed.key(&position), *key);
            assert_eq!(packed.is_goal(key), rules.is_goal(&position), "{}", row[0]);
            let mut after = Vec::new();
            packed.successors(key, &mut after);
            let set: BTreeSet<_> = after.iter().map(|key| packed.position(key)).collect();
            assert_eq!(set.len(), after.len());
            assert_eq!(set, interpreter::successors(instance.definition(), &position), "{}", row[0]);
        }
        let (length, solutions) = match found.goal {
            None => ("unsolvable".into(), UBig::ZERO),
            Some(goal) => {
                let counted = search::count(&packed, &found, goal, &Limits::default());
                let Ok(counted) = counted else { panic!("{}: counting was stopped", row[0]) };
                let play = search::trace(&packed, &found, goal);
                assert_eq!(play.len(), found.distance(goal) + 1);
                (found.distance(goal).to_string(), counted)
            }
        };
        if let Some(length) = packed.length {
            // Depth-first search answers alike where pieces alone tell the length.
            let start = packed.key(&rules.start());
            let Ok((play, _)) = search::depth_first(&packed, start, length, &Limits::default()) else {
                panic!("{}: a limit was reached", row[0])
            };
            assert_eq!(play.is_some(), found.goal.is_some(), "{}", row[0]);
            assert!(found.goal.is_none_or(|goal| found.distance(goal) == length as usize), "{}", row[0]);
            for pair in play.as_deref().unwrap_or_default().windows(2) {
                let mut after = Vec::new();
                packed.successors(&pair[0], &mut after);
                assert!(after.contains(&pair[1]));
            }
            assert!(play.is_none_or(|play| play.len() == length as usize + 1));
        }
        let numbers = [
            length,
            solutions.to_string(),
            found.keys.len().to_string(),
            (found.count() - 1).to_string(),
            found.dead_ends.to_string(),
        ];
        for (computed, known) in numbers.iter().zip(&row[1..]) {
            assert!(*known == "-" || computed == known, "{}: {numbers:?}, not {row:?}", row[0]);
        }
        true
    }
    for row in rows(FEATURES) {
        let instance = read(row[0]).unwrap();
        assert!(check::<1>(&instance, &row) || check::<2>(&instance, &row), "{}", row[0]);
        assert!(check::<4>(&instance, &row));
    }
    for row in rows(CLASSICS) {
        if row[3].parse().is_ok_and(|positions: u64| positions <= 400_000) {
            let instance = classic(row[0]);
            let done = check::<1>(&instance, &row) || check::<2>(&instance, &row) || check::<4>(&instance, &row);
            assert!(done, "{} has no packed form", row[0]);
        }
    }
}

/// docs/classics.md has a row for each classic, with its title and the numbers of the table.
#[test]
fn the_page_lists_all_classics() {
    let page = include_str!("../../../docs/classics.md");
    let mut listed = 0;
    for row in rows(CLASSICS) {
        let line = page.lines().find(|line| line.starts_with(&format!("| `{}` |", row[0])));
        let line = line.unwrap_or_else(|| panic!("{} is not on the page", row[0]));
        let title = classic(row[0]).definition().title().expect("a title").to_owned();
        assert!(line.contains(&title), "{line}");
        assert!(line.ends_with(&format!("| {} | {} | {} | {} |", row[1], row[2], row[3], row[4])), "{line}");
        listed += 1;
    }
    assert_eq!(listed, crate::CLASSICS.len());
}

/// Definitions with a few bytes changed are read or refused, and nothing else.
#[test]
fn changed_definitions_do_no_harm() {
    let mut random = saltus_core::random::Random::new(15);
    let texts: Vec<String> = crate::CLASSICS.iter().map(|(_, text)| (*text).to_owned()).collect();
    let bytes = b" .#*?|+->=!,:;()/\n\tab1";
    let (mut read, mut refused) = (0, 0);
    for number in 0..3_000 {
        let mut text = texts[number % texts.len()].clone().into_bytes();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len());
            let byte = bytes[random.below(bytes.len())];
            match random.below(3) {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => _ = text.remove(at),
            }
        }
        let text = String::from_utf8_lossy(&text);
        match Definition::from_text(&text) {
            Ok(definition) => {
                let line = format!("rules {definition}");
                assert_eq!(crate::read(&line).map(|instance| instance.to_string()), Ok(line), "{text}");
                read += 1;
            }
            Err(mistake) => {
                assert!(mistake.shown(&text).contains(&mistake.why), "{text}");
                refused += 1;
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

/// A rule on a graph with too many paths is refused at once.
#[test]
fn too_many_ways_to_read_a_rule_are_refused() {
    let names: Vec<String> = (1..=16).map(|cell| cell.to_string()).collect();
    let edges: Vec<String> = (0..16).flat_map(|a| (0..a).map(move |b| format!("{}-{}", a + 1, b + 1))).collect();
    let pattern = ["."; 11].join(" ");
    let line = format!(
        "rules board graph: {} ; cells: {} ; start: a {} ; move: a {pattern} | -> {pattern} a | ; goal stuck:",
        edges.join(" "),
        names.join(" "),
        ["."; 15].join(" ")
    );
    assert!(read(&line).unwrap_err().why.contains("more than"));
}
