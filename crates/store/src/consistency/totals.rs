//! Totals: of lists, of projects, of mailboxes, of the whole studio.

use db::Tx;
use domain::Result;

use super::{Mismatch, Remedy, mismatch, number};
use crate::{
    Doing as _, column::ReadColumns as _, exports::counters, record_counters::counted_of_projects,
};

/// Every counter of records as counting finds it. A project that is being imported has no counters yet.
macro_rules! counted {
    () => {
        concat!(
            "SELECT owner_id, kind, project_id, value
               FROM (",
            counted_of_projects!("TRUE"),
            "
                      UNION ALL
                     SELECT coalesce(project_id, account), 'swarms', project_id, count(*)
                       FROM swarm
                      WHERE status IN ('completed', 'failed', 'cancelled')
                      GROUP BY coalesce(project_id, account), project_id
                      UNION ALL
                     SELECT account, 'notifications', CAST(NULL AS TEXT), count(*)
                       FROM notification
                      GROUP BY account
                      UNION ALL
                     SELECT account, 'saved_searches', CAST(NULL AS TEXT), count(*)
                       FROM saved_search
                      GROUP BY account) AS every
              WHERE project_id IS NULL
                 OR project_id NOT IN (SELECT id FROM project WHERE import_token IS NOT NULL)"
        )
    };
}

/// The totals that are counted above, among those that are kept.
macro_rules! ours {
    () => {
        "(kind IN ('timelines', 'plotlines', 'nodes', 'promises', 'languages', 'grammar_rules',
                   'words', 'mentions', 'documents', 'findings', 'swarms', 'notifications',
                   'saved_searches',
                   'character', 'location', 'item', 'organisation', 'culture', 'species',
                   'religion', 'magic_system', 'technology', 'history', 'law', 'language',
                   'economy', 'event', 'concept', 'other')
          AND (project_id IS NULL
               OR project_id NOT IN (SELECT id FROM project WHERE import_token IS NOT NULL)))"
    };
}

