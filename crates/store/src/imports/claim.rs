//! The worker's side of an import. It is claimed under an epoch; whatever is written for it is
//! written in a transaction that holds it, and it can be held only under the epoch of its last
//! claim. Several servers may share a database: a worker that was too slow finds it gone.

use db::Tx;
use domain::{
    Error, Result, Time,
    documents::Document,
    imports::{Import, State},
    projects::summary::Progress,
};

use super::{move_on, of_row, unstage};
use crate::{
    Doing as _, column, documents, lore::work, projects::ProjectAccess, summaries::Counters,
};

/// An import that somebody has taken to read it.
#[derive(Debug, Clone)]
pub struct Claim {
    import_id: String,
    epoch: i64,
}

/// A claim that was found to be valid. Until the transaction it was found in ends, nobody else can
/// claim the import.
#[derive(Debug)]
pub struct Held<'a>(&'a Claim);

impl Held<'_> {
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
          RETURNING id, project_id, account, state, total, done, skipped, error,
                    created_at, modified_at, lease_epoch",
            (now.millis(), lease_until.millis(), owner),
        )
        .doing("claiming an import")?;
    let Some(mut row) = row else { return Ok(None) };
    let import = of_row(&mut row)?;
    let claim = Claim { import_id: import.id.clone(), epoch: column::get(&mut row, 10)? };
    Ok(Some((import, claim)))
}

/// Ends the claims of an earlier life of `owner`.
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

/// Holds a claimed import until this transaction ends, and prolongs the claim; none when somebody
/// else has claimed it since, or it has ended.
pub fn get_for_update<'a>(
    tx: &mut Tx<'_>,
    claim: &'a Claim,
    lease_until: Time,
) -> Result<Option<Held<'a>>> {
    let held = tx
        .run(
            "UPDATE import
                SET lease_until = ?3
              WHERE id = ?1
                AND lease_epoch = ?2
                AND state = 'active'",
            (&claim.import_id, claim.epoch, lease_until.millis()),
        )
        .doing("holding an import")?;
    Ok((held > 0).then_some(Held(claim)))
}

/// Keeps how far an import is, or how it ended.
pub fn save(tx: &mut Tx<'_>, held: &Held<'_>, import: &Import) -> Result<()> {
    if import.id == held.0.import_id && move_on(tx, import, State::Active, held.0.epoch)? {
        Ok(())
    } else {
        Err(Error::internal("saving an import", "it is not the one that is held"))
    }
}

/// Ends an import that failed, with what is staged of it.
pub fn give_up(tx: &mut Tx<'_>, held: &Held<'_>, import: &Import) -> Result<()> {
    save(tx, held, import)?;
    unstage(tx, held.import_id())
}

/// The paths and texts of a claimed import's staged files, in order.
pub fn files(tx: &mut Tx<'_>, claim: &Claim) -> Result<Vec<(String, String)>> {
    let rows = tx
        .rows(
            "SELECT path, content
               FROM import_file
              WHERE import_id = ?1
              ORDER BY position",
            (&claim.import_id,),
        )
        .doing("reading staged files")?;
    rows.into_iter()
        .map(|mut row| Ok((column::get(&mut row, 0)?, column::get(&mut row, 1)?)))
        .collect()
}

/// Forgets the documents that were staged for an import, so that its reading can begin again.
pub fn unread(tx: &mut Tx<'_>, held: &Held<'_>) -> Result<()> {
    tx.run(
        "DELETE FROM document
          WHERE import_id = ?1",
        (held.import_id(),),
    )
    .doing("beginning an import again")
    .map(drop)
}

/// Lets the staged documents appear in their project, from `first_position` on; what that changes
/// in its counters, and the documents by position. Nobody wrote their words just now: the words gained by
/// it are none.
pub fn appear(
    tx: &mut Tx<'_>,
    held: &Held<'_>,
    project: &ProjectAccess,
    first_position: i64,
) -> Result<(Counters, Vec<Document>)> {
    work::note_staged(tx, held.import_id())?;
    tx.run(
        "UPDATE document
            SET position = position + ?2
          WHERE import_id = ?1
            AND project_id = ?3",
        (held.import_id(), first_position, project.id()),
    )
    .doing("placing imported documents")?;
    let rows = tx
        .rows(
            "UPDATE document
                SET import_id = NULL
              WHERE import_id = ?1
                AND project_id = ?2
          RETURNING id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version",
            (held.import_id(), project.id()),
        )
        .doing("letting imported documents appear")?;
    let mut change = Counters::default();
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
