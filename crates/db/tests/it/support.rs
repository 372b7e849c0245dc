//! A database for each test, and the tools to make several closures meet.
//!
//! Nothing here checks anything.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::task::Poll;

use db::{Db, Error, Migration, PostgresOptions, SqliteOptions, Tx};
use tempfile::TempDir;

/// Makes two tests of a function, one for each engine.
macro_rules! on_both {
    ($(#[doc = $doc:literal])* async fn $name:ident($db:ident) $body:block) => {
        mod $name {
            use super::*;

            async fn body($db: &Db) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let home = Home::sqlite();
                body(&home.db).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let home = Home::postgres();
                body(&home.db).await;
            }
        }
    };
}
pub(crate) use on_both;

/// The table of most tests.
pub(crate) const THINGS: Migration = Migration {
    version: 1,
    name: "things",
    sql: "CREATE TABLE thing (
              id TEXT NOT NULL PRIMARY KEY,
              n BIGINT NOT NULL DEFAULT 0,
              x DOUBLE PRECISION,
              note TEXT,
              page BLOB,
              CONSTRAINT small CHECK (n < 1000000)
          );
          CREATE TABLE part (
              id TEXT NOT NULL PRIMARY KEY,
              thing TEXT NOT NULL
                  REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED
          );",
};

/// A database of a test's own. It is deleted when the test ends.
pub(crate) struct Home {
    pub(crate) db: Db,
    ground: Ground,
}

enum Ground {
    Folder(TempDir),
    Server(String),
}

impl Home {
    pub(crate) fn sqlite() -> Home {
        Home::sqlite_with(SqliteOptions::default())
    }

    pub(crate) fn sqlite_with(options: SqliteOptions) -> Home {
        let home = Home::empty_sqlite_with(options);
        home.db.migrate(&[THINGS], None).unwrap();
        home
    }

    pub(crate) fn empty_sqlite() -> Home {
        Home::empty_sqlite_with(SqliteOptions::default())
    }

    fn empty_sqlite_with(options: SqliteOptions) -> Home {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("db.sqlite3"), options).unwrap();
        Home { db, ground: Ground::Folder(folder) }
    }

    pub(crate) fn postgres() -> Home {
        Home::postgres_with(PostgresOptions::default())
    }

    pub(crate) fn postgres_with(options: PostgresOptions) -> Home {
        let home = Home::empty_postgres_with(options);
        home.db.migrate(&[THINGS], None).unwrap();
        home
    }

    pub(crate) fn empty_postgres() -> Home {
        Home::empty_postgres_with(PostgresOptions::default())
    }

    fn empty_postgres_with(options: PostgresOptions) -> Home {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("db_test_{}_{number}", std::process::id());
        // A language's order of letters, so that a forgotten collation is seen.
        run_on_server(format!(
            "CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'
             LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'"
        ));
        let db = Db::open_postgres(&url_of(&name), options).unwrap();
        Home { db, ground: Ground::Server(name) }
    }

    /// The file of a SQLite database.
    pub(crate) fn path(&self) -> PathBuf {
        match &self.ground {
            Ground::Folder(folder) => folder.path().join("db.sqlite3"),
            Ground::Server(_) => panic!("a server has no file"),
        }
    }

    /// The address of a PostgreSQL database.
    pub(crate) fn url(&self) -> String {
        match &self.ground {
            Ground::Folder(_) => panic!("a file has no address"),
            Ground::Server(name) => url_of(name),
        }
    }

    /// The name of a PostgreSQL database.
    pub(crate) fn name(&self) -> &str {
        match &self.ground {
            Ground::Folder(_) => panic!("a file has no name among others"),
            Ground::Server(name) => name,
        }
    }

    /// A second program at the same database.
    pub(crate) fn again(&self) -> Result<Db, Error> {
        match &self.ground {
            Ground::Folder(_) => Db::open_sqlite(&self.path(), SqliteOptions::default()),
            Ground::Server(_) => Db::open_postgres(&self.url(), PostgresOptions::default()),
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.db.close();
        if let Ground::Server(name) = &self.ground {
            run_on_server(format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

fn server() -> String {
    std::env::var("SCRIPTORIUM_TEST_POSTGRES").expect(
        "SCRIPTORIUM_TEST_POSTGRES must hold the URL of a PostgreSQL server for tests: \
         run `cargo xtask test`, which starts one",
    )
}

/// The server's URL with another database in it.
fn url_of(database: &str) -> String {
    let server = server();
    let (address, query) = server.split_at(server.find('?').unwrap_or(server.len()));
    let authority = address.find("://").map_or(0, |at| at + 3);
    let end = address[authority..].find('/').map_or(address.len(), |at| authority + at);
    format!("{}/{database}{query}", &address[..end])
}

fn run_on_server(sql: String) {
    run_sql(server(), sql);
}

/// Runs PostgreSQL's own SQL past the crate, on a thread where its driver may live.
pub(crate) fn run_sql(url: String, sql: String) {
    std::thread::spawn(move || {
        let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
        client.batch_execute(&sql).unwrap();
    })
    .join()
    .unwrap();
}

/// Something that threads wait for, and that stays open once it is.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub(crate) fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    pub(crate) fn wait(&self) {
        let shut = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(shut, |open| !*open).unwrap());
    }
}

/// Options under which everything that waits is written in one transaction, however slow the
/// machine is today.
pub(crate) fn one_batch() -> SqliteOptions {
    SqliteOptions { batch_ms: 60_000, ..SqliteOptions::default() }
}

pub(crate) type Call<T, E> = Pin<Box<dyn Future<Output = Result<Result<T, E>, Error>>>>;

/// Queues a write without waiting for its answer.
pub(crate) async fn queued<T: Send + 'static, E: Send + 'static>(
    db: &Db,
    job: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
) -> Call<T, E> {
    let db = db.clone();
    let mut call: Call<T, E> = Box::pin(async move { db.write(job).await });
    std::future::poll_fn(|context| {
        assert!(call.as_mut().poll(context).is_pending(), "nothing can be done yet");
        Poll::Ready(())
    })
    .await;
    call
}

/// Queues a write that holds up the writer until the gate is opened.
pub(crate) async fn blocked(db: &Db, gate: &Gate) -> Call<(), Error> {
    let gate = gate.clone();
    queued(db, move |_| {
        gate.wait();
        Ok(())
    })
    .await
}

pub(crate) fn add(tx: &mut Tx<'_>, id: &str) -> Result<u64, Error> {
    tx.run(
        "INSERT INTO thing (id)
         VALUES (?1)",
        (id,),
    )
}

/// The ids of all things that are there for a new reader.
pub(crate) async fn ids(db: &Db) -> Vec<String> {
    db.read(|tx| {
        tx.rows(
            "SELECT id
               FROM thing
              ORDER BY id",
            (),
        )?
        .iter()
        .map(|row| row.get(0))
        .collect::<Result<Vec<String>, Error>>()
    })
    .await
    .unwrap()
    .unwrap()
}

/// Everything an error says, to anyone who asks.
pub(crate) fn all_words(error: &Error) -> String {
    let mut words = format!("{error} {error:?}");
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        words.push_str(&format!(" {error} {error:?}"));
        source = error.source();
    }
    words
}
