//! Snapshots that threads keep from one read to the next: nobody sees less than what was answered, and
//! nobody is held up by them.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use db::{Db, Error, SqliteOptions, Tx, in_place, rest};
use tokio::runtime::{Builder, Runtime};

use crate::support::{Gate, Home, add};

/// So often a thread reads until it surely keeps what it has seen.
const UNTIL_KEPT: usize = 3;

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A runtime whose threads say when they go to sleep.
fn runtime(threads: usize) -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .on_thread_park(rest)
        .build()
        .unwrap()
}

/// A database of a thing.
fn home_with(options: SqliteOptions) -> Home {
    let home = Home::sqlite_with(options);
    home.db.write_blocking(|tx| add(tx, "a")).unwrap().unwrap();
    home
}

async fn ids(db: &Db) -> Vec<String> {
    let rows = db.read(|tx| tx.rows("SELECT id FROM thing ORDER BY id", ())).await;
    rows.unwrap().unwrap().iter().map(|row| row.get(0).unwrap()).collect()
}

/// Reads until this thread keeps what it sees, whether it has slept before or not.
async fn keep(db: &Db) -> Vec<String> {
    rest();
    let mut seen = Vec::new();
    for _ in 0..UNTIL_KEPT {
        seen = ids(db).await;
    }
    seen
}

async fn number(db: &Db) -> i64 {
    let row = db.glance(|tx| tx.row("SELECT n FROM thing WHERE id = 'a'", ())).await;
    row.unwrap().unwrap().unwrap().get(0).unwrap()
}

async fn set_number(db: &Db, n: i64) {
    let set = db.write(move |tx| tx.run("UPDATE thing SET n = ?1 WHERE id = 'a'", (n,))).await;
    assert_eq!(set.unwrap().unwrap(), 1);
}

/// What threads are busy with until this is dropped, also by a story that fails.
struct Busy(Gate);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.open();
    }
}

/// Threads that have kept what they saw and are busy with something else.
fn watch(db: &Db, runtime: &Runtime, threads: usize) -> Busy {
    let (gate, all_here) = (Gate::default(), Arc::new(Barrier::new(threads + 1)));
    for _ in 0..threads {
        let (db, gate, all_here) = (db.clone(), gate.clone(), all_here.clone());
        runtime.spawn(async move {
            assert_eq!(keep(&db).await, ["a"]);
            all_here.wait();
            gate.wait();
        });
    }
    all_here.wait();
    Busy(gate)
}

#[test]
fn who_reads_again_and_again_sees_whatever_was_answered() {
    let home = home_with(SqliteOptions::default());
    let runtime = runtime(3);
    let seen = Arc::new(AtomicI64::new(0));
    let readers: Vec<_> = (0..2)
        .map(|_| {
            let (db, seen) = (home.db.clone(), seen.clone());
            runtime.spawn(async move {
                let mut last = 0;
                while last < 500 {
                    // What was answered to somebody else, or seen by him.
                    let least = seen.load(Ordering::SeqCst);
                    last = number(&db).await;
                    assert!(last >= least, "{last} was seen after {least}");
                    seen.fetch_max(last, Ordering::SeqCst);
                }
            })
        })
        .collect();

    let (db, answered) = (home.db.clone(), seen.clone());
    let writer = runtime.spawn(async move {
        for n in 1..=500 {
            set_number(&db, n).await;
            answered.fetch_max(n, Ordering::SeqCst);
            for _ in 0..UNTIL_KEPT {
                assert_eq!(number(&db).await, n);
            }
        }
    });

    for task in readers.into_iter().chain([writer]) {
        runtime.block_on(task).unwrap();
    }
}

#[test]
fn what_another_program_writes_is_seen_by_a_thread_that_never_sleeps() {
    let home = home_with(SqliteOptions::default());
    let other = home.again().unwrap();
    let (db, runtime) = (home.db.clone(), runtime(1));

    let busy = runtime.spawn(async move {
        assert_eq!(keep(&db).await, ["a"]);
        other.write_blocking(|tx| add(tx, "b")).unwrap().unwrap();
        let long_after = Instant::now() + PATIENCE;
        while ids(&db).await != ["a", "b"] {
            assert!(Instant::now() < long_after, "it is never seen");
        }
    });

    runtime.block_on(busy).unwrap();
}

