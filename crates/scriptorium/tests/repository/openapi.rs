//! The document of the interface: that it is the committed one, sound in itself, as the contract
//! has it, and true. That it is true is asked of every answer in every test, through `testing::openapi::check`.

mod contract;
mod schema;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use testing::{
    JSON, Reply,
    openapi::{DOCUMENT, judge},
};

/// Every operation with its path and method.
fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    DOCUMENT["paths"].as_object().expect("paths").iter().flat_map(|(path, item)| {
        let item = item.as_object().expect("a path item");
        item.iter().map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// Every object anywhere in `value`, with the way to it.
fn objects(
    value: &Value,
    way: &str,
    visit: &mut impl FnMut(&str, &serde_json::Map<String, Value>),
) {
    match value {
        Value::Object(object) => {
            visit(way, object);
            for (key, value) in object {
                objects(value, &format!("{way}/{key}"), visit);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                objects(item, &format!("{way}/{at}"), visit);
            }
        }
        _ => {}
    }
}

/// `cargo xtask test --deep` sends made-up requests to every route, with records in their paths.
#[test]
fn the_deep_check_of_routes_has_a_record_for_every_id_in_a_path() {
    let records = include_str!("../../../../xtask/deep/records.py");
    let hooks = include_str!("../../../../xtask/deep/hooks.py");
    for (path, _, _) in operations() {
        for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            let is_made = records.contains(&format!("    def {name}(self)"))
                || hooks.contains(&format!("name == \"{name}\""));
            assert!(is_made, "xtask/deep/records.py has no {name}, which {path} names");
        }
    }
}

#[test]
fn the_committed_document_is_the_programs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");
    let committed = std::fs::read_to_string(path).expect("openapi.json at the root");

    let mut fresh = serde_json::to_string_pretty(&*DOCUMENT).unwrap();
    fresh.push('\n');

    let line = committed.lines().zip(fresh.lines()).take_while(|(one, other)| one == other).count();
    assert!(
        committed == fresh,
        "openapi.json differs from the program at line {}: run `cargo xtask openapi`, and read what \
         it changes",
        line + 1
    );
}

#[test]
fn the_document_says_which_version_of_openapi_it_is() {
    assert_eq!(DOCUMENT["openapi"], "3.1.0");
    assert_eq!(DOCUMENT["info"]["version"], env!("CARGO_PKG_VERSION"));
    for member in ["title", "description", "license"] {
        assert!(DOCUMENT["info"].get(member).is_some(), "{member}");
    }
}

