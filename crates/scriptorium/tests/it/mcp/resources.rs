//! Tests of resources: what is listed, what an address shows, and to whom.

use domain::principal::Scope;
use serde_json::{Value, json};

use super::Assistant;
use crate::access::token_of;
use crate::{
    access::Person,
    support::{Listener, Studio, Text as _},
};

/// The longest text of a resource.
const RESOURCE_CHARS_MAX: usize = 32_000;

/// The address of something of a project.
fn uri(project: &str, rest: &str) -> String {
    format!("scriptorium://project/{project}/{rest}")
}

/// The text of a resource.
fn read(assistant: &Assistant<'_>, uri: &str) -> String {
    let answer = assistant.ask("resources/read", json!({ "uri": uri }));
    let contents = &answer["contents"][0];
    assert_eq!(
        (&contents["uri"], &contents["mimeType"]),
        (&json!(uri), &json!("text/markdown")),
        "{answer}"
    );
    let text = contents["text"].text();
    assert!(text.chars().count() <= RESOURCE_CHARS_MAX, "{}", text.chars().count());
    text
}

/// Why a resource is not read: the code and the words.
fn refused(assistant: &Assistant<'_>, uri: &str) -> (i64, String) {
    let error = assistant.ask("resources/read", json!({ "uri": uri }));
    (error["code"].as_i64().unwrap_or_else(|| panic!("{error}")), error["message"].text())
}

/// The addresses of all pages of the list.
fn listed(assistant: &Assistant<'_>) -> Vec<String> {
    let (mut all, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let asked = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
        let page = assistant.ask("resources/list", asked);
        let resources = page["resources"].as_array().unwrap_or_else(|| panic!("{page}"));
        assert!((1..=100).contains(&resources.len()), "{}", resources.len());
        all.extend(resources.iter().map(|it| it["uri"].text()));
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            return all;
        }
    }
}

/// Makes an entry of the lore; its id.
fn entry(studio: &Studio, project: &str, body: &Value) -> String {
    studio.post(&format!("/api/projects/{project}/lore"), body).ok()["id"].text()
}

service_test! {
    fn every_listed_resource_is_read_as_markdown_with_its_records(studio) {
        let project = studio.project("Nightfall");
        let harbour = studio.document(&project, "The Harbour", "Mara waited.\n\nThe ferry was late.");
        let mara = entry(studio, &project, &json!({
            "name": "Mara", "category": "character", "aliases": ["the pilot"],
            "attributes": { "eyes": "grey" }, "content": "She waits.",
        }));
        let node = json!({ "projectId": project, "title": "Arrival", "documentId": harbour });
        let node = studio.post("/api/creative/plot/nodes", &node).ok()["data"]["id"].text();
        let timeline = json!({ "projectId": project, "name": "Years" });
        let timeline = studio.post("/api/creative/timelines", &timeline).ok()["data"]["id"].text();
        let event = json!({ "title": "The wreck", "description": "It sank.", "dateDisplay": "3 May 1893" });
        studio.post(&format!("/api/creative/timelines/{timeline}/events"), &event).ok();
        let promise = json!({
            "projectId": project, "title": "The ring", "description": "Who has it?", "madeAtNodeId": node,
        });
        studio.post("/api/creative/plot/promises", &promise).ok();
        let assistant = Assistant::new(studio);

        let all = listed(&assistant);

        let wanted = [
            ("outline".to_owned(), vec!["scene “Arrival”", "“The Harbour”", "6 words"]),
            ("timeline".to_owned(), vec!["timeline “Years”", "“3 May 1893”: event “The wreck”", "> It sank."]),
            ("promises".to_owned(), vec!["promise “The ring”", "made at node “Arrival”", "> Who has it?"]),
            (format!("document/{harbour}"), vec!["chapter “The Harbour”", "> Mara waited.\n> \n> The ferry"]),
            (format!("lore/{mara}"), vec!["character “Mara”", "“the pilot”", "> {\"eyes\":\"grey\"}", "> She waits."]),
        ];
        assert_eq!(all, wanted.iter().map(|(rest, _)| uri(&project, rest)).collect::<Vec<_>>());
        for (address, (_, parts)) in all.iter().zip(&wanted) {
            let text = read(&assistant, address);
            for part in parts {
                assert!(text.to_lowercase().contains(&part.to_lowercase()), "{part}: {text}");
            }
            assert!(text.contains("They are data"), "{text}");
        }
    }
}

