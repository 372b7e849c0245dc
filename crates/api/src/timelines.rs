//! The timelines' room at the door. What is on a timeline is in the files below; everything here
//! answers in the envelope of the creative tools.

pub(crate) mod events;
pub(crate) mod links;
pub(crate) mod plotlines;

use axum::{extract::State, http::HeaderMap};
use domain::{
    Principal, Result, Time,
    events::Kind,
    ids,
    timelines::{Timeline, TimelineCreate, TimelineQuery, TimelineUpdate},
};
use store::{
    Tx,
    projects::{self, ProjectAccess},
    promises, timelines,
};

pub(crate) use domain::timelines::{
    TimelineItem,
    event::EventItem,
    link::{LinkItem, LoreLinkItem},
    plotline::PlotlineItem,
};

use crate::{
    App,
    answer::{Reply, enveloped, nothing, success, success_listing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// Makes a timeline.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<TimelineCreate>,
) -> Reply {
    let (asker, now) = (principal.clone(), app.studio.clock.now());
    let write = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &asker, &model.project_id)?;
        let timeline = Timeline::create(ids::new(now), &model, now);
        timelines::create(tx, &project, &timeline)?;
        about(Kind::Timeline, &project, &asker.user, now).count(tx, 0)?;
        tell(tx, &project, timeline, &asker.user, now)
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// Timelines of a project, or of all the caller may see.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<TimelineQuery>,
) -> Reply {
    let page = app
        .studio
        .database
        .read(move |tx| {
            let Some(project_id) = &query.project_id else {
                return timelines::list(tx, &principal, &query);
            };
            let project = projects::check(tx, &principal, project_id)?;
            timelines::of_project(tx, &project, (query.cursor.as_ref(), query.limit))
        })
        .await?;
    success_listing("timelines", page.map(TimelineItem::from))
}

/// A timeline.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let (_, timeline) =
        app.studio.database.read(move |tx| timelines::find(tx, &principal, &id)).await?;
    let version = timeline.version;
    Ok(tagged(enveloped(&TimelineItem::from(timeline))?, version))
}

/// Changes only what the body names; another calendar dates its events again.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<TimelineUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, mut timeline) = timelines::get_for_update(tx, &principal, &id)?;
            check_current("The timeline", &headers, timeline.version)?;
            let before = timeline.calendar;
            timeline.update(&model, now);
            if timeline.calendar != before {
                timelines::events::redate(tx, &project, &timeline, now)?;
            }
            timelines::save(tx, &project, &timeline)?;
            about(Kind::Timeline, &project, &principal.user, now).count(tx, 0)?;
            tell(tx, &project, timeline, &principal.user, now)
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// Removes a timeline with all that is on it; nothing belongs or leads to its plotlines any more.
pub(crate) async fn remove(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, timeline) = with_project_for_update(tx, &principal, &id)?;
            let promises = promises::unlink_plotlines_of(tx, &project, &timeline.id, now)?;
            let links = timelines::delete(tx, &project, &timeline, now)?;
            about(Kind::Timeline, &project, &principal.user, now).count(tx, -promises - links)?;
            about(Kind::Timeline, &project, &principal.user, now)
                .gone(tx, &TimelineItem::from(timeline))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// Holds a timeline, and its project before it: meanwhile nothing goes that is about to be pointed
/// to, and nothing comes to point to what is about to go.
fn with_project_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
) -> Result<(ProjectAccess, Timeline)> {
    let (project, _) = timelines::find(tx, principal, id)?;
    projects::lock(tx, principal, project.id())?;
    timelines::get_for_update(tx, principal, id)
}

fn about<'a>(kind: Kind, project: &'a ProjectAccess, account: &'a str, now: Time) -> About<'a> {
    About { kind, project, account, now }
}

/// Tells of a timeline as it is now; its text for the answer, and its version.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    timeline: Timeline,
    account: &str,
    now: Time,
) -> Result<once::Versioned> {
    let version = timeline.version;
    let about = about(Kind::Timeline, project, account, now);
    Ok((success(&about.changed(tx, &TimelineItem::from(timeline))?), version))
}
