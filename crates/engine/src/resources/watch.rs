//! What a follower of resources is told, from the tail of the event log: which of them may read otherwise
//! than before, and whether the list of them may. A follower that has fallen behind is told that all of them
//! may; it never misses a change. An address by a name is of whatever has the name: where a record gets or
//! loses it, whoever follows the address is told.

use std::{collections::HashMap, time::Duration};

use domain::{
    Error, ErrorChain, Principal, Result,
    events::{Event, EventKind},
    fold::fold_name,
    principal::Credential,
    resources::{ResourceKind, ResourceUri},
};
use serde::Deserialize;
use store::{Tx, events, sessions};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Instant, Interval, MissedTickBehavior},
};

use super::{by_ids, touched};
use crate::{
    Studio,
    event_log::{EventLog, Subscription},
};

/// Resources that one follower can follow.
pub const SUBSCRIPTIONS_MAX: usize = 200;

/// How often it is checked whether the follower may still read.
const RIGHTS_EVERY: Duration = Duration::from_secs(15);

/// Records whose names are remembered; beyond it they are all forgotten, and told again.
const NAMES_MAX: usize = 10_000;

/// What may be other than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// The list of resources.
    List,
    /// The resource with this address, as the follower wrote it.
    Resource(String),
}

/// From where on somebody follows.
pub struct Beginning {
    subscription: Subscription,
    /// The number of the last event from before.
    position: i64,
}

impl Beginning {
    /// Begins now: what is committed from here on will be told.
    ///
    /// # Errors
    /// Unavailable where too many streams of events are open.
    pub async fn now(studio: &Studio) -> Result<Self> {
        let subscription = studio.events.subscribe();
        let subscription = subscription
            .ok_or_else(|| Error::Unavailable("Too many event streams are open".to_owned()))?;
        EventLog::number(studio).await?;
        let (_, position) = studio.database.read(events::span).await?;
        Ok(Self { subscription, position })
    }
}

/// Somebody who follows resources.
pub struct ResourceWatch {
    studio: Studio,
    principal: Principal,
    /// By what they were recognised; the machine's own user needs nothing.
    credential: Option<Credential>,
    beginning: Beginning,
    /// The projects that the principal may see; none stands for all.
    visible: Option<Vec<String>>,
    wanted: Vec<FollowedAddress>,
    /// What was last listed of each record.
    listed: HashMap<String, Listed>,
    rights: Interval,
}

/// An address that somebody follows.
struct FollowedAddress {
    /// As they wrote it.
    text: String,
    /// What it names: records by their ids or as people call them.
    written: ResourceUri,
    named: NamedResource,
}

/// What an address names.
#[derive(Debug, Clone, PartialEq, Eq)]
enum NamedResource {
    /// A resource, by the ids of its records.
    One(ResourceUri),
    /// Several records have the name.
    Several,
    /// Nothing that the follower may see.
    Nothing,
}

impl FollowedAddress {
    /// The resource that it is now.
    fn resource(&self) -> Option<&ResourceUri> {
        match &self.named {
            NamedResource::One(uri) => Some(uri),
            NamedResource::Several | NamedResource::Nothing => None,
        }
    }

    /// Whether it may be of another resource since a record of a kind was changed; of a project, where there
    /// is no kind.
    fn may_be_other(&self, record: &Listed, kind: Option<ResourceKind>) -> bool {
        if self.resource().is_some_and(|uri| *uri == self.written) {
            return false;
        }
        let Some(kind) = kind else { return true };
        let wanted = fold_name(&self.written.record);
        let has_name = record.names().any(|name| fold_name(name) == wanted);
        let is_it = self.resource().is_some_and(|uri| uri.record == record.id);
        self.written.kind == kind && (has_name || is_it || self.named == NamedResource::Several)
    }
}

/// What the list of resources shows of a record, as an event tells it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Listed {
    id: String,
    title: Option<String>,
    name: Option<String>,
    kind: Option<String>,
    category: Option<String>,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    deleted: bool,
}

impl Listed {
    fn names(&self) -> impl Iterator<Item = &String> {
        self.title.iter().chain(&self.name).chain(&self.aliases)
    }
}

