//! Tests of what a token allows: over the protocol and on every other route.

use domain::principal::Scope;
use serde_json::json;

use super::Assistant;
use crate::{
    access::{Person, token_of},
    session::is_for_anybody,
    support::Text as _,
};

/// Two projects of Mara's.
fn two_projects(mara: &Person<'_>) -> [String; 2] {
    ["Nightfall", "Daybreak"].map(|name| mara.project(name))
}

service_test! {
    fn a_token_of_one_project_sees_no_other_over_the_protocol(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = two_projects(&mara);
        let assistant = Assistant::with_token(studio, &token_of(studio, &night, Scope::Read));

        let own = assistant.content("list_findings", json!({}));
        let others = ["Daybreak", &day].map(|name| {
            assistant.refusal("list_findings", json!({ "project": name }))
        });

        assert_eq!(own["project"]["id"], night.as_str());
        for refusal in others {
            assert!(refusal.contains("Project not found"), "{refusal}");
        }
    }
}

service_test! {
    fn a_token_of_one_project_sees_no_other_on_any_route(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = two_projects(&mara);
        let title = json!({ "title": "t", "content": "c" });
        let record = |project: &str, path: &str, body: &serde_json::Value| {
            let mut body = body.clone();
            body["projectId"] = project.into();
            mara.post(path, &body).ok()["data"].clone()
        };
        let promise = json!({ "title": "The ring", "description": "d" });
        let timeline = json!({ "name": "Years" });
        for project in [&night, &day] {
            mara.post(&format!("/api/projects/{project}/documents"), &title).ok();
        }
        let promises = [&night, &day].map(|it| record(it, "/api/creative/plot/promises", &promise));
        let timelines = [&night, &day].map(|it| record(it, "/api/creative/timelines", &timeline));
        let token = Person { studio, bearer: token_of(studio, &night, Scope::Write) };

        assert_eq!(token.projects(), ["Nightfall"]);
        assert_eq!(token.get(&format!("/api/projects/{night}/documents")).status, 200);
        for list in ["plot/promises", "timelines", "conlang/languages"] {
            let listed = token.get(&format!("/api/creative/{list}"));
            assert!(!listed.text.contains(&day), "{list}: {listed}");
            let other = token.get(&format!("/api/creative/{list}?projectId={day}"));
            assert_eq!(other.status, 404, "{list}: {other}");
        }
        for (records, path) in [(&promises, "plot/promises"), (&timelines, "timelines")] {
            let statuses = records.each_ref().map(|record| {
                token.get(&format!("/api/creative/{path}/{}", record["id"].text())).status
            });
            assert_eq!(statuses, [200, 404], "{path}");
        }
        let body = json!({ "projectId": day, "title": "x", "name": "x", "description": "x" });
        assert_eq!(token.post("/api/creative/plot/promises", &body).status, 404);
        for (method, path) in every_route_about_more() {
            let reply = token.ask(&method, &path, Some(&json!({})).filter(|_| method != "GET"));
            assert_eq!(reply.status, 403, "{method} {path}: {reply}");
        }
        assert_eq!(token.get(&format!("/api/projects/{day}")).status, 403);
    }
}

/// The routes under /api that are about no single project nor its records.
fn every_route_about_more() -> Vec<(String, String)> {
    let is_within = |path: &str| {
        ["/api/projects/{project_id}", "/api/creative/", "/api/tools/"]
            .iter()
            .any(|begin| path.starts_with(begin))
    };
    api::routes()
        .into_iter()
        .filter(|route| route.path.starts_with("/api/") && !is_within(route.path))
        .map(|route| (route.method.to_string(), route.path.replace(['{', '}'], "")))
        .filter(|(method, path)| {
            // The stream of events is that of its project.
            let reads = [
                "/api/session",
                "/api/projects",
                "/api/agents",
                "/api/agents/capabilities",
                "/api/events",
            ];
            !is_for_anybody(method, path) && (method != "GET" || !reads.contains(&path.as_str()))
        })
        .collect()
}

