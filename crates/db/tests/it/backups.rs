//! Before the schema moves, what is there is copied; and it can be copied at any time.

use std::path::Path;

use db::{Error, Migration};
use rusqlite::Connection;

use crate::support::{Home, THINGS, add, ids};

const WEIGHTS: Migration =
    Migration { version: 2, name: "weights", sql: "ALTER TABLE thing ADD COLUMN weight BIGINT;" };

fn ids_in(path: &Path) -> Vec<String> {
    let copy = Connection::open(path).unwrap();
    let mut select = copy.prepare("SELECT id FROM thing ORDER BY id").unwrap();
    select.query_map((), |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_database_with_anything_in_it_is_copied_before_it_is_changed() {
    let home = Home::empty_sqlite();
    let folder = tempfile::tempdir().unwrap();
    let backups = folder.path().join("backups");

    let fresh = home.db.migrate(&[THINGS], Some(&backups)).unwrap();
    assert_eq!(fresh.backup, None);
    home.db.write(|tx| add(tx, "old")).await.unwrap().unwrap();
    let upgraded = home.db.migrate(&[THINGS, WEIGHTS], Some(&backups)).unwrap();
    home.db.write(|tx| add(tx, "new")).await.unwrap().unwrap();
    let settled = home.db.migrate(&[THINGS, WEIGHTS], Some(&backups)).unwrap();

    let backup = upgraded.backup.unwrap();
    assert_eq!(backup.file_name().unwrap(), "before-migration-from-version-1.sqlite3");
    assert_eq!(ids_in(&backup), ["old"]);
    assert_eq!(settled.backup, None);
    assert_eq!(names_in(&backups), ["before-migration-from-version-1.sqlite3"]);
}

#[tokio::test]
async fn no_backup_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let broken = Migration { version: 2, name: "broken", sql: "DROP TABLE nowhere;" };
    let home = Home::sqlite();

    for _ in 0..2 {
        home.db.migrate(&[THINGS, broken], Some(folder.path())).unwrap_err();
    }

    assert_eq!(
        names_in(folder.path()),
        ["before-migration-from-version-1.2.sqlite3", "before-migration-from-version-1.sqlite3"]
    );
}

#[tokio::test]
async fn nothing_is_changed_if_the_backup_cannot_be_made() {
    let home = Home::sqlite();
    let folder = tempfile::tempdir().unwrap();
    let not_a_folder = folder.path().join("file");
    std::fs::write(&not_a_folder, "in the way").unwrap();

    home.db.migrate(&[THINGS, WEIGHTS], Some(&not_a_folder)).unwrap_err();

    assert_eq!(home.db.migrate(&[THINGS], None).unwrap().to, 1);
}

#[tokio::test]
async fn a_database_in_use_can_be_copied_to_a_name_that_is_free() {
    let home = Home::sqlite();
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("copy.sqlite3");
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();

    home.db.backup(&to).unwrap();
    home.db.write(|tx| add(tx, "b")).await.unwrap().unwrap();

    assert_eq!(ids_in(&to), ["a"]);
    assert!(matches!(home.db.backup(&to), Err(Error::Other { .. })));
    assert_eq!(ids_in(&to), ["a"]);
    assert_eq!(names_in(folder.path()), ["copy.sqlite3"]);
    assert_eq!(ids(&home.db).await, ["a", "b"]);
}

#[test]
fn postgres_has_no_file_of_its_own_to_copy() {
    let home = Home::postgres();

    let refused = home.db.backup(Path::new("copy")).unwrap_err();

    assert!(crate::support::all_words(&refused).contains("pg_dump"), "{refused:?}");
}
