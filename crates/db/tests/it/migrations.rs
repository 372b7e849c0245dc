//! The schema moves forward, once, whoever asks and however often.

use db::{Db, Error, Migrated, Migration};

use crate::support::{Home, THINGS, add, ids};

const WEIGHTS: Migration = Migration {
    version: 2,
    name: "weights",
    sql: "ALTER TABLE thing ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;
          -- Text that only looks like SQL: ';' and '?1'
          INSERT INTO thing (id, note) VALUES ('from the migration', 'a; b ?1');",
};

/// Fails in its second statement.
const BROKEN: Migration = Migration {
    version: 2,
    name: "broken",
    sql: "CREATE TABLE half (id TEXT);
          INSERT INTO nowhere (id) VALUES ('x');",
};

async fn has_table(db: &Db, select: &'static str) -> bool {
    db.read(move |tx| tx.rows(select, ())).await.unwrap().is_ok()
}

async fn moves_forward_and_stays(home: Home) {
    assert_eq!(home.db.version().unwrap(), 0);
    let done = home.db.migrate(&[THINGS], None).unwrap();
    assert_eq!(done, Migrated { from: 0, to: 1, backup: None });
    assert_eq!(home.db.version().unwrap(), 1);
    home.db.write(|tx| add(tx, "kept")).await.unwrap().unwrap();

    let done = home.db.migrate(&[THINGS, WEIGHTS], None).unwrap();
    assert_eq!(done, Migrated { from: 1, to: 2, backup: None });
    let done = home.db.migrate(&[THINGS, WEIGHTS], None).unwrap();
    assert_eq!(done, Migrated { from: 2, to: 2, backup: None });
    // A second program, which changed nothing, sees the same.
    assert_eq!(home.again().unwrap().version().unwrap(), 2);

    assert_eq!(ids(&home.db).await, ["from the migration", "kept"]);
    let history = home
        .db
        .read(|tx| tx.rows("SELECT version, name FROM schema_version ORDER BY version", ()))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(history.len(), 2);
    assert_eq!(history[1].get::<i64>(0).unwrap(), 2);
    assert_eq!(history[1].text(1).unwrap(), "weights");
}

#[tokio::test]
async fn the_schema_moves_forward_once_on_sqlite() {
    moves_forward_and_stays(Home::empty_sqlite()).await;
}

#[tokio::test]
async fn the_schema_moves_forward_once_on_postgres() {
    moves_forward_and_stays(Home::empty_postgres()).await;
}

async fn a_newer_database_is_refused(home: Home) {
    home.db.migrate(&[THINGS, WEIGHTS], None).unwrap();

    let refused = home.db.migrate(&[THINGS], None).unwrap_err();

    assert!(matches!(refused, Error::NewerSchema { found: 2, known: 1 }), "{refused:?}");
}

#[tokio::test]
async fn a_newer_database_is_refused_on_sqlite() {
    a_newer_database_is_refused(Home::empty_sqlite()).await;
}

#[tokio::test]
async fn a_newer_database_is_refused_on_postgres() {
    a_newer_database_is_refused(Home::empty_postgres()).await;
}

async fn an_edited_migration_is_refused(home: Home) {
    const EDITED: Migration = Migration { sql: "CREATE TABLE other (id TEXT)", ..THINGS };
    home.db.migrate(&[THINGS, WEIGHTS], None).unwrap();

    for edited in [&[EDITED][..], &[EDITED, WEIGHTS]] {
        let refused = home.db.migrate(edited, None);
        assert!(refused.is_err(), "{refused:?}");
    }
    let refused = home.db.migrate(&[EDITED, WEIGHTS], None).unwrap_err();

    assert!(matches!(refused, Error::OtherSchema { version: 1, .. }), "{refused:?}");
    assert!(refused.to_string().contains("Run that build"), "{refused}");
    const BOTH: &[Migration] = &[THINGS, WEIGHTS];
    const OTHER: &[Migration] = &[EDITED, WEIGHTS];
    assert!(home.db.check_history(BOTH).is_ok());
    assert!(home.db.check_history(OTHER).is_err());
    assert_eq!(home.db.migrate(BOTH, None).unwrap().from, 2);
}

