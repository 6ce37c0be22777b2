//! `docs/records.schema.json`, made from the types of records: `SALTUS_UPDATE_SNAPSHOTS=1 cargo test -p saltus-cli --lib schema` writes it.

use std::fs;
use std::path::Path;

use saltus::record::Status::{
    Answered, Failed, GaveUp, Refused, Refuted, Solvable, Solved, Undecided, Unsolvable, Verified,
};
use saltus::record::{self, Nothing, Puzzle, SCHEMA, Status, TableName};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A kind of records: its name, its commands (none where it is of all), what becomes of their questions, and its type.
type Kind = (&'static str, &'static [&'static str], &'static [Status], fn(&mut SchemaGenerator) -> Value);

const NO_ANSWER: &[&str] = &["count", "list", "solvable", "show", "graph", "new", "survey", "play"];

const KINDS: &[Kind] = &[
    ("refused", &[], &[Refused, Status::Error], of::<Puzzle, record::Refused>),
    ("no-answer", NO_ANSWER, &[Unsolvable, GaveUp], of::<Puzzle, record::NoAnswer>),
    ("solve", &["solve"], &[Solved, Unsolvable, GaveUp], of::<Puzzle, record::Solve>),
    ("count", &["count"], &[Solved], of::<Puzzle, record::Count>),
    ("list", &["list"], &[Solved], of::<Puzzle, record::List>),
    ("solvable", &["solvable"], &[Solved, Solvable, Unsolvable], of::<Puzzle, record::Solvable>),
    ("show", &["show"], &[Answered], of::<Puzzle, record::Show>),
    ("explain", &["explain", "new"], &[Answered], of::<Puzzle, record::Explain>),
    ("survey", &["survey"], &[Answered], of::<Puzzle, record::Survey>),
    ("play", &["play"], &[Answered], of::<Puzzle, record::Play>),
    ("compare", &["compare"], &[Solved, Unsolvable, GaveUp, Refused], of::<Puzzle, record::Compare>),
    ("check", &["check"], &[Verified, Refuted, Undecided], of::<Nothing, record::Check>),
    ("search", &["explain"], &[Answered], of::<Nothing, record::Search>),
    ("family", &["puzzles"], &[Answered], of::<Nothing, record::Family>),
    ("rules", &["puzzles"], &[Answered], of::<Puzzle, record::Rules>),
    ("word", &["word"], &[Answered, Unsolvable], of::<Nothing, record::Word>),
    ("patterns", &["word"], &[Answered], of::<Nothing, record::Patterns>),
    ("table", &["tables"], &[Answered], of::<TableName, record::Table>),
    ("removed", &["tables"], &[Answered], of::<TableName, record::Removed>),
    ("table-check", &["tables"], &[Verified, Refuted, Undecided, Failed], of::<TableName, record::Check>),
    ("bench", &["bench"], &[Answered], of::<Nothing, record::Bench>),
    ("reproduced", &["reproduce"], &[Answered, Verified, Refuted, Undecided], of::<Nothing, record::Reproduced>),
];

/// What all records have, what one is about, and the fields of its kind.
fn of<A: JsonSchema, F: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    let mut properties = Map::new();
    let mut required = vec![json!("command"), json!("status"), json!("schema"), json!("saltus")];
    for part in [A::json_schema(generator), F::json_schema(generator)] {
        let part = part.to_value();
        properties.extend(part["properties"].as_object().cloned().expect("fields"));
        required.extend(part.get("required").and_then(Value::as_array).cloned().unwrap_or_default());
    }
    properties.insert("schema".into(), json!({ "description": "The version of this format.", "const": SCHEMA }));
    properties.insert("saltus".into(), json!({ "description": "The version of the program.", "type": "string" }));
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The schema of all records.
fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut kinds = Map::new();
    for (name, commands, statuses, of) in KINDS {
        let mut kind = of(&mut generator);
        let command = if commands.is_empty() { json!({ "type": "string" }) } else { json!({ "enum": commands }) };
        let words: Vec<&str> = statuses.iter().map(|status| status.word()).collect();
        kind["properties"]["command"] = command;
        kind["properties"]["status"] = json!({ "description": "What became of it.", "enum": words });
        kinds.insert((*name).to_owned(), kind);
    }
    let any: Vec<Value> = KINDS.iter().map(|(name, ..)| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    let parts = generator.take_definitions(true);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A record of saltus, schema {SCHEMA}"),
        "description": "One line of what `saltus COMMAND --format json` writes. docs/records.md says what the fields mean.",
        "anyOf": any,
        "$defs": kinds.into_iter().chain(parts).collect::<Map<_, _>>(),
    });
    simplify(&mut schema);
    schema
}

/// Takes out what is said of types that programs have and readers have not. What is not there is left out, and never null. Fields that are not known
/// are allowed: versions to come add some.
fn simplify(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(fields) => {
            fields.retain(|key, value| key != "format" && (key != "additionalProperties" || *value != json!(false)));
            fields.values_mut().for_each(simplify);
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|one| one != "null");
                if let [one] = &types[..] {
                    fields["type"] = one.clone();
                }
            }
            if let Some(Value::Array(any)) = fields.get_mut("anyOf") {
                any.retain(|one| *one != json!({ "type": "null" }));
                if let [Value::Object(one)] = &any[..] {
                    let one = one.clone();
                    fields.remove("anyOf");
                    fields.extend(one);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn the_schema_is_that_of_the_types() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records.schema.json");
    let made = serde_json::to_string_pretty(&schema()).expect("JSON") + "\n";
    if std::env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, &made).expect("the file can be written");
    }
    let kept = fs::read_to_string(&file).expect("the file is there");
    assert!(kept == made, "docs/records.schema.json is stale; SALTUS_UPDATE_SNAPSHOTS=1 with this test writes it");
}
