//! Handlers of documents.

use domain::{
    documents::{
        DocumentCreate, DocumentQuery, DocumentUpdate, RevisionUpdate,
        parts::{DocumentMerge, DocumentSplit},
    },
    page::PageQuery,
};
use engine::documents::{self, parts};
use store::ReadLength;

pub(crate) use domain::documents::{
    DocumentItem, Revision, RevisionLabel,
    parts::{MergedDocument, SplitDocument},
};

use crate::{
    answer::{self, Reply},
    body::{Body, LargeBody, NoBody},
    caller::{Caller, IfMatch},
    path::Ids,
    query::Query,
};

pub(crate) async fn create(
    caller: Caller,
    ids: Ids,
    LargeBody(create): LargeBody<DocumentCreate>,
) -> Reply {
    let (project_id, words) = (ids.one(), documents::words(&create.content));
    caller
        .change(answer::record, move |change| {
            documents::create(change, &project_id, &create, words)
        })
        .await
}

pub(crate) async fn list(caller: Caller, ids: Ids, Query(query): Query<DocumentQuery>) -> Reply {
    let project_id = ids.one();
    // The order of reading, and a text in titles, are found by reading the whole tree.
    let length = ReadLength::long_if(query.parent_id.is_none() || query.q.is_some());
    caller
        .read_or_scan(length, answer::page("documents"), move |tx, principal| {
            documents::list(tx, principal, &project_id, &query)
        })
        .await
}

pub(crate) async fn get(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::record, move |tx, principal| {
            documents::get(tx, principal, (&project_id, &id))
        })
        .await
}

pub(crate) async fn update(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    LargeBody(update): LargeBody<DocumentUpdate>,
) -> Reply {
    let ((project_id, id), words) = (ids.two(), documents::words_of(&update));
    caller
        .change(answer::record, move |change| {
            documents::update(change, (&project_id, &id), &expected, &update, words)
        })
        .await
}

pub(crate) async fn split(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(split): Body<DocumentSplit>,
) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let (project_id, id) = ids.two();
    let of = (project_id.clone(), id.clone());
    let reading = parts::read_split(&studio, &principal, (&of.0, &of.1), &split);
    caller
        .change_after(reading, answer::record, move |change, read| {
            parts::split(change, (&project_id, &id), &expected, read)
        })
        .await
}

pub(crate) async fn merge(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    Body(merge): Body<DocumentMerge>,
) -> Reply {
    let (studio, principal) = (caller.studio(), caller.principal.clone());
    let (project_id, id) = ids.two();
    let of = (project_id.clone(), id.clone());
    let reading = parts::read_merge(&studio, &principal, (&of.0, &of.1));
    caller
        .change_after(reading, answer::record, move |change, read| {
            parts::merge(change, (&project_id, &id), &expected, (read, &merge))
        })
        .await
}

pub(crate) async fn trash(caller: Caller, ids: Ids, IfMatch(expected): IfMatch) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::deleted, move |change| {
            documents::trash(change, (&project_id, &id), &expected)
        })
        .await
}

pub(crate) async fn restore(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    _: NoBody,
) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            documents::restore(change, (&project_id, &id), &expected)
        })
        .await
}

pub(crate) async fn lock(caller: Caller, ids: Ids, IfMatch(expected): IfMatch, _: NoBody) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            documents::lock(change, (&project_id, &id), &expected)
        })
        .await
}

pub(crate) async fn unlock(
    caller: Caller,
    ids: Ids,
    IfMatch(expected): IfMatch,
    _: NoBody,
) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .change(answer::record, move |change| {
            documents::unlock(change, (&project_id, &id), &expected)
        })
        .await
}

pub(crate) async fn revisions(caller: Caller, ids: Ids, Query(query): Query<PageQuery>) -> Reply {
    let (project_id, id) = ids.two();
    caller
        .read(answer::page("revisions"), move |tx, principal| {
            documents::revisions(tx, principal, (&project_id, &id), &query)
        })
        .await
}

pub(crate) async fn get_revision(caller: Caller, ids: Ids) -> Reply {
    let (project_id, id, version) = ids.three();
    caller
        .read(answer::bare, move |tx, principal| {
            documents::get_revision(tx, principal, (&project_id, &id), &version)
        })
        .await
}

pub(crate) async fn label_revision(
    caller: Caller,
    ids: Ids,
    Body(update): Body<RevisionUpdate>,
) -> Reply {
    let (project_id, id, version) = ids.three();
    caller
        .change(answer::bare, move |change| {
            documents::label_revision(change, (&project_id, &id), &version, &update)
        })
        .await
}
