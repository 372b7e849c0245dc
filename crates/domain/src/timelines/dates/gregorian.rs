//! The Gregorian calendar, carried back before its invention, with a year 0 before year 1. Days are
//! counted from 1970-01-01.

/// The number of a date's day; none when the calendar has no such day.
pub(super) fn day(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    Some(number(year, month, day))
}

/// The number of the day that is the `day`th of its year.
pub(super) fn day_of_year(year: i64, day: i64) -> Option<i64> {
    let days = if is_leap(year) { 366 } else { 365 };
    (1..=days).contains(&day).then(|| number(year, 1, 1) + day - 1)
}

/// The number of a day that is there. The arithmetic is that of `days_from_civil` in Howard
/// Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that the leap
/// day is their last, and 400 of them are 146,097 days.
fn number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
