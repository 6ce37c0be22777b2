//! One run of a comparison: what is recorded of it, and how records are read again.

use std::io::{self, BufRead, Write};

use saltus::answers::Answers;
use saltus::clock::Spent;
use saltus::record::{self, Origin, Puzzle, Text};
pub use saltus::record::{Round, Status};
use saltus::statistics::Statistics;
use serde::Deserialize;

use crate::records::Whole;

/// What a run took, where that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Times {
    /// Seconds that went by, those for tables left out.
    pub seconds: f64,
    /// Seconds of processors, with those for tables.
    pub cpu_seconds: Option<f64>,
    /// Seconds for tables that the bound reads.
    pub table_seconds: f64,
}

impl Times {
    pub fn new(Spent { time, processor }: Spent, statistics: Option<&Statistics>) -> Self {
        let tables = statistics.map_or_else(Default::default, |statistics| statistics.tables);
        let rounded = |seconds: f64| (seconds * 1e6).round() / 1e6;
        Times {
            seconds: rounded(time.saturating_sub(tables).as_secs_f64()),
            cpu_seconds: processor.map(|processor| rounded(processor.as_secs_f64())),
            table_seconds: rounded(tables.as_secs_f64()),
        }
    }
}

/// What a generic search counts in addition to its nodes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Counted {
    pub generated: Whole,
    pub duplicates: Whole,
    pub reexpanded: Whole,
    /// Of the start.
    pub bound: Option<u32>,
    /// The effective branching factor ([`branching`]).
    pub branching: Option<f64>,
    pub bytes: Whole,
    #[serde(default)]
    pub iterations: Vec<Round>,
}

impl Counted {
    pub fn new(statistics: &Statistics, length: Option<u64>) -> Self {
        let round = |round: &saltus::statistics::Iteration| Round {
            threshold: round.threshold,
            nodes: round.nodes,
            found: round.found,
        };
        Counted {
            generated: statistics.generated.into(),
            duplicates: statistics.duplicates.into(),
            reexpanded: statistics.reexpanded.into(),
            bound: statistics.bound,
            branching: length.and_then(|length| branching(statistics.generated, length)),
            bytes: statistics.bytes.into(),
            iterations: statistics.iterations.iter().map(round).collect(),
        }
    }
}

/// One run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Run {
    pub puzzle: String,
    pub name: Option<String>,
    pub line: Option<u64>,
    pub seed: Option<Whole>,
    /// How it ended; refused where the search does not apply.
    pub status: Status,
    /// As it was asked for.
    pub search: String,
    /// From 1.
    pub repetition: u64,
    pub because: Option<String>,
    pub length: Option<Whole>,
    pub optimal: Option<bool>,
    pub lower: Option<Whole>,
    /// Of the family, where it and not a generic search answered.
    pub solver: Option<String>,
    pub expanded: Option<Whole>,
    #[serde(flatten)]
    pub counted: Option<Counted>,
    #[serde(flatten)]
    pub times: Option<Times>,
}

impl Run {
    /// One that has not been made.
    pub fn blank(instance: &dyn Answers, origin: &Origin, search: &str, repetition: u64) -> Self {
        Run {
            puzzle: instance.to_string(),
            name: origin.name.clone(),
            line: origin.line,
            seed: origin.seed.map(Into::into),
            status: Status::Refused,
            search: search.to_owned(),
            repetition,
            because: None,
            length: None,
            optimal: None,
            lower: None,
            solver: None,
            expanded: None,
            counted: None,
            times: None,
        }
    }

    /// What tells runs apart: those that are the same need not be made again.
    pub fn key(&self) -> (String, Option<String>, String, u64) {
        (self.puzzle.clone(), self.name.clone(), self.search.clone(), self.repetition)
    }

