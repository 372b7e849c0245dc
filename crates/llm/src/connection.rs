//! One connection to a model server, for one request: TCP, TLS where the address says so, HTTP/1.1. The
//! task that asks drives the connection itself, so that dropping the response closes it at once, which
//! is how a server learns that nobody wants the rest. Calls take seconds, so connections are not kept.

use std::{
    future::poll_fn,
    io,
    pin::{Pin, pin},
    sync::{Arc, OnceLock},
    task::Poll,
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    body::{Body as _, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};
use tokio_rustls::TlsConnector;

use crate::{BaseUrl, Failure, FailureKind};

/// The buffer of a connection, in bytes. A thousand connections have one each.
const BUFFER_BYTES_MAX: usize = 16 * 1024;

trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

type Driver = http1::Connection<TokioIo<Box<dyn Io>>, Full<Bytes>>;

/// A connection on which nothing was sent.
pub(crate) struct Connection {
    sender: http1::SendRequest<Full<Bytes>>,
    driver: Pin<Box<Driver>>,
}

/// The response on a connection, of which the body is still to come.
pub(crate) struct Response {
    pub head: hyper::http::response::Parts,
    body: Incoming,
    /// None once the connection has ended; what it had received can still be read.
    driver: Option<Pin<Box<Driver>>>,
}

impl Connection {
    /// Connects.
    pub(crate) async fn open(url: &BaseUrl) -> Result<Self, Failure> {
        let refused =
            |error: io::Error| Failure::new(FailureKind::Connect).with_detail(&error.to_string());
        let stream = TcpStream::connect((url.host(), url.port())).await.map_err(refused)?;
        // A request is small, and the model waits for all of it.
        stream.set_nodelay(true).map_err(refused)?;
        let io: Box<dyn Io> = if url.is_encrypted() {
            let failed = |kind, error: &dyn std::error::Error| {
                Failure::new(kind).with_detail(&error.to_string())
            };
            let name = ServerName::try_from(url.host().to_owned())
                .map_err(|error| failed(FailureKind::Tls, &error))?;
            let encrypted = TlsConnector::from(encryption()).connect(name, stream).await;
            // What is no error of TLS is one of the connection below it.
            Box::new(encrypted.map_err(|error| match error.get_ref() {
                Some(inner) if inner.is::<rustls::Error>() => failed(FailureKind::Tls, &error),
                _ => failed(FailureKind::Connect, &error),
            })?)
        } else {
            Box::new(stream)
        };
        let (sender, driver) = http1::Builder::new()
            .max_buf_size(BUFFER_BYTES_MAX)
            .handshake(TokioIo::new(io))
            .await
            .map_err(|error| Failure::new(FailureKind::Connect).with_detail(&error.to_string()))?;
        Ok(Self { sender, driver: Box::pin(driver) })
    }

    /// Sends a request and waits for the head of its response.
    pub(crate) async fn send(
        self,
        request: hyper::Request<Full<Bytes>>,
    ) -> Result<Response, hyper::Error> {
        let Self { mut sender, driver } = self;
        let mut driver = Some(driver);
        let mut response = pin!(sender.send_request(request));
        let response = poll_fn(|context| {
            drive(&mut driver, context);
            response.as_mut().poll(context)
        })
        .await?;
        let (head, body) = response.into_parts();
        Ok(Response { head, body, driver })
    }
}

impl Response {
    /// The next bytes of the body; none at its end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, hyper::Error> {
        poll_fn(|context| {
            loop {
                drive(&mut self.driver, context);
                let frame = match Pin::new(&mut self.body).poll_frame(context) {
                    Poll::Ready(Some(frame)) => frame?,
                    Poll::Ready(None) => return Poll::Ready(Ok(None)),
                    Poll::Pending => return Poll::Pending,
                };
                // What is no data is a trailer.
                if let Ok(data) = frame.into_data() {
                    return Poll::Ready(Ok(Some(data)));
                }
            }
        })
        .await
    }
}

/// Moves bytes. The response learns of an error too, so it is not looked at here.
fn drive(driver: &mut Option<Pin<Box<Driver>>>, context: &mut std::task::Context<'_>) {
    if let Some(connection) = driver
        && connection.as_mut().poll(context).is_ready()
    {
        *driver = None;
    }
}

/// Whom an encrypted connection trusts: the roots of this system, read once.
fn encryption() -> Arc<ClientConfig> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    Arc::clone(CONFIG.get_or_init(|| {
        let found = rustls_native_certs::load_native_certs();
        for error in &found.errors {
            tracing::warn!(%error, "a root certificate of this system could not be read");
        }
        let mut roots = RootCertStore::empty();
        let (usable, _) = roots.add_parsable_certificates(found.certs);
        if usable == 0 {
            tracing::warn!(
                "this system has no root certificates: no encrypted model server will be trusted"
            );
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring has the ciphers of TLS 1.2 and 1.3")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Arc::new(config)
    }))
}

/// Reads the roots of this system, which takes some milliseconds, before a call needs them.
pub(crate) fn prepare(url: &BaseUrl) {
    if url.is_encrypted() {
        encryption();
    }
}
