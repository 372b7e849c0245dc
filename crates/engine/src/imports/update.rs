//! Brings the documents of a project up to date with the files of an import, in one transaction: a text that
//! is another becomes a revision, one that is the same stays, and new ones come behind those that stand before
//! them in the files. Documents without a file stay as they are.

use std::collections::HashMap;

use domain::{
    Result,
    documents::{DocumentCreate, DocumentUpdate, Status},
    imports::{Skipped, State, preview::ImportChange},
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
    remarks,
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
        let mut import = import.clone();
        import.skipped.extend(update(change, &project, &planned, found, &words)?);
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
) -> Result<Vec<Skipped>> {
    let behind = known_siblings_behind(planned, &found);
    let mut ids: Vec<String> = Vec::with_capacity(planned.len());
    // The last document of the files in each parent.
    let mut last: HashMap<Option<usize>, usize> = HashMap::new();
    for (index, (it, found)) in planned.iter().zip(found).enumerate() {
        let before = last.insert(it.parent, index);
        let id = match (found.document, found.change) {
            (Some(document), ImportChange::Changed) => {
                let content = Patch::Set(it.content.clone().unwrap_or_default());
                let ids = (project.id(), document.id.as_str());
                let text = DocumentUpdate { content, ..DocumentUpdate::unchanged() };
                commands::update(change, ids, &IfMatch::default(), &text, Some(words[index]))?;
                document.id
            }
            (Some(document), _) => document.id,
            (None, _) => {
                let parent_id = it.parent.map(|at| ids[at].clone());
                let position = match (before, &behind[index]) {
                    (Some(before), _) => {
                        position(change, project, &ids[before], &parent_id)?.map(|it| it + 1)
                    }
                    (None, Some(next)) => position(change, project, next, &parent_id)?,
                    (None, None) => None,
                };
                let create = DocumentCreate {
                    title: it.title.clone(),
                    content: it.content.clone().unwrap_or_default(),
                    kind: it.kind,
                    parent_id,
                    position,
                    status: Status::Draft,
                    word_target: None,
                };
                commands::create(change, project.id(), &create, words[index])?.view.id
            }
        };
        ids.push(id);
    }
    let mut left_out = Vec::new();
    for (it, id) in planned.iter().zip(&ids) {
        if let Some(said) = &it.remarks {
            let bytes = it.content.as_ref().map_or(0, String::len);
            left_out.extend(remarks::record(change, project, (id.as_str(), bytes), said)?);
        }
    }
    Ok(left_out)
}

/// For each document of a plan the next one behind it in its parent that is there already.
fn known_siblings_behind(planned: &[Planned], found: &[Match]) -> Vec<Option<String>> {
    let mut next: HashMap<Option<usize>, &String> = HashMap::new();
    let mut behind = vec![None; planned.len()];
    for (index, (it, found)) in planned.iter().zip(found).enumerate().rev() {
        behind[index] = next.get(&it.parent).map(|id| (*id).clone());
        if let Some(document) = &found.document {
            next.insert(it.parent, &document.id);
        }
    }
    behind
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
