//! A copy of a database that is in use, checked before it counts as a backup.
//!
//! SQLite itself makes the copy, page by page inside one read transaction, so it is one consistent state;
//! writes go on meanwhile. The pages are the same, so whatever the check finds in the copy is wrong with
//! the database: `VACUUM INTO` would write new indexes, and hide that the old ones are broken.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::connect::{DatabaseFile, private};
use super::integrity::{FileCheck, check_file};
use super::statement::{self, Stage};
use crate::error::Error;

const BACKING_UP: &str = "backing up the database";

/// How many copies of the same name a folder may hold.
const COPIES_MAX: u32 = 1_000;

/// Copies the database to a file that must not exist yet; what was found in the copy.
///
/// # Errors
/// [`Error::Full`] if there is no room; [`Error::Damaged`] if the copy is not sound; [`Error::Other`]
/// if the file exists or cannot be written.
pub(super) fn backup(file: &DatabaseFile, to: &Path) -> Result<FileCheck, Error> {
    // The name is reserved first and filled last: a file of that name that is not empty is complete.
    reserve(to).map_err(|error| Error::file(BACKING_UP, error))?;
    copy_into(file, to).inspect_err(|_| {
        // The reserved file is empty; if it cannot be removed, it still is no backup.
        let _ = fs::remove_file(to);
    })
}

/// Copies the database into a folder, under a name that is free, and says which.
pub(super) fn backup_into(
    file: &DatabaseFile,
    folder: &Path,
    stem: &str,
) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(|error| Error::file(BACKING_UP, error))?;
    for copy in 1..=COPIES_MAX {
        let name =
            if copy == 1 { format!("{stem}.sqlite3") } else { format!("{stem}.{copy}.sqlite3") };
        let to = folder.join(name);
        match reserve(&to) {
            Ok(()) => {
                copy_into(file, &to).inspect_err(|_| {
                    let _ = fs::remove_file(&to);
                })?;
                return Ok(to);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::file(BACKING_UP, error)),
        }
    }
    Err(Error::other(BACKING_UP, format!("{} holds too many of them", folder.display())))
}

fn reserve(path: &Path) -> std::io::Result<()> {
    private(OpenOptions::new().write(true).create_new(true)).open(path).map(|_| ())
}

fn copy_into(file: &DatabaseFile, to: &Path) -> Result<FileCheck, Error> {
    let mut unfinished = to.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let copied = copy(file, &unfinished).and_then(|check| {
        fs::rename(&unfinished, to).map_err(|error| Error::file(BACKING_UP, error))?;
        sync_folder(to)?;
        Ok(check)
    });
    if copied.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    copied
}

fn copy(file: &DatabaseFile, to: &Path) -> Result<FileCheck, Error> {
    // A program that was killed may have left one; nobody else uses it, since the name is reserved.
    match fs::remove_file(to) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(Error::file(BACKING_UP, error));
        }
        _ => {}
    }
    // SQLite takes an empty file for a new one, with the rights it has.
    reserve(to).map_err(|error| Error::file(BACKING_UP, error))?;
    let patience = Duration::from_millis(file.options.busy_timeout_ms.into());
    copy_pages(&file.plain(patience)?, to).map_err(backing_up)?;
    let check = check_file(to)?;
    if let Some(flaw) = check.flaws.first() {
        file.damage.note(flaw);
        return Err(Error::damaged(BACKING_UP, flaw));
    }
    // SQLite flushes the pages, and not what came after them.
    File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| Error::file(BACKING_UP, error))?;
    Ok(check)
}

/// Copies all pages in one step, which is one read transaction.
fn copy_pages(from: &Connection, to: &Path) -> rusqlite::Result<()> {
    let mut copy = Connection::open(to)?;
    match Backup::new(from, &mut copy)?.step(-1)? {
        StepResult::Done => {}
        _ => {
            let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, None));
        }
    }
    // The original keeps a log beside it. The copy is one file.
    copy.query_row("PRAGMA journal_mode = DELETE", (), |_| Ok(()))?;
    copy.close().map_err(|(_, error)| error)
}

/// Flushes the folder, so that the new name survives a power failure.
fn sync_folder(path: &Path) -> Result<(), Error> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| Error::file(BACKING_UP, error))?;
    }
    Ok(())
}

fn backing_up(error: rusqlite::Error) -> Error {
    statement::fault(&error, "", Stage::Prepare).into_error(BACKING_UP)
}
