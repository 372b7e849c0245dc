//! Readiness by day: the score is kept when the whole book was checked, so that authors see how it went.

use schemars::JsonSchema;
use serde::Serialize;

use super::Readiness;
use crate::{Time, budgets::day_id};

/// The newest days of which the score of a project is kept.
pub const DAYS_MAX: usize = 400;

/// The score that is kept is in whole thousandths of a point.
const THOUSANDTHS: f64 = 1_000.0;

/// The best score, in thousandths.
const THOUSANDTHS_MAX: i64 = 100_000;

/// The score of a project after the last check of the whole book on a day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReadinessDay")]
pub struct DayScore {
    /// The day, in UTC.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// From 0 to 100, with three decimals.
    #[schemars(range(min = 0, max = 100))]
    pub score: f64,
}

impl DayScore {
    /// The score of the day of a moment.
    pub fn new(at: Time, score: f64) -> Self {
        Self { date: day_id(at), score }
    }

    /// The score of a day, as it is kept; what lies outside of its bounds is brought to them.
    pub fn of_thousandths(date: String, score: i64) -> Self {
        Self { date, score: score.clamp(0, THOUSANDTHS_MAX) as f64 / THOUSANDTHS }
    }

    /// The score as it is kept, in thousandths of a point.
    pub fn thousandths(&self) -> i64 {
        (self.score * THOUSANDTHS).round() as i64
    }
}

/// How ready a project is now, and how it was.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Readiness")]
pub struct ReadinessItem {
    /// How ready it is now.
    #[serde(flatten)]
    pub now: Readiness,
    /// The scores of the newest 400 days on which the whole book was checked, oldest first: of each day
    /// the last one.
    #[schemars(length(max = 400))]
    pub history: Vec<DayScore>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_kept_to_a_thousandth() {
        let at = Time::of_iso("2026-11-21T23:59:59.999Z").unwrap();
        let score = DayScore::new(at, 68.571_428_571_428_57);

        let kept = DayScore::of_thousandths(score.date.clone(), score.thousandths());

        assert_eq!(kept, DayScore { date: "2026-11-21".to_owned(), score: 68.571 });
        assert_eq!(DayScore::of_thousandths(kept.date, 7_000_000).score, 100.0);
    }
}
