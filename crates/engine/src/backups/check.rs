//! Verifies a backup: every file is read, digested and counted, a copy of a database is checked page by
//! page, and every text is compared with its digest, because the database may have been damaged before
//! the backup was made.

use std::{fs, path::Path};

use domain::{
    Error, Result,
    backups::{BackupKind, COPY, MANIFEST, Manifest},
};
use store::{FileCheck, backups};

use super::{
    files::{describe, failed, lines},
    make::ROWS,
};

/// Reads a whole backup and compares it with its manifest. Blocks.
///
/// # Errors
/// Rejected when it is none, or no longer what it was.
pub fn check(path: &Path) -> Result<Manifest> {
    let manifest = check_files(path)?;
    match texts(path, &manifest)? {
        0 => Ok(manifest),
        off => Err(changed_since(path, &changed(off))),
    }
}

/// As [`check`], whatever the texts in it are.
pub(super) fn check_files(path: &Path) -> Result<Manifest> {
    let manifest = manifest(path)?;
    for file in &manifest.files {
        let (found, lines) = describe(path, &file.name)?;
        if found != *file {
            return Err(changed_since(path, &format!("{} has changed", file.name)));
        }
        let table = file.name.strip_suffix(ROWS).filter(|_| manifest.kind == BackupKind::Rows);
        if table.is_some_and(|table| manifest.rows.get(table) != Some(&lines)) {
            let flaw = format!("{} has {lines} rows", file.name);
            return Err(changed_since(path, &flaw));
        }
    }
    if manifest.kind == BackupKind::Copy {
        let found = whole(&path.join(COPY))?;
        if (found.version, &found.rows) != (manifest.schema, &manifest.rows) {
            return Err(changed_since(path, "its tables hold other rows"));
        }
    }
    Ok(manifest)
}

/// How many texts in a backup are not what somebody wrote.
pub(super) fn texts(path: &Path, manifest: &Manifest) -> Result<usize> {
    if manifest.kind == BackupKind::Copy {
        return backups::changed_texts(&path.join(COPY), manifest.schema);
    }
    let tables = manifest.rows.keys().filter(|table| backups::has_digests(table));
    let changed = tables
        .map(|table| backups::changed_rows(&mut lines(&path.join(format!("{table}{ROWS}")))?));
    changed.sum()
}

/// The message about texts that have changed.
pub(super) fn changed(texts: usize) -> String {
    format!("{texts} texts of documents are not what was written")
}

/// The manifest of a backup; nothing else of it is read.
///
/// # Errors
/// Rejected when there is no manifest that can be read.
pub fn manifest(path: &Path) -> Result<Manifest> {
    let file = path.join(MANIFEST);
    match fs::read_to_string(&file) {
        Ok(text) => Manifest::read(&text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Error::Rejected(format!("{} is no backup: it has no {MANIFEST}", path.display())))
        }
        Err(error) => Err(failed("reading", &file)(error)),
    }
}

/// What is in a database file that is sound.
///
/// # Errors
/// Rejected, with the first flaw, when it is not.
pub fn check_database_file(file: &Path) -> Result<FileCheck> {
    let found = whole(file)?;
    match backups::changed_texts(file, found.version)? {
        0 => Ok(found),
        off => Err(changed_since(file, &changed(off))),
    }
}

/// As [`sound`], whatever the texts in it are.
fn whole(file: &Path) -> Result<FileCheck> {
    let found = backups::check_file(file)?;
    match found.flaws.first() {
        None => Ok(found),
        Some(flaw) => Err(changed_since(file, flaw)),
    }
}

fn changed_since(path: &Path, flaw: &str) -> Error {
    Error::Rejected(format!("{} is damaged: {flaw}", path.display()))
}
