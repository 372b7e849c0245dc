//! Handlers of the ledger of facts.

use domain::facts::{FactQuery, FactUpdate};
use engine::ledger;

pub(crate) use domain::facts::view::FactItem;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<FactQuery>) -> Reply {
    let (studio, project_id) = (&caller.app().studio, ids.one());
    let page = ledger::list(studio, &caller.principal, &project_id, query).await?;
    Ok(answer::respond(answer::page("facts")(&page)?))
}

pub(crate) async fn update(caller: Caller, ids: Ids, Body(update): Body<FactUpdate>) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let (project_id, id) = ids.two();
    let of = project_id.clone();
    let reading = ledger::find(&studio, &principal, &of, &id);
    caller
        .change_after(reading, answer::bare, move |change, fact| {
            ledger::update(change, &project_id, fact, &update)
        })
        .await
}
