//! One request to the service on a connection of its own. Dropping it closes the connection, by which the
//! service knows that nobody waits for the answer any more.

use std::{net::SocketAddr, time::Duration};

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::{
    Request,
    body::{Bytes, Incoming},
    client::conn::http1,
    header,
};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// How long connecting may take.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// The most bytes of an answer, and of a message in a stream.
const ANSWER_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Why there is no answer.
pub(super) enum Flaw {
    /// The service refuses the request.
    Refused {
        /// With which status.
        status: u16,
        /// And which words.
        detail: String,
    },
    /// There is none at its address.
    Absent(std::io::Error),
    /// It is there, and the request or the answer does not come through whole.
    Broken(Box<dyn std::error::Error + Send + Sync>),
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Flaw {
    fn from(error: E) -> Self {
        Self::Broken(Box::new(error))
    }
}

/// Posts a message, and writes each message of the answer.
pub(super) async fn post(
    address: SocketAddr,
    headers: &[(&'static str, String)],
    message: Vec<u8>,
    write: impl Fn(&[u8]),
) -> Result<(), Flaw> {
    let connecting = tokio::time::timeout(CONNECT_MAX, TcpStream::connect(address));
    let stream = connecting.await.map_err(std::io::Error::from).flatten().map_err(Flaw::Absent)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let mut request = Request::post("/mcp").header(header::HOST, address.to_string());
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request.body(Full::new(Bytes::from(message)))?;
    let answered = async {
        let answer = sender.send_request(request).await?;
        read(answer, write).await
    };
    tokio::select! {
        answered = answered => answered,
        ended = drive(connection) => ended,
    }
}

/// Works on the connection until it ends, which is before the answer only where it breaks.
async fn drive(connection: http1::Connection<TokioIo<TcpStream>, Full<Bytes>>) -> Result<(), Flaw> {
    connection.await?;
    // The answer has been read as far as it came: whoever reads it ends.
    std::future::pending().await
}

async fn read(answer: hyper::Response<Incoming>, write: impl Fn(&[u8])) -> Result<(), Flaw> {
    let status = answer.status();
    let media = answer.headers().get(header::CONTENT_TYPE);
    let is_stream = media.is_some_and(|it| it.as_bytes().starts_with(b"text/event-stream"));
    if is_stream {
        return read_stream(answer.into_body(), write).await;
    }
    let body = Limited::new(answer.into_body(), ANSWER_BYTES_MAX).collect().await;
    let body = body.map_err(too_long)?.to_bytes();
    if body.is_empty() && status.is_success() {
        return Ok(());
    }
    let value: Value = serde_json::from_slice(&body).unwrap_or_default();
    if value.get("jsonrpc").is_some() {
        write(&body);
        return Ok(());
    }
    let detail = value["detail"].as_str().unwrap_or("it did not say why").to_owned();
    Err(Flaw::Refused { status: status.as_u16(), detail })
}

fn too_long(error: Box<dyn std::error::Error + Send + Sync>) -> Flaw {
    match error.downcast::<LengthLimitError>() {
        Ok(error) => Flaw::Broken(error),
        Err(error) => Flaw::Broken(error),
    }
}

/// Writes the messages of a stream of events as they come.
async fn read_stream(mut body: Incoming, write: impl Fn(&[u8])) -> Result<(), Flaw> {
    let mut waiting: Vec<u8> = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(piece) = frame?.into_data() else { continue };
        waiting.extend_from_slice(&piece);
        while let Some(end) = waiting.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = waiting.drain(..=end).collect();
            let data = line.strip_prefix(b"data:").map(<[u8]>::trim_ascii);
            if let Some(message) = data.filter(|message| !message.is_empty()) {
                write(message);
            }
        }
        if waiting.len() > ANSWER_BYTES_MAX {
            return Err(Flaw::Broken("a message of the stream is too long".into()));
        }
    }
    Ok(())
}
