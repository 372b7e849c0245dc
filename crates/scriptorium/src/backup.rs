//! `scriptorium backup`, `restore`, and `export` and `import` of a whole studio: which folder and
//! which database, who else uses it, and what is reported. How a backup is made, checked and restored
//! is in the engine.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use domain::{
    Time,
    backups::{BackupKind, COPY, size, summary},
};
use engine::backups::{self, Made};

use crate::{
    folder::{Folder, FolderError, LOCK},
    serve::{DATABASE, StartError, database_settings, open_existing_database},
    settings::Settings,
};

/// Why one of these commands failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A folder holds something that must not be written over.
    #[error("{} is there already and not empty", .0.display())]
    Taken(PathBuf),
    /// The data folder is somebody's studio, or what else.
    #[error("{} is there already and not empty: name a new folder with --data", .0.display())]
    DataTaken(PathBuf),
    /// The folder or the database cannot be opened.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The backup cannot be made, or is none.
    #[error(transparent)]
    Backup(#[from] domain::Error),
    /// The system refuses.
    #[error("{doing} {} failed", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The terminal is gone.
    #[error("writing to the terminal failed")]
    Terminal(#[source] io::Error),
}

impl From<FolderError> for BackupError {
    fn from(error: FolderError) -> Self {
        Self::Start(error.into())
    }
}

/// Makes a backup in `to`, or in the folder of the settings. A server may be running.
///
/// # Errors
/// When any step of it fails; then there is no backup.
pub fn make(
    settings: &Settings,
    to: Option<&Path>,
    now: Time,
    terminal: &mut impl Write,
) -> Result<(), BackupError> {
    let folder = to.map_or_else(|| settings.backups_folder(), Path::to_owned);
    let database = open_existing_database(settings)?;
    let made = backups::make(&database, &folder, now);
    database.close();
    let Made { path, manifest } = made?;
    let (bytes, schema) = (size(manifest.bytes()), manifest.schema);
    let how = match manifest.kind {
        BackupKind::Copy => "every page checked",
        BackupKind::Rows => "every row of one moment",
    };
    writeln!(
        terminal,
        "made {}\n  {bytes}, version {schema} of the tables, {how}\n  {}",
        path.display(),
        summary(&manifest.rows)
    )
    .map_err(BackupError::Terminal)
}

/// Writes every row of the studio into a folder. A server may be running.
///
/// # Errors
/// When any step of it fails; then there is no folder.
pub fn export(
    settings: &Settings,
    folder: &Path,
    now: Time,
    terminal: &mut impl Write,
) -> Result<(), BackupError> {
    if !has_only(folder, |_| false)? {
        return Err(BackupError::Taken(folder.to_owned()));
    }
    let database = open_existing_database(settings)?;
    let made = backups::make::make_rows(&database, folder, now);
    database.close();
    let manifest = made?.manifest;
    writeln!(
        terminal,
        "wrote {} into {}\n  {}",
        size(manifest.bytes()),
        folder.display(),
        summary(&manifest.rows)
    )
    .map_err(BackupError::Terminal)
}

/// Takes every row of a studio into the database of the settings, which holds nothing yet.
///
/// # Errors
/// When any step of it fails; then nothing of it is there.
pub fn import(
    settings: &Settings,
    folder: &Path,
    terminal: &mut impl Write,
) -> Result<(), BackupError> {
    let _folder = Folder::lock(&settings.data.dir)?;
    let manifest = backups::restore::restore_rows(folder, &database_settings(settings))?;
    report_restored(settings, &summary(&manifest.rows), terminal)
}

/// Makes a studio out of a backup: in the data folder, which must have nothing in it but what a killed
/// restore left, or in a PostgreSQL database, which must be empty.
///
/// # Errors
/// When any step of it fails; then the folder is empty.
pub fn restore(
    settings: &Settings,
    backup: &Path,
    terminal: &mut impl Write,
) -> Result<(), BackupError> {
    if settings.database.url.postgres().is_some() {
        return import(settings, backup, terminal);
    }
    let data = &settings.data.dir;
    let file = data.join(DATABASE);
    if !has_only(data, |path| is_lock(path) || backups::restore::is_unfinished(&file, path))? {
        // That another process has locked it is the better reason.
        if file.exists() {
            Folder::lock(data)?;
        }
        return Err(BackupError::DataTaken(data.clone()));
    }
    let locked = Folder::lock(data)?;
    backups::restore::remove_unfinished(&file)?;
    let restored = restore_here(settings, backup);
    match restored {
        Ok(what) => report_restored(settings, &what, terminal),
        Err(error) => {
            // It had nothing of its own, and is locked: all that is in it was made just now.
            drop(fs::remove_dir_all(data));
            drop(locked);
            Err(error)
        }
    }
}

/// Puts a backup into the folder that is locked; what is in it.
fn restore_here(settings: &Settings, backup: &Path) -> Result<String, BackupError> {
    let file = settings.data.dir.join(DATABASE);
    if backup.is_file() {
        // An upgrade's copy says nothing of itself: what it holds is read from it.
        let found = backups::check::check_database_file(backup)?;
        let put = backups::restore::restore_copy(backup, &file)?;
        return arrived(&put.rows, &found.rows);
    }
    let manifest = backups::check::manifest(backup)?;
    if manifest.kind == BackupKind::Rows {
        let put = backups::restore::restore_rows_in_file(backup, &database_settings(settings))?;
        return Ok(summary(&put.rows));
    }
    let manifest = backups::check::check(backup)?;
    let put = backups::restore::restore_copy(&backup.join(COPY), &file)?;
    arrived(&put.rows, &manifest.rows)
}

/// What is in tables of so many rows, if all that left has arrived.
fn arrived(
    there: &BTreeMap<String, i64>,
    left: &BTreeMap<String, i64>,
) -> Result<String, BackupError> {
    if there != left {
        let reason = "other rows arrived than left".to_owned();
        return Err(domain::Error::Rejected(reason).into());
    }
    Ok(summary(there))
}

fn report_restored(
    settings: &Settings,
    what: &str,
    terminal: &mut impl Write,
) -> Result<(), BackupError> {
    let reported = match settings.database.url.postgres() {
        Some(_) => writeln!(
            terminal,
            "restored into the PostgreSQL database\n  {what}\n  start it with: scriptorium serve"
        ),
        None => {
            let data = settings.data.dir.display();
            writeln!(
                terminal,
                "restored into {data}\n  {what}\n  start it with: scriptorium serve --data {data}"
            )
        }
    };
    reported.map_err(BackupError::Terminal)
}

/// Whether all files in a folder are such ones, or there is no folder.
fn has_only(folder: &Path, is_such: impl Fn(&Path) -> bool) -> Result<bool, BackupError> {
    let failed = |source| BackupError::Io { doing: "reading", path: folder.to_owned(), source };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(failed(error)),
    };
    for entry in entries {
        if !is_such(&entry.map_err(failed)?.path()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether this is the lock file of a data folder.
fn is_lock(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == LOCK)
}
