//! Moments in whole milliseconds of Unix time, UTC. JSON shows them as ISO 8601, what is stored as
//! JSON keeps them as [`millis`]. Nothing here reads a clock; the time comes from `engine::clock`.

use jiff::fmt::temporal::DateTimePrinter;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(inline, with = "String", extend("format" = "date-time"))]
pub struct Time(i64);

/// Prints moments as the wire wants them; made once, since every answer holds some.
static PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

/// Milliseconds in one day.
pub const DAY_MS: i64 = 86_400_000;

/// Milliseconds in one hour.
const HOUR_MS: i64 = 3_600_000;

impl Time {
    /// The moment this many milliseconds after the Unix epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// This moment and `millis` more.
    pub const fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// `now`, but strictly later than `self`: a change is never older than the one before it, even
    /// when the clock was set back or two changes fall into one millisecond.
    pub fn advance_to(self, now: Self) -> Self {
        Self(now.0.max(self.0.saturating_add(1)))
    }

    /// The number of the UTC day, counted from 1970-01-01.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(DAY_MS)
    }

    /// The UTC hour of the day, 0 to 23.
    pub const fn hour(self) -> i64 {
        self.0.rem_euclid(DAY_MS) / HOUR_MS
    }

    /// ISO 8601 in UTC with exactly three decimals and `Z`, as the wire wants it.
    pub fn iso(self) -> String {
        // The range of jiff's timestamps (years -9999 to 9999) is wider than any clock of ours.
        jiff::Timestamp::from_millisecond(self.0)
            .map(|moment| PRINTER.timestamp_to_string(&moment))
            .unwrap_or_else(|_| self.0.to_string())
    }

    /// As [`Time::iso`], without the decimals, as files of other programs want it.
    pub fn iso_seconds(self) -> String {
        let iso = self.iso();
        iso.split_once('.').map_or(iso.clone(), |(seconds, _)| format!("{seconds}Z"))
    }

    /// The moment that a text in ISO 8601 names, whatever its offset from UTC.
    pub fn of_iso(text: &str) -> Result<Self, jiff::Error> {
        text.parse().map(|moment: jiff::Timestamp| Self(moment.as_millisecond()))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.iso())
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::of_iso(&String::deserialize(from)?).map_err(de::Error::custom)
    }
}

/// Moments as numbers, for `#[serde(with = …)]`.
pub mod millis {
    use super::{Deserialize, Deserializer, Serializer, Time};

    /// Writes the milliseconds since the Unix epoch.
    pub fn serialize<S: Serializer>(time: &Time, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(time.millis())
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Time, D::Error> {
        i64::deserialize(from).map(Time::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_with_three_decimals() {
        for (millis, iso) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_795_180_800_007, "2026-11-20T13:20:00.007Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(Time::from_millis(millis).iso(), iso);
        }
    }

    #[test]
    fn a_change_is_strictly_later_than_the_one_before() {
        let before = Time::from_millis(1_000);

        assert_eq!(before.advance_to(Time::from_millis(999)), Time::from_millis(1_001));
        assert_eq!(before.advance_to(Time::from_millis(1_000)), Time::from_millis(1_001));
        assert_eq!(before.advance_to(Time::from_millis(5_000)), Time::from_millis(5_000));
    }
}
