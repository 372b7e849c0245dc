//! Lore: rows of `lore_entry`, each found within its project, with their relations and how often
//! documents mention them. The counting of mentions is in [`work`].

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, project_id, name, category, aliases, attributes, created_at, modified_at, version"
    };
}

mod list;
pub mod mention_queue;
mod relations;

use std::collections::BTreeSet;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    fold::fold_name,
    json::JsonText,
    lore::{Category, ENTRIES_MAX, Entry, Mentions},
};

pub use list::{ListedEntry, categories, list, mentions};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    projects::ProjectAccess,
    record_counters,
};

const WHAT: &str = "Lore entry";

// The counters of a project's entries are named by the words of their categories: those are singular,
// and the names of its other counters are plural.

/// The counter of an entry's mentions.
const MENTIONS: &str = "mentions";

/// The counter of the documents that mention an entry.
const DOCUMENTS: &str = "documents";

/// An entry without its relations.
fn read(row: &mut Row) -> Result<Entry> {
    Ok(Entry {
        id: row.value("id")?,
        project_id: row.value("project_id")?,
        name: row.value("name")?,
        category: row.word("category", Category::parse)?,
        aliases: row.json("aliases")?,
        attributes: JsonText(row.value("attributes")?),
        relations: Vec::new(),
        created_at: row.time("created_at")?,
        modified_at: row.time("modified_at")?,
        version: row.value("version")?,
    })
}

/// Inserts a new entry; how many relations it has. The caller locks the project, so that no entry it
/// relates to is deleted meanwhile.
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
            searched(entry),
            entry.category.as_str(),
            column::text(&entry.aliases)?,
            &entry.attributes.0,
            entry.created_at.millis(),
            entry.modified_at.millis(),
            entry.version,
            content,
        ),
    )
    .doing("creating an entry")?;
    relations::create(tx, project, entry)?;
    record_counters::add(tx, project, (project.id(), entry.category.as_str()), 1)?;
    let entries = count_names(tx, project, 1)?;
    if entries > ENTRIES_MAX {
        return Err(Error::Conflict(format!("A project has at most {ENTRIES_MAX} lore entries")));
    }
    Ok(count(entry))
}

/// Gives the names of a project's entries, of which there are `gained` more, another version, so that
/// all documents are read again; how many entries there are.
fn count_names(tx: &mut Tx<'_>, project: &ProjectAccess, gained: i64) -> Result<i64> {
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
        .doing("counting names")?;
    row.map_or(Ok(0), |mut row| row.value("entries"))
}

fn count(entry: &Entry) -> i64 {
    column::count(entry.relations.len())
}

/// What a search reads: the names, each folded and on a line of its own.
fn searched(entry: &Entry) -> String {
    let names = std::iter::once(&entry.name).chain(&entry.aliases);
    names.map(|name| fold_name(name)).collect::<Vec<_>>().join("\n")
}

/// That a project has an entry of this id.
pub fn check(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<()> {
    let row = tx
        .row(
            "SELECT id
               FROM lore_entry
              WHERE id = ?1
                AND project_id = ?2",
            (id, project.id()),
        )
        .doing("looking for an entry")?;
    row.map(drop).ok_or_else(|| Error::not_found(WHAT, id))
}

/// An entry of a project with its text.
pub fn get(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<(Entry, String)> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                ", content
                   FROM lore_entry
                  WHERE id = ?1
                    AND project_id = ?2"
            ),
            (id, project.id()),
        )
        .doing("reading an entry")?;
    let mut row = row.ok_or_else(|| Error::not_found(WHAT, id))?;
    let mut entry = read(&mut row)?;
    relations::read(tx, project, std::slice::from_mut(&mut entry))?;
    Ok((entry, row.value("content")?))
}

/// An entry of a project without its text, whose row it locks.
pub fn get_for_update(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Entry> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM lore_entry
                  WHERE id = ?1
                    AND project_id = ?2 /*+for_update*/"
            ),
            (id, project.id()),
        )
        .doing("locking an entry")?;
    let mut entry = read(&mut row.ok_or_else(|| Error::not_found(WHAT, id))?)?;
    relations::read(tx, project, std::slice::from_mut(&mut entry))?;
    Ok(entry)
}

