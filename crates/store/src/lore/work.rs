//! What is to be counted of mentions, and what was. Whatever changes a text notes the document here,
//! and whatever changes a name notes the project, in the same transaction; a loop counts later, by
//! the studio's own duty, and keeps a count only while document and names are still those it read.
//!
//! Several servers may count the same: the first to save takes the note away, and what the others
//! bring finds nothing to save. Rows are taken in one order, here and by whoever changes them:
//! document, state, queue, mention, counter.

use std::collections::{BTreeMap, HashMap};

use db::Tx;
use domain::{Result, lore::Quoted};

use super::{Bearer, DOCUMENTS, MENTIONS};
use crate::{Doing as _, column, projects::ProjectAccess, tallies};

/// Notes that a document of a project is to be read for its mentions; nothing where the project has
/// no lore. The document is to be held, or the project locked.
pub(crate) fn note(tx: &mut Tx<'_>, project: &ProjectAccess, document_id: &str) -> Result<()> {
    tx.run(
        "INSERT INTO lore_queue (project_id, document_id)
         SELECT project_id, ?2
           FROM lore_state
          WHERE project_id = ?1
            AND entries > 0
         ON CONFLICT DO NOTHING",
        (project.id(), document_id),
    )
    .doing("noting a text to be read")
    .map(drop)
}

/// As [`note`], for all documents that are staged for an import.
pub(crate) fn note_staged(tx: &mut Tx<'_>, import_id: &str) -> Result<()> {
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
    .doing("noting imported texts to be read")
    .map(drop)
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Documents are to be told of new names: [`spread`].
    Spread,
    /// Documents of this project are to be read: [`dirty`].
    Read(String),
    /// There is nothing.
    Rest,
}

/// What is to be done next; projects take turns, the one behind `after` being the first.
pub fn next(tx: &mut Tx<'_>, after: &str) -> Result<Next> {
    let spreading = tx
        .row(
            "SELECT 1
               FROM lore_state
              WHERE queued_through IS NOT NULL
              LIMIT 1",
            (),
        )
        .doing("looking for new names")?;
    if spreading.is_some() {
        return Ok(Next::Spread);
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
            return column::get(&mut row, 0).map(Next::Read);
        }
    }
    Ok(Next::Rest)
}

/// Notes the next documents of a project that has new names, at most `documents_max`.
pub fn spread(tx: &mut Tx<'_>, documents_max: i64) -> Result<()> {
    let row = tx
        .row(
            "SELECT project_id, queued_through
               FROM lore_state
              WHERE queued_through IS NOT NULL
              ORDER BY project_id
              LIMIT 1 /*+for_update*/",
            (),
        )
        .doing("holding new names")?;
    let Some(mut row) = row else { return Ok(()) };
    let (project_id, after): (String, String) =
        (column::get(&mut row, 0)?, column::get(&mut row, 1)?);
    // Without a last one there are fewer documents than that, and none behind them.
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
    let last = last.map(|mut row| column::get::<String>(&mut row, 0)).transpose()?;
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
    .doing("noting texts to be read")?;
    tx.run(
        "UPDATE lore_state
            SET queued_through = ?2
          WHERE project_id = ?1",
        (&project_id, &last),
    )
    .doing("noting how far new names are known")
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
    row.map(|mut row| column::get(&mut row, 0)).transpose()
}

/// The names of a project's entries.
pub fn names(tx: &mut Tx<'_>, project_id: &str) -> Result<Vec<Bearer>> {
    super::bearers(tx, &ProjectAccess::on_duty(project_id))
}

/// A document that is to be read.
#[derive(Debug, Clone)]
pub struct Dirty {
    /// The document.
    pub document_id: String,
    /// Its version and its text; none when it lies in the bin or is gone.
    pub text: Option<(i64, String)>,
}

/// Documents of a project that are to be read, at most `documents_max`, and no more once their texts
/// have `bytes_max` bytes together.
pub fn dirty(
    tx: &mut Tx<'_>,
    project_id: &str,
    documents_max: usize,
    bytes_max: usize,
) -> Result<Vec<Dirty>> {
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
        let document_id: String = column::get(&mut row, 0)?;
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
            .map(|mut row| Ok((column::get(&mut row, 0)?, column::get::<String>(&mut row, 1)?)))
            .transpose()?;
        bytes += text.as_ref().map_or(0, |(_, content)| content.len());
        all.push(Dirty { document_id, text });
        if bytes >= bytes_max {
            break;
        }
    }
    Ok(all)
}

/// What was counted in a document.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The document.
    pub document_id: String,
    /// The version that was read; none when there was nothing to read.
    pub version: Option<i64>,
    /// The entries it names.
    pub named: Vec<Named>,
}

