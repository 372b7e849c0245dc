//! Tests of the tools that propose and record: what a model asks for by them is checked when it asks,
//! made when its agent has answered, and changes nothing before it is accepted.

mod lists;
mod refused;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use llm::Finish;

use super::{
    staff::{right, whole},
    *,
};
use crate::support::Engine;

/// A call of a tool: its name and its arguments.
type Call = (&'static str, Value);

/// A studio whose model replies as a test says, and after that that it knows nothing.
struct Desk {
    studio: Studio,
    project: String,
    chapter: String,
    replies: Arc<Mutex<VecDeque<ScriptedReply>>>,
}

/// The pieces of an answer that says nothing.
const NOTHING: [&str; 2] = ["{\"statements\": [], ", "\"unknown\": [\"Nothing more.\"]}"];

/// A reply that calls tools.
fn calling(calls: &[Call]) -> ScriptedReply {
    let calls = calls.iter().map(|(name, arguments)| ((*name).to_owned(), arguments.clone()));
    Answer { calls: calls.collect(), finish: Finish::ToolCalls, ..Answer::text("") }.into()
}

/// A reply that calls a tool when a gate is open.
fn calling_behind(gate: &Gate, (name, arguments): &Call) -> ScriptedReply {
    let event = |event: Value| Step::text(&format!("data: {event}\n\n"));
    let chunk = |delta: Value, finish: Value| {
        event(json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }))
    };
    let call = json!({ "index": 0, "id": "call_0", "type": "function",
        "function": { "name": name, "arguments": arguments.to_string() } });
    let steps = [
        chunk(json!({ "content": "" }), Value::Null),
        Step::Pass(gate.clone()),
        chunk(json!({ "tool_calls": [call] }), json!("tool_calls")),
        event(json!({ "choices": [], "usage": { "prompt_tokens": 10, "completion_tokens": 5 } })),
        Step::text("data: [DONE]\n\n"),
    ];
    RawReply::stream(Provider::OpenAi, steps).into()
}

impl Desk {
    fn new(engine: Engine) -> Self {
        let replies = Arc::<Mutex<VecDeque<ScriptedReply>>>::default();
        let script = {
            let replies = Arc::clone(&replies);
            move |_: &Received| {
                let next = replies.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                next.unwrap_or_else(|| Answer::text(&NOTHING.concat()).into())
            }
        };
        let studio = Studio::open_with_model(engine, script, &[("server.stop_timeout_ms", "1000")]);
        let (project, chapter) = book(&studio);
        Self { studio, project, chapter, replies }
    }

    /// What the model replies next.
    fn prepare(&self, next: impl IntoIterator<Item = ScriptedReply>) {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner).extend(next);
    }

    /// Asks lorekeeper; the message.
    fn send(&self) -> Value {
        let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
            "context": { "metadata": { "projectId": self.project } } });
        send(&self.studio, &message).ok()
    }

    /// Asks lorekeeper, whose model makes these calls before it answers; the reply, and what the model was
    /// told of each call.
    fn ask(&self, calls: &[Call]) -> (Value, Vec<String>) {
        self.prepare([calling(calls)]);
        let reply = reply_to(&self.studio, &self.send());
        (reply, self.results())
    }

    /// What the model was told of its calls last.
    fn results(&self) -> Vec<String> {
        let calls = self.studio.model().calls();
        let messages = &calls.last().expect("a call").body["messages"];
        let results =
            messages.as_array().expect("messages").iter().filter(|it| it["role"] == "tool");
        results.map(|it| it["content"].text()).collect()
    }

    /// Waits until the model was called so often.
    fn until_called(&self, times: usize) {
        let is_called = || (self.studio.model().calls().len() >= times).then_some(());
        self.studio.until("a call", is_called);
    }

    fn get(&self, path: &str) -> Value {
        self.studio.get(&format!("/api/projects/{}/{path}", self.project)).ok()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.studio.post(&format!("/api/projects/{}/{path}", self.project), body).ok()
    }

    fn content(&self) -> String {
        self.get(&format!("documents/{}", self.chapter))["content"].text()
    }

    fn rewrite(&self, content: &str) {
        let path = format!("/api/projects/{}/documents/{}", self.project, self.chapter);
        self.studio.put(&path, &json!({ "content": content })).ok();
    }

    /// How much is proposed, and how much is found.
    fn made(&self) -> [i64; 2] {
        ["proposals", "findings"].map(|path| self.get(path)["total"].as_i64().expect("a number"))
    }

    /// The newest proposal with its changes.
    fn proposal(&self) -> Value {
        let id = self.get("proposals")["proposals"][0]["id"].text();
        self.get(&format!("proposals/{id}"))
    }

    fn accept(&self, proposal: &Value) {
        self.post(&format!("proposals/{}/accept", proposal["id"].text()), &json!({}));
    }

    /// The only finding.
    fn finding(&self) -> Value {
        let page = self.get("findings");
        assert_eq!(page["total"], 1, "{page}");
        page["findings"][0].clone()
    }
}

