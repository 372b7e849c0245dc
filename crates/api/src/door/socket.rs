//! A connection's socket with its clocks: a head must arrive in time, an idle connection is closed,
//! and so is one whose peer reads nothing. One timer per connection is pushed on lazily, so that a
//! busy connection hardly ever touches it.

use std::{
    future::Future as _,
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep},
};

use super::refusal;

/// Whether a request of the connection is being answered.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn(Arc<AtomicBool>);

impl Turn {
    /// A request was read.
    pub(super) fn begin(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Its answer was made.
    pub(super) fn end(&self) {
        self.0.store(false, Ordering::Release);
    }

    fn is_ours(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// A socket that does not wait for ever.
pub(super) struct Socket {
    stream: TcpStream,
    turn: Turn,
    head_timeout: Duration,
    idle_timeout: Duration,
    /// When the first bytes of a head came.
    head_since: Option<Instant>,
    /// When bytes last went in or out.
    moved_at: Instant,
    timer: Pin<Box<Sleep>>,
    /// An answer of the connection's own that has got its body, and how much of it is written.
    refusal: Option<(Vec<u8>, usize)>,
}

impl Socket {
    pub(super) fn new(
        stream: TcpStream,
        turn: Turn,
        head_timeout: Duration,
        idle_timeout: Duration,
    ) -> Self {
        let now = Instant::now();
        Self {
            stream,
            turn,
            head_timeout,
            idle_timeout,
            // A connection that was just made owes us a head.
            head_since: Some(now),
            moved_at: now,
            timer: Box::pin(tokio::time::sleep_until(now + head_timeout)),
            refusal: None,
        }
    }

    /// Whether the peer has kept us waiting for too long; otherwise the timer wakes us in time.
    fn is_overdue(&mut self, context: &mut Context<'_>, writing: bool) -> bool {
        let ours = self.turn.is_ours();
        if ours {
            self.head_since = None;
            if !writing {
                // The answer takes as long as its handler does; bodies have a clock of their own.
                return false;
            }
        }
        let idle_until = self.moved_at + self.idle_timeout;
        let until = match self.head_since {
            Some(since) if !writing => idle_until.min(since + self.head_timeout),
            _ => idle_until,
        };
        if until < self.timer.deadline() {
            self.timer.as_mut().reset(until);
        }
        while self.timer.as_mut().poll(context).is_ready() {
            if Instant::now() >= until {
                return true;
            }
            self.timer.as_mut().reset(until);
        }
        false
    }

    fn overdue(&self) -> io::Error {
        io::Error::new(io::ErrorKind::TimedOut, "the peer kept us waiting for too long")
    }

    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                self.moved_at = Instant::now();
                Poll::Ready(written)
            }
            Poll::Pending if self.is_overdue(context, true) => Poll::Ready(Err(self.overdue())),
            Poll::Pending => Poll::Pending,
        }
    }

    /// Writes what stands instead of `bytes`, if something does; then all of `bytes` counts as
    /// written.
    fn write_refusal(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Option<io::Result<usize>>> {
        if self.refusal.is_none() {
            self.refusal = refusal::with_body(bytes).map(|answer| (answer, 0));
        }
        let Some((answer, mut done)) = self.refusal.take() else { return Poll::Ready(None) };
        while done < answer.len() {
            match Pin::new(&mut self.stream).poll_write(context, &answer[done..]) {
                Poll::Ready(Ok(count)) => done += count,
                Poll::Ready(Err(error)) => return Poll::Ready(Some(Err(error))),
                Poll::Pending => {
                    self.refusal = Some((answer, done));
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Some(Ok(bytes.len())))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        match Pin::new(&mut this.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                this.moved_at = Instant::now();
                if this.turn.is_ours() {
                    this.head_since = None;
                } else if this.head_since.is_none() {
                    this.head_since = Some(this.moved_at);
                }
                Poll::Ready(read)
            }
            Poll::Pending if this.is_overdue(context, false) => Poll::Ready(Err(this.overdue())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if let Some(refused) = ready!(this.write_refusal(context, bytes)) {
            return Poll::Ready(refused);
        }
        this.head_since = None;
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.wrote(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let first = slices.first().map_or(&[][..], |slice| &**slice);
        if let Some(refused) = ready!(this.write_refusal(context, first)) {
            return Poll::Ready(refused);
        }
        this.head_since = None;
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.wrote(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
