//! What a comparison says in the end: a line for each search, as text, Markdown or CSV.
//!
//! A number of an instance is the median of its repetitions. Medians and quartiles are over the instances that the search solved;
//! a factor is the ratio of the sums over the instances that both the search and the first one solved.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use saltus::limits::Bytes;

use super::run::{Run, Status};
use crate::args::SummaryForm;
use crate::records::Whole;

/// An instance: its line and the name that a list gave it.
type Instance<'a> = (&'a str, Option<&'a str>);

/// The runs of a search.
pub(super) struct Searched<'a> {
    pub(super) name: &'a str,
    /// By instance, in order; repetitions together.
    instances: BTreeMap<Instance<'a>, Vec<&'a Run>>,
}

/// A number of a run.
pub(super) type Of = fn(&Run) -> Option<f64>;

pub(super) const NODES: Of = |run| run.told.expanded.as_ref().map(Whole::about);
const GENERATED: Of = |run| run.told.generated.as_ref().map(Whole::about);
const AGAIN: Of = |run| run.told.reexpanded.as_ref().map(Whole::about);
const BRANCHING: Of = |run| run.told.branching;
const BYTES: Of = |run| run.told.bytes.as_ref().map(Whole::about);
const SECONDS: Of = |run| run.told.seconds;
const TABLES: Of = |run| run.told.table_seconds;

impl<'a> Searched<'a> {
    /// How many instances ended so.
    fn ended(&self, status: Status) -> usize {
        self.instances.values().filter(|runs| runs.iter().all(|run| run.status == status)).count()
    }

    /// How many instances a solver of their family answered, and no generic search.
    fn own(&self) -> usize {
        self.instances
            .values()
            .filter(|runs| runs.iter().any(|run| run.told.solver.is_some() && run.status == Status::Solved))
            .count()
    }

    /// The number of an instance, if every repetition solved it.
    fn number(&self, instance: &Instance<'a>, of: Of) -> Option<f64> {
        let runs = self.instances.get(instance)?;
        let numbers = runs.iter().map(|run| of(run).filter(|_| run.status == Status::Solved));
        quantile(&sorted(numbers.collect::<Option<Vec<f64>>>()?), 2)
    }

    /// Those of all instances that it solved, in ascending order.
    pub(super) fn numbers(&self, of: Of) -> Vec<f64> {
        sorted(self.instances.keys().filter_map(|instance| self.number(instance, of)).collect())
    }

    /// Two numbers of each instance that it solved.
    pub(super) fn pairs(&self, one: Of, other: Of) -> impl Iterator<Item = (f64, f64)> {
        self.instances.keys().filter_map(move |at| Some((self.number(at, one)?, self.number(at, other)?)))
    }

    /// The ratio to the first search, over the instances that both solved.
    fn factor(&self, first: &Self, of: Of) -> Option<f64> {
        let both = self.instances.keys().filter_map(|at| Some((self.number(at, of)?, first.number(at, of)?)));
        let (own, its) = both.fold((0.0, 0.0), |(own, its), (more, other)| (own + more, its + other));
        (its > 0.0).then(|| own / its)
    }
}

fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The value at `quarters` quarters of the order, between two where it falls between them.
fn quantile(sorted: &[f64], quarters: usize) -> Option<f64> {
    let at = sorted.len().checked_sub(1)? * quarters;
    let (below, part) = (sorted[at / 4], (at % 4) as f64 / 4.0);
    Some(sorted.get(at / 4 + 1).map_or(below, |above| below + (above - below) * part))
}

/// Searches in the order in which they were asked for.
pub(super) fn by_search(runs: &[Run]) -> Vec<Searched<'_>> {
    let mut all: Vec<Searched<'_>> = Vec::new();
    for run in runs {
        let at = all.iter().position(|searched| searched.name == run.told.search).unwrap_or_else(|| {
            all.push(Searched { name: &run.told.search, instances: BTreeMap::new() });
            all.len() - 1
        });
        all[at].instances.entry((&run.puzzle, run.name.as_deref())).or_default().push(run);
    }
    all
}

/// A number as people read it: whole, or with three digits that count.
fn shown(number: Option<f64>) -> String {
    match number {
        None => "-".into(),
        Some(number) if number.fract() == 0.0 || number >= 1000.0 => format!("{number:.0}"),
        Some(number) => {
            let decimals = if number >= 100.0 {
                1
            } else if number >= 1.0 {
                2
            } else {
                3
            };
            format!("{number:.decimals$}")
        }
    }
}

