//! The relay for assistants that start a program and talk to it over its standard input and
//! output. Each line is a message of the Model Context Protocol, which goes to the running service as a
//! request of its own; what the service answers is written as a line. Not a service: without one each
//! request is answered with an error that says what to start.

mod following;
mod http;
mod messages;

use std::{
    collections::HashMap,
    io::{BufRead, Read as _, Write},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::Value;
use tokio::{
    sync::{Semaphore, mpsc},
    task::{AbortHandle, JoinSet},
};

use following::{Command, Following};
use messages::{STANDARD_HEADERS, Sent};

/// The longest message, in bytes: more than a request body of the service may have by default.
const LINE_BYTES_MAX: u64 = 8 * 1024 * 1024;

/// Requests that the service is asked at once; more wait for one of them to end.
const REQUESTS_MAX: usize = 32;

/// Requests that wait. More are refused at once, so that what comes behind them is still read: it may
/// cancel them.
const REQUESTS_WAITING_MAX: usize = 256;

/// How long the service may take for the answer to a request, by default. A swarm or a model takes minutes.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// How long requests that are under way may take once no more messages come.
const END_MAX: Duration = Duration::from_secs(30);

/// Which service is asked, and how.
pub trait Service: Send + Sync + 'static {
    /// Where it is now; none where none runs. It may be started, or started again, at any time.
    fn address(&self) -> Option<SocketAddr>;

    /// The access token, where the service needs one.
    fn token(&self) -> Option<&str>;

    /// Why there is no answer where none runs, and what helps.
    fn absence(&self) -> String;

    /// How long it may take for an answer, from the moment that it is asked.
    fn answer_timeout(&self) -> Duration {
        ANSWER_TIMEOUT
    }

    /// Reports to the person at the terminal what failed.
    fn report(&self, reason: &str);
}

/// Relays messages from `input` to the service, and its answers to `output`, until the input ends.
pub async fn run(
    service: impl Service,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) {
    let relay = Relay {
        service,
        version: Mutex::default(),
        following: Following::default(),
        output: Mutex::new(Box::new(output)),
    };
    if relay.service.address().is_none() {
        relay.service.report(&relay.service.absence());
    }
    let relay = Arc::new(relay);
    let (lines, mut read) = mpsc::channel(1);
    // Reading blocks: the thread ends with the input, or with the program.
    std::thread::spawn(move || read_lines(input, &lines));
    let permits = Arc::new(Semaphore::new(REQUESTS_MAX));
    let mut requests = JoinSet::new();
    // They end with the input.
    let mut listeners = JoinSet::new();
    let mut cancellable: HashMap<String, AbortHandle> = HashMap::new();
    while let Some(line) = read.recv().await {
        while requests.try_join_next().is_some() {}
        while listeners.try_join_next().is_some() {}
        cancellable.retain(|_, request| !request.is_finished());
        let sent = match messages::read(&line) {
            Ok(sent) => sent,
            Err(answer) => {
                relay.write(&answer);
                continue;
            }
        };
        if let Some(id) = &sent.cancels {
            if let Some(request) = cancellable.remove(id) {
                request.abort();
            }
            continue;
        }
        if requests.len() + listeners.len() >= REQUESTS_MAX + REQUESTS_WAITING_MAX {
            relay.refuse(&sent, "Too many requests are under way: wait for some of them to end");
            continue;
        }
        if relay.follows(&sent, &mut listeners) {
            continue;
        }
        let (relay, id) = (Arc::clone(&relay), sent.id.as_ref().map(Value::to_string));
        let permits = Arc::clone(&permits);
        let request = if sent.is_listening() {
            listeners.spawn(async move { relay.ask(sent, line).await })
        } else {
            requests.spawn(async move {
                // It is never closed.
                let _permit = permits.acquire().await;
                relay.ask(sent, line).await;
            })
        };
        if let Some(id) = id {
            cancellable.insert(id, request);
        }
    }
    let all_ended = async { while requests.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(END_MAX, all_ended).await;
}

/// Sends the lines of the input, without empty ones, until it ends. A line that is too long is sent cut,
/// so that it is answered as no message.
fn read_lines(mut input: impl BufRead, lines: &mpsc::Sender<Vec<u8>>) {
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LINE_BYTES_MAX;
        if !is_whole && !skip_line(&mut input) {
            return;
        }
        if !line.trim_ascii().is_empty() && lines.blocking_send(line).is_err() {
            return;
        }
    }
}

