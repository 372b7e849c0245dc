//! Many at once: no update is lost, everyone is answered, nobody harms anybody.

use std::sync::mpsc::{SyncSender, sync_channel};

use db::{Db, Error, PostgresOptions, SqliteOptions, Tx};

use crate::support::{Gate, Home, add, blocked, ids, on_both, one_batch, queued};

/// Reads a row, keeping others away from it, and writes it back one higher.
fn count_up(tx: &mut Tx<'_>) -> Result<(), Error> {
    let counted = tx.row(
        "UPDATE thing SET id = id
          WHERE id = ?1
      RETURNING n",
        ("counter",),
    )?;
    let n: i64 = counted.unwrap().get(0)?;
    tx.run("UPDATE thing SET n = ?1 WHERE id = ?2", (n + 1, "counter"))?;
    Ok(())
}

on_both! {
    async fn forty_writers_of_one_row_lose_nothing(db) {
        db.write(|tx| add(tx, "counter")).await.unwrap().unwrap();

        let writers: Vec<_> = (0..40)
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move {
                    for _ in 0..5 {
                        db.write(count_up).await.unwrap().unwrap();
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.await.unwrap();
        }

        let row = db.read(|tx| tx.row("SELECT n FROM thing", ())).await.unwrap().unwrap();
        assert_eq!(row.unwrap().get::<i64>(0).unwrap(), 200);
    }
}

on_both! {
    async fn readers_and_writers_share_the_work(db) {
        let tasks: Vec<_> = (0..30)
            .map(|number| {
                let db = db.clone();
                tokio::spawn(async move {
                    let id = format!("t{number}");
                    for _ in 0..5 {
                        let key = id.clone();
                        db.write(move |tx| {
                            tx.run(
                                "INSERT INTO thing (id, n) VALUES (?1, 1)
                                     ON CONFLICT (id) DO UPDATE SET n = thing.n + 1",
                                (&key,),
                            )
                        })
                        .await
                        .unwrap()
                        .unwrap();
                        let count = |tx: &mut Tx<'_>| tx.row("SELECT sum(n) FROM thing", ())?.unwrap().get::<i64>(0);
                        assert!(db.read(count).await.unwrap().unwrap() >= 1);
                        assert!(db.scan(count).await.unwrap().unwrap() >= 1);
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }

        let count = |tx: &mut Tx<'_>| tx.row("SELECT sum(n) FROM thing", ())?.unwrap().get::<i64>(0);
        assert_eq!(db.read(count).await.unwrap().unwrap(), 150);
    }
}

on_both! {
    async fn a_caller_who_goes_away_harms_nobody(db) {
        let gate = Gate::default();
        let blocker = blocked(db, &gate).await;
        let gone = queued(db, |tx| add(tx, "gone")).await;
        let stays = queued(db, |tx| add(tx, "stays")).await;

        drop(gone);
        drop(blocker);
        gate.open();

        stays.await.unwrap().unwrap();
        assert!(ids(db).await.contains(&"stays".to_owned()));
        db.write(|tx| add(tx, "after")).await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_write_whose_caller_left_before_it_began_is_skipped() {
    let home = Home::sqlite_with(one_batch());
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let gone = queued(&home.db, |tx| add(tx, "gone")).await;

    drop(gone);
    gate.open();

    blocker.await.unwrap().unwrap();
    home.db.write(|tx| add(tx, "after")).await.unwrap().unwrap();
    assert_eq!(ids(&home.db).await, ["after"]);
}

on_both! {
    async fn a_closed_database_refuses_everything_and_closes_again(db) {
        assert_eq!(ids(db).await, [""; 0]);

        db.close();
        db.close();

        let job = |tx: &mut Tx<'_>| add(tx, "late");
        assert!(matches!(db.write(job).await, Err(Error::Closed)));
        assert!(matches!(db.read(job).await, Err(Error::Closed)));
        assert!(matches!(db.scan(job).await, Err(Error::Closed)));
        assert!(matches!(db.write_blocking(job), Err(Error::Closed)));
        assert!(matches!(db.read_blocking(job), Err(Error::Closed)));
    }
}

on_both! {
    async fn closing_finishes_what_is_queued(db) {
        let gate = Gate::default();
        let blocker = blocked(db, &gate).await;
        let mut waiting = Vec::new();
        for number in 0..20 {
            waiting.push(queued(db, move |tx| add(tx, &format!("t{number}"))).await);
        }

        let closing = std::thread::spawn({
            let db = db.clone();
            move || db.close()
        });
        gate.open();

        blocker.await.unwrap().unwrap();
        for call in waiting {
            call.await.unwrap().unwrap();
        }
        closing.join().unwrap();
    }
}

on_both! {
    async fn a_task_may_block_as_often_as_it_likes(db) {
        for number in 0..300 {
            db.write_blocking(move |tx| add(tx, &format!("t{number}"))).unwrap().unwrap();
            db.read_blocking(|tx| tx.row("SELECT 1", ())).unwrap().unwrap();
        }

        assert_eq!(ids(db).await.len(), 300);
    }
}

/// A queue of two places, and ten who want to write: they wait, and all are served.
async fn a_full_queue_makes_callers_wait(home: Home) {
    let gate = Gate::default();
    let blocker = blocked(&home.db, &gate).await;
    let mut waiting = Vec::new();
    for number in 0..10 {
        waiting.push(queued(&home.db, move |tx| add(tx, &format!("t{number}"))).await);
    }

    gate.open();

    blocker.await.unwrap().unwrap();
    for call in waiting {
        call.await.unwrap().unwrap();
    }
    assert_eq!(ids(&home.db).await.len(), 10);
}

#[tokio::test]
async fn a_full_queue_makes_callers_wait_on_sqlite() {
    let options = SqliteOptions { queue_max: 2, ..one_batch() };
    a_full_queue_makes_callers_wait(Home::sqlite_with(options)).await;
}

#[tokio::test]
async fn a_full_queue_makes_callers_wait_on_postgres() {
    let options = PostgresOptions { queue_max: 2, threads: 1, ..PostgresOptions::default() };
    a_full_queue_makes_callers_wait(Home::postgres_with(options)).await;
}

/// A handle that tells when it is gone, closing and all.
struct Last {
    db: Option<Db>,
    gone: SyncSender<()>,
}

impl Drop for Last {
    fn drop(&mut self) {
        self.db = None;
        self.gone.send(()).unwrap();
    }
}

/// A queued closure whose caller went away is the last to know its database, and is dropped on a
/// thread of that database, which cannot wait for itself.
async fn the_last_handle_may_be_dropped_by_a_closure(home: Home) {
    let db = home.again().unwrap();
    let gate = Gate::default();
    let blocker = blocked(&db, &gate).await;
    let (gone, is_gone) = sync_channel(1);
    let last = Last { db: Some(db.clone()), gone };
    let call = queued(&db, move |tx| {
        assert!(last.db.is_some());
        add(tx, "a")
    })
    .await;

    drop((blocker, call, db));
    gate.open();

    is_gone.recv().unwrap();
    home.db.write(|tx| add(tx, "after")).await.unwrap().unwrap();
}

#[tokio::test]
async fn the_last_handle_may_be_dropped_by_a_closure_on_sqlite() {
    the_last_handle_may_be_dropped_by_a_closure(Home::sqlite()).await;
}

#[tokio::test]
async fn the_last_handle_may_be_dropped_by_a_closure_on_postgres() {
    the_last_handle_may_be_dropped_by_a_closure(Home::postgres()).await;
}
