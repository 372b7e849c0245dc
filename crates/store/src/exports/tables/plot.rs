//! The tables of outlines and promises in an export.

use domain::{
    exports::{Cell, Column, ColumnKind, request_check},
    fold::fold,
    nodes::{self, NodeCreate},
    promises::{Level, PromiseCreate, PromiseType, Status},
};

use super::Table;

/// Nodes of the outline.
pub(super) const NODE: Table = Table {
    name: "plot_node",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::optional("parent_id", ColumnKind::Reference("plot_node")),
        Column::optional("document_id", ColumnKind::Reference("document")),
        Column::new("kind", ColumnKind::Word(nodes::NodeKind::WORDS)),
        Column::new("title", ColumnKind::Text),
        Column::new("position", ColumnKind::Count),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, project_id, parent_id, document_id, kind, title, position, created_at,
                    modified_at, version, id, CAST(?3 AS BIGINT)
               FROM plot_node
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO plot_node (
             id, project_id, parent_id, document_id, kind, title, position, created_at,
             modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    )],
    asked: Some(request_check::<NodeCreate>),
    ..Table::PLAIN
};

/// Promises.
pub(super) const PROMISE: Table = Table {
    name: "promise",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("type", ColumnKind::Word(PromiseType::WORDS)),
        Column::new("level", ColumnKind::Word(Level::WORDS)),
        Column::new("status", ColumnKind::Word(Status::WORDS)),
        Column::optional("made_at_node_id", ColumnKind::Reference("plot_node")),
        Column::optional("fulfilled_at_node_id", ColumnKind::Reference("plot_node")),
        Column::optional("plotline_id", ColumnKind::Reference("plotline")),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
        Column::new("title", ColumnKind::Text),
        Column::new("description", ColumnKind::Text),
        Column::new("notes", ColumnKind::Text),
        Column::new("folded", ColumnKind::Derived(folded)),
    ],
    select: "SELECT id, project_id, type, level, status, made_at_node_id, fulfilled_at_node_id,
                    plotline_id, created_at, modified_at, version, title, description, notes,
                    folded, id, CAST(?3 AS BIGINT)
               FROM promise
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO promise (
             id, project_id, type, level, status, made_at_node_id, fulfilled_at_node_id,
             plotline_id, created_at, modified_at, version, title, description, notes, folded)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    )],
    asked: Some(request_check::<PromiseCreate>),
    ..Table::PLAIN
};

/// What a search looks through, as `promises` stores it.
fn folded(cells: &[Cell]) -> Cell {
    Cell::Text(fold(&[11, 12, 13].map(|at| cells[at].text()).join("\n")))
}
