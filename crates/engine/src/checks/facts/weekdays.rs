//! Weekdays of dates whose year the text does not write: compared with the year of the story, as a timeline
//! says it, or with the calendar that the other dates of the book agree with, or else with the dates near them and with
//! those of the lore.

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

/// Dates of other texts and of the lore that have to disagree with one, at least.
const DISAGREEING_OTHERS_MIN: usize = 2;

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

/// A date with which another is compared.
#[derive(Clone, Copy)]
struct Reference<'d> {
    date: &'d CalendarDate,
    /// The entry of the lore that states it.
    entry: Option<&'d str>,
    /// Whether it stands in the same text.
    is_of_text: bool,
}

/// Dates without a year that exclude each other, where no year of the story decides: compared with those before them in
/// their text and in the last documents, as far back as no year is written or goes by, and with those of the lore.
pub(super) fn of_two_dates(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let dates_of = |position: usize| {
        let facts = &read.documents[position].facts;
        let all = facts.dates.iter().chain(&facts.claimed_dates);
        let mut dates: Vec<&CalendarDate> =
            all.filter(|it| it.year.is_some() || on(it).is_some()).collect();
        dates.sort_by_key(|it| it.span);
        dates
    };
    let all: Vec<Vec<&CalendarDate>> = (0..read.documents.len()).map(dates_of).collect();
    // What a book begins with came before it: "Thirteen years had passed since her death".
    let later = read.documents.iter().enumerate().find_map(|(position, it)| {
        let narrated = it.facts.elapsed.iter().find(|it| position > 0 || !it.is_since)?;
        Some((position, narrated.span.start))
    });
    let mut found = Vec::new();
    for (position, dates) in all.iter().enumerate() {
        for (nth, date) in dates.iter().enumerate().filter(|(_, it)| on(it).is_some()) {
            let own = dates[..nth].iter().rev().map(|it| (position, *it));
            let near = position.saturating_sub(DISAGREEING_DOCUMENTS_MAX)..position;
            let earlier = near.rev().flat_map(|of| all[of].iter().rev().map(move |it| (of, *it)));
            let before = own.chain(earlier).take(DISAGREEING_DATES_MAX);
            // A date of another time of the year may show that a year went by.
            let is_of_time =
                |it: &CalendarDate| it.year.is_none() && is_of_one_year(it, date).is_some();
            let of_texts = before.take_while(|(_, it)| is_of_time(it)).filter(|&(of, it)| {
                let is_near =
                    of < position || date.span.start - it.span.start <= DISAGREEING_BYTES_MAX;
                is_near && !passes(read, (of, it.span.end), (position, date.span.start))
            });
            let of_texts = of_texts.map(|(of, date)| {
                let is_of_text = of == position;
                Reference { date, entry: None, is_of_text }
            });
            let is_later = later.is_some_and(|later| later < (position, date.span.start));
            let of_lore = read.lore_dates.iter().map(|it| {
                let entry = Some(it.entry.as_str());
                Reference { date: &it.date, entry, is_of_text: false }
            });
            let others: Vec<Reference<'_>> = of_texts.chain(of_lore).collect();
            let Some(Reference { date: other, entry, .. }) = excluding(date, &others) else {
                continue;
            };
            // Of a later time the lore alone says nothing.
            if is_later && entry.is_some() {
                continue;
            }
            let of = entry.map_or(String::new(), |entry| format!(" in the lore of “{entry}”"));
            let message = format!("“{}”{of} and “{}” are not of one year.", other.text, date.text);
            let quoted = at(&date.text, date.span);
            let of_rule = finding("wrong_weekday", Severity::Medium, quoted);
            found.push((position, Observation { message, ..of_rule }));
        }
    }
    found
}

