//! Weekdays of dates whose year the text does not write: compared with the year of the story, as a timeline
//! says it, or with the calendar that the other dates of the book agree with.

use prose::{COMMON_YEAR, CalendarDate, day_number, weekday_of};

use crate::ledger::ProjectLedger;

/// Dates with a weekday and without a year that a book has at least, to show its calendar.
const AGREED_MIN: usize = 4;

/// Of these so many may go by another calendar, one in so many.
const AGREED_SHARE: usize = 6;

/// Dates that have no weekday of a year, at least, for the year not to be that of the weekdays.
const ODD_MIN: usize = 2;

/// Days between two dates of one account, and positions between them in the text, at most.
const DISAGREEING_DAYS_MAX: i64 = 31;
const DISAGREEING_BYTES_MAX: usize = 10_000;

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

/// The date before another, if both cannot be of one year: neither has a year, and their weekdays lie another number of
/// days apart than their days. `before` are those before it, the nearest first; only the nearest with a weekday is
/// compared, so that one that is wrong is found once.
pub(super) fn disagreeing<'d>(
    date: &CalendarDate,
    mut before: impl Iterator<Item = &'d CalendarDate>,
) -> Option<&'d CalendarDate> {
    let placed = |it: &CalendarDate| {
        let (month, day, weekday) = (it.month?, it.day?, it.weekday?);
        let is_placed = it.year.is_none() && it.is_day();
        is_placed.then(|| (day_number(COMMON_YEAR, month, day), month, i64::from(weekday)))
    };
    let (day, month, weekday) = placed(date)?;
    let (other, (its_day, its_month, its_weekday)) =
        before.find_map(|it| Some((it, placed(it)?)))?;
    let is_near = date.span.start - other.span.start <= DISAGREEING_BYTES_MAX
        && (day - its_day).abs() <= DISAGREEING_DAYS_MAX;
    // From February to March it is a day more in some years.
    let is_of_leap_day = (month <= 2) != (its_month <= 2);
    let is_other = (weekday - its_weekday - (day - its_day)).rem_euclid(7) != 0;
    (is_near && !is_of_leap_day && is_other).then_some(other)
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
            let found = disagreeing(&dates[1], dates[..1].iter());
            assert_eq!(found.map(|it| it.text.as_str()), wanted, "{text}");
        }
    }
}
