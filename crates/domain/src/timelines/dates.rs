//! Dates as authors write them, parsed into sort keys. A date that is ambiguous is not guessed: it has
//! no key. Which formats apply is decided by the calendar ([`super::Calendar`]); here are the formats
//! and the arithmetic.
//!
//! A sort key counts milliseconds, like every time of a timeline: in the Gregorian calendar from
//! 1970-01-01T00:00, in a calendar of equal years from the beginning of day 1 of year 1. A date
//! without a day stands for its beginning.

mod english;
mod gregorian;
mod iso;
mod numbered;

#[cfg(test)]
mod tests;

pub(super) use numbered::Numbered;

use crate::time::DAY_MS;

/// How much of its moment a date says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// A year, a season or a month of it.
    Period,
    /// A day.
    Day,
    /// A time of a day.
    Time,
}

/// A date as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsedDate {
    /// The key of its beginning.
    pub key: i64,
    /// How much it says.
    pub precision: Precision,
}

impl ParsedDate {
    /// A date whose first day has this number, and which says a day and a time, or does not.
    pub(super) fn of(number: i64, says_day: bool, time_ms: Option<i64>) -> Self {
        let precision = match (says_day, time_ms) {
            (_, Some(_)) => Precision::Time,
            (true, None) => Precision::Day,
            (false, None) => Precision::Period,
        };
        Self { key: number * DAY_MS + time_ms.unwrap_or(0), precision }
    }
}

/// The longest text that is taken for a date, in bytes.
const LENGTH_MAX: usize = 100;

/// The most digits of a year.
const YEAR_DIGITS_MAX: usize = 6;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// A date in the Gregorian calendar: ISO 8601, or in English words.
pub(super) fn gregorian(text: &str) -> Option<ParsedDate> {
    let text = readable(text)?;
    if let Some(numbered) = numbered::read(text) {
        let day = gregorian::day_of_year(numbered.year, numbered.day.unwrap_or(1))?;
        return Some(ParsedDate::of(day, numbered.day.is_some(), numbered.time_ms));
    }
    iso::read(text).or_else(|| english::read(text))
}

/// The year and the day of a text like "Year 3, Day 45".
pub(super) fn numbered(text: &str) -> Option<Numbered> {
    numbered::read(readable(text)?)
}

fn readable(text: &str) -> Option<&str> {
    let text = text.trim();
    (text.len() <= LENGTH_MAX).then_some(text)
}

/// The number that these digits stand for; none for anything but 1 to `most` of them.
fn digits(text: &str, most: usize) -> Option<i64> {
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if text.is_empty() || text.len() > most || !are_digits {
        return None;
    }
    text.parse().ok()
}

/// The time of day of `14:30`, `14:30:05` or `14:30:05.250`, in milliseconds since midnight.
fn time_of_day(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let hours = digits(parts.next()?, 2).filter(|hours| *hours < 24)?;
    let minutes = digits(parts.next()?, 2).filter(|minutes| *minutes < 60)?;
    let seconds_ms = parts.next().map_or(Some(0), seconds_ms)?;
    parts.next().is_none().then_some(hours * HOUR_MS + minutes * MINUTE_MS + seconds_ms)
}

fn seconds_ms(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let seconds = digits(whole, 2).filter(|seconds| *seconds < 60)?;
    digits(fraction, 9)?;
    let millis = digits(&format!("{fraction:0<3}")[..3], 3)?;
    Some(seconds * 1_000 + millis)
}
