//! The database: whether its file is sound, whether every row can be read, and whether what is kept
//! is what counting finds.

use std::path::PathBuf;

use domain::Time;
use store::{
    Database, backups,
    recount::{self, Off, Remedy},
};

use super::{DoctorError, Findings};
use crate::settings::Settings;

const PART: &str = "database";

/// How far a clock may lie behind what was written, in milliseconds.
const CLOCK_BEHIND_MS_MAX: i64 = 60_000;

const COUNT_ANEW: &str = "stop the service and type `scriptorium doctor --rebuild`";

/// Looks at the database; `last_good` is the newest backup that is sound.
pub(super) fn look(
    settings: &Settings,
    storage: &store::Settings,
    now: Time,
    last_good: Option<PathBuf>,
    findings: &mut Findings,
) -> Result<(), DoctorError> {
    let restore = restore(last_good);
    let mut was_unflushed = false;
    let is_sound = match storage {
        store::Settings::Sqlite { file, .. } => {
            if !file.is_file() {
                let what = format!("there is no {}", file.display());
                findings.error(PART, what, restore);
                return Ok(());
            }
            if file.metadata().is_ok_and(|file| file.len() == 0) {
                let what = format!("{} is empty: nothing of the studio is in it", file.display());
                findings.error(PART, what, restore);
                return Ok(());
            }
            was_unflushed = store::is_unflushed(file);
            file_is_sound(file, &restore, findings)
        }
        store::Settings::Postgres { .. } => true,
    };
    let opened = Database::open_existing(storage);
    let database = match opened {
        Ok(database) => database,
        Err(domain::Error::Rejected(what)) => {
            findings.error(PART, what, "type `scriptorium migrate`");
            return Ok(());
        }
        // Told already, page by page.
        Err(_) if !is_sound => return Ok(()),
        Err(error) => return Err(DoctorError::Start(error.into())),
    };
    if database.is_damaged() {
        let what = "the file was changed while it was closed, and not by Scriptorium; the log says \
                    where";
        findings.error(PART, what.to_owned(), restore.clone());
    }
    if database.is_unflushed() {
        let what = "the disk has failed to keep the file; its log has everything, and grows";
        let remedy =
            "look after the disk; the service copies the log anew as soon as that succeeds";
        findings.warning(PART, what, remedy);
    } else if was_unflushed {
        let what = "the disk had failed to keep the file; its log was copied anew just now";
        findings.note(PART, what, "nothing is lost; look after the disk");
    }
    let looked = rows(&database, now);
    database.close();
    match looked {
        Ok(Looked { tables, rows, off, ahead_ms }) => {
            let before = findings.count();
            for off in off {
                tell(off, &restore, findings);
            }
            if ahead_ms > CLOCK_BEHIND_MS_MAX {
                findings.warning(
                    "clock",
                    format!("it shows a time {} minutes before the latest row", ahead_ms / 60_000),
                    "set the clock of this machine",
                );
            }
            if is_sound && findings.count() == before {
                let pages =
                    if settings.database.url.postgres().is_none() { "every page and " } else { "" };
                let what = format!(
                    "{pages}every row read: {rows} rows in {tables} tables, all totals right"
                );
                findings.looked(PART, what);
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

fn is_unavailable(error: &domain::Error) -> bool {
    matches!(error, domain::Error::Unavailable(_))
}

/// What helps where something is lost.
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
fn file_is_sound(file: &std::path::Path, restore: &str, findings: &mut Findings) -> bool {
    let flaws = match backups::look_over(file) {
        Ok(found) => found.flaws,
        Err(error) => vec![domain::ErrorChain(&error).to_string()],
    };
    for flaw in &flaws {
        // What is wrong with an index alone can be made anew from its table.
        let is_index = flaw.contains("missing from index")
            || flaw.contains("wrong # of entries in index")
            || flaw.contains("non-unique entry in index");
        let remedy = if is_index { COUNT_ANEW } else { restore };
        findings.error(PART, format!("the file is damaged: {flaw}"), remedy);
    }
    flaws.is_empty()
}

/// What reading every row has shown.
struct Looked {
    tables: usize,
    rows: i64,
    off: Vec<Off>,
    /// How far the latest row lies in the future, in milliseconds.
    ahead_ms: i64,
}

fn rows(database: &Database, now: Time) -> domain::Result<Looked> {
    let unhurried = database.unhurried()?;
    let looked = unhurried.read_blocking(move |tx| {
        let tables = backups::tables(tx)?;
        let mut rows = 0;
        for table in &tables {
            rows += backups::read_through(tx, table)?;
        }
        let latest = recount::latest(tx)?.unwrap_or(now);
        Ok(Looked {
            tables: tables.len(),
            rows,
            off: recount::look(tx)?,
            ahead_ms: latest.millis() - now.millis(),
        })
    });
    unhurried.close();
    looked
}

fn tell(off: Off, restore: &str, findings: &mut Findings) {
    match off.remedy {
        Remedy::Rebuild => findings.error(PART, off.what, COUNT_ANEW),
        Remedy::Restore => findings.error(PART, off.what, restore),
        Remedy::Serve => {
            findings.note(PART, off.what, "they go on, or are given up, while the service runs");
        }
    }
}
