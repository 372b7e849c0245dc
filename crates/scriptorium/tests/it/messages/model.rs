//! The hub against a small reference model: random histories of sending, working, failing, crashing
//! and jumping clocks. After every step the hub did what the model says, and at the end no accepted
//! message has vanished, every effect is there once, each conversation was taken in its order, and
//! nothing starved. A run of a process is one transaction, so that thousands of histories are run
//! in a minute; that a single step is all or nothing is a matter of `db`.

mod reference;

use std::collections::BTreeSet;

use domain::{
    Principal, Result, Time,
    messages::{
        Answer, Message, SendMessage, State,
        external::{MessageAcknowledge, MessageExtend, MessageLease, MessageReply},
        protocol,
        transitions::FailureKind,
    },
};
use engine::{
    Change, Clock,
    messages::{
        self as hub, external, replies,
        transitions::{self, End},
        upkeep,
    },
};
use reference::{Ending, Reference};
use serde_json::json;
use store::{
    Database, Tx,
    messages::{self, Lease, LeaseFilter, Leased},
};

use super::read;
use crate::support::{BEGINNING, Engine, Studio, chance::Chance};

/// The agents: one inside, whose worker is this process, and two outside.
const AGENTS: [&str; 3] = ["muse", "one", "other"];

/// Who writes to them.
const SENDERS: [&str; 5] = ["system", "muse", "one", "other", "a stranger"];

/// The most messages in a mailbox.
const MAILBOX_MAX: i64 = 6;

/// The name under which the process takes work.
const NODE: &str = "node";

/// A history while it is run: what the model says, and what workers have leased.
#[derive(Clone)]
struct World {
    history: u64,
    now: i64,
    reference: Reference,
    /// What the worker inside holds, or thinks it holds.
    inside: Vec<Leased>,
    /// What workers outside hold, or think they hold: messages and epochs.
    outside: Vec<(String, i64)>,
    texts: u64,
}

fn pick<'a, T>(chance: &mut Chance, from: &'a [T]) -> &'a T {
    &from[chance.between(0, from.len() as u64 - 1) as usize]
}

impl World {
    fn new(history: u64) -> Self {
        let reference = Reference::new(MAILBOX_MAX, &AGENTS);
        let now = BEGINNING.millis() + history as i64 * 2_000_000_000;
        Self { history, now, reference, inside: vec![], outside: vec![], texts: 0 }
    }

    fn time(&self) -> Time {
        Time::from_millis(self.now)
    }

    /// One life of the process: some steps, each compared with the model.
    fn live(
        &mut self,
        studio: &engine::Studio,
        tx: &mut Tx<'_>,
        chance: &mut Chance,
    ) -> Result<()> {
        for _ in 0..chance.between(4, 16) {
            match chance.between(0, 19) {
                0..=5 => self.send(studio, tx, chance)?,
                6..=7 => self.lease_inside(tx, chance)?,
                8..=10 => self.lease_outside(studio, tx, chance)?,
                11 => self.finish_inside(studio, tx, chance)?,
                12..=14 => self.acknowledge(studio, tx, chance)?,
                15 => self.by_hand(studio, tx, chance)?,
                16 => self.extend(tx, chance)?,
                17 => self.tend(tx)?,
                18 => self.give_back(tx)?,
                _ => {
                    // Seconds, minutes, an hour, and now and then a clock that is set back.
                    let jumps = [1, 900, 5_000, 31_000, 61_000, 600_000, 3_700_000, -7_000];
                    self.now += pick(chance, &jumps);
                }
            }
        }
        Ok(())
    }

