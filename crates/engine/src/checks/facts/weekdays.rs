//! Weekdays of dates whose year the text does not write: compared with the year of the story, as a timeline
//! says it, or with the calendar that the other dates of the book agree with.

use domain::findings::{Observation, Severity};
use prose::{COMMON_YEAR, CalendarDate, day_number, weekday_of};

use super::{at, finding};
use crate::ledger::ProjectLedger;

/// Dates with a weekday and without a year that a book has at least, to show its calendar.
const AGREED_MIN: usize = 4;

/// Of these so many may go by another calendar, one in so many.
const AGREED_SHARE: usize = 6;

/// Dates that have no weekday of a year, at least, for the year not to be that of the weekdays.
const ODD_MIN: usize = 2;

/// Days between two dates that are compared, positions between them in one text, and documents back to the earlier one,
/// at most.
const DISAGREEING_DAYS_MAX: i64 = 31;
const DISAGREEING_BYTES_MAX: usize = 10_000;
const DISAGREEING_DOCUMENTS_MAX: usize = 6;

/// Dates with which one is compared, at most: the nearest.
const DISAGREEING_DATES_MAX: usize = 50;

/// Years among which each of the fourteen calendars is.
const CALENDARS: std::ops::RangeInclusive<i64> = 1973..=2000;

/// The years that a date without a year may be in; none when nothing says them. Of a calendar that only the
/// dates themselves show, all years of it that are looked through.
pub(super) fn story_years(ledger: &ProjectLedger) -> Vec<i64> {
    let dates = || ledger.documents.iter().flat_map(|it| &it.facts.dates);
    let claimed = || ledger.documents.iter().flat_map(|it| &it.facts.claimed_dates);
    match ledger.ledger.years {
        Some((year, to)) if year == to && !is_of_no_date(dates().chain(claimed()), year) => {
            vec![year]
        }
        Some(_) => Vec::new(),
        None => agreed(dates()),
    }
}

/// Whether several dates have a weekday that they do not have in a year, and none has the one that it has then: the
/// weekdays of the book are not meant by that year.
fn is_of_no_date<'d>(dates: impl Iterator<Item = &'d CalendarDate>, year: i64) -> bool {
    let said: Vec<bool> =
        dates.filter(|it| it.year.is_none()).filter_map(|it| is_weekday(it, year)).collect();
    said.len() >= ODD_MIN && !said.contains(&true)
}

fn agreed<'d>(dates: impl Iterator<Item = &'d CalendarDate>) -> Vec<i64> {
    let said: Vec<&CalendarDate> =
        dates.filter(|it| it.year.is_none() && is_weekday(it, 2000).is_some()).collect();
    if said.len() < AGREED_MIN {
        return Vec::new();
    }
    let odd = |year: i64| said.iter().filter(|it| is_weekday(it, year) == Some(false)).count();
    let fewest = CALENDARS.map(odd).min().unwrap_or(usize::MAX);
    if fewest * AGREED_SHARE > said.len() {
        return Vec::new();
    }
    CALENDARS.filter(|year| odd(*year) == fewest).collect()
}

/// Whether a date has its weekday in this year; none of a date without one, or that no calendar has.
fn is_weekday(date: &CalendarDate, year: i64) -> Option<bool> {
    let (month, day, weekday) = (date.month?, date.day?, date.weekday?);
    date.is_day().then(|| weekday_of(year, month, day) == weekday)
}

/// Whether a date without a year has another weekday than it has in any of the years of the story.
pub(super) fn is_odd(date: &CalendarDate, story: &[i64]) -> bool {
    date.year.is_none()
        && !story.is_empty()
        && story.iter().all(|year| is_weekday(date, *year) == Some(false))
}

