//! Whether a backup is still what it was when it was made: every file of it is read, digested and
//! counted, and a copy of a database is looked over page by page.

use std::{fs, path::Path};

use domain::{
    Error, Result,
    backups::{COPY, Kind, MANIFEST, Manifest},
};
use store::{LookedOver, backups};

use super::{
    files::{described, failed},
    make::ROWS,
};

/// Reads a backup to its last byte. Blocks.
///
/// # Errors
/// Rejected when it is none, or no longer what it was.
pub fn check(path: &Path) -> Result<Manifest> {
    let manifest = manifest(path)?;
    for file in &manifest.files {
        let (found, lines) = described(path, &file.name)?;
        if found != *file {
            return Err(not_as_made(path, &format!("{} has changed", file.name)));
        }
        let table = file.name.strip_suffix(ROWS).filter(|_| manifest.kind == Kind::Rows);
        if table.is_some_and(|table| manifest.rows.get(table) != Some(&lines)) {
            let flaw = format!("{} has {lines} rows", file.name);
            return Err(not_as_made(path, &flaw));
        }
    }
    if manifest.kind == Kind::Copy {
        let found = sound(&path.join(COPY))?;
        if (found.version, &found.rows) != (manifest.schema, &manifest.rows) {
            return Err(not_as_made(path, "its tables hold other rows"));
        }
    }
    Ok(manifest)
}

/// What a backup says of itself, nothing of it read.
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
pub fn sound(file: &Path) -> Result<LookedOver> {
    let found = backups::look_over(file)?;
    match found.flaws.first() {
        None => Ok(found),
        Some(flaw) => Err(not_as_made(file, flaw)),
    }
}

fn not_as_made(path: &Path, flaw: &str) -> Error {
    Error::Rejected(format!("{} is damaged: {flaw}", path.display()))
}
