//! Tests of lexicons as tables of CSV: out, in, and refused as a whole.

use serde_json::{Value, json};

use super::{language, word};
use crate::support::{Listener, Reply, Studio, Text as _};

/// The header of a table.
pub(super) const CSV: (&str, &str) = ("content-type", "text/csv");

/// Takes a table into the lexicon of a language.
fn import(studio: &Studio, language: &str, table: &str) -> Reply {
    studio.ask("POST", &format!("{language}/lexicon/import"), &[CSV], Some(table))
}

/// The words of a lexicon.
fn words(studio: &Studio, language: &str) -> Vec<Value> {
    let page = studio.get(&format!("{language}/lexicon?limit=100")).ok();
    page["words"].as_array().unwrap().clone()
}

service_test! {
    fn a_lexicon_goes_out_as_a_table(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        word(studio, &path, &json!({ "form": "lun", "partOfSpeech": "noun",
            "meaning": "dog, \"hound\"", "ipa": "/lun/", "notes": "two\nlines",
            "tags": ["animal", "a;b"] }));
        word(studio, &path, &json!({ "form": "-ar", "etymology": "=ar" }));

        let table = studio.get(&format!("{path}/lexicon/export"));

        assert_eq!(table.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!(table.header("content-disposition"),
            Some("attachment; filename=\"lexicon.csv\""));
        assert_eq!(table.text, "form,partOfSpeech,meaning,ipa,etymology,notes,tags\r\n\
            -ar,,,,=ar,,\r\n\
            lun,noun,\"dog, \"\"hound\"\"\",/lun/,,\"two\nlines\",animal; a\\;b\r\n");
        let empty = language(studio, &studio.project("Other"), "Empty");
        let table = studio.get(&format!("{empty}/lexicon/export"));
        assert_eq!(table.text, "form,partOfSpeech,meaning,ipa,etymology,notes,tags\r\n");
        assert_eq!(studio.get("/api/creative/conlang/languages/x/lexicon/export").status, 404);
    }
}

service_test! {
    fn a_table_makes_words_changes_words_and_leaves_words(mut studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (_, kept) = word(studio, &path, &json!({ "form": "esha", "partOfSpeech": "noun",
            "meaning": "sea", "notes": "of salt" }));
        word(studio, &path, &json!({ "form": "lun", "partOfSpeech": "noun", "meaning": "dog",
            "ipa": "/lun/", "tags": ["animal"] }));
        studio.clock.advance(1_000);

        let table = "\u{feff}Meaning,Part of Speech,colour,form,tags\r\n\
            sea,noun,blue,esha,\r\n\
            hound,noun,,lun,pet; house\r\n\
            \"to bark, to howl\",verb,,lun,\r\n\
            ,,,,\r\n";
        let answer = import(studio, &path, table).ok();

        assert_eq!(answer, json!({ "made": 1, "updated": 1, "unchanged": 1,
            "ignoredColumns": ["colour"] }));
        studio.restart();
        let words = words(studio, &path);
        assert_eq!(words[0], kept);
        let lun = |part_of_speech: &str| {
            words.iter().find(|it| it["form"] == "lun" && it["partOfSpeech"] == part_of_speech)
                .unwrap().clone()
        };
        let (noun, verb) = (lun("noun"), lun("verb"));
        assert_eq!((&noun["meaning"], &noun["ipa"], &noun["tags"]),
            (&json!("hound"), &json!("/lun/"), &json!(["pet", "house"])));
        assert!(noun["modifiedAt"].text() > noun["createdAt"].text());
        assert_eq!((&verb["meaning"], &verb["ipa"]), (&json!("to bark, to howl"), &json!("")));
        assert_eq!(studio.get(&path).ok()["words"], 3);
        assert_eq!(studio.get(&format!("{path}/lexicon?q=howl")).ok()["total"], 1);
    }
}

service_test! {
    fn what_was_exported_changes_nothing_and_makes_the_same_elsewhere(studio) {
        let project = studio.project("Atlas");
        let path = language(studio, &project, "Veshti");
        for (form, text) in [("lun", "dog"), ("Lun", "a, \"b\"\r\nc"), ("-ar", ";\\"), ("ʔá 🜁", "")] {
            word(studio, &path, &json!({ "form": form, "partOfSpeech": "x", "meaning": text,
                "ipa": text, "etymology": text, "notes": text, "tags": ["a;b", "c\\"] }));
        }
        let before = words(studio, &path);
        let mut listener = Listener::now(studio);

        let table = studio.get(&format!("{path}/lexicon/export")).text;
        let again = import(studio, &path, &table).ok();
        let other = language(studio, &project, "Copy");
        let copied = import(studio, &other, &table).ok();

        assert_eq!(again, json!({ "made": 0, "updated": 0, "unchanged": 4, "ignoredColumns": [] }));
        assert_eq!(words(studio, &path), before);
        assert_eq!(copied["made"], 4);
        assert_eq!(studio.get(&format!("{other}/lexicon/export")).text, table);
        // What changes nothing is not published; a large change is published once, for its language.
        let heard = listener.hear(2);
        assert_eq!((heard[0].kind.as_str(), &heard[0].body["words"]), ("language", &json!(0)));
        assert_eq!((heard[1].kind.as_str(), &heard[1].body["words"]), ("language", &json!(4)));
    }
}

service_test! {
    fn a_row_with_a_mistake_refuses_the_whole_table(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        word(studio, &path, &json!({ "form": "lun", "meaning": "dog" }));
        let before = words(studio, &path);

        let long = "x".repeat(2_001);
        let table = format!("form,meaning,tags\nlun,hound,\nesha,sea,\n\n,nothing,\na,{long},\nb\n\
            esha,again,\nc,,{}\n", "t".repeat(65));
        let refused = import(studio, &path, &table);

        insta::assert_snapshot!(refused, @r"
        422
        body.5.form: String should have at least 1 character (string_too_short)
        body.6.meaning: String should have at most 2000 characters (string_too_long)
        body.7: Value error, the row has 1 cells, and the header 3 (value_error)
        body.8.form: Value error, the word stands on line 3 already (value_error)
        body.9.tags.0: String should have at most 64 characters (string_too_long)
        ");
        assert_eq!(words(studio, &path), before, "nothing is half applied");
        for (table, mistake) in [
            ("", "body.1.form: Field required (missing)"),
            ("meaning\ndog\n", "body.1.form: Field required (missing)"),
            ("form\n\"lun\nesha\n",
                "body.2: Value error, a quotation begins here and is never closed (value_error)"),
        ] {
            let refused = import(studio, &path, table);
            assert_eq!(refused.to_string(), format!("422\n{mistake}"), "{table}");
        }
    }
}

service_test! {
    fn a_table_comes_as_csv_in_utf8(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let to = format!("{path}/lexicon/import");
        let send = |media: &str| {
            studio.ask("POST", &to, &[("content-type", media)], Some("form\nlun\n"))
        };

        for media in ["application/json", "text/plain", "text/csvx", "text/csv; charset=latin-1"] {
            let refused = send(media);
            assert_eq!((refused.status, refused.detail().as_str()),
                (415, "The body must be text/csv in UTF-8"), "{media}");
        }
        for media in ["text/csv", "Text/CSV; Charset=\"UTF-8\"; header=present"] {
            assert_eq!(send(media).status, 200, "{media}");
        }
        let head = format!("POST {to} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n");
        let bytes = b"form\n\xff\n";
        let with = |header: &str| {
            let head = format!("{head}{header}Content-Length: {}\r\n\r\n", bytes.len());
            studio.raw(&[head.as_bytes(), bytes].concat())
        };
        assert_eq!(with("").status, 415);
        let broken = with("Content-Type: text/csv\r\n");
        assert_eq!((broken.status, &broken.body["detail"][0]["type"]),
            (422, &json!("string_unicode")));
        let unknown = import(studio, "/api/creative/conlang/languages/x", "form\nlun\n");
        assert_eq!(unknown.detail(), "Language not found");
    }
}

service_test! {
    fn a_table_that_is_sent_again_is_taken_once(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let send = |table: &str| {
            let headers = [CSV, ("idempotency-key", "k")];
            studio.ask("POST", &format!("{path}/lexicon/import"), &headers, Some(table))
        };

        let first = send("form\nlun\n").ok();

        assert_eq!(first["made"], 1);
        assert_eq!(send("form\nlun\n").ok(), first);
        assert_eq!(send("form\nesha\n").status, 409);
        assert_eq!(words(studio, &path).len(), 1);
    }
}

service_test! {
    fn a_lexicon_has_its_end(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let table = |from: usize, to: usize| {
            let rows: String = (from..to).map(|number| format!("w{number}\n")).collect();
            format!("form\n{rows}")
        };

        assert_eq!(import(studio, &path, &table(0, 9_999)).ok()["made"], 9_999);
        let refused = import(studio, &path, &table(9_998, 10_001));
        word(studio, &path, &json!({ "form": "last" }));
        let one_more = studio.post(&format!("{path}/lexicon"), &json!({ "form": "more" }));

        let detail = "A lexicon has at most 10000 words".to_owned();
        assert_eq!((refused.status, refused.detail()), (409, detail.clone()));
        assert_eq!((one_more.status, one_more.detail()), (409, detail));
        assert_eq!(studio.get(&path).ok()["words"], 10_000);
        let exported = studio.get(&format!("{path}/lexicon/export")).text;
        assert_eq!(exported.lines().count(), 10_001);
        assert_eq!(import(studio, &path, &exported).ok()["unchanged"], 10_000);
    }
}
