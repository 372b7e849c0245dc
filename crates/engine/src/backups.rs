//! Backups: made while the service runs, verified, and removed when newer ones replace them; and the
//! daily check of the database. The worker reads the folder each time and keeps no list of its own, so
//! that a backup made by hand counts, and one that was removed does not.

pub mod check;
mod files;
pub mod make;
pub mod restore;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::{
    Error, Result, Time,
    backups::{MANIFEST, Manifest, is_due, is_name, superseded},
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

/// The results of the latest backup and of the latest check of the database, kept in memory: after a
/// restart both are done again.
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
}

impl Backups {
    /// Why the latest backup failed, as a sentence for anybody; none when it did not.
    pub fn failure(&self) -> Option<String> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.failed.as_ref().map(|(at, why)| format!("The backup failed at {}: {why}", at.iso()))
    }

    fn set(&self, change: impl FnOnce(&mut Latest)) {
        change(&mut self.latest.lock().unwrap_or_else(PoisonError::into_inner));
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
        if !stop.sleep(POLL_INTERVAL).await {
            return;
        }
    }
}

/// Checks the database once a day, and makes a backup when one is due, for a studio that runs since
/// `started`.
pub async fn run_due(studio: &Studio, started: Time) {
    let _step = studio.backups.step.lock().await;
    // One time for the whole step, however long it takes.
    let now = studio.clock.now();
    check_daily(studio, now).await;
    let rests = studio.backups.get(|latest| {
        latest.failed.as_ref().is_some_and(|(at, _)| {
            // A clock that was set back makes no rest longer.
            (0..RETRY_AFTER_MS).contains(&(now.millis() - at.millis()))
        })
    });
    let plan = studio.settings.backups.clone();
    if plan.every_hours == 0 || rests {
        return;
    }
    let database = studio.database.clone();
    let work = move || {
        let found: Vec<Time> = list(&plan.folder)?.into_iter().map(|(at, _)| at).collect();
        if !is_due(&found, started, plan.every_hours, now) {
            return Ok(None);
        }
        let made = make(&database, &plan.folder, now)?;
        // Where damage was met meanwhile, an older backup may be the last good one.
        let removed = if database.is_damaged() { 0 } else { prune(&plan.folder, plan.keep)? };
        Ok(Some((made, removed)))
    };
    match blocking::run("making a backup", work).await.flatten() {
        Ok(None) => {}
        Ok(Some((made, removed))) => {
            studio.backups.set(|latest| latest.failed = None);
            let path = made.path.display().to_string();
            tracing::info!(path, bytes = made.manifest.bytes(), removed, "a backup was made");
        }
        // The other process may be done before the next step.
        Err(Error::Conflict(reason)) => tracing::debug!(reason, "no backup was made"),
        Err(error) => {
            tracing::error!(error = %domain::ErrorChain(&error), "the backup failed");
            studio.backups.set(|latest| latest.failed = Some((now, sentence(&error))));
        }
    }
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
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(files::failed("reading", folder)(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(files::failed("reading", folder))?;
        if !entry.file_name().to_str().is_some_and(is_name) {
            continue;
        }
        // One whose manifest cannot be read is not taken for a backup, and not taken away either.
        let manifest = std::fs::read_to_string(entry.path().join(MANIFEST)).ok();
        if let Some(manifest) = manifest.and_then(|text| Manifest::read(&text).ok()) {
            found.push((manifest.made_at, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Removes all but the newest `keep`; how many.
fn prune(folder: &Path, keep: usize) -> Result<usize> {
    let superseded = superseded(list(folder)?, keep);
    for path in &superseded {
        files::remove(path)?;
    }
    Ok(superseded.len())
}
