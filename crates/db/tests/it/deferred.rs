//! What writes leave for later: nobody finds it left, and it is never lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use db::{Constraint, Db, Deferral, Error, SqliteOptions, Tx};

use crate::support::{Home, on_both};

/// Enough that they fill batches.
const WRITERS: usize = 64;

/// Things are made with 0 where they leave the rest for later, which is a 1.
const DEFERRAL: Deferral = Deferral {
    begin: |tx| tx.run("INSERT INTO part (id, thing) VALUES ('left', 'ground')", ()).map(drop),
    settle: |tx| {
        tx.run("DELETE FROM part WHERE id = 'left'", ())?;
        tx.run("UPDATE thing SET n = 1 WHERE n = 0", ())?;
        refuse_if(tx, "no end")
    },
};

/// How often it was tried to note something where that cannot be.
static NOTES: AtomicUsize = AtomicUsize::new(0);

/// As above, and nothing can be noted.
const UNNOTED: Deferral = Deferral {
    begin: |_| {
        NOTES.fetch_add(1, Ordering::SeqCst);
        Err(Error::Busy)
    },
    settle: DEFERRAL.settle,
};

/// Fails while there is a thing of this name.
fn refuse_if(tx: &mut Tx<'_>, name: &str) -> Result<(), Error> {
    match tx.row("SELECT 1 FROM thing WHERE id = ?1", (name,))? {
        None => Ok(()),
        Some(_) => Err(Error::Other { doing: "refusing", source: name.into() }),
    }
}

fn home() -> Home {
    home_with(DEFERRAL)
}

fn home_with(deferral: Deferral) -> Home {
    let home =
        Home::sqlite_with(SqliteOptions { deferral: Some(deferral), ..SqliteOptions::default() });
    home.db.write_blocking(|tx| name(tx, "ground")).unwrap().unwrap();
    home
}

/// Makes a thing that is no work.
fn name(tx: &mut Tx<'_>, id: &'static str) -> Result<(), Error> {
    tx.run("INSERT INTO thing (id, n) VALUES (?1, 2)", (id,)).map(drop)
}

/// How many things are there and made by writers, and how many of them are left.
fn counts(tx: &mut Tx<'_>) -> Result<(i64, i64), Error> {
    let sql = "SELECT count(*), count(*) - coalesce(sum(n), 0) FROM thing WHERE n < 2";
    let row = tx.row(sql, ())?.expect("a count is one row");
    Ok((row.get(0)?, row.get(1)?))
}

