//! Reports of the system that something in a folder has changed: its project is then looked at, as it is
//! when one of its documents changed. A report is never more than that. What is not reported is found when
//! the folder is looked at anyway: often where nothing is reported, seldom elsewhere.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use notify::{
    Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _, event::ModifyKind,
};

use super::disk::{Home, Leftover};
use crate::wakers::{Wake, Wakers};

/// The projects by the paths of their folders, none of which lies in another.
type Projects = Arc<Mutex<BTreeMap<PathBuf, String>>>;

/// The folders whose changes the system reports.
pub(super) struct Watch {
    watcher: Option<RecommendedWatcher>,
    projects: Projects,
    /// Where the folder of each project was when it was watched, and whether its changes are reported.
    homes: HashMap<String, (Home, bool)>,
}

/// How a folder is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Watched {
    /// Its changes are reported.
    Yes,
    /// They are from now on: what changed before is to be looked for.
    Begun,
    /// They are not.
    No,
}

impl Watch {
    /// Watches nothing yet.
    pub(super) fn new(wakers: Wakers) -> Self {
        let projects = Projects::default();
        let watched = Arc::clone(&projects);
        let report = move |report: notify::Result<Event>| {
            let projects = watched.lock().unwrap_or_else(PoisonError::into_inner);
            for id in reported(&projects, &report) {
                wakers.notify(&Wake::Project(id.clone()));
            }
        };
        // A link leads out of the folder, and is not followed.
        let config = Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(report, config)
            .inspect_err(|error| {
                tracing::warn!(%error, "folders are only polled: the system reports no changes");
            })
            .ok();
        Self { watcher, projects, homes: HashMap::new() }
    }

    /// Has the folder of a project watched, where it is now.
    pub(super) fn follow(&mut self, id: &str, home: &Home) -> Watched {
        match self.homes.get(id) {
            Some((known, true)) if known == home => return Watched::Yes,
            Some((known, false)) if known == home => return Watched::No,
            _ => self.unwatch(id),
        }
        let watched = self.begin(id, home);
        let is_watched = watched.is_ok();
        self.homes.insert(id.to_owned(), (home.clone(), is_watched));
        let path = home.path.display();
        match watched {
            Ok(()) => {
                tracing::info!(project.id = id, %path, "the system reports changes of this folder");
                Watched::Begun
            }
            Err(reason) => {
                tracing::info!(project.id = id, %path, %reason, "this folder is only polled");
                Watched::No
            }
        }
    }

    fn begin(&mut self, id: &str, home: &Home) -> Result<(), String> {
        if home.is_remote {
            return Err("it may change on another machine, which is not reported".to_owned());
        }
        let Some(watcher) = &mut self.watcher else {
            return Err("the system reports no changes".to_owned());
        };
        watcher.watch(&home.path, RecursiveMode::Recursive).map_err(|error| {
            // Some of the folders in it may be watched.
            let _ = watcher.unwatch(&home.path);
            error.to_string()
        })?;
        // What is reported before this is found all the same: the folder is looked at once more.
        self.projects
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(home.path.clone(), id.to_owned());
        Ok(())
    }

    /// Watches the folder of a project no longer.
    pub(super) fn unwatch(&mut self, id: &str) {
        if let Some((home, true)) = self.homes.remove(id) {
            self.projects.lock().unwrap_or_else(PoisonError::into_inner).remove(&home.path);
            // It may be gone already.
            let _ = self.watcher.as_mut().map(|watcher| watcher.unwatch(&home.path));
        }
    }
}

/// The projects in whose folders something changed.
fn reported<'p>(
    projects: &'p BTreeMap<PathBuf, String>,
    report: &notify::Result<Event>,
) -> Vec<&'p String> {
    match report {
        Ok(event) if !event.need_rescan() => {
            let paths = event.paths.iter().filter(|path| concerns(&event.kind, path));
            let mut ids: Vec<&String> =
                paths.filter_map(|path| project_of(projects, path)).collect();
            ids.dedup();
            ids
        }
        // Something was missed.
        Ok(_) | Err(_) => projects.values().collect(),
    }
}

/// Whether something may follow from a change of a file: not from reading it, and not from what this
/// service does to the files that it leaves behind.
fn concerns(kind: &EventKind, path: &Path) -> bool {
    let is_change = match kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    let name = path.file_name().and_then(|name| name.to_str());
    is_change && name.is_none_or(|name| Leftover::at(name).is_none())
}

/// The project in whose folder a path lies.
fn project_of<'p>(projects: &'p BTreeMap<PathBuf, String>, path: &Path) -> Option<&'p String> {
    path.ancestors().find_map(|folder| projects.get(folder))
}

#[cfg(test)]
mod tests {
    use notify::event::{AccessKind, CreateKind, Flag, MetadataKind};

    use super::*;

    #[test]
    fn a_report_names_the_projects_in_whose_folders_something_changed() {
        let projects: BTreeMap<PathBuf, String> =
            [("/b/rain", "rain"), ("/b/rain-2", "second"), ("/b/sea/wide", "sea")]
                .map(|(path, id)| (PathBuf::from(path), id.to_owned()))
                .into();
        let all = ["rain", "second", "sea"];
        let made = EventKind::Create(CreateKind::Any);
        let table: [(EventKind, &str, &[&str]); 10] = [
            (made, "/b/rain/01-one.md", &["rain"]),
            (made, "/b/rain/part/01-one.md", &["rain"]),
            (made, "/b/rain", &["rain"]),
            (made, "/b/rain-2/01-one.md", &["second"]),
            (made, "/b/sea/wide/x", &["sea"]),
            (made, "/b/sea/01-one.md", &[]),
            (made, "/b/z", &[]),
            (made, "/b/rain/.scriptorium-01-one.md", &[]),
            (EventKind::Access(AccessKind::Read), "/b/rain/01-one.md", &[]),
            (EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)), "/b/rain/a.md", &[]),
        ];

        for (kind, path, wanted) in table {
            let event = Event::new(kind).add_path(PathBuf::from(path));
            assert_eq!(reported(&projects, &Ok(event)), wanted, "{path}");
        }
        let missed = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert_eq!(reported(&projects, &Ok(missed)), all);
        assert_eq!(reported(&projects, &Err(notify::Error::generic("full"))), all);
    }
}
