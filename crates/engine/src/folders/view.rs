//! The folder of a project as a response shows it.

use std::path::Path;

use domain::{
    Principal, Result,
    folders::{FolderItem, FolderState, Remedy},
};
use store::{Tx, folders, folders::Folder, projects};

/// The folder of a project, with the root of the settings.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    root: Option<&Path>,
) -> Result<FolderItem> {
    let project = projects::check(tx, principal, project_id)?;
    let folder = folders::get(tx, &project)?;
    Ok(item(project.id(), folder.as_ref(), root))
}

/// The folder of a project as it was found last.
pub(super) fn item(project_id: &str, folder: Option<&Folder>, root: Option<&Path>) -> FolderItem {
    let nothing = FolderItem {
        project_id: project_id.to_owned(),
        state: FolderState::NoRoot,
        path: None,
        reason: Some(Remedy::NO_ROOT.to_owned()),
        conflicts: Vec::new(),
        problems: Vec::new(),
        synced_at: None,
    };
    let Some(root) = root else { return nothing };
    let Some(folder) = folder else {
        return FolderItem { state: FolderState::Waiting, reason: None, ..nothing };
    };
    let is_named = !folder.directory.is_empty();
    FolderItem {
        state: folder.state,
        path: is_named.then(|| root.join(&folder.directory).to_string_lossy().into_owned()),
        reason: folder.reason.clone(),
        conflicts: folder.conflicts.clone(),
        problems: folder.problems.clone(),
        synced_at: folder.synced_at,
        ..nothing
    }
}
