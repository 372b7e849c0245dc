//! Tests of passwords in addresses: they reach the database and nobody else.

use proptest::prelude::*;

use super::Said;

#[test]
fn passwords_are_not_displayed() {
    let table = [
        ("postgres://mara:secret@db:5432/studio", "postgres://mara:***@db:5432/studio"),
        ("postgresql://mara:secret@[::1]:5432/s", "postgresql://mara:***@[::1]:5432/s"),
        ("postgres://mara:secret@a:1,b:2/s", "postgres://mara:***@a:1,b:2/s"),
        ("postgres://mara@db/s?sslmode=require", "postgres://mara@db/s?sslmode=require"),
        ("postgres://db/s?user=m&password=secret", "postgres://db/s?user=m&password=***"),
        ("postgres://db/s?p%61ssword=secret", "postgres://db/s?p%61ssword=***"),
        ("postgres:///s?host=/run/postgresql", "postgres:///s?host=/run/postgresql"),
        ("postgres://mara:sec@ret@db/s", "postgres://***"),
        ("postgres://mara:sec/ret@db/s", "postgres://***"),
        ("postgres://mara:sec?ret@db/s", "postgres://***"),
        ("postgres://mara:secret", "postgres://***"),
    ];

    for (url, displayed) in table {
        let loaded = Said { flags: &[("database.url", url)], ..Said::default() }.loaded();
        let line = format!("{:31} = \"{displayed}\"", "database.url");

        assert_eq!(loaded.settings.database.url.postgres(), Some(url));
        assert!(loaded.show().contains(&line), "{line}\n{}", loaded.show());
        assert!(!format!("{loaded:?}").contains("ret"), "{loaded:?}");
        assert_eq!(loaded.settings.database.url.to_string(), displayed);
    }
}

#[test]
fn mistakes_do_not_tell_passwords() {
    let table = [
        // Another scheme, none, another type, a key that does not exist, no end of the text.
        "[database]\nurl = 'mysql://mara:secret@db/s'",
        "[database]\nurl = 'mara:secret@db'",
        "[database]\nurl = ['postgres://mara:secret@db/s']",
        "[database]\nulr = 'postgres://mara:secret@db/s'",
        "[database]\nurl = \"postgres://mara:secret@db/s",
        "[database]\nurl = \"postgres://mara:secret\\q@db/s\"",
        "[database]\nurl = postgres://mara:secret@db/s",
        "[database]\nurl = secret",
        "[database.url]\npassword = 'secret'",
    ];

    for file in table {
        let error = Said { file, ..Said::default() }.load().unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");
    }
}

proptest! {
    #[test]
    fn no_piece_of_any_password_is_shown(password in "[XYZ0-9:/?#@%&=, ]{0,12}[XYZ]") {
        let url = format!("postgres://mara:{password}@db:5432/s");
        let environment = [("SCRIPTORIUM_DATABASE__URL", url.as_str())];

        let loaded = Said { environment: &environment, ..Said::default() }.loaded();

        let url = loaded.settings.database.url.to_string();
        prop_assert!(!url.contains(['X', 'Y', 'Z']), "{}", url);
        let quoted = format!("\"{url}\"");
        prop_assert!(loaded.show().contains(&quoted), "{}", loaded.show());
    }
}