/// The date that excludes another: the first of those that can be compared with it, if more of them disagree with it than
/// agree, and one of its own text does or two of other texts and the lore, since the one before may be the wrong one, or
/// of another year.
fn excluding<'d>(date: &CalendarDate, others: &[Reference<'d>]) -> Option<Reference<'d>> {
    let compared: Vec<(Reference<'d>, bool)> = others
        .iter()
        .filter_map(|it| is_of_one_year(it.date, date).map(|is_one| (*it, is_one)))
        .collect();
    let (first, is_one) = *compared.first()?;
    let disagreeing = compared.iter().filter(|(_, is_one)| !is_one).count();
    let needed = if first.is_of_text { 1 } else { DISAGREEING_OTHERS_MIN };
    let is_wrong = disagreeing >= needed && disagreeing > compared.len() - disagreeing;
    (!is_one && is_wrong).then_some(first)
}

/// Whether years go by between two positions, as far as the text says so.
fn passes(read: &ProjectLedger, from: (usize, usize), to: (usize, usize)) -> bool {
    (from.0..=to.0).any(|position| {
        let elapsed = &read.documents[position].facts.elapsed;
        elapsed.iter().map(|it| (position, it.span.start)).any(|it| from <= it && it < to)
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

#[cfg(test)]
mod tests {
    use prose::Text;

    use super::*;

    #[test]
    fn a_weekday_is_odd_by_the_year_of_the_story_or_by_the_other_dates() {
        let dates = |text: &str| prose::calendar_dates(&Text::new(text));
        let book = dates(
            "On Monday, 3 May, it rained. On Tuesday, 4 May, too. On Sunday, 9 May, it was dry. On Saturday, \
             15 May, we left. On Monday, 17 May, we came. On Friday, 11 May, nobody came.",
        );

        let story = agreed(book.iter());

        assert_eq!(
            book.iter().map(|it| is_odd(it, &story)).collect::<Vec<_>>(),
            [false, false, false, false, false, true]
        );
        assert!(agreed(book[..3].iter()).is_empty());
        assert!(is_odd(&book[0], &[1894]) && !is_odd(&book[0], &[1897]));
        assert!(is_of_no_date(book[..2].iter(), 1894) && !is_of_no_date(book[..1].iter(), 1894));
        assert!(!is_of_no_date(book.iter(), 1897));
    }

    #[test]
    fn of_two_dates_without_a_year_the_later_may_be_excluded() {
        for (text, wanted) in [
            ("On Thursday, 7 May, he fell. On Monday, 10 May, he died.", Some("Thursday, 7 May")),
            ("On Thursday, 7 May, he fell. On Sunday, 10 May, he died.", None),
            ("On Thursday, 7 May, he fell. On Monday, 10 May 1790, he died.", None),
            ("On Thursday, 7 May, he fell. On Monday, 10 July, he died.", None),
            ("On Thursday, 26 February, he fell. On Monday, 2 March, he died.", None),
        ] {
            let dates = prose::calendar_dates(&Text::new(text));
            let of_text = Reference { date: &dates[0], entry: None, is_of_text: true };
            let found = excluding(&dates[1], &[of_text]).map(|it| it.date.text.as_str());
            assert_eq!(found, wanted, "{text}");
            // One date of another text is not enough, and two are.
            let of_other = Reference { is_of_text: false, ..of_text };
            assert!(excluding(&dates[1], &[of_other]).is_none(), "{text}");
            let found = excluding(&dates[1], &[of_other, of_other]);
            assert_eq!(found.map(|it| it.date.text.as_str()), wanted, "{text}");
        }
    }

    #[test]
    fn a_date_that_agrees_with_most_of_the_others_is_right() {
        let dates = prose::calendar_dates(&Text::new(
            "On Monday, 18 November, he came. On Tuesday, 25 November, they danced. On Saturday, 30 November, he left.",
        ));
        let others: Vec<Reference<'_>> =
            dates.iter().map(|date| Reference { date, entry: None, is_of_text: true }).collect();
        assert!(excluding(&dates[1], &others[..1]).is_some());
        assert!(excluding(&dates[2], &[others[1], others[0]]).is_none());
    }
}