    fn send(
        &mut self,
        studio: &engine::Studio,
        tx: &mut Tx<'_>,
        chance: &mut Chance,
    ) -> Result<()> {
        let types = ["direct", "consultation", "handoff", "handoff", "collaboration"];
        let priorities = ["low", "normal", "medium", "high", "critical", "urgent"];
        // Few texts, so that the same is handed on twice now and then.
        self.texts = chance.between(0, 9);
        // In each history somebody is loud, so that mailboxes become crowded.
        let (mut to, mut from) = (*pick(chance, &AGENTS), *pick(chance, &SENDERS));
        if chance.between(0, 1) == 0 {
            let loud = self.history as usize;
            (to, from) = (AGENTS[loud % AGENTS.len()], SENDERS[loud % SENDERS.len()]);
        }
        let body = json!({
            "toAgent": to,
            "fromAgent": from,
            "message": format!("text {}", self.texts),
            "messageType": pick(chance, &types),
            "priority": pick(chance, &priorities),
            "context": {
                "conversationId": format!("{}-{}", self.history, chance.between(0, 1)),
                "taskId": format!("task-{}", self.history),
                "requiresResponse": chance.between(0, 3) == 0,
                "timeoutMs": pick(chance, &[0, 0, 5_000, 60_000]),
            },
        });
        let said: SendMessage = read(&body);
        let now = self.time();

        let sent = hub::send(&mut Change::new(tx, &Principal::local(), now), studio, &said)?;

        let id = sent.response.message_id;
        let rule = self.reference.send(&id, &said, self.now);
        let error = sent.response.error;
        assert_eq!(sent.response.delivered, rule.is_none(), "{body} {rule:?} {error:?}");
        Ok(())
    }

    fn lease_inside(&mut self, tx: &mut Tx<'_>, chance: &mut Chance) -> Result<()> {
        let (limit, now) = (chance.between(1, 4) as i64, self.time());
        let lease = Lease { owner: NODE.to_owned(), until: now.plus(60_000) };
        let taker = LeaseFilter { agent_id: "muse", account: None, one_by_one: false };

        let leased = messages::lease(tx, &taker, &lease, limit, now)?;

        let until = self.now + 60_000;
        let wanted = self.reference.lease("muse", false, limit, self.now, until);
        let got: Vec<_> = leased.iter().map(|it| (it.message.id.clone(), it.epoch)).collect();
        assert_eq!(got, wanted, "inside");
        self.inside.extend(leased);
        Ok(())
    }

    fn lease_outside(
        &mut self,
        studio: &engine::Studio,
        tx: &mut Tx<'_>,
        chance: &mut Chance,
    ) -> Result<()> {
        let agent = pick(chance, &AGENTS[1..]);
        let (limit, lease_ms) = (chance.between(1, 4) as i64, *pick(chance, &[1_000, 60_000]));
        let wanted: MessageLease = read(&json!({ "limit": limit, "leaseMs": lease_ms }));

        let taken = {
            let principal = Principal::local();
            let mut change = Change::new(tx, &principal, self.time());
            external::take(&mut change, studio, agent, &wanted)?
        };

        let until = self.now + lease_ms;
        let wanted = self.reference.lease(agent, true, limit, self.now, until);
        let got: Vec<_> = taken.leased.iter().map(|it| (it.message.id.clone(), it.epoch)).collect();
        assert_eq!(got, wanted, "{agent}");
        self.outside.extend(got);
        Ok(())
    }

    /// The worker inside finishes the first it holds, as the message worker does. Now and then it keeps it
    /// for longer, to come too late.
    fn finish_inside(
        &mut self,
        studio: &engine::Studio,
        tx: &mut Tx<'_>,
        chance: &mut Chance,
    ) -> Result<()> {
        let Some(leased) = self.inside.first().cloned() else { return Ok(()) };
        if chance.between(0, 3) > 0 {
            self.inside.remove(0);
        }
        let answer = (chance.between(0, 1) == 0).then(|| Answer::of_text("well").empty_if(false));
        let (end, ending) = match chance.between(0, 3) {
            0 => (End::Failed(FailureKind::Transient, "no".to_owned()), Ending::Failed(5)),
            1 => (End::Failed(FailureKind::Broken, "no".to_owned()), Ending::Failed(2)),
            _ => (End::Done(answer.clone()), Ending::Done(answer.is_some())),
        };
        let (id, epoch) = (leased.message.id.clone(), leased.epoch);

        let finished = {
            let principal = Principal::service();
            let mut change = Change::new(tx, &principal, self.time());
            transitions::finish(&mut change, studio, "muse", &[(leased, end)])?
        };

        let answer_id = finished.first().and_then(|it| it.answer_id.clone());
        let ended = self.reference.end(&id, epoch, ending, answer_id.as_deref(), self.now);
        assert_eq!(finished.first().map(|it| it.state), ended, "{id} inside");
        Ok(())
    }

