//! The questions of a program that has the library in its own process: it may name boards and get replies of any size, since what they cost is its own.
//!
#![doc = include_str!("../local.md")]
//!
//! Every other name is one of [`crate::call`].

use saltus::answers::{Answers, NoSuchSolver};
use saltus::gate::{self, Thoroughness};
use saltus::limits::Limits;
use saltus::record::{self, Wanted, Whole};
use saltus::registry::Registry;
use saltus::verdict::Verdict;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::declared;
use crate::puzzle::Line;
use crate::reply::{Fault, Kind, Reply};
use crate::search::{Asked, Narrower, certified};
use crate::{Operation, counting, declare, facts};

/// What differs from [`crate::call`].
#[rustfmt::skip]
static OPERATIONS: &[Operation] = declare! {
    "puzzle" Light Post |families, asked, _| puzzle(families, asked), Line => Named<'_>,
        "What the line names.";
    "solve" Search Post solve, AskedOf => declared::SolveRecord,
        "A shortest play, by any solver.";
    "certificate" Search Post certificate, AskedOf => declared::Certificate,
        "The proof of the answer.";
    "count" Search Post count, Asked => declared::CountRecord,
        "How many shortest plays there are.";
    "survey" Search Post survey, Asked => declared::SurveyRecord,
        "All positions, counted.";
    "solvable" Search Post |families: &Registry, asked: &Line, limits: &Limits<'_>| facts::solvability(&*families.parse(&asked.line)?, limits), Line => facts::Solvable,
        "Whether it can be solved, and why.";
    "explain" Search Post |families: &Registry, asked: &Line, limits: &Limits<'_>| facts::told(&*families.parse(&asked.line)?, limits), Line => Vec<facts::Stated<'_>>,
        "What theory states about it.";
};

/// All that differs from [`crate::call`].
#[cfg(test)]
pub(crate) fn operations() -> &'static [Operation] {
    OPERATIONS
}

/// Answers a request of this process, as [`crate::call`] does one from outside.
///
/// ```
/// use saltus_api::{Kind, limits::Limits, local};
///
/// let (families, limits) = (saltus_api::registry(), Limits::default());
/// let reply = local::call(&families, "count", br#"{"line": "shift 30 30"}"#, &limits);
/// assert_eq!(reply.kind, Kind::Json);
/// assert!(reply.bytes.starts_with(br#"{"command":"count","puzzle":"shift 30 30","status":"solved","length":960,"#));
/// assert!(local::call(&families, "solve", br#"{"line": "shift 9999999999 9999999999"}"#, &limits).kind.is_answer());
/// ```
pub fn call(families: &Registry, name: &str, request: &[u8], limits: &Limits<'_>) -> Reply {
    match OPERATIONS.iter().find(|known| known.name == name) {
        Some(operation) => operation.reply(families, request, limits),
        None => crate::call(families, name, request, limits),
    }
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedOf {
    /// A line of notation.
    line: String,
    #[serde(default)]
    limits: Narrower,
    /// As `--solver` takes it.
    #[serde(default)]
    solver: Option<String>,
}

/// What a line names.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Named<'a> {
    /// The canonical line.
    line: String,
    family: &'static str,
    title: Option<&'a str>,
    cells: Whole,
    /// Whether it is a set of positions.
    is_set: bool,
    /// One piece and several, where the pieces left are what is minimised.
    pieces: Option<[&'static str; 2]>,
}

fn puzzle(families: &Registry, Line { line }: &Line) -> Result<Reply, Fault> {
    let instance = families.parse_any(line)?;
    Ok(Reply::json(&Named {
        line: instance.to_string(),
        family: instance.family(),
        title: instance.title(),
        cells: instance.size().into(),
        is_set: instance.is_set(),
        pieces: instance.pieces(),
    }))
}

/// The bytes that a record is written to.
fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Reply {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes what is written");
    Reply::new(Kind::Json, bytes)
}

fn verdict(instance: &dyn Answers, solver: Option<&str>, limits: &Limits<'_>) -> Result<Verdict, Fault> {
    let Some(name) = solver else { return Ok(instance.solve(limits)) };
    instance.solve_by(name, limits).map_err(|why: NoSuchSolver| Fault::bad(format!("solver {name}: {why}")))
}

fn solve(families: &Registry, asked: &AskedOf, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let (limits, instance) = (asked.limits.of(granted)?, families.parse(&asked.line)?);
    let verdict = verdict(&*instance, asked.solver.as_deref(), &limits)?;
    let answer = gate::pass(&*instance, verdict, Thoroughness::Small, &limits)?;
    Ok(written(|out| record::write_answer(out, &*instance, &answer, &Wanted::default())))
}

fn certificate(families: &Registry, asked: &AskedOf, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let (limits, instance) = (asked.limits.of(granted)?, families.parse(&asked.line)?);
    let verdict = verdict(&*instance, asked.solver.as_deref(), &limits)?;
    let certificate = certified(&*instance, &verdict, &limits)?;
    let written = written(|out| certificate.write(out));
    Ok(Reply { kind: Kind::Certificate, ..written })
}

fn count(families: &Registry, Asked { line, limits }: &Asked, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let (limits, instance) = (limits.of(granted)?, families.parse(line)?);
    let count = instance.count(&limits);
    Ok(written(|out| record::write_count(out, &*instance, &count, &Wanted::default())))
}

fn survey(families: &Registry, Asked { line, limits }: &Asked, granted: &Limits<'_>) -> Result<Reply, Fault> {
    let (limits, instance) = (limits.of(granted)?, families.parse_any(line)?);
    let write = counting::surveyed(&*instance, &limits)?;
    Ok(written(|out| write(out)))
}