/// Dates without a year that exclude each other, where no year of the story decides: with those before them in the text
/// and in the last documents, unless years go by between them, and with those of the lore. One that agrees with half of
/// them is right, so that one that is wrong is found once.
pub(super) fn of_two_dates(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let dates_of = |position: usize| {
        let facts = &read.documents[position].facts;
        let mut dates: Vec<&CalendarDate> =
            facts.dates.iter().chain(&facts.claimed_dates).filter(|it| on(it).is_some()).collect();
        dates.sort_by_key(|it| it.span);
        dates
    };
    let all: Vec<Vec<&CalendarDate>> = (0..read.documents.len()).map(dates_of).collect();
    let mut found = Vec::new();
    for (position, dates) in all.iter().enumerate() {
        for (nth, date) in dates.iter().enumerate() {
            let own = dates[..nth].iter().rev().map(|it| (position, *it));
            let near = position.saturating_sub(DISAGREEING_DOCUMENTS_MAX)..position;
            let earlier = near.rev().flat_map(|of| all[of].iter().rev().map(move |it| (of, *it)));
            let of_text = own.chain(earlier).take(DISAGREEING_DATES_MAX).filter(|&(of, it)| {
                let is_near =
                    of < position || date.span.start - it.span.start <= DISAGREEING_BYTES_MAX;
                is_near && !passes(read, (of, it.span.end), (position, date))
            });
            let of_text = of_text.map(|(_, it)| (it, None));
            // The lore is of the time in which the book begins.
            let is_later = passes(read, (0, 0), (position, date));
            let of_lore = read.lore_dates.iter().filter(|_| !is_later);
            let of_lore = of_lore.map(|it| (&it.date, Some(it.entry.as_str())));
            let others: Vec<_> = of_text
                .chain(of_lore)
                .filter_map(|(other, entry)| Some((other, entry, is_of_one_year(other, date)?)))
                .collect();
            // The one before may be the wrong one.
            let agreeing = others.iter().filter(|(.., is_one)| *is_one).count();
            let Some((other, entry, false)) = others.first().copied() else { continue };
            if agreeing * 2 >= others.len() {
                continue;
            }
            let of = entry.map_or(String::new(), |entry| format!(" in the lore of “{entry}”"));
            let message = format!("“{}”{of} and “{}” are not of one year.", other.text, date.text);
            let place = at(&date.text, date.span);
            let of_rule = finding("wrong_weekday", Severity::Medium, place);
            found.push((position, Observation { message, ..of_rule }));
        }
    }
    found
}

/// Whether years go by between a position in the text and a date, as far as the text says so.
fn passes(
    read: &ProjectLedger,
    from: (usize, usize),
    (position, date): (usize, &CalendarDate),
) -> bool {
    let to = (position, date.span.start);
    (from.0..=position).any(|position| {
        let elapsed = &read.documents[position].facts.elapsed;
        let narrated = elapsed.iter().filter(|it| position > 0 || !it.is_since);
        narrated.map(|it| (position, it.span.start)).any(|it| from <= it && it < to)
    })
}

/// The day of a date in a common year, its month and its weekday; none of a date with a year or without a weekday.
fn on(date: &CalendarDate) -> Option<(i64, u32, i64)> {
    let (month, day, weekday) = (date.month?, date.day?, date.weekday?);
    let is_placed = date.year.is_none() && date.is_day();
    is_placed.then(|| (day_number(COMMON_YEAR, month, day), month, i64::from(weekday)))
}

/// Whether two dates can be of one year: if their weekdays lie as many days apart as their days. None where they are too
/// far apart to tell, or one has no weekday.
fn is_of_one_year(one: &CalendarDate, other: &CalendarDate) -> Option<bool> {
    let (its_day, its_month, its_weekday) = on(one)?;
    let (day, month, weekday) = on(other)?;
    // From February to March it is a day more in some years.
    let is_of_leap_day = (month <= 2) != (its_month <= 2);
    let is_near = (day - its_day).abs() <= DISAGREEING_DAYS_MAX && !is_of_leap_day;
    is_near.then(|| (weekday - its_weekday - (day - its_day)).rem_euclid(7) == 0)
}
