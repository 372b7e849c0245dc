//! A program that is started again and again on the same data, and checks of the database in between.

use std::path::PathBuf;

use crate::support::{
    Database, Engine, consistency,
    program::{self, Server},
};

/// Settings of every life. A lease lasts a day: whatever waited for its end would wait too long.
const SETTINGS: &str = "[agents]\nlease_ms = 86_400_000\n[log]\nlevel = \"error\"\n";

const LEASED: &str = "SELECT id FROM message WHERE state = 'leased'";

pub(super) struct Restarts {
    folder: tempfile::TempDir,
    database: Option<Database>,
}

impl Restarts {
    pub(super) fn new(engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("scriptorium.toml"), SETTINGS).expect("settings");
        let database = (engine == Engine::Postgres).then(Database::create);
        Self { folder, database }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the program; it listens and has put right what the life before left when this
    /// returns.
    pub(super) fn begin(&self) -> Server {
        let data = self.data();
        let mut arguments = vec!["serve", "--listen", "127.0.0.1:0", "--data"];
        arguments.push(data.to_str().expect("a path in UTF-8"));
        if let Some(database) = &self.database {
            arguments.extend(["--database-url", &database.url]);
        }
        Server::of(program::command(self.folder.path(), &arguments))
    }

    fn database(&self) -> store::Database {
        let settings = match &self.database {
            Some(database) => {
                store::Settings::Postgres { url: database.url.clone(), connections: 1 }
            }
            None => store::Settings::Sqlite {
                file: self.data().join("scriptorium.db"),
                backups: self.data().join("backups"),
                checkpoint_kib: 16_000,
            },
        };
        store::Database::open(&settings).expect("the database between two runs").0
    }

    /// Every counter is what counting finds. A transaction of the life before may still end on a
    /// server of its own.
    pub(super) fn check_counters(&self) {
        let database = self.database();
        let wrong = consistency::all(&database).expect("counters");
        database.close();
        assert_eq!(wrong, Vec::<String>::new());
    }

    /// The messages that an agent was at when the program was killed.
    pub(super) fn leased(&self) -> Vec<String> {
        let database = self.database();
        let leased = consistency::rows(&database, LEASED, 0).expect("messages");
        database.close();
        leased.into_iter().map(|(id, _)| id).collect()
    }

    /// All mailboxes are empty, and nobody is at a message.
    pub(super) fn nothing_waits(&self) {
        let database = self.database();
        let mailboxes = consistency::rows(&database, consistency::MAILBOXES, 4).expect("mailboxes");
        database.close();
        for (mailbox, numbers) in mailboxes {
            assert_eq!(numbers[..2], [0, 0], "{mailbox}: queued, leased");
            assert_eq!(numbers[3], 0, "{mailbox}: failed");
        }
    }
}
