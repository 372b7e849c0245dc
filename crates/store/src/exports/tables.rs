//! The tables of an export, in the order in which they are written. Each says what its columns hold
//! and how its rows are read and kept; a test compares them with the schema.

mod findings;
mod languages;
mod lore;
mod plot;
mod proposals;
mod quotations;
mod timelines;

use domain::{
    Error, Result, Time, digest,
    documents::{self, DocumentCreate, RevisionUpdate},
    exports::{Cell, Column, ColumnKind, normalized_json, request_check, slug},
    field_error::{FieldPath, PathSegment},
    imports,
    json::{Json, Object},
    projects::{
        self, ProjectUpdate,
        patterns::normalized_patterns,
        summary::{Activity, EditRun, normalized_activity},
    },
};

use super::{Key, Numbers, Table};
use crate::project_counters;

/// The folders in which texts lie.
pub static FOLDERS: &[&str] = &["documents", "revisions", "lore"];

/// Rows of a table with long texts that are read at once.
const TEXTS_AT_ONCE: i64 = 50;

/// Every table whose rows belong to a project, but for what is only on its way or follows from
/// other rows, and for which swarm met which finding: that is about runs which stay behind.
pub static TABLES: &[Table] = &[
    DOCUMENT,
    REVISION,
    IMPORT,
    lore::ENTRY,
    lore::RELATION,
    lore::MENTION,
    lore::QUEUE,
    lore::STATE,
    timelines::TIMELINE,
    timelines::PLOTLINE,
    timelines::EVENT,
    timelines::ON_PLOTLINE,
    timelines::LINK,
    plot::NODE,
    plot::PROMISE,
    languages::LANGUAGE,
    languages::RULE,
    languages::WORD,
    proposals::PROPOSAL,
    findings::FINDING,
    findings::READING,
    quotations::CORRECTION,
    findings::FACT_REJECTION,
    findings::READINESS_DAY,
    PROJECT,
    PROJECT_SUMMARY,
];

const DOCUMENT: Table = Table {
    name: "document",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::optional("parent_id", ColumnKind::Reference("document")),
        Column::new("kind", ColumnKind::Word(documents::DocumentKind::WORDS)),
        Column::new("title", ColumnKind::Text),
        Column::new("status", ColumnKind::Word(documents::Status::WORDS)),
        Column::new("position", ColumnKind::Count),
        Column::optional("word_target", ColumnKind::Count),
        Column::new("words", ColumnKind::Count),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
        Column::optional("deleted_at", ColumnKind::Time),
        Column::new("content", ColumnKind::File),
        Column::new("digest", ColumnKind::Derived(|cells| digest(&cells[13]))),
        Column::optional("locked_by", ColumnKind::Owner),
        Column::optional("label", ColumnKind::Text),
    ],
    select: "SELECT id, project_id, parent_id, kind, title, status, position, word_target, words,
                    created_at, modified_at, version, deleted_at, content, digest, locked_by, label, id,
                    CAST(?3 AS BIGINT)
               FROM document
               JOIN document_text ON document_id = id
              WHERE project_id = ?1
                AND id > ?2
                AND import_id IS NULL
              ORDER BY id
              LIMIT ?4",
    inserts: &[
        (
            "INSERT INTO document (
                 id, project_id, parent_id, kind, title, status, position, word_target, words,
                 created_at, modified_at, version, deleted_at, locked_by)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15],
        ),
        (
            "INSERT INTO document_text (document_id, content, digest, label)
             VALUES (?1, ?2, ?3, ?4)",
            &[0, 13, 14, 16],
        ),
    ],
    rows_max: TEXTS_AT_ONCE,
    path: Some(|cells, numbers| format!("documents/{}", text_name(&cells[0], &cells[4], numbers))),
    asked: Some(request_check::<DocumentCreate>),
    ..Table::PLAIN
};

const REVISION: Table = Table {
    name: "revision",
    columns: &[
        Column::new("document_id", ColumnKind::Reference("document")),
        Column::new("version", ColumnKind::Count),
        Column::new("words", ColumnKind::Count),
        Column::new("replaced_by", ColumnKind::Text),
        Column::new("replaced_at", ColumnKind::Time),
        Column::new("content", ColumnKind::File),
        Column::new("digest", ColumnKind::Derived(|cells| digest(&cells[5]))),
        Column::optional("autosaved_at", ColumnKind::Time),
        Column::optional("label", ColumnKind::Text),
    ],
    // From the revisions on, those of other projects passed by: from the documents on, SQLite would put
    // all that are left in order for each page.
    select:
        "SELECT document_id, revision.version, revision.words, replaced_by, replaced_at, content,
                    digest, autosaved_at, label, document_id, revision.version, title
               FROM revision
              CROSS JOIN document
              WHERE (document_id, revision.version) > (?2, ?3)
                AND id = document_id
                AND project_id = ?1
                AND import_id IS NULL
              ORDER BY document_id, revision.version
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO revision (document_id, version, words, replaced_by, replaced_at, content,
                               digest, autosaved_at, label)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
    )],
    rows_max: TEXTS_AT_ONCE,
    path: Some(|cells, numbers| {
        let version = cells[1].integer();
        format!("revisions/{}-v{version:04}", text_name(&cells[0], &cells[9], numbers))
    }),
    asked: Some(request_check::<RevisionUpdate>),
    is_history: true,
    unique: &[&[0, 1]],
    ..Table::PLAIN
};