#[test]
fn the_document_has_every_route_and_no_other() {
    // What assistants send are messages of another protocol.
    let routes: BTreeSet<_> = api::routes()
        .iter()
        .filter(|route| !route.is_for_assistants)
        .map(|route| (route.path, route.method.as_str().to_ascii_lowercase()))
        .collect();

    let found: BTreeSet<_> =
        operations().map(|(path, method, _)| (path, method.to_owned())).collect();

    assert_eq!(found, routes);
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_used() {
    let mut used = BTreeSet::new();
    objects(&DOCUMENT, "", &mut |way, object| {
        if let Some(pointer) = object.get("$ref") {
            let pointer =
                pointer.as_str().expect("a text").strip_prefix('#').expect("in the document");
            assert!(
                DOCUMENT.pointer(pointer).is_some(),
                "{way} refers to {pointer}, which is not there"
            );
            used.insert(pointer.rsplit('/').next().expect("a name").to_owned());
        }
    });

    let schemas = DOCUMENT["components"]["schemas"].as_object().expect("schemas");
    let there: BTreeSet<_> = schemas.keys().cloned().collect();
    assert_eq!(used, there);
}

#[test]
fn every_operation_can_be_told_from_all_others() {
    let mut known = BTreeSet::new();
    for (path, method, operation) in operations() {
        let id = operation["operationId"].as_str().expect("an operationId");
        assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{id}");
        assert!(known.insert(id), "{method} {path} has the operationId of another: {id}");
    }
}

#[test]
fn every_operation_is_explained_and_has_a_tag() {
    let declared = DOCUMENT["tags"].as_array().expect("tags");
    let mut used = BTreeSet::new();
    for (path, method, operation) in operations() {
        let summary = operation["summary"].as_str().unwrap_or("");
        assert!(!summary.is_empty(), "{method} {path} has no summary");
        assert!(!summary.ends_with('.'), "{method} {path}: a summary ends without a full stop");
        let tags = operation["tags"].as_array().expect("tags");
        let [tag] = tags.as_slice() else { panic!("{method} {path} has the tags {tags:?}") };
        let is_declared = declared.iter().any(|known| known["name"] == *tag);
        assert!(is_declared, "{method} {path} has a tag that is not there: {tag}");
        used.insert(tag.as_str().expect("a name"));
    }

    for tag in declared {
        assert!(used.contains(tag["name"].as_str().unwrap()), "{tag} has no operation");
        assert!(tag["description"].as_str().is_some_and(|it| !it.is_empty()), "{tag}");
    }
}

#[test]
fn every_parameter_of_a_path_is_declared_once() {
    for (path, method, operation) in operations() {
        let in_path: Vec<_> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();

        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let mut seen = BTreeSet::new();
        let mut declared = Vec::new();
        for parameter in parameters {
            let (name, location) = (&parameter["name"], &parameter["in"]);
            assert!(
                seen.insert((name.to_string(), location.to_string())),
                "{method} {path}: {name}"
            );
            assert!(parameter["schema"].is_object(), "{method} {path}: {name} has no schema");
            if location == "path" {
                assert_eq!(parameter["required"], true, "{method} {path}: {name}");
                declared.push(name.as_str().unwrap());
            } else {
                let description = parameter["description"].as_str();
                assert!(description.is_some_and(|it| !it.is_empty()), "{method} {path}: {name}");
            }
        }

        assert_eq!(declared, in_path, "{method} {path}");
    }
}

#[test]
fn every_operation_says_how_it_succeeds_and_how_it_fails() {
    for (path, method, operation) in operations() {
        let responses = operation["responses"].as_object().expect("responses");
        let good = responses.keys().filter(|status| status.starts_with('2')).count();
        assert_eq!(good, 1, "{method} {path} succeeds in {good} ways");
        for (status, response) in responses {
            let description = response["description"].as_str().unwrap_or("");
            assert!(!description.is_empty(), "{method} {path} {status} has no description");
            let has_body = response.get("content").is_some();
            let is_empty = ["204", "304"].contains(&status.as_str());
            assert_eq!(has_body, !is_empty, "{method} {path} {status}");
        }
        if operation.get("requestBody").is_some() {
            for status in ["413", "415", "422"] {
                assert!(responses.contains_key(status), "{method} {path} lacks {status}");
            }
        }
    }
}

#[test]
fn whoever_must_bring_a_token_is_told() {
    assert!(DOCUMENT["components"]["securitySchemes"]["token"].is_object());
    let session = json!({ "type": "apiKey", "in": "cookie", "name": "scriptorium_session" });
    assert_eq!(DOCUMENT["components"]["securitySchemes"]["session"], session);
    assert_eq!(DOCUMENT["security"], json!([{}, { "token": [] }, { "session": [] }]));
    for (path, method, operation) in operations() {
        let open = operation.get("security") == Some(&json!([]));
        assert_eq!(open, !path.starts_with("/api/"), "{method} {path}");
        assert_eq!(open, operation["responses"].get("401").is_none(), "{method} {path}");
    }
}

#[test]
fn headers_that_change_an_answer_are_declared() {
    let declared = |path: &str, method: &str, header: &str| {
        let parameters = DOCUMENT["paths"][path][method]["parameters"].as_array();
        parameters.is_some_and(|all| all.iter().any(|one| one["name"] == header))
    };

    for path in ["/api/projects/{project_id}", "/api/projects/{project_id}/documents/{document_id}"]
    {
        assert!(declared(path, "put", "If-Match"), "{path}");
        assert!(DOCUMENT["paths"][path]["put"]["responses"]["412"].is_object(), "{path}");
        for method in ["get", "put"] {
            let headers = &DOCUMENT["paths"][path][method]["responses"]["200"]["headers"];
            assert!(headers["ETag"].is_object(), "{method} {path}");
        }
    }
    assert!(declared("/api/events", "get", "Last-Event-ID"));
}

service_test! {
    fn a_key_is_heard_exactly_where_the_document_says_so(studio) {
        for (path, method, operation) in operations().filter(|(_, method, _)| *method == "post") {
            let parts = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
            let target = parts.collect::<Vec<_>>().join("/");
            // A route that takes no JSON says so.
            let kinds = operation["requestBody"]["content"].as_object();
            let kind = kinds.and_then(|kinds| kinds.keys().next()).map_or(JSON.1, String::as_str);
            let keys =
                [("content-type", kind), ("idempotency-key", "one"), ("idempotency-key", "two")];

            let reply = studio.ask("POST", &target, &keys, Some("{}"));

            let parameters = operation["parameters"].as_array();
            let key = parameters
                .and_then(|all| all.iter().find(|it| it["name"] == "Idempotency-Key"));
            let declared = key.is_some();
            let conflicts = operation["responses"]["409"].is_object();
            let heard = reply.body["detail"] == "A request has one Idempotency-Key at the most";
            assert_eq!(heard, declared, "{method} {path}: {reply}");
            assert!(conflicts || !heard, "{method} {path}");
            // The rule itself is tested by `idempotency::a_key_is_1_to_255_visible_characters`.
            let pattern = key.map(|key| &key["schema"]["pattern"]);
            assert!(pattern.is_none_or(|pattern| pattern == "^[!-~]{1,255}$"), "{method} {path}");
        }
    }
}

/// Words generators and readers can do nothing with.
#[test]
fn no_schema_is_vague() {
    let schemas = DOCUMENT["components"]["schemas"].as_object().expect("schemas");
    for (name, schema) in schemas {
        assert_eq!(schema["title"], *name);
        assert!(schema["description"].as_str().is_some_and(|it| !it.is_empty()), "{name}");
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let is_page = name.ends_with("Page") && schema["type"] == "array";
            let said = schema["description"].as_str().is_some_and(|it| !it.is_empty());
            assert!(said || is_page, "{name}.{field} is not described");
        }
    }
    objects(&DOCUMENT, "", &mut |way, object| {
        let is_schema = |kind: &str| object.get("type").is_some_and(|it| it == kind);
        if is_schema("array") {
            assert!(object.contains_key("items"), "{way} is a list of nobody knows what");
        }
        if is_schema("integer") {
            for bound in ["minimum", "maximum"] {
                assert!(
                    !object.get(bound).is_some_and(Value::is_f64),
                    "{way}/{bound} has a fraction"
                );
            }
        }
        assert!(
            !object.values().any(|value| value.is_null() && !way.ends_with("default")),
            "{way}"
        );
    });
}

#[test]
fn an_answer_the_document_does_not_have_is_found() {
    let operation = json!({ "responses": {
        "200": { "content": { "application/json": { "schema": { "type": "string" } } } },
        "204": {},
    } });
    let reply = |status: u16, media: &str, body: &str| {
        let head =
            if media.is_empty() { String::new() } else { format!("content-type: {media}\r\n") };
        Reply::parse(format!("HTTP/1.1 {status} X\r\n{head}\r\n{body}").as_bytes())
    };

    for (reply, flaw) in [
        (reply(200, "application/json", "\"yes\""), None),
        (reply(204, "", ""), None),
        (reply(200, "application/json", "1"), Some("1 is no \"string\"")),
        (reply(200, "text/plain", "yes"), Some("is not mentioned")),
        (reply(204, "application/json", "1"), Some("is not mentioned")),
        (reply(204, "", "x"), Some("is not mentioned")),
        (reply(201, "application/json", "\"yes\""), Some("201 is not mentioned")),
    ] {
        let judged = judge(&Value::Null, &operation, &reply);
        match flaw {
            None => assert_eq!(judged, Ok(())),
            Some(flaw) => assert!(judged.as_ref().is_err_and(|it| it.contains(flaw)), "{judged:?}"),
        }
    }
}
