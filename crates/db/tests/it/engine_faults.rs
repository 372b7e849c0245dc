//! What both engines do when a closure misbehaves: panics, never ends, or holds on too long.

use db::{Db, Error, PostgresOptions, SqliteOptions, Tx};

use crate::support::{Gate, Home, add, blocked, ids, on_both, one_batch, queued};

on_both! {
    async fn a_panic_stays_with_its_caller(db) {
        let end = db
            .write(|tx| -> Result<(), Error> {
                add(tx, "half")?;
                panic!("on purpose");
            })
            .await;
        assert!(matches!(end, Err(Error::Panicked)), "{end:?}");
        let end = db.read(|_| -> Result<(), Error> { panic!("on purpose") }).await;
        assert!(matches!(end, Err(Error::Panicked)), "{end:?}");
        let end = db.scan(|_| -> Result<(), Error> { panic!("on purpose") }).await;
        assert!(matches!(end, Err(Error::Panicked)), "{end:?}");

        db.write(|tx| add(tx, "whole")).await.unwrap().unwrap();

        assert_eq!(ids(db).await, ["whole"]);
    }
}

/// Panics when it is dropped, as anything may that a closure has brought along.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        panic!("on purpose");
    }
}

/// One thread works for all, and one of them brings something that panics.
async fn a_panic_behind_the_answer_harms_nobody(home: Home) {
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let before = queued(&home.db, |tx| add(tx, "before")).await;
    let grenade = Grenade;
    let guilty = queued(&home.db, move |tx| {
        let _ = &grenade;
        add(tx, "guilty")
    })
    .await;
    let grenade = Grenade;
    let gone = queued(&home.db, move |tx| {
        let _ = &grenade;
        add(tx, "gone")
    })
    .await;
    let after = queued(&home.db, |tx| add(tx, "after")).await;

    drop(gone);
    gate.open();

    blocker.await.unwrap().unwrap();
    before.await.unwrap().unwrap();
    guilty.await.unwrap().unwrap();
    after.await.unwrap().unwrap();
    home.db.write(|tx| add(tx, "later")).await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after", "before", "guilty", "later"]);
}

#[tokio::test]
async fn a_panic_behind_the_answer_harms_nobody_on_sqlite() {
    a_panic_behind_the_answer_harms_nobody(Home::sqlite_with(one_batch())).await;
}

#[tokio::test]
async fn a_panic_behind_the_answer_harms_nobody_on_postgres() {
    let options = PostgresOptions { threads: 1, ..PostgresOptions::default() };
    a_panic_behind_the_answer_harms_nobody(Home::postgres_with(options)).await;
}

/// A statement that would never come to an end is stopped, in a read and in a write.
async fn nothing_runs_for_ever(home: Home) {
    let endless = |tx: &mut Tx<'_>| {
        tx.row(
            "WITH RECURSIVE number (n) AS (
                 SELECT 1
                  UNION ALL
                 SELECT n FROM number
             )
             SELECT count(*) FROM number",
            (),
        )
    };

    let end = home.db.read(endless).await;
    assert!(matches!(end, Ok(Err(Error::Timeout))), "{end:?}");
    let end = home
        .db
        .write(move |tx| {
            add(tx, "half")?;
            endless(tx)
        })
        .await;
    assert!(matches!(end, Ok(Err(Error::Timeout))), "{end:?}");

    home.db.write(|tx| add(tx, "whole")).await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["whole"]);
}

#[tokio::test]
async fn nothing_runs_for_ever_on_sqlite() {
    let options = SqliteOptions { statement_timeout_ms: 100, ..SqliteOptions::default() };
    nothing_runs_for_ever(Home::sqlite_with(options)).await;
}

#[tokio::test]
async fn nothing_runs_for_ever_on_postgres() {
    let options = PostgresOptions { statement_timeout_ms: 100, ..PostgresOptions::default() };
    nothing_runs_for_ever(Home::postgres_with(options)).await;
}

/// Another program holds what we want; we wait for a while and then say so.
async fn no_lock_is_waited_for_for_ever(home: Home) {
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    let other = home.again().unwrap();
    let db = home.db.clone();

    let lock = "UPDATE thing SET id = id WHERE id = 'a'";
    let end = other
        .write(move |tx| {
            tx.run(lock, ())?;
            Ok::<_, Error>(db.write_blocking(move |tx| tx.run(lock, ())))
        })
        .await
        .unwrap()
        .unwrap();

    // SQLite refuses the transaction, PostgreSQL the statement.
    assert!(matches!(end, Err(Error::Busy) | Ok(Err(Error::Busy))), "{end:?}");
    home.db.write(move |tx| tx.run(lock, ())).await.unwrap().unwrap();
    other.close();
}

#[tokio::test]
async fn a_lock_held_elsewhere_is_not_waited_for_for_ever_on_sqlite() {
    let options = SqliteOptions { busy_timeout_ms: 50, ..SqliteOptions::default() };
    no_lock_is_waited_for_for_ever(Home::sqlite_with(options)).await;
}

#[tokio::test]
async fn a_lock_held_elsewhere_is_not_waited_for_for_ever_on_postgres() {
    let options = PostgresOptions { lock_timeout_ms: 50, ..PostgresOptions::default() };
    no_lock_is_waited_for_for_ever(Home::postgres_with(options)).await;
}
