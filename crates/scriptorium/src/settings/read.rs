//! How one value is read: each function takes a TOML value and gives the setting's type, or says
//! what it expected, as the end of a sentence that begins with "expected". It does not know where
//! the value comes from.

use std::{
    net::{IpAddr, SocketAddr},
    ops::RangeInclusive,
    path::PathBuf,
};

use llm::{BaseUrl, BaseUrlError, Secret};
use toml::Value;

use super::DatabaseUrl;
use crate::logging::Level;

/// The most names of a list.
const NAMES_MAX: usize = 100;

/// A whole number of `unit` within bounds.
pub(super) fn whole<T: TryFrom<i64>>(
    unit: &'static str,
    bounds: RangeInclusive<i64>,
) -> impl Fn(&Value) -> Result<T, String> {
    move |value| {
        value
            .as_integer()
            .filter(|number| bounds.contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                format!("a whole number from {} to {} ({unit})", bounds.start(), bounds.end())
            })
    }
}

/// A number from 0 to 1.
pub(super) fn share(value: &Value) -> Result<f64, String> {
    value
        .as_float()
        .or_else(|| value.as_integer().map(|number| number as f64))
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "a number from 0.0 to 1.0".to_owned())
}

/// Yes or no.
pub(super) fn truth(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "true or false".to_owned())
}

/// One of these words.
pub(super) fn word<T>(
    words: &'static [&'static str],
    parse: impl Fn(&str) -> Option<T>,
) -> impl Fn(&Value) -> Result<T, String> {
    move |value| {
        text(value).and_then(&parse).ok_or_else(|| format!("one of \"{}\"", words.join("\", \"")))
    }
}

/// An IP address and a port.
pub(super) fn address(value: &Value) -> Result<SocketAddr, String> {
    text(value).and_then(|text| text.parse().ok()).ok_or_else(|| {
        "an IP address and a port, such as \"127.0.0.1:7878\" or \"[::1]:7878\"".to_owned()
    })
}

/// A list of host names, brought to lower case and without a final dot.
pub(super) fn host_names(value: &Value) -> Result<Vec<String>, String> {
    value
        .as_array()
        .filter(|names| names.len() <= NAMES_MAX)
        .and_then(|names| names.iter().map(host_name).collect())
        .ok_or_else(|| {
            format!(
                "a list of at most {NAMES_MAX} host names without scheme and port, such as \
                 [\"studio.example.org\"]"
            )
        })
}

/// A host name of letters, digits, hyphens and dots, as in RFC 1123.
fn host_name(value: &Value) -> Option<String> {
    const NAME_BYTES_MAX: usize = 253;
    const LABEL_BYTES_MAX: usize = 63;

    let name = text(value)?.to_ascii_lowercase();
    let name = name.strip_suffix('.').unwrap_or(&name);
    let is_label = |label: &str| {
        (1..=LABEL_BYTES_MAX).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (name.len() <= NAME_BYTES_MAX && name.split('.').all(is_label)).then(|| name.to_owned())
}

/// A list of IP addresses.
pub(super) fn addresses(value: &Value) -> Result<Vec<IpAddr>, String> {
    value
        .as_array()
        .filter(|addresses| addresses.len() <= NAMES_MAX)
        .and_then(|addresses| addresses.iter().map(|it| text(it)?.parse().ok()).collect())
        .ok_or_else(|| {
            format!(
                "a list of at most {NAMES_MAX} IP addresses without a port, such as [\"192.0.2.7\"]"
            )
        })
}

/// The path of a folder.
pub(super) fn folder(value: &Value) -> Result<PathBuf, String> {
    text(value)
        .filter(|text| !text.is_empty())
        .map(PathBuf::from)
        .ok_or_else(|| "the path of a folder".to_owned())
}

/// The path of a folder, or nothing.
pub(super) fn folder_or_none(value: &Value) -> Result<Option<PathBuf>, String> {
    text(value)
        .map(|text| (!text.is_empty()).then(|| PathBuf::from(text)))
        .ok_or_else(|| "nothing, or the path of a folder".to_owned())
}

/// The address of a database.
pub(super) fn database_url(value: &Value) -> Result<DatabaseUrl, String> {
    text(value).and_then(DatabaseUrl::parse).ok_or_else(|| {
        "nothing for SQLite, or \"postgres://user:password@host:5432/name\"".to_owned()
    })
}

/// The address of a model server, or none.
pub(super) fn base_url(value: &Value) -> Result<Option<BaseUrl>, String> {
    match text(value) {
        Some("") => Ok(None),
        Some(address) => BaseUrl::parse(address).map(Some).map_err(|error| error.to_string()),
        None => Err(BaseUrlError::Form.to_string()),
    }
}

/// The name of a model as its server calls it, or nothing.
pub(super) fn model_name(value: &Value) -> Result<String, String> {
    const NAME_CHARS_MAX: usize = 200;

    text(value)
        .filter(|text| text.chars().count() <= NAME_CHARS_MAX && text.trim() == *text)
        .map(str::to_owned)
        .ok_or_else(|| format!("the name of a model, of at most {NAME_CHARS_MAX} characters"))
}

/// A key, or none.
pub(super) fn secret(value: &Value) -> Result<Option<Secret>, String> {
    match text(value) {
        Some("") => Ok(None),
        text => text.and_then(Secret::parse).map(Some).ok_or_else(|| {
            format!("a key of visible ASCII characters, at most {} of them", Secret::BYTES_MAX)
        }),
    }
}

/// The path of a file, or nothing.
pub(super) fn file_or_none(value: &Value) -> Result<Option<PathBuf>, String> {
    text(value)
        .map(|text| (!text.is_empty()).then(|| PathBuf::from(text)))
        .ok_or_else(|| "nothing, or the path of a file".to_owned())
}

/// An amount of money in `unit`; none, the empty text, is one that is not known or not limited.
pub(super) fn money(unit: &'static str) -> impl Fn(&Value) -> Result<Option<f64>, String> {
    const MONEY_MAX: f64 = 1_000_000.0;

    move |value| {
        let number = match value {
            Value::String(text) if text.trim().is_empty() => return Ok(None),
            // In the environment, where everything is a text.
            Value::String(text) => text.trim().parse().ok(),
            Value::Integer(number) => Some(*number as f64),
            value => value.as_float(),
        };
        number
            .filter(|number| (0.0..=MONEY_MAX).contains(number))
            .map(Some)
            .ok_or_else(|| format!("nothing, or a number from 0 to {MONEY_MAX} ({unit})"))
    }
}

/// What is to be logged.
pub(super) fn level(value: &Value) -> Result<Level, String> {
    text(value).and_then(Level::parse).ok_or_else(|| {
        "a level (off, error, warn, info, debug or trace), or levels by part of the program, such \
         as \"info,engine=debug\""
            .to_owned()
    })
}

/// The value as text that can be printed anywhere: no control characters, and none that stands for
/// bytes that were no text.
fn text(value: &Value) -> Option<&str> {
    let is_plain = |char: char| !char.is_control() && char != char::REPLACEMENT_CHARACTER;
    value.as_str().filter(|text| text.chars().all(is_plain))
}
