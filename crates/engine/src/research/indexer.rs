//! Keeps the search index up to date. At start all texts are read; from then on the event log
//! says which ones have changed, whoever changed them, and these are read again as they are now.
//! Nothing is stored: an index that is lost is built again from the texts. Vectors are made later, by
//! [`embedding_worker`](super::embedding_worker).

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    panic::AssertUnwindSafe,
    sync::atomic::Ordering,
    time::Duration,
};

use domain::{Error, Result, Time, events::EventKind, messages::UNTRUSTED, research::Collection};
use prose::Span;
use search::{Index, Passage, PreparedDocument, passages};
use store::{
    events::{self, EventSubject},
    research::{
        scope,
        texts::{self, Searched, TextTable},
    },
};

use super::{Group, MESSAGES_MAX, PASSAGES_MAX, Research, UNBUILT};
use crate::{Studio, batches::batches_by_weight, blocking, skills::subject::Subject, wakers::Stop};

/// Events that are read from the log at once.
const EVENTS_MAX: i64 = 5_000;

/// How often following the log is put off while it grows and nobody searches.
const PUT_OFF_MAX: u32 = 30;

/// Ids that are asked for at once.
const IDS_MAX: usize = 500;

/// Texts that are read at once.
const TEXTS_MAX: usize = 50;

/// Bytes of text that are read at once, but for a single text that has more.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// How long the worker waits when nothing happens.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The delay before it begins again after a failure.
const REST: Duration = Duration::from_secs(1);

/// How often it looks for projects that were purged, in milliseconds: their passages cannot be found
/// any more and only take memory.
const SWEEP_EVERY_MS: i64 = 3_600_000;

/// What was changed, by its table.
type Changed = BTreeMap<TextTable, BTreeSet<String>>;

/// Follows the event log until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    while !stop.is_stopping() {
        // When the log was trimmed faster than it was read, all is read again.
        if let Err(error) = follow(&studio, &mut stop).await {
            report(&error);
            if !stop.sleep(REST).await {
                return;
            }
        }
    }
}

fn report(error: &Error) {
    tracing::error!(
        error = %domain::ErrorChain(error),
        "following the texts for the search failed"
    );
}

/// Reads all texts and follows their changes, until the service stops or the log has a gap. The log
/// is followed when somebody searches, or it does not grow, or that was put off often enough: of a
/// rush of messages most leave the index again before anybody searches for them.
async fn follow(studio: &Studio, stop: &mut Stop) -> Result<()> {
    studio.research.reached.send_replace(UNBUILT);
    let Some(mut follower) = Follower::build(studio, stop).await? else { return Ok(()) };
    studio.research.reached.send_replace(follower.position);
    let (mut seen, mut put_off) = (follower.position, 0);
    while stop.wait(&studio.wakers.searches, POLL_INTERVAL).await {
        let (_, last) = studio.database.read(events::span).await?;
        let is_quiet = last == seen;
        seen = last;
        if !follower.is_behind(last) {
            follower.sweep().await?;
            continue;
        }
        let is_asked = studio.research.asked.load(Ordering::Acquire) > follower.reached();
        if !(is_asked || is_quiet || put_off >= PUT_OFF_MAX) {
            put_off += 1;
            continue;
        }
        put_off = 0;
        match follower.read_log(last).await {
            Ok(true) => {
                studio.research.reached.send_replace(follower.position);
            }
            Ok(false) => return Ok(()),
            // What was noted is still to be read.
            Err(error) => report(&error),
        }
    }
    Ok(())
}

/// How far the index is.
struct Follower<'s> {
    studio: &'s Studio,
    /// The last event that was noted.
    position: i64,
    changed: Changed,
    /// Projects whose texts were read; one that is not among them may be an imported one.
    projects: HashSet<String>,
    /// Projects that appeared, still to be read.
    arrived: BTreeSet<String>,
    /// The messages in the index, oldest first.
    messages: BTreeSet<String>,
    swept_at: Time,
}

