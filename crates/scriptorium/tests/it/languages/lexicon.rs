//! Tests of words: their fields, what distinguishes them, and how they are found.

use serde_json::json;

use super::{WORDS, language, pages, word};
use crate::support::Studio;

service_test! {
    fn a_word_is_made_and_read_with_every_field(mut studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");

        let (bare, made) = word(studio, &path, &json!({ "form": "esha" }));

        let language_id = path.rsplit('/').next().unwrap();
        assert_eq!(made, json!({
            "id": made["id"],
            "languageId": language_id,
            "form": "esha",
            "partOfSpeech": "",
            "meaning": "",
            "ipa": "",
            "etymology": "",
            "notes": "",
            "tags": [],
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
        }));
        assert_eq!(studio.get(&bare).ok(), made);
        let sent = json!({
            "form": "Ťłe’-n", "partOfSpeech": "noun", "meaning": "dog, hound", "ipa": "/tɬe.ʔn̩/",
            "etymology": "Old Veshti *tlen", "notes": "Only of\ntame ones.",
            "tags": ["animal", "house; yard"],
        });
        let (path, _) = word(studio, &path, &sent);
        studio.restart();
        let read = studio.get(&path).ok();
        for (field, value) in sent.as_object().unwrap() {
            assert_eq!(&read[field], value, "{field}");
        }
    }
}

