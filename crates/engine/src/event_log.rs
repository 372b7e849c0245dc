//! The tail of the event log: one worker reads what was committed and sends it to all open streams, so
//! that a thousand streams cost one read. A stream that falls behind reads the log itself; it gets the
//! same events, without a gap or a repeat.

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{
        Arc, Mutex, OnceLock, PoisonError, Weak,
        atomic::{AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use domain::{Result, events::Event};
use store::events;
use tokio::sync::broadcast;

use crate::{
    Studio,
    tools::ToolLog,
    wakers::{Stop, Waker},
};

/// Events that wait in memory for open streams.
const TAIL_MAX: usize = 1_024;

/// Events that are read from the log at once.
pub const READ_MAX: i64 = 500;

/// Bytes of events that are read from the log at once, but for the last one's.
pub const READ_BYTES_MAX: i64 = 1024 * 1024;

/// From this many entries on, the map of events that streams have read from the log is cleared of those
/// that no stream has any more.
const SHARED_MAX: usize = 4_096;

/// Rounds of numbering before a stream begins, of at most [`READ_MAX`] events each.
const ROUNDS_MAX: usize = 100;

/// How long the worker waits when nobody wakes it.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How long the worker rests between two reads while no stream is open: a busy studio would have it read
/// after every commit. A new stream wakes the worker, and finds in the log what was committed
/// meanwhile.
const IDLE_DELAY: Duration = Duration::from_millis(100);

/// An event on its way to the streams. It is in memory once, however many streams send it and however
/// slowly their callers take it.
#[derive(Debug)]
pub struct SharedEvent {
    event: Event,
    /// The event as streams send it, once one of them does.
    wire: OnceLock<Arc<[u8]>>,
}

impl Deref for SharedEvent {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.event
    }
}

impl SharedEvent {
    fn of(event: Event) -> Arc<Self> {
        Arc::new(Self { event, wire: OnceLock::new() })
    }

    /// The event as `write` writes it; it is written once for all.
    pub fn wire(&self, write: fn(&Event) -> String) -> Arc<[u8]> {
        self.wire.get_or_init(|| write(&self.event).into_bytes().into()).clone()
    }
}

/// The tail of the log, and the streams that follow it.
#[derive(Debug)]
pub struct EventLog {
    tail: broadcast::Sender<Arc<SharedEvent>>,
    /// The events that streams have read from the log themselves and still have, by their numbers.
    shared: Mutex<HashMap<i64, Weak<SharedEvent>>>,
    /// The number of the last event that was sent.
    last: AtomicI64,
    streams: Arc<AtomicUsize>,
    streams_max: usize,
    /// A stream begins.
    subscribers: Waker,
}

/// The permit of an open stream; it is released when this is dropped.
#[derive(Debug)]
pub struct Subscription {
    /// The events from now on.
    pub tail: broadcast::Receiver<Arc<SharedEvent>>,
    streams: Arc<AtomicUsize>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.streams.fetch_sub(1, Ordering::AcqRel);
    }
}

impl EventLog {
    pub(crate) fn new(streams_max: usize) -> Self {
        Self {
            tail: broadcast::Sender::new(TAIL_MAX),
            shared: Mutex::default(),
            last: AtomicI64::new(0),
            streams: Arc::default(),
            streams_max,
            subscribers: Waker::default(),
        }
    }

    /// Begins to receive events; none when too many streams are open.
    pub fn subscribe(&self) -> Option<Subscription> {
        let taken = self.streams.fetch_update(Ordering::AcqRel, Ordering::Acquire, |open| {
            (open < self.streams_max).then_some(open + 1)
        });
        taken.ok()?;
        let tail = self.tail.subscribe();
        self.subscribers.notify();
        Some(Subscription { tail, streams: Arc::clone(&self.streams) })
    }

    /// The number of the last event that was sent.
    pub fn last(&self) -> i64 {
        self.last.load(Ordering::Acquire)
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.streams.load(Ordering::Acquire)
    }

