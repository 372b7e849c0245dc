//! Keeps the passages at hand in step with the memory. At start all texts are read; from then on the
//! event log tells which ones have changed, whoever changed them, and these are read again as they are
//! now. Nothing is kept: an index that is gone is built again from the texts.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Duration,
};

use domain::{
    Error, Result, Time,
    events::{Event, Kind},
    messages::UNTRUSTED,
    research::Collection,
};
use prose::Span;
use search::{Embedder as _, Index, Passage, Prepared, passages};
use serde::Deserialize;
use store::{
    events,
    research::{
        reach,
        texts::{self, Searched, Shelf},
    },
};
use tokio::sync::broadcast::{
    Receiver,
    error::{RecvError, TryRecvError},
};

use super::{Group, MESSAGES_MAX, NOWHERE, PASSAGES_MAX, Research};
use crate::{
    Studio,
    batches::weighed,
    log::{READ_BYTES_MAX, READ_MAX},
    skills::subject::Subject,
    wake::{Bell, Stop},
};

/// Events that are followed in one step.
const EVENTS_MAX: usize = 500;

/// Ids that are asked for at once.
const IDS_MAX: usize = 500;

/// Texts that are read at once.
const TEXTS_MAX: usize = 50;

/// Bytes of text that are read at once, but for a single text that has more.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// How long the loop waits when nothing happens.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long it rests before it begins anew after a failure.
const REST: Duration = Duration::from_secs(1);

/// How often it looks for projects that were forgotten, in milliseconds: nobody can find anything of
/// them, so that only their room is at stake.
const SWEEP_EVERY_MS: i64 = 3_600_000;

/// What was changed, by its shelf.
type Changed = BTreeMap<Shelf, BTreeSet<String>>;

/// Follows the event log until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let nobody_rings = Bell::default();
    while !stop.is_stopping() {
        match follow(&studio, &mut stop).await {
            // The log was forgotten faster than it was read: all is read again.
            Ok(()) => {}
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "following the texts for the search failed"
                );
                if !stop.or_bell(&nobody_rings, REST).await {
                    return;
                }
            }
        }
    }
}

/// Reads all texts and follows their changes, until the service stops or the log has a gap.
async fn follow(studio: &Studio, stop: &mut Stop) -> Result<()> {
    // Heard from before the beginning on, so that nothing falls between.
    let mut heard = studio.events.follow();
    studio.research.reached.send_replace(NOWHERE);
    let Some(mut follower) = Follower::build(studio, stop).await? else { return Ok(()) };
    studio.research.reached.send_replace(follower.position);
    loop {
        let Some(told) = listen(&mut heard, stop).await else { return Ok(()) };
        if told.is_empty() && !follower.look().await? {
            return Ok(());
        }
        for event in told {
            if event.seq > follower.position + 1 && !follower.read_log(event.seq - 1).await? {
                return Ok(());
            }
            if event.seq > follower.position {
                follower.note(&event);
            }
        }
        follower.catch_up().await?;
        studio.research.reached.send_replace(follower.position);
        follower.sweep().await?;
    }
}

/// The events that were told next; none to stop.
async fn listen(heard: &mut Receiver<Arc<Event>>, stop: &mut Stop) -> Option<Vec<Arc<Event>>> {
    let first = tokio::select! {
        biased;
        () = stop.stopped() => return None,
        event = heard.recv() => event,
        () = tokio::time::sleep(LOOK_EVERY) => return Some(Vec::new()),
    };
    let mut told = match first {
        Ok(event) => vec![event],
        // What was missed is read from the log, when the next event shows that it was.
        Err(RecvError::Lagged(_)) => Vec::new(),
        // The studio keeps the other end for as long as it lives.
        Err(RecvError::Closed) => return None,
    };
    while told.len() < EVENTS_MAX {
        match heard.try_recv() {
            Ok(event) => told.push(event),
            Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => break,
        }
    }
    Some(told)
}

/// How far the index is.
struct Follower<'s> {
    studio: &'s Studio,
    /// The last event that was noted.
    position: i64,
    changed: Changed,
    /// Projects whose texts were read; one that is not among them may come as a whole.
    projects: HashSet<String>,
    /// Such projects, still to be read.
    arrived: BTreeSet<String>,
    /// The messages at hand, oldest first.
    messages: BTreeSet<String>,
    swept_at: Time,
}

