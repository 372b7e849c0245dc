//! Dates of our calendar where a text writes them, as far as they are written: a day with or without its
//! year, a month of a year, a year, each with the weekday beside it. What is written is read as it is, so a
//! day that no month has is read too; [`CalendarDate::is_impossible`] tells. Relative times ("the next
//! morning") are not read here.

mod centuries;
mod days;
mod durations;
mod entries;
mod feasts;
mod ordinals;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::span::Span;
use crate::tokens::Text;
pub(crate) use centuries::century_ends;
pub use days::{day_number, days_in_month, is_leap, weekday_of};
pub use durations::{Duration, TimeUnit, durations, least_minutes};
pub(crate) use durations::{least_durations, story_durations};
pub(crate) use entries::{days_of_entries, is_dateline};
pub(crate) use ordinals::ordinal;

/// The months, in their order.
pub(crate) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The days of the week, Monday first.
pub const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The years that four digits are taken for.
const YEARS: Range<i64> = 1000..2200;

/// Days that are read, so that the 32nd of a month can be found wrong.
const DAY_WRITTEN_MAX: u32 = 39;

/// Weekdays are compared from this year on, when nearly all had our calendar.
const WEEKDAYS_FROM: i64 = 1753;

/// A year of 365 days, for dates of which no year is said.
pub const COMMON_YEAR: i64 = 2001;

/// Words between a date and the weekday that it is said to be: "3 May 1893 was a rainy Monday".
const WEEKDAY_WITHIN_WORDS: usize = 5;

/// A date, as far as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarDate {
    /// The year.
    pub year: Option<i64>,
    /// The month, from 1.
    pub month: Option<u32>,
    /// The day of the month, from 1; it may be one that the month does not have.
    pub day: Option<u32>,
    /// The weekday that the text says it is, Monday being 0.
    pub weekday: Option<u32>,
    /// Whether its entry says the weekday, and not the date: "This being Friday".
    pub is_of_entry: bool,
    /// Where it stands, with the weekday.
    pub span: Span,
    /// As it is written.
    pub text: String,
    /// Its words in the text.
    #[serde(skip)]
    pub(crate) words: Range<usize>,
}

/// Months that are cut short, with a full stop, each with its number.
const SHORT_MONTHS: [(&str, u32); 12] = [
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("apr", 4),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("sept", 9),
    ("oct", 10),
    ("nov", 11),
    ("dec", 12),
];

impl CalendarDate {
    /// A year that the word at `at` is.
    pub(crate) fn of_year(text: &Text<'_>, at: usize, year: i64) -> Self {
        let span = text.words()[at].span;
        Self {
            year: Some(year),
            month: None,
            day: None,
            weekday: None,
            is_of_entry: false,
            span,
            text: span.of(text.source()).to_owned(),
            words: at..at + 1,
        }
    }

    /// Whether it is a day of a month, and one that the month has.
    pub fn is_day(&self) -> bool {
        self.month.is_some() && self.day.is_some() && !self.is_impossible()
    }

    /// Whether its month has no such day.
    pub fn is_impossible(&self) -> bool {
        let (Some(month), Some(day)) = (self.month, self.day) else { return false };
        // Without a year, it may be a leap year.
        day > days_in_month(self.year.unwrap_or(2000), month)
    }

    /// The weekday that it has, where year, month and day are written and it is another one than the text
    /// says.
    pub fn contradicted_weekday(&self) -> Option<u32> {
        let (year, month, day) = (self.year?, self.month?, self.day?);
        let said = self.weekday?;
        if year < WEEKDAYS_FROM || self.is_impossible() {
            return None;
        }
        Some(weekday_of(year, month, day)).filter(|it| *it != said)
    }
}

/// The dates of a text in their order; no two share a word.
pub fn calendar_dates(text: &Text<'_>) -> Vec<CalendarDate> {
    let reader = DateReader { text };
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.words().len() {
        match reader.at(at) {
            Some(date) => {
                at = date.words.end;
                found.push(date);
            }
            None => at += 1,
        }
    }
    found
}

struct DateReader<'r, 't> {
    text: &'r Text<'t>,
}

impl DateReader<'_, '_> {
    fn word(&self, at: usize) -> &str {
        if at < self.text.words().len() { self.text.lower(at) } else { "" }
    }

    /// Whether a word follows the one before it with nothing but space or a comma between them.
    fn is_beside(&self, at: usize) -> bool {
        at > 0
            && at < self.text.words().len()
            && matches!(self.text.gap_before(at), " " | ", " | "\u{a0}" | ". " | "., " | " (")
            // A full stop belongs to an abbreviation, and not between sentences.
            && self.text.words()[at].sentence == self.text.words()[at - 1].sentence
    }

