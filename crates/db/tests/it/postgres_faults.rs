//! What the threads do when PostgreSQL says "again", goes away, or goes away at the worst moment.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use db::{Db, Error, PostgresOptions, Tx};

use crate::support::{Home, THINGS, add, ids, run_sql};

/// A function that fails with a state of our choice until it was called often enough: a sequence
/// is the one thing that a rollback does not take back.
fn install_stumble(home: &Home, state: &str, times: u32) {
    run_sql(
        home.url(),
        format!(
            "CREATE SEQUENCE stumbled;
             CREATE FUNCTION stumble() RETURNS BIGINT LANGUAGE plpgsql AS $$
             BEGIN
                 IF nextval('stumbled') <= {times} THEN
                     RAISE EXCEPTION 'stumbled over a butler' USING ERRCODE = '{state}';
                 END IF;
                 RETURN 1;
             END $$"
        ),
    );
}

fn add_stumbling(
    runs: Arc<AtomicU32>,
) -> impl Fn(&mut Tx<'_>) -> Result<u64, Error> + Send + 'static {
    move |tx| {
        runs.fetch_add(1, Ordering::SeqCst);
        add(tx, "a")?;
        tx.row("SELECT stumble()", ())?;
        Ok(1)
    }
}

#[tokio::test]
async fn transactions_in_each_others_way_are_run_again() {
    for state in ["40001", "40P01"] {
        let home = Home::postgres();
        install_stumble(&home, state, 4);
        let runs = Arc::new(AtomicU32::new(0));

        home.db.write(add_stumbling(runs.clone())).await.unwrap().unwrap();

        assert_eq!(runs.load(Ordering::SeqCst), 5);
        assert_eq!(ids(&home.db).await, ["a"]);
    }
}

#[tokio::test]
async fn a_row_that_references_a_locked_one_does_not_wait_for_it() {
    let options = PostgresOptions { lock_timeout_ms: 200, ..PostgresOptions::default() };
    let home = Home::postgres_with(options);
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    let other = home.db.clone();

    let inserted =
        home.db
            .write(move |tx| {
                tx.row("SELECT id FROM thing WHERE id = 'a' /*+for_update*/", ())?;
                Ok::<_, Error>(other.write_blocking(|tx| {
                    tx.run("INSERT INTO part (id, thing) VALUES ('p', 'a')", ())
                }))
            })
            .await
            .unwrap()
            .unwrap();

    assert!(matches!(inserted, Ok(Ok(1))), "{inserted:?}");
}

#[tokio::test]
async fn a_conflict_that_never_ends_is_given_up() {
    let home = Home::postgres();
    install_stumble(&home, "40001", 1_000);
    let runs = Arc::new(AtomicU32::new(0));

    let end = home.db.write(add_stumbling(runs.clone())).await;

    assert!(matches!(end, Ok(Err(Error::Busy))), "{end:?}");
    assert_eq!(runs.load(Ordering::SeqCst), 5);
    assert_eq!(ids(&home.db).await, [""; 0]);
}

#[tokio::test]
async fn any_other_error_is_told_at_once_and_without_its_words() {
    let home = Home::postgres();
    install_stumble(&home, "P0001", 1_000);
    let runs = Arc::new(AtomicU32::new(0));

    let end = home.db.write(add_stumbling(runs.clone())).await.unwrap().unwrap_err();

    assert_eq!(runs.load(Ordering::SeqCst), 1);
    let words = crate::support::all_words(&end);
    assert!(words.contains("P0001") && !words.contains("butler"), "{words}");
}

#[tokio::test]
async fn a_column_of_a_new_type_is_read_by_the_next_try() {
    let home = Home::postgres_with(PostgresOptions { threads: 1, ..PostgresOptions::default() });
    let read = |tx: &mut Tx<'_>| tx.row("SELECT x FROM thing", ());
    home.db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
    home.db.read(read).await.unwrap().unwrap();

    let change = "ALTER TABLE thing ALTER COLUMN x TYPE TEXT USING 'now text'";
    run_sql(home.url(), change.to_owned());

    let row = home.db.read(read).await.unwrap().unwrap().unwrap();
    assert_eq!(row.text(0).unwrap(), "now text");
}

/// Stands between the crate and the server, and cuts the line when told to.
struct Relay {
    address: String,
    line: Arc<Line>,
}

#[derive(Default)]
struct Line {
    /// Cuts are made at messages that hold these words.
    cut_at: Mutex<Option<Cut>>,
    cuts: AtomicU32,
    refuses: std::sync::atomic::AtomicBool,
}

#[derive(Clone, Copy)]
struct Cut {
    words: &'static [u8],
    /// Whether the server still gets the message; its answer is lost either way.
    delivered: bool,
    times: u32,
}

impl Relay {
    fn before(home: &Home) -> Relay {
        let config: postgres::Config = home.url().parse().unwrap();
        let host = match &config.get_hosts()[0] {
            postgres::config::Host::Tcp(host) => host.clone(),
            _ => panic!("the tests reach the server by TCP"),
        };
        let server = (host, config.get_ports().first().copied().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (user, database) = (config.get_user().unwrap(), config.get_dbname().unwrap());
        let password = config
            .get_password()
            .map_or(String::new(), |password| format!(":{}", String::from_utf8_lossy(password)));
        let port = listener.local_addr().unwrap().port();
        let address =
            format!("postgres://{user}{password}@127.0.0.1:{port}/{database}?sslmode=disable");
        let line = Arc::new(Line::default());
        let shared = line.clone();
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                if shared.refuses.load(Ordering::SeqCst) {
                    continue;
                }
                let server = TcpStream::connect((server.0.as_str(), server.1)).unwrap();
                shared.clone().join(client, server);
            }
        });
        Relay { address, line }
    }

    fn db(&self) -> Db {
        let options = PostgresOptions { threads: 1, ..PostgresOptions::default() };
        Db::open_postgres(&self.address, options).unwrap()
    }

    fn cut(&self, words: &'static [u8], delivered: bool, times: u32) {
        *self.line.cut_at.lock().unwrap() = Some(Cut { words, delivered, times });
    }
}