/// Writes what has changed in an entry, and its text if there is a new one; how many relations it
/// gained or, below zero, lost. The caller locks the project if the relations change.
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
            searched(entry),
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
        // In the order of their words, so that opposite changes do not wait for each other.
        let mut gains = [(before.category.as_str(), -1), (entry.category.as_str(), 1)];
        gains.sort_unstable();
        for (noun, gain) in gains {
            record_counters::add(tx, project, (project.id(), noun), gain)?;
        }
    }
    if !entry.has_same_names(before) {
        count_names(tx, project, 0)?;
    }
    if before.relations != entry.relations {
        relations::check(tx, project, &entry.relations)?;
        relations::delete(tx, project, entry)?;
        relations::create(tx, project, entry)?;
    }
    Ok(count(entry) - count(before))
}

/// Deletes an entry and its relations to others, which are changed; how many relations there were. The
/// caller locks the project, and has deleted all links to the entry in the same transaction.
pub fn delete(tx: &mut Tx<'_>, project: &ProjectAccess, entry: &Entry, now: Time) -> Result<i64> {
    record_counters::add(tx, project, (project.id(), entry.category.as_str()), -1)?;
    count_names(tx, project, -1)?;
    let relations = relations::unlink(tx, project, &entry.id, now)?;
    tx.run(
        "DELETE FROM lore_entry
          WHERE id = ?1
            AND project_id = ?2",
        (&entry.id, project.id()),
    )
    .doing("deleting an entry")?;
    record_counters::delete(tx, &entry.id)?;
    Ok(relations)
}

/// The names of an entry.
#[derive(Debug, Clone)]
pub struct EntryNames {
    /// The entry.
    pub entry_id: String,
    /// Its category.
    pub category: Category,
    /// Its name, then its aliases.
    pub names: Vec<String>,
}

impl EntryNames {
    /// Its name.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

/// The names of all entries of a project, of which there are at most [`ENTRIES_MAX`], by name.
pub fn entry_names(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<EntryNames>> {
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
            let category = row.word("category", Category::parse)?;
            let mut names = vec![row.value("name")?];
            names.extend(row.json::<Vec<String>>("aliases")?);
            Ok(EntryNames { entry_id: row.value("id")?, category, names })
        })
        .collect()
}

/// The ids of a project's entries without a text.
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
    rows.into_iter().map(|mut row| row.value("id")).collect()
}

/// How many entries a project has, and whether all documents have been read for them.
struct State {
    entries: i64,
    is_read: bool,
}

fn state(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<State> {
    let row = tx
        .row(
            "SELECT entries,
                    queued_through IS NULL
                    AND NOT EXISTS (SELECT 1
                                      FROM lore_queue
                                     WHERE project_id = ?1) AS is_read
               FROM lore_state
              WHERE project_id = ?1",
            (project.id(),),
        )
        .doing("reading the state of a project's lore")?;
    match row {
        Some(mut row) => {
            Ok(State { entries: row.value("entries")?, is_read: row.value("is_read")? })
        }
        None => Ok(State { entries: 0, is_read: true }),
    }
}

/// How often the project's documents mention these entries, in their order; none while documents are
/// queued to be read.
fn counted(tx: &mut Tx<'_>, state: &State, ids: &[&str]) -> Result<Option<Vec<Mentions>>> {
    if !state.is_read {
        return Ok(None);
    }
    let totals = record_counters::of_owners(tx, ids)?;
    let count =
        |id: &str, noun: &str| totals.get(&(id.to_owned(), noun.to_owned())).copied().unwrap_or(0);
    let of = |id: &&str| Mentions { total: count(id, MENTIONS), documents: count(id, DOCUMENTS) };
    Ok(Some(ids.iter().map(of).collect()))
}

/// How often the project's documents mention an entry; none while documents are queued to be read.
pub fn mentions_of(tx: &mut Tx<'_>, project: &ProjectAccess, id: &str) -> Result<Option<Mentions>> {
    let state = state(tx, project)?;
    let counted = counted(tx, &state, &[id])?;
    Ok(counted.and_then(|all| all.first().copied()))
}
