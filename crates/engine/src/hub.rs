//! The hub: a message is delivered when it lies in its recipient's durable mailbox, and not
//! before. What is refused is kept too, with the rule and the reason.

use domain::{
    Error, Principal, Result, Time,
    agents::{Envelope, Trust, Verdict},
    events::{Happened, Kind},
    ids,
    messages::{
        Message, MessageType, SYSTEM, SendMessage, State, UNTRUSTED,
        item::{MessageItem, SendMessageResponse},
    },
};
use store::{
    Tx, agents, documents, events, members, messages,
    projects::{self, Seen},
    summaries,
};

use crate::Studio;

/// Who a message goes to.
enum Recipients {
    One(String),
    Group(Vec<String>),
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
    let make = |to: &str| {
        let mut message = send.clone().into_message(ids::new(now), to, &principal.user, now);
        message.from_agent.clone_from(&from);
        message.project_id.clone_from(&project_id);
        if trust == Trust::Untrusted {
            message.labels.push(UNTRUSTED.to_owned());
        }
        message
    };
    let (message, count) = match recipients {
        Recipients::One(to) => {
            let mut message = make(&to);
            deliver(studio, tx, &mut message, trust, now)?;
            (message, 1)
        }
        Recipients::Group(all) => {
            let mut parent = make(&as_sent.to_ascii_lowercase());
            broadcast(studio, tx, &mut parent, &all, trust, now, make)?;
            (parent, all.len() + 1)
        }
    };
    if let Some(project) = &project {
        summaries::count_interaction(tx, project)?;
    }
    messages::count(tx, count)?;
    Ok(SendMessageResponse::of(&message, as_sent))
}

/// The words before the colon of a group address.
const GROUPS: [&str; 2] = ["category:", "capability:"];

/// The address of everybody.
const ALL: &str = "all";

fn recipients(tx: &mut Tx<'_>, send: &SendMessage) -> Result<Recipients> {
    let to = send.to_agent.trim().to_ascii_lowercase();
    let is_group = to == ALL || GROUPS.iter().any(|group| to.starts_with(group));
    if !is_group {
        let id = agents::id_of(tx, &to)?.ok_or_else(|| Error::not_found("Agent", &to))?;
        return Ok(Recipients::One(id));
    }
    if send.message_type != MessageType::Broadcast {
        return Err(Error::Rejected(format!("Only a broadcast can go to {to}")));
    }
    let meant = |agent: &agents::Registered| match to.split_once(':') {
        Some(("category", category)) => agent.card.category.as_str() == category,
        Some((_, capability)) => agent.card.can(capability),
        None => true,
    };
    let mut all: Vec<String> =
        agents::list(tx)?.into_iter().filter(meant).map(|agent| agent.card.id).collect();
    // Mailboxes are changed in the order of their names, as everywhere, so that nobody waits for
    // somebody who waits for him.
    all.sort_unstable();
    if all.is_empty() {
        return Err(Error::not_found("Agent", &to));
    }
    Ok(Recipients::Group(all))
}

/// The name a message's sender is known by, and whether it belongs to the studio; a name matches
/// whatever its case.
fn sender(tx: &mut Tx<'_>, name: &str) -> Result<(String, Trust)> {
    let known = name.trim().to_ascii_lowercase();
    if known == SYSTEM || agents::id_of(tx, &known)?.is_some() {
        return Ok((known, Trust::Trusted));
    }
    Ok((name.to_owned(), Trust::Untrusted))
}

/// The project a message is about: the one its metadata names, that of the document it names, or
/// the one its sender has open; none that the sender may not see.
fn project(tx: &mut Tx<'_>, principal: &Principal, send: &SendMessage) -> Result<Option<Seen>> {
    let about = |key| send.context.as_ref().and_then(|context| context.about(key));
    let seen = match (about("projectId"), about("documentId")) {
        (Some(project), _) => projects::check(tx, principal, project),
        (None, Some(document)) => documents::project_of(tx, principal, document),
        (None, None) => match members::active_project(tx, principal)? {
            Some(open) => projects::check(tx, principal, &open),
            None => return Ok(None),
        },
    };
    match seen {
        Ok(project) => Ok(Some(project)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Puts a message into its recipient's mailbox, or keeps it as refused.
fn deliver(
    studio: &Studio,
    tx: &mut Tx<'_>,
    message: &mut Message,
    trust: Trust,
    now: Time,
) -> Result<()> {
    let policy = match agents::policy(tx, &message.to_agent) {
        // It was removed since it was looked up.
        Err(Error::NotFound { .. }) => {
            refuse(message, agents::REMOVED.to_owned(), now);
            messages::insert(tx, message)?;
            return tell(tx, message);
        }
        policy => policy?,
    };
    let envelope = Envelope {
        sender: &message.from_agent,
        trust,
        message_type: message.message_type,
        class: message.priority.class(),
    };
    match policy.judge(&envelope) {
        Verdict::Denied { reason, .. } => refuse(message, reason, now),
        Verdict::Permitted { .. } => take_place(studio, tx, message, now)?,
    }
    messages::insert(tx, message)?;
    tell(tx, message)
}

/// Takes a place for a message in its recipient's mailbox, or refuses it when there is none.
///
/// # Errors
/// When the memory fails.
pub(crate) fn take_place(
    studio: &Studio,
    tx: &mut Tx<'_>,
    message: &mut Message,
    now: Time,
) -> Result<()> {
    let places_max = studio.settings.mailbox_max;
    if !messages::take_place(tx, &message.to_agent, places_max)? {
        let to = &message.to_agent;
        let reason = if agents::id_of(tx, to)?.is_some() {
            format!("The mailbox of {to} is full ({places_max} messages)")
        } else {
            agents::REMOVED.to_owned()
        };
        refuse(message, reason, now);
    }
    Ok(())
}

fn refuse(message: &mut Message, reason: String, now: Time) {
    message.history.clear();
    message.become_state(State::Denied, now);
    message.error = Some(reason);
}

fn broadcast(
    studio: &Studio,
    tx: &mut Tx<'_>,
    parent: &mut Message,
    all: &[String],
    trust: Trust,
    now: Time,
    make: impl Fn(&str) -> Message,
) -> Result<()> {
    let mut denied = Vec::new();
    for to in all {
        let mut child = make(to);
        child.parent_id = Some(parent.id.clone());
        child.conversation_id.clone_from(&parent.conversation_id);
        deliver(studio, tx, &mut child, trust, now)?;
        denied.extend(child.error.map(|reason| format!("{to}: {reason}")));
    }
    parent.history.clear();
    let state = if denied.len() == all.len() { State::Denied } else { State::Delivered };
    parent.become_state(state, now);
    parent.error = (!denied.is_empty()).then(|| denied.join("; "));
    messages::insert(tx, parent)?;
    tell(tx, parent)
}

/// Tells of a message in the event log, to the user it was sent for: like in lists, nobody else of
/// the project reads it.
///
/// # Errors
/// When the memory fails.
pub fn tell(tx: &mut Tx<'_>, message: &Message) -> Result<()> {
    let body = serde_json::to_string(&MessageItem::told(message))
        .map_err(|flaw| Error::internal("telling of a message", flaw))?;
    events::add(
        tx,
        &Happened {
            kind: Kind::Message,
            project_id: None,
            account: message.account.clone(),
            body,
            at: message.history.last().map_or(message.created_at, |step| step.at),
        },
    )
}
