//! Tests of constructed languages: how they are made, read, changed and deleted, and who may see
//! them. Their grammar is in `rules`, what its rules make of words in `running`, their words in `lexicon`, tables of words in `table`, and what
//! the linguist says of them in `linguist`.

mod lexicon;
mod linguist;
mod rules;
mod running;
mod table;

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::{
    access::Person,
    support::{JSON, Listener, Studio, Text as _},
};

const LANGUAGES: &str = "/api/creative/conlang/languages";
const RULES: &str = "/api/creative/conlang/grammar-rules";
const WORDS: &str = "/api/creative/conlang/words";

/// Makes a language of a project; its path.
pub fn language(studio: &Studio, project: &str, name: &str) -> String {
    let made = studio.post(LANGUAGES, &json!({ "projectId": project, "name": name })).ok();
    format!("{LANGUAGES}/{}", made["id"].text())
}

/// Makes a rule of a language; its path and what was answered.
fn rule(studio: &Studio, language: &str, body: &Value) -> (String, Value) {
    let made = studio.post(&format!("{language}/grammar-rules"), body).ok();
    (format!("{RULES}/{}", made["id"].text()), made)
}

/// Makes a word of a language; its path and what was answered.
fn word(studio: &Studio, language: &str, body: &Value) -> (String, Value) {
    let made = studio.post(&format!("{language}/lexicon"), body).ok();
    (format!("{WORDS}/{}", made["id"].text()), made)
}

/// A field of each item of all pages of a list, page by page.
fn pages(studio: &Studio, path: &str, noun: &str, field: &str) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    let mark = if path.contains('?') { '&' } else { '?' };
    loop {
        let page = studio.get(&format!("{path}{mark}{cursor}")).ok();
        let items = page[noun].as_array().unwrap();
        pages.push(items.iter().map(|item| item[field].text()).collect());
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("cursor={next}"),
            None => return pages,
        }
    }
}