const WRONG_LISTS: &str = concat!(
    "SELECT count(*)
       FROM (SELECT owner_id
               FROM (SELECT owner_id, kind, value
                       FROM (",
    counted!(),
    ") AS counted
                      UNION ALL
                     SELECT owner_id, kind, -value
                       FROM record_counter
                      WHERE ",
    ours!(),
    ") AS both_sides
              GROUP BY owner_id, kind
             HAVING sum(value) <> 0) AS unequal"
);

const DELETE_LISTS: &str = concat!("DELETE FROM record_counter WHERE ", ours!());

const COUNT_LISTS: &str =
    concat!("INSERT INTO record_counter (owner_id, kind, project_id, value) ", counted!());

/// Totals of the studio, and what they count.
const WRONG_COUNTERS: &str = "SELECT count(*)
       FROM counter
      WHERE name = 'projects' AND value <> (SELECT count(*) FROM project WHERE deleted_at IS NULL)
         OR name = 'messages' AND value <> (SELECT count(*) FROM message)
         OR name = 'agents' AND value <> (SELECT count(*) FROM agent)";

const COUNT_COUNTERS: &str = "UPDATE counter
        SET value = CASE name
                    WHEN 'projects' THEN (SELECT count(*) FROM project WHERE deleted_at IS NULL)
                    WHEN 'messages' THEN (SELECT count(*) FROM message)
                    ELSE (SELECT count(*) FROM agent)
                     END
      WHERE name IN ('projects', 'messages', 'agents')";

const WRONG_MAILBOXES: &str = "SELECT count(*)
       FROM mailbox
      WHERE queued <> (SELECT count(*)
                         FROM message
                        WHERE to_agent = agent_id
                          AND state = 'queued')
         OR leased <> (SELECT count(*)
                         FROM message
                        WHERE to_agent = agent_id
                          AND state = 'leased')";

const COUNT_MAILBOXES: &str = "UPDATE mailbox
        SET queued = (SELECT count(*)
                        FROM message
                       WHERE to_agent = agent_id
                         AND state = 'queued'),
            leased = (SELECT count(*)
                        FROM message
                       WHERE to_agent = agent_id
                         AND state = 'leased')";

const WRONG_LORE: &str = "SELECT count(*)
       FROM (SELECT project_id FROM lore_entry
              UNION
             SELECT project_id FROM lore_state) AS either
       LEFT JOIN lore_state ON lore_state.project_id = either.project_id
      WHERE coalesce(entries, -1) <> (SELECT count(*)
                                        FROM lore_entry
                                       WHERE lore_entry.project_id = either.project_id)
        AND either.project_id IN (SELECT id FROM project WHERE import_token IS NULL)";

const WRONG_TIMELINES: &str = "SELECT count(*)
       FROM timeline_counter
       JOIN timeline ON timeline.number = timeline_counter.timeline_number
      WHERE events <> (SELECT count(*)
                         FROM timeline_event
                        WHERE timeline_event.timeline_number = timeline.number)
        AND project_id NOT IN (SELECT id FROM project WHERE import_token IS NOT NULL)";

/// A log whose numbers are not without a gap has lost an event, or has one twice. Where none was ever
/// deleted, none is there, and none waits for its number, nothing can have happened yet.
const WRONG_EVENTS: &str = "SELECT count(*)
       FROM event_log
      WHERE name = 'event'
        AND ((SELECT count(*) FROM event) > 0
             AND (SELECT count(*) FROM event) + deleted_through <> (SELECT max(seq) FROM event)
             OR deleted_through = 0
             AND NOT EXISTS (SELECT 1 FROM event)
             AND NOT EXISTS (SELECT 1 FROM outbox)
             AND (EXISTS (SELECT 1 FROM project) OR EXISTS (SELECT 1 FROM message)))";

pub(super) fn check(tx: &mut Tx<'_>) -> Result<Vec<Mismatch>> {
    let mut mismatches = Vec::new();
    for (statement, what) in [
        (WRONG_LISTS, "counters of records"),
        (WRONG_COUNTERS, "totals of the whole studio"),
        (WRONG_MAILBOXES, "mailboxes"),
        (WRONG_LORE, "counters of lore entries"),
        (WRONG_TIMELINES, "totals of events"),
    ] {
        let wrong = number(tx, statement)?;
        mismatches.extend(mismatch(
            wrong,
            |n| {
                format!(
                    "{n} of the {what} {} not what counting finds",
                    if n == 1 { "is" } else { "are" }
                )
            },
            Remedy::Rebuild,
        ));
    }
    let wrong = wrong_projects(tx)?;
    mismatches.extend(mismatch(
        wrong,
        |n| format!("in {n} of the projects, counters are not what counting finds"),
        Remedy::Rebuild,
    ));
    let gaps = number(tx, WRONG_EVENTS)?;
    mismatches.extend(mismatch(
        gaps,
        |_| "the event log has lost events".to_owned(),
        Remedy::Restore,
    ));
    Ok(mismatches)
}

pub(super) fn rebuild(tx: &mut Tx<'_>) -> Result<()> {
    for statement in [DELETE_LISTS, COUNT_LISTS, COUNT_COUNTERS, COUNT_MAILBOXES] {
        tx.run(statement, ()).doing("counting anew")?;
    }
    for project_id in projects(tx)? {
        counters::update_rows(tx, &project_id)?;
    }
    Ok(())
}

/// Every project that keeps counters, those in the trash as well.
fn projects(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let rows = tx
        .rows(
            "SELECT id
               FROM project
              WHERE import_token IS NULL
                AND number IN (SELECT project_number FROM project_summary)
              ORDER BY id",
            (),
        )
        .doing("listing projects")?;
    rows.into_iter().map(|mut row| row.value("id")).collect()
}

/// How many projects keep counters that counting does not find.
fn wrong_projects(tx: &mut Tx<'_>) -> Result<i64> {
    let mut wrong = 0;
    for project_id in projects(tx)? {
        let kept = counters::stored(tx, &project_id)?;
        if kept != Some(counters::computed(tx, &project_id)?) {
            wrong += 1;
        }
    }
    Ok(wrong)
}
