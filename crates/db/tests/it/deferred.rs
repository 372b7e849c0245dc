//! What writes leave for later: nobody finds it left, and it is never lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use db::{Db, Deferral, Error, SqliteOptions, Tx};

use crate::support::{Home, on_both};

/// Enough that they fill batches.
const WRITERS: usize = 64;

/// Things are made with 0 where they leave the rest for later, which is a 1.
const DEFERRAL: Deferral = Deferral {
    begin: |tx| {
        refuse_if(tx, "no beginning")?;
        tx.run("INSERT INTO part (id, thing) VALUES ('left', 'ground')", ()).map(drop)
    },
    settle: |tx| {
        refuse_if(tx, "no end")?;
        tx.run("DELETE FROM part WHERE id = 'left'", ())?;
        tx.run("UPDATE thing SET n = 1 WHERE n = 0", ()).map(drop)
    },
};

/// Fails while there is a thing of this name.
fn refuse_if(tx: &mut Tx<'_>, name: &str) -> Result<(), Error> {
    match tx.row("SELECT 1 FROM thing WHERE id = ?1", (name,))? {
        None => Ok(()),
        Some(_) => Err(Error::Other { doing: "refusing", source: name.into() }),
    }
}

fn home() -> Home {
    let home =
        Home::sqlite_with(SqliteOptions { deferral: Some(DEFERRAL), ..SqliteOptions::default() });
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
                        if let Ok(is_left) = written.await.expect("a database that works") {
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
        while self.left() < wanted {
            tokio::task::yield_now().await;
        }
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
    let mut was_left = false;
    while !was_left {
        let (things, noted) = in_the_file(&home);
        assert!(things == 0 || noted == 1, "{things} things were left, and nobody would know");
        was_left = things > 0;
    }
    rush.end().await;

    while in_the_file(&home) != (0, 0) {
        tokio::task::yield_now().await;
    }
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
    let home = home();
    home.db.write(|tx| name(tx, "no beginning")).await.unwrap().unwrap();

    let rush = Rush::begin(&home.db);
    while rush.made.load(Ordering::SeqCst) < 5_000 {
        tokio::task::yield_now().await;
    }

    assert_eq!(rush.left(), 0);
    let made = rush.end().await;
    assert_eq!(home.db.read(counts).await.unwrap().unwrap(), (made, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_it_cannot_be_done_reads_and_writes_go_on_and_it_is_done_later() {
    let home = home();
    let rush = Rush::begin(&home.db);
    rush.until_left(100).await;
    // Whoever writes this has all done that was left before; what is left from now on stays.
    home.db.write(|tx| name(tx, "no end")).await.unwrap().unwrap();
    rush.until_left(1).await;

    let (_, left) = home.db.read(counts).await.unwrap().unwrap();
    assert!(left > 0);
    home.db.write(|tx| name(tx, "meanwhile")).await.unwrap().unwrap();
    let made = rush.end().await;

    let removed = home.db.write(|tx| tx.run("DELETE FROM thing WHERE id = 'no end'", ())).await;
    assert_eq!(removed.unwrap().unwrap(), 1);
    assert_eq!(home.db.read(counts).await.unwrap().unwrap(), (made, 0));
}

on_both! {
    async fn without_a_deferral_nothing_is_left(db) {
        let rush = Rush::begin(db);
        while rush.made.load(Ordering::SeqCst) < 2_000 {
            tokio::task::yield_now().await;
        }

        assert_eq!(rush.left(), 0);
        let made = rush.end().await;
        assert_eq!(db.read(counts).await.unwrap().unwrap(), (made, 0));
    }
}