/// Waits until this is so.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "waited too long until {what}");
        tokio::task::yield_now().await;
    }
}

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Writers at work, and what they know.
struct Rush {
    /// How many things were acknowledged, and how many of these were left.
    made: Arc<AtomicUsize>,
    left: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Rush {
    /// Every 50th thing of each writer is given up again after it was written.
    fn begin(db: &Db) -> Rush {
        let (made, left) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let stop = Arc::<AtomicBool>::default();
        let tasks = (0..WRITERS)
            .map(|writer| {
                let (db, made, left, stop) = (db.clone(), made.clone(), left.clone(), stop.clone());
                tokio::spawn(async move {
                    for number in 0.. {
                        if stop.load(Ordering::SeqCst) {
                            return;
                        }
                        let is_given_up = number % 50 == 49;
                        let written = db.write_deferring(move |tx| {
                            let is_left = tx.may_defer();
                            let id = format!("{writer}-{number}");
                            tx.run("INSERT INTO thing (id, n) VALUES (?1, ?2)", (&id, !is_left))?;
                            if is_given_up { Err(Error::Busy) } else { Ok(is_left) }
                        });
                        // Refused where what was left cannot be done.
                        if let Ok(Ok(is_left)) = written.await {
                            made.fetch_add(1, Ordering::SeqCst);
                            left.fetch_add(usize::from(is_left), Ordering::SeqCst);
                        }
                    }
                })
            })
            .collect();
        Rush { made, left, stop, tasks }
    }

    fn left(&self) -> usize {
        self.left.load(Ordering::SeqCst)
    }

    /// Waits until `count` more were left.
    async fn until_left(&self, count: usize) {
        let wanted = self.left() + count;
        until("something is left", || self.left() >= wanted).await;
    }

    /// Ends the rush; how many things were acknowledged.
    async fn end(self) -> i64 {
        self.stop.store(true, Ordering::SeqCst);
        for task in self.tasks {
            task.await.expect("a writer that ends");
        }
        self.made.load(Ordering::SeqCst) as i64
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_finds_anything_left() {
    let home = home();
    let rush = Rush::begin(&home.db);

    for round in 0..5 {
        rush.until_left(100).await;
        assert_eq!(home.db.read(counts).await.unwrap().unwrap().1, 0, "a read");
        rush.until_left(100).await;
        assert_eq!(home.db.glance(counts).await.unwrap().unwrap().1, 0, "a glance");
        rush.until_left(100).await;
        assert_eq!(home.db.scan(counts).await.unwrap().unwrap().1, 0, "a long read");
        rush.until_left(100).await;
        assert_eq!(home.db.write(counts).await.unwrap().unwrap().1, 0, "another write");
        rush.until_left(100).await;
        let copy = home.path().with_extension(format!("{round}.copy"));
        home.db.backup(&copy).unwrap();
        assert_eq!(db::read_file(&copy, counts).unwrap().unwrap().1, 0, "a copy");
    }

    let made = rush.end().await;
    assert_eq!(home.db.read(counts).await.unwrap().unwrap(), (made, 0));
}

/// What somebody sees who asks the file, and not us.
fn in_the_file(home: &Home) -> (i64, i64) {
    let other = rusqlite::Connection::open(home.path()).unwrap();
    other.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
    other
        .query_row(
            "SELECT (SELECT count(*) FROM thing WHERE n = 0),
                    (SELECT count(*) FROM part WHERE id = 'left')",
            (),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_left_is_noted_first_and_done_when_it_is_quiet() {
    let home = home();
    let rush = Rush::begin(&home.db);

    rush.until_left(1).await;
    until("something is seen left", || {
        let (things, noted) = in_the_file(&home);
        assert!(things == 0 || noted == 1, "{things} things were left, and nobody would know");
        things > 0
    })
    .await;
    rush.end().await;

    until("nothing is left", || in_the_file(&home) == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_closed_has_nothing_left() {
    let home = home();
    let rush = Rush::begin(&home.db);
    rush.until_left(1_000).await;
    rush.end().await;

    home.db.close();

    assert_eq!(in_the_file(&home), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_it_cannot_be_noted_nothing_is_left() {
    let home = home_with(UNNOTED);

    let rush = Rush::begin(&home.db);
    until("it was tried", || NOTES.load(Ordering::SeqCst) > 1).await;

    assert_eq!(rush.left(), 0);
    let made = rush.end().await;
    assert_eq!(home.db.read(counts).await.unwrap().unwrap(), (made, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_it_cannot_be_done_reads_go_on_writes_fail_and_it_is_done_later() {
    let home = home();
    let rush = Rush::begin(&home.db);
    rush.until_left(100).await;
    // Whoever writes this has all done that was left before; what is left from now on stays.
    home.db.write(|tx| name(tx, "no end")).await.unwrap().unwrap();
    rush.until_left(1).await;

    until("a read finds it", || {
        let found = home.db.read_blocking(counts).unwrap().unwrap();
        found.1 > 0
    })
    .await;
    let refused = home.db.write(|tx| name(tx, "meanwhile")).await;
    assert!(matches!(refused, Err(Error::Other { doing: "refusing", .. })), "{refused:?}");
    let refused = home.db.write_deferring(|tx| name(tx, "meanwhile")).await;
    assert!(matches!(refused, Err(Error::Other { doing: "refusing", .. })), "{refused:?}");
    let made = rush.end().await;

    let other = rusqlite::Connection::open(home.path()).unwrap();
    other.busy_timeout(PATIENCE).unwrap();
    assert_eq!(other.execute("DELETE FROM thing WHERE id = 'no end'", ()).unwrap(), 1);

    assert_eq!(home.db.read(counts).await.unwrap().unwrap(), (made, 0));
    home.db.write(|tx| name(tx, "afterwards")).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_refused_hears_what_the_engine_says() {
    let home = home_with(Deferral {
        settle: |tx| {
            let refused = tx.run("INSERT INTO thing (id) VALUES ('ground')", ());
            refused.map(drop).map_err(|_| Error::Busy)
        },
        ..DEFERRAL
    });
    home.db.settle();

    let refused = home.db.write(|tx| name(tx, "meanwhile")).await;

    assert!(
        matches!(refused, Err(Error::Constraint { kind: Constraint::Unique, .. })),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_earlier_run_has_left_is_done_at_the_start() {
    let home = home();
    home.db
        .write(|tx| {
            tx.run("INSERT INTO thing (id, n) VALUES ('early', 0)", ())?;
            tx.run("INSERT INTO part (id, thing) VALUES ('left', 'ground')", ())
        })
        .await
        .unwrap()
        .unwrap();

    home.db.settle();

    assert_eq!(in_the_file(&home), (0, 0));
}

on_both! {
    async fn without_a_deferral_nothing_is_left(db) {
        let rush = Rush::begin(db);
        until("much is made", || rush.made.load(Ordering::SeqCst) >= 2_000).await;

        assert_eq!(rush.left(), 0);
        let made = rush.end().await;
        assert_eq!(db.read(counts).await.unwrap().unwrap(), (made, 0));
    }
}

/// What the ground was numbered last.
fn ground(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let row = tx.row("SELECT CAST(note AS INTEGER) FROM thing WHERE id = 'ground'", ())?;
    row.expect("the ground").get::<Option<i64>>(0).map(|number| number.unwrap_or(0))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_read_once_is_read_again_after_anybody_else_has_written() {
    let home = home();
    let [answered, reads, left] = [(); 3].map(|()| Arc::<AtomicUsize>::default());
    let stop = Arc::<AtomicBool>::default();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (db, answered, reads) = (home.db.clone(), answered.clone(), reads.clone());
            let (left, stop) = (left.clone(), stop.clone());
            tokio::spawn(async move {
                for number in 0.. {
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                    let least = answered.load(Ordering::SeqCst) as i64;
                    let reads = reads.clone();
                    let written = db.write_deferring(move |tx| {
                        let found = tx.read_once("ground", |tx| {
                            reads.fetch_add(usize::from(tx.may_defer()), Ordering::SeqCst);
                            ground(tx)
                        })?;
                        let is_left = tx.may_defer();
                        let id = format!("{writer}-{number}");
                        tx.run("INSERT INTO thing (id, n) VALUES (?1, ?2)", (&id, !is_left))?;
                        Ok::<_, Error>((*found, is_left))
                    });
                    let (found, is_left) = written.await.unwrap().unwrap();
                    assert!(found >= least, "{found} was read after {least} was answered");
                    left.fetch_add(usize::from(is_left), Ordering::SeqCst);
                }
            })
        })
        .collect();

    for number in 1..=20_i64 {
        let wanted = left.load(Ordering::SeqCst) + 200;
        until("something is left", || left.load(Ordering::SeqCst) >= wanted).await;
        let numbered = home.db.write(move |tx| {
            tx.run("UPDATE thing SET note = CAST(?1 AS TEXT) WHERE id = 'ground'", (number,))
        });
        assert_eq!(numbered.await.unwrap().unwrap(), 1);
        answered.store(number as usize, Ordering::SeqCst);
    }

    stop.store(true, Ordering::SeqCst);
    for writer in writers {
        writer.await.expect("a writer that ends");
    }
    let (reads, left) = (reads.load(Ordering::SeqCst), left.load(Ordering::SeqCst));
    assert!(reads * 10 < left, "it was read {reads} times for {left} writes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_batch_ends_no_rush() {
    let home = home();
    let alone = async || home.db.write_deferring(|tx| Ok::<_, Error>(tx.may_defer())).await;
    let long_after = Instant::now() + PATIENCE;

    // A pause in which all is done may come between, and then it is no rush any more.
    loop {
        let rush = Rush::begin(&home.db);
        rush.until_left(100).await;
        rush.end().await;
        let first = alone().await.unwrap().unwrap();
        let second = alone().await.unwrap().unwrap();
        if first && second && alone().await.unwrap().unwrap() {
            break;
        }
        assert!(Instant::now() < long_after, "a small batch ends every rush");
    }

    assert_eq!(home.db.read(counts).await.unwrap().unwrap().1, 0);
}
