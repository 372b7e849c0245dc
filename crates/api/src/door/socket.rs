//! A connection's socket with its clocks: a head must arrive in time, an idle connection is closed,
//! and so is one whose peer reads nothing. One timer per connection is pushed on lazily, so that a
//! busy connection hardly ever touches it. Bodies of requests have a clock of their own, where they
//! are read.

use std::{
    future::Future as _,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep},
};

use super::{refusal, tail::Tail, turn::Turn};

/// How long a connection that ends while its peer still sends is read on: closing it at once would
/// reset it, and the peer would lose the answer that tells it why.
const LINGER_MAX: Duration = Duration::from_secs(2);

/// How long a listener may take for what is on its way to it when the service stops. One that reads
/// needs less; one that does not would be waited for in vain, and can go on later from the last event
/// that it heard.
const STREAM_END_MAX: Duration = Duration::from_millis(250);

/// A head that is too large is so for its address when its first line is longer than this, in
/// bytes.
const LONG_LINE_BYTES: usize = 32 * 1024;

/// Bytes that are read at once to be thrown away.
const LINGER_BYTES: usize = 8 * 1024;

/// A socket that does not wait for ever.
pub(super) struct Socket {
    stream: TcpStream,
    turn: Turn,
    head_timeout: Duration,
    idle_timeout: Duration,
    /// When the first bytes of a head came.
    head_since: Option<Instant>,
    /// The last bytes that came in.
    received: Tail,
    /// When bytes last went in or out.
    moved_at: Instant,
    timer: Pin<Box<Sleep>>,
    /// Bytes of the first line of the head that is coming in, and whether it has come to its end.
    first_line: (usize, bool),
    /// Whether the timer wakes us when it is over.
    is_armed: bool,
    /// Whether the last write had to wait.
    write_waits: bool,
    /// An answer of the connection's own that has got its body, and how much of it is written.
    refusal: Option<(Vec<u8>, usize)>,
    /// Whether such an answer was written.
    refused: bool,
    /// Whether our side is closed.
    is_shut: bool,
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
            received: Tail::default(),
            moved_at: now,
            timer: Box::pin(tokio::time::sleep_until(now + head_timeout)),
            first_line: (0, false),
            is_armed: false,
            write_waits: false,
            refusal: None,
            refused: false,
            is_shut: false,
        }
    }

    /// Whether the peer has kept us waiting for too long; otherwise the timer wakes us in time.
    fn is_overdue(&mut self, context: &mut Context<'_>, writing: bool) -> bool {
        let ours = self.turn.is_ours();
        if ours {
            self.head_since = None;
            if !writing {
                // The answer takes as long as its handler and its body do.
                return false;
            }
        } else if self.head_since.is_none() && !self.turn.ends_as(&self.received) {
            // The beginning of this head came together with the request before it.
            self.head_since = Some(self.moved_at);
        }
        let idle_until = self.moved_at + self.idle_timeout;
        let mut until = match self.head_since {
            Some(since) if !writing => idle_until.min(since + self.head_timeout),
            _ => idle_until,
        };
        if let Some(since) = self.turn.stream_ends_since() {
            until = until.min(since + STREAM_END_MAX);
        }
        if until < self.timer.deadline() {
            self.timer.as_mut().reset(until);
        }
        while self.timer.as_mut().poll(context).is_ready() {
            if Instant::now() >= until {
                return true;
            }
            self.timer.as_mut().reset(until);
        }
        self.is_armed = true;
        false
    }

    /// Sees to it that the timer wakes us although nobody reads: an answer that was written may be
    /// the last thing that happens for a while.
    fn arm(&mut self, context: &mut Context<'_>) {
        if !self.is_armed || self.timer.is_elapsed() {
            // What is overdue will be noticed by who is woken.
            let _ = self.is_overdue(context, false);
        }
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
                self.write_waits = false;
                self.moved_at = Instant::now();
                self.arm(context);
                Poll::Ready(written)
            }
            Poll::Pending if self.is_overdue(context, true) => Poll::Ready(Err(self.overdue())),
            Poll::Pending => {
                self.write_waits = true;
                Poll::Pending
            }
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
            let address_is_long = self.first_line.0 > LONG_LINE_BYTES;
            self.refusal = refusal::with_body(bytes, address_is_long).map(|answer| (answer, 0));
        }
        let Some((answer, mut done)) = self.refusal.take() else { return Poll::Ready(None) };
        self.refused = true;
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

    /// Bytes came in.
    fn received(&mut self, bytes: &[u8]) {
        self.moved_at = Instant::now();
        self.received.push(bytes);
        if self.turn.is_ours() {
            self.head_since = None;
            return;
        }
        if let (length, false) = self.first_line {
            self.first_line = match bytes.iter().position(|byte| *byte == b'\n') {
                Some(at) => (length + at, true),
                None => (length + bytes.len(), false),
            };
        }
        self.head_since.get_or_insert(self.moved_at);
    }

    /// A head goes out: the next one that comes in is another.
    fn answers(&mut self) {
        self.head_since = None;
        self.first_line = (0, false);
    }

    /// Ends when the peer has closed its side too, or when that takes too long.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let mut bytes = [0; LINGER_BYTES];
        loop {
            if self.timer.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer)) {
                Ok(()) if buffer.filled().is_empty() => return Poll::Ready(()),
                Ok(()) => {}
                Err(_) => return Poll::Ready(()),
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let filled = buffer.filled().len();
        match Pin::new(&mut this.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                this.received(&buffer.filled()[filled..]);
                Poll::Ready(read)
            }
            // A head that is not whole when the service stops will not be answered: to us its
            // connection is at its end.
            Poll::Pending if this.turn.is_last() && !this.turn.is_ours() && !this.write_waits => {
                Poll::Ready(Ok(()))
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
        this.answers();
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
        this.answers();
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
        let this = self.get_mut();
        if !this.is_shut {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            this.is_shut = true;
            this.timer.as_mut().reset(Instant::now() + LINGER_MAX);
        }
        if (this.refused || this.turn.left_unread()) && !this.turn.is_last() {
            ready!(this.poll_linger(context));
        }
        Poll::Ready(Ok(()))
    }
}
