//! Which folder a project has, claimed for this process; and how it was found, stored and published.

use std::{collections::BTreeSet, path::Path};

use domain::{
    Principal, Result,
    events::EventKind,
    folders::{self as rules, Directory, Remedy},
    notifications::{NotificationContent, NotificationKind, NotificationPriority},
    phrases::counted,
};
use store::{
    folders::{self, Folder},
    projects,
};

use super::{changes::Keeper, view};
use crate::{Change, Studio, notifications};

/// The directory of a project below the root, or why it has none.
type Directed = std::result::Result<String, String>;

/// Claims the folder of a project, and says where it is; none when another server has it, or the project is gone.
pub(super) async fn claim(
    studio: &Studio,
    principal: &Principal,
    keeper: &Keeper,
    root: &Path,
) -> Result<Option<(Folder, Directed)>> {
    // Read first: most looks find nothing to write.
    let (keeper, lease_ms) = (keeper.clone(), studio.settings.lease_ms);
    let (is_shared, now) = (studio.database.is_shared(), studio.clock.now());
    let (reader, id, node) = (principal.clone(), keeper.project_id.clone(), keeper.node.clone());
    let own = id.clone();
    let lease = move |tx: &mut store::Tx<'_>| match projects::find(tx, &reader, &own)? {
        Some(project) => Ok(Some(folders::lease(tx, &project)?)),
        None => Ok(None),
    };
    let Some(lease) = studio.database.read(lease).await? else { return Ok(None) };
    let is_ours = lease.is_some_and(|(owner, until)| {
        // A data folder has one process; servers on a shared database prolong their leases.
        owner == node && (!is_shared || until > now.plus(lease_ms / 2))
    });
    if !is_ours {
        let claim = move |change: &mut Change<'_, '_>| {
            let now = change.now;
            let project = projects::check(change.tx, change.principal, &keeper.project_id)?;
            folders::claim(change.tx, &project, &keeper.node, now, now.plus(lease_ms))
        };
        if !studio.change(principal, claim).await? {
            return Ok(None);
        }
    }
    let reader = principal.clone();
    let root = root.to_string_lossy().into_owned();
    let read = move |tx: &mut store::Tx<'_>| directed(tx, &reader, (&id, &root));
    studio.database.read(read).await
}

/// The folder of a project below this root.
fn directed(
    tx: &mut store::Tx<'_>,
    principal: &Principal,
    (id, root): (&str, &str),
) -> Result<Option<(Folder, Directed)>> {
    let Some(project) = projects::find(tx, principal, id)? else { return Ok(None) };
    let Some(mut folder) = folders::get(tx, &project)? else { return Ok(None) };
    let (name, _, detail) = projects::profile(tx, &project)?;
    let others = folders::directories(tx, &project)?;
    let is_free = |path: &str| !others.iter().any(|other| rules::nested(other, path));
    let setting = &detail.settings.documents_directory;
    let is_kept = folder.setting == *setting && !folder.directory.is_empty();
    let directed = match rules::directory(setting, &name, root) {
        Err(refusal) => Err(Remedy::of(refusal).to_owned()),
        Ok(Directory::Named(path)) if is_free(&path) => Ok(path),
        Ok(Directory::Named(path)) => Err(format!(
            "The folder {path} belongs to another project: name another in documentsDirectory"
        )),
        // A project keeps its folder when it is renamed.
        Ok(Directory::Default(_)) if is_kept => Ok(folder.directory.clone()),
        Ok(Directory::Default(name)) => Ok((1..)
            .map(|n| if n == 1 { name.clone() } else { format!("{name}-{n}") })
            .find(|name| is_free(name))
            .unwrap_or(name)),
    };
    folder.setting.clone_from(setting);
    Ok(Some((folder, directed)))
}

/// Saves how a folder is; when it is another than before, an event says so, and a notification names new
/// conflicts.
pub(super) async fn save(
    studio: &Studio,
    principal: &Principal,
    keeper: &Keeper,
    folder: Folder,
) -> Result<()> {
    let (keeper, root) = (keeper.clone(), studio.settings.folders.root.clone());
    let save = move |change: &mut Change<'_, '_>| {
        let project = keeper.lock(change)?;
        let before = folders::get(change.tx, &project)?;
        let is_same = before.as_ref().is_some_and(|before| {
            *before == Folder { synced_at: before.synced_at, ..folder.clone() }
        });
        // Looks that change nothing are not stored each time.
        if is_same && before.as_ref().is_some_and(|before| before.synced_at.is_some()) {
            return Ok(());
        }
        folders::save(change.tx, &project, &folder)?;
        let known: BTreeSet<&String> = before.iter().flat_map(|it| &it.conflicts).collect();
        let new: Vec<&String> = folder.conflicts.iter().filter(|it| !known.contains(it)).collect();
        if let Some(first) = new.first() {
            let name = projects::profile(change.tx, &project)?.0;
            let others = match new.len() - 1 {
                0 => String::new(),
                more => format!(" and {} more", counted(i64::try_from(more).unwrap_or(0), "file")),
            };
            let note = NotificationContent {
                title: "Conflict in a folder".to_owned(),
                message: format!(
                    "A file of “{name}” was typed while its document was changed elsewhere. Both are \
                     there: what was typed is in “{first}”{others}."
                ),
                kind: NotificationKind::Warning,
                priority: NotificationPriority::High,
            };
            let owner = change.principal.user.clone();
            notifications::notify_about(change, &project, &owner, note)?;
        }
        let item = view::item(project.id(), Some(&folder), root.as_deref());
        let owner = change.principal.user.clone();
        change.publish_to((Some(&project), &owner), EventKind::Folder, &item)
    };
    studio.change(principal, save).await
}