    fn acknowledge(
        &mut self,
        studio: &engine::Studio,
        tx: &mut Tx<'_>,
        chance: &mut Chance,
    ) -> Result<()> {
        if self.outside.is_empty() {
            return Ok(());
        }
        let at = chance.between(0, self.outside.len() as u64 - 1) as usize;
        // Now and then a worker forgets that it acknowledged, and does it again.
        let (id, epoch) = self.outside[at].clone();
        if chance.between(0, 3) > 0 {
            self.outside.remove(at);
        }
        let is_offer = self.reference.is_offer(&id);
        let (outcome, ending) = match (chance.between(0, 5), is_offer) {
            (0, _) => ("failed", Ending::Failed(5)),
            (1, _) => ("failed", Ending::Failed(1)),
            (2, true) => ("refused", Ending::Refused),
            (_, true) => ("accepted", Ending::Accepted),
            (_, false) => ("handled", Ending::Done(false)),
        };
        let failure = if ending == Ending::Failed(1) { "permanent" } else { "transient" };
        let mut body = json!({ "epoch": epoch, "outcome": outcome, "failure": failure });
        if outcome != "failed" && chance.between(0, 1) == 0 {
            body["reply"] = json!({ "message": "well" });
        }
        let replies = body.get("reply").is_some();
        let said: MessageAcknowledge = read(&body);

        let ended = {
            let principal = Principal::local();
            let mut change = Change::new(tx, &principal, self.time());
            external::acknowledge(&mut change, studio, &id, &said)
        };

        let answer_id = ended.as_ref().ok().and_then(|it| it.answer_id.clone());
        assert!(ended.is_err() || replies == answer_id.is_some(), "{id} {body}");
        let wanted = self.reference.end(&id, epoch, ending, answer_id.as_deref(), self.now);
        assert_eq!(conflict_or(ended)?.map(|it| it.state), wanted, "{id} {body}");
        Ok(())
    }

    /// A person answers or replays any message.
    fn by_hand(
        &mut self,
        studio: &engine::Studio,
        tx: &mut Tx<'_>,
        chance: &mut Chance,
    ) -> Result<()> {
        let Some(id) = self.reference.any(chance) else { return Ok(()) };
        let principal = Principal::local();
        let mut change = Change::new(tx, &principal, self.time());
        if chance.between(0, 1) == 0 {
            let said: MessageReply = read(&json!({ "message": "by hand" }));
            let sent = conflict_or(replies::reply(&mut change, studio, &id, &said))?;
            let answer_id = sent.map(|it| it.response.message_id);
            assert_eq!(self.reference.may_answer(&id), answer_id.is_some(), "{id}");
            if let Some(answer_id) = answer_id {
                self.reference.answer(&id, &answer_id, self.now);
            }
        } else {
            let replayed = conflict_or(replies::replay(&mut change, studio, &id))?;
            assert_eq!(self.reference.replay(&id, self.now), replayed.is_some(), "{id}");
        }
        Ok(())
    }

    fn extend(&mut self, tx: &mut Tx<'_>, chance: &mut Chance) -> Result<()> {
        if self.outside.is_empty() {
            return Ok(());
        }
        let (id, epoch) = pick(chance, &self.outside).clone();
        let said: MessageExtend = read(&json!({ "epoch": epoch, "leaseMs": 30_000 }));

        let until = conflict_or(external::extend(
            &mut Change::new(tx, &Principal::local(), self.time()),
            &id,
            &said,
        ))?
        .map(|extended| extended.lease_until);

        assert_eq!(until.is_some(), self.reference.extend(&id, epoch, self.now + 30_000), "{id}");
        Ok(())
    }

