//! Tests of conversations with a model: results that hold, results that are repaired, tools, replies
//! that were cut, and what the settings of a project change.

use llm::Finish;

use super::*;
use crate::support::Reply;

/// A statement about Mara that rests on the chapter.
fn waits(received: &Received) -> ScriptedReply {
    let chapter = source(received, "The Ferry");
    result(&json!({
        "statements": [{
            "statement": "Mara waits at the ferry.",
            "citations": [{ "source": chapter, "quote": "waited at the ferry until dawn" }],
        }],
        "unknown": [],
    }))
}

/// As [`waits`], with words that stand nowhere.
fn invented(received: &Received) -> ScriptedReply {
    let chapter = source(received, "The Ferry");
    result(&json!({
        "statements": [{
            "statement": "Mara swims.",
            "citations": [{ "source": chapter, "quote": "swam across the river" }],
        }],
        "unknown": [],
    }))
}

fn is_repair(received: &Received) -> bool {
    received.prompt().contains("This answer cannot be used")
}

service_test! {
    fn an_answer_cites_what_it_rests_on_and_has_a_receipt(studio, model = waits) {
        let (project, chapter) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        let text = reply["message"].text();
        assert!(text.contains("Mara waits at the ferry. [“waited at the ferry until dawn” (The Ferry)]"), "{text}");
        assert!(text.contains("\nMeasured:\n"), "{text}");
        assert_eq!(reply["report"]["answer"]["kind"], "answers");
        let sources = reply["report"]["answer"]["receipt"]["sources"].as_array().unwrap();
        let sent = sources.iter().find(|it| it["kind"] == "document").unwrap();
        assert_eq!((&sent["id"], &sent["included"]), (&json!(chapter), &json!(true)));
        assert_eq!(studio.model().calls().len(), 1);
    }
}

service_test! {
    fn a_claim_whose_words_stand_nowhere_is_repaired(
        studio,
        model = |received: &Received| if is_repair(received) { waits(received) } else { invented(received) }
    ) {
        let (project, _) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        assert!(reply["message"].text().contains("Mara waits at the ferry."), "{reply}");
        let calls = studio.model().calls();
        assert_eq!(calls.len(), 2);
        assert!(calls[1].prompt().contains("do not stand in source"), "{}", calls[1].prompt());
    }
}

service_test! {
    fn what_cannot_be_repaired_is_a_failure_that_keeps_what_was_measured(studio, model = invented) {
        let (project, _) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        let text = reply["message"].text();
        assert!(text.starts_with("The model gave no answer that holds:"), "{text}");
        assert!(text.contains("A pilot."), "{text}");
                assert_eq!(reply["report"]["answer"]["result"], Value::Null);
        assert_eq!(studio.model().calls().len(), 2);
    }
}

service_test! {
    fn a_model_that_calls_a_tool_can_cite_its_result(
        studio,
        model = |received: &Received| {
            if received.prompt().contains("the model called") || received.body.to_string().contains("tool_call_id") {
                let entry = received.body.to_string();
                let number = entry.rsplit("source number=\\\"").next().unwrap();
                let number: usize = number.split('\\').next().unwrap().parse().unwrap();
                result(&json!({
                    "statements": [{
                        "statement": "She is a pilot.",
                        "citations": [{ "source": number, "quote": "(character)" }],
                    }],
                    "unknown": [],
                }))
            } else {
                Answer::call("lookup_lore", json!({ "name": "mara" })).into()
            }
        }
    ) {
        let (project, _) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        assert!(reply["message"].text().contains("She is a pilot."), "{reply}");
        let sources = reply["report"]["answer"]["receipt"]["sources"].as_array().unwrap();
        let called = sources.last().unwrap();
        assert_eq!((&called["kind"], &called["reason"]),
            (&json!("lore"), &json!("the model called lookup_lore")));
    }
}

service_test! {
    fn a_reply_that_was_cut_never_passes_as_finished(
        studio,
        model = |_: &Received| Answer::text("{\"statements\": [{\"statement\": \"Mara").cut().into()
    ) {
        let (project, _) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        let text = reply["message"].text();
        assert!(text.contains("the reply was cut"), "{text}");
        assert!(text.contains("unfinished and unchecked"), "{text}");
        assert_eq!(reply["report"]["answer"]["result"], Value::Null);
    }
}

service_test! {
    fn a_refusal_is_said(
        studio,
        model = |_: &Received| Answer::text("I will not.").ending(Finish::Refusal).into()
    ) {
        let (project, _) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        assert!(reply["message"].text().contains("the model refused"), "{reply}");
    }
}

/// Changes the settings of a project.
fn set(studio: &Studio, project: &str, settings: &Value) -> Reply {
    studio.put(&format!("/api/projects/{project}"), &json!({ "settings": settings }))
}

service_test! {
    fn no_model_is_called_for_a_project_that_wants_no_assistance(studio, model = waits) {
        let (project, _) = book(studio);
        set(studio, &project, &json!({ "aiAssistance": false })).ok();

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        assert!(reply["message"].text().contains("A pilot."), "{reply}");
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn the_settings_of_a_project_reach_its_model(studio, model = waits) {
        let (project, _) = book(studio);
        set(studio, &project, &json!({
            "aiPersonality": "dry and brief",
            "genres": ["mystery"],
            "lorekeeper": { "culturalContext": "names of the northern coast" },
            "agentConfig": { "temperature": 0.25, "maxTokens": 777 },
            "agentSystemPrompts": { "Lorekeeper": "You keep the book of the ferrymen." },
        })).ok();

        ask(studio, "lorekeeper", &project, "Who is Mara?");

        let calls = studio.model().calls();
        let (prompt, body) = (calls[0].prompt(), &calls[0].body);
        for wanted in ["dry and brief", "mystery", "names of the northern coast",
            "You keep the book of the ferrymen."] {
            assert!(prompt.contains(wanted), "{wanted}: {prompt}");
        }
        assert_eq!(body["temperature"], 0.25);
        let most = body.get("max_completion_tokens").or_else(|| body.get("max_tokens"));
        assert_eq!(most, Some(&json!(777)));
    }
}

service_test! {
    fn the_knowledge_filter_keeps_entries_from_the_model(studio, model = waits) {
        let (project, _) = book(studio);
        let step_entry = json!({ "name": "Third Step", "category": "location", "content": "Slippery." });
        studio.post(&format!("/api/projects/{project}/lore"), &step_entry).ok();
        set(studio, &project, &json!({ "knowledgeFilter": ["location"] })).ok();

        ask(studio, "lorekeeper", &project, "Who is Mara?");

        let prompt = studio.model().calls()[0].prompt();
        assert!(prompt.contains("Slippery."), "{prompt}");
        assert!(!prompt.contains("kind=\"lore\" title=\"Mara\""), "{prompt}");
    }
}

service_test! {
    fn no_tool_reads_an_entry_that_the_knowledge_filter_leaves_out(
        studio,
        model = |received: &Received| {
            if received.body["messages"].to_string().contains("tool_call_id") {
                result(&json!({ "statements": [], "unknown": ["Who she is."] }))
            } else {
                Answer::call("lookup_lore", json!({ "name": "Mara" })).into()
            }
        }
    ) {
        let (project, _) = book(studio);
        set(studio, &project, &json!({ "knowledgeFilter": ["location"] })).ok();

        ask(studio, "lorekeeper", &project, "Who is Mara?");

        let sent = studio.model().calls()[1].body["messages"].to_string();
        assert!(sent.contains("The lore has no entry “Mara”"), "{sent}");
        assert!(!sent.contains("A pilot."), "{sent}");
    }
}
