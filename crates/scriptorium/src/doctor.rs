//! `scriptorium doctor`: looks at everything a studio stands on, and says of each thing that is wrong
//! what it is and what to type. It changes nothing unless it is told to rebuild, and works beside a
//! running server.

mod database;
mod files;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use domain::{Time, backups::size};
use engine::backups;
use store::recount;

use crate::{
    folder::{Folder, FolderError},
    serve::{StartError, database_settings, open_existing_database},
    settings::Settings,
};

/// Why the doctor cannot look.
#[derive(Debug, thiserror::Error)]
pub enum DoctorError {
    /// There is nothing to look at.
    #[error("there is no data folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The folder or the memory cannot be had.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The memory cannot be rebuilt.
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

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
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
    weight: Weight,
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
    looked: Vec<(&'static str, String)>,
}

impl Findings {
    fn error(&mut self, part: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Weight::Error, part, what, remedy);
    }

    fn warning(&mut self, part: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Weight::Warning, part, what, remedy);
    }

    fn note(&mut self, part: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.add(Weight::Note, part, what, remedy);
    }

    fn add(
        &mut self,
        weight: Weight,
        part: &'static str,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.found.push(Finding { weight, part, what: what.into(), remedy: remedy.into() });
    }

    fn looked(&mut self, part: &'static str, what: impl Into<String>) {
        self.looked.push((part, what.into()));
    }

    /// How many are more than notes.
    fn count(&self) -> usize {
        self.found.iter().filter(|it| it.weight != Weight::Note).count()
    }

    fn tell(&self, terminal: &mut impl Write) -> io::Result<()> {
        for (part, what) in &self.looked {
            writeln!(terminal, "ok: {part}: {what}")?;
        }
        for Finding { weight, part, what, remedy } in &self.found {
            let weight = match weight {
                Weight::Error => "error",
                Weight::Warning => "warning",
                Weight::Note => "note",
            };
            writeln!(terminal, "{weight}: {part}: {what}; {remedy}")?;
        }
        match self.count() {
            0 => writeln!(terminal, "healthy"),
            1 => writeln!(terminal, "1 finding"),
            count => writeln!(terminal, "{count} findings"),
        }
    }
}

/// Looks at everything, after rebuilding what can be if that is wanted; whether all is well.
///
/// # Errors
/// When it cannot be looked.
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
    // Held while it is rebuilt: whoever counts must be alone.
    let held = Folder::lock(data);
    if rebuild {
        let _alone = held?;
        return rebuild_and_look(settings, now, terminal);
    }
    let mut findings = Findings::default();
    match held {
        Ok(_) => findings.looked("service", "it is not running"),
        Err(FolderError::Held { held, .. }) => {
            let at = held.address.map(|address| format!(" at {address}")).unwrap_or_default();
            findings.looked("service", format!("it is running{at}"));
        }
        Err(error) => return Err(error.into()),
    }
    look(settings, now, findings, terminal)
}

fn rebuild_and_look(
    settings: &Settings,
    now: Time,
    terminal: &mut impl Write,
) -> Result<bool, DoctorError> {
    let database = open_existing_database(settings)?;
    let rebuilt = database.unhurried().and_then(|unhurried| {
        let rebuilt = unhurried.write_blocking(recount::rebuild);
        unhurried.close();
        rebuilt
    });
    database.close();
    rebuilt.map_err(DoctorError::Rebuild)?;
    writeln!(terminal, "rebuilt indexes, totals and views")?;
    look(settings, now, Findings::default(), terminal)
}

fn look(
    settings: &Settings,
    now: Time,
    mut findings: Findings,
    terminal: &mut impl Write,
) -> Result<bool, DoctorError> {
    files::look(settings, &mut findings);
    let last_good = look_at_backups(settings, now, &mut findings);
    database::look(settings, &database_settings(settings), now, last_good, &mut findings)?;
    findings.tell(terminal)?;
    Ok(findings.count() == 0)
}

/// How old the newest backup may be where none is made by itself, in days.
const UNPLANNED_DAYS_MAX: i64 = 7;

/// Looks at the backups; the newest that is sound.
fn look_at_backups(settings: &Settings, now: Time, findings: &mut Findings) -> Option<PathBuf> {
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
                    findings.looked(PART, what);
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
