//! What SQLite's writer does when a batch, a disk or a commit fails.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use db::{Constraint, Db, Error, SqliteOptions, Tx};

use crate::support::{Gate, Home, add, blocked, ids, one_batch, queued};

#[tokio::test]
async fn one_who_fails_takes_nobody_along() {
    let home = Home::sqlite_with(one_batch());
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let before = queued(&home.db, |tx| add(tx, "before")).await;
    let failing = queued(&home.db, |tx| {
        add(tx, "failing").unwrap();
        Err::<(), _>("no")
    })
    .await;
    let panicking = queued(&home.db, |tx| -> Result<(), Error> {
        add(tx, "panicking")?;
        panic!("on purpose");
    })
    .await;
    let twice = queued(&home.db, |tx| add(tx, "before")).await;
    let after = queued(&home.db, |tx| add(tx, "after")).await;

    gate.open();

    blocker.await.unwrap().unwrap();
    before.await.unwrap().unwrap();
    assert!(matches!(failing.await, Ok(Err("no"))));
    assert!(matches!(panicking.await, Err(Error::Panicked)));
    assert!(matches!(twice.await, Ok(Err(Error::Constraint { kind: Constraint::Unique, .. }))));
    after.await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after", "before"]);
}

#[tokio::test]
async fn only_a_failure_that_wrote_makes_others_run_again() {
    let home = Home::sqlite_with(one_batch());
    for (id, writes, wanted) in [("a", false, 1), ("b", true, 2), ("guarded", true, 1)] {
        let gate = Gate::default();
        let runs = Arc::new(AtomicUsize::new(0));
        let blocker = blocked(&home.db, &gate).await;
        let counted = runs.clone();
        let counting = queued(&home.db, move |tx| {
            counted.fetch_add(1, Ordering::SeqCst);
            add(tx, id)
        })
        .await;
        let failing = queued(&home.db, move |tx| {
            if writes {
                add(tx, "failing").unwrap();
            }
            Err::<(), _>("no")
        })
        .await;

        gate.open();

        blocker.await.unwrap().unwrap();
        counting.await.unwrap().unwrap();
        assert!(matches!(failing.await, Ok(Err("no"))));
        assert_eq!(runs.load(Ordering::SeqCst), wanted, "{id}");
    }
    assert_eq!(ids(&home.db).await, ["a", "b", "guarded"]);
}

#[tokio::test]
async fn a_rule_broken_at_the_commit_is_told_to_the_guilty_one_alone() {
    let home = Home::sqlite_with(one_batch());
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let before = queued(&home.db, |tx| add(tx, "before")).await;
    let guilty = queued(&home.db, |tx| {
        add(tx, "guilty")?;
        tx.run("INSERT INTO part (id, thing) VALUES ('p', 'nowhere')", ())
    })
    .await;
    let after = queued(&home.db, |tx| {
        add(tx, "after")?;
        tx.run("INSERT INTO part (id, thing) VALUES ('q', 'after')", ())
    })
    .await;

    gate.open();

    blocker.await.unwrap().unwrap();
    before.await.unwrap().unwrap();
    let end = guilty.await;
    assert!(matches!(end, Err(Error::Constraint { kind: Constraint::ForeignKey, .. })), "{end:?}");
    after.await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after", "before"]);
}

/// One row of 100 kB: it needs pages that a full database does not have.
fn add_large(tx: &mut Tx<'_>, id: &str) -> Result<u64, Error> {
    tx.run("INSERT INTO thing (id, page) VALUES (?1, ?2)", (id, vec![7_u8; 100_000]))
}

