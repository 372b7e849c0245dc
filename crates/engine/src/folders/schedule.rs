//! When each folder is looked at: at once after a change, again while something in it has to rest, and at
//! intervals.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use super::{
    IDLE_INTERVAL, LOOKS_PER_REST, PAUSE_MIN, WATCHED_FACTOR, round::Outcome, scan::Looks,
    watch::Watched,
};
use crate::Studio;

/// When each folder is looked at.
pub(super) struct Schedule {
    /// How often folders are looked at of which no changes are reported.
    poll: Duration,
    /// How often the others are.
    poll_watched: Duration,
    /// How long files have to rest.
    settle: Duration,
    /// When the projects were listed.
    listed: Option<Instant>,
    projects: HashMap<String, Turn>,
}

/// When one folder is looked at.
struct Turn {
    looks: Arc<Mutex<Looks>>,
    looked: Option<Instant>,
    next: Instant,
    is_watched: bool,
}

impl Schedule {
    pub(super) fn new(studio: &Studio) -> Self {
        let settings = &studio.settings.folders;
        let poll = Duration::from_millis(settings.poll_ms);
        // Documents that another server changes on a shared database are only found by looking.
        let factor = if studio.database.is_shared() { 1 } else { WATCHED_FACTOR };
        Self {
            poll,
            poll_watched: poll * factor,
            settle: Duration::from_millis(settings.settle_ms),
            listed: None,
            projects: HashMap::new(),
        }
    }

    /// The pause between two looks at a folder in which something has to rest.
    fn pause_of_rest(&self) -> Duration {
        (self.settle / LOOKS_PER_REST).max(PAUSE_MIN).min(self.poll)
    }

    /// Something of these projects has changed. A folder in which much changes is not looked at all the time.
    pub(super) fn hurry(&mut self, changed: BTreeSet<String>, now: Instant) {
        let pause = self.pause_of_rest();
        for id in changed {
            let turn = self.projects.entry(id).or_insert_with(|| Turn::at(now));
            let soonest = turn.looked.map_or(now, |looked| looked + pause);
            turn.next = turn.next.min(soonest.max(now));
        }
    }

    /// Whether the projects are to be listed: more seldom where every change is reported.
    pub(super) fn is_list_due(&self, now: Instant) -> bool {
        let is_watched =
            !self.projects.is_empty() && self.projects.values().all(|it| it.is_watched);
        let interval = if is_watched { self.poll_watched } else { self.poll };
        self.listed.is_none_or(|listed| now.duration_since(listed) >= interval)
    }

    /// These are all projects that there are; those that are gone.
    pub(super) fn list<'p>(
        &mut self,
        ids: impl Iterator<Item = &'p String>,
        now: Instant,
    ) -> Vec<String> {
        let ids: BTreeSet<&String> = ids.collect();
        for id in &ids {
            self.projects.entry((*id).clone()).or_insert_with(|| Turn::at(now));
        }
        self.listed = Some(now);
        self.projects.extract_if(|id, _| !ids.contains(id)).map(|(id, _)| id).collect()
    }

    /// A project that is in the trash or gone.
    pub(super) fn remove(&mut self, id: &str) {
        self.projects.remove(id);
    }

    /// The projects whose folders are to be looked at now.
    pub(super) fn due(&self, now: Instant) -> Vec<String> {
        let due = self.projects.iter().filter(|(_, turn)| turn.next <= now);
        due.map(|(id, _)| id.clone()).collect()
    }

    /// Whether the folder of a project is to be looked at now.
    pub(super) fn is_due(&self, id: &str, now: Instant) -> bool {
        self.projects.get(id).is_some_and(|turn| turn.next <= now)
    }

    /// What earlier looks at the folder of a project found.
    pub(super) fn looks(&self, id: &str) -> Arc<Mutex<Looks>> {
        self.projects.get(id).map(|turn| Arc::clone(&turn.looks)).unwrap_or_default()
    }

    /// The folder of a project was looked at.
    pub(super) fn looked(
        &mut self,
        (id, now): (&str, Instant),
        outcome: Outcome,
        watched: Watched,
    ) {
        let pause = match (outcome, watched) {
            (Outcome::Again, _) => self.pause_of_rest(),
            (_, Watched::Begun) => Duration::ZERO,
            (Outcome::Later, _) => self.settle.max(PAUSE_MIN).min(self.poll),
            (Outcome::Done, Watched::Yes) => self.poll_watched,
            (Outcome::Done, Watched::No) => self.poll,
        };
        if let Some(turn) = self.projects.get_mut(id) {
            turn.looked = Some(now);
            turn.next = now + pause;
            turn.is_watched = watched != Watched::No;
        }
    }

    /// How long nothing is to be done, unless something changes.
    pub(super) fn pause(&self, now: Instant) -> Duration {
        let next = self.projects.values().map(|turn| turn.next).min();
        let until = next.map_or(self.poll, |next| next.saturating_duration_since(now));
        until.min(IDLE_INTERVAL).max(PAUSE_MIN)
    }

    /// How long to wait after the projects could not be read.
    pub(super) fn pause_after_failure(&self) -> Duration {
        self.poll.min(IDLE_INTERVAL)
    }
}

