//! What the settings of a project switch: integrations, automatic saving, notifications, the number of
//! results of a search; and visibility, which switches nothing.

use domain::principal::Scope;
use serde_json::{Value, json};

use crate::{
    access::Person,
    languages,
    support::{Reply, Studio, Text as _},
};

const SEARCH: &str = "/api/discovery/research/search";

fn set(studio: &Studio, project: &str, settings: &Value) {
    studio.put(&format!("/api/projects/{project}"), &json!({ "settings": settings })).ok();
}

fn analytics(studio: &Studio, project: &str) -> Value {
    studio.get(&format!("/api/projects/{project}")).ok()["analytics"].clone()
}

fn refused(reply: &Reply, setting: &str) {
    assert_eq!(reply.status, 409, "{reply}");
    assert!(reply.detail().starts_with(setting), "{reply}");
}

service_test! {
    fn without_mime_only_markdown_and_plain_text_are_imported(studio) {
        let project = studio.project("Atlas");
        let language = languages::language(studio, &project, "Veshti");
        let import = || {
            let path = format!("{language}/lexicon/import");
            studio.ask("POST", &path, &[("content-type", "text/csv")], Some("form\nlun\n"))
        };
        set(studio, &project, &json!({ "integrations": { "mime": false } }));

        refused(&import(), "settings.integrations.mime of the project is off");

        let files = json!({ "files": [{ "path": "one.md", "content": "# One" }] });
        let path = format!("/api/projects/{project}/documents/import");
        assert_eq!(studio.post(&path, &files).status, 200);
        assert_eq!(studio.get(&format!("{language}/lexicon/export")).status, 200);
        set(studio, &project, &json!({ "integrations": { "mime": true } }));
        assert_eq!(import().ok()["made"], 1);
    }
}

service_test! {
    fn without_research_the_texts_of_a_project_are_not_searched(studio) {
        let [on, off] = ["on", "off"].map(|name| studio.project(name));
        for project in [&on, &off] {
            studio.document(project, "I", "The key of iron.");
        }
        set(studio, &off, &json!({ "integrations": { "research": false } }));
        let of = |project: &str| studio.post(SEARCH, &json!({ "query": "key", "projectId": project }));
        let saved = json!({ "name": "Keys", "query": "key", "filters": { "projectId": off } });
        let saved = studio.post("/api/discovery/research/saved-searches", &saved).ok()["id"].text();

        let setting = "settings.integrations.research of the project is off";
        refused(&of(&off), setting);
        refused(&studio.post(&format!("/api/discovery/research/saved-searches/{saved}/run"),
            &json!({})), setting);
        let answer = crate::skills::ask(studio, "researcher", &off);
        assert!(answer["message"].text().starts_with(setting), "{answer}");
        assert_eq!(of(&on).ok()["resultCount"], 1);
        let all = studio.post(SEARCH, &json!({ "query": "key" })).ok();
        assert_eq!(all["resultCount"], 1, "nor with all projects");
        let counted = format!("/api/discovery/research/collections?projectId={off}");
        assert_eq!(studio.get(&counted).ok()["collections"][0]["documents"], 0);
        set(studio, &off, &json!({ "integrations": { "research": true } }));
        assert_eq!(of(&off).ok()["resultCount"], 1);
    }
}

service_test! {
    fn without_analytics_nothing_new_is_recorded_and_what_was_stays(studio) {
        let project = studio.project("Dracula");
        let write = || {
            studio.document(&project, "I", "The key of iron.");
            let message = json!({ "toAgent": "muse", "message": "Well?",
                "context": { "metadata": { "projectId": project } } });
            crate::messages::send(studio, &message).ok();
            studio.clock.advance(60_000);
        };
        write();
        write();
        let before = analytics(studio, &project);
        assert_eq!((&before["timeSpent"], &before["activeDays"], &before["agentInteractions"]),
            (&json!(1.0), &json!(1), &json!(2)));
        set(studio, &project, &json!({ "integrations": { "analytics": false } }));

        studio.clock.advance(2 * domain::time::DAY_MS);
        write();
        write();

        let off = studio.get(&format!("/api/projects/{project}")).ok();
        assert_eq!(off["intelligence"]["knowledgeBase"]["documents"], 4, "what is there is counted");
        for key in ["timeSpent", "activeDays", "agentInteractions", "collaboratorActivity"] {
            assert_eq!(off["analytics"][key], before[key], "{key}");
        }
        set(studio, &project, &json!({ "integrations": { "analytics": true } }));
        write();
        let on = analytics(studio, &project);
        assert_eq!((&on["activeDays"], &on["agentInteractions"]), (&json!(2), &json!(3)));
        let born_off = json!({ "name": "off", "settings": { "integrations": { "analytics": false } } });
        let born_off = studio.post("/api/projects", &born_off).ok()["id"].text();
        studio.document(&born_off, "I", "The key of iron.");
        assert_eq!(analytics(studio, &born_off)["activeDays"], 0);
    }
}

