//! Tests of the table of a lexicon: what is read, what is refused and where, and that what is
//! written comes back.

use proptest::prelude::*;

use super::*;
use crate::{
    languages::words::{Merged, Tag, Trimmed, merge},
    time::Time,
};

fn forms(text: &str) -> Vec<(usize, String, String)> {
    let rows = read(text).expect("a table").rows;
    rows.into_iter().map(|row| (row.line, row.word.form.0, row.word.meaning)).collect()
}

/// The errors of a table: place and sentence.
fn errors(text: &str) -> Vec<String> {
    let Err(Error::Invalid(errors)) = read(text) else { panic!("a table without a mistake") };
    errors
        .iter()
        .map(|it| format!("{} {}", serde_json::to_string(&it.loc).expect("a place"), it.msg))
        .collect()
}

fn row(line: usize, form: &str, meaning: &str) -> (usize, String, String) {
    (line, form.to_owned(), meaning.to_owned())
}

#[test]
fn columns_are_found_by_name_in_any_order() {
    let table = read("Meaning,colour, Part_of Speech ,FORM\r\ndog,red,noun,lun\r\n").unwrap();

    assert_eq!(table.ignored, ["colour"]);
    let long = read(&format!("form,{}\n", "é".repeat(65))).unwrap().ignored;
    assert_eq!(long, ["é".repeat(64)]);
    let [Row { line: 2, word }] = table.rows.as_slice() else { panic!("{table:?}") };
    assert_eq!((word.form.0.as_str(), word.part_of_speech.0.as_str()), ("lun", "noun"));
    assert_eq!(word.meaning, "dog");
    let update = table.columns.update(word);
    assert_eq!((update.ipa, update.tags), (Patch::Keep, Patch::Keep));
    assert_eq!(update.meaning, Patch::Set("dog".to_owned()));
}

#[test]
fn rows_know_their_lines() {
    for (text, wanted) in [
        ("form,meaning\na,1\nb,2", vec![row(2, "a", "1"), row(3, "b", "2")]),
        ("form,meaning\r\na,1\r\nb,2\r\n", vec![row(2, "a", "1"), row(3, "b", "2")]),
        ("\u{feff}form,meaning\na,1", vec![row(2, "a", "1")]),
        ("\n\nform,meaning\n\n\na,1\n\r\n\nb,2", vec![row(6, "a", "1"), row(9, "b", "2")]),
        (
            "form,meaning\n\"a\n\nb\",\"x\ny\"\nc,3",
            vec![row(2, "a\n\nb", "x\ny"), row(6, "c", "3")],
        ),
        ("form,meaning\n,\na,1\n , \n", vec![row(3, "a", "1")]),
        ("form,meaning\n\"say \"\"no\"\"\",\"a, b\"", vec![row(2, "say \"no\"", "a, b")]),
        ("form,meaning\n", vec![]),
    ] {
        assert_eq!(forms(text), wanted, "{text:?}");
    }
}

