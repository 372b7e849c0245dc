//! What a value may be, as a schema of openapi.json says it: the few forms that occur there. A form
//! that is not known here is a failure, so that no client promises more than the document.

use serde_json::Value;

use crate::failure::{Failure, Outcome};

/// What a value may be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SchemaType {
    /// Any JSON.
    Any,
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    /// One of these words.
    Words(Vec<String>),
    /// A schema with a name.
    Named(String),
    List(Box<SchemaType>),
    /// Any names, with values of one kind.
    Dictionary(Box<SchemaType>),
    /// One of several.
    Either(Vec<SchemaType>),
}

impl SchemaType {
    /// Reads a schema.
    pub(super) fn read(schema: &Value) -> Outcome<Self> {
        if let Some(location) = schema["$ref"].as_str() {
            let name = location.rsplit('/').next().unwrap_or(location);
            return Ok(Self::Named(name.to_owned()));
        }
        if let Some(any) = schema["anyOf"].as_array() {
            let kinds = any.iter().map(Self::read).collect::<Outcome<_>>()?;
            return Ok(Self::Either(kinds));
        }
        if let Some(words) = schema["enum"].as_array() {
            return Ok(words_of(words));
        }
        match &schema["type"] {
            Value::Null if is_open(schema) => Ok(Self::Any),
            Value::String(word) => Self::of_word(word, schema),
            Value::Array(words) => {
                let words = words.iter().filter_map(Value::as_str);
                let kinds = words.map(|word| Self::of_word(word, schema));
                Ok(Self::Either(kinds.collect::<Outcome<_>>()?))
            }
            _ => Err(Failure::new(format!("no client knows the schema {schema}"))),
        }
    }

    fn of_word(word: &str, schema: &Value) -> Outcome<Self> {
        Ok(match word {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::Text,
            "array" => Self::List(Box::new(Self::read(&schema["items"])?)),
            "object" => {
                let values = &schema["additionalProperties"];
                let kind = if values.is_object() { Self::read(values)? } else { Self::Any };
                Self::Dictionary(Box::new(kind))
            }
            _ => return Err(Failure::new(format!("no client knows the type {word}"))),
        })
    }

    /// The kinds one can be chosen from; a single one if there is no choice.
    pub(super) fn choices(&self) -> &[Self] {
        match self {
            Self::Either(kinds) => kinds,
            one => std::slice::from_ref(one),
        }
    }
}

/// A closed vocabulary, which null may be part of.
fn words_of(words: &[Value]) -> SchemaType {
    let texts = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let kind = SchemaType::Words(texts);
    if words.iter().any(Value::is_null) {
        SchemaType::Either(vec![kind, SchemaType::Null])
    } else {
        kind
    }
}

/// Whether a schema without a type says nothing about the value.
fn is_open(schema: &Value) -> bool {
    let says = |name: &str| matches!(name, "description" | "title" | "default");
    schema.as_object().is_some_and(|schema| schema.keys().all(|name| says(name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::SchemaType;

    #[test]
    fn every_form_of_the_document_is_read() {
        let words = || SchemaType::Words(vec!["a".to_owned()]);
        for (schema, kind) in [
            (json!({ "description": "x" }), SchemaType::Any),
            (json!({ "type": "string", "pattern": "^x$" }), SchemaType::Text),
            (json!({ "type": "string", "enum": ["a"] }), words()),
            (
                json!({ "type": ["string", "null"], "enum": ["a", null] }),
                SchemaType::Either(vec![words(), SchemaType::Null]),
            ),
            (
                json!({ "type": ["integer", "null"] }),
                SchemaType::Either(vec![SchemaType::Integer, SchemaType::Null]),
            ),
            (json!({ "$ref": "#/components/schemas/One" }), SchemaType::Named("One".to_owned())),
            (
                json!({ "type": "array", "items": { "type": "number" } }),
                SchemaType::List(Box::new(SchemaType::Number)),
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "string" } }),
                SchemaType::Dictionary(Box::new(SchemaType::Text)),
            ),
            (json!({ "type": "object" }), SchemaType::Dictionary(Box::new(SchemaType::Any))),
        ] {
            assert_eq!(SchemaType::read(&schema).unwrap(), kind, "{schema}");
        }
    }

    #[test]
    fn a_form_nobody_knows_is_a_failure() {
        for schema in [json!({ "allOf": [] }), json!({ "type": "date" }), json!({ "not": {} })] {
            assert!(SchemaType::read(&schema).is_err(), "{schema}");
        }
    }
}