#[test]
fn the_log_starts_over_although_threads_have_kept_what_they_saw() {
    let few = SqliteOptions { checkpoint_pages: 50, ..SqliteOptions::default() };
    let (home, runtime) = (home_with(few), runtime(4));
    let _busy = watch(&home.db, &runtime, 4);
    let page = "x".repeat(4_000);

    for n in 0..1_000 {
        let page = page.clone();
        let sql = "INSERT INTO thing (id, note) VALUES (?1, ?2)";
        let id = format!("b{n:04}");
        home.db.write_blocking(move |tx| tx.run(sql, (&id, &page))).unwrap().unwrap();
        if n % 7 == 0 {
            // Keeps the newest, on this thread.
            assert_eq!(runtime.block_on(keep(&home.db)).len(), n + 2);
        }
    }

    let log = runtime.block_on(home.db.storage()).unwrap().log_bytes.unwrap();
    assert!(log < 200 * 4_096, "the log has {log} bytes");
}

/// Has another program start the log over, as soon as that is possible.
fn empty_log(home: &Home) {
    let other = rusqlite::Connection::open(home.path()).unwrap();
    let long_after = Instant::now() + PATIENCE;
    let empty = || {
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        other.query_row(sql, (), |row| row.get::<_, i64>(0)).unwrap() == 0
    };
    while !empty() {
        assert!(Instant::now() < long_after, "the log is held for ever");
        std::thread::yield_now();
    }
}

#[test]
fn another_program_may_empty_the_log_when_threads_sleep() {
    let (home, runtime) = (home_with(SqliteOptions::default()), runtime(4));
    drop(watch(&home.db, &runtime, 4));

    empty_log(&home);
}

#[test]
fn a_thread_that_the_runtime_does_without_keeps_nothing() {
    let (home, runtime) = (home_with(SqliteOptions::default()), runtime(1));
    let (busy, db) = (Busy(Gate::default()), home.db.clone());
    let here = Arc::new(Barrier::new(2));
    let (is_here, gate) = (here.clone(), busy.0.clone());
    runtime.spawn(async move {
        keep(&db).await;
        in_place(|| ());
        for _ in 0..UNTIL_KEPT {
            ids(&db).await;
        }
        is_here.wait();
        gate.wait();
    });
    here.wait();

    empty_log(&home);
}

/// A statement that never ends.
fn endless(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.row(
        "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n FROM number)
         SELECT count(*) FROM number",
        (),
    )
    .map(drop)
}

#[test]
fn a_read_has_its_time_and_no_more_when_what_was_kept_has_ended() {
    let short = SqliteOptions { statement_timeout_ms: 50, ..SqliteOptions::default() };
    let home = home_with(short);
    let db = home.db.clone();

    runtime(1).block_on(async move {
        keep(&db).await;
        let end = db.read(endless).await;
        assert!(matches!(end, Ok(Err(Error::Timeout))), "in what was kept: {end:?}");
        keep(&db).await;
        set_number(&db, 1).await;
        let end = db.read(endless).await;
        assert!(matches!(end, Ok(Err(Error::Timeout))), "after a write: {end:?}");
        keep(&db).await;
        set_number(&db, 2).await;
        let end = db.glance(endless).await;
        assert!(matches!(end, Ok(Err(Error::Timeout))), "at a glance after a write: {end:?}");
        assert_eq!(number(&db).await, 2);
    });
}

#[test]
fn a_file_is_closed_in_order_although_threads_have_kept_what_they_saw() {
    let (home, runtime) = (home_with(SqliteOptions::default()), runtime(4));
    let _busy = watch(&home.db, &runtime, 4);

    home.db.close();

    let log = home.path().with_extension("sqlite3-wal");
    assert!(!log.exists(), "the log is still there");
    assert!(home.again().unwrap().was_sealed());
}

#[test]
fn a_read_that_fails_keeps_nothing_from_the_next() {
    let home = home_with(SqliteOptions::default());
    let db = home.db.clone();

    let reads = async move {
        rest();
        for n in 0..20 {
            set_number(&db, n).await;
            for _ in 0..UNTIL_KEPT {
                assert_eq!(number(&db).await, n);
                let absent = db.read(|_| Err::<(), _>(Error::Closed)).await;
                assert!(matches!(absent, Ok(Err(Error::Closed))), "{absent:?}");
                let refused = db.read(|tx| add(tx, "b")).await;
                assert!(!matches!(refused, Ok(Ok(_))), "a read has written");
                let panicked = db.glance(|_| -> Result<(), Error> { panic!("as told") }).await;
                assert!(matches!(panicked, Err(Error::Panicked)), "{panicked:?}");
                let within = db.clone();
                let nested = db.read(move |_| within.read_blocking(|_| Ok::<_, Error>(()))).await;
                assert!(matches!(nested, Ok(Err(Error::Other { .. }))), "{nested:?}");
            }
        }
        assert_eq!(ids(&db).await, ["a"]);
    };

    runtime(1).block_on(reads);
}
