//! Calendars: how the written date of an event becomes the key it is sorted by. The kinds of calendars
//! are here, the formats of dates in [`super::dates`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::dates::{self, ParsedDate};
use crate::model::AbsentOr;

crate::string_enum! {
    /// A kind of calendar.
    pub enum CalendarKind {
        /// The one of most of the world, carried back before its invention.
        Gregorian = "gregorian",
        /// Years of equally many days, without months.
        YearDay = "year_day",
    }
}

/// The greatest number of days of a year.
const DAYS_PER_YEAR_MAX: f64 = 100_000.0;

/// Days of a year where nobody says how many.
pub const DAYS_PER_YEAR_DEFAULT: i64 = 365;

crate::model! {
    /// A timeline's calendar.
    pub struct CalendarFields as "TimelineCalendarRequest" {
        /// What kind of calendar it is.
        kind: CalendarKind = CalendarKind::Gregorian,
        /// How many days each year has, in a `year_day` calendar; 365 when absent.
        days_per_year: AbsentOr<i64> where { ge: 1.0, le: DAYS_PER_YEAR_MAX },
    }
}

/// A calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Calendar {
    /// The Gregorian calendar.
    #[default]
    Gregorian,
    /// Years of equally many days.
    YearDay {
        /// How many.
        days_per_year: i64,
    },
}

/// The form a calendar is kept in; none for any that these fields would not describe.
pub fn form(text: &str) -> Option<String> {
    let calendar: Calendar = serde_json::from_str(text).ok()?;
    let is_sound = match calendar {
        Calendar::Gregorian => true,
        Calendar::YearDay { days_per_year } => {
            (1.0..=DAYS_PER_YEAR_MAX).contains(&(days_per_year as f64))
        }
    };
    if is_sound { serde_json::to_string(&calendar).ok() } else { None }
}

impl Calendar {
    /// The calendar these fields describe.
    pub fn of(fields: &CalendarFields) -> Self {
        match fields.kind {
            CalendarKind::Gregorian => Self::Gregorian,
            CalendarKind::YearDay => {
                let days_per_year = fields.days_per_year.0.unwrap_or(DAYS_PER_YEAR_DEFAULT);
                Self::YearDay { days_per_year }
            }
        }
    }

    /// The key by which an event of this date is sorted, in milliseconds; none when the text is no
    /// date of this calendar. "Year 3, Day 45" is one in every calendar.
    pub fn sort_key(self, text: &str) -> Option<i64> {
        self.read(text).map(|date| date.key)
    }

    /// A date of this calendar, with how much it says.
    pub fn read(self, text: &str) -> Option<ParsedDate> {
        match self {
            Self::Gregorian => dates::gregorian(text),
            Self::YearDay { days_per_year } => {
                let date = dates::numbered(text)?;
                let day = date.day.unwrap_or(1);
                let is_there = (1..=days_per_year).contains(&day);
                let number = (date.year - 1) * days_per_year + day - 1;
                is_there.then(|| ParsedDate::of(number, date.day.is_some(), date.time_ms))
            }
        }
    }

    /// Its kind.
    pub fn kind(self) -> CalendarKind {
        match self {
            Self::Gregorian => CalendarKind::Gregorian,
            Self::YearDay { .. } => CalendarKind::YearDay,
        }
    }
}

/// A calendar.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TimelineCalendar")]
pub struct CalendarItem {
    /// What kind of calendar it is.
    pub kind: CalendarKind,
    /// How many days each year has, in a `year_day` calendar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub days_per_year: Option<i64>,
}

/// Shows a calendar as a [`CalendarItem`].
pub(super) fn as_item<S: Serializer>(calendar: &Calendar, to: S) -> Result<S::Ok, S::Error> {
    let days_per_year = match *calendar {
        Calendar::Gregorian => None,
        Calendar::YearDay { days_per_year } => Some(days_per_year),
    };
    CalendarItem { kind: calendar.kind(), days_per_year }.serialize(to)
}
