//! Commands on links of events. To add or remove one is a change of the event, and is published as
//! such.

use domain::{
    Error, Result,
    events::EventKind,
    ids,
    timelines::{
        event::Event,
        link::{Link, LinkCreate, LinkItem, LinkKind, LoreLinkCreate, LoreLinkItem, Ties},
    },
};
use store::{
    entities,
    project_counters::Counters,
    projects::ProjectAccess,
    timelines::{events, links},
};

use crate::change::Change;

/// Links an event of a timeline to a record of its project.
pub fn create(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    event_id: &str,
    create: &LinkCreate,
) -> Result<LinkItem> {
    let linked = get_for_update(change, timeline_id, event_id)?;
    let kind = create.entity_type;
    entities::check(change.tx, &linked.project, kind, &create.entity_id)?;
    let link = Link {
        id: ids::new(change.now),
        kind: LinkKind::Entity(kind),
        entity_id: create.entity_id.clone(),
        label: create.label.clone().unwrap_or_default(),
        created_at: change.now,
    };
    let view = link.view(kind);
    linked.add(change, link)?;
    Ok(view)
}

/// Links an event of a timeline to a lore entry.
pub fn create_lore(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    event_id: &str,
    create: &LoreLinkCreate,
) -> Result<LoreLinkItem> {
    let linked = get_for_update(change, timeline_id, event_id)?;
    entities::check_lore_entry(change.tx, &linked.project, &create.lore_entry_id)?;
    let link = Link {
        id: ids::new(change.now),
        kind: LinkKind::Lore,
        entity_id: create.lore_entry_id.clone(),
        label: String::new(),
        created_at: change.now,
    };
    let view = link.lore_view();
    linked.add(change, link)?;
    Ok(view)
}

/// Removes a link to a record.
pub fn delete(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    event_id: &str,
    id: &str,
) -> Result<()> {
    let linked = get_for_update(change, timeline_id, event_id)?;
    linked.remove(change, id, |kind| matches!(kind, LinkKind::Entity(_)))
}

/// Removes a link to a lore entry.
pub fn delete_lore(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    event_id: &str,
    id: &str,
) -> Result<()> {
    let linked = get_for_update(change, timeline_id, event_id)?;
    linked.remove(change, id, |kind| kind == LinkKind::Lore)
}

/// An event whose links change: it is locked, and so is its project.
struct Linked {
    project: ProjectAccess,
    event: Event,
    ties: Ties,
}

fn get_for_update(
    change: &mut Change<'_, '_>,
    timeline_id: &str,
    event_id: &str,
) -> Result<Linked> {
    let (project, timeline) = super::get_with_project_for_update(change, timeline_id)?;
    let event = events::get_for_update(change.tx, &project, &timeline.id, event_id)?;
    let ties = events::ties(change.tx, &project, &event)?;
    Ok(Linked { project, event, ties })
}

impl Linked {
    fn add(mut self, change: &mut Change<'_, '_>, link: Link) -> Result<()> {
        self.ties.may_have(&link)?;
        links::create(change.tx, &self.project, &self.event.id, &link)?;
        self.ties.links.push(link);
        self.save(change, 1)
    }

    fn remove(
        mut self,
        change: &mut Change<'_, '_>,
        id: &str,
        is_meant: fn(LinkKind) -> bool,
    ) -> Result<()> {
        let at = self.ties.links.iter().position(|link| link.id == id && is_meant(link.kind));
        let link = self.ties.links.remove(at.ok_or_else(|| Error::not_found("Link", id))?);
        links::delete(change.tx, &self.project, &link)?;
        self.save(change, -1)
    }

    fn save(mut self, change: &mut Change<'_, '_>, connections: i64) -> Result<()> {
        self.event.touch(change.now);
        events::save(change.tx, &self.project, &self.event)?;
        let event = super::events::view(self.event, self.ties);
        let counters = Counters::of_connections(connections);
        change.publish(&self.project, EventKind::TimelineEvent, event, counters).map(drop)
    }
}