#[test]
fn every_mistake_is_named_with_its_line_and_column() {
    let long = "x".repeat(201);
    for (text, wanted) in [
        ("", vec![r#"["body",1,"form"] Field required"#]),
        ("meaning\ndog", vec![r#"["body",1,"form"] Field required"#]),
        (
            "form,ipa,Form,IPA\n",
            vec![
                r#"["body",1,"form"] Value error, the table has this column twice"#,
                r#"["body",1,"ipa"] Value error, the table has this column twice"#,
            ],
        ),
        (
            "form,meaning\na\nb,2,3\nc,3",
            vec![
                r#"["body",2] Value error, the row has 1 cells, and the header 2"#,
                r#"["body",3] Value error, the row has 3 cells, and the header 2"#,
            ],
        ),
        (
            &format!("form,meaning,tags\n,dog,\n\n{long},x,\na\0,y,{long}\n"),
            vec![
                r#"["body",2,"form"] String should have at least 1 character"#,
                r#"["body",4,"form"] String should have at most 200 characters"#,
                r#"["body",5,"form"] Input should be a valid string, unable to parse raw data as a unicode string"#,
                r#"["body",5,"tags",0] String should have at most 64 characters"#,
            ],
        ),
        (
            "form,partOfSpeech\na,n\na,v\n\na,n",
            vec![r#"["body",5,"form"] Value error, the word stands on line 2 already"#],
        ),
        (
            "form,meaning\na,1\n\"b,2\nc,3\n",
            vec![r#"["body",3] Value error, a quotation begins here and is never closed"#],
        ),
        (
            "form,meaning\n\"a\"b,1\n\"c\",\"x\" y\n\"d\"\"e\",2\n\"f\n\"g,\"h\"i\n\"j\" ,\"\"\n",
            [2, 3, 6, 7]
                .map(|line| {
                    let reason = "text follows the quotation mark that closes a cell";
                    format!(r#"["body",{line}] Value error, {reason}"#)
                })
                .iter()
                .map(String::as_str)
                .collect(),
        ),
        (
            "\"form\"x\na\n\"b",
            vec![
                r#"["body",1] Value error, text follows the quotation mark that closes a cell"#,
                r#"["body",3] Value error, a quotation begins here and is never closed"#,
            ],
        ),
    ] {
        assert_eq!(errors(text), wanted, "{text:?}");
    }
    assert_eq!(errors(&format!("form\n{}", "\"a\"b\n".repeat(500))).len(), FIELD_ERRORS_MAX);
}

#[test]
fn a_table_has_its_end() {
    let rows = |count: usize| {
        let rows: String = (0..count).map(|number| format!("w{number}\n")).collect();
        format!("form\n{rows}")
    };

    assert_eq!(read(&rows(LEXICON_MAX)).expect("a table").rows.len(), LEXICON_MAX);
    assert_eq!(
        errors(&rows(LEXICON_MAX + 1)),
        [r#"["body",10002] Value error, a lexicon has at most 10000 words"#]
    );
    let wide = |cells: usize| format!("form\na\n{}\n", ",".repeat(cells - 1));
    assert_eq!(
        errors(&wide(CELLS_MAX + 1)),
        [r#"["body",3] Value error, a row has at most 1000 cells"#]
    );
    assert_eq!(forms(&wide(CELLS_MAX)).len(), 1, "a row without any text is passed over");
    assert_eq!(errors(&format!("form,x\n{}", "a\n".repeat(500))).len(), FIELD_ERRORS_MAX);
}

#[test]
fn tags_share_a_cell() {
    for (cell, tags) in [
        ("", vec![]),
        ("sea", vec!["sea"]),
        (" sea ;; old word;", vec!["sea", "old word"]),
        (r"a\;b; c\\; d\", vec!["a;b", r"c\", r"d\"]),
        (r"f\g;\x\;y; \\\;z", vec![r"f\g", r"\x;y", r"\;z"]),
        (r"a\\;b\\g", vec![r"a\", r"b\g"]),
    ] {
        assert_eq!(tags_of_cell(cell), tags, "{cell}");
    }
}

#[test]
fn a_table_says_nothing_of_columns_it_has_not() {
    let now = Time::from_millis(50);
    let lexicon = [word("lun", "noun", "dog", &["sea"]), word("lun", "verb", "bark", &[])];
    let merged = |text: &str| {
        let table = read(text).expect("a table");
        merge(("p", "l"), &lexicon, table.columns, &table.rows, now).expect("room")
    };

    let Merged { created, updated, unchanged } =
        merged("form,partOfSpeech,ipa\nlun,noun,/lun/\nlun,verb,\nlun,adverb,x\n");

    assert_eq!((created.len(), updated.len(), unchanged), (1, 1, 1));
    let wanted =
        Word { ipa: "/lun/".to_owned(), modified_at: now, version: 2, ..lexicon[0].clone() };
    assert_eq!(updated, [wanted]);
    assert_eq!(created[0].key(), ("lun", "adverb"));
    let emptied = merged("form,partOfSpeech,tags\nlun,noun,\n").updated;
    assert_eq!(emptied[0].tags, Vec::<String>::new());
}

fn word(form: &str, part_of_speech: &str, text: &str, tags: &[&str]) -> Word {
    let create = WordCreate {
        form: Trimmed(form.to_owned()),
        part_of_speech: Trimmed(part_of_speech.to_owned()),
        meaning: text.to_owned(),
        ipa: text.to_owned(),
        etymology: String::new(),
        notes: text.to_owned(),
        tags: tags.iter().map(|tag| Tag((*tag).to_owned())).collect(),
    };
    let (id, now) = (format!("{form}/{part_of_speech}"), Time::from_millis(1));
    let mut word = Word::create(id, ("p", "l"), &create, now);
    word.ipa.clear();
    word.notes.clear();
    word
}

/// A cell with all that means something in a table.
const CELL: &str = "[a-cA-C ,;\\\\\"'\r\n\t=\u{e9}\u{feff}ʔ🜁-]{0,12}";

prop_compose! {
    fn any_word()(
        form in "[a-c ,;\\\\\"\r\n\u{feff}ʔ-]{1,6}",
        cells in prop::array::uniform5(CELL),
        tags in prop::collection::vec("[a-c;\\\\,\"]([a-c ;\\\\,\"\n]{0,4}[a-c;\\\\,\"])?", 0..4),
    ) -> Word {
        let [part_of_speech, meaning, ipa, etymology, notes] = cells;
        let tags = tags.into_iter().map(Tag).collect();
        let form = Trimmed(format!("x{}", form.trim_end()));
        let part_of_speech = Trimmed(part_of_speech.trim().to_owned());
        let create =
            WordCreate { form, part_of_speech, meaning, ipa, etymology, notes, tags };
        Word::create("w".to_owned(), ("p", "l"), &create, Time::from_millis(1))
    }
}

proptest! {
    #[test]
    fn what_is_written_leaves_the_lexicon_as_it_is(
        words in prop::collection::vec(any_word(), 0..12),
    ) {
        let mut lexicon: Vec<Word> = Vec::new();
        for word in words {
            if lexicon.iter().all(|known| known.key() != word.key()) {
                lexicon.push(word);
            }
        }
        let now = Time::from_millis(9);

        let table = read(&write(&lexicon).expect("a table")).expect("the same table");
        let again = merge(("p", "l"), &lexicon, table.columns, &table.rows, now).expect("room");
        let elsewhere = merge(("p", "l"), &[], table.columns, &table.rows, now).expect("room");

        prop_assert_eq!(again, Merged { created: vec![], updated: vec![], unchanged: lexicon.len() });
        let bare = |word: &Word| Word {
            id: String::new(), created_at: now, modified_at: now, version: 1, ..word.clone()
        };
        let made: Vec<Word> = elsewhere.created.iter().map(bare).collect();
        let wanted: Vec<Word> = lexicon.iter().map(bare).collect();
        prop_assert_eq!(made, wanted);
    }

    #[test]
    fn nothing_makes_it_panic(text in "[a-z,\"\r\n;\\\\]{0,80}") {
        let _ = read(&format!("form,meaning\n{text}"));
        let _ = read(&text);
    }
}
