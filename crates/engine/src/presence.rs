//! The activity service: who is awake, and how loaded. Being awake is remembered; the last minute
//! of work is not, but that an agent ever worked is.
//!
//! Each server measures what it works itself. Where several share one database, each tells the
//! others in a few small rows, at most once a second and only of what has changed; whoever asks for
//! a load adds them up. What agents outside work is measured where their leases are kept, whichever
//! server they ask.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::{
    Result, Time,
    agents::{Load, Meter, Work, load::WINDOW_MS},
};
use store::agents::{self, Metered, Registered, Standing};

use crate::{
    Studio,
    wakers::{Stop, Waker},
};

/// How many silent heartbeat intervals an agent outside is still taken to be there.
const SILENT_INTERVALS: i64 = 3;

/// How often a server tells the others what it works.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// How long a server that tells nothing is still taken to be at what it told last, in milliseconds.
const SILENT_MS: i64 = 5_000;

/// How long a server that is not heard of is taken to be there, in milliseconds.
const GONE_MS: i64 = 15_000;

/// How long what was told is kept, in milliseconds: longer than anybody reads it.
const KEPT_MS: i64 = 10 * WINDOW_MS as i64;

/// The meters of what this server works, by agent.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<String, Own>>);

#[derive(Debug)]
struct Own {
    meter: Meter,
    /// Whether something was recorded since the others were told.
    is_news: bool,
}

/// What other servers work, and agents outside, by agent.
#[derive(Debug, Clone, Default)]
pub struct Elsewhere(HashMap<String, Vec<Metered>>);

/// An agent as a load is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    /// Its registry name.
    pub id: &'a str,
    /// How many requests it works on at once.
    pub slots: u32,
    /// Whether it came with the program, and so works inside.
    pub builtin: bool,
    /// How it stands.
    pub standing: Standing,
}

impl<'a> From<&'a Registered> for Seat<'a> {
    fn from(agent: &'a Registered) -> Self {
        Self {
            id: &agent.card.id,
            slots: agent.card.resources.slots,
            builtin: agent.builtin,
            standing: agent.standing(),
        }
    }
}

/// A load, and how old the oldest of what others told for it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The load.
    pub load: Load,
    /// Milliseconds; 0 where this server knows all.
    pub age_ms: i64,
}

impl Presence {
    /// Learns from the memory which agents ever worked.
    pub(crate) async fn learn(&self, studio: &Studio) -> Result<()> {
        let agents = studio.database.read(agents::list).await?;
        let meters = agents
            .into_iter()
            .map(|agent| {
                let meter = Meter::with_history(agent.worked);
                (agent.card.id, Own { meter, is_news: false })
            })
            .collect();
        *self.meters() = meters;
        Ok(())
    }

    /// A request of the agent began to be worked on.
    pub fn started(&self, agent_id: &str, now: Time) {
        self.record(agent_id, |meter| meter.started(now.millis()));
    }

    /// A request of the agent is no longer worked on.
    pub fn finished(&self, agent_id: &str, now: Time) {
        self.record(agent_id, |meter| meter.finished(now.millis()));
    }

    /// The measured load of an agent; none while no request of it was ever recorded, or while it
    /// is not known to be there. It takes as long however much the agent worked.
    pub fn load(
        &self,
        studio: &Studio,
        seat: Seat<'_>,
        elsewhere: &Elsewhere,
        now: Time,
    ) -> Option<Measured> {
        let Standing { seen_at, mailbox, worked, subtasks, .. } = seat.standing;
        if seen_at.is_some() && !is_up(studio, &seat.standing, now) {
            return None;
        }
        let (mut work, own_is_known) = self.work(seat.id, now);
        let (others, age_ms) = elsewhere.work(seat.id, now);
        work = work.and(others.work);
        let leased = u32::try_from(mailbox.leased).unwrap_or(u32::MAX);
        // Of an agent outside, whatever it holds is being worked on.
        if !seat.builtin {
            work.running = work.running.saturating_add(leased);
        }
        // A namesake that was removed may have left its meter here.
        let is_known = worked || leased > 0 || others.is_known || (seat.builtin && own_is_known);
        if !is_known {
            return None;
        }
        // What was taken from the mailbox of an agent inside and not begun still waits.
        let taken = if seat.builtin { leased.saturating_sub(work.running) } else { 0 };
        let waiting = mailbox.queued.saturating_add(subtasks);
        let queued = u32::try_from(waiting).unwrap_or(u32::MAX).saturating_add(taken);
        Some(Measured { load: Load::of(work, queued, seat.slots), age_ms })
    }

    /// What this server works for an agent, and whether it ever did.
    fn work(&self, agent_id: &str, now: Time) -> (Work, bool) {
        match self.meters().get_mut(agent_id) {
            Some(own) => (own.meter.work(now.millis()), own.meter.is_known()),
            None => (Work::default(), false),
        }
    }

    fn record(&self, agent_id: &str, with: impl FnOnce(&mut Meter)) {
        let mut meters = self.meters();
        if !meters.contains_key(agent_id) {
            let own = Own { meter: Meter::with_history(false), is_news: false };
            meters.insert(agent_id.to_owned(), own);
        }
        if let Some(own) = meters.get_mut(agent_id) {
            with(&mut own.meter);
            own.is_news = true;
        }
    }

