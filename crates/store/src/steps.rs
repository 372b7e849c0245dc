//! The journal of model calls, and what a call has returned so far.

use std::collections::HashMap;

use db::{Row, Tx};
use domain::{
    Error, Result, Time,
    budgets::Spending,
    json::JsonText,
    steps::{DraftItem, Step, StepOwner, StepState, StepUsage, UsageSource},
};

use crate::{Doing as _, column::ReadColumns as _};

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "number, message_id, swarm_id, position, agent_id, account, project_id, model,
         request_digest, state, attempt, reserved_tokens, reserved_micros, reply, input_tokens,
         output_tokens, usage_source, micros, error, begun_at, ended_at"
    };
}

fn read(row: &mut Row) -> Result<Step> {
    let owner = match (
        row.value::<Option<String>>("message_id")?,
        row.value::<Option<String>>("swarm_id")?,
        row.value::<Option<i64>>("position")?,
    ) {
        (Some(id), ..) => StepOwner::Message(id),
        (None, Some(swarm_id), Some(position)) => StepOwner::Subtask { swarm_id, position },
        _ => return Err(Error::internal("reading a step", "it has no owner")),
    };
    let tokens: (Option<i64>, Option<i64>) =
        (row.value("input_tokens")?, row.value("output_tokens")?);
    let source: Option<String> = row.value("usage_source")?;
    let micros = row.value("micros")?;
    let usage = match (tokens, source.as_deref().and_then(UsageSource::parse)) {
        ((Some(input_tokens), Some(output_tokens)), Some(source)) => {
            Some(StepUsage { input_tokens, output_tokens, source, micros })
        }
        _ => None,
    };
    Ok(Step {
        owner,
        number: row.value("number")?,
        agent: row.value("agent_id")?,
        account: row.value("account")?,
        project_id: row.value("project_id")?,
        model: row.value("model")?,
        request_digest: row.value("request_digest")?,
        state: row.word("state", StepState::parse)?,
        attempt: row.value("attempt")?,
        reserved: Spending {
            tokens: row.value("reserved_tokens")?,
            micros: row.value("reserved_micros")?,
        },
        reply: row.value::<Option<String>>("reply")?.map(JsonText),
        usage,
        error: row.value("error")?,
        begun_at: row.time("begun_at")?,
        ended_at: row.time_or_none("ended_at")?,
    })
}

/// A step, if it was ever begun; its row is locked.
pub fn get_for_update(tx: &mut Tx<'_>, owner: &StepOwner, number: i64) -> Result<Option<Step>> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM model_step
                  WHERE owner_key = ?1
                    AND number = ?2 /*+for_update*/"
            ),
            (owner.key(), number),
        )
        .doing("locking a step")?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// Whether nobody works on a step any more that did not end.
macro_rules! is_abandoned {
    () => {
        "state = 'begun'
            AND NOT EXISTS (SELECT 1
                              FROM message
                             WHERE message.id = model_step.message_id
                               AND message.state = 'leased')
            AND NOT EXISTS (SELECT 1
                              FROM subtask
                             WHERE subtask.swarm_id = model_step.swarm_id
                               AND subtask.position = model_step.position
                               AND subtask.state = 'leased')"
    };
}

/// Steps that did not end and that nobody is working on any more, at most `limit`.
pub fn abandoned(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<Step>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM model_step
                  WHERE ",
                is_abandoned!(),
                "
                  ORDER BY begun_at
                  LIMIT ?1"
            ),
            (limit,),
        )
        .doing("looking for steps that did not end")?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// A step, if it did not end and nobody is working on it; its row is locked, so that it stays so.
pub fn abandoned_for_update(
    tx: &mut Tx<'_>,
    owner: &StepOwner,
    number: i64,
) -> Result<Option<Step>> {
    // Whoever held the row may have ended the step or begun it anew, so it is read behind the lock.
    if get_for_update(tx, owner, number)?.is_none() {
        return Ok(None);
    }
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
                   FROM model_step
                  WHERE owner_key = ?1
                    AND number = ?2
                    AND ",
                is_abandoned!()
            ),
            (owner.key(), number),
        )
        .doing("reading a step that did not end")?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// Saves a step, a new one as well.
