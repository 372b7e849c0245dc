//! The messages' room at the door. What agents outside ask is in [`outside`].

pub(crate) mod outside;

use axum::extract::State;
use domain::{
    Error,
    messages::{Message, MessageQuery, SendMessage, outside::MessageReply},
};
use engine::hub;
use serde::{Serialize, Serializer};
use store::messages;

pub(crate) use domain::messages::item::{
    MessageItem, OwnershipItem, ProtocolsResponse, SendMessageResponse,
};

use crate::{
    App,
    answer::{self, Reply, json, listing},
    auth::CurrentUser,
    body::KeyedBody,
    once::{self, OwnKey},
    path::Ids,
    query::Query,
};

/// Sends a message to an agent.
pub(crate) async fn send(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<SendMessage>,
) -> Reply {
    let now = app.studio.clock.now();
    let (studio, asker, to) = (app.studio.clone(), principal.clone(), model.to_agent.clone());
    let sent = once::write(&app.studio.database, &principal, key, now, move |tx| {
        answer::text(&hub::send(&studio, tx, &asker, &model, now)?)
    })
    .await?;
    hub::ring(&app.studio, &to);
    Ok(json(sent))
}

/// The messages the caller may see. A filter that hardly any message fits makes this a long read.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<MessageQuery>,
) -> Reply {
    let page = app.studio.database.scan(move |tx| messages::list(tx, &principal, &query)).await?;
    listing("messages", page.map(Listed))
}

/// A message of a list.
struct Listed(Message);

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        MessageItem::of(&self.0).serialize(to)
    }
}

/// A message with its states so far.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let message = app.studio.database.read(move |tx| messages::get(tx, &principal, &id)).await?;
    Ok(json(answer::text(&MessageItem::with_history(&message))?))
}

/// Answers a message in the name of its recipient.
pub(crate) async fn reply(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<MessageReply>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (studio, asker) = (app.studio.clone(), principal.clone());
    let sent = once::write(&app.studio.database, &principal, key, now, move |tx| {
        answer::text(&hub::answers::reply(&studio, tx, &asker, &id, &model, now)?)
    })
    .await?;
    ring(&app);
    Ok(json(sent))
}

/// Puts a dead letter back into its mailbox.
pub(crate) async fn replay(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    OwnKey(key): OwnKey,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (studio, asker) = (app.studio.clone(), principal.clone());
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        let message = hub::answers::replay(&studio, tx, &asker, &id, now)?;
        answer::text(&MessageItem::with_history(&message))
    })
    .await?;
    ring(&app);
    Ok(json(text))
}

/// Whoever waits for messages or events may have some now.
fn ring(app: &App) {
    app.studio.wakers.mailboxes.notify();
    app.studio.wakers.events.notify();
}

/// Whose a task is that was handed on.
pub(crate) async fn task(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let task = id.clone();
    let found = app
        .studio
        .database
        .read(move |tx| messages::find_owner(tx, &principal.user, &task))
        .await?;
    let ownership = found.ok_or_else(|| Error::not_found("Task", &id))?;
    Ok(json(answer::text(&OwnershipItem {
        task_id: id,
        owner: ownership.owner,
        version: ownership.version,
        message_id: ownership.message_id,
        since: ownership.since,
    })?))
}

/// How the hub keeps to its protocol.
pub(crate) async fn protocols(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
) -> Reply {
    Ok(json(answer::text(&hub::compliance::summary(&app.studio, principal).await?)?))
}
