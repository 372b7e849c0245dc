//! A round: one agent's messages are taken, answered and finished until its mailbox is empty, as many
//! at once as the agent has slots, but of each line (a conversation and a class) one after the other.
//! A message is leased, worked on outside any transaction, and finished together with its reply in
//! one, which only counts while the lease is still ours: handled at least once, with effects exactly
//! once.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    panic::AssertUnwindSafe,
    time::Duration,
};

use domain::{
    Error, Result,
    messages::{Answer, HOPS_MAX, Message, ends::Failure},
};
use futures_util::{FutureExt as _, StreamExt as _, stream::FuturesUnordered};
use store::{
    agents,
    messages::{self, Lease, Leased, Taker},
};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use crate::{
    Studio,
    hub::ends::{self, End},
    presence::heard_since,
    skills,
    wakers::Stop,
};

/// Messages of one agent that are taken at once.
const LEASE_MAX: i64 = 128;

/// How long finished messages wait for their neighbours.
const KEEP_EVERY: Duration = Duration::from_millis(500);

/// Answers an agent's messages until its mailbox is empty. What is done is kept every
/// [`KEEP_EVERY`], and the leases of all that is in hand are prolonged meanwhile, so that a slow
/// message costs no other its time or its lease. When the service stops, those that were not begun
/// go back.
pub(super) async fn empty(studio: &Studio, stop: &Stop, agent_id: &str) -> Result<()> {
    let mut hand = Hand::of(studio, agent_id).await?;
    let mut running = FuturesUnordered::new();
    let prolong_every = u64::try_from(studio.settings.lease_ms / 3).unwrap_or(1).max(1);
    let mut prolong = interval(Duration::from_millis(prolong_every));
    prolong.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut keep_at = Instant::now() + KEEP_EVERY;
    loop {
        while running.len() < hand.slots
            && !stop.is_stopping()
            && let Some(leased) = hand.begin()
        {
            running.push(worked(studio, agent_id, leased));
        }
        if running.is_empty() {
            hand.keep().await?;
            if stop.is_stopping() || !hand.take().await? {
                return hand.empty().await;
            }
            continue;
        }
        tokio::select! {
            Some((leased, end)) = running.next() => hand.ended(leased, end),
            () = sleep_until(keep_at) => {
                hand.keep().await?;
                // Whoever has a slot free waits for no slow neighbour.
                if running.len() < hand.slots && !stop.is_stopping() {
                    hand.take().await?;
                }
                keep_at = Instant::now() + KEEP_EVERY;
            }
            _ = prolong.tick() => hand.prolong().await,
        }
    }
}

/// What a message stands in line with: whose it is, its conversation and its class.
type Line = (String, String, i64);

fn line(message: &Message) -> Line {
    let (account, conversation) = (message.account.clone(), message.conversation_id.clone());
    (account, conversation, message.priority.class())
}

/// What was taken from a mailbox and is not finished.
struct Hand<'a> {
    studio: &'a Studio,
    agent_id: &'a str,
    /// How many lines are worked on at once.
    slots: usize,
    /// What was not begun, in the order in which it is to be.
    waiting: VecDeque<Leased>,
    /// The lines of which one is being worked on.
    busy: HashSet<Line>,
    /// What came to its end, and is not kept.
    done: Vec<(Leased, End)>,
    /// What comes after one that failed, in its line, and must wait for it.
    held_up: Vec<Leased>,
    /// All of these and what is being worked on: the epochs they are leased under.
    epochs: HashMap<String, i64>,
}

