//! Messages as they are kept. The mailboxes they wait in are in [`mailbox`], how they are taken from
//! there in [`leases`] and what becomes of them then in [`held`], lists of them in [`listed`]; what
//! becomes of them outside of a lease is in [`ended`], whose the tasks are that they hand on in
//! [`tasks`], what their journal shows in [`journal`], and which rules were seen to be broken in
//! [`violations`].

mod ended;
mod held;
mod journal;
mod leases;
mod listed;
mod mailbox;
mod removed;
mod tasks;
mod violations;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    json::JsonText,
    messages::{Message, MessageType, Priority, State},
};

pub use ended::{are_due, forget_dead, forget_denied, forget_old, get_for_update, overdue, save};
pub use held::{finish, give_back, leased_for_update, lock_lease, prolong, release};
pub use journal::{Stock, Tally, count, stock, summary};
pub use leases::{Lease, Leased, Taker, lease};
pub use listed::list;
pub use mailbox::{
    Finished, count_finished, exceeds_share, has_due, release_positions, take_position, waiting,
};
pub use removed::kill;
pub use tasks::{earlier, find_owner, forget_owners, transfer};
pub use violations::{forget_violations, has_violations, keep_violations, violations};

use crate::{Doing as _, column};

/// Keeps a message in the state it has.
pub fn insert(tx: &mut Tx<'_>, message: &Message) -> Result<()> {
    tx.run(
        "INSERT INTO message (
             id, parent_id, reply_to, cause_id, conversation_id, from_agent, to_agent, type,
             priority, priority_rank, hops, labels, account, project_id, state, error, content, context,
             report, history, attempt, lease_epoch, not_before, created_at, rule, deadline, task,
             offered)
         VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                 ?18, ?19, 0, 0, ?20, ?20, ?21, ?22, ?23, ?24)",
        (
            &message.id,
            &message.parent_id,
            &message.reply_to,
            &message.conversation_id,
            &message.from_agent,
            &message.to_agent,
            message.message_type.as_str(),
            message.priority.as_str(),
            message.priority.class(),
            message.hops,
            column::text(&message.labels)?,
            &message.account,
            &message.project_id,
            message.state.as_str(),
            &message.error,
            &message.content,
            message.context.as_ref().map(column::text).transpose()?,
            message.report.as_ref().map(|report| report.0.as_str()),
            column::text(&message.history)?,
            message.created_at.millis(),
            &message.rule,
            message.deadline.map(Time::millis),
            &message.task,
            message.offered,
        ),
    )
    .doing("keeping a message")
    .map(drop)
}

/// A message the principal may see.
///
/// # Errors
/// Not found when there is none.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Message> {
    let row = tx
        .row(
            "SELECT id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority,
                    hops, labels, account, project_id, state, error, content, context, report,
                    history, created_at, rule, deadline, answer_id, task, offered, attempt,
                    not_before
               FROM message
              WHERE id = ?1
                AND (CAST(?2 AS BIGINT) = 1 OR account = ?3)",
            (id, principal.owns_everything, &principal.user),
        )
        .doing("reading a message")?;
    let mut row = row.ok_or_else(|| Error::not_found("Message", id))?;
    of_row(&mut row)
}

fn of_row(row: &mut Row) -> Result<Message> {
    Ok(Message {
        id: column::get(row, 0)?,
        parent_id: column::get(row, 1)?,
        reply_to: column::get(row, 2)?,
        conversation_id: column::get(row, 3)?,
        from_agent: column::get(row, 4)?,
        to_agent: column::get(row, 5)?,
        message_type: column::word(row, 6, MessageType::parse)?,
        priority: column::word(row, 7, Priority::parse)?,
        hops: column::get(row, 8)?,
        labels: column::json(row, 9)?,
        account: column::get(row, 10)?,
        project_id: column::get(row, 11)?,
        state: column::word(row, 12, State::parse)?,
        error: column::get(row, 13)?,
        content: column::get(row, 14)?,
        context: column::json_option(row, 15)?,
        report: column::get::<Option<String>>(row, 16)?.map(JsonText),
        history: column::json(row, 17)?,
        created_at: column::time(row, 18)?,
        rule: column::get(row, 19)?,
        deadline: column::get::<Option<i64>>(row, 20)?.map(Time::from_millis),
        answer_id: column::get(row, 21)?,
        task: column::get(row, 22)?,
        offered: column::get(row, 23)?,
        attempt: column::get(row, 24)?,
        not_before: column::time(row, 25)?,
    })
}