service_test! {
    fn a_language_is_made_read_changed_and_remembered(mut studio) {
        let project = studio.project("Atlas");

        let bare = studio.post(LANGUAGES, &json!({ "projectId": project, "name": "Veshti" })).ok();

        assert_eq!(bare, json!({
            "id": bare["id"],
            "projectId": project,
            "name": "Veshti",
            "description": "",
            "grammarRules": 0,
            "words": 0,
            "createdAt": "2026-11-18T11:06:40.000Z",
            "modifiedAt": "2026-11-18T11:06:40.000Z",
        }));
        let path = format!("{LANGUAGES}/{}", bare["id"].text());
        assert_eq!(studio.get(&path).ok(), bare);
        studio.clock.advance(1_000);
        let changed = studio.put(&path, &json!({ "description": "Of the salt coast." })).ok();
        let mut wanted = bare.clone();
        wanted["description"] = json!("Of the salt coast.");
        wanted["modifiedAt"] = json!("2026-11-18T11:06:41.000Z");
        assert_eq!(changed, wanted);
        studio.restart();
        assert_eq!(studio.get(&path).ok(), wanted);
        let nulls = studio.put(&path, &json!({ "name": null, "description": null })).ok();
        assert_eq!((&nulls["name"], &nulls["description"]), (&json!("Veshti"), &json!("")));
        assert!(nulls["modifiedAt"].text() > wanted["modifiedAt"].text(), "on a fixed clock");
        insta::assert_snapshot!(studio.post(LANGUAGES, &json!({ "name": 7 })), @r"
        422
        body.projectId: Field required (missing)
        body.name: Input should be a valid string (string_type)
        ");
    }
}

service_test! {
    fn a_deleted_language_takes_its_rules_and_words_along(studio) {
        let project = studio.project("Atlas");
        let (path, other) =
            (language(studio, &project, "Veshti"), language(studio, &project, "Old Veshti"));
        let (rule, _) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order" }));
        let (kept, _) = word(studio, &other, &json!({ "form": "lun" }));
        let (word, _) = word(studio, &path, &json!({ "form": "lun" }));

        let deleted = studio.delete(&path);

        assert_eq!((deleted.status, deleted.text.as_str()), (204, ""));
        for (path, detail) in [
            (&path, "Language not found"),
            (&rule, "Grammar rule not found"),
            (&word, "Word not found"),
        ] {
            for (method, body) in [("GET", None), ("PUT", Some("{}")), ("DELETE", None)] {
                let reply = studio.ask(method, path, &[JSON], body);
                assert_eq!((reply.status, reply.detail().as_str()), (404, detail), "{method} {path}");
            }
        }
        assert_eq!(studio.get(&kept).ok()["form"], "lun");
        assert_eq!(studio.get(&format!("{LANGUAGES}?projectId={project}")).ok()["total"], 1);
    }
}

service_test! {
    fn languages_are_listed_newest_first_page_by_page(studio) {
        let (atlas, other) = (studio.project("Atlas"), studio.project("Other"));
        for name in ["a", "b", "c", "d", "e"] {
            language(studio, &atlas, name);
            studio.clock.advance(1);
        }
        language(studio, &other, "foreign");

        let of_atlas = format!("{LANGUAGES}?projectId={atlas}&limit=2");
        let found = pages(studio, &of_atlas, "languages", "name");
        assert_eq!(found, [vec!["e", "d"], vec!["c", "b"], vec!["a"]]);
        assert_eq!(studio.get(&of_atlas).ok()["total"], 5);
        let everywhere = format!("{LANGUAGES}?limit=4");
        let found = pages(studio, &everywhere, "languages", "name");
        assert_eq!(found, [vec!["foreign", "e", "d", "c"], vec!["b", "a"]]);
        assert_eq!(studio.get(&everywhere).ok()["total"], 6);
        assert_eq!(studio.get(&format!("{LANGUAGES}?projectId=x")).detail(), "Project not found");
        for query in ["limit=0", "limit=101", "cursor=x"] {
            assert_eq!(studio.get(&format!("{LANGUAGES}?{query}")).status, 422, "{query}");
        }
    }
}

service_test! {
    fn what_belongs_to_an_unknown_or_binned_project_is_not_there(studio) {
        let project = studio.project("Atlas");
        let path = language(studio, &project, "Veshti");
        let (rule, _) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order" }));
        let (word, _) = word(studio, &path, &json!({ "form": "lun" }));

        let unknown = json!({ "projectId": "x", "name": "n" });
        assert_eq!(studio.post(LANGUAGES, &unknown).detail(), "Project not found");
        // Mistakes come before anything is looked for.
        assert_eq!(studio.put(&format!("{LANGUAGES}/x"), &json!({ "name": 7 })).status, 422);
        assert_eq!(studio.put(&format!("{RULES}/x"), &json!({ "category": "x" })).status, 422);
        assert_eq!(studio.put(&format!("{WORDS}/x"), &json!({ "form": "" })).status, 422);

        studio.delete(&format!("/api/projects/{project}")).ok();
        for path in [&path, &rule, &word, &format!("{path}/lexicon/export")] {
            assert_eq!(studio.get(path).status, 404, "{path}");
        }
        assert_eq!(studio.get(LANGUAGES).ok()["languages"], json!([]));
        studio.post(&format!("/api/projects/{project}/restore"), &json!({})).ok();
        assert_eq!(studio.get(&word).ok()["form"], "lun");

        studio.delete(&format!("/api/projects/{project}")).ok();
        studio.clock.advance(31 * domain::time::DAY_MS);
        studio.clean();
        let left = studio.write(|tx| {
            let row = tx.row(
                "SELECT (SELECT count(*) FROM language) + (SELECT count(*) FROM grammar_rule)
                      + (SELECT count(*) FROM word) + (SELECT count(*) FROM record_counter)", ());
            let row = row.map_err(|flaw| domain::Error::internal("counting what is left", flaw))?;
            Ok(row.unwrap().take::<i64>(0).unwrap())
        });
        assert_eq!(left, 0, "it is forgotten with its project");
    }
}

service_test! {
    fn the_languages_of_strangers_are_not_there(studio) {
        let mina = Person::new(studio, "mina", Scope::Write);
        let renfield = Person::new(studio, "renfield", Scope::Admin);
        let project = mina.project("Journal");
        let named = json!({ "projectId": project, "name": "Shorthand" });
        let language = mina.post(LANGUAGES, &named).ok()["id"].text();
        let path = format!("{LANGUAGES}/{language}");
        let rule = json!({ "category": "orthography", "name": "Vowels" });
        let rule = mina.post(&format!("{path}/grammar-rules"), &rule).ok()["id"].text();
        let word = mina.post(&format!("{path}/lexicon"), &json!({ "form": "x" })).ok()["id"].text();

        let (rule, word) = (format!("{RULES}/{rule}"), format!("{WORDS}/{word}"));
        let body = json!({ "name": "n", "category": "other", "form": "f" });
        for (method, path, detail) in [
            ("GET", &path, "Language not found"),
            ("PUT", &path, "Language not found"),
            ("DELETE", &path, "Language not found"),
            ("GET", &format!("{path}/grammar-rules"), "Language not found"),
            ("POST", &format!("{path}/grammar-rules"), "Language not found"),
            ("GET", &rule, "Grammar rule not found"),
            ("PUT", &rule, "Grammar rule not found"),
            ("DELETE", &rule, "Grammar rule not found"),
            ("GET", &format!("{path}/lexicon"), "Language not found"),
            ("POST", &format!("{path}/lexicon"), "Language not found"),
            ("GET", &format!("{path}/lexicon/export"), "Language not found"),
            ("GET", &word, "Word not found"),
            ("PUT", &word, "Word not found"),
            ("DELETE", &word, "Word not found"),
            ("GET", &format!("{LANGUAGES}?projectId={project}"), "Project not found"),
        ] {
            let reply = renfield.ask(method, path, Some(&body));
            assert_eq!((reply.status, reply.detail().as_str()), (404, detail), "{method} {path}");
        }
        let headers = [("authorization", renfield.bearer.as_str()), table::CSV];
        let import =
            studio.ask("POST", &format!("{path}/lexicon/import"), &headers, Some("form\na\n"));
        assert_eq!((import.status, import.detail().as_str()), (404, "Language not found"));
        assert_eq!(renfield.post(LANGUAGES, &named).detail(), "Project not found");
        assert_eq!(renfield.get(LANGUAGES).ok()["total"], 0);
        assert_eq!(mina.get(LANGUAGES).ok()["total"], 1);
        let before = mina.get(&path).ok();
        assert_eq!((&before["grammarRules"], &before["words"]), (&json!(1), &json!(1)));
    }
}

service_test! {
    fn a_stale_copy_of_a_language_a_rule_or_a_word_overwrites_nothing(studio) {
        let path = language(studio, &studio.project("Atlas"), "Veshti");
        let (rule, _) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order" }));
        let (word, _) = word(studio, &path, &json!({ "form": "lun" }));

        for (path, mine, theirs, noun) in [
            (&path, r#"{"name":"mine"}"#, r#"{"name":"theirs"}"#, "language"),
            (&rule, r#"{"name":"mine"}"#, r#"{"name":"theirs"}"#, "grammar rule"),
            (&word, r#"{"form":"mine"}"#, r#"{"form":"theirs"}"#, "word"),
        ] {
            let tag = studio.get(path).header("etag").unwrap().to_owned();
            let put = |body| studio.ask("PUT", path, &[JSON, ("if-match", &tag)], Some(body));

            assert_eq!(put(mine).status, 200);
            let stale = put(theirs);

            let detail = format!("The {noun} was changed in the meantime");
            assert_eq!((stale.status, stale.detail()), (412, detail));
            assert!(studio.get(path).text.contains("mine"));
        }
    }
}

service_test! {
    fn every_change_is_published(studio) {
        let mut listener = Listener::now(studio);
        let project = studio.project("Atlas");
        let path = language(studio, &project, "Veshti");
        let (rule, made_rule) =
            rule(studio, &path, &json!({ "category": "syntax", "name": "Order" }));
        let (word, made_word) = word(studio, &path, &json!({ "form": "lun" }));
        studio.put(&word, &json!({ "meaning": "dog" })).ok();
        studio.delete(&word).ok();
        studio.delete(&rule).ok();
        studio.delete(&path).ok();

        let heard = listener.hear(8);

        let kinds: Vec<&str> = heard.iter().map(|event| event.kind.as_str()).collect();
        assert_eq!(kinds, ["project", "language", "grammar_rule", "word", "word", "word",
            "grammar_rule", "language"]);
        assert_eq!((&heard[2].body, &heard[3].body), (&made_rule, &made_word));
        assert_eq!(heard[4].body["meaning"], "dog");
        for gone in &heard[5..] {
            assert_eq!(gone.body["deleted"], true);
        }
        assert_eq!(heard[7].body["name"], "Veshti");
    }
}

service_test! {
    fn work_on_a_language_counts_as_work_on_its_project(studio) {
        let project = studio.project("Atlas");

        let path = language(studio, &project, "Veshti");
        let (rule, _) = rule(studio, &path, &json!({ "category": "syntax", "name": "Order" }));
        studio.put(&rule, &json!({ "pattern": "SOV" })).ok();

        let analytics = studio.get(&format!("/api/projects/{project}")).ok()["analytics"].clone();
        assert_eq!(analytics["activeDays"], 1);
        assert_eq!(analytics["collaboratorActivity"]["local"], 3);
    }
}
