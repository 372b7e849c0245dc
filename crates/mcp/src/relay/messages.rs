//! What is read of a message before it is relayed, and the errors that the relay answers itself.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

/// The code of a message that is not JSON.
const PARSE_ERROR: i64 = -32_700;

/// The code of params that do not fit.
const INVALID_PARAMS: i64 = -32_602;

/// The code of a failure of the server.
const INTERNAL_ERROR: i64 = -32_603;

/// From this version on each request names its method in a header.
pub(super) const STANDARD_HEADERS: &str = "2026-07-28";

/// A message of a client.
pub(super) struct Sent {
    /// The id of a request; none of a notification.
    pub(super) id: Option<Value>,
    /// The id of the request that it cancels, as JSON.
    pub(super) cancels: Option<String>,
    /// Whether it begins a handshake.
    pub(super) is_handshake: bool,
    /// The version that it names itself.
    pub(super) version: Option<String>,
    /// The address that it is about, where it is about a resource.
    pub(super) uri: Option<String>,
    pub(super) method: String,
    /// The tool, prompt or resource that it is about.
    name: Option<String>,
}

/// Reads a line.
///
/// # Errors
/// What it is to be answered with, where it is not JSON.
pub(super) fn read(line: &[u8]) -> Result<Sent, Vec<u8>> {
    let message: Value = serde_json::from_slice(line)
        .map_err(|_| error(&Value::Null, PARSE_ERROR, "The line is not one message in JSON"))?;
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    let params = &message["params"];
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let name = match method.as_str() {
        "tools/call" | "prompts/get" => text(&params["name"]),
        "resources/read" => text(&params["uri"]),
        _ => None,
    };
    let cancelled = &params["requestId"];
    let cancels = (method == "notifications/cancelled").then(|| cancelled.to_string());
    Ok(Sent {
        id: message.get("id").filter(|id| !id.is_null()).cloned(),
        cancels,
        is_handshake: method == "initialize",
        version: text(&params["_meta"]["io.modelcontextprotocol/protocolVersion"]),
        uri: text(&params["uri"]),
        method,
        name,
    })
}

impl Sent {
    /// Whether it is a request whose answer comes when somebody listens no more.
    pub(super) fn is_listening(&self) -> bool {
        self.method == "subscriptions/listen"
    }

    /// The headers with which it is sent.
    pub(super) fn headers(
        &self,
        version: Option<&str>,
        token: Option<&str>,
    ) -> Vec<(&'static str, String)> {
        let mut headers = vec![
            ("content-type", "application/json".to_owned()),
            ("accept", "application/json, text/event-stream".to_owned()),
        ];
        headers.extend(token.map(|token| ("authorization", format!("Bearer {token}"))));
        let Some(version) = version.filter(|_| !self.is_handshake) else { return headers };
        headers.push(("mcp-protocol-version", version.to_owned()));
        if version >= STANDARD_HEADERS {
            headers.push(("mcp-method", self.method.clone()));
            // A name may be of any letters, which no header takes.
            let name = self.name.as_deref().map(|name| BASE64_STANDARD.encode(name));
            headers.extend(name.map(|name| ("mcp-name", format!("=?base64?{name}?="))));
        }
        headers
    }
}

/// The answer to a request that has been done.
pub(super) fn done(id: &Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": id, "result": {} }).to_string().into_bytes()
}

/// The answer to a request whose params do not fit.
pub(super) fn refusal(id: &Value, reason: &str) -> Vec<u8> {
    error(id, INVALID_PARAMS, reason)
}

/// A notification for the assistant.
pub(super) fn notification(method: &str, params: Option<Value>) -> Vec<u8> {
    let mut message = json!({ "jsonrpc": "2.0", "method": method });
    if let Some(params) = params {
        message["params"] = params;
    }
    message.to_string().into_bytes()
}

/// The answer to a request that could not be relayed.
pub(super) fn failure(id: &Value, reason: &str) -> Vec<u8> {
    error(id, INTERNAL_ERROR, reason)
}

fn error(id: &Value, code: i64, message: &str) -> Vec<u8> {
    let error = json!({ "code": code, "message": message });
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(line: &str, version: Option<&str>) -> Vec<(&'static str, String)> {
        let sent = read(line.as_bytes()).ok().unwrap();
        let version = sent.version.clone().or(version.map(str::to_owned));
        sent.headers(version.as_deref(), Some("scr_1")).split_off(2)
    }

    #[test]
    fn the_version_goes_with_every_message_behind_the_handshake() {
        let token = ("authorization", "Bearer scr_1".to_owned());
        let version = ("mcp-protocol-version", "2025-11-25".to_owned());

        let handshake = headers(r#"{"id":1,"method":"initialize"}"#, Some("2025-11-25"));
        let list = headers(r#"{"id":2,"method":"tools/list"}"#, Some("2025-11-25"));

        assert_eq!(handshake, [token.clone()].as_slice());
        assert_eq!(list, [token, version].as_slice());
    }

    #[test]
    fn a_message_of_the_newest_version_names_what_it_is_about() {
        let line = r#"{"id":1,"method":"tools/call","params":{"name":"söge",
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;

        let sent = headers(line, None);

        assert_eq!(sent[2], ("mcp-method", "tools/call".to_owned()));
        assert_eq!(sent[3], ("mcp-name", "=?base64?c8O2Z2U=?=".to_owned()));
    }

    #[test]
    fn what_is_cancelled_is_named_as_it_was_sent() {
        for (id, wanted) in [("7", "7"), ("\"a\"", "\"a\""), ("null", "null")] {
            let line =
                format!(r#"{{"method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#);

            assert_eq!(read(line.as_bytes()).ok().unwrap().cancels.as_deref(), Some(wanted));
        }
        assert!(read(b"nonsense").is_err());
    }
}
