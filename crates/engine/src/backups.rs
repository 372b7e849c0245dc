//! Backups: made while the service runs, verified, and removed when newer ones replace them; and the
//! daily check of the database. The worker reads the folder each time and keeps no list of its own, so
//! that a backup made by hand counts, and one that was removed does not.

pub mod check;
mod files;
pub mod make;
pub mod restore;

use std::{
    cmp::Reverse,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::{
    Error, Principal, Result, Time,
    backups::{
        BackupItem, BackupList, LISTED_MAX, MANIFEST, Manifest, is_due, is_name, superseded,
    },
    time::DAY_MS,
};

use store::{
    Database,
    consistency::{self, TextCursor},
};

use crate::{Studio, blocking, wakers::Stop};

pub use make::{Made, make};

/// How often the worker checks whether a backup is due.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// The delay after a backup that failed, in milliseconds.
const RETRY_AFTER_MS: i64 = 600_000;

/// Why no backup is made of a damaged database.
const DAMAGED: &str =
    "The database is damaged, so no backup is made of it: `scriptorium doctor` says more";

/// When backups are made, and where they are stored.
#[derive(Debug, Clone)]
pub struct BackupSchedule {
    /// How often, in hours; 0 is never.
    pub every_hours: i64,
    /// How many are kept.
    pub keep: usize,
    /// The folder.
    pub folder: PathBuf,
}

/// The results of the latest backup and of the latest check of the database, and whether somebody asked
/// for a backup, kept in memory: after a restart the first two are done again, and the last is forgotten.
#[derive(Debug, Default)]
pub struct Backups {
    latest: Mutex<Latest>,
    /// Held by a step of [`run_due`], so that two that meet do not report on each other's backup.
    step: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Latest {
    checked_at: Option<Time>,
    failed: Option<(Time, String)>,
    /// Somebody asked for a backup, and it has not ended yet.
    is_asked: bool,
    /// One is being made.
    is_running: bool,
}

impl Backups {
    /// Why the latest backup failed, as a sentence for anybody; none when it did not.
    pub fn failure(&self) -> Option<String> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.failed.as_ref().map(|(at, why)| format!("The backup failed at {}: {why}", at.iso()))
    }

    /// What `change` returns, which no other change interrupts.
    fn set<T>(&self, change: impl FnOnce(&mut Latest) -> T) -> T {
        change(&mut self.latest.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn get<T>(&self, read: impl FnOnce(&Latest) -> T) -> T {
        read(&self.latest.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Runs until the service stops, and then does not wait for an unfinished backup.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let started = studio.clock.now();
    loop {
        let mut stopping = stop.clone();
        tokio::select! {
            () = stopping.stopped() => return,
            () = run_due(&studio, started) => {}
        }
        if !stop.wait(&studio.wakers.backups, POLL_INTERVAL).await {
            return;
        }
    }
}

/// Has the worker make a backup now, whether or not one is due, and returns the list as it is meanwhile. It
/// is over when [`view`] no longer says that one is running. While another process makes one in the same
/// folder, it waits for its turn.
///
/// # Errors
/// Conflict while this server makes one, and when the database is damaged; unavailable before start-up is
/// done; internal when the folder cannot be read. Then nothing was begun.
pub async fn ask(studio: &Studio, principal: &Principal) -> Result<BackupList> {
    studio.check_ready()?;
    if studio.database.is_damaged() {
        return Err(Error::Conflict(DAMAGED.to_owned()));
    }
    let list = view(studio).await?;
    studio.backups.set(|latest| {
        if latest.is_asked || latest.is_running {
            return Err(Error::Conflict("A backup is already being made".to_owned()));
        }
        latest.is_asked = true;
        Ok(())
    })?;
    tracing::info!(user = principal.user, "a backup was asked for");
    studio.wakers.backups.notify();
    Ok(BackupList { is_running: true, ..list })
}

/// The newest backups, and whether one is being made.
///
/// # Errors
/// Internal when the folder cannot be read.
pub async fn view(studio: &Studio) -> Result<BackupList> {
    // Asked first: a backup that ends meanwhile is in the list, or still said to be running.
    let is_running = studio.backups.get(|latest| latest.is_asked || latest.is_running);
    let plan = studio.settings.backups.clone();
    let folder = plan.folder.clone();
    let backups = blocking::run("listing backups", move || newest(&folder)).await.flatten()?;
    let failure = studio.backups.failure();
    Ok(BackupList { backups, is_running, failure, every_hours: plan.every_hours, keep: plan.keep })
}

/// Checks the database once a day, and makes a backup when one is due, for a studio that runs since
/// `started`.
pub async fn run_due(studio: &Studio, started: Time) {
    let _step = studio.backups.step.lock().await;
    // One time for the whole step, however long it takes.
    let now = studio.clock.now();
    check_daily(studio, now).await;
    let (is_asked, rests) = studio.backups.get(|latest| {
        let rests = latest.failed.as_ref().is_some_and(|(at, _)| {
            // A clock that was set back makes no rest longer.
            (0..RETRY_AFTER_MS).contains(&(now.millis() - at.millis()))
        });
        (latest.is_asked, rests)
    });
    if !is_asked && (studio.settings.backups.every_hours == 0 || rests) {
        return;
    }
    let maker = studio.clone();
    let work = move || make_due(&maker, started, is_asked, now);
    let made = blocking::run("making a backup", work).await.flatten();
    studio.backups.set(|latest| {
        latest.is_running = false;
        // One that another process is in the way of is made at one of the next steps.
        latest.is_asked &= matches!(made, Err(Error::Conflict(_))) || !is_asked;
        match &made {
            Ok(Some(_)) => latest.failed = None,
            Ok(None) | Err(Error::Conflict(_)) => {}
            Err(error) => latest.failed = Some((now, sentence(error))),
        }
    });
    match made {
        Ok(None) => {}
        Ok(Some((made, removed))) => {
            let path = made.path.display().to_string();
            tracing::info!(path, bytes = made.manifest.bytes(), removed, "a backup was made");
        }
        // The other process may be done before the next step.
        Err(Error::Conflict(reason)) => tracing::debug!(reason, "no backup was made"),
        Err(error) => tracing::error!(error = %domain::ErrorChain(&error), "the backup failed"),
    }
}

/// Makes a backup if it was asked for or is due, and removes those that it replaces; how many. Blocks.
fn make_due(
    studio: &Studio,
    started: Time,
    is_asked: bool,
    now: Time,
) -> Result<Option<(Made, usize)>> {
    let plan = &studio.settings.backups;
    if !is_asked {
        let found: Vec<Time> = list(&plan.folder)?.into_iter().map(|(at, _)| at).collect();
        if !is_due(&found, started, plan.every_hours, now) {
            return Ok(None);
        }
    }
    studio.backups.set(|latest| latest.is_running = true);
    let made = make(&studio.database, &plan.folder, now)?;
    // Where damage was met meanwhile, an older backup may be the last good one.
    let is_damaged = studio.database.is_damaged();
    let removed = if is_damaged { 0 } else { prune(&plan.folder, plan.keep)? };
    Ok(Some((made, removed)))
}

/// Checks the whole database, unless that was done within a day. Damage that is found is noted in the
/// database handle.
async fn check_daily(studio: &Studio, now: Time) {
    let is_done = studio.backups.get(|latest| {
        latest.checked_at.is_some_and(|at| (0..DAY_MS).contains(&(now.millis() - at.millis())))
    });
    if is_done {
        return;
    }
    let database = studio.database.clone();
    match blocking::run("checking the database", move || check_all(&database)).await.flatten() {
        Ok(_) => studio.backups.set(|latest| latest.checked_at = Some(now)),
        // Closed, most likely; the next step tries again.
        Err(error) => tracing::warn!(
            error = %domain::ErrorChain(&error),
            "the database could not be checked"
        ),
    }
}

/// Reads every page, and every text against its digest.
fn check_all(database: &Database) -> Result<()> {
    let flaws = database.check_integrity()?;
    if !flaws.is_empty() {
        return Ok(());
    }
    let (mut changed, mut after) = (0, Some(TextCursor::default()));
    while let Some(from) = after {
        let read = database.read_blocking(move |tx| consistency::changed(tx, &from));
        if let Err(error @ Error::Internal { .. }) = &read {
            database.note_damage(&sentence(error));
        }
        let (more, next) = read?;
        changed += more;
        after = next;
    }
    if changed > 0 {
        database.note_damage(&check::changed(changed));
    }
    Ok(())
}

/// What went wrong, without paths and other details that only the log may have.
fn sentence(error: &Error) -> String {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if let Some(io) = cause.downcast_ref::<std::io::Error>() {
            return format!("{error} ({})", io.kind());
        }
        source = cause.source();
    }
    error.to_string()
}

/// The complete backups in a folder, with the times at which they were made; none where there is no
/// folder.
pub fn list(folder: &Path) -> Result<Vec<(Time, PathBuf)>> {
    let paths = names(folder)?.into_iter().map(|name| folder.join(name));
    let made = paths.filter_map(|path| Some((manifest(&path)?.made_at, path)));
    let mut found: Vec<(Time, PathBuf)> = made.collect();
    found.sort();
    Ok(found)
}

/// The names in a folder that are those of backups; none where there is no folder.
fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(files::failed("reading", folder)(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(files::failed("reading", folder))?;
        found.extend(entry.file_name().into_string().ok().filter(|name| is_name(name)));
    }
    Ok(found)
}

/// The manifest of a backup. One whose manifest cannot be read is not taken for a backup, and not taken
/// away either.
fn manifest(path: &Path) -> Option<Manifest> {
    let text = std::fs::read_to_string(path.join(MANIFEST)).ok()?;
    Manifest::read(&text).ok()
}

/// The newest complete backups, newest first; none where there is no folder. At most [`LISTED_MAX`],
/// not counting those whose manifest cannot be read. Blocks.
fn newest(folder: &Path) -> Result<Vec<BackupItem>> {
    let mut names = names(folder)?;
    // A name begins with its second.
    names.sort_unstable_by(|one, other| other.cmp(one));
    let items = names.into_iter().filter_map(|name| {
        let path = folder.join(&name);
        let manifest = manifest(&path)?;
        let is_there = |file: &domain::backups::File| {
            std::fs::metadata(path.join(&file.name)).is_ok_and(|found| found.len() == file.bytes)
        };
        Some(BackupItem {
            made_at: manifest.made_at,
            bytes: manifest.bytes(),
            kind: manifest.kind,
            is_complete: manifest.files.iter().all(is_there),
            name,
        })
    });
    let mut items: Vec<BackupItem> = items.take(LISTED_MAX).collect();
    items.sort_by_key(|item| Reverse(item.made_at));
    Ok(items)
}

/// Removes all but the newest `keep`; how many.
fn prune(folder: &Path, keep: usize) -> Result<usize> {
    let superseded = superseded(list(folder)?, keep);
    for path in &superseded {
        files::remove(path)?;
    }
    Ok(superseded.len())
}
