//! Clients that send a message of a recording as it is, over HTTP or over standard input, and say what came.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::Value;

use crate::{
    mcp::{Assistant, stdio::Relay},
    support::Studio,
};

/// From this version on, headers name the method.
const STANDARD_HEADERS: &str = "2026-07-28";

/// Notifications that come when something has changed, and not for a message.
const BY_THEMSELVES: &str = "notifications/resources/";

/// Who sends messages; the statuses and texts of the answers.
pub(super) trait Player {
    fn send(&mut self, message: &str) -> Vec<(u16, String)>;
}

/// Over HTTP, with the headers that the protocol wants.
pub(super) struct Http<'s> {
    assistant: Assistant<'s>,
    version: Option<String>,
}

impl<'s> Http<'s> {
    pub(super) fn new(studio: &'s Studio) -> Self {
        Self { assistant: Assistant::new(studio), version: None }
    }
}

impl Player for Http<'_> {
    fn send(&mut self, message: &str) -> Vec<(u16, String)> {
        let sent: Value = serde_json::from_str(message).unwrap_or_default();
        let params = &sent["params"];
        let named = params["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
        let is_handshake = sent["method"] == "initialize";
        let version = named.map(str::to_owned).or_else(|| self.version.clone());
        let version = version.filter(|_| !is_handshake);
        let name = params["name"].as_str().or_else(|| params["uri"].as_str());
        let name = name.map(|name| format!("=?base64?{}?=", BASE64_STANDARD.encode(name)));
        let mut headers = Vec::new();
        if let Some(version) = &version {
            headers.push(("mcp-protocol-version", version.as_str()));
            if version.as_str() >= STANDARD_HEADERS {
                headers.push(("mcp-method", sent["method"].as_str().unwrap_or_default()));
                headers.extend(name.as_deref().map(|name| ("mcp-name", name)));
            }
        }
        let reply = self.assistant.send(&headers, message);
        if is_handshake {
            self.version = reply.body["result"]["protocolVersion"].as_str().map(str::to_owned);
        }
        let media = reply.header("content-type").unwrap_or_default();
        if media.starts_with("text/event-stream") {
            let lines = reply.text.lines().filter_map(|line| line.strip_prefix("data:"));
            let messages = lines.map(str::trim).filter(|text| !text.is_empty());
            return messages.map(|text| (reply.status, text.to_owned())).collect();
        }
        vec![(reply.status, reply.text)]
    }
}

/// Over `scriptorium mcp`.
pub(super) struct Stdio(Relay);

impl Stdio {
    pub(super) fn start(studio: &Studio) -> Self {
        Self(Relay::of(studio))
    }
}

impl Player for Stdio {
    fn send(&mut self, message: &str) -> Vec<(u16, String)> {
        self.0.send(message);
        let sent: Value = serde_json::from_str(message).unwrap_or_default();
        let is_notification = sent["method"].is_string() && sent["id"].is_null();
        let mut answers = Vec::new();
        let mut is_answered = is_notification;
        while !is_answered {
            let line = self.0.text();
            let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"));
            is_answered = answer["method"].is_null();
            let method = answer["method"].as_str().unwrap_or_default();
            if !method.starts_with(BY_THEMSELVES) {
                answers.push((200, line));
            }
        }
        answers
    }
}
