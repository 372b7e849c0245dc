//! Comments of editors, which no check finds again: what is new is written, and what is known follows the text of its
//! document.

use db::Tx;
use domain::{
    OrNone as _, Result, Time,
    findings::{
        FoundBy, Origin, Source,
        by_editor::{EditorComment, settle},
        view::Current,
    },
    ids,
};

use super::{CurrentFinding, known, write};
use crate::{documents, projects::ProjectAccess};

/// Writes the comments that came with a file about a document, all of `new`, and what becomes of those that came
/// before; those that are new or have changed, and how many there was no room for. The document is locked.
pub fn add_of_editor(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    origin: &Origin,
    document_id: &str,
    (file, new): (&str, &[EditorComment]),
    now: Time,
) -> Result<(Vec<CurrentFinding>, usize)> {
    let Some(document) = documents::get_for_update(tx, project, document_id).or_none()? else {
        return Ok((Vec::new(), 0));
    };
    let known = known(tx, project, Some(document_id), FoundBy::Editor)?;
    if known.is_empty() && new.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let text = documents::content(tx, project, document_id)?;
    let source = Source { document_id: document_id.to_owned(), version: document.version };
    let id = || ids::new(now);
    let (settled, left_out) =
        settle(project.id(), known, (file, new), (&source, &text), origin, id, now);
    write(tx, project, &settled)?;
    let current = Current { title: document.title, version: document.version };
    let changed = settled.changed.into_iter().map(|(_, finding)| finding);
    let all = settled.new.into_iter().chain(changed);
    Ok((all.map(|finding| (finding, Some(current.clone()))).collect(), left_out))
}