impl Line {
    fn join(self: Arc<Line>, client: TcpStream, server: TcpStream) {
        let (mut from_server, mut to_client) =
            (server.try_clone().unwrap(), client.try_clone().unwrap());
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut from_server, &mut to_client);
            let _ = to_client.shutdown(Shutdown::Both);
        });
        std::thread::spawn(move || {
            let (mut client, mut server) = (client, server);
            let mut bytes = [0; 8_192];
            while let Ok(count @ 1..) = client.read(&mut bytes) {
                if let Some(cut) = self.is_to_be_cut(&bytes[..count]) {
                    // The client first, so that it cannot hear the answer.
                    let _ = client.shutdown(Shutdown::Both);
                    if cut.delivered {
                        server.write_all(&bytes[..count]).unwrap();
                    }
                    // The server is read to its end by the other thread.
                    let _ = server.shutdown(Shutdown::Write);
                    return;
                }
                if server.write_all(&bytes[..count]).is_err() {
                    return;
                }
            }
            let _ = server.shutdown(Shutdown::Write);
        });
    }

    fn is_to_be_cut(&self, message: &[u8]) -> Option<Cut> {
        let mut cut_at = self.cut_at.lock().unwrap();
        let cut = (*cut_at)?;
        let has_words = message.windows(cut.words.len()).any(|window| window == cut.words);
        if !has_words {
            return None;
        }
        self.cuts.fetch_add(1, Ordering::SeqCst);
        *cut_at = (cut.times > 1).then_some(Cut { times: cut.times - 1, ..cut });
        Some(cut)
    }
}

#[tokio::test]
async fn a_line_cut_before_the_commit_is_not_even_noticed() {
    let home = Home::postgres();
    let relay = Relay::before(&home);
    let db = relay.db();
    db.write(|tx| add(tx, "before")).await.unwrap().unwrap();

    for words in [&b"BEGIN"[..], b"second"] {
        relay.cut(words, true, 1);
        let id = String::from_utf8_lossy(words).into_owned();
        db.write(move |tx| {
            add(tx, &id)?;
            tx.row("SELECT 'second'", ())
        })
        .await
        .unwrap()
        .unwrap();
    }

    assert_eq!(relay.line.cuts.load(Ordering::SeqCst), 2);
    assert_eq!(ids(&home.db).await, ["BEGIN", "before", "second"]);
    db.close();
}

