//! A caller of a server that dies and comes back under another address. It distinguishes an answer from
//! none: what was cut off is no answer, and nothing is sent to an address whose server is gone,
//! because somebody else may listen there by now.

use std::{
    io::{self, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    sync::{Condvar, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::support::{PATIENCE, Reply};

/// A caller that knows the address of the server while it runs.
pub(super) struct Caller {
    location: Mutex<Location>,
    changed: Condvar,
}

/// Where the server is.
#[derive(Debug, Clone, Copy)]
enum Location {
    Nowhere,
    At(SocketAddr),
    /// It will not come back: the test failed.
    Lost,
}

/// A request that may be sent again.
pub(super) struct Request<'r> {
    pub(super) method: &'static str,
    pub(super) path: &'r str,
    pub(super) key: Option<&'r str>,
    pub(super) body: Option<&'r Value>,
}

impl<'r> Request<'r> {
    pub(super) fn get(path: &'r str) -> Self {
        Self { method: "GET", path, key: None, body: None }
    }

    fn bytes(&self) -> Vec<u8> {
        let body = self.body.map(Value::to_string).unwrap_or_default();
        let key = self.key.map(|key| format!("Idempotency-Key: {key}\r\n")).unwrap_or_default();
        format!(
            "{} {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{key}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.method,
            self.path,
            body.len()
        )
        .into_bytes()
    }
}

impl Caller {
    pub(super) fn new() -> Self {
        Self { location: Mutex::new(Location::Nowhere), changed: Condvar::new() }
    }

    /// The server is there.
    pub(super) fn meet(&self, address: SocketAddr) {
        *self.location() = Location::At(address);
        self.changed.notify_all();
    }

    /// There is no use in waiting any more.
    pub(super) fn lose(&self) {
        *self.location() = Location::Lost;
        self.changed.notify_all();
    }

    /// The server is about to be gone: from here on nobody connects to it.
    pub(super) fn part(&self) {
        *self.location() = Location::Nowhere;
    }

    fn location(&self) -> MutexGuard<'_, Location> {
        self.location.lock().expect("nothing panics while it has the lock")
    }

    /// A connection to the server, as soon as there is one. The place is held until it stands.
    pub(super) fn connect(&self) -> io::Result<TcpStream> {
        let nowhere = |location: &mut Location| matches!(location, Location::Nowhere);
        let (location, _) = self
            .changed
            .wait_timeout_while(self.location(), PATIENCE, nowhere)
            .expect("nothing panics while it has the lock");
        let Location::At(address) = *location else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        let stream = TcpStream::connect(address)?;
        drop(location);
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(stream)
    }

    /// The answer to a request.
    ///
    /// # Errors
    /// When there is none, or not a whole one.
    pub(super) fn ask(&self, request: &Request<'_>) -> io::Result<Reply> {
        let mut stream = self.connect()?;
        stream.write_all(&request.bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        whole(&bytes).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// The answer to a request, which is sent again for as long as there is none. Before each
    /// repetition `look` may see what is there.
    pub(super) fn insist(&self, request: &Request<'_>, mut look: impl FnMut()) -> Reply {
        let deadline = Instant::now() + 2 * PATIENCE;
        loop {
            match self.ask(request) {
                Ok(reply) => return reply,
                Err(error) => {
                    let is_lost = matches!(*self.location(), Location::Lost);
                    assert!(
                        !is_lost && Instant::now() < deadline,
                        "{} {} is never answered: {error}",
                        request.method,
                        request.path
                    );
                }
            }
            look();
        }
    }

    /// The body of the answer to a record that is made, which must be a success.
    pub(super) fn make(&self, path: &str, body: &Value) -> Value {
        let request = Request { method: "POST", path, key: None, body: Some(body) };
        self.ask(&request).expect("an answer").ok()
    }

    /// The body of what a path answers, which must be a success.
    pub(super) fn read(&self, path: &str) -> Value {
        self.insist(&Request::get(path), || {}).ok()
    }

    /// Asks a path until `seen` sees what it waits for.
    pub(super) fn until<T>(&self, path: &str, mut seen: impl FnMut(&Value) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let body = self.read(path);
            if let Some(found) = seen(&body) {
                return found;
            }
            assert!(Instant::now() < deadline, "waited too long: {path} is {body}");
            std::thread::park_timeout(Duration::from_millis(5));
        }
    }
}

/// The answer in these bytes, if all of it is there.
pub(super) fn whole(bytes: &[u8]) -> Option<Reply> {
    const BLANK: &[u8] = b"\r\n\r\n";
    let head = bytes.windows(BLANK.len()).position(|window| window == BLANK)?;
    let reply = Reply::parse(bytes);
    let length: usize = reply.header("content-length")?.parse().ok()?;
    (bytes.len() == head + BLANK.len() + length).then_some(reply)
}

#[test]
fn an_answer_that_is_cut_off_is_none() {
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ntrue";

    assert!(whole(answer).is_some_and(|reply| reply.body == true));
    for end in 0..answer.len() {
        assert!(whole(&answer[..end]).is_none(), "{end}");
    }
}
