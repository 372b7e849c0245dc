//! The reference model of the hub: a list of messages and the rules, as plainly as they can be said.
//! It knows no transactions, no indexes and no other worker.

use std::collections::BTreeSet;

use domain::messages::{
    AGEING_MS, ATTEMPTS_MAX, Message, MessagePriority, MessageType, SendMessage, State,
    TIMEOUT_MS_DEFAULT, transitions::backoff_ms,
};

use crate::support::chance::Chance;

/// A message as the model knows it. Its place in the list is the order of sending.
#[derive(Debug, Clone)]
struct Known {
    id: String,
    from: String,
    to: String,
    text: String,
    conversation: String,
    message_type: MessageType,
    class: i64,
    is_reply: bool,
    wants_answer: bool,
    /// What its context says, and what that comes to.
    said_ms: Option<i64>,
    timeout_ms: Option<i64>,
    created: i64,
    deadline: Option<i64>,
    state: State,
    attempt: i64,
    not_before: i64,
    epoch: i64,
    until: i64,
    is_inside: bool,
    offered: i64,
    answer: Option<String>,
    states: Vec<State>,
}

/// How somebody ends a message they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With a reply or without; a task is accepted if it is still to be had, and refused else.
    Done(bool),
    /// A task is accepted, or it is a conflict.
    Accepted,
    Refused,
    /// Failed, in a way that allows so many attempts.
    Failed(i64),
}

/// The model.
#[derive(Debug, Clone)]
pub struct Reference {
    mailbox_max: i64,
    agents: Vec<String>,
    all: Vec<Known>,
    /// Whose the one task is, and how often it was handed on.
    owner: (Option<String>, i64),
    /// The rules that refused something.
    rules: BTreeSet<&'static str>,
}

impl Known {
    fn become_state(&mut self, state: State) {
        self.state = state;
        self.states.push(state);
    }

    fn is_offer(&self) -> bool {
        self.message_type == MessageType::Handoff && !self.is_reply
    }

    fn lease_end(&self, wanted: i64) -> i64 {
        self.deadline.map_or(wanted, |deadline| deadline.min(wanted))
    }

    fn is_leased(&self, epoch: i64) -> bool {
        self.state == State::Leased && self.epoch == epoch
    }

    /// Whether this one must be taken before the other: the same line, and sent earlier.
    fn stands_before(&self, other: &Self) -> bool {
        self.conversation == other.conversation
            && self.to == other.to
            && self.class == other.class
            && matches!(self.state, State::Queued | State::Leased)
    }

    fn handle(&mut self, answer: Option<&str>) {
        self.become_state(State::Handled);
        self.answer = answer.map(str::to_owned);
        if self.wants_answer {
            let waits = if answer.is_some() { State::Replied } else { State::AwaitingReply };
            self.become_state(waits);
        }
    }

    fn retry(&mut self, attempts_max: i64, rest_ms: i64, now: i64) {
        if self.attempt >= attempts_max {
            self.become_state(State::Dead);
        } else {
            self.become_state(State::Queued);
            if rest_ms > 0 {
                self.not_before = now + rest_ms;
            }
        }
    }
}

impl Reference {
    pub fn new(mailbox_max: i64, agents: &[&str]) -> Self {
        let agents = agents.iter().map(|it| (*it).to_owned()).collect();
        Self { mailbox_max, agents, all: Vec::new(), owner: (None, 0), rules: BTreeSet::new() }
    }

    fn at(&mut self, id: &str) -> &mut Known {
        self.all.iter_mut().find(|it| it.id == id).expect("a known message")
    }

    fn get(&self, id: &str) -> &Known {
        self.all.iter().find(|it| it.id == id).expect("a known message")
    }

    /// What has a place in a mailbox.
    fn present(&self, to: &str) -> impl Iterator<Item = &Known> {
        let has_position = |it: &&Known| matches!(it.state, State::Queued | State::Leased);
        self.all.iter().filter(move |it| it.to == to).filter(has_position)
    }

