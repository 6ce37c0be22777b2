//! One run of a comparison: what is recorded of it, and how records are read again.

use std::fmt::{self, Display};
use std::io::{self, BufRead, Write};

use dashu_int::UBig;
use saltus::clock::Spent;
use saltus::notation;
use saltus::statistics::Statistics;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number of any size: a number in records up to 2^53, a text of digits beyond.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub UBig);

impl Whole {
    /// For means and charts, which need no more.
    pub fn about(&self) -> f64 {
        self.0.to_f64().value()
    }
}

impl From<u64> for Whole {
    fn from(number: u64) -> Self {
        Whole(number.into())
    }
}

impl Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Digits(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(number) => Ok(number.into()),
            Form::Digits(digits) => {
                let number = notation::number(&digits).map(Whole);
                number.ok_or_else(|| serde::de::Error::custom(format!("\"{digits}\" is no whole number")))
            }
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Solved,
    Unsolvable,
    GaveUp,
    /// The search does not apply.
    Refused,
    /// The line of the batch names no puzzle.
    Error,
}

/// A round of a search that deepens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub threshold: u32,
    pub nodes: u64,
    pub found: bool,
}

/// What a run took, where that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Seconds that went by, those for tables left out.
    pub seconds: f64,
    /// Seconds of processors, with those for tables.
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// What a generic search counts beside its nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    pub generated: Whole,
    pub duplicates: Whole,
    pub reexpanded: Whole,
    /// Of the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// The effective branching factor ([`branching`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching: Option<f64>,
    pub bytes: Whole,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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

/// One run. Its record begins as all records do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub status: Status,
    /// As it was asked for.
    pub search: String,
    /// From 1.
    pub repetition: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Whole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Whole>,
    /// Of the family, where it was not the search of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<Whole>,
    #[serde(flatten)]
    pub counted: Option<Counted>,
    #[serde(flatten)]
    pub times: Option<Times>,
}

impl Run {
    /// What tells runs apart: those that are the same need not be made again.
    pub fn key(&self) -> (&str, Option<&str>, &str, u64) {
        (&self.puzzle, self.name.as_deref(), &self.search, self.repetition)
    }

    /// Writes the record, on a line.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }

    /// Reads records, a line each; those of lines that name no puzzle are left out.
    ///
    /// # Errors
    /// When reading fails, or a line is no record of a run.
    pub fn read_all(reader: &mut dyn BufRead) -> io::Result<Vec<Self>> {
        #[derive(Deserialize)]
        struct Head {
            status: Status,
        }
        let mut runs = Vec::new();
        for (number, line) in (1..).zip(reader.lines()) {
            let line = line?;
            let wrong =
                |why| io::Error::new(io::ErrorKind::InvalidData, format!("line {number} is no record of a run: {why}"));
            let Head { status } = serde_json::from_str(&line).map_err(wrong)?;
            if status != Status::Error {
                runs.push(serde_json::from_str(&line).map_err(wrong)?);
            }
        }
        Ok(runs)
    }
}

/// The effective branching factor, to three decimals: the b for which a tree that branches b times at each of `length` levels
/// has so many nodes below its root (S. Russell, P. Norvig, *Artificial Intelligence*, section 3.6). None where the play is empty.
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

    #[test]
    fn branching_is_that_of_the_tree() {
        assert_eq!(branching(2 + 4 + 8, 3), Some(2.0));
        assert_eq!(branching(7, 7), Some(1.0));
        assert_eq!((branching(52, 5), branching(0, 3), branching(9, 0)), (Some(1.917), None, None));
    }

    #[test]
    fn records_read_back() {
        let counted = Counted {
            generated: 9.into(),
            duplicates: 2.into(),
            reexpanded: 0.into(),
            bound: Some(3),
            branching: Some(1.5),
            bytes: 100.into(),
            iterations: vec![Round { threshold: 3, nodes: 4, found: true }],
        };
        let run = Run {
            puzzle: "shift 1 1".into(),
            name: None,
            status: Status::Solved,
            search: "a-star:zero".into(),
            repetition: 1,
            because: None,
            length: Some(Whole(UBig::from(10u8).pow(20))),
            optimal: Some(true),
            lower: Some(3.into()),
            solver: None,
            expanded: Some(4.into()),
            counted: Some(counted),
            times: Some(Times { seconds: 0.5, cpu_seconds: None, table_seconds: 0.0 }),
        };
        let bare = Run { counted: None, times: None, status: Status::Refused, ..run.clone() };
        let mut lines = Vec::new();
        run.write(&mut lines).unwrap();
        lines.extend(b"{\"puzzle\":\"x\",\"status\":\"error\",\"error\":\"no\",\"line\":1}\n");
        bare.write(&mut lines).unwrap();
        let text = String::from_utf8(lines.clone()).unwrap();
        assert!(
            text.starts_with("{\"puzzle\":\"shift 1 1\",\"status\":\"solved\",\"search\":\"a-star:zero\","),
            "{text}"
        );
        assert!(text.contains("\"length\":\"100000000000000000000\""), "{text}");
        assert_eq!(Run::read_all(&mut &lines[..]).unwrap(), [run, bare]);
        assert!(Run::read_all(&mut &b"{}\n"[..]).is_err());
    }
}
