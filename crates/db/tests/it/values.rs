//! What goes in comes out, and what is computed on the way is of the same kind on both engines.

use db::{Db, Error};

use crate::support::{Home, add, on_both};

on_both! {
    async fn values_come_back_as_they_were(db) {
        let texts = ["", "plain", "naïve — 日本語 🪶", "it's \"quoted\" ?1 $1 \\ %_", "a\r\nb\t"];
        let numbers = [0, -1, i64::MIN, i64::MAX];
        let reals = [0.0, -1.5, 1e300, f64::MIN_POSITIVE, 117.63331139400017, f64::INFINITY];
        let bytes: Vec<u8> = (0..=255).collect();

        let back = db
            .write(move |tx| {
                for text in texts {
                    let row = tx.row("SELECT ?1", (text,))?.unwrap();
                    assert_eq!(row.get::<String>(0)?, text);
                }
                for number in numbers {
                    assert_eq!(tx.row("SELECT ?1", (number,))?.unwrap().get::<i64>(0)?, number);
                }
                for real in reals {
                    assert_eq!(tx.row("SELECT ?1", (real,))?.unwrap().get::<f64>(0)?, real);
                }
                tx.row(
                    "INSERT INTO thing (id, x, note, page)
                     VALUES ('a', ?1, ?2, ?3)
                  RETURNING x, note, page",
                    (2.0, "", &bytes),
                )
            })
            .await
            .unwrap()
            .unwrap()
            .unwrap();

        assert_eq!(back.get::<f64>(0).unwrap(), 2.0);
        assert_eq!(back.get::<Option<String>>(1).unwrap().as_deref(), Some(""));
        assert_eq!(back.get::<Vec<u8>>(2).unwrap(), (0..=255).collect::<Vec<u8>>());
    }
}

on_both! {
    async fn every_integer_binds_to_a_bigint(db) {
        let row = db
            .write(|tx| {
                for (id, number) in [("a", 7_i32), ("b", i32::MIN)] {
                    tx.run("INSERT INTO thing (id, n) VALUES (?1, ?2)", (id, number))?;
                }
                tx.run("INSERT INTO thing (id, n) VALUES (?1, ?2)", ("c", 9_u32))?;
                tx.run("INSERT INTO thing (id, n) VALUES (?1, ?2)", ("d", 10_usize))?;
                tx.run("INSERT INTO thing (id, n) VALUES (?1, ?2)", ("e", true))?;
                tx.row("SELECT n FROM thing WHERE n = ?1", (7_i32,))
            })
            .await
            .unwrap()
            .unwrap()
            .unwrap();

        assert_eq!(row.get::<i64>(0).unwrap(), 7);
        assert_eq!(row.get::<i32>(0).unwrap(), 7);
    }
}

on_both! {
    async fn what_is_computed_is_an_integer_or_a_real_number(db) {
        let row = db
            .write(|tx| {
                for (id, n, x) in [("a", 1, 0.5), ("b", 2, 0.25)] {
                    tx.run("INSERT INTO thing (id, n, x) VALUES (?1, ?2, ?3)", (id, n, x))?;
                }
                tx.row(
                    "SELECT 1, count(*), sum(n), avg(n), sum(x), max(n), n_is_one, length('né')
                       FROM (SELECT n, x, n = 1 AS n_is_one FROM thing) AS t
                      GROUP BY n_is_one
                      ORDER BY n_is_one
                      LIMIT 1",
                    (),
                )
            })
            .await
            .unwrap()
            .unwrap()
            .unwrap();

        for (column, number) in [(0, 1), (1, 1), (2, 2), (5, 2), (6, 0), (7, 2)] {
            assert_eq!(row.get::<i64>(column).unwrap(), number, "column {column}");
        }
        assert!(!row.get::<bool>(6).unwrap());
        assert_eq!(row.get::<f64>(3).unwrap(), 2.0);
        assert_eq!(row.get::<f64>(4).unwrap(), 0.25);
    }
}

on_both! {
    async fn sums_and_counts_of_nothing_are_null_and_zero(db) {
        let row = db
            .read(|tx| tx.row("SELECT sum(n), count(*), max(id), avg(n) FROM thing", ()))
            .await
            .unwrap()
            .unwrap()
            .unwrap();

        assert_eq!(row.get::<Option<i64>>(0).unwrap(), None);
        assert_eq!(row.get::<i64>(1).unwrap(), 0);
        assert_eq!(row.get::<Option<String>>(2).unwrap(), None);
        assert_eq!(row.get::<Option<f64>>(3).unwrap(), None);
    }
}

