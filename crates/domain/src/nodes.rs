//! Nodes: the outline of a story as a tree of acts, chapters, scenes and beats, which promises
//! refer to. It is a plan; the text itself is in documents.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    lengths::{LINE_CHARS_MAX, SEARCH_CHARS_MAX},
    patch::Patch,
    time::Time,
    tree::Noun,
};

crate::string_enum! {
    /// What a node of the outline stands for. What lies in what is the author's business.
    pub enum NodeKind {
        Act = "act",
        Chapter = "chapter",
        Scene = "scene",
        Beat = "beat",
    }
}

/// What nodes are called.
pub const NOUN: Noun = Noun { one: "A node", all: "Nodes" };

/// The greatest position among siblings that can be asked for.
const POSITION_MAX: f64 = 1_000_000_000.0;

/// A node of a story's outline.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlotNode")]
pub struct Node {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// Its parent node.
    pub parent_id: Option<String>,
    /// The document that it stands for.
    pub document_id: Option<String>,
    /// Its kind.
    pub kind: NodeKind,
    /// What it is called.
    pub title: String,
    /// Its position among its siblings.
    pub position: i64,
    /// When it was made, ISO 8601.
    pub created_at: Time,
    /// When it was last changed, ISO 8601.
    pub modified_at: Time,
    /// How often it was changed.
    #[serde(skip)]
    pub version: i64,
}

crate::model! {
    /// A new node of the outline.
    pub struct NodeCreate as "NodeCreateRequest" {
        /// The project it belongs to.
        project_id: String,
        /// What it is called.
        title: String where { max_length: LINE_CHARS_MAX },
        /// Its kind.
        kind: NodeKind = NodeKind::Scene,
        /// Its parent node.
        parent_id: Option<String>,
        /// The document that it stands for.
        document_id: Option<String>,
        /// Its position among its siblings; after the last one when absent.
        position: Option<i64> where { ge: 0.0, le: POSITION_MAX },
    }
}

crate::model! {
    /// Changes to a node of the outline; absent fields leave it as it is.
    pub struct NodeUpdate as "NodeUpdateRequest" {
        /// What it is called.
        title: Patch<String> where { max_length: LINE_CHARS_MAX },
        /// Its kind; null makes it a scene.
        kind: Patch<NodeKind>,
        /// Its parent node; null moves it to the top level.
        parent_id: Patch<String>,
        /// The document that it stands for; null for none.
        document_id: Patch<String>,
        /// Its position among its siblings; later ones move by one.
        position: Patch<i64> where { ge: 0.0, le: POSITION_MAX },
    }
}

crate::model! {
    /// Which nodes to list.
    pub struct NodeQuery as "NodeQuery" paged by crate::page::Cursor<crate::tree::TreePosition> {
        /// The project whose outline it is.
        project_id: String,
        /// Only children of this node; `root` for the top level.
        parent_id: Option<String>,
        /// Only those of this kind.
        kind: Option<NodeKind>,
        /// Only those with this text in the title, ignoring case.
        q: Option<String> where { max_length: SEARCH_CHARS_MAX },
    }
}

/// The word that means the top of the tree in [`NodeQuery::parent_id`].
pub const ROOT: &str = "root";

impl NodeUpdate {
    /// Whether it says where the node lies or what tells it.
    pub fn moves_or_links(&self) -> bool {
        self.moves() || self.document_id != Patch::Keep
    }

    /// Whether it says where the node lies.
    pub fn moves(&self) -> bool {
        self.parent_id != Patch::Keep || self.position.value().is_some()
    }
}

impl Node {
    /// A new node of a project at a position.
    pub fn create(
        id: String,
        project_id: &str,
        create: &NodeCreate,
        position: i64,
        now: Time,
    ) -> Self {
        Self {
            id,
            project_id: project_id.to_owned(),
            parent_id: create.parent_id.clone(),
            document_id: create.document_id.clone(),
            kind: create.kind,
            title: create.title.clone(),
            position,
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes.
    pub fn update(&mut self, update: &NodeUpdate, now: Time) {
        update.title.apply_to(&mut self.title);
        update.kind.apply_or(&mut self.kind, NodeKind::Scene);
        update.parent_id.apply_to_option(&mut self.parent_id);
        update.document_id.apply_to_option(&mut self.document_id);
        update.position.apply_to(&mut self.position);
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }

    /// How many links to other records it has.
    pub fn links(&self) -> i64 {
        i64::from(self.document_id.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json::Json, model::read_body};

    fn node() -> Node {
        let body =
            r#"{"projectId":"p1","title":"II","kind":"act","parentId":"n0","documentId":"d"}"#;
        let create: NodeCreate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        Node::create("n1".to_owned(), "p1", &create, 3, Time::from_millis(10))
    }

    fn changed(body: &str) -> Node {
        let update: NodeUpdate = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
        let mut node = node();
        node.update(&update, Time::from_millis(10));
        Node { modified_at: node.created_at, version: 1, ..node }
    }

    #[test]
    fn an_update_changes_only_what_it_names() {
        assert_eq!(changed("{}"), node());
        assert_eq!(changed(r#"{"title":"III"}"#), Node { title: "III".to_owned(), ..node() });
        assert_eq!(changed(r#"{"kind":"beat"}"#), Node { kind: NodeKind::Beat, ..node() });
        assert_eq!(changed(r#"{"position":0}"#), Node { position: 0, ..node() });
    }

    #[test]
    fn null_goes_back_to_nothing_or_the_default() {
        let nulls =
            r#"{"title":null,"kind":null,"parentId":null,"documentId":null,"position":null}"#;

        let wanted = Node { kind: NodeKind::Scene, parent_id: None, document_id: None, ..node() };
        assert_eq!(changed(nulls), wanted);
    }
}
