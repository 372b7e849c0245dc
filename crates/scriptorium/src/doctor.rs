//! `scriptorium doctor`: checks data folder, database and backups, and says of each thing that is wrong
//! what it is and what to type. It changes nothing without `--rebuild`, and works beside a running
//! server.

mod database;
mod files;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use domain::{Time, backups::size};
use engine::backups;
use store::consistency;

use crate::{
    folder::{Folder, FolderError},
    serve::{StartError, database_settings, open_existing_database},
    settings::Settings,
};

/// Why the doctor cannot check.
#[derive(Debug, thiserror::Error)]
pub enum DoctorError {
    /// There is nothing to look at.
    #[error("there is no data folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The folder or the database cannot be opened.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The database cannot be rebuilt.
    #[error("rebuilding failed, and nothing was changed")]
    Rebuild(#[source] domain::Error),
    /// The terminal is gone.
    #[error("writing to the terminal failed")]
    Terminal(#[from] io::Error),
}

impl From<FolderError> for DoctorError {
    fn from(error: FolderError) -> Self {
        Self::Start(error.into())
    }
}

/// How severe a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    /// Something is lost or broken.
    Error,
    /// Something may be, one day.
    Warning,
    /// Nothing is wrong.
    Note,
}

/// What was found.
#[derive(Debug)]
struct Finding {
    severity: Severity,
    /// Where.
    part: &'static str,
    /// What, without a full stop.
    what: String,
    /// What helps.
    remedy: String,
}

/// All that was found, and what was looked at without finding anything.
#[derive(Debug, Default)]
struct Findings {
    found: Vec<Finding>,
    passed: Vec<(&'static str, String)>,
}

impl Findings {
    fn error(&mut self, part: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Severity::Error, part, what, remedy);
    }

    fn warning(&mut self, part: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Severity::Warning, part, what, remedy);
    }

    fn note(&mut self, part: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Severity::Note, part, what, remedy);
    }

    fn add(
        &mut self,
        severity: Severity,
        part: &'static str,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.found.push(Finding { severity, part, what: what.into(), remedy: remedy.into() });
    }

    fn passed(&mut self, part: &'static str, what: impl Into<String>) {
        self.passed.push((part, what.into()));
    }

    /// How many are more than notes.
    fn count(&self) -> usize {
        self.found.iter().filter(|it| it.severity != Severity::Note).count()
    }

    fn write(&self, terminal: &mut impl Write) -> io::Result<()> {
        for (part, what) in &self.passed {
            writeln!(terminal, "ok: {part}: {what}")?;
        }
        for Finding { severity, part, what, remedy } in &self.found {
            let severity = match severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            writeln!(terminal, "{severity}: {part}: {what}; {remedy}")?;
        }
        match self.count() {
            0 => writeln!(terminal, "healthy"),
            1 => writeln!(terminal, "1 finding"),
            count => writeln!(terminal, "{count} findings"),
        }
    }
}

/// Checks everything, after rebuilding what can be if that is wanted; whether all is well.
pub fn run(
    settings: &Settings,
    rebuild: bool,
    now: Time,
    terminal: &mut impl Write,
) -> Result<bool, DoctorError> {
    let data = &settings.data.dir;
    if !data.is_dir() {
        return Err(DoctorError::NoFolder(data.clone()));
    }
    // Locked while it is rebuilt: nobody else may write meanwhile.
    let locked = Folder::lock(data);
    if rebuild {
        let _lock = locked?;
        return rebuild_and_check(settings, now, terminal);
    }
    let mut findings = Findings::default();
    match locked {
        Ok(_) => findings.passed("service", "it is not running"),
        Err(FolderError::Locked { owner, .. }) => {
            let at = owner.address.map(|address| format!(" at {address}")).unwrap_or_default();
            findings.passed("service", format!("it is running{at}"));
        }
        Err(error) => return Err(error.into()),
    }
    check_all(settings, now, findings, terminal)
}

fn rebuild_and_check(
    settings: &Settings,
    now: Time,
    terminal: &mut impl Write,
) -> Result<bool, DoctorError> {
    let database = open_existing_database(settings)?;
    let rebuilt = database.without_time_limit().and_then(|connection| {
        let rebuilt = connection.write_blocking(consistency::rebuild);
        connection.close();
        rebuilt
    });
    database.close();
    rebuilt.map_err(DoctorError::Rebuild)?;
    writeln!(terminal, "rebuilt indexes, totals and derived columns")?;
    check_all(settings, now, Findings::default(), terminal)
}

fn check_all(
    settings: &Settings,
    now: Time,
    mut findings: Findings,
    terminal: &mut impl Write,
) -> Result<bool, DoctorError> {
    files::check(settings, &mut findings);
    let last_good = check_backups(settings, now, &mut findings);
    database::check(settings, &database_settings(settings), now, last_good, &mut findings)?;
    findings.write(terminal)?;
    Ok(findings.count() == 0)
}

/// How old the newest backup may be where none is scheduled, in days.
const UNPLANNED_DAYS_MAX: i64 = 7;

/// Checks the backups; the newest that is sound.
fn check_backups(settings: &Settings, now: Time, findings: &mut Findings) -> Option<PathBuf> {
    const PART: &str = "backups";
    let folder = settings.backups_folder();
    let list = match backups::list(&folder) {
        Ok(list) => list,
        Err(error) => {
            let what = domain::ErrorChain(&error).to_string();
            findings.error(PART, what, "look at the folder and its rights");
            return None;
        }
    };
    if list.is_empty() {
        let what = format!("there is none in {}", folder.display());
        findings.note(PART, what, "type `scriptorium backup`");
        return None;
    }
    let mut last_good = None;
    for (made_at, path) in list.iter().rev() {
        match backups::check::check(path) {
            Ok(manifest) => {
                if last_good.is_none() {
                    let (at, bytes) = (made_at.iso(), size(manifest.bytes()));
                    let what = format!("{}, made {at}, {bytes}, as it was made", path.display());
                    findings.passed(PART, what);
                    last_good = Some((*made_at, path.clone()));
                }
            }
            Err(error) => findings.error(
                PART,
                domain::ErrorChain(&error).to_string(),
                format!("type `scriptorium backup`, and remove {}", path.display()),
            ),
        }
        // Older ones matter while no newer one is sound.
        if last_good.is_some() {
            break;
        }
    }
    let every_hours = match settings.backup.every_hours {
        0 => UNPLANNED_DAYS_MAX * 24,
        hours => 2 * hours,
    };
    let age_hours = last_good.as_ref().map(|(at, _)| (now.millis() - at.millis()) / 3_600_000);
    match age_hours {
        Some(age) if age > every_hours => {
            let what = format!("the newest that is sound is {} days old", age / 24);
            findings.warning(PART, what, "type `scriptorium backup`");
        }
        _ => {}
    }
    last_good.map(|(_, path)| path)
}