/// How a document names an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The entry.
    pub entry_id: String,
    /// How often.
    pub count: i64,
    /// The name as it first stands there.
    pub first: Quoted,
    /// The sentence around it.
    pub passage: String,
}

/// Keeps what was counted with these names, for each document that is still the one that was read;
/// for how many. The others stay noted, and so do all when the names are others by now.
pub fn save(
    tx: &mut Tx<'_>,
    project_id: &str,
    names_version: Option<i64>,
    counted: &[Counted],
) -> Result<usize> {
    let versions = held(tx, project_id, counted)?;
    let row = tx
        .row(
            "SELECT version
               FROM lore_state
              WHERE project_id = ?1 /*+for_update*/",
            (project_id,),
        )
        .doing("holding names")?;
    let current: Option<i64> = row.map(|mut row| column::get(&mut row, 0)).transpose()?;
    if current != names_version {
        return Ok(0);
    }
    let mut gained: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let mut before: Vec<Vec<Named>> = Vec::new();
    let mut saved = Vec::new();
    for document in counted {
        if versions.get(&document.document_id).copied().flatten() == document.version
            && unnote(tx, project_id, &document.document_id)?
        {
            before.push(kept(tx, project_id, &document.document_id)?);
            saved.push(document);
        }
    }
    for (document, before) in saved.iter().zip(&before) {
        settle(tx, project_id, document, before, &mut gained)?;
    }
    let project = ProjectAccess::on_duty(project_id);
    for (entry_id, (mentions, documents)) in gained {
        for (noun, amount) in [(MENTIONS, mentions), (DOCUMENTS, documents)] {
            if amount != 0 {
                tallies::add(tx, &project, (entry_id, noun), amount)?;
            }
        }
    }
    Ok(saved.len())
}

/// The versions of the documents that were read, which nobody changes until this transaction ends;
/// none for one in the bin.
fn held(
    tx: &mut Tx<'_>,
    project_id: &str,
    counted: &[Counted],
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
        .doing("holding documents")?;
    rows.into_iter()
        .map(|mut row| {
            let deleted_at: Option<i64> = column::get(&mut row, 2)?;
            let version = column::get(&mut row, 1)?;
            Ok((column::get(&mut row, 0)?, deleted_at.is_none().then_some(version)))
        })
        .collect()
}

/// Takes the note of a document away; false when it was not there.
fn unnote(tx: &mut Tx<'_>, project_id: &str, document_id: &str) -> Result<bool> {
    let gone = tx
        .run(
            "DELETE FROM lore_queue
              WHERE project_id = ?1
                AND document_id = ?2",
            (project_id, document_id),
        )
        .doing("taking a note away")?;
    Ok(gone > 0)
}

/// What was counted in a document before.
fn kept(tx: &mut Tx<'_>, project_id: &str, document_id: &str) -> Result<Vec<Named>> {
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
            let row = &mut row;
            Ok(Named {
                entry_id: column::get(row, 0)?,
                count: column::get(row, 1)?,
                first: Quoted {
                    quote: column::get(row, 2)?,
                    start: column::get(row, 3)?,
                    end: column::get(row, 4)?,
                },
                passage: column::get(row, 5)?,
            })
        })
        .collect()
}

/// Takes the mentions in a document out of the counters of their entries, before they are deleted with
/// it. As a rule there are none: they were counted when it went into the trash.
pub(crate) fn uncount(tx: &mut Tx<'_>, project: &ProjectAccess, document_id: &str) -> Result<()> {
    let mut mentions = kept(tx, project.id(), document_id)?;
    // Counters are locked in the order of their entries, as everywhere.
    mentions.sort_by(|a, b| a.entry_id.cmp(&b.entry_id));
    for mention in mentions {
        for (noun, amount) in [(MENTIONS, -mention.count), (DOCUMENTS, -1)] {
            tallies::add(tx, project, (&mention.entry_id, noun), amount)?;
        }
    }
    Ok(())
}

/// Writes what is other than before, and notes what each entry gained or lost by it.
fn settle<'c>(
    tx: &mut Tx<'_>,
    project_id: &str,
    document: &'c Counted,
    before: &'c [Named],
    gained: &mut BTreeMap<&'c str, (i64, i64)>,
) -> Result<()> {
    let mut left: HashMap<&str, &'c Named> =
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
        .doing("keeping mentions")?;
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
        .doing("forgetting mentions")?;
        let entry = gained.entry(entry_id).or_default();
        entry.0 -= old.count;
        entry.1 -= 1;
    }
    Ok(())
}
