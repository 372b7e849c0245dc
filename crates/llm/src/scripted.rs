//! A model server that answers from a script, over real sockets, in all dialects: for tests and
//! measurements, never a part of the program. It is exact about bytes and connections, so that a test
//! can cut, stall or break a reply wherever it wants.
//!
//! ```ignore
//! let server = ScriptedServer::replying([Answer::text("Two gulls.").into()]);
//! let settings = server.settings(Provider::Ollama);
//! ```

mod connection;
mod render;

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};
use serde_json::Value;
use tokio::{
    net::TcpListener,
    sync::{Notify, watch},
};
use tokio_rustls::TlsAcceptor;

use crate::{BaseUrl, Finish, Provider, Settings, Truncation};

/// A request as the server received it.
#[derive(Debug, Clone)]
pub struct Received {
    /// The interface that the path belongs to; none for another path, such as a list of models.
    pub provider: Option<Provider>,
    /// `POST`, for example.
    pub method: String,
    /// With its query.
    pub path: String,
    /// The headers, their names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; null when it has none.
    pub body: Value,
}

impl Received {
    /// A header; empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        let header = self.headers.iter().find(|(known, _)| known == name);
        header.map_or("", |(_, value)| value.as_str())
    }

    /// The texts of all messages, the instructions included, one per line.
    pub fn prompt(&self) -> String {
        let mut texts = Vec::new();
        gather(&self.body["system"], &mut texts);
        for message in self.body["messages"].as_array().into_iter().flatten() {
            gather(&message["content"], &mut texts);
        }
        texts.join("\n")
    }
}

/// The texts of a content, which is a text or parts with texts.
fn gather(content: &Value, texts: &mut Vec<String>) {
    match content {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(parts) => parts.iter().for_each(|part| {
            gather(&part["text"], texts);
            gather(&part["content"], texts);
        }),
        _ => {}
    }
}

/// What the server does with a request.
#[derive(Debug, Clone)]
pub enum ScriptedReply {
    /// A reply of a model, written in the dialect of the request.
    Answer(Answer),
    /// Bytes as they are.
    Raw(RawReply),
}

/// A reply of a model, in the words of no provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The pieces of the reasoning, which come first.
    pub reasoning: Vec<String>,
    /// The pieces of the text.
    pub pieces: Vec<String>,
    /// Calls of tools: names and arguments.
    pub calls: Vec<(String, Value)>,
    /// How it ends; a reply that was truncated ends without a word.
    pub finish: Finish,
    /// The tokens of input and output; none is not reported.
    pub usage: Option<(u64, u64)>,
    /// How long each piece takes.
    pub every: Duration,
}

impl Answer {
    /// A whole reply with this text, a piece for each word, and the usage that goes with it: ten tokens
    /// in, one out for each piece.
    pub fn text(text: &str) -> Self {
        let pieces: Vec<String> = text.split_inclusive(' ').map(str::to_owned).collect();
        let usage = Some((10, pieces.len() as u64));
        Self {
            reasoning: Vec::new(),
            pieces,
            calls: Vec::new(),
            finish: Finish::Complete,
            usage,
            every: Duration::ZERO,
        }
    }

    /// A reply that calls a tool.
    pub fn call(name: &str, arguments: Value) -> Self {
        Self {
            calls: vec![(name.to_owned(), arguments)],
            finish: Finish::ToolCalls,
            usage: Some((10, 5)),
            ..Self::text("")
        }
    }

    /// The same reply, ending so.
    #[must_use]
    pub fn ending(self, finish: Finish) -> Self {
        Self { finish, ..self }
    }

    /// The same reply, with a pause before each piece.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// The same reply, cut by the end of the stream.
    #[must_use]
    pub fn cut(self) -> Self {
        Self { usage: None, ..self.ending(Finish::Truncated(Truncation::NoStopReason)) }
    }
}

impl From<Answer> for ScriptedReply {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer)
    }
}

/// A response, byte by byte.
#[derive(Debug, Clone)]
pub struct RawReply {
    /// The status.
    pub status: u16,
    /// Headers, beside those that frame the body.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub steps: Vec<Step>,
}

impl RawReply {
    /// A response with this status, header lines such as `retry-after: 1`, and a body.
    pub fn new(status: u16, headers: &[&str], body: impl Into<Vec<u8>>) -> Self {
        let headers = headers.iter().filter_map(|line| line.split_once(": "));
        Self {
            status,
            headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            steps: vec![Step::Send(body.into())],
        }
    }

    /// A stream of these steps, which ends as a stream should, unless a step ends it otherwise.
    pub fn stream(provider: Provider, steps: impl Into<Vec<Step>>) -> Self {
        let kind = match provider {
            Provider::OpenAi | Provider::Anthropic => "text/event-stream",
            Provider::Ollama => "application/x-ndjson",
        };
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Self { status: 200, headers, steps: steps.into() }
    }
}

impl From<RawReply> for ScriptedReply {
    fn from(reply: RawReply) -> Self {
        Self::Raw(reply)
    }
}

/// A part of a body.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends bytes, at once and by themselves.
    Send(Vec<u8>),
    /// Waits for so long.
    Wait(Duration),
    /// Waits until the gate is open.
    Pass(Gate),
    /// Sends bytes again and again until the client goes away.
    Endless(Vec<u8>),
    /// Sends nothing until the client goes away.
    Silence,
    /// Breaks the connection.
    Reset,
    /// Closes the connection in the middle of the body; as the first step, before the head.
    Close,
}

