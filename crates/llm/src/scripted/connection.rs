//! One connection of the scripted server: one request, one response, every byte of it as the script
//! says. It reads as much of HTTP as our client sends.

use std::{
    io,
    sync::{Arc, PoisonError, atomic::Ordering},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_rustls::server::TlsStream;

use super::{RawReply, Received, ScriptedReply, State, Step, render};
use crate::{Provider, dialect};

/// The largest request.
const REQUEST_BYTES_MAX: usize = 16 * 1024 * 1024;

/// A connection, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {
    /// Has the connection break, and not end, when it is dropped.
    fn break_off(&self) -> io::Result<()>;
}

impl Stream for TcpStream {
    fn break_off(&self) -> io::Result<()> {
        self.set_zero_linger()
    }
}

impl Stream for TlsStream<TcpStream> {
    fn break_off(&self) -> io::Result<()> {
        self.get_ref().0.set_zero_linger()
    }
}

/// Answers a request, and counts how that ended.
pub(super) async fn answer(stream: TcpStream, state: Arc<State>) {
    // What is sent in several pieces is to come in several pieces.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    match &state.encryption {
        None => answer_on(stream, &state).await,
        Some(encryption) => {
            // Who does not trust the certificate goes away.
            if let Ok(stream) = encryption.accept(stream).await {
                answer_on(stream, &state).await;
            }
        }
    }
}

async fn answer_on(mut stream: impl Stream, state: &State) {
    let Ok(Some(received)) = receive(&mut stream).await else { return };
    let reply = (state.script)(&received);
    let provider = received.provider.unwrap_or(Provider::OpenAi);
    state.open.fetch_add(1, Ordering::AcqRel);
    state.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
    let reply = match reply {
        ScriptedReply::Raw(reply) => reply,
        ScriptedReply::Answer(answer) => render::raw(provider, &answer),
    };
    let sent = respond(&mut stream, &reply).await;
    state.open.fetch_sub(1, Ordering::AcqRel);
    let count = if sent.is_ok() { &state.answered } else { &state.abandoned };
    count.fetch_add(1, Ordering::AcqRel);
}

/// Reads a request; none when the client sent none.
async fn receive(stream: &mut impl Stream) -> io::Result<Option<Received>> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await? == 0 || bytes.len() > REQUEST_BYTES_MAX {
            return Ok(None);
        }
        // The greeting of TLS, which servers without it answer as a bad request.
        if !bytes[0].is_ascii_uppercase() {
            stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await?;
            return Ok(None);
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let mut body = bytes.split_off(head_end + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await? == 0 || body.len() > REQUEST_BYTES_MAX {
            return Ok(None);
        }
    }
    let is_of = |provider: &Provider| path.ends_with(dialect::path(*provider));
    Ok(Some(Received {
        provider: Provider::ALL.into_iter().find(is_of),
        body: serde_json::from_slice(&body).unwrap_or_default(),
        method,
        path,
        headers,
    }))
}

/// Sends a response; an error when the client went away before its end.
async fn respond(stream: &mut impl Stream, reply: &RawReply) -> io::Result<()> {
    let has_no_head = matches!(reply.steps.first(), Some(Step::Close | Step::Reset));
    if !has_no_head && !matches!(reply.steps.first(), Some(Step::Silence)) {
        let mut head = format!("HTTP/1.1 {} Scripted\r\n", reply.status);
        for (name, value) in &reply.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "connection: close\r\ntransfer-encoding: chunked\r\n\r\n";
        stream.write_all(head.as_bytes()).await?;
    }
    for step in &reply.steps {
        match step {
            Step::Send(bytes) => send(stream, bytes).await?,
            Step::Wait(time) => {
                tokio::select! {
                    () = tokio::time::sleep(*time) => {}
                    () = gone(stream) => return Err(io::ErrorKind::ConnectionReset.into()),
                }
            }
            Step::Pass(gate) => {
                tokio::select! {
                    () = gate.passed() => {}
                    () = gone(stream) => return Err(io::ErrorKind::ConnectionReset.into()),
                }
            }
            Step::Endless(bytes) => loop {
                send(stream, bytes).await?;
                tokio::task::yield_now().await;
            },
            Step::Silence => {
                gone(stream).await;
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            Step::Reset => return stream.break_off(),
            Step::Close => return Ok(()),
        }
    }
    stream.write_all(b"0\r\n\r\n").await?;
    stream.shutdown().await
}

async fn send(stream: &mut impl Stream, bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    stream.write_all(&chunk).await?;
    stream.flush().await
}

/// Ends when the client has gone away: it sends nothing more after its request.
async fn gone(stream: &mut impl Stream) {
    let mut nothing = [0; 64];
    while !matches!(stream.read(&mut nothing).await, Ok(0) | Err(_)) {}
}
