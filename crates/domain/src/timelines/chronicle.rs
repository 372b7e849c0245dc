//! A timeline as a whole: events that share a sort key, and long gaps between events. A distance
//! between keys is one of time only if both were read from dates that name a day: keys that a user
//! gave may count anything, and “1893” is sorted by a day that it does not name.

use super::{Calendar, dates::Precision};
use crate::time::DAY_MS;

/// An event, as far as this module needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSummary {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// When it happens, as it is written.
    pub date_display: String,
    /// The key it is sorted by; 0 for an event that has none.
    pub sort_key: i64,
    /// Whether the key was read from the date.
    pub is_derived: bool,
}

/// Events of a timeline, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// All sub-tasks.
    pub events: i64,
    /// Those without a place in time.
    pub undated: i64,
    /// The plotlines beside them.
    pub plotlines: i64,
    /// Keys that more than one event has.
    pub shared: i64,
}

/// Two events with nothing between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// The one before.
    pub earlier: EventSummary,
    /// The one after.
    pub later: EventSummary,
}

/// What can be said of the time between two events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBetween {
    /// Milliseconds, between two times of day.
    Millis(u64),
    /// Days from one to the other, where one does not say its time of day.
    Days(u64),
    /// Nothing: one of the dates does not say its day.
    Unsaid,
    /// Nothing, for somebody named one of the keys: how far they are apart.
    Keys(u64),
}

impl Gap {
    /// How far apart their keys are.
    pub fn distance(&self) -> u64 {
        self.later.sort_key.abs_diff(self.earlier.sort_key)
    }

    /// What that is, by the calendar the dates are of.
    pub fn between(&self, calendar: Calendar) -> TimeBetween {
        if !(self.earlier.is_derived && self.later.is_derived) {
            return TimeBetween::Keys(self.distance());
        }
        let precision =
            |mark: &EventSummary| calendar.read(&mark.date_display).map(|it| it.precision);
        match (precision(&self.earlier), precision(&self.later)) {
            (Some(Precision::Time), Some(Precision::Time)) => TimeBetween::Millis(self.distance()),
            (Some(Precision::Day | Precision::Time), Some(Precision::Day | Precision::Time)) => {
                let day = |mark: &EventSummary| mark.sort_key.div_euclid(DAY_MS);
                TimeBetween::Days(day(&self.later).abs_diff(day(&self.earlier)))
            }
            _ => TimeBetween::Unsaid,
        }
    }
}

/// What shares a key, as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The key.
    pub sort_key: i64,
    /// How many events have it.
    pub total: i64,
    /// The first of them.
    pub events: Vec<EventSummary>,
}

/// The moments of these events, which are in the order of their keys, each with how many events have
/// its key.
pub fn moments(marks: impl IntoIterator<Item = (EventSummary, i64)>) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    for (mark, total) in marks {
        match moments.last_mut() {
            Some(moment) if moment.sort_key == mark.sort_key => moment.events.push(mark),
            _ => moments.push(Moment { sort_key: mark.sort_key, total, events: vec![mark] }),
        }
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(sort_key: i64, is_derived: bool) -> EventSummary {
        let id = sort_key.to_string();
        EventSummary { title: id.clone(), date_display: id.clone(), id, sort_key, is_derived }
    }

    #[test]
    fn a_distance_is_one_of_time_between_dates_that_say_their_day() {
        let dated = |date: &str| {
            let sort_key = Calendar::Gregorian.sort_key(date).unwrap();
            EventSummary { date_display: date.to_owned(), ..mark(sort_key, true) }
        };
        for (earlier, later, wanted) in [
            ("3 May 1893, 12:00", "3 May 1893, 14:00", TimeBetween::Millis(7_200_000)),
            ("3 May 1893", "4 May 1893", TimeBetween::Days(1)),
            ("3 May 1893, 23:00", "4 May 1893", TimeBetween::Days(1)),
            ("3 May 1893", "4 May 1893, 23:00", TimeBetween::Days(1)),
            ("3 May 1893", "3 May 1893, 14:00", TimeBetween::Days(0)),
            ("31 December 1969", "2 January 1970", TimeBetween::Days(2)),
            ("1893", "December 1893", TimeBetween::Unsaid),
            ("1893", "3 May 1893", TimeBetween::Unsaid),
            ("3 May 1893", "Summer 1893", TimeBetween::Unsaid),
        ] {
            let gap = Gap { earlier: dated(earlier), later: dated(later) };

            assert_eq!(gap.between(Calendar::Gregorian), wanted, "{earlier} to {later}");
        }
    }

    #[test]
    fn a_distance_from_a_named_key_is_one_of_keys() {
        for (one, other) in [(true, false), (false, true), (false, false)] {
            let gap = Gap { earlier: mark(i64::MIN, one), later: mark(i64::MAX, other) };

            assert_eq!(gap.between(Calendar::Gregorian), TimeBetween::Keys(u64::MAX));
        }
    }

    #[test]
    fn events_of_one_key_stand_together() {
        let marks = [(1, 2), (1, 2), (2, 60), (2, 60), (2, 60)];

        let moments = moments(marks.map(|(key, total)| (mark(key, true), total)));

        let sizes: Vec<_> =
            moments.iter().map(|it| (it.sort_key, it.total, it.events.len())).collect();
        assert_eq!(sizes, [(1, 2, 2), (2, 60, 3)]);
    }
}
