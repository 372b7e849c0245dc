//! How values are displayed, in `config show` and in messages: in one line, without secrets.

use toml::Value;

use super::{
    agent_keys::of_agent,
    url::{HIDDEN, without_password},
};
use crate::logging::Plain;

/// A key whose value may hold a password in an address.
const DATABASE_URL: &str = "database.url";

/// The longest piece of a wrong value that is repeated in a message.
const FOUND_CHARS_MAX: usize = 80;

/// Whether this key is that of a secret.
pub(super) fn is_api_key(key: &str) -> bool {
    matches!(key, "model.api_key" | "search.api_key")
        || of_agent(key).is_some_and(|(_, name)| name == "api_key")
}

/// A value as it may be displayed: as TOML, without secrets.
pub(super) fn display(key: &str, value: &Value) -> String {
    let is_model_address = key.ends_with(".base_url");
    match value {
        Value::String(text) if key == DATABASE_URL => {
            Value::from(without_password(text)).to_string()
        }
        // Only what stands behind these characters may be a secret.
        Value::String(text) if is_model_address && text.contains(['@', '?', '#']) => {
            Value::from(HIDDEN).to_string()
        }
        Value::String(text) if is_api_key(key) && !text.is_empty() => {
            Value::from(HIDDEN).to_string()
        }
        Value::String(_) => value.to_string(),
        value if key == DATABASE_URL || is_model_address || is_api_key(key) => {
            format!("a {}", value.type_str())
        }
        value => value.to_string(),
    }
}

/// A text that somebody wrote, fit for one line of a message.
pub(super) fn found(text: &str) -> String {
    match text.char_indices().nth(FOUND_CHARS_MAX) {
        Some((end, _)) => format!("{}…", Plain(&text[..end])),
        None => Plain(text).to_string(),
    }
}
