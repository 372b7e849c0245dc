//! Rows that must be there: rows beside others, rows that exist from the beginning, and the numbers by
//! which rows refer to them. Some can be inserted again; what is lost needs a backup; what is unfinished
//! is continued by the service. That no row refers to nothing is checked by the foreign keys.

use db::Tx;
use domain::Result;

use super::{Mismatch, Remedy, mismatch, number};
use crate::Doing as _;

/// How many of something are missing or have another number, what they are, and what puts it right.
/// What can be counted is counted then; what was handled, handed over or failed begins at 0, and so do
/// the changes of the staff.
const MISSING: [(&str, &str, &str); 6] = [
    (
        "SELECT count(*)
           FROM project_summary
          WHERE project_number NOT IN (SELECT project_number FROM project_run)",
        "projects without their row of edits",
        "INSERT INTO project_run (
             project_number, run_account, run_day, run_hour, run_edits, run_words, run_time_ms,
             run_sessions, run_last, run_is_recorded)
         SELECT project_number, '', 0, 0, 0, 0, 0, 0, 0, 1
           FROM project_summary
          WHERE project_number NOT IN (SELECT project_number FROM project_run)",
    ),
    (
        "SELECT count(*)
           FROM timeline
          WHERE number NOT IN (SELECT timeline_number FROM timeline_counter)",
        "timelines without their total of events",
        "INSERT INTO timeline_counter (timeline_number, events)
         SELECT number, 0
           FROM timeline
          WHERE number NOT IN (SELECT timeline_number FROM timeline_counter)",
    ),
    (
        "SELECT count(*)
           FROM timeline_event
           JOIN timeline ON timeline.id = timeline_id
          WHERE timeline.number <> timeline_number",
        "events under the number of another timeline",
        "UPDATE timeline_event
            SET timeline_number = (SELECT number FROM timeline WHERE timeline.id = timeline_id)
          WHERE timeline_id IN (SELECT id FROM timeline)",
    ),
    (
        "SELECT 6 - count(*)
           FROM counter
          WHERE name IN ('projects', 'messages', 'messages_failed', 'handoffs_completed', 'agents',
                         'registry')",
        "totals of the whole studio are missing",
        "INSERT INTO counter (name, value)
         VALUES ('projects', 0), ('messages', 0), ('messages_failed', 0),
                ('handoffs_completed', 0), ('agents', 0), ('registry', 0)
             ON CONFLICT (name) DO NOTHING",
    ),
    (
        "SELECT count(*)
           FROM agent
          WHERE id NOT IN (SELECT agent_id FROM mailbox)",
        "agents have lost their mailbox",
        "INSERT INTO mailbox (agent_id, queued, leased, handled, failed)
         SELECT id, 0, 0, 0, 0
           FROM agent
          WHERE id NOT IN (SELECT agent_id FROM mailbox)",
    ),
    (
        "SELECT 1 - count(*)
           FROM event_log
          WHERE name = 'event'",
        "event logs do not say which events were deleted",
        "INSERT INTO event_log (name, deleted_through)
         SELECT 'event', coalesce((SELECT min(seq) FROM event), 1) - 1
          WHERE NOT EXISTS (SELECT 1
                              FROM event_log
                             WHERE name = 'event')",
    ),
];

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

/// What is unfinished, and is continued when the service runs.
const UNFINISHED: [(&str, &str); 2] = [
    (
        "SELECT count(*)
           FROM project
          WHERE import_token IS NOT NULL",
        "projects are being imported",
    ),
    (
        "SELECT count(*)
           FROM import
          WHERE state IN ('staging', 'pending', 'active')",
        "imports are not done",
    ),
];

pub(super) fn check(tx: &mut Tx<'_>) -> Result<Vec<Mismatch>> {
    let mut mismatches = Vec::new();
    for (statement, what, _) in MISSING {
        let wrong = number(tx, statement)?;
        mismatches.extend(mismatch(wrong, |n| format!("{n} {what}"), Remedy::Rebuild));
    }
    for (statement, what) in LOST {
        mismatches.extend(mismatch(
            number(tx, statement)?,
            |n| format!("{n} {what}"),
            Remedy::Restore,
        ));
    }
    for (statement, what) in UNFINISHED {
        mismatches.extend(mismatch(
            number(tx, statement)?,
            |n| format!("{n} {what}"),
            Remedy::Serve,
        ));
    }
    Ok(mismatches)
}

pub(super) fn rebuild(tx: &mut Tx<'_>) -> Result<()> {
    for (_, _, statement) in MISSING {
        tx.run(statement, ()).doing("putting back rows and numbers")?;
    }
    Ok(())
}
