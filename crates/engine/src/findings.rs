//! Commands on findings, and their views. What checks find is written and published in one
//! transaction: whoever reads a text for somebody calls [`record`] in the transaction that ends the
//! reading, so that a reading that is lost leaves nothing.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::{
    Error, OrNone as _, Principal, Result,
    documents::book::Book,
    events::EventKind,
    findings::{
        CheckResult, Finding, FindingItem, FindingQuery, FindingUpdate, Origin,
        by_agent::AgentFinding,
        by_editor::{EDITOR, EditorComment},
        lines::{self, TextLines},
    },
    page::Page,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx, documents,
    findings::{self, CurrentFinding},
    project_counters::Counters,
    projects::{self, ProjectAccess},
};

use crate::{agent_rules, change::Change};

/// Writes what a check read in a document, or in the project, and publishes each finding that is new
/// or has changed; those findings.
pub fn record(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    origin: &Origin,
    reading: &CheckResult,
) -> Result<Vec<Finding>> {
    let mut changed = findings::add(change.tx, project, origin, reading, change.now)?;
    if let Some(source) = &reading.source {
        // What agents and editors said there follows the text that was read.
        let id = &source.document_id;
        changed.extend(findings::add_of_agent(change.tx, project, origin, id, &[], change.now)?.0);
        let none = ("", &[][..]);
        changed
            .extend(findings::add_of_editor(change.tx, project, origin, id, none, change.now)?.0);
    }
    publish(change, project, origin, changed)
}

/// Records what an agent found while it read with a language model, for the user it works for, together
/// with its answer; what is to be said of each. What cannot be recorded changes nothing.
pub(crate) fn record_all(
    change: &mut Change<'_, '_>,
    project_id: Option<&str>,
    origin: &Origin,
    found: &[AgentFinding],
) -> Result<Vec<String>> {
    let Some(project_id) = project_id.filter(|_| !found.is_empty()) else { return Ok(Vec::new()) };
    let principal = Principal::of_account(&origin.account);
    let project = projects::check(change.tx, &principal, project_id).and_then(|project| {
        agent_rules::check_assist(change.tx, &project)?;
        agent_rules::check_works_on(change.tx, &project, &origin.agent)?;
        Ok(project)
    });
    let project = match project {
        Ok(project) => project,
        Err(refused @ (Error::NotFound { .. } | Error::Conflict(_))) => {
            let line =
                |it: &AgentFinding| format!("Could not be recorded: {} ({refused})", it.message);
            return Ok(found.iter().map(line).collect());
        }
        Err(error) => return Err(error),
    };
    // Documents are locked in the order of their ids, whoever records.
    let mut by_document: BTreeMap<&str, Vec<AgentFinding>> = BTreeMap::new();
    for it in found {
        by_document.entry(&it.document_id).or_default().push(it.clone());
    }
    let mut lines = Vec::with_capacity(found.len());
    for (id, new) in by_document {
        let (changed, recorded) =
            findings::add_of_agent(change.tx, &project, origin, id, &new, change.now)?;
        lines.extend(recorded.iter().zip(&new).map(|(became, it)| became.line(&it.message)));
        change.on_behalf_of(&principal, |change| publish(change, &project, origin, changed))?;
    }
    Ok(lines)
}

/// Records the comments that came with a file about a document; how many there was no room for.
pub(crate) fn record_comments(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    document_id: &str,
    (file, comments): (&str, &[EditorComment]),
) -> Result<usize> {
    let account = change.principal.user.clone();
    let origin = Origin { swarm_id: None, agent: EDITOR.to_owned(), account };
    let said = (file, comments);
    let (changed, left_out) =
        findings::add_of_editor(change.tx, project, &origin, document_id, said, change.now)?;
    publish(change, project, &origin, changed)?;
    Ok(left_out)
}

