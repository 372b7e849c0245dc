//! A round: one agent's messages are leased, answered and finished until its mailbox is empty, as
//! many at once as the agent has slots, but the messages of each line (a conversation and a class)
//! one after the other. A message is worked on outside any transaction, and finished together with
//! its reply in one transaction, which counts only while the lease is valid: each message is handled
//! at least once, with effects exactly once.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    panic::AssertUnwindSafe,
    time::Duration,
};

use domain::{
    Error, Principal, Result,
    messages::{
        Answer, HOPS_MAX, Message, approvals::ASK_MODEL, external::SUB_TASK,
        transitions::FailureKind,
    },
};
use futures_util::{FutureExt as _, StreamExt as _, stream::FuturesUnordered};
use store::{
    agents,
    messages::{self, Lease, LeaseFilter, Leased},
};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::answering;
use crate::{
    Studio,
    agent_rules::{self, ModelUse},
    change::Change,
    messages::{
        commit,
        transitions::{self, End},
    },
    presence::heard_since,
    skills::{Outcome, request::AgentRequest},
    wakers::Stop,
};

/// Messages of one agent that are leased at once.
const LEASE_MAX: i64 = 128;

/// How long finished messages wait to be saved together.
const SAVE_INTERVAL: Duration = Duration::from_millis(500);

/// Answers an agent's messages until its mailbox is empty. Finished messages are saved every
/// [`SAVE_INTERVAL`], and the leases of all others are prolonged meanwhile, so that a slow message
/// delays no other and costs none its lease. When the service stops, messages that were not begun
/// are given back.
pub(super) async fn empty(studio: &Studio, stop: &Stop, agent_id: &str) -> Result<()> {
    let mut round = Round::of(studio, agent_id).await?;
    let mut running = FuturesUnordered::new();
    let prolong_every = u64::try_from(studio.settings.lease_ms / 3).unwrap_or(1).max(1);
    let mut prolong = interval(Duration::from_millis(prolong_every));
    prolong.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut save_at = Instant::now() + SAVE_INTERVAL;
    loop {
        while running.len() < round.slots
            && !stop.is_stopping()
            && let Some(leased) = round.begin()
        {
            running.push(work(studio, agent_id, leased));
        }
        if running.is_empty() {
            round.save().await?;
            if stop.is_stopping() || !round.lease().await? {
                return round.give_back_waiting().await;
            }
            continue;
        }
        tokio::select! {
            Some((leased, end)) = running.next() => round.ended(leased, end),
            () = sleep_until(save_at) => {
                round.save().await?;
                // A free slot does not wait for a slow message.
                if running.len() < round.slots && !stop.is_stopping() {
                    round.lease().await?;
                }
                save_at = Instant::now() + SAVE_INTERVAL;
            }
            _ = prolong.tick() => round.prolong().await,
        }
    }
}

/// What messages of a line share: user, conversation and class.
type Line = (String, String, i64);

fn line(message: &Message) -> Line {
    let (account, conversation) = (message.account.clone(), message.conversation_id.clone());
    (account, conversation, message.priority.class())
}

/// The messages that were leased and are not finished.
struct Round<'a> {
    studio: &'a Studio,
    agent_id: &'a str,
    /// How many lines are worked on at once.
    slots: usize,
    /// Messages that were not begun, in their order.
    waiting: VecDeque<Leased>,
    /// The lines of which a message is in work.
    busy: HashSet<Line>,
    /// Messages that ended and are not saved.
    done: Vec<(Leased, End)>,
    /// Messages that wait for one of their line that failed, and are to be given back.
    blocked: Vec<Leased>,
    /// The epochs of all leases: of these messages and of those in work.
    epochs: HashMap<String, i64>,
}

impl<'a> Round<'a> {
    /// A round without messages. An agent works on as many lines at once as its card says now.
    async fn of(studio: &'a Studio, agent_id: &'a str) -> Result<Self> {
        let id = agent_id.to_owned();
        let agent = studio.database.read(move |tx| agents::get(tx, &id)).await?;
        Ok(Self {
            studio,
            agent_id,
            slots: usize::try_from(agent.card.resources.slots).unwrap_or(1).max(1),
            waiting: VecDeque::new(),
            busy: HashSet::new(),
            done: Vec::new(),
            blocked: Vec::new(),
            epochs: HashMap::new(),
        })
    }

    /// Leases messages from the mailbox; whether there were any. An agent that was put to sleep gets
    /// none, even while it still works on others.
    async fn lease(&mut self) -> Result<bool> {
        let (studio, now) = (self.studio, self.studio.clock.now());
        let lease = Lease { owner: studio.node.clone(), until: now.plus(studio.settings.lease_ms) };
        let id = self.agent_id.to_owned();
        let heard_since = heard_since(studio, now);
        let batch = commit(studio, move |change| {
            // A process of its own may have taken over since the round began.
            if !agents::is_awake_inside(change.tx, &id, heard_since)? {
                return Ok(Vec::new());
            }
            let taker = LeaseFilter { agent_id: &id, account: None, one_by_one: false };
            messages::lease(change.tx, &taker, &lease, LEASE_MAX, now)
        })
        .await?;
        self.epochs.extend(batch.iter().map(|it| (it.message.id.clone(), it.epoch)));
        let is_empty = batch.is_empty();
        self.waiting.extend(batch);
        Ok(!is_empty)
    }

    /// The first message of a line of which none is in work.
    fn begin(&mut self) -> Option<Leased> {
        let index = self.waiting.iter().position(|it| !self.busy.contains(&line(&it.message)))?;
        let leased = self.waiting.remove(index)?;
        self.busy.insert(line(&leased.message));
        Some(leased)
    }

