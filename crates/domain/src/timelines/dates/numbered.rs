//! Dates by number: "Year 3", "Year 3, Day 45", "Day 45 of Year 3", "Year 3, Day 45, 14:30".

use super::{YEAR_DIGITS_MAX, digits, english, time_of_day};

/// A year and a day in it, as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::timelines) struct Numbered {
    /// The year; there is a year 0, and there are years before it.
    pub(in crate::timelines) year: i64,
    /// The day of the year, from 1; none where only the year is said.
    pub(in crate::timelines) day: Option<i64>,
    /// The time of that day, in milliseconds; none where none is said.
    pub(in crate::timelines) time_ms: Option<i64>,
}

/// Reads such a date; none for any other text.
pub(super) fn read(text: &str) -> Option<Numbered> {
    let mut words = english::split(text)?;
    words.retain(|word| word != "of" && word != "the");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (year, day, time) = match words.as_slice() {
        ["year", year] => (year, None, None),
        ["year", year, "day", day, time @ ..] => (year, Some(day), one(time)?),
        ["day", day, "year", year, time @ ..] => (year, Some(day), one(time)?),
        _ => return None,
    };
    let day = day.map_or(Some(None), |day| digits(day, YEAR_DIGITS_MAX).map(Some))?;
    let time_ms = time.map_or(Some(None), |time| time_of_day(time).map(Some))?;
    Some(Numbered { year: signed(year)?, day, time_ms })
}

/// The one word that may stand at the end.
fn one<'w>(words: &[&'w str]) -> Option<Option<&'w str>> {
    match words {
        [] => Some(None),
        [word] => Some(Some(word)),
        _ => None,
    }
}

fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(number) => digits(number, YEAR_DIGITS_MAX).map(|number| -number),
        None => digits(text, YEAR_DIGITS_MAX),
    }
}
