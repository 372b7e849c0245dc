//! Handlers of findings and analyses.

use domain::findings::{FindingQuery, FindingUpdate, analysis::AnalysisCreate};
use engine::{analyses, findings};

pub(crate) use domain::findings::{FindingItem, analysis::AnalysisItem};

use crate::{
    answer::{self, Reply},
    body::Body,
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<FindingQuery>) -> Reply {
    let project_id = ids.one();
    // The texts are read for the lines, and few findings may fit a filter.
    caller
        .scan(answer::page("findings"), move |tx, principal| {
            findings::list(tx, principal, &project_id, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::record, move |tx, principal| findings::get(tx, principal, (&project_id, &id)))
        .await
}

pub(crate) async fn analyse(caller: Caller, ids: Ids, Body(create): Body<AnalysisCreate>) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let project_id = ids.one();
    let of = project_id.clone();
    let reading = analyses::read(&studio, &principal, &of, &create);
    caller
        .change_after(reading, answer::bare, move |change, read| {
            analyses::record(change, &project_id, read)
        })
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(update): Body<FindingUpdate>,
) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            findings::update(change, (&project_id, &id), &expected, &update)
        })
        .await
}
