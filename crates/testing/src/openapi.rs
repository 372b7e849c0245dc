//! The document of the interface, held against every answer of every test.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::{Reply, coverage, schema};

/// The document, made once.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(api::openapi::whole);

/// Checks an answer against what the document says of its route; a test whose answer is another
/// one fails.
pub fn check(method: &str, target: &str, reply: &Reply) {
    // An unknown path or method has no operation that could say anything.
    let Some(path) = coverage::route(method, target) else { return };
    // Nor has one whose messages are those of another protocol.
    let Some(operations) = DOCUMENT["paths"].get(path) else { return };
    let operation = &operations[method.to_ascii_lowercase()];
    if let Err(flaw) = judge(&DOCUMENT, operation, reply) {
        panic!("{method} {target} is not answered as the document says: {flaw}\n{reply}");
    }
}

/// Whether the operation may answer this.
pub fn judge(whole: &Value, operation: &Value, reply: &Reply) -> Result<(), String> {
    let response = operation["responses"]
        .get(reply.status.to_string())
        .ok_or_else(|| format!("a status {} is not mentioned", reply.status))?;
    let media = reply.header("content-type").map(|it| it.split(';').next().unwrap_or(it).trim());
    let content = response.get("content").and_then(Value::as_object);
    let schema = match (content, media) {
        (None, None) if reply.text.is_empty() => return Ok(()),
        (Some(content), Some(media)) => content.get(media).map(|content| &content["schema"]),
        _ => None,
    };
    let schema = schema.ok_or_else(|| format!("a body of {media:?} is not mentioned"))?;
    if media != Some("application/json") || schema == &json!({ "type": "object" }) {
        return Ok(());
    }
    let flaws = schema::flaws(whole, schema, &reply.body);
    if flaws.is_empty() { Ok(()) } else { Err(flaws.join("; ")) }
}
