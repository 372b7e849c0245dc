//! One round for the folder of a project: looks at both, and works through the passes of [`super::plan`] until
//! both are in step or something has to wait. The process may be killed at any line: what is half done is
//! found by the next round.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::{
    Error, Principal, Result,
    folders::{ENDINGS, Flaw, FolderState},
    ids,
};
use store::{
    documents,
    folders::{self, Folder},
    projects,
};

use super::{
    changes::{self, Keeper},
    claims::{claim, save},
    disk::{Disk, Home},
    moves::Move,
    plan::{self, Pass, Rest},
    scan::{self, Found, Looks},
    tree::Snapshot,
};
use crate::{Change, Studio, blocking};

/// Passes of one round; what is left then is done by the next.
const PASSES_MAX: usize = 40;

/// Problems that are stored of one folder.
const FLAWS_MAX: usize = 100;

/// A look at a folder.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// How it ended.
    pub(super) outcome: Outcome,
    /// Where the folder is; none where there is none that is followed.
    pub(super) home: Option<Home>,
}

/// How a round ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing is left to do.
    #[default]
    Done,
    /// Something has not rested, or more passes are needed.
    Again,
    /// A file that was replaced is removed when it has rested.
    Later,
}

/// A round.
pub(super) struct Round<'s> {
    pub(super) studio: &'s Studio,
    principal: Principal,
    keeper: Keeper,
    disk: Arc<Disk>,
    looks: Arc<Mutex<Looks>>,
    pub(super) settle: Duration,
    /// What was found last.
    found: Found,
    /// What cannot be taken, or changed.
    flaws: Vec<Flaw>,
    /// Whether something was changed by others meanwhile.
    pub(super) has_failed: bool,
}

/// Brings a project and its folder in step, as far as files have rested.
pub(super) async fn round(
    studio: &Studio,
    (project_id, owner): (&str, &str),
    looks: &Arc<Mutex<Looks>>,
) -> Result<Looked> {
    let Some(root) = studio.settings.folders.root.clone() else { return Ok(Looked::default()) };
    let principal = Principal::of_account(owner);
    let keeper = Keeper { project_id: project_id.to_owned(), node: studio.node.clone() };
    let Some((mut folder, found)) = claim(studio, &principal, &keeper, &root).await? else {
        return Ok(Looked::default());
    };
    let directory = match found {
        Ok(directory) => directory,
        Err(reason) => {
            folder.state = FolderState::Refused;
            folder.reason = Some(reason);
            folder.directory = String::new();
            save(studio, &principal, &keeper, folder).await?;
            return Ok(Looked::default());
        }
    };
    let (opened_root, path) = (root.clone(), directory.clone());
    let open = move || {
        let disk = Disk::open(&opened_root, &path).and_then(check)?;
        let home = disk.home()?;
        Ok::<_, io::Error>((Arc::new(disk), home))
    };
    let (disk, home) = match blocking::run("opening a folder", open).await? {
        Ok(opened) => opened,
        Err(error) => {
            folder.state = FolderState::Refused;
            folder.reason = Some(format!(
                "The folder {} cannot be used: {error}",
                root.join(&directory).display()
            ));
            folder.directory = directory;
            save(studio, &principal, &keeper, folder).await?;
            return Ok(Looked::default());
        }
    };
    let mut round = Round {
        studio,
        principal,
        keeper,
        disk,
        looks: Arc::clone(looks),
        settle: Duration::from_millis(studio.settings.folders.settle_ms),
        found: Found::default(),
        flaws: Vec::new(),
        has_failed: false,
    };
    if !round.mark(&mut folder, directory).await? {
        return Ok(Looked::default());
    }
    let outcome = round.run(folder).await?;
    Ok(Looked { outcome, home: Some(home) })
}

/// That a folder is nobody else's.
fn check(disk: Disk) -> io::Result<Disk> {
    if disk.has(domain::exports::MANIFEST) {
        return Err(io::Error::other(
            "it is the export of a whole project; import that, and name another folder",
        ));
    }
    Ok(disk)
}

/// Passes a line at which a test may kill the process.
fn pass() {
    #[cfg(debug_assertions)]
    crate::failpoint::FOLDERS.pass();
}

