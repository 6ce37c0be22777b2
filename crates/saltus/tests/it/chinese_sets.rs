//! Sets of Chinese Checkers: `survey` tells of each member what `solve` finds.

use std::collections::BTreeMap;
use std::time::Instant;

use saltus::answers::{By, CannotSurvey, Survey};
use saltus::chinese::{letters, read};
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

#[test]
fn surveys_tell_what_is_solved_one_by_one() {
    for line in SETS {
        let survey = survey(line, &Limits::DEFAULT);
        let members = read(line).unwrap().members();
        assert_eq!((survey.by, survey.limit, survey.facts.len()), (By::Length, None, members.len()), "{line}");
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        for (member, fact) in members.iter().zip(&survey.facts) {
            assert_eq!(fact.topic, format!("men={} order={}", member.men(), letters(member.order())));
            let verdict = saltus::parse(&member.to_string()).unwrap().solve(&Limits::DEFAULT);
            match &verdict.outcome {
                Outcome::Solved { plan, .. } => {
                    let turns = usize::try_from(plan.moves()).unwrap();
                    let unit = if turns == 1 { "turn" } else { "turns" };
                    assert!(verdict.optimal(), "{member}");
                    assert_eq!(fact.text, format!("{turns} {unit}, {}", verdict.label().word()), "{member}");
                    *lengths.entry(turns).or_default() += 1;
                }
                Outcome::Unsolvable { because } => {
                    assert_eq!(fact.text, format!("no game, {}: {because}", verdict.label().word()), "{member}");
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
    for (member, fact) in read(line).unwrap().members().iter().zip(&survey.facts) {
        let verdict = saltus::parse(&member.to_string()).unwrap().solve(&limits);
        open += usize::from(!verdict.optimal());
        let text = match &verdict.outcome {
            Outcome::Solved { plan, .. } if verdict.optimal() => {
                format!("{} turns, {}", plan.moves(), verdict.label().word())
            }
            Outcome::Solved { plan, lower } => {
                assert_eq!(verdict.limit, Some(Stop::Nodes), "{member}");
                format!("at most {} turns, at least {lower}", plan.moves())
            }
            Outcome::GaveUp { lower, .. } => format!("not found, at least {lower}"),
            Outcome::Unsolvable { because } => panic!("{member}: {because}"),
        };
        assert_eq!(fact.text, text, "{member}");
    }
    let proved: usize = survey.distribution.iter().map(|count| usize::try_from(count).unwrap()).sum();
    assert_eq!((proved + open, open > 0), (survey.facts.len(), true));
}

/// A deadline ends each member, and none goes unmentioned; somebody who asks to stop gets no table.
#[test]
fn spent_time_and_a_wish_to_stop_are_told_apart() {
    let line = "chinese star men=all players=3 order=all";
    let late = Limits { deadline: Some(Instant::now()), ..Limits::DEFAULT };
    let survey = survey(line, &late);
    assert_eq!((survey.limit, survey.facts.len()), (Some(Stop::Time), 24));
    assert!(survey.distribution.is_empty() && survey.facts.iter().all(|fact| fact.text.starts_with("not found")));
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
