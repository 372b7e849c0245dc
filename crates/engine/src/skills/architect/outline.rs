//! Compares an outline with the manuscript: which nodes have no document, which chapters have no node,
//! and where promises are made and kept.

use std::collections::{HashMap, HashSet};

use domain::{
    documents::book::{Book, PlacedDocument},
    nodes::{Node, NodeKind},
    promises::Links,
};
use serde_json::{Value, json};

use crate::skills::{
    answers::{AnswerText, counted, listed, percent},
    project_records::Records,
    subject::shortened,
};

/// A node at the top of an outline, with its descendants.
struct Branch<'n> {
    node: &'n Node,
    /// It and its descendants.
    nodes: usize,
    /// The words of its documents.
    words: i64,
    /// Their share of the book.
    share: Option<f64>,
    /// Promises made in it.
    made: usize,
    /// Promises kept in it.
    kept: usize,
}

/// What was found in an outline.
pub(super) struct Outline<'n> {
    /// How many nodes of each kind, in the order of the vocabulary.
    kinds: Vec<(NodeKind, usize)>,
    branches: Vec<Branch<'n>>,
    /// Leaves without a document, which none of their ancestors has either.
    untold: Vec<&'n Node>,
    /// Acts and chapters without children and without a document.
    empty: Vec<&'n Node>,
    /// Chapters that no node names, neither them nor their ancestors or descendants.
    unplanned: Vec<&'n PlacedDocument>,
}

impl<'n> Outline<'n> {
    /// An outline beside the promises that point into it and the book.
    pub(super) fn of(nodes: &'n [Node], promises: &[Links], book: &'n Book) -> Self {
        let ids: HashMap<&str, usize> =
            nodes.iter().enumerate().map(|(at, node)| (node.id.as_str(), at)).collect();
        let parent =
            |at: usize| nodes[at].parent_id.as_deref().and_then(|parent| ids.get(parent)).copied();
        // From a node up to the top; a cycle would end after all nodes.
        let above = |at: usize| {
            std::iter::successors(Some(at), move |at| parent(*at)).take(nodes.len() + 1)
        };
        let top: Vec<usize> = (0..nodes.len()).map(|at| above(at).last().unwrap_or(at)).collect();
        let has_children: HashSet<usize> = (0..nodes.len()).filter_map(parent).collect();
        let has_document = |at: usize| above(at).any(|it| nodes[it].document_id.is_some());
        let at_node =
            |id: &Option<String>| id.as_deref().and_then(|id| ids.get(id)).map(|&at| top[at]);
        let mut inside: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (at, &top) in top.iter().enumerate() {
            inside[top].push(at);
        }
        let count = |of: fn(&Links) -> &Option<String>| {
            let mut counts = vec![0; nodes.len()];
            for at in promises.iter().filter_map(|links| at_node(of(links))) {
                counts[at] += 1;
            }
            counts
        };
        let (made, kept) = (count(|links| &links.made_at), count(|links| &links.fulfilled_at));
        let mut branches = Vec::new();
        for at in (0..nodes.len()).filter(|&at| top[at] == at) {
            let inside = &inside[at];
            let words = words_of(inside.iter().map(|&it| &nodes[it]), book);
            branches.push(Branch {
                node: &nodes[at],
                nodes: inside.len(),
                words,
                share: book.share(words),
                made: made[at],
                kept: kept[at],
            });
        }
        let leaves = || (0..nodes.len()).filter(|at| !has_children.contains(at));
        let is_branch = |at: &usize| matches!(nodes[*at].kind, NodeKind::Act | NodeKind::Chapter);
        let kinds = NodeKind::WORDS.iter().filter_map(|word| NodeKind::parse(word));
        Self {
            kinds: kinds
                .map(|kind| (kind, nodes.iter().filter(|node| node.kind == kind).count()))
                .collect(),
            branches,
            untold: leaves().filter(|&at| !has_document(at)).map(|at| &nodes[at]).collect(),
            empty: leaves()
                .filter(|at| is_branch(at) && nodes[*at].document_id.is_none())
                .map(|at| &nodes[at])
                .collect(),
            unplanned: if nodes.is_empty() { Vec::new() } else { unplanned(nodes, book) },
        }
    }

