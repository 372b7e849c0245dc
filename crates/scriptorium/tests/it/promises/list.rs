//! Tests of lists of promises: order, pages, filters, the search, and totals that are always
//! exact.

use domain::{
    Principal,
    json::Json,
    model::read_body,
    promises::{Promise, PromiseCreate},
};
use serde_json::{Value, json};

use super::{LEVELS, PROMISES, STATUSES, TYPES, make};
use crate::support::{Studio, Text as _};

/// A list's data.
fn list(studio: &Studio, query: &str) -> Value {
    studio.get(&format!("{PROMISES}?{query}")).ok()["data"].clone()
}

/// The titles of a list, and its total.
fn titles(studio: &Studio, query: &str) -> (Vec<String>, i64) {
    let list = list(studio, query);
    let promises = list["promises"].as_array().expect("a list");
    let titles = promises.iter().map(|promise| promise["title"].text()).collect();
    (titles, list["total"].as_i64().expect("a total"))
}

/// Enters many promises at once, directly in the database.
fn make_many(studio: &Studio, project: &str, count: usize) {
    let (project, now) = (project.to_owned(), studio.clock.now());
    studio.write(move |tx| {
        let seen = store::projects::check(tx, &Principal::local(), &project)?;
        for number in 0..count {
            let body = format!(r#"{{"projectId":"{project}","title":"{number}"}}"#);
            let create: PromiseCreate = read_body(&Json::read(body.as_bytes()).unwrap())?;
            let id = domain::ids::new(now);
            store::promises::create(tx, &seen, &Promise::create(id, &project, &create, now))?;
        }
        Ok(())
    });
}

service_test! {
    fn promises_are_listed_newest_first_with_all_their_fields(studio) {
        let project = studio.project("Dracula");
        let empty = list(studio, &format!("projectId={project}"));
        assert_eq!(empty, json!({ "promises": [], "total": 0, "nextCursor": null }));

        let mut made = Vec::new();
        for title in ["a", "b", "c"] {
            made.insert(0, make(studio, &project, &json!({ "title": title })));
            studio.clock.advance(1);
        }

        let wanted = json!({ "promises": made, "total": 3, "nextCursor": null });
        assert_eq!(list(studio, &format!("projectId={project}")), wanted);
        assert_eq!(list(studio, ""), wanted);
    }
}

service_test! {
    fn pages_of_promises_follow_each_other_without_gap_or_repeat(studio) {
        let project = studio.project("Dracula");
        // Seven within one millisecond, so that ids decide.
        for number in 0..7 {
            make(studio, &project, &json!({ "title": number.to_string() }));
        }
        for scope in ["", &format!("projectId={project}&"), "status=made&"] {
            let (mut seen, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = list(studio, &format!("{scope}limit=3{cursor}"));
                assert_eq!(page["total"], 7);
                let promises = page["promises"].as_array().unwrap();
                seen.extend(promises.iter().map(|promise| promise["title"].text()));
                if page["nextCursor"].is_null() {
                    break;
                }
                assert_eq!(promises.len(), 3);
                cursor = format!("&cursor={}", page["nextCursor"].text());
            }
            assert_eq!(seen, ["6", "5", "4", "3", "2", "1", "0"]);
        }
        insta::assert_snapshot!(studio.get(&format!("{PROMISES}?limit=0&cursor=x&status=kept")), @r"
        422
        query.status: Input should be 'planned', 'made', 'progressing', 'partially_fulfilled', 'fulfilled', 'deferred', 'broken' or 'abandoned' (literal_error)
        query.limit: Input should be greater than or equal to 1 (greater_than_equal)
        query.cursor: Value error, the cursor is not one of a page of this list (value_error)
        ");
        assert_eq!(studio.get(&format!("{PROMISES}?limit=101")).status, 422);
    }
}

service_test! {
    fn without_a_limit_a_thousand_promises_come_at_once(studio) {
        let (project, other) = (studio.project("Dracula"), studio.project("Carmilla"));
        make_many(studio, &project, 1_001);
        make_many(studio, &other, 2);

        let first = list(studio, &format!("projectId={project}"));

        assert_eq!(first["promises"].as_array().unwrap().len(), 1_000);
        assert_eq!(first["total"], 1_001);
        let cursor = first["nextCursor"].text();
        let rest = list(studio, &format!("projectId={project}&cursor={cursor}"));
        assert_eq!(rest["promises"][0]["title"], "0");
        assert_eq!((rest["promises"].as_array().unwrap().len(), &rest["nextCursor"]),
            (1, &Value::Null));
        // Exact beyond a thousand, filtered or not, of one project or of all.
        assert_eq!(list(studio, "limit=1")["total"], 1_003);
        assert_eq!(list(studio, "limit=1&status=made")["total"], 1_003);
        assert_eq!(list(studio, &format!("projectId={project}&limit=1&q=0"))["total"], 182);
    }
}

service_test! {
    fn promises_are_filtered_by_every_word_and_by_all_at_once(studio) {
        let (project, other) = (studio.project("Dracula"), studio.project("other"));
        let mut all = Vec::new();
        for (at, kind) in TYPES.into_iter().enumerate() {
            let body = json!({ "title": kind, "promiseType": kind, "promiseLevel": LEVELS[at % 4],
                "status": STATUSES[at % 8] });
            all.insert(0, make(studio, &project, &body));
        }
        make(studio, &other, &json!({ "title": "other", "promiseType": "theme" }));
        let wanted = |field: &str, word: &str| {
            let fits = all.iter().filter(|promise| promise[field] == word);
            let titles: Vec<_> = fits.map(|promise| promise["title"].text()).collect();
            let total = titles.len() as i64;
            (titles, total)
        };
        let words = TYPES.map(|word| ("promiseType", word)).into_iter()
            .chain(LEVELS.map(|word| ("promiseLevel", word)))
            .chain(STATUSES.map(|word| ("status", word)));
        for (field, word) in words {
            let query = format!("projectId={project}&{field}={word}");
            assert_eq!(titles(studio, &query), wanted(field, word), "{query}");
        }
        let of = |query: &str| titles(studio, query);
        assert_eq!(of("promiseType=theme").1, 2);
        assert_eq!(of("promiseType=theme&promiseLevel=minor&status=partially_fulfilled").1, 0);
        assert_eq!(of("promiseType=theme&promiseLevel=minor&status=progressing&q=THE").1, 0);
        assert_eq!(of("promiseType=tone&promiseLevel=micro&status=partially_fulfilled&q=TON").1, 1);
        assert_eq!(of("plotlineId=missing"), (vec![], 0));
        let unknown = studio.get(&format!("{PROMISES}?projectId=missing"));
        assert_eq!((unknown.status, unknown.detail().as_str()), (404, "Project not found"));
    }
}

service_test! {
    fn a_search_looks_at_no_case_and_takes_every_sign_as_itself(studio) {
        let project = studio.project("Dracula");
        for (title, description, notes) in [
            ("The Count", "He comes.", ""),
            ("Tod", "STRASSE nach Bistritz", ""),
            ("Percent", "100% sure", ""),
            ("Line", "under_score", "back\\slash"),
            ("Grief", "", "Η ΟΔΌΣ"),
        ] {
            let body = json!({ "title": title, "description": description, "notes": notes });
            make(studio, &project, &body);
        }
        for (q, wanted) in [
            ("count", vec!["The Count"]),
            ("COMES.", vec!["The Count"]),
            ("Straße", vec!["Tod"]),
            ("%", vec!["Percent"]),
            ("0%25%20s", vec!["Percent"]),
            ("r_s", vec!["Line"]),
            ("_", vec!["Line"]),
            ("K\\S", vec!["Line"]),
            ("οδός", vec!["Grief"]),
            ("unknown", vec![]),
            ("'", vec![]),
        ] {
            let q = if q.contains("%25") { q.to_owned() } else { escaped(q) };
            let (found, total) = titles(studio, &format!("projectId={project}&q={q}"));
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            assert_eq!((found.len() as i64, found), (total, wanted), "{q}");
        }
        assert_eq!(titles(studio, "q=").1, 5, "nothing is asked for");
        let long = format!("{PROMISES}?q={}", "x".repeat(1_001));
        assert_eq!(studio.get(&long).body["detail"][0]["type"], "string_too_long");
        // What is changed is found as it is now.
        let id = list(studio, "q=grief")["promises"][0]["id"].text();
        studio.put(&format!("{PROMISES}/{id}"), &json!({ "title": "Joy" })).ok();
        assert_eq!((titles(studio, "q=GRIEF").1, titles(studio, "q=JOY").1), (0, 1));
    }
}

/// A text as it stands in a query.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}
