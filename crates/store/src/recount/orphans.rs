//! Rows that are missing for good, and what is on its way. That no row belongs to nothing is checked
//! by the foreign keys.

use db::Tx;
use domain::Result;

use super::{Off, Remedy, found, number};
/// What is lost where rows are missing.
const LOST: [(&str, &str); 2] = [
    (
        "SELECT count(*)
           FROM document
          WHERE id NOT IN (SELECT document_id FROM document_text)",
        "documents have lost their text",
    ),
    (
        "SELECT count(*)
           FROM project
          WHERE number NOT IN (SELECT project_number FROM project_summary)",
        "projects have lost their counters",
    ),
];

/// What is on its way, and goes on when the service runs.
const ON_THE_WAY: [(&str, &str); 2] = [
    (
        "SELECT count(*)
           FROM project
          WHERE import_token IS NOT NULL",
        "projects are on their way in from a folder",
    ),
    (
        "SELECT count(*)
           FROM import
          WHERE state IN ('staging', 'pending', 'active')",
        "imports are not done",
    ),
];

pub(super) fn look(tx: &mut Tx<'_>) -> Result<Vec<Off>> {
    let mut off = Vec::new();
    for (statement, what) in LOST {
        off.extend(found(number(tx, statement)?, |n| format!("{n} {what}"), Remedy::Restore));
    }
    for (statement, what) in ON_THE_WAY {
        off.extend(found(number(tx, statement)?, |n| format!("{n} {what}"), Remedy::Serve));
    }
    Ok(off)
}
