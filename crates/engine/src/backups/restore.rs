//! Restores a backup into a new database: it is checked before and after, and written under another
//! name first, so that what a killed restore leaves is never taken for a database. The caller chooses
//! the folder and makes sure that nobody else uses it.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use domain::{
    Error, Result,
    backups::{BackupKind, COPY, Manifest},
};
use store::{Database, backups};

use super::{
    check::{check, check_database_file},
    files::{self, UNFINISHED, failed, lines},
    make::ROWS,
};

/// Puts the copy of a database at `to`, and returns what is in it. Blocks.
///
/// # Errors
/// Rejected when there is a file already, or the copy is not sound.
pub fn restore_copy(copy: &Path, to: &Path) -> Result<store::FileCheck> {
    if to.exists() {
        return Err(Error::Rejected(format!("{} is there already", to.display())));
    }
    let part = unfinished(to);
    let put = write_copy(copy, &part).and_then(|()| {
        let found = check_database_file(&part)?;
        rename_finished(&part, to).map(|()| found)
    });
    if put.is_err() {
        let _ = fs::remove_file(&part);
    }
    put
}

/// The name under which the database `to` is written.
fn unfinished(to: &Path) -> PathBuf {
    let mut part = to.as_os_str().to_owned();
    part.push(UNFINISHED);
    part.into()
}

/// Gives a database that is whole its name.
fn rename_finished(part: &Path, to: &Path) -> Result<()> {
    fs::rename(part, to).map_err(failed("naming", to))?;
    files::sync_folder(to.parent().unwrap_or(Path::new(".")))
}

/// Whether a file is one that a killed restore of the database `to` leaves.
pub fn is_unfinished(to: &Path, file: &Path) -> bool {
    let [left, file] = [unfinished(to), file.to_owned()].map(PathBuf::into_os_string);
    // The log and the index of a SQLite database are named after it.
    file.as_encoded_bytes().starts_with(left.as_encoded_bytes())
}

/// Removes what a killed restore of the database `to` left. Blocks.
pub fn remove_unfinished(to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).map_err(failed("reading", folder))? {
        let path = entry.map_err(failed("reading", folder))?.path();
        if is_unfinished(to, &path) {
            fs::remove_file(&path).map_err(failed("removing", &path))?;
        }
    }
    Ok(())
}

fn write_copy(copy: &Path, part: &Path) -> Result<()> {
    let mut from = fs::File::open(copy).map_err(failed("reading", copy))?;
    let mut to = files::new(part)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        let read = from.read(&mut piece).map_err(failed("reading", copy))?;
        if read == 0 {
            return to.sync_all().map_err(failed("flushing", part));
        }
        to.write_all(&piece[..read]).map_err(failed("writing", part))?;
    }
}

/// Puts all rows of a backup of [`Kind::Rows`] into a new SQLite file, which gets its name when all of
/// them are in it. Blocks.
pub fn restore_rows_in_file(path: &Path, settings: &store::Settings) -> Result<Manifest> {
    let store::Settings::Sqlite { file, backups, checkpoint_kib } = settings else {
        return restore_rows(path, settings);
    };
    let (part, backups) = (unfinished(file), backups.clone());
    let of_part =
        store::Settings::Sqlite { file: part.clone(), backups, checkpoint_kib: *checkpoint_kib };
    let manifest = restore_rows(path, &of_part)?;
    // SQLite removes the log of a file once it has copied all of it into the file.
    let mut log = part.as_os_str().to_owned();
    log.push("-wal");
    if Path::new(&log).exists() {
        return Err(Error::internal("putting rows back", "the log was not copied into the file"));
    }
    rename_finished(&part, file).map(|()| manifest)
}

/// Puts all rows of a backup of [`Kind::Rows`] into a database that has none yet, in one transaction:
/// before its end nobody sees any of it. Blocks.
///
/// # Errors
/// Rejected when the backup is no longer what it was, or the database has rows.
pub fn restore_rows(path: &Path, settings: &store::Settings) -> Result<Manifest> {
    let manifest = check(path)?;
    if manifest.kind != BackupKind::Rows {
        return Err(Error::Rejected(format!(
            "{} holds a copy of a SQLite database, {COPY}, and not the rows of its tables",
            path.display()
        )));
    }
    let database = Database::open_for_restore(settings, manifest.schema)?;
    let put = fill(&database, path, &manifest).and_then(|()| database.migrate());
    database.close();
    put.map(|()| manifest)
}

fn fill(database: &Database, path: &Path, manifest: &Manifest) -> Result<()> {
    let (path, wanted) = (path.to_owned(), manifest.rows.clone());
    database.write_blocking(move |tx| {
        let tables = backups::tables(tx)?;
        let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
        if let Some(table) = wanted.keys().find(|table| !names.contains(&table.as_str())) {
            return Err(Error::Rejected(format!("there is no table {table}")));
        }
        if let Some(table) = names.iter().find(|table| !wanted.contains_key(**table)) {
            return Err(Error::Rejected(format!("the rows of {table} are missing")));
        }
        if !backups::are_empty(tx, &tables)? {
            return Err(Error::Rejected(
                "the database has data already: a backup is restored into an empty one".to_owned(),
            ));
        }
        backups::delete_seeded_rows(tx, &tables)?;
        for table in &tables {
            let mut rows = lines(&path.join(format!("{}{ROWS}", table.name())))?;
            let kept = backups::insert_rows(tx, table, &mut rows)?;
            // Counted again in the database, so that what it reports is what is there.
            let there = backups::read_all(tx, table)?;
            if wanted.get(table.name()) != Some(&kept) || kept != there {
                let reason =
                    format!("{} rows of {} arrived, {there} are there", kept, table.name());
                return Err(Error::internal("putting rows back", reason));
            }
        }
        backups::number_events(tx)
    })
}
