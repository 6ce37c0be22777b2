//! `explain`: what theory says of a position, what `solve` does with it, and what a generic search is.

#[cfg(feature = "by-name")]
mod search;

use std::io::Write as _;

use saltus::answers::Answers;
use saltus::fact::Fact;
use saltus::limits::{Limits, Stop};
use saltus::luck;
use saltus::record::{self, Status};
use saltus::verdict::Outcome;

use crate::args::{Explain, Format};
use crate::commands::write_facts;
use crate::exit::{Code, Done};
use crate::solve::Title;
use crate::{Session, batch, families};

pub fn explain(session: &mut Session, args: &Explain) -> Done {
    #[cfg(feature = "by-name")]
    if let Some(name) = &args.search {
        return search::explain(session, name);
    }
    #[cfg(not(feature = "by-name"))]
    if args.search.is_some() {
        return Ok(crate::without(session, "searches by name", "by-name"));
    }
    let has_choice = args.solve;
    let find = move |instance: &dyn Answers, limits: &Limits<'_>| {
        let mut facts = luck::explain(instance, limits);
        if has_choice {
            facts.extend(picked(instance, limits));
        }
        facts
    };
    batch::each(session, &args.puzzle, find, |session, instance, facts| {
        if session.format() == Format::Json {
            session.answer(instance, Status::Answered, &record::Explain { facts: &facts })?;
        } else {
            writeln!(session.out, "{}", Title(instance))?;
            write_facts(&mut session.out, &facts)?;
        }
        Ok(Code::OK)
    })
}

/// Which solver answers, before which others say nothing, and why no play is better; and what each bound of the family says of the start.
fn picked(instance: &dyn Answers, limits: &Limits<'_>) -> Vec<Fact> {
    let Some(family) = families::all().family(instance.family()) else { return Vec::new() };
    let (mut facts, verdict) = (Vec::new(), instance.solve(limits));
    if !matches!(verdict.outcome, Outcome::GaveUp { .. }) {
        let mut because = vec![verdict.evidence.reason(verdict.optimal())];
        let before = family.solvers.iter().position(|solver| *solver == verdict.solver);
        let before = &family.solvers[..before.unwrap_or(0)];
        if !before.is_empty() {
            because.push(format!("nothing is said here by {}", before.join(", ")));
        }
        because.extend(verdict.limit.map(|stop| format!("a limit was reached before: {stop}")));
        facts.push(Fact::new("answered-by", verdict.solver).because(because.join("; ")));
        if verdict.expanded > 0 {
            facts.push(Fact::new("expanded", verdict.expanded).unit("positions"));
        }
    }
    // A search without a node ends with what the bound says of the start.
    let without_a_node = Limits { nodes: 0, ..*limits };
    let before = facts.len();
    for &(name, says) in &family.bounds {
        let found = instance.solve_by(&format!("ida-star:{name}"), &without_a_node);
        facts.extend(found.ok().and_then(|verdict| at_start(verdict.outcome, name, says)));
    }
    if facts.len() == before {
        // Where some moves cost nothing no search takes a bound by name.
        let outcome = instance.solve(&without_a_node).outcome;
        facts.extend(at_start(outcome, "solve", "the greatest that is known before a search"));
    }
    facts
}

/// The lower bound with which a search ended that expanded nothing.
fn at_start(outcome: Outcome, name: &'static str, says: &'static str) -> Option<Fact> {
    let Outcome::GaveUp { stop: Stop::Nodes, lower } = outcome else { return None };
    Some(Fact::new("bound", lower).of(name).because(says))
}
