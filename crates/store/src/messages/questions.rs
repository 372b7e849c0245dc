//! What agents ask others before they answer: the messages that wait for it, the questions and their
//! answers, and the messages that led to one.

use std::collections::HashMap;

use db::Tx;
use domain::{
    Result, Time,
    messages::{HOPS_MAX, Message, delegation::ASKED_MAX},
};

use super::{columns, read, read_all};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// At most `limit` messages that need not wait any longer: all that their agents asked has ended, or
/// the time for it is over; their rows are locked.
pub fn resumable(tx: &mut Tx<'_>, limit: i64, now: Time) -> Result<Vec<Message>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE state = 'waiting'
                AND (not_before <= ?1
                     OR NOT EXISTS (SELECT 1
                                      FROM message AS question
                                     WHERE question.parent_id = message.id
                                       AND question.state IN ('queued', 'leased', 'awaiting_reply',
                                                              'waiting', 'awaiting_approval')))
              ORDER BY id
              LIMIT ?2 /*+skip_locked*/"
            ),
            (now.millis(), limit),
        )
        .doing("looking for messages that need not wait")?;
    read_all(rows)
}

/// The questions asked for these messages that have not ended; their rows are locked.
pub fn open_of(tx: &mut Tx<'_>, parents: &[String]) -> Result<Vec<Message>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE parent_id IN (SELECT value FROM json_each(?1 /*+list*/))
                AND type = 'consultation'
                AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting',
                              'awaiting_approval')
              ORDER BY id /*+for_update*/"
            ),
            (column::text(&parents)?,),
        )
        .doing("looking for open questions")?;
    read_all(rows)
}

/// What was asked for a message, in the order of asking, each with its answer.
pub fn questions_of(tx: &mut Tx<'_>, parent: &str) -> Result<Vec<(Message, Option<Message>)>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE parent_id = ?1
              ORDER BY id
              LIMIT ?2"
            ),
            (parent, column::count(ASKED_MAX)),
        )
        .doing("reading questions")?;
    let questions = read_all(rows)?;
    let answers: Vec<&str> = questions.iter().filter_map(|it| it.answer_id.as_deref()).collect();
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))"
            ),
            (column::text(&answers)?,),
        )
        .doing("reading answers to questions")?;
    let mut answers: HashMap<String, Message> =
        read_all(rows)?.into_iter().map(|answer| (answer.id.clone(), answer)).collect();
    let with_answer = |question: Message| {
        let answer = question.answer_id.as_ref().and_then(|id| answers.remove(id));
        (question, answer)
    };
    Ok(questions.into_iter().map(with_answer).collect())
}

/// The recipients of a message and of those that led to it, replies left out.
pub fn chain(tx: &mut Tx<'_>, message: &Message) -> Result<Vec<String>> {
    let mut asked = vec![message.to_agent.clone()];
    let mut cause = message.cause_id.clone();
    for _ in 0..=HOPS_MAX {
        let Some(id) = cause else { break };
        let row = tx
            .row(
                "SELECT to_agent, cause_id, reply_to
                   FROM message
                  WHERE id = ?1",
                (&id,),
            )
            .doing("looking for what led to a message")?;
        let Some(mut row) = row else { break };
        if row.value::<Option<String>>("reply_to")?.is_none() {
            asked.push(row.value("to_agent")?);
        }
        cause = row.value("cause_id")?;
    }
    Ok(asked)
}

/// The latest messages of a conversation of the same user that were sent before this one, are no replies
/// and were not refused, the oldest of them first. Of a message that may be about one project alone, only
/// those about that project.
pub fn earlier_in_conversation(
    tx: &mut Tx<'_>,
    message: &Message,
    limit: i64,
) -> Result<Vec<Message>> {
    let rows = tx
        .rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE conversation_id = ?1
                AND id < ?2
                AND account = ?3
                AND reply_to IS NULL
                AND state <> 'denied'
                AND (CAST(?5 AS TEXT) IS NULL OR project_id = ?5)
              ORDER BY id DESC
              LIMIT ?4"
            ),
            (&message.conversation_id, &message.id, &message.account, limit, &message.only_project),
        )
        .doing("reading the earlier messages of a conversation")?;
    let mut earlier = rows.into_iter().map(|mut row| read(&mut row)).collect::<Result<Vec<_>>>()?;
    earlier.reverse();
    Ok(earlier)
}