/// What every record that is told of has.
#[derive(Deserialize)]
struct Told<'a> {
    #[serde(borrow)]
    id: std::borrow::Cow<'a, str>,
}

impl<'s> Follower<'s> {
    /// Reads all texts there are; none when the service stops meanwhile.
    async fn build(studio: &'s Studio, stop: &Stop) -> Result<Option<Self>> {
        let (position, projects) =
            studio.memory.read(|tx| Ok((events::span(tx)?.1, reach::all_projects(tx)?))).await?;
        *studio.research.write() = Index::new(studio.research.embedder.dimensions(), PASSAGES_MAX);
        let mut follower = Self {
            studio,
            position,
            changed: Changed::new(),
            projects: projects.into_iter().collect(),
            arrived: BTreeSet::new(),
            messages: BTreeSet::new(),
            swept_at: studio.clock.now(),
        };
        for shelf in [Shelf::Documents, Shelf::Lore, Shelf::Messages] {
            let latest = i64::try_from(MESSAGES_MAX).unwrap_or(i64::MAX);
            let mut after = match shelf {
                Shelf::Documents | Shelf::Lore => String::new(),
                Shelf::Messages => {
                    let before = move |tx: &mut store::Tx<'_>| texts::message_before(tx, latest);
                    studio.memory.glance(before).await?.unwrap_or_default()
                }
            };
            loop {
                if stop.is_stopping() {
                    return Ok(None);
                }
                let limit = i64::try_from(IDS_MAX).unwrap_or(i64::MAX);
                let from = after.clone();
                let sizes =
                    studio.memory.scan(move |tx| texts::ids(tx, shelf, &from, limit)).await?;
                let Some((last, _)) = sizes.last() else { break };
                after.clone_from(last);
                follower.read(shelf, sizes).await?;
            }
        }
        Ok(Some(follower))
    }

    /// Looks whether the log goes further than anybody told: what was forgotten before its turn came
    /// is never told. False when it does not go back far enough.
    async fn look(&mut self) -> Result<bool> {
        let (_, last) = self.studio.memory.glance(events::span).await?;
        self.read_log(last).await
    }

    /// Reads the log itself up to the event of this number; false when it does not go back far enough.
    async fn read_log(&mut self, last: i64) -> Result<bool> {
        while self.position < last {
            let after = self.position;
            let (first, (told, _)) = self
                .studio
                .memory
                .scan(move |tx| {
                    let (first, _) = events::span(tx)?;
                    Ok((first, events::after(tx, after, READ_MAX, READ_BYTES_MAX)?))
                })
                .await?;
            if first > after + 1 || told.is_empty() {
                return Ok(false);
            }
            told.iter().for_each(|event| self.note(event));
            self.catch_up().await?;
        }
        Ok(true)
    }

    /// Notes what an event tells of.
    fn note(&mut self, event: &Event) {
        self.position = event.seq;
        let shelf = match event.happened.kind {
            Kind::Document => Some(Shelf::Documents),
            Kind::Lore => Some(Shelf::Lore),
            Kind::Message => Some(Shelf::Messages),
            Kind::Project => None,
            _ => return,
        };
        // What tells of no record changes no text.
        let Ok(Told { id }) = serde_json::from_str(&event.happened.body) else { return };
        match shelf {
            // A message never changes: one that is at hand need not be read for each of its states.
            Some(Shelf::Messages) if self.messages.contains(&*id) => {}
            Some(shelf) => {
                self.changed.entry(shelf).or_default().insert(id.into_owned());
            }
            None if self.projects.contains(&*id) => {}
            None => {
                self.arrived.insert(id.into_owned());
            }
        }
    }

    /// Reads what was noted, as it is now.
    async fn catch_up(&mut self) -> Result<()> {
        for project in std::mem::take(&mut self.arrived) {
            // A project may come with all its texts, and only it is told of then.
            let id = project.clone();
            let ids = self.studio.memory.scan(move |tx| texts::ids_of_project(tx, &id)).await?;
            for (shelf, id) in ids {
                self.changed.entry(shelf).or_default().insert(id);
            }
            self.projects.insert(project);
        }
        for (shelf, ids) in std::mem::take(&mut self.changed) {
            let ids: Vec<String> = ids.into_iter().collect();
            for some in ids.chunks(IDS_MAX) {
                let asked = some.to_vec();
                let sizes =
                    self.studio.memory.scan(move |tx| texts::sizes_of(tx, shelf, &asked)).await?;
                let there: HashSet<&str> = sizes.iter().map(|(id, _)| id.as_str()).collect();
                for id in some.iter().filter(|id| !there.contains(id.as_str())) {
                    self.forget(id);
                }
                self.read(shelf, sizes).await?;
            }
        }
        Ok(())
    }

