//! Pages of messages, newest first, each with its total where that is counted in bounded time.

use db::{Row, Tx};
use domain::{
    Principal, Result,
    messages::{Message, MessageQuery, State},
    page::{Cursor, Page},
};

use super::{columns, read_all};
use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
    project_counters,
};

/// What is asked of each statement about a state that few messages are in: by an agent or none, and
/// by a user or an administrator.
struct Rare {
    ids: &'static str,
    count: &'static str,
}

/// The statements for a condition that leads to the index of such a state.
macro_rules! rare {
    ($condition:literal) => {
        Some(Rare {
            ids: concat!(
                "SELECT id
                   FROM message
                  WHERE ",
                $condition,
                "
                    AND (CAST(?2 AS TEXT) IS NULL OR to_agent = ?2 OR from_agent = ?2)
                    AND (CAST(?3 AS BIGINT) = 1 OR account = ?4)
                    AND id || '' < ?1
                  ORDER BY id || '' DESC
                  LIMIT ?5"
            ),
            count: concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM message
                          WHERE ",
                $condition,
                "
                            AND (CAST(?1 AS TEXT) IS NULL OR to_agent = ?1 OR from_agent = ?1)
                            AND (CAST(?2 AS BIGINT) = 1 OR account = ?3)
                          LIMIT ?4) AS found"
            ),
        })
    };
}

/// The statements of such a state; none of one that most messages come to. Each names its state and,
/// by a bound that excludes nothing, leads to the index of what is in it; an id with nothing behind
/// it leads away from that of all ids.
const fn rare(state: State) -> Option<Rare> {
    match state {
        State::Queued => rare!("state = 'queued' AND to_agent > '' AND not_before >= 0"),
        State::Leased => rare!("state = 'leased' AND lease_until >= 0"),
        State::AwaitingReply => rare!(
            "deadline >= 0
                    AND state IN ('queued', 'leased', 'awaiting_reply', 'waiting', 'awaiting_approval')
                    AND state = 'awaiting_reply'"
        ),
        State::Waiting => rare!("state = 'waiting' AND not_before >= 0"),
        State::AwaitingApproval => rare!("state = 'awaiting_approval' AND to_agent > ''"),
        State::Dead => rare!("state = 'dead' AND died_at >= 0"),
        _ => None,
    }
}

/// The statements about the messages of a conversation or a session.
struct Thread {
    rows: &'static str,
    count: &'static str,
}

/// The statements that find such messages by this column.
macro_rules! thread {
    ($column:literal) => {
        Thread {
            rows: concat!(
                "SELECT ",
                columns!(),
                "
                   FROM message
                  WHERE ",
                $column,
                " = ?1
                    AND id < ?2
                    AND (CAST(?3 AS TEXT) IS NULL OR to_agent = ?3 OR from_agent = ?3)
                    AND (CAST(?4 AS TEXT) IS NULL OR state = ?4)
                    AND (CAST(?5 AS BIGINT) = 1 OR account = ?6)
                    AND (CAST(?8 AS TEXT) IS NULL OR session_id = ?8)
                  ORDER BY id DESC
                  LIMIT ?7"
            ),
            count: concat!(
                "SELECT count(*) AS total
                   FROM (SELECT 1
                           FROM message
                          WHERE ",
                $column,
                " = ?1
                            AND (CAST(?2 AS TEXT) IS NULL OR to_agent = ?2 OR from_agent = ?2)
                            AND (CAST(?3 AS TEXT) IS NULL OR state = ?3)
                            AND (CAST(?4 AS BIGINT) = 1 OR account = ?5)
                            AND (CAST(?7 AS TEXT) IS NULL OR session_id = ?7)
                          LIMIT ?6) AS found"
            ),
        }
    };
}

const CONVERSATION: Thread = thread!("conversation_id");
const SESSION: Thread = thread!("session_id");

/// The conversation or, without one, the session that a query names, with its statements, and the
/// session that is asked for beside a conversation.
fn thread(query: &MessageQuery) -> Option<(&str, Thread, Option<&str>)> {
    let session = column::wanted(query.session_id.as_ref());
    match (column::wanted(query.conversation_id.as_ref()), session) {
        (Some(conversation), session) => Some((conversation, CONVERSATION, session)),
        (None, Some(session)) => Some((session, SESSION, None)),
        (None, None) => None,
    }
}

/// A page of the messages the principal may see, newest first. Each leading filter has a statement
/// of its own, so that each finds its index.
pub fn list(tx: &mut Tx<'_>, principal: &Principal, query: &MessageQuery) -> Result<Page<Message>> {
    let agent = column::wanted(query.agent.as_ref()).map(str::to_ascii_lowercase);
    let agent = agent.as_deref();
    let thread = thread(query);
    let state = query.status.map(State::as_str);
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    let few = query.status.filter(|_| thread.is_none()).and_then(rare);
    let rows = rows(tx, principal, query, agent, few.as_ref())?;
    let messages = read_all(rows)?;
    let is_filtered = agent.is_some() || thread.is_some() || state.is_some();
    let total = if let Some(Rare { count, .. }) = few {
        let most = domain::page::TOTAL_EXACT_MAX + 1;
        let row = tx.row(count, (agent, everything, user, most)).doing("counting messages")?;
        column::read_total(row)?
    } else if is_filtered || !everything {
        filtered_total(tx, principal, thread, (agent, state))?
    } else {
        Some(project_counters::counter(tx, "messages")?)
    };

    Ok(Page::cut(messages, query.limit, total, |message| Cursor { key: 0, id: message.id.clone() }))
}

