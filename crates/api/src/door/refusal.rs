//! What the connection's own code answers when it cannot read a request is an empty 4xx, written
//! before any of our code sees the request. This gives it the body every error has; a request that
//! is no HTTP at all gets the text the contract's cases want.

/// Answers of ours always have a body: an empty 4xx is the connection's own.
const EMPTY: &[u8] = b"\r\ncontent-length: 0\r\n";

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

const TOO_LONG: (&str, &str, &str) =
    ("414 URI Too Long", "application/json", r#"{"detail":"The address is too long"}"#);

/// What to write instead, if these bytes are such an answer to a request whose address is or is not
/// long.
pub(super) fn with_body(written: &[u8], address_is_long: bool) -> Option<Vec<u8>> {
    let rest = written.strip_prefix(b"HTTP/1.1 4")?;
    let head_end = written.windows(END.len()).position(|window| window == END)?;
    let is_one_head = head_end + END.len() == written.len();
    if !is_one_head || !written.windows(EMPTY.len()).any(|window| window == EMPTY) {
        return None;
    }
    let (status, content_type, body) = match rest {
        [b'0', b'0', ..] => {
            ("400 Bad Request", "text/plain; charset=utf-8", "Invalid HTTP request received.")
        }
        [b'1', b'4', ..] => TOO_LONG,
        [b'3', b'1', ..] if address_is_long => TOO_LONG,
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
