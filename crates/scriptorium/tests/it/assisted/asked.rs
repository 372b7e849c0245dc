//! When a model is asked and when not: without a project, without a permission or the project's wish, for
//! what is not there yet, and by agents of a user's own in swarms; and what counts as done then.

use super::{
    staff::{right, whole},
    swarms::{ended, make},
    *,
};

fn sub_task(swarm: &Value, key: &str) -> Value {
    let mut all = swarm["subTasks"].as_array().expect("sub-tasks").iter();
    all.find(|it| it["key"] == key).unwrap_or_else(|| panic!("no {key}")).clone()
}

fn path(sent: &Value) -> String {
    format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text())
}

/// A message that is in this state.
fn until_status(studio: &Studio, sent: &Value, status: &str) -> Value {
    studio.until(status, || {
        let message = studio.get(&path(sent)).ok();
        (message["status"] == status).then_some(message)
    })
}

/// Invents, and rests on nothing.
fn inventive(received: &Received) -> ScriptedReply {
    let form = received.body["response_format"]["json_schema"]["name"].text();
    result(&match form.as_str() {
        "argument" => json!({ "position": "She should wait.", "replies": [], "concessions": [],
            "claims": [{ "claim": "Waiting is a choice.", "grounds": [] }] }),
        "ideas" => json!({ "question": "Whose lamp is it?", "ideas": [{ "title": "The Lamp",
            "idea": "A keeper leaves.", "grows_from": null, "costs": "The sea." }] }),
        other => panic!("no result of the type {other}"),
    })
}

service_test! {
    fn what_is_about_no_project_is_asked_of_a_model(studio, model = inventive) {
        let premises = json!({ "toAgent": "muse",
            "message": "Give me five premises for a novel about lighthouse keepers" });
        let reply = reply_to(studio, &send(studio, &premises).ok());
        assert!(reply["message"].text().contains("A keeper leaves."), "{reply}");

        let path = make(studio, &json!({ "swarmType": "debate", "input": { "rounds": 1 },
            "taskDescription": "Should a keeper leave the lamp?" }));
        let debate = ended(studio, &path);

        assert_eq!(debate["status"], "completed", "{}", debate["errorMessage"]);
        assert_eq!(studio.model().calls().len(), 3);
        for call in &studio.model().calls()[1..] {
            assert!(call.prompt().contains("Should a keeper leave the lamp?"), "{}", call.prompt());
        }
    }
}