pub fn save(tx: &mut Tx<'_>, step: &Step) -> Result<()> {
    let position = match &step.owner {
        StepOwner::Subtask { position, .. } => Some(*position),
        StepOwner::Message(_) => None,
    };
    let owner_key = step.owner.key();
    let usage = step.usage.as_ref();
    let reply = step.reply.as_ref().map(|reply| &reply.0);
    tx.run(
        "INSERT INTO model_step (
             owner_key, number, message_id, swarm_id, position, agent_id, account, project_id,
             model, request_digest, state, attempt, reserved_tokens, reserved_micros, begun_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
         ON CONFLICT DO NOTHING",
        (
            &owner_key,
            step.number,
            step.owner.message_id(),
            step.owner.swarm_id(),
            position,
            &step.agent,
            &step.account,
            &step.project_id,
            &step.model,
            &step.request_digest,
            step.state.as_str(),
            step.attempt,
            step.reserved.tokens,
            step.reserved.micros,
            step.begun_at.millis(),
        ),
    )
    .doing("beginning a step")?;
    tx.run(
        "UPDATE model_step
            SET model = ?3,
                state = ?4,
                attempt = ?5,
                reserved_tokens = ?6,
                reserved_micros = ?7,
                reply = ?8,
                input_tokens = ?9,
                output_tokens = ?10,
                usage_source = ?11,
                micros = ?12,
                error = ?13,
                begun_at = ?14,
                ended_at = ?15
          WHERE owner_key = ?1
            AND number = ?2",
        (
            &owner_key,
            step.number,
            &step.model,
            step.state.as_str(),
            step.attempt,
            step.reserved.tokens,
            step.reserved.micros,
            reply,
            usage.map(|it| it.input_tokens),
            usage.map(|it| it.output_tokens),
            usage.map(|it| it.source.as_str()),
            usage.and_then(|it| it.micros),
            &step.error,
            step.begun_at.millis(),
            step.ended_at.map(Time::millis),
        ),
    )
    .doing("saving a step")
    .map(drop)
}

/// What was sent with the first call for a message or sub-task; none before there was one.
pub fn context(tx: &mut Tx<'_>, owner: &StepOwner) -> Result<Option<JsonText>> {
    let row = tx
        .row(
            "SELECT context
               FROM model_step
              WHERE owner_key = ?1
                AND number = 1",
            (owner.key(),),
        )
        .doing("reading what was sent first")?;
    let context: Option<String> = row.map_or(Ok(None), |mut row| row.value("context"))?;
    Ok(context.map(JsonText))
}

/// Saves what is sent with the first call for a message or sub-task, unless that is known.
pub fn save_context(tx: &mut Tx<'_>, owner: &StepOwner, context: &JsonText) -> Result<()> {
    tx.run(
        "UPDATE model_step
            SET context = ?2
          WHERE owner_key = ?1
            AND number = 1
            AND context IS NULL",
        (owner.key(), &context.0),
    )
    .doing("saving what is sent first")
    .map(drop)
}

/// What tools answered to the calls in the reply of a step, as the conversation wrote it; none before the
/// next step was begun.
pub fn tool_answers(
    tx: &mut Tx<'_>,
    (owner, number): (&StepOwner, i64),
) -> Result<Option<JsonText>> {
    let row = tx
        .row(
            "SELECT tool_answers
               FROM model_step
              WHERE owner_key = ?1
                AND number = ?2",
            (owner.key(), number),
        )
        .doing("reading what tools answered")?;
    let answers: Option<String> = row.map_or(Ok(None), |mut row| row.value("tool_answers"))?;
    Ok(answers.map(JsonText))
}

/// Saves what tools answered to the calls in the reply of a step.
pub fn save_tool_answers(
    tx: &mut Tx<'_>,
    (owner, number): (&StepOwner, i64),
    answers: &JsonText,
) -> Result<()> {
    tx.run(
        "UPDATE model_step
            SET tool_answers = ?3
          WHERE owner_key = ?1
            AND number = ?2",
        (owner.key(), number, &answers.0),
    )
    .doing("saving what tools answered")
    .map(drop)
}