fn seconds(number: Option<f64>) -> String {
    number.map_or("-".into(), |number| format!("{number:.4}"))
}

/// The column heads and a row for each search.
fn rows(all: &[Searched<'_>], form: SummaryForm) -> Vec<Vec<String>> {
    let Some(first) = all.first() else { return Vec::new() };
    let is_timed = all.iter().any(|searched| !searched.numbers(SECONDS).is_empty());
    let has_own = all.iter().any(|searched| searched.own() > 0);
    let heads = [
        "search",
        "solved",
        "of",
        "nodes",
        "nodes 1/4",
        "nodes 3/4",
        "factor",
        "generated",
        "again",
        "branching",
        "memory",
    ];
    let own = ["own"];
    let timed = ["seconds", "seconds 1/4", "seconds 3/4", "factor of time", "tables"];
    let mut rows: Vec<Vec<String>> = vec![
        heads
            .iter()
            .chain(own.iter().filter(|_| has_own))
            .chain(timed.iter().filter(|_| is_timed))
            .map(|&head| head.to_owned())
            .collect(),
    ];
    for searched in all {
        let of = |of: Of, quarters| quantile(&searched.numbers(of), quarters);
        let bytes = of(BYTES, 2);
        let mut row = vec![
            searched.name.to_owned(),
            searched.ended(Status::Solved).to_string(),
            searched.instances.len().to_string(),
            shown(of(NODES, 2)),
            shown(of(NODES, 1)),
            shown(of(NODES, 3)),
            shown(searched.factor(first, NODES)),
            shown(of(GENERATED, 2)),
            shown(of(AGAIN, 2)),
            shown(of(BRANCHING, 2)),
            if form == SummaryForm::Csv {
                shown(bytes)
            } else {
                bytes.map_or("-".into(), |bytes| Bytes(bytes as u64).to_string())
            },
        ];
        row.extend(has_own.then(|| searched.own().to_string()));
        if is_timed {
            row.extend([2, 1, 3].map(|quarters| seconds(of(SECONDS, quarters))));
            row.push(shown(searched.factor(first, SECONDS)));
            row.push(seconds(of(TABLES, 2)));
        }
        rows.push(row);
    }
    rows
}

/// What is to be known of the rows: solvers of families among them, and what the searches say that do not apply, or gave up, each sentence once.
fn reasons(all: &[Searched<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    for searched in all {
        if searched.own() > 0 {
            let (own, of, name) = (searched.own(), searched.instances.len(), searched.name);
            lines.push(format!(
                "{name}: {own} of {of}: answered by a solver of the family, which may count otherwise; NAME:BOUND is the generic search"
            ));
        }
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for runs in searched.instances.values() {
            let mut ended = runs.iter().filter(|run| matches!(run.status, Status::Refused | Status::GaveUp));
            let Some(why) = ended.find_map(|run| run.told.because.as_deref()) else { continue };
            match counted.iter_mut().find(|(other, _)| *other == why) {
                Some((_, count)) => *count += 1,
                None => counted.push((why, 1)),
            }
        }
        for (why, count) in counted {
            lines.push(format!("{}: {count} of {}: {why}", searched.name, searched.instances.len()));
        }
    }
    lines
}

/// The summary of runs.
pub fn summary(runs: &[Run], form: SummaryForm) -> String {
    let all = by_search(runs);
    let (rows, mut text) = (rows(&all, form), String::new());
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len))
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    for (number, row) in rows.iter().enumerate() {
        let line = match form {
            SummaryForm::Text => {
                let cell = |(cell, &wide): (&String, &usize)| format!("  {cell:>wide$}");
                let cells: String = row[1..].iter().zip(&widths[1..]).map(cell).collect();
                format!("{:<wide$}{cells}", row[0], wide = widths[0])
            }
            SummaryForm::Markdown => format!("| {} |", row.join(" | ")),
            SummaryForm::Csv => {
                // A search may have settings, which commas set apart.
                let cell = |cell: &String| if cell.contains(',') { format!("\"{cell}\"") } else { cell.clone() };
                row.iter().map(cell).collect::<Vec<_>>().join(",")
            }
        };
        text.push_str(line.trim_end());
        text.push('\n');
        if number == 0 && form == SummaryForm::Markdown {
            let _ = writeln!(text, "|---|{}", "---:|".repeat(row.len() - 1));
        }
    }
    if form != SummaryForm::Csv {
        // In Markdown each is a paragraph.
        let before = if form == SummaryForm::Markdown { "\n" } else { "" };
        reasons(&all).iter().for_each(|why| text.extend([before, why, "\n"]));
    }
    text
}
