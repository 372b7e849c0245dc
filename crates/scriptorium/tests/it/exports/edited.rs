//! Tests of folders in which somebody has written: what follows from rows and texts follows from
//! what they say now, and what no request could have made does not come in.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{export, import, whole::settle};
use crate::support::{Studio, Text as _};

type Files = BTreeMap<String, String>;

/// A file with something else in it.
fn put(files: &mut Files, path: &str, from: &str, to: &str) {
    let content = files.get_mut(path).unwrap_or_else(|| panic!("there is no {path}"));
    assert!(content.contains(from), "{path} has no {from}: {content}");
    *content = content.replacen(from, to, 1);
}

/// A project with one of each, by whose names its rows are found.
fn planned(studio: &Studio) -> (String, String) {
    let project = studio.project("Dracula");
    let at = format!("/api/projects/{project}");
    studio.put(&at, &json!({ "settings": { "agentConfig": { "temperature": 1.5 } } })).ok();
    let made = |path: &str, body: Value| {
        let body = studio.post(path, &body).ok();
        let record = if body["data"].is_object() { &body["data"] } else { &body };
        record["id"].text()
    };
    let mina = made(&format!("{at}/lore"), json!({ "name": "Mina" }));
    let jonathan =
        json!({ "name": "Jonathan", "relations": [{ "targetId": mina, "kind": "weds" }] });
    made(&format!("{at}/lore"), jonathan);
    let chapter = studio.document(&project, "Whitby", "Mina waits for Jonathan. Mina writes.");
    let timelines = "/api/creative/timelines";
    let timeline = made(timelines, json!({ "projectId": project, "name": "Summer" }));
    let lanes = format!("{timelines}/{timeline}/plotlines");
    let lane = made(&lanes, json!({ "name": "Letters", "color": "#7a1f2b" }));
    let other = made(timelines, json!({ "projectId": project, "name": "Winter" }));
    made(&format!("{timelines}/{other}/plotlines"), json!({ "name": "Hunt", "color": "#123456" }));
    let events = format!("{timelines}/{timeline}/events");
    let event = json!({ "title": "A storm", "dateDisplay": "3 May 1893", "plotlineIds": [lane],
        "tags": ["sea"] });
    let event = made(&events, event);
    studio
        .post(
            &format!("{events}/{event}/links"),
            &json!({ "entityType": "document", "entityId": chapter }),
        )
        .ok();
    made("/api/creative/plot/promises", json!({ "projectId": project, "title": "A grave" }));
    let language = json!({ "projectId": project, "name": "Old Tongue" });
    let language = made("/api/creative/conlang/languages", language);
    made(
        &format!("/api/creative/conlang/languages/{language}/lexicon"),
        json!({ "form": "vela", "partOfSpeech": "noun" }),
    );
    settle(studio, &project);
    (project, timeline)
}

/// What a project's lore says of how often its entries are named.
fn mentions(studio: &Studio, project: &str) -> Vec<(String, Value)> {
    settle(studio, project);
    let lore = studio.get(&format!("/api/projects/{project}/lore")).ok();
    assert_eq!(lore["total"], lore["entries"].as_array().unwrap().len());
    let entries = lore["entries"].as_array().unwrap().iter();
    entries.map(|entry| (entry["name"].text(), entry["mentions"]["total"].clone())).collect()
}

service_test! {
    fn what_follows_from_a_folder_follows_from_what_it_says_now(studio) {
        let (project, timeline) = planned(studio);
        let sound = export(studio, &project);
        let named = |mina: i64, jonathan: i64| {
            vec![("Jonathan".to_owned(), json!(jonathan)), ("Mina".to_owned(), json!(mina))]
        };
        assert_eq!(mentions(studio, &project), named(2, 1));
        let back = |files: &Files| import(studio, files).ok()["id"].text();
        // Whoever takes a file of rows away says so in the list of them.
        let without = |path: &str| {
            let mut files = sound.clone();
            files.remove(path).expect("a file");
            let name = path.trim_end_matches(".json");
            put(&mut files, "contents.json", &format!("\"{name}\": 1"), &format!("\"{name}\": 0"));
            files
        };

        let mut files = sound.clone();
        put(&mut files, "documents/0001-whitby.md", "Mina writes.", "Jonathan, Jonathan!");
        assert_eq!(mentions(studio, &back(&files)), named(1, 3));

        assert_eq!(mentions(studio, &back(&without("lore_mention.json"))), named(2, 1));

        let mut files = sound.clone();
        put(&mut files, "lore_entry.json", "\"Mina\"", "\"Whitby\"");
        let renamed = mentions(studio, &back(&files));
        assert_eq!(renamed[1], ("Whitby".to_owned(), json!(0)));

        // The book of the lore is made where there are entries.
        let copy = back(&without("lore_state.json"));
        assert_eq!(mentions(studio, &copy), named(2, 1));
        assert_eq!(studio.write(store::consistency::check), []);

        // What stands behind the last place that may be asked for comes in again as well.
        let last = json!({ "title": "Last", "position": 1_000_000_000 });
        studio.post(&format!("/api/projects/{project}/documents"), &last).ok();
        let behind = studio.document(&project, "Behind", "");
        let documents = format!("/api/projects/{project}/documents");
        let position = studio.get(&format!("{documents}/{behind}")).ok()["position"].clone();
        assert_eq!(position, 1_000_000_001);
        back(&export(studio, &project));

        // A text that was changed has not been read by anybody.
        studio.post(&format!("/api/projects/{project}/analyses"), &json!({})).ok();
        let analysed = export(studio, &project);
        let read = |project: &str| {
            let readiness = studio.get(&format!("/api/projects/{project}/readiness")).ok();
            readiness["textsRead"].clone()
        };
        assert_eq!((read(&project), read(&back(&analysed))), (json!(1), json!(1)));
        let mut files = analysed;
        put(&mut files, "documents/0001-whitby.md", "waits", "longs");
        assert_eq!(read(&back(&files)), 0);

        // Keys follow dates and calendars.
        let mut files = sound.clone();
        put(&mut files, "timeline_event.json", "3 May 1893", "4 May 1893");
        let copy = back(&files);
        let day_later = |project: &str| {
            let timelines =
                studio.get(&format!("/api/creative/timelines?projectId={project}")).ok();
            let timelines = timelines["data"]["timelines"].as_array().unwrap().clone();
            let summer = timelines.iter().find(|it| it["name"] == "Summer").unwrap();
            let at = format!("/api/creative/timelines/{}/events", summer["id"].text());
            studio.get(&at).ok()["data"]["events"][0]["dateSortKey"].clone()
        };
        let events = format!("/api/creative/timelines/{timeline}/events");
        let key = studio.get(&events).ok()["data"]["events"][0]["dateSortKey"].as_i64().unwrap();
        assert_eq!(day_later(&copy), key + domain::time::DAY_MS);

        let mut files = sound;
        put(&mut files, "timeline_event.json", "\"undated\":false", "\"undated\":true");
        assert_eq!(day_later(&back(&files)), key);
    }
}

