//! Databases on the PostgreSQL server that the test runner started. Making one takes longer than most
//! tests do, so one that a test is done with is emptied for the next test, unless its tables were
//! changed.

use std::{
    io::{Read as _, Write as _},
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use postgres::{Client, NoTls};

/// A PostgreSQL database of one test.
pub struct Database {
    /// Its address.
    pub url: String,
    name: String,
}

impl Database {
    /// A database with every table in place, and no rows but those that the migrations made.
    pub fn create() -> Self {
        let template = Template::of_this_program();
        // The lock is not kept while a database is made ready.
        let next = || left().pop();
        while let Some(name) = next() {
            if template.is_restored_in(&name) {
                return Self { url: url(&name), name };
            }
            run(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
        let name = fresh(Some(&template.name));
        Self { url: url(&name), name }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        left().push(std::mem::take(&mut self.name));
    }
}

/// The names of databases that no test uses any more, as their tests left them.
fn left() -> MutexGuard<'static, Vec<String>> {
    static LEFT: Mutex<Vec<String>> = Mutex::new(Vec::new());
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The database that all others are copies of.
struct Template {
    name: String,
    /// What its tables are like, by [`TABLES`].
    tables: String,
    /// The tables that have rows, with their rows as the server copies them.
    rows: Vec<(String, Vec<u8>)>,
}

impl Template {
    fn of_this_program() -> &'static Self {
        static TEMPLATE: OnceLock<Template> = OnceLock::new();
        TEMPLATE.get_or_init(|| {
            let name = fresh(None);
            let settings = store::Settings::Postgres { url: url(&name), connections: 1 };
            let (database, _) = store::Database::open(&settings).expect("a migrated template");
            database.close();
            let mut client = connect(&url(&name));
            let rows = rows(&mut client);
            Self { name, tables: tables(&mut client), rows }
        })
    }

    /// Ends all connections to a database and, if its tables are those of the template, makes its rows
    /// those of the template.
    fn is_restored_in(&self, name: &str) -> bool {
        // A test may have closed it to everybody.
        let Ok(mut client) = Client::connect(&url(name), NoTls) else { return false };
        client.batch_execute(TERMINATE).expect("the end of all connections");
        if tables(&mut client) != self.tables {
            return false;
        }
        let mut transaction = client.transaction().expect("a transaction");
        transaction.batch_execute(EMPTY).expect("empty tables");
        for (table, rows) in &self.rows {
            let statement = format!("COPY {table} FROM STDIN BINARY");
            let mut to = transaction.copy_in(&statement).expect("a table to copy into");
            to.write_all(rows).expect("rows of the template");
            to.finish().expect("rows of the template");
        }
        transaction.commit().expect("a database like the template");
        true
    }
}

/// Ends what a test has left connected, and waits for it.
const TERMINATE: &str = "
    SELECT pg_terminate_backend(pid, 10000)
      FROM pg_stat_activity
     WHERE datname = current_database()
       AND pid <> pg_backend_pid()";

/// Removes all rows, and begins the numbers of columns anew. What was deleted stays in the file of its
/// table, so a table that has grown is truncated; for all others that would take longer.
const EMPTY: &str = "
    DO $$
    DECLARE
        name TEXT;
    BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN SELECT oid::regclass
                      FROM pg_class
                     WHERE relnamespace = current_schema()::regnamespace
                       AND relkind = 'r'
        LOOP
            IF pg_relation_size(name) > 262144 THEN
                EXECUTE 'TRUNCATE ' || name || ' CASCADE';
            ELSIF pg_relation_size(name) > 0 THEN
                EXECUTE 'DELETE FROM ' || name;
            END IF;
        END LOOP;
        PERFORM setval(oid::regclass, 1, false)
           FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace
            AND relkind = 'S';
    END
    $$";

/// A text that is another one when any table, column, index, rule or setting is another one.
const TABLES: &str = "
    SELECT coalesce(string_agg(line, chr(10) ORDER BY line), '')
      FROM (SELECT concat_ws(' ', t.relname, t.relkind, c.attnum, c.attname, c.atttypid,
                             c.attnotnull, pg_get_expr(d.adbin, d.adrelid)) AS line
              FROM pg_class AS t
              LEFT JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0
              LEFT JOIN pg_attrdef AS d ON d.adrelid = t.oid AND d.adnum = c.attnum
             WHERE t.relnamespace = current_schema()::regnamespace
             UNION ALL
            SELECT conname || pg_get_constraintdef(oid)
              FROM pg_constraint
             WHERE connamespace = current_schema()::regnamespace
             UNION ALL
            SELECT pg_get_indexdef(i.indexrelid)
              FROM pg_index AS i
              JOIN pg_class AS t ON t.oid = i.indexrelid
             WHERE t.relnamespace = current_schema()::regnamespace
             UNION ALL
            SELECT pg_get_triggerdef(oid)
              FROM pg_trigger
             WHERE NOT tgisinternal
             UNION ALL
            SELECT proname || prosrc
              FROM pg_proc
             WHERE pronamespace = current_schema()::regnamespace
             UNION ALL
            SELECT setconfig::TEXT
              FROM pg_db_role_setting
              JOIN pg_database AS d ON d.oid = setdatabase
             WHERE d.datname = current_database()) AS lines";

fn tables(client: &mut Client) -> String {
    client.query_one(TABLES, &[]).expect("a description of the tables").get(0)
}

const NAMES: &str = "
    SELECT oid::regclass::TEXT
      FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace
       AND relkind = 'r'";

/// The rows of every table that has any.
fn rows(client: &mut Client) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for row in client.query(NAMES, &[]).expect("the names of the tables") {
        let name: String = row.get(0);
        let count = client.query_one(&format!("SELECT count(*) FROM {name}"), &[]);
        if count.expect("a number").get::<_, i64>(0) == 0 {
            continue;
        }
        let mut rows = Vec::new();
        let mut from = client.copy_out(&format!("COPY {name} TO STDOUT BINARY")).expect("a table");
        from.read_to_end(&mut rows).expect("its rows");
        drop(from);
        found.push((name, rows));
    }
    found
}

/// The server that the tests use, as `cargo xtask test` starts it.
fn server() -> String {
    std::env::var("SCRIPTORIUM_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!("this test needs a PostgreSQL server: run the suite with `cargo xtask test`")
    })
}

/// The address of a database.
fn url(name: &str) -> String {
    let server = server();
    let (address, _) = server.rsplit_once('/').expect("a URL with a database");
    format!("{address}/{name}")
}

fn connect(url: &str) -> Client {
    Client::connect(url, NoTls).expect("a PostgreSQL server")
}

/// A new database; its name.
fn fresh(template: Option<&str>) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("scriptorium_{}_{number}", std::process::id());
    let copied = template.map(|name| format!(" TEMPLATE {name}")).unwrap_or_default();
    run(&format!("CREATE DATABASE {name}{copied}"));
    name
}

/// Runs a statement on the server itself, for one test at a time: copies of one template must not be
/// made at once.
fn run(statement: &str) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut client = connect(&server());
    client.batch_execute(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
}
