//! Counts again, in a database nobody writes to, what is kept as a counter. Each statement sees one
//! state.

use domain::{Error, Result};
use store::Database;

/// The rows a statement finds: a name and numbers in each.
pub fn rows(
    database: &Database,
    sql: &'static str,
    numbers: usize,
) -> Result<Vec<(String, Vec<i64>)>> {
    database.write_blocking(move |tx| {
        let failed = |error| Error::internal("counting", error);
        let mut found = Vec::new();
        for row in tx.rows(sql, ()).map_err(failed)? {
            let name = row.get::<String>(0).map_err(failed)?;
            let all = (1..=numbers).map(|at| row.get::<i64>(at).map_err(failed));
            found.push((name, all.collect::<Result<_>>()?));
        }
        Ok(found)
    })
}

/// Every counter that is not what counting finds.
pub fn all(database: &Database) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    let mut compare = |name: &str, what: &str, kept: &[i64], counted: &[i64]| {
        if kept != counted {
            wrong.push(format!("{name}, {what}: {kept:?} are kept, {counted:?} are there"));
        }
    };
    for (mailbox, numbers) in rows(database, MAILBOXES, 8)? {
        let (kept, counted) = numbers.split_at(4);
        compare(&mailbox, "queued, leased, handled, failed", kept, counted);
    }
    for (project, numbers) in rows(database, SUMMARIES, 4)? {
        let (kept, counted) = numbers.split_at(2);
        compare(&project, "documents, interactions", kept, counted);
    }
    for (counter, numbers) in rows(database, TOTALS, 2)? {
        compare(&counter, "the total", &numbers[..1], &numbers[1..]);
    }
    for (log, numbers) in rows(database, EVENTS, 2)? {
        compare(&log, "the last number", &numbers[1..], &numbers[..1]);
    }
    for (answers, numbers) in rows(database, ANSWERS, 1)? {
        compare(&answers, "keys that were taken for nothing", &numbers, &[0]);
    }
    Ok(wrong)
}

/// What each mailbox counts, and what is counted in it.
pub const MAILBOXES: &str = "SELECT agent_id, queued, leased, handled, failed,
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'queued'),
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'leased'),
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'handled'),
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'dead')
       FROM mailbox
      ORDER BY agent_id";

const SUMMARIES: &str = "SELECT id, documents, agent_interactions,
            (SELECT count(*) FROM document WHERE project_id = summary.id AND deleted_at IS NULL),
            (SELECT count(*) FROM message WHERE project_id = summary.id AND reply_to IS NULL)
       FROM (SELECT id, documents, agent_interactions
               FROM project
               JOIN project_summary ON project_number = number) AS summary
      ORDER BY id";

const TOTALS: &str = "SELECT name, value,
            CASE name WHEN 'projects' THEN (SELECT count(*) FROM project WHERE deleted_at IS NULL)
                      ELSE (SELECT count(*) FROM message)
             END
       FROM counter
      WHERE name IN ('projects', 'messages')";

const EVENTS: &str = "SELECT name,
            (SELECT count(*) FROM event) + deleted_through,
            (SELECT coalesce(max(event.seq), 0) FROM event)
       FROM event_log
      WHERE name = 'event'";

const ANSWERS: &str = "SELECT 'answers', count(*)
       FROM idempotency
      WHERE status = 0";