    /// Why there is no place for a message.
    fn refusal(&self, from: &str, to: &str) -> Option<&'static str> {
        let (present, share) = (self.present(to).count() as i64, self.mailbox_max / 2);
        let theirs = self.present(to).filter(|it| it.from == from).count() as i64;
        if present >= self.mailbox_max {
            Some("mailbox_full")
        } else if present + 1 > share && theirs >= share {
            Some("sender_share")
        } else {
            None
        }
    }

    /// Why a task may not be offered so.
    fn no_offer(&self, from: &str, to: &str, text: &str) -> Option<&'static str> {
        let gone = [State::Denied, State::Expired, State::Dead];
        let earlier: Vec<_> = self
            .all
            .iter()
            .rev()
            .filter(|it| it.is_offer() && !gone.contains(&it.state))
            .take(7)
            .collect();
        let ends = earlier.iter().flat_map(|it| [it.from.as_str(), it.to.as_str()]);
        let agents: BTreeSet<&str> = ends.chain([from, to]).collect();
        if self.owner.0.as_deref().is_some_and(|owner| owner != from && from != "system") {
            Some("not_owner")
        } else if earlier.iter().any(|it| it.from == from && it.to == to && it.text == text) {
            Some("repeated_handoff")
        } else if earlier.len() == 7 && agents.len() < 3 {
            Some("ping_pong")
        } else {
            None
        }
    }

    /// A message is sent; the rule that refuses it.
    pub fn send(&mut self, id: &str, said: &SendMessage, now: i64) -> Option<&'static str> {
        let context = said.context.as_ref().expect("a context");
        let (from, to, text) = (&said.from_agent, &said.to_agent, &said.message);
        let offers = said.message_type == MessageType::Handoff;
        let refused = if offers { self.no_offer(from, to, text) } else { None };
        let refused = refused.or_else(|| self.refusal(from, to));
        let wants_answer = said.message_type == MessageType::Consultation
            || !offers && context.requires_response == Some(true);
        let said_ms = context.timeout_ms.filter(|it| *it > 0);
        let timeout_ms = said_ms.or(wants_answer.then_some(TIMEOUT_MS_DEFAULT));
        let state = if refused.is_some() { State::Denied } else { State::Queued };
        self.all.push(Known {
            id: id.to_owned(),
            from: from.clone(),
            to: to.clone(),
            text: text.clone(),
            conversation: context.conversation_id.clone().expect("a conversation"),
            message_type: said.message_type,
            class: class(said.priority()),
            is_reply: false,
            wants_answer,
            said_ms,
            timeout_ms,
            created: now,
            deadline: timeout_ms.map(|it| now + it),
            state,
            attempt: 0,
            not_before: now,
            epoch: 0,
            until: 0,
            is_inside: false,
            offered: self.owner.1,
            answer: None,
            states: vec![state],
        });
        self.rules.extend(refused);
        refused
    }

    /// What happened: the states somebody came to, and the rules that refused something.
    pub fn seen(&self) -> BTreeSet<&'static str> {
        let states = self.all.iter().flat_map(|it| &it.states).map(|state| state.as_str());
        states.chain(self.rules.iter().copied()).collect()
    }

    /// Messages are taken: their ids and epochs, in their order.
    pub fn lease(
        &mut self,
        agent: &str,
        one_by_one: bool,
        limit: i64,
        now: i64,
        until: i64,
    ) -> Vec<(String, i64)> {
        let first_in_line = |at: usize, strict: bool| {
            let message = &self.all[at];
            !self.all[..at].iter().any(|it| {
                it.stands_before(message)
                    && (strict
                        || it.state == State::Leased
                        || it.not_before > now
                        || it.created > message.created)
            })
        };
        let is_due = |at: &usize| {
            let it = &self.all[*at];
            let is_over = it.deadline.is_some_and(|deadline| deadline <= now);
            it.to == agent && it.state == State::Queued && it.not_before <= now && !is_over
        };
        let due: Vec<usize> = (0..self.all.len()).filter(is_due).collect();
        let returned = due
            .iter()
            .copied()
            .filter(|at| self.all[*at].attempt > 0 && first_in_line(*at, true))
            .min_by_key(|at| (self.all[*at].created, *at));
        let taken = match returned {
            Some(at) => vec![at],
            None => {
                let mut free: Vec<usize> =
                    due.into_iter().filter(|at| first_in_line(*at, one_by_one)).collect();
                free.sort_by_key(|at| {
                    let it = &self.all[*at];
                    (-(it.class + (now - it.created) / AGEING_MS), it.created, *at)
                });
                free.truncate(limit as usize);
                free
            }
        };
        let take = |at: usize| {
            let it = &mut self.all[at];
            it.become_state(State::Leased);
            (it.attempt, it.epoch, it.until) = (it.attempt + 1, it.epoch + 1, it.lease_end(until));
            it.is_inside = !one_by_one;
            (it.id.clone(), it.epoch)
        };
        taken.into_iter().map(take).collect()
    }

    pub fn is_offer(&self, id: &str) -> bool {
        self.get(id).is_offer()
    }

    /// Somebody ends a message; its state then, none when that changed nothing.
    pub fn end(
        &mut self,
        id: &str,
        epoch: i64,
        ending: Ending,
        answer: Option<&str>,
        now: i64,
    ) -> Option<State> {
        let version = self.owner.1;
        let message = self.at(id);
        let is_stale = message.is_offer() && message.offered != version;
        if !message.is_leased(epoch) || (is_stale && ending == Ending::Accepted) {
            return None;
        }
        match ending {
            Ending::Failed(attempts_max) => {
                let rest_ms = backoff_ms(message.attempt);
                message.retry(attempts_max, rest_ms, now);
            }
            Ending::Refused => message.become_state(State::Refused),
            Ending::Done(_) if is_stale => message.become_state(State::Refused),
            Ending::Done(_) | Ending::Accepted if message.is_offer() => {
                message.become_state(State::Accepted);
                let owner = message.to.clone();
                self.owner = (Some(owner), version + 1);
            }
            Ending::Done(_) | Ending::Accepted => message.handle(answer),
        }
        if let Ending::Done(replies) = ending {
            assert!(!replies || answer.is_some(), "{id} has its reply");
        }
        let message = self.at(id);
        message.answer = answer.map(str::to_owned);
        let state = message.state;
        if let Some(answer) = answer {
            self.reply(id, answer, now);
        }
        Some(state)
    }

    /// The answer to a message is on its way.
    fn reply(&mut self, id: &str, answer: &str, now: i64) {
        let asked = self.get(id).clone();
        let goes_to_mailbox = self.agents.contains(&asked.from);
        let state = match self.refusal(&asked.to, &asked.from) {
            _ if !goes_to_mailbox => State::Delivered,
            None => State::Queued,
            Some(_) => State::Denied,
        };
        self.all.push(Known {
            id: answer.to_owned(),
            from: asked.to.clone(),
            to: asked.from.clone(),
            is_reply: true,
            wants_answer: false,
            timeout_ms: asked.said_ms,
            created: now,
            deadline: None,
            state,
            attempt: 0,
            not_before: now,
            epoch: 0,
            answer: None,
            states: vec![state],
            ..asked
        });
    }

    /// Whether a person may answer a message.
    pub fn may_answer(&self, id: &str) -> bool {
        let it = self.get(id);
        it.answer.is_none()
            && !matches!(it.state, State::Leased | State::Denied | State::Dead)
            && !(it.state == State::Queued && it.is_offer())
    }

    /// A person answers a message that may be answered.
    pub fn answer(&mut self, id: &str, answer: &str, now: i64) {
        let it = self.at(id);
        match it.state {
            State::Queued => it.handle(Some(answer)),
            State::AwaitingReply => it.become_state(State::Replied),
            _ => {}
        }
        it.answer = Some(answer.to_owned());
        self.reply(id, answer, now);
    }

    /// A person puts a message back; whether that was possible.
    pub fn replay(&mut self, id: &str, now: i64) -> bool {
        let to = self.get(id).to.clone();
        let has_position = self.refusal(&self.get(id).from, &to).is_none();
        let it = self.at(id);
        if it.state != State::Dead || !has_position {
            return false;
        }
        it.become_state(State::Queued);
        (it.attempt, it.not_before) = (0, now);
        it.deadline = it.timeout_ms.map(|timeout_ms| now + timeout_ms);
        true
    }

    /// Somebody asks for more time; whether they get it.
    pub fn extend(&mut self, id: &str, epoch: i64, until: i64) -> bool {
        let it = self.at(id);
        let is_leased = it.is_leased(epoch);
        if is_leased {
            it.until = it.lease_end(until);
        }
        is_leased
    }

    /// Somebody gives back what they have not begun.
    pub fn give_back(&mut self, id: &str, epoch: i64) {
        let it = self.at(id);
        if it.is_leased(epoch) {
            it.states.pop();
            (it.state, it.attempt) = (State::Queued, it.attempt - 1);
        }
    }

    /// Time passes: how many leases ended, and how many messages are overdue.
    pub fn tend(&mut self, now: i64) -> (i64, i64) {
        let released = self.release(|it| it.until <= now, now);
        let mut overdue = 0;
        for it in &mut self.all {
            let is_over = it.deadline.is_some_and(|deadline| deadline <= now);
            let end = match it.state {
                State::Queued => State::Expired,
                State::AwaitingReply => State::TimedOut,
                _ => continue,
            };
            if is_over {
                it.become_state(end);
                overdue += 1;
            }
        }
        (released, overdue)
    }

    /// The process starts again.
    pub fn restart(&mut self, now: i64) {
        self.release(|it| it.is_inside || it.until <= now, now);
    }

    fn release(&mut self, is_over: impl Fn(&Known) -> bool, now: i64) -> i64 {
        let mut released = 0;
        for it in self.all.iter_mut().filter(|it| it.state == State::Leased && is_over(it)) {
            it.retry(ATTEMPTS_MAX, 0, now);
            released += 1;
        }
        released
    }

    /// Whether something waits or is being worked on.
    pub fn is_busy(&self) -> bool {
        self.all.iter().any(|it| matches!(it.state, State::Queued | State::Leased))
    }

    /// Any message.
    pub fn any(&self, chance: &mut Chance) -> Option<String> {
        let last = self.all.len().checked_sub(1)?;
        Some(self.all[chance.between(0, last as u64) as usize].id.clone())
    }

    /// Whether the hub kept every message, each with its states and at most one answer.
    pub fn check(&self, kept: &[Message]) {
        assert_eq!(kept.len(), self.all.len(), "no message vanishes, and none comes from nowhere");
        for it in &self.all {
            let message = kept.iter().find(|message| message.id == it.id).expect("a message");
            let states: Vec<State> = message.history.iter().map(|step| step.state).collect();
            assert_eq!(states, it.states, "{it:?}");
            let seen = (message.state, message.attempt, &message.answer_id);
            assert_eq!(seen, (it.state, it.attempt, &it.answer), "{it:?}");
            let answers = kept.iter().filter(|other| other.reply_to.as_ref() == Some(&it.id));
            assert_eq!(answers.count(), usize::from(it.answer.is_some()), "{it:?}");
        }
    }
}

fn class(priority: MessagePriority) -> i64 {
    match priority {
        MessagePriority::Low => 0,
        MessagePriority::Normal | MessagePriority::Medium => 1,
        MessagePriority::High => 2,
        MessagePriority::Critical | MessagePriority::Urgent => 3,
    }
}
