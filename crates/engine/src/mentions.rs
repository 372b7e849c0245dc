//! Counts where documents mention the entries of the lore. Transactions that change texts or names
//! only queue the documents; here they are read afterwards, outside of any transaction, and a count
//! is saved only if text and names are still what was read. Between two steps only the names of the
//! last project stay in memory, as long as they are current.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use domain::{Result, lore::Quoted};
use prose::{NameIndex, Text};
use store::lore::{
    EntryNames,
    mention_queue::{self, DocumentMentions, EntryMentions, NextStep, QueuedDocument},
};

use crate::{Studio, batches::batches_by_weight, blocking, skills::subject::Subject, wakers::Stop};

/// Documents that are queued for new names in one transaction.
const QUEUED_MAX: i64 = 10_000;

/// Documents that are read in one step.
const DOCUMENTS_MAX: usize = 50;

/// Bytes of text that are read in one step, but for the last document's.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Counts that are saved in one transaction, but for a single document that has more.
const COUNTS_MAX: usize = 2_000;

/// How long the worker waits when nobody notifies it.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How long the worker pauses when all is counted: a text that is saved with every sentence is read
/// again ten times a second, and not each time.
const IDLE_DELAY: Duration = Duration::from_millis(100);

/// The names of a project's entries, ready for the search.
struct KnownNames {
    project_id: String,
    version: Option<i64>,
    names: NameIndex,
    /// The entries that own them, by the numbers of the owners.
    entry_ids: Vec<String>,
}

impl KnownNames {
    fn new(project_id: String, version: Option<i64>, entry_names: Vec<EntryNames>) -> Self {
        let names = entry_names
            .iter()
            .enumerate()
            .flat_map(|(owner, entry)| entry.names.iter().map(move |name| (owner, name.as_str())));
        let names = NameIndex::new(names);
        let entry_ids = entry_names.into_iter().map(|entry| entry.entry_id).collect();
        Self { project_id, version, names, entry_ids }
    }
}

/// Counts mentions until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let mut known = None;
    while stop.wait(&studio.wakers.mentions, POLL_INTERVAL).await {
        loop {
            match step(&studio, &mut known).await {
                Ok(true) if !stop.is_stopping() => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::error!(
                        error = %domain::ErrorChain(&error),
                        "counting mentions failed"
                    );
                    break;
                }
            }
        }
        if !stop.sleep(IDLE_DELAY).await {
            return;
        }
    }
}

/// Does one bounded step; whether there was anything to do.
async fn step(studio: &Studio, known: &mut Option<Arc<KnownNames>>) -> Result<bool> {
    let last = known.as_ref().map(|known| known.project_id.clone()).unwrap_or_default();
    match studio.database.read(move |tx| mention_queue::next_step(tx, &last)).await? {
        NextStep::Idle => Ok(false),
        NextStep::Queue => {
            studio.database.write(|tx| mention_queue::queue_for_names(tx, QUEUED_MAX)).await?;
            Ok(true)
        }
        NextStep::Read(project_id) => {
            read(studio, known, project_id).await?;
            Ok(true)
        }
    }
}

/// Reads some of a project's documents and saves which entries they mention.
async fn read(
    studio: &Studio,
    known: &mut Option<Arc<KnownNames>>,
    project_id: String,
) -> Result<()> {
    let current = known.as_ref().filter(|known| known.project_id == project_id).cloned();
    let had = current.as_ref().map(|known| known.version);
    let id = project_id.clone();
    let (version, entry_names, queued) = studio
        .database
        .scan(move |tx| {
            let version = mention_queue::names_version(tx, &id)?;
            let entry_names = if had == Some(version) {
                None
            } else {
                Some(mention_queue::entry_names(tx, &id)?)
            };
            Ok((
                version,
                entry_names,
                mention_queue::documents(tx, &id, DOCUMENTS_MAX, TEXT_BYTES_MAX)?,
            ))
        })
        .await?;
    let id = project_id.clone();
    let reading = move || {
        let known = match (entry_names, current) {
            (None, Some(known)) => known,
            (entry_names, _) => {
                Arc::new(KnownNames::new(id, version, entry_names.unwrap_or_default()))
            }
        };
        let counted: Vec<DocumentMentions> =
            queued.into_iter().map(|document| count_or_log(&known, document)).collect();
        (known, counted)
    };
    let (now_known, counted) = blocking::run("counting mentions", reading).await?;
    *known = Some(now_known);
    for batch in batches_by_weight(counted, DOCUMENTS_MAX, COUNTS_MAX, |it| it.named.len()) {
        let id = project_id.clone();
        studio.database.write(move |tx| mention_queue::save(tx, &id, version, &batch)).await?;
    }
    Ok(())
}

/// The entries a document mentions. A text that makes its reader panic must not keep all others from
/// being read for ever: it counts as mentioning nobody, and the log reports it.
fn count_or_log(known: &KnownNames, document: QueuedDocument) -> DocumentMentions {
    let QueuedDocument { document_id, text } = document;
    let Some((version, content)) = text else {
        return DocumentMentions { document_id, version: None, named: Vec::new() };
    };
    let named = std::panic::catch_unwind(AssertUnwindSafe(|| count(known, content)));
    let named = named.unwrap_or_else(|_| {
        tracing::error!(document.id = document_id, "a text makes the reader of mentions panic");
        Vec::new()
    });
    DocumentMentions { document_id, version: Some(version), named }
}

/// The entries a text mentions, in the order in which it first does.
fn count(known: &KnownNames, content: String) -> Vec<EntryMentions> {
    let subject = Subject::new(None, content);
    let text = Text::new(&subject.plain.text);
    let named = |prose::Mentioned { owner, count, first }| {
        let quote = subject.quote(first.span);
        EntryMentions {
            entry_id: known.entry_ids[owner].clone(),
            count: i64::try_from(count).unwrap_or(i64::MAX),
            first: Quoted {
                quote: quote.quote,
                start: i64::try_from(quote.start).unwrap_or(i64::MAX),
                end: i64::try_from(quote.end).unwrap_or(i64::MAX),
            },
            passage: subject.around(first.span, first.sentence_span),
        }
    };
    prose::mentions(&text, &known.names).owners.into_iter().map(named).collect()
}
