//! Random definitions, answered by the library, compared with the plainest search; and their records compared with the schema.

use dashu_int::UBig;
use saltus::answers::{Answers, CannotSurvey, Count, Solvability, Survey, Within};
use saltus::fact::Value;
use saltus::gate::{self, Label, Thoroughness};
use saltus::limits::{Limits, Stop};
use saltus::rules;
use saltus::verdict::{Outcome, Verdict};

use super::dice::{Bytes, Dice};
use super::plain::{self, Space};
use super::{definitions, line_is_canonical, program, schema};

/// Spaces with more positions are not explored.
const MOST: usize = 1_500;

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It names no puzzle.
    Refused,
    /// Its space is large.
    TooLarge,
    /// All answers are right.
    Right,
}

/// A definition is refused at a place inside it, or answered as the plainest search answers it.
///
/// # Panics
/// When the law is broken.
pub fn definitions_are_answered(data: &[u8]) {
    are_answered(&definitions::line(&mut Bytes(data)));
}

/// The law of [`definitions_are_answered`] for one line.
///
/// # Panics
/// When the law is broken.
pub fn are_answered(line: &str) -> Fate {
    let instance = match rules::read(line) {
        Ok(instance) => instance,
        Err(bad) => {
            assert!(bad.column <= line.chars().count(), "{line:?}: column {} is behind the line", bad.column);
            assert!(!bad.why.is_empty(), "{line:?} is refused for no reason");
            return Fate::Refused;
        }
    };
    let line = instance.to_string();
    line_is_canonical(&line);
    let Some(space) = plain::explore(instance.rules(), MOST) else { return Fate::TooLarge };
    let subject = saltus::parse(&line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let (verdict, survey) = (subject.solve(&Limits::default()), subject.survey(&Limits::default()));
    // A chain may come to more positions within one move than there are to reach; a solver may meet none of these moves, a survey meets all.
    let is_many = |stop: Option<Stop>| matches!(stop, Some(Stop::Ways { .. })) && has_chains(&line);
    if is_many(verdict.stop()) || matches!(survey, Err(CannotSurvey::Stop(stop)) if is_many(Some(stop))) {
        return Fate::TooLarge;
    }
    is_solved(&*subject, verdict, &space);
    is_counted(&*subject, &space);
    is_surveyed(&*subject, survey, &space);
    is_told_within(&*subject, &space);
    Fate::Right
}

/// Whether some move of a definition on one line is a chain.
fn has_chains(line: &str) -> bool {
    let heads = line.split(" ; ").filter_map(|statement| statement.split_once(':')).map(|(head, _)| head);
    heads.filter(|head| head.starts_with("move")).any(|head| head.split(' ').any(|word| word == "chain"))
}

/// The shortest play, its certificate, and whether there is one at all.
fn is_solved(subject: &dyn Answers, verdict: Verdict, space: &Space) {
    let limits = Limits::default();
    let answer = gate::pass(subject, verdict, Thoroughness::Everything, &limits);
    let answer = answer.unwrap_or_else(|refuted| panic!("{subject}: {refuted}"));
    let (standing, unchecked) = (answer.standing(), answer.unchecked());
    assert!(standing.label() == Label::Proved && unchecked.is_none(), "{subject}: {standing:?} {unchecked:?}");
    match (&answer.verdict().outcome, &space.best) {
        (Outcome::Solved { plan, lower }, Some(best)) => {
            let value = best.left.unwrap_or(best.cost.into());
            assert_eq!((plan.cost(), lower), (UBig::from(value), &UBig::from(value)), "{subject}: {best:?}");
            assert_eq!(plan.moves(), UBig::from(best.moves), "{subject}: {best:?}");
        }
        (Outcome::Unsolvable { .. }, None) => {}
        (Outcome::Solved { plan, .. }, None) => panic!("{subject} has no play, and not one of {} moves", plan.moves()),
        (Outcome::Unsolvable { because }, Some(best)) => panic!("{subject}: {best:?}, and not {because}"),
        (Outcome::GaveUp { stop, .. }, _) => panic!("{subject} has few positions: {stop}"),
    }
    match subject.solvable() {
        Some(Solvability::Yes(_)) => assert!(space.best.is_some(), "{subject} has no play"),
        Some(Solvability::No(_)) => assert!(space.best.is_none(), "{subject} has a play"),
        Some(Solvability::GaveUp(_)) | None => {}
    }
}

fn is_counted(subject: &dyn Answers, space: &Space) {
    match (subject.count(&Limits::default()), &space.best) {
        (Count::Solutions { length, left, paid, solutions, .. }, Some(best)) => {
            assert_eq!((length, solutions), (best.moves.into(), best.plays.clone()), "{subject}");
            assert!(left.is_none_or(|left| Some(left) == best.left.map(UBig::from)), "{subject}");
            assert!(paid.is_none_or(|paid| paid == UBig::from(best.cost)), "{subject}");
        }
        (Count::Unsolvable { .. }, None) => {}
        (count, best) => panic!("{subject}: {best:?}, and not {count:?}"),
    }
}

fn is_surveyed(subject: &dyn Answers, survey: Result<Survey, CannotSurvey>, space: &Space) {
    let survey = survey.unwrap_or_else(|why| panic!("{subject}: {why:?}"));
    assert_eq!(survey.distribution, space.distribution, "{subject}");
    let fact = |topic: &str| survey.facts.iter().find(|fact| fact.topic == topic).map(|fact| fact.value.clone());
    let numbers = [("positions", space.distribution.iter().sum::<UBig>()), ("dead-ends", space.dead_ends.into())];
    for (topic, number) in numbers {
        assert_eq!(fact(topic), Some(Value::from(number)), "{subject}: {topic}");
    }
    match &space.best {
        Some(best) if best.left.is_some() => {
            assert_eq!(fact("value"), best.left.map(|left| Value::from(UBig::from(left))), "{subject}");
        }
        Some(best) => {
            assert_eq!(fact("length"), Some(Value::from(UBig::from(best.moves))), "{subject}");
            assert_eq!(fact("solutions"), Some(Value::from(best.plays.clone())), "{subject}");
        }
        None => assert_eq!(fact("solvable"), Some(Value::from(false)), "{subject}"),
    }
}

/// Whether there is a play within the least number, and within one less.
fn is_told_within(subject: &dyn Answers, space: &Space) {
    let least = space.best.as_ref().map(|best| best.left.unwrap_or(best.cost.into()));
    for most in [least, least.and_then(|least| least.checked_sub(1)), Some(3)].into_iter().flatten() {
        let found = gate::within(subject, &most.into(), &Limits::default());
        let (found, _) = found.unwrap_or_else(|refuted| panic!("{subject} within {most}: {refuted}"));
        match found {
            Within::Yes { plan } => {
                assert!(least.is_some_and(|least| least <= most), "{subject} within {most}");
                assert!(plan.cost() <= UBig::from(most), "{subject} within {most}");
            }
            Within::No { lower, .. } => {
                assert!(least.is_none_or(|least| least > most), "{subject} within {most}");
                // That no play reaches the goal may stay unsaid.
                let is_true = |lower: UBig| least.is_none_or(|least| lower <= UBig::from(least));
                assert!(lower.map_or(least.is_none(), is_true), "{subject} within {most}");
            }
            Within::GaveUp { stop, .. } => panic!("{subject} within {most}: {stop}"),
        }
    }
}

/// The commands that write a record for one puzzle, and what comes after the puzzle.
const COMMANDS: [(&str, &[&str]); 8] = [
    ("solve", &[]),
    ("count", &[]),
    ("survey", &[]),
    ("solvable", &[]),
    ("solvable", &["--at-most", "2"]),
    ("list", &["--take", "2"]),
    ("show", &[]),
    ("explain", &[]),
];

/// What a command writes about a definition is JSON, valid by the schema, and of that very definition.
///
/// # Panics
/// When the law is broken.
pub fn records_are_valid(data: &[u8]) {
    let mut dice = Bytes(data);
    let (command, words) = COMMANDS[dice.below(COMMANDS.len())];
    let line = definitions::line(&mut dice);
    let canonical = rules::read(&line).map(|instance| instance.to_string());
    let ran = program::run([command, &line].iter().chain(words).chain(&["--format", "json", "--node-limit", "2000"]));
    // A play that is not proved best has a code of its own.
    let codes: &[i32] = if ran.out.contains(r#""optimal":false"#) { &[3] } else { &[0, 1, 2, 10, 21, 22, 65] };
    assert!(codes.contains(&ran.code), "{command} {line}: {ran:?}");
    assert!(canonical.is_ok() || ran.code == 65, "{command} {line}: {ran:?}");
    for text in ran.out.lines() {
        let record: serde_json::Value =
            serde_json::from_str(text).unwrap_or_else(|bad| panic!("{command} {line}: {bad}: {text}"));
        let faults = schema::faults_of_record(&record);
        assert!(faults.is_empty(), "{command} {line}: {faults:?}: {text}");
        let puzzle = canonical.as_ref().unwrap_or(&line);
        assert_eq!(record["puzzle"].as_str(), Some(puzzle.as_str()), "{command} {line}: {text}");
    }
    assert!(!ran.out.is_empty(), "{command} {line}: {ran:?}");
}