    /// Writes the record, on a line.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (name, seed) = (self.name.as_deref(), self.seed.clone());
        let puzzle = Puzzle { puzzle: Text(&self.puzzle), name, line: self.line, seed };
        let (counted, times) = (self.counted.as_ref(), self.times);
        let told = record::Compare {
            search: &self.search,
            repetition: self.repetition,
            because: self.because.as_deref(),
            length: self.length.as_ref(),
            optimal: self.optimal,
            lower: self.lower.as_ref(),
            solver: self.solver.as_deref(),
            expanded: self.expanded.as_ref(),
            generated: counted.map(|counted| &counted.generated),
            duplicates: counted.map(|counted| &counted.duplicates),
            reexpanded: counted.map(|counted| &counted.reexpanded),
            bound: counted.and_then(|counted| counted.bound),
            branching: counted.and_then(|counted| counted.branching),
            bytes: counted.map(|counted| &counted.bytes),
            iterations: counted.map(|counted| &*counted.iterations).filter(|rounds| !rounds.is_empty()),
            seconds: times.map(|times| times.seconds),
            cpu_seconds: times.and_then(|times| times.cpu_seconds),
            table_seconds: times.map(|times| times.table_seconds),
        };
        record::write(out, "compare", &puzzle, self.status, &told)
    }

    /// Reads records, a line each; those of lines that name no puzzle are left out.
    ///
    /// # Errors
    /// When reading fails, or a line is no record of a run.
    pub fn read_all(reader: &mut dyn BufRead) -> io::Result<Vec<Self>> {
        #[derive(Deserialize)]
        struct Head {
            search: Option<String>,
            status: Status,
        }
        let mut runs = Vec::new();
        for (number, line) in (1..).zip(reader.lines()) {
            let line = line?;
            let wrong =
                |why| io::Error::new(io::ErrorKind::InvalidData, format!("line {number} is no record of a run: {why}"));
            let Head { search, status } = serde_json::from_str(&line).map_err(wrong)?;
            // A line of the batch that names no puzzle has no search.
            if search.is_some() || status != Status::Refused {
                runs.push(serde_json::from_str(&line).map_err(wrong)?);
            }
        }
        Ok(runs)
    }
}

/// The effective branching factor, to three decimals: the b for which a tree that branches b times at each of `length` levels
/// has `generated` nodes below its root (S. Russell, P. Norvig, *Artificial Intelligence*, section 3.6). None if the play is empty.
fn branching(generated: u64, length: u64) -> Option<f64> {
    let depth = i32::try_from(length).ok().filter(|&depth| depth > 0 && generated > 0)?;
    // No power: additions and multiplications round alike everywhere.
    let nodes = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, generated as f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if nodes(middle) < generated as f64 { low = middle } else { high = middle }
    }
    Some((high * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    #[test]
    fn branching_is_that_of_the_tree() {
        assert_eq!(branching(2 + 4 + 8, 3), Some(2.0));
        assert_eq!(branching(7, 7), Some(1.0));
        assert_eq!((branching(52, 5), branching(0, 3), branching(9, 0)), (Some(1.917), None, None));
    }

    #[test]
    fn records_read_back() {
        let counted = Counted {
            generated: 9u8.into(),
            duplicates: 2u8.into(),
            reexpanded: 0u8.into(),
            bound: Some(3),
            branching: Some(1.5),
            bytes: 100u8.into(),
            iterations: vec![Round { threshold: 3, nodes: 4, found: true }],
        };
        let run = Run {
            puzzle: "shift 1 1".into(),
            name: None,
            line: None,
            seed: None,
            status: Status::Solved,
            search: "a-star:zero".into(),
            repetition: 1,
            because: None,
            length: Some(Whole(UBig::from(10u8).pow(20))),
            optimal: Some(true),
            lower: Some(3u8.into()),
            solver: None,
            expanded: Some(4u8.into()),
            counted: Some(counted),
            times: Some(Times { seconds: 0.5, cpu_seconds: None, table_seconds: 0.0 }),
        };
        let bare = Run { counted: None, times: None, status: Status::Refused, ..run.clone() };
        let mut lines = Vec::new();
        run.write(&mut lines).unwrap();
        lines.extend(
            b"{\"command\":\"compare\",\"puzzle\":\"x\",\"line\":1,\"status\":\"refused\",\"because\":\"no\"}\n",
        );
        bare.write(&mut lines).unwrap();
        let text = String::from_utf8(lines.clone()).unwrap();
        assert!(
            text.starts_with(r#"{"command":"compare","puzzle":"shift 1 1","status":"solved","search":"a-star:zero","#),
            "{text}"
        );
        assert!(text.contains("\"length\":\"100000000000000000000\""), "{text}");
        assert_eq!(Run::read_all(&mut &lines[..]).unwrap(), [run, bare]);
        assert!(Run::read_all(&mut &b"{\"search\":\"a-star\"}\n"[..]).is_err());
    }
}
