//! Whose turn it is on a connection, known to its socket and to the bodies that go over it: between
//! the last byte of a request's head and the last byte of its answer it is ours. No clock is kept
//! here; which ones run when is the socket's.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use axum::body::{Body, Bytes};
use http_body::{Body as _, Frame, SizeHint};
use hyper::body::Incoming;

/// Whose turn it is, and what both sides must know about it.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    answering: AtomicBool,
    left_unread: AtomicBool,
    ending: AtomicBool,
}

impl Turn {
    /// A request's head was read. Its body, which tells when it is dropped before its end.
    pub(super) fn begin(&self, body: Incoming) -> Body {
        self.0.answering.store(true, Ordering::Release);
        self.0.left_unread.store(false, Ordering::Release);
        if body.is_end_stream() {
            return Body::empty();
        }
        Body::new(Asked { body, ended: false, turn: self.clone() })
    }

    /// The body of the answer; the turn ends with it.
    pub(super) fn answer(&self, body: Body) -> Answer {
        Answer { body, turn: self.clone() }
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
        self.0.ending.store(true, Ordering::Release);
    }

    /// Whether the service stops.
    pub(super) fn is_last(&self) -> bool {
        self.0.ending.load(Ordering::Acquire)
    }
}

/// The body of a request.
struct Asked {
    body: Incoming,
    ended: bool,
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
        let frame = Pin::new(&mut this.body).poll_frame(context);
        this.ended |= matches!(frame, Poll::Ready(None));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if !self.ended && !self.body.is_end_stream() {
            self.turn.0.left_unread.store(true, Ordering::Release);
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
