//! Commands on documents and their revisions, and their views. A new text comes with the number of its
//! words, because a long text is counted before the transaction, not in it. [`parts`] splits and merges documents.

pub mod parts;

use domain::{
    Error, Principal, Result,
    documents::{
        Document, DocumentCreate, DocumentItem, DocumentQuery, DocumentUpdate, NOUN, Revision,
        RevisionLabel, RevisionUpdate, check_labels,
    },
    events::EventKind,
    ids,
    page::{Page, PageQuery},
    patch::Patch,
    projects::{Project, summary::Progress},
    tree::check_nesting,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx,
    documents::{self, SavedBy},
    nodes,
    project_counters::Counters,
    projects::{self, ProjectAccess},
};

use crate::{
    change::Change,
    tree::{self, Tree},
};

const TREE: Tree = (&documents::TREE, NOUN);

/// The noun of a document at the beginning of a sentence.
const WHAT: &str = "The document";

/// Texts longer than this are counted while the other tasks of the runtime move to other threads, in
/// bytes.
const SHORT_TEXT_BYTES: usize = 64 * 1024;

/// How many words a Markdown text has, as a reader counts them: marks are none.
///
/// # Panics
/// With a long text on a runtime of a single thread.
pub fn words(content: &str) -> i64 {
    let count = || manuscript::words(&manuscript::markdown::plain(content).text);
    let words =
        if content.len() > SHORT_TEXT_BYTES { tokio::task::block_in_place(count) } else { count() };
    i64::try_from(words).unwrap_or(i64::MAX)
}

/// How many words the new text of an update has; none when it leaves the text as it is.
///
/// # Panics
/// As [`words`].
pub fn words_of(update: &DocumentUpdate) -> Option<i64> {
    match &update.content {
        Patch::Keep => None,
        Patch::Clear => Some(0),
        Patch::Set(content) => Some(words(content)),
    }
}

/// Creates a document whose text has `words` words.
pub fn create(
    change: &mut Change<'_, '_>,
    project_id: &str,
    create: &DocumentCreate,
    words: i64,
) -> Result<Versioned<DocumentItem>> {
    let now = change.now;
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let (id, parent) = (ids::new(now), create.parent_id.as_deref());
    let (document, wanted) = ((id.as_str(), parent), create.position);
    let position = tree::position_of_new(change.tx, &project, TREE, document, wanted, now)?;
    let document = Document::create(id, project.id(), create, position, words, now);
    documents::create(change.tx, &project, &document, &create.content, None)?;
    let counters = counters(None, Some(&document));
    change.publish(&project, EventKind::Document, view(document, None), counters)
}

/// A page of a project's documents: those of one parent by position, all in the order of reading.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    query: &DocumentQuery,
) -> Result<Page<DocumentItem>> {
    let (project, _, summary) = projects::get(tx, principal, project_id)?;
    let page = documents::list(tx, &project, query, summary.documents)?;
    Ok(page.map(|document| DocumentItem::of(document, None)))
}

/// A document with its text.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (project_id, id): (&str, &str),
) -> Result<Versioned<DocumentItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let document = documents::get(tx, &project, id)?;
    let (content, label) = documents::text(tx, &project, id)?;
    let mut found = view(document, Some(content));
    found.view.label = label;
    Ok(found)
}

/// Changes what the update names; the earlier text stays as a revision. `words` are those of the new
/// text, if there is one.
///
/// # Errors
/// A conflict when it is an autosave and the project's settings want none.
pub fn update(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
    update: &DocumentUpdate,
    words: Option<i64>,
) -> Result<Versioned<DocumentItem>> {
    let project = if moves(update) {
        projects::lock(change.tx, change.principal, project_id)?
    } else {
        projects::check(change.tx, change.principal, project_id)?
    };
    if update.autosave && !projects::detail(change.tx, &project)?.settings.auto_save {
        let reason = "settings.autoSave of the project is off: nothing is saved automatically";
        return Err(Error::Conflict(reason.to_owned()));
    }
    let before = documents::get_for_update(change.tx, &project, id)?;
    expected.check(WHAT, before.version)?;
    before.check_lock(&change.principal.user)?;
    let mut document = before.clone();
    document.update(update, words, change.now);
    if moves(update) {
        let moved = (id, document.parent_id.as_deref());
        let from = (before.position, before.parent_id.as_deref());
        let (wanted, now) = (update.position.value().copied(), document.modified_at);
        document.position =
            tree::position_of_moved(change.tx, &project, TREE, moved, from, wanted, now)?;
    }
    if let Some(content) = update.content.text() {
        let by = if update.autosave { SavedBy::Autosave } else { SavedBy::Author };
        let by = (change.principal.user.as_str(), by);
        documents::rewrite(change.tx, &project, &before, content, by, change.now)?;
    }
    documents::save(change.tx, &project, &document)?;
    let counters = counters(Some(&before), Some(&document));
    change.publish(&project, EventKind::Document, view(document, None), counters)
}

/// Gives a document that is locked another text of so many words; the text before stays as a revision.
pub(crate) fn rewrite(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    before: &Document,
    (content, words): (&str, i64),
) -> Result<Versioned<DocumentItem>> {
    let mut document = before.clone();
    document.words = words;
    document.touch(change.now);
    let by = (change.principal.user.as_str(), SavedBy::Author);
    documents::rewrite(change.tx, project, before, content, by, change.now)?;
    documents::save(change.tx, project, &document)?;
    let counters = counters(Some(before), Some(&document));
    change.publish(project, EventKind::Document, view(document, None), counters)
}

