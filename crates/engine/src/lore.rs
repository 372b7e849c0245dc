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
use store::{Tx, lore, project_counters::Counters, projects, timelines};

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
    let counters = Counters::of_connections(relations);
    change.publish(&project, EventKind::Lore, view(entry, None, None), counters)
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
    let mentions = lore::mentions_of(tx, &project, id)?;
    Ok(view(entry, mentions, Some(content)))
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
    let counters = Counters::of_connections(relations);
    change.publish(&project, EventKind::Lore, view(entry, mentions, None), counters)
}

/// Deletes an entry, its relations to others, and the links of events to it.
pub fn delete(change: &mut Change<'_, '_>, project_id: &str, id: &str) -> Result<()> {
    let project = projects::lock(change.tx, change.principal, project_id)?;
    let entry = lore::get_for_update(change.tx, &project, id)?;
    let mentions = lore::mentions_of(change.tx, &project, id)?;
    let links = timelines::unlink(change.tx, &project, id, change.now)?;
    let relations = lore::delete(change.tx, &project, &entry, change.now)?;
    let counters = Counters::of_connections(-links - relations);
    let entry = view(entry, mentions, None).view;
    change.publish_deleted(&project, EventKind::Lore, &entry, counters)
}

/// An entry, with how often documents mention it if that is known, and its text where somebody reads it.
fn view(entry: Entry, mentions: Option<Mentions>, content: Option<String>) -> Versioned<LoreItem> {
    let version = entry.version;
    Versioned { view: LoreItem::of(entry, mentions, content), version }
}
