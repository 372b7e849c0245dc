//! Tests of the server: every kind of bad input that can come in over a socket, and what it gets.
//! Bodies that break rules of their fields are tested in `validation`, tokens in `access`.

mod bodies;
mod clocks;
mod connections;
mod heads;
mod hosts;
mod routing;
mod stopping;
mod texts;

use std::{
    io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
};

use crate::support::{PATIENCE, Reply, Studio};

/// A request without a body, as it goes over the wire: a request line without its version, and
/// further headers.
fn request(line: &str, headers: &str) -> Vec<u8> {
    format!("{line} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Connection: close\r\n\r\n").into_bytes()
}

/// A request with a JSON body, which leaves the connection open.
fn with_body(line: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// A connection that stays open from one request to the next.
struct RawConnection(BufReader<TcpStream>);

impl RawConnection {
    fn new(studio: &Studio) -> Self {
        Self(BufReader::new(studio.connect()))
    }

    fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        Self(BufReader::new(stream))
    }

    fn send(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).expect("sent");
    }

    /// The next answer; none when the connection was closed.
    fn answer(&mut self) -> Option<Reply> {
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\r\n\r\n") {
            if self.0.read_until(b'\n', &mut bytes).expect("an answer in time") == 0 {
                assert!(bytes.is_empty(), "half an answer: {}", String::from_utf8_lossy(&bytes));
                return None;
            }
        }
        let head = Reply::parse(&bytes);
        let length = head.header("content-length").and_then(|length| length.parse().ok());
        let start = bytes.len();
        bytes.resize(start + length.unwrap_or(0), 0);
        self.0.read_exact(&mut bytes[start..]).expect("a whole answer");
        Some(Reply::parse(&bytes))
    }

    /// Sends a request and reads its answer.
    fn ask(&mut self, bytes: &[u8]) -> Reply {
        self.send(bytes);
        self.answer().expect("an answer")
    }

    /// Whether the other side has closed the connection; nothing may have come from it before.
    fn is_closed(&mut self) -> bool {
        let stream = self.0.get_mut();
        stream.set_nonblocking(true).expect("a socket");
        let read = stream.read(&mut [0; 64]);
        stream.set_nonblocking(false).expect("a socket");
        match read {
            Ok(0) => true,
            Ok(_) => panic!("an answer to nothing"),
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        }
    }
}
