//! Findings of a text that becomes a part of another document.

use db::Tx;
use domain::{
    Result,
    findings::{Finding, reconcile::Reconciled},
};

use super::{columns, read, update, write};
use crate::{Doing as _, column, projects::ProjectAccess};

/// The findings of a document.
macro_rules! of_document {
    ($lock:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            "
               FROM finding
              WHERE project_id = ?1
                AND coalesce(document_id, '') = ?2
              ORDER BY id",
            $lock
        )
    };
}

/// The findings of a document.
pub fn of_document(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
) -> Result<Vec<Finding>> {
    let rows = tx.rows(of_document!(""), (project.id(), document_id));
    column::read_all(rows.doing("reading the findings of a text")?, read)
}

/// As [`of_document`], and locks the rows.
pub fn of_document_for_update(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document_id: &str,
) -> Result<Vec<Finding>> {
    let rows = tx.rows(of_document!(" /*+for_update*/"), (project.id(), document_id));
    column::read_all(rows.doing("locking the findings of a text")?, read)
}

/// Saves a finding that is locked, and may be one of another document or other words now.
pub fn relocate(tx: &mut Tx<'_>, project: &ProjectAccess, finding: &Finding) -> Result<()> {
    tx.run(
        "UPDATE finding
            SET document_id = ?3, fingerprint = ?4
          WHERE id = ?1
            AND project_id = ?2",
        (
            &finding.id,
            project.id(),
            finding.source.as_ref().map(|source| source.document_id.as_str()),
            &finding.fingerprint,
        ),
    )
    .doing("moving a finding")?;
    update(tx, project, finding)
}

/// Inserts findings that are new.
pub fn insert(tx: &mut Tx<'_>, project: &ProjectAccess, new: Vec<Finding>) -> Result<Vec<Finding>> {
    let all = Reconciled { new, ..Reconciled::default() };
    write(tx, project, &all)?;
    Ok(all.new)
}
