//! The promises' room at the door.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    promises::{Promise, PromiseCreate, PromiseQuery, PromiseUpdate},
};
use store::{
    Tx,
    projects::{self, Seen},
    promises, timelines,
};

pub(crate) use domain::promises::item::{PlotPromise, PromiseList};

use crate::{
    App,
    answer::{Reply, enveloped, enveloped_page, json, nothing, success, tagged},
    asker::Asker,
    body::{Body, KeyedBody},
    once::{self, Versioned},
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// Enters a promise.
pub(crate) async fn create(
    State(app): State<App>,
    Asker(principal): Asker,
    KeyedBody { model, key }: KeyedBody<PromiseCreate>,
) -> Reply {
    let now = app.studio.clock.now();
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &asker, &model.project_id)?;
        let promise = Promise::create(ids::new(now), project.id(), &model, now);
        if promise.links.count() > 0 {
            // What it points at is to be there still when this is done.
            projects::lock(tx, &asker, project.id())?;
            promises::check_links(tx, &project, &promise.links)?;
        }
        promises::create(tx, &project, &promise)?;
        about(&project, &asker.user, now).count(tx, promise.links.count())?;
        tell(tx, &project, promise, &asker.user, now)
    };
    let (text, version) =
        once::write_versioned(&app.studio.memory, &principal, key, now, write).await?;
    app.studio.bells.events.ring();
    Ok(tagged(success(&text), version))
}

/// The promises of a project, or of all projects the caller may see.
pub(crate) async fn list(
    State(app): State<App>,
    Asker(principal): Asker,
    Query(query): Query<PromiseQuery>,
) -> Reply {
    // A filter that hardly any promise fits makes this a long read, and so do the promises of many
    // projects that are not the caller's.
    let is_long = query.is_filtered() || (query.project_id.is_none() && !principal.owns_everything);
    let job = move |tx: &mut Tx<'_>| {
        let page = match &query.project_id {
            Some(id) => {
                let project = projects::check(tx, &principal, id)?;
                promises::list(tx, &project, &query)?
            }
            None => promises::list_all(tx, &principal, &query)?,
        };
        // Written while what was read is at hand: nothing of it has to be copied first.
        let view = page.view()?;
        enveloped_page(&view, view.promises.len())
    };
    Ok(json(app.studio.memory.read_or_scan(is_long, job).await?))
}

/// A promise.
pub(crate) async fn read(State(app): State<App>, Asker(principal): Asker, ids: Ids) -> Reply {
    let id = ids.one();
    let (promise, titles) = app
        .studio
        .memory
        .read(move |tx| {
            let (_, promise) = promises::find(tx, &principal, &id)?;
            let titles = promises::titles_of(tx, &promise)?;
            Ok((promise, titles))
        })
        .await?;
    let version = promise.version;
    Ok(tagged(enveloped(&PlotPromise::of(&promise, &titles))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    Asker(principal): Asker,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<PromiseUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .memory
        .write(move |tx| {
            let (project, _) = promises::find(tx, &principal, &id)?;
            if model.names_links() {
                projects::lock(tx, &principal, project.id())?;
            }
            let mut promise = promises::hold(tx, &project, &id)?;
            check_current("The promise", &headers, promise.version)?;
            let links = promise.links.count();
            promise.update(&model, now)?;
            if model.names_links() {
                promises::check_links(tx, &project, &promise.links)?;
            }
            promises::save(tx, &project, &promise)?;
            about(&project, &principal.user, now).count(tx, promise.links.count() - links)?;
            tell(tx, &project, promise, &principal.user, now)
        })
        .await?;
    app.studio.bells.events.ring();
    Ok(tagged(success(&text), version))
}

/// Forgets a promise; no event is linked to it any more.
pub(crate) async fn delete(State(app): State<App>, Asker(principal): Asker, ids: Ids) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .memory
        .write(move |tx| {
            let (project, _) = promises::find(tx, &principal, &id)?;
            projects::lock(tx, &principal, project.id())?;
            let promise = promises::hold(tx, &project, &id)?;
            let titles = promises::titles_of(tx, &promise)?;
            let unlinked = timelines::unlink(tx, &project, &id, now)?;
            promises::delete(tx, &project, &id)?;
            about(&project, &principal.user, now).count(tx, -promise.links.count() - unlinked)?;
            about(&project, &principal.user, now).gone(tx, &PlotPromise::of(&promise, &titles))
        })
        .await?;
    app.studio.bells.events.ring();
    Ok(nothing())
}

/// Tells of a promise as it is now; its text for the answer.
fn tell(
    tx: &mut Tx<'_>,
    project: &Seen,
    promise: Promise,
    account: &str,
    now: Time,
) -> Result<Versioned> {
    let (titles, version) = (promises::titles_of(tx, &promise)?, promise.version);
    let view = PlotPromise::of(&promise, &titles);
    Ok((about(project, account, now).changed(tx, &view)?, version))
}

fn about<'a>(project: &'a Seen, account: &'a str, now: Time) -> About<'a> {
    About { kind: Kind::Promise, project, account, now }
}