service_test! {
    fn a_token_that_may_propose_reads_and_proposes_and_no_more(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, _] = two_projects(&mara);
        let path = format!("/api/projects/{night}");
        let document = mara.post(&format!("{path}/documents"), &json!({ "title": "One", "content": "Text." }));
        let document = document.ok()["id"].text();
        let change = json!({
            "target": { "kind": "document", "id": document }, "summary": "A better title",
            "changes": [{ "field": "title", "before": "One", "after": "Two" }],
        });

        for (scope, wanted) in [(Scope::Read, 403), (Scope::Propose, 200), (Scope::Write, 200)] {
            let token = Person { studio, bearer: token_of(studio, &night, scope) };

            let proposed = token.post(&format!("{path}/proposals"), &change);
            assert_eq!(proposed.status, wanted, "{scope}: {proposed}");
            assert_eq!(token.get(&format!("{path}/proposals")).status, 200);
            let notes = mara.get("/api/notifications").ok();
            // What a writer proposes is known to that writer.
            assert_eq!(notes["total"], i64::from(scope >= Scope::Propose), "{scope}: {notes}");
            if scope == Scope::Propose {
                let note = notes["notifications"][0]["message"].text();
                assert!(note.ends_with("proposes 1 change in “One”: A better title"), "{note}");
                let id = proposed.body["id"].text();
                for way in ["accept", "reject"] {
                    let decided = token.post(&format!("{path}/proposals/{id}/{way}"), &json!({}));
                    assert_eq!(decided.status, 403, "{way}: {decided}");
                }
                let written = token.put(&format!("{path}/documents/{document}"), &json!({ "title": "x" }));
                assert_eq!(written.status, 403, "{written}");
            }
        }
    }
}

service_test! {
    fn the_event_log_names_the_token_and_not_its_secret(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, _] = two_projects(&mara);
        let bearer = token_of(studio, &night, Scope::Read);
        let mut listener = crate::support::Listener::now(studio);

        Assistant::with_token(studio, &bearer).content("list_findings", json!({}));
        let call = std::iter::from_fn(|| listener.event()).find(|it| it.kind == "tool_call");

        let call = call.unwrap().body;
        assert_eq!((&call["user"], &call["tokenLabel"]), (&json!("mara"), &json!("her assistant")));
        assert!(!call["tokenId"].text().is_empty());
        let secret = bearer.strip_prefix("Bearer ").unwrap();
        assert!(!call.to_string().contains(secret));
    }
}

service_test! {
    fn an_unknown_token_is_refused(studio) {
        let assistant = Assistant::with_token(studio, "Bearer scr_wrong");

        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
        let reply = assistant.send(&[], &body);

        assert_eq!(reply.status, 401, "{reply}");
    }
}

service_test! {
    fn a_service_that_only_lets_assistants_read_still_lists_its_reading_tools(
        studio, "mcp.read_only" = "true"
    ) {
        let project = studio.project("Nightfall");
        let assistant = Assistant::new(studio);

        let tools = assistant.tools();

        for name in ["find_passages", "get_document", "list_findings"] {
            assert!(tools.iter().any(|tool| tool == name), "{tools:?}");
        }
        assert_eq!(assistant.content("list_findings", json!({}))["project"]["id"], project.as_str());
    }
}

service_test! {
    fn a_token_of_one_project_ends_with_it_and_is_never_an_administrators(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = two_projects(&mara);
        let id = |project: &str| ["token", "create", "--user", "mara", "--project", project].map(str::to_owned);
        let create = |more: &[&str], project: &str| {
            let all = id(project);
            let mut arguments: Vec<&str> = all.iter().map(String::as_str).collect();
            arguments.extend(more);
            studio.command(&arguments)
        };

        let made = create(&["--scope", "propose"], &night).ok();
        let admin = create(&["--scope", "admin"], &day).refusal();
        let unknown = create(&[], "no-such").refusal();
        let listed = studio.command(&["token", "list"]).ok();

        assert!(made.starts_with("scr_"), "{made}");
        assert!(admin.contains("cannot have the scope admin"), "{admin}");
        assert!(unknown.contains("Project not found"), "{unknown}");
        assert!(listed.contains(&format!("project {night}")), "{listed}");
    }
}
