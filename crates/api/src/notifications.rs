//! The notifications' room at the door: what the caller was told. Nobody sees those of others.

use axum::extract::State;
use domain::notifications::{NotificationQuery, TestNotification};
use store::notifications;

pub(crate) use domain::notifications::{NotificationItem, ReadAll, TestNotificationResponse};

use crate::{
    App,
    answer::{self, Reply, json, listing},
    auth::CurrentUser,
    body::KeyedBody,
    once::{self, OwnKey},
    path::Ids,
    query::Query,
};

/// Tells the caller something, to try things out.
pub(crate) async fn test(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<TestNotification>,
) -> Reply {
    let now = app.studio.clock.now();
    let user = principal.user.clone();
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        let made = engine::notifications::notify(tx, &user, model.note(), now)?;
        answer::text(&TestNotificationResponse::of(made))
    })
    .await?;
    app.studio.wakers.events.notify();
    Ok(json(text))
}

/// What the caller was told.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<NotificationQuery>,
) -> Reply {
    let page =
        app.studio.database.read(move |tx| notifications::list(tx, &principal, &query)).await?;
    listing("notifications", page.map(NotificationItem::of))
}

/// The caller has read a notification.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let asker = principal.clone();
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        answer::text(&NotificationItem::of(notifications::read(tx, &asker, &id)?))
    })
    .await?;
    Ok(json(text))
}

/// The caller has read everything.
pub(crate) async fn read_all(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    OwnKey(key): OwnKey,
) -> Reply {
    let now = app.studio.clock.now();
    let asker = principal.clone();
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        answer::text(&ReadAll { read: notifications::read_all(tx, &asker)? })
    })
    .await?;
    Ok(json(text))
}
