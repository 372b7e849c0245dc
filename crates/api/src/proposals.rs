//! Handlers of proposals.

use domain::proposals::requests::{ProposalAccept, ProposalCreate, ProposalQuery, ProposalReject};
use engine::proposals;
use store::ReadLength;

pub(crate) use domain::proposals::view::ProposalItem;

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(caller: Caller, ids: Ids, Body(create): Body<ProposalCreate>) -> Reply {
    let project_id = ids.one();
    caller
        .change(answer::record, move |change| proposals::create(change, &project_id, &create))
        .await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<ProposalQuery>) -> Reply {
    let project_id = ids.one();
    caller
        .read(answer::page("proposals"), move |tx, principal| {
            proposals::list(tx, principal, &project_id, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    // The words of every change are looked for in the text.
    caller
        .read_or_scan(ReadLength::long_if(true), answer::record, move |tx, principal| {
            proposals::get(tx, principal, (&project_id, &id))
        })
        .await
}

pub(crate) async fn accept(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(accept): Body<ProposalAccept>,
) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            proposals::accept(change, (&project_id, &id), &expected, &accept)
        })
        .await
}

pub(crate) async fn reject(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(reject): Body<ProposalReject>,
) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            proposals::reject(change, (&project_id, &id), &expected, &reject)
        })
        .await
}
