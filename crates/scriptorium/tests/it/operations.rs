//! Tests of whoever keeps the studio running: its health, its tables, its settings, its tokens,
//! and the folder it keeps its data in.

use domain::principal::Scope;
use serde_json::{Value, json};
use store::Tx;

use crate::support::{
    JSON, Studio,
    program::{Ran, Server, command, run},
};

/// Runs statements on the database of a studio that is stopped.
fn change_database(studio: &Studio, statements: &'static [&'static str]) {
    let database = scriptorium::serve::open_database(&studio.settings).unwrap();
    database
        .write_blocking(move |tx: &mut Tx<'_>| {
            for statement in statements {
                tx.run(statement, ())
                    .map_err(|error| domain::Error::internal("changing the memory", error))?;
            }
            Ok(())
        })
        .unwrap();
    database.close();
}

service_test! {
    fn a_studio_that_runs_is_alive_and_ready_part_by_part(studio) {
        let live = studio.get("/health/live").ok();
        assert_eq!(live, json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }));

        let ready = studio.get("/health/ready").ok();
        assert_eq!(ready, json!({
            "status": "ok",
            "parts": { "database": "ok", "migrations": "ok", "hub": "ok", "eventLog": "ok",
                       "imports": "ok", "folders": "ok", "mentions": "ok", "swarms": "ok", "presence": "ok", "research": "ok", "janitor": "ok", "backup": "ok", "engine": "ok" },
            "problems": [],
        }));
    }
}

service_test! {
    fn the_database_is_probed_once_a_second_at_the_most(studio) {
        assert_eq!(studio.get("/health/ready").status, 200);
        studio.behind().database.close();

        // What was found out is shared for a second, and not for longer.
        studio.clock.advance(999);
        assert_eq!(studio.get("/health/ready").status, 200);
        studio.clock.advance(1);
        assert_eq!(studio.get("/health/ready").status, 503);
    }
}

service_test! {
    fn without_its_database_a_studio_is_alive_and_not_ready(studio) {
        studio.behind().database.close();

        let ready = studio.get("/health/ready");
        assert_eq!(ready.status, 503);
        assert_eq!(ready.body, json!({
            "status": "unavailable",
            "parts": { "database": "unavailable", "migrations": "ok", "hub": "unavailable",
                       "eventLog": "ok", "imports": "ok", "folders": "ok", "mentions": "ok", "swarms": "ok", "presence": "ok", "research": "ok", "janitor": "ok", "backup": "ok", "engine": "ok" },
            "problems": ["the database is closed"],
        }));
        assert_eq!(studio.get("/health/live").status, 200);
        for reply in [
            studio.get("/api/projects"),
            studio.post("/api/projects", &json!({ "name": "x" })),
        ] {
            assert_eq!(reply.status, 503, "{reply}");
            assert_eq!(reply.header("retry-after"), Some("1"));
        }
    }
}

