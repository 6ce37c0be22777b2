//! `--format csv`: records as rows of a table. Commands write records; this makes rows of their lines, on the way to the output.

use std::io::{self, Write};

use serde_json::{Map, Value};

const ANSWERS: &[&str] = &[
    "line",
    "name",
    "puzzle",
    "status",
    "length",
    "value",
    "cost",
    "optimal",
    "lower",
    "solutions",
    "solver",
    "label",
    "expanded",
    "seconds",
    "cpu_seconds",
];
const LISTS: &[&str] = &["line", "name", "puzzle", "status", "number", "moves"];
const SURVEYS: &[&str] = &["line", "name", "puzzle", "status", "by", "number", "of", "count"];
const FACTS: &[&str] = &["line", "name", "puzzle", "status", "topic", "of", "value", "unit", "because"];

/// The columns of a command; none where it has no table.
pub fn columns(command: &str) -> Option<&'static [&'static str]> {
    match command {
        "solve" | "count" | "solvable" => Some(ANSWERS),
        "list" => Some(LISTS),
        "survey" => Some(SURVEYS),
        "explain" | "new" => Some(FACTS),
        _ => None,
    }
}

/// Makes rows of records.
pub struct Table {
    columns: &'static [&'static str],
    /// The record under way.
    record: Vec<u8>,
    has_head: bool,
}

impl Table {
    /// A table with these columns.
    pub fn new(columns: &'static [&'static str]) -> Self {
        Table { columns, record: Vec::new(), has_head: false }
    }

    /// Drops the record under way.
    pub fn take_back(&mut self) {
        self.record.clear();
    }

    /// Takes bytes of records, and writes the rows of those that are whole.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn take(&mut self, mut bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            self.record.extend_from_slice(&bytes[..end]);
            bytes = &bytes[end + 1..];
            let record = serde_json::from_slice(&self.record)?;
            self.record.clear();
            let mut table = csv::Writer::from_writer(&mut *out);
            if !std::mem::replace(&mut self.has_head, true) {
                table.write_record(self.columns)?;
            }
            for row in rows(record) {
                table.write_record(self.columns.iter().map(|column| cell(row.get(*column))))?;
            }
            table.into_inner().map_err(csv::IntoInnerError::into_error)?;
        }
        self.record.extend_from_slice(bytes);
        Ok(())
    }
}

/// The rows of a record: one, or one for each number of a distribution or for each fact.
fn rows(mut record: Map<String, Value>) -> Vec<Map<String, Value>> {
    if let Some(label) = record.get("proof").and_then(|proof| proof.get("label")).cloned() {
        record.insert("label".into(), label);
    }
    let each = |fields: Map<String, Value>| {
        record.iter().map(|(key, value)| (key.clone(), value.clone())).chain(fields).collect()
    };
    let numbered = |(number, count): (usize, &Value)| {
        each(Map::from_iter([("number".to_owned(), number.into()), ("count".to_owned(), count.clone())]))
    };
    if let Some(Value::Array(counts)) = record.get("distribution") {
        counts.iter().enumerate().map(numbered).collect()
    } else if let Some(Value::Array(facts)) = record.get("facts") {
        facts.iter().filter_map(Value::as_object).cloned().map(each).collect()
    } else {
        vec![record]
    }
}

/// A value as a cell; the items of a list are set apart by blanks.
fn cell(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => items.iter().map(|item| cell(Some(item))).collect::<Vec<_>>().join(" "),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_become_rows() {
        let mut out = Vec::new();
        let mut table = Table::new(FACTS);
        let record = r#"{"puzzle":"a,\"b\"","facts":[{"topic":"x","value":[1,"2"]},{"topic":"y","value":true}]}"#;
        for part in [&record[..20], &record[20..], "\n{\"status\":", "\"gave-up\"}\n"] {
            table.take(part.as_bytes(), &mut out).expect("a vector takes all");
        }
        let rows = "line,name,puzzle,status,topic,of,value,unit,because\n,,\"a,\"\"b\"\"\",,x,,1 2,,\n,,\"a,\"\"b\"\"\",,y,,true,,\n,,,gave-up,,,,,\n";
        assert_eq!(String::from_utf8(out).expect("text"), rows);
    }
}
