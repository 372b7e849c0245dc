//! Numbers by which rows point at others, and the rows that stand under them: whatever is found by
//! such a number is lost to view without it.

use db::Tx;
use domain::Result;

use super::{Off, Remedy, found, number};
use crate::Doing as _;

/// How many of something have no number or another one, what they are, and what puts it right.
const NUMBERS: [(&str, &str, &str); 4] = [
    (
        "SELECT count(*)
           FROM project_summary
          WHERE no NOT IN (SELECT summary_no FROM project_run)",
        "summaries of projects without their run of changes",
        "INSERT INTO project_run (
             summary_no, run_account, run_day, run_edits, run_words, run_time_ms, run_last)
         SELECT no, '', 0, 0, 0, 0, 0
           FROM project_summary
          WHERE no NOT IN (SELECT summary_no FROM project_run)",
    ),
    (
        "SELECT count(*)
           FROM project
           JOIN project_summary ON project_id = project.id
          WHERE no <> summary_no",
        "projects under the number of another summary",
        "UPDATE project
            SET summary_no = (SELECT no FROM project_summary WHERE project_id = project.id)
          WHERE id IN (SELECT project_id FROM project_summary)",
    ),
    (
        "SELECT count(*)
           FROM timeline
          WHERE no NOT IN (SELECT timeline_no FROM timeline_total)",
        "timelines without their total of events",
        "INSERT INTO timeline_total (timeline_no, events)
         SELECT no, 0
           FROM timeline
          WHERE no NOT IN (SELECT timeline_no FROM timeline_total)",
    ),
    (
        "SELECT count(*)
           FROM timeline_event
           JOIN timeline ON timeline.id = timeline_id
          WHERE no <> timeline_no",
        "events under the number of another timeline",
        "UPDATE timeline_event
            SET timeline_no = (SELECT no FROM timeline WHERE timeline.id = timeline_id)
          WHERE timeline_id IN (SELECT id FROM timeline)",
    ),
];

pub(super) fn look(tx: &mut Tx<'_>) -> Result<Vec<Off>> {
    let mut off = Vec::new();
    for (statement, what, _) in NUMBERS {
        let wrong = number(tx, statement)?;
        off.extend(found(wrong, |n| format!("{n} {what}"), Remedy::Rebuild));
    }
    Ok(off)
}

pub(super) fn rebuild(tx: &mut Tx<'_>) -> Result<()> {
    for (_, _, statement) in NUMBERS {
        tx.run(statement, ()).doing("numbering anew")?;
    }
    Ok(())
}
