//! The messages' room at the door.

use axum::extract::State;
use domain::messages::{Message, MessageQuery, SendMessage};
use engine::hub;
use serde::{Serialize, Serializer};
use store::messages;

pub(crate) use domain::messages::item::{MessageItem, SendMessageResponse};

use crate::{
    App,
    answer::{self, Reply, json, listing},
    asker::Asker,
    body::KeyedBody,
    once,
    path::Ids,
    query::Query,
};

/// Sends a message to an agent.
pub(crate) async fn send(
    State(app): State<App>,
    Asker(principal): Asker,
    KeyedBody { model, key }: KeyedBody<SendMessage>,
) -> Reply {
    let now = app.studio.clock.now();
    let (studio, asker) = (app.studio.clone(), principal.clone());
    let sent = once::write(&app.studio.memory, &principal, key, now, move |tx| {
        answer::text(&hub::send(&studio, tx, &asker, &model, now)?)
    })
    .await?;
    app.studio.bells.mailboxes.ring();
    app.studio.bells.events.ring();
    Ok(json(sent))
}

/// The messages the caller may see. A filter that hardly any message fits makes this a long read.
pub(crate) async fn list(
    State(app): State<App>,
    Asker(principal): Asker,
    Query(query): Query<MessageQuery>,
) -> Reply {
    let page = app.studio.memory.scan(move |tx| messages::list(tx, &principal, &query)).await?;
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
pub(crate) async fn read(State(app): State<App>, Asker(principal): Asker, ids: Ids) -> Reply {
    let id = ids.one();
    let message = app.studio.memory.read(move |tx| messages::get(tx, &principal, &id)).await?;
    Ok(json(answer::text(&MessageItem::with_history(&message))?))
}
