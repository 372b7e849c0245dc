//! Counts of mentions: rows of `lore_mention`, and the counters of entries that go with them.

use std::collections::{BTreeMap, HashMap};

use db::Tx;
use domain::{Result, lore::Quoted};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    lore::{DOCUMENTS, MENTIONS, list::read_quoted},
    projects::ProjectAccess,
    record_counters,
};

/// What was counted in a document.
#[derive(Debug, Clone)]
pub struct DocumentMentions {
    /// The document.
    pub document_id: String,
    /// The version that was read; none when there was nothing to read.
    pub version: Option<i64>,
    /// The entries it mentions.
    pub named: Vec<EntryMentions>,
}

/// How a document mentions an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryMentions {
    /// The entry.
    pub entry_id: String,
    /// How often.
    pub count: i64,
    /// The name as it first stands there.
    pub first: Quoted,
    /// The sentence around it.
    pub passage: String,
}

/// Saves what was counted with these names, for each document that is still the one that was read; how
/// many that are. The others stay queued, and so do all of them if the names are others by now.
pub fn save(
    tx: &mut Tx<'_>,
    project_id: &str,
    names_version: Option<i64>,
    counted: &[DocumentMentions],
) -> Result<usize> {
    let versions = lock_documents(tx, project_id, counted)?;
    let row = tx
        .row(
            "SELECT version
               FROM lore_state
              WHERE project_id = ?1 /*+for_update*/",
            (project_id,),
        )
        .doing("locking names")?;
    let current: Option<i64> = row.map(|mut row| row.value("version")).transpose()?;
    if current != names_version {
        return Ok(0);
    }
    let mut gained: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let mut before: Vec<Vec<EntryMentions>> = Vec::new();
    let mut saved = Vec::new();
    for document in counted {
        if versions.get(&document.document_id).copied().flatten() == document.version
            && dequeue(tx, project_id, &document.document_id)?
        {
            before.push(mentions_in(tx, project_id, &document.document_id)?);
            saved.push(document);
        }
    }
    for (document, before) in saved.iter().zip(&before) {
        replace(tx, project_id, document, before, &mut gained)?;
    }
    let project = ProjectAccess::unchecked(project_id);
    for (entry_id, (mentions, documents)) in gained {
        for (noun, amount) in [(MENTIONS, mentions), (DOCUMENTS, documents)] {
            if amount != 0 {
                record_counters::add(tx, &project, (entry_id, noun), amount)?;
            }
        }
    }
    Ok(saved.len())
}

/// Locks the documents that were read; their versions, none for one in the trash.
fn lock_documents(
    tx: &mut Tx<'_>,
    project_id: &str,
    counted: &[DocumentMentions],
) -> Result<HashMap<String, Option<i64>>> {
    let ids: Vec<&str> = counted.iter().map(|document| document.document_id.as_str()).collect();
    let rows = tx
        .rows(
            "SELECT id, version, deleted_at
               FROM document
              WHERE project_id = ?1
                AND id IN (SELECT value FROM json_each(?2 /*+list*/))
              ORDER BY id /*+for_update*/",
            (project_id, column::text(&ids)?),
        )
        .doing("locking documents")?;
    rows.into_iter()
        .map(|mut row| {
            let deleted_at: Option<i64> = row.value("deleted_at")?;
            let version = row.value("version")?;
            Ok((row.value("id")?, deleted_at.is_none().then_some(version)))
        })
        .collect()
}

/// Takes a document out of the queue; false when it was not in it.
fn dequeue(tx: &mut Tx<'_>, project_id: &str, document_id: &str) -> Result<bool> {
    let deleted = tx
        .run(
            "DELETE FROM lore_queue
              WHERE project_id = ?1
                AND document_id = ?2",
            (project_id, document_id),
        )
        .doing("taking a text out of the queue")?;
    Ok(deleted > 0)
}

/// What was counted in a document before.
fn mentions_in(tx: &mut Tx<'_>, project_id: &str, document_id: &str) -> Result<Vec<EntryMentions>> {
    let rows = tx
        .rows(
            "SELECT entry_id, mentions, quote, first_start, first_end, passage
               FROM lore_mention
              WHERE document_id = ?1
                AND project_id = ?2",
            (document_id, project_id),
        )
        .doing("reading mentions")?;
    rows.into_iter()
        .map(|mut row| {
            Ok(EntryMentions {
                entry_id: row.value("entry_id")?,
                count: row.value("mentions")?,
                first: read_quoted(&mut row)?,
                passage: row.value("passage")?,
            })
        })
        .collect()
}

/// Takes the mentions in a document out of the counters of their entries, before they are deleted with
/// it. As a rule there are none: they were counted when it went into the trash.
pub(crate) fn subtract_mentions(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
) -> Result<()> {
    let mut mentions = mentions_in(tx, project.id(), document_id)?;
    // Counters are locked in the order of their entries, as everywhere.
    mentions.sort_by(|a, b| a.entry_id.cmp(&b.entry_id));
    for mention in mentions {
        for (noun, amount) in [(MENTIONS, -mention.count), (DOCUMENTS, -1)] {
            record_counters::add(tx, project, (&mention.entry_id, noun), amount)?;
        }
    }
    Ok(())
}

/// Writes the mentions that differ from those before, and adds up what each entry gained or lost.
fn replace<'c>(
    tx: &mut Tx<'_>,
    project_id: &str,
    document: &'c DocumentMentions,
    before: &'c [EntryMentions],
    gained: &mut BTreeMap<&'c str, (i64, i64)>,
) -> Result<()> {
    let mut left: HashMap<&str, &'c EntryMentions> =
        before.iter().map(|named| (named.entry_id.as_str(), named)).collect();
    for named in &document.named {
        let old = left.remove(named.entry_id.as_str());
        if old == Some(named) {
            continue;
        }
        tx.run(
            "INSERT INTO lore_mention (
                 document_id, entry_id, project_id, mentions, quote, first_start, first_end, passage)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT (document_id, entry_id) DO UPDATE
                SET mentions = excluded.mentions, quote = excluded.quote, first_start = excluded.first_start,
                    first_end = excluded.first_end, passage = excluded.passage",
            (
                &document.document_id,
                &named.entry_id,
                project_id,
                named.count,
                &named.first.quote,
                named.first.start,
                named.first.end,
                &named.passage,
            ),
        )
        .doing("saving mentions")?;
        let entry = gained.entry(&named.entry_id).or_default();
        entry.0 += named.count - old.map_or(0, |old| old.count);
        entry.1 += i64::from(old.is_none());
    }
    for (entry_id, old) in left {
        tx.run(
            "DELETE FROM lore_mention
              WHERE document_id = ?1
                AND entry_id = ?2",
            (&document.document_id, entry_id),
        )
        .doing("deleting mentions")?;
        let entry = gained.entry(entry_id).or_default();
        entry.0 -= old.count;
        entry.1 -= 1;
    }
    Ok(())
}
