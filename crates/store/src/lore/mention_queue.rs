//! The queue of documents that are to be read for mentions; the counts are in `counts`. Who changes a
//! text queues the document, and who changes a name marks the project, in the same transaction; a
//! background worker counts later, and a count is saved only if document and names are still those it
//! read.
//!
//! Several servers may count the same document: the first to save takes it out of the queue, and the
//! others save nothing. Rows are locked in one order, here and by whoever changes them: document,
//! state, queue, mention, counter.

mod counts;

use db::Tx;
use domain::Result;

pub(crate) use counts::subtract_mentions;
pub use counts::{DocumentMentions, EntryMentions, save};

use super::EntryNames;
use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// Queues a document of a project to be read for mentions; does nothing if the project has no lore. The
/// caller locks the document, or the project.
pub(crate) fn add(tx: &mut Tx<'_>, project: &ProjectAccess, document_id: &str) -> Result<()> {
    tx.run(
        "INSERT INTO lore_queue (project_id, document_id)
         SELECT project_id, ?2
           FROM lore_state
          WHERE project_id = ?1
            AND entries > 0
         ON CONFLICT DO NOTHING",
        (project.id(), document_id),
    )
    .doing("queueing a text")
    .map(drop)
}

/// As [`add`], for all documents that are staged for an import.
pub(crate) fn add_staged(tx: &mut Tx<'_>, import_id: &str) -> Result<()> {
    tx.run(
        "INSERT INTO lore_queue (project_id, document_id)
         SELECT project_id, id
           FROM document
          WHERE import_id = ?1
            AND project_id IN (SELECT project_id
                                 FROM lore_state
                                WHERE entries > 0)
         ON CONFLICT DO NOTHING",
        (import_id,),
    )
    .doing("queueing imported texts")
    .map(drop)
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// Documents are to be queued for new names: [`queue_for_names`].
    Queue,
    /// Documents of this project are to be read: [`documents`].
    Read(String),
    /// Nothing.
    Idle,
}

/// What is to be done next; projects take turns, the one after `after` being the first.
pub fn next_step(tx: &mut Tx<'_>, after: &str) -> Result<NextStep> {
    let renamed = tx
        .row(
            "SELECT project_id
               FROM lore_state
              WHERE queued_through IS NOT NULL
              LIMIT 1",
            (),
        )
        .doing("looking for new names")?;
    if renamed.is_some() {
        return Ok(NextStep::Queue);
    }
    for after in [after, ""] {
        let waiting = tx
            .row(
                "SELECT project_id
                   FROM lore_queue
                  WHERE project_id > ?1
                  ORDER BY project_id
                  LIMIT 1",
                (after,),
            )
            .doing("looking for texts to be read")?;
        if let Some(mut row) = waiting {
            return row.value("project_id").map(NextStep::Read);
        }
    }
    Ok(NextStep::Idle)
}

/// Queues the next documents of a project that has new names, at most `documents_max`.
pub fn queue_for_names(tx: &mut Tx<'_>, documents_max: i64) -> Result<()> {
    let row = tx
        .row(
            "SELECT project_id, queued_through
               FROM lore_state
              WHERE queued_through IS NOT NULL
              ORDER BY project_id
              LIMIT 1 /*+for_update*/",
            (),
        )
        .doing("locking new names")?;
    let Some(mut row) = row else { return Ok(()) };
    let (project_id, after): (String, String) =
        (row.value("project_id")?, row.value("queued_through")?);
    // Without a last one there are fewer documents than that, and none after them.
    let last = tx
        .row(
            "SELECT id
               FROM document
              WHERE project_id = ?1
                AND id > ?2
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY id
              LIMIT 1 OFFSET ?3",
            (&project_id, &after, documents_max - 1),
        )
        .doing("looking for documents")?;
    let last = last.map(|mut row| row.value::<String>("id")).transpose()?;
    tx.run(
        "INSERT INTO lore_queue (project_id, document_id)
         SELECT project_id, id
           FROM document
          WHERE project_id = ?1
            AND id > ?2
            AND import_id IS NULL
            AND deleted_at IS NULL
            AND id <= coalesce(?3, id)
          ORDER BY id
         ON CONFLICT DO NOTHING",
        (&project_id, &after, &last),
    )
    .doing("queueing texts")?;
    tx.run(
        "UPDATE lore_state
            SET queued_through = ?2
          WHERE project_id = ?1",
        (&project_id, &last),
    )
    .doing("saving how far texts are queued")
    .map(drop)
}

/// The version of the names of a project's entries; none where it has no lore.
pub fn names_version(tx: &mut Tx<'_>, project_id: &str) -> Result<Option<i64>> {
    let row = tx
        .row(
            "SELECT version
               FROM lore_state
              WHERE project_id = ?1",
            (project_id,),
        )
        .doing("reading the version of names")?;
    row.map(|mut row| row.value("version")).transpose()
}

/// The names of a project's entries.
pub fn entry_names(tx: &mut Tx<'_>, project_id: &str) -> Result<Vec<EntryNames>> {
    super::entry_names(tx, &ProjectAccess::unchecked(project_id))
}

/// A document that is to be read.
#[derive(Debug, Clone)]
pub struct QueuedDocument {
    /// The document.
    pub document_id: String,
    /// Its version and its text; none when it is in the trash or was deleted.
    pub text: Option<(i64, String)>,
}

/// Documents of a project that are to be read, at most `documents_max`, and no more once their texts
/// have `bytes_max` bytes together.
pub fn documents(
    tx: &mut Tx<'_>,
    project_id: &str,
    documents_max: usize,
    bytes_max: usize,
) -> Result<Vec<QueuedDocument>> {
    let rows = tx
        .rows(
            "SELECT document_id
               FROM lore_queue
              WHERE project_id = ?1
              ORDER BY document_id
              LIMIT ?2",
            (project_id, documents_max),
        )
        .doing("looking for texts to be read")?;
    let mut all = Vec::with_capacity(rows.len());
    let mut bytes = 0;
    for mut row in rows {
        let document_id: String = row.value("document_id")?;
        let text = tx
            .row(
                "SELECT version, content
                   FROM document
                   JOIN document_text ON document_id = id
                  WHERE id = ?1
                    AND project_id = ?2
                    AND import_id IS NULL
                    AND deleted_at IS NULL",
                (&document_id, project_id),
            )
            .doing("reading a text")?;
        let text = text
            .map(|mut row| Ok((row.value("version")?, row.value::<String>("content")?)))
            .transpose()?;
        bytes += text.as_ref().map_or(0, |(_, content)| content.len());
        all.push(QueuedDocument { document_id, text });
        if bytes >= bytes_max {
            break;
        }
    }
    Ok(all)
}