    /// For people.
    pub(super) fn write_to(&self, out: &mut AnswerText, book: &Book) {
        if self.branches.is_empty() {
            out.line("The project has no outline.");
            return;
        }
        let counts = self.kinds.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(kind, count)| counted(*count, kind.as_str(), &format!("{kind}s")))
            .collect();
        out.line(format!("The outline has {}.", counts.join(", ")));
        out.list("At its top", &self.branches, |it| {
            let words = it.share.map_or(String::new(), |share| {
                format!(", {} ({})", counted(it.words, "word", "words"), percent(share))
            });
            let nodes = counted(it.nodes, "node", "nodes");
            format!(
                "“{}” ({}), {nodes}{words}, promises made: {}, kept: {}",
                shortened(&it.node.title),
                it.node.kind,
                it.made,
                it.kept
            )
        });
        let node = |node: &&Node| format!("“{}” ({})", shortened(&node.title), node.kind);
        out.list("Planned, and told by no document", &self.untold, node);
        out.list("Acts and chapters in which nothing lies", &self.empty, node);
        out.list("Told, and not planned", &self.unplanned, |it| super::length(book, it));
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        let node = |node: &&Node| {
            json!({
                "nodeId": node.id,
                "title": shortened(&node.title),
                "kind": node.kind.as_str(),
            })
        };
        let kinds = self.kinds.iter().map(|(kind, count)| (kind.to_string(), json!(count)));
        json!({
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "branches": listed(&self.branches, |it| json!({
                "nodeId": it.node.id,
                "title": shortened(&it.node.title),
                "kind": it.node.kind.as_str(),
                "nodes": it.nodes,
                "words": it.words,
                "share": it.share,
                "promisesMade": it.made,
                "promisesKept": it.kept,
            })),
            "untold": listed(&self.untold, node),
            "empty": listed(&self.empty, node),
            "unplanned": listed(&self.unplanned, |it| json!({
                "documentId": it.document.id,
                "title": shortened(it.title()),
                "words": it.words,
            })),
        })
    }
}

/// A node with those above it, and the chapter that tells it where it has another title.
pub(super) fn path_line(records: &Records, node: &Node) -> String {
    let path = records.path(node);
    let titles: Vec<String> = path.iter().map(|it| format!("“{}”", shortened(&it.title))).collect();
    let chapter = records
        .chapter_of(node)
        .filter(|chapter| path.iter().all(|it| it.title != chapter.title()));
    let chapter =
        chapter.map_or(String::new(), |it| format!(", told in “{}”", shortened(it.title())));
    format!("{} ({}){chapter}", titles.join(" › "), node.kind)
}

/// The words of the documents of these nodes; one inside another is not counted twice.
fn words_of<'n>(nodes: impl Iterator<Item = &'n Node>, book: &Book) -> i64 {
    let ids: HashSet<&str> = nodes.filter_map(|node| node.document_id.as_deref()).collect();
    if ids.is_empty() {
        return 0;
    }
    let mut counted_to = 0;
    let mut words = 0;
    for placed in book.manuscript.iter().filter(|it| ids.contains(it.document.id.as_str())) {
        let end = placed.start + placed.words;
        words += (end - placed.start.max(counted_to)).max(0);
        counted_to = counted_to.max(end);
    }
    words
}

fn unplanned<'b>(nodes: &[Node], book: &'b Book) -> Vec<&'b PlacedDocument> {
    let named: HashSet<&str> =
        nodes.iter().filter_map(|node| node.document_id.as_deref()).collect();
    let parents: HashMap<&str, Option<&str>> = book
        .manuscript
        .iter()
        .map(|it| (it.document.id.as_str(), it.document.parent_id.as_deref()))
        .collect();
    let lines = |placed: &PlacedDocument| -> Vec<String> {
        let above = std::iter::successors(Some(placed.document.id.as_str()), |id| {
            parents.get(id).copied().flatten()
        });
        above.take(placed.depth + 1).map(str::to_owned).collect()
    };
    // What is named counts for all that it lies in as well.
    let below_named: HashSet<String> = book
        .manuscript
        .iter()
        .filter(|it| named.contains(it.document.id.as_str()))
        .flat_map(lines)
        .collect();
    book.chapters()
        .into_iter()
        .filter(|it| {
            !below_named.contains(it.document.id.as_str())
                && !lines(it).iter().any(|id| named.contains(id.as_str()))
        })
        .collect()
}
