//! Counts where documents mention the entries of the lore. Transactions that change texts or names
//! only queue the documents; here they are read afterwards, outside of any transaction, and a count
//! is saved only if text and names are still what was read. Between two steps only the names of the
//! last project stay in memory, as long as they are current.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use domain::{Error, Result, lore::Quoted};
use prose::{NameIndex, Text};
use store::lore::{
    Bearer,
    work::{self, Counted, Named, Next, Queued},
};

use crate::{
    Studio,
    batches::weighed,
    skills::subject::Subject,
    wakers::{Stop, Waker},
};

/// Documents that are queued for new names in one transaction.
const QUEUED_MAX: i64 = 10_000;

/// Documents that are read in one step.
const DOCUMENTS_MAX: usize = 50;

/// Bytes of text that are read in one step, but for the last document's.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Counts that are saved in one transaction, but for a single document that has more.
const COUNTS_MAX: usize = 2_000;

/// How long the worker waits when nobody notifies it.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long the worker pauses when all is counted: a text that is saved with every sentence is read
/// again ten times a second, and not each time.
const REST: Duration = Duration::from_millis(100);

/// The names of a project's entries, ready for the search.
struct Known {
    project_id: String,
    version: Option<i64>,
    names: NameIndex,
    /// The entries that own them, by the numbers of the owners.
    entry_ids: Vec<String>,
}

impl Known {
    fn new(project_id: String, version: Option<i64>, bearers: Vec<Bearer>) -> Self {
        let names = bearers.iter().enumerate().flat_map(|(owner, bearer)| {
            bearer.names.iter().map(move |name| (owner, name.as_str()))
        });
        let names = NameIndex::new(names);
        let entry_ids = bearers.into_iter().map(|bearer| bearer.entry_id).collect();
        Self { project_id, version, names, entry_ids }
    }
}

/// Counts mentions until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let nobody_wakes = Waker::default();
    let mut known = None;
    while stop.or_woken(&studio.wakers.mentions, LOOK_EVERY).await {
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
        if !stop.or_woken(&nobody_wakes, REST).await {
            return;
        }
    }
}

/// Does one bounded step; whether there was anything to do.
async fn step(studio: &Studio, known: &mut Option<Arc<Known>>) -> Result<bool> {
    let last = known.as_ref().map(|known| known.project_id.clone()).unwrap_or_default();
    match studio.database.read(move |tx| work::next(tx, &last)).await? {
        Next::Rest => Ok(false),
        Next::Queue => {
            studio.database.write(|tx| work::queue_for_names(tx, QUEUED_MAX)).await?;
            Ok(true)
        }
        Next::Read(project_id) => {
            read(studio, known, project_id).await?;
            Ok(true)
        }
    }
}

/// Reads some of a project's documents and saves which entries they mention.
async fn read(studio: &Studio, known: &mut Option<Arc<Known>>, project_id: String) -> Result<()> {
    let current = known.as_ref().filter(|known| known.project_id == project_id).cloned();
    let had = current.as_ref().map(|known| known.version);
    let id = project_id.clone();
    let (version, bearers, queued) = studio
        .database
        .scan(move |tx| {
            let version = work::names_version(tx, &id)?;
            let bearers = if had == Some(version) { None } else { Some(work::names(tx, &id)?) };
            Ok((version, bearers, work::queued(tx, &id, DOCUMENTS_MAX, TEXT_BYTES_MAX)?))
        })
        .await?;
    let id = project_id.clone();
    let reading = move || {
        let known = match (bearers, current) {
            (None, Some(known)) => known,
            (bearers, _) => Arc::new(Known::new(id, version, bearers.unwrap_or_default())),
        };
        let counted: Vec<Counted> =
            queued.into_iter().map(|document| guarded(&known, document)).collect();
        (known, counted)
    };
    let (now_known, counted) = tokio::task::spawn_blocking(reading)
        .await
        .map_err(|panic| Error::internal("counting mentions", panic))?;
    *known = Some(now_known);
    for batch in weighed(counted, DOCUMENTS_MAX, COUNTS_MAX, |it| it.named.len()) {
        let id = project_id.clone();
        studio.database.write(move |tx| work::save(tx, &id, version, &batch)).await?;
    }
    Ok(())
}

/// The entries a document mentions. A text that makes its reader panic must not keep all others from
/// being read for ever: it counts as mentioning nobody, and the log reports it.
fn guarded(known: &Known, document: Queued) -> Counted {
    let Queued { document_id, text } = document;
    let Some((version, content)) = text else {
        return Counted { document_id, version: None, named: Vec::new() };
    };
    let named = std::panic::catch_unwind(AssertUnwindSafe(|| count(known, content)));
    let named = named.unwrap_or_else(|_| {
        tracing::error!(document.id = document_id, "a text makes the reader of mentions panic");
        Vec::new()
    });
    Counted { document_id, version: Some(version), named }
}

/// The entries a text mentions, in the order in which it first does.
fn count(known: &Known, content: String) -> Vec<Named> {
    let subject = Subject::new(None, content);
    let text = Text::new(&subject.plain.text);
    let named = |prose::Mentioned { owner, count, first }| {
        let quote = subject.quote(first.span);
        Named {
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
