//! Folders of Markdown that are kept in step with manuscripts, both ways. The worker looks at the folder of a
//! project when a document changed, and at intervals. What it
//! knows is in the tables; what it remembers of files only saves reading them again.

mod apply;
mod changes;
mod claims;
mod disk;
mod moves;
mod plan;
mod round;
mod scan;
mod tree;
mod view;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use domain::Result;
use store::folders;

use crate::{Studio, wakers::Stop};

use round::{Outcome, round};
use scan::Looks;
pub use view::get;

/// How folders are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderSettings {
    /// The absolute path of the folder in which each project has one; without it none is kept.
    pub root: Option<PathBuf>,
    /// How often all folders are looked at, in milliseconds.
    pub poll_ms: u64,
    /// How long a file has to be as it is before anything follows from it, in milliseconds.
    pub settle_ms: u64,
}

impl Default for FolderSettings {
    fn default() -> Self {
        Self { root: None, poll_ms: 2_000, settle_ms: 1_000 }
    }
}

/// How long the worker waits at most before it looks whether anything is to be done.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// Looks at a folder in which something has to rest come so many times in its time of rest.
const LOOKS_PER_REST: u32 = 3;

/// The shortest pause between two looks.
const PAUSE_MIN: Duration = Duration::from_millis(20);

/// The projects whose folders are to be looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChangedProjects {
    ids: Arc<Mutex<BTreeSet<String>>>,
    /// Whether anybody looks at them.
    is_read: Arc<AtomicBool>,
}

impl ChangedProjects {
    /// Something of this project has changed.
    pub(crate) fn add(&self, project_id: &str) {
        if self.is_read.load(Ordering::Acquire) {
            let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
            ids.insert(project_id.to_owned());
        }
    }

    fn take(&self) -> BTreeSet<String> {
        self.is_read.store(true, Ordering::Release);
        std::mem::take(&mut *self.ids.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Keeps folders in step until the service stops.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let settings = studio.settings.folders.clone();
    if settings.root.is_none() {
        stop.stopped().await;
        return;
    }
    let poll = Duration::from_millis(settings.poll_ms);
    let settle = Duration::from_millis(settings.settle_ms);
    let mut looks: HashMap<String, Arc<Mutex<Looks>>> = HashMap::new();
    let mut again: BTreeSet<String> = BTreeSet::new();
    let mut polled: Option<tokio::time::Instant> = None;
    loop {
        let is_due = polled.is_none_or(|polled| polled.elapsed() >= poll);
        let changed = studio.wakers.changed_projects.take();
        match wanted(&studio, is_due, changed.union(&again).cloned().collect()).await {
            Ok(projects) => {
                if is_due {
                    polled = Some(tokio::time::Instant::now());
                    looks.retain(|id, _| projects.contains_key(id));
                }
                again.clear();
                for (id, owner) in projects {
                    if stop.is_stopping() {
                        return;
                    }
                    let own = Arc::clone(looks.entry(id.clone()).or_default());
                    match round(&studio, (&id, &owner), &own).await {
                        Ok(Outcome::Done) => {}
                        Ok(Outcome::Again) => drop(again.insert(id)),
                        Err(error) => tracing::error!(
                            error = %domain::ErrorChain(&error),
                            project.id = id,
                            "keeping a folder in step failed"
                        ),
                    }
                }
            }
            Err(error) => tracing::error!(
                error = %domain::ErrorChain(&error),
                "looking for folders failed"
            ),
        }
        let pause = if again.is_empty() {
            IDLE_INTERVAL.min(poll)
        } else {
            (settle / LOOKS_PER_REST).max(PAUSE_MIN).min(poll)
        };
        if !stop.wait(&studio.wakers.folders, pause).await {
            return;
        }
    }
}

/// The projects whose folders are to be looked at, with their owners: all, or those that have changed.
async fn wanted(
    studio: &Studio,
    all: bool,
    changed: BTreeSet<String>,
) -> Result<BTreeMap<String, String>> {
    if !all && changed.is_empty() {
        return Ok(BTreeMap::new());
    }
    studio
        .database
        .read(move |tx| {
            if all {
                return Ok(folders::projects(tx)?.into_iter().collect());
            }
            let mut owners = BTreeMap::new();
            for id in &changed {
                if let Some(owner) = folders::owner(tx, id)? {
                    owners.insert(id.clone(), owner);
                }
            }
            Ok(owners)
        })
        .await
}
