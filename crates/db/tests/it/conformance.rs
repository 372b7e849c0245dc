//! One text, two engines: the places where they differ by nature, and must not for a caller.

use db::{Bind, Constraint, Db, Engine, Error};

use crate::support::{Home, THINGS, add, all_words, ids, on_both};

on_both! {
    async fn a_failed_statement_ends_its_transaction(db) {
        let end = db
            .write(|tx| {
                add(tx, "first")?;
                let twice = add(tx, "first");
                assert!(matches!(twice, Err(Error::Constraint { .. })), "{twice:?}");
                let after = add(tx, "second");
                assert!(matches!(after, Err(Error::Aborted)), "{after:?}");
                Ok::<_, Error>(())
            })
            .await;

        let kind = Constraint::Unique;
        assert!(matches!(&end, Err(Error::Constraint { kind: k, .. }) if *k == kind), "{end:?}");
        assert_eq!(ids(db).await, [""; 0]);
    }
}

on_both! {
    async fn a_conflict_is_written_down_instead_of_caught(db) {
        let changed = db
            .write(|tx| {
                add(tx, "a")?;
                let skipped = tx.run(
                    "INSERT INTO thing (id, n) VALUES (?1, 5) ON CONFLICT (id) DO NOTHING",
                    ("a",),
                )?;
                let updated = tx.row(
                    "INSERT INTO thing (id, n)
                     VALUES (?1, 5)
                         ON CONFLICT (id) DO UPDATE SET n = thing.n + excluded.n
                  RETURNING n",
                    ("a",),
                )?;
                Ok::<_, Error>((skipped, updated.unwrap().get::<i64>(0)?))
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(changed, (0, 5));
    }
}

on_both! {
    async fn a_closure_that_fails_leaves_nothing(db) {
        let end = db
            .write(|tx| {
                add(tx, "a").unwrap();
                Err::<(), _>("changed my mind")
            })
            .await;

        assert!(matches!(end, Ok(Err("changed my mind"))), "{end:?}");
        assert_eq!(ids(db).await, [""; 0]);
    }
}

on_both! {
    async fn a_missing_value_may_stand_for_any(db) {
        db.write(|tx| {
            add(tx, "a")?;
            add(tx, "b")
        })
        .await
        .unwrap()
        .unwrap();

        let counts = db
            .read(|tx| {
                let mut counts = Vec::new();
                for wanted in [None, Some("a"), Some("z"), None] {
                    let plain = tx.rows("SELECT id FROM thing WHERE ?1 IS NULL OR id = ?1", (wanted,))?;
                    let cast = tx.rows(
                        "SELECT id FROM thing WHERE CAST(?1 AS TEXT) IS NULL OR id = ?1",
                        (wanted,),
                    )?;
                    counts.push((plain.len(), cast.len()));
                }
                Ok::<_, Error>(counts)
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(counts, [(2, 2), (1, 1), (0, 0), (2, 2)]);
    }
}

on_both! {
    async fn marks_inside_of_quotes_and_comments_are_text(db) {
        let row = db
            .read(|tx| {
                tx.row(
                    "SELECT '?1 is ''free''' AS \"?2\", ?1 -- not ?3
                          , ?2 /* nor ?4 */",
                    ("x", 5),
                )
            })
            .await
            .unwrap()
            .unwrap()
            .unwrap();

        assert_eq!(row.text(0).unwrap(), "?1 is 'free'");
        assert_eq!(row.text(1).unwrap(), "x");
        assert_eq!(row.get::<i64>(2).unwrap(), 5);
    }
}

on_both! {
    async fn a_column_is_read_by_its_name_and_the_first_of_two_wins(db) {
        let mut row = db
            .read(|tx| {
                tx.row("SELECT 'a' AS id, count(*) AS n, max(thing.n) AS n, 1.5 AS x FROM thing", ())
            })
            .await
            .unwrap()
            .unwrap()
            .unwrap();

        assert_eq!(row.text("id").unwrap(), "a");
        assert_eq!(row.get::<i64>("n").unwrap(), 0);
        assert_eq!(row.get::<Option<i64>>(2).unwrap(), None);
        assert_eq!(row.take::<f64>("x").unwrap(), 1.5);
        let missing = row.get::<i64>("note").unwrap_err();
        assert_eq!(missing.to_string(), "column note holds nothing, wanted an integer");
    }
}

on_both! {
    async fn columns_follow_the_schema_where_the_statement_names_none(db) {
        let read = |tx: &mut db::Tx<'_>| tx.row("SELECT * FROM thing", ());
        db.write(|tx| add(tx, "a")).await.unwrap().unwrap();
        let row = db.read(read).await.unwrap().unwrap().unwrap();
        assert_eq!(row.text("id").unwrap(), "a");

        let second = db::Migration {
            version: 2,
            name: "another name",
            sql: "ALTER TABLE thing RENAME COLUMN id TO name;",
        };
        db.migrate(&[THINGS, second], None).unwrap();

        let row = db.read(read).await.unwrap().unwrap().unwrap();
        assert_eq!(row.text("name").unwrap(), "a");
    }
}

on_both! {
    async fn a_statement_used_again_remembers_nothing(db) {
        let seen = db
            .read(|tx| {
                let mut seen = Vec::new();
                for value in [Some("long gone"), None, Some(""), None] {
                    let row = tx.row("SELECT ?1, ?2", (value, 1))?.unwrap();
                    seen.push(row.get::<Option<String>>(0)?);
                }
                // The same text with values of other kinds.
                let row = tx.row("SELECT ?1, ?2", (2.5, "two"))?.unwrap();
                assert_eq!(row.get::<f64>(0)?, 2.5);
                assert_eq!(row.text(1)?, "two");
                Ok::<_, Error>(seen)
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(seen, [Some("long gone".to_owned()), None, Some(String::new()), None]);
    }
}

on_both! {
    async fn prepared_statements_survive_a_new_schema(db) {
        let count = || async {
            db.read(|tx| tx.row("SELECT count(*), max(n) FROM thing", ())).await.unwrap().unwrap()
        };
        assert_eq!(count().await.unwrap().get::<i64>(0).unwrap(), 0);

        let second = db::Migration {
            version: 2,
            name: "weight",
            sql: "ALTER TABLE thing ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;
                  INSERT INTO thing (id, n) VALUES ('new', 3);",
        };
        db.migrate(&[THINGS, second], None).unwrap();

        let row = count().await.unwrap();
        assert_eq!((row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap()), (1, 3));
    }
}

on_both! {
    async fn the_number_of_values_must_fit(db) {
        let end = db
            .read(|tx| {
                let missing = tx.row("SELECT ?1, ?2", (1,));
                assert!(matches!(missing, Err(Error::Parameter { parameter: 2, .. })), "{missing:?}");
                for _ in 0..2 {
                    let many = tx.row("SELECT ?1", (1, 2));
                    assert!(matches!(many, Err(Error::Parameter { parameter: 2, .. })), "{many:?}");
                }
                let values: [&dyn Bind; 2] = [&1, &"x"];
                Ok::<_, Error>(tx.row("SELECT ?1, ?2", &values[..])?.unwrap().len())
            })
            .await;

        assert!(matches!(end, Ok(Ok(2))), "{end:?}");
    }
}

on_both! {
    async fn a_read_cannot_write(db) {
        let end = db.read(|tx| add(tx, "a")).await;

        assert!(matches!(end, Ok(Err(Error::Other { .. }))), "{end:?}");
        assert_eq!(ids(db).await, [""; 0]);
    }
}

on_both! {
    async fn a_read_sees_one_moment(db) {
        let other = db.clone();

        let counts = db
            .read(move |tx| {
                let mut count = || tx.row("SELECT count(*) FROM thing", ())?.unwrap().get::<i64>(0);
                let before = count()?;
                other.write_blocking(|tx| add(tx, "meanwhile")).unwrap().unwrap();
                Ok::<_, Error>((before, count()?))
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(counts, (0, 0));
        assert_eq!(ids(db).await, ["meanwhile"]);
    }
}

on_both! {
    async fn the_first_row_of_a_change_comes_after_the_whole_change(db) {
        let changed = db
            .write(|tx| {
                for id in ["a", "b", "c"] {
                    add(tx, id)?;
                }
                tx.row("UPDATE thing SET n = 7 RETURNING id", ())?.unwrap();
                let counted = tx.run("UPDATE thing SET n = 8 WHERE n = 7", ())?;
                let none = tx.run("DELETE FROM thing WHERE n = 7", ())?;
                Ok::<_, Error>((counted, none))
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(changed, (3, 0));
    }
}

on_both! {
    async fn a_row_is_not_answered_before_its_rules_are_checked(db) {
        let leaf = db::Migration {
            version: 2,
            name: "a reference that is checked at once",
            sql: "CREATE TABLE leaf (
                      id TEXT NOT NULL PRIMARY KEY,
                      thing TEXT NOT NULL REFERENCES thing (id)
                  );",
        };
        db.migrate(&[THINGS, leaf], None).unwrap();

        let end = db
            .write(|tx| tx.row("INSERT INTO leaf (id, thing) VALUES ('l', 'nowhere') RETURNING id", ()))
            .await;

        let rule = Constraint::ForeignKey;
        assert!(matches!(&end, Ok(Err(Error::Constraint { kind, .. })) if *kind == rule), "{end:?}");
    }
}

on_both! {
    async fn each_rule_of_the_schema_has_its_name(db) {
        type Break = fn(&mut db::Tx<'_>) -> Result<u64, Error>;
        let breaks: [(Constraint, Break); 3] = [
            (Constraint::Unique, |tx| add(tx, "a")),
            (Constraint::NotNull, |tx| {
                tx.run("INSERT INTO thing (id, n) VALUES ('b', ?1)", (None::<i64>,))
            }),
            (Constraint::Check, |tx| tx.run("UPDATE thing SET n = 1000001", ())),
        ];
        db.write(|tx| add(tx, "a")).await.unwrap().unwrap();

        for (rule, job) in breaks {
            let end = db.write(job).await;
            assert!(
                matches!(&end, Ok(Err(Error::Constraint { kind, .. })) if *kind == rule),
                "{rule:?}: {end:?}"
            );
        }

        let dangling = |tx: &mut db::Tx<'_>| {
            tx.run("INSERT INTO part (id, thing) VALUES ('p', 'nowhere')", ())
        };
        let end = db.write(dangling).await;
        let rule = Constraint::ForeignKey;
        assert!(
            matches!(&end, Err(Error::Constraint { kind, .. }) if *kind == rule),
            "a deferred rule is checked at the commit: {end:?}"
        );
    }
}

on_both! {
    async fn no_error_repeats_what_people_wrote(db) {
        let secret = "the butler did it";
        db.write(move |tx| add(tx, secret)).await.unwrap().unwrap();

        let mut words = String::new();
        type Break = fn(&mut db::Tx<'_>, &str) -> Result<(), Error>;
        let breaks: [Break; 5] = [
            |tx, secret| add(tx, secret).map(drop),
            |tx, secret| tx.row("SELECT CAST(?1 AS BIGINT) + n FROM thing", (secret,)).map(drop),
            |tx, secret| tx.row("SELECT nothing FROM thing WHERE id = ?1", (secret,)).map(drop),
            |tx, secret| tx.row("SELECT id FROM thing WHERE id = ?1", (secret,))?.unwrap().get::<i64>(0).map(drop),
            |tx, secret| tx.run("UPDATE thing SET n = 1000001 WHERE id = ?1", (secret,)).map(drop),
        ];
        for job in breaks {
            if let Ok(Err(error)) = db.write(move |tx| job(tx, secret)).await {
                words.push_str(&all_words(&error));
            }
        }

        assert!(words.contains("uniqueness") && words.contains("nothing"), "{words}");
        assert!(!words.contains("butler"), "{words}");
    }
}

on_both! {
    async fn rows_that_others_hold_can_be_skipped(db) {
        let claimed = db
            .write(|tx| {
                add(tx, "a")?;
                tx.row(
                    "UPDATE thing
                        SET n = 1
                      WHERE id = (SELECT id
                                    FROM thing
                                   WHERE n = 0
                                   ORDER BY id
                                   LIMIT 1 /*+skip_locked*/)
                        AND n = 0
                  RETURNING id",
                    (),
                )
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(claimed.unwrap().text(0).unwrap(), "a");
    }
}

on_both! {
    async fn only_one_writer_commits_in_order(db) {
        let in_order = db.write(|tx| Ok::<_, Error>(tx.commits_in_order())).await.unwrap().unwrap();

        assert_eq!(in_order, db.engine() == Engine::Sqlite);
    }
}

on_both! {
    async fn what_was_answered_is_there_for_the_next_reader(db) {
        for n in 0..50_i64 {
            db.write(move |tx| {
                tx.run(
                    "INSERT INTO thing (id, n) VALUES ('a', ?1) ON CONFLICT (id) DO UPDATE SET n = ?1",
                    (n,),
                )
            })
            .await
            .unwrap()
            .unwrap();

            let read = |tx: &mut db::Tx<'_>| tx.row("SELECT n FROM thing", ())?.unwrap().get::<i64>(0);
            assert_eq!(db.read(read).await.unwrap().unwrap(), n);
            assert_eq!(db.scan(read).await.unwrap().unwrap(), n);
        }
    }
}

on_both! {
    async fn a_list_of_ids_is_one_value(db) {
        db.write(|tx| {
            for id in ["a", "b", "c"] {
                add(tx, id)?;
            }
            Ok::<_, Error>(())
        })
        .await
        .unwrap()
        .unwrap();

        let found = db
            .read(|tx| {
                tx.rows(
                    "SELECT id
                       FROM thing
                      WHERE id IN (SELECT value FROM json_each(?1 /*+list*/))
                      ORDER BY id",
                    (r#"["c", "a", "none"]"#,),
                )
            })
            .await
            .unwrap()
            .unwrap();

        let found: Vec<String> = found.into_iter().map(|mut row| row.take(0).unwrap()).collect();
        assert_eq!(found, ["a", "c"]);
    }
}
