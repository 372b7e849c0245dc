//! Digests of texts: whether each text is still the one that was written.

use db::Tx;
use domain::{Result, digest};

use super::{Off, Remedy, found};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Texts that are read at once.
const TEXTS: i64 = 10;

/// Where looking goes on: behind this text, or this earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum After {
    /// The text of a document.
    Text(String),
    /// A document's earlier text of this version.
    Earlier(String, i64),
}

impl Default for After {
    /// Before all texts.
    fn default() -> Self {
        Self::Text(String::new())
    }
}

/// How many of the next texts have changed although nobody changed them, and where the ones behind
/// them begin; none at the end.
pub fn changed(tx: &mut Tx<'_>, after: &After) -> Result<(usize, Option<After>)> {
    match after {
        After::Text(id) => texts(tx, id),
        After::Earlier(id, version) => earlier(tx, id, *version),
    }
}

fn texts(tx: &mut Tx<'_>, after: &str) -> Result<(usize, Option<After>)> {
    let rows = tx
        .rows(
            "SELECT document_id, content, digest
               FROM document_text
              WHERE document_id > ?1
              ORDER BY document_id
              LIMIT ?2",
            (after, TEXTS),
        )
        .doing("digesting texts")?;
    let (mut off, mut last) = (0, None);
    for mut row in rows {
        off += usize::from(is_row_changed(&mut row)?);
        last = Some(After::Text(row.value("document_id")?));
    }
    Ok((off, Some(last.unwrap_or_else(|| After::Earlier(String::new(), i64::MIN)))))
}

fn earlier(tx: &mut Tx<'_>, id: &str, version: i64) -> Result<(usize, Option<After>)> {
    let rows = tx
        .rows(
            "SELECT document_id, version, content, digest
               FROM revision
              WHERE document_id > ?1
                 OR document_id = ?1 AND version > ?2
              ORDER BY document_id, version
              LIMIT ?3",
            (id, version, TEXTS),
        )
        .doing("digesting texts")?;
    let (mut off, mut last) = (0, None);
    for mut row in rows {
        off += usize::from(is_row_changed(&mut row)?);
        last = Some(After::Earlier(row.value("document_id")?, row.value("version")?));
    }
    Ok((off, last))
}

fn is_row_changed(row: &mut db::Row) -> Result<bool> {
    let content: String = row.value("content")?;
    let kept: String = row.value("digest")?;
    Ok(is_changed(&content, &kept))
}

/// Whether a text is another one than its digest was made of.
pub(crate) fn is_changed(content: &str, kept: &str) -> bool {
    kept != digest::hex(content.as_bytes())
}

/// How many texts have changed although nobody changed them, over one state of the memory.
pub fn count_changed(tx: &mut Tx<'_>) -> Result<usize> {
    let (mut off, mut after) = (0, Some(After::default()));
    while let Some(from) = after {
        let (more, next) = changed(tx, &from)?;
        off += more;
        after = next;
    }
    Ok(off)
}

pub(super) fn look(tx: &mut Tx<'_>) -> Result<Option<Off>> {
    let off = column::count(count_changed(tx)?);
    Ok(found(off, |n| format!("{n} texts of documents are not what was written"), Remedy::Restore))
}
