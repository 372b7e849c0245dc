//! Plotlines of a timeline at the door.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    timelines::plotline::{Plotline, PlotlineCreate, PlotlineItem, PlotlineQuery, PlotlineUpdate},
};
use store::{
    Tx,
    projects::ProjectAccess,
    promises,
    timelines::{self, plotlines},
};

use super::{about, with_project_for_update};
use crate::{
    App,
    answer::{Reply, nothing, success, success_listing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
};

/// Makes a plotline.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<PlotlineCreate>,
) -> Reply {
    let (timeline_id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let (project, timeline) = timelines::get_for_update(tx, &asker, &timeline_id)?;
        let next = plotlines::next_place(tx, &project, &timeline.id)?;
        let plotline = Plotline::create(ids::new(now), &timeline, &model, next, now);
        plotlines::create(tx, &project, &plotline)?;
        about(Kind::Plotline, &project, &asker.user, now).count(tx, 0)?;
        tell(tx, &project, plotline, &asker.user, now)
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// A timeline's plotlines by their places.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<PlotlineQuery>,
) -> Reply {
    let timeline_id = ids.one();
    let page = app
        .studio
        .database
        .read(move |tx| {
            let (project, timeline) = timelines::find(tx, &principal, &timeline_id)?;
            plotlines::list(tx, &project, &timeline.id, &query)
        })
        .await?;
    success_listing("plotlines", page.map(PlotlineItem::from))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<PlotlineUpdate>,
) -> Reply {
    let ((timeline_id, id), now) = (ids.two(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, timeline) = timelines::get_for_update(tx, &principal, &timeline_id)?;
            let mut plotline = plotlines::get_for_update(tx, &project, &timeline.id, &id)?;
            check_current("The plotline", &headers, plotline.version)?;
            let next = plotlines::next_place(tx, &project, &timeline.id)?;
            plotline.update(&model, next, now);
            plotlines::save(tx, &project, &plotline)?;
            about(Kind::Plotline, &project, &principal.user, now).count(tx, 0)?;
            tell(tx, &project, plotline, &principal.user, now)
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// Removes a plotline; its events stay, and so do the promises that belonged to it.
pub(crate) async fn remove(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let ((timeline_id, id), now) = (ids.two(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, timeline) = with_project_for_update(tx, &principal, &timeline_id)?;
            let plotline = plotlines::get_for_update(tx, &project, &timeline.id, &id)?;
            let unlinked = promises::unlink_plotline(tx, &project, &id, now)?;
            let gone = plotlines::delete(tx, &project, &plotline, now)?;
            about(Kind::Plotline, &project, &principal.user, now).count(tx, -unlinked - gone)?;
            about(Kind::Plotline, &project, &principal.user, now)
                .gone(tx, &PlotlineItem::from(plotline))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// Tells of a plotline as it is now; its text for the answer, and its version.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    plotline: Plotline,
    account: &str,
    now: Time,
) -> Result<once::Versioned> {
    let version = plotline.version;
    let about = about(Kind::Plotline, project, account, now);
    Ok((success(&about.changed(tx, &PlotlineItem::from(plotline))?), version))
}
