//! The records of a project that a model is sent: of each kind the nearest to the request first, and of
//! those that are not sent how many they are.

use domain::{
    Result,
    agents::context::{ContextPart, Nearness, Record, RecordList, SourceKind},
    documents::book::Book,
    findings::Finding,
    lore::{Category, KnowledgeFilter},
    nodes::Node,
    projects::settings::ProjectSettings,
};
use store::{
    Tx, lore,
    nearest::{self, Focus, NearEntry},
    projects::ProjectAccess,
    timelines::{self, chronicle},
};

use crate::{
    findings,
    skills::{book, reading::Asked},
};

/// Entries of the lore that are read.
const ENTRIES_MAX: usize = 40;

/// Nodes of the outline in its list.
const NODES_MAX: usize = 200;

/// Timelines whose events are listed, the newest.
const TIMELINES_MAX: i64 = 3;

/// Events in the list of each of them, the first in time.
const EVENTS_MAX: usize = 60;

/// Promises that are read.
const PROMISES_MAX: usize = 100;

/// Findings that are looked at, the gravest.
const FINDINGS_MAX: usize = 100;

/// All of them, kind by kind.
pub(super) fn of_project(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    asked: &Asked,
    (book, settings): (&Book, &ProjectSettings),
) -> Result<Vec<ContextPart>> {
    let named: Vec<&str> = asked.records.iter().map(|record| record.id.as_str()).collect();
    let documents: Vec<&str> =
        asked.documents().unwrap_or_default().iter().map(|it| it.id.as_str()).collect();
    let about = Focus { named: &named, documents: &documents };
    let mut parts = entries(tx, project, about, settings)?;
    parts.extend(outline(tx, project, about)?);
    parts.extend(events(tx, project, about)?);
    parts.extend(promises(tx, project, about)?);
    parts.extend(pending(tx, project, about, book)?);
    Ok(parts)
}

/// Entries of the lore under the `knowledgeFilter`, each as a part of its own.
fn entries(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    about: Focus<'_>,
    settings: &ProjectSettings,
) -> Result<Vec<ContextPart>> {
    let filter = KnowledgeFilter::of(settings);
    let is_included =
        |category: &Category| filter.as_ref().is_none_or(|filter| filter.includes(*category));
    let categories: Vec<Category> = Category::ALL.into_iter().filter(is_included).collect();
    let counts = lore::categories(tx, project)?;
    let included = counts.categories.iter().filter(|it| categories.contains(&it.category));
    let included = whole(included.map(|it| it.count).sum());
    let read = nearest::entries(tx, project, about, &categories, ENTRIES_MAX)?;
    let left_out = [
        (included.saturating_sub(read.len()), format!("left out: at most {ENTRIES_MAX} are read")),
        (
            whole(counts.total).saturating_sub(included),
            "left out by settings.knowledgeFilter of the project".to_owned(),
        ),
    ];
    let left_out = left_out.into_iter().filter(|(many, _)| *many > 0).map(|(many, reason)| {
        ContextPart::left_out(SourceKind::Lore, "other entries", many, &reason)
    });
    Ok(read.into_iter().map(entry).chain(left_out).collect())
}

fn entry(entry: NearEntry) -> ContextPart {
    let aliases = match entry.aliases.as_slice() {
        [] => String::new(),
        aliases => format!("Also: {}.\n", aliases.join(", ")),
    };
    let attributes = match entry.attributes.as_str() {
        "{}" => String::new(),
        attributes => format!("{attributes}\n"),
    };
    let text =
        format!("{} ({})\n{aliases}{attributes}{}", entry.name, entry.category, entry.content);
    let reason = match entry.nearness {
        Nearness::Named => Nearness::Named.reason(),
        Nearness::Concerned => "a document that is asked about mentions it",
        Nearness::Other => "an entry of the lore, by name",
    };
    ContextPart {
        id: Some(entry.id),
        ..ContextPart::new(SourceKind::Lore, &entry.name, &text, reason)
    }
}

fn outline(tx: &mut Tx<'_>, project: &ProjectAccess, about: Focus<'_>) -> Result<Vec<ContextPart>> {
    let nodes = book::outline(tx, project)?;
    let total = nodes.total.map_or(nodes.items.len(), whole);
    let nodes = nodes.items;
    let nearness = |node: &Node| {
        let is_of_request = |id: &String| about.documents.contains(&id.as_str());
        match () {
            () if about.named.contains(&node.id.as_str()) => Nearness::Named,
            () if node.document_id.as_ref().is_some_and(is_of_request) => Nearness::Concerned,
            () => Nearness::Other,
        }
    };
    let record = |node: &Node| Record {
        id: node.id.clone(),
        title: node.title.clone(),
        line: format!("{}: {}", node.kind, node.title),
        more: path(&nodes, node),
        nearness: nearness(node),
    };
    let all = nodes.iter().enumerate().map(|(at, node)| (at, record(node)));
    let sent = all.filter(|(at, it)| *at < NODES_MAX || it.nearness < Nearness::Other);
    let records: Vec<Record> = sent.map(|(_, record)| record).collect();
    let list = RecordList {
        kind: SourceKind::Outline,
        id: None,
        title: "The outline".to_owned(),
        order: "the plan of the book in the order of reading".to_owned(),
        is_sequence: true,
        unread: total.saturating_sub(records.len()),
        records,
    };
    Ok(list.parts())
}

