//! Handlers of the names of a manuscript.

use domain::names::NameQuery;
use engine::names;

pub(crate) use domain::names::NameItem;

use crate::{
    answer::{self, Reply},
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<NameQuery>) -> Reply {
    let (studio, project_id) = (&caller.app().studio, ids.one());
    let page = names::list(studio, &caller.principal, &project_id, query).await?;
    Ok(answer::respond(answer::page("names")(&page)?))
}
