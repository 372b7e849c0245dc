//! What agents outside the process ask of the hub: to lease messages, to extend a lease, to
//! acknowledge.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use domain::messages::outside::{LeasedMessage, MessageAcknowledge, MessageExtend, MessageLease};
use engine::hub::{self, outside};

pub(crate) use domain::messages::outside::{MessageExtendResponse, MessageLeaseResponse};

use super::MessageItem;
use crate::{
    App,
    answer::{self, Reply, json},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once,
    path::Ids,
};

/// Takes messages of an agent outside, and waits for one where that is asked for.
pub(crate) async fn lease(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Body(wanted): Body<MessageLease>,
) -> Reply {
    let id = ids.one();
    let taken = outside::lease(&app.studio, &principal, &id, &wanted, app.stop.clone()).await?;
    let leased = taken.leased.iter().map(|leased| LeasedMessage {
        message: MessageItem::with_history(&leased.message),
        epoch: leased.epoch,
        lease_until: leased.message.lease_end(taken.until),
    });
    Ok(json(answer::text(&MessageLeaseResponse {
        agent_id: taken.agent_id.clone(),
        messages: leased.collect(),
    })?))
}

/// Ends a leased message, together with its reply.
pub(crate) async fn acknowledge(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    KeyedBody { model, key }: KeyedBody<MessageAcknowledge>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (studio, asker) = (app.studio.clone(), principal.clone());
    // A repeat of the request finds its first answer, and ends nothing.
    let ended = Arc::new(Mutex::new(None));
    let end = Arc::clone(&ended);
    let text = once::write(&app.studio.database, &principal, key, now, move |tx| {
        let message = outside::acknowledge(&studio, tx, &asker, &id, &model, now)?;
        let what = (message.state, message.from_agent.clone(), message.to_agent.clone());
        *end.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
        answer::text(&MessageItem::with_history(&message))
    })
    .await?;
    let ended = ended.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some((state, from_agent, to_agent)) = ended {
        app.studio.meters.ended_as(state);
        // The next of its line waits for the agent, and whoever asked may have its answer.
        for agent_id in [from_agent, to_agent] {
            hub::ring(&app.studio, &agent_id);
        }
    }
    Ok(json(text))
}

/// Extends the lease of a message.
pub(crate) async fn extend(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Body(model): Body<MessageExtend>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (message_id, epoch) = (id.clone(), model.epoch);
    let lease_until = app
        .studio
        .database
        .write(move |tx| outside::extend(tx, &principal, &id, &model, now))
        .await?;
    Ok(json(answer::text(&MessageExtendResponse { message_id, epoch, lease_until })?))
}