on_both! {
    async fn a_sum_beyond_64_bits_is_an_error(db) {
        let sum = db
            .read(|tx| {
                let row = tx.row(
                    "SELECT sum(n)
                       FROM (SELECT CAST(?1 AS BIGINT) AS n UNION ALL SELECT CAST(?1 AS BIGINT)) AS t",
                    (i64::MAX,),
                )?;
                row.unwrap().get::<i64>(0)
            })
            .await;

        assert!(!matches!(sum, Ok(Ok(_))), "{sum:?}");
    }
}

on_both! {
    async fn a_zero_character_is_refused_before_anything_is_done(db) {
        let kept = db
            .write(|tx| {
                let refused = tx.run(
                    "INSERT INTO thing (id, note) VALUES (?1, ?2)",
                    ("a", "zero \0 inside"),
                );
                assert!(matches!(refused, Err(Error::Parameter { parameter: 2, .. })), "{refused:?}");
                let refused = tx.run("INSERT INTO thing (id, x) VALUES ('b', ?1)", (f64::NAN,));
                assert!(matches!(refused, Err(Error::Parameter { parameter: 1, .. })), "{refused:?}");
                // Nothing reached the engine, so the transaction is sound.
                tx.run("INSERT INTO thing (id, page) VALUES ('c', ?1)", (&[0_u8, 1, 0][..],))
            })
            .await;

        assert!(matches!(kept, Ok(Ok(1))), "{kept:?}");
    }
}

on_both! {
    async fn text_sorts_by_code_points(db) {
        let words = ["b", "A", "a", "B", "é", "e", "f", "_", "Z", "ä", "10", "9", "a b", "ab", "-", "🪶", "ﬀ"];

        let (sorted, above) = db
            .write(move |tx| {
                for word in words {
                    add(tx, word)?;
                }
                let text = |row: &db::Row| row.get::<String>(0);
                let sorted = tx.rows("SELECT id FROM thing ORDER BY id", ())?;
                let above = tx.rows("SELECT id FROM thing WHERE id > ?1 ORDER BY id", ("Z",))?;
                Ok::<_, Error>((
                    sorted.iter().map(text).collect::<Result<Vec<_>, _>>()?,
                    above.iter().map(text).collect::<Result<Vec<_>, _>>()?,
                ))
            })
            .await
            .unwrap()
            .unwrap();

        let mut expected = words.to_vec();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        expected.retain(|word| *word > "Z");
        assert_eq!(above, expected);
    }
}

on_both! {
    async fn like_looks_at_case(db) {
        let found = db
            .write(|tx| {
                for id in ["Rose", "rose", "ROSE", "r_se"] {
                    add(tx, id)?;
                }
                let rows = tx.rows(
                    "SELECT id FROM thing WHERE id LIKE ?1 ESCAPE '\\' ORDER BY id",
                    ("ro%",),
                )?;
                let literal = tx.rows("SELECT id FROM thing WHERE id LIKE ?1 ESCAPE '\\'", ("r\\_se",))?;
                Ok::<_, Error>((rows.len(), rows[0].get::<String>(0)?, literal.len()))
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(found, (1, "rose".to_owned(), 1));
    }
}

on_both! {
    async fn nothing_sorts_where_it_is_told_to(db) {
        let orders = db
            .write(|tx| {
                for (id, note) in [("a", Some("x")), ("b", None), ("c", Some("y"))] {
                    tx.run("INSERT INTO thing (id, note) VALUES (?1, ?2)", (id, note))?;
                }
                let last = tx.rows("SELECT id FROM thing ORDER BY note NULLS LAST", ())?;
                let first = tx.rows("SELECT id FROM thing ORDER BY note DESC NULLS FIRST", ())?;
                let joined = |rows: Vec<db::Row>| -> Result<String, Error> {
                    rows.iter().map(|row| row.get::<String>(0)).collect()
                };
                Ok::<_, Error>((joined(last)?, joined(first)?))
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(orders, ("acb".to_owned(), "bca".to_owned()));
    }
}