#[tokio::test]
async fn an_edited_migration_is_refused_on_sqlite() {
    an_edited_migration_is_refused(Home::empty_sqlite()).await;
}

#[tokio::test]
async fn an_edited_migration_is_refused_on_postgres() {
    an_edited_migration_is_refused(Home::empty_postgres()).await;
}

async fn a_migration_that_fails_leaves_nothing_behind(home: Home) {
    home.db.migrate(&[THINGS], None).unwrap();

    let failed = home.db.migrate(&[THINGS, BROKEN], None).unwrap_err();

    let words = crate::support::all_words(&failed);
    assert!(words.contains("version 2 (broken)") && words.contains("nowhere"), "{words}");
    assert!(!has_table(&home.db, "SELECT id FROM half").await);
    assert_eq!(home.db.migrate(&[THINGS, WEIGHTS], None).unwrap().from, 1);
}

#[tokio::test]
async fn a_migration_that_fails_leaves_nothing_behind_on_sqlite() {
    a_migration_that_fails_leaves_nothing_behind(Home::empty_sqlite()).await;
}

#[tokio::test]
async fn a_migration_that_fails_leaves_nothing_behind_on_postgres() {
    a_migration_that_fails_leaves_nothing_behind(Home::empty_postgres()).await;
}

/// Four programs start at once on one database: one does the work, the others find it done.
fn programs_that_start_together_migrate(home: Home) {
    let done: Vec<Migrated> = std::thread::scope(|scope| {
        let programs: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let db = home.again().unwrap();
                    let done = db.migrate(&[THINGS, WEIGHTS], None).unwrap();
                    db.close();
                    done
                })
            })
            .collect();
        programs.into_iter().map(|program| program.join().unwrap()).collect()
    });

    assert_eq!(done.iter().filter(|done| done.from == 0).count(), 1);
    assert!(done.iter().all(|done| done.to == 2));
}

#[test]
fn programs_that_start_at_once_migrate_once_on_sqlite() {
    programs_that_start_together_migrate(Home::empty_sqlite());
}

#[test]
fn programs_that_start_at_once_migrate_once_on_postgres() {
    programs_that_start_together_migrate(Home::empty_postgres());
}

#[tokio::test]
async fn a_table_can_be_rebuilt_under_the_rows_that_point_at_it() {
    let family = Migration {
        version: 1,
        name: "family",
        sql: "CREATE TABLE parent (id TEXT NOT NULL PRIMARY KEY);
              CREATE TABLE child (
                  id TEXT NOT NULL PRIMARY KEY,
                  parent TEXT NOT NULL REFERENCES parent (id) ON DELETE CASCADE
              );
              INSERT INTO parent (id) VALUES ('p');
              INSERT INTO child (id, parent) VALUES ('c', 'p');",
    };
    let rebuilt = Migration {
        version: 2,
        name: "rebuilt",
        sql: "CREATE TABLE parent_new (id TEXT NOT NULL PRIMARY KEY, n BIGINT);
              INSERT INTO parent_new (id) SELECT id FROM parent;
              DROP TABLE parent;
              ALTER TABLE parent_new RENAME TO parent;",
    };
    let orphaned =
        Migration { version: 3, name: "orphaned", sql: "DELETE FROM parent WHERE id = 'p';" };
    let home = Home::empty_sqlite();

    home.db.migrate(&[family, rebuilt], None).unwrap();

    let count = home.db.read(|tx| tx.row("SELECT count(*) FROM child", ())).await.unwrap().unwrap();
    assert_eq!(count.unwrap().get::<i64>(0).unwrap(), 1);
    let refused = home.db.migrate(&[family, rebuilt, orphaned], None).unwrap_err();
    assert!(crate::support::all_words(&refused).contains("child"), "{refused:?}");
}
