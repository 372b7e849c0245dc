//! Chronicler: what the timelines of a project say, in order: what happens when, what shares a place
//! in that order, where nothing happens for long, and what has no place in time. It compares keys;
//! what dates mean beyond their calendar it does not guess: “1893” and “1 January 1893” share a key,
//! and need not be one time.

use std::fmt::Write as _;

use domain::{
    Result,
    messages::{Answer, Message},
    time::DAY_MS,
    timelines::{
        Timeline,
        chronicle::{Counts, EventSummary, Gap, Moment, TimeBetween},
    },
};
use serde_json::{Value, json};
use store::{
    Tx,
    projects::ProjectAccess,
    timelines::{self, chronicle},
};

use super::{
    letter::counted,
    subject::{self, shortened},
};
use crate::Studio;

/// Timelines that are told of, the newest ones.
const TIMELINES_MAX: i64 = 10;

/// Events of a list that the answer for people names.
const LETTER_EVENTS_MAX: usize = 20;

/// Events of a list that the answer for programs names.
const REPORT_EVENTS_MAX: usize = 100;

/// Moments that are told of as shared.
const MOMENTS_MAX: usize = 20;

/// Events of one such moment that are named.
const MOMENT_EVENTS_MAX: usize = 20;

/// Gaps that are told of.
const GAPS_MAX: usize = 5;

/// What is told of one timeline.
struct Chronicle {
    timeline: Timeline,
    counts: Counts,
    dated: Vec<EventSummary>,
    shared: Vec<Moment>,
    gaps: Vec<Gap>,
    undated: Vec<EventSummary>,
}

/// What is told of a project: its id, how many timelines it has, and the newest of them.
type Told = (String, i64, Vec<Chronicle>);

/// The timelines of the project the message is about.
pub(super) async fn answer(studio: &Studio, message: &Message) -> Result<Answer> {
    let asked = message.clone();
    let told = studio
        .database
        .scan(move |tx| match subject::project(tx, &asked)? {
            Some(project) => read(tx, &project).map(Some),
            None => Ok(None),
        })
        .await?;
    let Some(told) = told else { return Ok(subject::no_project()) };
    Answer::with_report(letter(&told), &report(&told))
}

fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Told> {
    let page = timelines::list(tx, project, (None, TIMELINES_MAX))?;
    let mut all = Vec::new();
    for timeline in page.items {
        let id = timeline.id.as_str();
        all.push(Chronicle {
            counts: chronicle::counts(tx, project, id)?,
            dated: chronicle::first(tx, project, id, false, REPORT_EVENTS_MAX)?,
            shared: chronicle::shared(tx, project, id, (MOMENTS_MAX, MOMENT_EVENTS_MAX))?,
            gaps: chronicle::gaps(tx, project, id, GAPS_MAX)?,
            undated: chronicle::first(tx, project, id, true, REPORT_EVENTS_MAX)?,
            timeline,
        });
    }
    Ok((project.id().to_owned(), page.total.unwrap_or(0), all))
}

fn letter((_, total, all): &Told) -> String {
    if all.is_empty() {
        return "The project has no timelines.\n".to_owned();
    }
    let mut letter = String::new();
    for chronicle in all {
        chronicle.tell(&mut letter);
    }
    more(&mut letter, "", *total, all.len());
    letter
}

/// Says how many of a list are not shown.
fn more(letter: &mut String, indent: &str, total: i64, shown: usize) {
    let left = total - i64::try_from(shown).unwrap_or(i64::MAX);
    if left > 0 {
        let _ = writeln!(letter, "{indent}and {left} more");
    }
}

