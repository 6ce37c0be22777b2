//! The questions of a program that has the library in its own process: it may name boards and get replies of any size, since what they cost is its own.
//!
//! | name | request | reply |
//! |---|---|---|
//! | `puzzle` | `line` | what the line names: the canonical line, family, title, number of cells, whether it is a set of positions, what its plays are judged by |
//! | `solve` | `line`, `limits`, `solver` | the record of `saltus solve --format json`; `solver` as `--solver` takes it; the module for a browser has no bounds, and no solvers that only a name asks for |
//! | `certificate` | the same | the proof of the answer |
//! | `count`, `survey` | `line`, `limits` | as with [`crate::call`] |
//! | `solvable`, `explain` | `line` | as with [`crate::call`] |
//!
//! Every other name is one of [`crate::call`].

use saltus::answers::{Answers, NoSuchSolver};
use saltus::gate::{self, Thoroughness};
use saltus::limits::Limits;
use saltus::record::{self, Wanted, Whole};
use saltus::registry::Registry;
use saltus::verdict::Verdict;
use serde::{Deserialize, Serialize};

use crate::puzzle::Line;
use crate::reply::{Fault, Kind, Reply};
use crate::search::{Asked, Narrower, certified};
use crate::{Answer, counting, facts, read};

/// What differs from [`crate::call`].
static OPERATIONS: [(&str, Answer); 7] = [
    ("puzzle", |families, request, _| puzzle(families, &read(request)?)),
    ("solve", |families, request, limits| solve(families, &read(request)?, limits)),
    ("certificate", |families, request, limits| certificate(families, &read(request)?, limits)),
    ("count", |families, request, limits| count(families, &read(request)?, limits)),
    ("survey", |families, request, limits| survey(families, &read(request)?, limits)),
    ("solvable", |families, request, limits| {
        facts::solvability(&*families.parse(&read::<Line>(request)?.line)?, limits)
    }),
    ("explain", |families, request, limits| facts::told(&*families.parse(&read::<Line>(request)?.line)?, limits)),
];

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
    match OPERATIONS.iter().find(|(known, _)| *known == name) {
        Some((_, answer)) => answer(families, request, limits).unwrap_or_else(Reply::from),
        None => crate::call(families, name, request, limits),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedOf {
    line: String,
    #[serde(default)]
    limits: Narrower,
    #[serde(default)]
    solver: Option<String>,
}

#[derive(Serialize)]
struct Shown<'a> {
    line: String,
    family: &'static str,
    title: Option<&'a str>,
    cells: Whole,
    is_set: bool,
    /// One piece and several, where the pieces left are what is minimised.
    pieces: Option<[&'static str; 2]>,
}

fn puzzle(families: &Registry, Line { line }: &Line) -> Result<Reply, Fault> {
    let instance = families.parse_any(line)?;
    Ok(Reply::json(&Shown {
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
