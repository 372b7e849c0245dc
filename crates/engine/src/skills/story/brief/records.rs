//! The records that belong to a scene: lore of whom and what it names or plans, nodes of the outline, events,
//! promises and findings.

use std::collections::{BTreeMap, HashSet};

use domain::{
    Result,
    agents::context::SourceKind,
    lore::{Category, Entry},
    nodes::Node,
    promises::Promise,
    story::{Standing, brief::BriefPart, standing},
    tools::excerpt::in_marks,
};
use prose::{Mentioned, NameIndex, Text};
use store::{Tx, lore, projects::ProjectAccess};

use super::{Scene, part};
use crate::{
    findings,
    skills::{
        answers::counted,
        project_records::{TiedEvent, names_of},
        story::named,
        subject::{Subject, cut},
    },
};

/// Entries of the lore that a brief looks at, those named most often first.
const ENTRIES_MAX: usize = 30;

/// Characters of what an entry says of itself.
const CONTENT_CHARS_MAX: usize = 400;

/// Characters of the description of an event or a promise.
const DESCRIPTION_CHARS_MAX: usize = 240;

/// Aliases of an entry that a brief has.
const ALIASES_MAX: usize = 5;

/// Relations of an entry that a brief has.
const RELATIONS_MAX: usize = 4;

/// Nodes, events of each side, promises and findings of a brief.
const NODES_MAX: usize = 12;
const EVENTS_MAX: usize = 8;
const PROMISES_MAX: usize = 40;
const FINDINGS_MAX: usize = 20;

/// An entry that a scene names or plans.
pub(super) struct Planned<'r> {
    pub(super) entry: &'r Entry,
    /// How often its text names it.
    count: usize,
    /// What plans it.
    by: Option<String>,
    /// Whether the knowledge filter lets it through.
    pub(super) is_allowed: bool,
}

impl Planned<'_> {
    /// Why it belongs to the scene.
    pub(super) fn how(&self) -> String {
        let times = format!("named {}", counted(self.count, "time", "times"));
        match (self.count, &self.by) {
            (0, by) => by.clone().unwrap_or_default(),
            (_, None) => times,
            (_, Some(by)) => format!("{times}; {by}"),
        }
    }
}

/// Events of a scene, and of the nearest texts before and behind it that have some.
pub(super) struct Around<'r> {
    pub(super) before: Vec<&'r TiedEvent>,
    pub(super) here: Vec<&'r TiedEvent>,
    pub(super) behind: Vec<&'r TiedEvent>,
}

