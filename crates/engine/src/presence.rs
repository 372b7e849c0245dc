//! The presence of agents: whether they are awake, and how loaded. Whether an agent is awake, and
//! whether it ever worked, is in the database; the measurements of its last minute are in memory.
//!
//! Each server measures the work it does itself. Where several share one database, each reports to
//! the others in a few small rows, at most once a second and only what has changed; a load adds them
//! up. The work of external agents is measured with their leases, whichever server they ask.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::{
    Principal, Result, Time,
    agents::{Load, Measurement, Meter, load::WINDOW_MS},
};
use store::agents::{self, AgentStatus, RegisteredAgent, ReportedMeter};

use crate::{Studio, wakers::Stop};

/// How many silent heartbeat intervals an external agent is still taken to be there.
const SILENT_INTERVALS: i64 = 3;

/// How often a server reports its work to the others.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// How long a server that reports nothing is still taken to do the work it reported last, in
/// milliseconds.
const SILENT_MS: i64 = 5_000;

/// How long a server that was not seen is still taken to run, in milliseconds.
const GONE_MS: i64 = 15_000;

/// How long reports are stored, in milliseconds: longer than anybody reads them.
const KEPT_MS: i64 = 10 * WINDOW_MS as i64;

/// The work of agents on this server, by agent.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<String, LocalMeter>>);

#[derive(Debug)]
struct LocalMeter {
    meter: Meter,
    /// Whether something was recorded since the last report.
    has_changed: bool,
}

/// The work of agents on other servers, and of external agents, by agent.
#[derive(Debug, Clone, Default)]
pub struct RemoteWork(HashMap<String, Vec<ReportedMeter>>);

/// What the load of an agent is computed from.
#[derive(Debug, Clone, Copy)]
pub struct LoadQuery<'a> {
    /// Its registry name.
    pub id: &'a str,
    /// How many requests it works on at once.
    pub slots: u32,
    /// Whether it came with the program, and so works inside.
    pub builtin: bool,
    /// Its status.
    pub status: AgentStatus,
}

impl<'a> From<&'a RegisteredAgent> for LoadQuery<'a> {
    fn from(agent: &'a RegisteredAgent) -> Self {
        Self {
            id: &agent.card.id,
            slots: agent.card.resources.slots,
            builtin: agent.builtin,
            status: agent.status(),
        }
    }
}

/// A load, and how old the oldest report in it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The load.
    pub load: Load,
    /// Milliseconds; 0 where this server knows all.
    pub age_ms: i64,
}

