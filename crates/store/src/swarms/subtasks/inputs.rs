//! What sub-tasks get of each other, and what a swarm still lacks.

use std::collections::HashMap;

use db::{Row, Tx};
use domain::{
    Result,
    json::JsonText,
    swarms::{
        Subtask, SubtaskState, Unmet,
        inputs::{INPUT_BYTES_MAX, INPUTS_MAX, REPORT_BYTES_MAX, StoredResult},
        outcome::UNMET_MAX,
    },
};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// The results of those a sub-task waits for, in the order of the plan: at most [`INPUTS_MAX`], of each
/// text as much as may be needed, and no report that is too long.
pub fn inputs(tx: &mut Tx<'_>, subtask: &Subtask) -> Result<Vec<StoredResult>> {
    let rows = tx
        .rows(
            "SELECT name, title, agent_id, state, error, substr(said, 1, CAST(?3 AS INTEGER)) AS said,
                    coalesce(octet_length(said), 0) AS said_bytes,
                    CASE WHEN length(report) <= ?4 THEN report END AS report
               FROM subtask_edge
               JOIN subtask ON subtask.swarm_id = subtask_edge.swarm_id
                           AND subtask.position = subtask_edge.position
              WHERE subtask_edge.swarm_id = ?1
                AND waiting_position = ?2
              ORDER BY subtask.position
              LIMIT ?5",
            (
                &subtask.swarm_id,
                subtask.position,
                column::count(INPUT_BYTES_MAX),
                column::count(REPORT_BYTES_MAX),
                column::count(INPUTS_MAX),
            ),
        )
        .doing("reading what a sub-task rests on")?;
    column::read_all(rows, read)
}

/// The keys of those that each sub-task of a swarm waits for, in the order of the plan, by its position.
pub fn awaited(tx: &mut Tx<'_>, swarm_id: &str) -> Result<HashMap<i64, Vec<String>>> {
    let rows = tx
        .rows(
            "SELECT waiting_position, name
               FROM subtask_edge
               JOIN subtask ON subtask.swarm_id = subtask_edge.swarm_id
                           AND subtask.position = subtask_edge.position
              WHERE subtask_edge.swarm_id = ?1
              ORDER BY waiting_position, subtask.position",
            (swarm_id,),
        )
        .doing("reading what sub-tasks wait for")?;
    let mut awaited: HashMap<i64, Vec<String>> = HashMap::new();
    for mut row in rows {
        awaited.entry(row.value("waiting_position")?).or_default().push(row.value("name")?);
    }
    Ok(awaited)
}

fn read(row: &mut Row) -> Result<StoredResult> {
    let bytes: i64 = row.value("said_bytes")?;
    Ok(StoredResult {
        sub_task: row.value("name")?,
        title: row.value("title")?,
        agent: row.value("agent_id")?,
        state: row.word("state", SubtaskState::parse)?,
        error: row.value("error")?,
        text: row.value("said")?,
        text_bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        report: row.value::<Option<String>>("report")?.map(JsonText),
    })
}

/// The needs of a swarm that none of their sub-tasks met, each by the first of these; one more than
/// [`UNMET_MAX`] at most. It is complete once all sub-tasks have ended.
pub fn unmet(tx: &mut Tx<'_>, swarm_id: &str) -> Result<Vec<Unmet>> {
    let rows = tx
        .rows(
            "SELECT title, agent_id, error
               FROM subtask
              WHERE swarm_id = ?1
                AND position IN (SELECT min(position)
                                   FROM subtask
                                  WHERE swarm_id = ?1
                                    AND need IS NOT NULL
                                  GROUP BY need
                                 HAVING max(CASE WHEN state = 'succeeded' THEN 1 ELSE 0 END) = 0)
              ORDER BY position
              LIMIT ?2",
            (swarm_id, column::count(UNMET_MAX + 1)),
        )
        .doing("looking for what a swarm lacks")?;
    column::read_all(rows, |row| {
        Ok(Unmet {
            title: row.value("title")?,
            agent: row.value("agent_id")?,
            reason: row.value("error")?,
        })
    })
}
