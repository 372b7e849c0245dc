//! The writer: compact text, stopping once it has become longer than its bound.

use std::fmt::Write as _;

use super::Json;

/// Writes `value` to `text`; false when it was cut because the text grew past `bytes_max`.
pub(super) fn bounded(value: &Json, text: &mut String, bytes_max: usize) -> bool {
    match value {
        Json::Null => text.push_str("null"),
        Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Json::Int(value) => {
            let _ = write!(text, "{value}");
        }
        Json::BigInt(digits) => text.push_str(digits),
        Json::Float(value) => text.push_str(&number(*value)),
        Json::Text(string) | Json::InvalidText(string) => return quoted(string, text, bytes_max),
        Json::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                if !bounded(item, text, bytes_max) {
                    return false;
                }
            }
            text.push(']');
        }
        Json::Object(object) => {
            text.push('{');
            for (index, member) in object.members().iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                if !quoted(&member.key, text, bytes_max) {
                    return false;
                }
                text.push(':');
                if !bounded(&member.value, text, bytes_max) {
                    return false;
                }
            }
            text.push('}');
        }
    }
    text.len() <= bytes_max
}

/// The shortest text that reads back as the same double.
fn number(value: f64) -> String {
    serde_json::Number::from_f64(value).map_or_else(|| "null".to_owned(), |n| n.to_string())
}

fn quoted(string: &str, text: &mut String, bytes_max: usize) -> bool {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(control));
            }
            plain => text.push(plain),
        }
        if text.len() > bytes_max {
            return false;
        }
    }
    text.push('"');
    text.len() <= bytes_max
}
