//! Corrections of speakers: rows of `quotation_correction`. Quotations are read in texts and have no rows.

use db::{Row, Tx};
use domain::{
    Result, Time,
    quotations::{CORRECTIONS_MAX, Correction, QuotedText},
};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// Corrections of a project that are read at once, at most.
pub const PROJECT_CORRECTIONS_MAX: i64 = 50_000;

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, document_id, words, words_before, words_after, words_start, speaker, modified_at"
    };
}

fn read(row: &mut Row) -> Result<Correction> {
    Ok(Correction {
        id: row.value("id")?,
        document_id: row.value("document_id")?,
        quoted: QuotedText {
            words: row.value("words")?,
            before: row.value("words_before")?,
            after: row.value("words_after")?,
            start: row.value("words_start")?,
        },
        speaker: row.value("speaker")?,
        modified_at: row.time("modified_at")?,
    })
}

/// The corrections in a document, at most [`CORRECTIONS_MAX`], by their ids.
pub fn corrections(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
) -> Result<Vec<Correction>> {
    let limit = i64::try_from(CORRECTIONS_MAX).unwrap_or(i64::MAX);
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM quotation_correction
              WHERE document_id = ?1
                AND project_id = ?2
              ORDER BY id
              LIMIT ?3"
            ),
            (document_id, project.id(), limit),
        )
        .doing("reading corrections of speakers")?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// The corrections in all documents of a project, at most [`PROJECT_CORRECTIONS_MAX`], by their ids.
pub fn project_corrections(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<Correction>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM quotation_correction
              WHERE project_id = ?1
              ORDER BY id
              LIMIT ?2"
            ),
            (project.id(), PROJECT_CORRECTIONS_MAX),
        )
        .doing("reading corrections of speakers")?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// Saves a correction, new or changed.
pub fn save(tx: &mut Tx<'_>, project: &ProjectAccess, correction: &Correction) -> Result<()> {
    let quoted = &correction.quoted;
    tx.run(
        "INSERT INTO quotation_correction (
             id, project_id, document_id, words, words_before, words_after, words_start, speaker,
             modified_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (id) DO UPDATE
            SET words = excluded.words,
                words_before = excluded.words_before,
                words_after = excluded.words_after,
                words_start = excluded.words_start,
                speaker = excluded.speaker,
                modified_at = excluded.modified_at",
        (
            &correction.id,
            project.id(),
            &correction.document_id,
            &quoted.words,
            &quoted.before,
            &quoted.after,
            quoted.start,
            &correction.speaker,
            correction.modified_at.millis(),
        ),
    )
    .doing("saving a correction of a speaker")
    .map(drop)
}

/// Deletes a correction, if it is there.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    tx.run(
        "DELETE FROM quotation_correction
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id()),
    )
    .doing("deleting a correction of a speaker")
    .map(drop)
}

/// Gives a correction to another document, in which its words begin at this character.
pub fn move_to(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    (document_id, start): (&str, i64),
) -> Result<()> {
    tx.run(
        "UPDATE quotation_correction
            SET document_id = ?3, words_start = ?4
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id(), document_id, start),
    )
    .doing("moving a correction of a speaker")
    .map(drop)
}

/// Calls the speaker of a correction something else, where they are called as expected; whether they were.
pub fn rename_speaker(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    (from, to): (&str, &str),
    now: Time,
) -> Result<bool> {
    let renamed = tx
        .run(
            "UPDATE quotation_correction
                SET speaker = ?4, modified_at = ?5
              WHERE id = ?1
                AND project_id = ?2
                AND speaker = ?3",
            (id, project.id(), from, to, now.millis()),
        )
        .doing("renaming a speaker")?;
    Ok(renamed > 0)
}
