//! What requests and replies are made of, as their types declare it, in the forms that others read: `SALTUS_UPDATE_SNAPSHOTS=1 cargo test -p saltus-api --lib
//! declared` writes
//!
//! - docs/records.schema.json, the JSON Schema of the program's records;
//! - docs/openapi.json, the server's requests as `OpenAPI` 3.1;
//! - `requests.md` and `local.md` here, the tables of requests in the documentation of this crate;
//! - `types.d.ts` for the page and the npm package.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use saltus::record::Status::{
    Answered, Failed, GaveUp, Refused, Refuted, Solvable, Solved, Undecided, Unsolvable, Verified,
};
use saltus::record::{self, Nothing, Puzzle, SCHEMA, Status, TableName};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::{Method, Operation, local, reply};

/// What a question declares of its request and its reply.
#[derive(Debug)]
pub(crate) struct Declared {
    about: &'static str,
    request: fn(&mut SchemaGenerator) -> Schema,
    reply: fn(&mut SchemaGenerator) -> Schema,
}

impl Declared {
    pub(crate) const fn new<Q: JsonSchema, R: JsonSchema>(about: &'static str) -> Self {
        Declared { about, request: Q::json_schema, reply: SchemaGenerator::subschema_for::<R> }
    }
}

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

/// The schema of a kind of records.
fn kind(generator: &mut SchemaGenerator, (_, commands, statuses, of): &Kind) -> Value {
    let mut kind = of(generator);
    let command = if commands.is_empty() { json!({ "type": "string" }) } else { json!({ "enum": commands }) };
    let words: Vec<&str> = statuses.iter().map(|status| status.word()).collect();
    kind["properties"]["command"] = command;
    kind["properties"]["status"] = json!({ "description": "What became of it.", "enum": words });
    kind
}

/// The schema of all records.
fn records() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let kinds = KINDS.iter().map(|one| (one.0.to_owned(), kind(&mut generator, one)));
    let kinds: Map<_, _> = kinds.collect();
    let any: Vec<Value> = KINDS.iter().map(|(name, ..)| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    let mut parts = generator.take_definitions(true);
    for part in parts.values_mut().filter_map(Value::as_object_mut) {
        // Versions to come add fields.
        part.retain(|key, value| key != "additionalProperties" || value.is_object());
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A record of saltus, schema {SCHEMA}"),
        "description": "One line of what `saltus COMMAND --format json` writes. docs/records.md says what the fields mean.",
        "anyOf": any,
        "$defs": kinds.into_iter().chain(parts).collect::<Map<_, _>>(),
    });
    plain(&mut schema);
    schema
}

/// Replies that are records: of the kinds that these commands write.
macro_rules! replies {
    ($($name:ident: $($kind:literal)|+;)*) => {$(
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let kinds = [$($kind),+].map(|name| {
                    let one = KINDS.iter().find(|one| one.0 == name).expect("a kind of records");
                    let mut kind = kind(generator, one);
                    let command = stringify!($name).trim_end_matches("Record").to_lowercase();
                    kind["properties"]["command"] = json!({ "const": command });
                    kind
                });
                let schema = if let [one] = &kinds[..] { one.clone() } else { json!({ "anyOf": kinds }) };
                schema.try_into().expect("a schema")
            }
        }
    )*};
}

replies! {
    SolveRecord: "solve";
    CountRecord: "count" | "no-answer";
    SurveyRecord: "survey" | "no-answer";
    ShowRecord: "show";
}

/// Replies that are files.
macro_rules! files {
    ($($name:ident: $($media:literal)|+;)*) => {$(
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schemars::json_schema!({ "media": [$($media),+] })
            }
        }
    )*};
}

files! {
    Svg: "image/svg+xml";
    Drawn: "image/svg+xml" | "image/png" | "image/gif";
    Certificate: "application/octet-stream";
}

/// The requests and replies of questions, and the types that they name.
struct Requests {
    /// Each with its request, its reply and how it is asked.
    all: Vec<(&'static Operation, Value, Value)>,
    types: Map<String, Value>,
}

fn requests(operations: &'static [Operation]) -> Requests {
    let settings = SchemaSettings::draft2020_12();
    let (mut asked, mut replied) = (settings.clone().into_generator(), settings.for_serialize().into_generator());
    let of = |operation: &'static Operation| {
        let Declared { request, reply, .. } = operation.declared;
        (operation, request(&mut asked).to_value(), reply(&mut replied).to_value())
    };
    let mut all: Vec<_> = operations.iter().map(of).collect();
    replied.subschema_for::<reply::Fault>();
    let mut types: Map<_, _> = asked.take_definitions(true).into_iter().chain(replied.take_definitions(true)).collect();
    types.values_mut().for_each(plain);
    for (_, request, reply) in &mut all {
        plain(request);
        plain(reply);
    }
    Requests { all, types }
}

