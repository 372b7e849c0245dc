//! What the checks found in the texts of documents, kept until a text, or what was known of the project,
//! changes. There are two parts: what rests on the text alone, and what rests on the project's lore and
//! rules too. What is in them is for the checks to say. A third part is who speaks in the text.

use db::{Row, Tx};
use domain::{Result, documents::Document};

use crate::{
    Doing as _,
    column::ReadColumns as _,
    documents::{self, MANUSCRIPT_MAX},
    projects::ProjectAccess,
};

/// A document with what was kept of it; none of a part that has to be made anew.
#[derive(Debug, Clone)]
pub struct StoredReading {
    /// The document.
    pub document: Document,
    /// The digest of its text.
    pub digest: String,
    /// What rests on the text alone.
    pub of_text: Option<String>,
    /// What rests on the project too.
    pub of_project: Option<String>,
}

/// Which readings are wanted.
#[derive(Debug, Clone, Copy)]
pub struct ReadingKey<'k> {
    /// What is known of the project.
    pub basis: &'k str,
    /// The form of what is kept.
    pub form: i64,
}

/// Documents with what was found in them: ?1 is the project, ?2 the form, ?3 what is known of the project.
macro_rules! selection {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            documents::columns!(),
            ", document_text.digest, of_text.found AS of_text, of_project.found AS of_project
               FROM document
               JOIN document_text ON document_text.document_id = id
               LEFT JOIN document_reading AS of_text
                 ON of_text.document_id = id
                AND of_text.part = 'text'
                AND of_text.digest = document_text.digest
                AND of_text.form = ?2
               LEFT JOIN document_reading AS of_project
                 ON of_project.document_id = id
                AND of_project.part = 'project'
                AND of_project.digest = document_text.digest
                AND of_project.form = ?2
                AND of_project.basis = ?3
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL",
            $rest
        )
    };
}

fn read(row: &mut Row) -> Result<StoredReading> {
    Ok(StoredReading {
        document: documents::read(row)?,
        digest: row.value("digest")?,
        of_text: row.value("of_text")?,
        of_project: row.value("of_project")?,
    })
}

/// The parts, chapters and scenes of a project by position, at most 100,000, with what was found in them.
pub fn list(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    key: ReadingKey<'_>,
) -> Result<Vec<StoredReading>> {
    let rows = tx
        .rows(
            selection!(
                "
                AND kind IN ('part', 'chapter', 'scene')
              ORDER BY position, id
              LIMIT ?4"
            ),
            (project.id(), key.form, key.basis, MANUSCRIPT_MAX),
        )
        .doing("reading what was found in texts")?;
    crate::column::read_all(rows, read)
}

/// A document with what was found in it; none when it is gone.
pub fn get(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    key: ReadingKey<'_>,
) -> Result<Option<StoredReading>> {
    let row = tx
        .row(
            selection!(
                "
                AND id = ?4"
            ),
            (project.id(), key.form, key.basis, id),
        )
        .doing("reading what was found in a text")?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// Saves what was found in a text: of the text alone, and of the project, each when it was made; nothing when
/// the document has another text by now.
pub fn save(
    tx: &mut Tx<'_>,
    (id, digest): (&str, &str),
    key: ReadingKey<'_>,
    [of_text, of_project]: [Option<&str>; 2],
) -> Result<()> {
    for (part, basis, found) in [("text", "", of_text), ("project", key.basis, of_project)] {
        let Some(found) = found else { continue };
        save_part(tx, (id, digest), (part, basis, key.form), found)?;
    }
    Ok(())
}

/// What was kept of the speech in a text.
#[derive(Debug, Clone)]
pub struct KeptSpeech {
    /// What was known of those who may speak.
    pub basis: String,
    /// What is said.
    pub found: String,
}

/// A document with what was kept of the speech in its text.
#[derive(Debug, Clone)]
pub struct StoredSpeech {
    /// The document.
    pub document: Document,
    /// What was kept of this text in this form; none where there is nothing.
    pub kept: Option<KeptSpeech>,
}

/// The parts, chapters and scenes of a project by position, at most 100,000, with what was kept of the speech
/// in them in this form.
pub fn speeches(tx: &mut Tx<'_>, project: &ProjectAccess, form: i64) -> Result<Vec<StoredSpeech>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                documents::columns!(),
                ", basis, found
               FROM document
               JOIN document_text ON document_text.document_id = id
               LEFT JOIN document_reading
                 ON document_reading.document_id = id
                AND part = 'speech'
                AND document_reading.digest = document_text.digest
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
        .doing("reading what is said in texts")?;
    crate::column::read_all(rows, |row| {
        let (basis, found) = (row.value("basis")?, row.value("found")?);
        let kept = Option::zip(basis, found).map(|(basis, found)| KeptSpeech { basis, found });
        Ok(StoredSpeech { document: documents::read(row)?, kept })
    })
}

/// Saves what is said in a text, with what was known of those who may speak; nothing when the document has
/// another text by now.
pub fn save_speech(
    tx: &mut Tx<'_>,
    text: (&str, &str),
    (basis, form): (&str, i64),
    found: &str,
) -> Result<()> {
    save_part(tx, text, ("speech", basis, form), found)
}

fn save_part(
    tx: &mut Tx<'_>,
    (id, digest): (&str, &str),
    (part, basis, form): (&str, &str, i64),
    found: &str,
) -> Result<()> {
    tx.run(
        "INSERT INTO document_reading (document_id, part, digest, basis, form, found)
         SELECT document_id, ?2, digest, ?4, ?5, ?6
           FROM document_text
          WHERE document_id = ?1
            AND digest = ?3
         ON CONFLICT (document_id, part) DO UPDATE
            SET digest = excluded.digest,
                basis = excluded.basis,
                form = excluded.form,
                found = excluded.found",
        (id, part, digest, basis, form, found),
    )
    .doing("saving what was found in a text")
    .map(drop)
}
