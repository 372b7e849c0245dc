//! Backups: made while everything goes on, read again before they count, and replaced when they are
//! old; and the database itself, looked over. The loop looks at what lies in the folder and remembers
//! nothing of it, so that a backup somebody made by hand counts, and one somebody took away does not.

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
    recount::{self, After},
};

use crate::{
    Studio,
    wakers::{Stop, Waker},
};

pub use make::{Made, make};

/// How often somebody looks whether a backup is due.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// How long nothing is tried after a backup failed, in milliseconds.
const RETRY_AFTER_MS: i64 = 600_000;

/// When backups are made, and where they lie.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How often, in hours; 0 is never.
    pub every_hours: i64,
    /// How many stay.
    pub keep: usize,
    /// The folder.
    pub folder: PathBuf,
}

/// What became of the latest backup and of the latest look at the database. Only this process knows:
/// one that starts anew tries anew.
#[derive(Debug, Default)]
pub struct Backups(Mutex<Latest>);

#[derive(Debug, Default)]
struct Latest {
    looked_over: Option<Time>,
    failed: Option<(Time, String)>,
}

impl Backups {
    /// Why the latest backup is not there, as a sentence for anybody; none when it is.
    pub fn failure(&self) -> Option<String> {
        let latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        latest.failed.as_ref().map(|(at, why)| format!("The backup failed at {}: {why}", at.iso()))
    }

    fn set(&self, change: impl FnOnce(&mut Latest)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn get<T>(&self, read: impl FnOnce(&Latest) -> T) -> T {
        read(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Looks until the service stops. What takes long then is left behind: an unfinished backup is none.
pub(crate) async fn run(studio: Studio, mut stop: Stop) {
    let nobody_wakes = Waker::default();
    let started = studio.clock.now();
    loop {
        let mut stopping = stop.clone();
        tokio::select! {
            () = stopping.stopped() => return,
            () = look(&studio, started) => {}
        }
        if !stop.or_woken(&nobody_wakes, LOOK_EVERY).await {
            return;
        }
    }
}

/// Looks the database over once a day, and makes a backup when one is due, for a studio that runs
/// since `started`.
pub async fn look(studio: &Studio, started: Time) {
    // One look is of one moment, however long the pages take.
    let now = studio.clock.now();
    look_over(studio, now).await;
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
    let outcome = blocking(move || {
        let found: Vec<Time> = list(&plan.folder)?.into_iter().map(|(at, _)| at).collect();
        if !is_due(&found, started, plan.every_hours, now) {
            return Ok(None);
        }
        let made = make(&database, &plan.folder, now)?;
        // Where damage was met meanwhile, an older backup may be the last good one.
        let removed = if database.is_damaged() { 0 } else { prune(&plan.folder, plan.keep)? };
        Ok(Some((made, removed)))
    })
    .await;
    match outcome {
        Ok(None) => {}
        Ok(Some((made, removed))) => {
            studio.backups.set(|latest| latest.failed = None);
            let path = made.path.display().to_string();
            tracing::info!(path, bytes = made.manifest.bytes(), removed, "a backup was made");
        }
        // Whoever is at one may be done before the next look.
        Err(Error::Conflict(reason)) => tracing::debug!(reason, "no backup was made"),
        Err(error) => {
            tracing::error!(error = %domain::ErrorChain(&error), "the backup failed");
            studio.backups.set(|latest| latest.failed = Some((now, sentence(&error))));
        }
    }
}

/// Looks over all of the database, unless that was done within a day. What is found makes the
/// memory itself say that it is damaged.
async fn look_over(studio: &Studio, now: Time) {
    let is_done = studio.backups.get(|latest| {
        latest.looked_over.is_some_and(|at| (0..DAY_MS).contains(&(now.millis() - at.millis())))
    });
    if is_done {
        return;
    }
    let database = studio.database.clone();
    match blocking(move || look_over_all(&database)).await {
        Ok(_) => studio.backups.set(|latest| latest.looked_over = Some(now)),
        // Closed, most likely; the next look tries again.
        Err(error) => tracing::warn!(
            error = %domain::ErrorChain(&error),
            "the database could not be looked over"
        ),
    }
}

/// Reads every page, and every text against its digest.
fn look_over_all(database: &Database) -> Result<()> {
    let flaws = database.flaws()?;
    if !flaws.is_empty() {
        return Ok(());
    }
    let (mut off, mut after) = (0, Some(After::default()));
    while let Some(from) = after {
        let read = database.read_blocking(move |tx| recount::changed(tx, &from));
        if let Err(error @ Error::Internal { .. }) = &read {
            database.note_damage(&sentence(error));
        }
        let (more, next) = read?;
        off += more;
        after = next;
    }
    if off > 0 {
        database.note_damage(&check::changed(off));
    }
    Ok(())
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|broke| Err(Error::internal("a long piece of work", broke)))
}

/// What went wrong, without paths and whatever else is for the log alone.
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

/// The backups in a folder, whole ones only, with the moments they were made at. A folder that is
/// not there holds none.
///
/// # Errors
/// When the folder cannot be read.
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

/// Removes what lies beyond the newest `keep`; how many.
fn prune(folder: &Path, keep: usize) -> Result<usize> {
    let superseded = superseded(list(folder)?, keep);
    for path in &superseded {
        files::remove(path)?;
    }
    Ok(superseded.len())
}
