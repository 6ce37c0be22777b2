//! One run of a comparison: what is recorded of it, and how records are read again.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use saltus::answers::Answers;
use saltus::clock::Spent;
pub use saltus::record::Status;
use saltus::record::{self, Compare, Origin, Puzzle, Text};
use saltus::statistics::Statistics;
use serde::Deserialize;

use crate::records::Whole;

/// One run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Run {
    pub puzzle: String,
    pub name: Option<String>,
    pub line: Option<u64>,
    pub seed: Option<Whole>,
    /// How it ended; refused where the search does not apply.
    pub status: Status,
    #[serde(flatten)]
    pub told: Compare,
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
            told: Compare { search: search.to_owned(), repetition, ..Compare::default() },
        }
    }

    /// Notes what a generic search has counted in addition to its nodes.
    pub fn note(&mut self, statistics: Statistics, length: Option<u64>) {
        self.told = Compare {
            generated: Some(statistics.generated.into()),
            duplicates: Some(statistics.duplicates.into()),
            reexpanded: Some(statistics.reexpanded.into()),
            bound: statistics.bound,
            branching: length.and_then(|length| branching(statistics.generated, length)),
            bytes: Some(statistics.bytes.into()),
            iterations: Some(statistics.iterations).filter(|rounds| !rounds.is_empty()),
            ..std::mem::take(&mut self.told)
        };
    }

    /// Notes what it took, of which so much was for tables that the bound reads.
    pub fn time(&mut self, Spent { time, processor }: Spent, tables: Duration) {
        let rounded = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        self.told.seconds = Some(rounded(time.saturating_sub(tables)));
        self.told.cpu_seconds = processor.map(rounded);
        self.told.table_seconds = Some(rounded(tables));
    }

    /// What tells runs apart: those that are the same need not be made again.
    pub fn key(&self) -> (String, Option<String>, String, u64) {
        (self.puzzle.clone(), self.name.clone(), self.told.search.clone(), self.told.repetition)
    }

    /// Writes the record, on a line.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (name, seed) = (self.name.as_deref(), self.seed.clone());
        let puzzle = Puzzle { puzzle: Text(&self.puzzle), name, line: self.line, seed };
        record::write(out, "compare", &puzzle, self.status, &self.told)
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
    use saltus::record::Round;

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
        let told = Compare {
            search: "a-star:zero".into(),
            repetition: 1,
            length: Some(Whole(UBig::from(10u8).pow(20))),
            optimal: Some(true),
            lower: Some(3u8.into()),
            expanded: Some(4u8.into()),
            generated: Some(9u8.into()),
            duplicates: Some(2u8.into()),
            reexpanded: Some(0u8.into()),
            bound: Some(3),
            branching: Some(1.5),
            bytes: Some(100u8.into()),
            iterations: Some(vec![Round { threshold: 3, nodes: 4, found: true }]),
            seconds: Some(0.5),
            table_seconds: Some(0.0),
            ..Compare::default()
        };
        let run = Run {
            puzzle: "shift 1 1".into(),
            name: None,
            line: None,
            seed: None,
            status: Status::Solved,
            told: told.clone(),
        };
        let told = Compare { search: told.search, repetition: 1, ..Compare::default() };
        let bare = Run { told, status: Status::Refused, ..run.clone() };
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
