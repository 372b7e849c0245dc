//! Whole tables, read and put back row by row, on either engine and from one into the other.

use db::{Db, Error, Row, Table, Value};

use crate::support::{Home, add, on_both};

async fn tables(db: &Db) -> Vec<Table> {
    db.read(|tx| tx.tables()).await.unwrap().unwrap()
}

async fn rows_of(db: &Db, table: &Table) -> Vec<Vec<Value>> {
    let table = table.clone();
    db.read(move |tx| {
        let mut rows = Vec::new();
        tx.each(&table, |row: Row| {
            rows.push(row.into_values());
            Ok::<(), Error>(())
        })?;
        Ok::<_, Error>(rows)
    })
    .await
    .unwrap()
    .unwrap()
}

async fn refill(db: &Db, table: &Table, rows: Vec<Vec<Value>>) -> Result<u64, Error> {
    let table = table.clone();
    db.write(move |tx| {
        let mut rows = rows.clone().into_iter();
        tx.restore_rows(&table, || Ok::<_, Error>(rows.next()))
    })
    .await
    .unwrap()
}

fn named<'t>(tables: &'t [Table], name: &str) -> &'t Table {
    tables.iter().find(|table| table.name() == name).unwrap()
}

fn thing(id: &str, x: Value, page: Value) -> Vec<Value> {
    vec![Value::Text(id.into()), Value::Integer(7), x, Value::Null, page]
}

fn things() -> Vec<Vec<Value>> {
    vec![
        thing("a", Value::Real(0.1), Value::Blob(vec![0, 255])),
        thing("b", Value::Real(5.0), Value::Null),
        thing("🦇", Value::Null, Value::Blob(Vec::new())),
    ]
}

on_both! {
    async fn tables_are_described_those_first_that_others_point_at(db) {
        let tables = tables(db).await;

        let names: Vec<&str> = tables.iter().map(Table::name).collect();
        assert_eq!(names, ["thing", "part"]);
        let columns: Vec<&str> = tables[0].columns().iter().map(|column| column.name()).collect();
        assert_eq!(columns, ["id", "n", "x", "note", "page"]);
    }
}

on_both! {
    async fn rows_come_back_as_they_were_put_in(db) {
        let tables = tables(db).await;
        let table = named(&tables, "thing");

        assert_eq!(refill(db, table, things()).await.unwrap(), 3);

        assert!(rows_of(db, table).await == things());
    }
}

on_both! {
    async fn a_row_that_does_not_fit_is_refused_with_all_others(db) {
        let tables = tables(db).await;
        let table = named(&tables, "thing");
        let mut rows = things();
        rows[2][1] = Value::Text("seven".into());

        let refused = refill(db, table, rows).await.unwrap_err();
        let short = refill(db, table, vec![vec![Value::Null]]).await.unwrap_err();

        for error in [refused, short] {
            assert!(matches!(error, Error::Other { .. }), "{error:?}");
        }
        assert!(rows_of(db, table).await.is_empty());
    }
}

on_both! {
    async fn reading_stops_where_nobody_takes_any_more(db) {
        let tables = tables(db).await;
        let table = named(&tables, "thing").clone();
        refill(db, &table, things()).await.unwrap();

        let seen = db
            .read(move |tx| {
                let mut seen = 0;
                let stopped = tx.each(&table, |_| {
                    seen += 1;
                    if seen == 2 { Err(Error::Busy) } else { Ok(()) }
                });
                assert!(matches!(stopped, Err(Error::Busy)));
                // The transaction is still of use.
                assert!(tx.has_rows(&table)?);
                Ok::<_, Error>(seen)
            })
            .await
            .unwrap()
            .unwrap();

        assert_eq!(seen, 2);
    }
}

#[tokio::test]
async fn rows_go_from_one_engine_into_the_other_and_back() {
    let (sqlite, postgres) = (Home::sqlite(), Home::postgres());
    let (here, there) = (tables(&sqlite.db).await, tables(&postgres.db).await);
    refill(&sqlite.db, named(&here, "thing"), things()).await.unwrap();

    let rows = rows_of(&sqlite.db, named(&here, "thing")).await;
    refill(&postgres.db, named(&there, "thing"), rows).await.unwrap();

    assert!(rows_of(&postgres.db, named(&there, "thing")).await == things());
}

#[tokio::test]
async fn damage_that_was_met_stays_known() {
    let home = Home::sqlite();
    let tables = tables(&home.db).await;
    refill(&home.db, named(&tables, "thing"), things()).await.unwrap();
    home.db.close();
    let mut bytes = std::fs::read(home.path()).unwrap();
    for page in (4_096..bytes.len()).step_by(4_096) {
        // No page is of such a kind.
        bytes[page] ^= 0x40;
    }
    std::fs::write(home.path(), bytes).unwrap();
    let db = Db::open_sqlite(&home.path(), db::SqliteOptions::default()).unwrap();
    assert!(!db.is_damaged());

    let mut met = false;
    for table in &tables {
        let table = table.clone();
        let read = db.read(move |tx| tx.has_rows(&table)).await.unwrap();
        met |= matches!(read, Err(Error::Damaged { .. }));
    }

    assert!(met && db.is_damaged());
    assert!(!db.check_integrity().unwrap().is_empty());
    let copy = home.path().with_extension("copy");
    assert!(matches!(db.backup(&copy), Err(Error::Damaged { .. })));
    assert!(!copy.exists());
}

#[tokio::test]
async fn a_file_that_ends_where_a_text_goes_on_is_damaged() {
    let home = Home::sqlite();
    let long = "x".repeat(100_000);
    let sql = "INSERT INTO thing (id, note) VALUES ('long', ?1)";
    home.db.write(move |tx| tx.run(sql, (&long,))).await.unwrap().unwrap();
    home.db.close();
    let db = Db::open_sqlite(&home.path(), db::SqliteOptions::default()).unwrap();
    let file = std::fs::OpenOptions::new().write(true).open(home.path()).unwrap();
    file.set_len(file.metadata().unwrap().len() - 1_000).unwrap();

    let read = db.read(|tx| tx.row("SELECT note FROM thing", ())).await.unwrap();

    assert!(matches!(read, Err(Error::Damaged { .. })), "{read:?}");
    assert!(db.is_damaged());
}

#[test]
fn a_file_that_ends_inside_a_page_is_damaged() {
    let home = Home::sqlite();
    home.db.write_blocking(|tx| add(tx, "first")).unwrap().unwrap();
    home.db.close();
    let bytes = std::fs::metadata(home.path()).unwrap().len();
    let file = std::fs::OpenOptions::new().write(true).open(home.path()).unwrap();
    file.set_len(bytes - 1_000).unwrap();
    let flaws = db::check_file(&home.path()).unwrap().flaws;
    assert!(flaws[0].starts_with("the file was cut off"), "{flaws:?}");

    let db = Db::open_sqlite(&home.path(), db::SqliteOptions::default()).unwrap();

    assert!(db.is_damaged());
    let long = "x".repeat(20_000);
    let sql = "INSERT INTO thing (id, note) VALUES ('second', ?1)";
    db.write_blocking(move |tx| tx.run(sql, (&long,))).unwrap().unwrap();
    assert!(db.is_damaged());
}
