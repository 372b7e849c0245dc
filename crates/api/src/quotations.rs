//! Handlers of quotations.

use domain::quotations::{QuotationQuery, QuotationUpdate};
use engine::quotations;

pub(crate) use domain::quotations::QuotationItem;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::Caller,
    path::Ids,
    query::Query,
};

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<QuotationQuery>) -> Reply {
    let (studio, (project_id, document_id)) = (&caller.app().studio, ids.two());
    let of = (project_id.as_str(), document_id.as_str());
    let page = quotations::list(studio, &caller.principal, of, &query).await?;
    Ok(answer::respond(answer::page("quotations")(&page)?))
}

pub(crate) async fn update(caller: Caller, ids: Ids, Body(update): Body<QuotationUpdate>) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let (project_id, document_id, id) = ids.three();
    let of = project_id.clone();
    let reading = quotations::read(&studio, &principal, (&of, &document_id));
    caller
        .change_after(reading, answer::bare, move |change, read| {
            quotations::update(change, (&project_id, &id), read, &update)
        })
        .await
}
