//! Commands on timelines, and their views. What lies on a timeline has a module each.

pub mod events;
pub mod links;
pub mod plotlines;

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    page::Page,
    timelines::{Timeline, TimelineCreate, TimelineQuery, TimelineUpdate},
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    project_counters::Counters,
    projects::{self, ProjectAccess},
    promises, timelines,
};

use crate::change::Change;

/// Creates a timeline in a project.
pub fn create(change: &mut Change<'_, '_>, create: &TimelineCreate) -> Result<Versioned<Timeline>> {
    let project = projects::check(change.tx, change.principal, &create.project_id)?;
    let timeline = Timeline::create(ids::new(change.now), create, change.now);
    timelines::create(change.tx, &project, &timeline)?;
    change.publish(&project, EventKind::Timeline, view(timeline), Counters::default())
}

/// A page of the timelines of a project, or of all projects the principal may see.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &TimelineQuery,
) -> Result<Page<Timeline>> {
    match query.project_id.as_ref().or(principal.project.as_ref()) {
        Some(id) => {
            let project = projects::check(tx, principal, id)?;
            timelines::list(tx, &project, (query.cursor.as_ref(), query.limit))
        }
        None => timelines::list_all(tx, principal, query),
    }
}

/// A timeline.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<Timeline>> {
    timelines::find(tx, principal, id).map(|(_, timeline)| view(timeline))
}

/// Changes what the update names; another calendar gives its events other sort keys.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &TimelineUpdate,
) -> Result<Versioned<Timeline>> {
    let (project, mut timeline) = timelines::get_for_update(change.tx, change.principal, id)?;
    expected.check("The timeline", timeline.version)?;
    let calendar = timeline.calendar;
    timeline.update(update, change.now);
    if timeline.calendar != calendar {
        timelines::events::recalculate_dates(change.tx, &project, &timeline, change.now)?;
    }
    timelines::save(change.tx, &project, &timeline)?;
    change.publish(&project, EventKind::Timeline, view(timeline), Counters::default())
}

/// Deletes a timeline with all that is on it, and every link to one of its plotlines.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, timeline) = get_with_project_for_update(change, id)?;
    let promises = promises::unlink_plotlines_of(change.tx, &project, id, change.now)?;
    let links = timelines::delete(change.tx, &project, &timeline, change.now)?;
    let counters = Counters::of_connections(-promises - links);
    change.publish_deleted(&project, EventKind::Timeline, &view(timeline).view, counters)
}

/// Locks a timeline, and its project before it: until the commit nothing is deleted that is about to
/// be pointed at, and nothing comes to point at what is about to be deleted.
fn get_with_project_for_update(
    change: &mut Change<'_, '_>,
    id: &str,
) -> Result<(ProjectAccess, Timeline)> {
    let (project, _) = timelines::find(change.tx, change.principal, id)?;
    projects::lock(change.tx, change.principal, project.id())?;
    timelines::get_for_update(change.tx, change.principal, id)
}

fn view(timeline: Timeline) -> Versioned<Timeline> {
    let version = timeline.version;
    Versioned { view: timeline, version }
}
