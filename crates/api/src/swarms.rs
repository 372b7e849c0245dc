//! Handlers of swarms. The stream of a swarm is in [`crate::stream`].

use axum::extract::State;
use domain::swarms::SwarmCreate;
use engine::swarms;

pub(crate) use domain::swarms::{
    overview::Overview,
    view::{SwarmDetail, SwarmItem, SwarmList},
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
