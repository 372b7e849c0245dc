//! Checks the database: whether its file is sound, whether every row can be read, and whether stored
//! counters and derived columns agree with the rows.

use std::path::{Path, PathBuf};

use domain::Time;
use store::{
    Database, backups,
    consistency::{self, Mismatch, Remedy},
};

use super::{DoctorError, Findings};
use crate::settings::Settings;

const PART: &str = "database";

/// How far a clock may lie behind what was written, in milliseconds.
const CLOCK_BEHIND_MS_MAX: i64 = 60_000;

const REBUILD: &str = "stop the service and type `scriptorium doctor --rebuild`";

/// Looks at the database; `last_good` is the newest backup that is sound.
pub(super) fn check(
    settings: &Settings,
    storage: &store::Settings,
    now: Time,
    last_good: Option<PathBuf>,
    findings: &mut Findings,
) -> Result<(), DoctorError> {
    let restore = restore(last_good);
    let file = match storage {
        store::Settings::Sqlite { file, .. } => match check_file(file, &restore, findings) {
            Some(state) => state,
            None => return Ok(()),
        },
        store::Settings::Postgres { .. } => FileState { is_sound: true, was_unflushed: false },
    };
    let database = match Database::open_existing(storage) {
        Ok(database) => database,
        Err(domain::Error::Rejected(what)) => {
            findings.error(PART, what, "type `scriptorium migrate`");
            return Ok(());
        }
        // Reported already, page by page.
        Err(_) if !file.is_sound => return Ok(()),
        Err(error) => return Err(DoctorError::Start(error.into())),
    };
    add_damage(&database, file.was_unflushed, &restore, findings);
    let rows = read_rows(&database, now);
    database.close();
    match rows {
        Ok(rows) => {
            let before = findings.count();
            add_rows(&rows, &restore, findings);
            if file.is_sound && findings.count() == before {
                let pages =
                    if settings.database.url.postgres().is_none() { "every page and " } else { "" };
                let RowsRead { tables, rows, .. } = rows;
                let what = format!(
                    "{pages}every row read: {rows} rows in {tables} tables, all totals right"
                );
                findings.passed(PART, what);
            }
        }
        Err(error) if is_unavailable(&error) => return Err(DoctorError::Start(error.into())),
        Err(error) => {
            let what = format!("it cannot be read through: {}", domain::ErrorChain(&error));
            findings.error(PART, what, restore);
        }
    }
    Ok(())
}

/// What was found about a SQLite file before it was opened.
struct FileState {
    is_sound: bool,
    /// Whether the log could not be copied into the database file.
    was_unflushed: bool,
}

/// Checks a SQLite file that is not open; none where there is no database in it.
fn check_file(file: &Path, restore: &str, findings: &mut Findings) -> Option<FileState> {
    if !file.is_file() {
        findings.error(PART, format!("there is no {}", file.display()), restore);
        return None;
    }
    if file.metadata().is_ok_and(|file| file.len() == 0) {
        let what = format!("{} is empty: nothing of the studio is in it", file.display());
        findings.error(PART, what, restore);
        return None;
    }
    let was_unflushed = store::is_unflushed(file);
    Some(FileState { is_sound: file_is_sound(file, restore, findings), was_unflushed })
}

/// Adds what opening the database has shown.
fn add_damage(database: &Database, was_unflushed: bool, restore: &str, findings: &mut Findings) {
    if database.is_damaged() {
        let what = "the file was changed while it was closed, and not by Scriptorium; the log says \
                    where";
        findings.error(PART, what, restore);
    }
    if database.is_unflushed() {
        let what = "the log could not be copied into the file; the log has every change, and grows";
        let remedy = "check the disk; the service copies the log as soon as it can";
        findings.warning(PART, what, remedy);
    } else if was_unflushed {
        let what = "the log could not be copied into the file before; it was copied now";
        findings.note(PART, what, "nothing is lost; check the disk");
    }
}

fn is_unavailable(error: &domain::Error) -> bool {
    matches!(error, domain::Error::Unavailable(_))
}

/// The remedy where something is lost.
fn restore(last_good: Option<PathBuf>) -> String {
    match last_good {
        Some(backup) => {
            let backup = backup.display();
            format!("stop the service and type `scriptorium restore {backup} --data NEW-FOLDER`")
        }
        None => {
            "there is no sound backup: copy the data folder away before anything else, and ask \
                 for help"
                .to_owned()
        }
    }
}

/// Whether SQLite finds nothing wrong with the file.
fn file_is_sound(file: &Path, restore: &str, findings: &mut Findings) -> bool {
    let flaws = match backups::check_file(file) {
        Ok(found) => found.flaws,
        Err(error) => vec![domain::ErrorChain(&error).to_string()],
    };
    for flaw in &flaws {
        // What is wrong with an index alone can be made anew from its table.
        let is_index = flaw.contains("missing from index")
            || flaw.contains("wrong # of entries in index")
            || flaw.contains("non-unique entry in index");
        let remedy = if is_index { REBUILD } else { restore };
        findings.error(PART, format!("the file is damaged: {flaw}"), remedy);
    }
    flaws.is_empty()
}

/// What reading every row has found.
struct RowsRead {
    tables: usize,
    rows: i64,
    mismatches: Vec<Mismatch>,
    /// How far the latest row lies in the future, in milliseconds.
    ahead_ms: i64,
}

fn read_rows(database: &Database, now: Time) -> domain::Result<RowsRead> {
    let connection = database.without_time_limit()?;
    let read = connection.read_blocking(move |tx| {
        let tables = backups::tables(tx)?;
        let mut rows = 0;
        for table in &tables {
            rows += backups::read_all(tx, table)?;
        }
        let latest = consistency::latest(tx)?.unwrap_or(now);
        Ok(RowsRead {
            tables: tables.len(),
            rows,
            mismatches: consistency::check(tx)?,
            ahead_ms: latest.millis() - now.millis(),
        })
    });
    connection.close();
    read
}

fn add_rows(rows: &RowsRead, restore: &str, findings: &mut Findings) {
    for Mismatch { what, remedy } in &rows.mismatches {
        match remedy {
            Remedy::Rebuild => findings.error(PART, what, REBUILD),
            Remedy::Restore => findings.error(PART, what, restore),
            Remedy::Serve => {
                findings.note(PART, what, "they are finished, or given up, while the service runs");
            }
        }
    }
    if rows.ahead_ms > CLOCK_BEHIND_MS_MAX {
        findings.warning(
            "clock",
            format!("it shows a time {} minutes before the latest row", rows.ahead_ms / 60_000),
            "set the clock of this machine",
        );
    }
}