/// Deletes what was sent first, and what tools answered, for messages and sub-tasks that are over, at most
/// `limit` of these; how many steps. A dead message may be sent again, and then asks the same.
pub fn delete_contexts(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
    tx.run(
        "UPDATE model_step
            SET context = NULL,
                tool_answers = NULL
          WHERE owner_key IN (SELECT owner_key
                                FROM model_step
                               WHERE context IS NOT NULL
                                 AND NOT EXISTS (SELECT 1
                                                   FROM message
                                                  WHERE message.id = model_step.message_id
                                                    AND message.state IN (
                                                        'queued', 'leased', 'waiting',
                                                        'awaiting_approval', 'dead'))
                                 AND NOT EXISTS (SELECT 1
                                                   FROM subtask
                                                  WHERE subtask.swarm_id = model_step.swarm_id
                                                    AND subtask.position = model_step.position
                                                    AND subtask.state IN (
                                                        'blocked', 'ready', 'waiting', 'leased',
                                                        'awaiting_approval'))
                               ORDER BY begun_at
                               LIMIT ?1)",
        (limit,),
    )
    .doing("deleting what was sent first")
}

/// What a step has returned so far, or had when it was cut off; none when nothing was saved.
pub fn draft(tx: &mut Tx<'_>, owner: &StepOwner, number: i64) -> Result<Option<String>> {
    let row = tx
        .row(
            "SELECT draft
               FROM model_step
              WHERE owner_key = ?1
                AND number = ?2",
            (owner.key(), number),
        )
        .doing("reading a draft")?;
    row.map_or(Ok(None), |mut row| row.value("draft"))
}

/// The latest draft of a message or sub-task; none when nothing is being written, nor was interrupted.
pub fn latest_draft(tx: &mut Tx<'_>, owner: &StepOwner) -> Result<Option<DraftItem>> {
    let row = tx
        .row(
            "SELECT number, draft, draft_saved_at
               FROM model_step
              WHERE owner_key = ?1
                AND draft IS NOT NULL
              ORDER BY number DESC
              LIMIT 1",
            (owner.key(),),
        )
        .doing("reading the latest draft")?;
    row.map(|mut row| read_draft(&mut row)).transpose()
}

/// The latest drafts of the sub-tasks of a swarm, by their positions.
pub fn drafts_of_swarm(tx: &mut Tx<'_>, swarm_id: &str) -> Result<HashMap<i64, DraftItem>> {
    let rows = tx
        .rows(
            "SELECT position, number, draft, draft_saved_at
               FROM model_step
              WHERE swarm_id = ?1
                AND draft IS NOT NULL
              ORDER BY number",
            (swarm_id,),
        )
        .doing("reading the drafts of a swarm")?;
    rows.into_iter().map(|mut row| Ok((row.value("position")?, read_draft(&mut row)?))).collect()
}

fn read_draft(row: &mut Row) -> Result<DraftItem> {
    Ok(DraftItem {
        step: row.value("number")?,
        text: row.value("draft")?,
        saved_at: row.time("draft_saved_at")?,
    })
}

/// Saves what a step has returned so far. What an earlier attempt had returned stays until this one has
/// returned more.
pub fn save_draft(
    tx: &mut Tx<'_>,
    (owner, number): (&StepOwner, i64),
    draft: &str,
    now: Time,
) -> Result<()> {
    tx.run(
        "UPDATE model_step
            SET draft = ?3,
                draft_saved_at = ?4
          WHERE owner_key = ?1
            AND number = ?2
            AND (draft IS NULL OR length(draft) <= length(?3))",
        (owner.key(), number, draft, now.millis()),
    )
    .doing("saving a draft")
    .map(drop)
}

/// Deletes the draft of a step, whose reply has all of it.
pub fn delete_draft(tx: &mut Tx<'_>, owner: &StepOwner, number: i64) -> Result<()> {
    tx.run(
        "UPDATE model_step
            SET draft = NULL,
                draft_saved_at = NULL
          WHERE owner_key = ?1
            AND number = ?2",
        (owner.key(), number),
    )
    .doing("deleting a draft")
    .map(drop)
}
