//! What is accepted is true: randomly changed evidence, compared with all positions.

use super::*;
use crate::definition::Interpreter;
use crate::{Outcome, check};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Definitions with evidence, a claim in which `N` stands for the number that is right, that number, and what the checker calls the evidence.
const PROVED: [(&str, &str, &str, &str, &str); 29] = [
    (
        "board: t t . f f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f f . t t",
        "at-least N",
        "8",
        "bound\n  pairs\n    t f 1\n    t . 1\n    . f 1",
        "bound",
    ),
    (
        "board: t . f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f . t",
        "at-least N",
        "3",
        "bound scale 2\n  weights\n    t: 2 1 0\n    f: 0 1 2\n  pairs\n    t@1 f@3 1",
        "bound",
    ),
    (
        "board: 2 1 / 3 . ; class x: 1..3 ; move: x . -> . x ; goal: 1 2 / 3 .",
        "unsolvable",
        "",
        "sign\n  .: 0 1 1 0",
        "sign",
    ),
    (
        "board: o o o . . ; move: o o . -> . . o ; goal most 1: o",
        "unsolvable",
        "",
        "residue\n  mod 2\n    o: 0 1 1 0 1\n  mod 2\n    o: 1 1 0 1 1",
        "residue mod 2 2",
    ),
    (
        "board: b w b w b w ; move: b w -> . b / w b -> . w ; goal fewest: b w",
        "value-at-least N",
        "2",
        "residue\n  mod 3\n    b: 2 1 2 1 2 1\n    w: 1 2 1 2 1 2",
        "residue mod 3",
    ),
    (
        "board: . . . / . . . / o o o ; move: o o . -> . . o ; goal: . o . / . . . / . . .",
        "unsolvable",
        "",
        "never\n  weights\n    o: -3 -5 -3 / -2 -3 -2 / -1 -2 -1",
        "never",
    ),
    (
        "board: a b . ; class x: a b ; class y: a b ; move: x . -> . x ; move cost 0: x y -> y x where x != y ; goal: . ? ?",
        "at-least N",
        "2",
        "bound\n  weights\n    a b: 2 1 0",
        "bound",
    ),
    ("board: a b c ; cycle both: 1 2 3 ; goal: b a c", "unsolvable", "", "sign", "sign"),
    (
        "board: a . b . ; turns: a b ; move chain: b a . -> . a b ; class x: a b ; move: x . -> . x ; goal: . a ? ?",
        "at-least N",
        "1",
        "bound\n  weights\n    a: 1 0 0 0",
        "bound",
    ),
    (
        TOADS,
        "at-least N",
        "3",
        "set\n  paid 0\n    t . f\n  paid 1\n    . t f\n    t f .\n  paid 2\n    keys 11 10\n    . f t\n    f t .",
        "set of 5",
    ),
    (TOADS, "at-least N", "3", "bound scale 2\n  weights\n    t: 2 1 0\n    f: 0 1 2\nset built", "set of 1, bound"),
    (
        TURNED,
        "at-least N",
        "6",
        "symmetry\n  cells 1.1>2.3 2.3>1.1 1.2>2.2 2.2>1.2 1.3>2.1 2.1>1.3\n  pieces t>f f>t\nset built",
        "set of 17 with symmetries",
    ),
    (
        "board: . a . ; move: a . -> . a ; goal: b . b ; pieces: a b",
        "unsolvable",
        "",
        "symmetry\n  cells 1>3 3>1\nset\n  paid 4\n    . a .\n    . . a",
        "set of 2 with symmetries",
    ),
    (
        "board: 1 2 / 3 . ; class x: 1..3 ; move: x . -> . x ; goal: 1 3 / 2 .",
        "unsolvable",
        "",
        "symmetry\n  cells 1.2>2.1 2.1>1.2\n  pieces 2>3 3>2\nset built",
        "set of 7 with symmetries",
    ),
    (
        SIX,
        "at-least N",
        "1",
        "bound\n  view\n    kinds .\n    entries\n      2 . 1 / 1 1\n      1 1 . / 1 1\n      1 1 1 / . 1\n      0 1 1 / 1 .",
        "bound",
    ),
    (
        SIX,
        "at-least N",
        "1",
        "bound\n  view\n    kinds . 2\n    pays 1 2\n    built\n  view\n    cells 1.1 1.2 2.1 2.2\n    kinds . 1 3\n    pays 1 1\n    pays 1 3\n    built",
        "bound",
    ),
    (
        "board: a . . b ; turns: a b ; move: a . -> . a / b . -> . b ; goal: ? a b ?",
        "at-least N",
        "2",
        "bound\n  view\n    cells 2 3 4\n    built",
        "bound",
    ),
    (
        "board: b b w w b ; turns: b w ; move: b w -> . b / w b -> . w ; goal fewest: b w",
        "value-at-least N",
        "2",
        "set\n  paid 0\n    b b w w b\n    b . b w b turn 1\n    b b w b . turn 1\n    b . w . b\n    b . b . w\n    b w . b .\n    b b . w .\n    . b . b . turn 1",
        "set of 8",
    ),
    (
        "board: a b . b . ; move chain: a b . -> . b a ; move: a . -> . a ; goal: ? ? ? ? a",
        "at-least N",
        "1",
        "bound\n  view\n    kinds a\n    built\nset\n  paid 0\n    a b . b .",
        "set of 1, bound",
    ),
    (
        "board: @ . . / . $ . / . . . ; move cost 0: @ . -> . @ ; move: @ $ . -> . @ $ ; goal: ? ? ? / ? ? ? / ? ? $",
        "at-least N",
        "2",
        "bound\n  view\n    kinds @ $\n    pays 1 $\n    built",
        "bound",
    ),
    (
        "board: . o . ; pieces: o q ; move: o . -> . o / * q -> q * ; goal: q ? ?",
        "unsolvable",
        "",
        "never\n  view\n    kinds q\n    built",
        "never",
    ),
    (
        "board: o o . o . ; move: o o . -> . . o ; goal most 1: o",
        "at-least N",
        "2",
        "bound\n  view\n    cells 1 2 3 4\n    built\nbound\n  weights\n    o: 1\n    count 1",
        "bound",
    ),
    (
        "board: a . . b . ; turns: a b ; move: a . -> . a / b . -> . b ; goal: . . a . b",
        "at-least N",
        "3",
        "bound\n  weights\n    a: 4 2 0 -2 -4\n    @turn: 0 1",
        "bound",
    ),
    (
        "board: AB / .. ; blocks unit: A B ; goal: ?? / AB",
        "at-least N",
        "2",
        "symmetry\n  cells 1.1>1.2 1.2>1.1 2.1>2.2 2.2>2.1\n  pieces A>B B>A\nset built",
        "set of 2 with symmetries",
    ),
    (
        "board spaced: A A / B . ; blocks unit: A B ; goal: ? ? / ? B",
        "at-least N",
        "1",
        "set\n  paid 0\n    A - / B .",
        "set of 1",
    ),
    (
        FOUR,
        "at-least N",
        "4",
        "bound\n  view\n    beyond 4\n    entries\n      0 1 2 / 3 .\n      1 1 2 / . 3\n      1 1 . / 3 2\n      2 . 2 / 1 3\n      2 . 1 / 3 2\n      3 2 . / 1 3\n      3 3 1 / . 2",
        "bound",
    ),
    (FOUR, "at-least N", "6", "bound\n  view\n    beyond 3\n    built\nset built", "set of 5, bound"),
    (
        FOUR,
        "at-least N",
        "6",
        "clock mod 2\n  .: 0 1 / 1 0\nbound\n  view\n    beyond 5\n    built",
        "bound, clock mod 2",
    ),
    (
        "board: a . . . b ; turns: a b ; move right: a . -> . a / b . -> . b ; move left: a . -> . a / b . -> . b ; goal: . . a b .",
        "at-least N",
        "3",
        "clock mod 2\n  a b: 1 0 1 0 1\nbound\n  weights\n    a: 2 1 0 -1 -2",
        "bound, clock mod 2",
    ),
];

