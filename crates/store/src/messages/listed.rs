//! Lists of messages, newest first, each with the total that can be known in time.

use db::Tx;
use domain::{
    Principal, Result,
    messages::{Message, MessageQuery, State},
    page::{Cursor, Page},
};

use super::of_row;
use crate::{Doing as _, column, summaries};

/// A page of the messages the principal may see, newest first. Each leading filter has a statement
/// of its own, so that each finds its index.
///
/// # Errors
/// When the database fails.
pub fn list(tx: &mut Tx<'_>, principal: &Principal, query: &MessageQuery) -> Result<Page<Message>> {
    let (_, before) = column::downwards(query.cursor.as_ref());
    let agent = query.agent.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
    let conversation = query.conversation_id.as_deref().unwrap_or("");
    let state = query.status.map_or("", State::as_str);
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    let limit = query.limit + 1;
    let rows = if !conversation.is_empty() {
        tx.rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE conversation_id = ?1
                AND id < ?2
                AND (?3 = '' OR to_agent = ?3 OR from_agent = ?3)
                AND (?4 = '' OR state = ?4)
                AND (CAST(?5 AS BIGINT) = 1 OR account = ?6)
              ORDER BY id DESC
              LIMIT ?7",
            (conversation, before, &agent, state, everything, user, limit),
        )
    } else if !agent.is_empty() {
        tx.rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE id IN (SELECT id
                             FROM (SELECT id
                                     FROM message
                                    WHERE to_agent = ?1
                                      AND id < ?2
                                      AND (?3 = '' OR state = ?3)
                                      AND (CAST(?4 AS BIGINT) = 1 OR account = ?5)
                                    ORDER BY id DESC
                                    LIMIT ?6) AS got
                            UNION
                           SELECT id
                             FROM (SELECT id
                                     FROM message
                                    WHERE from_agent = ?1
                                      AND id < ?2
                                      AND (?3 = '' OR state = ?3)
                                      AND (CAST(?4 AS BIGINT) = 1 OR account = ?5)
                                    ORDER BY id DESC
                                    LIMIT ?6) AS sent)
              ORDER BY id DESC
              LIMIT ?6",
            (&agent, before, state, everything, user, limit),
        )
    } else if everything {
        tx.rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE id < ?1
                AND (?2 = '' OR state = ?2)
              ORDER BY id DESC
              LIMIT ?3",
            (before, state, limit),
        )
    } else {
        tx.rows(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE account = ?1
                AND id < ?2
                AND (?3 = '' OR state = ?3)
              ORDER BY id DESC
              LIMIT ?4",
            (user, before, state, limit),
        )
    };
    let rows = rows.doing("listing messages")?;
    let messages = rows.into_iter().map(|mut row| of_row(&mut row)).collect::<Result<Vec<_>>>()?;
    let filtered = !(agent.is_empty() && conversation.is_empty() && state.is_empty());
    let total = if filtered || !everything {
        filtered_total(tx, principal, (&agent, conversation, state))?
    } else {
        Some(summaries::counter(tx, "messages")?)
    };

    Ok(Page::cut(messages, query.limit, total, |message| Cursor { key: 0, id: message.id.clone() }))
}

fn filtered_total(
    tx: &mut Tx<'_>,
    principal: &Principal,
    (agent, conversation, state): (&str, &str, &str),
) -> Result<Option<i64>> {
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    let most = domain::page::TOTAL_EXACT_MAX + 1;
    let row = if !conversation.is_empty() {
        tx.row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM message
                      WHERE conversation_id = ?1
                        AND (?2 = '' OR to_agent = ?2 OR from_agent = ?2)
                        AND (?3 = '' OR state = ?3)
                        AND (CAST(?4 AS BIGINT) = 1 OR account = ?5)
                      LIMIT ?6) AS found",
            (conversation, agent, state, everything, user, most),
        )
    } else if !agent.is_empty() {
        tx.row(
            "SELECT count(*)
               FROM (SELECT id
                       FROM (SELECT id
                               FROM message
                              WHERE to_agent = ?1
                                AND (?2 = '' OR state = ?2)
                                AND (CAST(?3 AS BIGINT) = 1 OR account = ?4)
                              LIMIT ?5) AS got
                      UNION
                     SELECT id
                       FROM (SELECT id
                               FROM message
                              WHERE from_agent = ?1
                                AND (?2 = '' OR state = ?2)
                                AND (CAST(?3 AS BIGINT) = 1 OR account = ?4)
                              LIMIT ?5) AS sent) AS found",
            (agent, state, everything, user, most),
        )
    } else if everything {
        tx.row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM message
                      WHERE state = ?1
                      LIMIT ?2) AS found",
            (state, most),
        )
    } else {
        tx.row(
            "SELECT count(*)
               FROM (SELECT 1
                       FROM message
                      WHERE account = ?1
                        AND (?2 = '' OR state = ?2)
                      LIMIT ?3) AS found",
            (user, state, most),
        )
    };
    let row = row.doing("counting messages")?;
    row.map_or(Ok(None), |mut row| column::get(&mut row, 0).map(column::bounded_total))
}
