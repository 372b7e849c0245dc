//! The lives of one program over one set of data, and what lies in the database between them.

use std::path::PathBuf;

use domain::Error;
use store::Memory;

use crate::support::{
    Database, Engine,
    program::{self, Server},
};

/// Settings of every life. A lease lasts a day: whatever waited for its end would wait too long.
const SETTINGS: &str = "[agents]\nlease_ms = 86_400_000\n[log]\nlevel = \"error\"\n";

pub(super) struct Lives {
    folder: tempfile::TempDir,
    database: Option<Database>,
}

impl Lives {
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

    fn memory(&self) -> Memory {
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
        Memory::open(&settings).expect("the memory between two lives").0
    }

    /// The rows a statement finds while nobody runs: a name and numbers in each.
    fn rows(&self, sql: &'static str, numbers: usize) -> Vec<(String, Vec<i64>)> {
        let memory = self.memory();
        let rows = memory.write_blocking(move |tx| {
            let failed = |error| Error::internal("counting", error);
            let mut found = Vec::new();
            for row in tx.rows(sql, ()).map_err(failed)? {
                let name = row.get::<String>(0).map_err(failed)?;
                let all = (1..=numbers).map(|at| row.get::<i64>(at)).collect::<Result<Vec<_>, _>>();
                found.push((name, all.map_err(failed)?));
            }
            Ok(found)
        });
        memory.close();
        rows.expect("rows")
    }

    /// Every counter is what counting finds. Each statement sees one state, since a transaction of
    /// the life before may still end on a server of its own.
    pub(super) fn recount(&self) {
        for (mailbox, numbers) in self.rows(MAILBOXES, 8) {
            let (kept, counted) = numbers.split_at(4);
            assert_eq!(kept, counted, "{mailbox}: queued, leased, handled, failed");
        }
        for (project, numbers) in self.rows(SUMMARIES, 4) {
            let (kept, counted) = numbers.split_at(2);
            assert_eq!(kept, counted, "{project}: documents, interactions");
        }
        for (counter, numbers) in self.rows(TOTALS, 2) {
            assert_eq!(numbers[0], numbers[1], "the total of {counter}");
        }
        for (log, numbers) in self.rows(EVENTS, 2) {
            assert_eq!(numbers[0], numbers[1], "{log}: an event is lost or twice");
        }
        for (answers, numbers) in self.rows(ANSWERS, 1) {
            assert_eq!(numbers[0], 0, "{answers}: a key was taken, and nothing was done");
        }
    }

    /// All mailboxes are empty, and nobody is at a message.
    pub(super) fn nothing_waits(&self) {
        for (mailbox, numbers) in self.rows(MAILBOXES, 4) {
            assert_eq!(numbers[..2], [0, 0], "{mailbox}: queued, leased");
            assert_eq!(numbers[3], 0, "{mailbox}: failed");
        }
    }
}

const MAILBOXES: &str = "SELECT agent_id, queued, leased, handled, failed,
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'queued'),
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'leased'),
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'handled'),
            (SELECT count(*) FROM message WHERE to_agent = agent_id AND state = 'dead')
       FROM mailbox
      ORDER BY agent_id";

const SUMMARIES: &str = "SELECT id, documents, agent_interactions,
            (SELECT count(*) FROM document WHERE project_id = summary.id AND deleted_at IS NULL),
            (SELECT count(*) FROM message WHERE project_id = summary.id AND reply_to IS NULL)
       FROM (SELECT project_id AS id, documents, agent_interactions
               FROM project_summary) AS summary
      ORDER BY id";

const TOTALS: &str = "SELECT name, value,
            CASE name WHEN 'projects' THEN (SELECT count(*) FROM project WHERE deleted_at IS NULL)
                      ELSE (SELECT count(*) FROM message)
             END
       FROM counter
      WHERE name IN ('projects', 'messages')";

const EVENTS: &str = "SELECT name,
            (SELECT count(*) FROM event) + forgotten,
            (SELECT coalesce(max(event.seq), 0) FROM event)
       FROM event_log
      WHERE name = 'event'";

const ANSWERS: &str = "SELECT 'answers', count(*)
       FROM idempotency
      WHERE answer = ''";
