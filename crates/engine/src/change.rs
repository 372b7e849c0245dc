//! A change: one transaction in which a command decides, writes, and records what happened. Whoever
//! has something to do because of it is noted on the way and notified once, after the commit.

use domain::{
    Principal, Result, Time,
    events::{EventKind, NewEvent},
    versioned::Versioned,
};
use serde::Serialize;
use store::{
    Tx, events,
    project_counters::{self, Counters},
    projects::ProjectAccess,
};

use crate::{Studio, metrics::MetricUpdate, wakers::Wake};

/// What a command works with. Each run of a transaction gets a new one, so that nothing of a run
/// that was rolled back is left in it.
pub struct Change<'a, 't> {
    /// The transaction.
    pub tx: &'a mut Tx<'t>,
    /// Who makes the change.
    pub principal: &'a Principal,
    /// When.
    pub now: Time,
    wakes: Vec<Wake>,
    updates: Vec<MetricUpdate>,
}

/// Who hears of an event: the members of a project or, without one, a user.
pub type Audience<'a> = (Option<&'a ProjectAccess>, &'a str);

impl<'a, 't> Change<'a, 't> {
    /// A change in a transaction that somebody else commits, who then notifies nobody.
    pub fn new(tx: &'a mut Tx<'t>, principal: &'a Principal, now: Time) -> Self {
        Self { tx, principal, now, wakes: Vec::new(), updates: Vec::new() }
    }

    /// Records that the principal made or changed a record of a project: it is counted as their
    /// edit, together with what it adds to the project's counters, and the event log gets the
    /// record as the wire shows it. The answer to the command is that record.
    pub fn publish<V: Serialize>(
        &mut self,
        project: &ProjectAccess,
        kind: EventKind,
        record: Versioned<V>,
        counters: Counters,
    ) -> Result<Versioned<V>> {
        self.count(project, counters)?;
        self.publish_to((Some(project), &self.principal.user), kind, &record.view)?;
        Ok(record)
    }

    /// As [`Change::publish`], of a record that was deleted: the event shows it as it last was.
    pub fn publish_deleted(
        &mut self,
        project: &ProjectAccess,
        kind: EventKind,
        view: &impl Serialize,
        counters: Counters,
    ) -> Result<()> {
        self.count(project, counters)?;
        self.publish_deleted_to((Some(project), &self.principal.user), kind, view)
    }

    /// Adds to the event log what is nobody's edit of a project's content.
    pub fn publish_to(
        &mut self,
        (project, account): Audience<'_>,
        kind: EventKind,
        view: &impl Serialize,
    ) -> Result<()> {
        self.publish_by_id((project.map(ProjectAccess::id), account), kind, view)
    }

    /// As [`Change::publish_to`], for the members of a project that the principal may have lost
    /// access to.
    pub fn publish_by_id(
        &mut self,
        audience: (Option<&str>, &str),
        kind: EventKind,
        view: &impl Serialize,
    ) -> Result<()> {
        let event = NewEvent::to(kind, audience, view, self.now)?;
        events::add(self.tx, &event)?;
        self.wake(Wake::Events);
        if matches!(kind, EventKind::Document | EventKind::Lore) {
            self.wake(Wake::Mentions);
        }
        if let (EventKind::Document | EventKind::Project, Some(project_id)) = (kind, audience.0) {
            self.wake(Wake::Project(project_id.to_owned()));
        }
        Ok(())
    }

    /// As [`Change::publish_to`], of a record that was deleted.
    pub fn publish_deleted_to(
        &mut self,
        audience: Audience<'_>,
        kind: EventKind,
        view: &impl Serialize,
    ) -> Result<()> {
        self.publish_to(audience, kind, &Deleted { view, deleted: true })
    }

    /// Counts an edit of a project by the principal, with what it adds to the project's counters.
    pub fn count(&mut self, project: &ProjectAccess, counters: Counters) -> Result<()> {
        project_counters::count_change(self.tx, project, &self.principal.user, counters, self.now)
    }

    /// Runs a command of another principal as a part of this change.
    pub fn on_behalf_of<T>(
        &mut self,
        principal: &Principal,
        command: impl FnOnce(&mut Change<'_, 't>) -> Result<T>,
    ) -> Result<T> {
        let mut change = Change {
            tx: self.tx,
            principal,
            now: self.now,
            wakes: std::mem::take(&mut self.wakes),
            updates: std::mem::take(&mut self.updates),
        };
        let outcome = command(&mut change);
        let Change { wakes, updates, .. } = change;
        (self.wakes, self.updates) = (wakes, updates);
        outcome
    }

    /// Has somebody notified once this change is committed.
    pub fn wake(&mut self, wake: Wake) {
        if !self.wakes.contains(&wake) {
            self.wakes.push(wake);
        }
    }

    /// Has something counted in the metrics of this process once this change is committed.
    pub fn measure(&mut self, update: MetricUpdate) {
        self.updates.push(update);
    }
}

/// The last view of a record that was deleted.
#[derive(Serialize)]
struct Deleted<'v, V> {
    #[serde(flatten)]
    view: &'v V,
    deleted: bool,
}

impl Studio {
    /// Runs a command in a transaction that is durable when this returns, and notifies those who
    /// have something to do because of it. The command may run more than once, and has no effect
    /// outside its transaction.
    ///
    /// # Errors
    /// The command's own, with nothing changed; unavailable when the database cannot take it now.
    pub async fn change<T: Send + 'static>(
        &self,
        principal: &Principal,
        command: impl Fn(&mut Change<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (principal, now) = (principal.clone(), self.clock.now());
        let run = move |tx: &mut Tx<'_>| {
            let mut change = Change::new(tx, &principal, now);
            let outcome = command(&mut change)?;
            Ok((outcome, change.wakes, change.updates))
        };
        let (outcome, wakes, updates) = self.database.write(run).await?;
        wakes.iter().for_each(|wake| self.wakers.notify(wake));
        updates.iter().for_each(|update| self.metrics.add(update));
        Ok(outcome)
    }
}