/// In what a node lies, the innermost first; empty at the top.
fn path(nodes: &[Node], node: &Node) -> String {
    let mut above = Vec::new();
    let mut parent = node.parent_id.as_ref();
    while let Some(id) = parent.filter(|_| above.len() < nodes.len()) {
        let Some(found) = nodes.iter().find(|it| it.id == *id) else { break };
        above.push(format!("in {}: {}", found.kind, found.title));
        parent = found.parent_id.as_ref();
    }
    above.join("\n")
}

/// Events near to the request, wherever they stand, then a list of each of the newest timelines.
fn events(tx: &mut Tx<'_>, project: &ProjectAccess, about: Focus<'_>) -> Result<Vec<ContextPart>> {
    let near = nearest::events(tx, project, about, domain::agents::context::NEAR_MAX)?;
    let record = |id: String, title: String, date: &str, more: String, nearness| Record {
        line: format!("{date}: {title}"),
        id,
        title,
        more,
        nearness,
    };
    let list = |title: &str, order: &str| RecordList {
        kind: SourceKind::Timeline,
        id: None,
        title: title.to_owned(),
        order: order.to_owned(),
        is_sequence: false,
        records: Vec::new(),
        unread: 0,
    };
    let near = near
        .into_iter()
        .map(|it| record(it.id, it.title, &it.date_display, it.description, it.nearness));
    let mut parts = RecordList { records: near.collect(), ..list("", "") }.parts();
    for timeline in timelines::list(tx, project, (None, TIMELINES_MAX))?.items {
        let events = chronicle::first(tx, project, &timeline.id, false, EVENTS_MAX)?;
        let total = whole(nearest::events_total(tx, project, &timeline.id)?);
        let unread = total.saturating_sub(events.len());
        let records = events
            .into_iter()
            .map(|it| record(it.id, it.title, &it.date_display, String::new(), Nearness::Other));
        let of_timeline = RecordList {
            id: Some(timeline.id),
            records: records.collect(),
            unread,
            ..list(&timeline.name, "its events with a date, in order")
        };
        parts.extend(of_timeline.parts());
    }
    Ok(parts)
}

fn promises(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    about: Focus<'_>,
) -> Result<Vec<ContextPart>> {
    let (total, promises) = nearest::promises(tx, project, about, PROMISES_MAX)?;
    let unread = whole(total).saturating_sub(promises.len());
    let records = promises.into_iter().map(|it| Record {
        line: format!("{} ({}, {})", it.title, it.level, it.status),
        id: it.id,
        title: it.title,
        more: it.description,
        nearness: it.nearness,
    });
    let list = RecordList {
        kind: SourceKind::Promise,
        id: None,
        title: "Promises to the reader".to_owned(),
        order: "what the book has promised, in the order in which it was entered".to_owned(),
        is_sequence: false,
        records: records.collect(),
        unread,
    };
    Ok(list.parts())
}

/// What checks found and nobody answered.
fn pending(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    about: Focus<'_>,
    book: &Book,
) -> Result<Vec<ContextPart>> {
    let mut all = findings::pending(tx, project, book)?;
    let is_near = |(finding, _): &(Finding, Option<String>)| {
        let of = finding.source.as_ref().map(|source| source.document_id.as_str());
        of.is_some_and(|id| about.documents.contains(&id))
    };
    // The order is kept among those that are equally near.
    all.sort_by_key(|it| !is_near(it));
    let unread = all.len().saturating_sub(FINDINGS_MAX);
    let records = all.iter().take(FINDINGS_MAX).map(|it| Record {
        id: it.0.id.clone(),
        title: it.0.rule.replace('_', " "),
        line: findings::sentence(it),
        more: it.0.quoted.as_ref().map(|quoted| quoted.quote.clone()).unwrap_or_default(),
        nearness: if is_near(it) { Nearness::Concerned } else { Nearness::Other },
    });
    let list = RecordList {
        kind: SourceKind::Finding,
        id: None,
        title: "Findings".to_owned(),
        order: "what checks found and nobody answered, the gravest first".to_owned(),
        is_sequence: false,
        records: records.collect(),
        unread,
    };
    Ok(list.parts())
}

fn whole(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}
