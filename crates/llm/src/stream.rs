//! A reply while it comes: pieces for who listens, the limits on silence, and at the end the whole
//! [`Reply`]. Dropping it closes the connection, by which the server stops the model.

use hyper::header::{CONTENT_TYPE, HeaderMap};
use tokio::{
    sync::OwnedSemaphorePermit,
    time::{Instant, timeout_at},
};

use crate::{
    Delta, Failure, FailureKind, Provider, Reply, Secret, Timeouts, Truncation,
    client::without,
    collector::Collector,
    connection::Response,
    decoder::{Decoder, Event, Framing},
    dialect::{self, Unreadable},
};

/// How long a server may take, once it has said why it stopped, to say what the call took.
const TAIL_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(2);

/// What a stream begins with.
pub(crate) struct Start {
    pub response: Response,
    pub provider: Provider,
    pub api_key: Option<Secret>,
    pub timeouts: Timeouts,
    /// When the first token must have come.
    pub first_token: Instant,
    /// When the call must have ended.
    pub run: Instant,
    pub estimated_input: u64,
    pub attempts: u32,
    /// Returned when the call has ended.
    pub permit: OwnedSemaphorePermit,
}

/// A reply that is being written.
pub struct ReplyStream {
    /// None once nothing more comes: then the connection is closed and the permit returned.
    open: Option<Open>,
    collector: Collector,
    decoder: Decoder,
    /// The body is one value, and no stream.
    is_whole: bool,
    provider: Provider,
    api_key: Option<Secret>,
    timeouts: Timeouts,
    /// Until when the next token must come.
    due: Instant,
    run: Instant,
    estimated_input: u64,
    attempts: u32,
    /// Why nothing more comes.
    cut: Truncation,
    /// The failure in the middle of the reply, which is returned behind what came before it.
    failure: Option<Failure>,
}

struct Open {
    response: Response,
    _permit: OwnedSemaphorePermit,
}

impl ReplyStream {
    pub(crate) fn new(start: Start) -> Self {
        let framing = framing(start.provider, &start.response.head.headers);
        Self {
            open: Some(Open { response: start.response, _permit: start.permit }),
            collector: Collector::default(),
            decoder: Decoder::new(framing),
            is_whole: framing == Framing::Whole,
            provider: start.provider,
            api_key: start.api_key,
            timeouts: start.timeouts,
            due: start.first_token,
            run: start.run,
            estimated_input: start.estimated_input,
            attempts: start.attempts,
            cut: Truncation::Stopped,
            failure: None,
        }
    }

    /// The next piece; none when the reply has ended, however it did. It may be dropped while it waits:
    /// nothing is lost.
    ///
    /// # Errors
    /// The server reports an error or sends what is no reply, or the model did not begin in time. What
    /// came before is in the failure.
    pub async fn next(&mut self) -> Result<Option<Delta>, Failure> {
        loop {
            if let Some(delta) = self.collector.next_delta() {
                return Ok(Some(delta));
            }
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            let Some(open) = &mut self.open else { return Ok(None) };
            match timeout_at(self.due.min(self.run), open.response.chunk()).await {
                Ok(Ok(Some(bytes))) => self.receive(&bytes),
                Ok(Ok(None)) => self.end(Truncation::NoStopReason),
                Ok(Err(_)) => self.end(Truncation::Reset),
                Err(_) => self.time_out(),
            }
        }
    }

    /// The text that came so far.
    pub fn text(&self) -> &str {
        &self.collector.text
    }

    /// The reply. Before the end of the stream it is one that was stopped.
    pub fn finish(self) -> Reply {
        self.collector.into_reply(self.cut, self.estimated_input, self.attempts)
    }

    fn receive(&mut self, bytes: &[u8]) {
        let before = (self.collector.bytes(), self.collector.stop.is_some());
        let mut read = Ok(());
        let Self { decoder, collector, provider, .. } = self;
        let decoded = decoder.push(bytes, |event| {
            if read.is_ok() && !collector.is_ended {
                read = dialect::read(*provider, &event, collector);
            }
        });
        if let Err(unreadable) = read {
            return self.fail(unreadable);
        }
        if let Err(too_long) = decoded {
            return self.fail(Unreadable::Protocol(too_long.to_string()));
        }
        if self.collector.is_ended {
            return self.close(Truncation::NoStopReason);
        }
        match (before, self.collector.stop.is_some()) {
            // What follows is the usage, at most.
            ((_, false), true) => self.due = Instant::now() + TAIL_TIMEOUT,
            ((bytes, false), _) if bytes != self.collector.bytes() => {
                self.due = Instant::now() + self.timeouts.idle;
            }
            _ => {}
        }
    }

    /// The body has ended, perhaps without the end of its last line.
    fn end(&mut self, cut: Truncation) {
        if let Ok(Some(event)) = self.decoder.finish() {
            self.read_last(&event);
        }
        if self.failure.is_none() {
            self.close(cut);
        }
    }

    /// Reads an event that may have been cut; one that was is nothing.
    fn read_last(&mut self, event: &Event) {
        match dialect::read(self.provider, event, &mut self.collector) {
            Err(Unreadable::Protocol(_)) if !self.is_whole => {}
            Err(unreadable) => self.fail(unreadable),
            Ok(()) => {}
        }
    }

    fn time_out(&mut self) {
        let is_run = self.run <= self.due;
        if self.collector.stop.is_some() {
            self.close(Truncation::NoStopReason);
        } else if self.collector.bytes() > 0 {
            self.close(if is_run { Truncation::Run } else { Truncation::Idle });
        } else {
            let kind = if is_run { FailureKind::Run } else { FailureKind::FirstToken };
            self.failure = Some(Failure { attempts: self.attempts, ..Failure::new(kind) });
            self.close(Truncation::Idle);
        }
    }

    fn fail(&mut self, unreadable: Unreadable) {
        let (kind, words) = match unreadable {
            Unreadable::TooLarge => return self.close(Truncation::TooLarge),
            Unreadable::Reported(words) => (FailureKind::Reported, words),
            Unreadable::Protocol(words) => (FailureKind::Protocol, words),
        };
        self.close(Truncation::Stopped);
        let mut failure = Failure::new(kind).with_detail(&without(self.api_key.as_ref(), &words));
        failure.attempts = self.attempts;
        // Its pieces are still to be taken, so this is a copy.
        failure.partial = Some(Box::new(self.collector.clone().into_reply(
            Truncation::Stopped,
            self.estimated_input,
            self.attempts,
        )));
        self.failure = Some(failure);
    }

    fn close(&mut self, cut: Truncation) {
        self.collector.end();
        self.cut = cut;
        self.open = None;
    }
}

/// How events are written in a body. What is said to be JSON, or a page, is one value: an error of a
/// server that does not stream errors, or of another program.
fn framing(provider: Provider, headers: &HeaderMap) -> Framing {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_value = ["application/json", "text/html"].iter().any(|it| kind.starts_with(it));
    match dialect::framing(provider) {
        Framing::Sse if is_value => Framing::Whole,
        framing => framing,
    }
}
