//! Imports of documents: rows of `import` with their staged files. What the worker does that has claimed
//! one is in [`claim`].

mod claim;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    imports::{Import, Mode, State, remarks::Remarks},
};

pub use claim::{
    Claim, LockedImport, claim, delete_staged_documents, files, get_for_update, give_up,
    is_waiting, publish_documents, release, save,
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
};

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, project_id, account, state, mode, total, done, skipped, error, created_at, modified_at"
    };
}
use columns;

fn read(row: &mut Row) -> Result<Import> {
    Ok(Import {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        account: row.value("account")?,
        state: row.word("state", State::parse)?,
        mode: row.word("mode", Mode::parse)?,
        total: row.value("total")?,
        done: row.value("done")?,
        skipped: row.json("skipped")?,
        error: row.value("error")?,
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
    })
}

/// The epoch of an import that nobody has claimed yet.
const UNCLAIMED: i64 = 0;

/// Inserts a new import into a project.
pub fn create(tx: &mut Tx<'_>, project: &ProjectAccess, import: &Import) -> Result<()> {
    tx.run(
        "INSERT INTO import (
             id, project_id, account, state, total, done, skipped, error, lease_until,
             created_at, modified_at, mode)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10, ?11)",
        (
            &import.id,
            project.id(),
            &import.account,
            import.state.as_str(),
            import.total,
            import.done,
            column::text(&import.skipped)?,
            &import.error,
            import.created_at.millis(),
            import.modified_at.millis(),
            import.mode.as_str(),
        ),
    )
    .doing("creating an import")
    .map(drop)
}

/// A file of an import, as it is staged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StagedFile {
    /// Its path within the folder.
    pub path: String,
    /// Its text.
    pub content: String,
    /// What editors say about it.
    pub remarks: Option<Remarks>,
}

/// Stages one file of an import into a project, at a position among its files.
pub fn stage(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    id: &str,
    (position, file): (i64, &StagedFile),
) -> Result<()> {
    let remarks = file.remarks.as_ref().map(column::text).transpose()?;
    tx.run(
        "INSERT INTO import_file (import_id, position, path, content, remarks)
         SELECT id, ?3, ?4, ?5, ?6
           FROM import
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id(), position, &file.path, &file.content, remarks),
    )
    .doing("staging a file")
    .map(drop)
}

/// An import into a project.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Import> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM import
              WHERE id = ?1
                AND project_id = ?2"
            ),
            (id, project.id()),
        )
        .doing("reading an import")?;
    read(&mut row.ok_or_else(|| Error::not_found("Import", id))?)
}

/// Hands a staged import over to whoever claims it; false when it was given up meanwhile.
pub fn submit(tx: &mut Tx<'_>, project: &ProjectAccess, import: &Import) -> Result<bool> {
    get(tx, project, &import.id)?;
    save_from(tx, import, State::Staging, UNCLAIMED)
}

/// Saves an import that is still in the state `from` and under this epoch; false when it no longer is,
/// and nothing was changed.
fn save_from(tx: &mut Tx<'_>, import: &Import, from: State, epoch: i64) -> Result<bool> {
    let moved = tx
        .run(
            "UPDATE import
                SET state = ?2, total = ?3, done = ?4, skipped = ?5, error = ?6, modified_at = ?7
              WHERE id = ?1
                AND state = ?8
                AND lease_epoch = ?9",
            (
                &import.id,
                import.state.as_str(),
                import.total,
                import.done,
                column::text(&import.skipped)?,
                &import.error,
                import.modified_at.millis(),
                from.as_str(),
                epoch,
            ),
        )
        .doing("saving an import")?;
    Ok(moved > 0)
}

/// Deletes an import into a project that no answer has named.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    get(tx, project, id)?;
    tx.run(
        "DELETE FROM import
          WHERE id = ?1",
        (id,),
    )
    .doing("deleting an import")
    .map(drop)
}

/// Imports whose staging began before `before` and never ended, at most `limit`.
pub fn stuck(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<Vec<Import>> {
    // The states of the index word for word, as in `claim`.
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM import
              WHERE state IN ('staging', 'pending', 'active')
                AND state = 'staging'
                AND modified_at < ?1
              ORDER BY created_at
              LIMIT ?2"
            ),
            (before.millis(), limit),
        )
        .doing("looking for stuck imports")?;
    column::read_all(rows, read)
}

/// Ends a stuck import with what is staged of it, unless its caller has come back meanwhile.
pub fn give_up_stuck(tx: &mut Tx<'_>, import: &Import) -> Result<()> {
    if save_from(tx, import, State::Staging, UNCLAIMED)? {
        unstage(tx, &import.id)?;
    }
    Ok(())
}

/// Deletes at most `limit` staged files of imports that have ended; how many.
pub fn delete_files(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM import_file
          WHERE (import_id, position) IN (SELECT import_id, position
                                         FROM import_file
                                         JOIN import ON import.id = import_id
                                        WHERE state IN ('completed', 'failed')
                                        LIMIT ?1)",
        (limit,),
    )
    .doing("deleting staged files")
}

/// Deletes everything that was staged for an import, documents included.
fn unstage(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    for statement in [
        "DELETE FROM document
          WHERE import_id = ?1",
        "DELETE FROM import_file
          WHERE import_id = ?1",
    ] {
        tx.run(statement, (id,)).doing("unstaging an import")?;
    }
    Ok(())
}