fn edit(before: &str, after: &str) -> Call {
    let reason = "It is softer.";
    let title = "The Ferry";
    ("propose_edit", json!({ "title": title, "before": before, "after": after, "reason": reason }))
}

fn finding(quote: &str) -> Call {
    let message = "She said before that she would cross.";
    (
        "record_finding",
        json!({ "title": "The Ferry", "quote": quote, "concern": "continuity",
        "severity": "high", "message": message }),
    )
}

fn promise(quote: &str) -> Call {
    (
        "propose_promise",
        json!({ "promise": "She will cross", "title": "The Ferry", "quote": quote,
        "description": "Somebody crosses the river in the end." }),
    )
}

fn edits_are_proposed_with_the_answer_and_made_when_they_are_accepted(engine: Engine) {
    let desk = Desk::new(engine);

    let (reply, results) =
        desk.ask(&[edit("nobody came", "no one came"), edit("until dawn", "till dawn")]);

    assert_eq!(results, ["It is proposed to the author with your answer"; 2]);
    assert_eq!((desk.made(), desk.content()), ([1, 0], FERRY.to_owned()));
    let proposal = desk.proposal();
    let line = format!("Proposed as {}: 2 edits of “The Ferry”", proposal["id"].text());
    assert!(reply["message"].text().contains(&line), "{reply}");
    let by = (&proposal["agent"], &proposal["messageId"]);
    assert_eq!(by, (&json!("lorekeeper"), &reply["replyTo"]));
    assert_eq!(proposal["changes"][0]["reason"], "It is softer.");
    assert!(proposal["receipt"]["sources"].is_array(), "{proposal}");
    desk.accept(&proposal);
    let wanted = FERRY.replace("nobody came", "no one came").replace("until dawn", "till dawn");
    assert_eq!(desk.content(), wanted);
}

fn an_edit_that_the_result_has_again_is_proposed_one_time(engine: Engine) {
    let script = |received: &Received| {
        let has_result =
            received.body["messages"].as_array().unwrap().iter().any(|it| it["role"] == "tool");
        if !has_result {
            return calling(&[edit("nobody came", "no one came")]);
        }
        let source = source(received, "The Ferry");
        let edit = |before: &str, after: &str| {
            let before = json!({ "source": source, "quote": before });
            json!({ "before": before, "after": after, "reason": "It is shorter." })
        };
        let edits = [edit("nobody came", "no one came"), edit("until dawn", "till dawn")];
        Answer::text(&json!({ "summary": "Two words.", "edits": edits }).to_string()).into()
    };
    let studio = Studio::open_with_model(engine, script, &[]);
    let (project, _) = book(&studio);
    let path = format!("/api/projects/{project}/proposals");

    let reply = send(
        &studio,
        &json!({ "toAgent": "proseguard", "message": "Which lines of “The Ferry” are weak?",
        "context": { "metadata": { "projectId": project } } }),
    );
    let reply = reply_to(&studio, &reply.ok());

    let proposals = studio.get(&path).ok();
    let changes = |at: usize| {
        let id = proposals["proposals"][at]["id"].text();
        let changes = studio.get(&format!("{path}/{id}")).ok()["changes"].clone();
        changes.as_array().unwrap().iter().map(|it| it["after"].text()).collect::<Vec<_>>()
    };
    assert_eq!(proposals["total"], 2, "{reply}");
    assert_eq!([changes(1), changes(0)], [["no one came"], ["till dawn"]]);
}

fn a_promise_is_proposed_with_the_words_that_make_it(engine: Engine) {
    let desk = Desk::new(engine);

    let (reply, results) = desk.ask(&[promise("I will not cross"), promise("I will not cross")]);

    assert_eq!(results[0], "It is proposed to the author with your answer");
    assert_eq!(results[1], "You have proposed this promise already");
    let promises = format!("/api/creative/plot/promises?projectId={}", desk.project);
    assert_eq!(desk.studio.get(&promises).ok()["data"]["total"], 0);
    let proposal = desk.proposal();
    assert!(reply["message"].text().contains(": She will cross\n"), "{reply}");
    desk.accept(&proposal);
    let made = desk.studio.get(&promises).ok();
    let made = &made["data"]["promises"][0];
    let wanted = (&json!("She will cross"), &json!("made"), &json!("I will not cross"));
    assert_eq!((&made["title"], &made["status"], &made["notes"]), wanted);
}

