//! What happened in a project, counted as it happened: the source of its intelligence and
//! analytics. Nothing here is estimated; what nobody did is zero.
//!
//! Formulas, all of ours:
//! - `timeSpent`: the sum of the gaps between two changes by the same user that are shorter than
//!   [`SESSION_GAP_MS`], in minutes.
//! - `completionRate`: the mean completion of the documents, weighted by word target (or by words
//!   where that is more), in percent. See [`Progress::of`].
//! - `productivityScore`: over the last seven days, half for days worked on (five are full marks)
//!   and half for words gained (3,500 are full marks), in points of 100.
//! - `trends`: saved changes per day (30 days), week (12 weeks) and month of 30 days (12 months),
//!   oldest first, the last one being the current one.

use serde::{Deserialize, Serialize};

use super::patterns::Patterns;
use crate::{Error, Result, exports::COUNT_MAX, model::OrderedMap, time::Time};

/// Gaps between two changes count as work when they are shorter than this.
pub const SESSION_GAP_MS: i64 = 5 * 60_000;

/// What counts as work between two changes by the same user: the gap, in milliseconds; none where it
/// ends a session.
pub fn worked_ms(before: Time, now: Time) -> Option<i64> {
    let gap = now.millis() - before.millis();
    (0..SESSION_GAP_MS).contains(&gap).then_some(gap)
}

/// Hours of a day.
const HOURS: usize = 24;

/// Days of activity that are kept one by one.
pub const ACTIVITY_DAYS_MAX: usize = 366;

/// Days worked on in a week that earn full marks.
const FULL_MARKS_DAYS: f64 = 5.0;

/// Words gained in a week that earn full marks.
const FULL_MARKS_WORDS: f64 = 3_500.0;

/// What a project's row of counters holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Documents that are there.
    pub documents: i64,
    /// Links between its records.
    pub connections: i64,
    /// Findings agents have made.
    pub insights: i64,
    /// Messages to agents about the project.
    pub agent_interactions: i64,
    /// How far the documents are.
    pub progress: Progress,
    /// When and by whom it was changed.
    pub activity: Activity,
    /// How it is worked on.
    pub patterns: Patterns,
}

/// The completion of documents as two sums, so that a change of one document is two additions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// The sum of the weights, in words.
    pub weight: i64,
    /// The sum of weight times completion, in thousandths.
    pub done: i64,
}

impl Progress {
    /// A document's part: it weighs its word target, or its words where that is more, and at least
    /// one; it is complete by its status (0 to 1), and before the end never further than its words
    /// are on the way to its target.
    pub fn of(status_share: f64, words: i64, target: Option<i64>) -> Self {
        let target = target.unwrap_or(0);
        let weight = target.max(words).max(1);
        let by_words = if target > 0 && status_share < 1.0 {
            (words as f64 / target as f64).min(1.0)
        } else {
            1.0
        };
        let thousandths = (status_share * by_words * 1_000.0).round() as i64;
        Self { weight, done: weight * thousandths }
    }

    /// What changes when a document's part goes from `before` to `after`.
    pub fn change(before: Option<Self>, after: Option<Self>) -> Self {
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        Self { weight: after.weight - before.weight, done: after.done - before.done }
    }

    /// In percent, 0 to 100; 0 without documents.
    pub fn percent(self) -> f64 {
        if self.weight == 0 {
            return 0.0;
        }
        (self.done as f64 / self.weight as f64 / 10.0).clamp(0.0, 100.0)
    }
}

/// When and by whom a project was changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Activity {
    /// Time worked, in milliseconds.
    pub time_ms: i64,
    /// Days with at least one change.
    pub active_days: i64,
    /// The latest days with a change, oldest first, at most [`ACTIVITY_DAYS_MAX`].
    pub days: Vec<Day>,
    /// Per user: changes made, and the time of the last.
    pub users: OrderedMap<UserEdits>,
    /// Sessions: changes of one user with gaps that count as work.
    #[serde(default)]
    pub sessions: i64,
    /// Changes in each hour of the day, UTC; empty when there never was a change.
    #[serde(default)]
    pub hours: Vec<i64>,
}

/// How many changes a user made, and when the last was.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UserEdits(pub i64, #[serde(with = "crate::time::millis")] pub Time);

/// The form in which activity is kept; none where a number of it is beyond what is counted on from.
pub fn normalized_activity(text: &str) -> Option<String> {
    let activity: Activity = serde_json::from_str(text).ok()?;
    let fits = |number: i64| (-COUNT_MAX..=COUNT_MAX).contains(&number);
    let days = activity.days.iter().flat_map(|day| [day.day, day.edits, day.words]);
    let users =
        activity.users.0.iter().flat_map(|(_, UserEdits(edits, last))| [*edits, last.millis()]);
    let sums = [activity.time_ms, activity.active_days, activity.sessions];
    let is_sound = activity.days.len() <= ACTIVITY_DAYS_MAX
        && [0, HOURS].contains(&activity.hours.len())
        && days.chain(users).chain(sums).chain(activity.hours.iter().copied()).all(fits);
    if is_sound { serde_json::to_string(&activity).ok() } else { None }
}

