//! Tests of what agents with a model propose: nothing changes before it is accepted.

use super::{staff::right, *};

fn edit(received: &Received) -> ScriptedReply {
    let chapter = source(received, "The Ferry");
    result(&json!({
        "edits": [{
            "before": { "source": chapter, "quote": "nobody came" },
            "after": "no one came",
            "reason": "The word is softer.",
        }],
        "summary": "One word.",
    }))
}

service_test! {
    fn an_edit_is_proposed_and_made_when_it_is_accepted(studio, model = edit) {
        let (project, chapter) = book(studio);
        let document = format!("/api/projects/{project}/documents/{chapter}");

        let reply = ask(studio, "proseguard", &project, "Which lines of “The Ferry” are weak?");

        assert!(reply["message"].text().contains("Proposed as "), "{reply}");
        assert_eq!(studio.get(&document).ok()["content"], FERRY);
        let proposals = format!("/api/projects/{project}/proposals");
        let listed = studio.get(&proposals).ok();
        assert_eq!((&listed["total"], &listed["proposals"][0]["agent"]),
            (&json!(1), &json!("proseguard")));
        let id = listed["proposals"][0]["id"].text();
        studio.post(&format!("{proposals}/{id}/accept"), &json!({})).ok();
        let content = studio.get(&document).ok()["content"].text();
        assert_eq!(content, FERRY.replace("nobody came", "no one came"));
    }
}

service_test! {
    fn no_edit_of_a_locked_document_is_proposed(studio, model = edit) {
        let (project, chapter) = book(studio);
        let path = format!("/api/projects/{project}");
        studio.post(&format!("{path}/documents/{chapter}/lock"), &json!({})).ok();

        let reply = ask(studio, "proseguard", &project, "Which lines of “The Ferry” are weak?");

        let text = reply["message"].text();
        assert!(text.contains("Could not be proposed: One word."), "{text}");
        assert!(text.contains("“The Ferry” is locked"), "{text}");
        assert_eq!(studio.get(&format!("{path}/proposals")).ok()["total"], 0);
    }
}

service_test! {
    fn what_an_agent_proposes_in_a_collaboration_is_proposed(
        studio,
        model = |received: &Received| match received.body["response_format"]["json_schema"]["name"].as_str() {
            Some("edits") => edit(received),
            _ => right(received),
        }
    ) {
        let (project, _) = book(studio);
        let message = json!({ "toAgent": "proseguard", "messageType": "collaboration",
            "message": "Which lines of “The Ferry” are weak?",
            "context": { "metadata": { "projectId": project, "capabilities": "critic" } } });

        let reply = reply_to(studio, &send(studio, &message).ok());

        assert_eq!(reply["report"]["asked"][0]["agentId"], "critic", "{reply}");
        assert!(reply["message"].text().contains("Proposed as "), "{reply}");
        let listed = studio.get(&format!("/api/projects/{project}/proposals")).ok();
        assert_eq!((&listed["total"], &listed["proposals"][0]["agent"]),
            (&json!(1), &json!("proseguard")));
    }
}

fn entries(_: &Received) -> ScriptedReply {
    result(&json!({
        "entries": [{
            "name": "The Third Step", "category": "location",
            "content": "The lowest dry step of the ferry.", "grounds": [],
        }],
    }))
}

service_test! {
    fn an_entry_is_proposed_for_the_lore(studio, model = entries) {
        let (project, _) = book(studio);

        ask(studio, "worldsmith", &project, "Invent a place at the river");

        let lore = format!("/api/projects/{project}/lore");
        assert_eq!(studio.get(&lore).ok()["total"], 1);
        let proposals = format!("/api/projects/{project}/proposals");
        let id = studio.get(&proposals).ok()["proposals"][0]["id"].text();
        studio.post(&format!("{proposals}/{id}/accept"), &json!({})).ok();
        assert_eq!(studio.get(&lore).ok()["total"], 2);
    }
}

/// A structure: a part that the outline has, one that is a document, and one that is new, twice.
fn structure(received: &Received) -> ScriptedReply {
    let cited = json!({ "source": source(received, "The Ferry"), "quote": "waited at the ferry until dawn" });
    let part = |title: &str, kind: &str, citation: Value| {
        json!({ "title": title, "kind": kind, "summary": "It happens.", "purpose": "To begin.",
            "citation": citation })
    };
    let mut parts = vec![
        part("THE  wait", "chapter", Value::Null),
        part("The refusal", "scene", cited),
        part("The crossing", "act", Value::Null),
        part("The crossing", "act", Value::Null),
    ];
    parts[2].as_object_mut().expect("a part").remove("kind");
    result(&json!({ "parts": parts, "questions": [] }))
}

service_test! {
    fn parts_that_the_outline_does_not_have_are_proposed_as_nodes(studio, model = structure) {
        let (project, chapter) = book(studio);
        let nodes = "/api/creative/plot/nodes";
        let body = json!({ "projectId": project, "title": "The wait", "kind": "chapter" });
        studio.post(nodes, &body).ok();
        let outline = || studio.get(&format!("{nodes}?projectId={project}")).ok()["data"].clone();

        let reply = ask(studio, "architect", &project, "What is the structure of the book?");

        assert!(reply["message"].text().contains(": The refusal\n"), "{reply}");
        assert_eq!(outline()["total"], 1);
        let proposals = format!("/api/projects/{project}/proposals");
        let listed = studio.get(&proposals).ok();
        assert_eq!(listed["total"], 2, "{listed}");
        for proposal in listed["proposals"].as_array().unwrap().iter().rev() {
            let accept = format!("{proposals}/{}/accept", proposal["id"].text());
            studio.post(&accept, &json!({})).ok();
        }
        let made: Vec<Value> = outline()["nodes"].as_array().unwrap().iter()
            .map(|it| json!([it["title"], it["kind"], it["documentId"]])).collect();
        assert_eq!(made, [
            json!(["The wait", "chapter", null]),
            json!(["The refusal", "scene", chapter]),
            json!(["The crossing", "chapter", null]),
        ]);
    }
}