    /// What time does.
    fn tend(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        let principal = Principal::service();
        let mut change = Change::new(tx, &principal, self.time());
        let released = upkeep::release_ended(&mut change, None)?;
        let overdue = upkeep::end_overdue(&mut change)?;
        assert_eq!((released, overdue), self.reference.tend(self.now));
        Ok(())
    }

    /// The worker inside stops in good order.
    fn give_back(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        let taken = std::mem::take(&mut self.inside);
        messages::give_back(tx, "muse", &taken)?;
        for leased in taken {
            self.reference.give_back(&leased.message.id, leased.epoch);
        }
        Ok(())
    }

    /// The process dies and starts again: its leases are over at once, those of others are not. Some
    /// workers outside die with it, others come back with what they hold.
    fn crash(&mut self, tx: &mut Tx<'_>, chance: &mut Chance) -> Result<()> {
        let principal = Principal::service();
        upkeep::release_ended(&mut Change::new(tx, &principal, self.time()), Some(NODE))?;
        self.reference.restart(self.now);
        if chance.between(0, 1) == 0 {
            self.outside.clear();
        }
        Ok(())
    }

    /// Everybody works in good order until nothing is left to do.
    fn drain(mut self, studio: &engine::Studio, tx: &mut Tx<'_>) -> Result<Self> {
        let user = Principal::local();
        // Whatever somebody died over is free after its lease, and rests a minute at the most.
        let mut rounds = 0;
        while self.reference.is_busy() {
            rounds += 1;
            assert!(rounds < 200, "something starves: {:?}", self.reference);
            self.now += 61_000;
            self.tend(tx)?;
            for agent in AGENTS {
                let (now, until) = (self.time(), self.now + 60_000);
                let lease = Lease { owner: NODE.to_owned(), until: now.plus(60_000) };
                let taker = LeaseFilter { agent_id: agent, account: None, one_by_one: true };
                let leased = messages::lease(tx, &taker, &lease, 3, now)?;
                let wanted = self.reference.lease(agent, true, 3, self.now, until);
                let got: Vec<_> =
                    leased.iter().map(|it| (it.message.id.clone(), it.epoch)).collect();
                assert_eq!(got, wanted, "{agent}");
                for leased in leased {
                    let (id, epoch) = (leased.message.id.clone(), leased.epoch);
                    let ended = transitions::finish(
                        &mut Change::new(tx, &user, now),
                        studio,
                        agent,
                        &[(leased, End::Done(None))],
                    )?;
                    let state = self.reference.end(&id, epoch, Ending::Done(false), None, self.now);
                    assert_eq!(ended.first().map(|it| it.state), state, "{id} at the end");
                }
            }
        }
        // And no answer is waited for for ever.
        self.now += domain::messages::TIMEOUT_MS_MAX;
        self.tend(tx)?;
        self.check(tx, &user)?;
        Ok(self)
    }

    /// What must hold of every history, whatever the model says.
    fn check(&self, tx: &mut Tx<'_>, user: &Principal) -> Result<()> {
        let mut all: Vec<Message> = Vec::new();
        for conversation in 0..2 {
            let query = read(&json!({
                "conversationId": format!("{}-{conversation}", self.history), "limit": 100 }));
            all.extend(messages::list(tx, user, &query)?.items);
        }
        self.reference.check(&all);
        let accepted: Vec<_> = all.iter().filter(|it| it.state == State::Accepted).collect();
        let task = format!("task-{}", self.history);
        let owner = messages::find_owner(tx, &user.user, &task)?;
        assert_eq!(owner.as_ref().map_or(0, |it| it.version), accepted.len() as i64);
        let open = |it: &&Message| {
            matches!(it.state, State::Queued | State::Leased | State::AwaitingReply)
        };
        assert_eq!(all.iter().find(open), None, "nothing waits for ever");
        for agent in AGENTS {
            let mailbox = store::agents::get(tx, agent)?.mailbox;
            assert_eq!((mailbox.queued, mailbox.leased), (0, 0), "{agent}");
        }
        Ok(())
    }
}

