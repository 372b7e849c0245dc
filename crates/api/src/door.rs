//! The door itself: takes connections in, within bounds, and answers their requests through the
//! routes. What is common to all requests is here and nowhere else: the host check, request ids,
//! redirects, panics, the log of failures, and a graceful end.

mod guard;
mod refusal;
mod socket;
mod tail;
mod turn;

use std::{
    convert::Infallible,
    fmt::Write as _,
    io,
    net::SocketAddr,
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{HeaderName, HeaderValue, Request, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use futures_util::FutureExt as _;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};
use tower::Service as _;

use crate::{
    App,
    failure::{Cause, WithoutSlash, no_route, refusal},
};
use socket::Socket;
pub(crate) use turn::EVENT_STREAM;
use turn::{Answer, Turn};

/// Bounds on what comes in.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Connections that are open at once; more wait to be taken in.
    pub connections_max: usize,
    /// Requests per second that a token gains, where tokens are asked for; at least 1.
    pub rate_per_second: u32,
    /// Requests that a token may make at once; at least 1.
    pub rate_burst: u32,
    /// The largest body, in bytes.
    pub body_bytes_max: usize,
    /// The largest body of a document or an import, in bytes.
    pub large_body_bytes_max: usize,
    /// How long the head of a request may take.
    pub head_timeout: Duration,
    /// How long a small body may take; a larger one may neither be silent for so long nor come in
    /// drop by drop.
    pub body_timeout: Duration,
    /// How long a connection may be idle, or stuck in an answer nobody reads.
    pub idle_timeout: Duration,
    /// How long requests in flight have to end when the service stops.
    pub stop_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections_max: 4_096,
            rate_per_second: 50,
            rate_burst: 200,
            body_bytes_max: 2 * 1024 * 1024,
            large_body_bytes_max: 64 * 1024 * 1024,
            head_timeout: Duration::from_secs(5),
            body_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(75),
            stop_timeout: Duration::from_secs(4),
        }
    }
}

/// The connections that are open, and the places for more.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    places: Arc<Semaphore>,
    /// Counted apart from the places: the door holds one of these for whoever comes next, while
    /// there is one.
    open: Arc<AtomicUsize>,
}

impl Connections {
    pub(crate) fn new(max: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(max)), open: Arc::default() }
    }

    /// How many are open.
    pub(crate) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// A place for the next connection, when there is one.
    async fn place(&self) -> io::Result<OwnedSemaphorePermit> {
        Arc::clone(&self.places).acquire_owned().await.map_err(io::Error::other)
    }

    /// Whoever comes in takes their place, until this is dropped.
    fn seat(&self, place: OwnedSemaphorePermit) -> Seat {
        self.open.fetch_add(1, Ordering::Relaxed);
        Seat { _place: place, open: Arc::clone(&self.open) }
    }
}

/// The place of a connection that is open.
#[derive(Debug)]
struct Seat {
    _place: OwnedSemaphorePermit,
    open: Arc<AtomicUsize>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The largest head of a request, in bytes. It has at most 100 headers, the library's own bound:
/// setting one would cost an allocation per request.
const HEAD_BYTES_MAX: usize = 64 * 1024;

/// How long the door waits before it tries again when the system gives it no connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Answers requests on `listener` until the service stops; then no new ones are taken, those in
/// flight are answered within their time, and this ends.
pub async fn serve(app: App, listener: TcpListener) {
    let (mut stop, limits) = (app.stop.clone(), app.limits);
    let room = app.connections().clone();
    let visitor = Visitor::new(app);
    let (end, ending) = watch::channel(false);
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let accepted = tokio::select! {
            biased;
            () = stop.stopped() => break,
            accepted = accept(&room, &listener) => accepted,
        };
        match accepted {
            Ok((stream, seat)) => {
                let (visitor, ending) = (visitor.clone(), ending.clone());
                connections.spawn(async move {
                    connection(visitor, stream, limits, ending).await;
                    drop(seat);
                });
            }
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "no connection to be had");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    end.send_replace(true);
    let all_ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.stop_timeout, all_ended).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

async fn accept(room: &Connections, listener: &TcpListener) -> io::Result<(TcpStream, Seat)> {
    let place = room.place().await?;
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Where this cannot be set the peer is gone, which the connection will find out.
                let _ = stream.set_nodelay(true);
                return Ok((stream, room.seat(place)));
            }
            // The peer thought better of it: no reason to pause.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Answers the requests of one connection.
async fn connection(
    visitor: Visitor,
    stream: TcpStream,
    limits: Limits,
    mut ending: watch::Receiver<bool>,
) {
    let turn = Turn::default();
    let socket = Socket::new(stream, turn.clone(), limits.head_timeout, limits.idle_timeout);
    let on_turn = turn.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let (visitor, turn) = (visitor.clone(), on_turn.clone());
        let request = turn.begin(request);
        async move {
            let mut response = visitor.answer(request).await;
            if !turn.drain().await {
                response
                    .headers_mut()
                    .insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            let (head, body) = response.into_parts();
            let body = turn.answer(&head.headers, body);
            Ok::<Response<Answer>, Infallible>(Response::from_parts(head, body))
        }
    });
    let connection = http1::Builder::new()
        .max_buf_size(HEAD_BYTES_MAX)
        .max_header_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(socket), service);
    let mut connection = std::pin::pin!(connection);
    // A watch that is gone has ended as well.
    let ends = async { drop(ending.wait_for(|ending| *ending).await) };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = ends => {
            turn.make_last();
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(error = &error as &dyn std::error::Error, "a connection broke");
    }
}

