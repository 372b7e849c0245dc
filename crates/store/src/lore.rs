//! The lore as it is kept: entries, what holds between them, and how often documents name them. Each
//! is found only within a project that was seen. The counting itself is in [`work`].

mod listed;
mod relations;
pub mod work;

use std::collections::BTreeSet;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    fold::fold_name,
    json::JsonText,
    lore::{Category, ENTRIES_MAX, Entry, Mentions},
};

pub use listed::{Shown, categories, list, mentions};

use crate::{Doing as _, column, projects::ProjectAccess, tallies};

const WHAT: &str = "Lore entry";

// Entries are counted by category, each under its project by the category's word: those are
// singular, and what other rooms count under a project is plural.

/// What each entry's places are counted under, with its id as the owner.
const MENTIONS: &str = "mentions";

/// What the documents that name it are counted under, likewise.
const DOCUMENTS: &str = "documents";

/// Keeps a new entry; how many relations it has. The project is to be locked: no entry it relates to
/// may go meanwhile.
///
/// # Errors
/// Not found when it relates to what is no entry of the project; a conflict when the project has
/// [`ENTRIES_MAX`] of them.
pub fn create(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    entry: &Entry,
    content: &str,
) -> Result<i64> {
    relations::check(tx, project, &entry.relations)?;
    tx.run(
        "INSERT INTO lore_entry (
             id, project_id, name, folded, searched, category, aliases, attributes,
             created_at, modified_at, version, content)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        (
            &entry.id,
            project.id(),
            &entry.name,
            fold_name(&entry.name),
            sought(entry),
            entry.category.as_str(),
            column::text(&entry.aliases)?,
            &entry.attributes.0,
            entry.created_at.millis(),
            entry.modified_at.millis(),
            entry.version,
            content,
        ),
    )
    .doing("making an entry")?;
    relations::write(tx, project, entry)?;
    tallies::add(tx, project, (project.id(), entry.category.as_str()), 1)?;
    let entries = rename(tx, project, 1)?;
    if entries > ENTRIES_MAX {
        return Err(Error::Conflict(format!("A project has at most {ENTRIES_MAX} lore entries")));
    }
    Ok(count(entry))
}

/// Notes that the names of a project's entries are others now, whose number changes by `gained`; how
/// many entries there are. All documents are to be read again.
fn rename(tx: &mut Tx<'_>, project: &ProjectAccess, gained: i64) -> Result<i64> {
    let row = tx
        .row(
            "INSERT INTO lore_state (project_id, entries, version, queued_through)
             VALUES (?1, ?2, 1, '')
             ON CONFLICT (project_id) DO UPDATE
                SET entries = lore_state.entries + excluded.entries,
                    version = lore_state.version + 1,
                    queued_through = ''
             RETURNING entries",
            (project.id(), gained),
        )
        .doing("noting new names")?;
    row.map_or(Ok(0), |mut row| column::get(&mut row, 0))
}

fn count(entry: &Entry) -> i64 {
    column::count(entry.relations.len())
}

/// What a list is searched in: no line of it reaches into the next.
fn sought(entry: &Entry) -> String {
    let names = std::iter::once(&entry.name).chain(&entry.aliases);
    names.map(|name| fold_name(name)).collect::<Vec<_>>().join("\n")
}

/// That a project has an entry of this id, for whoever wants to point to it.
///
/// # Errors
/// Not found when it has not.
pub fn check(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    let row = tx
        .row(
            "SELECT 1
               FROM lore_entry
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("looking for an entry")?;
    row.map(drop).ok_or_else(|| Error::not_found(WHAT, id))
}

/// An entry of a project with its text.
///
/// # Errors
/// Not found when it does not exist there.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<(Entry, String)> {
    let row = tx
        .row(
            "SELECT id, project_id, name, category, aliases, attributes,
                    created_at, modified_at, version, content
               FROM lore_entry
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("reading an entry")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let mut entry = of_row(&mut row)?;
    relations::read(tx, project, std::slice::from_mut(&mut entry))?;
    Ok((entry, column::get(&mut row, 9)?))
}

/// An entry of a project without its text; nobody else changes it until this transaction ends.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Entry> {
    let row = tx
        .row(
            "SELECT id, project_id, name, category, aliases, attributes,
                    created_at, modified_at, version
               FROM lore_entry
              WHERE id = ?1
                AND project_id = ?2 /*+for_update*/",
            (id, project.id()),
        )
        .doing("holding an entry")?;
    let mut entry = of_row(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)?;
    relations::read(tx, project, std::slice::from_mut(&mut entry))?;
    Ok(entry)
}

/// An entry without its relations.
fn of_row(row: &mut Row) -> Result<Entry> {
    Ok(Entry {
        id: column::get(row, 0)?,
        project_id: column::get(row, 1)?,
        name: column::get(row, 2)?,
        category: column::word(row, 3, Category::parse)?,
        aliases: column::json(row, 4)?,
        attributes: JsonText(column::get(row, 5)?),
        relations: Vec::new(),
        created_at: column::time(row, 6)?,
        modified_at: column::time(row, 7)?,
        version: column::get(row, 8)?,
    })
}

