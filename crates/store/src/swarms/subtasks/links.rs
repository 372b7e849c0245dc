//! The messages that stand for sub-tasks: one for each series, put together from its rows. Sub-tasks of
//! agents outside are left out: theirs are in mailboxes, as rows of `message`.

use db::{Row, Tx};
use domain::{
    Principal, Result,
    json::JsonText,
    swarms::{
        Subtask, Swarm,
        inputs::REPORT_BYTES_MAX,
        links::{ANSWER_BYTES_MAX, Ended, Link},
    },
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    swarms,
};

/// The messages of a swarm's conversation that stand for its sub-tasks, with the swarm; none where the
/// principal has no such swarm. As other messages, they are read by the user whom the swarm works for.
pub fn linked(
    tx: &mut Tx<'_>,
    principal: &Principal,
    swarm_id: &str,
) -> Result<Option<(Swarm, Vec<Link>)>> {
    let Some(swarm) = swarms::find(tx, swarm_id)? else { return Ok(None) };
    if !principal.owns_everything && swarm.account != principal.user {
        return Ok(None);
    }
    let rows = tx
        .rows(
            "SELECT message_id, name, title, agent_id, total, begun, awaiting, succeeded, skipped, failed,
                    cancelled, attempts, line.started_at, line.finished_at,
                    CASE WHEN state <> 'succeeded' THEN error END AS error,
                    CASE WHEN total = 1 THEN substr(said, 1, CAST(?2 AS INTEGER)) END AS said,
                    CASE WHEN total = 1 AND length(report) <= ?3 THEN report END AS report
               FROM (SELECT min(position) AS first, count(*) AS total,
                            sum(CASE WHEN state NOT IN ('blocked', 'ready')
                                       OR attempt > 0 THEN 1 ELSE 0 END) AS begun,
                            sum(CASE WHEN state = 'awaiting_approval' THEN 1 ELSE 0 END)
                                AS awaiting,
                            sum(CASE WHEN state = 'succeeded' THEN 1 ELSE 0 END) AS succeeded,
                            sum(CASE WHEN state = 'skipped' THEN 1 ELSE 0 END) AS skipped,
                            sum(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS failed,
                            sum(CASE WHEN state = 'cancelled' THEN 1 ELSE 0 END) AS cancelled,
                            CAST(sum(attempt) AS BIGINT) AS attempts, min(started_at) AS started_at,
                            max(finished_at) AS finished_at
                       FROM subtask
                      WHERE swarm_id = ?1
                        AND NOT EXISTS (SELECT 1
                                          FROM message
                                         WHERE message.id = subtask.message_id)
                      GROUP BY message_id) AS line
               JOIN subtask ON swarm_id = ?1
                           AND position = first
              ORDER BY message_id DESC",
            (swarm_id, column::count(ANSWER_BYTES_MAX + 1), column::count(REPORT_BYTES_MAX)),
        )
        .doing("reading the messages of a swarm")?;
    Ok(Some((swarm, column::read_all(rows, read)?)))
}

/// The swarm of the message that stands for a sub-task; none where there is no such message.
pub fn find_linked(tx: &mut Tx<'_>, message_id: &str) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT swarm_id
               FROM subtask
              WHERE message_id = ?1
              LIMIT 1",
            (message_id,),
        )
        .doing("looking for the sub-task of a message")?;
    row.map(|mut row| row.value("swarm_id")).transpose()
}

/// The sub-task that waits for a message; none where none does.
pub fn find_waiting(tx: &mut Tx<'_>, message_id: &str) -> Result<Option<Subtask>> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM subtask
                  WHERE message_id = ?1
                    AND state = 'waiting'
                  LIMIT 1"
            ),
            (message_id,),
        )
        .doing("looking for the sub-task that waits for a message")?;
    row.map(|mut row| super::read(&mut row)).transpose()
}

fn read(row: &mut Row) -> Result<Link> {
    Ok(Link {
        message_id: row.value("message_id")?,
        sub_task: row.value("name")?,
        title: row.value("title")?,
        agent: row.value("agent_id")?,
        total: row.value("total")?,
        begun: row.value("begun")?,
        awaiting: row.value("awaiting")?,
        ended: Ended {
            succeeded: row.value("succeeded")?,
            skipped: row.value("skipped")?,
            failed: row.value("failed")?,
            cancelled: row.value("cancelled")?,
        },
        attempts: row.value("attempts")?,
        error: row.value("error")?,
        text: row.value("said")?,
        report: row.value::<Option<String>>("report")?.map(JsonText),
        started_at: row.time_or_none("started_at")?,
        finished_at: row.time_or_none("finished_at")?,
    })
}