impl<'r> Scene<'r> {
    /// The entries that its texts name, or that its nodes name or its events are linked to: persons and
    /// places first, then those that are named most often.
    pub(super) fn planned(&self) -> Vec<Planned<'r>> {
        let entries = &self.records.entries;
        let index = self.records.names();
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for subject in &self.texts {
            let text = Text::new(&subject.plain.text);
            for Mentioned { owner, count, .. } in prose::mentions(&text, &index).owners {
                *counts.entry(owner).or_default() += count;
            }
        }
        let mut by: BTreeMap<usize, String> = BTreeMap::new();
        for node in self.nodes() {
            for owner in named_in(&node.title, &index) {
                let reason = format!("the outline names it in {}", in_marks(&named(&node.title)));
                by.entry(owner).or_insert(reason);
            }
        }
        for tied in self.around().here {
            let linked: HashSet<&str> =
                tied.ties.links.iter().map(|it| it.entity_id.as_str()).collect();
            let linked = (0..entries.len()).filter(|at| linked.contains(entries[*at].id.as_str()));
            for owner in linked {
                let reason = format!("linked to the event {}", in_marks(&named(&tied.event.title)));
                by.entry(owner).or_insert(reason);
            }
            // Whoever tells the story may be named by its events alone.
            for owner in named_in(&tied.event.title, &index) {
                let reason = format!("named by the event {}", in_marks(&named(&tied.event.title)));
                by.entry(owner).or_insert(reason);
            }
        }
        let owners: HashSet<usize> = counts.keys().chain(by.keys()).copied().collect();
        let mut planned: Vec<Planned<'r>> = owners
            .into_iter()
            .map(|at| Planned {
                entry: &entries[at],
                count: counts.get(&at).copied().unwrap_or(0),
                by: by.get(&at).cloned(),
                is_allowed: self
                    .filter
                    .as_ref()
                    .is_none_or(|filter| filter.includes(entries[at].category)),
            })
            .collect();
        planned.sort_by_key(|it| {
            let rank = match it.entry.category {
                Category::Character => 0,
                Category::Location => 1,
                _ => 2,
            };
            (rank, std::cmp::Reverse(it.count), &it.entry.name)
        });
        planned.truncate(ENTRIES_MAX);
        planned
    }

    /// What the lore says of them, in short.
    pub(super) fn lore(&self, tx: &mut Tx<'_>, project: &ProjectAccess) -> Result<Vec<BriefPart>> {
        let planned = self.planned();
        let here: HashSet<&str> = planned.iter().map(|it| it.entry.id.as_str()).collect();
        let mut parts = Vec::new();
        for it in &planned {
            let title = (it.entry.id.as_str(), it.entry.name.as_str());
            let mut source = part(SourceKind::Lore, title, String::new(), it.how());
            if it.is_allowed {
                let (_, content) = lore::get(tx, project, &it.entry.id)?;
                source.text = Some(self.entry(it.entry, &content, &here));
            } else {
                source.text = None;
                source.reason += "; left out, since the knowledgeFilter of the project does not name \
                                  its category";
            }
            parts.push(source);
        }
        Ok(parts)
    }

    fn entry(&self, entry: &Entry, content: &str, here: &HashSet<&str>) -> String {
        let also: Vec<String> = names_of(entry).skip(1).take(ALIASES_MAX).map(named).collect();
        let also =
            if also.is_empty() { String::new() } else { format!(", also {}", also.join(", ")) };
        let mut lines = vec![format!("{} ({}){also}.", named(&entry.name), entry.category)];
        if entry.attributes.0 != "{}" {
            lines.push(format!("Attributes: {}", cut(&entry.attributes.0, CONTENT_CHARS_MAX)));
        }
        let content = Subject::new(None, content.to_owned()).plain.text;
        if !content.trim().is_empty() {
            lines.push(cut(&content, CONTENT_CHARS_MAX));
        }
        let relations = self.records.relations_of(entry).into_iter();
        let among = relations
            .filter(|it| here.contains(it.from.id.as_str()) && here.contains(it.to.id.as_str()));
        lines.extend(among.take(RELATIONS_MAX).map(|it| it.line()));
        lines.join("\n")
    }

    /// The node that was asked for, or those that tell its documents.
    fn nodes(&self) -> Vec<&'r Node> {
        match self.point.node {
            Some(node) => vec![node],
            None => self.records.nodes_in(&self.ids),
        }
    }

    /// The nodes of the outline that it tells, and those before and behind them.
    pub(super) fn outline(&self) -> Vec<BriefPart> {
        let own: HashSet<&str> = self.nodes().into_iter().map(|it| it.id.as_str()).collect();
        let all = &self.records.nodes;
        let is_own = |at: &usize| own.contains(all[*at].id.as_str());
        let (first, last) = match ((0..all.len()).find(is_own), (0..all.len()).rev().find(is_own)) {
            (Some(first), Some(last)) => (first, last),
            _ => return Vec::new(),
        };
        let from = first.saturating_sub(1);
        let visible = all.iter().enumerate().skip(from).take(last + 2 - from).take(NODES_MAX);
        let node = |(at, node): (usize, &Node)| {
            let reason = if own.contains(node.id.as_str()) {
                "the outline has it here"
            } else if at < first {
                "the outline has it before"
            } else if at > last {
                "the outline has it behind"
            } else {
                "the outline has it between"
            };
            let text = format!("{}: {}", node.kind, named(&node.title));
            part(SourceKind::Outline, (&node.id, &node.title), text, reason.to_owned())
        };
        visible.map(node).collect()
    }

    /// The events that are linked to its documents, and to the nearest texts around it.
    pub(super) fn around(&self) -> Around<'r> {
        let positions = &self.point.positions;
        let linked = |it: &TiedEvent| -> Vec<usize> {
            let links = it.ties.links.iter();
            links.filter_map(|link| self.positions.get(link.entity_id.as_str()).copied()).collect()
        };
        let all: Vec<(&TiedEvent, Vec<usize>)> =
            self.records.events().map(|it| (it, linked(it))).collect();
        let every = all.iter().flat_map(|(_, linked)| linked).copied();
        let before = every.clone().filter(|at| *at < positions.start).max();
        let behind = every.filter(|at| *at >= positions.end).min();
        let here: Vec<&TiedEvent> = all
            .iter()
            .filter(|(_, linked)| linked.iter().any(|at| positions.contains(at)))
            .map(|(it, _)| *it)
            .collect();
        let of = |wanted: Option<usize>| -> Vec<&TiedEvent> {
            let is_there = |linked: &[usize]| wanted.is_some_and(|at| linked.contains(&at));
            let is_here = |linked: &[usize]| linked.iter().any(|at| positions.contains(at));
            let there = all.iter().filter(|(_, linked)| is_there(linked) && !is_here(linked));
            there.map(|(it, _)| *it).take(EVENTS_MAX).collect()
        };
        Around { before: of(before), behind: of(behind), here }
    }

    pub(super) fn events(&self) -> Vec<BriefPart> {
        let around = self.around();
        let event = |it: &&TiedEvent, reason: &str| {
            let event = &it.event;
            let description = match event.description.trim() {
                "" => String::new(),
                description => format!(". {}", cut(description, DESCRIPTION_CHARS_MAX)),
            };
            let text =
                format!("{}: {}{description}", named(&event.date_display), named(&event.title));
            part(SourceKind::Timeline, (&event.id, &event.title), text, reason.to_owned())
        };
        let here = around.here.iter().take(EVENTS_MAX);
        let here = here.map(|it| event(it, "linked to the scene"));
        let before =
            around.before.iter().map(|it| event(it, "linked to the nearest text before it"));
        let behind =
            around.behind.iter().map(|it| event(it, "linked to the nearest text behind it"));
        here.chain(before).chain(behind).collect()
    }

    /// The promises that are made or kept here, and those that are open here.
    pub(super) fn promises(&self) -> Vec<BriefPart> {
        let promises = self.records.promises.iter();
        let mut open: Vec<(Standing, &Promise)> =
            promises.filter_map(|it| Some((self.standing(it)?, it))).collect();
        open.sort_by_key(|(standing, promise)| (*standing, promise.level));
        let of = |(standing, promise): (Standing, &Promise)| {
            let description = match promise.description.trim() {
                "" => String::new(),
                description => format!(". {}", cut(description, DESCRIPTION_CHARS_MAX)),
            };
            let (title, level, status) = (named(&promise.title), promise.level, promise.status);
            let text = format!("{title} ({level}, {status}){description}");
            let reason = match standing {
                Standing::KeptHere => "the outline has it kept here",
                Standing::MadeHere => "the outline has it made here",
                Standing::Open => "made before, and not kept yet",
                Standing::Unplaced => "open, and no document of the outline says where it is made",
            };
            part(SourceKind::Promise, (&promise.id, &promise.title), text, reason.to_owned())
        };
        open.into_iter().take(PROMISES_MAX).map(of).collect()
    }

    fn standing(&self, promise: &Promise) -> Option<Standing> {
        let asked = self.point.node.map(|it| it.id.as_str());
        let position = |id: &Option<String>| {
            let node = self.records.node(id.as_deref()?)?;
            let path = self.records.path(node);
            let document = path.iter().rev().find_map(|it| it.document_id.as_deref())?;
            self.positions.get(document).copied()
        };
        let links = &promise.links;
        if asked.is_some() && links.fulfilled_at.as_deref() == asked {
            return Some(Standing::KeptHere);
        }
        if asked.is_some() && links.made_at.as_deref() == asked {
            return Some(Standing::MadeHere);
        }
        let (made, kept) = (position(&links.made_at), position(&links.fulfilled_at));
        standing(promise.status, made, kept, &self.point.positions)
    }

    /// What checks found in it and in what stands before it, and nobody has dealt with.
    pub(super) fn findings(
        &self,
        tx: &mut Tx<'_>,
        project: &ProjectAccess,
    ) -> Result<Vec<BriefPart>> {
        let before = self.before.as_ref().and_then(|it| it.document.as_ref());
        let before = before.map(|(id, _)| id.as_str());
        let pending = findings::pending(tx, project, &self.records.book)?;
        let part_of = |(finding, title): &(domain::findings::Finding, Option<String>)| {
            let source = finding.source.as_ref()?;
            let id = source.document_id.as_str();
            let reason = match (self.ids.contains(id), Some(id) == before) {
                (true, _) => format!("{} in the scene", finding.state),
                (_, true) => format!("{} in what stands before it", finding.state),
                _ => return None,
            };
            let quote = finding.quoted.as_ref();
            let quote = quote.map_or(String::new(), |it| {
                format!(" “{}”", cut(&it.quote, DESCRIPTION_CHARS_MAX))
            });
            let message = cut(&finding.message, DESCRIPTION_CHARS_MAX);
            let text = format!("{}, {}: {message}{quote}", finding.check, finding.severity);
            let title = title.clone().unwrap_or_default();
            Some(part(SourceKind::Finding, (&finding.id, &title), text, reason))
        };
        let parts = pending.iter().filter_map(part_of);
        Ok(parts.take(FINDINGS_MAX).collect())
    }
}

/// The entries that a text names, by their positions.
fn named_in(text: &str, index: &NameIndex) -> Vec<usize> {
    prose::mentions(&Text::new(text), index).owners.into_iter().map(|it| it.owner).collect()
}
