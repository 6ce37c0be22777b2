//! Traces of searches as JSON Lines (docs/searches.md#traces): written by `solve --trace`, drawn by `draw --trace`.
//!
//! The first line says what was searched; then each node that is kept, in the order of the search; then how many nodes were expanded at each depth.

use std::collections::BTreeMap;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use saltus::draw::chart::Scale;
use saltus::draw::plot::{Panel, Plot, Series};
use saltus::trace::Traced;
use serde::{Deserialize, Serialize};

use crate::args::Draw;
use crate::exit::Code;
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
pub fn write(session: &mut Session, file: &Path, head: &Head, traced: &Traced) -> io::Result<Code> {
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

/// A trace that was read, without its nodes.
struct Read {
    head: Head,
    counts: Vec<Count>,
}

/// Reads a trace; a sentence where it is none.
fn read(file: &Path) -> Result<Read, (Code, String)> {
    let wrong = |line: usize, why: &str| (Code::BAD_INPUT, format!("{}: line {line}: {why}", file.display()));
    let mut text = String::new();
    let read = input::open(file).and_then(|mut reader| reader.read_to_string(&mut text));
    read.map_err(|error| (Code::IO, format!("{}: {error}", file.display())))?;
    let mut lines = text.lines();
    let head: Option<Head> = lines.next().and_then(|first| serde_json::from_str(first).ok());
    let head = head.filter(|head| head.trace == VERSION);
    let head = head.ok_or_else(|| wrong(1, "this is no trace of a search (solve --trace writes one)"))?;
    let mut counts = Vec::new();
    for (line, number) in lines.zip(2..).filter(|(line, _)| !line.starts_with("{\"node\":")) {
        counts.push(serde_json::from_str(line).map_err(|error| wrong(number, &error.to_string()))?);
    }
    Ok(Read { head, counts })
}

/// Nodes by what `of` says of each place, for each trace and each end at which it began.
fn series(traces: &[Read], of: impl Fn(&Head, &Count) -> Option<u64>) -> Vec<Series> {
    let first = &traces[0].head.puzzle;
    let is_one = traces.iter().all(|trace| trace.head.puzzle == *first);
    let mut all = Vec::new();
    for Read { head, counts } in traces {
        for (from, end) in [(None, ""), (Some(End::Goal), ", from the goal")] {
            let mut nodes: BTreeMap<u64, u64> = BTreeMap::new();
            for count in counts.iter().filter(|count| count.from == from) {
                if let Some(place) = of(head, count) {
                    *nodes.entry(place).or_default() += count.nodes;
                }
            }
            let name =
                format!("{}{}{end}", head.solver, if is_one { String::new() } else { format!(" ({})", head.puzzle) });
            let points: Vec<_> = nodes.into_iter().collect();
            all.extend((!points.is_empty()).then_some(Series { name, points, is_joined: true }));
        }
    }
    all
}

/// `draw --trace`: nodes by the moves made, and by the length that they promise.
pub fn draw(session: &mut Session, args: &Draw, traces: &[PathBuf]) -> io::Result<Code> {
    let mut read_in = Vec::new();
    for file in traces {
        match read(file) {
            Ok(trace) => read_in.push(trace),
            Err((code, why)) => return Ok(session.failed(code, why)),
        }
    }
    // What begins at the goal is shown where it stands on a play of the length found.
    let depth = |head: &Head, count: &Count| match count.from {
        None => Some(u64::from(count.depth)),
        Some(End::Goal) => head.length?.checked_sub(count.depth.into()),
    };
    let panels = vec![
        Panel { x: ("moves made", Scale::Linear), y: ("nodes", Scale::Logarithmic), series: series(&read_in, depth) },
        Panel {
            x: ("length promised", Scale::Linear),
            y: ("nodes", Scale::Logarithmic),
            series: series(&read_in, |_, count| Some(count.f.into())),
        },
    ];
    let title = args.title.clone().unwrap_or_else(|| format!("Nodes expanded: {}", read_in[0].head.puzzle));
    let svg = Plot { title: &title, panels }.svg();
    files::place(session, &args.output, |out| out.write_all(svg.as_bytes()))
}
