//! A draft against the timelines: who speaks in it though their death lies before its events or their birth
//! behind them, and ages that their births do not give. It needs a document with events linked to it.

use std::collections::BTreeMap;

use domain::{
    facts::Attribute,
    findings::Severity,
    lore::{Category, Entry},
    timelines::{
        Calendar,
        chronicle::{EventSummary, Gap, TimeBetween},
        event::{self, SortKey},
    },
    tools::answers::story::{Contradicted, ContradictedKind, DraftCheckKind, DraftFinding},
};
use prose::{Span, Text};

use super::{Draft, named};
use crate::{
    ledger::of_texts,
    skills::{
        project_records::TiedEvent,
        subject::{Quote, Subject},
    },
};

/// Days of a mean year of the Gregorian calendar.
const GREGORIAN_YEAR_DAYS: f64 = 365.2425;

/// Years by which an age may be off: a year is begun on some day.
const AGE_TOLERANCE_YEARS: i64 = 1;

/// The events of a document on one timeline.
struct Now<'r> {
    calendar: Calendar,
    first: (&'r TiedEvent, i64),
    last: (&'r TiedEvent, i64),
}

impl Draft<'_> {
    /// What does not fit the timelines, or why nobody can say.
    pub(super) fn time(&self) -> Result<Vec<DraftFinding>, String> {
        let Some(point) = &self.point else {
            return Err(
                "Time is not checked: name the document that the draft belongs to.".to_owned()
            );
        };
        let inside = &self.records.book.manuscript[point.positions.clone()];
        let ids = inside.iter().map(|it| it.document.id.as_str()).collect();
        let mut now: BTreeMap<&str, Now<'_>> = BTreeMap::new();
        for tied in self.records.events_linked(&ids) {
            let id = tied.event.timeline_id.as_str();
            let timeline = self.records.timelines.iter().find(|it| it.timeline.id == id);
            let (Some(key), Some(timeline)) = (tied.event.sort_key.value(), timeline) else {
                continue;
            };
            let calendar = timeline.timeline.calendar;
            let kept =
                now.entry(id).or_insert(Now { calendar, first: (tied, key), last: (tied, key) });
            if key < kept.first.1 {
                kept.first = (tied, key);
            }
            if key > kept.last.1 {
                kept.last = (tied, key);
            }
        }
        if now.is_empty() {
            return Err(
                "Time is not checked: no dated event of a timeline is linked to that document."
                    .to_owned(),
            );
        }
        let mut findings = self.speakers(&now);
        findings.extend(self.ages(&now));
        Ok(findings)
    }

    /// Who speaks before their birth or behind their death.
    fn speakers(&self, now: &BTreeMap<&str, Now<'_>>) -> Vec<DraftFinding> {
        let text = Text::new(&self.subject.plain.text);
        let mut first: BTreeMap<usize, Span> = BTreeMap::new();
        for (owner, speech) in prose::attributed_speeches(&text, &self.records.names()) {
            if let Some(quotation) = speech.first() {
                first.entry(owner).or_insert(quotation.span);
            }
        }
        let mut findings = Vec::new();
        for (owner, span) in first {
            let entry = &self.records.entries[owner];
            for (event, key) in self.of_life(entry, event::Category::Death) {
                let Some(now) = now.get(event.event.timeline_id.as_str()) else { continue };
                if key < now.first.1 {
                    let rule = "speaks_after_death";
                    findings.push(self.out_of_time(
                        rule,
                        (entry, event),
                        (now.first.0, "before"),
                        span,
                    ));
                }
            }
            for (event, key) in self.of_life(entry, event::Category::Birth) {
                let Some(now) = now.get(event.event.timeline_id.as_str()) else { continue };
                if key > now.last.1 {
                    let rule = "speaks_before_birth";
                    findings.push(self.out_of_time(
                        rule,
                        (entry, event),
                        (now.last.0, "behind"),
                        span,
                    ));
                }
            }
        }
        findings
    }

    fn out_of_time(
        &self,
        rule: &str,
        (entry, event): (&Entry, &TiedEvent),
        (now, lies): (&TiedEvent, &str),
        span: Span,
    ) -> DraftFinding {
        let reason = format!(
            "{} speaks in the draft. On the timeline, {} lies {lies} the events of this document, such as {}. \
             Where it is told as a memory, nothing is wrong.",
            named(&entry.name),
            titled(event),
            titled(now)
        );
        let quote = self.subject.quote(span);
        let rule = (DraftCheckKind::Time, rule);
        self.finding(rule, Severity::Medium, &reason, quote, vec![contradicted(event)])
    }

    /// Ages that the draft states and a birth on a timeline does not give.
    fn ages(&self, now: &BTreeMap<&str, Now<'_>>) -> Vec<DraftFinding> {
        let draft = Subject::new(None, self.subject.source.clone());
        let stated = of_texts(&[&draft], &self.records.entries);
        let mut findings = Vec::new();
        for fact in stated.iter().filter(|it| it.attribute == Attribute::Age && !it.is_past) {
            let entry = fact.entry_id.as_deref().and_then(|id| self.records.entry(id));
            let (Some(entry), Ok(age)) = (entry, fact.value.parse::<i64>()) else { continue };
            for (birth, _) in self.of_life(entry, event::Category::Birth) {
                let Some(now) = now.get(birth.event.timeline_id.as_str()) else { continue };
                let years = |to: &TiedEvent| years(birth, to, now.calendar);
                let (Some(least), Some(most)) = (years(now.first.0), years(now.last.0)) else {
                    continue;
                };
                let possible = least - AGE_TOLERANCE_YEARS..=most + AGE_TOLERANCE_YEARS;
                if possible.contains(&age) {
                    continue;
                }
                let reason = format!(
                    "The draft gives {} {age} years. By {} and {}, it is {most} by the timeline. Where the \
                     draft tells of another time, nothing is wrong.",
                    named(&entry.name),
                    titled(birth),
                    titled(now.last.0)
                );
                let rule = (DraftCheckKind::Time, "age_by_timeline");
                let severity = if fact.is_spoken { Severity::Low } else { Severity::Medium };
                let at = |position: i64| usize::try_from(position).unwrap_or_default();
                let quote = Quote {
                    quote: fact.passage.quote.clone(),
                    start: at(fact.passage.start),
                    end: at(fact.passage.end),
                };
                findings.push(self.finding(
                    rule,
                    severity,
                    &reason,
                    quote,
                    vec![contradicted(birth)],
                ));
            }
        }
        findings
    }

    /// The births or deaths that are an entry's own, with their keys: no other person is linked to them.
    fn of_life(&self, entry: &Entry, category: event::Category) -> Vec<(&TiedEvent, i64)> {
        let persons = |it: &TiedEvent| -> Vec<&str> {
            let links = it.ties.links.iter().filter_map(|link| self.records.entry(&link.entity_id));
            let persons = links.filter(|it| it.category == Category::Character);
            persons.map(|it| it.id.as_str()).collect()
        };
        let events = self.records.events().filter(|it| it.event.category == category);
        let own = events.filter(|it| {
            let persons = persons(it);
            !persons.is_empty() && persons.iter().all(|id| *id == entry.id)
        });
        own.filter_map(|it| Some((it, it.event.sort_key.value()?))).collect()
    }
}

