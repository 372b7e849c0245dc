//! How a backup becomes a memory again: checked before and after, and there whole or not at all.
//! Whose folder it goes into, and that nobody else is at it, is for the caller to know.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use domain::{
    Error, Result,
    backups::{COPY, Kind, Manifest},
};
use store::{Database, backups};

use super::{
    check::{check, sound},
    files::{self, UNFINISHED, failed, lines},
    make::ROWS,
};

/// Puts the copy of a database where a database shall be, and says what is in it. Blocks.
///
/// # Errors
/// Rejected when there is something already, or the copy does not arrive as it left.
pub fn put_copy(copy: &Path, to: &Path) -> Result<store::LookedOver> {
    if to.exists() {
        return Err(Error::Rejected(format!("{} is there already", to.display())));
    }
    let mut part = to.as_os_str().to_owned();
    part.push(UNFINISHED);
    let part = PathBuf::from(part);
    let put = write_copy(copy, &part).and_then(|()| {
        let found = sound(&part)?;
        fs::rename(&part, to).map_err(failed("naming", to))?;
        files::sync_folder(to.parent().unwrap_or(Path::new(".")))?;
        Ok(found)
    });
    if put.is_err() {
        let _ = fs::remove_file(&part);
    }
    put
}

fn write_copy(copy: &Path, part: &Path) -> Result<()> {
    match fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(failed("removing", part)(error));
        }
        _ => {}
    }
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

/// Puts all rows of a backup of [`Kind::Rows`] into a memory that holds nothing yet, in one
/// transaction: before its end nobody sees any of it. Blocks.
///
/// # Errors
/// Rejected when the backup is no longer what it was, or the memory holds something.
pub fn put_rows(path: &Path, settings: &store::Settings) -> Result<Manifest> {
    let manifest = check(path)?;
    if manifest.kind != Kind::Rows {
        return Err(Error::Rejected(format!(
            "{} holds a copy of a SQLite database, {COPY}, and not the rows of its tables",
            path.display()
        )));
    }
    let database = Database::open_for_rows(settings, manifest.schema)?;
    let put = fill(&database, path, &manifest).and_then(|()| database.bring_up_to_date());
    database.close();
    put.map(|()| manifest)
}

fn fill(database: &Database, path: &Path, manifest: &Manifest) -> Result<()> {
    let (path, wanted) = (path.to_owned(), manifest.rows.clone());
    database.write_blocking(move |tx| {
        let tables = backups::tables(tx)?;
        let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
        if let Some(table) = wanted.keys().find(|table| !names.contains(&table.as_str())) {
            return Err(Error::Rejected(format!("nobody knows the table {table}")));
        }
        if let Some(table) = names.iter().find(|table| !wanted.contains_key(**table)) {
            return Err(Error::Rejected(format!("the rows of {table} are missing")));
        }
        if !backups::are_untouched(tx, &tables)? {
            return Err(Error::Rejected(
                "the database holds something already: a studio goes into an empty one".to_owned(),
            ));
        }
        backups::make_room(tx, &tables)?;
        for table in &tables {
            let mut rows = lines(&path.join(format!("{}{ROWS}", table.name())))?;
            let kept = backups::refill(tx, table, &mut rows)?;
            // Counted again in the database: what it says it keeps is what is there.
            let there = backups::read_through(tx, table)?;
            if wanted.get(table.name()) != Some(&kept) || kept != there {
                let reason =
                    format!("{} rows of {} arrived, {there} are there", kept, table.name());
                return Err(Error::internal("putting rows back", reason));
            }
        }
        backups::settle(tx)
    })
}