impl Presence {
    /// Reads from the database which agents ever worked.
    pub(crate) async fn read_history(&self, studio: &Studio) -> Result<()> {
        let agents = studio.database.read(agents::list).await?;
        let meters = agents
            .into_iter()
            .map(|agent| {
                let meter = Meter::with_history(agent.worked);
                (agent.card.id, LocalMeter { meter, has_changed: false })
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
        agent: LoadQuery<'_>,
        remote: &RemoteWork,
        now: Time,
    ) -> Option<Measured> {
        let AgentStatus { seen_at, mailbox, worked, subtasks, .. } = agent.status;
        if seen_at.is_some() && !is_up(studio, &agent.status, now) {
            return None;
        }
        let (mut work, own_is_known) = self.work(agent.id, now);
        let (others, age_ms) = remote.work(agent.id, now);
        work = work.merge(others.work);
        let leased = u32::try_from(mailbox.leased).unwrap_or(u32::MAX);
        // Of an external agent, whatever it holds is being worked on.
        if !agent.builtin {
            work.running = work.running.saturating_add(leased);
        }
        // A namesake that was removed may have left its meter here.
        let is_known = worked || leased > 0 || others.is_known || (agent.builtin && own_is_known);
        if !is_known {
            return None;
        }
        // What was taken from the mailbox of an agent inside and not begun still waits.
        let taken = if agent.builtin { leased.saturating_sub(work.running) } else { 0 };
        let waiting = mailbox.queued.saturating_add(subtasks);
        let queued = u32::try_from(waiting).unwrap_or(u32::MAX).saturating_add(taken);
        Some(Measured { load: Load::of(work, queued, agent.slots), age_ms })
    }

    /// The work of an agent on this server, and whether there ever was any.
    fn work(&self, agent_id: &str, now: Time) -> (Measurement, bool) {
        match self.meters().get_mut(agent_id) {
            Some(local) => (local.meter.measure(now.millis()), local.meter.is_known()),
            None => (Measurement::default(), false),
        }
    }

    fn record(&self, agent_id: &str, with: impl FnOnce(&mut Meter)) {
        let mut meters = self.meters();
        if !meters.contains_key(agent_id) {
            let local = LocalMeter { meter: Meter::with_history(false), has_changed: false };
            meters.insert(agent_id.to_owned(), local);
        }
        if let Some(local) = meters.get_mut(agent_id) {
            with(&mut local.meter);
            local.has_changed = true;
        }
    }

    /// The meters to report: those that have changed, and those of agents at work.
    fn unreported(&self) -> BTreeMap<String, Meter> {
        let mut meters = self.meters();
        let unreported =
            meters.iter_mut().filter(|(_, local)| local.has_changed || local.meter.is_running());
        unreported
            .map(|(id, local)| {
                local.has_changed = false;
                (id.clone(), local.meter.clone())
            })
            .collect()
    }

    fn set_unreported(&self, agents: &BTreeMap<String, Meter>) {
        let mut meters = self.meters();
        for id in agents.keys() {
            if let Some(local) = meters.get_mut(id) {
                local.has_changed = true;
            }
        }
    }

    fn meters(&self) -> std::sync::MutexGuard<'_, HashMap<String, LocalMeter>> {
        // A meter is whole after every step, so a panic elsewhere leaves it valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The work of one agent elsewhere.
#[derive(Default)]
struct AgentRemoteWork {
    work: Measurement,
    is_known: bool,
}

impl RemoteWork {
    /// Reads what other servers reported, in a transaction that reads agents too.
    pub fn read(tx: &mut store::Tx<'_>, node: &str, now: Time) -> Result<Self> {
        let since = now.plus(-(WINDOW_MS as i64));
        let mut by_agent: HashMap<String, Vec<ReportedMeter>> = HashMap::new();
        for metered in agents::meters(tx, node, since)? {
            by_agent.entry(metered.agent_id.clone()).or_default().push(metered);
        }
        Ok(Self(by_agent))
    }

    /// What others worked for an agent, and how old their oldest report is. Running work of an
    /// external agent is counted by its leases.
    fn work(&self, agent_id: &str, now: Time) -> (AgentRemoteWork, i64) {
        let mut others = AgentRemoteWork::default();
        let mut age_ms = 0;
        for metered in self.0.get(agent_id).into_iter().flatten() {
            let mut meter = metered.meter.clone();
            let silent_ms = now.millis() - metered.reported_at.millis();
            if !metered.is_external && silent_ms > SILENT_MS {
                meter.stop_at(metered.reported_at.millis());
            }
            let mut work = meter.measure(now.millis());
            if metered.is_external {
                work.running = 0;
            } else {
                age_ms = age_ms.max(silent_ms);
            }
            others.work = others.work.merge(work);
            others.is_known |= meter.is_known();
        }
        (others, age_ms)
    }
}

/// Reports to the other servers what this one has worked since its last report; when that fails, it
/// is part of the next one.
pub async fn report(studio: &Studio) -> Result<()> {
    let meters = studio.presence.unreported();
    if meters.is_empty() {
        return Ok(());
    }
    let (node, report) = (studio.node.clone(), meters.clone());
    let reported = studio
        .change(&Principal::service(), move |change| {
            agents::save_meters(change.tx, &node, &report, change.now)
        })
        .await;
    if reported.is_err() {
        studio.presence.set_unreported(&meters);
    }
    reported
}

/// Records that this server runs, and deletes the reports of servers that do not any more.
async fn record_server(studio: &Studio) -> Result<()> {
    let node = studio.node.clone();
    studio
        .change(&Principal::service(), move |change| {
            let before = change.now.plus(-KEPT_MS);
            agents::note_server(change.tx, &node, change.now, before)?;
            agents::delete_meters(change.tx, None, before)
        })
        .await
}

/// Whether another server runs on the same database.
pub(crate) async fn has_other_server(studio: &Studio) -> Result<bool> {
    if !studio.database.is_shared() {
        return Ok(false);
    }
    let (node, since) = (studio.node.clone(), studio.clock.now().plus(-GONE_MS));
    studio.database.read(move |tx| agents::has_other_server(tx, &node, since)).await
}

/// Deletes what this server reported before it was restarted, and records that it runs.
pub(crate) async fn recover(studio: &Studio) -> Result<()> {
    if !studio.database.is_shared() {
        return Ok(());
    }
    delete_own(studio).await?;
    record_server(studio).await
}

async fn delete_own(studio: &Studio) -> Result<()> {
    let node = studio.node.clone();
    studio
        .change(&Principal::service(), move |change| {
            agents::delete_server(change.tx, &node)?;
            agents::delete_meters(change.tx, Some(&node), change.now.plus(-KEPT_MS))
        })
        .await
}

/// Reports to the other servers what this one works, until the service stops; a database that is not
/// shared needs no reports.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let mut turns: u64 = 0;
    while stop.sleep(REPORT_INTERVAL).await {
        if !studio.database.is_shared() {
            continue;
        }
        turns += 1;
        let mut reported = report(&studio).await;
        if turns.is_multiple_of(5) {
            reported = reported.and(record_server(&studio).await);
        }
        if let Err(error) = reported {
            tracing::warn!(error = %domain::ErrorChain(&error), "reporting work failed");
        }
    }
    if studio.database.is_shared()
        && let Err(error) = delete_own(&studio).await
    {
        tracing::warn!(
            error = %domain::ErrorChain(&error),
            "deleting this server's reports failed"
        );
    }
}

/// Whether an agent is awake, and so are those that it requires.
pub fn is_awake(studio: &Studio, agent: &RegisteredAgent, now: Time) -> bool {
    is_up(studio, &agent.status(), now)
}

/// As [`is_awake`], by the state of the agent.
pub fn is_up(studio: &Studio, status: &AgentStatus, now: Time) -> bool {
    let heard_since = heard_since(studio, now);
    let is_heard = |seen_at: Option<Time>| seen_at.is_none_or(|seen| seen >= heard_since);
    status.awake && is_heard(status.seen_at) && is_heard(status.required_seen_at)
}

/// Since when an external agent must have sent a heartbeat to count as present.
pub fn heard_since(studio: &Studio, now: Time) -> Time {
    now.plus(-SILENT_INTERVALS * studio.settings.heartbeat_ms)
}
