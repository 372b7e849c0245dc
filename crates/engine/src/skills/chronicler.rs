//! Chronicler: what the timelines of a project say, in order: what happens when, what shares a place
//! in that order, where nothing happens for long, and what has no place in time. It compares keys;
//! what dates mean beyond their calendar it does not guess: “1893” and “1 January 1893” share a key,
//! and need not be one time.

mod part;

use std::fmt::Write as _;

use domain::{
    Result,
    messages::Answer,
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
    answers::{counted, more},
    parts::{self, Part},
    reading::Asked,
    stated,
    subject::shortened,
};
use crate::Studio;

/// Timelines that are reported, the newest ones.
const TIMELINES_MAX: i64 = 10;

/// Events of a list that the answer for people names.
const TEXT_EVENTS_MAX: usize = 20;

/// Events of a timeline that the answer for people names in their order.
const TEXT_ORDER_MAX: usize = 50;

/// Events of a list that the answer for programs names.
const REPORT_EVENTS_MAX: usize = 100;

/// Shared moments that are reported.
const MOMENTS_MAX: usize = 20;

/// Events of one such moment that are named.
const MOMENT_EVENTS_MAX: usize = 20;

/// Gaps that are reported.
const GAPS_MAX: usize = 5;

/// What is reported of one timeline.
struct Chronicle {
    timeline: Timeline,
    counts: Counts,
    dated: Vec<EventSummary>,
    shared: Vec<Moment>,
    gaps: Vec<Gap>,
    undated: Vec<EventSummary>,
}

/// What is reported of a project: its id, how many timelines it has, and the newest of them.
type ProjectChronicles = (String, i64, Vec<Chronicle>);

/// The timelines of the project, or the events of what a request names.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let stated = stated::of_named(studio, &asked).await?;
    let of_part = parts::answer(
        studio,
        &asked,
        "timelines",
        |_, _, _| Ok(()),
        move |records, (), part| match part {
            Part::Chapter(placed) => part::of_chapter(records, placed),
            Part::Entry(entry, _) => {
                let (text, mut report) = part::of_entry(records, entry);
                report["entry"]["facts"] = stated.report_of(entry);
                (stated.answer_of(entry) + &text, report)
            }
            Part::Promise(promise) => part::of_promise(records, promise),
        },
    );
    if let Some(answer) = of_part.await? {
        return Ok(answer);
    }
    let found = parts::read_project(studio, &asked, read).await?;
    let is_empty = found.2.iter().all(|chronicle| chronicle.counts.events == 0);
    Ok(asked.scoped(&answer_text(&found), report(&found))?.empty_if(is_empty))
}

fn read(tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<ProjectChronicles> {
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

fn answer_text((_, total, all): &ProjectChronicles) -> String {
    if all.is_empty() {
        return "The project has no timelines.\n".to_owned();
    }
    let mut out = String::new();
    for chronicle in all {
        chronicle.write_to(&mut out);
    }
    more(&mut out, "", *total, all.len());
    out
}

impl Chronicle {
    fn write_to(&self, out: &mut String) {
        let Counts { events, undated, plotlines, shared } = self.counts;
        let name = shortened(&self.timeline.name);
        if events == 0 {
            let _ = writeln!(out, "“{name}” has no events.");
            return;
        }
        let _ = writeln!(
            out,
            "“{name}” has events: {events}, without a place in time: {undated}, plotlines: \
             {plotlines}."
        );
        if !self.dated.is_empty() {
            let _ = writeln!(out, "  In their order:");
            for mark in self.dated.iter().take(TEXT_ORDER_MAX) {
                let (date, title) = (shortened(&mark.date_display), shortened(&mark.title));
                let _ = writeln!(out, "    {date}: {title}");
            }
            more(out, "    ", events - undated, self.dated.len().min(TEXT_ORDER_MAX));
        }
        if !self.shared.is_empty() {
            let _ = writeln!(out, "  At the same place in the order:");
            for Moment { events, total, .. } in &self.shared {
                let _ = write!(out, "    {}", listed(events));
                let left = total - i64::try_from(events.len()).unwrap_or(i64::MAX);
                let _ = match left {
                    1.. => writeln!(out, " and {left} more"),
                    _ => writeln!(out),
                };
            }
            more(out, "    ", shared, self.shared.len());
        }
        if !self.gaps.is_empty() {
            let _ = writeln!(out, "  Longest without an event:");
            for gap in &self.gaps {
                let (earlier, later) = (named(&gap.earlier), named(&gap.later));
                let _ = match width(gap.between(self.timeline.calendar)) {
                    Some(width) => {
                        writeln!(out, "    {width} between {earlier} and {later}")
                    }
                    None => writeln!(out, "    from {earlier} to {later}"),
                };
            }
        }
        if !self.undated.is_empty() {
            let _ = writeln!(out, "  Without a place in time:");
            let _ = writeln!(out, "    {}", listed(&self.undated));
            more(out, "    ", undated, self.undated.len().min(TEXT_EVENTS_MAX));
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
    marks.iter().take(TEXT_EVENTS_MAX).map(named).collect::<Vec<_>>().join(", ")
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

fn report((project_id, total, all): &ProjectChronicles) -> Value {
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
