//! Commands on promises, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    promises::{
        Promise, PromiseCreate, PromiseQuery, PromiseUpdate,
        view::{PlotPromise, PromiseList},
    },
    versioned::{IfMatch, Versioned},
};
use store::{Tx, project_counters::Counters, projects, promises, timelines};

use crate::change::Change;

/// Creates a promise in a project.
pub fn create(
    change: &mut Change<'_, '_>,
    create: &PromiseCreate,
) -> Result<Versioned<PlotPromise>> {
    let project = projects::check(change.tx, change.principal, &create.project_id)?;
    let promise = Promise::create(ids::new(change.now), project.id(), create, change.now);
    let links = promise.links.count();
    if links > 0 {
        // What it points at must still exist at the commit.
        projects::lock(change.tx, change.principal, project.id())?;
        promises::check_links(change.tx, &project, &promise.links)?;
    }
    promises::create(change.tx, &project, &promise)?;
    let promise = view(change.tx, promise)?;
    change.publish(&project, EventKind::Promise, promise, Counters::of_connections(links))
}

/// A page of the promises of a project, or of all projects the principal may see.
pub fn list(tx: &mut Tx<'_>, principal: &Principal, query: &PromiseQuery) -> Result<PromiseList> {
    let page = match query.project_id.as_ref().or(principal.project.as_ref()) {
        Some(id) => {
            let project = projects::check(tx, principal, id)?;
            promises::list(tx, &project, query)?
        }
        None => promises::list_all(tx, principal, query)?,
    };
    Ok(PromiseList::of(page))
}

/// A promise.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<PlotPromise>> {
    let (_, promise) = promises::find(tx, principal, id)?;
    view(tx, promise)
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &PromiseUpdate,
) -> Result<Versioned<PlotPromise>> {
    let (project, _) = promises::find(change.tx, change.principal, id)?;
    if update.names_links() {
        projects::lock(change.tx, change.principal, project.id())?;
    }
    let mut promise = promises::get_for_update(change.tx, &project, id)?;
    expected.check("The promise", promise.version)?;
    let links_before = promise.links.count();
    promise.update(update, change.now)?;
    if update.names_links() {
        promises::check_links(change.tx, &project, &promise.links)?;
    }
    promises::save(change.tx, &project, &promise)?;
    let links = promise.links.count() - links_before;
    let promise = view(change.tx, promise)?;
    change.publish(&project, EventKind::Promise, promise, Counters::of_connections(links))
}

/// Deletes a promise; no event is linked to it any more.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, _) = promises::find(change.tx, change.principal, id)?;
    projects::lock(change.tx, change.principal, project.id())?;
    let promise = promises::get_for_update(change.tx, &project, id)?;
    let links = promise.links.count();
    let view = view(change.tx, promise)?.view;
    let unlinked = timelines::unlink(change.tx, &project, id, change.now)?;
    promises::delete(change.tx, &project, id)?;
    let counters = Counters::of_connections(-links - unlinked);
    change.publish_deleted(&project, EventKind::Promise, &view, counters)
}

fn view(tx: &mut Tx<'_>, promise: Promise) -> Result<Versioned<PlotPromise>> {
    let (titles, version) = (promises::titles(tx, &promise.links)?, promise.version);
    Ok(Versioned { view: PlotPromise::of(promise, titles), version })
}