impl Turn {
    fn at(next: Instant) -> Self {
        Self { looks: Arc::default(), looked: None, next, is_watched: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLL: Duration = Duration::from_secs(2);
    const SETTLE: Duration = Duration::from_secs(1);

    fn schedule() -> Schedule {
        Schedule {
            poll: POLL,
            poll_watched: POLL * WATCHED_FACTOR,
            settle: SETTLE,
            listed: None,
            projects: HashMap::new(),
        }
    }

    #[test]
    fn a_folder_is_looked_at_after_a_change_and_at_intervals() {
        let (mut schedule, start) = (schedule(), Instant::now());
        let ids = ["a".to_owned(), "b".to_owned()];
        assert!(schedule.list(ids.iter(), start).is_empty());
        assert_eq!(schedule.due(start).len(), 2);
        schedule.looked(("a", start), Outcome::Done, Watched::Yes);
        schedule.looked(("b", start), Outcome::Done, Watched::No);
        assert!(schedule.due(start).is_empty());
        assert_eq!(schedule.pause(start), POLL);
        assert_eq!(schedule.due(start + POLL), ["b"]);

        // One that was just looked at waits a moment.
        let (soon, later) = (start + PAUSE_MIN, start + SETTLE / LOOKS_PER_REST);
        schedule.hurry(["a".to_owned()].into(), soon);
        assert!(schedule.due(soon).is_empty());
        assert_eq!(schedule.due(later), ["a"]);
        schedule.looked(("a", later), Outcome::Again, Watched::Yes);
        assert_eq!(schedule.due(later + SETTLE / LOOKS_PER_REST), ["a"]);
        schedule.looked(("a", later), Outcome::Done, Watched::Begun);
        assert_eq!(schedule.due(later), ["a"], "what changed before it was watched");
    }

    #[test]
    fn a_project_that_is_gone_has_no_turn_and_no_look_comes_without_a_pause() {
        let (mut schedule, start) = (schedule(), Instant::now());
        schedule.hurry(["trashed".to_owned()].into(), start);
        assert!(schedule.is_due("trashed", start));
        assert_eq!(schedule.pause(start), PAUSE_MIN);
        schedule.remove("trashed");
        assert!(!schedule.is_due("trashed", start) && schedule.due(start).is_empty());
        assert_eq!(schedule.pause(start), POLL);
    }

    #[test]
    fn projects_are_listed_often_only_where_something_is_not_reported() {
        let (mut schedule, start) = (schedule(), Instant::now());
        assert!(schedule.is_list_due(start));
        schedule.list(["a".to_owned(), "b".to_owned()].iter(), start);
        for (id, watched) in [("a", Watched::Yes), ("b", Watched::No)] {
            schedule.looked((id, start), Outcome::Done, watched);
        }
        assert!(!schedule.is_list_due(start) && schedule.is_list_due(start + POLL));

        assert_eq!(schedule.list(["a".to_owned()].iter(), start), ["b"]);
        assert!(!schedule.is_list_due(start + POLL));
        assert!(schedule.is_list_due(start + POLL * WATCHED_FACTOR));
    }
}
