//! Commands that split a document into two, and merge it with the one that follows. Both texts are read and
//! counted before the transaction; in it they have to be the same still. Findings, corrections of speakers,
//! children and links go with the text.

use domain::{
    Error, Principal, Result,
    documents::{
        Document, DocumentItem,
        parts::{
            DocumentMerge, DocumentSplit, MergedDocument, MergedText, SplitDocument, SplitText,
            merge as join, numbered_title, split as cut,
        },
    },
    events::EventKind,
    findings::view::FindingItem,
    ids,
    quotations::{CORRECTIONS_MAX, Correction},
    trash::{TrashedDocument, purged_at},
    versioned::{IfMatch, Versioned},
};
use manuscript::markdown;
use store::{
    Tx, documents,
    findings::{self, CurrentFinding},
    nodes,
    project_counters::Counters,
    projects::{self, ProjectAccess},
    quotations, timelines,
};

use super::{TREE, WHAT, counters, rewrite, view, words};
use crate::{Studio, blocking, change::Change};

/// The noun of the second document of a merge, as a sentence begins.
const FOLLOWING: &str = "The document that follows";

/// A document that is about to be split, as it was read.
#[derive(Debug, Clone)]
pub struct ReadSplit {
    version: i64,
    text: SplitText,
    /// The words of both parts.
    words: (i64, i64),
    title: String,
    /// The corrections of quotations in the second part, as they will be.
    corrections: Vec<Correction>,
}

/// Two documents that are about to be merged, as they were read.
#[derive(Debug, Clone)]
pub struct ReadMerge {
    version: i64,
    following: Document,
    text: MergedText,
    words: i64,
}

/// Reads a document that is to be split.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document; rejected when one of the
/// parts would have no text.
pub async fn read_split(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
    split: &DocumentSplit,
) -> Result<ReadSplit> {
    let (known, project_id, id) = (principal.clone(), project_id.to_owned(), id.to_owned());
    let (document, content, corrections) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &project_id)?;
            let document = documents::get(tx, &project, &id)?;
            let content = documents::content(tx, &project, &id)?;
            Ok((document, content, quotations::corrections(tx, &project, &id)?))
        })
        .await?;
    let split = split.clone();
    let reading = move || {
        let text = cut(&content, split.start, markdown::body(&content))?;
        let title = split.title.or_else(|| markdown::title(&text.second));
        let [first, second] = [&text.first, &text.second].map(|part| markdown::plain(part).text);
        let count = |plain: &str| i64::try_from(manuscript::words(plain)).unwrap_or(i64::MAX);
        let is_in_second = |it: &Correction| {
            let is_in = |plain: &str| plain.contains(&it.quoted.words);
            is_in(&second) && (!is_in(&first) || it.quoted.start >= text.start)
        };
        let mut moved: Vec<Correction> = corrections.into_iter().filter(is_in_second).collect();
        moved.iter_mut().for_each(|it| it.quoted.start = (it.quoted.start - text.start).max(0));
        Ok(ReadSplit {
            version: document.version,
            words: (count(&first), count(&second)),
            title: title.unwrap_or_else(|| numbered_title(&document.title)),
            corrections: moved,
            text,
        })
    };
    blocking::run("splitting a text", reading).await?
}

/// Splits a document into two; the new one stands behind it, and has what lay in it.
///
/// # Errors
/// A conflict when somebody else has locked it, or changed it since it was read.
pub fn split(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    read: &ReadSplit,
) -> Result<Versioned<SplitDocument>> {
    let now = change.now;
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let before = documents::get_for_update(change.tx, &project, id)?;
    expected.check(WHAT, before.version)?;
    before.check_lock(&change.principal.user)?;
    check_version(WHAT, before.version, read.version)?;
    let second = Document {
        id: ids::new(now),
        title: read.title.clone(),
        position: before.position + 1,
        word_target: None,
        words: read.words.1,
        created_at: now,
        modified_at: now,
        version: 1,
        locked_by: None,
        ..before.clone()
    };
    let parent = second.parent_id.as_deref();
    TREE.0.free_position(change.tx, &project, parent, second.position, &second.id, now)?;
    documents::create(change.tx, &project, &second, &read.text.second, None)?;
    TREE.0.move_children(change.tx, &project, (id, &second.id), now)?;
    let found =
        findings::move_behind(change.tx, &project, (&before, &second), read.text.start, now)?;
    for it in &read.corrections {
        let to = (second.id.as_str(), it.quoted.start);
        quotations::move_to(change.tx, &project, &it.id, to)?;
    }
    let first = (read.text.first.as_str(), read.words.0);
    let first = rewrite(change, &project, &before, first)?;
    let gained = counters(None, Some(&second));
    let second = change.publish(&project, EventKind::Document, view(second, None), gained)?;
    publish_findings(change, &project, found)?;
    Ok(Versioned {
        version: first.version,
        view: SplitDocument {
            document: first.view,
            second: second.view,
            second_version: second.version,
        },
    })
}