    /// The date that begins at a word.
    fn at(&self, first: usize) -> Option<CalendarDate> {
        if let Some(date) = self.iso(first) {
            return Some(date);
        }
        let weekday = self.weekday(first);
        let from = match weekday {
            Some(_) if !self.is_beside(first + 1) => return None,
            // "Monday was the 25th of July".
            Some(_) if matches!(self.word(first + 1), "was" | "is") => first + 2,
            Some(_) => first + 1,
            None => first,
        };
        // "On Monday Christmas shopping began".
        let is_apposed =
            weekday.is_none() || from > first + 1 || self.text.gap_before(from) == ", ";
        let feast = self.feast(from).filter(|_| is_apposed);
        let (day, month, year, end) = feast
            .or_else(|| self.day_and_month(from))
            .or_else(|| weekday.is_none().then(|| self.period(from))?)?;
        let date = CalendarDate {
            year,
            month,
            day,
            weekday,
            is_of_entry: false,
            span: self.text.words_span(&(first..end)),
            text: self.written(first..end),
            words: first..end,
        };
        let date = if weekday.is_none() && day.is_some() {
            self.with_weekday(date, feast.is_some())
        } else {
            date
        };
        // A feast is read for its weekday alone: how long it is kept, and in which calendar, is not said.
        (feast.is_none() || date.weekday.is_some()).then_some(date)
    }

    fn written(&self, words: Range<usize>) -> String {
        crate::facts::on_one_line(self.text.words_span(&words).of(self.text.source()))
    }

    fn weekday(&self, at: usize) -> Option<u32> {
        let position = WEEKDAYS.iter().position(|it| *it == self.word(at))?;
        u32::try_from(position).ok()
    }

    /// "May", "Sept.": without its full stop a month that is cut short may be somebody's name.
    fn month(&self, at: usize) -> Option<u32> {
        let word = self.word(at);
        let whole = || u32::try_from(MONTHS.iter().position(|it| *it == word)? + 1).ok();
        let month = self.short_month(at).or_else(whole)?;
        self.starts_with_capital(at).then_some(month)
    }

    /// The month that a word is cut short of, which its full stop closes.
    fn short_month(&self, at: usize) -> Option<u32> {
        let word = self.word(at);
        let (_, month) = SHORT_MONTHS.iter().find(|(short, _)| *short == word)?;
        self.text.gap_after(at).starts_with('.').then_some(*month)
    }

    /// "3 May 1893", "the third of May", "May 3rd, 1893".
    #[expect(clippy::type_complexity, reason = "the parts of a date, read in one place")]
    fn day_and_month(&self, at: usize) -> Option<(Option<u32>, Option<u32>, Option<i64>, usize)> {
        let from = if self.word(at) == "the" && self.is_beside(at + 1) { at + 1 } else { at };
        let (day, month, end) = if let Some((day, behind)) = self.day(from) {
            let is_of = self.word(behind) == "of" && self.is_beside(behind);
            let month_at = if is_of { behind + 1 } else { behind };
            let month = self.month(month_at).filter(|_| self.is_beside(month_at))?;
            // "The first is to be of June 12, the third June 29": the third letter.
            let counts_others = !is_of
                && behind == from + 1
                && self.word(from).bytes().all(|it| it.is_ascii_alphabetic())
                && self
                    .day(month_at + 1)
                    .is_some_and(|_| self.text.gap_before(month_at + 1) == " ");
            if counts_others {
                return None;
            }
            (day, month, month_at + 1)
        } else {
            let month = self.month(at)?;
            let day_at = if self.word(at + 1) == "the" { at + 2 } else { at + 1 };
            let (day, behind) = self.day(day_at).filter(|_| self.is_beside(day_at))?;
            // "In April, 31 of them left".
            if self.text.gap_before(day_at).contains(',') {
                return None;
            }
            (day, month, behind)
        };
        let of = usize::from(matches!(self.word(end), "of" | "in") && self.is_beside(end));
        let year = self.year(end + of).filter(|_| self.is_beside(end + of));
        let end = if year.is_some() { end + of + 1 } else { end };
        Some((Some(day), Some(month), year, end))
    }

    /// "May 1893", "in 1893".
    #[expect(clippy::type_complexity, reason = "the parts of a date, read in one place")]
    fn period(&self, at: usize) -> Option<(Option<u32>, Option<u32>, Option<i64>, usize)> {
        if let Some(month) = self.month(at) {
            let of = usize::from(self.word(at + 1) == "of");
            let year = self.year(at + 1 + of).filter(|_| self.is_beside(at + 1 + of))?;
            return Some((None, Some(month), Some(year), at + 2 + of));
        }
        let before = if at > 0 && self.is_beside(at) { self.word(at - 1) } else { "" };
        let is_led = matches!(
            before,
            "in" | "of"
                | "since"
                | "year"
                | "by"
                | "until"
                | "till"
                | "during"
                | "from"
                | "before"
                | "after"
                | "summer"
                | "winter"
                | "spring"
                | "autumn"
                | "born"
        );
        // "from 1872 to 1878", "between 1872 and 1878".
        let ends_range = matches!(before, "to" | "and")
            && at >= 3
            && self.is_beside(at - 1)
            && self.year(at - 2).is_some()
            && matches!(self.word(at - 3), "from" | "between");
        let begins_range = before == "between"
            && self.word(at + 1) == "and"
            && self.year(at + 2).is_some()
            && !self.goes_on(at + 2);
        let year = self.year(at).filter(|_| is_led || ends_range || begins_range)?;
        (!self.goes_on(at)).then_some((None, None, Some(year), at + 1))
    }

