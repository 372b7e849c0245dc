//! Imports as they are kept: the job, its staged files, and the moment its documents appear.

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    documents::Document,
    imports::{Import, State},
    projects::summary::Progress,
};

use crate::{Doing as _, column, documents, projects::Seen, summaries::Change};

/// Keeps a new import into a project.
///
/// # Errors
/// When the database fails.
pub fn create(tx: &mut Tx<'_>, project: &Seen, import: &Import) -> Result<()> {
    tx.run(
        "INSERT INTO import (
             id, project_id, account, state, total, done, skipped, error, lease_until,
             created_at, modified_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10)",
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
        ),
    )
    .doing("making an import")
    .map(drop)
}

/// Stages one file of an import into a project, at a place among its files.
///
/// # Errors
/// When the database fails.
pub fn stage(
    tx: &mut Tx<'_>,
    project: &Seen,
    id: &str,
    (place, path, content): (i64, &str, &str),
) -> Result<()> {
    tx.run(
        "INSERT INTO import_file (import_id, place, path, content)
         SELECT id, ?3, ?4, ?5
           FROM import
          WHERE id = ?1
            AND project_id = ?2",
        (id, project.id(), place, path, content),
    )
    .doing("staging a file")
    .map(drop)
}

/// An import into a project.
///
/// # Errors
/// Not found when it does not exist there.
pub fn get(tx: &mut Tx<'_>, project: &Seen, id: &str) -> Result<Import> {
    let row = tx
        .row(
            "SELECT id, project_id, account, state, total, done, skipped, error,
                    created_at, modified_at
               FROM import
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("reading an import")?;
    let mut row = row.ok_or_else(|| Error::not_found("Import", id))?;
    of_row(&mut row)
}

fn of_row(row: &mut Row) -> Result<Import> {
    Ok(Import {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        account: column::get(row, 2)?,
        state: column::word(row, 3, State::parse)?,
        total: column::get(row, 4)?,
        done: column::get(row, 5)?,
        skipped: column::json(row, 6)?,
        error: column::get(row, 7)?,
        created_at: column::time(row, 8)?,
        modified_at: column::time(row, 9)?,
    })
}

/// Keeps what has changed in an import that is still in the state `from`; false when it no longer
/// is, and nothing was changed.
///
/// # Errors
/// When the database fails.
pub fn move_on(tx: &mut Tx<'_>, import: &Import, from: State) -> Result<bool> {
    let moved = tx
        .run(
            "UPDATE import
            SET state = ?2, total = ?3, done = ?4, skipped = ?5, error = ?6, modified_at = ?7
          WHERE id = ?1
            AND state = ?8",
            (
                &import.id,
                import.state.as_str(),
                import.total,
                import.done,
                column::text(&import.skipped)?,
                &import.error,
                import.modified_at.millis(),
                from.as_str(),
            ),
        )
        .doing("saving an import")?;
    Ok(moved > 0)
}

/// Forgets an import that nobody was told of.
///
/// # Errors
/// When the database fails.
pub fn forget(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    unstage(tx, id)?;
    tx.run(
        "DELETE FROM import
          WHERE id = ?1",
        (id,),
    )
    .doing("forgetting an import")
    .map(drop)
}

/// Takes the oldest import that waits, or whose worker went silent, for `owner` until
/// `lease_until`.
///
/// # Errors
/// When the database fails.
pub fn claim(tx: &mut Tx<'_>, owner: &str, now: Time, lease_until: Time) -> Result<Option<Import>> {
    let row = tx
        .row(
            "UPDATE import
                SET state = 'active', lease_until = ?2, lease_owner = ?3, modified_at = ?1
              WHERE id = (SELECT id
                            FROM import
                           WHERE state IN ('pending', 'active')
                             AND lease_until <= ?1
                           ORDER BY created_at, id
                           LIMIT 1 /*+skip_locked*/)
          RETURNING id, project_id, account, state, total, done, skipped, error,
                    created_at, modified_at",
            (now.millis(), lease_until.millis(), owner),
        )
        .doing("claiming an import")?;
    row.map(|mut row| of_row(&mut row)).transpose()
}

/// Ends the holds of an earlier life of `owner`.
///
/// # Errors
/// When the database fails.
pub fn release(tx: &mut Tx<'_>, owner: &str) -> Result<()> {
    tx.run(
        "UPDATE import
            SET lease_until = 0
          WHERE lease_owner = ?1
            AND state = 'active'",
        (owner,),
    )
    .doing("releasing imports")
    .map(drop)
}

/// Prolongs the hold of `owner` on an import; false when somebody else has taken it over. Until
/// this transaction ends nobody can.
///
/// # Errors
/// When the database fails.
pub fn beat(tx: &mut Tx<'_>, id: &str, owner: &str, lease_until: Time) -> Result<bool> {
    let held = tx
        .run(
            "UPDATE import
                SET lease_until = ?3
              WHERE id = ?1
                AND lease_owner = ?2
                AND state = 'active'",
            (id, owner, lease_until.millis()),
        )
        .doing("prolonging an import")?;
    Ok(held > 0)
}

/// Imports whose staging began before `before` and never ended, at most `limit`.
///
/// # Errors
/// When the database fails.
pub fn stuck(tx: &mut Tx<'_>, before: Time, limit: i64) -> Result<Vec<Import>> {
    let rows = tx
        .rows(
            "SELECT id, project_id, account, state, total, done, skipped, error,
                    created_at, modified_at
               FROM import
              WHERE state = 'staging'
                AND modified_at < ?1
              ORDER BY created_at
              LIMIT ?2",
            (before.millis(), limit),
        )
        .doing("looking for stuck imports")?;
    rows.into_iter().map(|mut row| of_row(&mut row)).collect()
}

/// The paths and texts of an import's staged files, in order.
///
/// # Errors
/// When the database fails.
pub fn files(tx: &mut Tx<'_>, id: &str) -> Result<Vec<(String, String)>> {
    let rows = tx
        .rows(
            "SELECT path, content
               FROM import_file
              WHERE import_id = ?1
              ORDER BY place",
            (id,),
        )
        .doing("reading staged files")?;
    rows.into_iter()
        .map(|mut row| Ok((column::get(&mut row, 0)?, column::get(&mut row, 1)?)))
        .collect()
}

/// Forgets at most `limit` staged files of imports that have ended; how many.
///
/// # Errors
/// When the database fails.
pub fn forget_files(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
    tx.run(
        "DELETE FROM import_file
          WHERE (import_id, place) IN (SELECT import_id, place
                                         FROM import_file
                                         JOIN import ON import.id = import_id
                                        WHERE state IN ('completed', 'failed')
                                        LIMIT ?1)",
        (limit,),
    )
    .doing("forgetting staged files")
}

/// Forgets everything that was staged for an import, documents included.
///
/// # Errors
/// When the database fails.
pub fn unstage(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    unread(tx, id)?;
    tx.run(
        "DELETE FROM import_file
          WHERE import_id = ?1",
        (id,),
    )
    .doing("unstaging an import")
    .map(drop)
}

/// Forgets the documents that were staged for an import, so that its reading can begin again.
///
/// # Errors
/// When the database fails.
pub fn unread(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    for statement in [
        "DELETE FROM document_text
          WHERE document_id IN (SELECT id FROM document WHERE import_id = ?1)",
        "DELETE FROM document
          WHERE import_id = ?1",
    ] {
        tx.run(statement, (id,)).doing("beginning an import again")?;
    }
    Ok(())
}

/// Lets the staged documents appear, from `first_position` on; what that changes in the project's
/// counters, and the documents by position. Nobody wrote their words just now: the words gained by
/// it are none.
///
/// # Errors
/// When the database fails.
pub fn appear(tx: &mut Tx<'_>, id: &str, first_position: i64) -> Result<(Change, Vec<Document>)> {
    tx.run(
        "UPDATE document
            SET position = position + ?2
          WHERE import_id = ?1",
        (id, first_position),
    )
    .doing("placing imported documents")?;
    let rows = tx
        .rows(
            "UPDATE document
                SET import_id = NULL
              WHERE import_id = ?1
          RETURNING id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version",
            (id,),
        )
        .doing("letting imported documents appear")?;
    let mut change = Change::default();
    let mut appeared = Vec::new();
    for mut row in rows {
        let document = documents::of_row(&mut row)?;
        let Progress { weight, done } = document.progress();
        change.documents += 1;
        change.progress.weight += weight;
        change.progress.done += done;
        appeared.push(document);
    }
    appeared.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok((change, appeared))
}
