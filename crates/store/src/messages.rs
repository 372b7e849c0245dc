//! Messages: rows of `message`. The mailboxes they wait in are in [`mailbox`], how they are leased in
//! [`leases`] and what becomes of leased ones in [`leased`], pages in [`list`], changes without a
//! lease in [`unleased`], questions that agents ask before they answer in [`questions`], the owners of tasks that are handed on in [`tasks`], the summary of the hub in
//! [`summary`], and broken rules of the protocol in [`violations`].

mod leased;
mod leases;
mod list;
mod mailbox;
mod questions;
mod removed;
mod summary;
mod tasks;
mod unleased;
mod violations;

use db::{Row, Tx};
use domain::{
    Error, Principal, Result, Time,
    json::JsonText,
    messages::{Message, MessagePriority, MessageType, State},
};

pub use leased::{finish, give_back, leased_for_update, lock_lease, prolong, release};
pub use leases::{Lease, LeaseFilter, Leased, lease};
pub use list::list;
pub use mailbox::{
    Finished, MailboxChange, change_mailbox, count_finished, exceeds_share, has_due,
    release_permits, take_permit, waiting,
};
pub use questions::{chain, earlier_in_conversation, open_of, questions_of, resumable};
pub use removed::end_all_of;
pub use summary::{Counters, Totals, count, summary, totals};
pub use tasks::{delete_owners, earlier, find_owner, transfer};
pub use unleased::{
    are_due, awaiting_approval, delete_dead, delete_denied, delete_old, get_for_update, overdue,
    save,
};
pub use violations::{delete_violations, has_violations, insert_violations, violations};

use crate::{
    Doing as _,
    column::{self, ReadColumns as _},
};

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, parent_id, reply_to, conversation_id, from_agent, to_agent, type, priority, hops,
         labels, account, only_project, project_id, state, error, content, context, report, history, created_at,
         rule, deadline, answer_id, task, offered, attempt, not_before, cause_id, approval"
    };
}
use columns;

/// Inserts a message in the state it has.
pub fn insert(tx: &mut Tx<'_>, message: &Message) -> Result<()> {
    tx.run(
        "INSERT INTO message (
             id, parent_id, reply_to, cause_id, conversation_id, from_agent, to_agent, type,
             priority, priority_rank, hops, labels, account, project_id, state, error, content,
             context, report, history, attempt, lease_epoch, not_before, created_at, rule, deadline, task,
             offered, session_id, only_project)
         VALUES (?1, ?2, ?3, ?25, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                 ?18, ?19, 0, 0, ?20, ?20, ?21, ?22, ?23, ?24, ?26, ?27)",
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
            message.offered_version,
            &message.cause_id,
            session(message),
            &message.only_project,
        ),
    )
    .doing("inserting a message")
    .map(drop)
}

/// The session that the context of a message names.
fn session(message: &Message) -> Option<&str> {
    let named = message.context.as_ref().and_then(|context| context.session_id.as_deref());
    named.filter(|session| !session.is_empty())
}

/// A message the principal may see.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<Message> {
    let row = tx
        .row(
            concat!(
                "SELECT ",
                columns!(),
                "
               FROM message
              WHERE id = ?1
                AND (CAST(?2 AS BIGINT) = 1 OR account = ?3)"
            ),
            (id, principal.owns_everything, &principal.user),
        )
        .doing("reading a message")?;
    of_principal(row, principal, id)
}

/// The message of a row, if the principal's token may see it.
fn of_principal(row: Option<Row>, principal: &Principal, id: &str) -> Result<Message> {
    let message = row.map(|mut row| read(&mut row)).transpose()?;
    let visible = message.filter(|it| principal.may_see_of(it.project_id.as_deref()));
    visible.ok_or_else(|| Error::not_found("Message", id))
}

fn read(row: &mut Row) -> Result<Message> {
    Ok(Message {
        id: row.value("id")?,
        parent_id: row.value("parent_id")?,
        reply_to: row.value("reply_to")?,
        conversation_id: row.value("conversation_id")?,
        from_agent: row.value("from_agent")?,
        to_agent: row.value("to_agent")?,
        message_type: row.word("type", MessageType::parse)?,
        priority: row.word("priority", MessagePriority::parse)?,
        hops: row.value("hops")?,
        labels: row.json("labels")?,
        account: row.value("account")?,
        only_project: row.value("only_project")?,
        project_id: row.value("project_id")?,
        state: row.word("state", State::parse)?,
        error: row.value("error")?,
        content: row.value("content")?,
        context: row.json_or_none("context")?,
        report: row.value::<Option<String>>("report")?.map(JsonText),
        history: row.json("history")?,
        created_at: row.time("created_at")?,
        rule: row.value("rule")?,
        deadline: row.time_or_none("deadline")?,
        answer_id: row.value("answer_id")?,
        task: row.value("task")?,
        offered_version: row.value("offered")?,
        attempt: row.value("attempt")?,
        not_before: row.time("not_before")?,
        cause_id: row.value("cause_id")?,
        approval: row.json_or_none("approval")?,
    })
}

fn read_all(rows: Vec<Row>) -> Result<Vec<Message>> {
    column::read_all(rows, read)
}