service_test! {
    fn autosaves_of_one_sitting_keep_one_earlier_text(studio) {
        let project = studio.project("Dracula");
        let id = studio.document(&project, "I", "Zero.");
        let path = format!("/api/projects/{project}/documents/{id}");
        let save = |content: &str, autosave: Option<bool>| {
            let mut body = json!({ "content": content });
            if let Some(autosave) = autosave {
                body["autosave"] = autosave.into();
            }
            let saved = studio.put(&path, &body);
            studio.clock.advance(60_000);
            saved
        };
        let revisions = || {
            let page = studio.get(&format!("{path}/revisions")).ok();
            let text = |it: &Value| {
                studio.get(&format!("{path}/revisions/{}", it["version"])).ok()["content"].text()
            };
            page["revisions"].as_array().unwrap().iter().map(text).collect::<Vec<_>>()
        };

        for content in ["One.", "Two.", "Three."] {
            save(content, Some(true)).ok();
        }
        assert_eq!(revisions(), ["Zero."]);
        assert_eq!(studio.get(&path).ok()["content"], "Three.");
        // What its author saves is kept, and ends the sitting; so do five minutes.
        save("Four.", None).ok();
        save("Five.", Some(true)).ok();
        save("Six.", Some(true)).ok();
        assert_eq!(revisions(), ["Four.", "Three.", "Zero."]);
        studio.clock.advance(4 * 60_000);
        save("Seven.", Some(true)).ok();
        assert_eq!(revisions(), ["Six.", "Four.", "Three.", "Zero."]);

        set(studio, &project, &json!({ "autoSave": false }));
        refused(&save("Eight.", Some(true)), "settings.autoSave of the project is off");
        save("Nine.", Some(false)).ok();
        assert_eq!(revisions().len(), 5);
    }
}

service_test! {
    fn a_project_says_how_many_results_a_search_has(studio) {
        let project = studio.project("Dracula");
        for number in 0..12 {
            studio.document(&project, "I", &format!("The key of iron, {number}."));
        }
        let count = |body: Value| studio.post(SEARCH, &body).ok()["resultCount"].clone();
        let asked = || json!({ "query": "iron key", "projectId": project });
        let quoted = || {
            let message = json!({ "toAgent": "researcher", "message": "Where is the iron key?",
                "context": { "metadata": { "projectId": project } } });
            let reply = crate::messages::reply_to(studio, &crate::messages::send(studio, &message).ok());
            reply["report"]["passages"]["total"].clone()
        };
        assert_eq!((count(asked()), quoted()), (json!(10), json!(8)));
        set(studio, &project, &json!({ "agentConfig": { "searchResultsCount": 2 } }));

        assert_eq!(count(asked()), 2);
        let mut limited = asked();
        limited["limit"] = 5.into();
        assert_eq!(count(limited), 5);
        assert_eq!(quoted(), 2);
    }
}

service_test! {
    fn a_search_without_a_project_is_made_in_the_open_one(studio) {
        let [open, other] = ["open", "other"].map(|name| studio.project(name));
        for project in [&open, &other] {
            studio.document(project, "I", "The key of iron.");
        }
        let found = || {
            let found = studio.post(SEARCH, &json!({ "query": "key" })).ok();
            let results = found["results"].as_array().unwrap();
            results.iter().map(|it| it["metadata"]["projectId"].text()).collect::<Vec<_>>()
        };
        assert_eq!(found().len(), 2);

        studio.post(&format!("/api/projects/{open}/activate"), &json!({})).ok();
        assert_eq!(found(), [open.as_str()]);
        let named = studio.post(SEARCH, &json!({ "query": "key", "projectId": other })).ok();
        assert_eq!(named["resultCount"], 1);
        studio.delete("/api/projects/active");
        assert_eq!(found().len(), 2);
    }
}

service_test! {
    fn a_project_without_notifications_makes_none(studio) {
        let project = studio.project("Dracula");
        let path = format!("/api/projects/{project}/documents/import");
        let import = |name: &str| {
            let body = json!({ "files": [{ "path": name, "content": "# One" }] });
            let id = studio.post(&path, &body).ok()["id"].text();
            studio.until("the import", || {
                let import = studio.get(&format!("/api/projects/{project}/imports/{id}")).ok();
                (import["status"] == "completed").then_some(())
            });
            studio.get("/api/notifications").ok()["total"].clone()
        };
        set(studio, &project, &json!({ "notifications": false }));
        assert_eq!(import("one.md"), 0);

        set(studio, &project, &json!({ "notifications": true }));
        assert_eq!(import("two.md"), 1);
    }
}

service_test! {
    fn visibility_grants_nothing_beyond_owner_and_collaborators(studio) {
        let [mina, lucy] = ["mina", "lucy"].map(|name| Person::new(studio, name, Scope::Write));
        let path = format!("/api/projects/{}", mina.project("Journal"));

        for visibility in ["private", "shared", "public"] {
            mina.put(&path, &json!({ "settings": { "visibility": visibility } })).ok();
            assert_eq!(lucy.get(&path).status, 404, "{visibility}");
            assert_eq!(lucy.projects(), [""; 0], "{visibility}");
        }
        let private = json!({ "collaborators": ["lucy"], "settings": { "visibility": "private" } });
        mina.put(&path, &private).ok();
        assert_eq!(lucy.get(&path).status, 200);
    }
}