/// Reads a document that is to be merged with the one that follows, and that one.
///
/// # Errors
/// Not found when the principal cannot see the project, or it has no such document; a conflict when none
/// follows.
pub async fn read_merge(
    studio: &Studio,
    principal: &Principal,
    (project_id, id): (&str, &str),
) -> Result<ReadMerge> {
    let (known, project_id, id) = (principal.clone(), project_id.to_owned(), id.to_owned());
    let (version, following, first, second) = studio
        .database
        .scan(move |tx| {
            let project = projects::check(tx, &known, &project_id)?;
            let document = documents::get(tx, &project, &id)?;
            let following = following(tx, &project, &document)?;
            let first = documents::content(tx, &project, &id)?;
            let second = documents::content(tx, &project, &following.id)?;
            Ok((document.version, following, first, second))
        })
        .await?;
    let reading = move || {
        let text = join(&first, &second, markdown::body(&second));
        let words = words(&text.text);
        ReadMerge { version, following, text, words }
    };
    blocking::run("merging texts", reading).await
}

/// Adds the text of the document that follows, which goes to the trash as it is.
///
/// # Errors
/// A conflict when somebody else has locked one of both, or changed it since it was read; when another one
/// follows than was said; and when both together have too many corrections of speakers.
pub fn merge(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    (read, merge): (&ReadMerge, &DocumentMerge),
) -> Result<Versioned<MergedDocument>> {
    let now = change.now;
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let (before, following) = lock_both(change, &project, (id, &read.following.id))?;
    expected.check(WHAT, before.version)?;
    if merge.following_version.is_some_and(|version| version != following.version) {
        return Err(Error::Stale { what: FOLLOWING });
    }
    check_follows(change.tx, &project, (&before, &following), merge)?;
    for document in [&before, &following] {
        document.check_lock(&change.principal.user)?;
    }
    check_version(WHAT, before.version, read.version)?;
    check_version(FOLLOWING, following.version, read.following.version)?;
    let merged = rewrite(change, &project, &before, (&read.text.text, read.words))?;
    let shift = read.text.shift;
    let to = Document { version: merged.version, ..before };
    let found = findings::copy(change.tx, &project, (&following, &to), shift, now)?;
    copy_corrections(change, &project, (&following.id, id), shift)?;
    // One that lies in the document leaves its children at its own position.
    if following.parent_id.as_deref() != Some(id) {
        TREE.0.move_children(change.tx, &project, (&following.id, id), now)?;
    }
    let links = (following.id.as_str(), id);
    nodes::relink_document(change.tx, &project, links, now)?;
    let gone = timelines::relink(change.tx, &project, links, now)?;
    documents::trash(change.tx, &project, &following, now)?;
    let trashed = trashed(&following, now);
    let item = DocumentItem::of(following.clone(), None);
    let lost = Counters { connections: -gone, ..counters(Some(&following), None) };
    change.publish_deleted(&project, EventKind::Document, &item, lost)?;
    publish_findings(change, &project, found)?;
    Ok(Versioned {
        version: merged.version,
        view: MergedDocument { document: merged.view, trashed },
    })
}

/// Locks two documents, in the order of their ids, whoever locks them.
fn lock_both(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (first, second): (&str, &str),
) -> Result<(Document, Document)> {
    let mut lock = |id: &str| documents::get_for_update(change.tx, project, id);
    if first < second {
        let document = lock(first)?;
        Ok((document, lock(second)?))
    } else {
        let following = lock(second)?;
        Ok((lock(first)?, following))
    }
}

/// The document that follows.
fn following(tx: &mut Tx<'_>, project: &ProjectAccess, document: &Document) -> Result<Document> {
    documents::following(tx, project, document)?.ok_or_else(|| {
        Error::Conflict(format!(
            "No document follows “{}”, neither in it nor beside it",
            document.title
        ))
    })
}

/// That a document follows another one still, and is the one that the request names.
fn check_follows(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (before, read): (&Document, &Document),
    merge: &DocumentMerge,
) -> Result<()> {
    let now = following(tx, project, before)?;
    let wanted = merge.following_id.as_deref().unwrap_or(&read.id);
    if now.id == wanted && now.id == read.id {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "“{}” follows now, and not the document that was meant",
        now.title
    )))
}

fn check_version(what: &'static str, version: i64, read: i64) -> Result<()> {
    if version == read {
        return Ok(());
    }
    Err(Error::Conflict(format!("{what} was changed at the same moment")))
}

/// Copies the corrections of speakers from one document to another, in which their words stand further on.
fn copy_corrections(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    (from, to): (&str, &str),
    shift: i64,
) -> Result<()> {
    let corrections = quotations::corrections(change.tx, project, from)?;
    if corrections.is_empty() {
        return Ok(());
    }
    let there = quotations::corrections(change.tx, project, to)?.len();
    if there + corrections.len() > CORRECTIONS_MAX {
        return Err(Error::Conflict(format!(
            "A document has at most {CORRECTIONS_MAX} corrections of speakers, and both together have more"
        )));
    }
    for mut correction in corrections {
        correction.id = ids::new(change.now);
        correction.document_id = to.to_owned();
        correction.quoted.start = (correction.quoted.start + shift).max(0);
        quotations::save(change.tx, project, &correction)?;
    }
    Ok(())
}

fn publish_findings(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    found: Vec<CurrentFinding>,
) -> Result<()> {
    for (finding, current) in found {
        let item = FindingItem::of(finding, current);
        change.publish_to((Some(project), &change.principal.user), EventKind::Finding, &item)?;
    }
    Ok(())
}

fn trashed(document: &Document, now: domain::Time) -> TrashedDocument {
    TrashedDocument {
        id: document.id.clone(),
        title: document.title.clone(),
        kind: document.kind,
        words: document.words,
        version: document.version,
        deleted_at: now,
        purged_at: purged_at(now),
    }
}