fn a_finding_names_its_words_and_its_agent(engine: Engine) {
    let desk = Desk::new(engine);

    let (reply, results) = desk.ask(&[finding("I will not cross"), finding("I will not cross")]);

    assert_eq!(results, ["It is recorded with your answer", "You have recorded this already"]);
    let found = desk.finding();
    let start = FERRY.split("I will").next().unwrap().chars().count();
    assert_eq!(
        found["quotation"],
        json!({ "quote": "I will not cross", "start": start, "end": start + 16 })
    );
    let by = (&found["check"], &found["agent"], &found["rule"], &found["severity"]);
    assert_eq!(by, (&json!("agent"), &json!("lorekeeper"), &json!("continuity"), &json!("high")));
    assert_eq!(found["detail"], json!({ "model": "scripted", "messageId": reply["replyTo"] }));
    let line = format!("Recorded as finding {}: She said", found["id"].text());
    assert!(reply["message"].text().contains(&line), "{reply}");
    assert_eq!(desk.get("findings?check=agent")["total"], 1);
    assert_eq!(desk.get("findings?check=prose")["total"], 0);
}

fn a_finding_of_an_agent_stays_while_its_words_stand(engine: Engine) {
    let desk = Desk::new(engine);
    let analyse = || desk.post("analyses", &json!({}));
    let state = || desk.get("findings?check=agent")["findings"][0]["state"].text();
    desk.ask(&[finding("I will not cross")]);

    analyse();
    assert_eq!(state(), "open", "no check takes it for gone");
    desk.rewrite(&format!("At night. {FERRY}"));
    analyse();
    let found = desk.get("findings?check=agent")["findings"][0].clone();
    let start = FERRY.split("I will").next().unwrap().chars().count() + "At night. ".len();
    assert_eq!((&found["state"], &found["quotation"]["start"]), (&json!("open"), &json!(start)));
    desk.rewrite("She crossed.");
    assert_eq!(analyse()["stale"], 1);
    assert_eq!(state(), "stale");
    desk.rewrite(FERRY);
    analyse();
    assert_eq!(state(), "open");
}

fn a_finding_of_an_agent_is_answered_like_others(engine: Engine) {
    let desk = Desk::new(engine);
    desk.ask(&[finding("I will not cross")]);
    let id = desk.finding()["id"].text();
    let path = format!("/api/projects/{}/findings/{id}", desk.project);
    let body = json!({ "state": "waived", "reason": "She lies." });
    desk.studio.put(&path, &body).ok();

    let (reply, _) = desk.ask(&[finding("I will not cross")]);
    desk.post("analyses", &json!({}));

    let line = format!("Known as finding {id} (waived): ");
    assert!(reply["message"].text().contains(&line), "{reply}");
    let found = &desk.get("findings?check=agent")["findings"][0];
    assert_eq!((&found["state"], &found["reason"]), (&json!("waived"), &json!("She lies.")));
}

fn a_text_that_changed_meanwhile_keeps_the_proposal_and_loses_the_finding(engine: Engine) {
    let desk = Desk::new(engine);
    let gate = Gate::default();
    let all = [edit("nobody came", "no one came"), finding("until dawn")];
    desk.prepare([calling(&all), gated(&NOTHING, std::slice::from_ref(&gate))]);
    let sent = desk.send();
    desk.until_called(2);
    desk.rewrite(&FERRY.replace("until dawn", "all night"));

    gate.open();
    let reply = reply_to(&desk.studio, &sent);

    assert!(reply["message"].text().contains("Could not be recorded: She said before"), "{reply}");
    assert_eq!(desk.made(), [1, 0]);
    let proposal = desk.proposal();
    assert_eq!(proposal["baseVersion"], 1);
    desk.accept(&proposal);
    let wanted = FERRY.replace("until dawn", "all night").replace("nobody came", "no one came");
    assert_eq!(desk.content(), wanted);
}

