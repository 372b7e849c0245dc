//! When a SQLite file has a seal, and what becomes of one that is broken.

use std::fs;
use std::path::PathBuf;

use db::{Db, Error, SqliteOptions};
use tempfile::TempDir;

use crate::support::{THINGS, add};

struct Place {
    _folder: TempDir,
    file: PathBuf,
    seal: PathBuf,
}

impl Place {
    /// A database that was closed in order.
    fn closed() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let place = Place { seal: folder.path().join("a.db.seal"), file, _folder: folder };
        let db = place.open().unwrap();
        db.migrate(&[THINGS], None).unwrap();
        db.write_blocking(|tx| add(tx, "first")).unwrap().unwrap();
        db.close();
        place
    }

    fn open(&self) -> Result<Db, Error> {
        Db::open_sqlite(&self.file, SqliteOptions::default())
    }
}

#[test]
fn a_database_is_sealed_while_nobody_has_it_open() {
    let place = Place::closed();
    assert!(place.seal.exists());

    let one = place.open().unwrap();
    assert!(!place.seal.exists());
    let other = place.open().unwrap();
    one.close();
    assert!(!place.seal.exists(), "the other may still write");
    other.write_blocking(|tx| add(tx, "second")).unwrap().unwrap();
    other.close();

    assert!(place.seal.exists());
    place.open().unwrap();
}

#[test]
fn what_changed_while_it_was_closed_is_damage_until_somebody_says_otherwise() {
    let place = Place::closed();
    let mut bytes = fs::read(&place.file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&place.file, &bytes).unwrap();

    for _ in 0..2 {
        let db = place.open().unwrap();
        assert!(db.is_damaged());
        db.write_blocking(|tx| tx.run("UPDATE thing SET n = n + 1", ())).unwrap().unwrap();
        db.close();
        assert!(!place.seal.exists(), "nobody vouches for it");
    }

    // Whoever removes the broken seal takes the file as it is.
    fs::remove_file(place.file.with_file_name("a.db.seal.broken")).unwrap();
    let db = place.open().unwrap();
    assert!(!db.is_damaged());
    db.close();
    assert!(place.seal.exists());
}

#[test]
fn a_seal_that_cannot_be_read_stands_in_nobodys_way() {
    let place = Place::closed();
    fs::write(&place.seal, "no seal").unwrap();

    place.open().unwrap().close();

    assert_ne!(fs::read_to_string(&place.seal).unwrap(), "no seal");
}

#[test]
fn a_file_that_ends_inside_a_page_is_damage_however_it_goes_on() {
    let place = Place::closed();
    let bytes = fs::metadata(&place.file).unwrap().len();
    fs::OpenOptions::new().write(true).open(&place.file).unwrap().set_len(bytes - 1_000).unwrap();
    fs::remove_file(&place.seal).unwrap();
    let flaws = db::look_over(&place.file).unwrap().flaws;
    assert!(flaws[0].starts_with("the file was cut off"), "{flaws:?}");

    for id in ["second", "third"] {
        let db = place.open().unwrap();
        assert!(db.is_damaged());
        let long = "x".repeat(20_000);
        let sql = "INSERT INTO thing (id, note) VALUES (?1, ?2)";
        db.write_blocking(move |tx| tx.run(sql, (id, &long))).unwrap().unwrap();
        db.close();
        assert!(!place.seal.exists(), "nobody vouches for it");
    }
}
