//! Tests of the tools as plain routes, and of their OpenAPI document.

use std::collections::BTreeSet;

use domain::principal::Scope;
use serde_json::{Value, json};

use super::Assistant;
use crate::access::token_of;
use crate::{
    access::Person,
    support::{JSON, Listener, Reply, Studio, Text as _},
};

/// A project with a chapter that has a finding, a lore entry, an agent's answer and a swarm; calls of all
/// tools about it that answer the same each time.
fn calls(studio: &Studio, assistant: &Assistant<'_>) -> Vec<(&'static str, Value)> {
    let project = studio.project("Nightfall");
    let text = "Mara waited. The the ferry was late.\n";
    let document = studio.document(&project, "The Harbour", text);
    let path = format!("/api/projects/{project}");
    studio.post(&format!("{path}/lore"), &json!({ "name": "Mara", "category": "character" })).ok();
    studio.post(&format!("{path}/analyses"), &json!({ "documentIds": [document] })).ok();
    let found = studio.get(&format!("{path}/findings")).ok();
    let edit =
        json!({ "document": document, "before": "The the", "after": "The", "reason": "Doubled." });
    let promise = json!({ "title": "The ferry" });
    let answer = json!({ "finding": found["findings"][0]["id"], "state": "accepted" });
    // These make what the calls below answer with.
    for (name, arguments) in
        [("propose_edit", &edit), ("record_promise", &promise), ("answer_finding", &answer)]
    {
        assistant.content(name, arguments.clone());
    }
    let asked = json!({ "agent": "lorekeeper", "question": "Who is Mara?" });
    let asked = assistant.content("ask_agent", asked)["message"].clone();
    let sweep = json!({ "swarmType": "consistency_sweep", "task": "Look" });
    let swarm = assistant.content("start_swarm", sweep)["swarm"].clone();
    vec![
        ("find_passages", json!({ "query": "the ferry" })),
        ("get_document", json!({ "document": "The Harbour" })),
        ("scene_brief", json!({ "scene": document })),
        ("lookup_lore", json!({})),
        ("who_knows_when", json!({ "subject": "ferry" })),
        ("check_text", json!({ "text": "Mara waited for Maro." })),
        ("list_findings", json!({ "state": "accepted" })),
        ("answer_finding", answer),
        ("propose_edit", edit),
        ("record_promise", promise),
        ("ask_agent", json!({ "message": asked })),
        ("start_swarm", json!({ "swarm": swarm })),
    ]
}

/// Calls a tool by its route.
fn post(studio: &Studio, bearer: Option<&str>, tool: &str, body: &str) -> Reply {
    let mut headers = vec![JSON];
    headers.extend(bearer.map(|bearer| ("authorization", bearer)));
    studio.ask("POST", &format!("/api/tools/{tool}"), &headers, Some(body))
}

service_test! {
    fn every_tool_answers_the_same_by_both_ways(studio) {
        let assistant = Assistant::new(studio);
        let calls = calls(studio, &assistant);
        let names: Vec<&str> = calls.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, assistant.tools());

        for (name, arguments) in calls {
            let content = assistant.content(name, arguments.clone());
            let plain = post(studio, None, name, &arguments.to_string()).ok();

            assert_eq!(plain, content, "{name}");
        }
    }
}

service_test! {
    fn every_refusal_has_the_same_words_by_both_ways(studio) {
        let assistant = Assistant::new(studio);
        studio.project("Nightfall");

        for (name, arguments, status) in [
            ("get_document", json!({}), 422),
            ("get_document", json!({ "document": "x", "title": "y" }), 422),
            ("get_document", json!({ "document": "No such" }), 404),
            ("propose_edit", json!({ "document": "No such", "before": "a", "after": "b", "reason": "c" }), 404),
            ("ask_agent", json!({}), 400),
            ("list_findings", json!({ "project": "Noon" }), 404),
        ] {
            let refusal = assistant.refusal(name, arguments.clone());
            let plain = post(studio, None, name, &arguments.to_string());

            assert_eq!((plain.status, plain.detail()), (status, refusal), "{name} {arguments}");
        }
        let unknown = post(studio, None, "no_such", "{}");
        assert_eq!((unknown.status, unknown.detail().contains("Tool not found")), (404, true), "{unknown}");
        assert_eq!(post(studio, None, "list_findings", "").status, 200);
        assert_eq!(post(studio, None, "list_findings", "{").status, 422);
        let form = [("content-type", "application/x-www-form-urlencoded")];
        assert_eq!(studio.ask("POST", "/api/tools/list_findings", &form, Some("a=b")).status, 415);
    }
}