service_test! {
    fn what_no_request_could_have_made_does_not_come_in(studio) {
        let (project, _) = planned(studio);
        let sound = export(studio, &project);
        let long = "x".repeat(1_001);
        let long = format!("\"{long}\"");
        let rows = |path: &str| -> Vec<Value> { serde_json::from_str(&sound[path]).unwrap() };
        let hunt = rows("plotline.json").into_iter().find(|it| it["name"] == "Hunt").unwrap();
        let letters = rows("plotline.json").into_iter().find(|it| it["name"] == "Letters").unwrap();
        let (hunt, letters) = (hunt["id"].text(), letters["id"].text());
        for (path, from, to, wanted) in [
            ("project.json", "\"temperature\":1.5", "\"temperature\":99",
                "project.json, row 1: detail.settings.agentConfig.temperature: Input should be less than \
                or equal to 2"),
            ("project.json", "\"kind\":\"fiction\"", "\"kind\":\"\"",
                "project.json, row 1: kind: String should have at least 1 character"),
            ("plotline.json", "#7a1f2b", "#7A1F2B",
                "plotline.json, row 1: color is not of the form of this member"),
            ("plotline.json", "\"Letters\"", &long,
                "plotline.json, row 1: name: String should have at most 1000 characters"),
            ("word.json", "\"vela\"", "\" vela\"",
                "word.json, row 1: form is not of the form of this member"),
            ("word.json", "\"vela\"", "\"\"",
                "word.json, row 1: form: String should have at least 1 character"),
            ("lore_entry.json", "\"Mina\"", "\"\"",
                "lore_entry.json, row 1: name: String should have at least 1 character"),
            ("lore_relation.json", "\"weds\"", "\"\"",
                "lore_relation.json, row 1: kind: String should have at least 1 character"),
            ("timeline_event.json", "\"sea\"", &long,
                "timeline_event.json, row 1: tags.0: String should have at most 1000 characters"),
            ("promise.json", "\"A grave\"", &long,
                "promise.json, row 1: title: String should have at most 1000 characters"),
            ("plotline_event.json", &letters, &hunt,
                "plotline_event.json, row 1: plotlineId is of another timeline than the event"),
            ("plotline_event.json", "[", "[1, ", "plotline_event.json, row 1: it is no object"),
        ] {
            let mut files = sound.clone();
            put(&mut files, path, from, to);

            let reply = import(studio, &files);

            assert_eq!((reply.status, reply.detail()), (400, wanted.to_owned()), "{path}");
        }
        // A row that is there twice, under another id where it has one.
        for (path, wanted) in [
            ("word.json", "word.json, row 2: a row before it has the same languageId, form, \
                partOfSpeech"),
            ("plotline_event.json",
                "plotline_event.json, row 2: a row before it has the same eventId, plotlineId"),
            ("timeline_link.json",
                "timeline_link.json, row 2: a row before it has the same eventId, kind, entityId"),
        ] {
            let mut row = rows(path)[0].clone();
            if row.get("id").is_some() {
                row["id"] = json!(domain::ids::new(studio.clock.now()));
            }
            let mut files = sound.clone();
            put(&mut files, path, "\n]", &format!(",\n{row}\n]"));

            let reply = import(studio, &files);

            assert_eq!((reply.status, reply.detail()), (400, wanted.to_owned()), "{path}");
        }
        assert_eq!(studio.get("/api/projects").ok()["total"], 1);
    }
}
