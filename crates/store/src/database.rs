//! The database handle: opening, migrating, and the five verbs. Reads and writes are closures over a
//! transaction; how they run is defined in `db`, what they mean in the modules.

use std::{
    cmp::Ordering,
    path::{Path, PathBuf},
    sync::Arc,
};

use db::{
    Db, Engine, FileCheck, Migration, PostgresOptions, SqliteOptions, Statistics, Storage, Tx,
};
use domain::{Error, Result};

use crate::Doing;

/// A migration whose text is in a file of this name.
macro_rules! migration {
    ($version:literal, $name:literal, $file:literal) => {
        Migration {
            version: $version,
            name: $name,
            sql: include_str!(concat!("../migrations/", $file)),
        }
    };
}

/// Every migration, the oldest first: one for each module to begin with. The list is append-only: a
/// change of the schema is a new migration at its end, and a migration that was released is never edited,
/// because databases have run it. Before the first release a module's migration may be edited: a
/// database that has run another text of it is refused.
pub(crate) const MIGRATIONS: &[Migration] = &[
    migration!(1, "accounts", "0001_accounts.sql"),
    migration!(2, "projects", "0002_projects.sql"),
    migration!(3, "events", "0003_events.sql"),
    migration!(4, "idempotency", "0004_idempotency.sql"),
    migration!(5, "imports", "0005_imports.sql"),
    migration!(6, "documents", "0006_documents.sql"),
    migration!(7, "agents", "0007_agents.sql"),
    migration!(8, "messages", "0008_messages.sql"),
    migration!(9, "timelines", "0009_timelines.sql"),
    migration!(10, "promises", "0010_promises.sql"),
    migration!(11, "notifications", "0011_notifications.sql"),
    migration!(12, "languages", "0012_languages.sql"),
    migration!(13, "lore", "0013_lore.sql"),
    migration!(14, "swarms", "0014_swarms.sql"),
    migration!(15, "findings", "0015_findings.sql"),
    migration!(16, "research", "0016_research.sql"),
    migration!(17, "proposals", "0017_proposals.sql"),
    migration!(18, "models", "0018_models.sql"),
    migration!(19, "facts", "0019_facts.sql"),
    migration!(20, "sessions", "0020_sessions.sql"),
    migration!(21, "revision_labels", "0021_revision_labels.sql"),
    migration!(22, "folders", "0022_folders.sql"),
    migration!(23, "import_modes", "0023_import_modes.sql"),
    migration!(24, "trash_lists", "0024_trash_lists.sql"),
    migration!(25, "import_remarks", "0025_import_remarks.sql"),
    migration!(26, "folder_moves", "0026_folder_moves.sql"),
    migration!(27, "folder_paths", "0027_folder_paths.sql"),
    migration!(28, "readiness_days", "0028_readiness_days.sql"),
];

/// The size of a page of a SQLite file.
const PAGE_KIB: u32 = 4;

/// Where the database is.
#[derive(Debug, Clone)]
pub enum Settings {
    /// In a SQLite file, with backups before migrations in a folder.
    Sqlite {
        /// The file.
        file: PathBuf,
        /// Where backups go.
        backups: PathBuf,
        /// How far its log grows before it is copied into the file, in KiB.
        checkpoint_kib: u32,
    },
    /// In a PostgreSQL database.
    Postgres {
        /// Its address.
        url: String,
        /// How many statements may run at once.
        connections: usize,
    },
}

/// A handle on the database; clones share it.
#[derive(Clone)]
pub struct Database(Db, Arc<Settings>);

/// What opening the database did to its tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The version of the tables before; 0 for none.
    pub from: i64,
    /// The version now.
    pub to: i64,
    /// The backup that was made before they changed.
    pub backup: Option<PathBuf>,
}

/// The version of the tables this program knows.
pub fn version() -> i64 {
    MIGRATIONS.last().map_or(0, |migration| migration.version)
}

fn outdated(what: &str) -> Error {
    Error::Rejected(format!("{what}: run `scriptorium migrate`"))
}

/// How long a read takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadLength {
    /// It uses an index, and its result has a bound: [`Database::read`].
    Short,
    /// It may look at every row of a project: [`Database::scan`].
    Long,
}

