//! The hub: a message is delivered when it is in its recipient's durable mailbox, and not before.
//! What is refused is stored too, with the rule and the reason. Commands that send are here; whether a
//! message is delivered or refused is decided in [`delivery`], what people do to a message in [`replies`]
//! and [`approvals`], what
//! external agents do in [`external`], what agents ask others before they answer in [`questions`], whom in
//! [`choice`], how messages end in [`transitions`], leases and deadlines in [`upkeep`], the summary of the protocol in [`compliance`], and the worker that has agents answer
//! in [`worker`].

pub mod approvals;
pub mod cancellation;
pub(crate) mod choice;
pub mod compliance;
mod delivery;
pub mod external;
mod links;
pub mod questions;
pub mod replies;
pub mod transitions;
pub mod upkeep;
pub(crate) mod worker;

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    agents::{Policy, Trust},
    events::EventKind,
    ids,
    messages::{
        Message, MessageQuery, MessageType, SYSTEM, SendMessage, State, UNTRUSTED,
        protocol::{self, JournalEntry},
        view::{
            ListedMessage, MessageItem, MessageWithHistory, OwnershipItem, SendMessageResponse,
        },
    },
    page::Page,
    steps::StepOwner,
};
use store::{
    Tx, agents, documents,
    messages::{self, Counters},
    project_counters,
    projects::{self, ProjectAccess},
    steps,
};

use self::delivery::broadcast;
pub(crate) use self::delivery::deliver;
use crate::{Studio, change::Change, wakers::Wake};

/// Who a message goes to, and whose messages they take.
enum Recipients {
    One(String, Policy),
    Group(Vec<(String, Policy)>),
}

/// Sends a message to an agent or, as a broadcast, to a group of agents.
///
/// # Errors
/// Rejected when its content is blank or too long, or a group is written to otherwise than by a
/// broadcast; not found when nobody registered is meant.
pub fn send(
    change: &mut Change<'_, '_>,
    studio: &Studio,
    send: &SendMessage,
) -> Result<SendMessageResponse> {
    send.check()?;
    let (principal, now) = (change.principal, change.now);
    let as_sent = send.to_agent.clone();
    let recipients = recipients(change.tx, send)?;
    let (from, trust) = sender(change.tx, &send.from_agent)?;
    let project = project(change.tx, principal, send)?;
    let project_id = project.as_ref().map(|project| project.id().to_owned());
    let cause = cause(change.tx, principal, send)?;
    let make = |to: &str| {
        let mut message = send.clone().into_message(ids::new(now), to, &principal.user, now);
        message.from_agent.clone_from(&from);
        message.project_id.clone_from(&project_id);
        message.only_project.clone_from(&principal.project);
        if trust == Trust::Untrusted {
            message.labels.push(UNTRUSTED.to_owned());
        }
        if let Some(cause) = &cause {
            message.inherit_from(cause);
        }
        message
    };
    // Whom the author prefers is said by whom they ask, not by what agents write to each other.
    let asked = match &recipients {
        Recipients::One(to, _) if from == SYSTEM || trust == Trust::Untrusted => Some(to.clone()),
        _ => None,
    };
    let (message, added) = match recipients {
        Recipients::One(to, policy) => {
            let mut message = make(&to);
            deliver(change, studio, &mut message, &policy, trust)?;
            let failed = usize::from(message.state == State::Denied);
            (message, Counters { messages: 1, failed, handoffs: 0 })
        }
        Recipients::Group(all) => {
            send.check_recipients(all.len())?;
            let mut parent = make(&as_sent.trim().to_ascii_lowercase());
            let failed = broadcast(change, studio, &mut parent, &all, trust, make)?;
            (parent, Counters { messages: all.len() + 1, failed, handoffs: 0 })
        }
    };
    if let Some(project) = &project {
        project_counters::count_interaction(change.tx, project, asked.as_deref())?;
    }
    messages::count(change.tx, added)?;
    Ok(SendMessageResponse::of(&message, as_sent))
}

/// A page of the messages the principal may see, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    principal: &Principal,
    query: &MessageQuery,
) -> Result<Page<ListedMessage>> {
    let page = messages::list(tx, principal, query)?.map(ListedMessage::from);
    match &query.conversation_id {
        Some(id) => links::add(tx, principal, query, id, page),
        None => Ok(page),
    }
}

