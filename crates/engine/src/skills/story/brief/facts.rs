//! Where a scene stands, who and what is in it, and when: what the brief begins with, in lines. What cannot
//! be known is said.

use domain::{
    agents::context::SourceKind,
    lore::{Category, KnowledgeFilter},
    story::brief::BriefPart,
};

use super::{Scene, not_whole, records::Planned};
use crate::skills::{project_records::TiedEvent, reading::enumerated, story::named};

/// Names and dates that one line has.
const LINE_ITEMS_MAX: usize = 6;

impl Scene<'_> {
    /// Where it stands, who and what is in it, and when.
    pub(super) fn facts(&self) -> BriefPart {
        let planned = self.planned();
        let mut lines = self.position();
        lines.push(self.named(&planned, "Persons", "person", |it| it == Category::Character));
        lines.push(self.named(&planned, "Places", "place", |it| it == Category::Location));
        lines.extend(self.time());
        lines.extend(self.filter.as_ref().map(KnowledgeFilter::sentence));
        lines.extend(not_whole(self.records));
        BriefPart {
            kind: SourceKind::Facts,
            id: None,
            title: "Where the scene stands".to_owned(),
            position: None,
            text: Some(lines.join("\n")),
            reason: "read from the manuscript, the outline, the lore and the timelines".to_owned(),
        }
    }

    fn position(&self) -> Vec<String> {
        let manuscript = &self.records.book.manuscript;
        let mut lines = Vec::new();
        match self.point.placed {
            Some(placed) => {
                let at = self.point.positions.start;
                let (kind, title) = (placed.document.kind, named(placed.title()));
                let of = manuscript.len();
                lines.push(format!("“{title}” is a {kind}, document {} of {of}.", at + 1));
                let above = manuscript[..at].iter().rev().find(|it| it.depth < placed.depth);
                lines.extend(above.map(|it| format!("It lies in “{}”.", named(it.title()))));
                lines.push(match self.words() {
                    0 => "It has no text yet.".to_owned(),
                    words => format!("It has {words} words already, which are not part of this."),
                });
            }
            None => {
                let title = self.title();
                let before = manuscript[..self.point.positions.end].last();
                let before = before.map(|it| format!(" behind “{}”", named(it.title())));
                lines.push(format!(
                    "“{title}” is planned in the outline{} and has no document yet.",
                    before.unwrap_or_default()
                ));
            }
        }
        if let Some(node) = self.point.node {
            let path: Vec<String> = self
                .records
                .path(node)
                .iter()
                .map(|it| format!("“{}”", named(&it.title)))
                .collect();
            lines.push(format!("In the outline: {}.", path.join(", ")));
        }
        lines
    }

    /// Who or what of some categories is named or planned, in a line.
    fn named(
        &self,
        planned: &[Planned<'_>],
        noun: &str,
        one: &str,
        is_wanted: impl Fn(Category) -> bool,
    ) -> String {
        let wanted = planned.iter().filter(|it| it.is_allowed && is_wanted(it.entry.category));
        let names: Vec<String> = wanted
            .take(LINE_ITEMS_MAX)
            .map(|it| format!("{} ({})", named(&it.entry.name), it.how()))
            .collect();
        match names.is_empty() {
            true => format!("{noun}: no {one} of the lore is named in it or planned for it."),
            false => format!("{noun}: {}.", enumerated(&names)),
        }
    }

    fn time(&self) -> Vec<String> {
        let around = self.around();
        let dates = |events: &[&TiedEvent]| {
            let named: Vec<String> = events
                .iter()
                .take(LINE_ITEMS_MAX)
                .map(|it| {
                    format!("{}: “{}”", named(&it.event.date_display), named(&it.event.title))
                })
                .collect();
            named.join("; ")
        };
        let mut lines = vec![match around.here.is_empty() {
            true => "When: not known, since no event of a timeline is linked to it.".to_owned(),
            false => format!("When, by the events linked to it: {}.", dates(&around.here)),
        }];
        for (says, events) in [("before", &around.before), ("behind", &around.behind)] {
            if !events.is_empty() {
                lines.push(format!("The nearest text {says} it with events: {}.", dates(events)));
            }
        }
        lines
    }
}
