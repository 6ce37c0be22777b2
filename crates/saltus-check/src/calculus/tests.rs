//! What is accepted is true: evidence changed at random, beside all positions.

use super::*;
use crate::definition::Interpreter;
use crate::{Outcome, check};
use std::collections::BTreeMap;

/// Definitions with evidence, a claim in which `N` stands for the number that is right, that number, and what the checker calls the evidence.
const PROVED: [(&str, &str, &str, &str, &str); 9] = [
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
];

/// How much the cheapest play costs, or the fewest pieces that a play leaves; none without a play.
fn truth(definition: &Definition) -> Option<u64> {
    let mut interpreter = Interpreter::new(definition, &Limits::default());
    let mut layer = vec![definition.start().to_vec()];
    let (mut seen, mut fewest): (BTreeMap<Vec<Cell>, u64>, Option<u64>) = (BTreeMap::new(), None);
    for cost in 0.. {
        let mut next = Vec::new();
        while let Some(position) = layer.pop() {
            if seen.contains_key(&position) {
                continue;
            }
            if interpreter.is_goal(&position).unwrap() {
                return Some(cost);
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
            return fewest;
        }
    }
    None
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
        let least = truth(&definition);
        assert!(
            least.map_or(number.is_empty(), |least| number.parse().is_ok_and(|number: u64| number <= least)),
            "{text}: {least:?}"
        );
        let claim = claim.replace('N', number);
        let expected = format!("VERIFIED {claim} {} by {by}", definition.name);
        assert_eq!(ask(text, &claim, evidence).to_string(), expected, "{text}");
    }
}

/// Numbers and words of evidence changed at random: what is accepted is so.
#[test]
fn what_is_accepted_is_true() {
    let mut state = 7u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut accepted = 0;
    for (text, _, _, evidence, _) in PROVED {
        let least = truth(&Definition::read(text).unwrap());
        let counts = text.contains("fewest");
        for _ in 0..400 {
            // Blanks in front of lines say what they belong to.
            let mut lines: Vec<Vec<String>> =
                evidence.lines().map(|line| line.split(' ').map(String::from).collect()).collect();
            for _ in 0..=next(3) {
                let (line, by) = (next(lines.len()), next(7) as i64 - 3);
                let word = next(lines[line].len());
                let word = &mut lines[line][word];
                if let Ok(number) = word.parse::<i64>() {
                    *word = (number + by).to_string();
                }
            }
            let evidence = lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n");
            for claim in [Some(0), Some(1), Some(2), Some(3), Some(4), Some(8), Some(9), None] {
                let (words, is_so) = match claim {
                    Some(claim) if counts => {
                        (format!("value-at-least {claim}"), least.is_some_and(|least| least >= claim))
                    }
                    Some(claim) => (format!("at-least {claim}"), least.is_none_or(|least| least >= claim)),
                    None => ("unsolvable".into(), least.is_none()),
                };
                if let Outcome::Verified(verified) = ask(text, &words, &evidence) {
                    assert!(is_so, "{text}\n{evidence}\n{verified}");
                    accepted += usize::from(claim != Some(0));
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted} are accepted");
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
        ("bound\n  lengths", "a term is"),
        ("bound\n  pairs\n    t f", "a pair is two pieces and a number"),
        ("bound\n  pairs\n    t@1 f 1", "either both pieces have a cell"),
        ("bound\n  pairs\n    t@1 f@1 1", "a pair is of two cells"),
        ("residue\n  mod 0", "a modulus is 1 or more"),
        ("set", "`bound` is expected"),
        (&format!("{bound}\nend"), "after the end"),
        (&format!("{bound}\t"), "not printable"),
    ] {
        let outcome = ask(text, "at-least 1", evidence).to_string();
        assert!(outcome.starts_with("REFUTED") && outcome.contains(why), "{evidence}: {outcome}");
    }
    let whole = certificate(text, "at-least 0", bound);
    for end in 0..whole.len() - 1 {
        assert!(!matches!(check(&whole.as_bytes()[..end], &Limits::default()), Outcome::Verified(_)), "{end}");
    }
    let family = "saltus certificate 2\npuzzle shift 3 3\nclaim at-least 0\nend\n";
    assert!(check(family.as_bytes(), &Limits::default()).to_string().contains("format 2 is about definitions"));
}
