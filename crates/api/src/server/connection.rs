//! One connection: its requests are answered one after another, and every wait for its peer has a
//! timeout. A head must arrive in time, an idle connection is closed, and so is one whose peer
//! reads nothing. Bodies of requests have a timeout of their own, where they are read.

use std::{
    convert::Infallible,
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, Request, Response, StatusCode, header},
};
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::{BodyExt as _, Limited};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf},
    net::TcpStream,
    sync::watch,
    time::Instant,
};
use tower::{Service, ServiceExt as _};

use super::{EVENT_STREAM, limits::Timeouts};

/// The largest head of a request, in bytes. It has at most 100 headers, the library's own bound:
/// setting one would cost an allocation per request.
const HEAD_BYTES_MAX: usize = 64 * 1024;

/// How much of an unread body is read so that the connection can be used again, in bytes, and for how
/// long.
const DRAIN_BYTES_MAX: usize = 64 * 1024;
const DRAIN_MAX: Duration = Duration::from_millis(100);

/// How long a connection that was closed is read on while its peer still sends: closing it at once
/// would reset it, and the peer would lose the response that says why.
const LINGER_MAX: Duration = Duration::from_secs(2);

/// How long an event stream may take to end when the service stops. A listener that reads needs less;
/// one that does not would be waited for in vain, and can go on later from the last event it has.
const STREAM_END_MAX: Duration = Duration::from_millis(250);

/// Answers the requests of a connection until one of both sides ends it.
pub(super) async fn serve<S, B>(
    stream: TcpStream,
    service: S,
    timeouts: Timeouts,
    mut ending: watch::Receiver<bool>,
) where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: HttpBody<Data = Bytes> + Unpin + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let activity = Activity::new();
    let io = TokioIo::new(Observed { stream, activity: activity.clone() });
    let requests = activity.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let activity = requests.clone();
        activity.request_begins();
        let unread = Unread::default();
        let request = request.map(|body| RequestBody::of(body, &unread));
        let answered = service.clone().oneshot(request);
        Box::pin(async move {
            let mut response = answered.await?;
            if !unread.drain().await || ends_connection(response.status()) {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            activity.response_begins(&response);
            Ok::<_, Infallible>(response.map(|body| ResponseBody { body, activity }))
        })
    });
    let mut connection = http1::Builder::new()
        .max_buf_size(HEAD_BYTES_MAX)
        .max_header_size(HEAD_BYTES_MAX)
        .serve_connection(io, service);
    let ended = tokio::select! {
        biased;
        ended = &mut connection => Some(ended),
        () = activity.overdue(timeouts) => return,
        // A channel that is closed has ended as well.
        _ = ending.wait_for(|ending| *ending) => None,
    };
    let Some(ended) = ended else {
        activity.stop();
        Pin::new(&mut connection).graceful_shutdown();
        let ended = std::future::poll_fn(|context| {
            match Pin::new(&mut connection).poll(context) {
                // A head that is not whole by now is not answered any more.
                Poll::Pending if activity.is_idle() => Poll::Ready(Ok(())),
                polled => polled,
            }
        });
        tokio::select! {
            biased;
            ended = ended => log_end(ended),
            () = activity.overdue(timeouts) => {}
        }
        return;
    };
    log_end(ended);
    linger(connection.into_parts().io.into_inner().stream).await;
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(error = %domain::ErrorChain(&error), "a connection broke");
    }
}

/// Reads until the peer has closed its side too, or that takes too long.
async fn linger(mut stream: TcpStream) {
    // The library has closed our side already, unless the connection broke.
    if stream.shutdown().await.is_ok() {
        let mut nowhere = tokio::io::sink();
        let read = tokio::io::copy(&mut stream, &mut nowhere);
        let _ = tokio::time::timeout(LINGER_MAX, read).await;
    }
}

/// Whether a response with this status ends its connection: one that may be to anybody, so that
/// callers without access cannot keep connections open.
fn ends_connection(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::SERVICE_UNAVAILABLE
    )
}

/// The part of a request's body that its handler did not read.
#[derive(Clone, Default)]
struct Unread(Arc<Mutex<Option<Incoming>>>);

impl Unread {
    fn body(&self) -> MutexGuard<'_, Option<Incoming>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what is left, within bounds: only then can the connection be used again. Whether it can;
    /// if not, the library closes the connection, and the response has to say so.
    async fn drain(&self) -> bool {
        let Some(body) = self.body().take() else { return true };
        let rest = Limited::new(body, DRAIN_BYTES_MAX).collect();
        matches!(tokio::time::timeout(DRAIN_MAX, rest).await, Ok(Ok(_)))
    }
}

