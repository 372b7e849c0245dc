//! The nodes' room at the door: outlines, whose nodes find their places as documents do.

use axum::{extract::State, http::HeaderMap};
use domain::{
    Result, Time,
    events::Kind,
    ids,
    nodes::{NOUN, Node, NodeCreate, NodeQuery, NodeUpdate},
    tree::may_lie,
};
use store::{
    Tx, documents, nodes,
    projects::{self, ProjectAccess},
    promises,
};

pub(crate) use domain::nodes::NodeItem;

use crate::{
    App,
    answer::{Reply, enveloped, nothing, success, success_listing, tagged},
    auth::CurrentUser,
    body::{Body, KeyedBody},
    once::{self, Versioned},
    path::Ids,
    projects::check_current,
    query::Query,
    tell::About,
};

/// Puts a node into an outline.
pub(crate) async fn create(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    KeyedBody { model, key }: KeyedBody<NodeCreate>,
) -> Reply {
    let now = app.studio.clock.now();
    let asker = principal.clone();
    let write = move |tx: &mut Tx<'_>| {
        let project = projects::lock(tx, &asker, &model.project_id)?;
        let (id, parent) = (ids::new(now), model.parent_id.as_deref());
        may_lie(NOUN, &id, &nodes::above(tx, &project, parent)?, 0)?;
        check_document(tx, &project, model.document_id.as_deref())?;
        let position = match model.position {
            Some(position) => {
                nodes::make_room(tx, &project, parent, position, &id, now)?;
                position
            }
            None => nodes::next_position(tx, &project, parent)?,
        };
        let node = Node::create(id, project.id(), &model, position, now);
        nodes::create(tx, &project, &node)?;
        about(&project, &asker.user, now).count(tx, node.links())?;
        tell(tx, &project, node, &asker.user, now)
    };
    let (text, version) =
        once::write_versioned(&app.studio.database, &principal, key, now, write).await?;
    app.studio.wakers.events.notify();
    Ok(tagged(success(&text), version))
}

/// The nodes of a project's outline: those of one parent by position, all in the order of reading.
pub(crate) async fn list(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    Query(query): Query<NodeQuery>,
) -> Reply {
    let (database, is_of_one_parent) = (&app.studio.database, query.parent_id.is_some());
    let look = move |tx: &mut Tx<'_>| {
        let project = projects::check(tx, &principal, &query.project_id)?;
        nodes::list(tx, &project, &query)
    };
    // The order of reading is found by a look at all of the tree.
    let page =
        if is_of_one_parent { database.read(look).await? } else { database.scan(look).await? };
    success_listing("nodes", page.map(NodeItem::of))
}

/// A node of an outline.
pub(crate) async fn read(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let id = ids.one();
    let (_, node) = app.studio.database.read(move |tx| nodes::find(tx, &principal, &id)).await?;
    let version = node.version;
    Ok(tagged(enveloped(&NodeItem::of(node))?, version))
}

/// Changes only what the body names.
pub(crate) async fn update(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
    headers: HeaderMap,
    Body(model): Body<NodeUpdate>,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    let (text, version) = app
        .studio
        .database
        .write(move |tx| {
            let (project, _) = nodes::find(tx, &principal, &id)?;
            if model.moves_or_links() {
                projects::lock(tx, &principal, project.id())?;
            }
            let before = nodes::get_for_update(tx, &project, &id)?;
            check_current("The node", &headers, before.version)?;
            let mut node = before.clone();
            node.update(&model, now);
            check_document(tx, &project, model.document_id.value().map(String::as_str))?;
            if model.moves() {
                settle(tx, &project, &before, &mut node, model.position.value().is_some())?;
            }
            nodes::save(tx, &project, &node)?;
            about(&project, &principal.user, now).count(tx, node.links() - before.links())?;
            tell(tx, &project, node, &principal.user, now)
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(tagged(success(&text), version))
}

/// Finds a node that moves its place: the one it names, else behind the last of its new siblings.
fn settle(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    before: &Node,
    node: &mut Node,
    placed: bool,
) -> Result<()> {
    let (id, parent) = (before.id.as_str(), node.parent_id.as_deref());
    if before.parent_id != node.parent_id {
        let above = nodes::above(tx, project, parent)?;
        may_lie(NOUN, id, &above, nodes::height(tx, project, id)?)?;
        if !placed {
            node.position = nodes::next_position(tx, project, parent)?;
        }
    }
    if placed {
        nodes::make_room(tx, project, parent, node.position, id, node.modified_at)?;
    }
    Ok(())
}

/// That the document which tells a node is there.
fn check_document(tx: &mut Tx<'_>, project: &ProjectAccess, id: Option<&str>) -> Result<()> {
    id.map_or(Ok(()), |id| documents::get(tx, project, id).map(drop))
}

/// Takes a node out of its outline: what lies in it takes its place, and promises point there no
/// more.
pub(crate) async fn delete(
    State(app): State<App>,
    CurrentUser(principal): CurrentUser,
    ids: Ids,
) -> Reply {
    let (id, now) = (ids.one(), app.studio.clock.now());
    app.studio
        .database
        .write(move |tx| {
            let (project, _) = nodes::find(tx, &principal, &id)?;
            projects::lock(tx, &principal, project.id())?;
            let node = nodes::get_for_update(tx, &project, &id)?;
            nodes::lift_children(tx, &project, &node, now)?;
            let unlinked = promises::unlink_node(tx, &project, &id, now)?;
            nodes::delete(tx, &project, &id)?;
            about(&project, &principal.user, now).count(tx, -node.links() - unlinked)?;
            about(&project, &principal.user, now).gone(tx, &NodeItem::of(node))
        })
        .await?;
    app.studio.wakers.events.notify();
    Ok(nothing())
}

/// Tells of a node as it is now; its text for the answer.
fn tell(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    node: Node,
    account: &str,
    now: Time,
) -> Result<Versioned> {
    let version = node.version;
    Ok((about(project, account, now).changed(tx, &NodeItem::of(node))?, version))
}

fn about<'a>(project: &'a ProjectAccess, account: &'a str, now: Time) -> About<'a> {
    About { kind: Kind::Node, project, account, now }
}
