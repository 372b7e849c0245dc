//! Journeys of which the times of departure and arrival are told: "left Bristol at nine, and was in Bath by half past
//! ten".

use std::ops::Range;

use super::{DEPARTING, OTHER_DAYS, is_of_news};
use crate::facts::line::Line;
use crate::lists::CALENDAR;
use crate::numbers::number;
use crate::tokens::Text;

const MINUTES_OF_HOUR: i64 = 60;
const MINUTES_OF_HALF_DAY: i64 = 12 * MINUTES_OF_HOUR;

/// What carries somebody at a time of its own, and words from "took" to it, at most.
const CARRYING: [&str; 6] = ["train", "coach", "mail", "boat", "steamer", "express"];
const TRAIN_WITHIN_WORDS: usize = 5;

/// Meals, each with its usual hour.
const MEALS: [(&str, i64); 4] =
    [("breakfasted", 8), ("lunched", 13), ("dined", 19), ("supped", 21)];

/// A time by the clock.
#[derive(Debug, Clone, Copy)]
struct ClockTime {
    /// Its first word.
    at: usize,
    /// Minutes since noon or midnight.
    minutes: i64,
    /// Whether it is behind noon; none where that is not said.
    is_afternoon: Option<bool>,
}

/// Journeys of sentences with two times by the clock: where the first stands, and the minutes between both.
pub(super) fn journeys<'t>(
    text: &'t Text<'_>,
    spoken: &'t [bool],
) -> impl Iterator<Item = (usize, i64)> + 't {
    text.prose().filter_map(move |sentence| {
        let line = Line::of(text, spoken, sentence.words.start);
        if let Some(meals) = between_meals(&line) {
            return Some(meals);
        }
        let departs = |words: Range<usize>| words.into_iter().any(|at| is_departure(&line, at));
        let arrives = line.words.clone().any(|at| is_arrival(&line, at));
        if !departs(line.words.clone()) || !arrives || is_of_news(&line) {
            return None;
        }
        let is_other = |at: usize| {
            let word = line.word(at);
            OTHER_DAYS.contains(&word) || CALENDAR.contains(word)
        };
        if line.words.clone().any(is_other) {
            return None;
        }
        let mut times = line.words.clone().filter_map(|at| clock_time(&line, at));
        let (first, last) = (times.next()?, times.next()?);
        if times.next().is_some() {
            return None;
        }
        // "reached Bath at ten, having left Bristol at nine".
        let is_turned = departs(first.at..last.at) && !departs(line.words.start..first.at);
        let (start, end) = if is_turned { (last, first) } else { (first, last) };
        Some((first.at, between(start, end)?))
    })
}

/// Whether a word tells of a departure: "left Bristol", "took the noon train".
fn is_departure(line: &Line<'_, '_>, at: usize) -> bool {
    DEPARTING.contains(&line.word(at))
        || matches!(line.word(at), "took" | "caught")
            && line.word(at + 1) == "the"
            && (at + 2..at + TRAIN_WITHIN_WORDS).any(|it| CARRYING.contains(&line.word(it)))
}

/// Where the first of two meals of one day stands, and the minutes between both: "breakfasted at Bristol, and dined the
/// same day at Bath".
fn between_meals(line: &Line<'_, '_>) -> Option<(usize, i64)> {
    let is_one_day = line.words.clone().any(|at| {
        line.word(at) == "same" && matches!(line.word(at + 1), "day" | "evening" | "night")
    });
    let hour_of = |at: usize| {
        MEALS.iter().find(|(meal, _)| *meal == line.word(at)).map(|(_, hour)| (at, *hour))
    };
    let mut meals = line.words.clone().filter_map(hour_of);
    let ((first, from), (last, to)) = (meals.next()?, meals.next()?);
    // "Hale breakfasted at Bath, and the same day Lucy dined at Bristol" is about two.
    let is_other = |at: usize| {
        line.is_capital(at) && !matches!(line.word_before(at), "at" | "in" | "with")
            || matches!(line.word(at), "he" | "she" | "they" | "we" | "i")
    };
    let is_one = !(first + 1..last).any(is_other);
    (is_one_day && is_one && meals.next().is_none() && to > from)
        .then_some((first, (to - from) * MINUTES_OF_HOUR))
}

/// Whether a word tells of an arrival: "reached Bath", "was in Bath", "came to Bath".
fn is_arrival(line: &Line<'_, '_>, at: usize) -> bool {
    let next = line.word(at + 1);
    match line.word(at) {
        "reached" | "reaching" | "arrived" | "arriving" | "arrival" | "entered" => true,
        "was" | "were" | "stood" => {
            matches!(next, "in" | "at")
                // "was ringing at the door in Bath".
                || matches!(next, "ringing" | "knocking" | "standing" | "sitting")
        }
        "came" | "got" | "drove" | "rode" | "walked" => matches!(next, "to" | "into"),
        _ => false,
    }
}