/// The body of a request. Dropped before its end, it leaves what is unread.
struct RequestBody {
    body: Option<Incoming>,
    unread: Unread,
}

impl RequestBody {
    fn of(body: Incoming, unread: &Unread) -> Body {
        if body.is_end_stream() {
            return Body::empty();
        }
        Body::new(Self { body: Some(body), unread: unread.clone() })
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        *self.unread.body() = self.body.take().filter(|body| !body.is_end_stream());
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let polled = Pin::new(body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

/// What happens on a connection, reported by its socket and its responses. Clones share it.
#[derive(Debug, Clone)]
struct Activity(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// Whether a request is being answered: from the end of its head to the end of its response.
    answering: bool,
    /// Whether that response is an event stream.
    streaming: bool,
    /// Whether the last write has to wait for the peer.
    write_waits: bool,
    /// When the first bytes of a head came.
    head_since: Option<Instant>,
    /// When bytes last went in or out.
    moved_at: Instant,
    /// Since when the service stops.
    stopping_since: Option<Instant>,
}

impl Activity {
    fn new() -> Self {
        let now = Instant::now();
        Self(Arc::new(Mutex::new(State {
            answering: false,
            streaming: false,
            write_waits: false,
            // The first head is waited for from the beginning.
            head_since: Some(now),
            moved_at: now,
            stopping_since: None,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request_begins(&self) {
        let mut state = self.state();
        (state.answering, state.head_since) = (true, None);
    }

    fn response_begins<B>(&self, response: &Response<B>) {
        let mut state = self.state();
        let media = response.headers().get(header::CONTENT_TYPE);
        state.streaming = media.is_some_and(|media| media == EVENT_STREAM);
    }

    fn response_ends(&self) {
        let mut state = self.state();
        (state.answering, state.streaming) = (false, false);
    }

    fn received(&self) {
        let mut state = self.state();
        state.moved_at = Instant::now();
        if !state.answering && state.head_since.is_none() {
            state.head_since = Some(state.moved_at);
        }
    }

    fn wrote(&self, written: &Poll<io::Result<usize>>) {
        let mut state = self.state();
        state.write_waits = written.is_pending();
        if !state.write_waits {
            state.moved_at = Instant::now();
        }
    }

    fn stop(&self) {
        self.state().stopping_since = Some(Instant::now());
    }

    /// Whether nothing is being answered, and every response has been written.
    fn is_idle(&self) -> bool {
        let state = self.state();
        !state.answering && !state.write_waits
    }

    /// Ends when a timeout is over. The deadline is read again at least as often as the shortest
    /// timeout, so that nothing has to wake this when another timeout begins.
    async fn overdue(&self, timeouts: Timeouts) {
        let often = timeouts.head.min(timeouts.idle);
        loop {
            let (now, deadline) = (Instant::now(), self.state().deadline(timeouts));
            if deadline.is_some_and(|deadline| deadline <= now) {
                return;
            }
            let again = now + often;
            tokio::time::sleep_until(deadline.map_or(again, |deadline| deadline.min(again))).await;
        }
    }
}

impl State {
    /// When the current timeout is over; none while a response is being made.
    fn deadline(&self, Timeouts { head, idle }: Timeouts) -> Option<Instant> {
        if let (true, Some(since)) = (self.streaming, self.stopping_since) {
            return Some(since + STREAM_END_MAX);
        }
        match self.head_since {
            _ if self.write_waits => Some(self.moved_at + idle),
            _ if self.answering => None,
            Some(since) => Some(since + head),
            None => Some(self.moved_at + idle),
        }
    }
}

/// A socket that reports to the activity what is sent and received.
struct Observed {
    stream: TcpStream,
    activity: Activity,
}

impl AsyncRead for Observed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let filled = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > filled {
            self.activity.received();
        }
        read
    }
}

impl AsyncWrite for Observed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.activity.wrote(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.activity.wrote(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The body of a response; the response ends when it is dropped.
struct ResponseBody<B> {
    body: B,
    activity: Activity,
}

impl<B: HttpBody + Unpin> HttpBody for ResponseBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for ResponseBody<B> {
    fn drop(&mut self) {
        self.activity.response_ends();
    }
}