#[tokio::test]
async fn a_full_disk_refuses_what_is_too_large_and_nothing_else() {
    let options = SqliteOptions { max_page_count: Some(60), ..one_batch() };
    let home = Home::sqlite_with(options);
    home.db.write(|tx| add_large(tx, "first")).await.unwrap().unwrap();
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let before = queued(&home.db, |tx| add(tx, "before")).await;
    let fits = queued(&home.db, |tx| add_large(tx, "fits")).await;
    let large = queued(&home.db, |tx| add_large(tx, "large")).await;
    let after = queued(&home.db, |tx| add(tx, "after")).await;

    gate.open();

    blocker.await.unwrap().unwrap();
    before.await.unwrap().unwrap();
    fits.await.unwrap().unwrap();
    let end = large.await;
    assert!(matches!(end, Ok(Err(Error::Full { .. }))), "{end:?}");
    assert!(end.unwrap().unwrap_err().is_unavailable());
    after.await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after", "before", "first", "fits"]);

    // A closure that passes over the refusal is not believed.
    let end = home
        .db
        .write(|tx| {
            let _ = add_large(tx, "large");
            Ok::<_, Error>(())
        })
        .await;
    assert!(matches!(end, Err(Error::Full { .. })), "{end:?}");

    // Space given back is space again.
    home.db.write(|tx| tx.run("DELETE FROM thing WHERE id = 'first'", ())).await.unwrap().unwrap();
    home.db.write(|tx| add_large(tx, "large")).await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after", "before", "fits", "large"]);
}

/// Runs a test again in a process of its own that may not write files beyond 200 KiB: what is
/// longer is refused by the system as an input/output error.
#[cfg(unix)]
fn in_a_process_that_cannot_write_much(test: &str) -> bool {
    const ASKED: &str = "SCRIPTORIUM_TEST_WRITES_LITTLE";
    if std::env::var_os(ASKED).is_some() {
        return true;
    }
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$0\" --exact \"$1\""])
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .env(ASKED, "yes")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && words.contains("1 passed"), "{words}");
    false
}

#[cfg(unix)]
#[tokio::test]
async fn a_commit_that_fails_for_good_is_never_called_a_success() {
    let test = "sqlite_faults::a_commit_that_fails_for_good_is_never_called_a_success";
    if !in_a_process_that_cannot_write_much(test) {
        return;
    }
    let home = Home::sqlite_with(one_batch());
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let small = queued(&home.db, |tx| add(tx, "small")).await;
    let failing = queued(&home.db, |_| Err::<(), _>("no")).await;
    let large = queued(&home.db, |tx| {
        (0..4).try_for_each(|n| add_large(tx, &format!("large {n}")).map(drop))
    })
    .await;

    gate.open();

    assert!(matches!(blocker.await, Err(Error::OutcomeUnknown { .. })));
    assert!(matches!(small.await, Err(Error::OutcomeUnknown { .. })));
    // Nothing of this one was kept for certain, but its answer may stand on writes that are not
    // there: it may try again.
    let end = failing.await.unwrap_err();
    assert!(matches!(end, Error::Unreachable { .. }) && end.is_unavailable(), "{end:?}");
    let end = large.await;
    assert!(matches!(end, Err(Error::OutcomeUnknown { .. })), "{end:?}");

    // The file was opened anew, and is sound.
    home.db.write(|tx| add(tx, "after")).await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after"]);
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len())
}

#[tokio::test]
async fn the_log_does_not_grow_for_ever() {
    let home = Home::sqlite();
    let log = home.path().with_extension("sqlite3-wal");

    for n in 0..200 {
        home.db
            .write(move |tx| {
                tx.run(
                    "INSERT INTO thing (id, page) VALUES ('a', ?1)
                         ON CONFLICT (id) DO UPDATE SET page = excluded.page",
                    (vec![n; 400_000],),
                )
            })
            .await
            .unwrap()
            .unwrap();
    }

    // 80 MB went through it.
    assert!(size(&log) > 0);
    assert!(size(&log) < 40 << 20, "{} bytes", size(&log));
    home.db.close();
    assert_eq!(size(&log), 0);
}