service_test! {
    fn the_document_has_every_tool_and_is_an_openapi_document(studio) {
        let list = Assistant::new(studio).ask("tools/list", json!({}));

        let document = studio.get("/openapi-tools.json").ok();

        assert_eq!(document["openapi"], "3.1.0");
        for member in ["title", "version"] {
            assert!(document["info"][member].is_string(), "{member}");
        }
        let paths = document["paths"].as_object().unwrap();
        let mut names = BTreeSet::new();
        for tool in list["tools"].as_array().unwrap() {
            let name = tool["name"].text();
            let operation = &paths[&format!("/api/tools/{name}")]["post"];
            assert_eq!(operation["operationId"], name.as_str());
            assert_eq!(operation["description"], tool["description"]);
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            assert_eq!(*body, tool["inputSchema"], "{name}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                assert!(status.parse::<u16>().is_ok() && response["description"].is_string());
                let schema = &response["content"]["application/json"]["schema"];
                assert!(schema["type"] == "object" || schema["$ref"].is_string(), "{name} {status}");
            }
            names.insert(name);
        }
        assert_eq!((paths.len(), names.len()), (12, 12));
        objects(&document, &mut |object| {
            if let Some(link) = object.get("$ref").and_then(Value::as_str) {
                assert!(document.pointer(link.trim_start_matches('#')).is_some(), "{link}");
            }
            let members = object.get("properties").and_then(Value::as_object);
            for name in object.get("required").and_then(Value::as_array).into_iter().flatten() {
                let is_known = members.is_none_or(|all| all.contains_key(name.as_str().unwrap()));
                assert!(is_known, "{name}: {object:?}");
            }
        });
    }
}

/// Every object in a value.
fn objects(value: &Value, look: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            look(object);
            object.values().for_each(|value| objects(value, look));
        }
        Value::Array(items) => items.iter().for_each(|value| objects(value, look)),
        _ => {}
    }
}

service_test! {
    fn a_call_by_a_route_has_the_rights_of_its_token_and_is_logged(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let [night, day] = ["Nightfall", "Daybreak"].map(|name| mara.project(name));
        let bearer = token_of(studio, &night, Scope::Read);
        let mut listener = Listener::now(studio);

        let own = post(studio, Some(&bearer), "list_findings", "{}").ok();
        let call = std::iter::from_fn(|| listener.event()).find(|it| it.kind == "tool_call");
        let other = json!({ "project": day }).to_string();
        let other = post(studio, Some(&bearer), "list_findings", &other);
        let narrow = post(studio, Some(&bearer), "record_promise", "{\"title\": \"x\"}");
        let unknown = post(studio, Some("Bearer scr_wrong"), "list_findings", "{}");

        assert_eq!(own["project"]["id"], night.as_str());
        let call = call.unwrap().body;
        assert_eq!((&call["tool"], &call["user"]), (&json!("list_findings"), &json!("mara")));
        assert_eq!((other.status, narrow.status, unknown.status), (404, 403, 401));
    }
}

service_test! {
    fn a_service_that_only_lets_assistants_read_has_no_other_route(
        studio, "mcp.read_only" = "true"
    ) {
        studio.project("Nightfall");

        let document = studio.get("/openapi-tools.json").ok();
        let refused = post(studio, None, "record_promise", "{\"title\": \"x\"}");

        assert!(document["paths"]["/api/tools/get_document"].is_object(), "{document}");
        assert_eq!(document["paths"].get("/api/tools/record_promise"), None);
        assert_eq!(refused.status, 403);
        assert!(refused.detail().contains("[mcp] read_only"), "{refused}");
        assert_eq!(post(studio, None, "list_findings", "{}").status, 200);
    }
}

service_test! {
    fn without_the_setting_there_are_no_such_routes(studio, "mcp.enabled" = "false") {
        assert_eq!(studio.get("/openapi-tools.json").status, 404);
        assert_eq!(post(studio, None, "list_findings", "{}").status, 404);
    }
}
