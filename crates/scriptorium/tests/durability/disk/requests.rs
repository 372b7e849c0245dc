//! Somebody who asks a server over a connection of its own for each request, and knows an answer
//! from none.

use std::{
    io::{self, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::support::{PATIENCE, Reply};

/// The answer to a request.
///
/// # Errors
/// When there is none.
pub(super) fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> io::Result<Reply> {
    ask_with(address, method, path, "", body)
}

/// The answer to a request with further headers, each with its line's end.
///
/// # Errors
/// When there is none.
pub(super) fn ask_with(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<&Value>,
) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    if bytes.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Reply::parse(&bytes))
}

/// What a path answers.
pub(super) fn get(address: SocketAddr, path: &str) -> Reply {
    ask(address, "GET", path, None).unwrap_or_else(|error| panic!("GET {path}: {error}"))
}

/// Asks until `seen` sees what it waits for.
pub(super) fn until<T>(
    address: SocketAddr,
    path: &str,
    mut seen: impl FnMut(&Reply) -> Option<T>,
) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let reply = get(address, path);
        if let Some(found) = seen(&reply) {
            return found;
        }
        assert!(Instant::now() < deadline, "waited too long: {path} is {reply}");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}