service_test! {
    fn the_command_openapi_prints_the_document_of_the_route(studio) {
        let printed = run(studio.folder(), &["openapi"]).ok();

        let document: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(studio.get("/openapi.json").ok(), document);
        assert_eq!(document["openapi"], "3.1.0");
        assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn config_show_prints_every_setting_with_where_it_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("scriptorium.toml"), "[agents]\nmailbox_max = 7\n").unwrap();
    let mut command = command(
        folder.path(),
        &["config", "show", "--listen", "127.0.0.1:0", "--log-level", "warn"],
    );
    command
        .env("SCRIPTORIUM_SERVER__NAMES", "studio.example.org")
        .env("SCRIPTORIUM_DATABASE__URL", "postgres://mina:secret@db:5432/studio");

    let stdout = Ran::of(command.output().unwrap()).ok();

    let line = |key: &str| {
        let line = stdout.lines().find(|line| line.starts_with(&format!("{key} ")));
        line.unwrap_or_else(|| panic!("{key} is not in {stdout}"))
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (key, wanted) in [
        ("server.listen", r#"server.listen = "127.0.0.1:0" # flag --listen"#),
        ("log.level", r#"log.level = "warn" # flag --log-level"#),
        (
            "server.names",
            r#"server.names = ["studio.example.org"] # env SCRIPTORIUM_SERVER__NAMES"#,
        ),
        ("agents.mailbox_max", "agents.mailbox_max = 7 # scriptorium.toml:2"),
        ("agents.lease_ms", "agents.lease_ms = 60000 # default"),
    ] {
        assert_eq!(line(key), wanted);
    }
    assert!(!stdout.contains("secret") && line("database.url").contains("mina:***@db"), "{stdout}");
    let keys = stdout.lines().map(|line| line.split(' ').next().unwrap());
    let defaults: toml::Table = scriptorium::settings::DEFAULTS.parse().unwrap();
    let wanted = defaults.values().map(|section| section.as_table().unwrap().len()).sum::<usize>();
    assert_eq!(keys.count(), wanted);
}

#[test]
fn a_setting_that_does_not_exist_is_refused_with_the_one_that_is_near() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("scriptorium.toml"), "[server]\nlissen = \"x\"\n").unwrap();
    for arguments in [&["config", "show"][..], &["serve"], &["migrate"], &["token", "list"]] {
        let mut command = command(folder.path(), arguments);
        command.env("SCRIPTORIUM_AGENTS__MAILBOX_MAXX", "1");

        let refusal = Ran::of(command.output().unwrap()).refusal();

        assert!(refusal.contains("there are 2 mistakes in the settings"), "{refusal}");
        assert!(refusal.contains("scriptorium.toml:2:"), "{refusal}");
        assert!(refusal.contains("did you mean `server.listen`?"), "{refusal}");
        assert!(refusal.contains("did you mean `SCRIPTORIUM_AGENTS__MAILBOX_MAX`?"), "{refusal}");
        assert!(!folder.path().join("scriptorium-data").exists());
    }
}

service_test! {
    fn migrating_twice_changes_nothing_the_second_time(mut studio) {
        studio.project("Dracula");
        studio.stop();

        for _ in 0..2 {
            let ran = studio.command(&["migrate"]);
            assert!(!ran.err.contains("brought up to date"), "{ran:?}");
            assert_eq!(ran.ok(), "the tables are up to date\n");
        }

        studio.restart();
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
    }
}

/// Statements that leave a database as the migration before the last one did.
const LAST_UNDONE: &[&str] =
    &["DROP TABLE readiness_day", "DELETE FROM schema_version WHERE name = 'readiness_days'"];

service_test! {
    fn an_older_database_is_backed_up_and_brought_up_to_date(mut studio) {
        studio.project("Dracula");
        studio.stop();
        change_database(studio, LAST_UNDONE);

        let ran = studio.command(&["migrate"]);

        assert!(ran.err.contains("the tables were brought up to date"), "{ran:?}");
        ran.ok();
        let backups = studio.folder().join("backups");
        if studio.engine == crate::support::Engine::Sqlite {
            let backups: Vec<_> = std::fs::read_dir(backups).unwrap().collect();
            assert_eq!(backups.len(), 1);
            // The backup is the database as it was.
            let before = tempfile::tempdir().unwrap();
            let from = backups[0].as_ref().unwrap().path();
            std::fs::copy(from, before.path().join("scriptorium.db")).unwrap();
            let data = before.path().display().to_string();
            let ran = run(before.path(), &["migrate", "--data", &data]);
            assert!(ran.err.contains("the tables were brought up to date"), "{ran:?}");
        }
        studio.restart();
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
        assert_eq!(studio.get("/api/agents/capabilities").status, 200);
    }
}

service_test! {
    fn a_database_of_a_newer_program_is_refused_and_left_alone(mut studio) {
        studio.stop();
        change_database(studio, &["INSERT INTO schema_version (version, name) VALUES (999, 'later')"]);

        for arguments in [&["migrate"][..], &["serve", "--listen", "127.0.0.1:0"], &["token", "list"]] {
            let ran = studio.command(arguments);
            assert_eq!(ran.out, "");
            let refusal = ran.refusal();
            assert!(refusal.contains("version 999") && refusal.contains("run a newer program"), "{refusal}");
        }
        assert!(!studio.folder().join("backups").exists());
    }
}

/// Every command refuses a database of another build, by the first migration that differs.
fn is_refused(studio: &mut Studio, statement: &'static [&'static str], migration: &str) {
    studio.stop();
    change_database(studio, statement);

    for arguments in [&["migrate"][..], &["serve", "--listen", "127.0.0.1:0"], &["token", "list"]] {
        let ran = studio.command(arguments);
        assert_eq!(ran.out, "");
        let refusal = ran.refusal();
        assert!(refusal.contains(&format!("its migration {migration} is not")), "{refusal}");
        assert!(refusal.contains("Run that build; with it, export the projects"), "{refusal}");
    }
    assert!(!studio.folder().join("backups").exists());
}

service_test! {
    fn a_database_of_a_build_with_another_migration_is_refused_and_left_alone(mut studio) {
        const EDITED: &[&str] = &["UPDATE schema_version SET digest = 'other' WHERE name = 'swarms'"];

        is_refused(studio, EDITED, "14 (swarms)");
    }
}

service_test! {
    fn a_database_of_a_build_that_noted_no_digests_is_refused_too(mut studio) {
        const EARLIER: &[&str] = &["ALTER TABLE schema_version DROP COLUMN digest"];

        is_refused(studio, EARLIER, "1 (accounts)");
    }
}

service_test! {
    fn a_data_folder_serves_one_server_at_a_time_and_names_it(studio) {
        let folder = studio.folder().display();
        let refusal = format!(
            "scriptorium: the data folder {folder} is locked by a running server at {}\n",
            studio.address
        );

        for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["migrate"]] {
            assert_eq!(studio.command(arguments).refusal(), refusal);
        }
        assert_eq!(studio.get("/health/ready").status, 200);
    }
}

