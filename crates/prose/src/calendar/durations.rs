//! Spans of time where a text names them: "three days", "a fortnight", "a year and a half".

use std::ops::Range;

use crate::numbers::number;
use crate::span::Span;
use crate::tokens::Text;

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeUnit {
    /// Sixty minutes.
    Hour,
    /// 24 hours.
    Day,
    /// Seven days.
    Week,
    /// A twelfth of a year.
    Month,
    /// A year.
    Year,
}

impl TimeUnit {
    /// Its length in hours.
    pub const fn hours(self) -> f64 {
        match self {
            Self::Hour => 1.0,
            Self::Day => 24.0,
            Self::Week => 168.0,
            Self::Month => 730.5,
            Self::Year => 8_766.0,
        }
    }
}

/// A span of time as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Duration {
    /// How many of the unit.
    pub count: f64,
    /// The unit.
    pub unit: TimeUnit,
    /// Where it stands.
    pub span: Span,
    /// Its words in the text.
    pub(crate) words: Range<usize>,
}

impl Duration {
    /// In hours.
    pub fn hours(&self) -> f64 {
        self.count * self.unit.hours()
    }
}

/// The spans of time of a text, in their order. Those that are only about so long ("nearly a year", "a few
/// days") are left out.
pub fn durations(text: &Text<'_>) -> Vec<Duration> {
    read(text, |at| duration(text, at))
}

/// As [`durations`], with what a journey takes that is told: "in less than two days", "in barely forty minutes".
pub(crate) fn story_durations(text: &Text<'_>) -> Vec<Duration> {
    const ABOUT: [&str; 10] = [
        "about", "almost", "around", "barely", "hardly", "nearly", "scarcely", "some", "under",
        "within",
    ];
    let is_about = |at: usize| match before(text, at, 1) {
        "than" => matches!(before(text, at, 2), "less" | "fewer"),
        word => ABOUT.contains(&word),
    };
    read(text, |at| if is_about(at) { duration_at(text, at) } else { duration(text, at) })
}

/// As [`durations`], with the least that something takes: "at least eight days", "in less than two days", and with
/// what it takes about: "about four hours", "over three days".
pub(crate) fn least_durations(text: &Text<'_>) -> Vec<Duration> {
    let is_least = |at: usize| match before(text, at, 1) {
        "least" | "about" | "almost" | "around" | "nearly" | "over" | "some" | "upon" => true,
        "than" => matches!(before(text, at, 2), "less" | "fewer" | "more"),
        // "No rider reaches Bath within five days", "will not do it under two hours".
        "within" | "under" => text.sentence_of(at).words.clone().any(|it| {
            it < at && matches!(text.lower(it), "no" | "not" | "nobody" | "never" | "none")
        }),
        _ => false,
    };
    read(text, |at| if is_least(at) { duration_at(text, at) } else { duration(text, at) })
}

/// The least time that a text says a way takes, in minutes; none where it states none, or only years.
pub fn least_minutes(text: &Text<'_>) -> Option<i64> {
    // "shut the road for six weeks", "two days ahead"
    let is_of_way = |it: &Duration| {
        let behind = if it.words.end < text.words().len() { text.lower(it.words.end) } else { "" };
        !matches!(before(text, it.words.start, 1), "for" | "after" | "these" | "every" | "last")
            && !matches!(behind, "ahead" | "before" | "ago" | "later" | "after" | "old")
    };
    let all = least_durations(text).into_iter();
    let all = all.filter(|it| it.unit != TimeUnit::Year && is_of_way(it));
    all.map(|it| (it.hours() * 60.0).round() as i64).filter(|minutes| *minutes > 0).min()
}

/// The word that stands so many before another; empty where there is none.
fn before<'t>(text: &'t Text<'_>, at: usize, by: usize) -> &'t str {
    at.checked_sub(by).map_or("", |at| text.lower(at))
}

fn read(text: &Text<'_>, of: impl Fn(usize) -> Option<Duration>) -> Vec<Duration> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.words().len() {
        match of(at) {
            Some(it) => {
                at = it.words.end;
                found.push(it);
            }
            None => at += 1,
        }
    }
    found
}

/// Words in front of a span of time that make it longer, shorter or uncertain.
const INEXACT: [&str; 18] = [
    "about", "above", "almost", "around", "barely", "every", "hardly", "least", "most", "nearly",
    "over", "per", "scarcely", "some", "than", "under", "within", "few",
];

