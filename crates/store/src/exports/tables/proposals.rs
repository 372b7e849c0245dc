//! Proposals in an export: they leave with their changes and what was decided, and without the messages
//! and swarms they came from, which stay behind.

use domain::{
    exports::{Cell, Column, ColumnKind, normalized_json},
    json::Json,
    proposals::{TargetKind, identity, normalized_changes, summary_of},
};

use super::Table;

/// Proposals.
pub(super) const PROPOSAL: Table = Table {
    name: "proposal",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("target_kind", ColumnKind::Word(TargetKind::WORDS)),
        Column::optional("document_id", ColumnKind::Reference("document")),
        Column::optional("lore_entry_id", ColumnKind::Reference("lore_entry")),
        Column::optional("timeline_id", ColumnKind::Reference("timeline")),
        Column::optional("event_id", ColumnKind::Reference("timeline_event")),
        Column::optional("promise_id", ColumnKind::Reference("promise")),
        Column::optional("language_id", ColumnKind::Reference("language")),
        Column::optional("rule_id", ColumnKind::Reference("grammar_rule")),
        Column::optional("word_id", ColumnKind::Reference("word")),
        Column::optional("base_version", ColumnKind::Count),
        Column::optional("agent", ColumnKind::Text),
        Column::new("account", ColumnKind::Text),
        Column::new("summary", ColumnKind::Text),
        Column::new("state", ColumnKind::Derived(state)),
        Column::optional("reason", ColumnKind::Text),
        Column::new("changes_total", ColumnKind::Derived(total)),
        Column::new("changes_open", ColumnKind::Derived(open)),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("expires_at", ColumnKind::Time),
        Column::optional("decided_by", ColumnKind::Text),
        Column::optional("decided_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
        Column::new("changes", ColumnKind::Json(normalized_changes)),
        Column::optional("receipt", ColumnKind::Json(normalized_json::<Json>)),
        Column::optional("node_id", ColumnKind::Reference("plot_node")),
        Column::new("identity", ColumnKind::Derived(identity)),
    ],
    select: "SELECT id, project_id, target_kind, document_id, lore_entry_id, timeline_id, event_id,
                    promise_id, language_id, rule_id, word_id, base_version, agent, account, summary,
                    state, reason, changes_total, changes_open, created_at, modified_at, expires_at,
                    decided_by, decided_at, version, changes, receipt, node_id, identity, id,
                    CAST(?3 AS BIGINT)
               FROM proposal
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO proposal (
             id, project_id, target_kind, document_id, lore_entry_id, timeline_id, event_id,
             promise_id, language_id, rule_id, word_id, base_version, agent, account, summary,
             state, reason, changes_total, changes_open, created_at, modified_at, expires_at,
             decided_by, decided_at, version, changes, receipt, node_id, identity)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
        &[
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
            24, 25, 26, 27, 28,
        ],
    )],
    rows_max: super::TEXTS_AT_ONCE,
    ..Table::PLAIN
};

/// Which of the columns has the changes.
const CHANGES: usize = 25;

/// Which has the kind of the target, and which its version, which a new record has none of.
const KIND: usize = 2;
const BASE_VERSION: usize = 11;

fn identity(cells: &[Cell]) -> Cell {
    let Some(kind) = TargetKind::parse(cells[KIND].text()) else { return Cell::Null };
    let is_new = cells[BASE_VERSION] == Cell::Null;
    let found = identity::of_stored(kind, is_new, cells[CHANGES].text());
    found.map_or(Cell::Null, Cell::Text)
}

fn state(cells: &[Cell]) -> Cell {
    Cell::Text(summary_of(cells[CHANGES].text()).0.as_str().to_owned())
}

fn total(cells: &[Cell]) -> Cell {
    Cell::Integer(summary_of(cells[CHANGES].text()).1)
}

fn open(cells: &[Cell]) -> Cell {
    Cell::Integer(summary_of(cells[CHANGES].text()).2)
}
