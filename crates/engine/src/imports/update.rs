//! Brings the documents of a project up to date with the files of an import, in one transaction: a text that
//! is another becomes a revision, one that is the same stays, and new ones come behind those that stand before
//! them in the files. Documents without a file stay as they are.

use domain::{
    Result,
    documents::{DocumentCreate, DocumentUpdate, Status},
    imports::{State, preview::ImportChange},
    patch::Patch,
    versioned::IfMatch,
};
use store::{
    documents, imports,
    imports::LockedImport,
    projects::{self, ProjectAccess},
};

use super::{
    Import, Job, Reading, delete_files, notify,
    plan::{Match, Planned, digests, find},
};
use crate::{Change, documents as commands};

/// Updates the documents of an import's project.
pub(super) async fn run(
    job: &Job<'_>,
    import: &mut Import,
    planned: Vec<Planned>,
) -> Result<Reading> {
    let read = || {
        let words: Vec<i64> =
            planned.iter().map(|it| it.content.as_deref().map_or(0, commands::words)).collect();
        (words, digests(&planned))
    };
    let (words, digests) = tokio::task::block_in_place(read);
    import.state = State::Completed;
    import.done = import.total;
    import.modified_at = job.studio.clock.now();
    let import = import.clone();
    let update = move |change: &mut Change<'_, '_>, locked: &LockedImport<'_>| {
        let project = projects::lock(change.tx, change.principal, &import.project_id)?;
        let found = find(change.tx, &project, &planned, &digests)?;
        update(change, &project, &planned, found, &words)?;
        imports::save(change.tx, locked, &import)?;
        notify(change, &import)
    };
    let is_ours = job.change(update).await?;
    delete_files(job.studio).await?;
    Ok(if is_ours { Reading::Done } else { Reading::Lost })
}

fn update(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    planned: &[Planned],
    found: Vec<Match>,
    words: &[i64],
) -> Result<()> {
    let mut ids: Vec<String> = Vec::with_capacity(planned.len());
    // The last document of the files in each parent.
    let mut last: Vec<(Option<usize>, usize)> = Vec::new();
    let known: Vec<Option<String>> =
        found.iter().map(|it| it.document.as_ref().map(|document| document.id.clone())).collect();
    for (index, (planned_one, found)) in planned.iter().zip(found).enumerate() {
        let before = last.iter().rev().find(|it| it.0 == planned_one.parent).map(|it| it.1);
        last.push((planned_one.parent, index));
        let id = match (found.document, found.change) {
            (Some(document), ImportChange::Changed) => {
                let content = planned_one.content.clone().unwrap_or_default();
                let ids = (project.id(), document.id.as_str());
                let text = DocumentUpdate { content: Patch::Set(content), ..unchanged() };
                commands::update(change, ids, &IfMatch::default(), &text, Some(words[index]))?;
                document.id
            }
            (Some(document), _) => document.id,
            (None, _) => {
                let parent = planned_one.parent.map(|at| ids[at].clone());
                let after = |at: usize| known.get(at).cloned().flatten();
                let next = (index + 1..planned.len())
                    .find(|at| planned[*at].parent == planned_one.parent && known[*at].is_some());
                let position = match (before.map(|at| ids[at].as_str()), next.and_then(after)) {
                    (Some(before), _) => {
                        position(change, project, before, &parent)?.map(|it| it + 1)
                    }
                    (None, Some(next)) => position(change, project, &next, &parent)?,
                    (None, None) => None,
                };
                let create = DocumentCreate {
                    title: planned_one.title.clone(),
                    content: planned_one.content.clone().unwrap_or_default(),
                    kind: planned_one.kind,
                    parent_id: parent,
                    position,
                    status: Status::Draft,
                    word_target: None,
                };
                commands::create(change, project.id(), &create, words[index])?.view.id
            }
        };
        ids.push(id);
    }
    Ok(())
}

/// The position of a document, if it lies in this parent.
fn position(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    id: &str,
    parent: &Option<String>,
) -> Result<Option<i64>> {
    let document = documents::get(change.tx, project, id)?;
    Ok((document.parent_id == *parent).then_some(document.position))
}

fn unchanged() -> DocumentUpdate {
    DocumentUpdate {
        title: Patch::Keep,
        content: Patch::Keep,
        kind: Patch::Keep,
        parent_id: Patch::Keep,
        position: Patch::Keep,
        status: Patch::Keep,
        word_target: Patch::Keep,
        autosave: false,
    }
}
