//! Commands on plotlines of a timeline, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    page::Page,
    timelines::plotline::{Plotline, PlotlineCreate, PlotlineQuery, PlotlineUpdate},
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    project_counters::Counters,
    promises,
    timelines::{self, plotlines},
};

use crate::change::Change;

/// Creates a plotline on a timeline.
pub fn create(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    create: &PlotlineCreate,
) -> Result<Versioned<Plotline>> {
    let (project, timeline) = timelines::get_for_update(change.tx, change.principal, timeline_id)?;
    let next = plotlines::next_position(change.tx, &project, &timeline.id)?;
    let plotline = Plotline::create(ids::new(change.now), &timeline, create, next, change.now);
    plotlines::create(change.tx, &project, &plotline)?;
    change.publish(&project, EventKind::Plotline, view(plotline), Counters::default())
}

/// A page of a timeline's plotlines in their order.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    timeline_id: &str,
    query: &PlotlineQuery,
) -> Result<Page<Plotline>> {
    let (project, timeline) = timelines::find(tx, principal, timeline_id)?;
    plotlines::list(tx, &project, &timeline.id, query)
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    id: &str,
    expected: &IfMatch,
    update: &PlotlineUpdate,
) -> Result<Versioned<Plotline>> {
    let (project, timeline) = timelines::get_for_update(change.tx, change.principal, timeline_id)?;
    let mut plotline = plotlines::get_for_update(change.tx, &project, &timeline.id, id)?;
    expected.check("The plotline", plotline.version)?;
    let next = plotlines::next_position(change.tx, &project, &timeline.id)?;
    plotline.update(update, next, change.now);
    plotlines::save(change.tx, &project, &plotline)?;
    change.publish(&project, EventKind::Plotline, view(plotline), Counters::default())
}

/// Deletes a plotline; its events stay, and so do the promises that belonged to it.
pub fn delete(change: &mut Change<'_, '_>, timeline_id: &str, id: &str) -> Result<()> {
    let (project, timeline) = super::get_with_project_for_update(change, timeline_id)?;
    let plotline = plotlines::get_for_update(change.tx, &project, &timeline.id, id)?;
    let promises = promises::unlink_plotline(change.tx, &project, id, change.now)?;
    let links = plotlines::delete(change.tx, &project, &plotline, change.now)?;
    let counters = Counters::of_connections(-promises - links);
    change.publish_deleted(&project, EventKind::Plotline, &view(plotline).view, counters)
}

fn view(plotline: Plotline) -> Versioned<Plotline> {
    let version = plotline.version;
    Versioned { view: plotline, version }
}