impl ReadLength {
    /// Long where a condition of the request makes it so.
    pub fn long_if(condition: bool) -> Self {
        if condition { Self::Long } else { Self::Short }
    }
}

/// The timeout of statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Timeout {
    /// The timeout for requests.
    OfRequests,
    /// For reading or writing everything.
    Unlimited,
}

/// The longest timeout that both engines accept: 24 days.
const LONGEST_TIMEOUT_MS: u32 = i32::MAX.unsigned_abs();

fn connect(settings: &Settings, timeout: Timeout) -> Result<Db> {
    match settings {
        Settings::Sqlite { file, checkpoint_kib, .. } => {
            let checkpoint_pages = (checkpoint_kib / PAGE_KIB).max(1);
            let mut options = SqliteOptions { checkpoint_pages, ..SqliteOptions::default() };
            if timeout == Timeout::Unlimited {
                options.statement_timeout_ms = LONGEST_TIMEOUT_MS;
            }
            Db::open_sqlite(file, options)
        }
        Settings::Postgres { url, connections } => {
            let mut options =
                PostgresOptions { threads: *connections, ..PostgresOptions::default() };
            if timeout == Timeout::Unlimited {
                options.threads = 1;
                options.statement_timeout_ms = LONGEST_TIMEOUT_MS;
            }
            Db::open_postgres(url, options)
        }
    }
    .doing("opening the database")
}

impl Database {
    /// Opens the database and brings its tables up to date, after a backup where there is something
    /// to lose.
    ///
    /// # Errors
    /// When the database cannot be opened, or was written by a newer version of the program or by a build
    /// with other migrations.
    pub fn open(settings: &Settings) -> Result<(Self, Opened)> {
        let db = connect(settings, Timeout::OfRequests)?;
        let backups = match settings {
            Settings::Sqlite { backups, .. } => Some(backups.as_path()),
            Settings::Postgres { .. } => None,
        };
        let migrated = db.migrate(MIGRATIONS, backups).doing("bringing the tables up to date")?;

        let database = Self(db, Arc::new(settings.clone()));
        Ok((database, Opened { from: migrated.from, to: migrated.to, backup: migrated.backup }))
    }

    /// Opens an existing database without changing its tables: a server may be using
    /// them.
    ///
    /// # Errors
    /// Rejected when there is none, or its tables are not yet of this version; else as
    /// [`Database::open`].
    pub fn open_existing(settings: &Settings) -> Result<Self> {
        if let Settings::Sqlite { file, .. } = settings
            && !file.is_file()
        {
            return Err(outdated(&format!("there is no database {}", file.display())));
        }
        let db = connect(settings, Timeout::OfRequests)?;
        let (found, known) = (db.version().doing("reading the schema version")?, version());
        match found.cmp(&known) {
            Ordering::Equal => {
                db.check_history(MIGRATIONS).doing("comparing the migrations")?;
                Ok(Self(db, Arc::new(settings.clone())))
            }
            Ordering::Greater => {
                Err(db::Error::NewerSchema { found, known }).doing("reading the schema version")
            }
            Ordering::Less => Err(outdated("the tables in the database are of an older version")),
        }
    }

    /// Opens a database to restore into, with tables of this version: it has no tables yet, or they
    /// have that version.
    ///
    /// # Errors
    /// Rejected when its tables are of another version, or this program does not know the version; else as
    /// [`Database::open`].
    pub fn open_for_restore(settings: &Settings, schema: i64) -> Result<Self> {
        if schema > version() {
            return Err(Error::Rejected(format!(
                "it was made by a newer program: its tables have version {schema}, and this \
                 program knows versions up to {}",
                version()
            )));
        }
        let db = connect(settings, Timeout::Unlimited)?;
        let found = db.version().doing("reading the schema version")?;
        if found > schema {
            return Err(Error::Rejected(format!(
                "the tables there have version {found}, and those of the studio {schema}: take a \
                 new database"
            )));
        }
        let known = MIGRATIONS.partition_point(|migration| migration.version <= schema);
        db.migrate(&MIGRATIONS[..known], None).doing("making the tables")?;
        Ok(Self(db, Arc::new(settings.clone())))
    }

    /// Brings older tables up to date.
    pub fn migrate(&self) -> Result<()> {
        self.0.migrate(MIGRATIONS, None).doing("bringing the tables up to date").map(drop)
    }

