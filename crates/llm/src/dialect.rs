//! What differs between providers: the path, the headers, the body of a request, and what the events of
//! the stream mean. Each has a file; this one has what they share.

mod anthropic;
mod ollama;
mod openai;

use hyper::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use crate::{
    Provider, Request, Settings,
    collector::{Collector, TooLarge},
    decoder::{Event, Framing},
};

/// Why an event ends a stream before its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The server reports an error, in these words.
    Reported(String),
    /// It is not what the provider sends.
    Protocol(String),
    /// The reply is longer than a reply may be.
    TooLarge,
}

impl From<TooLarge> for Unreadable {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

/// The path of a request.
pub(crate) fn path(provider: Provider) -> &'static str {
    match provider {
        Provider::OpenAi => "/chat/completions",
        Provider::Anthropic => "/v1/messages",
        Provider::Ollama => "/api/chat",
    }
}

/// How the events of the stream are written.
pub(crate) fn framing(provider: Provider) -> Framing {
    match provider {
        Provider::OpenAi | Provider::Anthropic => Framing::Sse,
        Provider::Ollama => Framing::Lines,
    }
}

/// The headers that only this provider wants, the key among them.
pub(crate) fn headers(settings: &Settings) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let sensitive = |text: &str| {
        let mut value = HeaderValue::from_str(text).ok()?;
        value.set_sensitive(true);
        Some(value)
    };
    let key = settings.api_key.as_ref().map(crate::Secret::expose);
    let (name, value) = match settings.provider {
        Provider::Anthropic => {
            headers.insert("anthropic-version", HeaderValue::from_static(anthropic::VERSION));
            (HeaderName::from_static("x-api-key"), key.and_then(sensitive))
        }
        Provider::OpenAi | Provider::Ollama => {
            (AUTHORIZATION, key.and_then(|key| sensitive(&format!("Bearer {key}"))))
        }
    };
    if let Some(value) = value {
        headers.insert(name, value);
    }
    headers
}

/// The body of a request.
pub(crate) fn body(settings: &Settings, request: &Request) -> Value {
    match settings.provider {
        Provider::OpenAi => openai::body(settings, request),
        Provider::Anthropic => anthropic::body(settings, request),
        Provider::Ollama => ollama::body(settings, request),
    }
}

/// Reads an event of the stream.
pub(crate) fn read(
    provider: Provider,
    event: &Event,
    collector: &mut Collector,
) -> Result<(), Unreadable> {
    if provider == Provider::OpenAi && event.data.trim_ascii() == openai::DONE {
        collector.is_ended = true;
        return Ok(());
    }
    let value: Value = match serde_json::from_slice(&event.data) {
        Ok(value) => value,
        Err(_) if event.is_error => {
            return Err(Unreadable::Reported(String::from_utf8_lossy(&event.data).into_owned()));
        }
        Err(error) => return Err(Unreadable::Protocol(format!("an event is no JSON: {error}"))),
    };
    // None of the providers has such a member in an event that is no error, unless it is null.
    if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
        return Err(Unreadable::Reported(words(error)));
    }
    if event.is_error {
        return Err(Unreadable::Reported(words(&value)));
    }
    match provider {
        Provider::OpenAi => openai::read(&value, collector),
        Provider::Anthropic => anthropic::read(&value, collector),
        Provider::Ollama => ollama::read(&value, collector),
    }
}

/// What a server says of an error: `{"error": {"message": …, "type": …}}`, `{"error": "…"}`,
/// `{"message": …}` or any other text.
pub(crate) fn error_words(body: &[u8]) -> String {
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => words(value.get("error").unwrap_or(&value)),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

fn words(error: &Value) -> String {
    let kind = ["type", "code"].iter().find_map(|name| error.get(name)?.as_str());
    match (error.get("message").and_then(Value::as_str).or(error.as_str()), kind) {
        (Some(message), Some(kind)) if !message.is_empty() => format!("{kind}: {message}"),
        (Some(message), _) if !message.is_empty() => message.to_owned(),
        (_, Some(kind)) => kind.to_owned(),
        _ => error.to_string(),
    }
}

/// A text in a member; empty when there is none.
fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A stop reason; one that is empty is none.
fn reason<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    Some(text(value, name)).filter(|reason| !reason.trim().is_empty())
}

/// A number of tokens.
fn count(value: &Value, name: &str) -> Option<u64> {
    value.get(name)?.as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_in_every_form() {
        for (body, words) in [
            (r#"{"error":{"message":"no","type":"server_error"}}"#, "server_error: no"),
            (r#"{"error":{"message":"no","code":500}}"#, "no"),
            (r#"{"error":"model 'x' not found"}"#, "model 'x' not found"),
            (
                r#"{"type":"error","error":{"type":"overloaded_error","message":""}}"#,
                "overloaded_error",
            ),
            (r#"{"message":"no","object":"error"}"#, "no"),
            (r#"{"detail":"no"}"#, r#"{"detail":"no"}"#),
            ("<h1>502</h1>", "<h1>502</h1>"),
        ] {
            assert_eq!(error_words(body.as_bytes()), words);
        }
    }
}
