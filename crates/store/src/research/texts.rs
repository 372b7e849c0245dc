//! The texts that are searched, read for the studio's own work: nobody asks for them here, and who may
//! see what is found in them is decided with each search.

use db::{Row, Tx};
use domain::{
    Result, documents::Kind, lore::Category, messages::MessageType, research::Collection,
};

use crate::{Doing as _, column};

/// Where a text is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shelf {
    /// Documents, notes and references.
    Documents,
    /// Entries of the lore.
    Lore,
    /// Messages of the hub; not those that were refused.
    Messages,
}

/// A text that is searched.
#[derive(Debug, Clone, PartialEq)]
pub struct Searched {
    /// The document, entry or message.
    pub id: String,
    /// What it is from.
    pub collection: Collection,
    /// The kind of the document, the category of the entry, the type of the message.
    pub kind: &'static str,
    /// The project it belongs to.
    pub project_id: Option<String>,
    /// Whose it is, where it is not its project's.
    pub account: Option<String>,
    /// Labels that go with it.
    pub labels: Vec<String>,
    /// The names it is found under.
    pub heading: String,
    /// The text; Markdown, but for a message.
    pub content: String,
}

/// The ids of texts on a shelf after this id, by id, and how many bytes each has: at most `limit`.
pub fn ids(tx: &mut Tx<'_>, shelf: Shelf, after: &str, limit: i64) -> Result<Vec<(String, usize)>> {
    let rows = match shelf {
        Shelf::Documents => tx.rows(
            "SELECT id, octet_length(content)
               FROM document
               JOIN document_text ON document_id = id
              WHERE id > ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY id
              LIMIT ?2",
            (after, limit),
        ),
        Shelf::Lore => tx.rows(
            "SELECT id, octet_length(content)
               FROM lore_entry
              WHERE id > ?1
              ORDER BY id
              LIMIT ?2",
            (after, limit),
        ),
        Shelf::Messages => tx.rows(
            "SELECT id, octet_length(content)
               FROM message
              WHERE id > ?1
                AND state <> 'denied'
              ORDER BY id
              LIMIT ?2",
            (after, limit),
        ),
    };
    sizes(rows.doing("looking for texts")?)
}

/// The ids of a project's documents and of its lore, each with its shelf.
pub fn ids_of_project(tx: &mut Tx<'_>, project: &str) -> Result<Vec<(Shelf, String)>> {
    let mut ids = Vec::new();
    for (shelf, statement) in [
        (
            Shelf::Documents,
            "SELECT id
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL",
        ),
        (
            Shelf::Lore,
            "SELECT id
               FROM lore_entry
              WHERE project_id = ?1",
        ),
    ] {
        for mut row in tx.rows(statement, (project,)).doing("looking for a project's texts")? {
            ids.push((shelf, column::get(&mut row, 0)?));
        }
    }
    Ok(ids)
}

/// How many bytes these texts of a shelf have; those that are gone are left out.
pub fn sizes_of(tx: &mut Tx<'_>, shelf: Shelf, ids: &[String]) -> Result<Vec<(String, usize)>> {
    let list = column::text(ids)?;
    let rows = match shelf {
        Shelf::Documents => tx.rows(
            "SELECT document_id, octet_length(content)
               FROM document_text
              WHERE document_id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        ),
        Shelf::Lore => tx.rows(
            "SELECT id, octet_length(content)
               FROM lore_entry
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        ),
        Shelf::Messages => tx.rows(
            "SELECT id, octet_length(content)
               FROM message
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND state <> 'denied'",
            (&list,),
        ),
    };
    sizes(rows.doing("measuring texts")?)
}

fn sizes(rows: Vec<Row>) -> Result<Vec<(String, usize)>> {
    rows.into_iter()
        .map(|mut row| {
            let bytes: i64 = column::get(&mut row, 1)?;
            Ok((column::get(&mut row, 0)?, usize::try_from(bytes).unwrap_or(0)))
        })
        .collect()
}

/// The id that so many messages come behind; none when there are no more.
pub fn message_before(tx: &mut Tx<'_>, latest: i64) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT id
               FROM message
              WHERE state <> 'denied'
              ORDER BY id DESC
              LIMIT 1 OFFSET ?1",
            (latest,),
        )
        .doing("looking for the latest messages")?;
    row.map(|mut row| column::get(&mut row, 0)).transpose()
}

/// These texts of a shelf; those that are gone are left out.
pub fn read(tx: &mut Tx<'_>, shelf: Shelf, ids: &[String]) -> Result<Vec<Searched>> {
    let list = column::text(ids)?;
    match shelf {
        Shelf::Documents => {
            let rows = tx
                .rows(
                    "SELECT id, project_id, kind, title, content
                       FROM document
                       JOIN document_text ON document_id = id
                      WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                        AND import_id IS NULL
                        AND deleted_at IS NULL",
                    (&list,),
                )
                .doing("reading documents to search")?;
            rows.into_iter().map(|mut row| document(&mut row)).collect()
        }
        Shelf::Lore => {
            let rows = tx
                .rows(
                    "SELECT id, project_id, category, name, aliases, content
                       FROM lore_entry
                      WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
                    (&list,),
                )
                .doing("reading lore to search")?;
            rows.into_iter().map(|mut row| entry(&mut row)).collect()
        }
        Shelf::Messages => {
            let rows = tx
                .rows(
                    "SELECT id, project_id, type, account, labels, content
                       FROM message
                      WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                        AND state <> 'denied'",
                    (&list,),
                )
                .doing("reading messages to search")?;
            rows.into_iter().map(|mut row| message(&mut row)).collect()
        }
    }
}

fn document(row: &mut Row) -> Result<Searched> {
    let kind = column::word(row, 2, Kind::parse)?;
    Ok(Searched {
        id: column::get(row, 0)?,
        collection: Collection::of_document(kind),
        kind: kind.as_str(),
        project_id: Some(column::get(row, 1)?),
        account: None,
        labels: Vec::new(),
        heading: column::get(row, 3)?,
        content: column::get(row, 4)?,
    })
}

fn entry(row: &mut Row) -> Result<Searched> {
    let name: String = column::get(row, 3)?;
    let aliases: Vec<String> = column::json(row, 4)?;
    Ok(Searched {
        id: column::get(row, 0)?,
        collection: Collection::Lore,
        kind: column::word(row, 2, Category::parse)?.as_str(),
        project_id: Some(column::get(row, 1)?),
        account: None,
        labels: Vec::new(),
        heading: std::iter::once(name).chain(aliases).collect::<Vec<_>>().join(", "),
        content: column::get(row, 5)?,
    })
}

fn message(row: &mut Row) -> Result<Searched> {
    Ok(Searched {
        id: column::get(row, 0)?,
        collection: Collection::Messages,
        kind: column::word(row, 2, MessageType::parse)?.as_str(),
        project_id: column::get(row, 1)?,
        account: Some(column::get(row, 3)?),
        labels: column::json(row, 4)?,
        heading: String::new(),
        content: column::get(row, 5)?,
    })
}
