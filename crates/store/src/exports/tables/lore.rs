//! The tables of the lore in an export. Counts of mentions leave with what is still to be read for
//! them, so that a copy knows as much as its original and not more.

use domain::{
    exports::{Cell, Column, ColumnKind, request_check, slug},
    fold::fold_name,
    lore::{
        Category, ENTRIES_MAX, LoreCreate, RELATIONS_MAX, Relation, normalized_aliases,
        normalized_attributes,
    },
};

use super::{Key, TEXTS_AT_ONCE, Table};

/// Entries.
pub(super) const ENTRY: Table = Table {
    name: "lore_entry",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("name", ColumnKind::Text),
        Column::new("folded", ColumnKind::Derived(|cells| Cell::Text(fold_name(cells[2].text())))),
        Column::new("searched", ColumnKind::Derived(searched_text)),
        Column::new("category", ColumnKind::Word(Category::WORDS)),
        Column::new("aliases", ColumnKind::Json(normalized_aliases)),
        Column::new("attributes", ColumnKind::Json(normalized_attributes)),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
        Column::new("content", ColumnKind::File),
    ],
    select: "SELECT id, project_id, name, folded, searched, category, aliases, attributes,
                    created_at, modified_at, version, content, id, CAST(?3 AS BIGINT)
               FROM lore_entry
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO lore_entry (
             id, project_id, name, folded, searched, category, aliases, attributes, created_at,
             modified_at, version, content)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    )],
    rows_max: TEXTS_AT_ONCE,
    path: Some(|cells, _| format!("lore/{}", slug(cells[2].text()))),
    most: Some((1, ENTRIES_MAX as usize)),
    asked: Some(request_check::<LoreCreate>),
    ..Table::PLAIN
};

/// What a list is searched in, as `lore` stores it.
fn searched_text(cells: &[Cell]) -> Cell {
    let aliases: Vec<String> = serde_json::from_str(cells[6].text()).unwrap_or_default();
    let names = std::iter::once(cells[2].text()).chain(aliases.iter().map(String::as_str));
    Cell::Text(names.map(fold_name).collect::<Vec<_>>().join("\n"))
}

/// What entries have to do with each other.
pub(super) const RELATION: Table = Table {
    name: "lore_relation",
    columns: &[
        Column::new("entry_id", ColumnKind::Reference("lore_entry")),
        Column::new("position", ColumnKind::Count),
        Column::new("project_id", ColumnKind::Project),
        Column::new("target_id", ColumnKind::Reference("lore_entry")),
        Column::new("kind", ColumnKind::Text),
        Column::optional("label", ColumnKind::Text),
    ],
    select: "SELECT entry_id, position, project_id, target_id, kind, label, entry_id, position
               FROM lore_relation
              WHERE project_id = ?1
                AND (entry_id, position) > (?2, ?3)
              ORDER BY entry_id, position
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO lore_relation (
             entry_id, position, project_id, target_id, kind, label)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[0, 1, 2, 3, 4, 5],
    )],
    most: Some((0, RELATIONS_MAX)),
    unique: &[&[0, 1]],
    asked: Some(request_check::<Relation>),
    ..Table::PLAIN
};

/// Where documents name entries.
pub(super) const MENTION: Table = Table {
    name: "lore_mention",
    columns: &[
        Column::new("document_id", ColumnKind::Reference("document")),
        Column::new("entry_id", ColumnKind::Reference("lore_entry")),
        Column::new("project_id", ColumnKind::Project),
        Column::new("mentions", ColumnKind::Count),
        Column::new("first_start", ColumnKind::Count),
        Column::new("first_end", ColumnKind::Count),
        Column::new("quote", ColumnKind::Text),
        Column::new("passage", ColumnKind::Text),
    ],
    select: "SELECT document_id, entry_id, project_id, mentions, first_start, first_end, quote,
                    passage, document_id, entry_id
               FROM lore_mention
              WHERE project_id = ?1
                AND (document_id, entry_id) > (?2, ?3)
              ORDER BY document_id, entry_id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO lore_mention (
             document_id, entry_id, project_id, mentions, first_start, first_end, quote, passage)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        &[0, 1, 2, 3, 4, 5, 6, 7],
    )],
    key: Key::Text,
    unique: &[&[0, 1]],
    ..Table::PLAIN
};

/// Documents that are still to be read.
pub(super) const QUEUE: Table = Table {
    name: "lore_queue",
    columns: &[
        Column::new("project_id", ColumnKind::Project),
        Column::new("document_id", ColumnKind::Reference("document")),
    ],
    select: "SELECT project_id, document_id, document_id, CAST(?3 AS BIGINT)
               FROM lore_queue
              WHERE project_id = ?1
                AND document_id > ?2
                AND document_id IN (SELECT id
                                      FROM document
                                     WHERE project_id = ?1
                                       AND import_id IS NULL)
              ORDER BY document_id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO lore_queue (
             project_id, document_id)
         VALUES (?1, ?2)",
        &[0, 1],
    )],
    unique: &[&[1]],
    is_last: true,
    ..Table::PLAIN
};

/// The version of the entries' names. All documents of a copy are queued and read again, because
/// somebody may have changed their texts.
pub(super) const STATE: Table = Table {
    name: "lore_state",
    columns: &[
        Column::new("project_id", ColumnKind::Project),
        Column::new("version", ColumnKind::Count),
        Column::optional("queued_through", ColumnKind::Text),
    ],
    // Whether documents were still to be queued is exported, and ignored by an import.
    select: "SELECT project_id, version, CASE WHEN queued_through IS NULL THEN NULL ELSE ''
                    END, project_id, CAST(?3 AS BIGINT)
               FROM lore_state
              WHERE project_id = ?1
                AND project_id > ?2
              ORDER BY project_id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO lore_state (project_id, entries, version, queued_through)
         VALUES (?1, 0, ?2, coalesce(?3, ''))",
        &[0, 1, 2],
    )],
    unique: &[&[0]],
    is_last: true,
    ..Table::PLAIN
};