/// The rows of a page, and one more where more follow.
fn rows(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &MessageQuery,
    agent: Option<&str>,
    few: Option<&Rare>,
) -> Result<Vec<Row>> {
    let (_, before) = column::before_cursor(query.cursor.as_ref());
    let state = query.status.map(State::as_str);
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    let limit = query.limit + 1;
    if let Some(Rare { ids, .. }) = few {
        return rows_in_state(tx, ids, (before, agent, everything, user, limit));
    }
    if let Some((id, Thread { rows, .. }, session)) = thread(query) {
        tx.rows(rows, (id, before, agent, state, everything, user, limit, session))
    } else if let Some(agent) = agent {
        rows_of_agent(tx, (agent, before, state, everything, user, limit))
    } else if everything {
        tx.rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE id < ?1
                AND (CAST(?2 AS TEXT) IS NULL OR state = ?2)
              ORDER BY id DESC
              LIMIT ?3"
            ),
            (before, state, limit),
        )
    } else {
        tx.rows(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE account = ?1
                AND id < ?2
                AND (CAST(?3 AS TEXT) IS NULL OR state = ?3)
              ORDER BY id DESC
              LIMIT ?4"
            ),
            (user, before, state, limit),
        )
    }
    .doing("listing messages")
}

/// The rows that a statement for a rare state leads to.
fn rows_in_state(
    tx: &mut Tx<'_>,
    ids: &'static str,
    params: (String, Option<&str>, bool, &str, i64),
) -> Result<Vec<Row>> {
    let rows = tx.rows(ids, params);
    let rows = rows.doing("looking for messages in a state")?;
    let ids = rows.into_iter().map(|mut row| row.value("id"));
    let ids = ids.collect::<Result<Vec<String>>>()?;
    tx.rows(
        concat!(
            "SELECT ",
            columns!(),
            "
           FROM message
          WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
          ORDER BY id DESC"
        ),
        (column::text(&ids)?,),
    )
    .doing("listing messages")
}

/// The rows of messages that an agent got or sent.
fn rows_of_agent(
    tx: &mut Tx<'_>,
    params: (&str, String, Option<&str>, bool, &str, i64),
) -> std::result::Result<Vec<Row>, db::Error> {
    tx.rows(
        concat!(
            "SELECT ",
            columns!(),
            "
           FROM message
          WHERE id IN (SELECT id
                         FROM (SELECT id
                                 FROM message
                                WHERE to_agent = ?1
                                  AND id < ?2
                                  AND (CAST(?3 AS TEXT) IS NULL OR state = ?3)
                                  AND (CAST(?4 AS BIGINT) = 1 OR account = ?5)
                                ORDER BY id DESC
                                LIMIT ?6) AS got
                        UNION
                       SELECT id
                         FROM (SELECT id
                                 FROM message
                                WHERE from_agent = ?1
                                  AND id < ?2
                                  AND (CAST(?3 AS TEXT) IS NULL OR state = ?3)
                                  AND (CAST(?4 AS BIGINT) = 1 OR account = ?5)
                                ORDER BY id DESC
                                LIMIT ?6) AS sent)
          ORDER BY id DESC
          LIMIT ?6"
        ),
        params,
    )
}

fn filtered_total(
    tx: &mut Tx<'_>,
    principal: &Principal,
    thread: Option<(&str, Thread, Option<&str>)>,
    (agent, state): (Option<&str>, Option<&str>),
) -> Result<Option<i64>> {
    let (everything, user) = (principal.owns_everything, principal.user.as_str());
    let most = domain::page::TOTAL_EXACT_MAX + 1;
    let row = if let Some((id, Thread { count, .. }, session)) = thread {
        tx.row(count, (id, agent, state, everything, user, most, session))
    } else if let Some(agent) = agent {
        tx.row(
            "SELECT count(*) AS total
               FROM (SELECT id
                       FROM (SELECT id
                               FROM message
                              WHERE to_agent = ?1
                                AND (CAST(?2 AS TEXT) IS NULL OR state = ?2)
                                AND (CAST(?3 AS BIGINT) = 1 OR account = ?4)
                              LIMIT ?5) AS got
                      UNION
                     SELECT id
                       FROM (SELECT id
                               FROM message
                              WHERE from_agent = ?1
                                AND (CAST(?2 AS TEXT) IS NULL OR state = ?2)
                                AND (CAST(?3 AS BIGINT) = 1 OR account = ?4)
                              LIMIT ?5) AS sent) AS found",
            (agent, state, everything, user, most),
        )
    } else if everything {
        tx.row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM message
                      WHERE state = ?1
                      LIMIT ?2) AS found",
            (state, most),
        )
    } else {
        tx.row(
            "SELECT count(*) AS total
               FROM (SELECT 1
                       FROM message
                      WHERE account = ?1
                        AND (CAST(?2 AS TEXT) IS NULL OR state = ?2)
                      LIMIT ?3) AS found",
            (user, state, most),
        )
    };
    let row = row.doing("counting messages")?;
    column::read_total(row)
}
