//! Makes a backup: under another name, checked, flushed, and only then renamed. Whatever has a backup's
//! name is complete; what a killed program leaves has another name, and the next backup removes it.

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

use domain::{
    Error, Result, Time,
    backups::{BackupKind, COPY, FORMAT, MANIFEST, Manifest, name},
};
use store::{Database, backups};

use super::{
    DAMAGED,
    check::{changed, check_files, texts},
    files::{self, UNFINISHED, Written, describe, failed},
    sentence,
};

/// How the file of a table ends.
pub(super) const ROWS: &str = ".jsonl";

/// The lock file of the process that makes a backup.
const LOCK: &str = ".lock";

/// The most backups of one second.
const OF_A_SECOND_MAX: u32 = 100;

/// A backup that is there, whole and checked.
#[derive(Debug, Clone)]
pub struct Made {
    /// Where it lies.
    pub path: PathBuf,
    /// What it says of itself.
    pub manifest: Manifest,
}

/// Makes a backup in a folder of them, while others read and write. Blocks.
///
/// # Errors
/// When the database cannot be read or is damaged, or the backup cannot be written; then there is none.
pub fn make(database: &Database, folder: &Path, now: Time) -> Result<Made> {
    files::make_folder(folder)?;
    let _turn = lock(folder)?;
    remove_unfinished(folder)?;
    let path = (1..=OF_A_SECOND_MAX)
        .map(|n| folder.join(name(now, n)))
        .find(|path| !path.exists())
        .ok_or_else(|| Error::Conflict("There are too many backups of this second".to_owned()))?;
    let fill = if database.is_shared() { rows } else { copy };
    whole(database, &path, |part| fill(database, part, now))
}

/// Writes every row of the database into a folder that is not there yet, or empty. Blocks.
pub fn make_rows(database: &Database, path: &Path, now: Time) -> Result<Made> {
    let path = std::path::absolute(path).map_err(failed("finding", path))?;
    if let Some(parent) = path.parent() {
        files::make_folder(parent)?;
    }
    whole(database, &path, |part| rows(database, part, now))
}

/// Fills a folder beside `path`, checks it, and gives it its name.
fn whole(
    database: &Database,
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<Manifest>,
) -> Result<Made> {
    if database.is_damaged() {
        return Err(Error::Rejected(DAMAGED.to_owned()));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(UNFINISHED);
    let part = PathBuf::from(part);
    fs::create_dir(&part).map_err(failed("making the folder", &part))?;
    let made = files::make_folder(&part).and_then(|()| {
        make_private(&part)?;
        let manifest = fill(&part)?;
        let mut file = Written::new(&part, MANIFEST)?;
        std::io::Write::write_all(&mut file, manifest.text()?.as_bytes())
            .map_err(failed("writing", &part))?;
        file.finish()?;
        files::sync_folder(&part)?;
        check_texts(database, &part, &check_files(&part)?)?;
        fs::rename(&part, path).map_err(failed("naming", path))?;
        files::sync_folder(path.parent().unwrap_or(Path::new(".")))?;
        Ok(Made { path: path.to_owned(), manifest })
    });
    if made.is_err() {
        // What cannot be removed has no backup's name, and the next backup tries again.
        let _ = fs::remove_dir_all(&part);
    }
    made
}

/// That the texts in a new backup match their digests. If they do not, the database is damaged, which
/// is noted for its health check.
fn check_texts(database: &Database, part: &Path, manifest: &Manifest) -> Result<()> {
    let read = texts(part, manifest);
    if let (BackupKind::Copy, Err(error @ Error::Internal { .. })) = (manifest.kind, &read) {
        database.note_damage(&sentence(error));
    }
    let changed_texts = read?;
    if changed_texts == 0 {
        return Ok(());
    }
    database.note_damage(&changed(changed_texts));
    Err(Error::Rejected(format!("the database is damaged: {}", changed(changed_texts))))
}

/// Makes a new folder readable by its owner alone, whatever the umask is.
fn make_private(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(folder, mode).map_err(failed("closing", folder))?;
    }
    Ok(())
}

/// One backup is made at a time, by whatever process.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(&path).map_err(failed("opening", &path))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(Error::Conflict("Another backup is being made in this folder".to_owned()))
        }
        Err(TryLockError::Error(error)) => Err(failed("locking", &path)(error)),
    }
}

/// Removes what unfinished backups left; the lock excludes that one is being made.
fn remove_unfinished(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(failed("reading", folder))? {
        let path = entry.map_err(failed("reading", folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let stem = name.strip_suffix(UNFINISHED);
        if stem.is_some_and(domain::backups::is_name) && path.is_dir() {
            fs::remove_dir_all(&path).map_err(failed("removing", &path))?;
        }
    }
    Ok(())
}

/// The database file as it is at one moment.
fn copy(database: &Database, part: &Path, now: Time) -> Result<Manifest> {
    let found = database.copy_to(&part.join(COPY))?;
    let (file, _) = describe(part, COPY)?;
    Ok(manifest(BackupKind::Copy, found.version, now, vec![file], found.rows))
}

/// Every row of every table, all of one moment.
fn rows(database: &Database, part: &Path, now: Time) -> Result<Manifest> {
    let connection = database.without_time_limit()?;
    let part = part.to_owned();
    // The engine may run it again from the start, in another moment: each run writes anew.
    let written = connection.read_blocking(move |tx| {
        let (mut files, mut rows) = (Vec::new(), BTreeMap::new());
        for table in backups::tables(tx)? {
            let name = format!("{}{ROWS}", table.name());
            let _ = fs::remove_file(part.join(&name));
            let mut file = Written::new(&part, &name)?;
            rows.insert(table.name().to_owned(), backups::write(tx, &table, &mut file)?);
            files.push(file.finish()?);
        }
        Ok((files, rows))
    });
    connection.close();
    let (files, rows) = written?;
    Ok(manifest(BackupKind::Rows, store::version(), now, files, rows))
}

fn manifest(
    kind: BackupKind,
    schema: i64,
    made_at: Time,
    files: Vec<domain::backups::File>,
    rows: BTreeMap<String, i64>,
) -> Manifest {
    let program = env!("CARGO_PKG_VERSION").to_owned();
    Manifest { format: FORMAT, kind, program, schema, made_at, files, rows }
}