service_test! {
    fn the_forms_of_addresses_take_names_as_well_as_ids(studio) {
        let project = studio.project("The Ring");
        studio.document(&project, "Où / ½?", "The text.");
        entry(studio, &project, &json!({ "name": "Ivo Blum", "category": "character", "aliases": ["Ivo"] }));
        let assistant = Assistant::new(studio);

        let templates = assistant.ask("resources/templates/list", json!({}));

        let forms = templates["resourceTemplates"].as_array().unwrap();
        let forms: Vec<String> = forms.iter().map(|it| it["uriTemplate"].text()).collect();
        assert_eq!(forms, [
            "scriptorium://project/{project}/outline",
            "scriptorium://project/{project}/timeline",
            "scriptorium://project/{project}/promises",
            "scriptorium://project/{project}/lore/{entry}",
            "scriptorium://project/{project}/document/{document}",
        ]);
        for (rest, part) in [
            ("document/O%C3%B9%20%2F%20%C2%BD%3F", "> The text."),
            ("lore/ivo", "“Ivo Blum”"),
            ("lore/Ivo%20Blum", "“Ivo Blum”"),
        ] {
            let text = read(&assistant, &uri("the%20ring", rest));
            assert!(text.contains(part), "{rest}: {text}");
        }
    }
}

service_test! {
    fn a_long_resource_says_what_was_cut_and_is_read_to_its_end(studio) {
        let project = studio.project("Nightfall");
        let long: Vec<String> = (1..=1_500).map(|line| format!("Line {line}: the ferry was late again.")).collect();
        let document = studio.document(&project, "The Long Quay", &long.join("\n"));
        let assistant = Assistant::new(studio);

        let mut address = uri(&project, "document/the%20long%20quay");
        let mut lines: Vec<String> = Vec::new();
        let parts = std::iter::from_fn(|| {
            let text = read(&assistant, &address);
            lines.extend(text.lines().filter_map(|it| Some(it.strip_prefix("> ")?.to_owned())));
            let (_, rest) = text.split_once("The rest: read ")?;
            let (next, other) = rest.split_once(", or ").unwrap();
            assert_eq!(other, format!("call get_document with the document {document}."));
            address = next.to_owned();
            Some(())
        });
        let cuts = parts.count();

        assert_eq!(lines, long);
        assert!(cuts >= 1, "it fits into one");
        assert!(address.starts_with(&uri(&project, &format!("document/{document}?from="))), "{address}");
    }
}

service_test! {
    fn a_list_of_many_resources_comes_in_pages_that_leave_nothing_out(studio) {
        let projects = ["Daybreak", "Nightfall"].map(|name| studio.project(name));
        for number in 0..70 {
            studio.document(&projects[0], &format!("One {number}"), "x");
            studio.document(&projects[1], &format!("Two {number}"), "x");
        }
        let assistant = Assistant::new(studio);

        let all = listed(&assistant);

        let unique: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!((all.len(), unique.len()), (2 * 73, 2 * 73));
        assert!(all[0].starts_with(&uri(&projects[1], "outline")), "the newest is first: {}", all[0]);
        for cursor in ["nonsense", &uri(&projects[0], "document/gone"), &uri("gone", "outline")] {
            let error = assistant.ask("resources/list", json!({ "cursor": cursor }));
            assert_eq!(error["code"], -32602, "{cursor}: {error}");
        }
    }
}

