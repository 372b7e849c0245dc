//! Links of events at the door. Making or removing one is a change of the event, and is told as
//! one.

use axum::extract::State;
use domain::{
    Error, Principal, Result, Time,
    events::Kind,
    ids,
    timelines::{
        event::Event,
        link::{Link, LinkCreate, LinkKind, LoreLinkCreate, Ties},
    },
};
use store::{
    Tx, entities,
    projects::ProjectAccess,
    timelines::{events, links},
};

use super::{about, events::tell, with_project_for_update};
use crate::{
    App,
    answer::{Reply, enveloped, json, nothing},
    auth::CurrentUser,
    body::KeyedBody,
    once,
    path::Ids,
};

/// Links an event to a record of its project.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<LinkCreate>,
) -> Reply {
    let (place, now, asker) = (ids.two(), app.studio.clock.now(), principal.clone());
    let write = move |tx: &mut Tx<'_>| {
        let held = get_for_update(tx, &asker, &place)?;
        entities::check(tx, &held.project, model.entity_type, &model.entity_id)?;
        let link = Link {
            id: ids::new(now),
            kind: LinkKind::Entity(model.entity_type),
            entity_id: model.entity_id.clone(),
            label: model.label.clone().unwrap_or_default(),
            created_at: now,
        };
        let view = link.shown(model.entity_type);
        held.add(tx, link, &asker, now)?;
        enveloped(&view)
    };
    let text = once::write(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(json(text))
}

/// Links an event to a lore entry.
pub(crate) async fn create_lore(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<LoreLinkCreate>,
) -> Reply {
    let (place, now, asker) = (ids.two(), app.studio.clock.now(), principal.clone());
    let write = move |tx: &mut Tx<'_>| {
        let held = get_for_update(tx, &asker, &place)?;
        entities::check_lore_entry(tx, &held.project, &model.lore_entry_id)?;
        let link = Link {
            id: ids::new(now),
            kind: LinkKind::Lore,
            entity_id: model.lore_entry_id.clone(),
            label: String::new(),
            created_at: now,
        };
        let view = link.shown_as_lore();
        held.add(tx, link, &asker, now)?;
        enveloped(&view)
    };
    let text = once::write(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(json(text))
}

/// Removes a link.
pub(crate) async fn remove(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    unlink(app, principal, ids.three(), |kind| matches!(kind, LinkKind::Entity(_))).await
}

/// Removes a link to a lore entry.
pub(crate) async fn remove_lore(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    unlink(app, principal, ids.three(), |kind| kind == LinkKind::Lore).await
}

async fn unlink(
    app: App,
    principal: Principal,
    (timeline_id, event_id, id): (String, String, String),
    is_meant: fn(LinkKind) -> bool,
) -> Reply {
    let (place, now) = ((timeline_id, event_id), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let mut held = get_for_update(tx, &principal, &place)?;
            let at = held.ties.links.iter().position(|link| link.id == id && is_meant(link.kind));
            let at = at.ok_or_else(|| Error::not_found("Link", &id))?;
            let link = held.ties.links.remove(at);
            links::remove(tx, &held.project, &link)?;
            held.changed(tx, -1, &principal, now)
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// An event that is held, with what it is tied to.
struct Held {
    project: ProjectAccess,
    event: Event,
    ties: Ties,
}

/// Holds the event of a timeline, and their project; `place` has the ids of both.
fn get_for_update(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (timeline_id, event_id): &(String, String),
) -> Result<Held> {
    let (project, timeline) = with_project_for_update(tx, principal, timeline_id)?;
    let event = events::get_for_update(tx, &project, &timeline.id, event_id)?;
    let ties = events::ties(tx, &project, &event)?;
    Ok(Held { project, event, ties })
}

impl Held {
    /// Makes one more link.
    fn add(mut self, tx: &mut Tx<'_>, link: Link, principal: &Principal, now: Time) -> Result<()> {
        self.ties.may_have(&link)?;
        links::add(tx, &self.project, &self.event.id, &link)?;
        self.ties.links.push(link);
        self.changed(tx, 1, principal, now)
    }

    /// Keeps and tells that the event has changed, and counts the links it gained or lost.
    fn changed(
        mut self,
        tx: &mut Tx<'_>,
        gained: i64,
        principal: &Principal,
        now: Time,
    ) -> Result<()> {
        self.event.touch(now);
        events::save(tx, &self.project, &self.event)?;
        about(Kind::TimelineEvent, &self.project, &principal.user, now).count(tx, gained)?;
        tell(tx, &self.project, self.event, self.ties, &principal.user, now).map(drop)
    }
}
