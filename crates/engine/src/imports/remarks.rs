//! What editors said about an imported text, written with the documents: comments as findings, tracked changes as
//! proposals.

use domain::{
    Result,
    findings::by_editor::COMMENTS_MAX,
    imports::{Skipped, remarks::Remarks},
    phrases::counted,
    proposals::OPEN_MAX,
};
use store::{
    documents,
    projects::ProjectAccess,
    proposals::{self as stored},
};

use crate::{Change, findings, proposals};

/// Writes what editors said about a document, whose text has so many bytes; what there was no room for.
pub(super) fn record(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (document_id, bytes): (&str, usize),
    remarks: &Remarks,
) -> Result<Vec<Skipped>> {
    let mut left_out = Vec::new();
    if !remarks.comments.is_empty() {
        let said = (remarks.file.as_str(), remarks.comments.as_slice());
        let without = findings::record_comments(change, project, document_id, said)?;
        if without > 0 {
            left_out.push(format!(
                "{}: a document has at most {COMMENTS_MAX}",
                counted(without, "comment")
            ));
        }
    }
    let mut without = 0;
    for wanted in remarks.proposals(document_id, bytes) {
        if proposals::is_open(change.tx, project, &change.principal.user, &wanted)? {
            continue;
        }
        if stored::open(change.tx, project)? >= OPEN_MAX {
            without += wanted.changes.len();
        } else {
            proposals::create(change, project.id(), &wanted)?;
        }
    }
    if without > 0 {
        left_out.push(too_many_proposals(without));
    }
    if left_out.is_empty() {
        return Ok(Vec::new());
    }
    let title = documents::get(change.tx, project, document_id)?.title;
    let skipped = |reason: String| Skipped {
        path: remarks.file.clone(),
        reason: format!("in “{title}” {reason}"),
    };
    Ok(left_out.into_iter().map(skipped).collect())
}

/// Why tracked changes are left out.
pub(super) fn too_many_proposals(changes: usize) -> String {
    format!(
        "{}: a project has at most {OPEN_MAX} open proposals; decide some of them, and import the file again",
        counted(changes, "tracked change")
    )
}