service_test! {
    fn a_resource_that_is_not_there_is_the_protocols_error(studio) {
        let project = studio.project("Nightfall");
        studio.document(&project, "Twin", "a");
        studio.document(&project, "Twin", "b");
        let assistant = Assistant::new(studio);

        for rest in ["document/none", "lore/none", "chapters", "outline?from=0"] {
            let (code, words) = refused(&assistant, &uri(&project, rest));
            assert_eq!(code, -32002, "{rest}: {words}");
        }
        assert_eq!(refused(&assistant, "file:///etc/passwd").0, -32002);
        assert_eq!(refused(&assistant, &uri("none", "outline")).0, -32002);
        let (code, words) = refused(&assistant, &uri(&project, "document/twin"));
        assert_eq!(code, -32602);
        assert!(words.starts_with("Which document is meant?"), "{words}");
        let newest = json!({ "uri": uri(&project, "document/none"), "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        } });
        let headers = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "resources/read"),
            ("mcp-name", &*uri(&project, "document/none")),
        ];
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": newest });
        let reply = assistant.send(&headers, &body.to_string());
        assert_eq!(reply.body["error"]["code"], -32602, "{reply}");
    }
}

service_test! {
    fn lore_that_the_knowledge_filter_leaves_out_is_neither_listed_nor_read(studio) {
        let project = studio.project("Nightfall");
        let mara = entry(studio, &project, &json!({ "name": "Mara", "category": "character" }));
        let relation = json!([{ "targetId": mara, "kind": "home" }]);
        let quay = json!({ "name": "The Quay", "category": "location", "relations": relation });
        let quay = entry(studio, &project, &quay);
        let filter = json!({ "settings": { "knowledgeFilter": ["location"] } });
        studio.put(&format!("/api/projects/{project}"), &filter).ok();
        let assistant = Assistant::new(studio);

        let all = listed(&assistant);
        let text = read(&assistant, &uri(&project, &format!("lore/{quay}")));

        assert!(!all.contains(&uri(&project, &format!("lore/{mara}"))), "{all:?}");
        assert!(all.contains(&uri(&project, &format!("lore/{quay}"))), "{all:?}");
        assert!(!text.contains("Mara") && !text.contains(&mara), "{text}");
        for name in ["mara", &mara, "nobody"] {
            let (code, words) = refused(&assistant, &uri(&project, &format!("lore/{name}")));
            assert_eq!(code, -32002, "{name}: as what there is not");
            assert!(words.contains(&format!("Lore entry not found: “{name}”")), "{words}");
        }
    }
}

service_test! {
    fn a_token_of_one_project_lists_and_reads_no_other(studio) {
        let mara = Person::new(studio, "mara", Scope::Write);
        let otto = Person::new(studio, "otto", Scope::Write);
        let [night, day] = ["Nightfall", "Daybreak"].map(|name| mara.project(name));
        let others = otto.project("Noon");
        let bearer = token_of(studio, &night, Scope::Read);
        let (one, all) =
            (Assistant::with_token(studio, &bearer), Assistant::with_token(studio, &mara.bearer));

        let of_one = listed(&one);
        let of_all = listed(&all);

        assert_eq!(of_one, ["outline", "timeline", "promises"].map(|rest| uri(&night, rest)));
        assert_eq!(of_all.len(), 6);
        for project in [&*day, "daybreak", &*others, "noon"] {
            assert_eq!(refused(&one, &uri(project, "outline")).0, -32002, "{project}");
        }
        assert_eq!(refused(&all, &uri(&others, "outline")).0, -32002);
        assert!(read(&all, &uri(&day, "outline")).contains("“Daybreak”"));
    }
}

service_test! {
    fn what_was_read_is_in_the_event_log(studio) {
        let project = studio.project("Nightfall");
        let assistant = Assistant::new(studio);
        let mut listener = Listener::now(studio);

        read(&assistant, &uri(&project, "outline"));
        refused(&assistant, &uri(&project, "document/none"));
        let mut calls = std::iter::from_fn(|| listener.event()).filter(|it| it.kind == "tool_call");
        let [first, second] = [calls.next(), calls.next()].map(|it| it.unwrap().body);

        assert_eq!((&first["tool"], &first["projectId"]), (&json!("resources/read"), &json!(project)));
        assert_eq!(first["refusal"], Value::Null);
        assert!(second["refusal"].text().contains("Document not found"), "{second}");
    }
}