impl ResourceWatch {
    /// Follows resources. Of an address that names nothing yet the follower is told when it does.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open(
        studio: &Studio,
        (principal, credential): (Principal, Option<Credential>),
        beginning: Beginning,
        uris: Vec<String>,
    ) -> Result<Self> {
        let caller = principal.clone();
        let read = studio.database.scan(move |tx| {
            let visible = events::visible_projects(tx, &caller)?;
            let mut wanted = Vec::new();
            for text in &uris {
                let Ok(written) = ResourceUri::parse(text) else { continue };
                let named = named(tx, &caller, &written)?;
                wanted.push(FollowedAddress { text: text.clone(), written, named });
            }
            Ok((visible, wanted))
        });
        let (visible, wanted) = read.await?;
        let mut rights = tokio::time::interval_at(Instant::now() + RIGHTS_EVERY, RIGHTS_EVERY);
        rights.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let studio = studio.clone();
        let listed = HashMap::new();
        Ok(Self { studio, principal, credential, beginning, visible, wanted, listed, rights })
    }

    /// What changed next; none when the follower may no longer read.
    pub async fn next(&mut self) -> Option<Vec<Changed>> {
        loop {
            let received = tokio::select! {
                biased;
                _ = self.rights.tick() => {
                    self.reload_rights().await?;
                    continue;
                }
                received = self.beginning.subscription.tail.recv() => received,
            };
            let changed = match received {
                Ok(event) if event.seq <= self.beginning.position => continue,
                Ok(event) => self.changed_by(&event).await?,
                Err(RecvError::Lagged(_)) => {
                    self.reload_rights().await?;
                    let by_name = self.by_name(|_| true);
                    let mut changed = self.look_up(by_name).await?;
                    changed.extend(self.everything());
                    changed
                }
                Err(RecvError::Closed) => return None,
            };
            if !changed.is_empty() {
                return Some(changed);
            }
        }
    }

    /// All that the follower can be told.
    fn everything(&self) -> Vec<Changed> {
        let is_visible =
            |it: &&FollowedAddress| it.resource().is_some_and(|uri| self.sees(&uri.project));
        let all = self.wanted.iter().filter(is_visible);
        let all = all.map(|it| Changed::Resource(it.text.clone()));
        [Changed::List].into_iter().chain(all).collect()
    }

    async fn changed_by(&mut self, event: &Event) -> Option<Vec<Changed>> {
        let content = &event.content;
        let Some(project) = &content.project_id else { return Some(Vec::new()) };
        let mut is_visible = self.sees(project);
        if content.kind == EventKind::Project {
            // Its members may be others now.
            self.reload_rights().await?;
            is_visible |= self.sees(project);
        }
        if !is_visible {
            return Some(Vec::new());
        }
        let Ok(record) = serde_json::from_str::<Listed>(&content.body) else {
            return Some(Vec::new());
        };
        let own = match content.kind {
            EventKind::Document => Some(ResourceKind::Document),
            EventKind::Lore => Some(ResourceKind::Lore),
            _ => None,
        };
        let is_of_project = content.kind == EventKind::Project;
        let is_listed_otherwise = is_of_project || (own.is_some() && self.note(record.clone()));
        let is_changed = |uri: &ResourceUri| {
            // Entries name each other.
            let is_named = uri.kind == ResourceKind::Lore && is_listed_otherwise;
            let is_it = own == Some(uri.kind) && (uri.record == record.id || is_named);
            uri.project == *project && (is_it || touched(content.kind).contains(&uri.kind))
        };
        let changed = self.wanted.iter().filter(|it| it.resource().is_some_and(is_changed));
        let mut changed: Vec<Changed> =
            changed.map(|it| Changed::Resource(it.text.clone())).collect();
        if is_listed_otherwise {
            let by_name = self.by_name(|it| it.may_be_other(&record, own));
            let mut others = self.look_up(by_name).await?;
            others.retain(|it| !changed.contains(it));
            changed.append(&mut others);
            changed.insert(0, Changed::List);
        }
        Some(changed)
    }

    /// The positions of the addresses by names that may be of another resource than before.
    fn by_name(&self, may_be_other: impl Fn(&FollowedAddress) -> bool) -> Vec<usize> {
        let all = self.wanted.iter().enumerate();
        all.filter(|(_, it)| may_be_other(it)).map(|(at, _)| at).collect()
    }

    /// Looks up what addresses name; those that name something else than before. None when the database
    /// fails.
    async fn look_up(&mut self, positions: Vec<usize>) -> Option<Vec<Changed>> {
        if positions.is_empty() {
            return Some(Vec::new());
        }
        let caller = self.principal.clone();
        let written: Vec<ResourceUri> =
            positions.iter().map(|at| self.wanted[*at].written.clone()).collect();
        let read = self.studio.database.scan(move |tx| {
            written
                .iter()
                .map(|uri| named(tx, &caller, uri))
                .collect::<Result<Vec<NamedResource>>>()
        });
        let found = match read.await {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "looking up resources failed");
                return None;
            }
        };
        let mut changed = Vec::new();
        for (at, found) in positions.into_iter().zip(found) {
            let followed = &mut self.wanted[at];
            if followed.named != found {
                followed.named = found;
                changed.push(Changed::Resource(followed.text.clone()));
            }
        }
        Some(changed)
    }

    /// Remembers what the list shows of a record; whether that may be other than before.
    fn note(&mut self, record: Listed) -> bool {
        if self.listed.len() >= NAMES_MAX {
            self.listed.clear();
        }
        let before = self.listed.insert(record.id.clone(), record.clone());
        before.as_ref() != Some(&record)
    }

    fn sees(&self, project: &str) -> bool {
        let is_visible = |all: &Vec<String>| all.iter().any(|it| it == project);
        self.visible.as_ref().is_none_or(is_visible)
    }

    /// Reads again what the follower may see; none when its token or session is no longer valid, or the database
    /// fails.
    async fn reload_rights(&mut self) -> Option<()> {
        let (principal, credential) = (self.principal.clone(), self.credential.clone());
        let now = self.studio.clock.now();
        let read = self.studio.database.read(move |tx| {
            if let Some(credential) = &credential
                && sessions::of_credential(tx, credential, now)?.is_none()
            {
                return Ok(None);
            }
            events::visible_projects(tx, &principal).map(Some)
        });
        match read.await {
            Ok(visible) => {
                self.visible = visible?;
                Some(())
            }
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "reading rights failed");
                None
            }
        }
    }
}

/// What an address names now.
fn named(tx: &mut Tx<'_>, principal: &Principal, uri: &ResourceUri) -> Result<NamedResource> {
    match by_ids(tx, principal, uri) {
        Ok(uri) => Ok(NamedResource::One(uri)),
        Err(Error::NotFound { .. }) => Ok(NamedResource::Nothing),
        Err(Error::Rejected(_)) => Ok(NamedResource::Several),
        Err(error) => Err(error),
    }
}
