//! Rows that belong to nothing, and what is on its way. What only repeats other rows may be removed;
//! what somebody wrote never is.

use db::Tx;
use domain::Result;

use super::{Off, Remedy, found, number};
use crate::Doing as _;

/// What is lost where rows are missing.
const LOST: [(&str, &str); 4] = [
    (
        "SELECT count(*)
           FROM document
          WHERE id NOT IN (SELECT document_id FROM document_text)",
        "documents have lost their text",
    ),
    (
        "SELECT count(*)
           FROM document_text
          WHERE document_id NOT IN (SELECT id FROM document)",
        "texts belong to no document",
    ),
    (
        "SELECT count(*)
           FROM revision
          WHERE document_id NOT IN (SELECT id FROM document)",
        "earlier texts belong to no document",
    ),
    (
        "SELECT count(*)
           FROM project
          WHERE id NOT IN (SELECT project_id FROM project_summary)",
        "projects have lost their counters",
    ),
];

/// Rows that only repeat or join others: how many belong to nothing, what they are, and how they go.
const LOOSE: [(&str, &str, &str); 5] = [
    (
        "SELECT count(*)
           FROM lore_mention
          WHERE entry_id NOT IN (SELECT id FROM lore_entry)
             OR document_id NOT IN (SELECT id FROM document)",
        "counted mentions",
        "DELETE FROM lore_mention
          WHERE entry_id NOT IN (SELECT id FROM lore_entry)
             OR document_id NOT IN (SELECT id FROM document)",
    ),
    (
        "SELECT count(*)
           FROM finding_sighting
          WHERE finding_id NOT IN (SELECT id FROM finding)",
        "sightings of findings",
        "DELETE FROM finding_sighting
          WHERE finding_id NOT IN (SELECT id FROM finding)",
    ),
    (
        "SELECT count(*)
           FROM plotline_event
          WHERE event_id NOT IN (SELECT id FROM timeline_event)
             OR plotline_id NOT IN (SELECT id FROM plotline)",
        "places of events on plotlines",
        "DELETE FROM plotline_event
          WHERE event_id NOT IN (SELECT id FROM timeline_event)
             OR plotline_id NOT IN (SELECT id FROM plotline)",
    ),
    (
        "SELECT count(*)
           FROM import_file
          WHERE import_id NOT IN (SELECT id FROM import)",
        "files of imports",
        "DELETE FROM import_file
          WHERE import_id NOT IN (SELECT id FROM import)",
    ),
    (
        "SELECT count(*)
           FROM subtask
          WHERE swarm_id NOT IN (SELECT id FROM swarm)",
        "sub-tasks",
        "DELETE FROM subtask
          WHERE swarm_id NOT IN (SELECT id FROM swarm)",
    ),
];

/// What is on its way, and goes on when the service runs.
const ON_THE_WAY: [(&str, &str); 2] = [
    (
        "SELECT count(*)
           FROM project_import",
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
    for (statement, what, _) in LOOSE {
        let loose = number(tx, statement)?;
        off.extend(found(loose, |n| format!("{n} {what} belong to nothing"), Remedy::Rebuild));
    }
    for (statement, what) in ON_THE_WAY {
        off.extend(found(number(tx, statement)?, |n| format!("{n} {what}"), Remedy::Serve));
    }
    Ok(off)
}

/// Removes what belongs to nothing and only repeats other rows.
pub(super) fn remove(tx: &mut Tx<'_>) -> Result<()> {
    for (_, _, statement) in LOOSE {
        tx.run(statement, ()).doing("removing rows that belong to nothing")?;
    }
    Ok(())
}
