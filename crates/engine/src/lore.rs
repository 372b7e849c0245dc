//! Commands on the lore entries of a project, and their views. Mentions are counted in
//! [`crate::mentions`].

use domain::{
    Principal, Result,
    events::EventKind,
    ids,
    lore::{
        Entry, LoreCategories, LoreCreate, LoreItem, LoreMention, LoreQuery, LoreUpdate, Mentions,
    },
    page::{Page, PageQuery},
    patch::Patch,
    versioned::{IfMatch, Versioned},
};
use store::{
    Tx, lore,
    project_counters::Counters,
    projects::{self, ProjectAccess},
    timelines,
};

use crate::change::Change;

/// Creates an entry in a project.
pub fn create(
    change: &mut Change<'_, '_>,
    project_id: &str,
    create: &LoreCreate,
) -> Result<Versioned<LoreItem>> {
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let entry = Entry::create(ids::new(change.now), project.id(), create, change.now)?;
    let relations = lore::create(change.tx, &project, &entry, &create.content)?;
    // Mentions are not known before the documents have been read for its names.
    publish(change, &project, entry, None, relations)
}

/// A page of a project's entries by name.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    query: &LoreQuery,
) -> Result<Page<LoreItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let page = lore::list(tx, &project, query)?;
    Ok(page.map(|(entry, mentions)| LoreItem::of(entry, mentions, None)))
}

/// Every category with the number of its entries.
pub fn categories(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
) -> Result<LoreCategories> {
    let project = projects::check(tx, principal, project_id)?;
    lore::categories(tx, &project)
}

/// An entry with its text.
pub fn get(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    id: &str,
) -> Result<Versioned<LoreItem>> {
    let project = projects::check(tx, principal, project_id)?;
    let (entry, content) = lore::get(tx, &project, id)?;
    let (mentions, version) = (lore::mentions_of(tx, &project, id)?, entry.version);
    Ok(Versioned { view: LoreItem::of(entry, mentions, Some(content)), version })
}

/// A page of the documents that name an entry.
pub fn mentions(
    tx: &mut Tx<'_>,
    principal: &Principal,
    project_id: &str,
    id: &str,
    query: &PageQuery,
) -> Result<Page<LoreMention>> {
    let project = projects::check(tx, principal, project_id)?;
    lore::mentions(tx, &project, id, query)
}

/// Changes what the update names.
pub fn update(
    change: &mut Change<'_, '_>,
    project_id: &str,
    id: &str,
    expected: &IfMatch,
    update: &LoreUpdate,
) -> Result<Versioned<LoreItem>> {
    let project = if update.relations == Patch::Keep {
        projects::check(change.tx, change.principal, project_id)?
    } else {
        // The entries it relates to must still exist at the commit.
        projects::lock(change.tx, change.principal, project_id)?
    };
    let before = lore::get_for_update(change.tx, &project, id)?;
    expected.check("The entry", before.version)?;
    let mut entry = before.clone();
    entry.update(update, change.now)?;
    let content = update.content.text();
    let relations = lore::save(change.tx, &project, (&before, &entry), content)?;
    let mentions = lore::mentions_of(change.tx, &project, id)?;
    publish(change, &project, entry, mentions, relations)
}

/// Deletes an entry, its relations to others, and the links of events to it.
pub fn delete(change: &mut Change<'_, '_>, project_id: &str, id: &str) -> Result<()> {
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let entry = lore::get_for_update(change.tx, &project, id)?;
    let mentions = lore::mentions_of(change.tx, &project, id)?;
    let links = timelines::unlink(change.tx, &project, id, change.now)?;
    let relations = lore::delete(change.tx, &project, &entry, change.now)?;
    let counters = Counters { connections: -links - relations, ..Counters::default() };
    let entry = LoreItem::of(entry, mentions, None);
    change.publish_deleted(&project, EventKind::Lore, &entry, counters)
}

fn publish(
    change: &mut Change<'_, '_>,
    project: &ProjectAccess,
    entry: Entry,
    mentions: Option<Mentions>,
    connections: i64,
) -> Result<Versioned<LoreItem>> {
    let version = entry.version;
    let view = LoreItem::of(entry, mentions, None);
    let counters = Counters { connections, ..Counters::default() };
    change.publish(project, EventKind::Lore, &view, counters)?;
    Ok(Versioned { view, version })
}
