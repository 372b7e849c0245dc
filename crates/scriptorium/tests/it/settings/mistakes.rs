//! Tests of wrong settings: all mistakes are reported together, each with its origin and what was
//! expected.

use std::fs;

use insta::assert_snapshot;
use scriptorium::settings::SettingsError;

use super::{Folder, Said, load_file, variable};

#[test]
fn every_mistake_is_named_at_once() {
    let said = Said {
        file: "\
mode = 'auto'
data = 'x'

[sever]
listen = '127.0.0.1:1'

[server]
lisen = '127.0.0.1:1'
names = ['https://example.org']
body_kib_max = '12'
connections_max = 0
header_timeout_ms = 99999999999999999999
listen = { port = 1 }

[log]
level = 'verbose'
",
        environment: &[
            ("SCRIPTORIUM_AGENTS__BUSY_THRESHOLD", "1.5"),
            ("SCRIPTORIUM_AGENTS__LEASE_MS", "a minute"),
            ("SCRIPTORIUM_SERVER_LISTEN", "127.0.0.1:1"),
            ("SCRIPTORIUM_WHATEVER", "1"),
        ],
        flags: &[("server.listen", "localhost"), ("log.format", "xml")],
    };

    assert_snapshot!(said.mistakes(), @r#"
    there are 16 mistakes in the settings:
      scriptorium.toml:1: there is no setting `mode`; did you mean `server.mode`?
      scriptorium.toml:2: data is a section: write `[data]` and its keys below
      scriptorium.toml:4: there is no section `[sever]`; did you mean `[server]`?
      scriptorium.toml:8: there is no setting `server.lisen`; did you mean `server.listen`?
      scriptorium.toml:9: server.names: expected a list of at most 100 host names without scheme and port, such as ["studio.example.org"]; found ["https://example.org"]
      scriptorium.toml:10: server.body_kib_max: expected a whole number from 1 to 65536 (KiB); found "12"
      scriptorium.toml:11: server.connections_max: expected a whole number from 1 to 65536 (connections); found 0
      scriptorium.toml:12: server.header_timeout_ms: a number of more than 64 bits
      scriptorium.toml:13: server.listen: expected an IP address and a port, such as "127.0.0.1:7878" or "[::1]:7878"; found { port = 1 }
      scriptorium.toml:16: log.level: expected a level (off, error, warn, info, debug or trace), or levels by part of the program, such as "info,engine=debug"; found "verbose"
      env SCRIPTORIUM_AGENTS__BUSY_THRESHOLD: agents.busy_threshold: expected a number from 0.0 to 1.0; found 1.5
      env SCRIPTORIUM_AGENTS__LEASE_MS: agents.lease_ms: expected a whole number from 100 to 86400000 (milliseconds); found "a minute"
      env SCRIPTORIUM_SERVER_LISTEN: there is no variable `SCRIPTORIUM_SERVER_LISTEN`; did you mean `SCRIPTORIUM_SERVER__LISTEN`?
      env SCRIPTORIUM_WHATEVER: there is no variable `SCRIPTORIUM_WHATEVER`; the sections are server, data, documents, database, agents, swarms, search, model, budget, mcp, events, backup, log
      flag --listen: server.listen: expected an IP address and a port, such as "127.0.0.1:7878" or "[::1]:7878"; found "localhost"
      flag --log-format: log.format: expected one of "human", "json"; found "xml"
    "#);
}

#[test]
fn a_value_that_is_overruled_must_be_right_too() {
    let said = Said {
        file: "[log]\nformat = 'xml'\n",
        flags: &[("log.format", "json")],
        ..Said::default()
    };

    assert_snapshot!(said.mistakes(), @r#"
    there is a mistake in the settings:
      scriptorium.toml:2: log.format: expected one of "human", "json"; found "xml"
    "#);
}

#[test]
fn a_key_that_does_not_exist_brings_the_nearest_one_to_mind() {
    let table = [
        (
            "[server]\nlisten_on = ''",
            "there is no setting `server.listen_on`; did you mean `server.listen`?",
        ),
        ("[server]\nconections_max = 1", "did you mean `server.connections_max`?"),
        ("server.lsiten = ''", "did you mean `server.listen`?"),
        ("busy_threshold = 1", "did you mean `agents.busy_threshold`?"),
        ("[server]\ndir = ''", "did you mean `data.dir`?"),
        ("[event]\nkeep_days = 1", "there is no section `[event]`; did you mean `[events]`?"),
        (
            "[server]\ncolour = 'red'",
            "the sections are server, data, documents, database, agents, swarms, search, model, budget, mcp, events, backup, log",
        ),
        (
            "[theatre]\nseats = 1",
            "the sections are server, data, documents, database, agents, swarms, search, model, budget, mcp, events, backup, log",
        ),
    ];

    for (file, hint) in table {
        let mistakes = Said { file, ..Said::default() }.mistakes();
        assert!(mistakes.contains(hint), "{file}: {mistakes}");
        assert_eq!(mistakes.lines().count(), 2, "{file}: {mistakes}");
    }
}

#[test]
fn a_variable_that_does_not_exist_brings_the_nearest_one_to_mind() {
    let table = [
        ("SCRIPTORIUM_SERVER_LISTEN", "`SCRIPTORIUM_SERVER__LISTEN`"),
        ("SCRIPTORIUM_LISTEN", "`SCRIPTORIUM_SERVER__LISTEN`"),
        ("SCRIPTORIUM_Server__Listen", "`SCRIPTORIUM_SERVER__LISTEN`"),
        ("SCRIPTORIUM_DATABASE_URL", "`SCRIPTORIUM_DATABASE__URL`"),
        ("SCRIPTORIUM_DATA", "`SCRIPTORIUM_DATA__DIR`"),
        ("SCRIPTORIUM_CONFG", "`SCRIPTORIUM_CONFIG`"),
        ("SCRIPTORIUM_TEST_POSTGRESS", "`SCRIPTORIUM_TEST_POSTGRES`"),
    ];

    for (name, near) in table {
        let mistakes = Said { environment: &[(name, "1")], ..Said::default() }.mistakes();
        let expected = format!("env {name}: there is no variable `{name}`; did you mean {near}?");
        assert!(mistakes.contains(&expected), "{mistakes}");
    }
}

#[test]
fn bounds_include_their_ends() {
    // key, below, lowest, highest, above
    let table = [
        ("server.connections_max", "0", "1", "65536", "65537"),
        ("server.connections_per_peer_max", "0", "1", "65536", "65537"),
        ("server.rate_per_second", "0", "1", "100000", "100001"),
        ("server.rate_burst", "0", "1", "100000", "100001"),
        ("server.body_kib_max", "0", "1", "65536", "65537"),
        ("server.import_mib_max", "0", "1", "1024", "1025"),
        ("server.header_timeout_ms", "99", "100", "600000", "600001"),
        ("server.body_timeout_ms", "99", "100", "600000", "600001"),
        ("server.idle_timeout_ms", "99", "100", "3600000", "3600001"),
        ("server.stop_timeout_ms", "-1", "0", "600000", "600001"),
        ("database.connections", "0", "1", "256", "257"),
        ("database.checkpoint_kib", "63", "64", "1048576", "1048577"),
        ("agents.busy_threshold", "-0.01", "0", "1.0", "1.01"),
        ("agents.mailbox_max", "0", "1", "1000000", "1000001"),
        ("agents.heartbeat_ms", "99", "100", "3600000", "3600001"),
        ("agents.lease_ms", "99", "100", "86400000", "86400001"),
        ("swarms.queue_timeout_ms", "999", "1000", "2592000000", "2592000001"),
        ("swarms.run_timeout_ms", "999", "1000", "86400000", "86400001"),
        ("swarms.idle_timeout_ms", "99", "100", "86400000", "86400001"),
        ("model.context_tokens", "1023", "1024", "10000000", "10000001"),
        ("model.parallel_max", "0", "1", "10000", "10001"),
        ("model.requests_per_minute", "-1", "0", "1000000", "1000001"),
        ("model.queue_timeout_ms", "99", "100", "86400000", "86400001"),
        ("model.connect_timeout_ms", "99", "100", "600000", "600001"),
        ("model.first_token_timeout_ms", "99", "100", "3600000", "3600001"),
        ("model.idle_timeout_ms", "99", "100", "3600000", "3600001"),
        ("model.run_timeout_ms", "999", "1000", "86400000", "86400001"),
        ("events.keep_max", "0", "1", "100000000", "100000001"),
        ("events.keep_days", "0", "1", "3650", "3651"),
        ("events.streams_max", "0", "1", "65536", "65537"),
    ];

    for (key, below, lowest, highest, above) in table {
        let name = variable(key);
        for inside in [lowest, highest] {
            Said { environment: &[(&name, inside)], ..Said::default() }.loaded();
        }
        for outside in [below, above] {
            let mistakes = Said { environment: &[(&name, outside)], ..Said::default() }.mistakes();
            assert!(mistakes.contains(&format!("; found {outside}")), "{key}: {mistakes}");
        }
    }
}

#[test]
fn values_that_are_no_plain_text_or_number_are_refused() {
    let table = [
        ("agents.busy_threshold", "NaN"),
        ("agents.busy_threshold", "inf"),
        ("agents.mailbox_max", "1e3"),
        ("agents.mailbox_max", "1.0"),
        ("agents.mailbox_max", ""),
        ("data.dir", ""),
        ("data.dir", "a\u{1b}[2Jb"),
        ("data.dir", "line\nline"),
        ("data.dir", "not \u{fffd} UTF-8"),
        ("server.listen", "127.0.0.1"),
        ("server.listen", "127.0.0.1:65536"),
        ("server.names", "example.org:80"),
        ("server.names", "-example.org"),
        ("server.names", "exämple.org"),
        ("log.level", ""),
        ("log.level", "inf"),
        ("log.level", "info,debgu"),
        ("log.level", "engine=loud"),
        ("database.url", "sqlite://x"),
    ];

    for (key, text) in table {
        let name = variable(key);
        let mistakes = Said { environment: &[(&name, text)], ..Said::default() }.mistakes();
        assert_eq!(mistakes.lines().count(), 2, "{key} = {text:?}: {mistakes}");
        assert!(!mistakes.contains('\u{1b}'), "{key} = {text:?}: {mistakes:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_a_mistake_of_who_named_it() {
    let folder = Folder::with("missing.toml", "");
    let path = folder.file();
    fs::remove_file(&path).unwrap();
    let path_text = path.display().to_string();

    let by_flag = load_file(Some(path), &[], &[]).unwrap_err().to_string();
    let by_environment = load_file(None, &[("SCRIPTORIUM_CONFIG", &path_text)], &[]).unwrap_err();

    assert_snapshot!(folder.without(&by_flag), @r"
    there is a mistake in the settings:
      flag --config: reading missing.toml failed: No such file or directory (os error 2)
    ");
    assert_snapshot!(folder.without(&by_environment.to_string()), @r"
    there is a mistake in the settings:
      env SCRIPTORIUM_CONFIG: reading missing.toml failed: No such file or directory (os error 2)
    ");
}

#[test]
fn a_file_that_is_no_text_or_endless_is_refused() {
    let latin = Folder::with("latin.toml", b"# caf\xe9\n");
    let endless = Folder::with("endless.toml", "#".repeat(1024 * 1024 + 1));
    let largest = Folder::with("largest.toml", "#".repeat(1024 * 1024));

    let latin = load_file(Some(latin.file()), &[], &[]).unwrap_err().to_string();
    let endless = load_file(Some(endless.file()), &[], &[]).unwrap_err().to_string();

    assert!(latin.contains("it is not text in UTF-8"), "{latin}");
    assert!(endless.contains("it has more than 1048576 bytes"), "{endless}");
    load_file(Some(largest.file()), &[], &[]).unwrap();
}

#[test]
fn of_a_file_that_is_not_toml_every_broken_line_is_named() {
    let said = Said {
        file: "[log]\nlevel = 'loud'\nlevel = 'warn'\nformat: json\n",
        environment: &[("SCRIPTORIUM_LOG__FORMAT", "xml")],
        ..Said::default()
    };

    assert_snapshot!(said.mistakes(), @r#"
    there are 4 mistakes in the settings:
      scriptorium.toml:3: not TOML: duplicate key
      scriptorium.toml:4: not TOML: key with no value, expected `=`
      scriptorium.toml:4: not TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
      env SCRIPTORIUM_LOG__FORMAT: log.format: expected one of "human", "json"; found "xml"
    "#);
}

#[test]
fn a_flood_of_mistakes_is_cut() {
    let file: String = (0..60).map(|number| format!("nonsense_{number} = 1\n")).collect();

    let mistakes = Said { file: &file, ..Said::default() }.mistakes();

    assert!(mistakes.starts_with("there are 60 mistakes in the settings:\n"), "{mistakes}");
    assert!(mistakes.ends_with("\n  … and 10 more"), "{mistakes}");
    assert_eq!(mistakes.lines().count(), 1 + SettingsError::LISTED_MAX + 1);
}

#[test]
fn a_mistake_is_one_line_whatever_somebody_wrote() {
    let active = "a\u{1b}[2J\n\u{2028}\u{202e}b";
    let name = format!("SCRIPTORIUM_{active}");
    let long = "x".repeat(10_000);

    let mistakes = Said {
        file: "[server]\n\"a\\u001b[2J\\n\\u2028\\u202eb\" = 1\n",
        environment: &[(&name, "1"), ("SCRIPTORIUM_LOG__LEVEL", &long)],
        flags: &[("log.format", active)],
    }
    .mistakes();

    assert_eq!(mistakes.lines().count(), 1 + 4, "{mistakes}");
    assert!(!mistakes.contains(['\u{1b}', '\u{2028}', '\u{202e}']), "{mistakes:?}");
    assert!(mistakes.len() < 1_000, "{mistakes}");
}
