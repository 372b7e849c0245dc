//! A point of the book, as somebody names it: a document, or a node of the outline, which may have no
//! document yet.

use std::ops::Range;

use domain::{
    Error, Result,
    agents::understanding::{self, NamedDocument, NamedRecord, Names, RecordKind, Scope},
    documents::book::{Book, PlacedDocument},
    fold::fold_name,
    nodes::Node,
    tools::answers::Named,
};

use crate::{skills::project_records::Records, tools::naming};

/// The agent as which the words for a point are read: it reads documents.
const READER: &str = "architect";

/// A point of the book.
pub(super) struct Point<'r> {
    /// The document; none for a node of the outline that no document tells.
    pub(super) placed: Option<&'r PlacedDocument>,
    /// The positions of it and of what lies in it, in the order of reading. Empty, and behind what is
    /// read before it, for a node without a document.
    pub(super) positions: Range<usize>,
    /// The node of the outline that was named.
    pub(super) node: Option<&'r Node>,
}

impl<'r> Point<'r> {
    /// The point of this id, title, or number of a chapter.
    ///
    /// # Errors
    /// Not found where nothing has it; rejected where several have.
    pub(super) fn find(records: &'r Records, wanted: &str) -> Result<Self> {
        let wanted = wanted.trim();
        if let Some(point) = Self::of_document(&records.book, wanted) {
            return Ok(point);
        }
        if let Some(node) = records.node(wanted) {
            return Ok(Self::of_node(records, node));
        }
        let folded = fold_name(wanted);
        let is_called = |title: &str| fold_name(title) == folded;
        let documents = records.book.manuscript.iter().map(|it| &it.document);
        let called = documents.filter(|it| is_called(&it.title));
        if let Some(id) = only(called.map(|it| (it.id.as_str(), it.title.as_str())).collect())? {
            return Self::of_document(&records.book, id).ok_or_else(|| missing(wanted));
        }
        let called = records.nodes.iter().filter(|it| is_called(&it.title));
        if let Some(id) = only(called.map(|it| (it.id.as_str(), it.title.as_str())).collect())? {
            let node = records.node(id).ok_or_else(|| missing(wanted))?;
            return Ok(Self::of_node(records, node));
        }
        Self::in_words(records, wanted)
    }

    /// The end of the book.
    pub(super) fn end(records: &'r Records) -> Self {
        let end = records.book.manuscript.len();
        let last = end.saturating_sub(1);
        Self { placed: records.book.manuscript.last(), positions: last..end, node: None }
    }

    fn of_document(book: &'r Book, id: &str) -> Option<Self> {
        let first = book.manuscript.iter().position(|it| it.document.id == id)?;
        let placed = &book.manuscript[first];
        let inside = book.manuscript[first + 1..].iter().take_while(|it| it.depth > placed.depth);
        let end = first + 1 + inside.count();
        Some(Self { placed: Some(placed), positions: first..end, node: None })
    }

    fn of_node(records: &'r Records, node: &'r Node) -> Self {
        let own = |node: &Node| {
            let path = records.path(node);
            let id = path.iter().rev().find_map(|it| it.document_id.as_deref())?;
            Self::of_document(&records.book, id)
        };
        if let Some(point) = own(node) {
            return Self { node: Some(node), ..point };
        }
        // Behind what the nodes before it tell.
        let before = records.nodes.iter().take_while(|it| it.id != node.id);
        let end = before.filter_map(own).map(|point| point.positions.end).max().unwrap_or(0);
        Self { placed: None, positions: end..end, node: Some(node) }
    }

    /// The point that these words name: “chapter 12”, “the last chapter”, a part of a title.
    fn in_words(records: &'r Records, wanted: &str) -> Result<Self> {
        let documents: Vec<NamedDocument> = records
            .book
            .manuscript
            .iter()
            .map(|it| NamedDocument {
                id: it.document.id.clone(),
                title: it.document.title.clone(),
                kind: it.document.kind,
                depth: it.depth,
            })
            .collect();
        let nodes: Vec<NamedRecord> = records
            .nodes
            .iter()
            .map(|it| NamedRecord {
                id: it.id.clone(),
                kind: RecordKind::Node,
                names: vec![it.title.clone()],
            })
            .collect();
        let names = Names { documents: &documents, records: &nodes };
        // A number alone is that of a chapter.
        let is_number = domain::documents::numbering::number(wanted).is_some();
        let is_alone = is_number && !wanted.contains(char::is_whitespace);
        let words = if is_alone { format!("chapter {wanted}") } else { wanted.to_owned() };
        let understood = understanding::understand(READER, &words, &names, None);
        if let Scope::Documents(all) = &understood.scope {
            let first = all.iter().min().copied().unwrap_or_default();
            let point = Self::of_document(&records.book, &documents[first].id);
            let outside = all
                .iter()
                .find(|at| point.as_ref().is_some_and(|point| !point.positions.contains(at)));
            return match (point, outside) {
                (Some(point), None) => Ok(point),
                (_, Some(other)) => Err(unclear(
                    &[first, *other]
                        .map(|at| (documents[at].id.as_str(), documents[at].title.as_str())),
                )),
                (None, None) => Err(missing(wanted)),
            };
        }
        match understood.records.as_slice() {
            [one] => match records.node(&nodes[*one].id) {
                Some(node) => Ok(Self::of_node(records, node)),
                None => Err(missing(wanted)),
            },
            [] => Err(missing(wanted)),
            several => {
                let of = |at: &usize| (nodes[*at].id.as_str(), nodes[*at].names[0].as_str());
                Err(unclear(&several.iter().map(of).collect::<Vec<_>>()))
            }
        }
    }
}

/// The only one of these; none of none.
fn only<'n>(found: Vec<(&'n str, &'n str)>) -> Result<Option<&'n str>> {
    match found[..] {
        [] => Ok(None),
        [(id, _)] => Ok(Some(id)),
        _ => Err(unclear(&found)),
    }
}

fn missing(wanted: &str) -> Error {
    Error::not_found("Document or node of the outline", wanted)
}

fn unclear(found: &[(&str, &str)]) -> Error {
    naming::unclear("one", found.iter().map(|(id, title)| Named::new(id, title)).collect())
}