/// Takes out what is said of types that programs have and readers have not.
fn plain(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(plain),
        Value::Object(fields) => {
            // What is null is left out; a field with the name of a keyword is an object.
            fields.retain(|key, value| !(key == "format" && value.is_string() || key == "default" && value.is_null()));
            fields.values_mut().for_each(plain);
        }
        _ => {}
    }
}

/// The server's requests, for tools that make clients of them.
fn openapi() -> Value {
    let Requests { all, types } = requests(crate::operations());
    let mut paths = Map::new();
    for (Operation { name, method, declared, .. }, request, reply) in all {
        let json = |schema: Value| json!({ "application/json": { "schema": schema } });
        let content = match reply.get("media").and_then(Value::as_array) {
            Some(media) => media.iter().map(|media| (media.as_str().expect("a word").to_owned(), json!({}))).collect(),
            None => json(reply),
        };
        let mut asked = json!({
            "operationId": name,
            "summary": declared.about,
            "responses": {
                "200": { "description": "The answer.", "content": content },
                "default": { "description": "Why there is none.", "content": json(json!({ "$ref": "#/components/schemas/Fault" })) }
            }
        });
        match method {
            Method::Post => asked["requestBody"] = json!({ "required": true, "content": json(request) }),
            Method::Get => {
                // Lists are written with commas, and objects not at all.
                let parameters = fields(&request).filter(|(_, schema, _)| schema.get("$ref").is_none());
                let parameters = parameters.map(|(name, schema, required)| {
                    json!({ "name": name, "in": "query", "required": required, "explode": false, "schema": schema })
                });
                asked["parameters"] = parameters.collect();
            }
        }
        let method = if *method == Method::Get { "get" } else { "post" };
        paths.insert(format!("/api/{name}"), json!({ method: asked }));
    }
    let text = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "saltus serve",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What a server answers, and the module for a browser. docs/web.md says what an answer may cost."
        },
        "paths": paths,
        "components": { "schemas": types }
    });
    let text = text.to_string().replace("#/$defs/", "#/components/schemas/");
    serde_json::from_str(&text).expect("JSON")
}

/// What a schema says for people, and its default.
fn said(schema: &Value) -> String {
    let words = schema["description"].as_str().unwrap_or_default().split("\n\n").next().unwrap_or_default();
    let mut words = words.replace('\n', " ").replace("[`", "`").replace("`]", "`");
    if let Some(default) = schema.get("default").filter(|default| default.is_string() || default.is_u64()) {
        write!(words, " [default: {default}]").expect("a text has room");
    }
    words.trim_start().to_owned()
}

/// The fields of a schema, and whether each must be there.
fn fields(schema: &Value) -> impl Iterator<Item = (&str, &Value, bool)> {
    let required = schema["required"].as_array();
    let all = schema["properties"].as_object().into_iter().flatten();
    all.map(move |(name, field)| (&**name, field, required.is_some_and(|names| names.contains(&json!(name)))))
}

/// Requests as a table.
fn table(operations: &'static [Operation]) -> String {
    let Requests { all, types } = requests(operations);
    let mut known = BTreeMap::new();
    let mut page = String::from("| name | request | reply |\n|---|---|---|\n");
    for (Operation { name, declared, .. }, request, _) in &all {
        let asked = fields(request).map(|(field, schema, is_required)| {
            known.entry(field.to_owned()).or_insert_with(|| said(schema));
            if is_required { format!("**`{field}`**") } else { format!("`{field}`") }
        });
        let asked = asked.collect::<Vec<_>>().join(", ");
        writeln!(page, "| `{name}` | {asked} | {} |", declared.about).expect("a text has room");
    }
    let limits = fields(&types["Limits"]).map(|(name, schema, _)| format!("`{name}`: {}", said(schema)));
    known.insert(
        "limits".into(),
        format!("Limits below those that are granted. {}", limits.collect::<Vec<_>>().join(" ")),
    );
    page += "\nFields in bold are required; a field that is not listed is refused. The empty request is `{}`.\n\n| field | what it is |\n|---|---|\n";
    for (field, is) in known {
        writeln!(page, "| `{field}` | {is} |").expect("a text has room");
    }
    page
}

/// A comment above a declaration.
fn comment(schema: &Value, indent: &str) -> String {
    let words = said(schema);
    if words.is_empty() { words } else { format!("{indent}/** {words} */\n") }
}

