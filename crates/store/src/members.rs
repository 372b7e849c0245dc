//! Who may see a project besides its owner, and which project a user has open.

use std::collections::BTreeSet;

use db::Tx;
use domain::{Principal, Result};

use crate::{Doing as _, column::ReadColumns as _, projects::ProjectAccess};

/// Whether the principal may see the project of this owner.
pub(crate) fn may_see(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    owner: &str,
) -> Result<bool> {
    if !principal.may_see_project(project_id) {
        return Ok(false);
    }
    if principal.owns_everything || principal.user == owner {
        return Ok(true);
    }
    tx.row(
        "SELECT role
           FROM member
          WHERE project_id = ?1
            AND account = ?2",
        (project_id, &principal.user),
    )
    .doing("looking for a member")
    .map(|row| row.is_some())
}

/// Makes these users, and no others, the collaborators of a project.
pub fn replace(tx: &mut Tx<'_>, project: &ProjectAccess, collaborators: &[String]) -> Result<()> {
    let (before, after) = (all(tx, project)?, collaborators.iter().cloned().collect());
    // Who stays is left alone: writing a row as it was costs as much as changing it.
    for account in before.difference(&after) {
        tx.run(
            "DELETE FROM member
              WHERE project_id = ?1
                AND account = ?2",
            (project.id(), account),
        )
        .doing("removing a member")?;
    }
    for account in after.difference(&before) {
        tx.run(
            "INSERT INTO member (project_id, account, role)
             VALUES (?1, ?2, 'collaborator')",
            (project.id(), account),
        )
        .doing("adding a member")?;
    }
    Ok(())
}

/// The users who work on a project besides its owner.
fn all(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<BTreeSet<String>> {
    let rows = tx
        .rows(
            "SELECT account
               FROM member
              WHERE project_id = ?1",
            (project.id(),),
        )
        .doing("reading members")?;
    rows.into_iter().map(|mut row| row.value("account")).collect()
}

/// The project the principal has open.
pub fn active_project(tx: &mut Tx<'_>, principal: &Principal) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT project_id
               FROM active_project
              WHERE account = ?1",
            (&principal.user,),
        )
        .doing("reading the active project")?;
    row.map(|mut row| row.value("project_id")).transpose()
}

/// Opens a project for the principal.
pub fn activate(tx: &mut Tx<'_>, principal: &Principal, project: &ProjectAccess) -> Result<()> {
    tx.run(
        "INSERT INTO active_project (account, project_id)
         VALUES (?1, ?2)
         ON CONFLICT (account) DO UPDATE SET project_id = excluded.project_id",
        (&principal.user, project.id()),
    )
    .doing("activating a project")
    .map(drop)
}

/// Leaves the principal without an open project.
pub fn deactivate(tx: &mut Tx<'_>, principal: &Principal) -> Result<()> {
    tx.run(
        "DELETE FROM active_project
          WHERE account = ?1",
        (&principal.user,),
    )
    .doing("deactivating a project")
    .map(drop)
}

/// Nobody has this project open any more.
pub fn close_for_all(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<()> {
    tx.run(
        "DELETE FROM active_project
          WHERE project_id = ?1",
        (project.id(),),
    )
    .doing("deactivating a project")
    .map(drop)
}
