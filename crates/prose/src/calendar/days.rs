//! Arithmetic of our calendar, for years of four digits. It reads no text.

/// The days of a month, from 1; none of what is no month.
pub const fn days_in_month(year: i64, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Whether a year has 366 days.
pub const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The days from 1 March of the year 0 to a day; months and days count from 1.
pub fn day_number(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let shifted = i64::from((month + 9) % 12);
    let of_year = (153 * shifted + 2) / 5 + i64::from(day) - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
}

/// The weekday of a day, Monday being 0.
pub fn weekday_of(year: i64, month: u32, day: u32) -> u32 {
    // 1 March of the year 0 was a Wednesday.
    u32::try_from((day_number(year, month, day) + 2).rem_euclid(7)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekdays_and_distances_are_those_of_the_calendar() {
        for (year, month, day, wanted) in
            [(2000, 1, 1, 5), (1893, 5, 3, 2), (2026, 11, 23, 0), (1900, 3, 1, 3), (1600, 2, 29, 1)]
        {
            assert_eq!(weekday_of(year, month, day), wanted, "{year}-{month}-{day}");
        }
        assert_eq!(day_number(1888, 3, 1) - day_number(1888, 2, 28), 2);
        assert_eq!(day_number(1900, 3, 1) - day_number(1900, 2, 28), 1);
    }
}