/// Whole years from a birth to another event; none where their dates do not say, or it is none later.
fn years(birth: &TiedEvent, to: &TiedEvent, calendar: Calendar) -> Option<i64> {
    let summary = |it: &TiedEvent| {
        Some(EventSummary {
            id: it.event.id.clone(),
            title: it.event.title.clone(),
            date_display: it.event.date_display.clone(),
            sort_key: it.event.sort_key.value()?,
            is_derived: matches!(it.event.sort_key, SortKey::Derived(_)),
        })
    };
    let gap = Gap { earlier: summary(birth)?, later: summary(to)? };
    if gap.later.sort_key < gap.earlier.sort_key {
        return None;
    }
    let TimeBetween::Days(days) = gap.between(calendar) else { return None };
    let year_days = match calendar {
        Calendar::Gregorian => GREGORIAN_YEAR_DAYS,
        Calendar::YearDay { days_per_year } => days_per_year as f64,
    };
    Some((days as f64 / year_days).floor() as i64)
}

fn titled(event: &TiedEvent) -> String {
    format!("“{}” ({})", named(&event.event.title), named(&event.event.date_display))
}

fn contradicted(event: &TiedEvent) -> Contradicted {
    let (id, title) = (Some(event.event.id.clone()), named(&event.event.title));
    Contradicted { kind: ContradictedKind::Event, id, title }
}