impl Chronicle {
    fn tell(&self, letter: &mut String) {
        let Counts { events, undated, plotlines, shared } = self.counts;
        let name = shortened(&self.timeline.name);
        if events == 0 {
            let _ = writeln!(letter, "“{name}” has no events.");
            return;
        }
        let _ = writeln!(
            letter,
            "“{name}” has events: {events}, without a place in time: {undated}, plotlines: \
             {plotlines}."
        );
        if !self.dated.is_empty() {
            let _ = writeln!(letter, "  In their order:");
            for mark in self.dated.iter().take(LETTER_EVENTS_MAX) {
                let (date, title) = (shortened(&mark.date_display), shortened(&mark.title));
                let _ = writeln!(letter, "    {date}: {title}");
            }
            more(letter, "    ", events - undated, self.dated.len().min(LETTER_EVENTS_MAX));
        }
        if !self.shared.is_empty() {
            let _ = writeln!(letter, "  At the same place in the order:");
            for Moment { events, total, .. } in &self.shared {
                let _ = write!(letter, "    {}", listed(events));
                let left = total - i64::try_from(events.len()).unwrap_or(i64::MAX);
                let _ = match left {
                    1.. => writeln!(letter, " and {left} more"),
                    _ => writeln!(letter),
                };
            }
            more(letter, "    ", shared, self.shared.len());
        }
        if !self.gaps.is_empty() {
            let _ = writeln!(letter, "  Longest without an event:");
            for gap in &self.gaps {
                let (earlier, later) = (named(&gap.earlier), named(&gap.later));
                let _ = match width(gap.between(self.timeline.calendar)) {
                    Some(width) => {
                        writeln!(letter, "    {width} between {earlier} and {later}")
                    }
                    None => writeln!(letter, "    from {earlier} to {later}"),
                };
            }
        }
        if !self.undated.is_empty() {
            let _ = writeln!(letter, "  Without a place in time:");
            let _ = writeln!(letter, "    {}", listed(&self.undated));
            more(letter, "    ", undated, self.undated.len().min(LETTER_EVENTS_MAX));
        }
    }

    fn report(&self) -> Value {
        let moment = |moment: &Moment| {
            json!({
                "dateSortKey": moment.sort_key,
                "total": moment.total,
                "events": marks(&moment.events),
            })
        };
        let gap = |gap: &Gap| {
            json!({
                "distance": gap.distance(),
                "isTime": matches!(
                    gap.between(self.timeline.calendar),
                    TimeBetween::Millis(_) | TimeBetween::Days(_)
                ),
                "earlier": dated(&gap.earlier),
                "later": dated(&gap.later),
            })
        };
        let undated = |mark: &EventSummary| {
            json!({
                "id": mark.id,
                "title": shortened(&mark.title),
                "dateDisplay": shortened(&mark.date_display),
            })
        };
        json!({
            "id": self.timeline.id,
            "name": shortened(&self.timeline.name),
            "calendar": self.timeline.calendar.kind().as_str(),
            "events": self.counts.events,
            "undated": self.counts.undated,
            "plotlines": self.counts.plotlines,
            "sharedMoments": self.counts.shared,
            "order": marks(&self.dated),
            "sameTime": self.shared.iter().map(moment).collect::<Vec<_>>(),
            "gaps": self.gaps.iter().map(gap).collect::<Vec<_>>(),
            "withoutDate": self.undated.iter().map(undated).collect::<Vec<_>>(),
        })
    }
}

/// An event with its date.
fn named(mark: &EventSummary) -> String {
    format!("“{}” ({})", shortened(&mark.title), shortened(&mark.date_display))
}

fn listed(marks: &[EventSummary]) -> String {
    marks.iter().take(LETTER_EVENTS_MAX).map(named).collect::<Vec<_>>().join(", ")
}

/// How wide a gap is, in the largest unit of which there are two or more; none where its dates do
/// not say.
fn width(between: TimeBetween) -> Option<String> {
    let distance = match between {
        TimeBetween::Keys(distance) => return Some(format!("{distance} in sort keys")),
        TimeBetween::Unsaid | TimeBetween::Days(0) => return None,
        TimeBetween::Days(days) => return Some(counted(days, "day", "days")),
        TimeBetween::Millis(distance) => distance,
    };
    let day_ms = DAY_MS.unsigned_abs();
    for (unit, unit_ms) in
        [("days", day_ms), ("hours", day_ms / 24), ("minutes", 60_000), ("seconds", 1_000)]
    {
        if distance >= 2 * unit_ms {
            return Some(counted(distance / unit_ms, unit, unit));
        }
    }
    Some(counted(distance, "millisecond", "milliseconds"))
}

fn report((project_id, total, all): &Told) -> Value {
    json!({
        "kind": "timelines",
        "projectId": project_id,
        "total": total,
        "timelines": all.iter().map(Chronicle::report).collect::<Vec<_>>(),
    })
}

fn marks(marks: &[EventSummary]) -> Vec<Value> {
    marks.iter().map(dated).collect()
}

fn dated(mark: &EventSummary) -> Value {
    json!({
        "id": mark.id,
        "title": shortened(&mark.title),
        "dateDisplay": shortened(&mark.date_display),
        "dateSortKey": mark.sort_key,
    })
}