#[test]
fn a_folder_is_free_again_when_its_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let get = |address: std::net::SocketAddr, path: &str| {
        let mut answer = ureq::get(format!("http://{address}{path}")).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    };

    let first = Server::start(folder.path(), &["--data", "d"]);
    assert!(get(first.address, "/health/ready").contains("\"ok\""));
    drop(first);
    let second = Server::start(folder.path(), &["--data", "d"]);
    assert!(get(second.address, "/health/ready").contains("\"ok\""));

    let refused = run(folder.path(), &["migrate", "--data", "d"]).refusal();
    assert!(refused.ends_with(&format!("at {}\n", second.address)), "{refused}");
}

/// The digests of all tokens, as they are kept.
fn hashes(studio: &Studio) -> Vec<String> {
    studio.write(|tx| {
        let rows = tx
            .rows("SELECT hash FROM token ORDER BY id", ())
            .map_err(|error| domain::Error::internal("looking at tokens", error))?;
        Ok(rows.into_iter().map(|mut row| row.take(0).unwrap()).collect())
    })
}

fn makes_a_project(studio: &Studio, token: &str) -> u16 {
    let bearer = format!("Bearer {token}");
    let headers = [JSON, ("authorization", bearer.as_str())];
    studio.ask("POST", "/api/projects", &headers, Some(r#"{"name":"x"}"#)).status
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

service_test! {
    fn a_token_is_shown_once_and_kept_as_a_digest(studio) {
        assert_eq!(studio.command(&["token", "list"]).ok(), "there are no tokens\n");

        // Beside the server that runs.
        let made = studio.command(&["token", "create", "--user", "mara", "--label", "my desk"]).ok();
        let token = made.trim_end();
        assert!(token.starts_with("scr_") && token.len() == 4 + 64, "{token}");
        let days = ["token", "create", "--user", "ci", "--scope", "read", "--days", "90"];
        let reader = studio.command(&days).ok();
        assert_ne!(reader, made);

        assert_eq!(makes_a_project(studio, token), 200);
        assert_eq!(makes_a_project(studio, reader.trim_end()), 403);
        assert_eq!(makes_a_project(studio, &format!("{token}0")), 401);
        assert_eq!(hashes(studio), [token, reader.trim_end()].map(|it| domain::digest::hex(it.as_bytes())));

        let list = studio.command(&["token", "list"]).ok();
        let rows: Vec<Vec<&str>> = list.lines().map(cells).collect();
        assert_eq!(rows.len(), 2, "{list}");
        assert_eq!([rows[0][1], rows[0][2], rows[0][4], rows[0][5]],
            ["write", "mara", "ends never", "my desk"]);
        assert_eq!([rows[1][1], rows[1][2]], ["read", "ci"]);
        assert!(rows[1][4].starts_with("ends 20"), "{list}");
        for secret in [token, reader.trim_end()] {
            assert!(!list.contains(secret), "{list}");
            assert!(!list.contains(&domain::digest::hex(secret.as_bytes())), "{list}");
        }

        let id = rows[0][0];
        assert_eq!(studio.command(&["token", "revoke", id]).ok(), "revoked\n");
        assert_eq!(makes_a_project(studio, token), 401);
        let again = studio.command(&["token", "revoke", id]).refusal();
        assert_eq!(again, "scriptorium: Token not found\n");
        assert_eq!(studio.command(&["token", "list"]).ok().lines().count(), 1);
    }
}

service_test! {
    fn a_token_ends_at_its_time(studio) {
        let (database, now) = (studio.behind().database.clone(), studio.clock.now());
        let made = scriptorium::tokens::create(&database, "mara", Scope::Write, "", Some(2), now);
        let token = studio.block_on(made).unwrap().to_string();

        studio.clock.advance(2 * domain::time::DAY_MS - 1);
        assert_eq!(makes_a_project(studio, &token), 200);
        studio.clock.advance(1);
        assert_eq!(makes_a_project(studio, &token), 401);
    }
}

#[test]
fn migrating_makes_a_folder_where_none_is() {
    let folder = tempfile::tempdir().unwrap();

    let migrated = run(folder.path(), &["migrate", "--data", "a/b"]).ok();

    assert_eq!(migrated, "the tables are up to date\n");
    assert!(folder.path().join("a/b/scriptorium.db").exists());
    assert_eq!(
        run(folder.path(), &["token", "list", "--data", "a/b"]).ok(),
        "there are no tokens\n"
    );
    // A mistyped folder is reported, and none is created.
    let mistyped = run(folder.path(), &["token", "list", "--data", "a/c"]).refusal();
    assert!(mistyped.contains("there is no database a/c/scriptorium.db"), "{mistyped}");
    assert!(!folder.path().join("a/c").exists());
}
