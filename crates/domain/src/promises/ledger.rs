//! A summary of a project's promises: what is open and for how long, and what was fulfilled that
//! nobody had promised. It counts and sorts; `engine` writes the report.
//!
//! No promise says when it is due, so what looks overdue is what is heavy and old:
//! `urgency = weight × age in days`, a core promise weighing 3, a major one 2, a minor one 1, a
//! micro one 0.5. The formula is ours.

use super::{Level, Status};
use crate::time::{DAY_MS, Time};

impl Level {
    /// How heavy a promise of this level weighs.
    pub const fn weight(self) -> f64 {
        match self {
            Self::Core => 3.0,
            Self::Major => 2.0,
            Self::Minor => 1.0,
            Self::Micro => 0.5,
        }
    }
}

/// The fields of a promise that the summary needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// How much rests on it.
    pub level: Level,
    /// Its state.
    pub status: Status,
    /// Whether the outline says where it is made.
    pub is_placed: bool,
    /// When it was entered.
    pub created_at: Time,
}

impl Entry {
    /// Its age in days, with fractions; 0 when it was entered later than now.
    pub fn age_days(&self, now: Time) -> f64 {
        (now.millis() - self.created_at.millis()).max(0) as f64 / DAY_MS as f64
    }

    /// How much it looks overdue, in weighted days.
    pub fn urgency(&self, now: Time) -> f64 {
        self.level.weight() * self.age_days(now)
    }
}

/// The summary.
#[derive(Debug, Clone, PartialEq)]
pub struct Ledger {
    /// How many promises are in each state, in the order of the states; none is left out.
    pub by_status: Vec<(Status, usize)>,
    /// What is open, the most urgent first.
    pub open: Vec<Entry>,
    /// What was surely promised and is open, without a place where that is done; the most urgent
    /// first.
    pub unplaced: Vec<Entry>,
    /// What was fulfilled without a place where it had been promised, the oldest first.
    pub orphans: Vec<Entry>,
}

impl Ledger {
    /// Summarises these promises.
    pub fn of(mut entries: Vec<Entry>, now: Time) -> Self {
        entries.sort_by(|one, other| {
            other
                .urgency(now)
                .total_cmp(&one.urgency(now))
                .then(one.created_at.cmp(&other.created_at))
                .then_with(|| one.id.cmp(&other.id))
        });
        let count = |status| entries.iter().filter(|entry| entry.status == status).count();
        let all = |fits: &dyn Fn(&Entry) -> bool| {
            entries.iter().filter(|entry| fits(entry)).cloned().collect::<Vec<_>>()
        };
        let mut orphans = all(&|it| it.status == Status::Fulfilled && !it.is_placed);
        orphans.sort_by_key(|entry| entry.created_at);
        Self {
            by_status: Status::ALL.map(|status| (status, count(status))).to_vec(),
            open: all(&|it| it.status.is_open()),
            // What is only planned need not have a place yet, and what was put off may never have
            // been promised: no row says what it was before.
            unplaced: all(&|it| {
                let is_made = !matches!(it.status, Status::Planned | Status::Deferred);
                it.status.is_open() && is_made && !it.is_placed
            }),
            orphans,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, level: Level, status: Status, days: i64, is_placed: bool) -> Entry {
        Entry {
            id: id.to_owned(),
            title: id.to_uppercase(),
            level,
            status,
            is_placed,
            created_at: Time::from_millis(-days * DAY_MS),
        }
    }

    fn ids(entries: &[Entry]) -> Vec<&str> {
        entries.iter().map(|entry| entry.id.as_str()).collect()
    }

    #[test]
    fn what_is_heavy_and_old_comes_first() {
        let ledger = Ledger::of(
            vec![
                entry("micro", Level::Micro, Status::Made, 40, true),
                entry("core", Level::Core, Status::Progressing, 10, true),
                entry("major", Level::Major, Status::Deferred, 10, false),
                entry("minor", Level::Minor, Status::Planned, 25, false),
                entry("half", Level::Micro, Status::PartiallyFulfilled, 1, false),
                entry("kept", Level::Core, Status::Fulfilled, 90, false),
                entry("before", Level::Micro, Status::Fulfilled, 99, false),
                entry("due", Level::Core, Status::Fulfilled, 90, true),
                entry("gone", Level::Core, Status::Abandoned, 90, false),
            ],
            Time::from_millis(0),
        );

        assert_eq!(ids(&ledger.open), ["core", "minor", "micro", "major", "half"]);
        assert_eq!(ids(&ledger.unplaced), ["half"]);
        assert_eq!(ids(&ledger.orphans), ["before", "kept"]);
        let counts: Vec<usize> = ledger.by_status.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [1, 1, 1, 1, 3, 1, 0, 1]);
        assert_eq!(ledger.open[0].urgency(Time::from_millis(0)), 30.0);
    }

    #[test]
    fn a_promise_of_tomorrow_is_of_no_age() {
        let tomorrow = entry("x", Level::Core, Status::Made, -1, true);

        assert_eq!(tomorrow.age_days(Time::from_millis(0)), 0.0);
    }
}