/// How many files are open whose name begins like this.
#[cfg(target_os = "linux")]
fn open_files(path: &Path) -> usize {
    std::fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| std::fs::read_link(entry.unwrap().path()).ok())
        .filter(|file| file.to_string_lossy().starts_with(&*path.to_string_lossy()))
        .count()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_reaches_the_connections_of_every_thread() {
    let home = Home::sqlite();
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    let stay = Gate::default();
    let readers: Vec<_> = (0..4)
        .map(|_| {
            let (db, stay, has_read) = (home.db.clone(), stay.clone(), Gate::default());
            let thread = std::thread::spawn({
                let has_read = has_read.clone();
                move || {
                    db.read_blocking(|tx| tx.row("SELECT count(*) FROM thing", ()))
                        .unwrap()
                        .unwrap();
                    has_read.open();
                    stay.wait();
                }
            });
            has_read.wait();
            thread
        })
        .collect();
    home.db.scan(|tx| tx.row("SELECT count(*) FROM thing", ())).await.unwrap().unwrap();
    // Main file and log of the writer, four readers and a long read, and the index they share.
    assert_eq!(open_files(&home.path()), 2 * 6 + 1);

    home.db.close();

    assert_eq!(open_files(&home.path()), 0);
    stay.open();
    readers.into_iter().for_each(|reader| reader.join().unwrap());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_thread_that_ends_takes_its_connection_along() {
    let home = Home::sqlite();
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    let before = open_files(&home.path());

    for _ in 0..3 {
        let db = home.db.clone();
        std::thread::spawn(move || {
            db.read_blocking(|tx| tx.row("SELECT count(*) FROM thing", ())).unwrap().unwrap();
        })
        .join()
        .unwrap();
    }

    // SQLite keeps a file open while another connection of the process holds a lock on it, which
    // is the case until the next transaction at most.
    home.db.write(|tx| add(tx, "b")).await.unwrap().unwrap();
    assert!(open_files(&home.path()) <= before + 1, "{}", open_files(&home.path()));
}

#[tokio::test]
async fn databases_of_one_thread_do_not_mix() {
    let homes: Vec<Home> = (0..5).map(|_| Home::sqlite()).collect();
    for (number, home) in homes.iter().enumerate() {
        home.db.write(move |tx| add(tx, &format!("of {number}"))).await.unwrap().unwrap();
    }

    for _ in 0..2 {
        for (number, home) in homes.iter().enumerate() {
            assert_eq!(ids(&home.db).await, [format!("of {number}")]);
        }
    }
    homes[2].db.close();

    assert_eq!(ids(&homes[3].db).await, ["of 3"]);
    let end = homes[2].db.read(|tx| tx.row("SELECT 1", ())).await;
    assert!(matches!(end, Err(Error::Closed)), "{end:?}");
}

#[tokio::test]
async fn a_read_inside_a_read_is_refused_and_not_waited_for() {
    let home = Home::sqlite();
    let db = home.db.clone();

    let inner = home
        .db
        .read(move |_| Ok::<_, Error>(db.read_blocking(|tx| tx.row("SELECT 1", ()))))
        .await
        .unwrap()
        .unwrap();

    assert!(matches!(inner, Err(Error::Other { .. })), "{inner:?}");
    assert_eq!(ids(&home.db).await, [""; 0]);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear reader, ".repeat(1_000)).unwrap();

    let refused = Db::open_sqlite(&path, SqliteOptions::default()).err().unwrap();
    assert!(crate::support::all_words(&refused).contains("letter.txt"), "{refused:?}");

    let nowhere = folder.path().join("no/such/folder/db.sqlite3");
    let refused = Db::open_sqlite(&nowhere, SqliteOptions::default()).err().unwrap();
    assert!(matches!(refused, Error::Unreachable { .. }), "{refused:?}");
}

#[tokio::test]
async fn what_was_answered_survives_a_program_that_is_gone() {
    let home = Home::sqlite();
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();

    // Another program finds the answered write while the first has not even closed.
    let other = rusqlite::Connection::open(home.path()).unwrap();
    other.busy_timeout(Duration::from_secs(5)).unwrap();
    let count: i64 = other.query_row("SELECT count(*) FROM thing", (), |row| row.get(0)).unwrap();

    assert_eq!(count, 1);
}