    /// The meters others have not heard of: those with news, and those that run.
    fn news(&self) -> BTreeMap<String, Meter> {
        let mut meters = self.meters();
        let news = meters.iter_mut().filter(|(_, own)| own.is_news || own.meter.is_running());
        news.map(|(id, own)| {
            own.is_news = false;
            (id.clone(), own.meter.clone())
        })
        .collect()
    }

    fn is_untold(&self, agents: &BTreeMap<String, Meter>) {
        let mut meters = self.meters();
        for id in agents.keys() {
            if let Some(own) = meters.get_mut(id) {
                own.is_news = true;
            }
        }
    }

    fn meters(&self) -> std::sync::MutexGuard<'_, HashMap<String, Own>> {
        // A meter is whole after every step: what a panic elsewhere left is still true.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What others worked for one agent.
#[derive(Default)]
struct Others {
    work: Work,
    is_known: bool,
}

impl Elsewhere {
    /// Reads what others told, in a transaction that reads agents too.
    pub fn read(tx: &mut store::Tx<'_>, node: &str, now: Time) -> Result<Self> {
        let since = now.plus(-(WINDOW_MS as i64));
        let mut by_agent: HashMap<String, Vec<Metered>> = HashMap::new();
        for metered in agents::meters(tx, node, since)? {
            by_agent.entry(metered.agent_id.clone()).or_default().push(metered);
        }
        Ok(Self(by_agent))
    }

    /// What others worked for an agent, and how old the oldest of what they told is. What an agent
    /// outside holds is counted by its leases.
    fn work(&self, agent_id: &str, now: Time) -> (Others, i64) {
        let mut others = Others::default();
        let mut age_ms = 0;
        for metered in self.0.get(agent_id).into_iter().flatten() {
            let mut meter = metered.meter.clone();
            let silent_ms = now.millis() - metered.told_at.millis();
            if !metered.outside && silent_ms > SILENT_MS {
                meter.stopped(metered.told_at.millis());
            }
            let mut work = meter.work(now.millis());
            if metered.outside {
                work.running = 0;
            } else {
                age_ms = age_ms.max(silent_ms);
            }
            others.work = others.work.and(work);
            others.is_known |= meter.is_known();
        }
        (others, age_ms)
    }
}

/// Tells the other servers what this one has worked since it last did.
///
/// # Errors
/// When the memory fails; then it is told the next time.
pub async fn tell(studio: &Studio) -> Result<()> {
    let news = studio.presence.news();
    if news.is_empty() {
        return Ok(());
    }
    let (node, now, told) = (studio.node.clone(), studio.clock.now(), news.clone());
    let told = studio.database.write(move |tx| agents::publish(tx, &node, &told, now)).await;
    if told.is_err() {
        studio.presence.is_untold(&news);
    }
    told
}

/// Says that this server is there, and forgets what those said that are gone.
async fn show(studio: &Studio) -> Result<()> {
    let (node, now) = (studio.node.clone(), studio.clock.now());
    studio
        .database
        .write(move |tx| {
            agents::note_server(tx, &node, now, now.plus(-KEPT_MS))?;
            agents::forget_meters(tx, None, now.plus(-KEPT_MS))
        })
        .await
}

/// Whether another server is at work on the same memory.
pub(crate) async fn has_company(studio: &Studio) -> Result<bool> {
    if !studio.database.is_shared() {
        return Ok(false);
    }
    let (node, since) = (studio.node.clone(), studio.clock.now().plus(-GONE_MS));
    studio.database.read(move |tx| agents::has_other_server(tx, &node, since)).await
}

/// Forgets what an earlier life of this server was working on, and says that it is there again.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    if !studio.database.is_shared() {
        return Ok(());
    }
    forget_own(studio).await?;
    show(studio).await
}

async fn forget_own(studio: &Studio) -> Result<()> {
    let (node, before) = (studio.node.clone(), studio.clock.now().plus(-KEPT_MS));
    studio
        .database
        .write(move |tx| {
            agents::forget_server(tx, &node)?;
            agents::forget_meters(tx, Some(&node), before)
        })
        .await
}

/// Tells the other servers what this one works, until the service stops. Who has the memory alone
/// has nobody to tell.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let nobody_wakes = Waker::default();
    let mut turns: u64 = 0;
    while stop.or_woken(&nobody_wakes, TELL_EVERY).await {
        if !studio.database.is_shared() {
            continue;
        }
        turns += 1;
        let mut told = tell(&studio).await;
        if turns.is_multiple_of(5) {
            told = told.and(show(&studio).await);
        }
        if let Err(error) = told {
            tracing::warn!(error = %domain::Chain(&error), "telling of work failed");
        }
    }
    if studio.database.is_shared()
        && let Err(error) = forget_own(&studio).await
    {
        tracing::warn!(error = %domain::Chain(&error), "saying goodbye failed");
    }
}

/// Whether the activity service holds an agent for awake.
pub fn is_awake(studio: &Studio, agent: &Registered, now: Time) -> bool {
    is_up(studio, &agent.standing(), now)
}

/// As [`is_awake`], of an agent that stands so.
pub fn is_up(studio: &Studio, standing: &Standing, now: Time) -> bool {
    standing.awake && standing.seen_at.is_none_or(|seen| seen >= heard_since(studio, now))
}

/// Since when an agent that runs outside must have been heard of to be taken to be there.
pub fn heard_since(studio: &Studio, now: Time) -> Time {
    now.plus(-SILENT_INTERVALS * studio.settings.heartbeat_ms)
}
