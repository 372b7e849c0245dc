//! What was found, in an export: findings leave with what their author said to them, and without the
//! swarms that met them, which stay behind.

use domain::{
    budgets::is_day,
    exports::{Cell, Column, ColumnKind},
    findings::{
        Check, FoundBy, Severity, State, is_fingerprint, measures::normalized_measures,
        normalized_detail,
    },
};

use super::{Key, Table};

/// Findings.
pub(super) const FINDING: Table = Table {
    name: "finding",
    columns: &[
        Column::new("id", ColumnKind::Id),
        Column::new("project_id", ColumnKind::Project),
        Column::optional("document_id", ColumnKind::Reference("document")),
        Column::optional("document_version", ColumnKind::Count),
        Column::new("check_name", ColumnKind::Word(FoundBy::WORDS)),
        Column::new("rule", ColumnKind::Text),
        Column::new("fingerprint", ColumnKind::Checked(is_fingerprint)),
        Column::new("severity", ColumnKind::Word(Severity::WORDS)),
        Column::new("severity_rank", ColumnKind::Derived(rank)),
        Column::new("message", ColumnKind::Text),
        Column::optional("quote", ColumnKind::Text),
        Column::optional("quote_start", ColumnKind::Count),
        Column::optional("quote_end", ColumnKind::Count),
        Column::optional("detail", ColumnKind::JsonWithIds(normalized_detail)),
        Column::new("agent", ColumnKind::Text),
        Column::new("state", ColumnKind::Word(State::WORDS)),
        Column::optional("reason", ColumnKind::Text),
        Column::new("created_at", ColumnKind::Time),
        Column::new("modified_at", ColumnKind::Time),
        Column::new("version", ColumnKind::Count),
    ],
    select: "SELECT id, project_id, document_id, document_version, check_name, rule, fingerprint,
                    severity, severity_rank, message, quote, quote_start, quote_end, detail, agent, state,
                    reason, created_at, modified_at, version, id, CAST(?3 AS BIGINT)
               FROM finding
              WHERE project_id = ?1
                AND id > ?2
              ORDER BY id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO finding (
             id, project_id, document_id, document_version, check_name, rule, fingerprint, severity,
             severity_rank, message, quote, quote_start, quote_end, detail, agent, state, reason, created_at,
             modified_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                 ?19, ?20)",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    )],
    unique: &[&[2, 4, 6]],
    ..Table::PLAIN
};

/// The rank of a finding's severity in lists.
fn rank(cells: &[Cell]) -> Cell {
    Cell::Integer(Severity::parse(cells[7].text()).map_or(0, Severity::rank))
}

/// Which check has read which text, and which version of it last. A text that somebody has changed in
/// the folder is not the one that was read.
pub(super) const READING: Table = Table {
    name: "finding_reading",
    columns: &[
        Column::new("project_id", ColumnKind::Project),
        Column::new("document_id", ColumnKind::Reference("document")),
        Column::new("check_name", ColumnKind::Word(Check::WORDS)),
        Column::new("version", ColumnKind::Count),
        Column::new("read_at", ColumnKind::Time),
        Column::new("digest", ColumnKind::Text),
        Column::optional("measures", ColumnKind::Json(normalized_measures)),
    ],
    select: "SELECT project_id, finding_reading.document_id, check_name, version, read_at,
                    digest, measures, finding_reading.document_id, check_name
               FROM finding_reading
               JOIN document_text ON document_text.document_id = finding_reading.document_id
              WHERE project_id = ?1
                AND (finding_reading.document_id, check_name) > (?2, ?3)
              ORDER BY finding_reading.document_id, check_name
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO finding_reading (
             project_id, document_id, check_name, version, read_at, measures)
         SELECT ?1, document_id, ?3, CAST(?4 AS BIGINT), CAST(?5 AS BIGINT), CAST(?7 AS TEXT)
           FROM document_text
          WHERE document_id = ?2
            AND digest = ?6",
        &[0, 1, 2, 3, 4, 5, 6],
    )],
    key: Key::Text,
    unique: &[&[1, 2]],
    ..Table::PLAIN
};

/// Facts that the author rejected.
pub(super) const FACT_REJECTION: Table = Table {
    name: "fact_rejection",
    columns: &[
        Column::new("project_id", ColumnKind::Project),
        Column::new("fact_id", ColumnKind::Text),
        Column::new("reason", ColumnKind::Text),
        Column::new("created_at", ColumnKind::Time),
    ],
    select: "SELECT project_id, fact_id, reason, created_at, fact_id, CAST(?3 AS BIGINT)
               FROM fact_rejection
              WHERE project_id = ?1
                AND fact_id > ?2
              ORDER BY fact_id
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO fact_rejection (project_id, fact_id, reason, created_at)
         VALUES (?1, ?2, ?3, ?4)",
        &[0, 1, 2, 3],
    )],
    unique: &[&[1]],
    ..Table::PLAIN
};

/// The readiness of the project by day.
pub(super) const READINESS_DAY: Table = Table {
    name: "readiness_day",
    columns: &[
        Column::new("project_id", ColumnKind::Project),
        Column::new("day", ColumnKind::Checked(is_day)),
        Column::new("score_thousandths", ColumnKind::Count),
    ],
    select: "SELECT project_id, day, score_thousandths, day, CAST(?3 AS BIGINT)
               FROM readiness_day
              WHERE project_id = ?1
                AND day > ?2
              ORDER BY day
              LIMIT ?4",
    inserts: &[(
        "INSERT INTO readiness_day (project_id, day, score_thousandths)
         VALUES (?1, ?2, ?3)",
        &[0, 1, 2],
    )],
    unique: &[&[1]],
    ..Table::PLAIN
};
