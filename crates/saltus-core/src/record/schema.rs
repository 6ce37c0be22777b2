//! The schema of types whose serializers are written by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::{Moves, Seconds, Text, Whole};
use crate::verdict::Note;

impl JsonSchema for Whole {
    fn schema_name() -> Cow<'static, str> {
        "whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number: from 2^53 on a text of its digits, since many readers of JSON keep no more bits.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "exclusiveMaximum": 1u64 << 53 },
                { "type": "string", "pattern": "^[1-9][0-9]{15,}$" }
            ]
        })
    }
}

impl JsonSchema for Note {
    fn schema_name() -> Cow<'static, str> {
        "note".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Numbers that a search reports with its answer.",
            "type": "object",
            "required": ["what"],
            "properties": { "what": { "type": "string" } },
            "additionalProperties": generator.subschema_for::<Whole>()
        })
    }
}

macro_rules! same_as {
    ($($type:ty = $other:ty),*) => {
        $(impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                <$other>::schema_name()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$other>::json_schema(generator)
            }
        })*
    };
}

same_as!(Text<'_> = String, Moves<'_> = Vec<String>, Seconds = f64);

/// What is not there is left out of a record, and never null.
pub(crate) fn left_out(schema: &mut Schema) {
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    let may_be_null: Vec<String> =
        properties.iter_mut().filter_map(|(name, field)| take_null(field).then(|| name.clone())).collect();
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !may_be_null.iter().any(|optional| name == optional));
    }
}

/// Takes null out of what a field may hold, and says whether it was there.
fn take_null(field: &mut Value) -> bool {
    let (null, of_type) = (json!({ "type": "null" }), json!("null"));
    if let Some(Value::Array(types)) = field.get_mut("type")
        && types.contains(&of_type)
    {
        types.retain(|one| *one != of_type);
        if let [one] = &types[..] {
            field["type"] = one.clone();
        }
        return true;
    }
    let Some(Value::Array(any)) =
        field.get_mut("anyOf").filter(|any| any.as_array().is_some_and(|any| any.contains(&null)))
    else {
        return false;
    };
    any.retain(|one| *one != null);
    if let [one] = &any[..] {
        let one = one.clone();
        let fields = field.as_object_mut().expect("an object");
        fields.remove("anyOf");
        fields.extend(one.as_object().cloned().unwrap_or_default());
    }
    true
}
