//! Events of a timeline at the door.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    patch::Patch,
    timelines::{
        event::{Event, EventCreate, EventItem, EventQuery, EventUpdate, each_once},
        link::Ties,
    },
};
use store::{
    Tx,
    projects::ProjectAccess,
    timelines::{self, events, links, plotlines},
};

use super::about;
use crate::{
    App,
    answer::{Reply, enveloped, nothing, success, success_listing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
};

/// Makes an event.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<EventCreate>,
) -> Reply {
    let (timeline_id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let (project, timeline) = timelines::for_event_for_update(tx, &asker, &timeline_id)?;
        let event = Event::create(ids::new(now), (&timeline_id, timeline.calendar), &model, now);
        let plotline_ids = each_once(&model.plotline_ids);
        plotlines::check(tx, &project, &timeline_id, &plotline_ids)?;
        events::create(tx, &project, timeline.number, &event, &asker.user)?;
        links::put_on(tx, &project, &event.id, &plotline_ids)?;
        tell(tx, &project, event, Ties { links: Vec::new(), plotline_ids }, &asker.user, now)
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

/// A timeline's events in their order.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<EventQuery>,
) -> Reply {
    let timeline_id = ids.one();
    // A filter that hardly any event fits makes this a long read.
    let is_long = query.is_filtered();
    let job = move |tx: &mut Tx<'_>| {
        let (project, timeline) = timelines::find(tx, &principal, &timeline_id)?;
        events::list(tx, &project, &timeline.id, &query)
    };
    let page = app.studio.database.read_or_scan(is_long, job).await?;
    success_listing("events", page.map(|(event, ties)| EventItem::of(event, ties)))
}

/// An event with what it is tied to.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (timeline_id, id) = ids.two();
    let (event, ties) = app
        .studio
        .database
        .read(move |tx| {
            let (project, timeline) = timelines::find(tx, &principal, &timeline_id)?;
            let event = events::get(tx, &project, &timeline.id, &id)?;
            let ties = events::ties(tx, &project, &event)?;
            Ok((event, ties))
        })
        .await?;
    let version = event.version;
    Ok(tagged(enveloped(&EventItem::of(event, ties))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<EventUpdate>,
) -> Reply {
    let ((timeline_id, id), now) = (ids.two(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, timeline) = timelines::get_for_update(tx, &principal, &timeline_id)?;
            let mut event = events::get_for_update(tx, &project, &timeline.id, &id)?;
            check_current("The event", &headers, event.version)?;
            let mut ties = events::ties(tx, &project, &event)?;
            if let Some(plotline_ids) = new_plotlines(&model) {
                plotlines::check(tx, &project, &timeline.id, &plotline_ids)?;
                links::take_off(tx, &project, &event.id)?;
                links::put_on(tx, &project, &event.id, &plotline_ids)?;
                ties.plotline_ids = plotline_ids;
            }
            event.update(&model, timeline.calendar, now);
            events::save(tx, &project, &event)?;
            about(Kind::TimelineEvent, &project, &principal.user, now).count(tx, 0)?;
            tell(tx, &project, event, ties, &principal.user, now)
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(text, version))
}

fn new_plotlines(update: &EventUpdate) -> Option<Vec<String>> {
    match &update.plotline_ids {
        Patch::Keep => None,
        Patch::Clear => Some(Vec::new()),
        Patch::Set(ids) => Some(each_once(ids)),
    }
}

/// Removes an event.
pub(crate) async fn remove(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let ((timeline_id, id), now) = (ids.two(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, timeline) = timelines::get_for_update(tx, &principal, &timeline_id)?;
            let event = events::get_for_update(tx, &project, &timeline.id, &id)?;
            let ties = events::ties(tx, &project, &event)?;
            let gone = events::delete(tx, &project, &event)?;
            about(Kind::TimelineEvent, &project, &principal.user, now).count(tx, -gone)?;
            about(Kind::TimelineEvent, &project, &principal.user, now)
                .gone(tx, &EventItem::of(event, ties))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// Tells of an event as it is now; its text for the answer, and its version.
pub(super) fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    event: Event,
    ties: Ties,
    account: &str,
    now: Time,
) -> Result<once::Versioned> {
    let version = event.version;
    let about = about(Kind::TimelineEvent, project, account, now);
    Ok((success(&about.changed(tx, &EventItem::of(event, ties))?), version))
}
