//! Taking a replacement back: every text it changed becomes what it was, as long as none of them was changed
//! since. It is a change like others, with revisions, and can be taken back itself.

use std::collections::HashSet;

use domain::{
    Error, OrNone as _, Result,
    documents::Document,
    lore::LoreUpdate,
    patch::Patch,
    replacements::{
        requests::{RenamedSpeaker, ReplacementUndo, UndoneDocument, UndoneEntry},
        view::Replacement,
    },
    versioned::IfMatch,
};
use store::{
    documents, lore,
    projects::{self, ProjectAccess},
    quotations,
};

use super::{lock_all, replace_text, replacement};
use crate::change::Change;

/// Gives texts back what they had, and a lore entry its names.
///
/// # Errors
/// Rejected when nothing is named, or a document twice; a conflict when one of the texts, or the names, were
/// changed since, when an earlier text is not kept any more, and when somebody else has locked a document.
pub fn undo(
    change: &mut Change<'_, '_>,
    project_id: &str,
    undo: &ReplacementUndo,
) -> Result<Replacement> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    let ids: HashSet<&str> = undo.documents.iter().map(|it| it.document_id.as_str()).collect();
    if ids.len() < undo.documents.len() {
        return Err(Error::Rejected("A document is named twice".to_owned()));
    }
    if ids.is_empty() && undo.entry.is_none() {
        return Err(Error::Rejected("There is nothing to take back".to_owned()));
    }
    let mut locked = lock_all(change, &project, ids.into_iter())?;
    let mut undone = Vec::with_capacity(undo.documents.len());
    for it in &undo.documents {
        let document = locked.remove(&it.document_id);
        let document = document.ok_or_else(|| Error::not_found("Document", &it.document_id))?;
        check_unchanged(change, &project, &document, it)?;
        let earlier = documents::get_revision(change.tx, &project, &document.id, it.revision);
        let earlier = earlier.or_none()?.and_then(|it| Some((it.content?, it.words)));
        let (content, words) = earlier.ok_or_else(|| {
            Error::Conflict(format!(
                "The text of “{}” in version {} is not kept any more",
                document.title, it.revision
            ))
        })?;
        undone.push(replace_text(change, &project, &document, (&content, words), None)?);
    }
    let entry = undo.entry.as_ref().map(|entry| undo_names(change, &project, entry)).transpose()?;
    let mut answer = replacement(undone, entry);
    answer.replaced = None;
    Ok(answer)
}

/// That a document has the text of this version.
fn check_unchanged(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    document: &Document,
    wanted: &UndoneDocument,
) -> Result<()> {
    let is_same = wanted.version == document.version
        || wanted.version < document.version && {
            let then = documents::content_of_version(change.tx, project, document, wanted.version)?;
            then == Some(documents::content(change.tx, project, &document.id)?)
        };
    if is_same {
        return Ok(());
    }
    Err(Error::Conflict(format!("The text of “{}” was changed since", document.title)))
}

fn undo_names(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    undone: &UndoneEntry,
) -> Result<UndoneEntry> {
    let before = lore::get_for_update(change.tx, project, &undone.entry_id)?;
    if before.version != undone.version {
        return Err(Error::Conflict(format!("The lore entry “{}” was changed since", before.name)));
    }
    let names = (undone.name.as_str(), undone.aliases.as_slice());
    rename_entry(change, project, &undone.entry_id, names, &undone.speakers)
}

/// Gives a lore entry that is locked these names, and corrected speakers these; what takes it back.
pub(super) fn rename_entry(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    id: &str,
    (name, aliases): (&str, &[String]),
    speakers: &[RenamedSpeaker],
) -> Result<UndoneEntry> {
    let before = lore::get_for_update(change.tx, project, id)?;
    let update = LoreUpdate {
        name: Patch::Set(name.to_owned()),
        category: Patch::Keep,
        aliases: Patch::Set(aliases.to_vec()),
        content: Patch::Keep,
        attributes: Patch::Keep,
        relations: Patch::Keep,
    };
    let renamed = crate::lore::update(change, project.id(), id, &IfMatch::default(), &update)?;
    let mut back = Vec::new();
    for RenamedSpeaker { form, to, corrections } in speakers {
        let mut renamed = Vec::with_capacity(corrections.len());
        for id in corrections {
            if quotations::rename_speaker(change.tx, project, id, (form, to), change.now)? {
                renamed.push(id.clone());
            }
        }
        if !renamed.is_empty() {
            back.push(RenamedSpeaker { form: to.clone(), to: form.clone(), corrections: renamed });
        }
    }
    Ok(UndoneEntry {
        entry_id: before.id,
        version: renamed.version,
        name: before.name,
        aliases: before.aliases,
        speakers: back,
    })
}
