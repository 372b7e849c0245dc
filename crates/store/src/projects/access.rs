//! The proof that a principal may work on a project. Every function that reads or writes a project's
//! records takes one, and only this crate can construct it: this module after a check, background work
//! without one. It does not contain the project itself.

use db::{Row, Tx};
use domain::{Error, OrNone as _, Principal, Result};

use super::WHAT;
use crate::{Doing as _, column::ReadColumns as _, members};

/// A project that a principal may see, or that a background worker works on. It is valid in the
/// transaction in which it was made, and must not outlive it.
#[derive(Debug)]
pub struct ProjectAccess {
    id: String,
}

impl ProjectAccess {
    /// The project's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Without a check: for background work that no principal asks for, and where access was checked
    /// before.
    pub(crate) fn unchecked(id: &str) -> Self {
        Self { id: id.to_owned() }
    }
}

/// Checks that the principal may see the project, without reading its data.
///
/// # Errors
/// Not found when it does not exist, is in the trash, or the principal may not see it.
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
    check_row(tx, principal, id, row)
}

/// As [`check`], but none in the place of not found.
pub fn find(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Option<ProjectAccess>> {
    check(tx, principal, id).or_none()
}

/// The project of the principal's token, or else the one they have open, if they may still see it.
pub fn open(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<ProjectAccess>> {
    if let Some(only) = &principal.project {
        return find(tx, principal, only);
    }
    match members::active_project(tx, principal)? {
        Some(id) => find(tx, principal, &id),
        None => Ok(None),
    }
}

/// As [`check`], and locks the row until this transaction ends.
pub fn lock(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<ProjectAccess> {
    let row = tx
        .row(
            "SELECT owner
               FROM project
              WHERE id = ?1
                AND deleted_at IS NULL /*+for_update*/",
            (id,),
        )
        .doing("locking a project")?;
    check_row(tx, principal, id, row)
}

/// Checks that the principal may see the project whose owner is in this row.
fn check_row(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    row: Option<Row>,
) -> Result<ProjectAccess> {
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let owner: String = row.value("owner")?;
    check_owner(tx, principal, id, &owner)
}

/// The record of a row, and the proof that the principal may work on its project. The row has the owner
/// of the project, or NULL when that is in the trash. The record is not found, by its noun and id, where
/// there is no row or the principal may not see the project.
pub(crate) fn find_record<T>(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (what, id): (&'static str, &str),
    row: Option<Row>,
    read: fn(&mut Row) -> Result<T>,
    project_id: fn(&T) -> &str,
) -> Result<(ProjectAccess, T)> {
    let not_found = || Error::not_found(what, id);
    let mut row = row.ok_or_else(not_found)?;
    let record = read(&mut row)?;
    let owner: String = row.value::<Option<String>>("owner")?.ok_or_else(not_found)?;
    let project = check_owner(tx, principal, project_id(&record), &owner)
        .map_err(|error| error.not_found_as(what, id))?;
    Ok((project, record))
}

/// Checks that the principal may see the project of this owner.
pub(super) fn check_owner(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    owner: &str,
) -> Result<ProjectAccess> {
    if members::may_see(tx, principal, id, owner)? {
        Ok(ProjectAccess::unchecked(id))
    } else {
        Err(Error::not_found(WHAT, id))
    }
}
