//! `scriptorium backup`, `restore`, and `export` and `import` of a whole studio: which folder and
//! which database, who else is at it, and what is told. How a backup is made, checked and put back is
//! the engine's.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use domain::{
    Time,
    backups::{COPY, Kind, size, summary},
};
use engine::backups::{self, Made};

use crate::{
    folder::{Folder, FolderError},
    serve::{DATABASE, StartError, memory_settings, open_existing_memory},
    settings::Settings,
};

/// Why one of these commands did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A folder holds something that must not be written over.
    #[error("{} is there already and not empty", .0.display())]
    Taken(PathBuf),
    /// The data folder is somebody's studio, or what else.
    #[error("{} is there already and not empty: name a new folder with --data", .0.display())]
    DataTaken(PathBuf),
    /// The folder or the memory cannot be had.
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
    let database = open_existing_memory(settings)?;
    let made = backups::make(&database, &folder, now);
    database.close();
    let Made { path, manifest } = made?;
    let (bytes, schema) = (size(manifest.bytes()), manifest.schema);
    let how = match manifest.kind {
        Kind::Copy => "every page checked",
        Kind::Rows => "every row of one moment",
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
    if !is_free(folder)? {
        return Err(BackupError::Taken(folder.to_owned()));
    }
    let database = open_existing_memory(settings)?;
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
    let _held = Folder::lock(&settings.data.dir)?;
    let manifest = backups::restore::put_rows(folder, &memory_settings(settings))?;
    told(settings, &summary(&manifest.rows), terminal)
}

/// Makes a studio out of a backup: in the data folder, which must be fresh, or in a PostgreSQL
/// database, which must be empty.
///
/// # Errors
/// When any step of it fails; then the folder is as it was.
pub fn restore(
    settings: &Settings,
    backup: &Path,
    terminal: &mut impl Write,
) -> Result<(), BackupError> {
    if settings.database.url.postgres().is_some() {
        return import(settings, backup, terminal);
    }
    let data = &settings.data.dir;
    if !is_free(data)? {
        // Whoever holds it is the better reason.
        if data.join(DATABASE).exists() {
            Folder::lock(data)?;
        }
        return Err(BackupError::DataTaken(data.clone()));
    }
    let held = Folder::lock(data)?;
    let restored = restore_here(settings, backup);
    match restored {
        Ok(what) => told(settings, &what, terminal),
        Err(error) => {
            // It was empty, and is held: all that is in it was made just now.
            drop(fs::remove_dir_all(data));
            drop(held);
            Err(error)
        }
    }
}

/// Puts a backup into the folder that is held; what is in it.
fn restore_here(settings: &Settings, backup: &Path) -> Result<String, BackupError> {
    let file = settings.data.dir.join(DATABASE);
    if backup.is_file() {
        // An upgrade's copy says nothing of itself: what it holds is read from it.
        let found = backups::check::sound(backup)?;
        let put = backups::restore::put_copy(backup, &file)?;
        return arrived(&put.rows, &found.rows);
    }
    let manifest = backups::check::manifest(backup)?;
    if manifest.kind == Kind::Rows {
        return Ok(summary(&backups::restore::put_rows(backup, &memory_settings(settings))?.rows));
    }
    let manifest = backups::check::check(backup)?;
    let put = backups::restore::put_copy(&backup.join(COPY), &file)?;
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

fn told(settings: &Settings, what: &str, terminal: &mut impl Write) -> Result<(), BackupError> {
    let told = match settings.database.url.postgres() {
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
    told.map_err(BackupError::Terminal)
}

/// Whether nothing lies in a folder, or there is none.
fn is_free(folder: &Path) -> Result<bool, BackupError> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(BackupError::Io { doing: "reading", path: folder.to_owned(), source }),
    }
}