/// A message with its states so far.
pub fn get(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<MessageWithHistory> {
    match messages::get(tx, principal, id).or_none()? {
        Some(message) => {
            let draft = steps::latest_draft(tx, &StepOwner::Message(message.id.clone()))?;
            Ok(MessageWithHistory { draft, ..message.into() })
        }
        None => links::get(tx, principal, id),
    }
}

/// The owner of a task of the principal that was handed off.
pub fn task(tx: &mut Tx<'_>, principal: &Principal, id: &str) -> Result<OwnershipItem> {
    let ownership = messages::find_owner(tx, &principal.user, id)?
        .ok_or_else(|| Error::not_found("Task", id))?;
    Ok(OwnershipItem {
        task_id: id.to_owned(),
        owner: ownership.owner,
        version: ownership.version,
        message_id: ownership.message_id,
        since: ownership.since,
    })
}

/// The words before the colon of a group address.
const GROUPS: [&str; 2] = ["category:", "capability:"];

/// The address of everybody.
const ALL: &str = "all";

fn is_group(to: &str) -> bool {
    to == ALL || GROUPS.iter().any(|group| to.starts_with(group))
}

fn recipients(tx: &mut Tx<'_>, send: &SendMessage) -> Result<Recipients> {
    let to = send.to_agent.trim().to_ascii_lowercase();
    if !is_group(&to) {
        let policy = agents::policy(tx, &to)?;
        return Ok(Recipients::One(to, policy));
    }
    if send.message_type != MessageType::Broadcast {
        return Err(Error::Rejected(format!("Only a broadcast can go to {to}")));
    }
    let mut all = match to.split_once(':') {
        Some((group, word)) => {
            let meant = |agent: &agents::RegisteredAgent| match group {
                "category" => agent.card.category.as_str() == word,
                _ => agent.card.can(word),
            };
            let recipient = |agent: agents::RegisteredAgent| (agent.card.id, agent.policy);
            agents::list(tx)?.into_iter().filter(meant).map(recipient).collect()
        }
        None => agents::policies(tx)?,
    };
    // Every transaction changes mailboxes in the order of their names, so that none deadlock.
    all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    if all.is_empty() {
        return Err(Error::not_found("Agent", &to));
    }
    Ok(Recipients::Group(all))
}

/// The name a message's sender is known by, and whether it belongs to the studio. Names are compared
/// without case, so they are stored in lower case.
fn sender(tx: &mut Tx<'_>, name: &str) -> Result<(String, Trust)> {
    let known = name.trim().to_ascii_lowercase();
    if known == SYSTEM || agents::id_of(tx, &known)?.is_some() {
        return Ok((known, Trust::Trusted));
    }
    Ok((name.to_ascii_lowercase(), Trust::Untrusted))
}

/// The project a message is about: the one its metadata names, that of the document it names, or
/// the sender's active one; none that the sender may not see.
fn project(
    tx: &mut Tx<'_>,
    principal: &Principal,
    send: &SendMessage,
) -> Result<Option<ProjectAccess>> {
    let about = |key| send.context.as_ref().and_then(|context| context.about(key));
    match (about("projectId"), about("documentId")) {
        (Some(project), _) => projects::find(tx, principal, project),
        (None, Some(document)) => documents::project_of(tx, principal, document).or_none(),
        (None, None) => projects::open(tx, principal),
    }
}

/// The message that led to this one, where its metadata names one that its sender may see.
fn cause(tx: &mut Tx<'_>, principal: &Principal, send: &SendMessage) -> Result<Option<Message>> {
    let Some(id) = send.context.as_ref().and_then(|context| context.about("causeId")) else {
        return Ok(None);
    };
    messages::get(tx, principal, id).or_none()
}

/// Inserts a reply, and records which rules it and the message it answers break together.
fn insert_reply(tx: &mut Tx<'_>, asked: &Message, reply: &Message) -> Result<()> {
    messages::insert(tx, reply)?;
    if reply.state == State::Denied {
        return Ok(());
    }
    let (asked, reply) = (JournalEntry::from(asked), JournalEntry::from(reply));
    let at = reply.history.last().map_or(Time::from_millis(0), |step| step.at);
    messages::insert_violations(tx, &protocol::answer_violations(Some(&asked), &[&reply]), at)
}

/// Runs one change of the worker, or of a model call that is made for what it works on.
pub(crate) async fn commit<T: Send + 'static>(
    studio: &Studio,
    command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    #[cfg(debug_assertions)]
    crate::failpoint::MESSAGES.pass();
    let outcome = studio.change(&Principal::service(), command).await;
    #[cfg(debug_assertions)]
    crate::failpoint::MESSAGES.pass();
    outcome
}

/// Publishes a message to the user it was sent for: as in lists, nobody else of the project reads
/// it. A rule that it breaks is recorded now, because the message may be deleted before anybody
/// asks. Whoever takes messages from its mailbox is notified.
pub(crate) fn publish(change: &mut Change<'_, '_>, message: &Message) -> Result<()> {
    let at = message.history.last().map_or(message.created_at, |step| step.at);
    let breaches = protocol::own_violations(&JournalEntry::from(message));
    messages::insert_violations(change.tx, &breaches, at)?;
    if message.state == State::Queued {
        change.wake(Wake::Mailbox(message.to_agent.clone()));
    }
    change.publish_to(
        (None, &message.account),
        EventKind::Message,
        &MessageItem::published(message),
    )
}