/// Reads to the end of a line; false at the end of the input.
fn skip_line(input: &mut impl BufRead) -> bool {
    loop {
        let (used, is_over) = match input.fill_buf() {
            Ok([]) | Err(_) => return false,
            Ok(read) => match read.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (read.len(), false),
            },
        };
        input.consume(used);
        if is_over {
            return true;
        }
    }
}

/// What the requests share.
struct Relay<S> {
    service: S,
    /// The version of the protocol that the handshake agreed to.
    version: Mutex<Option<String>>,
    /// What is followed for an assistant with a handshake.
    following: Following,
    output: Mutex<Box<dyn Write + Send>>,
}

impl<S: Service> Relay<S> {
    /// Sends a message to the service, and writes what it answers.
    async fn ask(&self, sent: Sent, line: Vec<u8>) {
        let version = sent.version.clone().or_else(|| lock(&self.version).clone());
        let headers = sent.headers(version.as_deref(), self.service.token());
        let is_handshake = sent.is_handshake;
        let answered = match self.service.address() {
            Some(address) => {
                let write = |message: &[u8]| {
                    let declared = is_handshake.then(|| self.note_version(message)).flatten();
                    self.write(declared.as_deref().unwrap_or(message));
                };
                let timeout = self.service.answer_timeout();
                let answered = http::post(address, &headers, line, write);
                let answered = async {
                    if sent.is_listening() {
                        return Ok(answered.await);
                    }
                    tokio::time::timeout(timeout, answered).await
                };
                match answered.await {
                    Ok(answered) => answered.map_err(|flaw| self.reason(address, &flaw)),
                    Err(_) => Err(format!(
                        "The service has not answered within {timeout:?}, and the request was given up"
                    )),
                }
            }
            None => Err(self.service.absence()),
        };
        if let Err(reason) = answered {
            self.refuse(&sent, &reason);
        }
    }

    /// Why there is no answer, in words.
    fn reason(&self, address: SocketAddr, flaw: &http::Flaw) -> String {
        match flaw {
            http::Flaw::Refused { status, detail } => {
                format!("The service refuses (status {status}): {detail}")
            }
            http::Flaw::Absent(error) => {
                format!("{} (asking {address}: {error})", self.service.absence())
            }
            http::Flaw::Broken(error) => {
                format!("The request to {address} or its answer did not come through: {error}")
            }
        }
    }

    /// Reports why a message was not answered by the service, and answers a request with that.
    fn refuse(&self, sent: &Sent, reason: &str) {
        self.service.report(reason);
        if let Some(id) = &sent.id {
            self.write(&messages::failure(id, reason));
        }
    }

    /// Notes what a handshake agreed to; the answer with what the relay adds to it, where it does.
    fn note_version(&self, message: &[u8]) -> Option<Vec<u8>> {
        let answer: Value = serde_json::from_slice(message).ok()?;
        let version = answer["result"]["protocolVersion"].as_str()?.to_owned();
        *lock(&self.version) = Some(version);
        following::declared(answer)
    }

    /// Whether a message is about what the assistant follows, and not for the service: requests of
    /// versions with a handshake, and the end of that.
    fn follows(self: &Arc<Self>, sent: &Sent, listeners: &mut JoinSet<()>) -> bool {
        let is_newest = |version: &String| version.as_str() >= STANDARD_HEADERS;
        if sent.version.is_some() || lock(&self.version).as_ref().is_none_or(is_newest) {
            return false;
        }
        let command = match (sent.method.as_str(), sent.id.clone(), sent.uri.clone()) {
            // The service keeps nothing of a handshake, so it need not know.
            ("notifications/initialized", ..) => {
                Following::begin(self, listeners);
                return true;
            }
            ("resources/subscribe", Some(id), Some(uri)) => Command::Follow(id, uri),
            ("resources/unsubscribe", Some(id), Some(uri)) => Command::Leave(id, uri),
            _ => return false,
        };
        Following::begin(self, listeners);
        if !self.following.command(command) {
            self.refuse(sent, "Too many requests are under way: wait for some of them to end");
        }
        true
    }

    /// Writes a message as a line. Who no longer reads has gone, and the input ends too.
    fn write(&self, message: &[u8]) {
        let mut output = lock(&self.output);
        let written = output.write_all(message).and_then(|()| output.write_all(b"\n"));
        let _ = written.and_then(|()| output.flush());
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