    /// Reads texts into the index, of which the sizes are known; those that are gone leave it.
    async fn read(&mut self, shelf: Shelf, sizes: Vec<(String, usize)>) -> Result<()> {
        for batch in weighed(sizes, TEXTS_MAX, TEXT_BYTES_MAX, |(_, bytes)| *bytes) {
            let ids: Vec<String> = batch.into_iter().map(|(id, _)| id).collect();
            let asked = ids.clone();
            let found = self.studio.memory.scan(move |tx| texts::read(tx, shelf, &asked)).await?;
            let there: HashSet<String> = found.iter().map(|text| text.id.clone()).collect();
            for id in ids.iter().filter(|id| !there.contains(*id)) {
                self.forget(id);
            }
            let studio = self.studio.clone();
            tokio::task::spawn_blocking(move || {
                found.into_iter().for_each(|text| take(&studio.research, text));
            })
            .await
            .map_err(|broken| Error::internal("reading texts for the search", broken))?;
            if shelf == Shelf::Messages {
                self.messages.extend(there);
                self.forget_old_messages();
            }
        }
        Ok(())
    }

    fn forget(&mut self, id: &str) {
        self.messages.remove(id);
        self.studio.research.write().remove(id);
    }

    /// Only the latest messages stay at hand; ids rise with time.
    fn forget_old_messages(&mut self) {
        while self.messages.len() > MESSAGES_MAX {
            let Some(oldest) = self.messages.pop_first() else { return };
            self.studio.research.write().remove(&oldest);
        }
    }

    /// Forgets what belonged to projects that are gone for good, now and then.
    async fn sweep(&mut self) -> Result<()> {
        let now = self.studio.clock.now();
        if now.millis() - self.swept_at.millis() < SWEEP_EVERY_MS {
            return Ok(());
        }
        self.swept_at = now;
        let there: HashSet<String> =
            self.studio.memory.scan(reach::all_projects).await?.into_iter().collect();
        self.projects.retain(|project| there.contains(project));
        self.studio.research.write().retain(|group| {
            group.collection == Collection::Messages
                || group.project_id.as_ref().is_some_and(|project| there.contains(project))
        });
        Ok(())
    }
}

/// Takes a text into the index, in place of what was there of it.
fn take(research: &Research, text: Searched) {
    let is_untrusted = text.collection == Collection::References
        || text.labels.iter().any(|label| label == UNTRUSTED);
    let group = Group {
        collection: text.collection,
        kind: text.kind,
        project_id: text.project_id,
        account: text.account,
        is_untrusted,
    };
    let mut hasher = DefaultHasher::new();
    (&text.heading, &text.content).hash(&mut hasher);
    let mark = hasher.finish();
    if research.read().mark(&text.id) == Some(mark) {
        research.write().regroup(&text.id, group);
        return;
    }
    let (id, heading) = (text.id, text.heading);
    let is_named = text.collection == Collection::Lore;
    let read = || prepared(research, &heading, text.content, is_named);
    // A text that breaks its reader must not keep all others from being read for ever.
    let Ok(prepared) = std::panic::catch_unwind(AssertUnwindSafe(read)) else {
        tracing::error!(document.id = id, "a text cannot be read for the search");
        research.write().remove(&id);
        return;
    };
    if !research.write().insert(&id, group, mark, prepared) {
        tracing::warn!(document.id = id, "a text is not searched: too many passages are at hand");
    }
}

/// The passages of a text, ready for the index. What has a name and no text is found under its name.
fn prepared(research: &Research, heading: &str, content: String, is_named: bool) -> Prepared {
    let subject = Subject::new(None, content);
    let plain = &subject.plain.text;
    let passage = |span: std::ops::Range<usize>| Passage {
        text: plain[span.clone()].into(),
        span: subject.characters(Span { start: span.start, end: span.end }),
    };
    let mut all: Vec<Passage> = passages(plain).into_iter().map(passage).collect();
    if all.is_empty() && is_named {
        all.push(Passage { text: heading.into(), span: 0..0 });
    }
    Prepared::new(&research.embedder, heading, all)
}
