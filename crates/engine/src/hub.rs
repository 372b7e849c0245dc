//! The hub: a message is delivered when it lies in its recipient's durable mailbox, and not
//! before. What is refused is kept too, with the rule and the reason. How messages are sent is here;
//! how they are answered by hand in [`answers`], what agents outside do in [`outside`], how all of
//! them come to an end in [`ends`], and what time alone does in [`upkeep`].

pub mod answers;
pub mod ends;
pub mod outside;
pub mod upkeep;

use domain::{
    Error, OrNone as _, Principal, Result, Time,
    agents::{Envelope, Policy, Trust, Verdict},
    events::{Happened, Kind},
    ids,
    messages::{
        HOPS_MAX, Message, MessageType, SENDER_SHARE, SYSTEM, SendMessage, State, UNTRUSTED,
        ends::Refusal,
        handoffs,
        item::{MessageItem, ProtocolSummary, ProtocolsResponse, SendMessageResponse},
        protocol::{self, Compliance, Entry},
    },
};
use store::{
    Tx, agents, documents, events,
    messages::{self, Tally},
    projects::{self, Seen},
    summaries,
};

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
        studio.bells.mailboxes.ring();
    } else {
        studio.bells.mailboxes.ring_for(&to);
    }
    studio.bells.events.ring();
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
fn project(tx: &mut Tx<'_>, principal: &Principal, send: &SendMessage) -> Result<Option<Seen>> {
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

/// Puts a message into its recipient's mailbox, or keeps it as refused.
fn deliver(
    studio: &Studio,
    tx: &mut Tx<'_>,
    message: &mut Message,
    policy: &Policy,
    trust: Trust,
    now: Time,
) -> Result<()> {
    let envelope = Envelope {
        sender: &message.from_agent,
        trust,
        message_type: message.message_type,
        class: message.priority.class(),
    };
    let refusal = match policy.judge(&envelope) {
        Verdict::Denied { by, reason } => Some(Refusal::by_policy(by, reason)),
        Verdict::Permitted { .. } if message.hops > HOPS_MAX => Some(Refusal::hop_limit()),
        Verdict::Permitted { .. } if message.is_offer() => offer(tx, message)?,
        Verdict::Permitted { .. } => None,
    };
    match refusal {
        Some(refusal) => message.deny(refusal, now),
        None => take_place(studio, tx, message, now)?,
    }
    messages::insert(tx, message)?;
    tell(tx, message)
}

/// Makes a hand-off the offer of a task under its present ownership, or says why it is refused.
fn offer(tx: &mut Tx<'_>, message: &mut Message) -> Result<Option<Refusal>> {
    let task = message.offered_task();
    let ownership = messages::find_owner(tx, &message.account, &task)?;
    let earlier = messages::earlier(tx, message, &task)?;
    message.offered = ownership.as_ref().map_or(0, |it| it.version);
    message.task = Some(task);
    Ok(handoffs::check(message, ownership.as_ref(), &earlier).err())
}

/// Takes a place for a message in its recipient's mailbox, or refuses it when there is none for its
/// sender. In a crowded mailbox nobody holds more than a share, so that one sender alone cannot keep
/// all others out; what a sender says for one user is counted apart from what it says for another.
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
    let share = (places_max / SENDER_SHARE).max(1);
    let (from, to) = (message.from_agent.as_str(), message.to_agent.as_str());
    let Some(held) = messages::take_place(tx, to, places_max)? else {
        // It may have been removed since it was looked up.
        let refusal = if agents::id_of(tx, to)?.is_some() {
            Refusal::mailbox_full(to, places_max)
        } else {
            Refusal::new("recipient_removed", agents::REMOVED)
        };
        message.deny(refusal, now);
        return Ok(());
    };
    if held <= share {
        return Ok(());
    }
    // Names that nobody registered cost nothing, so all of them have one share together.
    let sender = if from == SYSTEM { Some(SYSTEM.to_owned()) } else { agents::id_of(tx, from)? };
    if messages::holds_share(tx, to, (&message.account, sender.as_deref()), share)? {
        messages::leave_places(tx, to, 1, (0, 0))?;
        let whose = sender.as_deref().unwrap_or("senders nobody registered");
        let refusal = Refusal::sender_share(whose, to, share);
        message.deny(refusal, now);
    }
    Ok(())
}