impl<'s> Follower<'s> {
    /// Reads all texts there are; none when the service stops meanwhile.
    async fn build(studio: &'s Studio, stop: &Stop) -> Result<Option<Self>> {
        let (position, projects) =
            studio.database.read(|tx| Ok((events::span(tx)?.1, scope::all_projects(tx)?))).await?;
        *studio.research.write() = Index::new(PASSAGES_MAX);
        let mut follower = Self {
            studio,
            position,
            changed: Changed::new(),
            projects: projects.into_iter().collect(),
            arrived: BTreeSet::new(),
            messages: BTreeSet::new(),
            swept_at: studio.clock.now(),
        };
        for table in [TextTable::Documents, TextTable::Lore, TextTable::Messages] {
            let latest = i64::try_from(MESSAGES_MAX).unwrap_or(i64::MAX);
            let mut after = match table {
                TextTable::Documents | TextTable::Lore => String::new(),
                TextTable::Messages => {
                    let before = move |tx: &mut store::Tx<'_>| texts::message_before(tx, latest);
                    studio.database.read(before).await?.unwrap_or_default()
                }
            };
            loop {
                if stop.is_stopping() {
                    return Ok(None);
                }
                let limit = i64::try_from(IDS_MAX).unwrap_or(i64::MAX);
                let from = after.clone();
                let sizes =
                    studio.database.scan(move |tx| texts::ids(tx, table, &from, limit)).await?;
                let Some((last, _)) = sizes.last() else { break };
                after.clone_from(last);
                follower.read(table, sizes).await?;
            }
        }
        Ok(Some(follower))
    }

    /// Whether there is anything to read in a log that ends with this number.
    fn is_behind(&self, last: i64) -> bool {
        self.position < last || !self.changed.is_empty() || !self.arrived.is_empty()
    }

    /// The number up to which searches find everything.
    fn reached(&self) -> i64 {
        *self.studio.research.reached.borrow()
    }

    /// Reads the log up to the event of this number, and the texts it names; false when it does not go
    /// back far enough.
    async fn read_log(&mut self, last: i64) -> Result<bool> {
        while self.position < last {
            let after = self.position;
            let (first, named) = self
                .studio
                .database
                .scan(move |tx| Ok((events::span(tx)?.0, events::subjects(tx, after, EVENTS_MAX)?)))
                .await?;
            if first > after + 1 || named.is_empty() {
                return Ok(false);
            }
            named.into_iter().for_each(|event| self.note(event));
        }
        self.catch_up().await?;
        Ok(true)
    }

    /// Notes what an event is about. One about no record changes no text.
    fn note(&mut self, EventSubject { seq, kind, id }: EventSubject) {
        self.position = seq;
        let Some(id) = id else { return };
        let table = match kind {
            EventKind::Document => TextTable::Documents,
            EventKind::Lore => TextTable::Lore,
            EventKind::Message => TextTable::Messages,
            EventKind::Project => {
                if !self.projects.contains(&id) {
                    self.arrived.insert(id);
                }
                return;
            }
            _ => return,
        };
        if table != TextTable::Messages {
            self.changed.entry(table).or_default().insert(id);
            return;
        }
        // A message never changes: one in the index need not be read for each of its states.
        if !self.messages.contains(&id) {
            let messages = self.changed.entry(table).or_default();
            messages.insert(id);
            if messages.len() > MESSAGES_MAX {
                messages.pop_first();
            }
        }
    }

    /// Reads what was noted, as it is now. What a failure leaves is still noted.
    async fn catch_up(&mut self) -> Result<()> {
        while let Some(project) = self.arrived.first().cloned() {
            // An imported project comes with all its texts, and only it is published.
            let id = project.clone();
            let ids = self.studio.database.scan(move |tx| texts::ids_of_project(tx, &id)).await?;
            for (table, id) in ids {
                self.changed.entry(table).or_default().insert(id);
            }
            self.arrived.remove(&project);
            self.projects.insert(project);
        }
        while let Some((&table, ids)) = self.changed.first_key_value() {
            let some: Vec<String> = ids.iter().take(IDS_MAX).cloned().collect();
            let wanted = some.clone();
            let sizes =
                self.studio.database.scan(move |tx| texts::sizes_of(tx, table, &wanted)).await?;
            let there: HashSet<&str> = sizes.iter().map(|(id, _)| id.as_str()).collect();
            for id in some.iter().filter(|id| !there.contains(id.as_str())) {
                self.remove(id);
            }
            self.read(table, sizes).await?;
            if let Some(ids) = self.changed.get_mut(&table) {
                for id in &some {
                    ids.remove(id);
                }
                if ids.is_empty() {
                    self.changed.remove(&table);
                }
            }
        }
        Ok(())
    }