/// Keeps what has changed in an entry that is held, and its text where there is a new one; how many
/// relations it gained or lost. The project is to be locked when its relations are others.
///
/// # Errors
/// Not found when it relates to what is no entry of the project.
pub fn save(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (before, entry): (&Entry, &Entry),
    content: Option<&str>,
) -> Result<i64> {
    tx.run(
        "UPDATE lore_entry
            SET name = ?3, folded = ?4, searched = ?5, category = ?6, aliases = ?7, attributes = ?8,
                modified_at = ?9, version = ?10, content = coalesce(?11, content)
          WHERE id = ?1
            AND project_id = ?2",
        (
            &entry.id,
            project.id(),
            &entry.name,
            fold_name(&entry.name),
            sought(entry),
            entry.category.as_str(),
            column::text(&entry.aliases)?,
            &entry.attributes.0,
            entry.modified_at.millis(),
            entry.version,
            content,
        ),
    )
    .doing("saving an entry")?;
    if before.category != entry.category {
        // In the order of their words, so that two who go opposite ways do not wait for each other.
        let mut gains = [(before.category.as_str(), -1), (entry.category.as_str(), 1)];
        gains.sort_unstable();
        for (noun, gain) in gains {
            tallies::add(tx, project, (project.id(), noun), gain)?;
        }
    }
    if !entry.is_called_as(before) {
        rename(tx, project, 0)?;
    }
    if before.relations != entry.relations {
        relations::check(tx, project, &entry.relations)?;
        relations::forget(tx, project, entry)?;
        relations::write(tx, project, entry)?;
    }
    Ok(count(entry) - count(before))
}

/// Forgets an entry that is held, and what held between it and others, which are changed by that; how
/// many relations are gone. The project is to be locked. Rooms that point to entries by id let go of
/// this one before, in the same transaction.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, entry: &Entry, now: Time) -> Result<i64> {
    tallies::add(tx, project, (project.id(), entry.category.as_str()), -1)?;
    rename(tx, project, -1)?;
    let relations = relations::unlink(tx, project, &entry.id, now)?;
    tx.run(
        "DELETE FROM lore_entry
          WHERE id = ?1
            AND project_id = ?2",
        (&entry.id, project.id()),
    )
    .doing("deleting an entry")?;
    tallies::forget(tx, &entry.id)?;
    Ok(relations)
}

/// Who bears which names.
#[derive(Debug, Clone)]
pub struct Bearer {
    /// The entry.
    pub entry_id: String,
    /// What it is about.
    pub category: Category,
    /// Its name, and behind it its aliases.
    pub names: Vec<String>,
}

impl Bearer {
    /// What it is called.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

/// The names of all entries of a project, of which there are at most [`ENTRIES_MAX`], by name.
pub fn bearers(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<Bearer>> {
    let rows = tx
        .rows(
            "SELECT id, category, name, aliases
               FROM lore_entry
              WHERE project_id = ?1
              ORDER BY folded, id",
            (project.id(),),
        )
        .doing("reading names")?;
    rows.into_iter()
        .map(|mut row| {
            let entry_id = column::get(&mut row, 0)?;
            let category = column::word(&mut row, 1, Category::parse)?;
            let mut names = vec![column::get(&mut row, 2)?];
            names.extend(column::json::<Vec<String>>(&mut row, 3)?);
            Ok(Bearer { entry_id, category, names })
        })
        .collect()
}

/// The entries of a project that have a name and no text, by their ids.
pub fn without_content(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<BTreeSet<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM lore_entry
              WHERE project_id = ?1
                AND content = ''",
            (project.id(),),
        )
        .doing("looking for entries without a text")?;
    rows.into_iter().map(|mut row| column::get(&mut row, 0)).collect()
}

/// The entries of a project, and whether all documents have been read for them.
struct Book {
    entries: i64,
    is_read: bool,
}

fn book(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Book> {
    let row = tx
        .row(
            "SELECT entries, queued_through IS NULL
                    AND NOT EXISTS (SELECT 1
                                      FROM lore_queue
                                     WHERE project_id = ?1)
               FROM lore_state
              WHERE project_id = ?1",
            (project.id(),),
        )
        .doing("looking at a project's lore")?;
    match row {
        Some(mut row) => {
            Ok(Book { entries: column::get(&mut row, 0)?, is_read: column::get(&mut row, 1)? })
        }
        None => Ok(Book { entries: 0, is_read: true }),
    }
}

/// How often the project's documents name these entries, in their order; none while documents are
/// still to be read.
fn counted(tx: &mut Tx<'_>, book: &Book, ids: &[&str]) -> Result<Option<Vec<Mentions>>> {
    if !book.is_read {
        return Ok(None);
    }
    let tallies = tallies::of_places(tx, ids)?;
    let count =
        |id: &str, noun: &str| tallies.get(&(id.to_owned(), noun.to_owned())).copied().unwrap_or(0);
    let of = |id: &&str| Mentions { total: count(id, MENTIONS), documents: count(id, DOCUMENTS) };
    Ok(Some(ids.iter().map(of).collect()))
}

/// How often the project's documents name an entry; none while documents are still to be read.
pub fn mentions_of(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Option<Mentions>> {
    let book = book(tx, project)?;
    let counted = counted(tx, &book, &[id])?;
    Ok(counted.and_then(|all| all.first().copied()))
}