/// What happened on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// The day's number since 1970-01-01, UTC.
    pub day: i64,
    /// Changes saved.
    pub edits: i64,
    /// Words gained, less words lost.
    pub words: i64,
}

/// Changes that one user saved one after the other in one hour: what comes on top of the activity that
/// is written down. A change mostly follows another of its kind, and then it is a few additions, even
/// where years of days lie before it.
#[derive(Debug, Clone, PartialEq)]
pub struct EditRun {
    /// The user.
    pub account: String,
    /// The day's number since 1970-01-01, UTC.
    pub day: i64,
    /// The hour of that day, 0 to 23.
    pub hour: i64,
    /// Changes saved; none where there is no such run.
    pub edits: i64,
    /// Words gained, less words lost.
    pub words: i64,
    /// Time worked, in milliseconds.
    pub time_ms: i64,
    /// Sessions that began.
    pub sessions: i64,
    /// When the last one was saved.
    pub last: Time,
}

/// How no activity at all is kept.
const NO_ACTIVITY: &str = "{}";

impl Activity {
    /// The form in which it is kept; none of it takes no room.
    pub fn to_stored(&self) -> Result<String> {
        if *self == Self::default() {
            return Ok(NO_ACTIVITY.to_owned());
        }
        serde_json::to_string(self)
            .map_err(|flaw| Error::internal("writing down a project's activity", flaw))
    }

    /// What was [`Activity::to_stored`].
    pub fn from_stored(text: &str) -> Result<Self> {
        if text == NO_ACTIVITY {
            return Ok(Self::default());
        }
        serde_json::from_str(text)
            .map_err(|flaw| Error::internal("reading a project's activity", flaw))
    }

    /// The run that begins with a user's change that gained (or lost) so many words.
    pub fn start_run(&self, account: &str, words: i64, now: Time) -> EditRun {
        let before = self.users.0.iter().find(|(name, _)| name == account);
        let worked = before.and_then(|(_, UserEdits(_, last))| worked_ms(*last, now));
        EditRun {
            account: account.to_owned(),
            day: now.day(),
            hour: now.hour(),
            edits: 1,
            words,
            time_ms: worked.unwrap_or(0),
            sessions: i64::from(worked.is_none()),
            last: now,
        }
    }

    /// Writes a run down.
    pub fn add(&mut self, run: &EditRun) {
        if run.edits == 0 {
            return;
        }
        self.time_ms += run.time_ms;
        self.sessions += run.sessions;
        self.hours.resize(HOURS, 0);
        if let Some(edits) = usize::try_from(run.hour).ok().and_then(|it| self.hours.get_mut(it)) {
            *edits += run.edits;
        }
        match self.users.0.iter_mut().find(|(name, _)| *name == run.account) {
            Some((_, UserEdits(edits, last))) => {
                *edits += run.edits;
                *last = run.last;
            }
            None => self.users.0.push((run.account.clone(), UserEdits(run.edits, run.last))),
        }
        match self.days.iter_mut().rev().find(|day| day.day == run.day) {
            Some(day) => {
                day.edits += run.edits;
                day.words += run.words;
            }
            None => {
                self.active_days += 1;
                let index = self.days.partition_point(|day| day.day < run.day);
                let day = Day { day: run.day, edits: run.edits, words: run.words };
                self.days.insert(index, day);
                if self.days.len() > ACTIVITY_DAYS_MAX {
                    self.days.remove(0);
                }
            }
        }
    }

    /// The days of the last `days` days up to the day of `now`.
    fn last(&self, days: i64, now: Time) -> impl Iterator<Item = &Day> {
        let today = now.day();
        self.days.iter().filter(move |day| day.day > today - days && day.day <= today)
    }

    /// Points of 100 for the last seven days.
    pub fn productivity_score(&self, now: Time) -> f64 {
        let days = self.last(7, now).count() as f64;
        let words = self.last(7, now).map(|day| day.words).sum::<i64>().max(0) as f64;
        50.0 * (days / FULL_MARKS_DAYS).min(1.0) + 50.0 * (words / FULL_MARKS_WORDS).min(1.0)
    }

    /// Changes in each of the last `count` spans of `length` days (the pair), oldest first; empty when there
    /// never was a change.
    pub fn trend(&self, (count, length): (i64, i64), now: Time) -> Vec<i64> {
        if self.days.is_empty() {
            return Vec::new();
        }
        let mut spans = vec![0; usize::try_from(count).unwrap_or(0)];
        for day in self.last(count * length, now) {
            let back = usize::try_from((now.day() - day.day) / length).unwrap_or(usize::MAX);
            if let Some(span) = spans.iter_mut().rev().nth(back) {
                *span += day.edits;
            }
        }
        spans
    }
}
