//! The hub: a message is delivered when it lies in its recipient's durable mailbox, and not
//! before. What is refused is kept too, with the rule and the reason. How messages are sent is here,
//! and what lets them in in [`delivery`]; how they are answered by hand in [`answers`], what agents
//! outside do in [`outside`], how all of them come to an end in [`ends`], what time alone does in
//! [`upkeep`], and whether all keep to the protocol in [`compliance`].

pub mod answers;
pub mod compliance;
mod delivery;
pub mod ends;
pub mod outside;
pub mod upkeep;

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    agents::{Policy, Trust},
    events::{Kind, NewEvent},
    ids,
    messages::{
        Message, MessageType, SYSTEM, SendMessage, State, UNTRUSTED,
        item::{MessageItem, SendMessageResponse},
        protocol::{self, Entry},
    },
};
use store::{
    Tx, agents, documents, events,
    messages::{self, Tally},
    projects::{self, ProjectAccess},
    summaries,
};

use self::delivery::{broadcast, deliver};
use crate::Studio;

/// Who a message goes to, and whose messages they take.
enum Recipients {
    One(String, Policy),
    Group(Vec<(String, Policy)>),
}

/// Takes a message in the transaction of `tx`: all of it is delivered or refused when that is
/// committed.
///
/// # Errors
/// Rejected when its content is blank or too long, or a group is written to otherwise than by a
/// broadcast; not found when nobody registered is meant.
pub fn send(
    studio: &Studio,
    tx: &mut Tx<'_>,
    principal: &Principal,
    send: &SendMessage,
    now: Time,
) -> Result<SendMessageResponse> {
    send.check()?;
    let as_sent = send.to_agent.clone();
    let recipients = recipients(tx, send)?;
    let (from, trust) = sender(tx, &send.from_agent)?;
    let project = project(tx, principal, send)?;
    let project_id = project.as_ref().map(|project| project.id().to_owned());
    let cause = cause(tx, principal, send)?;
    let make = |to: &str| {
        let mut message = send.clone().into_message(ids::new(now), to, &principal.user, now);
        message.from_agent.clone_from(&from);
        message.project_id.clone_from(&project_id);
        if trust == Trust::Untrusted {
            message.labels.push(UNTRUSTED.to_owned());
        }
        if let Some(cause) = &cause {
            message.follow(cause);
        }
        message
    };
    let (message, tally) = match recipients {
        Recipients::One(to, policy) => {
            let mut message = make(&to);
            deliver(studio, tx, &mut message, &policy, trust, now)?;
            let failed = usize::from(message.state == State::Denied);
            (message, Tally { messages: 1, failed, handoffs: 0 })
        }
        Recipients::Group(all) => {
            send.check_recipients(all.len())?;
            let mut parent = make(&as_sent.trim().to_ascii_lowercase());
            let failed = broadcast(studio, tx, &mut parent, &all, trust, now, make)?;
            (parent, Tally { messages: all.len() + 1, failed, handoffs: 0 })
        }
    };
    if let Some(project) = &project {
        summaries::count_interaction(tx, project)?;
    }
    messages::count(tx, tally)?;
    Ok(SendMessageResponse::of(&message, as_sent))
}

/// The words before the colon of a group address.
const GROUPS: [&str; 2] = ["category:", "capability:"];

/// The address of everybody.
const ALL: &str = "all";

fn is_group(to: &str) -> bool {
    to == ALL || GROUPS.iter().any(|group| to.starts_with(group))
}

/// Wakes whoever waits for what was sent to this address and is committed now.
pub fn ring(studio: &Studio, to_agent: &str) {
    let to = to_agent.trim().to_ascii_lowercase();
    if is_group(&to) {
        studio.wakers.mailboxes.notify();
    } else {
        studio.wakers.mailboxes.notify_agent(&to);
    }
    studio.wakers.events.notify();
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
            let meant = |agent: &agents::Registered| match group {
                "category" => agent.card.category.as_str() == word,
                _ => agent.card.can(word),
            };
            let whom = |agent: agents::Registered| (agent.card.id, agent.policy);
            agents::list(tx)?.into_iter().filter(meant).map(whom).collect()
        }
        None => agents::policies(tx)?,
    };
    // Mailboxes are changed in the order of their names, as everywhere, so that nobody waits for
    // somebody who waits for him.
    all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    if all.is_empty() {
        return Err(Error::not_found("Agent", &to));
    }
    Ok(Recipients::Group(all))
}

/// The name a message's sender is known by, and whether it belongs to the studio. A name matches
/// whatever its case, so it is kept in lower case, and whoever looks for it finds it.
fn sender(tx: &mut Tx<'_>, name: &str) -> Result<(String, Trust)> {
    let known = name.trim().to_ascii_lowercase();
    if known == SYSTEM || agents::id_of(tx, &known)?.is_some() {
        return Ok((known, Trust::Trusted));
    }
    Ok((name.to_ascii_lowercase(), Trust::Untrusted))
}

/// The project a message is about: the one its metadata names, that of the document it names, or
/// the one its sender has open; none that the sender may not see.
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

/// Keeps a reply that was let in, and what it breaks together with the message it answers.
fn keep_reply(tx: &mut Tx<'_>, asked: &Message, reply: &Message) -> Result<()> {
    messages::insert(tx, reply)?;
    if reply.state == State::Denied {
        return Ok(());
    }
    let (asked, reply) = (Entry::from(asked), Entry::from(reply));
    let at = reply.history.last().map_or(Time::from_millis(0), |step| step.at);
    messages::keep_violations(tx, &protocol::of_answers(Some(&asked), &[&reply]), at)
}

/// Tells of a message in the event log, to the user it was sent for: like in lists, nobody else of
/// the project reads it. A rule that it breaks is kept: nobody may ask before it is long past.
pub fn tell(tx: &mut Tx<'_>, message: &Message) -> Result<()> {
    let at = message.history.last().map_or(message.created_at, |step| step.at);
    let breaches = protocol::breaches(&Entry::from(message));
    messages::keep_violations(tx, &breaches, at)?;
    let heard_by = (None, message.account.as_str());
    events::add(tx, &NewEvent::to(Kind::Message, heard_by, &MessageItem::told(message), at)?)
}
