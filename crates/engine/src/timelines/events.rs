//! Commands on events of a timeline, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    page::Page,
    patch::Patch,
    timelines::{
        event::{Event, EventCreate, EventItem, EventQuery, EventUpdate, deduplicated},
        link::Ties,
    },
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    project_counters::Counters,
    timelines::{self, events, links, plotlines},
};

use crate::change::Change;

/// Creates an event on a timeline.
pub fn create(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    create: &EventCreate,
) -> Result<Versioned<EventItem>> {
    let (project, timeline) =
        timelines::get_for_new_event(change.tx, change.principal, timeline_id)?;
    let of = (timeline_id, timeline.calendar);
    let event = Event::create(ids::new(change.now), of, create, change.now);
    let plotline_ids = deduplicated(&create.plotline_ids);
    plotlines::check(change.tx, &project, timeline_id, &plotline_ids)?;
    events::create(change.tx, &project, timeline.number, &event)?;
    links::add_to_plotlines(change.tx, &project, &event.id, &plotline_ids)?;
    let ties = Ties { links: Vec::new(), plotline_ids };
    change.publish(&project, EventKind::TimelineEvent, view(event, ties), Counters::default())
}

/// A page of a timeline's events in their order.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    timeline_id: &str,
    query: &EventQuery,
) -> Result<Page<EventItem>> {
    let (project, timeline) = timelines::find(tx, principal, timeline_id)?;
    let page = events::list(tx, &project, &timeline.id, query)?;
    Ok(page.map(|(event, ties)| EventItem::of(event, ties)))
}

/// An event with what it is tied to.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    timeline_id: &str,
    id: &str,
) -> Result<Versioned<EventItem>> {
    let (project, timeline) = timelines::find(tx, principal, timeline_id)?;
    let event = events::get(tx, &project, &timeline.id, id)?;
    let ties = events::ties(tx, &project, &event)?;
    Ok(view(event, ties))
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    id: &str,
    expected: &IfMatch,
    update: &EventUpdate,
) -> Result<Versioned<EventItem>> {
    let (project, timeline) = timelines::get_for_update(change.tx, change.principal, timeline_id)?;
    let mut event = events::get_for_update(change.tx, &project, &timeline.id, id)?;
    expected.check("The event", event.version)?;
    let mut ties = events::ties(change.tx, &project, &event)?;
    if let Some(plotline_ids) = new_plotlines(update) {
        plotlines::check(change.tx, &project, &timeline.id, &plotline_ids)?;
        links::remove_from_plotlines(change.tx, &project, id)?;
        links::add_to_plotlines(change.tx, &project, id, &plotline_ids)?;
        ties.plotline_ids = plotline_ids;
    }
    event.update(update, timeline.calendar, change.now);
    events::save(change.tx, &project, &event)?;
    change.publish(&project, EventKind::TimelineEvent, view(event, ties), Counters::default())
}

fn new_plotlines(update: &EventUpdate) -> Option<Vec<String>> {
    match &update.plotline_ids {
        Patch::Keep => None,
        Patch::Clear => Some(Vec::new()),
        Patch::Set(ids) => Some(deduplicated(ids)),
    }
}

/// Deletes an event with its links.
pub fn delete(change: &mut Change<'_, '_>, timeline_id: &str, id: &str) -> Result<()> {
    let (project, timeline) = timelines::get_for_update(change.tx, change.principal, timeline_id)?;
    let event = events::get_for_update(change.tx, &project, &timeline.id, id)?;
    let ties = events::ties(change.tx, &project, &event)?;
    let links = events::delete(change.tx, &project, &event)?;
    let counters = Counters::of_connections(-links);
    change.publish_deleted(&project, EventKind::TimelineEvent, &view(event, ties).view, counters)
}

pub(super) fn view(event: Event, ties: Ties) -> Versioned<EventItem> {
    let version = event.version;
    Versioned { view: EventItem::of(event, ties), version }
}