impl Round<'_> {
    /// The digest of the text that was found at a path.
    pub(super) fn digest_at(&self, path: &str) -> Option<String> {
        self.found.files.get(path).and_then(|file| file.digest.clone())
    }

    /// The ending of the file that was found at a path.
    pub(super) fn ending_at(&self, path: &str) -> String {
        let found = self.found.files.get(path).map(|file| file.ending.clone());
        found.unwrap_or_else(|| ENDINGS[0].to_owned())
    }

    fn knows_bytes(&self, digest: &str) -> bool {
        let looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        looks.bytes_of(Some(digest)) > 0
    }

    /// A text is so long.
    pub(super) fn set_bytes(&self, digest: &str, bytes: usize) {
        self.looks.lock().unwrap_or_else(PoisonError::into_inner).set_bytes(digest, bytes);
    }

    /// The mark that the folder has now; empty where it has none.
    async fn mark_now(&self) -> Result<String> {
        let disk = Arc::clone(&self.disk);
        blocking::run("reading the mark of a folder", move || disk.mark())
            .await?
            .map(Option::unwrap_or_default)
            .map_err(|error| Error::internal("reading the mark of a folder", error))
    }

    /// Checks that the folder is the one that was in step, or begins anew with it: then nothing that is not
    /// in it is taken for deleted. False when it is another project's.
    async fn mark(&self, folder: &mut Folder, directory: String) -> Result<bool> {
        let found = self.mark_now().await?;
        let own = format!("{} ", self.keeper.project_id);
        if folder.directory == directory && !folder.mark.is_empty() && found == folder.mark {
            return Ok(true);
        }
        folder.directory = directory;
        if !found.is_empty() && !found.starts_with(&own) {
            let id = found.split(' ').next().unwrap_or("").to_owned();
            let is_there =
                self.studio.database.read(move |tx| folders::owner(tx, &id)).await?.is_some();
            if is_there {
                folder.state = FolderState::Refused;
                folder.reason = Some(format!(
                    "The folder {} belongs to another project: name another in documentsDirectory",
                    folder.directory
                ));
                folder.directory = String::new();
                save(self.studio, &self.principal, &self.keeper, folder.clone()).await?;
                return Ok(false);
            }
        }
        folder.mark = format!("{own}{}", ids::new(self.studio.clock.now()));
        folder.state = FolderState::Waiting;
        folder.reason = None;
        folder.synced_at = None;
        *self.looks.lock().unwrap_or_else(PoisonError::into_inner) = Looks::default();
        let (keeper, stored) = (self.keeper.clone(), folder.clone());
        let begin = move |change: &mut Change<'_, '_>| {
            let project = keeper.lock(change)?;
            folders::clear(change.tx, &project)?;
            folders::save(change.tx, &project, &stored)
        };
        self.studio.change(&self.principal, begin).await?;
        // Only now: a folder with this mark is one whose entries were cleared.
        let (disk, mark) = (Arc::clone(&self.disk), folder.mark.clone());
        blocking::run("marking a folder", move || disk.set_mark(&mark))
            .await?
            .map_err(|error| Error::internal("marking a folder", error))?;
        Ok(true)
    }

    /// Works through passes until nothing is left to do.
    async fn run(&mut self, mut folder: Folder) -> Result<Outcome> {
        let (mut waits, mut is_done, mut conflicts, mut scanned) = (false, false, Vec::new(), true);
        for _ in 0..PASSES_MAX {
            waits = false;
            self.flaws.clear();
            // Of one moment: what is missing must not seem to rest longer than what is new.
            let now = Instant::now();
            let found = match self.look(now).await? {
                Ok(found) => found,
                Err(error) => {
                    let reason = format!("nothing was changed, because it cannot be read: {error}");
                    self.flaws.push(Flaw { path: String::new(), reason });
                    scanned = false;
                    break;
                }
            };
            self.flaws.extend(found.flaws.iter().cloned());
            conflicts.clone_from(&found.conflicts);
            if self.recover(&found).await? {
                continue;
            }
            // Another folder may be in its place by now, or none: nothing in it was deleted then.
            if self.mark_now().await? != folder.mark {
                return Ok(Outcome::Again);
            }
            let snapshot = self.snapshot().await?;
            self.learn_lengths(&snapshot, &found).await?;
            self.has_failed = false;
            let pass = {
                let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
                let rest = Rest { now, settle: self.settle };
                plan::next(&snapshot, &found, &mut looks, rest, &mut waits)
            };
            self.found = found;
            let flaws_before = self.flaws.len();
            let changed = match pass {
                Pass::Moves(moves) => self.follow(moves).await?,
                Pass::Take(tasks) => self.take(tasks).await?,
                Pass::Rename(renames) => self.rename(renames).await?,
                Pass::Write(tasks) => self.write(tasks).await?,
                Pass::Done => {
                    is_done = true;
                    break;
                }
            };
            if !changed {
                // What is left cannot be done now, and is named; or it is looked at again.
                is_done = self.flaws.len() > flaws_before && !self.has_failed;
                break;
            }
        }
        self.flaws.truncate(FLAWS_MAX);
        if scanned {
            folder.conflicts = conflicts;
        }
        folder.problems = std::mem::take(&mut self.flaws);
        let is_in_step = scanned && is_done && !waits && folder.problems.is_empty();
        folder.state = if is_in_step { FolderState::InStep } else { FolderState::Behind };
        folder.reason = folder.problems.first().map(|flaw| {
            format!(
                "{}: {}",
                if flaw.path.is_empty() { "The folder" } else { &flaw.path },
                flaw.reason
            )
        });
        folder.synced_at = Some(self.studio.clock.now());
        save(self.studio, &self.principal, &self.keeper, folder).await?;
        Ok(if waits || (scanned && !is_done) {
            Outcome::Again
        } else if !self.found.leftovers.is_empty() {
            Outcome::Later
        } else {
            Outcome::Done
        })
    }

    /// Has documents follow files that were moved.
    async fn follow(&mut self, moves: Vec<Move>) -> Result<bool> {
        let mut changed = false;
        for moved in moves {
            let path = moved.path.clone();
            let command = move |change: &mut Change<'_, '_>, keeper: &Keeper| {
                let project = keeper.lock(change)?;
                changes::follow(change, &project, &moved)
            };
            changed |= self.change(&path, command).await?;
        }
        Ok(changed)
    }

    async fn look(&self, now: Instant) -> Result<io::Result<Found>> {
        let (disk, looks) = (Arc::clone(&self.disk), Arc::clone(&self.looks));
        blocking::run("reading a folder", move || {
            let mut looks = looks.lock().unwrap_or_else(PoisonError::into_inner);
            scan::scan(&disk, &mut looks, now)
        })
        .await
    }

    pub(super) async fn snapshot(&self) -> Result<Snapshot> {
        let (principal, id) = (self.principal.clone(), self.keeper.project_id.clone());
        let read = move |tx: &mut store::Tx<'_>| {
            let project = projects::check(tx, &principal, &id)?;
            let entries = folders::entries(tx, &project)?;
            Ok(Snapshot {
                documents: folders::documents(tx, &project)?,
                entries: entries.into_iter().map(|it| (it.document_id.clone(), it)).collect(),
            })
        };
        self.studio.database.scan(read).await
    }

    /// Reads how long the texts were of which the files have changed, after a start.
    async fn learn_lengths(&self, snapshot: &Snapshot, found: &Found) -> Result<()> {
        for entry in snapshot.entries.values() {
            let Some(digest) = entry.digest.clone() else { continue };
            let file = found.files.get(&entry.path).and_then(|file| file.digest.as_ref());
            if file.is_none_or(|file| *file == digest) || self.knows_bytes(&digest) {
                continue;
            }
            if let Some(text) = self.text_of(&entry.document_id).await? {
                self.set_bytes(&digest, text.len());
            }
        }
        Ok(())
    }

    /// The text of a document that is not in the trash.
    pub(super) async fn text_of(&self, id: &str) -> Result<Option<String>> {
        let (principal, project_id) = (self.principal.clone(), self.keeper.project_id.clone());
        let id = id.to_owned();
        let read = move |tx: &mut store::Tx<'_>| {
            let project = projects::check(tx, &principal, &project_id)?;
            match documents::content(tx, &project, &id) {
                Ok(text) => Ok(Some(text)),
                Err(Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(error),
            }
        };
        self.studio.database.read(read).await
    }

    /// Runs a command; whether it changed something. What does not allow it is a problem of the file, and
    /// what was changed in between is looked at again.
    pub(super) async fn change(
        &mut self,
        path: &str,
        command: impl Fn(&mut Change<'_, '_>, &Keeper) -> Result<()> + Send + 'static,
    ) -> Result<bool> {
        pass();
        let keeper = self.keeper.clone();
        let run = move |change: &mut Change<'_, '_>| command(change, &keeper);
        let ran = self.studio.change(&self.principal, run).await;
        pass();
        match ran {
            Ok(()) => Ok(true),
            Err(Error::Stale { .. } | Error::NotFound { .. }) => {
                self.has_failed = true;
                Ok(false)
            }
            Err(Error::Conflict(reason) | Error::Rejected(reason)) => {
                self.flaws.push(Flaw { path: path.to_owned(), reason });
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Does something to a file; what it answers, or nothing when the system refuses.
    pub(super) async fn on_disk<T: Send + 'static>(
        &mut self,
        path: &str,
        work: impl FnOnce(&Disk) -> io::Result<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let disk = Arc::clone(&self.disk);
        pass();
        let done = blocking::run("working on a folder", move || work(&disk)).await?;
        pass();
        Ok(match done {
            Ok(done) => Some(done),
            Err(error) => {
                let reason = format!("the system refuses: {error}");
                self.flaws.push(Flaw { path: path.to_owned(), reason });
                None
            }
        })
    }
}