const FOUR: &str = "board: . 3 / 2 1 ; class x: 1..3 ; move: x . -> . x ; goal: 1 2 / 3 .";
const TOADS: &str =
    "board: t . f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f . t";
const TURNED: &str = "board: t . . / . . f ; move: t . -> . t ; move: f . -> . f ; goal: f . . / . . t";
const SIX: &str = "board: 2 1 / . 3 ; class x: 1..3 ; move: x . -> . x ; goal: 1 3 / 2 .";

/// Positions with what they cost.
type Costs = BTreeMap<Vec<Cell>, u64>;

/// How much the cheapest play costs, or the fewest pieces that a play leaves; none without a play. And the positions that cost less, or all.
fn truth(definition: &Definition) -> (Option<u64>, Costs) {
    let mut interpreter = Interpreter::new(definition, &Limits::default());
    let mut layer = vec![definition.start.clone()];
    let (mut seen, mut fewest): (Costs, Option<u64>) = (BTreeMap::new(), None);
    for cost in 0.. {
        let mut next = Vec::new();
        while let Some(position) = layer.pop() {
            if seen.contains_key(&position) {
                continue;
            }
            if interpreter.is_goal(&position).unwrap() {
                seen.retain(|_, known| *known < cost);
                return (Some(cost), seen);
            }
            let mut add = |changes: &[(usize, Cell)], free: bool| {
                let mut after = position.clone();
                changes.iter().for_each(|&(cell, content)| after[cell] = content);
                if free {
                    layer.push(after);
                } else {
                    next.push(after);
                }
                Ok(())
            };
            interpreter.each_move(&position, &mut add).unwrap();
            fewest = definition.left(&position).map(|left| fewest.map_or(left, |fewest| fewest.min(left)));
            seen.insert(position, cost);
        }
        layer = next;
        if layer.is_empty() {
            return (fewest, seen);
        }
    }
    (None, seen)
}