/// Whoever answers the requests of a connection.
#[derive(Clone)]
struct Visitor {
    router: Router,
    app: App,
    ids: Arc<RequestIds>,
}

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest request id of a caller that is taken over, in bytes.
const REQUEST_ID_MAX: usize = 64;

impl Visitor {
    fn new(app: App) -> Self {
        let ids = Arc::new(RequestIds::new(&app));
        Self { router: crate::router(app.clone()), app, ids }
    }

    async fn answer(mut self, request: Request<Body>) -> Response {
        let id = self.ids.of(&request);
        let mut response = match guard::check(&self.app.access, &request) {
            Err(refused) => self.turned_away(refused),
            Ok(()) => self.route(request).await,
        };
        response.headers_mut().insert(REQUEST_ID.clone(), id.clone());
        if let Some(Cause(error)) = response.extensions_mut().remove::<Cause>() {
            log(&error, &id);
        }
        response
    }

    /// Counts an answer that no route gave.
    fn turned_away(&self, answer: Response) -> Response {
        self.app.requests().turned_away(answer.status(), Instant::now());
        answer
    }

    /// The routes' answer; a panic is a 500.
    async fn route(&mut self, request: Request<Body>) -> Response {
        // The router would take an empty part for an id.
        if request.uri().path().contains("//") {
            return self.turned_away(no_route());
        }
        let request = guard::with_sound_path(request);
        // What a redirect needs, kept only where there could be one.
        let slashed = request.uri().path().ends_with('/').then(|| guard::location(&request));
        let answer = AssertUnwindSafe(self.router.call(request)).catch_unwind().await;
        let mut response = match answer {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(_) => {
                let source = "a handler panicked";
                let error = domain::Error::internal("answering a request", source);
                crate::failure::Failure::from(error).into_response()
            }
        };
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            allow_without_head(&mut response);
        }
        if response.extensions().get::<WithoutSlash>().is_some()
            && let Some(redirect) = slashed.flatten().and_then(redirect)
        {
            return redirect;
        }
        response
    }
}

fn redirect(location: String) -> Option<Response> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_str(&location).ok()?);
    Some(response)
}

/// HEAD goes without saying wherever GET is allowed, as the contract's cases have it.
fn allow_without_head(response: &mut Response) {
    let allowed = response.headers().get(header::ALLOW).and_then(|value| value.to_str().ok());
    let listed: Vec<&str> = allowed
        .unwrap_or("")
        .split(',')
        .map(str::trim)
        .filter(|method| !method.is_empty() && *method != "HEAD")
        .collect();
    if let Ok(value) = HeaderValue::from_str(&listed.join(", ")) {
        response.headers_mut().insert(header::ALLOW, value);
    }
}

/// Writes down what went wrong, once: what somebody must look into as an error, what callers did
/// wrong only for whoever asks for it.
fn log(error: &domain::Error, id: &HeaderValue) {
    let request_id = id.to_str().unwrap_or("");
    let cause = error as &dyn std::error::Error;
    match error {
        domain::Error::Unknown { .. } | domain::Error::Internal { .. } => {
            tracing::error!(error = cause, request.id = request_id, "a request failed");
        }
        domain::Error::Unavailable(_) => {
            tracing::warn!(error = cause, request.id = request_id, "a request had to be refused");
        }
        domain::Error::NotFound { what, id } => {
            let id = start(id);
            tracing::debug!(record = *what, record.id = id, request.id = request_id, "not found");
        }
        refused => {
            tracing::debug!(error = %refused, request.id = request_id, "a request was refused");
        }
    }
}

/// The longest id of a record in the log, in characters: one that nobody found may be as long as an
/// address.
const RECORD_ID_LENGTH_MAX: usize = 64;

/// The start of an id, as the log has it.
fn start(id: &str) -> &str {
    let end = id.char_indices().nth(RECORD_ID_LENGTH_MAX).map_or(id.len(), |(at, _)| at);
    &id[..end]
}

/// Numbers requests that bring no id of their own.
#[derive(Debug)]
struct RequestIds {
    /// What all of them begin with: it tells this life of the process from others.
    life: String,
    count: AtomicU64,
}

impl RequestIds {
    fn new(app: &App) -> Self {
        let life = format!("{:x}-", app.studio.clock.now().millis());
        Self { life, count: AtomicU64::new(0) }
    }

    fn of<B>(&self, request: &Request<B>) -> HeaderValue {
        if let Some(id) = request.headers().get(&REQUEST_ID) {
            let sound = |id: &str| {
                (1..=REQUEST_ID_MAX).contains(&id.len())
                    && id.bytes().all(|byte| byte.is_ascii_graphic())
            };
            if id.to_str().is_ok_and(sound) {
                return id.clone();
            }
        }
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let mut id = String::with_capacity(REQUEST_ID_MAX);
        id.push_str(&self.life);
        let _ = write!(id, "{number:x}");
        HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("unnumbered"))
    }
}

/// A refusal with this detail, before any route was looked for.
fn turned_away(status: StatusCode, detail: &str) -> Response {
    refusal(status, detail)
}

/// Opens the door on an address.
///
/// # Errors
/// When the address cannot be listened on.
pub async fn open(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_the_start_of_a_long_id() {
        for (id, wanted) in [
            ("", ""),
            ("01a1ee5a-f1e0-729b", "01a1ee5a-f1e0-729b"),
            (&*"é".repeat(64), &*"é".repeat(64)),
            (&*format!("{}x", "é".repeat(64)), &*"é".repeat(64)),
            (&*"x".repeat(60_000), &*"x".repeat(64)),
        ] {
            assert_eq!(start(id), wanted);
        }
    }
}
