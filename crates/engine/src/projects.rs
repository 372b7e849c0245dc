//! Commands on projects, and their views.

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    events::EventKind,
    fold::SearchText,
    ids,
    page::Page,
    patch::Patch,
    projects::{
        Project, ProjectCreate, ProjectQuery, ProjectUpdate, Status, summary::Summary,
        view::ProjectItem,
    },
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx, members, project_counters,
    projects::{self, Found},
};

use crate::{change::Change, swarms};

/// The noun of a project at the beginning of a sentence.
const WHAT: &str = "The project";

/// Creates a project of the principal.
pub fn create(
    change: &mut Change<'_, '_>,
    create: &ProjectCreate,
) -> Result<Versioned<ProjectItem>> {
    let id = ids::new(change.now);
    let project = Project::create(id, &change.principal.user, create, change.now)?;
    let access = projects::create(change.tx, &project)?;
    publish(change, (access, project, Summary::default()))
}

/// A page of the projects the principal may see.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &ProjectQuery,
    now: Time,
) -> Result<Page<ProjectItem>> {
    if let Some(only) = &principal.project {
        return list_only(tx, principal, only, query, now);
    }
    let page = projects::list(tx, principal, query)?;
    Ok(page.map(|(project, summary)| ProjectItem::of(project, &summary, now)))
}

/// The list of who may see one project: it, where it has the status and the cursor is none.
fn list_only(
    tx: &mut Tx<'_>,
    principal: &Principal,
    only: &str,
    query: &ProjectQuery,
    now: Time,
) -> Result<Page<ProjectItem>> {
    let found = projects::get(tx, principal, only).or_none()?;
    let search = SearchText::of(query.q.as_deref());
    let is_wanted = |project: &Project| {
        query.status.is_none_or(|status| status == project.status)
            && search.as_ref().is_none_or(|search| search.is_in(&project.name))
    };
    let items: Vec<ProjectItem> = found
        .into_iter()
        .filter(|(_, project, _)| query.cursor.is_none() && is_wanted(project))
        .map(|(_, project, summary)| ProjectItem::of(project, &summary, now))
        .collect();
    let total = i64::try_from(items.len()).ok();
    Ok(Page { items, next_cursor: None, total })
}

/// A project.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    now: Time,
) -> Result<Versioned<ProjectItem>> {
    projects::get(tx, principal, id).map(|found| view(found, now))
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &ProjectUpdate,
) -> Result<Versioned<ProjectItem>> {
    let (access, mut project, summary) = projects::get_for_update(change.tx, change.principal, id)?;
    expected.check(WHAT, project.version)?;
    let was_recorded = project.detail.settings.integrations.analytics;
    project.update(update, change.now)?;
    let is_recorded = project.detail.settings.integrations.analytics;
    if is_recorded != was_recorded {
        project_counters::set_recorded(change.tx, &access, is_recorded)?;
    }
    if update.collaborators != Patch::Keep {
        members::replace(change.tx, &access, &project.detail.collaborators)?;
    }
    save(change, (access, project, summary))
}

/// Gives a project another status. An archived project is nobody's active one, and its swarms are
/// cancelled.
pub fn set_status(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    status: Status,
) -> Result<Versioned<ProjectItem>> {
    let (access, mut project, summary) = projects::get_for_update(change.tx, change.principal, id)?;
    expected.check(WHAT, project.version)?;
    project.set_status(status, change.now);
    if status == Status::Archived {
        members::close_for_all(change.tx, &access)?;
        swarms::cancel_all(change, &access)?;
    }
    save(change, (access, project, summary))
}

/// Takes a project out of the trash and out of the archive.
pub fn restore(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
) -> Result<Versioned<ProjectItem>> {
    let (access, mut project, summary) =
        projects::trashed_for_update(change.tx, change.principal, id)?;
    expected.check(WHAT, project.version)?;
    let was_trashed = projects::restore(change.tx, &access)?;
    match project.status {
        Status::Archived => project.set_status(Status::Active, change.now),
        status if was_trashed => project.set_status(status, change.now),
        _ => {}
    }
    save(change, (access, project, summary))
}

/// Puts a project into the trash.
pub fn trash(change: &mut Change<'_, '_>, id: &str, expected: &IfMatch) -> Result<()> {
    let (access, project, summary) = projects::get_for_update(change.tx, change.principal, id)?;
    expected.check(WHAT, project.version)?;
    projects::trash(change.tx, &access, change.now)?;
    let owner = project.owner.clone();
    let item = ProjectItem::of(project, &summary, change.now);
    change.publish_deleted_to((Some(&access), &owner), EventKind::Project, &item)
}

/// Makes a project the principal's active one.
///
/// # Errors
/// A conflict when it is archived.
pub fn activate(change: &mut Change<'_, '_>, id: &str) -> Result<Versioned<ProjectItem>> {
    let found = projects::get_for_update(change.tx, change.principal, id)?;
    let (access, project, _) = &found;
    if project.status == Status::Archived {
        return Err(Error::Conflict("An archived project cannot be opened".to_owned()));
    }
    members::activate(change.tx, change.principal, access)?;
    Ok(view(found, change.now))
}

/// The principal's active project.
pub fn active(tx: &mut Tx<'_>, principal: &Principal, now: Time) -> Result<Versioned<ProjectItem>> {
    let id = members::active_project(tx, principal)?
        .ok_or_else(|| Error::not_found("Active project", ""))?;
    get(tx, principal, &id, now)
}

/// Leaves the principal without an active project.
pub fn deactivate(change: &mut Change<'_, '_>) -> Result<()> {
    members::deactivate(change.tx, change.principal)
}

fn save(change: &mut Change<'_, '_>, found: Found) -> Result<Versioned<ProjectItem>> {
    let (access, project, _) = &found;
    projects::save(change.tx, access, project)?;
    publish(change, found)
}

/// Settings of a project are no edit of its content, so nothing is counted.
fn publish(
    change: &mut Change<'_, '_>,
    (access, project, summary): Found,
) -> Result<Versioned<ProjectItem>> {
    let (owner, version) = (project.owner.clone(), project.version);
    let view = ProjectItem::of(project, &summary, change.now);
    change.publish_to((Some(&access), &owner), EventKind::Project, &view)?;
    Ok(Versioned { view, version })
}

fn view((_, project, summary): Found, now: Time) -> Versioned<ProjectItem> {
    let version = project.version;
    Versioned { view: ProjectItem::of(project, &summary, now), version }
}