/// The minutes from one time to the next. Where only the second is said to be behind noon, the first is taken for one of
/// the morning; where nothing is said, less than half a day lies between them.
fn between(start: ClockTime, end: ClockTime) -> Option<i64> {
    let behind_noon = |it: bool| if it { MINUTES_OF_HALF_DAY } else { 0 };
    let minutes = match (start.is_afternoon, end.is_afternoon) {
        (Some(from), Some(to)) => {
            let apart = end.minutes + behind_noon(to) - start.minutes - behind_noon(from);
            apart.rem_euclid(2 * MINUTES_OF_HALF_DAY)
        }
        (None, Some(true)) => end.minutes + MINUTES_OF_HALF_DAY - start.minutes,
        _ => (end.minutes - start.minutes).rem_euclid(MINUTES_OF_HALF_DAY),
    };
    (minutes > 0).then_some(minutes)
}

/// The time behind "at", "by" or "before" at a word.
fn clock_time(line: &Line<'_, '_>, led: usize) -> Option<ClockTime> {
    let at = led + 1;
    // "the noon train", "as the clock struck nine".
    let is_of_train =
        line.word(led) == "the" && (at + 1..at + 3).any(|it| CARRYING.contains(&line.word(it)));
    let is_struck = line.word(led) == "struck";
    if !matches!(line.word(led), "at" | "by" | "before") && !is_of_train && !is_struck {
        return None;
    }
    let (minutes, end) = match line.word(at) {
        "noon" | "midday" => return closed(line, (at, 0, at + 1), Some(true)),
        "midnight" => return closed(line, (at, 0, at + 1), Some(false)),
        "half" => {
            let (hour, end) = hour(line, at + 1 + usize::from(line.word(at + 1) == "past"))?;
            (hour + MINUTES_OF_HOUR / 2, end)
        }
        "a" if line.word(at + 1) == "quarter" => beside_hour(line, at + 2, 15)?,
        "quarter" => beside_hour(line, at + 1, 15)?,
        word if word.contains('.') => (printed(word)?, at + 1),
        _ => {
            let (count, end) = number(line.text, at).filter(|_| line.has(at))?;
            let behind = end + usize::from(matches!(line.word(end), "minutes" | "minute"));
            match beside_hour(line, behind, i64::from(count)).filter(|_| count < 60) {
                Some(read) => read,
                None => whole_or_minutes(line, at)?,
            }
        }
    };
    let end = end + usize::from(line.word(end) == "o'clock");
    let half = match (line.word(end), line.word(end + 1), line.word(end + 2)) {
        ("a.m" | "am", _, _) | ("in", "the", "morning") => Some(false),
        ("p.m" | "pm", _, _) | ("in", "the", "afternoon" | "evening") | ("at", "night", _) => {
            Some(true)
        }
        _ => None,
    };
    closed(line, (at, minutes, end), half)
}

/// A time that nothing behind it makes a number of something: not "at ten miles".
fn closed(
    line: &Line<'_, '_>,
    (at, minutes, end): (usize, i64, usize),
    is_afternoon: Option<bool>,
) -> Option<ClockTime> {
    let next = line.word(end);
    let is_closed = is_afternoon.is_some()
        || line.word(end - 1) == "o'clock"
        || line.ends_part(end - 1)
        || matches!(
            next,
            "and" | "in" | "on" | "that" | "sharp" | "precisely" | "by" | "with" | "was"
        )
        || CARRYING.contains(&next)
        // "before ten he was ringing at the door"; "at eleven he was at school" is an age.
        || matches!(line.word_before(at), "before" | "by")
            && matches!(next, "he" | "she" | "i" | "we" | "they");
    is_closed.then_some(ClockTime { at, minutes, is_afternoon })
}

/// An hour of the clock in minutes, and the word behind it.
fn hour(line: &Line<'_, '_>, at: usize) -> Option<(i64, usize)> {
    let (hour, end) = number(line.text, at).filter(|_| line.has(at))?;
    (1..=12).contains(&hour).then_some((i64::from(hour % 12) * MINUTES_OF_HOUR, end))
}

/// "past nine", "to nine" behind so many minutes.
fn beside_hour(line: &Line<'_, '_>, at: usize, minutes: i64) -> Option<(i64, usize)> {
    let (hour, end) = hour(line, at + 1)?;
    match line.word(at) {
        "past" | "after" => Some((hour + minutes, end)),
        "to" | "before" => Some(((hour - minutes).rem_euclid(MINUTES_OF_HALF_DAY), end)),
        _ => None,
    }
}

/// The minutes of "9.40".
fn printed(word: &str) -> Option<i64> {
    let (hours, minutes) = word.split_once('.')?;
    let (hours, minutes) = (hours.parse::<i64>().ok()?, minutes.parse::<i64>().ok()?);
    let is_time = (1..=12).contains(&hours) && (0..60).contains(&minutes);
    is_time.then_some(hours % 12 * MINUTES_OF_HOUR + minutes)
}

/// "nine", "nine-forty", "9:40".
fn whole_or_minutes(line: &Line<'_, '_>, at: usize) -> Option<(i64, usize)> {
    let (whole, end) = hour(line, at)?;
    let is_joined = line.has(end) && (line.is_hyphened(end) || line.text.gap_before(end) == ":");
    let minutes = number(line.text, end).filter(|_| is_joined);
    match minutes.filter(|(it, _)| (1..60).contains(it)) {
        Some((minutes, behind)) => Some((whole + i64::from(minutes), behind)),
        None => Some((whole, end)),
    }
}