    /// Notes how a message ended. If it failed, the others of its line wait for it.
    fn ended(&mut self, leased: Leased, end: End) {
        let line = line(&leased.message);
        if matches!(end, End::Failed(..)) {
            let waiting = std::mem::take(&mut self.waiting);
            let is_behind = |it: &Leased| self::line(&it.message) == line;
            let (behind, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_behind);
            self.waiting = others.into();
            self.blocked.extend(behind);
        }
        self.busy.remove(&line);
        self.done.push((leased, end));
    }

    /// Finishes the messages that ended in one transaction, each only while its lease is valid, and
    /// gives back those that must wait for them.
    async fn save(&mut self) -> Result<()> {
        let (done, blocked) = (std::mem::take(&mut self.done), std::mem::take(&mut self.blocked));
        for leased in done.iter().map(|(leased, _)| leased).chain(&blocked) {
            self.epochs.remove(&leased.message.id);
        }
        if !done.is_empty() {
            let (studio, id) = (self.studio.clone(), self.agent_id.to_owned());
            let finish =
                move |change: &mut Change<'_, '_>| transitions::finish(change, &studio, &id, &done);
            commit(self.studio, finish).await?;
        }
        self.give_back(blocked).await
    }

    /// Gives back the messages that were not begun.
    async fn give_back_waiting(mut self) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting).into();
        self.give_back(waiting).await
    }

    async fn give_back(&self, leased: Vec<Leased>) -> Result<()> {
        if leased.is_empty() {
            return Ok(());
        }
        let id = self.agent_id.to_owned();
        self.studio
            .change(&Principal::service(), move |change| {
                messages::give_back(change.tx, &id, &leased)
            })
            .await
    }

    /// Prolongs the leases of all messages of this round.
    async fn prolong(&self) {
        if self.epochs.is_empty() {
            return;
        }
        let until = self.studio.clock.now().plus(self.studio.settings.lease_ms);
        let leases: Vec<_> = self.epochs.iter().map(|(id, epoch)| (id.clone(), *epoch)).collect();
        let prolong =
            move |change: &mut Change<'_, '_>| messages::prolong(change.tx, &leases, until);
        let prolonged = self.studio.change(&Principal::service(), prolong).await;
        if let Err(error) = prolonged {
            tracing::warn!(error = %domain::ErrorChain(&error), "prolonging leases failed");
        }
    }
}

/// Works on a message; how it ended.
async fn work(studio: &Studio, agent_id: &str, leased: Leased) -> (Leased, End) {
    studio.presence.started(agent_id, studio.clock.now());
    let end = end(studio, &leased).await;
    studio.presence.finished(agent_id, studio.clock.now());
    (leased, end)
}

/// The reason of a failure as the sender sees it; details are in the log.
const FAILED: &str = "The agent failed; the log says why";

/// Has the recipient answer. Failures are ends too, so that one bad message delays no other.
async fn end(studio: &Studio, leased: &Leased) -> End {
    if leased.message.reply_to.is_some() || leased.message.hops >= HOPS_MAX {
        return End::Done(None);
    }
    match AssertUnwindSafe(answered(studio, leased)).catch_unwind().await {
        Ok(Ok(end)) => end,
        Ok(Err(
            error @ (Error::OutcomeUnknown { .. } | Error::Internal { .. } | Error::Unavailable(_)),
        )) => {
            tracing::error!(
                error = %domain::ErrorChain(&error),
                message.id = leased.message.id,
                "answering a message failed"
            );
            End::Failed(FailureKind::Transient, FAILED.to_owned())
        }
        Ok(Err(refused)) => End::Done(Some(Answer::of_text(refused.to_string()))),
        Err(_) => End::Failed(FailureKind::Broken, FAILED.to_owned()),
    }
}

/// What the recipient answers or asks others, what it needs approval for, or why its project has it do
/// nothing; a task it is offered stays where it is then.
async fn answered(studio: &Studio, leased: &Leased) -> Result<End> {
    let (message, mut request) = (&leased.message, AgentRequest::of_leased(studio, leased));
    if let Some(refusal) = agent_rules::refusal(studio, message, &request).await? {
        return Ok(agent_rules::declined(message, refusal));
    }
    let unasked = match agent_rules::model_use(studio, &request).await? {
        ModelUse::Permitted => match message.approval.as_ref() {
            Some(approval) if approval.is_approved() => None,
            Some(approval) => approval.denial(),
            None => return Ok(End::NeedsApproval(ASK_MODEL.to_owned())),
        },
        ModelUse::Unwanted(reason) => Some(reason.to_owned()),
        ModelUse::Free | ModelUse::Unasked => None,
    };
    if unasked.is_some() {
        request.steps = None;
    }
    Ok(match answering::answer(studio, message, request).await? {
        Outcome::Answer(answer) => {
            let answer = match &unasked {
                Some(reason) => agent_rules::without_model(answer, reason),
                None => answer,
            };
            let context = message.context.as_ref();
            let is_subtask = context.is_some_and(|context| context.about(SUB_TASK).is_some());
            if is_subtask && (answer.needs_model || answer.is_empty) {
                // A sub-task that was not done has no result.
                let reason = answer.text.trim_end().to_owned();
                return Ok(End::Failed(FailureKind::Permanent, reason));
            }
            End::Done(Some(answer))
        }
        Outcome::Ask(questions) => End::Asked(questions),
    })
}