fn moves(update: &DocumentUpdate) -> bool {
    update.parent_id != Patch::Keep || update.position.value().is_some()
}

/// Puts a document into the trash; its children take its place, and no node is linked to it any more.
pub fn trash(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
) -> Result<()> {
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let document = documents::get_for_update(change.tx, &project, id)?;
    expected.check(WHAT, document.version)?;
    document.check_lock(&change.principal.user)?;
    documents::trash(change.tx, &project, &document, change.now)?;
    let unlinked = nodes::unlink_document(change.tx, &project, id, change.now)?;
    let counters = Counters { connections: -unlinked, ..counters(Some(&document), None) };
    change.publish_deleted(&project, EventKind::Document, &view(document, None).view, counters)
}

/// Takes a document out of the trash.
pub fn restore(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
) -> Result<Versioned<DocumentItem>> {
    let now = change.now;
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let mut document = documents::restore(change.tx, &project, id)?;
    expected.check(WHAT, document.version)?;
    document.check_lock(&change.principal.user)?;
    // Its parent may lie deeper by now than it did.
    let above = documents::TREE.ancestors(change.tx, &project, document.parent_id.as_deref())?;
    if check_nesting(NOUN, id, &above, 0).is_err() {
        document.parent_id = None;
    }
    let parent = document.parent_id.as_deref();
    documents::TREE.free_position(change.tx, &project, parent, document.position, id, now)?;
    document.touch(now);
    documents::save(change.tx, &project, &document)?;
    let counters = counters(None, Some(&document));
    change.publish(&project, EventKind::Document, view(document, None), counters)
}

/// Locks a document for the principal: nobody else changes it until it is unlocked.
pub fn lock(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
) -> Result<Versioned<DocumentItem>> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    let mut document = documents::get_for_update(change.tx, &project, id)?;
    expected.check(WHAT, document.version)?;
    if document.lock(&change.principal.user, change.now)? {
        save_lock(change, &project, document)
    } else {
        Ok(view(document, None))
    }
}

/// Unlocks a document, for the one who has locked it or for the owner of the project.
pub fn unlock(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    expected: &IfMatch,
) -> Result<Versioned<DocumentItem>> {
    let (project, Project { owner, .. }, _) =
        projects::get(change.tx, change.principal, project_id)?;
    let mut document = documents::get_for_update(change.tx, &project, id)?;
    expected.check(WHAT, document.version)?;
    let user = &change.principal.user;
    let owner = if change.principal.owns_everything { user } else { &owner };
    if document.unlock(user, Some(owner), change.now)? {
        save_lock(change, &project, document)
    } else {
        Ok(view(document, None))
    }
}

fn save_lock(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    document: Document,
) -> Result<Versioned<DocumentItem>> {
    documents::save(change.tx, project, &document)?;
    change.publish(project, EventKind::Document, view(document, None), Counters::default())
}

/// A page of the earlier texts of a document, newest first, without the texts.
pub fn revisions(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (project_id, id): (&str, &str),
    query: &PageQuery,
) -> Result<Page<Revision>> {
    let project = projects::check(tx, principal, project_id)?;
    documents::revisions(tx, &project, id, query.cursor.as_ref(), query.limit)
}

/// The earlier text of a document in the version of this number.
pub fn get_revision(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (project_id, id): (&str, &str),
    version: &str,
) -> Result<Revision> {
    let project = projects::check(tx, principal, project_id)?;
    let version = version.parse().map_err(|_| Error::not_found("Revision", version))?;
    documents::get_revision(tx, &project, id, version)
}

/// Calls the text that a document has or had in the version of this number something. The document does not
/// become another by it, so whoever writes in it has no conflict.
pub fn label_revision(
    change: &mut Change<'_, '_>,
    (project_id, id): (&str, &str),
    version: &str,
    update: &RevisionUpdate,
) -> Result<RevisionLabel> {
    let project = projects::check(change.tx, change.principal, project_id)?;
    let document = documents::get_for_update(change.tx, &project, id)?;
    document.check_lock(&change.principal.user)?;
    let version = version.parse().map_err(|_| Error::not_found("Revision", version))?;
    let before = documents::label(change.tx, &document, version)?;
    let Some(label) = update.label().filter(|label| *label != before.as_deref()) else {
        return Ok(RevisionLabel { version, label: before });
    };
    if label.is_some() {
        check_labels(documents::labels(change.tx, &document, version)?)?;
    }
    documents::set_label(change.tx, &document, version, label)?;
    change.publish(&project, EventKind::Document, view(document, None), Counters::default())?;
    Ok(RevisionLabel { version, label: label.map(str::to_owned) })
}

/// What a document adds to the counters of its project, by what it was and what it is.
fn counters(before: Option<&Document>, after: Option<&Document>) -> Counters {
    let words = |document: Option<&Document>| document.map_or(0, |document| document.words);
    let count = |document: Option<&Document>| i64::from(document.is_some());
    Counters {
        documents: count(after) - count(before),
        words: words(after) - words(before),
        connections: 0,
        progress: Progress::change(before.map(Document::progress), after.map(Document::progress)),
    }
}

/// A document, with its text where somebody reads it.
fn view(document: Document, content: Option<String>) -> Versioned<DocumentItem> {
    let version = document.version;
    Versioned { view: DocumentItem::of(document, content), version }
}
