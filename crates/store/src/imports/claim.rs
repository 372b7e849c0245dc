//! What a worker does with an import. It is claimed under an epoch; whatever is written for it is written
//! in a transaction that locks it, which succeeds only under the epoch of its last claim. Several
//! servers may share a database: a worker that was too slow has lost its claim.

use db::Tx;
use domain::{
    Error, Result, Time,
    documents::Document,
    imports::{Import, State},
    projects::summary::Progress,
};

use super::{StagedFile, columns, read, save_from, unstage};
use crate::{
    Doing as _, column::ReadColumns as _, documents, lore::mention_queue,
    project_counters::Counters, projects::ProjectAccess,
};

/// The claim of a worker to an import.
#[derive(Debug, Clone)]
pub struct Claim {
    import_id: String,
    epoch: i64,
}

/// An import that is locked under a valid claim: until the transaction ends, nobody else can claim it.
#[derive(Debug)]
pub struct LockedImport<'a>(&'a Claim);

impl LockedImport<'_> {
    /// The import's id.
    pub(crate) fn import_id(&self) -> &str {
        &self.0.import_id
    }
}

/// Whether there is an import to take: one that waits, or whose worker went silent.
pub fn is_waiting(tx: &mut Tx<'_>, now: Time) -> Result<bool> {
    let row = tx
        .row(
            "SELECT 1
               FROM import
              WHERE state IN ('staging', 'pending', 'active')
                AND state <> 'staging'
                AND lease_until <= ?1
              LIMIT 1",
            (now.millis(),),
        )
        .doing("looking for imports")?;
    Ok(row.is_some())
}

/// Takes the oldest import that waits, or whose worker went silent, for `owner` until
/// `lease_until`. Every earlier claim of it is void from now on.
pub fn claim(
    tx: &mut Tx<'_>,
    owner: &str,
    now: Time,
    lease_until: Time,
) -> Result<Option<(Import, Claim)>> {
    // The states of the index word for word: SQLite takes it for no others.
    let row = tx
        .row(
            concat!(
                "UPDATE import
                SET state = 'active', lease_epoch = lease_epoch + 1, lease_owner = ?3,
                    lease_until = ?2, modified_at = ?1
              WHERE id = (SELECT id
                            FROM import
                           WHERE state IN ('staging', 'pending', 'active')
                             AND state <> 'staging'
                             AND lease_until <= ?1
                           ORDER BY created_at, id
                           LIMIT 1 /*+skip_locked*/)
          RETURNING ",
                columns!(),
                ", lease_epoch"
            ),
            (now.millis(), lease_until.millis(), owner),
        )
        .doing("claiming an import")?;
    let Some(mut row) = row else { return Ok(None) };
    let import = read(&mut row)?;
    let claim = Claim { import_id: import.id.clone(), epoch: row.value("lease_epoch")? };
    Ok(Some((import, claim)))
}

/// Ends the claims that `owner` made before it was last started.
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

/// Locks a claimed import, and prolongs the claim; none when somebody else has claimed it since, or it
/// has ended.
pub fn get_for_update<'a>(
    tx: &mut Tx<'_>,
    claim: &'a Claim,
    lease_until: Time,
) -> Result<Option<LockedImport<'a>>> {
    let found = tx
        .run(
            "UPDATE import
                SET lease_until = ?3
              WHERE id = ?1
                AND lease_epoch = ?2
                AND state = 'active'",
            (&claim.import_id, claim.epoch, lease_until.millis()),
        )
        .doing("locking an import")?;
    Ok((found > 0).then_some(LockedImport(claim)))
}

/// Saves how far an import is, or how it ended.
pub fn save(tx: &mut Tx<'_>, locked: &LockedImport<'_>, import: &Import) -> Result<()> {
    if import.id == locked.0.import_id && save_from(tx, import, State::Active, locked.0.epoch)? {
        Ok(())
    } else {
        Err(Error::internal("saving an import", "it is not the one that is locked"))
    }
}

/// Ends an import that failed, with what is staged of it.
pub fn give_up(tx: &mut Tx<'_>, locked: &LockedImport<'_>, import: &Import) -> Result<()> {
    save(tx, locked, import)?;
    unstage(tx, locked.import_id())
}

/// The staged files of a claimed import, in order.
pub fn files(tx: &mut Tx<'_>, claim: &Claim) -> Result<Vec<StagedFile>> {
    let rows = tx
        .rows(
            "SELECT path, content, remarks
               FROM import_file
              WHERE import_id = ?1
              ORDER BY position",
            (&claim.import_id,),
        )
        .doing("reading staged files")?;
    let read = |mut row: db::Row| {
        let remarks: Option<String> = row.value("remarks")?;
        let read = |flaw| Error::internal("reading what editors say about a file", flaw);
        Ok(StagedFile {
            path: row.value("path")?,
            content: row.value("content")?,
            remarks: remarks.map(|it| serde_json::from_str(&it)).transpose().map_err(read)?,
        })
    };
    rows.into_iter().map(read).collect()
}

/// Deletes the documents that were staged for an import, so that it can be read again.
pub fn delete_staged_documents(tx: &mut Tx<'_>, locked: &LockedImport<'_>) -> Result<()> {
    tx.run(
        "DELETE FROM document
          WHERE import_id = ?1",
        (locked.import_id(),),
    )
    .doing("beginning an import anew")
    .map(drop)
}

/// Lets the staged documents appear in their project, from `first_position` on; what that adds to its
/// counters, and the documents by position. Nobody wrote their words just now, so none are gained.
pub fn publish_documents(
    tx: &mut Tx<'_>,
    locked: &LockedImport<'_>,
    project: &ProjectAccess,
    first_position: i64,
) -> Result<(Counters, Vec<Document>)> {
    mention_queue::add_staged(tx, locked.import_id())?;
    tx.run(
        "UPDATE document
            SET position = position + ?2
          WHERE import_id = ?1
            AND project_id = ?3",
        (locked.import_id(), first_position, project.id()),
    )
    .doing("moving imported documents")?;
    let rows = tx
        .rows(
            concat!(
                "UPDATE document
                SET import_id = NULL
              WHERE import_id = ?1
                AND project_id = ?2
          RETURNING ",
                documents::columns!()
            ),
            (locked.import_id(), project.id()),
        )
        .doing("letting imported documents appear")?;
    let mut counters = Counters::default();
    let mut appeared = Vec::new();
    for mut row in rows {
        let document = documents::read(&mut row)?;
        let Progress { weight, done } = document.progress();
        counters.documents += 1;
        counters.progress.weight += weight;
        counters.progress.done += done;
        appeared.push(document);
    }
    appeared.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok((counters, appeared))
}