service_test! {
    fn an_update_of_a_word_changes_only_what_it_names(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (path, mut wanted) = word(studio, &path, &json!({ "form": "lun", "tags": ["a"] }));

        for (field, value) in [
            ("form", json!("luun")),
            ("partOfSpeech", json!("noun")),
            ("meaning", json!("dog")),
            ("ipa", json!("/luːn/")),
            ("etymology", json!("unknown")),
            ("notes", json!("n")),
            ("tags", json!(["animal"])),
        ] {
            let after = studio.put(&path, &json!({ field: value })).ok();

            wanted[field] = value;
            assert!(after["modifiedAt"].as_str() > wanted["modifiedAt"].as_str(), "{field}");
            wanted["modifiedAt"] = after["modifiedAt"].clone();
            assert_eq!(after, wanted, "{field}");
            assert_eq!(studio.get(&path).ok(), wanted);
        }
        let nulls = json!({ "form": null, "partOfSpeech": null, "meaning": null, "ipa": null,
            "etymology": null, "notes": null, "tags": null });
        let cleared = studio.put(&path, &nulls).ok();
        assert_eq!(cleared["form"], "luun");
        for field in ["partOfSpeech", "meaning", "ipa", "etymology", "notes"] {
            assert_eq!(cleared[field], "", "{field}");
        }
        assert_eq!(cleared["tags"], json!([]));
        insta::assert_snapshot!(studio.put(&path, &json!({ "form": " ", "meaning": "x".repeat(2_001),
            "tags": ["ok", "", 7, "\u{a0}"] })), @r"
        422
        body.form: String should have at least 1 character (string_too_short)
        body.meaning: String should have at most 2000 characters (string_too_long)
        body.tags.1: String should have at least 1 character (string_too_short)
        body.tags.2: Input should be a valid string (string_type)
        body.tags.3: String should have at least 1 character (string_too_short)
        ");
    }
}

service_test! {
    fn there_is_one_word_of_each_form_and_part_of_speech(studio) {
        let project = studio.project("Atlas");
        let (path, other) =
            (language(studio, &project, "Veshti"), language(studio, &project, "Other"));
        let lexicon = format!("{path}/lexicon");
        word(studio, &path, &json!({ "form": "lun", "partOfSpeech": "noun" }));
        let (verb, _) = word(studio, &path, &json!({ "form": "lun", "partOfSpeech": "verb" }));
        // Letters of another case may be other letters, and another language has its own words.
        word(studio, &path, &json!({ "form": "Lun", "partOfSpeech": "noun" }));
        word(studio, &other, &json!({ "form": "lun", "partOfSpeech": "noun" }));

        let again = studio.post(&lexicon, &json!({ "form": " lun ", "partOfSpeech": "noun" }));
        let onto = studio.put(&verb, &json!({ "partOfSpeech": "noun", "meaning": "x" }));

        let detail = "The lexicon has the word “lun” (noun) already".to_owned();
        assert_eq!((again.status, again.detail()), (409, detail.clone()));
        assert_eq!((onto.status, onto.detail()), (409, detail));
        assert_eq!(studio.get(&verb).ok()["meaning"], "", "nothing is half applied");
        assert_eq!(studio.get(&lexicon).ok()["total"], 3);
        assert_eq!(studio.put(&verb, &json!({ "form": "lun", "meaning": "bark" })).status, 200);
    }
}

/// The forms a query finds.
fn found(studio: &Studio, language: &str, query: &str) -> Vec<String> {
    pages(studio, &format!("{language}/lexicon?{query}"), "words", "form").concat()
}

service_test! {
    fn words_are_listed_by_their_forms_whatever_their_case(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        for form in ["Vela", "esha", "-ar", "Lun", "lun", "ésha", "vela’n & co", "lu n"] {
            word(studio, &path, &json!({ "form": form }));
        }

        let order = ["-ar", "esha", "lu n", "Lun", "lun", "Vela", "vela’n & co", "ésha"];
        for limit in [1, 3, 8, 100] {
            assert_eq!(found(studio, &path, &format!("limit={limit}")), order, "{limit}");
        }
        assert_eq!(studio.get(&format!("{path}/lexicon?limit=2")).ok()["total"], 8);
        assert_eq!(studio.get(&path).ok()["words"], 8);
        for query in ["limit=0", "cursor=x", "cursor=0.zz.x", &format!("q={}", "x".repeat(201))] {
            assert_eq!(studio.get(&format!("{path}/lexicon?{query}")).status, 422, "{query}");
        }
    }
}

service_test! {
    fn a_lexicon_is_searched_in_forms_meanings_and_tags(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        for (form, part_of_speech, meaning, tags) in [
            ("lun", "noun", "Dog", json!(["animal"])),
            ("lunar", "verb", "to bark 100%", json!(["sound_word"])),
            ("Élun", "noun", "wolf", json!(["animal", "Wild"])),
            ("esha", "", "sea", json!([])),
        ] {
            word(studio, &path, &json!({ "form": form, "partOfSpeech": part_of_speech,
                "meaning": meaning, "tags": tags }));
        }

        for (query, forms) in [
            ("q=LUN", vec!["lun", "lunar", "Élun"]),
            ("q=e%CC%81LUN", vec!["Élun"]),
            ("q=dog", vec!["lun"]),
            ("q=wild", vec!["Élun"]),
            ("q=100%25", vec!["lunar"]),
            ("q=%25", vec!["lunar"]),
            ("q=d_w", vec!["lunar"]),
            ("q=%5C", vec![]),
            ("q=%20", vec!["esha", "lun", "lunar", "Élun"]),
            ("q=", vec!["esha", "lun", "lunar", "Élun"]),
            ("q=nothing", vec![]),
            ("partOfSpeech=noun", vec!["lun", "Élun"]),
            ("partOfSpeech=", vec!["esha"]),
            ("partOfSpeech=noun&q=wolf", vec!["Élun"]),
            ("q=lun&limit=1", vec!["lun", "lunar", "Élun"]),
        ] {
            assert_eq!(found(studio, &path, query), forms, "{query}");
            let page = studio.get(&format!("{path}/lexicon?{query}")).ok();
            assert_eq!(page["total"], forms.len(), "{query}");
        }
    }
}

service_test! {
    fn a_deleted_word_is_gone_and_its_place_is_free(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (gone, _) = word(studio, &path, &json!({ "form": "lun" }));

        let deleted = studio.delete(&gone);

        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        assert_eq!(studio.get(&gone).detail(), "Word not found");
        assert_eq!(studio.get(&format!("{WORDS}/x")).detail(), "Word not found");
        assert_eq!(studio.get(&path).ok()["words"], 0);
        word(studio, &path, &json!({ "form": "lun" }));
        assert_eq!(studio.get(&format!("{path}/lexicon")).ok()["total"], 1);
    }
}