/// Publishes findings that are new or have changed; them.
fn publish(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    origin: &Origin,
    changed: Vec<CurrentFinding>,
) -> Result<Vec<Finding>> {
    changed
        .into_iter()
        .map(|(finding, current)| {
            let item = FindingItem::of(finding.clone(), current);
            change.publish_to((Some(project), &origin.account), EventKind::Finding, &item)?;
            Ok(finding)
        })
        .collect()
}

/// A page of a project's findings, the weightiest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    query: &FindingQuery,
) -> Result<Page<FindingItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let page = findings::list(tx, &project, query)?;
    let mut page = page.map(|(finding, current)| FindingItem::of(finding, current));
    add_lines(tx, &project, &mut page.items)?;
    Ok(page)
}

/// Texts that are read for the lines of one response, at most, and their bytes together; the last text may go
/// beyond. Places in further documents have no lines.
const LINE_TEXTS_MAX: usize = 500;
const LINE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Gives findings and their places the lines in the present texts.
fn add_lines(tx: &mut Tx<'_>, project: &ProjectAccess, items: &mut [FindingItem]) -> Result<()> {
    let ids: BTreeSet<String> = items.iter().flat_map(lines::documents).collect();
    let (mut texts, mut bytes) = (BTreeMap::new(), 0);
    for id in ids.into_iter().take(LINE_TEXTS_MAX) {
        if bytes > LINE_BYTES_MAX {
            break;
        }
        // It may be in the trash meanwhile.
        let Some(document) = documents::get(tx, project, &id).or_none()? else { continue };
        let content = documents::content(tx, project, &id)?;
        bytes += content.len();
        texts.insert(id, TextLines::new(document.title, document.version, content));
    }
    items.iter_mut().for_each(|item| lines::add(item, &texts));
    Ok(())
}

/// A finding.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (project_id, id): (&str, &str),
) -> Result<Versioned<FindingItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let found = view(findings::get(tx, &project, id)?);
    with_lines(tx, &project, found)
}

fn with_lines(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    mut found: Versioned<FindingItem>,
) -> Result<Versioned<FindingItem>> {
    add_lines(tx, project, std::slice::from_mut(&mut found.view))?;
    Ok(found)
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    update: &FindingUpdate,
) -> Result<Versioned<FindingItem>> {
    update.check()?;
    let project = projects::check(change.tx, change.principal, project_id)?;
    let (mut finding, current) = findings::get_for_update(change.tx, &project, id)?;
    expected.check("The finding", finding.version)?;
    let before = finding.state;
    finding.update(update, change.now)?;
    findings::save(change.tx, &project, before, &finding)?;
    let changed = view((finding, current));
    let changed = change.publish(&project, EventKind::Finding, changed, Counters::default())?;
    with_lines(change.tx, &project, changed)
}

fn view((finding, current): CurrentFinding) -> Versioned<FindingItem> {
    let version = finding.version;
    Versioned { view: FindingItem::of(finding, current), version }
}

/// The most findings of a project that are looked at together.
const FINDINGS_MAX: i64 = 10_000;

/// What is still to be dealt with in a manuscript and in the lore, the weightiest first, each with the
/// title of its document. Notes and references are checked where somebody asks for it, and are no
/// part of what is published.
pub(crate) fn pending(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    book: &Book,
) -> Result<Vec<(Finding, Option<String>)>> {
    let placed: HashSet<&str> = book.manuscript.iter().map(|it| it.document.id.as_str()).collect();
    let is_of_book = |finding: &Finding| {
        finding.source.as_ref().is_none_or(|source| placed.contains(source.document_id.as_str()))
    };
    let all = findings::all(tx, project, FINDINGS_MAX)?.into_iter();
    Ok(all
        .filter(|(finding, _)| finding.state.is_pending() && is_of_book(finding))
        .map(|(finding, current)| (finding, current.map(|it| it.title)))
        .collect())
}

/// What a finding says, behind the title of its document.
pub(crate) fn sentence((finding, title): &(Finding, Option<String>)) -> String {
    match title {
        Some(title) => format!("{}: {}", title.trim(), finding.message),
        None => finding.message.clone(),
    }
}