impl Step {
    /// Sends a text.
    pub fn text(text: &str) -> Self {
        Self::Send(text.as_bytes().to_vec())
    }
}

/// Something that a test opens when it is ready. Clones are the same gate.
#[derive(Debug, Clone, Default)]
pub struct Gate(Arc<(Notify, std::sync::atomic::AtomicBool)>);

impl Gate {
    /// Lets everybody through, now and later.
    pub fn open(&self) {
        self.0.1.store(true, Ordering::Release);
        self.0.0.notify_waiters();
    }

    async fn passed(&self) {
        loop {
            let opened = self.0.0.notified();
            if self.0.1.load(Ordering::Acquire) {
                return;
            }
            opened.await;
        }
    }
}

type Script = dyn Fn(&Received) -> ScriptedReply + Send + Sync;

/// The certificate of an encrypted server, for `localhost` and 127.0.0.1, as PEM. Nobody trusts it but
/// who is told to, by the variable `SSL_CERT_FILE` for one. Its key is public.
pub const CERTIFICATE: &str = include_str!("scripted/certificate.pem");

/// The key of the certificate.
const KEY: &str = include_str!("scripted/key.pem");

struct State {
    encryption: Option<TlsAcceptor>,
    script: Box<Script>,
    received: Mutex<Vec<Received>>,
    answered: AtomicUsize,
    abandoned: AtomicUsize,
    open: AtomicUsize,
}

/// The server. It ends when it is dropped.
pub struct ScriptedServer {
    address: SocketAddr,
    state: Arc<State>,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl ScriptedServer {
    /// A server on a free port of the loopback address that does what the script says.
    pub fn start(script: impl Fn(&Received) -> ScriptedReply + Send + Sync + 'static) -> Self {
        Self::start_as(None, Box::new(script))
    }

    /// As [`ScriptedServer::start`], a server for `https`, with [`CERTIFICATE`].
    pub fn start_encrypted(
        script: impl Fn(&Received) -> ScriptedReply + Send + Sync + 'static,
    ) -> Self {
        Self::start_as(Some(encryption()), Box::new(script))
    }

    fn start_as(encryption: Option<TlsAcceptor>, script: Box<Script>) -> Self {
        let state = Arc::new(State {
            encryption,
            script,
            received: Mutex::default(),
            answered: AtomicUsize::new(0),
            abandoned: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
        });
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        listener.set_nonblocking(true).expect("a socket that does not block");
        let (stop, stopped) = watch::channel(false);
        let serving = Arc::clone(&state);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(serve(listener, serving, stopped));
        });
        Self { address, state, stop, thread: Some(thread) }
    }

    /// A server that gives these replies, one for each request of a model, and then 500.
    pub fn replying(replies: impl IntoIterator<Item = ScriptedReply>) -> Self {
        let replies = Mutex::new(replies.into_iter().collect::<VecDeque<_>>());
        Self::start(move |received| {
            let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
            let next = received.provider.and_then(|_| replies.pop_front());
            next.unwrap_or_else(|| match received.provider {
                Some(_) => RawReply::new(500, &[], "the script has ended").into(),
                None => RawReply::new(404, &[], "not in the script").into(),
            })
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for the settings.
    pub fn base_url(&self, provider: Provider) -> String {
        let path = if provider == Provider::OpenAi { "/v1" } else { "" };
        let scheme = if self.state.encryption.is_some() { "https" } else { "http" };
        format!("{scheme}://{}{path}", self.address)
    }

    /// Settings of a client of this server.
    pub fn settings(&self, provider: Provider) -> Settings {
        let url = BaseUrl::parse(&self.base_url(provider)).expect("an address");
        Settings::new(provider, url, "scripted")
    }

    /// Every request so far, the oldest first.
    pub fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The requests of models so far.
    pub fn calls(&self) -> Vec<Received> {
        self.received().into_iter().filter(|it| it.provider.is_some()).collect()
    }

    /// How many responses were sent to their end.
    pub fn answered(&self) -> usize {
        self.state.answered.load(Ordering::Acquire)
    }

    /// How many responses had a client that went away before their end.
    pub fn abandoned(&self) -> usize {
        self.state.abandoned.load(Ordering::Acquire)
    }

    /// How many responses are being sent.
    pub fn open(&self) -> usize {
        self.state.open.load(Ordering::Acquire)
    }
}

fn encryption() -> TlsAcceptor {
    let certificate =
        CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring has the ciphers of TLS 1.2 and 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("the key of the certificate");
    TlsAcceptor::from(Arc::new(config))
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take() {
            // A script that panicked has been reported by the test that it belongs to.
            let _ = thread.join();
        }
    }
}

async fn serve(
    listener: std::net::TcpListener,
    state: Arc<State>,
    mut stopped: watch::Receiver<bool>,
) {
    let listener = TcpListener::from_std(listener).expect("a listener of this runtime");
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // The client may have gone away already.
                if let Ok((stream, _)) = accepted {
                    tokio::spawn(connection::answer(stream, Arc::clone(&state)));
                }
            }
            // The end of the runtime ends every connection.
            _ = stopped.changed() => return,
        }
    }
}
