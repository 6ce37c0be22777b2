//! Sets of Chinese Checkers: `survey` tells of each member what `solve` finds.

use std::collections::BTreeMap;
use std::time::Instant;

use saltus::answers::{By, CannotSurvey, Survey};
use saltus::chinese::{Instance, letters, read};
use saltus::fact::Value;
use saltus::limits::{Limits, Stop};
use saltus::verdict::Outcome;

fn survey(line: &str, limits: &Limits<'_>) -> Survey {
    saltus::parse_any(line).unwrap().survey(limits).unwrap()
}

const SETS: [&str; 5] = [
    "chinese rhombus:2 men=all players=1",
    "chinese triangle:5 men=all players=2 order=all",
    "chinese triangle:4 men=all players=3 order=YRB",
    "chinese star:1 players=3 men=1 order=all",
    "chinese cells:0,0R;1,0B;2,0*;3,0 order=all",
];

/// What a survey calls a member.
fn name(member: &Instance) -> String {
    format!("men={} order={}", member.men(), letters(member.order()))
}

#[test]
fn surveys_tell_what_is_solved_one_by_one() {
    for line in SETS {
        let survey = survey(line, &Limits::DEFAULT);
        let members = read(line).unwrap().members();
        assert_eq!((survey.by, survey.limit, survey.facts.len()), (By::Length, None, members.len()), "{line}");
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        for (member, fact) in members.iter().zip(&survey.facts) {
            assert_eq!(fact.of, Some(name(member)));
            let verdict = saltus::parse(&member.to_string()).unwrap().solve(&Limits::DEFAULT);
            match &verdict.outcome {
                Outcome::Solved { plan, .. } => {
                    let turns = usize::try_from(plan.moves()).unwrap();
                    assert!(verdict.optimal(), "{member}");
                    assert_eq!((fact.topic, &fact.value), ("length", &turns.into()), "{member}");
                    assert_eq!(
                        (fact.unit, fact.because.clone()),
                        ("turns", verdict.evidence.reason(false)),
                        "{member}"
                    );
                    *lengths.entry(turns).or_default() += 1;
                }
                Outcome::Unsolvable { because } => {
                    assert_eq!(fact.to_string(), format!("no: {because}"), "{member}");
                }
                Outcome::GaveUp { stop, .. } => panic!("{member}: {stop}"),
            }
        }
        let counted = (0..).zip(&survey.distribution).filter(|(_, count)| !count.is_zero());
        let counted: BTreeMap<usize, usize> =
            counted.map(|(turns, count)| (turns, usize::try_from(count).unwrap())).collect();
        assert_eq!(counted, lengths, "{line}");
    }
}

/// Nodes are for each member, and what they do not suffice for is left open.
#[test]
fn limits_leave_members_open() {
    let line = "chinese star:2 men=all players=2";
    let limits = Limits { nodes: 1000, ..Limits::DEFAULT };
    let survey = survey(line, &limits);
    assert_eq!(survey.limit, Some(Stop::Nodes));
    let mut open = 0;
    let members = read(line).unwrap().members();
    for member in &members {
        let verdict = saltus::parse(&member.to_string()).unwrap().solve(&limits);
        open += usize::from(!verdict.optimal());
        let expected = match &verdict.outcome {
            Outcome::Solved { plan, .. } if verdict.optimal() => vec![("length", plan.moves())],
            Outcome::Solved { plan, lower } => {
                assert_eq!(verdict.limit, Some(Stop::Nodes), "{member}");
                vec![("upper-bound", plan.moves()), ("lower-bound", lower.clone())]
            }
            Outcome::GaveUp { lower, .. } => vec![("lower-bound", lower.clone())],
            Outcome::Unsolvable { because } => panic!("{member}: {because}"),
        };
        let expected: Vec<_> = expected.into_iter().map(|(topic, turns)| (topic, Value::Whole(turns))).collect();
        let told = survey.facts.iter().filter(|fact| fact.of == Some(name(member)));
        let told: Vec<_> = told.map(|fact| (fact.topic, fact.value.clone())).collect();
        assert_eq!(told, expected, "{member}");
    }
    let proved: usize = survey.distribution.iter().map(|count| usize::try_from(count).unwrap()).sum();
    assert_eq!((proved + open, open > 0), (members.len(), true));
}

/// A deadline ends each member, and none goes unmentioned; somebody who asks to stop gets no table.
#[test]
fn spent_time_and_a_wish_to_stop_are_told_apart() {
    let line = "chinese star men=all players=3 order=all";
    let late = Limits { deadline: Some(Instant::now()), ..Limits::DEFAULT };
    let survey = survey(line, &late);
    assert_eq!((survey.limit, survey.facts.len()), (Some(Stop::Time), 24));
    assert!(survey.distribution.is_empty() && survey.facts.iter().all(|fact| fact.because == "no game was found"));
    let cancel = true.into();
    let stopped = saltus::parse_any(line).unwrap().survey(&Limits { cancel: Some(&cancel), ..Limits::DEFAULT });
    assert_eq!(stopped, Err(CannotSurvey::Stop(Stop::Cancelled)));
}

#[test]
fn sets_are_only_surveyed() {
    for line in SETS {
        assert!(saltus::parse(line).is_err_and(|bad| bad.why.contains("only `survey` takes")), "{line}");
        assert!(saltus::parse_any(line).is_ok_and(|subject| subject.is_set()), "{line}");
    }
}
