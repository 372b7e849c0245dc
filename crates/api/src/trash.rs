//! Handlers of the trash: what lies there. Restoring it is for the handlers of projects and documents.

use domain::page::PageQuery;
use engine::trash;

pub(crate) use domain::trash::{TrashedDocument, TrashedProject};

use crate::{
    answer::{self, Reply},
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn projects(caller: Caller, Query(query): Query<PageQuery>) -> Reply {
    caller
        .read(answer::page("trashedProjects"), move |tx, principal| {
            trash::projects(tx, principal, &query)
        })
        .await
}

pub(crate) async fn documents(caller: Caller, ids: Ids, Query(query): Query<PageQuery>) -> Reply {
    let project_id = ids.one();
    caller
        .read(answer::page("trashedDocuments"), move |tx, principal| {
            trash::documents(tx, principal, &project_id, &query)
        })
        .await
}
