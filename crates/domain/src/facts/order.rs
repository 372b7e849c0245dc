//! What the dates of a life exclude: to die before one's birth, to marry before the engagement, to be of an
//! age that the date of birth excludes.

use super::{Attribute, Fact, PartialDate};

/// Whether one date is certainly before another, as far as both are known.
fn is_before(one: PartialDate, other: PartialDate) -> bool {
    let parts = |it: PartialDate| [it.year, it.month.map(i64::from), it.day.map(i64::from)];
    for (one, other) in parts(one).into_iter().zip(parts(other)) {
        match (one, other) {
            (Some(one), Some(other)) if one != other => return one < other,
            (Some(_), Some(_)) => {}
            _ => return false,
        }
    }
    false
}

/// Whether these two facts about one person cannot stand in this order of dates.
pub(super) fn are_out_of_order(one: &Fact, other: &Fact) -> bool {
    let (Some(first), Some(second)) = (one.date, other.date) else { return false };
    if first.year.is_none() || second.year.is_none() {
        return false;
    }
    let is_pair = |earlier: Attribute, later: Attribute| {
        one.attribute == earlier && other.attribute == later && is_before(second, first)
    };
    let is_tied = match (&one.other, &other.other) {
        (Some((one, _)), Some((other, _))) => one == other,
        _ => true,
    };
    is_pair(Attribute::Birth, Attribute::Death)
        || is_pair(Attribute::Birth, Attribute::Act)
        || is_pair(Attribute::Act, Attribute::Death)
        || is_pair(Attribute::Birth, Attribute::Engagement)
        || is_pair(Attribute::Birth, Attribute::Wedding)
        || is_pair(Attribute::Engagement, Attribute::Death)
        || is_pair(Attribute::Wedding, Attribute::Death)
        || is_pair(Attribute::Engagement, Attribute::Wedding) && is_tied
}

/// Whether two dates of what happens once cannot both be right: a birth, a death, the wedding of the same two.
pub(super) fn are_two_dates(one: &Fact, other: &Fact) -> bool {
    let is_single = match one.attribute {
        Attribute::Birth | Attribute::Death => true,
        Attribute::Wedding => match (&one.other, &other.other) {
            (Some((one, _)), Some((other, _))) => one == other,
            _ => false,
        },
        _ => false,
    };
    one.attribute == other.attribute && is_single && differ(one.date, other.date)
}

/// Whether two dates are not of one day, as far as both are known.
pub(super) fn differ(one: Option<PartialDate>, other: Option<PartialDate>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    let unequal = |one: Option<i64>, other: Option<i64>| {
        one.zip(other).is_some_and(|(one, other)| one != other)
    };
    let months = |it: PartialDate| it.month.map(i64::from);
    unequal(one.year, other.year)
        || unequal(months(one), months(other))
        || one.month.is_some()
            && one.month == other.month
            && unequal(one.day.map(i64::from), other.day.map(i64::from))
}

/// The ages that somebody born then can have in this year or on this day, the lowest first.
pub(super) fn ages(birth: PartialDate, then: PartialDate) -> Option<(i64, i64)> {
    let years = then.year? - birth.year?;
    let day = |it: PartialDate| Some((it.month?, it.day.unwrap_or(0)));
    Some(match (day(birth), day(then)) {
        (Some(born), Some(now)) if birth.day.is_some() && then.day.is_some() => {
            let age = if now < born { years - 1 } else { years };
            (age, age)
        }
        _ => (years - 1, years),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn date(year: i64, month: u32, day: u32) -> PartialDate {
        PartialDate {
            year: Some(year),
            month: if month == 0 { None } else { Some(month) },
            day: if day == 0 { None } else { Some(day) },
        }
    }

    #[test]
    fn a_date_is_before_another_where_both_are_known_as_far() {
        assert!(is_before(date(1850, 0, 0), date(1851, 0, 0)));
        assert!(!is_before(date(1850, 0, 0), date(1850, 5, 0)));
        assert!(is_before(date(1850, 5, 2), date(1850, 5, 3)));
        assert!(!is_before(date(1850, 5, 3), date(1850, 5, 3)));
    }

    #[test]
    fn two_dates_differ_in_what_both_say() {
        let yearless = |it: PartialDate| PartialDate { year: None, ..it };
        let differ = |one, other| differ(Some(one), Some(other));
        assert!(differ(date(1893, 8, 0), date(1893, 7, 0)));
        assert!(differ(yearless(date(0, 9, 20)), date(1893, 10, 3)));
        assert!(!differ(yearless(date(0, 9, 20)), date(1893, 9, 0)));
        assert!(!differ(date(1893, 0, 0), yearless(date(0, 9, 20))));
    }

    #[test]
    fn an_age_follows_from_two_dates() {
        assert_eq!(ages(date(1850, 0, 0), date(1890, 0, 0)), Some((39, 40)));
        assert_eq!(ages(date(1850, 6, 1), date(1890, 5, 31)), Some((39, 39)));
        assert_eq!(ages(date(1850, 6, 1), date(1890, 6, 1)), Some((40, 40)));
    }
}
