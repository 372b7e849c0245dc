//! Extracts of documents: what was read once from a text, with the digest of that text and the form of the
//! extract. Of another text or form, an extract is as good as missing. What is in them is for `prose` to
//! say.

use db::Tx;
use domain::{Result, documents::Document};

use crate::{
    Doing as _,
    column::ReadColumns as _,
    documents::{self, MANUSCRIPT_MAX},
    projects::ProjectAccess,
};

/// A document of the manuscript with its extract.
#[derive(Debug, Clone)]
pub struct StoredExtract {
    /// The document.
    pub document: Document,
    /// The extract as it was saved; none when there is none of this text in this form.
    pub extract: Option<String>,
}

/// A text that is to be read.
#[derive(Debug, Clone)]
pub struct UnreadText {
    /// The document as it is now.
    pub document: Document,
    /// Its text.
    pub content: String,
    /// The digest of the text.
    pub digest: String,
}

/// The parts, chapters and scenes of a project by position, at most 100,000, each with its extract of this
/// form.
pub fn list(tx: &mut Tx<'_>, project: &ProjectAccess, form: i64) -> Result<Vec<StoredExtract>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                documents::columns!(),
                ", extract
               FROM document
               JOIN document_text ON document_text.document_id = id
               LEFT JOIN document_extract
                 ON document_extract.document_id = id
                AND document_extract.digest = document_text.digest
                AND form = ?2
              WHERE project_id = ?1
                AND kind IN ('part', 'chapter', 'scene')
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id
              LIMIT ?3"
            ),
            (project.id(), form, MANUSCRIPT_MAX),
        )
        .doing("reading extracts")?;
    let read = |mut row| {
        Ok(StoredExtract { document: documents::read(&mut row)?, extract: row.value("extract")? })
    };
    rows.into_iter().map(read).collect()
}

/// What the extracts of a project rest on: every part, chapter and scene with its position, version and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManuscriptState(Vec<(String, Option<String>, i64, i64, String)>);

/// What the extracts of a project rest on now.
pub fn state(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<ManuscriptState> {
    let rows = tx
        .rows(
            "SELECT id, parent_id, position, version, digest
               FROM document
               JOIN document_text ON document_id = id
              WHERE project_id = ?1
                AND kind IN ('part', 'chapter', 'scene')
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY position, id
              LIMIT ?2",
            (project.id(), MANUSCRIPT_MAX),
        )
        .doing("reading what a manuscript is")?;
    let read = |mut row: db::Row| {
        Ok((
            row.value("id")?,
            row.value("parent_id")?,
            row.value("position")?,
            row.value("version")?,
            row.value("digest")?,
        ))
    };
    rows.into_iter().map(read).collect::<Result<_>>().map(ManuscriptState)
}

/// The texts of these documents as they are now, without those that are gone; no more once they have
/// `bytes_max` bytes together.
pub fn texts(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    ids: &[String],
    bytes_max: usize,
) -> Result<Vec<UnreadText>> {
    let (mut texts, mut bytes) = (Vec::new(), 0);
    for id in ids {
        let row = tx
            .row(
                concat!(
                    "SELECT ",
                    documents::columns!(),
                    ", content, digest
                   FROM document
                   JOIN document_text ON document_id = id
                  WHERE id = ?1
                    AND project_id = ?2
                    AND import_id IS NULL
                    AND deleted_at IS NULL"
                ),
                (id, project.id()),
            )
            .doing("reading a text")?;
        let Some(mut row) = row else { continue };
        let content: String = row.value("content")?;
        bytes += content.len();
        let digest = row.value("digest")?;
        texts.push(UnreadText { document: documents::read(&mut row)?, content, digest });
        if bytes >= bytes_max {
            break;
        }
    }
    Ok(texts)
}

/// Saves the extract of a text, unless the document has another text by now.
pub fn save(
    tx: &mut Tx<'_>,
    document_id: &str,
    digest: &str,
    form: i64,
    extract: &str,
) -> Result<()> {
    tx.run(
        "INSERT INTO document_extract (document_id, digest, form, extract)
         SELECT document_id, digest, ?3, ?4
           FROM document_text
          WHERE document_id = ?1
            AND digest = ?2
         ON CONFLICT (document_id) DO UPDATE
            SET digest = excluded.digest,
                form = excluded.form,
                extract = excluded.extract",
        (document_id, digest, form, extract),
    )
    .doing("saving an extract")
    .map(drop)
}
