//! What is known without a search, or with a short one.

use saltus::answers::{Answers, Solvability};
use saltus::fact::Fact;
use saltus::limits::Limits;
use saltus::registry::Registry;
use serde::{Deserialize, Serialize};

use crate::puzzle::{Line, parse};
use crate::reply::{Fault, Reply};

/// A request that asks for one thing only.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A family of puzzles.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Family {
    name: &'static str,
    notation: &'static str,
    rules: &'static str,
    examples: &'static [&'static str],
}

/// One thing that theory states.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Stated<'a> {
    /// What it is about, for people.
    subject: String,
    /// What is so, for people.
    text: String,
    /// The same as records have it.
    fact: &'a Fact,
}

/// Whether there is a play.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Solvable {
    /// Null where a limit was reached first.
    solvable: Option<bool>,
    because: String,
}

pub(crate) fn families(families: &Registry, _: &Nothing) -> Result<Reply, Fault> {
    let families = families.families().iter().map(|entry| Family {
        name: entry.name,
        notation: entry.notation,
        rules: entry.rules,
        examples: entry.examples,
    });
    Ok(Reply::json(&families.collect::<Vec<_>>()))
}

pub(crate) fn explain(families: &Registry, Line { line }: &Line, limits: &Limits<'_>) -> Result<Reply, Fault> {
    told(&*parse(families, line)?, limits)
}

/// What theory says of an instance.
pub(crate) fn told(instance: &dyn Answers, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let facts = instance.explain(limits);
    let shown = facts.iter().map(|fact| Stated { subject: fact.subject(), text: fact.to_string(), fact });
    Ok(Reply::json(&shown.collect::<Vec<_>>()))
}

pub(crate) fn solvable(families: &Registry, Line { line }: &Line, limits: &Limits<'_>) -> Result<Reply, Fault> {
    solvability(&*parse(families, line)?, limits)
}

/// Whether an instance can be solved.
pub(crate) fn solvability(instance: &dyn Answers, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let (solvable, because) = match instance.solvability(limits) {
        Solvability::Yes(because) => (Some(true), because),
        Solvability::No(because) => (Some(false), because),
        Solvability::GaveUp(stop) => (None, stop.to_string()),
    };
    Ok(Reply::json(&Solvable { solvable, because }))
}
