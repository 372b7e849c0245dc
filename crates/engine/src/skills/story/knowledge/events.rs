//! Events of the timelines that are linked to somebody and to what they may know, and whether these have
//! happened by a point of the book.

use std::collections::HashMap;

use domain::{lore::Entry, story::has_happened, tools::answers::story::SharedEvent};

use super::super::{named, point::Point, record};
use super::subject::Known;
use crate::skills::project_records::{Records, TiedEvent};

/// The timelines of a project, seen from a point of the book.
pub(super) struct Timelines<'r> {
    records: &'r Records,
    /// The position of each document.
    positions: HashMap<&'r str, usize>,
    end: usize,
    /// The latest key, on each timeline, of the last document up to the point that has an event of it.
    now: HashMap<&'r str, i64>,
}

impl<'r> Timelines<'r> {
    pub(super) fn new(records: &'r Records, point: &Point<'_>) -> Self {
        let ids = records.book.manuscript.iter().enumerate();
        let positions: HashMap<&str, usize> =
            ids.map(|(at, it)| (it.document.id.as_str(), at)).collect();
        let end = point.positions.end;
        let mut latest: HashMap<&str, (usize, i64)> = HashMap::new();
        for tied in records.events() {
            let linked = linked(tied, &positions).into_iter().filter(|at| *at < end).max();
            let (Some(linked), Some(key)) = (linked, tied.event.sort_key.value()) else { continue };
            let kept = latest.entry(tied.event.timeline_id.as_str()).or_insert((linked, key));
            *kept = (*kept).max((linked, key));
        }
        let now = latest.into_iter().map(|(id, (_, key))| (id, key)).collect();
        Self { records, positions, end, now }
    }

    /// The events that are linked to somebody and are, or are linked to, what they may know, in the order
    /// of their timelines.
    pub(super) fn with(&self, known: &Known<'_>, person: &Entry) -> Vec<SharedEvent> {
        let id = known.id();
        let is_subject = |it: &TiedEvent| {
            let is_linked = it.ties.links.iter().any(|link| Some(link.entity_id.as_str()) == id);
            let event = &it.event;
            id == Some(event.id.as_str())
                || is_linked
                || id.is_none() && (known.is_in(&event.title) || known.is_in(&event.description))
        };
        let events = self.records.events().filter(|it| is_subject(it));
        events.filter_map(|it| self.seen(it, person)).collect()
    }

    fn seen(&self, tied: &TiedEvent, person: &Entry) -> Option<SharedEvent> {
        let link = tied.ties.links.iter().find(|link| link.entity_id == person.id)?;
        let event = &tied.event;
        let linked = linked(tied, &self.positions);
        let now = self.now.get(event.timeline_id.as_str()).copied();
        let first = linked.iter().min().map(|at| &self.records.book.manuscript[*at].document);
        Some(SharedEvent {
            id: event.id.clone(),
            title: named(&event.title),
            date: named(&event.date_display),
            label: Some(named(&link.label)).filter(|it| !it.is_empty()),
            document: first.map(|it| record(&it.id, &it.title)),
            has_happened: has_happened(&linked, self.end, event.sort_key.value(), now),
        })
    }
}

/// The positions of the documents that are linked to an event.
fn linked(tied: &TiedEvent, positions: &HashMap<&str, usize>) -> Vec<usize> {
    let links = tied.ties.links.iter();
    links.filter_map(|link| positions.get(link.entity_id.as_str()).copied()).collect()
}
