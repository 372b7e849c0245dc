//! What editors said about an imported text, written with the documents: comments as findings, tracked changes as
//! proposals.

use domain::{Result, imports::remarks::Remarks};
use store::projects::ProjectAccess;

use crate::{Change, findings, proposals};

/// Writes what editors said about a document, whose text has so many bytes.
pub(super) fn record(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (document_id, bytes): (&str, usize),
    remarks: &Remarks,
) -> Result<()> {
    if !remarks.comments.is_empty() {
        let said = (remarks.file.as_str(), remarks.comments.as_slice());
        findings::record_comments(change, project, document_id, said)?;
    }
    for wanted in remarks.proposals(document_id, bytes) {
        proposals::create_unless_open(change, project, &wanted)?;
    }
    Ok(())
}