    /// Reads texts into the index, of which the sizes are known; those that were deleted leave it.
    async fn read(&mut self, table: TextTable, sizes: Vec<(String, usize)>) -> Result<()> {
        for batch in batches_by_weight(sizes, TEXTS_MAX, TEXT_BYTES_MAX, |(_, bytes)| *bytes) {
            let ids: Vec<String> = batch.into_iter().map(|(id, _)| id).collect();
            let wanted = ids.clone();
            let found =
                self.studio.database.scan(move |tx| texts::read(tx, table, &wanted)).await?;
            let there: HashSet<String> = found.iter().map(|text| text.id.clone()).collect();
            for id in ids.iter().filter(|id| !there.contains(*id)) {
                self.remove(id);
            }
            let studio = self.studio.clone();
            blocking::run("reading texts for the search", move || {
                found.into_iter().for_each(|text| insert(&studio.research, text));
            })
            .await?;
            if self.studio.research.read().has_unembedded() {
                self.studio.wakers.embeddings.notify();
            }
            if table == TextTable::Messages {
                self.messages.extend(there);
                self.remove_old_messages();
            }
        }
        Ok(())
    }

    fn remove(&mut self, id: &str) {
        self.messages.remove(id);
        self.studio.research.write().remove(id);
    }

    /// Only the latest messages stay in the index; ids rise with time.
    fn remove_old_messages(&mut self) {
        while self.messages.len() > MESSAGES_MAX {
            let Some(oldest) = self.messages.pop_first() else { return };
            self.studio.research.write().remove(&oldest);
        }
    }

    /// Removes, now and then, messages that were deleted and what belonged to projects that were.
    async fn sweep(&mut self) -> Result<()> {
        let now = self.studio.clock.now();
        if now.millis() - self.swept_at.millis() < SWEEP_EVERY_MS {
            return Ok(());
        }
        self.swept_at = now;
        let there: HashSet<String> =
            self.studio.database.scan(scope::all_projects).await?.into_iter().collect();
        self.projects.retain(|project| there.contains(project));
        self.studio.research.write().retain(|group| {
            group.collection == Collection::Messages
                || group.project_id.as_ref().is_some_and(|project| there.contains(project))
        });
        let messages: Vec<String> = self.messages.iter().cloned().collect();
        for some in messages.chunks(IDS_MAX) {
            let wanted = some.to_vec();
            let sizes = self
                .studio
                .database
                .scan(move |tx| texts::sizes_of(tx, TextTable::Messages, &wanted))
                .await?;
            let there: HashSet<&str> = sizes.iter().map(|(id, _)| id.as_str()).collect();
            some.iter().filter(|id| !there.contains(id.as_str())).for_each(|id| self.remove(id));
        }
        Ok(())
    }
}

/// Puts a text into the index, in place of what was there of it.
fn insert(research: &Research, text: Searched) {
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
    let embedder = &research.embedder;
    let read = || {
        let prepared = prepared(&heading, text.content, text.collection);
        match text.collection {
            // Messages come and go too fast for a model, and are searched by their words.
            Collection::Messages => prepared,
            _ if !embedder.makes_vectors() => prepared,
            // An entry is about what it is named after; titles of chapters mostly say nothing.
            Collection::Lore => prepared.with_vectors(&heading),
            _ => prepared.with_vectors(""),
        }
    };
    // A text that makes the reader panic must not keep all others from being read.
    let Ok(prepared) = std::panic::catch_unwind(AssertUnwindSafe(read)) else {
        tracing::error!(document.id = id, "a text cannot be read for the search");
        research.write().remove(&id);
        return;
    };
    let is_message = text.collection == Collection::Messages;
    let mut index = research.write();
    if !is_message {
        free_capacity(&mut index, &id, prepared.passages());
    }
    if !index.insert(&id, group, mark, prepared) && !is_message {
        tracing::warn!(document.id = id, "a text is not searched: the index has too many passages");
    }
}

/// Frees capacity for so many passages of a text, which comes before any message; the oldest go first.
fn free_capacity(index: &mut Index<Group>, id: &str, passages: usize) {
    if index.has_capacity(id, passages) {
        return;
    }
    let of_messages = index
        .documents()
        .filter(|(_, group, _)| group.collection == Collection::Messages)
        .map(|(message, ..)| message.to_owned());
    for message in of_messages.collect::<BTreeSet<_>>() {
        index.remove(&message);
        if index.has_capacity(id, passages) {
            return;
        }
    }
}

/// The passages of a text, ready for the index. What has a name and no text is found under its name.
fn prepared(heading: &str, content: String, collection: Collection) -> PreparedDocument {
    let subject = Subject::new(None, content);
    let plain = &subject.plain.text;
    let passage = |span: std::ops::Range<usize>| Passage {
        text: plain[span.clone()].into(),
        span: subject.characters(Span { start: span.start, end: span.end }),
    };
    let mut all: Vec<Passage> = passages(plain).into_iter().map(passage).collect();
    if all.is_empty() && collection == Collection::Lore {
        all.push(Passage { text: heading.into(), span: 0..0 });
    }
    PreparedDocument::new(heading, all)
}