service_test! {
    fn research_without_a_project_finds_passages_of_all_projects_by_rule(studio, model = inventive) {
        book(studio);
        studio.delete("/api/projects/active");

        let path = make(studio, &json!({ "swarmType": "research",
            "taskDescription": "Who waited at the ferry until dawn?" }));
        let research = ended(studio, &path);

        let passages = sub_task(&research, "passages");
        assert_eq!(passages["state"], "succeeded", "{passages}");
        assert!(passages["result"]["text"].text().contains("waited at the ferry"), "{passages}");
        // Some of those projects may want no help of models.
        let question = json!({ "toAgent": "researcher", "message": "Who waited at the ferry?" });
        let reply = reply_to(studio, &send(studio, &question).ok());
        assert!(reply["message"].text().contains("waited at the ferry"), "{reply}");
        let says = "No language model was asked: passages of all projects were looked for";
        assert!(reply["message"].text().contains(says), "{reply}");
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn who_was_not_permitted_to_ask_a_model_answers_by_rule_and_says_so(studio, model = right) {
        let project = whole(studio);
        let question = |timeout: Value| json!({ "toAgent": "publisher", "message": "Is the book ready?",
            "context": { "timeoutMs": timeout, "metadata": { "projectId": project } } });

        let denied = send(studio, &question(Value::Null)).ok();
        until_status(studio, &denied, "awaiting_approval");
        studio.post(&format!("{}/deny", path(&denied)), &json!({ "reason": "Not now." })).ok();
        let reply = reply_to(studio, &denied);
        assert!(reply["message"].text().contains("on the checklist hold"), "{reply}");
        let says = "No language model was asked: local did not permit it: Not now.\n";
        assert!(reply["message"].text().ends_with(says), "{reply}");
        assert_eq!(reply["report"]["kind"], "publishing");

        let silent = send(studio, &question(json!(60_000))).ok();
        until_status(studio, &silent, "awaiting_approval");
        studio.clock.advance(50_000);
        let reply = reply_to(studio, &silent);
        assert!(reply["message"].text().contains("Nobody permitted it in time"), "{reply}");
        let message = studio.get(&path(&silent)).ok();
        assert_eq!((&message["status"], &message["approval"]["decision"]),
            (&json!("handled"), &json!("denied")));
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn where_a_project_wants_no_help_no_model_is_asked_and_the_answer_says_so(studio, model = right) {
        let project = whole(studio);
        let off = json!({ "settings": { "aiAssistance": false } });
        studio.put(&format!("/api/projects/{project}"), &off).ok();

        let draft = ask(studio, "scribe", &project, "Write chapter 11");
        let ready = ask(studio, "publisher", &project, "Is the book ready?");

        assert!(draft["message"].text().starts_with("There is no chapter 11"), "{draft}");
        for reply in [draft, ready] {
            assert!(reply["message"].text().contains(
                "No language model was asked: settings.aiAssistance of the project is off."), "{reply}");
            assert!(!reply["message"].text().contains("none is configured"), "{reply}");
        }
        assert_eq!(studio.model().calls().len(), 0);
    }
}

service_test! {
    fn what_is_to_be_written_need_not_be_there_yet(studio, model = right) {
        let project = whole(studio);

        for (agent, request, form) in [
            ("scribe", "Write chapter 11", "draft"),
            ("scribe", "Write the next chapter", "draft"),
            ("scribe", "Rewrite the opening of “The Ferry” in the present tense", "edits"),
            ("linguist", "Make a word for “lighthouse”", "words"),
        ] {
            let reply = ask(studio, agent, &project, request);

            assert_eq!(reply["report"]["answer"]["kind"], form, "{request}: {reply}");
            assert!(reply["message"].text().contains("Proposed as "), "{request}: {reply}");
        }
        let kinds = |agent: &str| {
            let path = format!("/api/projects/{project}/proposals?agent={agent}");
            let all = studio.get(&path).ok()["proposals"].clone();
            let all = all.as_array().expect("proposals").clone();
            all.iter().map(|it| it["target"]["kind"].text()).collect::<Vec<_>>()
        };
        assert_eq!(kinds("linguist"), ["word"]);
        // A question about what is not there is none for a model.
        let question = ask(studio, "scribe", &project, "How far is chapter 11?");
        assert!(question["message"].text().contains("There is no chapter 11"), "{question}");
        assert_eq!(question["report"]["answer"], Value::Null);
    }
}

service_test! {
    fn a_question_about_what_is_there_is_answered_and_nothing_is_proposed(studio, model = right) {
        let project = whole(studio);

        for (agent, question) in [
            ("architect", "How is “The Ferry” built?"),
            ("castwright", "Who is in “The Ferry”?"),
            ("chronicler", "How old is Mara?"),
            ("linguist", "How many words has Selk?"),
            ("plotter", "Who owes Mara something?"),
            ("scribe", "What must a draft of “The Ferry” keep to?"),
            ("worldsmith", "Which places does “The Ferry” have?"),
        ] {
            let reply = ask(studio, agent, &project, question);

            let answer = &reply["report"]["answer"];
            assert_eq!(answer["kind"], "answers", "{agent}: {reply}");
            assert!(reply["message"].text().contains("She waits at the ferry."), "{agent}: {reply}");
        }
        assert_eq!(studio.get(&format!("/api/projects/{project}/proposals")).ok()["total"], 0);
    }
}

service_test! {
    fn an_agent_of_ones_own_understands_its_task_and_gets_the_results_as_inputs(studio, model = right) {
        let project = whole(studio);
        studio.post("/api/agents", &json!({ "id": "coach", "name": "Coach", "description": "Coaches.",
            "capabilities": ["review"], "systemPrompt": "You coach the ferrymen." })).ok();

        let path = make(studio, &json!({ "swarmType": "outline", "projectId": project,
            "agents": ["architect", "plotter", "coach"], "taskDescription": "Mind chapter 11" }));
        let outline = ended(studio, &path);

        let judged = sub_task(&outline, "judgement-coach");
        assert_eq!(judged["state"], "succeeded", "{judged}");
        assert_eq!(judged["result"]["report"]["answer"]["kind"], "answers", "{judged}");
        let calls = studio.model().calls();
        let prompt = calls.iter().map(Received::prompt).find(|it| it.contains("You coach the ferrymen."));
        let prompt = prompt.expect("a call of the coach");
        assert!(prompt.contains("kind=\"input\"") && prompt.contains("Mind chapter 11"), "{prompt}");
        let asks = prompt.split("kind=\"request\"").nth(1).expect("a request");
        let asks = asks.split("</source>").next().expect("its end");
        assert!(!asks.contains("quoted"), "{asks}");
    }
}

service_test! {
    fn the_readers_of_a_draft_read_the_draft(studio, model = right) {
        let project = whole(studio);

        let path = make(studio, &json!({ "swarmType": "draft", "projectId": project,
            "taskDescription": "The scene after the ferry" }));
        let swarm = ended(studio, &path);

        assert_eq!(swarm["status"], "completed", "{}", swarm["errorMessage"]);
        for (key, form) in [("prose", "edits"), ("judgement", "critique")] {
            let done = sub_task(&swarm, key);
            assert_eq!(done["result"]["report"]["answer"]["kind"], form, "{done}");
            let sources = done["result"]["report"]["answer"]["receipt"]["sources"].clone();
            let documents = sources.as_array().expect("sources").iter()
                .filter(|it| it["kind"] == "document").map(|it| it["title"].text());
            assert_eq!(documents.collect::<Vec<_>>(), ["The text"], "{done}");
        }
        // An edit of what is not in the book yet is no proposal.
        let proposals = format!("/api/projects/{project}/proposals?agent=proseguard");
        assert_eq!(studio.get(&proposals).ok()["total"], 0);
    }
}

service_test! {
    fn the_readers_of_a_draft_read_that_of_an_agent_outside_too(studio, model = right) {
        let project = whole(studio);
        studio.post("/api/agents", &json!({ "id": "ghost", "name": "Ghost", "description": "Drafts.",
            "capabilities": ["drafting"] })).ok();
        let agents = ["architect", "ghost", "proseguard", "critic"];
        let path = make(studio, &json!({ "swarmType": "draft", "projectId": project, "agents": agents,
            "taskDescription": "The scene after the ferry" }));

        let lease = || {
            let path = "/api/agent-communication/agents/ghost/lease";
            studio.post(path, &json!({ "limit": 1 })).ok()["messages"].get(0).cloned()
        };
        let leased = studio.until("the message of the draft", lease);
        let id = leased["id"].text();
        studio.post(&format!("/api/agent-communication/messages/{id}/acknowledge"),
            &json!({ "epoch": leased["epoch"], "reply": { "message": "In the morning the river fell." } }))
            .ok();
        let swarm = ended(studio, &path);

        assert_eq!(swarm["status"], "completed", "{}", swarm["errorMessage"]);
        for key in ["prose", "judgement"] {
            let done = sub_task(&swarm, key);
            assert_eq!(done["state"], "succeeded", "{done}");
            let quoted = done["result"]["text"].text();
            assert!(quoted.contains("“river fell” (The text)"), "{quoted}");
        }
    }
}

/// Never keeps to its form.
fn confused(_: &Received) -> ScriptedReply {
    Answer::text("I do not know JSON.").into()
}

service_test! {
    fn an_offer_is_refused_where_the_model_gives_no_answer(studio, model = confused) {
        let project = whole(studio);
        let offer = json!({ "toAgent": "scribe", "message": "Write the next scene",
            "messageType": "handoff", "context": { "metadata": { "projectId": project } } });

        let message = until_status(studio, &send(studio, &offer).ok(), "refused");

        assert_eq!(message["rule"], "nothing_done", "{message}");
        assert!(message["error"].text().contains("The model gave no answer that holds"), "{message}");
    }
}

/// Edits words that stand twice.
fn ambiguous(received: &Received) -> ScriptedReply {
    let before =
        json!({ "source": source(received, "Twice"), "quote": "He was very tired of it all" });
    result(&json!({ "summary": "One word.", "edits": [{ "before": before,
        "after": "He was tired of it all", "reason": "The second time." }] }))
}

service_test! {
    fn an_edit_of_words_that_stand_twice_is_sent_back(studio, model = ambiguous) {
        let project = studio.project("Twice");
        studio.document(&project, "Twice", "He was very tired of it all. It rained. He was very tired of it all.");

        let reply = ask(studio, "proseguard", &project, "Which lines of “Twice” are weak?");

        let again = studio.model().calls()[1].prompt();
        let says = "The words “He was very tired of it all” stand 2 times in source";
        assert!(again.contains(says), "{again}");
        assert!(reply["report"]["answer"]["failure"].text().contains(says), "{reply}");
        assert_eq!(studio.get(&format!("/api/projects/{project}/proposals")).ok()["total"], 0);
    }
}

service_test! {
    fn an_agent_that_a_model_backs_works_on_four_requests_at_once(mut studio, model = right) {
        let slots = |studio: &Studio| {
            let agent = studio.get("/api/agents/lorekeeper").ok();
            agent["resourceRequirements"]["slots"].clone()
        };
        assert_eq!(slots(studio), 4);

        studio.put("/api/agents/lorekeeper", &json!({ "slots": 2 })).ok();
        studio.restart();

        assert_eq!(slots(studio), 2, "what its user says counts");
    }
}

service_test! {
    fn what_an_open_proposal_would_change_is_not_proposed_again(studio, model = right) {
        let project = whole(studio);
        let ask_again = || ask(studio, "chronicler", &project, "Which events does “The Ferry” tell?");
        let first = ask_again();
        assert!(first["message"].text().contains("Proposed as "), "{first}");

        let second = ask_again();

        assert!(second["message"].text().contains("Proposed before, and still open, as "), "{second}");
        let listed = studio.get(&format!("/api/projects/{project}/proposals")).ok();
        assert_eq!(listed["total"], 1);
    }
}

/// Edits words of the ferry, wherever they stand.
fn other_dawn(received: &Received) -> ScriptedReply {
    let before = json!({ "source": source(received, "The Ferry"), "quote": "until dawn" });
    result(&json!({ "summary": "It is longer.", "edits": [{ "before": before,
        "after": "until noon", "reason": "Nobody comes that late." }] }))
}

service_test! {
    fn an_edit_is_recognised_though_its_words_have_moved(studio, model = other_dawn) {
        let (project, chapter) = book(studio);
        let ask_again =
            || ask(studio, "proseguard", &project, "Which lines of “The Ferry” are weak?");
        let first = ask_again();
        assert!(first["message"].text().contains("Proposed as "), "{first}");
        let moved = json!({ "content": format!("It was late in the year. {FERRY}") });
        studio.put(&format!("/api/projects/{project}/documents/{chapter}"), &moved).ok();

        let second = ask_again();

        assert!(second["message"].text().contains("Proposed before, and still open, as "), "{second}");
        let listed = studio.get(&format!("/api/projects/{project}/proposals")).ok();
        let open = listed["proposals"][0]["id"].text();
        studio.post(&format!("/api/projects/{project}/proposals/{open}/reject"), &json!({})).ok();
        let third = ask_again();
        assert!(third["message"].text().contains("Proposed as "), "{third}");
    }
}

/// Concedes in its second turn.
fn concedes(received: &Received) -> ScriptedReply {
    let is_answer = received.prompt().contains("kind=\"input\"");
    let concessions = if is_answer { json!(["The river is high."]) } else { json!([]) };
    result(&json!({ "position": if is_answer { "She should wait." } else { "She should cross." },
        "replies": [], "concessions": concessions,
        "claims": [{ "claim": "It is a choice.", "grounds": [] }] }))
}

service_test! {
    fn a_debate_ends_with_what_was_conceded_and_what_was_not(studio, model = concedes) {
        let project = whole(studio);

        let path = make(studio, &json!({ "swarmType": "debate", "projectId": project,
            "taskDescription": "Should Mara cross?", "input": { "rounds": 1 } }));
        let report = sub_task(&ended(studio, &path), "synthesis")["result"]["report"].clone();

        let names = |list: &str| {
            let all = report[list]["items"].as_array().expect("a list").clone();
            all.iter().map(|it| it["name"].text()).collect::<Vec<_>>()
        };
        assert_eq!(names("agreements"), ["The river is high."]);
        assert_eq!(names("disagreements"), ["She should cross.", "She should wait."]);
    }
}