impl<'a> Hand<'a> {
    /// Holds nothing yet. An agent works on as many lines at once as its card says now.
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
            held_up: Vec::new(),
            epochs: HashMap::new(),
        })
    }

    /// Takes messages from the mailbox; whether there were any. What comes after an agent fell
    /// asleep waits, even while it is still at others.
    async fn take(&mut self) -> Result<bool> {
        let (studio, now) = (self.studio, self.studio.clock.now());
        let lease = Lease { owner: studio.node.clone(), until: now.plus(studio.settings.lease_ms) };
        let id = self.agent_id.to_owned();
        let heard_since = heard_since(studio, now);
        let batch = studio
            .database
            .write(move |tx| {
                if !agents::is_awake(tx, &id, heard_since)? {
                    return Ok(Vec::new());
                }
                let taker = Taker { agent_id: &id, account: None, one_by_one: false };
                messages::lease(tx, &taker, &lease, LEASE_MAX, now)
            })
            .await?;
        self.epochs.extend(batch.iter().map(|it| (it.message.id.clone(), it.epoch)));
        let is_empty = batch.is_empty();
        self.waiting.extend(batch);
        Ok(!is_empty)
    }

    /// The first message of a line that nobody is at.
    fn begin(&mut self) -> Option<Leased> {
        let place = self.waiting.iter().position(|it| !self.busy.contains(&line(&it.message)))?;
        let leased = self.waiting.remove(place)?;
        self.busy.insert(line(&leased.message));
        Some(leased)
    }

    /// A message came to its end. Where it failed, what follows in its line waits for it.
    fn ended(&mut self, leased: Leased, end: End) {
        let line = line(&leased.message);
        if matches!(end, End::Failed(..)) {
            let waiting = std::mem::take(&mut self.waiting);
            let is_behind = |it: &Leased| self::line(&it.message) == line;
            let (behind, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_behind);
            self.waiting = others.into();
            self.held_up.extend(behind);
        }
        self.busy.remove(&line);
        self.done.push((leased, end));
    }

    /// Finishes in one transaction what came to its end, each message only while its lease is ours,
    /// and gives back what must wait for it.
    async fn keep(&mut self) -> Result<()> {
        let (done, held_up) = (std::mem::take(&mut self.done), std::mem::take(&mut self.held_up));
        for leased in done.iter().map(|(leased, _)| leased).chain(&held_up) {
            self.epochs.remove(&leased.message.id);
        }
        if !done.is_empty() {
            let (inside, id) = (self.studio.clone(), self.agent_id.to_owned());
            let now = self.studio.clock.now();
            let ended = self
                .studio
                .database
                .write(move |tx| ends::finish(&inside, tx, &id, &done, now))
                .await?;
            self.studio.meters.ended(&ended);
            self.studio.wakers.events.notify();
            // Whoever asked may have its answer now.
            for message in ended {
                self.studio.wakers.mailboxes.notify_agent(&message.from_agent);
            }
        }
        self.give_back(held_up).await
    }

    /// Gives back what was not begun.
    async fn empty(mut self) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting).into();
        self.give_back(waiting).await
    }

    async fn give_back(&self, leased: Vec<Leased>) -> Result<()> {
        if leased.is_empty() {
            return Ok(());
        }
        let id = self.agent_id.to_owned();
        self.studio.database.write(move |tx| messages::give_back(tx, &id, &leased)).await
    }

    /// Prolongs the leases of all that is in hand.
    async fn prolong(&self) {
        if self.epochs.is_empty() {
            return;
        }
        let until = self.studio.clock.now().plus(self.studio.settings.lease_ms);
        let held: Vec<_> = self.epochs.iter().map(|(id, epoch)| (id.clone(), *epoch)).collect();
        let prolonged =
            self.studio.database.write(move |tx| messages::prolong(tx, &held, until)).await;
        if let Err(error) = prolonged {
            tracing::warn!(error = %domain::Chain(&error), "prolonging leases failed");
        }
    }
}

/// What comes of a message.
async fn worked(studio: &Studio, agent_id: &str, leased: Leased) -> (Leased, End) {
    studio.presence.started(agent_id, studio.clock.now());
    let end = end(studio, &leased).await;
    studio.presence.finished(agent_id, studio.clock.now());
    (leased, end)
}

/// What the log tells, the sender need not know.
const FAILED: &str = "The agent failed; the log says why";

/// Has the recipient answer; what it cannot answer is an end too, so that one bad message holds up
/// no other.
async fn end(studio: &Studio, leased: &Leased) -> End {
    if leased.message.reply_to.is_some() || leased.message.hops >= HOPS_MAX {
        return End::Done(None);
    }
    let answering = AssertUnwindSafe(skills::answer(studio, &leased.message));
    match answering.catch_unwind().await {
        Ok(Ok(answer)) => End::Done(Some(answer)),
        Ok(Err(
            error @ (Error::Unknown { .. } | Error::Internal { .. } | Error::Unavailable(_)),
        )) => {
            tracing::error!(
                error = %domain::Chain(&error),
                message.id = leased.message.id,
                "answering a message failed"
            );
            End::Failed(Failure::Transient, FAILED.to_owned())
        }
        Ok(Err(refused)) => End::Done(Some(Answer::said(refused.to_string()))),
        Err(_) => End::Failed(Failure::Broken, FAILED.to_owned()),
    }
}
