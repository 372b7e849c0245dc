//! The lore's room at the door.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Time,
    events::Kind,
    ids,
    lore::{Entry, LoreCreate, LoreQuery, LoreUpdate},
    page::PageQuery,
    patch::Patch,
};
use store::{
    Tx, lore,
    projects::{self, ProjectAccess},
    timelines,
};

pub(crate) use domain::lore::{LoreCategories, LoreItem, LoreMention};

use crate::{
    App,
    answer::{self, Reply, json, listing, nothing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// Makes an entry.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<LoreCreate>,
) -> Reply {
    let (project_id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let project = projects::lock(tx, &asker, &project_id)?;
        let entry = Entry::create(ids::new(now), project.id(), &model, now)?;
        let relations = lore::create(tx, &project, &entry, &model.content)?;
        about(&project, &asker.user, now).count(tx, relations)?;
        let version = entry.version;
        // Nobody can know its mentions before the documents have been read for them.
        let item = LoreItem::of(entry, None, None);
        Ok((about(&project, &asker.user, now).changed(tx, &item)?, version))
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(tagged(text, version))
}

/// A project's entries by name.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<LoreQuery>,
) -> Reply {
    let project_id = ids.one();
    // A search that hardly any entry fits makes this a long read.
    let is_long = query.q.is_some();
    let job = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &principal, &project_id)?;
        lore::list(tx, &project, &query)
    };
    let page = app.studio.database.read_or_scan(is_long, job).await?;
    listing("entries", page.map(|(entry, mentions)| LoreItem::of(entry, mentions, None)))
}

/// Every category with the number of its entries.
pub(crate) async fn categories(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let project_id = ids.one();
    let categories = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            lore::categories(tx, &project)
        })
        .await?;
    Ok(json(answer::text(&categories)?))
}

/// An entry with its text.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (project_id, id) = ids.two();
    let (entry, content, mentions) = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            let (entry, content) = lore::get(tx, &project, &id)?;
            Ok((entry, content, lore::named(tx, &project, &id)?))
        })
        .await?;
    let version = entry.version;
    Ok(tagged(answer::text(&LoreItem::of(entry, mentions, Some(content)))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<LoreUpdate>,
) -> Reply {
    let ((project_id, id), now) = (ids.two(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            // No entry goes while another one is related to it.
            let project = if model.relations == Patch::Keep {
                projects::check(tx, &principal, &project_id)?
            } else {
                projects::lock(tx, &principal, &project_id)?
            };
            let before = lore::get_for_update(tx, &project, &id)?;
            check_current("The entry", &headers, before.version)?;
            let mut entry = before.clone();
            entry.update(&model, now)?;
            let relations = lore::save(tx, &project, (&before, &entry), model.content.text())?;
            about(&project, &principal.user, now).count(tx, relations)?;
            let (mentions, version) = (lore::named(tx, &project, &id)?, entry.version);
            let item = LoreItem::of(entry, mentions, None);
            Ok((about(&project, &principal.user, now).changed(tx, &item)?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(tagged(text, version))
}

/// Removes an entry for good, and what held between it and others; no event is linked to it any more.
pub(crate) async fn remove(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let ((project_id, id), now) = (ids.two(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let project = projects::lock(tx, &principal, &project_id)?;
            let entry = lore::get_for_update(tx, &project, &id)?;
            let mentions = lore::named(tx, &project, &id)?;
            let links = timelines::unlink(tx, &project, &id, now)?;
            let relations = lore::remove(tx, &project, &entry, now)?;
            about(&project, &principal.user, now).count(tx, -links - relations)?;
            let item = LoreItem::of(entry, mentions, None);
            about(&project, &principal.user, now).gone(tx, &item)
        })
        .await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(nothing())
}

/// The documents that name an entry.
pub(crate) async fn mentions(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<PageQuery>,
) -> Reply {
    let (project_id, id) = ids.two();
    let page = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            lore::mentions(tx, &project, &id, &query)
        })
        .await?;
    listing("mentions", page)
}

fn about<'a>(project: &'a ProjectAccess, account: &'a str, now: Time) -> About<'a> {
    About { kind: Kind::Lore, project, account, now }
}
