//! Arrivals in sentences that tell of a departure: "left Bath at sunrise, and at sunset was in Bristol".

use super::{DEPARTING, MINUTES_OF_DAY, OTHER_DAYS};
use crate::calendar::ordinal;
use crate::facts::line::Line;
use crate::lists::CALENDAR;
use crate::tokens::Text;

/// Words that tell the day of an arrival, with the most hours since the departure.
const ARRIVALS: [(&[&str], &[&str], f64); 7] = [
    (&["within", "in"], &["day"], 24.0),
    (&["noon"], &["midnight"], 18.0),
    (&["come", "travelled", "came", "walked", "ridden"], &["overnight"], 18.0),
    (&["same", "that", "very"], &["day", "evening", "afternoon", "night", "morning"], 18.0),
    (&["day"], &["before"], 40.0),
    (
        &["by", "before"],
        &["nightfall", "dusk", "evening", "noon", "sunset", "dark", "midnight"],
        18.0,
    ),
    (&["next", "following"], &["day", "morning", "evening", "afternoon", "night", "noon"], 40.0),
];

/// Arrivals of sentences that tell of a departure: the word where it is stated, and the most minutes that the
/// journey took.
pub(super) fn arrivals(text: &Text<'_>, spoken: &[bool]) -> Vec<(usize, i64)> {
    let mut found = Vec::new();
    for sentence in text.prose() {
        let line = Line::of(text, spoken, sentence.words.start);
        let departs = sentence.words.clone().any(|at| {
            matches!(
                line.word(at),
                "left"
                    | "leaving"
                    | "quitted"
                    | "quit"
                    | "quitting"
                    | "departed"
                    | "departing"
                    | "from"
                    | "breakfasted"
                    | "been"
            ) || line.word(at) == "out" && line.word(at + 1) == "of"
                || line.word(at) == "been" && matches!(line.word(at + 1), "in" | "at")
        });
        if !departs {
            continue;
        }
        let arrival = sentence.words.clone().find_map(|at| {
            // "On the second day out of Bath", "on the second morning after he had left Bath".
            if let Some((days, end)) = ordinal(text, at)
                && matches!(line.word(end), "day" | "morning" | "evening" | "night" | "afternoon")
                && (matches!(line.word(end + 1), "out" | "from")
                    || line.word(end + 1) == "after"
                        && (end + 2..end + 5).any(|it| matches!(line.word(it), "left" | "leaving")))
                && line.word_before(at) == "the"
            {
                return Some((at, i64::from(days) * MINUTES_OF_DAY));
            }
            let of = |(led, times, hours): &(&[&str], &[&str], f64)| {
                let the = usize::from(matches!(line.word(at + 1), "the" | "a" | "and"));
                let is_there =
                    led.contains(&line.word(at)) && times.contains(&line.word(at + 1 + the));
                // "early in the day".
                let is_there = is_there && !(line.word(at) == "in" && line.word(at + 1) == "the");
                // "by the evening of the fifth day".
                let is_there = is_there && (the == 0 || line.word(at + 3) != "of");
                is_there.then_some((at, (hours * 60.0) as i64))
            };
            ARRIVALS.iter().find_map(of)
        });
        found.extend(arrival.or_else(|| from_morning_to_evening(&line)));
    }
    found
}

/// "left Bath at sunrise, and at sunset was in Bristol", where no other time is told: where the evening stands, and the
/// most minutes of a day.
fn from_morning_to_evening(line: &Line<'_, '_>) -> Option<(usize, i64)> {
    const MORNING: [&str; 6] = ["sunrise", "dawn", "daybreak", "breakfast", "cockcrow", "morning"];
    const EVENING: [&str; 7] =
        ["sunset", "sundown", "dusk", "nightfall", "twilight", "supper", "midnight"];
    let at = |times: &[&str], from: usize| {
        (from..line.words.end).find(|&it| {
            matches!(line.word_before(it), "at" | "by") && times.contains(&line.word(it))
        })
    };
    let morning = at(&MORNING, line.words.start + 1)?;
    let evening = at(&EVENING, morning + 1)?;
    let departs = (line.words.start..morning).any(|it| DEPARTING.contains(&line.word(it)));
    let is_one_day = !line.words.clone().any(|it| {
        let word = line.word(it);
        OTHER_DAYS.contains(&word) || CALENDAR.contains(word) || ordinal(line.text, it).is_some()
    });
    (departs && is_one_day).then_some((evening, MINUTES_OF_DAY * 3 / 4))
}
