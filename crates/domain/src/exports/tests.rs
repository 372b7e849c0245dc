//! Tables of how rows are written and read back.

use super::*;

const ID: &str = "01a1ff28-17f9-7649-be94-fff85482a8a0";

const COLUMNS: &[Column] = &[
    Column::new("id", ColumnKind::Id),
    Column::new("project_id", ColumnKind::Project),
    Column::optional("parent_id", ColumnKind::Reference("page")),
    Column::new("status", ColumnKind::Word(&["draft", "done"])),
    Column::new("words", ColumnKind::Count),
    Column::new("key", ColumnKind::Number),
    Column::new("tags", ColumnKind::Json(normalized_json::<Vec<String>>)),
    Column::new("content", ColumnKind::File),
    Column::new("open", ColumnKind::Flag),
    Column::new("folded", ColumnKind::Derived(|cells| Cell::Text(cells[0].text().to_uppercase()))),
];

fn page() -> Vec<Cell> {
    let text = |text: &str| Cell::Text(text.to_owned());
    vec![
        text(ID),
        Cell::Null,
        Cell::Null,
        text("draft"),
        Cell::Integer(7),
        Cell::Integer(i64::MIN),
        text(r#"["x"]"#),
        text("pages/one.md"),
        Cell::Integer(1),
        text(&ID.to_uppercase()),
    ]
}

fn read(content: &str) -> Result<Vec<Vec<Cell>>> {
    let mut texts = [("pages/one.md".to_owned(), "Once.".to_owned())].into();
    read::of_file("page.json", content, COLUMNS, None, &mut texts)
}

#[test]
fn rows_read_back_the_same() {
    let mut text = RowsText::default();
    text.add(COLUMNS, &page()).unwrap();
    let file = text.finish();

    let mut rows = read(&file).unwrap();
    derive(&mut rows[0], COLUMNS);

    let mut wanted = page();
    wanted[7] = Cell::Text("Once.".to_owned());
    assert_eq!(rows, [wanted]);
    assert!(file.contains(r#""parentId":null"#), "{file}");
    assert!(!file.contains("project"), "{file}");
}

#[test]
fn every_flaw_names_its_place() {
    let sound = r#"{"id":"01a1ff28-17f9-7649-be94-fff85482a8a0","parentId":null,"status":"draft","words":1,"key":-3,"tags":[],"content":"pages/one.md","open":false}"#;
    assert!(read(&format!("[{sound}]")).is_ok());
    let without_parent = sound.replacen("\"parentId\":null,", "", 1);
    assert_eq!(read(&format!("[{without_parent}]")).unwrap()[0][2], Cell::Null);
    for (from, to, wanted) in [
        ("\"draft\"", "\"lost\"", "page.json, row 1: status is none of draft, done"),
        (
            "\"words\":1",
            "\"words\":1.5",
            "page.json, row 1: words is no number from 0 to 9007199254740992",
        ),
        ("\"words\":1,", "", "page.json, row 1: words is missing"),
        (
            "\"words\":1",
            "\"words\":-1",
            "page.json, row 1: words is no number from 0 to 9007199254740992",
        ),
        ("-3", "9223372036854775808", "page.json, row 1: key is no integer of 64 bits"),
        ("01a1", "01A1", "page.json, row 1: id is no UUID in lower case"),
        (
            "01a1ff28-17f9-7649-be94-fff85482a8a0",
            "categories",
            "page.json, row 1: id is no UUID in lower case",
        ),
        ("[]", "[1]", "page.json, row 1: tags is not of the form of this member"),
        ("[]", r#"["\u0000"]"#, "page.json, row 1: tags is not of the form of this member"),
        ("\"01a1ff28-17f9-7649-be94-fff85482a8a0\"", "null", "page.json, row 1: id is null"),
        ("null", r#""\ud800""#, "page.json, row 1: parentId holds text that cannot be kept"),
        ("one.md", "two.md", "page.json, row 1: content names a file that is not there"),
        ("false", "0", "page.json, row 1: open is neither true nor false"),
        ("{", "{\"more\":1,", "page.json, row 1: there is no member more"),
    ] {
        let flawed = format!("[{}]", sound.replacen(from, to, 1));

        let error = read(&flawed).unwrap_err();

        assert_eq!(error.to_string(), wanted);
    }
    assert!(read("{}").unwrap_err().to_string().starts_with("page.json is no list of rows"));
}

#[test]
fn titles_become_names_of_files() {
    for (title, wanted) in [
        ("Jonathan Harker's Journal", "jonathan-harker-s-journal"),
        ("Österreich/..\\Ü", "österreich-ü"),
        ("***", "untitled"),
    ] {
        assert_eq!(slug(title), wanted);
    }
    let mut paths = Paths::default();
    assert_eq!(paths.take("documents/a"), "documents/a.md");
    assert_eq!(paths.take("documents/A"), "documents/A-2.md");
}

#[test]
fn paths_of_rows_name_their_table() {
    for n in [1, 2, 30] {
        assert_eq!(table_at(&rows_path("grammar_rule", n)), Some("grammar_rule"));
    }
    assert_eq!(table_at("documents/one.md"), None);
}

#[test]
fn a_manifest_of_another_format_is_refused() {
    assert_eq!(
        Manifest::read(&manifest(ID).content).unwrap(),
        Manifest { project: ID.to_owned(), has_contents: true }
    );
    assert!(Manifest::read(r#"{"format":2,"project":"p1"}"#).is_err());
    assert!(Manifest::read(&manifest("active").content).is_err());
    assert!(Manifest::read("[]").is_err());
}
