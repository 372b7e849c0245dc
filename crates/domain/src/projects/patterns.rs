//! Patterns of how a project is worked on, from what happened: whom its authors ask, which rules they
//! waive, how much of the prose is speech. Like the other counters they change in the transaction of
//! what they count, and nothing in them is estimated. When its users write is in [`super::summary`].

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::summary::{Activity, UserEdits};
use crate::{
    Error, Result,
    exports::COUNT_MAX,
    findings::ProseMeasures,
    model::OrderedMap,
    time::{DAY_MS, Time},
};

/// Names of one kind that are counted: agents, and rules of checks.
const NAMES_MAX: usize = 1_000;

/// Names of one kind that a view shows, those with the highest counts.
const LISTED_MAX: usize = 20;

/// Weeks of which the share of speech is kept.
pub const WEEKS_MAX: usize = 52;

/// Days of a week.
const WEEK_DAYS: i64 = 7;

/// The number of the first Monday, as a day since 1970-01-01.
const MONDAY: i64 = 4;

/// Milliseconds in a minute.
const MINUTE_MS: f64 = 60_000.0;

/// Patterns of how a project is worked on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Patterns {
    /// Messages that authors sent to each agent.
    pub agents: OrderedMap<i64>,
    /// Findings of each rule that are waived.
    pub waived: OrderedMap<i64>,
    /// How much of what the check of the prose read was speech, oldest week first, at most
    /// [`WEEKS_MAX`].
    pub speech: Vec<SpeechWeek>,
}

/// What the check of the prose read in a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeechWeek {
    /// The number of its Monday since 1970-01-01, UTC.
    pub monday: i64,
    /// Words.
    pub words: i64,
    /// Those of them in quotation marks.
    pub spoken: i64,
}

/// How no patterns at all are kept.
const NONE: &str = "{}";

impl Patterns {
    /// The form in which they are kept; none of them take no room.
    pub fn to_stored(&self) -> Result<String> {
        if *self == Self::default() {
            return Ok(NONE.to_owned());
        }
        serde_json::to_string(self)
            .map_err(|flaw| Error::internal("writing down a project's patterns", flaw))
    }

    /// What was [`Patterns::to_stored`].
    pub fn from_stored(text: &str) -> Result<Self> {
        if text == NONE {
            return Ok(Self::default());
        }
        serde_json::from_str(text)
            .map_err(|flaw| Error::internal("reading a project's patterns", flaw))
    }

    /// An author wrote to an agent.
    pub fn note_agent(&mut self, agent: &str) {
        add(&mut self.agents, agent, 1);
    }

    /// Findings of a rule were waived or, below zero, are no longer.
    pub fn note_waived(&mut self, rule: &str, amount: i64) {
        add(&mut self.waived, rule, amount);
    }

    /// The check of the prose has read a text.
    pub fn note_reading(&mut self, read: &ProseMeasures, now: Time) {
        let monday = now.day() - (now.day() - MONDAY).rem_euclid(WEEK_DAYS);
        let index = self.speech.partition_point(|week| week.monday < monday);
        match self.speech.get_mut(index).filter(|week| week.monday == monday) {
            Some(week) => {
                week.words += read.words;
                week.spoken += read.spoken;
            }
            None => {
                let (words, spoken) = (read.words, read.spoken);
                self.speech.insert(index, SpeechWeek { monday, words, spoken });
            }
        }
        if self.speech.len() > WEEKS_MAX {
            self.speech.remove(0);
        }
    }

    /// What is waived and how much is speech, for people and programs; empty when nothing happened.
    pub fn preferences(&self) -> Map<String, Value> {
        let mut view = Map::new();
        let share = |week: &SpeechWeek| {
            let date = Time::from_millis(week.monday.saturating_mul(DAY_MS)).iso();
            let share = week.spoken as f64 / week.words as f64;
            json!({ "week": date.split('T').next(), "share": share, "words": week.words })
        };
        let weeks: Vec<Value> = self.speech.iter().filter(|it| it.words > 0).map(share).collect();
        if !weeks.is_empty() {
            view.insert("dialogueShare".to_owned(), weeks.into());
        }
        insert_highest(&mut view, "waivedRules", &self.waived, ("rule", "findings"));
        view
    }

    /// Whom authors ask, most often first; empty when nobody was asked.
    pub fn workflow(&self) -> Map<String, Value> {
        let mut view = Map::new();
        insert_highest(&mut view, "preferredAgents", &self.agents, ("agent", "messages"));
        view
    }
}

/// When and for how long users write; empty when nothing happened.
pub fn behavior(activity: &Activity) -> Map<String, Value> {
    let mut view = Map::new();
    if activity.hours.iter().any(|edits| *edits > 0) {
        view.insert("writingHours".to_owned(), json!(activity.hours));
    }
    if activity.sessions > 0 {
        let minutes = activity.time_ms as f64 / MINUTE_MS / activity.sessions as f64;
        view.insert("sessions".to_owned(), activity.sessions.into());
        view.insert("meanSessionMinutes".to_owned(), json!(minutes));
    }
    view
}