    /// The same database on connections of its own without a statement timeout, for whoever reads or
    /// writes all of it.
    pub fn without_time_limit(&self) -> Result<Self> {
        Ok(Self(connect(&self.1, Timeout::Unlimited)?, self.1.clone()))
    }

    /// Copies the SQLite file as it is at one moment, checks the copy, and says what is in it.
    ///
    /// # Errors
    /// Internal when the copy is not sound, and then neither is the database.
    pub fn copy_to(&self, file: &Path) -> Result<FileCheck> {
        self.0.backup(file).doing("copying the database")
    }

    /// What is wrong with the database file, every page of it read. Blocks.
    pub fn check_integrity(&self) -> Result<Vec<String>> {
        self.0.check_integrity().doing("checking the database")
    }

    /// Records damage that the database engine cannot see: rows that it can read, but that are not
    /// what was written.
    pub fn note_damage(&self, what: &str) {
        self.0.note_damage(what);
    }

    /// Whether damage was ever met while this handle was open.
    pub fn is_damaged(&self) -> bool {
        self.0.is_damaged()
    }

    /// Whether SQLite's log could not be copied into the database file and still has to be. Nothing is
    /// lost meanwhile.
    pub fn is_unflushed(&self) -> bool {
        self.0.is_unflushed()
    }

    /// Runs `job` in a transaction that is durable when this returns. The job may run more than
    /// once, and has no effect outside its transaction.
    ///
    /// # Errors
    /// The job's own, with nothing changed; unavailable when the database cannot take it now.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.0.write(job).await.doing("writing to the database")?
    }

    /// Runs `job` over one consistent state.
    ///
    /// # Errors
    /// The job's own; unavailable when the database cannot be read now.
    pub async fn read<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.0.read(job).await.doing("reading the database")?
    }

    /// Runs a long `job` over one consistent state, away from the threads that answer requests.
    pub async fn scan<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.0.scan(job).await.doing("scanning the database")?
    }

    /// As [`Database::scan`] or [`Database::read`], by how long the job takes.
    pub async fn read_or_scan<T: Send + 'static>(
        &self,
        length: ReadLength,
        job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match length {
            ReadLength::Short => self.read(job).await,
            ReadLength::Long => self.scan(job).await,
        }
    }

    /// As [`Database::write`], for start-up and the command line.
    pub fn write_blocking<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.0.write_blocking(job).doing("writing to the database")?
    }

    /// As [`Database::read`], for start-up and the command line.
    pub fn read_blocking<T: Send + 'static>(
        &self,
        job: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.0.read_blocking(job).doing("reading the database")?
    }

    /// Whether other servers may use the same database.
    pub fn is_shared(&self) -> bool {
        self.0.engine() == Engine::Postgres
    }

    /// Whether what is numbered inside a write is numbered in the order of commits.
    pub fn commits_in_order(&self) -> bool {
        self.0.engine() == Engine::Sqlite
    }

    /// What the database did since it was opened.
    pub fn statistics(&self) -> Statistics {
        self.0.statistics()
    }

    /// How much space the database takes.
    pub async fn storage(&self) -> Result<Storage> {
        self.0.storage().await.doing("measuring the database")
    }

    /// The name of the database engine.
    pub fn engine(&self) -> &'static str {
        match self.0.engine() {
            Engine::Sqlite => "sqlite",
            Engine::Postgres => "postgres",
        }
    }

    /// Whether the database can be written and read.
    ///
    /// # Errors
    /// Unavailable, or what went wrong.
    pub async fn probe(&self) -> Result<()> {
        self.write(|tx| {
            // A change that changes nothing would write nothing, and be well on a full disk.
            let sql = "INSERT INTO counter (name, value)
                       VALUES ('probes', 1)
                           ON CONFLICT (name) DO UPDATE
                          SET value = counter.value + 1";
            tx.run(sql, ()).doing("probing the database").map(drop)
        })
        .await?;
        self.read(|tx| {
            tx.row("SELECT value FROM counter WHERE name = 'projects'", ())
                .doing("probing the database")
                .map(drop)
        })
        .await
    }

    /// Finishes pending work and closes the database; later calls return an error.
    pub fn close(&self) {
        self.0.close();
    }
}
