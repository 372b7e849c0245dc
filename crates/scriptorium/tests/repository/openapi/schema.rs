//! What the reader of JSON schemas accepts, and what it finds.

use serde_json::{Value, json};
use testing::schema::flaws;

fn one(schema: Value, value: Value) -> Vec<String> {
    let whole = json!({ "components": { "schemas": {
        "Name": { "title": "Name", "type": "string", "minLength": 1, "maxLength": 3 },
        "Loop": {
            "type": "object",
            "properties": { "next": { "anyOf": [
                { "$ref": "#/components/schemas/Loop" }, { "type": "null" },
            ] } },
        },
    } } });
    flaws(&whole, &schema, &value)
}

#[test]
fn what_fits_has_no_flaw() {
    let name = json!({ "$ref": "#/components/schemas/Name", "description": "A name." });
    for (schema, value) in [
        (name, json!("abc")),
        (json!({ "$ref": "#/components/schemas/Loop" }), json!({ "next": { "next": null } })),
        (json!({ "type": ["integer", "null"], "minimum": 0, "maximum": 5 }), json!(5)),
        (json!({ "type": ["string", "null"], "enum": ["a", null] }), json!(null)),
        (json!({ "type": "number", "format": "double" }), json!(1)),
        (json!({ "type": "array", "items": { "type": "boolean" } }), json!([true, false])),
        (json!({ "type": "object", "additionalProperties": true }), json!({ "any": [1] })),
        (
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            json!({ "a": "b" }),
        ),
        (json!({ "type": "string", "format": "date-time" }), json!("2026-11-20T13:20:00.007Z")),
        (json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" }), json!("#00fF00")),
    ] {
        assert_eq!(one(schema.clone(), value), Vec::<String>::new(), "{schema}");
    }
}

#[test]
fn each_rule_can_be_broken() {
    for (schema, value, flaw) in [
        (json!({ "$ref": "#/components/schemas/None" }), json!(1), "leads nowhere"),
        (json!({ "$ref": "#/components/schemas/Name" }), json!(""), "beyond the minLength"),
        (json!({ "$ref": "#/components/schemas/Name" }), json!("abcd"), "beyond the maxLength"),
        (json!({ "type": "integer" }), json!(1.5), "is no \"integer\""),
        (json!({ "type": ["string", "null"] }), json!(1), "is no"),
        (json!({ "type": "number", "minimum": 0 }), json!(-1), "beyond the minimum"),
        (json!({ "type": "number", "maximum": 1 }), json!(1.5), "beyond the maximum"),
        (json!({ "enum": ["a"] }), json!("b"), "is none of"),
        (json!({ "anyOf": [{ "type": "null" }] }), json!("b"), "fits none of"),
        (json!({ "required": ["a"] }), json!({}), "`a` is missing"),
        (json!({ "items": { "type": "null" } }), json!([null, 1]), "$[1]: 1 is no"),
        (json!({ "properties": {} }), json!({ "a": 1 }), "$.a: no schema"),
        (json!({ "properties": { "a": { "type": "null" } } }), json!({ "a": 1 }), "$.a: 1 is no"),
        (json!({ "additionalProperties": { "type": "null" } }), json!({ "a": 1 }), "$.a: 1 is no"),
        (json!({ "format": "date-time" }), json!("2026-11-20T13:20:00Z"), "is no time"),
        (json!({ "pattern": "^#[0-9a-fA-F]{6}$" }), json!("#12345g"), "does not fit"),
        (json!({ "pattern": "x" }), json!("x"), "is not known"),
        (json!({ "oneOf": [] }), json!("x"), "`oneOf` is not known"),
        (json!(true), json!("x"), "is no schema"),
    ] {
        let found = one(schema.clone(), value);
        assert!(found.len() == 1 && found[0].contains(flaw), "{schema}: {found:?}");
    }
}
