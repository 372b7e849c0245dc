//! Timelines: what happens in a story, and when. A timeline has a calendar, events and plotlines;
//! each has a module.

pub mod calendar;
pub mod chronicle;
pub mod dates;
pub mod event;
pub mod link;
pub mod plotline;

use schemars::JsonSchema;
use serde::Serialize;

pub use calendar::Calendar;

use crate::{
    lengths::{LINE_CHARS_MAX, TEXT_CHARS_MAX},
    model::AbsentOr,
    page::Cursor,
    patch::Patch,
    time::Time,
};
use calendar::{CalendarFields, CalendarItem};

/// The most dates that are recalculated when a timeline gets another calendar: it happens in one
/// transaction, while other writers wait.
pub const RECALCULATED_DATES_MAX: usize = 10_000;

/// A timeline, without its events and plotlines.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// Its identifier.
    pub id: String,
    /// The project it belongs to.
    pub project_id: String,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// How its dates are read.
    #[serde(serialize_with = "calendar::as_item")]
    #[schemars(with = "CalendarItem")]
    pub calendar: Calendar,
    /// When it was made, in milliseconds since 1970.
    #[serde(with = "crate::time::millis")]
    #[schemars(with = "i64")]
    pub created_at: Time,
    /// When it was last changed, in milliseconds since 1970.
    #[serde(with = "crate::time::millis")]
    #[schemars(with = "i64")]
    pub modified_at: Time,
    /// How often it was changed.
    #[serde(skip)]
    pub version: i64,
}

crate::model! {
    /// A new timeline.
    pub struct TimelineCreate as "TimelineCreateRequest" {
        /// The project it belongs to.
        project_id: String,
        /// What it is called.
        name: String where { max_length: LINE_CHARS_MAX },
        /// What it is for.
        description: String where { max_length: TEXT_CHARS_MAX } = String::new(),
        /// How its dates are read; the Gregorian calendar when absent.
        calendar: AbsentOr<CalendarFields>,
    }
}

crate::model! {
    /// Changes to a timeline; absent fields leave it as it is.
    pub struct TimelineUpdate as "TimelineUpdateRequest" {
        /// What it is called.
        name: Patch<String> where { max_length: LINE_CHARS_MAX },
        /// What it is for; null empties it.
        description: Patch<String> where { max_length: TEXT_CHARS_MAX },
        /// How its dates are read; replaces the calendar as a whole, and null makes it the
        /// Gregorian one. Sort keys that were read from dates are read again.
        calendar: Patch<CalendarFields>,
    }
}

crate::model! {
    /// Which timelines to list.
    pub struct TimelineQuery as "TimelineQuery" paged by Cursor {
        /// Only those of this project; those of all projects you may see when absent.
        project_id: Option<String>,
    }
}

impl Timeline {
    /// A new timeline of a project.
    pub fn create(id: String, create: &TimelineCreate, now: Time) -> Self {
        Self {
            id,
            project_id: create.project_id.clone(),
            name: create.name.clone(),
            description: create.description.clone(),
            calendar: create.calendar.0.as_ref().map(Calendar::of).unwrap_or_default(),
            created_at: now,
            modified_at: now,
            version: 1,
        }
    }

    /// Only what the update names changes.
    pub fn update(&mut self, update: &TimelineUpdate, now: Time) {
        update.name.apply_to(&mut self.name);
        update.description.apply_or_default(&mut self.description);
        update.calendar.map(Calendar::of).apply_or_default(&mut self.calendar);
        self.modified_at = self.modified_at.advance_to(now);
        self.version += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json::Json, model::read_body};

    fn timeline() -> Timeline {
        let body =
            br#"{"projectId":"p","name":"n","calendar":{"kind":"year_day","daysPerYear":300}}"#;
        let create: TimelineCreate = read_body(&Json::read(body).unwrap()).unwrap();
        Timeline::create("t".to_owned(), &create, Time::from_millis(10))
    }

    #[test]
    fn null_restores_what_has_a_default_and_leaves_the_name() {
        let mut changed = timeline();
        let nulls = br#"{"name":null,"description":null,"calendar":null}"#;

        changed.update(&read_body(&Json::read(nulls).unwrap()).unwrap(), Time::from_millis(9));

        let wanted = Timeline {
            calendar: Calendar::Gregorian,
            modified_at: Time::from_millis(11),
            version: 2,
            ..timeline()
        };
        assert_eq!(changed, wanted);
    }

    #[test]
    fn a_calendar_is_replaced_whole() {
        let mut changed = timeline();
        let body = br#"{"calendar":{"kind":"year_day"}}"#;

        changed.update(&read_body(&Json::read(body).unwrap()).unwrap(), Time::from_millis(20));

        let days_per_year = calendar::DAYS_PER_YEAR_DEFAULT;
        assert_eq!(changed.calendar, Calendar::YearDay { days_per_year });
    }
}