    /// Whether a noun follows a number, so that it is no year: "between 1200 and 1500 pounds".
    fn goes_on(&self, at: usize) -> bool {
        at + 1 < self.text.words().len()
            && self.text.gap_after(at) == " "
            && !crate::lists::FUNCTION_WORDS.contains(self.word(at + 1))
            // "In 1880 Lucy was married".
            && !self.starts_with_capital(at + 1)
    }

    fn starts_with_capital(&self, at: usize) -> bool {
        let span = self.text.words()[at].span;
        span.of(self.text.source()).starts_with(char::is_uppercase)
    }

    fn day(&self, at: usize) -> Option<(u32, usize)> {
        let word = self.word(at);
        if let Some((day, behind)) = ordinal(self.text, at) {
            return (1..=DAY_WRITTEN_MAX).contains(&day).then_some((day, behind));
        }
        let is_short = (1..=2).contains(&word.len());
        let day = word.parse().ok().filter(|day| is_short && (1..=31).contains(day))?;
        // "3.5" and "3:30" are no days.
        let is_whole = !self.text.gap_after(at).starts_with([':', '/']);
        is_whole.then_some((day, at + 1))
    }

    fn year(&self, at: usize) -> Option<i64> {
        let word = self.word(at);
        let is_four = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|year| is_four && YEARS.contains(year))
    }

    /// "1893-05-03".
    fn iso(&self, at: usize) -> Option<CalendarDate> {
        let year = self.year(at)?;
        let two = |at: usize| {
            let word = self.word(at);
            let is_two = word.len() == 2 && self.text.gap_before(at) == "-";
            word.parse::<u32>().ok().filter(|_| is_two)
        };
        let month = two(at + 1).filter(|month| (1..=12).contains(month))?;
        let day = two(at + 2).filter(|day| (1..=DAY_WRITTEN_MAX).contains(day))?;
        let words = at..at + 3;
        let span = self.text.words_span(&words);
        Some(CalendarDate {
            year: Some(year),
            month: Some(month),
            day: Some(day),
            weekday: None,
            is_of_entry: false,
            span,
            text: self.written(words.clone()),
            words,
        })
    }

    /// The date with the weekday that the sentence says it is: "3 May 1893, a Monday", "3 May was a
    /// Monday".
    fn with_weekday(&self, date: CalendarDate, is_feast: bool) -> CalendarDate {
        let end = date.words.end;
        let sentence = self.text.words()[date.words.start].sentence;
        let is_near =
            |at: usize| at < self.text.words().len() && self.text.words()[at].sentence == sentence;
        let is_apposed =
            is_near(end) && matches!(self.text.gap_before(end).trim(), "," | "—" | "–" | "(");
        let is_stated = is_near(end)
            && self.is_beside(end)
            && matches!(self.word(end), "was" | "is" | "fell" | "falls" | "had");
        if !(is_apposed || is_stated) {
            return date;
        }
        let found = (end..end + WEEKDAY_WITHIN_WORDS)
            .take_while(|&at| {
                is_near(at) && (at == end || self.text.gap_before(at).trim().is_empty())
            })
            .find_map(|at| Some((self.weekday(at)?, at)));
        let Some((weekday, at)) = found else { return date };
        let is_one = at > 0 && !matches!(self.word(at - 1), "next" | "last" | "following" | "not");
        let is_led = at == end
            || (end..at).any(|it| matches!(self.word(it), "a" | "the" | "on" | "been" | "that"));
        // "Christmas was over on the Tuesday", "3 May—the week before the Monday of the fair".
        const LINKS: [&str; 11] =
            ["it", "was", "is", "fell", "falls", "on", "upon", "a", "which", "that", "had"];
        let is_loose = is_feast || !self.is_beside(end);
        let is_linked = !is_loose || (end..at).all(|it| LINKS.contains(&self.word(it)));
        if !(is_one && is_led && is_linked) {
            return date;
        }
        let behind = self.year_behind(at + 1).filter(|_| date.year.is_none());
        let words = date.words.start..behind.map_or(at, |(_, year_at)| year_at) + 1;
        CalendarDate {
            year: date.year.or(behind.map(|(year, _)| year)),
            weekday: Some(weekday),
            text: self.written(words.clone()),
            span: self.text.words_span(&words),
            words,
            ..date
        }
    }

    /// The year of "in 1861", "in that year of 1861" behind a weekday, and its word.
    fn year_behind(&self, at: usize) -> Option<(i64, usize)> {
        const LEADING: [&str; 5] = ["in", "that", "the", "year", "of"];
        let end = (at..at + LEADING.len())
            .find(|&it| !LEADING.contains(&self.word(it)) || !self.is_beside(it))?;
        let year = self.year(end).filter(|_| end > at && self.is_beside(end))?;
        Some((year, end))
    }
}

#[cfg(test)]
mod tests;
