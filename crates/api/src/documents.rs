//! The documents' room at the door.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Error, Result, Time,
    documents::{Document, DocumentCreate, DocumentQuery, DocumentUpdate, NOUN},
    events::Kind,
    ids,
    page::PageQuery,
    patch::Patch,
    projects::summary::Progress,
    tree::may_lie,
};
use store::{
    Tx, documents, nodes,
    projects::{self, ProjectAccess},
    summaries::{self, Counters},
};

pub(crate) use domain::documents::{DocumentItem, Revision};

use crate::{
    App,
    answer::{self, Reply, json, listing, nothing, tagged},
    auth::CurrentUser,
    body::{KeyedBody, LargeBody, LargeKeyedBody},
    once::{self, OwnKey},
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// Makes a document.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    LargeKeyedBody(KeyedBody { model, key }): LargeKeyedBody<DocumentCreate>,
) -> Reply {
    let (project_id, now) = (ids.one(), app.studio.clock.now());
    let words = engine::documents::words(&model.content);
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let project = projects::lock(tx, &asker, &project_id)?;
        let (id, parent) = (ids::new(now), model.parent_id.as_deref());
        may_lie(NOUN, &id, &documents::above(tx, &project, parent)?, 0)?;
        let position = match model.position {
            Some(position) => {
                documents::make_room(tx, &project, parent, position, &id, now)?;
                position
            }
            None => documents::next_position(tx, &project, parent)?,
        };
        let document = Document::create(id, project.id(), &model, position, words, now);
        documents::create(tx, &project, &document, &model.content, None)?;
        count(tx, &project, &asker.user, (None, Some(&document)), 0, now)?;
        let version = document.version;
        Ok((tell(tx, &project, document, &asker.user, now)?, version))
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(tagged(text, version))
}

/// A project's documents: those of one parent by position, all in the order of reading.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<DocumentQuery>,
) -> Reply {
    let project_id = ids.one();
    let (database, is_of_one_parent) = (&app.studio.database, query.parent_id.is_some());
    let look = move |tx: &mut Tx<'_>| {
        let (project, _, summary) = projects::get(tx, &principal, &project_id)?;
        documents::list(tx, &project, &query, summary.documents)
    };
    // The order of reading is found by a look at all of the tree.
    let page =
        if is_of_one_parent { database.read(look).await? } else { database.scan(look).await? };
    listing("documents", page.map(|document| DocumentItem::of(document, None)))
}

/// A document with its text.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (project_id, id) = ids.two();
    let (document, content) = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            let document = documents::get(tx, &project, &id)?;
            Ok((document, documents::content(tx, &project, &id)?))
        })
        .await?;
    let version = document.version;
    Ok(tagged(answer::text(&DocumentItem::of(document, Some(content)))?, version))
}

