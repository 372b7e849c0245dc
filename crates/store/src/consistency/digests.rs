//! Digests of texts: whether each text is still the one that was written.

use db::Tx;
use domain::{Result, digest};

use super::{Mismatch, Remedy, mismatch};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Texts that are read at once.
const TEXTS: i64 = 10;

/// Where looking goes on: behind this text, or this earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextCursor {
    /// The text of a document.
    Text(String),
    /// A document's earlier text of this version.
    Revision(String, i64),
}

impl Default for TextCursor {
    /// Before all texts.
    fn default() -> Self {
        Self::Text(String::new())
    }
}

/// How many of the next texts have changed although nobody changed them, and where the ones behind
/// them begin; none at the end.
pub fn changed(tx: &mut Tx<'_>, after: &TextCursor) -> Result<(usize, Option<TextCursor>)> {
    match after {
        TextCursor::Text(id) => texts(tx, id),
        TextCursor::Revision(id, version) => revisions(tx, id, *version),
    }
}

fn texts(tx: &mut Tx<'_>, after: &str) -> Result<(usize, Option<TextCursor>)> {
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
    let (mut changed, mut last) = (0, None);
    for mut row in rows {
        changed += usize::from(is_row_changed(&mut row)?);
        last = Some(TextCursor::Text(row.value("document_id")?));
    }
    Ok((changed, Some(last.unwrap_or_else(|| TextCursor::Revision(String::new(), i64::MIN)))))
}

fn revisions(tx: &mut Tx<'_>, id: &str, version: i64) -> Result<(usize, Option<TextCursor>)> {
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
    let (mut changed, mut last) = (0, None);
    for mut row in rows {
        changed += usize::from(is_row_changed(&mut row)?);
        last = Some(TextCursor::Revision(row.value("document_id")?, row.value("version")?));
    }
    Ok((changed, last))
}

fn is_row_changed(row: &mut db::Row) -> Result<bool> {
    let content: String = row.value("content")?;
    let digest: String = row.value("digest")?;
    Ok(is_changed(&content, &digest))
}

/// Whether a text is another one than its digest was made of.
pub(crate) fn is_changed(content: &str, digest: &str) -> bool {
    digest != digest::hex(content.as_bytes())
}

/// How many texts have changed although nobody changed them, over one state of the database.
pub fn count_changed(tx: &mut Tx<'_>) -> Result<usize> {
    let (mut changed_texts, mut after) = (0, Some(TextCursor::default()));
    while let Some(from) = after {
        let (more, next) = changed(tx, &from)?;
        changed_texts += more;
        after = next;
    }
    Ok(changed_texts)
}

pub(super) fn check(tx: &mut Tx<'_>) -> Result<Option<Mismatch>> {
    let changed = column::count(count_changed(tx)?);
    Ok(mismatch(
        changed,
        |n| format!("{n} texts of documents are not what was written"),
        Remedy::Restore,
    ))
}