fn duration(text: &Text<'_>, at: usize) -> Option<Duration> {
    let is_rough = at > 0 && INEXACT.contains(&text.lower(at - 1)) && is_joined(text, at);
    if is_rough { None } else { duration_at(text, at) }
}

/// Whether a word hangs on the one before it.
fn is_joined(text: &Text<'_>, at: usize) -> bool {
    at < text.words().len() && matches!(text.gap_before(at), " " | "-" | "\u{a0}")
}

fn duration_at(text: &Text<'_>, at: usize) -> Option<Duration> {
    let word = |at: usize| if at < text.words().len() { text.lower(at) } else { "" };
    let is_of_hour = |at: usize| word(at) == "of" && word(at + 1) == "an" && word(at + 2) == "hour";
    let (count, behind) = match word(at) {
        "a" | "one" if word(at + 1) == "quarter" && is_of_hour(at + 2) => (0.25, at + 4),
        "three" if word(at + 1) == "quarters" && is_of_hour(at + 2) => (0.75, at + 4),
        "a" | "an" | "one" => (1.0, at + 1),
        "half" if matches!(word(at + 1), "a" | "an") => (0.5, at + 2),
        _ => {
            let (count, behind) = number(text, at)?;
            let is_half =
                word(behind) == "and" && word(behind + 1) == "a" && word(behind + 2) == "half";
            // "four and a half hours".
            if is_half { (f64::from(count) + 0.5, behind + 3) } else { (f64::from(count), behind) }
        }
    };
    let whole = usize::from(matches!(
        word(behind),
        "whole"
            | "good"
            | "full"
            | "long"
            | "short"
            | "clear"
            | "entire"
            | "weary"
            | "single"
            | "solid"
            | "bare"
    ));
    let unit_at = behind + whole;
    if !is_joined(text, unit_at) {
        return None;
    }
    // "a day's walk", and not "at a day's notice".
    const WAYS: [&str; 9] =
        ["walk", "ride", "drive", "march", "journey", "sail", "voyage", "travel", "length"];
    let unit = word(unit_at);
    let unit = if WAYS.contains(&word(unit_at + 1)) { unit.trim_end_matches("'s") } else { unit };
    let (unit, times) = match unit {
        // "In a minute" is soon.
        "minutes" if count > 1.0 => (TimeUnit::Hour, 1.0 / 60.0),
        "hour" | "hours" => (TimeUnit::Hour, 1.0),
        "day" | "days" | "night" | "nights" => (TimeUnit::Day, 1.0),
        "week" | "weeks" => (TimeUnit::Week, 1.0),
        "fortnight" | "fortnights" => (TimeUnit::Week, 2.0),
        "month" | "months" => (TimeUnit::Month, 1.0),
        "year" | "years" => (TimeUnit::Year, 1.0),
        "decade" | "decades" => (TimeUnit::Year, 10.0),
        _ => return None,
    };
    let end = unit_at + 1;
    let (more, end) = match (word(end), word(end + 1), word(end + 2)) {
        ("and", "a", "half") => (0.5, end + 3),
        ("and", "a", "quarter") if word(end + 3) != "of" => (0.25, end + 3),
        _ => (0.0, end),
    };
    let words = at..end;
    let count = (count + more) * times;
    Some(Duration { count, unit, span: text.words_span(&words), words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_time_are_read_with_their_units() {
        let table: [(&str, &[(f64, TimeUnit)]); 10] = [
            ("after three days and twelve hours", &[(3.0, TimeUnit::Day), (12.0, TimeUnit::Hour)]),
            ("a fortnight later", &[(2.0, TimeUnit::Week)]),
            ("for two whole years", &[(2.0, TimeUnit::Year)]),
            ("a year and a half", &[(1.5, TimeUnit::Year)]),
            ("an hour and a quarter", &[(1.25, TimeUnit::Hour)]),
            (
                "half an hour, and a quarter of an hour",
                &[(0.5, TimeUnit::Hour), (0.25, TimeUnit::Hour)],
            ),
            ("thirty minutes", &[(0.5, TimeUnit::Hour)]),
            ("four and a half hours", &[(4.5, TimeUnit::Hour)]),
            ("twenty-one days", &[(21.0, TimeUnit::Day)]),
            ("nearly a year, about ten days, a few days, one by one", &[]),
        ];

        for (source, wanted) in table {
            let found: Vec<_> =
                durations(&Text::new(source)).into_iter().map(|it| (it.count, it.unit)).collect();
            assert_eq!(found, wanted, "{source}");
        }
    }
}
