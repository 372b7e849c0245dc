//! What the schema itself says of the rows of a project: they are deleted with it, and the references
//! that delete them are indexed and do not make writers wait for each other.

use std::collections::BTreeSet;

use domain::Error;
use store::Tx;

use crate::support::{Engine, Studio};

/// Tables that name a project and keep their rows when it is deleted, each with its reason.
const OUTLIVE_IT: &[&str] = &[
    // Clients that were away read here that the project is gone.
    "event",
    "outbox",  // A message belongs to its sender.
    "message", // What was paid is paid.
    "model_usage",
];

/// A pair of names that the database's catalogue answers.
type Pair = (String, String);

/// The statements for the catalogues of SQLite and PostgreSQL.
type Statements = [&'static str; 2];

const WITH_A_PROJECT: Statements = [
    "SELECT t.name, c.name
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table'
        AND c.name = 'project_id'",
    "SELECT t.relname::text, c.attname::text
       FROM pg_class AS t
       JOIN pg_attribute AS c ON c.attrelid = t.oid
      WHERE t.relnamespace = current_schema()::regnamespace
        AND t.relkind = 'r'
        AND c.attname = 'project_id'",
];

/// Tables whose rows are deleted with a row of another table, and that table.
const CASCADES: Statements = [
    "SELECT t.name, f.\"table\"
       FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
      WHERE t.type = 'table'
        AND f.on_delete = 'CASCADE'",
    "SELECT c.relname::text, p.relname::text
       FROM pg_constraint AS k
       JOIN pg_class AS c ON c.oid = k.conrelid
       JOIN pg_class AS p ON p.oid = k.confrelid
      WHERE k.contype = 'f'
        AND k.confdeltype = 'c'
        AND k.connamespace = current_schema()::regnamespace",
];

/// Tables, and columns of theirs that reference another table.
const REFERENCES: Statements = [
    "SELECT t.name, f.\"from\"
       FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
      WHERE t.type = 'table'
        AND f.on_delete = 'CASCADE'",
    "SELECT c.relname::text, a.attname::text
       FROM pg_constraint AS k
       JOIN pg_class AS c ON c.oid = k.conrelid
       JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
      WHERE k.contype = 'f'
        AND k.confdeltype = 'c'
        AND k.connamespace = current_schema()::regnamespace",
];

/// Tables, and the first columns of their indexes.
const INDEXED: Statements = [
    "SELECT t.name, c.name
       FROM sqlite_schema AS t, pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS c
      WHERE t.type = 'table'
        AND c.seqno = 0
        AND c.name IS NOT NULL
      UNION
     SELECT t.name, c.name
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table'
        AND c.pk = 1",
    "SELECT t.relname::text, a.attname::text
       FROM pg_index AS i
       JOIN pg_class AS t ON t.oid = i.indrelid
       JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
      WHERE t.relnamespace = current_schema()::regnamespace",
];

/// What the catalogue of the database answers.
fn ask(studio: &Studio, [sqlite, postgres]: Statements) -> BTreeSet<Pair> {
    let statement = match studio.engine {
        Engine::Sqlite => sqlite,
        Engine::Postgres => postgres,
    };
    studio.write(move |tx: &mut Tx<'_>| {
        let failed = |error| Error::internal("reading the catalogue", error);
        let rows = tx.rows(statement, ()).map_err(failed)?;
        rows.iter()
            .map(|row| Ok((row.get(0).map_err(failed)?, row.get(1).map_err(failed)?)))
            .collect()
    })
}

service_test! {
    fn every_row_of_a_project_is_deleted_with_it_or_has_a_reason_to_stay(studio) {
        let cascades = ask(studio, CASCADES);
        let mut owned = BTreeSet::from(["project"]);
        loop {
            let before = owned.len();
            for (child, parent) in &cascades {
                if owned.contains(parent.as_str()) {
                    owned.insert(child);
                }
            }
            if owned.len() == before {
                break;
            }
        }

        for (table, _) in ask(studio, WITH_A_PROJECT) {
            let stays = OUTLIVE_IT.contains(&table.as_str());
            assert_ne!(owned.contains(table.as_str()), stays, "{table}");
        }
        for table in ["project_summary", "document_text", "subtask", "plotline_event"] {
            assert!(owned.contains(table), "{table}");
        }
    }
}

service_test! {
    fn every_reference_that_deletes_rows_is_indexed(studio) {
        let indexed = ask(studio, INDEXED);

        for reference in ask(studio, REFERENCES) {
            assert!(indexed.contains(&reference), "{reference:?}");
        }
    }
}

/// Only where several transactions write at once can one wait for another.
#[test]
fn a_row_is_added_to_a_project_that_another_transaction_has_locked() {
    let studio = Studio::open(Engine::Postgres);
    let project = studio.project("Dracula");
    let url = studio.settings.database.url.postgres().expect("an address").to_owned();

    let added = studio.write(move |tx| {
        store::projects::lock(tx, &domain::Principal::local(), &project)?;
        let mut other = postgres::Client::connect(&url, postgres::NoTls).expect("a connection");
        other.batch_execute("SET lock_timeout = '5s'").expect("a setting");
        let insert = "INSERT INTO member (project_id, account, role) VALUES ($1, 'mina', 'editor')";
        Ok(other.execute(insert, &[&project]).expect("a row that waits for nobody"))
    });

    assert_eq!(added, 1);
}
