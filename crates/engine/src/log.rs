//! The tail of the event log: one loop reads what was committed and every open stream hears it
//! from here, so that a thousand streams cost one read. A stream that falls behind reads the log
//! itself; what it hears is the same, without a gap or a repeat.

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
    wakers::{Stop, Waker},
};

/// Events that are kept at hand for open streams.
const TAIL_MAX: usize = 1_024;

/// Events that are read from the log at once.
pub const READ_MAX: i64 = 500;

/// Bytes of events that are read from the log at once, but for the last one's.
pub const READ_BYTES_MAX: i64 = 1024 * 1024;

/// Events that were read by listeners are looked through for those nobody has any more when there
/// are more than so many.
const READ_KEPT_MAX: usize = 4_096;

/// Rounds of numbering before a stream begins, of at most [`READ_MAX`] events each.
const ROUNDS_MAX: usize = 100;

/// How long the loop waits when no bell rings.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long it rests between two looks while nobody listens: each one costs as much as a read, and
/// a busy studio would have it look after every commit. Who comes wakes the loop, and finds in the log
/// what was committed meanwhile.
const REST: Duration = Duration::from_millis(100);

/// An event on its way to whoever listens. It is in memory once, however many hear it and however
/// slowly they take it.
#[derive(Debug)]
pub struct Telling {
    event: Event,
    /// The event as listeners get it, once one of them does.
    wire: OnceLock<Arc<[u8]>>,
}

impl Deref for Telling {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.event
    }
}

impl Telling {
    fn of(event: Event) -> Arc<Self> {
        Arc::new(Self { event, wire: OnceLock::new() })
    }

    /// The event as `write` writes it; it is written once for all.
    pub fn wire(&self, write: fn(&Event) -> String) -> Arc<[u8]> {
        self.wire.get_or_init(|| write(&self.event).into_bytes().into()).clone()
    }
}

/// The tail of the log, and who listens to it.
#[derive(Debug)]
pub struct EventLog {
    tail: broadcast::Sender<Arc<Telling>>,
    /// Those of the events that listeners have read from the log themselves which somebody still
    /// has, by their numbers.
    read: Mutex<HashMap<i64, Weak<Telling>>>,
    /// The number of the last event that was told.
    last: AtomicI64,
    streams: Arc<AtomicUsize>,
    streams_max: usize,
    /// Somebody begins to listen.
    arrivals: Waker,
}

/// A listener's place among the open streams; it is free again when this is dropped.
#[derive(Debug)]
pub struct Listening {
    /// What is told from now on.
    pub tail: broadcast::Receiver<Arc<Telling>>,
    streams: Arc<AtomicUsize>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.streams.fetch_sub(1, Ordering::AcqRel);
    }
}

impl EventLog {
    pub(crate) fn new(streams_max: usize) -> Self {
        Self {
            tail: broadcast::Sender::new(TAIL_MAX),
            read: Mutex::default(),
            last: AtomicI64::new(0),
            streams: Arc::default(),
            streams_max,
            arrivals: Waker::default(),
        }
    }

    /// Begins to listen; none when too many do already.
    pub fn listen(&self) -> Option<Listening> {
        let taken = self.streams.fetch_update(Ordering::AcqRel, Ordering::Acquire, |open| {
            (open < self.streams_max).then_some(open + 1)
        });
        taken.ok()?;
        let tail = self.tail.subscribe();
        self.arrivals.notify();
        Some(Listening { tail, streams: Arc::clone(&self.streams) })
    }

    /// The number of the last event that was told.
    pub fn last(&self) -> i64 {
        self.last.load(Ordering::Acquire)
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.streams.load(Ordering::Acquire)
    }

    /// Events that a listener has read from the log itself, each of them the one that other
    /// listeners have, where they do.
    pub fn shared(&self, events: Vec<Event>) -> Vec<Arc<Telling>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.len() > READ_KEPT_MAX {
            read.retain(|_, telling| telling.strong_count() > 0);
        }
        let share = |event: Event| {
            if let Some(telling) = read.get(&event.seq).and_then(Weak::upgrade) {
                return telling;
            }
            let (number, telling) = (event.seq, Telling::of(event));
            read.insert(number, Arc::downgrade(&telling));
            telling
        };
        events.into_iter().map(share).collect()
    }

    /// Begins where the log ends: what happened before start-up is not told again.
    pub(crate) async fn catch_up(&self, studio: &Studio) -> Result<()> {
        let (_, last) = studio.database.read(events::span).await?;
        self.last.store(last, Ordering::Release);
        Ok(())
    }

    /// Gives what was committed its number, so that it lies before whatever happens next. More
    /// than [`ROUNDS_MAX`] rounds of it are left to the loop.
    pub async fn number(studio: &Studio) -> Result<()> {
        for _ in 0..ROUNDS_MAX {
            if !number_some(studio).await? {
                break;
            }
        }
        Ok(())
    }

    /// Tells what was committed since the last time.
    async fn tell(&self, studio: &Studio) -> Result<()> {
        loop {
            let more_waits = number_some(studio).await?;
            if !more_waits && self.passed_over(studio).await? {
                return Ok(());
            }
            let last = self.last();
            let (new, more) = studio
                .database
                .read(move |tx| events::after(tx, last, READ_MAX, READ_BYTES_MAX))
                .await?;
            for event in new {
                self.last.store(event.seq, Ordering::Release);
                // With nobody listening there is nobody to tell.
                let _ = self.tail.send(Telling::of(event));
            }
            if !more && !more_waits {
                return Ok(());
            }
        }
    }

    /// With nobody listening, passes over what there would be to tell; whether it did.
    async fn passed_over(&self, studio: &Studio) -> Result<bool> {
        if self.is_heard() {
            return Ok(false);
        }
        let (_, last) = studio.database.read(events::span).await?;
        // Asked again: who has come meanwhile may have looked into the log before the last event.
        // Who comes from now on looks later than we did.
        let is_alone = !self.is_heard();
        if is_alone {
            self.last.store(last, Ordering::Release);
        }
        Ok(is_alone)
    }

    fn is_heard(&self) -> bool {
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

/// Numbers and tells events until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    while stop.or_woken(&studio.wakers.events, LOOK_EVERY).await {
        if let Err(error) = studio.events.tell(&studio).await {
            tracing::error!(error = %domain::Chain(&error), "telling events failed");
        }
        // Where events wait for their numbers, others want them numbered.
        let may_rest = studio.database.commits_in_order() && !studio.events.is_heard();
        if may_rest && !stop.or_woken(&studio.events.arrivals, REST).await {
            break;
        }
    }
}
