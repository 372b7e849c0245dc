//! The texts that are searched, read for the index: who may see what is found in them is decided in each
//! search.

use db::{Row, Tx};
use domain::{
    Result, documents::DocumentKind, lore::Category, messages::MessageType, research::Collection,
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// Which table has a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextTable {
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

/// The ids of texts in a table after this id, by id, and how many bytes each has: at most `limit`.
pub fn ids(
    tx: &mut Tx<'_>,
    table: TextTable,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, usize)>> {
    let rows = match table {
        TextTable::Documents => tx.rows(
            "SELECT id, octet_length(content) AS bytes
               FROM document
               JOIN document_text ON document_id = id
              WHERE id > ?1
                AND import_id IS NULL
                AND deleted_at IS NULL
              ORDER BY id
              LIMIT ?2",
            (after, limit),
        ),
        TextTable::Lore => tx.rows(
            "SELECT id, octet_length(content) AS bytes
               FROM lore_entry
              WHERE id > ?1
              ORDER BY id
              LIMIT ?2",
            (after, limit),
        ),
        TextTable::Messages => tx.rows(
            "SELECT id, octet_length(content) AS bytes
               FROM message
              WHERE id > ?1
                AND state <> 'denied'
                AND (parent_id IS NULL OR type <> 'consultation')
              ORDER BY id
              LIMIT ?2",
            (after, limit),
        ),
    };
    sizes(rows.doing("looking for texts")?)
}

/// The ids of a project's documents and of its lore, each with its table.
pub fn ids_of_project(tx: &mut Tx<'_>, project: &str) -> Result<Vec<(TextTable, String)>> {
    let mut ids = Vec::new();
    for (table, statement) in [
        (
            TextTable::Documents,
            "SELECT id
               FROM document
              WHERE project_id = ?1
                AND import_id IS NULL
                AND deleted_at IS NULL",
        ),
        (
            TextTable::Lore,
            "SELECT id
               FROM lore_entry
              WHERE project_id = ?1",
        ),
    ] {
        for mut row in tx.rows(statement, (project,)).doing("looking for a project's texts")? {
            ids.push((table, row.value("id")?));
        }
    }
    Ok(ids)
}

/// How many bytes these texts of a table have; those that were deleted are left out.
pub fn sizes_of(tx: &mut Tx<'_>, table: TextTable, ids: &[String]) -> Result<Vec<(String, usize)>> {
    let list = column::text(ids)?;
    let rows = match table {
        TextTable::Documents => tx.rows(
            "SELECT document_id AS id, octet_length(content) AS bytes
               FROM document_text
              WHERE document_id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        ),
        TextTable::Lore => tx.rows(
            "SELECT id, octet_length(content) AS bytes
               FROM lore_entry
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            (&list,),
        ),
        TextTable::Messages => tx.rows(
            "SELECT id, octet_length(content) AS bytes
               FROM message
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND state <> 'denied'
                AND (parent_id IS NULL OR type <> 'consultation')",
            (&list,),
        ),
    };
    sizes(rows.doing("measuring texts")?)
}

fn sizes(rows: Vec<Row>) -> Result<Vec<(String, usize)>> {
    rows.into_iter()
        .map(|mut row| {
            let bytes: i64 = row.value("bytes")?;
            Ok((row.value("id")?, usize::try_from(bytes).unwrap_or(0)))
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
                AND (parent_id IS NULL OR type <> 'consultation')
              ORDER BY id DESC
              LIMIT 1 OFFSET ?1",
            (latest,),
        )
        .doing("looking for the latest messages")?;
    row.map(|mut row| row.value("id")).transpose()
}

/// These texts of a table; those that were deleted are left out.
pub fn read(tx: &mut Tx<'_>, table: TextTable, ids: &[String]) -> Result<Vec<Searched>> {
    let list = column::text(ids)?;
    let (statement, read): (_, fn(&mut Row) -> Result<Searched>) = match table {
        TextTable::Documents => (
            "SELECT id, project_id, kind, title, content
               FROM document
               JOIN document_text ON document_id = id
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND import_id IS NULL
                AND deleted_at IS NULL",
            document,
        ),
        TextTable::Lore => (
            "SELECT id, project_id, category, name, aliases, content
               FROM lore_entry
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))",
            entry,
        ),
        TextTable::Messages => (
            "SELECT id, project_id, type, account, labels, content
               FROM message
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND state <> 'denied'
                AND (parent_id IS NULL OR type <> 'consultation')",
            message,
        ),
    };
    let rows = tx.rows(statement, (&list,)).doing("reading texts to search")?;
    column::read_all(rows, read)
}

fn document(row: &mut Row) -> Result<Searched> {
    let kind = row.word("kind", DocumentKind::parse)?;
    Ok(Searched {
        id: row.value("id")?,
        collection: Collection::of_document(kind),
        kind: kind.as_str(),
        project_id: Some(row.value("project_id")?),
        account: None,
        labels: Vec::new(),
        heading: row.value("title")?,
        content: row.value("content")?,
    })
}

fn entry(row: &mut Row) -> Result<Searched> {
    let name: String = row.value("name")?;
    let aliases: Vec<String> = row.json("aliases")?;
    Ok(Searched {
        id: row.value("id")?,
        collection: Collection::Lore,
        kind: row.word("category", Category::parse)?.as_str(),
        project_id: Some(row.value("project_id")?),
        account: None,
        labels: Vec::new(),
        heading: std::iter::once(name).chain(aliases).collect::<Vec<_>>().join(", "),
        content: row.value("content")?,
    })
}

fn message(row: &mut Row) -> Result<Searched> {
    Ok(Searched {
        id: row.value("id")?,
        collection: Collection::Messages,
        kind: row.word("type", MessageType::parse)?.as_str(),
        project_id: row.value("project_id")?,
        account: Some(row.value("account")?),
        labels: row.json("labels")?,
        heading: String::new(),
        content: row.value("content")?,
    })
}