fn what_was_asked_for_is_made_one_time_after_an_interruption(engine: Engine) {
    let mut desk = Desk::new(engine);
    let gate = Gate::default();
    let all =
        [edit("nobody came", "no one came"), promise("I will not cross"), finding("until dawn")];
    desk.prepare([calling(&all), gated(&NOTHING, std::slice::from_ref(&gate))]);
    let sent = desk.send();
    desk.studio.until("the second call", || {
        (desk.studio.model().calls().len() == 2 && desk.studio.model().open() == 1).then_some(())
    });

    desk.studio.restart();
    reply_to(&desk.studio, &sent);

    let calls = desk.studio.model().calls();
    assert_eq!(calls.len(), 3, "the calls of tools are not paid for again");
    assert_eq!(calls[1].body, calls[2].body);
    assert_eq!(desk.made(), [2, 1]);
}

fn an_answer_that_was_cut_keeps_what_was_asked_for_by_tools(engine: Engine) {
    let desk = Desk::new(engine);
    let cut = || Answer::text("{\"statements\": [").cut().into();
    desk.prepare([calling(&[edit("nobody came", "no one came")]), cut()]);

    let reply = reply_to(&desk.studio, &desk.send());

    let text = reply["message"].text();
    assert!(text.contains("the reply was cut") && text.contains("Proposed as "), "{text}");
    assert_eq!(desk.made(), [1, 0]);
}

/// Calls all three tools about the chapter, then answers as its form wants.
fn asking(received: &Received) -> ScriptedReply {
    let messages = received.body["messages"].as_array().expect("messages");
    if messages.iter().any(|it| it["role"] == "tool") {
        return right(received);
    }
    calling(&[
        edit("until dawn", "till dawn"),
        promise("I will not cross"),
        finding("risen to the third"),
    ])
}

service_test! {
    fn what_sub_tasks_ask_for_belongs_to_their_swarm(studio, model = asking) {
        let project = whole(studio);
        let body = json!({ "swarmType": "reader_panel", "projectId": project,
            "taskDescription": "The night at the ferry" });
        let id = studio.post("/api/agents/swarm", &body).ok()["swarmId"].text();

        studio.until("the end of the swarm", || {
            (studio.get(&format!("/api/agents/swarm/{id}")).ok()["status"] == "completed").then_some(())
        });

        let found = studio.get(&format!("/api/projects/{project}/findings?swarmId={id}")).ok();
        let finding = &found["findings"][0];
        assert_eq!((&found["total"], &finding["check"]), (&json!(1), &json!("agent")), "{found}");
        assert!(finding["detail"]["subTask"].is_string(), "{finding}");
        let listed = studio.get(&format!("/api/projects/{project}/proposals")).ok();
        let proposals = listed["proposals"].as_array().unwrap();
        assert!(proposals.len() >= 2, "{listed}");
        for proposal in proposals {
            assert_eq!((&proposal["swarmId"], &proposal["state"]), (&json!(id), &json!("open")));
            assert!(proposal["subTaskId"].is_string() || proposal["subtaskId"].is_string(), "{proposal}");
        }
    }
}

service_test! {
    fn an_agent_that_needs_permission_asks_for_nothing_before_it_has_it(studio, model = asking) {
        let (project, _) = book(studio);
        let ask = || send(studio, &json!({ "toAgent": "publisher", "message": "Write a blurb for the book",
            "context": { "metadata": { "projectId": project } } })).ok();
        let path = |sent: &Value| {
            format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text())
        };
        let total = || studio.get(&format!("/api/projects/{project}/proposals")).ok()["total"].clone();
        let waiting = |sent: &Value| studio.until("a request for permission", || {
            (studio.get(&path(sent)).ok()["status"] == "awaiting_approval").then_some(())
        });
        let denied = ask();
        waiting(&denied);
        studio.post(&format!("{}/deny", path(&denied)), &json!({})).ok();
        assert_eq!((studio.model().calls().len(), total()), (0, json!(0)));
        let allowed = ask();
        waiting(&allowed);

        studio.post(&format!("{}/approve", path(&allowed)), &json!({})).ok();
        reply_to(studio, &allowed);

        assert_eq!(total(), 2);
    }
}

on_both! {
    edits_are_proposed_with_the_answer_and_made_when_they_are_accepted,
    an_edit_that_the_result_has_again_is_proposed_one_time,
    a_promise_is_proposed_with_the_words_that_make_it,
    a_finding_names_its_words_and_its_agent,
    a_finding_of_an_agent_stays_while_its_words_stand,
    a_finding_of_an_agent_is_answered_like_others,
    a_text_that_changed_meanwhile_keeps_the_proposal_and_loses_the_finding,
    what_was_asked_for_is_made_one_time_after_an_interruption,
    an_answer_that_was_cut_keeps_what_was_asked_for_by_tools,
}
