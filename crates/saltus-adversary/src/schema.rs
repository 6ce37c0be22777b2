//! JSON Schema, as much of it as docs/records.schema.json uses. A keyword that is not known here is a mistake, not a licence.

use std::sync::OnceLock;

use regex_lite::Regex;
use serde_json::{Map, Value};

/// The schema of records.
const RECORDS: &str = include_str!("../../../docs/records.schema.json");

/// What is wrong with a record, if anything is.
///
/// # Panics
/// When the schema has a keyword that is not known here.
pub fn faults_of_record(record: &Value) -> Vec<String> {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    let root = SCHEMA.get_or_init(|| serde_json::from_str(RECORDS).expect("the schema is JSON"));
    faults(root, root, record)
}

/// What is wrong with a value by a schema, whose references are into `root`.
///
/// # Panics
/// When the schema has a keyword that is not known here.
pub fn faults(root: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    Reader { root }.look(schema, value, "", &mut faults);
    faults
}

struct Reader<'a> {
    root: &'a Value,
}

impl<'a> Reader<'a> {
    fn is_valid(&self, schema: &'a Value, value: &Value) -> bool {
        let mut faults = Vec::new();
        self.look(schema, value, "", &mut faults);
        faults.is_empty()
    }

    fn look(&self, schema: &'a Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let Value::Object(keywords) = schema else {
            if *schema != Value::Bool(true) {
                faults.push(format!("{place}: nothing may be here"));
            }
            return;
        };
        for (keyword, said) in keywords {
            self.keyword(keywords, keyword, said, (value, place), faults);
        }
    }

    fn keyword(
        &self,
        keywords: &'a Map<String, Value>,
        keyword: &str,
        said: &'a Value,
        (value, place): (&Value, &str),
        faults: &mut Vec<String>,
    ) {
        let mut claim = |holds: bool, why: &dyn Fn() -> String| {
            if !holds {
                faults.push(format!("{place}: {}", why()));
            }
        };
        let schemas = || list(said).iter();
        match keyword {
            "$schema" | "$defs" | "$id" | "title" | "description" | "format" | "default" | "examples" => {}
            "$ref" => {
                let path = said.as_str().and_then(|path| path.strip_prefix('#')).expect("a place in the schema");
                self.look(self.root.pointer(path).expect("it is there"), value, place, faults);
            }
            "oneOf" => {
                let many = schemas().filter(|schema| self.is_valid(schema, value)).count();
                claim(many == 1, &|| format!("{many} of the forms fit {value}"));
            }
            "anyOf" => claim(schemas().any(|schema| self.is_valid(schema, value)), &|| format!("no form fits {value}")),
            "allOf" => schemas().for_each(|schema| self.look(schema, value, place, faults)),
            "not" => claim(!self.is_valid(said, value), &|| format!("{value} is what it must not be")),
            "const" => claim(value == said, &|| format!("{value} is not {said}")),
            "enum" => claim(list(said).contains(value), &|| format!("{value} is none of {said}")),
            "type" => {
                let types = said.as_array().map_or(std::slice::from_ref(said), Vec::as_slice);
                claim(types.iter().any(|word| is_of(value, word)), &|| format!("{value} is no {said}"));
            }
            "pattern" => {
                let pattern = Regex::new(said.as_str().expect("a text")).expect("a pattern");
                claim(value.as_str().is_none_or(|text| pattern.is_match(text)), &|| format!("{value} is not {said}"));
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                let end = said.as_f64().expect("a number");
                let holds = value.as_f64().is_none_or(|number| match keyword {
                    "minimum" => number >= end,
                    "maximum" => number <= end,
                    "exclusiveMinimum" => number > end,
                    _ => number < end,
                });
                claim(holds, &|| format!("{value} is not in the range of {keyword} {said}"));
            }
            "minItems" | "maxItems" => {
                let (end, is_most) = (said.as_u64().expect("a number") as usize, keyword == "maxItems");
                let holds = value.as_array().is_none_or(|items| (items.len() <= end) == is_most || items.len() == end);
                claim(holds, &|| format!("{value} has not {keyword} {said}"));
            }
            "required" => {
                for name in list(said).iter().map(|name| name.as_str().expect("a name")) {
                    claim(value.as_object().is_none_or(|fields| fields.contains_key(name)), &|| format!("no {name}"));
                }
            }
            _ => self.inside(keywords, keyword, said, (value, place), faults),
        }
    }

    /// What a keyword says of what is inside of a value.
    fn inside(
        &self,
        keywords: &'a Map<String, Value>,
        keyword: &str,
        said: &'a Value,
        (value, place): (&Value, &str),
        faults: &mut Vec<String>,
    ) {
        match keyword {
            "properties" => {
                let known = said.as_object().expect("fields");
                for (name, field) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = known.get(name) {
                        self.look(schema, field, &format!("{place}/{name}"), faults);
                    }
                }
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (name, field) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(name)) {
                        self.look(said, field, &format!("{place}/{name}"), faults);
                    }
                }
            }
            "prefixItems" => {
                for (at, (item, schema)) in value.as_array().into_iter().flatten().zip(list(said)).enumerate() {
                    self.look(schema, item, &format!("{place}/{at}"), faults);
                }
            }
            "items" => {
                let before = keywords.get("prefixItems").map_or(0, |items| list(items).len());
                for (at, item) in value.as_array().into_iter().flatten().enumerate().skip(before) {
                    self.look(said, item, &format!("{place}/{at}"), faults);
                }
            }
            _ => panic!("the schema says {keyword:?}, which this reader does not know"),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn is_of(value: &Value, word: &Value) -> bool {
    match word.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("there is no type {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_finds_what_is_wrong() {
        let root = json!({
            "$defs": {"whole": {"oneOf": [{"type": "integer", "minimum": 0, "exclusiveMaximum": 10}, {"type": "string", "pattern": "^[1-9]+$"}]}},
            "type": "object", "required": ["a"], "additionalProperties": false,
            "properties": {
                "a": {"$ref": "#/$defs/whole"},
                "b": {"type": "array", "prefixItems": [{"const": 1}], "items": {"enum": ["x"]}, "minItems": 2, "maxItems": 3},
                "c": {"not": {"type": ["null", "boolean"]}},
                "d": {"anyOf": [{"type": "null"}, {"allOf": [{"type": "number"}, {"maximum": 2}]}]}
            }
        });
        let reader = Reader { root: &root };
        let is_valid = |value: Value| reader.is_valid(&root, &value);
        for good in [json!({"a": 9}), json!({"a": "12", "b": [1, "x"], "c": 3, "d": null}), json!({"a": 0, "d": 1.5})] {
            assert!(is_valid(good.clone()), "{good}");
        }
        for bad in [
            json!([]),
            json!({}),
            json!({"a": 10}),
            json!({"a": -1}),
            json!({"a": "0"}),
            json!({"a": 1, "z": 1}),
            json!({"a": 1, "b": [1]}),
            json!({"a": 1, "b": [2, "x"]}),
            json!({"a": 1, "b": [1, "y"]}),
            json!({"a": 1, "b": [1, "x", "x", "x"]}),
            json!({"a": 1, "c": true}),
            json!({"a": 1, "d": 3}),
        ] {
            assert!(!is_valid(bad.clone()), "{bad}");
        }
    }

    #[test]
    #[should_panic(expected = "does not know")]
    fn it_knows_what_it_does_not_know() {
        let root = json!({"unevaluatedProperties": false});
        Reader { root: &root }.is_valid(&root, &json!(1));
    }
}