    /// Events that a stream has read from the log itself; each that other streams have as well is the
    /// same in memory.
    pub fn shared(&self, events: Vec<Event>) -> Vec<Arc<SharedEvent>> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if shared.len() > SHARED_MAX {
            shared.retain(|_, event| event.strong_count() > 0);
        }
        let share = |event: Event| {
            if let Some(event) = shared.get(&event.seq).and_then(Weak::upgrade) {
                return event;
            }
            let (number, event) = (event.seq, SharedEvent::of(event));
            shared.insert(number, Arc::downgrade(&event));
            event
        };
        events.into_iter().map(share).collect()
    }

    /// Begins where the log ends: events from before the start are not sent again.
    pub(crate) async fn catch_up(&self, studio: &Studio) -> Result<()> {
        let (_, last) = studio.database.read(events::span).await?;
        self.last.store(last, Ordering::Release);
        Ok(())
    }

    /// Gives committed events their numbers, so that they come before whatever is committed next. More
    /// than [`ROUNDS_MAX`] rounds of it are left to the worker.
    pub async fn number(studio: &Studio) -> Result<()> {
        for _ in 0..ROUNDS_MAX {
            if !number_some(studio).await? {
                break;
            }
        }
        Ok(())
    }

    /// Sends the events that were committed since the last time.
    async fn send(&self, studio: &Studio) -> Result<()> {
        loop {
            let more_waits = number_some(studio).await?;
            if !more_waits && self.skip(studio).await? {
                return Ok(());
            }
            let last = self.last();
            let (new, more) = studio
                .database
                .read(move |tx| events::after(tx, last, READ_MAX, READ_BYTES_MAX))
                .await?;
            for event in new {
                self.last.store(event.seq, Ordering::Release);
                // Fails where no stream is open, and then nobody misses it.
                let _ = self.tail.send(SharedEvent::of(event));
            }
            if !more && !more_waits {
                return Ok(());
            }
        }
    }

    /// Skips what there is to send where no stream is open; whether it did.
    async fn skip(&self, studio: &Studio) -> Result<bool> {
        if self.has_subscribers() {
            return Ok(false);
        }
        let (_, last) = studio.database.read(events::span).await?;
        // Checked again: a stream that began meanwhile may have read the log before its last event.
        // One that begins from now on reads later than we did.
        let skips = !self.has_subscribers();
        if skips {
            self.last.store(last, Ordering::Release);
        }
        Ok(skips)
    }

    fn has_subscribers(&self) -> bool {
        self.tail.receiver_count() > 0
    }
}

/// Numbers events that wait for it; whether more may wait.
async fn number_some(studio: &Studio) -> Result<bool> {
    if studio.database.commits_in_order() {
        return Ok(false);
    }
    let numbered = studio.database.write(|tx| events::relay(tx, READ_MAX)).await?;
    Ok(i64::try_from(numbered).is_ok_and(|numbered| numbered >= READ_MAX))
}

/// Numbers and sends events until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    while stop.wait(&studio.wakers.events, POLL_INTERVAL).await {
        log_tool_calls(&studio).await;
        if let Err(error) = studio.events.send(&studio).await {
            tracing::error!(error = %domain::ErrorChain(&error), "sending events failed");
        }
        // Where events wait for their numbers, other servers wait for them to be numbered.
        let may_rest = studio.database.commits_in_order() && !studio.events.has_subscribers();
        if may_rest && !stop.wait(&studio.events.subscribers, IDLE_DELAY).await {
            break;
        }
    }
    log_tool_calls(&studio).await;
}

/// Writes the calls of tools that wait for it.
async fn log_tool_calls(studio: &Studio) {
    if let Err(error) = ToolLog::write(studio).await {
        tracing::error!(error = %domain::ErrorChain(&error), "logging calls of tools failed");
    }
}
