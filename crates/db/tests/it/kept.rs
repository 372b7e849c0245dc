//! Snapshots that threads keep from one read to the next: nobody sees less than what was answered, and
//! nobody is held up by them.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use db::{Db, Error, SqliteOptions};

use crate::support::{Home, add, ids};

/// So often a thread reads until it surely keeps what it has seen.
const UNTIL_KEPT: usize = 3;

async fn number(db: &Db) -> i64 {
    let row = db.glance(|tx| tx.row("SELECT n FROM thing WHERE id = 'a'", ())).await;
    row.unwrap().unwrap().unwrap().get(0).unwrap()
}

async fn set_number(db: &Db, n: i64) {
    let set = db.write(move |tx| tx.run("UPDATE thing SET n = ?1 WHERE id = 'a'", (n,))).await;
    assert_eq!(set.unwrap().unwrap(), 1);
}

/// A database with one thing, which these threads have seen so often that they keep it.
fn watched(options: SqliteOptions, threads: usize) -> (Home, tokio::runtime::Runtime) {
    let home = Home::sqlite_with(options);
    home.db.write_blocking(|tx| add(tx, "a")).unwrap().unwrap();
    // A thread that blocks holds nobody else's place, so each of these runs on one of its own.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(threads)
        .thread_keep_alive(Duration::from_secs(60))
        .enable_all()
        .build()
        .unwrap();
    let all_here = Arc::new(std::sync::Barrier::new(threads));
    let watchers: Vec<_> = (0..threads)
        .map(|_| {
            let (db, all_here) = (home.db.clone(), all_here.clone());
            runtime.spawn_blocking(move || {
                all_here.wait();
                for _ in 0..UNTIL_KEPT {
                    assert_eq!(ids_blocking(&db), ["a"]);
                }
            })
        })
        .collect();
    for watcher in watchers {
        runtime.block_on(watcher).unwrap();
    }
    (home, runtime)
}

fn ids_blocking(db: &Db) -> Vec<String> {
    let rows = db.read_blocking(|tx| tx.rows("SELECT id FROM thing ORDER BY id", ()));
    rows.unwrap().unwrap().iter().map(|row| row.get(0).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn who_reads_again_and_again_sees_whatever_was_answered() {
    let home = Home::sqlite();
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    let answered = Arc::new(AtomicI64::new(0));
    let readers: Vec<_> = (0..2)
        .map(|_| {
            let (db, answered) = (home.db.clone(), answered.clone());
            tokio::spawn(async move {
                let mut last = 0;
                while last < 500 {
                    let least = answered.load(Ordering::SeqCst).max(last);
                    last = number(&db).await;
                    assert!(last >= least, "{last} was seen after {least}");
                }
            })
        })
        .collect();

    for n in 1..=500 {
        set_number(&home.db, n).await;
        answered.store(n, Ordering::SeqCst);
        for _ in 0..UNTIL_KEPT {
            assert_eq!(number(&home.db).await, n);
        }
    }

    for reader in readers {
        reader.await.unwrap();
    }
}

#[tokio::test]
async fn what_another_program_writes_is_seen_soon() {
    let home = Home::sqlite();
    let other = home.again().unwrap();
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    for _ in 0..UNTIL_KEPT {
        assert_eq!(ids(&home.db).await, ["a"]);
    }

    other.write(|tx| add(tx, "b")).await.unwrap().unwrap();

    let long_after = Instant::now() + Duration::from_secs(30);
    while ids(&home.db).await != ["a", "b"] {
        assert!(Instant::now() < long_after, "it is never seen");
    }
}

#[test]
fn the_log_starts_over_although_threads_have_kept_what_they_saw() {
    let few = SqliteOptions { checkpoint_pages: 50, ..SqliteOptions::default() };
    let (home, runtime) = watched(few, 4);
    let page = "x".repeat(4_000);

    for n in 0..1_000 {
        let page = page.clone();
        let sql = "INSERT INTO thing (id, note) VALUES (?1, ?2)";
        let id = format!("{n:04}");
        home.db.write_blocking(move |tx| tx.run(sql, (&id, &page))).unwrap().unwrap();
        if n % 7 == 0 {
            // Keeps the newest, on this thread.
            (0..UNTIL_KEPT).for_each(|_| assert!(ids_blocking(&home.db).len() > n));
        }
    }

    let log = runtime.block_on(home.db.storage()).unwrap().log_bytes.unwrap();
    assert!(log < 200 * 4_096, "the log has {log} bytes");
}

#[test]
fn a_file_is_closed_in_order_although_threads_have_kept_what_they_saw() {
    let (home, _runtime) = watched(SqliteOptions::default(), 4);

    home.db.close();

    let log = home.path().with_extension("sqlite3-wal");
    assert!(!log.exists(), "the log is still there");
    assert!(home.again().unwrap().was_sealed());
}

#[tokio::test]
async fn a_read_that_fails_keeps_nothing_from_the_next() {
    let home = Home::sqlite();
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    for n in 0..20 {
        set_number(&home.db, n).await;
        for _ in 0..UNTIL_KEPT {
            assert_eq!(number(&home.db).await, n);
            let absent = home.db.read(|_| Err::<(), _>(Error::Closed)).await;
            assert!(matches!(absent, Ok(Err(Error::Closed))), "{absent:?}");
            let refused = home.db.read(|tx| add(tx, "b")).await;
            assert!(!matches!(refused, Ok(Ok(_))), "a read has written");
            let panicked = home.db.glance(|_| -> Result<(), Error> { panic!("as told") }).await;
            assert!(matches!(panicked, Err(Error::Panicked)), "{panicked:?}");
        }
    }
    assert_eq!(ids(&home.db).await, ["a"]);
}
