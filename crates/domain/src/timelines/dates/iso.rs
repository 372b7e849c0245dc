//! Dates by ISO 8601: `2024`, `2024-05`, `2024-05-03`, `2024-05-03T14:30`, with seconds, with `Z`
//! or an offset. Year 0 is 1 BC, and a sign before the year is allowed.

use super::{HOUR_MS, MINUTE_MS, ParsedDate, YEAR_DIGITS_MAX, digits, gregorian, time_of_day};

/// Digits of a year without a sign.
const YEAR_DIGITS: usize = 4;

/// Reads such a date.
pub(super) fn read(text: &str) -> Option<ParsedDate> {
    let (date, time) = match text.split_once(['T', 't', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let (sign, date) = match date.strip_prefix('-') {
        Some(date) => (Some(-1), date),
        None => date.strip_prefix('+').map_or((None, date), |date| (Some(1), date)),
    };
    let mut parts = date.split('-');
    let year = parts.next().filter(|year| sign.is_some() || year.len() == YEAR_DIGITS)?;
    let year = digits(year, YEAR_DIGITS_MAX)? * sign.unwrap_or(1);
    let month = parts.next().map_or(Some(None), |month| digits(month, 2).map(Some))?;
    let day = parts.next().map_or(Some(None), |day| digits(day, 2).map(Some))?;
    if parts.next().is_some() || (time.is_some() && day.is_none()) {
        return None;
    }
    let number = gregorian::day(year, month.unwrap_or(1), day.unwrap_or(1))?;
    let time_ms = time.map_or(Some(None), |time| time_and_offset(time).map(Some))?;
    Some(ParsedDate::of(number, day.is_some(), time_ms))
}

/// A time of day, less its distance from UTC where it says one, in milliseconds.
fn time_and_offset(text: &str) -> Option<i64> {
    if let Some(time) = text.strip_suffix(['Z', 'z']) {
        return time_of_day(time);
    }
    match text.find(['+', '-']) {
        Some(at) => Some(time_of_day(&text[..at])? - offset(&text[at..])?),
        None => time_of_day(text),
    }
}

/// The milliseconds of `+02:00`, `-0530` or `+02`.
fn offset(text: &str) -> Option<i64> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let bare = &text[1..];
    let (hours, minutes) = match bare.split_once(':') {
        Some(parts) => parts,
        None if bare.len() == 4 && bare.is_ascii() => bare.split_at(2),
        None => (bare, "0"),
    };
    let hours = digits(hours, 2).filter(|hours| *hours < 24)?;
    let minutes = digits(minutes, 2).filter(|minutes| *minutes < 60)?;
    Some(sign * (hours * HOUR_MS + minutes * MINUTE_MS))
}
