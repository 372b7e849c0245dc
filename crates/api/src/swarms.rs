//! Handlers of swarms. The stream of a swarm is in [`crate::stream`].

use axum::extract::State;
use domain::{
    messages::approvals::{Denial, Verdict},
    swarms::{Subtask, SwarmCreate},
};
use engine::swarms::{self, approvals};

pub(crate) use domain::swarms::{
    overview::Overview,
    view::{SubtaskItem, SwarmDetail, SwarmItem, SwarmList},
};

use crate::{
    App,
    answer::{self, Reply},
    auth::CurrentUser,
    body::{Body, NoBody},
    caller::Caller,
    path::Ids,
};

pub(crate) async fn create(caller: Caller, Body(create): Body<SwarmCreate>) -> Reply {
    let studio = caller.studio();
    caller.change(answer::bare, move |change| swarms::create(change, &studio, &create)).await
}

pub(crate) async fn list(caller: Caller) -> Reply {
    swarms::check_running(&caller.studio())?;
    caller.read(answer::bare, swarms::list).await
}

pub(crate) async fn overview(State(app): State<App>, _: CurrentUser) -> Reply {
    let overview = swarms::overview(&app.studio).await?;
    Ok(answer::respond(answer::bare(&overview)?))
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let id = ids.one();
    caller
        .scan(answer::rendered, move |tx, principal| {
            swarms::get(tx, principal, &id, |detail| answer::text(detail))
        })
        .await
}

pub(crate) async fn cancel(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let id = ids.one();
    caller.change(answer::bare, move |change| swarms::cancel(change, &id)).await
}

pub(crate) async fn retry(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    let (studio, id) = (caller.studio(), ids.one());
    caller.change(answer::bare, move |change| swarms::retry(change, &studio, &id)).await
}

pub(crate) async fn approve(caller: Caller, ids: Ids, _: NoBody) -> Reply {
    decide(caller, ids, Verdict::Approve).await
}

pub(crate) async fn deny(caller: Caller, ids: Ids, Body(denial): Body<Denial>) -> Reply {
    decide(caller, ids, Verdict::from(&denial)).await
}

async fn decide(caller: Caller, ids: Ids, verdict: Verdict) -> Reply {
    let (swarm_id, key) = ids.two();
    caller
        .change(
            |(subtask, after): &(Subtask, Vec<String>)| {
                answer::bare(&SubtaskItem::of(subtask, after, None))
            },
            move |change| approvals::decide(change, &swarm_id, &key, &verdict),
        )
        .await
}
