//! A response as the tests look at it.

use std::fmt;

use serde_json::Value;

/// The header of a JSON body.
pub const JSON: (&str, &str) = ("content-type", "application/json");

/// A response.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, with their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body as it came.
    pub text: String,
    /// The body as JSON; null when it is none.
    pub body: Value,
}

impl Reply {
    pub(crate) fn new(status: u16, headers: Vec<(String, String)>, text: String) -> Self {
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Self { status, headers, text, body }
    }

    /// Reads an answer as it came over the wire.
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = match text.strip_prefix("HTTP/1.1 100 Continue\r\n\r\n") {
            Some(rest) => rest.to_owned(),
            None => text.into_owned(),
        };
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1)?.parse().ok())
            .unwrap_or_else(|| panic!("no answer: {text:?}"));
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self::new(status, headers, body.to_owned())
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body of an answer that must have succeeded.
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self}");
        self.body
    }

    /// The sentence of an error.
    pub fn detail(&self) -> String {
        self.body["detail"].text()
    }
}

/// The status and, of a validation error, a line per mistake; else the body.
impl fmt::Display for Reply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.status)?;
        match self.body["detail"].as_array() {
            Some(mistakes) => {
                for mistake in mistakes {
                    let steps = mistake["loc"].as_array().into_iter().flatten().map(Text::text);
                    let position = steps.collect::<Vec<_>>().join(".");
                    let (msg, rule) = (mistake["msg"].text(), mistake["type"].text());
                    write!(to, "\n{position}: {msg} ({rule})")?;
                }
                Ok(())
            }
            None if self.text.is_empty() => Ok(()),
            None => write!(to, "\n{}", self.text),
        }
    }
}

/// A JSON value as text.
pub trait Text {
    /// A string without its quotes; anything else as JSON.
    fn text(&self) -> String;
}

impl Text for Value {
    fn text(&self) -> String {
        self.as_str().map_or_else(|| self.to_string(), str::to_owned)
    }
}
