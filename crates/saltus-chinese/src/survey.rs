//! All positions of one game, or how long the shortest games of a set are.

use dashu_int::UBig;

use crate::rules::{Instance, letters};
use saltus_core::answers::{By, CannotSurvey, Survey};
use saltus_core::clock::Instant;
use saltus_core::fact::{self, Fact};
use saltus_core::family::ByRules as _;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation;
use saltus_core::verdict::{Outcome, Verdict};

pub(super) fn survey(instance: &Instance, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
    if notation::Instance::is_set(instance) {
        lengths(&instance.members(), limits)
    } else {
        positions(instance, limits)
    }
}

/// A position with the turn counts as often as there are players that may be to move in it.
fn positions(instance: &Instance, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
    let (mut survey, found) = instance.surveyed(limits)?;
    survey.facts.extend(fact::goal(found.goal));
    // From a goal no move leads on.
    let goals = Fact::new("goals", found.last_goals.iter().sum::<u64>()).unit("positions");
    survey.facts.push(goals.because("the red men fill the goal in them"));
    Ok(survey)
}

/// The shortest game of each member. The time that is left is shared out among those still to come,
/// the other limits are for each.
fn lengths(members: &[Instance], limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
    let mut survey = Survey { by: By::Length, distribution: Vec::new(), facts: Vec::new(), limit: None };
    for (before, member) in members.iter().enumerate() {
        let name = format!("men={} order={}", member.men(), letters(member.order()));
        limits.report(&name, before as u64, Some(members.len() as u64));
        // The layers of each member have a folder of their own.
        let folder = limits.disk.map(|disk| disk.join(&name));
        let verdict = member.solve(&Limits { disk: folder.as_deref(), ..part(limits, members.len() - before) });
        if limits.spend(0, 0) == Err(Stop::Cancelled) {
            return Err(Stop::Cancelled.into());
        }
        count(&verdict, &mut survey.distribution);
        let (facts, limit) = told(&verdict);
        survey.limit = survey.limit.or(limit);
        survey.facts.extend(facts.into_iter().map(|fact| fact.of(name.clone())));
    }
    Ok(survey)
}

/// The limits for the next of `members` members.
fn part<'a>(limits: &Limits<'a>, members: usize) -> Limits<'a> {
    let deadline = limits.deadline.map(|deadline| {
        let now = Instant::now();
        now + deadline.saturating_duration_since(now) / u32::try_from(members).unwrap_or(u32::MAX)
    });
    Limits { deadline, ..*limits }
}

/// Counts a member whose length is known.
fn count(verdict: &Verdict, distribution: &mut Vec<UBig>) {
    let Outcome::Solved { plan, .. } = &verdict.outcome else { return };
    if verdict.optimal() {
        let turns = usize::try_from(plan.moves()).expect("games that are searched for are short");
        distribution.resize(distribution.len().max(turns + 1), UBig::ZERO);
        distribution[turns] += UBig::ONE;
    }
}

/// What is known about a member: the length of a shortest game, or how long a known game is and what no game is below; and the limit that
/// left it open.
fn told(verdict: &Verdict) -> (Vec<Fact>, Option<Stop>) {
    let at_least = |lower: &UBig| Fact::new("lower-bound", lower.clone()).unit("turns");
    match &verdict.outcome {
        Outcome::Solved { plan, .. } if verdict.optimal() => {
            (vec![Fact::new("length", plan.moves()).unit("turns").because(verdict.evidence.reason(false))], None)
        }
        Outcome::Solved { plan, lower } => {
            let found = Fact::new("upper-bound", plan.moves()).unit("turns").because("a game was found");
            (vec![found, at_least(lower)], Some(verdict.limit.unwrap_or(Stop::Nodes)))
        }
        Outcome::Unsolvable { because } => (vec![Fact::new("solvable", false).because(because)], None),
        Outcome::GaveUp { lower, stop } => (vec![at_least(lower).because("no game was found")], Some(*stop)),
    }
}