/// The most recipients whose refusals a broadcast spells out.
const REFUSALS_TOLD_MAX: usize = 20;

/// Sends every recipient its part; how many of all these messages failed.
fn broadcast(
    studio: &Studio,
    tx: &mut Tx<'_>,
    parent: &mut Message,
    all: &[(String, Policy)],
    trust: Trust,
    now: Time,
    make: impl Fn(&str) -> Message,
) -> Result<usize> {
    let mut denied = Vec::new();
    for (to, policy) in all {
        let mut child = make(to);
        child.parent_id = Some(parent.id.clone());
        child.conversation_id.clone_from(&parent.conversation_id);
        deliver(studio, tx, &mut child, policy, trust, now)?;
        denied.extend(child.error.map(|reason| format!("{to}: {reason}")));
    }
    let nobody = denied.len() == all.len();
    let failed = denied.len() + usize::from(nobody);
    parent.history.clear();
    parent.deadline = None;
    parent.become_state(if nobody { State::Denied } else { State::Delivered }, now);
    let more = denied.len().saturating_sub(REFUSALS_TOLD_MAX);
    denied.truncate(REFUSALS_TOLD_MAX);
    if more > 0 {
        denied.push(format!("and {more} more"));
    }
    if !denied.is_empty() {
        parent.error = Some(denied.join("; "));
        parent.rule = Some("recipients".to_owned());
    }
    messages::insert(tx, parent)?;
    tell(tx, parent)?;
    Ok(failed)
}

/// How the hub keeps to its protocol, as far as this principal may know.
///
/// # Errors
/// Unavailable before start-up is done; else when the memory fails.
pub async fn protocols(studio: &Studio, principal: Principal) -> Result<ProtocolsResponse> {
    studio.check_ready()?;
    let (now, asker) = (studio.clock.now(), principal.clone());
    let (summary, kept, any) = studio
        .memory
        .scan(move |tx| {
            let summary = messages::summary(tx, &asker, now)?;
            Ok((summary, messages::violations(tx, &asker)?, messages::has_violations(tx)?))
        })
        .await?;
    // A second look at the latest messages, for what no single one of them shows.
    let mut seen = protocol::violations(&summary.latest);
    seen.retain(|it| !kept.contains(it));
    let (violations, any) = if seen.is_empty() {
        (kept, any)
    } else {
        let keep = move |tx: &mut Tx<'_>| {
            messages::keep_violations(tx, &seen, now)?;
            Ok((messages::violations(tx, &principal)?, true))
        };
        studio.memory.write(keep).await?
    };
    // Whose messages break a rule is theirs to know; that the hub is not in order, everybody's.
    let broken = violations.len().max(usize::from(any));
    let compliance = Compliance::of(broken, summary.needs_a_hand);
    Ok(ProtocolsResponse {
        status: "success",
        validation_data: ProtocolSummary {
            message_types: MessageType::WORDS,
            registered_agents: summary.agents,
            compliance_status: compliance.as_str(),
            failed_communications: summary.failed,
            completed_handoffs: summary.handoffs,
            pending_consultations: summary.pending,
            violations,
        },
        timestamp: now,
    })
}

/// Keeps a reply that was let in, and what it breaks together with the message it answers.
///
/// # Errors
/// When the memory fails.
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
///
/// # Errors
/// When the memory fails.
pub fn tell(tx: &mut Tx<'_>, message: &Message) -> Result<()> {
    let at = message.history.last().map_or(message.created_at, |step| step.at);
    let breaches = protocol::breaches(&Entry::from(message));
    messages::keep_violations(tx, &breaches, at)?;
    let heard_by = (None, message.account.as_str());
    events::add(tx, &Happened::to(Kind::Message, heard_by, &MessageItem::told(message), at)?)
}