/// The result of a change that may be a conflict.
fn conflict_or<T>(done: Result<T>) -> Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(domain::Error::Conflict(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

/// A studio on the database whose workers do not run: a history is the only one that does anything.
fn quiet(database: &Database) -> engine::Studio {
    let settings = engine::Settings { mailbox_max: MAILBOX_MAX, ..engine::Settings::default() };
    let clock = Clock::fixed(BEGINNING);
    engine::Studio::new(database.clone(), clock, settings, NODE.to_owned())
}

/// How many histories begin with a whole start of the service in their middle.
const RESTARTED: u64 = 25;

/// Tells so many histories; what was seen in them.
fn run_histories(engine: Engine, histories: u64) -> BTreeSet<&'static str> {
    // Its own loops have nothing to do, for its clock stands still far before all histories.
    let running = Studio::open(engine);
    for agent in &AGENTS[1..] {
        super::join(&running, agent);
    }
    let sleeping = json!({});
    running.post("/api/agents/muse/sleep", &sleeping).ok();
    let database = running.behind().database.clone();
    let studio = quiet(&database);
    let mut seeds = Chance::of_today();
    let mut seen = BTreeSet::new();
    for history in 0..histories {
        let seed = seeds.draw();
        let mut world = World::new(history);
        for life in 0..3 {
            let (inside, before) = (studio.clone(), world.clone());
            world = running.write(move |tx| {
                let (mut world, mut chance) = (before.clone(), Chance::of(seed ^ life));
                if life > 0 {
                    world.crash(tx, &mut chance)?;
                }
                world.live(&inside, tx, &mut chance)?;
                Ok(world)
            });
            if life == 1 && history % RESTARTED == 0 {
                let studio = quiet(&database);
                studio.clock.advance(world.now - BEGINNING.millis());
                running.block_on(studio.recover()).expect("a start");
                // The time goes on from the latest that was stored, even if it has jumped back since.
                world.now = studio.clock.now().millis();
                world.reference.restart(world.now);
                running.post("/api/agents/muse/sleep", &sleeping).ok();
            }
        }
        let (inside, last) = (studio.clone(), world);
        let last = running.write(move |tx| last.clone().drain(&inside, tx));
        seen.extend(last.reference.seen());
        if history % 40 == 0 || history + 1 == histories {
            let found = running.write(|tx| {
                let now = Time::from_millis(i64::MAX / 2);
                let summary = messages::summary(tx, &Principal::local(), now)?;
                assert!(!messages::has_violations(tx)?, "none was ever seen");
                Ok(protocol::violations(&summary.latest))
            });
            assert_eq!(found, [], "the journal keeps to the protocol");
        }
    }
    seen
}

#[test]
fn whatever_happens_the_hub_does_what_the_model_says_sqlite() {
    let seen = run_histories(Engine::Sqlite, 2_000);

    // So many histories show everything there is to show.
    let rules = ["mailbox_full", "sender_share", "not_owner", "repeated_handoff"];
    // What waits for answers or a permission is in `questions` and `approvals`.
    let waits = [State::Waiting.as_str(), State::AwaitingApproval.as_str()];
    let states = State::WORDS.iter().copied().filter(|state| !waits.contains(state));
    let all: BTreeSet<&str> = states.chain(rules).collect();
    assert_eq!(all.difference(&seen).collect::<Vec<_>>(), [&""; 0]);
}

/// Every statement goes over a socket here, so fewer histories take as long.
#[test]
fn whatever_happens_the_hub_does_what_the_model_says_postgres() {
    let seen = run_histories(Engine::Postgres, 200);

    assert!(seen.contains("accepted") && seen.contains("dead"), "{seen:?}");
}
