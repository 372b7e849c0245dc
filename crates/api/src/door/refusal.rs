//! What the connection's own code answers when it cannot read a request is an empty 4xx, written
//! before any of our code sees the request. This gives it the body every error has; a request that
//! is no HTTP at all gets the text the contract's cases want.

/// Answers of ours always have a body: an empty 4xx that closes is the connection's own.
const EMPTY: &[u8] = b"\r\ncontent-length: 0\r\n";

/// What to write instead, if these bytes are such an answer.
pub(super) fn with_body(written: &[u8]) -> Option<Vec<u8>> {
    let rest = written.strip_prefix(b"HTTP/1.1 4")?;
    if !written.windows(EMPTY.len()).any(|window| window == EMPTY) {
        return None;
    }
    let (status, content_type, body) = match rest {
        [b'0', b'0', ..] => {
            ("400 Bad Request", "text/plain; charset=utf-8", "Invalid HTTP request received.")
        }
        [b'1', b'4', ..] => {
            ("414 URI Too Long", "application/json", r#"{"detail":"The address is too long"}"#)
        }
        [b'3', b'1', ..] => (
            "431 Request Header Fields Too Large",
            "application/json",
            r#"{"detail":"The headers are too large"}"#,
        ),
        _ => return None,
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    Some(answer.into_bytes())
}
