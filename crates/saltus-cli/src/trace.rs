//! Traces of searches as JSON Lines (docs/searches.md#traces): written by `solve --trace`, drawn by `draw --trace`.
//!
//! The first line says what was searched; then each node that is kept, in the order of the search; then how many nodes were expanded at each depth.

use std::collections::BTreeMap;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use saltus::draw::plot::Plot;
use saltus::draw::traces::{SearchTrace, panels};
use saltus::trace::{Place, Traced};
use serde::{Deserialize, Serialize};

use crate::args::Draw;
use crate::exit::{Code, Done, Early};
use crate::{Session, files, input};

/// A trace keeps at most this many nodes: a file of 6 MB.
pub const MOST: usize = 100_000;

/// The form of the file.
const VERSION: u32 = 1;

/// What was searched, and how it ended: `length` where a play was found. One node of `every` has a line.
#[derive(Serialize, Deserialize)]
pub struct Head {
    trace: u32,
    puzzle: String,
    solver: String,
    length: Option<u64>,
    expanded: u64,
    every: u64,
}

#[derive(Serialize)]
struct Node {
    #[serde(rename = "node")]
    number: u64,
    generated: u64,
    depth: u32,
    f: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<End>,
}

#[derive(Serialize, Deserialize)]
struct Count {
    depth: u32,
    f: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<End>,
}

/// Where a search began, if not at the start.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum End {
    Goal,
}

impl Head {
    pub fn new(puzzle: String, solver: &str, length: Option<u64>, traced: &Traced) -> Self {
        let Traced { expanded, every, .. } = *traced;
        Head { trace: VERSION, puzzle, solver: solver.to_owned(), length, expanded, every }
    }
}

/// Writes a trace.
pub fn write(session: &mut Session, file: &Path, head: &Head, traced: &Traced) -> Done {
    let end = |from_goal: bool| from_goal.then_some(End::Goal);
    let line = |out: &mut dyn Write, line: serde_json::Result<String>| writeln!(out, "{}", line?);
    files::place(session, file, |out| {
        line(out, serde_json::to_string(head))?;
        for &(number, saltus::trace::Expanded { depth, least, generated, from_goal }) in &traced.nodes {
            let f = depth.saturating_add(least);
            line(out, serde_json::to_string(&Node { number, generated, depth, f, from: end(from_goal) }))?;
        }
        for (&(from_goal, depth, f), &nodes) in &traced.counts {
            line(out, serde_json::to_string(&Count { depth, f, nodes, from: end(from_goal) }))?;
        }
        Ok(())
    })
}

/// Reads a trace without its nodes; a sentence where it is none.
fn read(file: &Path) -> Done<(Head, BTreeMap<Place, u64>)> {
    let wrong =
        |line: usize, why: &str| Early::Fault(format!("{}: line {line}: {why}", file.display()), Code::BAD_INPUT);
    let mut text = String::new();
    let read = input::open(file).and_then(|mut reader| reader.read_to_string(&mut text));
    read.map_err(Early::of_file(file))?;
    let mut lines = text.lines();
    let head: Option<Head> = lines.next().and_then(|first| serde_json::from_str(first).ok());
    let head = head.filter(|head| head.trace == VERSION);
    let head = head.ok_or_else(|| wrong(1, "this is no trace of a search (solve --trace writes one)"))?;
    let mut counts: BTreeMap<Place, u64> = BTreeMap::new();
    for (line, number) in lines.zip(2..).filter(|(line, _)| !line.starts_with("{\"node\":")) {
        let Count { depth, f, nodes, from } =
            serde_json::from_str(line).map_err(|error| wrong(number, &error.to_string()))?;
        let count = counts.entry((from.is_some(), depth, f)).or_default();
        *count = count.saturating_add(nodes);
    }
    Ok((head, counts))
}

/// `draw --trace`.
pub fn draw(session: &mut Session, args: &Draw, traces: &[PathBuf]) -> Done {
    let all = traces.iter().map(|file| read(file)).collect::<Done<Vec<_>>>()?;
    let first = &all[0].0.puzzle;
    let is_one = all.iter().all(|(head, _)| head.puzzle == *first);
    let searched = all.iter().map(|(Head { puzzle, solver, length, .. }, counts)| {
        let name = if is_one { solver.clone() } else { format!("{solver} ({puzzle})") };
        SearchTrace { name, length: *length, counts }
    });
    let title = args.title.clone().unwrap_or_else(|| format!("Nodes expanded: {first}"));
    let svg = Plot { title: &title, panels: panels(&searched.collect::<Vec<_>>()).into() }.svg();
    files::place(session, &args.output, |out| out.write_all(svg.as_bytes()))
}
