//! Operations against the plain interpreter, and definitions against numbers that another interpreter has found.

mod costs;
mod symmetries;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use dashu_int::UBig;
use saltus_core::answers::{Answers, CannotSurvey, Count};
use saltus_core::engine::{Engine, Pause, Searches, Space as _};
use saltus_core::family::ByRules;
use saltus_core::graph;
use saltus_core::laws::keys_are_surveyed;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{Instance as _, MoveText as _, Unread};
use saltus_core::puzzle::{Puzzle as _, Repeats, Undo as _};
use saltus_core::search::breadth_first::{self, Until};
use saltus_core::verdict::Outcome;

use crate::packed::{AnyPacked, Group, Key, Packed, Words};
use crate::rules::{Position, Ways};

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

/// A length as the tables have it.
fn said(cost: u32, moves: u32) -> String {
    if cost == moves { moves.to_string() } else { format!("{moves} at cost {cost}") }
}

/// Compares what a search finds with a row of numbers.
fn compare(rules: &Rules, what: &str, row: &[&str]) {
    let found = breadth_first::explore(rules, Until::Everything, &Limits::default());
    let Ok(found) = found else { panic!("{what}: a limit was reached") };
    let goal = found.goals().first().map(|&goal| goal as usize);
    let numbers = [
        goal.map_or("unsolvable".into(), |goal| said(found.distance(goal), found.moves(goal))),
        goal.map_or("0".into(), |goal| {
            let place = |goal: usize| (found.distance(goal), found.moves(goal));
            let nearest = found.goals().iter().filter(|&&other| place(other as usize) == place(goal));
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
            let mut after = BTreeMap::new();
            for mv in &moves {
                let mut next = state.clone();
                rules.play(&mut next, mv);
                assert!(after.insert(next.clone(), rules.is_free(mv)).is_none(), "{}: twice from {state:?}", row[0]);
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
            // The same without anything laid out.
            let plain = Rules::with_ways(instance.definition().clone(), usize::MAX, Ways::default());
            let mut made = Vec::new();
            plain.moves(state, &mut made);
            assert!(made == moves && plain.held() == 0, "{} at {state:?}", row[0]);
            let scene = saltus_core::scene::Draw::scene(rules, state);
            let labels = scene.labels();
            let turn = saltus_core::scene::Draw::turn(rules, state);
            let line =
                saltus_core::notation::Instance::arranged(&instance, &labels, turn.as_deref()).unwrap().to_string();
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

/// Positions as words: the same successors, goals and numbers as positions cell by cell; what leads to a position leads from it back.
/// Symmetries carry moves to moves and goals to goals, and positions that can be reached to others of them where they keep the start.
#[test]
fn words_are_positions() {
    for row in rows(FEATURES) {
        let instance = read(row[0]).unwrap();
        check_any(&instance, &row);
        check(
            &instance,
            &Packed::<4>::new(
                instance.definition(),
                instance.rules().all_operations(),
                &crate::rules::Ways::default(),
                &Limits::default(),
            )
            .unwrap()
            .unwrap(),
            &row,
        );
    }
    for row in rows(CLASSICS) {
        if row[3].parse().is_ok_and(|positions: u64| positions <= 400_000) {
            check_any(&classic(row[0]), &row);
        }
    }
}

/// Moves forward and backward, goals and symmetries, compared with the plain interpreter.
fn check_moves<const W: usize>(instance: &Instance, packed: &Packed<W>, row: &[&str]) {
    let (rules, definition) = (instance.rules(), instance.definition());
    let sample = breadth_first::explore(rules, Until::Everything, &Limits { nodes: 20_000, ..Limits::default() });
    let sample = sample.map(|found| found.states().to_vec());
    let (states, is_whole) = match sample {
        Ok(states) => (states, true),
        Err(_) => (plain_positions(rules, 500), false),
    };
    let all: HashSet<&Position> = states.iter().collect();
    let groups = [Group::Goals, Group::Start].map(|group| (group, packed.symmetries(group)));
    let keys = |keys: &[Key<W>]| -> BTreeSet<Position> { keys.iter().map(|key| packed.position(key)).collect() };
    for position in states.iter().step_by(1 + states.len() / 300) {
        let key = packed.key(position);
        assert_eq!(packed.position(&key), *position);
        assert_eq!(packed.is_goal(&key), rules.is_goal(position), "{}", row[0]);
        let (mut after, mut before) = (Vec::new(), Vec::new());
        packed.forward().successors(&key, &mut after);
        let set = keys(&after);
        assert_eq!(set.len(), after.len());
        let successors = interpreter::successors(definition, position);
        assert!(set.iter().eq(successors.keys()), "{}", row[0]);
        for key_after in &after {
            before.clear();
            packed.backward().successors(key_after, &mut before);
            assert!(before.contains(&key), "{}", row[0]);
        }
        before.clear();
        packed.backward().successors(&key, &mut before);
        for position_before in keys(&before) {
            assert!(interpreter::successors(definition, &position_before).contains_key(position), "{}", row[0]);
        }
        for (group, symmetries) in &groups {
            let mut orbit = BTreeSet::from([key]);
            for symmetry in symmetries {
                let image = symmetry.position(definition, position);
                orbit.insert(packed.key(&image));
                let image_of = |(after, free): (&Position, &bool)| (symmetry.position(definition, after), *free);
                let images: BTreeMap<_, _> = successors.iter().map(image_of).collect();
                assert_eq!(images, interpreter::successors(definition, &image), "{}", row[0]);
                assert_eq!(rules.is_goal(&image), rules.is_goal(position), "{}", row[0]);
                assert!(*group == Group::Goals || !is_whole || all.contains(&image), "{}", row[0]);
            }
            let canonical = packed.group(*group);
            assert_eq!(Some(&canonical.least(key)), orbit.first(), "{}", row[0]);
            assert_eq!(canonical.orbit(&key), orbit.len() as u64, "{}", row[0]);
            assert_eq!(canonical.order(), symmetries.len() + 1);
        }
    }
}

/// All searches answer alike, and as another interpreter.
fn check_searches<const W: usize>(packed: &Packed<W>, row: &[&str])
where
    Engine: Searches<W>,
{
    let limits = Limits { threads: 2, ..Limits::default() };
    let [space, of_start] = [Group::Goals, Group::Start].map(|group| Words::new(packed, group, None));
    let Ok((found, _)) = Engine::survey(&of_start, &limits) else { panic!("{}: a limit was reached", row[0]) };
    let length = found.goal.as_ref().map(|(_, moves, _)| *moves as usize);
    let counted = Engine::plays(&space, &Limits::default());
    assert!(counted.is_ok_and(|counted| counted == found.goal), "{}", row[0]);
    let is_right = |play: Option<Vec<Key<W>>>, what: &str| {
        assert_eq!(play.as_ref().map(|play| play.len() - 1), length, "{}: {what}", row[0]);
        let group = packed.group(Group::Goals);
        for pair in play.as_deref().unwrap_or_default().windows(2) {
            let mut after = Vec::new();
            packed.forward().successors(&pair[0], &mut after);
            assert!(after.iter().any(|&key| group.least(key) == pair[1]), "{}: {what}", row[0]);
        }
    };
    let Ok((play, _)) = Engine::shortest(&space, &limits, &mut Pause::never()) else { panic!("{}: a limit", row[0]) };
    is_right(play, "breadth first");
    if let Some(length) = packed.length {
        // Depth-first search answers alike where pieces alone tell the length.
        let found = search::depth_first(packed, length, &limits, &mut Pause::never());
        let Ok((play, _)) = found else { panic!("{}: a limit was reached", row[0]) };
        is_right(play, "depth first");
    }
    if let Some(goals) = space.goals() {
        let found = Engine::both_ends(&space, &goals, &limits, &mut Pause::never());
        let Ok((play, _)) = found else { panic!("{}: a limit was reached", row[0]) };
        is_right(play, "both ends");
    }
    let (length, plays) =
        found.goal.map_or(("unsolvable".into(), UBig::ZERO), |(cost, moves, plays)| (said(cost, moves), plays));
    let numbers = [
        length,
        plays.to_string(),
        found.sizes.iter().sum::<u64>().to_string(),
        (found.sizes.len() - 1).to_string(),
        found.dead_ends.iter().sum::<u64>().to_string(),
    ];
    for (computed, known) in numbers.iter().zip(&row[1..]) {
        assert!(*known == "-" || computed == known, "{}: {numbers:?}, not {row:?}", row[0]);
    }
}

fn check_any(instance: &Instance, row: &[&str]) {
    match instance.rules().packed() {
        Some(AnyPacked::One(packed)) => check(instance, packed, row),
        Some(AnyPacked::Two(packed)) => check(instance, packed, row),
        Some(AnyPacked::Four(packed)) => check(instance, packed, row),
        None => panic!("{} has no packed form", row[0]),
    }
}

fn check<const W: usize>(instance: &Instance, packed: &Packed<W>, row: &[&str])
where
    Engine: Searches<W>,
{
    check_moves(instance, packed, row);
    check_searches(packed, row);
}

/// The first positions that plain breadth-first search meets.
fn plain_positions(rules: &Rules, most: usize) -> Vec<Position> {
    let (mut met, mut at) = (vec![rules.start()], 0);
    while at < met.len() && met.len() < most {
        for after in interpreter::successors(rules.definition(), &met[at]).into_keys() {
            if !met.contains(&after) {
                met.push(after);
            }
        }
        at += 1;
    }
    met
}

/// What is laid out counts, and whoever asks says how much may be.
#[test]
fn rules_are_laid_out_within_limits() {
    let row = format!(
        "rules board: {} . ; move: a a+ . -> . a+ a ; goal: . {}",
        "a ".repeat(120).trim(),
        "a ".repeat(120).trim()
    );
    let instance = read(&row).unwrap();
    let limits = Limits { memory: 2 << 20, ..Limits::default() };
    let memory = |stop| matches!(stop, Stop::Memory { .. });
    assert!(matches!(Answers::count(&instance, &limits), Count::GaveUp { stop, .. } if memory(stop)));
    assert!(matches!(ByRules::solve(&instance, &limits).outcome, Outcome::GaveUp { stop, .. } if memory(stop)));
    assert!(matches!(instance.survey(&limits), Err(CannotSurvey::Stop(stop)) if memory(stop)));
    assert!(matches!(instance.graph(&limits), Err(graph::Failure::Stop(stop)) if memory(stop)));
    assert!(matches!(instance.export("pddl", &limits), Some(Err(Unread::Stop(stop))) if memory(stop)));
    let searched = instance.solve_by("breadth-first-plain", &limits).unwrap();
    assert!(matches!(searched.outcome, Outcome::GaveUp { stop, .. } if memory(stop)));
    let spent = Limits { deadline: Some(saltus_core::clock::Instant::now()), ..Limits::default() };
    assert!(matches!(ByRules::solve(&instance, &spent).outcome, Outcome::GaveUp { stop: Stop::Time, .. }));
    assert_eq!(instance.rules().held(), 0);
    // The moves of the start are there without: runs of two pieces and more.
    let mut moves = Vec::new();
    instance.rules().moves(&instance.rules().start(), &mut moves);
    assert_eq!(moves.len(), 119);
    let rest = instance.lay_out(&Limits::default()).unwrap();
    assert_eq!(rest.memory, Limits::default().memory - instance.rules().held());
    assert!(instance.rules().held() > limits.memory);
}

/// How many symmetries well-known puzzles have: of rules and goals, and of these those that keep the start.
#[test]
fn symmetries_are_found() {
    for (name, goals, start) in [
        ("peg-english", 8, 8),
        ("peg-triangle-15", 6, 2),
        ("petersen-pebbles", 12, 2),
        ("toads-5x5", 2, 2),
        ("guarini", 4, 4),
        ("klotski", 2, 2),
    ] {
        let instance = classic(name);
        let orders = |packed: [usize; 2]| assert_eq!(packed, [goals, start], "{name}");
        let both = [Group::Goals, Group::Start];
        match instance.rules().packed().unwrap() {
            AnyPacked::One(packed) => orders(both.map(|group| packed.group(group).order())),
            AnyPacked::Two(packed) => orders(both.map(|group| packed.group(group).order())),
            AnyPacked::Four(packed) => orders(both.map(|group| packed.group(group).order())),
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

/// Two pieces come to the same 1,680 placements by chains, 3,360 with the place of the one that moved: that is fewer than are looked through, though
/// each of the pieces comes to all of them.
#[test]
fn what_chains_of_two_pieces_come_to_counts_once() {
    let line = "rules board: a a b b / b c c d ; move chain: a * -> * a ; goal: b b b c / c d a a";
    let instance = read(line).unwrap();
    let (rules, mut moves) = (instance.rules(), Vec::new());
    rules.moves(&rules.start(), &mut moves);
    assert_eq!((moves.len(), rules.was_whole()), (1_679, Ok(())));
}

/// Beams find a play of every classic that has one and no more positions than they may visit, and none where there is none; no play is
/// shorter than the shortest.
#[test]
fn beams_find_plays() {
    fn length<const W: usize>(packed: &Packed<W>) -> Option<usize> {
        let (play, _) = search::beam(packed, 1 << 16, None, &Limits::default());
        let play = play?;
        for pair in play.windows(2) {
            let mut after = Vec::new();
            packed.forward().successors(&pair[0], &mut after);
            let group = packed.group(Group::Goals);
            assert!(after.iter().any(|&key| group.least(key) == pair[1]));
        }
        assert!(packed.is_goal(&play[play.len() - 1]));
        Some(play.len() - 1)
    }
    for row in rows(CLASSICS).filter(|row| row[3].parse().is_ok_and(|positions: u64| positions <= 10_000)) {
        let instance = classic(row[0]);
        let found = match instance.rules().packed().unwrap() {
            AnyPacked::One(packed) => length(packed),
            AnyPacked::Two(packed) => length(packed),
            AnyPacked::Four(packed) => length(packed),
        };
        // Where some moves cost nothing a play of fewer moves may cost more.
        let (shortest, costs) = row[1].split_once(" at cost").map_or((row[1], false), |(moves, _)| (moves, true));
        match (shortest.parse::<usize>(), found) {
            (Ok(shortest), Some(length)) => assert!(costs || length >= shortest, "{}: {length}", row[0]),
            (shortest, found) => assert!(shortest.is_err() && found.is_none(), "{}: {found:?}", row[0]),
        }
    }
}

/// A piece comes to more cells by one move than a list of chains has room for.
#[test]
fn long_walks_are_found_whole() {
    let rows = |first: &str, last: &str, row: &str| [first, row, row, row, row, last].join(" / ");
    let (board, goal) = (rows("a.....", "......", "......"), rows("??????", "?????a", "??????"));
    let instance = read(&format!("rules board: {board} ; blocks walk: a ; goal: {goal}")).unwrap();
    let survey = instance.survey(&Limits::default()).unwrap();
    assert_eq!(survey.distribution, [1u8, 35].map(UBig::from));
}

#[test]
fn sweeps_find_what_surveys_do() {
    // By layers that are never met again, with moves that can be taken back, and with others.
    let said = [
        ("board: o o . o ; move: o o . -> . . o ; goal most 1: o", Repeats::Never),
        (
            "board: w . w / . . . / b . b ; class x: w b ; move knight: x . -> . x ; goal: b . b / . . . / w . w",
            Repeats::Near,
        ),
        (
            "board: t t t . f f f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f f f . t t t",
            Repeats::Anywhere,
        ),
        ("board: o . o o / o o o o / o o o o ; move: o o . -> . . o ; goal fewest: o", Repeats::Never),
        // Two gaps let no chain be long: each is an operation, which another one takes back.
        ("board: A A B . / C D B . ; blocks walk: A B C D ; goal: ? ? ? ? / ? A A ?", Repeats::Near),
        ("board: a a b . / b c . c ; class x: a b c ; move chain: x . -> . x ; goal: b a . c / a b c .", Repeats::Near),
        // Here they are as long as the board, and too many.
        ("board: a . . . / . b . . / . . . . ; move chain: a . -> . a ; goal most 0: b", Repeats::Anywhere),
        // Six cells of five bits take two words, and the second of them is not full.
        ("board: 1 2 3 4 . / 5 6 7 8 9 ; class x: 1..9 ; move right: x . -> . x ; goal most 0: 9", Repeats::Anywhere),
    ];
    for (definition, repeats) in said {
        let instance = read(&format!("rules {definition}")).unwrap();
        keys_are_surveyed(&instance);
        assert_eq!(instance.keyed().unwrap().repeats(), repeats, "{definition}");
    }
    // With symmetries, turns, chains and cycles.
    for name in [
        "guarini",
        "clobber-turns",
        "peg-triangle-15-chains",
        "rings-8",
        "lunar-lockout-5",
        "tokens-star-6",
        "toads-cross",
    ] {
        keys_are_surveyed(&classic(name));
    }
}
