//! Handlers of messages, of people and of external agents.

use axum::extract::State;
use domain::messages::{
    MessageQuery, SendMessage,
    approvals::{Denial, Verdict},
    external::{MessageAcknowledge, MessageExtend, MessageLease, MessageReply},
    view::MessageWithHistory,
};
use engine::messages::{self, approvals, cancellation, compliance, external, replies};

pub(crate) use domain::messages::{
    external::{MessageExtendResponse, MessageLeaseResponse},
    view::{MessageItem, OwnershipItem, ProtocolsResponse, SendMessageResponse},
};

use crate::{
    App,
    answer::{self, Reply},
    auth::CurrentUser,
    body::{Body, NoBody},
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn send(caller: Caller, Body(request): Body<SendMessage>) -> Reply {
    let studio = caller.studio();
    caller.change(answer::bare, move |change| messages::send(change, &studio, &request)).await
}

pub(crate) async fn list(caller: Caller, Query(query): Query<MessageQuery>) -> Reply {
    // A filter that few messages fit makes this a long read.
    caller
        .scan(answer::page("messages"), move |tx, principal| messages::list(tx, principal, &query))
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::bare, move |tx, principal| messages::get(tx, principal, &id)).await
}

pub(crate) async fn reply(caller: Caller, ids: Ids, Body(request): Body<MessageReply>) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller.change(answer::bare, move |change| replies::reply(change, &studio, &id, &request)).await
}

pub(crate) async fn replay(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller
        .change(answer::bare, move |change| {
            replies::replay(change, &studio, &id).map(MessageWithHistory::from)
        })
        .await
}

pub(crate) async fn approve(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    decide(caller, ids, Verdict::Approve).await
}

pub(crate) async fn deny(caller: Caller, ids: Ids, Body(denial): Body<Denial>) -> Reply {
    decide(caller, ids, Verdict::from(&denial)).await
}

async fn decide(caller: Caller, ids: Ids, verdict: Verdict) -> Reply {
    let id = ids.one();
    caller
        .change(answer::bare, move |change| {
            approvals::decide(change, &id, &verdict).map(MessageWithHistory::from)
        })
        .await
}

pub(crate) async fn cancel(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let id = ids.one();
    caller
        .change(answer::bare, move |change| {
            cancellation::cancel(change, &id).map(MessageWithHistory::from)
        })
        .await
}

pub(crate) async fn task(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller.read(answer::bare, move |tx, principal| messages::task(tx, principal, &id)).await
}

pub(crate) async fn protocols(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
) -> Reply {
    let summary = compliance::summary(&app.studio, &principal).await?;
    Ok(answer::respond(answer::bare(&summary)?))
}

pub(crate) async fn lease(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Body(request): Body<MessageLease>,
) -> Reply {
    let (id, stop) = (ids.one(), app.stop.clone());
    let taken = external::lease(&app.studio, &principal, &id, &request, stop).await?;
    Ok(answer::respond(answer::bare(&taken.view())?))
}

pub(crate) async fn acknowledge(
    caller: Caller,
    ids: Ids,
    Body(request): Body<MessageAcknowledge>,
) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller
        .change(answer::bare, move |change| {
            external::acknowledge(change, &studio, &id, &request).map(MessageWithHistory::from)
        })
        .await
}

pub(crate) async fn extend(caller: Caller, ids: Ids, Body(request): Body<MessageExtend>) -> Reply {
    let id = ids.one();
    caller.change(answer::bare, move |change| external::extend(change, &id, &request)).await
}
