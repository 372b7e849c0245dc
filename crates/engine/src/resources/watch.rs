//! What a follower of resources is told, from the tail of the event log: which of them may read otherwise
//! than before, and whether the list of them may. A follower that has fallen behind is told that all of them
//! may; it never misses a change.

use std::{collections::HashMap, time::Duration};

use domain::{
    Error, ErrorChain, Principal, Result,
    events::{Event, EventKind},
    resources::{ResourceKind, ResourceUri},
};
use serde::Deserialize;
use store::{accounts, events};
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
    /// The digest of the token; the machine's own user needs none.
    token: Option<String>,
    beginning: Beginning,
    /// The projects that the principal may see; none stands for all.
    visible: Option<Vec<String>>,
    /// The addresses as they were written, and by ids.
    wanted: Vec<(String, ResourceUri)>,
    /// What was last listed of each record.
    listed: HashMap<String, Listed>,
    rights: Interval,
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
    deleted: bool,
}

impl ResourceWatch {
    /// Follows resources. Addresses that name nothing yet are
    /// followed by the ids that they have.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open(
        studio: &Studio,
        (principal, token): (Principal, Option<String>),
        beginning: Beginning,
        uris: Vec<String>,
    ) -> Result<Self> {
        let caller = principal.clone();
        let read = studio.database.read(move |tx| {
            let visible = events::visible_projects(tx, &caller)?;
            let mut wanted = Vec::new();
            for text in &uris {
                let Ok(uri) = ResourceUri::parse(text) else { continue };
                let named = match by_ids(tx, &caller, &uri) {
                    Ok(named) => named,
                    Err(Error::NotFound { .. } | Error::Rejected(_)) => uri,
                    Err(error) => return Err(error),
                };
                wanted.push((text.clone(), named));
            }
            Ok((visible, wanted))
        });
        let (visible, wanted) = read.await?;
        let mut rights = tokio::time::interval_at(Instant::now() + RIGHTS_EVERY, RIGHTS_EVERY);
        rights.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let studio = studio.clone();
        let listed = HashMap::new();
        Ok(Self { studio, principal, token, beginning, visible, wanted, listed, rights })
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
                    self.everything()
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
        let all = self.wanted.iter().filter(|(_, uri)| self.sees(&uri.project));
        let all = all.map(|(text, _)| Changed::Resource(text.clone()));
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
        let id = record.id.clone();
        let is_listed_otherwise =
            content.kind == EventKind::Project || (own.is_some() && self.note(record));
        let is_changed = |uri: &ResourceUri| {
            // Entries name each other.
            let is_named = uri.kind == ResourceKind::Lore && is_listed_otherwise;
            let is_it = own == Some(uri.kind) && (uri.record == id || is_named);
            uri.project == *project && (is_it || touched(content.kind).contains(&uri.kind))
        };
        let resources = self.wanted.iter().filter(|(_, uri)| is_changed(uri));
        let resources = resources.map(|(text, _)| Changed::Resource(text.clone()));
        Some(is_listed_otherwise.then_some(Changed::List).into_iter().chain(resources).collect())
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
        self.principal.may_see_project(project) && self.visible.as_ref().is_none_or(is_visible)
    }

    /// Reads again what the follower may see; none when its token is no longer valid, or the database
    /// fails.
    async fn reload_rights(&mut self) -> Option<()> {
        let (principal, token) = (self.principal.clone(), self.token.clone());
        let now = self.studio.clock.now();
        let read = self.studio.database.read(move |tx| {
            if let Some(token) = &token
                && accounts::of_token(tx, token, now)?.is_none()
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