const IMPORT: Table = Table {
    name: "import",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::new("account", ColumnKind::Owner),
        // One that goes on is work, and its files stay behind.
        Column::new("state", ColumnKind::Word(&["completed", "failed"])),
        Column::new("total", ColumnKind::Count),
        Column::new("done", ColumnKind::Count),
        Column::new("skipped", ColumnKind::Json(normalized_json::<Vec<imports::Skipped>>)),
        Column::optional("error", ColumnKind::Text),
        Column::new("lease_until", ColumnKind::Count),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
    ],
    select: "SELECT id, project_id, account, state, total, done, skipped, error, lease_until,
                    created_at, modified_at, id, CAST(?3 AS BIGINT)
               FROM import
              WHERE project_id = ?1
                AND id > ?2
                AND state IN ('completed', 'failed')
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO import (
             id, project_id, account, state, total, done, skipped, error, lease_until,
             created_at, modified_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )],
    ..Table::PLAIN
};

/// What cannot be counted anew from the other rows.
const PROJECT_SUMMARY: Table = Table {
    name: "project_summary",
    columns: &[
        Column::new("project_id", ColumnKind::Project),
        Column::new("agent_interactions", ColumnKind::Count),
        Column::new("activity", ColumnKind::Joined(normalized_activity, whole_activity)),
        Column::optional("patterns", ColumnKind::Json(normalized_patterns)),
    ],
    select: "SELECT id, agent_interactions, activity, patterns, id, CAST(?3 AS BIGINT),
                    run_account, run_day, run_hour, run_edits, run_words, run_time_ms, run_sessions,
                    run_last
               FROM project
               JOIN project_summary ON project_summary.project_number = number
               JOIN project_run ON project_run.project_number = number
              WHERE id = ?1
                AND id > ?2
              LIMIT ?4",
    inserts: &[
        (
            "INSERT INTO project_summary (
                 project_number, documents, connections, insights, agent_interactions,
                 progress_weight, progress_done, activity, patterns)
             SELECT number, 0, 0, 0, CAST(?2 AS BIGINT), 0, 0, ?3, coalesce(?4, '{}')
               FROM project
              WHERE id = ?1",
            &[0, 1, 2, 3],
        ),
        (project_counters::RUN_CREATED, &[0]),
    ],
    is_first: true,
    is_single: true,
    ..Table::PLAIN
};

/// What is written down of a project's activity, with the run on top of it.
fn whole_activity(cells: &[Cell]) -> Option<String> {
    let [_, _, written, _, account, day, hour, edits, words, time_ms, sessions, last] = cells
    else {
        return None;
    };
    let mut activity = Activity::from_stored(written.text()).ok()?;
    activity.add(&EditRun {
        account: account.text().to_owned(),
        day: day.integer(),
        hour: hour.integer(),
        edits: edits.integer(),
        words: words.integer(),
        time_ms: time_ms.integer(),
        sessions: sessions.integer(),
        last: Time::from_millis(last.integer()),
    });
    serde_json::to_string(&activity).ok()
}

const PROJECT: Table = Table {
    name: "project",
    columns: &[
        Column::new("id", ColumnKind::Project),
        Column::new("owner", ColumnKind::Owner),
        Column::new("name", ColumnKind::Text),
        Column::new("kind", ColumnKind::Text),
        Column::new("status", ColumnKind::Word(projects::Status::WORDS)),
        Column::new("detail", ColumnKind::Json(normalized_json::<projects::Detail>)),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, owner, name, kind, status, detail, created_at, modified_at, version,
                    id, CAST(?3 AS BIGINT)
               FROM project
              WHERE id = ?1
                AND id > ?2
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO project (
             id, owner, name, kind, status, detail, created_at, modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
    )],
    asked: Some(check_project),
    is_first: true,
    is_single: true,
    ..Table::PLAIN
};

/// Whether an update could have made the project of a row, whose detail has the members of its view.
fn check_project(row: &Json) -> Result<()> {
    let member = |of: &Json, name: &str| match of {
        Json::Object(members) => members.get(name).cloned(),
        _ => None,
    };
    let detail = member(row, "detail").unwrap_or(Json::Null);
    let said = [
        ("name", member(row, "name")),
        ("description", member(&detail, "description")),
        ("projectType", member(row, "kind")),
        ("collaborators", member(&detail, "collaborators")),
        ("settings", member(&detail, "settings")),
    ];
    let said = said.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    request_check::<ProjectUpdate>(&Json::Object(said.collect::<Object>())).map_err(of_row)
}

/// The mistakes of an update with the way to what a row says.
fn of_row(error: Error) -> Error {
    let Error::Invalid(mut mistakes) = error else { return error };
    for FieldPath(steps) in mistakes.iter_mut().map(|mistake| &mut mistake.loc) {
        let Some(PathSegment::Key(first)) = steps.get_mut(1) else { continue };
        match first.as_str() {
            "projectType" => "kind".clone_into(first),
            "name" => {}
            _ => steps.insert(1, PathSegment::Key("detail".to_owned())),
        }
    }
    Error::Invalid(mistakes)
}

/// The digest of a text, as it is kept beside it.
fn digest(text: &Cell) -> Cell {
    Cell::Text(digest::hex(text.text().as_bytes()))
}

/// What a document's text is called: its number in the order of reading, and its title.
fn text_name(document: &Cell, title: &Cell, numbers: &Numbers) -> String {
    format!("{}-{}", numbers.named(document), slug(title.text()))
}

#[cfg(test)]
mod tests;