#[tokio::test]
async fn a_line_cut_during_the_commit_leaves_the_outcome_open() {
    let home = Home::postgres();
    let relay = Relay::before(&home);
    let db = relay.db();

    relay.cut(b"COMMIT\0", false, 1);
    let end = db.write(|tx| add(tx, "lost")).await;
    assert!(matches!(end, Err(Error::OutcomeUnknown { .. })), "{end:?}");
    relay.cut(b"COMMIT\0", true, 1);
    let end = db.write(|tx| add(tx, "kept")).await;
    assert!(matches!(end, Err(Error::OutcomeUnknown { .. })), "{end:?}");
    // A read has nothing to lose.
    relay.cut(b"COMMIT\0", false, 1);
    db.read(|tx| tx.row("SELECT 1", ())).await.unwrap().unwrap();

    // The same error, and yet the one was kept and the other was not. Its lock is waited for.
    db.write(|tx| tx.run("UPDATE thing SET n = 1", ())).await.unwrap().unwrap();
    db.write(|tx| {
        tx.run("INSERT INTO thing (id) VALUES ('kept') ON CONFLICT (id) DO UPDATE SET n = 2", ())
    })
    .await
    .unwrap()
    .unwrap();
    let n =
        db.read(|tx| tx.row("SELECT n FROM thing WHERE id = 'kept'", ())).await.unwrap().unwrap();
    assert_eq!(n.unwrap().get::<i64>(0).unwrap(), 2);
    assert_eq!(ids(&home.db).await, ["kept"]);
    db.close();
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_at_once_and_found_again() {
    let home = Home::postgres();
    let relay = Relay::before(&home);
    let db = relay.db();
    db.write(|tx| add(tx, "before")).await.unwrap().unwrap();

    relay.line.refuses.store(true, Ordering::SeqCst);
    relay.cut(b"BEGIN", false, 1);
    for _ in 0..20 {
        let end = db.write(|tx| add(tx, "meanwhile")).await;
        assert!(matches!(end, Err(Error::Unreachable { .. })), "{end:?}");
        assert!(end.unwrap_err().is_unavailable());
    }
    relay.line.refuses.store(false, Ordering::SeqCst);

    // Within a few seconds at most a connection is tried again.
    let began = std::time::Instant::now();
    while let Err(error) = db.write(|tx| add(tx, "after")).await {
        assert!(error.is_unavailable(), "{error:?}");
        assert!(began.elapsed().as_secs() < 30, "never found again: {error:?}");
        tokio::task::yield_now().await;
    }
    assert_eq!(ids(&home.db).await, ["after", "before"]);
    db.close();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_refused_without_the_password() {
    let url = "postgres://writer:secret@127.0.0.1:1/nothing";

    let refused = Db::open_postgres(url, PostgresOptions::default()).err().unwrap();

    assert!(matches!(refused, Error::Unreachable { .. }), "{refused:?}");
    assert!(!crate::support::all_words(&refused).contains("secret"), "{refused:?}");
}

#[tokio::test]
async fn encryption_that_is_required_and_missing_is_an_error() {
    let home = Home::postgres();
    let separator = if home.url().contains('?') { '&' } else { '?' };
    let url = format!("{}{separator}sslmode=require", home.url());

    let refused = Db::open_postgres(&url, PostgresOptions::default()).err().unwrap();

    let words = crate::support::all_words(&refused);
    assert!(words.contains("TLS") || words.contains("certificate"), "{words}");
}

#[tokio::test]
async fn deadlocked_writers_both_come_through() {
    let home = Home::postgres();
    run_sql(home.url(), format!("ALTER DATABASE {} SET deadlock_timeout = '50ms'", home.name()));
    let db = home.again().unwrap();
    db.migrate(&[THINGS], None).unwrap();
    db.write(|tx| {
        add(tx, "a")?;
        add(tx, "b")
    })
    .await
    .unwrap()
    .unwrap();
    // Both hold their first row before either asks for its second; on a later try nobody waits.
    let meeting = Arc::new(std::sync::Barrier::new(2));
    let crossing = |first: &'static str, second: &'static str| {
        let (meeting, tries) = (meeting.clone(), AtomicU32::new(0));
        db.write(move |tx| {
            tx.run("UPDATE thing SET n = n + 1 WHERE id = ?1", (first,))?;
            if tries.fetch_add(1, Ordering::SeqCst) == 0 {
                meeting.wait();
            }
            tx.run("UPDATE thing SET n = n + 1 WHERE id = ?1", (second,))
        })
    };

    let (one, other) = tokio::join!(crossing("a", "b"), crossing("b", "a"));

    one.unwrap().unwrap();
    other.unwrap().unwrap();
    let sum = db.read(|tx| tx.row("SELECT sum(n) FROM thing", ())).await.unwrap().unwrap();
    assert_eq!(sum.unwrap().get::<i64>(0).unwrap(), 4);
    db.close();
}