/// The name of a type as TypeScript has it.
fn named(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// The fields of an object in TypeScript, a line each.
fn members(schema: &Value, indent: &str) -> String {
    let mut lines = String::new();
    for (name, field, is_required) in fields(schema) {
        writeln!(lines, "{}{indent}{};", comment(field, indent), member(name, field, is_required))
            .expect("a text has room");
    }
    lines
}

/// A field in TypeScript.
fn member(name: &str, field: &Value, is_required: bool) -> String {
    format!("{name}{}: {}", if is_required { "" } else { "?" }, typed(field))
}

/// A schema as a type of TypeScript.
fn typed(schema: &Value) -> String {
    let list = |key: &str| schema.get(key).and_then(Value::as_array);
    let union = |parts: &mut dyn Iterator<Item = String>| {
        let mut all = Vec::new();
        parts.for_each(|part| {
            if !all.contains(&part) {
                all.push(part);
            }
        });
        all.join(" | ")
    };
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        return named(path.rsplit('/').next().expect("a name"));
    }
    if let Some(media) = list("media") {
        return if *media == ["image/svg+xml"] { "string".into() } else { "Uint8Array<ArrayBuffer>".into() };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = list("enum") {
        return union(&mut values.iter().map(Value::to_string));
    }
    if let Some(forms) = list("anyOf").or_else(|| list("oneOf")) {
        return union(&mut forms.iter().map(typed));
    }
    if let Some(types) = list("type") {
        let one = |word: &Value| {
            let mut one = schema.clone();
            one["type"] = word.clone();
            typed(&one)
        };
        return union(&mut types.iter().map(one));
    }
    match schema["type"].as_str().unwrap_or_default() {
        "integer" => "number".into(),
        "array" => {
            let least = schema["minItems"].as_u64().unwrap_or_default() as usize;
            let all_of_one =
                list("prefixItems").is_none() && (least == 0 || schema["maxItems"].as_u64() != Some(least as u64));
            let item = || typed(&schema["items"]);
            if all_of_one {
                let item = item();
                return if item.contains(" | ") { format!("({item})[]") } else { item + "[]" };
            }
            let items =
                list("prefixItems").map_or_else(|| vec![item(); least], |items| items.iter().map(typed).collect());
            format!("[{}]", items.join(", "))
        }
        "object" => {
            let own: Vec<String> =
                fields(schema).map(|(name, field, is_required)| member(name, field, is_required)).collect();
            let own = format!("{{ {} }}", own.join("; "));
            match schema.get("additionalProperties").filter(|others| others.is_object()) {
                Some(others) => format!("{own} & Record<string, {}>", typed(others)),
                None => own,
            }
        }
        word => word.to_owned(),
    }
}

/// The types of the npm package.
fn types() -> String {
    let Requests { all, types } = requests(crate::operations());
    let mut text = String::from(
        "// What requests and replies are made of. Made from their types in Rust by a test of saltus-api; do not edit.\n",
    );
    for (name, schema) in &types {
        let is_plain =
            schema["type"] == "object" && schema.get("additionalProperties").is_none_or(|others| !others.is_object());
        let forms = schema
            .get("anyOf")
            .and_then(Value::as_array)
            .filter(|forms| forms.iter().all(|form| form["type"] == "object"));
        let name = named(name);
        let declared = match forms {
            Some(forms) => {
                let forms = forms.iter().map(|form| format!("{{\n{}}}", members(form, "  ")));
                format!("type {name} = {};", forms.collect::<Vec<_>>().join(" | "))
            }
            None if is_plain => format!("interface {name} {{\n{}}}", members(schema, "  ")),
            None => format!("type {name} = {};", typed(schema)),
        };
        write!(text, "\n{}export {declared}\n", comment(schema, "")).expect("a text has room");
    }
    text += "\n/** What each request has. */\nexport interface Requests {\n";
    for (operation, request, _) in &all {
        let fields =
            if request["properties"].is_null() { "{}".into() } else { format!("{{\n{}  }}", members(request, "    ")) };
        writeln!(text, "  /** {} */\n  {}: {fields};", operation.declared.about, operation.name)
            .expect("a text has room");
    }
    text += "}\n\n/** What each reply is. */\nexport interface Replies {\n";
    for (operation, _, reply) in &all {
        writeln!(text, "  {}: {};", operation.name, typed(reply)).expect("a text has room");
    }
    text + "}\n"
}

#[test]
fn what_is_declared_is_what_others_read() {
    let json = |value: &Value| serde_json::to_string_pretty(value).expect("JSON") + "\n";
    let files = [
        ("docs/records.schema.json", json(&records())),
        ("docs/openapi.json", json(&openapi())),
        ("crates/saltus-api/requests.md", table(crate::operations())),
        ("crates/saltus-api/local.md", table(local::operations())),
        ("crates/saltus-web/types.d.ts", types()),
    ];
    for (name, made) in files {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        if std::env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some() {
            fs::write(&file, &made).expect("the file can be written");
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == made, "{name} is stale; SALTUS_UPDATE_SNAPSHOTS=1 with this test writes it");
    }
}