fn certificate(definition: &str, claim: &str, evidence: &str) -> String {
    format!("saltus certificate 2\npuzzle rules {definition}\nclaim {claim}\n{evidence}\nend\n")
}

fn ask(definition: &str, claim: &str, evidence: &str) -> Outcome {
    check(certificate(definition, claim, evidence).as_bytes(), &Limits::default())
}

#[test]
fn evidence_proves_what_is_so() {
    for (text, claim, number, evidence, by) in PROVED {
        let definition = Definition::read(text).unwrap();
        let (least, _) = truth(&definition);
        assert!(
            least.map_or(number.is_empty(), |least| number.parse().is_ok_and(|number: u64| number <= least)),
            "{text}: {least:?}"
        );
        let claim = claim.replace('N', number);
        let expected = format!("VERIFIED {claim} {} by {by}", definition.name);
        let outcome = ask(text, &claim, evidence).to_string();
        assert_eq!(outcome, expected, "{text}");
    }
}

/// Numbers below a bound, drawn at random.
fn drawn(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

/// Asks with all claims near the truth, and returns how many are accepted that say something.
fn accepted(text: &str, evidence: &str, least: Option<u64>) -> usize {
    let counts = text.contains("fewest");
    let mut accepted = 0;
    let near = least.into_iter().flat_map(|least| [least, least + 1]);
    for claim in [0, 1, 2, 3, 9].into_iter().chain(near).map(Some).chain([None]) {
        let (words, is_so) = match claim {
            Some(claim) if counts => (format!("value-at-least {claim}"), least.is_some_and(|least| least >= claim)),
            Some(claim) => (format!("at-least {claim}"), least.is_none_or(|least| least >= claim)),
            None => ("unsolvable".into(), least.is_none()),
        };
        if let Outcome::Verified(verified) = ask(text, &words, evidence) {
            assert!(is_so, "{text}\n{evidence}\n{verified}");
            accepted += usize::from(claim != Some(0));
        }
    }
    accepted
}

/// Numbers, words and lines of evidence changed at random: what is accepted is so.
#[test]
fn what_is_accepted_is_true() {
    let mut next = drawn(7);
    let mut count = 0;
    for (text, _, _, evidence, _) in PROVED {
        let (least, _) = truth(&Definition::read(text).unwrap());
        for _ in 0..400 {
            // Blanks in front of lines say what they belong to.
            let split = |line: &str| -> (String, Vec<String>) {
                let rest = line.trim_start();
                (line[..line.len() - rest.len()].into(), rest.split(' ').map(String::from).collect())
            };
            let mut lines: Vec<_> = evidence.lines().map(split).collect();
            for _ in 0..=next(3) {
                let (line, other, by) = (next(lines.len()), next(lines.len()), next(7) as i64 - 3);
                let (word, with) = (next(lines[line].1.len()), next(lines[other].1.len()));
                let number = lines[line].1[word].parse::<i64>().ok();
                match (next(10), number) {
                    (0, _) => lines[line].1[word] = lines[other].1[with].clone(),
                    (1, _) => {
                        let with = next(lines[line].1.len());
                        lines[line].1.swap(word, with);
                    }
                    (2, _) if lines.len() > 1 => drop(lines.remove(line)),
                    (3, _) => lines.insert(line, lines[other].clone()),
                    (_, Some(number)) => lines[line].1[word] = (number + by).to_string(),
                    (..) => {}
                }
            }
            let evidence = lines.iter().map(|(blanks, line)| blanks.clone() + &line.join(" ")).collect::<Vec<_>>();
            count += accepted(text, &evidence.join("\n"), least);
        }
    }
    assert!(count > 10_000, "{count} are accepted");
}

/// With less memory or fewer steps than it takes nothing is decided.
#[test]
fn limits_are_kept() {
    let mut undecided = 0;
    for (text, claim, number, evidence, _) in PROVED {
        let bytes = certificate(text, &claim.replace('N', number), evidence);
        for power in 0..20 {
            let few = Limits { nodes: 1 << power, ..Limits::default() };
            let small = Limits { memory: 1 << power, ..Limits::default() };
            for limits in [few, small] {
                let outcome = check(bytes.as_bytes(), &limits);
                assert!(!matches!(outcome, Outcome::Refuted(_)), "{text}\n{evidence}\n{limits:?}: {outcome}");
                undecided += usize::from(matches!(outcome, Outcome::Resource(_)));
            }
        }
    }
    assert!(undecided > 300, "{undecided}");
    // All positions of a large puzzle, by a set and by a view.
    let fifteen = "board: 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 . ; class x: 1..15 ; move: x . -> . x ; \
        goal: 2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 .";
    for (claim, evidence) in [("unsolvable", "set built"), ("at-least 50", "bound\n  view\n    built")] {
        let bytes = certificate(fifteen, claim, evidence);
        for limits in [Limits { memory: 1 << 20, ..Limits::default() }, Limits { nodes: 1 << 20, ..Limits::default() }]
        {
            let outcome = check(bytes.as_bytes(), &limits);
            assert!(matches!(outcome, Outcome::Resource(_)), "{outcome}");
        }
    }
}

/// Views, symmetries and sets made at random: what is accepted is so.
#[test]
fn views_symmetries_and_sets_prove_no_more_than_is_so() {
    let mut next = drawn(11);
    let mut count = [0; 3];
    for (text, ..) in PROVED {
        let definition = Definition::read(text).unwrap();
        let (least, costs) = truth(&definition);
        let cells: Vec<&str> = (0..definition.cells()).map(|cell| definition.cell_name(cell)).collect();
        let mut kinds: Vec<&str> = text.split(' ').filter(|word| definition.content(word).is_some()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for _ in 0..60 {
            let mut some = |names: &[&str]| -> String {
                let some: Vec<&str> = names.iter().filter(|_| next(3) > 0).copied().collect();
                format!(" {}", some.join(" "))
            };
            let (seen, told, paid, rest) = (some(&cells), some(&kinds), some(&kinds), some(&kinds));
            let (pay, other) = (next(3), next(3));
            let beyond = if next(4) == 0 { format!("    beyond {}\n", next(4)) } else { String::new() };
            let view = format!("  view\n    kinds{told}\n    cells{seen}\n    pays {pay}{paid}\n{beyond}    built\n");
            let second = format!("  view\n    kinds{rest}\n    pays {other}{rest}\n    built");
            let statement = if next(2) > 0 { "never".into() } else { format!("bound scale {}", 1 + next(2)) };
            count[0] += accepted(text, &format!("{statement}\n{view}{second}"), least);
            let ball = format!("bound\n  view\n{}    built\nset built", beyond.replace("    beyond 0\n", ""));
            let colours: Vec<&str> = cells.iter().map(|_| ["0", "1"][next(2)]).collect();
            let clock = format!("clock mod 2\n  {}: {}\n", kinds[next(kinds.len())], colours.join(" "));
            count[0] += accepted(text, &ball, least) + accepted(text, &format!("{clock}{ball}"), least);

            let mut exchange = |names: &[&str]| -> String {
                let (one, other) = (names[next(names.len())], names[next(names.len())]);
                if one == other { String::new() } else { format!(" {one}>{other} {other}>{one}") }
            };
            let symmetry = format!("symmetry\n  cells{}\n  pieces{}\n", exchange(&cells), exchange(&kinds[1..]));
            count[1] += accepted(text, &format!("{symmetry}set built"), least);

            // Some positions are left out, and some costs are wrong.
            let mut set = String::from("set\n");
            let often = 1 + next(40);
            for (position, cost) in &costs {
                let cost = if next(often) == 0 { (cost + next(3) as u64).saturating_sub(1) } else { *cost };
                if next(often) > 0 || often > 20 {
                    write!(set, "  paid {cost}\n    ={}\n", definition.number(position)).unwrap();
                }
            }
            count[2] += accepted(text, set.trim_end(), least);
        }
    }
    assert!(count.iter().all(|count| *count > 500), "{count:?} are accepted");
}

#[test]
fn plays_are_replayed() {
    let (text, _, _, evidence, _) = PROVED[1];
    let play = "moves\n  .tf\n  f t .\n  =11\n";
    let number = Definition::read(text).unwrap();
    let last = number.number(&[2, 0, 1]);
    let play = play.replace("=11", &format!("={last}"));
    let verified = |claim: &str, play: &str| ask(text, claim, &format!("{play}{evidence}")).to_string();
    assert!(verified("optimal 3", &play).starts_with("VERIFIED optimal 3"), "{}", verified("optimal 3", &play));
    assert!(verified("between 2 3", &play).starts_with("VERIFIED between 2 3"));
    assert!(verified("optimal 4", &play).starts_with("REFUTED"));
    assert!(verified("optimal 3", &play.replace(".tf", "t.f")).starts_with("REFUTED line 5"));
    assert!(verified("at-least 3", &play).starts_with("REFUTED line 4: no play is claimed"));
    let turns = "board: a . b . ; turns: a b ; move right: a . -> . a ; move left: b . -> . b ; goal: . a . b";
    let turns = turns.replace("move left", "move right");
    let outcome = ask(&turns, "plan 2", "moves\n  . a b .\n  . a . b").to_string();
    assert!(outcome.starts_with("VERIFIED plan 2"), "{outcome}");
}

#[test]
fn what_does_not_follow_the_page_is_refused() {
    let (text, ..) = PROVED[1];
    let bound = "bound\n  weights\n    t: 2 1 0";
    for (evidence, why) in [
        ("bound\n   weights", "indented"),
        ("  bound", "indented"),
        ("bound\n  weights\n      t: 1", "indented"),
        ("bound\n  weights\n    t: 1 2", "one for each of the 3 cells"),
        ("bound\n  weights\n    q: 1", "is no piece"),
        ("bound\n  weights\n    t 1", "a colon is expected"),
        ("bound\n  weights\n    t: 01", "without sign or leading zeros"),
        ("bound\n  weights\n    t: 99999999999999999999999", "beyond 64 bits"),
        ("bound scale 0\n  weights", "a scale is 1 or more"),
        ("bound", "terms are expected"),
        ("bound\n  weights\n    @turn: 0 1", "one for each of the 3 cells"),
        ("bound\n  weights\n    @turn: 1", "is no piece"),
        ("set\n  paid 0\n    t . f\n      t . f", "nothing belongs to this line"),
        ("set built\n  paid 0", "nothing belongs to this line"),
        ("bound\n  lengths", "a term is"),
        ("bound\n  pairs\n    t f", "a pair is two pieces and a number"),
        ("bound\n  pairs\n    t@1 f 1", "either both pieces have a cell"),
        ("bound\n  pairs\n    t@1 f@1 1", "a pair is of two cells"),
        ("residue\n  mod 0", "a modulus is 1 or more"),
        ("set", "the start is not in it"),
        ("set\nset built", "one `set` is expected"),
        ("symmetry", "one `set` is expected"),
        ("sets", "`bound`, `symmetry` or `set` is expected"),
        ("set\n  t . f", "a set has lines `paid N`"),
        ("set\n  paid -1", "without sign"),
        ("set\n  paid 0\n    t . f f", "what each of the 3 cells holds"),
        ("set\n  paid 0\n    t . q", "is no piece"),
        ("set\n  paid 0\n    t . ?", "is no position"),
        ("set\n  paid 0\n    keys 11 27", "the key is no state of this puzzle"),
        ("symmetry\n  cells 1\nset built", "`A>B` is expected"),
        ("symmetry\n  cells 1>3\nset built", "not exchanged one to one"),
        ("symmetry\n  pieces t>f\nset built", "not exchanged one to one"),
        ("symmetry\n  pieces t>. .>t\nset built", "not exchanged one to one"),
        ("symmetry\n  cells 1>3 3>1\nset built", "a rule becomes none of the rules"),
        ("bound\n  view", "a view has a table"),
        ("bound\n  view\n    kind t\n    built", "a view has lines"),
        ("bound\n  view\n    kinds q\n    built", "is no piece"),
        ("bound\n  view\n    cells 4\n    built", "there is no cell"),
        ("bound\n  view\n    pays -1\n    built", "without sign"),
        ("bound\n  view\n    entries\n      1 ? . f", "a cell that is seen has `?`"),
        ("bound\n  view\n    entries\n      1 t . f\n      1 t . f", "has two entries"),
        ("bound\n  view\n    entries\n      -1 t . f", "without sign"),
        ("bound\n  view\n    entries\n      1 f . t", "a goal can look like that"),
        ("bound\n  view\n    entries\n      2 t . f", "lowers it from 2 to 0, and pays 1"),
        (&format!("{bound}\nend"), "after the end"),
        (&format!("{bound}\t"), "not printable"),
    ] {
        let outcome = ask(text, "at-least 1", evidence).to_string();
        assert!(outcome.starts_with("REFUTED") && outcome.contains(why), "{evidence}: {outcome}");
    }
    let (chain, turn) = (PROVED[8].0, "bound\n  weights\n    @turn: 0 1");
    assert!(ask(chain, "at-least 1", turn).to_string().contains("`@turn` is not for rules with `chain`"));
    assert!(ask(chain, "at-least 1", "bound\n  view\n    built").to_string().contains("a view is not for `chain`"));
    assert!(
        ask(text, "plan 3", &format!("moves\n  .tf\n  ft.\n  f.t\n{bound}"))
            .to_string()
            .contains("needs `moves` and nothing else")
    );
    let whole = certificate(text, "at-least 0", bound);
    for end in 0..whole.len() - 1 {
        assert!(!matches!(check(&whole.as_bytes()[..end], &Limits::default()), Outcome::Verified(_)), "{end}");
    }
    let large = "saltus certificate 2\npuzzle shift 5000 3\nclaim at-least 0\nend\n";
    assert!(check(large.as_bytes(), &Limits::default()).to_string().contains("a definition has at most 4096 cells"));
}

/// A weight of 1 for each piece, and a scale of as many as a rule takes at most: how many moves take away all that have to go.
#[test]
fn pieces_that_have_to_go() {
    for (text, pieces, most, moves) in [
        ("board: o o . o ; move: o o . -> . . o ; goal most 1: o", "o", 1, 2),
        ("board: o o o o ; move: o o o -> . . o ; goal most 1: o", "o", 2, 2),
        ("board: b w b ; move: b w -> . b / w b -> . w ; goal: ? ? ?", "b w", 1, 0),
        ("board: b w b ; move: b w -> . b / w b -> . w ; goal most 1: b w", "b w", 1, 2),
        // Of the other pieces any number may be left.
        ("board: b w b ; move: b w -> . b / w b -> . w ; goal most 0: b", "b w", 1, 0),
        ("board: b w b ; move: b w -> . b ; goal: . ? . ; goal: . . .", "b w", 1, 2),
        // What is overwritten may have been a piece.
        ("board: a a a ; move: a ? -> . a ; goal most 1: a", "a", 1, 2),
        ("board: a a a ; move: a ? a -> . ? a ; goal most 1: a", "a", 1, 2),
    ] {
        let evidence = |scale: i32| format!("bound scale {scale}\n  weights\n    {pieces}: 1");
        let says = |least: i32, scale: i32| ask(text, &format!("at-least {least}"), &evidence(scale)).to_string();
        assert!(says(moves, most).starts_with("VERIFIED"), "{text}: {}", says(moves, most));
        assert!(says(moves + 1, most).starts_with("REFUTED line 3"), "{text}: {}", says(moves + 1, most));
        assert!(most == 1 || says(moves, most - 1).starts_with("REFUTED"), "{text}");
    }
    // Where a run is emptied, or a move goes on, no number is the most.
    for text in [
        "board: a a a . ; move right: a+ . -> .+ a ; goal: . . . a",
        "board: a a . ; move chain: a a . -> . . a ; goal most 1: a",
    ] {
        assert!(
            ask(text, "at-least 1", "bound\n  weights\n    a: 1").to_string().starts_with("REFUTED line 4"),
            "{text}"
        );
    }
}

/// Certificates of both formats in one file, with pieces in another writing.
#[test]
fn bundles_are_parted() {
    let one = certificate(
        "board: α . β ; class x: α β ; move: x . -> . x ; goal: α . β",
        "at-least 0",
        "bound\n  weights\n    α: 0",
    );
    let other = "saltus certificate 1\npuzzle reverse 6\nclaim at-least 21\nby theorem reversal\nend\n";
    let bundle = [&one, other, &one, &one].concat();
    let outcomes: Vec<Outcome> = crate::check_bundle(bundle.as_bytes(), &Limits::default()).collect();
    assert_eq!(outcomes.len(), 4);
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Verified(_))), "{outcomes:?}");
}
