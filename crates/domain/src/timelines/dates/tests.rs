//! Tables of dates: what is read as what, and what is not read at all.

use proptest::prelude::*;

use super::{super::Calendar, Precision, gregorian};
use crate::time::{DAY_MS, Time};

/// The moment of a key of the Gregorian calendar, which counts as times do.
fn moment(key: i64) -> String {
    Time::from_millis(key).iso().replace(":00.000Z", "").replace("T00:00", "")
}

fn read(text: &str) -> Option<String> {
    gregorian(text).map(|date| moment(date.key))
}

#[test]
fn iso_dates_are_read_with_what_they_leave_out() {
    for (text, wanted) in [
        ("2024", "2024-01-01"),
        ("2024-05", "2024-05-01"),
        ("2024-05-03", "2024-05-03"),
        ("2024-5-3", "2024-05-03"),
        (" 2024-05-03 ", "2024-05-03"),
        ("2024-02-29", "2024-02-29"),
        ("2024-05-03T14:30", "2024-05-03T14:30"),
        ("2024-05-03 14:30", "2024-05-03T14:30"),
        ("2024-05-03T14:30:05", "2024-05-03T14:30:05.000Z"),
        ("2024-05-03T14:30:05.25Z", "2024-05-03T14:30:05.250Z"),
        ("2024-05-03T14:30:05.123456789Z", "2024-05-03T14:30:05.123Z"),
        ("2024-05-03T00:30+02:00", "2024-05-02T22:30"),
        ("2024-05-03T20:30-0530", "2024-05-04T02:00"),
        ("2024-05-03T20:30+01", "2024-05-03T19:30"),
        ("0001-01-01", "0001-01-01"),
        ("0000-03-15", "0000-03-15"),
        ("-0043-03-15", "-000043-03-15"),
        ("+002024-05-03", "2024-05-03"),
    ] {
        assert_eq!(read(text).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn dates_in_words_are_read() {
    for (text, wanted) in [
        ("3 May 1893", "1893-05-03"),
        ("May 3, 1893", "1893-05-03"),
        ("May 3rd, 1893", "1893-05-03"),
        ("the 3rd of May, 1893", "1893-05-03"),
        ("Tuesday, 3 May 1893", "1893-05-03"),
        ("Wed. 3 Sept. 1893", "1893-09-03"),
        ("1893 May 3", "1893-05-03"),
        ("3 may 0012", "0012-05-03"),
        ("3 may 12 ad", "0012-05-03"),
        ("3 MAY 1893, 14:30", "1893-05-03T14:30"),
        ("3 May 1893 at 2:30 p.m.", "1893-05-03T14:30"),
        ("3 May 1893 12:05am", "1893-05-03T00:05"),
        ("3 May 1893 12:05 pm", "1893-05-03T12:05"),
        ("May 1893", "1893-05-01"),
        ("in Sep 1893", "1893-09-01"),
        ("Spring 1893", "1893-03-01"),
        ("summer of 1893", "1893-06-01"),
        ("Fall 1893", "1893-09-01"),
        ("autumn 1893", "1893-09-01"),
        ("Winter 1893", "1893-12-01"),
        ("Spring 12 AD", "0012-03-01"),
        ("6 June 044", "0044-06-06"),
        ("May 12 AD", "0012-05-01"),
        ("1893", "1893-01-01"),
        ("793", "0793-01-01"),
        ("AD 79", "0079-01-01"),
        ("24 August 79 AD", "0079-08-24"),
        ("79 CE", "0079-01-01"),
        ("1 BC", "0000-01-01"),
        ("44BC", "-000043-01-01"),
        ("15 March 44 B.C.", "-000043-03-15"),
        ("March 44 BCE", "-000043-03-01"),
        ("Year 1893, Day 123", "1893-05-03"),
        ("Day 60 of Year 2024", "2024-02-29"),
        ("Year 1893", "1893-01-01"),
        ("Year 1893, Day 123, 14:30", "1893-05-03T14:30"),
    ] {
        assert_eq!(read(text).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn what_is_not_surely_a_date_has_no_key() {
    for text in [
        "",
        " ",
        "someday",
        "12",
        "99",
        "May",
        "3 May",
        "May 12",
        "3 May 12",
        "6 June 44",
        "June 6, 44",
        "44 June 6",
        "the 6th of June 44",
        "Summer of 69",
        "Spring 12",
        "the 3rd",
        "31 February 1893",
        "29 February 1893",
        "2023-02-29",
        "2024-13",
        "2024-00-01",
        "2024-05-32",
        "2024-05-03T25:00",
        "2024-05-03T14:60",
        "2024-05-03T",
        "2024-05T14:30",
        "2024-05-03-01",
        "24-05-03",
        "20240503",
        "1893-94",
        "3.5.1893",
        "3/5/1893",
        "c. 1893",
        "1893?",
        "May or June 1893",
        "May May 1893",
        "Spring May 1893",
        "3 Spring 1893",
        "3rd 4th May 1893",
        "0 AD",
        "May 0",
        "1893 AD BC",
        "May 1893 14:30",
        "3 May 1893 pm",
        "3 May 1893 13:30 pm",
        "3 May 1893 0:30 am",
        "32 May 1893",
        "3 4 5 May 1893",
        "the third of May 1893",
        "Year 1893, Day 366",
        "Year 1893, Day 0",
        "Day 3",
        "Year three",
        "Year 3, Day 45, noon",
        "1234567",
        "May 1234567",
        "١٨٩٣",
        "é",
        "3 May 1893 14:30:",
        "2024-05-03T14:30+1:2:3",
        "2024-05-03T14:30+é1",
        "-",
        "+",
        "2024-",
        "::",
        "1:é",
    ] {
        assert_eq!(read(text), None, "{text:?}");
    }
    assert_eq!(read(&format!("1893{}", " the".repeat(50))), None, "too long to be a date");
}

#[test]
fn earlier_dates_have_lesser_keys() {
    let rising = [
        "300 BC",
        "March 44 BC",
        "15 March 44 BC",
        "1 BC",
        "AD 1",
        "December 1892",
        "Winter 1892",
        "1893",
        "Spring 1893",
        "3 May 1893",
        "1893-05-03T14:30",
        "May 4, 1893",
        "1893-05-05",
    ];
    let keys: Vec<_> = rising.iter().map(|text| gregorian(text).unwrap().key).collect();
    assert!(keys.is_sorted(), "{keys:?}");
}

#[test]
fn a_date_says_a_period_a_day_or_a_time() {
    for (texts, wanted) in [
        (&["1893", "1893-05", "May 1893", "Spring 1893", "44 BC", "Year 3"][..], Precision::Period),
        (&["1893-05-03", "3 May 1893", "May 3rd, 1893", "Year 3, Day 45"], Precision::Day),
        (&["1893-05-03T00:00", "3 May 1893, 12:00 a.m.", "Year 3, Day 45, 00:00"], Precision::Time),
    ] {
        for text in texts {
            assert_eq!(gregorian(text).map(|date| date.precision), Some(wanted), "{text}");
        }
    }
    let calendar = Calendar::YearDay { days_per_year: 360 };
    for (text, wanted) in [
        ("Year 3", Precision::Period),
        ("Year 3, Day 1", Precision::Day),
        ("Year 3, Day 1, 00:00", Precision::Time),
    ] {
        assert_eq!(calendar.read(text).map(|date| date.precision), Some(wanted), "{text}");
    }
}

#[test]
fn years_of_equal_length_are_counted_from_their_first() {
    let calendar = Calendar::YearDay { days_per_year: 300 };
    for (text, day) in [
        ("Year 1, Day 1", Some(0)),
        ("Year 1", Some(0)),
        ("year 1 day 300", Some(299)),
        ("Year 2, Day 1", Some(300)),
        ("Day 45 of Year 3", Some(644)),
        ("Year 0, Day 300", Some(-1)),
        ("Year -1, Day 1", Some(-600)),
        ("Year 1, Day 301", None),
        ("Year 1, Day 0", None),
        ("3 May 1893", None),
        ("1893", None),
    ] {
        assert_eq!(calendar.sort_key(text), day.map(|day| day * DAY_MS), "{text}");
    }
    let noon = calendar.sort_key("Year 1, Day 2, 12:00");
    assert_eq!(noon, Some(DAY_MS + DAY_MS / 2));
}

proptest! {
    #[test]
    fn days_are_those_of_another_calendar_program(
        year in -9_999_i16..=9_999, month in 1_i8..=12, day in 1_i8..=31,
    ) {
        let epoch = jiff::civil::date(1970, 1, 1);
        let theirs = jiff::civil::Date::new(year, month, day).ok().map(|date| {
            let span = epoch.until((jiff::Unit::Day, date)).expect("days between two dates");
            i64::from(span.get_days())
        });

        let ours = super::gregorian::day(year.into(), month.into(), day.into());

        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,40}", spiced in "[0-9:.,+TZ -]{0,20}(am|pm|bc|th)?") {
        for text in [text, spiced] {
            let _ = gregorian(&text);
            let _ = Calendar::YearDay { days_per_year: 1 }.sort_key(&text);
        }
    }
}