/// Changes only what the body names; the text before stays as a revision.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    LargeBody(model): LargeBody<DocumentUpdate>,
) -> Reply {
    let ((project_id, id), now) = (ids.two(), app.studio.clock.now());
    let words = match &model.content {
        Patch::Keep => None,
        Patch::Clear => Some(0),
        Patch::Set(content) => Some(engine::documents::words(content)),
    };
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let project = if moves(&model) {
                projects::lock(tx, &principal, &project_id)?
            } else {
                projects::check(tx, &principal, &project_id)?
            };
            let before = documents::get_for_update(tx, &project, &id)?;
            check_current("The document", &headers, before.version)?;
            let mut document = before.clone();
            document.update(&model, words, now);
            if moves(&model) {
                let placed = model.position.value().is_some();
                settle(tx, &project, &before, &mut document, placed)?;
            }
            if let Some(content) = model.content.text() {
                documents::rewrite(tx, &project, &before, content, &principal.user, now)?;
            }
            documents::save(tx, &project, &document)?;
            count(tx, &project, &principal.user, (Some(&before), Some(&document)), 0, now)?;
            let version = document.version;
            Ok((tell(tx, &project, document, &principal.user, now)?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(tagged(text, version))
}

fn moves(update: &DocumentUpdate) -> bool {
    update.parent_id != Patch::Keep || update.position.value().is_some()
}

/// Finds a document that moves its place: the one it names, else behind the last of its new
/// siblings.
fn settle(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    before: &Document,
    document: &mut Document,
    placed: bool,
) -> Result<()> {
    let (id, parent) = (before.id.as_str(), document.parent_id.as_deref());
    if before.parent_id != document.parent_id {
        let above = documents::above(tx, project, parent)?;
        may_lie(NOUN, id, &above, documents::height(tx, project, id)?)?;
        if !placed {
            document.position = documents::next_position(tx, project, parent)?;
        }
    }
    if placed {
        documents::make_room(tx, project, parent, document.position, id, document.modified_at)?;
    }
    Ok(())
}

/// Puts a document into the bin; what lay in it comes in its place, and nothing points at it.
pub(crate) async fn bin(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
) -> Reply {
    let ((project_id, id), now) = (ids.two(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let project = projects::lock(tx, &principal, &project_id)?;
            let document = documents::get_for_update(tx, &project, &id)?;
            check_current("The document", &headers, document.version)?;
            documents::bin(tx, &project, &document, now)?;
            let unlinked = nodes::unlink_document(tx, &project, &id, now)?;
            count(tx, &project, &principal.user, (Some(&document), None), -unlinked, now)?;
            about(&project, &principal.user, now).gone(tx, &DocumentItem::of(document, None))
        })
        .await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(nothing())
}

/// Takes a document out of the bin.
pub(crate) async fn restore(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    OwnKey(key): OwnKey,
) -> Reply {
    let ((project_id, id), now) = (ids.two(), app.studio.clock.now());
    let asker = principal.clone();
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, move |tx| {
            let project = projects::lock(tx, &asker, &project_id)?;
            let mut document = documents::unbin(tx, &project, &id)?;
            check_current("The document", &headers, document.version)?;
            // What it lay in may lie deeper by now than it did.
            let above = documents::above(tx, &project, document.parent_id.as_deref())?;
            if may_lie(NOUN, &id, &above, 0).is_err() {
                document.parent_id = None;
            }
            let parent = document.parent_id.as_deref();
            documents::make_room(tx, &project, parent, document.position, &id, now)?;
            document.touch(now);
            documents::save(tx, &project, &document)?;
            count(tx, &project, &asker.user, (None, Some(&document)), 0, now)?;
            let version = document.version;
            Ok((tell(tx, &project, document, &asker.user, now)?, version))
        })
        .await?;
    app.studio.wakers.events.notify();
    app.studio.wakers.mentions.notify();
    Ok(tagged(text, version))
}

/// A document's earlier texts.
pub(crate) async fn revisions(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    Query(query): Query<PageQuery>,
) -> Reply {
    let (project_id, id) = ids.two();
    let page = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            documents::revisions(tx, &project, &id, query.cursor.as_ref(), query.limit)
        })
        .await?;
    listing("revisions", page)
}

/// An earlier text of a document.
pub(crate) async fn revision(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (project_id, id, version) = ids.three();
    let revision = app
        .studio
        .database
        .read(move |tx| {
            let project = projects::check(tx, &principal, &project_id)?;
            let version = version.parse().map_err(|_| Error::not_found("Revision", &version))?;
            documents::get_revision(tx, &project, &id, version)
        })
        .await?;
    Ok(json(answer::text(&revision)?))
}

/// Counts what became of a document in its project.
fn count(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    account: &str,
    (before, after): (Option<&Document>, Option<&Document>),
    connections: i64,
    now: Time,
) -> Result<()> {
    let words = |document: Option<&Document>| document.map_or(0, |document| document.words);
    let there = |document: Option<&Document>| i64::from(document.is_some());
    let change = Counters {
        documents: there(after) - there(before),
        words: words(after) - words(before),
        connections,
        progress: Progress::change(before.map(Document::progress), after.map(Document::progress)),
    };
    summaries::count_change(tx, project, account, change, now)
}

/// Tells of a document as it is now; its text for the answer.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    document: Document,
    account: &str,
    now: Time,
) -> Result<String> {
    about(project, account, now).changed(tx, &DocumentItem::of(document, None))
}

fn about<'a>(project: &'a ProjectAccess, account: &'a str, now: Time) -> About<'a> {
    About { kind: Kind::Document, project, account, now }
}
