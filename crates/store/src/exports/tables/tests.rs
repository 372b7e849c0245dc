//! The tables compared with the schema that the migrations make.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::*;

/// Tables that are no part of a project's export, each with its reason.
const NOT_A_PROJECTS: &[&str] = &[
    // Who there is, and what each has open.
    "account",
    "token",
    "session",
    "active_project",
    // Notifications belong to their users.
    "notification",
    // Made anew from the collaborators that the project itself names.
    "member",
    // Of the machine where the folder is.
    "folder",
    "folder_entry",
    // Read anew from the texts.
    "document_extract",
    "document_reading",
    "passage_vectors",
    // Counted anew.
    "record_counter",
    "timeline_counter",
    // With `activity` of `project_summary`.
    "project_run",
    // Of all projects together.
    "counter",
    "event",
    "outbox",
    "event_log",
    "idempotency",
    // Messages belong to their senders and the hub.
    "agent",
    "mailbox",
    "message",
    "task_owner",
    "violation",
    // Work in progress and its costs. Findings are exported with the project.
    "swarm",
    "swarm_counter",
    "subtask",
    "subtask_edge",
    "artefact",
    "model_step",
    "budget_account",
    "model_usage",
    // Measurements of the agents of this service.
    "agent_speed",
    "agent_meter",
    "server",
    // What its users searched for, each for themselves.
    "research_query",
    "saved_search",
    // Which swarm met what stays with the swarms.
    "finding_sighting",
    // Staged imports.
    "import_file",
    // With `document`.
    "document_text",
];

/// Columns that are not written, each with its reason.
const NOT_WRITTEN: &[(&str, &str)] = &[
    // A project in the trash is not exported.
    ("project", "deleted_at"),
    ("project", "import_token"),
    // Staged documents stay behind.
    ("document", "import_id"),
    // Swarms stay where they worked.
    ("finding", "swarm_id"),
    ("proposal", "message_id"),
    ("proposal", "swarm_id"),
    ("proposal", "subtask_id"),
    // Counted anew.
    ("project_summary", "documents"),
    ("project_summary", "insights"),
    ("project_summary", "connections"),
    ("project_summary", "progress_weight"),
    ("project_summary", "progress_done"),
    ("lore_state", "entries"),
    // Numbered anew.
    ("project", "number"),
    ("project_summary", "project_number"),
    ("timeline", "number"),
    ("timeline_event", "timeline_number"),
    // An import that has ended is nobody's work.
    ("import", "lease_owner"),
    ("import", "lease_epoch"),
    ("import", "mode"),
];

/// The columns of every table of a database that the migrations have made.
fn schema() -> BTreeMap<String, BTreeSet<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scriptorium.db");
    let database = db::Db::open_sqlite(&file, db::SqliteOptions::default()).expect("a database");
    database.migrate(crate::database::MIGRATIONS, None).expect("the tables");
    let read = |tx: &mut db::Tx<'_>| {
        tx.rows(
            "SELECT t.name AS table_name, c.name AS column_name
               FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
              WHERE t.type = 'table'
                AND t.name NOT IN ('schema_version', 'sqlite_sequence')",
            (),
        )
    };
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in database.read_blocking(read).expect("a read").expect("rows") {
        let [table, column] = ["table_name", "column_name"].map(|it| row.get(it).expect("a name"));
        tables.entry(table).or_default().insert(column);
    }
    tables
}

#[test]
fn every_table_is_exported_or_has_a_reason_not_to_be() {
    let exported: BTreeSet<&str> = TABLES.iter().map(|table| table.name).collect();
    let excused: BTreeSet<&str> = NOT_A_PROJECTS.iter().copied().collect();
    let schema = schema();

    for table in schema.keys() {
        let known = [&exported, &excused].map(|tables| tables.contains(table.as_str()));
        assert!(
            known[0] != known[1],
            "{table} is to be in TABLES or in NOT_A_PROJECTS, and not in both"
        );
    }
    for table in exported.iter().chain(&excused) {
        assert!(schema.contains_key(*table), "{table} is in no migration");
    }
}

#[test]
fn every_column_is_exported_or_has_a_reason_not_to_be() {
    let schema = schema();
    for table in TABLES {
        let mut columns = schema[table.name].clone();
        for column in table.columns {
            // Long texts and their labels are in tables of their own, and a summary has its project's number.
            let is_there = columns.remove(column.name);
            let is_elsewhere = ["content", "digest"].contains(&column.name)
                || [("project_summary", "project_id"), ("document", "label")]
                    .contains(&(table.name, column.name));
            assert!(
                is_there || is_elsewhere,
                "{}.{} is exported, and no migration makes it",
                table.name,
                column.name
            );
        }
        columns.retain(|column| !NOT_WRITTEN.contains(&(table.name, column.as_str())));
        assert!(
            columns.is_empty(),
            "{}: neither exported nor in NOT_WRITTEN: {columns:?}",
            table.name
        );
    }
}

#[test]
fn statements_and_columns_agree() {
    for table in TABLES {
        let kept: BTreeSet<usize> =
            table.inserts.iter().flat_map(|(_, columns)| columns.iter().copied()).collect();
        assert_eq!(kept, (0..table.columns.len()).collect(), "{}", table.name);
        let has_text = table.columns.iter().any(|it| matches!(it.kind, ColumnKind::File));
        assert_eq!(has_text, table.path.is_some(), "{}", table.name);
        if let Some(path) = table.path {
            let cells = vec![Cell::Null; table.columns.len() + 1];
            let numbers = Numbers { by_id: HashMap::new(), digits: 4 };
            let path = path(&cells, &numbers);
            let (folder, _) = path.split_once('/').expect("a folder");
            assert!(FOLDERS.contains(&folder), "{path}");
        }
    }
}
