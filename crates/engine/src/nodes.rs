//! Commands on the nodes of a project's outline, and their views.

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    nodes::{NOUN, Node, NodeCreate, NodeQuery, NodeUpdate},
    page::Page,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx, documents, nodes,
    project_counters::Counters,
    projects::{self, ProjectAccess},
    promises,
};

use crate::{
    change::Change,
    tree::{self, Tree},
};

const TREE: Tree = (&nodes::TREE, NOUN);

/// Creates a node in the outline of a project.
pub fn create(change: &mut Change<'_, '_>, create: &NodeCreate) -> Result<Versioned<Node>> {
    let project = projects::lock(change.tx, change.principal, &create.project_id)?;
    let (id, parent) = (ids::new(change.now), create.parent_id.as_deref());
    let (node, wanted) = ((id.as_str(), parent), create.position);
    let position = tree::position_of_new(change.tx, &project, TREE, node, wanted, change.now)?;
    check_document(change.tx, &project, create.document_id.as_deref())?;
    let node = Node::create(id, project.id(), create, position, change.now);
    nodes::create(change.tx, &project, &node)?;
    let links = node.links();
    change.publish(&project, EventKind::Node, view(node), Counters::of_connections(links))
}

/// A page of a project's outline: the children of one node by position, or all nodes in the order of
/// reading.
pub fn list(tx: &mut Tx<'_>, principal: &Principal, query: &NodeQuery) -> Result<Page<Node>> {
    let project = projects::check(tx, principal, &query.project_id)?;
    nodes::list(tx, &project, query)
}

/// A node.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Versioned<Node>> {
    nodes::find(tx, principal, id).map(|(_, node)| view(node))
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    id: &str,
    expected: &IfMatch,
    update: &NodeUpdate,
) -> Result<Versioned<Node>> {
    let (project, _) = nodes::find(change.tx, change.principal, id)?;
    if update.moves_or_links() {
        projects::lock(change.tx, change.principal, project.id())?;
    }
    let before = nodes::get_for_update(change.tx, &project, id)?;
    expected.check("The node", before.version)?;
    let mut node = before.clone();
    node.update(update, change.now);
    check_document(change.tx, &project, update.document_id.value().map(String::as_str))?;
    if update.moves() {
        let moved = (id, node.parent_id.as_deref());
        let from = (before.position, before.parent_id.as_deref());
        let (wanted, now) = (update.position.value().copied(), node.modified_at);
        node.position =
            tree::position_of_moved(change.tx, &project, TREE, moved, from, wanted, now)?;
    }
    nodes::save(change.tx, &project, &node)?;
    let links = node.links() - before.links();
    change.publish(&project, EventKind::Node, view(node), Counters::of_connections(links))
}

/// That the document which a node points at exists.
fn check_document(tx: &mut Tx<'_>, project: &ProjectAccess, id: Option<&str>) -> Result<()> {
    id.map_or(Ok(()), |id| documents::get(tx, project, id).map(drop))
}

/// Deletes a node: its children move to its position, and promises point at it no more.
pub fn delete(change: &mut Change<'_, '_>, id: &str) -> Result<()> {
    let (project, _) = nodes::find(change.tx, change.principal, id)?;
    projects::lock(change.tx, change.principal, project.id())?;
    let node = nodes::get_for_update(change.tx, &project, id)?;
    let placed = (id, node.parent_id.as_deref(), node.position);
    nodes::TREE.lift_children(change.tx, &project, placed, change.now)?;
    let unlinked = promises::unlink_node(change.tx, &project, id, change.now)?;
    nodes::delete(change.tx, &project, id)?;
    let counters = Counters::of_connections(-node.links() - unlinked);
    change.publish_deleted(&project, EventKind::Node, &view(node).view, counters)
}

fn view(node: Node) -> Versioned<Node> {
    let version = node.version;
    Versioned { view: node, version }
}
