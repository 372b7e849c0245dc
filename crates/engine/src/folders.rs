//! Folders of Markdown that are kept in step with manuscripts, both ways. The worker looks at the folder of a
//! project when a document changed, when the system reports a change of its files, and at intervals. What it
//! knows is in the tables; what it remembers of files only saves reading them again.

mod apply;
mod changes;
mod claims;
mod disk;
mod moves;
mod plan;
mod renames;
mod round;
mod scan;
mod schedule;
mod tree;
mod view;
mod watch;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::Result;
use store::folders;

use crate::{Studio, blocking, wakers::Stop};

use disk::Home;
use round::round;
use schedule::Schedule;
pub use view::get;
use watch::{Watch, Watched};

/// How folders are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderSettings {
    /// The absolute path of the folder in which each project has one; without it none is kept.
    pub root: Option<PathBuf>,
    /// Whether the system is asked to report changes of files.
    pub watch: bool,
    /// How often a folder is looked at of which no changes are reported, in milliseconds.
    pub poll_ms: u64,
    /// How long a file has to be as it is before anything follows from it, in milliseconds.
    pub settle_ms: u64,
}

impl Default for FolderSettings {
    fn default() -> Self {
        Self { root: None, watch: true, poll_ms: 2_000, settle_ms: 1_000 }
    }
}

/// How long the worker waits at most before it looks whether anything is to be done.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// Looks at a folder in which something has to rest come so many times in its time of rest.
const LOOKS_PER_REST: u32 = 3;

/// The shortest pause between two looks.
const PAUSE_MIN: Duration = Duration::from_millis(20);

/// A folder whose changes are reported is looked at without a report so many times more seldom: for what is
/// not reported all the same, such as a disk that was mounted in it.
const WATCHED_FACTOR: u32 = 30;

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
    if studio.settings.folders.root.is_none() {
        stop.stopped().await;
        return;
    }
    let mut schedule = Schedule::new(&studio);
    let watch = studio.settings.folders.watch.then(|| Watch::new(studio.wakers.clone()));
    let watch = Arc::new(Mutex::new(watch));
    loop {
        schedule.hurry(studio.wakers.changed_projects.take(), Instant::now());
        let pause = match wanted(&studio, &mut schedule, &watch).await {
            Ok(projects) => {
                for (id, owner) in projects {
                    if stop.is_stopping() {
                        return;
                    }
                    let looks = schedule.looks(&id);
                    let looked = round(&studio, (&id, &owner), &looks)
                        .await
                        .inspect_err(|error| {
                            tracing::error!(
                                error = %domain::ErrorChain(error),
                                project.id = id,
                                "keeping a folder in step failed"
                            );
                        })
                        .unwrap_or_default();
                    let watched = follow(&watch, &id, looked.home).await;
                    schedule.looked((&id, Instant::now()), looked.outcome, watched);
                }
                schedule.pause(Instant::now())
            }
            Err(error) => {
                tracing::error!(
                    error = %domain::ErrorChain(&error),
                    "looking for folders failed"
                );
                schedule.pause_after_failure()
            }
        };
        if !stop.wait(&studio.wakers.folders, pause).await {
            return;
        }
    }
}

/// Has the folder of a project watched; whether its changes are reported.
async fn follow(watch: &Arc<Mutex<Option<Watch>>>, id: &str, home: Option<Home>) -> Watched {
    let (watch, id) = (Arc::clone(watch), id.to_owned());
    let follow = move || {
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        match (watch.as_mut(), home) {
            (Some(watch), Some(home)) => watch.follow(&id, &home),
            (Some(watch), None) => {
                watch.unwatch(&id);
                Watched::No
            }
            (None, _) => Watched::No,
        }
    };
    blocking::run("watching a folder", follow).await.unwrap_or(Watched::No)
}

/// The projects whose folders are to be looked at now, with their owners.
async fn wanted(
    studio: &Studio,
    schedule: &mut Schedule,
    watch: &Mutex<Option<Watch>>,
) -> Result<BTreeMap<String, String>> {
    let now = Instant::now();
    if schedule.is_list_due(now) {
        let listed = studio.database.read(folders::projects).await?;
        let mut owners: BTreeMap<String, String> = listed.into_iter().collect();
        unwatch(watch, &schedule.list(owners.keys(), now));
        owners.retain(|id, _| schedule.is_due(id, now));
        return Ok(owners);
    }
    let due = schedule.due(now);
    if due.is_empty() {
        return Ok(BTreeMap::new());
    }
    let read = move |tx: &mut store::Tx<'_>| {
        due.iter().map(|id| Ok((folders::owner(tx, id)?, id.clone()))).collect::<Result<Vec<_>>>()
    };
    let mut owners = BTreeMap::new();
    let mut gone = Vec::new();
    for (owner, id) in studio.database.read(read).await? {
        match owner {
            Some(owner) => drop(owners.insert(id, owner)),
            None => gone.push(id),
        }
    }
    gone.iter().for_each(|id| schedule.remove(id));
    unwatch(watch, &gone);
    Ok(owners)
}

/// Has the folders of projects watched no longer.
fn unwatch(watch: &Mutex<Option<Watch>>, ids: &[String]) {
    if let Some(watch) = watch.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        ids.iter().for_each(|id| watch.unwatch(id));
    }
}
