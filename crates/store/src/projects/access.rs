//! The proof that a project may be worked on. Whoever wants something of a project's content has to
//! show one, and only this room makes them; it says nothing of what the project is like.

use db::{Row, Tx};
use domain::{Error, OrNone as _, Principal, Result};

use super::WHAT;
use crate::{Doing as _, column::ReadColumns as _, members};

/// A project that a principal was found to be allowed to see, or that the studio itself came upon
/// in its own duties. It is true in the transaction it was found in, and not meant to outlive it.
#[derive(Debug)]
pub struct ProjectAccess {
    id: String,
}

impl ProjectAccess {
    /// The project's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// A project that the studio's own work names, which nobody asks for.
    pub(crate) fn on_duty(id: &str) -> Self {
        Self { id: id.to_owned() }
    }

    /// For this room alone, which has asked before.
    pub(super) fn project(id: &str) -> Self {
        Self { id: id.to_owned() }
    }
}

/// That the principal may see the project; its data is of no interest.
///
/// # Errors
/// Not found when it does not exist, lies in the bin, or is not the principal's to see.
pub fn check(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<ProjectAccess> {
    let row = tx
        .row(
            "SELECT owner
               FROM project
              WHERE id = ?1
                AND deleted_at IS NULL",
            (id,),
        )
        .doing("looking for a project")?;
    owned_by(tx, principal, id, row)
}

/// As [`check`], of a project that may be gone, or not the principal's to see; then there is none.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Option<ProjectAccess>> {
    check(tx, principal, id).or_none()
}

/// The project the principal has open, if they may still see it.
pub fn open(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<ProjectAccess>> {
    match members::active_project(tx, principal)? {
        Some(id) => find(tx, principal, &id),
        None => Ok(None),
    }
}

/// As [`check`], and nobody else changes the project until this transaction ends.
pub fn lock(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<ProjectAccess> {
    let row = tx
        .row(
            "SELECT owner
               FROM project
              WHERE id = ?1
                AND deleted_at IS NULL /*+for_update*/",
            (id,),
        )
        .doing("holding a project")?;
    owned_by(tx, principal, id, row)
}

/// That the principal may see the project whose owner is in this row.
fn owned_by(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    row: Option<Row>,
) -> Result<ProjectAccess> {
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let owner: String = row.value("owner")?;
    by(tx, principal, id, &owner)
}

/// That the principal may see the project of this owner.
pub(crate) fn by(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    owner: &str,
) -> Result<ProjectAccess> {
    if members::may_see(tx, principal, id, owner)? {
        Ok(ProjectAccess::project(id))
    } else {
        Err(Error::not_found(WHAT, id))
    }
}
