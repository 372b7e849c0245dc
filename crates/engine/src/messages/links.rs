//! Sub-tasks of swarms as messages: they stand in the conversation of their swarm, and are put together
//! when it is read. They are in no mailbox, so nobody leases, answers or replays them.

use domain::{
    Error, OrNone as _, Principal, Result,
    messages::{
        MessageQuery,
        view::{ListedMessage, MessageWithHistory},
    },
    page::{Cursor, Page},
    swarms::links::Link,
};
use store::{Tx, swarms::subtasks};

/// Adds to a page of a conversation the messages of its swarm that belong there, if it has one.
pub(super) fn add(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &MessageQuery,
    swarm_id: &str,
    page: Page<ListedMessage>,
) -> Result<Page<ListedMessage>> {
    let Some((swarm, links)) = subtasks::linked(tx, principal, swarm_id)? else {
        return Ok(page);
    };
    let is_wanted = |link: &Link| {
        let is_of = |agent: &String| {
            agent.eq_ignore_ascii_case(&link.agent)
                || agent.eq_ignore_ascii_case(domain::swarms::links::SENDER)
        };
        query.agent.as_ref().is_none_or(is_of)
            && query.status.is_none_or(|status| status == link.state())
    };
    let wanted: Vec<Link> = links.into_iter().filter(is_wanted).collect();
    let total = page.total.map(|total| total + i64::try_from(wanted.len()).unwrap_or(i64::MAX));
    let before = query.cursor.as_ref().map(|cursor| cursor.id.as_str());
    let is_due = |link: &&Link| before.is_none_or(|before| link.message_id.as_str() < before);
    let mut items = page.items;
    // What comes after the last item of a page that goes on belongs to the next one.
    let last = items.last().filter(|_| page.next_cursor.is_some());
    let last = last.map(|it| it.message.id.clone());
    let has_more = last.is_some();
    items.extend(wanted.iter().filter(is_due).filter_map(|link| {
        let is_here = last.as_ref().is_none_or(|last| link.message_id > *last);
        let (message, answer) = link.message(&swarm);
        is_here.then_some(ListedMessage { message, answer })
    }));
    items.sort_by(|one, other| other.message.id.cmp(&one.message.id));
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    if has_more || items.len() > limit {
        items.truncate(limit);
        let cursor =
            |it: &ListedMessage| Cursor::<i64> { key: 0, id: it.message.id.clone() }.text();
        let next_cursor = items.last().map(cursor);
        return Ok(Page { items, next_cursor, total });
    }
    Ok(Page { items, next_cursor: None, total })
}

/// The message that stands for a sub-task.
///
/// # Errors
/// Not found when there is none that the principal may see.
pub(super) fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<MessageWithHistory> {
    let unknown = || Error::not_found("Message", id);
    let swarm_id = subtasks::find_linked(tx, id)?.ok_or_else(unknown)?;
    let (swarm, links) = subtasks::linked(tx, principal, &swarm_id)?.ok_or_else(unknown)?;
    let link = links.iter().find(|link| link.message_id == id).ok_or_else(unknown)?;
    let (message, answer) = link.message(&swarm);
    Ok(MessageWithHistory { message, answer, draft: None })
}

/// That a message is one, and does not only stand for a sub-task.
///
/// # Errors
/// A conflict with this refusal when it stands for one that the principal may see.
pub(super) fn check_is_message(
    tx: &mut Tx<'_>,
    principal: &Principal,
    id: &str,
    refusal: &str,
) -> Result<()> {
    match get(tx, principal, id).or_none()? {
        Some(_) => Err(Error::Conflict(refusal.to_owned())),
        None => Ok(()),
    }
}
