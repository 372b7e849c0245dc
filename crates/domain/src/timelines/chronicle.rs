//! A timeline seen as a whole: what shares a moment, and where nothing happens for long. A distance
//! is one of time only where both keys were read from dates; keys that somebody named may count
//! anything.

/// An event as the chronicle names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
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
    /// All of them.
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
    pub earlier: Mark,
    /// The one after.
    pub later: Mark,
}

impl Gap {
    /// How far apart their keys are.
    pub fn distance(&self) -> u64 {
        self.later.sort_key.abs_diff(self.earlier.sort_key)
    }

    /// Whether that is a time in milliseconds.
    pub fn is_time(&self) -> bool {
        self.earlier.is_derived && self.later.is_derived
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
    pub events: Vec<Mark>,
}

/// The moments of these events, which come in the order of their keys, each with how many have its
/// key.
pub fn moments(marks: impl IntoIterator<Item = (Mark, i64)>) -> Vec<Moment> {
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

    fn mark(sort_key: i64, is_derived: bool) -> Mark {
        let id = sort_key.to_string();
        Mark { title: id.clone(), date_display: id.clone(), id, sort_key, is_derived }
    }

    #[test]
    fn a_distance_is_one_of_time_between_dates_alone() {
        for (one, other, is_time) in
            [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
        {
            let gap = Gap { earlier: mark(i64::MIN, one), later: mark(i64::MAX, other) };

            assert_eq!((gap.distance(), gap.is_time()), (u64::MAX, is_time));
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
