//! Whose turn it is on a connection, known to its socket and to the bodies that go over it: between
//! the last byte of a request's head and the last byte of its answer it is ours. No clock is kept
//! here; which ones run when is the socket's.

use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Request, header},
};
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::time::Instant;

use super::tail::Tail;

/// Bytes of a body nobody wanted that are read nevertheless, so that its connection can be used
/// again.
const DRAIN_BYTES_MAX: u64 = 64 * 1024;

/// How long such a body may keep its answer waiting.
const DRAIN_TIME_MAX: Duration = Duration::from_millis(100);

/// The type of an answer that goes on until one of both sides ends it.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// Whose turn it is, and what both sides must know about it.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    answering: AtomicBool,
    left_unread: AtomicBool,
    /// Whether the answer is a stream that has no end of its own.
    streaming: AtomicBool,
    /// Since when the service stops.
    ending: OnceLock<Instant>,
    /// What a request left unread of its body.
    rest: Mutex<Option<Incoming>>,
    end: Mutex<End>,
}

/// How the last request ends on the wire.
#[derive(Debug, Default)]
enum End {
    /// With the empty line behind its head, or behind the last chunk of its body.
    #[default]
    EmptyLine,
    /// With a body of a length that was told before, as far as it was read.
    Body(Tail),
}

impl Turn {
    /// A request's head was read. The request, with a body that gives back what is left unread of
    /// it.
    pub(super) fn begin(&self, request: Request<Incoming>) -> Request<Body> {
        self.0.answering.store(true, Ordering::Release);
        self.0.left_unread.store(false, Ordering::Release);
        let has_length =
            !request.body().is_end_stream() && request.body().size_hint().exact().is_some();
        *self.end() = if has_length { End::Body(Tail::of_head()) } else { End::EmptyLine };
        // Who waits for a word before sending a body need not send one that nobody wants.
        let waits = request.headers().contains_key(header::EXPECT);
        request.map(|body| {
            if body.is_end_stream() {
                return Body::empty();
            }
            Body::new(Asked { body: Some(body), ended: false, waits, turn: self.clone() })
        })
    }

    /// Reads what the request left unread of its body, where that is little and comes at once;
    /// whether the connection can serve another request.
    pub(super) async fn drain(&self) -> bool {
        if !self.left_unread() {
            return true;
        }
        let rest = self.0.rest.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rest) = rest else { return false };
        let drained =
            tokio::time::timeout(DRAIN_TIME_MAX, self.read_to_end(rest)).await == Ok(true);
        self.0.left_unread.store(!drained, Ordering::Release);
        drained
    }

    /// The body of the answer with these headers; the turn ends with it.
    pub(super) fn answer(&self, headers: &HeaderMap, body: Body) -> Answer {
        let is_stream = headers.get(header::CONTENT_TYPE).is_some_and(|it| it == EVENT_STREAM);
        self.0.streaming.store(is_stream, Ordering::Release);
        Answer { body, turn: self.clone() }
    }

    /// Whether a body ends within [`DRAIN_BYTES_MAX`].
    async fn read_to_end(&self, mut body: Incoming) -> bool {
        let mut left = DRAIN_BYTES_MAX;
        while body.size_hint().lower() <= left {
            match body.frame().await {
                None => return true,
                Some(Err(_)) => return false,
                Some(Ok(frame)) => {
                    let piece = frame.data_ref().map_or(&[][..], |piece| piece);
                    self.read(piece);
                    left = left.saturating_sub(piece.len() as u64);
                }
            }
        }
        false
    }

    /// A piece of a body was read.
    fn read(&self, piece: &[u8]) {
        if let End::Body(tail) = &mut *self.end() {
            tail.push(piece);
        }
    }

    fn end(&self) -> MutexGuard<'_, End> {
        self.0.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether what came over the connection, of which this is the end, is no more than the last
    /// request. Somebody who wants to can make a longer one look so; then it rests as long as an
    /// idle connection may, and that costs no more.
    pub(super) fn ends_as(&self, received: &Tail) -> bool {
        match &*self.end() {
            End::EmptyLine => received.ends_with_an_empty_line(),
            End::Body(tail) => received.ends_with(tail),
        }
    }

    /// Whether a request is being answered.
    pub(super) fn is_ours(&self) -> bool {
        self.0.answering.load(Ordering::Acquire)
    }

    /// Whether the last request's body was not read to its end.
    pub(super) fn left_unread(&self) -> bool {
        self.0.left_unread.load(Ordering::Acquire)
    }

    /// After this turn there is no other: the service stops.
    pub(super) fn make_last(&self) {
        self.0.ending.get_or_init(Instant::now);
    }

    /// Whether the service stops.
    pub(super) fn is_last(&self) -> bool {
        self.0.ending.get().is_some()
    }

    /// Since when the stream that is being answered has to end, if it has to.
    pub(super) fn stream_ends_since(&self) -> Option<Instant> {
        let ending = self.0.ending.get()?;
        self.0.streaming.load(Ordering::Acquire).then_some(*ending)
    }
}

/// The body of a request.
struct Asked {
    /// Taken when this is dropped.
    body: Option<Incoming>,
    ended: bool,
    /// Whether its sender waits for a word before it sends it.
    waits: bool,
    turn: Turn,
}

impl http_body::Body for Asked {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let this = self.get_mut();
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(context);
        // A sender that is read from has got its word.
        this.waits = false;
        this.ended |= matches!(frame, Poll::Ready(None));
        if let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(piece) = frame.data_ref()
        {
            this.turn.read(piece);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::new, Incoming::size_hint)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if self.ended || self.is_end_stream() {
            return;
        }
        self.turn.0.left_unread.store(true, Ordering::Release);
        if !self.waits {
            *self.turn.0.rest.lock().unwrap_or_else(PoisonError::into_inner) = self.body.take();
        }
    }
}

/// The body of an answer.
pub(super) struct Answer {
    body: Body,
    turn: Turn,
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.turn.0.answering.store(false, Ordering::Release);
    }
}
