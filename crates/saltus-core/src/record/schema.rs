//! The schema of types whose serializers are written by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

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