/// The last change, which is where work goes on; empty when nothing happened.
pub fn context(activity: &Activity) -> Map<String, Value> {
    let mut view = Map::new();
    let last = activity.users.0.iter().max_by_key(|(_, UserEdits(_, last))| *last);
    if let Some((user, UserEdits(_, last))) = last {
        view.insert("lastEditAt".to_owned(), last.iso().into());
        view.insert("lastEditBy".to_owned(), user.as_str().into());
    }
    view
}

/// Adds to a count; one that is at zero is taken out, and no name is added beyond [`NAMES_MAX`].
fn add(counts: &mut OrderedMap<i64>, name: &str, amount: i64) {
    let is_full = counts.0.len() >= NAMES_MAX;
    match counts.0.iter_mut().find(|(known, _)| known == name) {
        Some((_, count)) => *count += amount,
        None if is_full => {}
        None => counts.0.push((name.to_owned(), amount)),
    }
    counts.0.retain(|(_, count)| *count > 0);
}

/// The names with the highest counts, where there is any.
fn insert_highest(
    view: &mut Map<String, Value>,
    key: &str,
    counts: &OrderedMap<i64>,
    (name, count): (&str, &str),
) {
    let mut sorted: Vec<&(String, i64)> = counts.0.iter().collect();
    sorted.sort_by_key(|(_, count)| Reverse(*count));
    sorted.truncate(LISTED_MAX);
    let item = |(of, number): &&(String, i64)| json!({ name: of, count: number });
    if !sorted.is_empty() {
        view.insert(key.to_owned(), sorted.iter().map(item).collect());
    }
}

/// The form in which patterns are kept; none where a number of them is beyond what is counted on from.
pub fn normalized_patterns(text: &str) -> Option<String> {
    let patterns: Patterns = serde_json::from_str(text).ok()?;
    let counts = [&patterns.agents, &patterns.waived];
    let weeks = patterns.speech.iter().flat_map(|week| [week.words, week.spoken]);
    let mut numbers =
        counts.iter().flat_map(|it| it.0.iter().map(|(_, count)| *count)).chain(weeks);
    let is_sound = numbers.all(|number| (0..=COUNT_MAX).contains(&number))
        && counts.iter().all(|it| it.0.len() <= NAMES_MAX)
        && patterns.speech.len() <= WEEKS_MAX
        && patterns.speech.is_sorted_by_key(|week| week.monday)
        && patterns.speech.iter().all(|it| (0..=COUNT_MAX).contains(&it.monday));
    if is_sound { patterns.to_stored().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: i64, spoken: i64) -> ProseMeasures {
        ProseMeasures { words, spoken, ..ProseMeasures::default() }
    }

    #[test]
    fn speech_is_counted_by_the_week_and_the_latest_weeks_are_kept() {
        let mut patterns = Patterns::default();
        // 2026-11-23 is a Monday.
        let monday = Time::of_iso("2026-11-23T00:00:00Z").unwrap();

        patterns.note_reading(&read(100, 40), monday);
        patterns.note_reading(&read(100, 20), monday.plus(7 * DAY_MS - 1));
        patterns.note_reading(&read(50, 0), monday.plus(-1));

        let view = Value::from(patterns.preferences());
        assert_eq!(
            view["dialogueShare"],
            json!([
                { "week": "2026-11-16", "share": 0.0, "words": 50 },
                { "week": "2026-11-23", "share": 0.3, "words": 200 },
            ])
        );
        for week in 1..60 {
            patterns.note_reading(&read(1, 1), monday.plus(week * 7 * DAY_MS));
        }
        assert_eq!(patterns.speech.len(), WEEKS_MAX);
        let stored = patterns.to_stored().unwrap();
        assert_eq!(normalized_patterns(&stored).as_deref(), Some(stored.as_str()));
    }

    #[test]
    fn what_nobody_did_is_not_there() {
        let mut patterns = Patterns::default();
        assert_eq!(patterns.to_stored().unwrap(), "{}");
        assert!(patterns.preferences().is_empty() && patterns.workflow().is_empty());

        patterns.note_waived("long_sentence", 1);
        patterns.note_agent("muse");
        patterns.note_agent("critic");
        patterns.note_agent("critic");
        patterns.note_waived("long_sentence", -1);

        assert!(patterns.preferences().is_empty());
        assert_eq!(
            Value::from(patterns.workflow()),
            json!({ "preferredAgents": [
                { "agent": "critic", "messages": 2 }, { "agent": "muse", "messages": 1 },
            ] })
        );
    }

    #[test]
    fn an_import_takes_only_what_could_have_been_counted() {
        for bad in [
            r#"{"agents":{"muse":-1}}"#,
            r#"{"speech":[{"monday":11,"words":1,"spoken":0},{"monday":4,"words":1,"spoken":0}]}"#,
            "5",
        ] {
            assert_eq!(normalized_patterns(bad), None, "{bad}");
        }
        assert_eq!(normalized_patterns("{}").as_deref(), Some("{}"));
    }
}
