//! Tests of the journal of model calls: what ended is never paid for twice, what was interrupted is made
//! again and counted as an estimate, and what was asked does not change behind a step that was made.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use domain::steps::StepOwner;
use llm::scripted::Gate;

use super::*;
use crate::{messages::send, support::Engine};

/// How long a stop waits for a model that writes.
const SHORT_STOP: (&str, &str) = ("server.stop_timeout_ms", "1000");

/// So that what is reserved can be read.
const DAY: (&str, &str) = ("budget.day_tokens", "1000000");

/// The answer, in two pieces with a gate between them where it is gated.
const PIECES: [&str; 2] = ["{\"statements\": [], ", "\"unknown\": [\"Why she waits.\"]}"];

/// A studio whose model calls a tool, begins an answer and is stopped there, and answers from then on.
struct Interrupted {
    studio: Studio,
    project: String,
    chapter: String,
    /// The question.
    sent: Value,
}

/// The first call is open for a moment too.
fn is_second_call_open(studio: &Studio) -> Option<()> {
    (studio.model().calls().len() == 2 && studio.model().open() == 1).then_some(())
}

impl Interrupted {
    fn new(engine: Engine) -> Self {
        let (calls, gate) = (Arc::new(AtomicUsize::new(0)), Gate::default());
        let script = move |_: &Received| match calls.fetch_add(1, Ordering::AcqRel) {
            0 => Answer::call("lookup_lore", json!({ "name": "Mara" })).into(),
            1 => gated(&PIECES, std::slice::from_ref(&gate)),
            _ => Answer::text(&PIECES.concat()).into(),
        };
        let studio = Studio::open_with_model(engine, script, &[SHORT_STOP, DAY]);
        let (project, chapter) = book(&studio);
        let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
            "context": { "metadata": { "projectId": project } } });
        let sent = send(&studio, &message).ok();
        studio.until("the second call", || is_second_call_open(&studio));
        Self { studio, project, chapter, sent }
    }

    /// The budget of the day.
    fn reserved(&self) -> i64 {
        let usage = self.studio.get("/api/usage").ok();
        assert_eq!(usage["budgets"][0]["scope"], "day");
        usage["budgets"][0]["tokensReserved"].as_i64().expect("a number")
    }

    /// All replies to the question.
    fn replies(&self) -> Vec<Value> {
        let id = &self.sent["response"]["messageId"];
        let page = self.studio.get("/api/agent-communication/messages?limit=100").ok();
        let all = page["messages"].as_array().expect("messages").iter();
        all.filter(|it| it["replyTo"] == *id).cloned().collect()
    }
}

fn what_ended_is_not_paid_twice_and_what_was_cut_is_counted_as_an_estimate(engine: Engine) {
    let mut it = Interrupted::new(engine);
    assert!(it.reserved() > 0, "the call that runs has its budget");

    it.studio.restart();
    let reply = reply_to(&it.studio, &it.sent);

    assert!(reply["message"].text().contains("Why she waits."), "{reply}");
    assert_eq!(it.replies().len(), 1);
    let calls = it.studio.model().calls();
    assert_eq!(calls.len(), 3, "the tool, the answer that was cut, the answer");
    assert_eq!(calls[1].body, calls[2].body, "what was interrupted is asked again as it was");
    let usage = it.studio.get("/api/usage?groupBy=agent").ok();
    let item = &usage["usage"][0];
    // The first and the last were reported as ten tokens each, that between them was not.
    assert_eq!(item["calls"], 3);
    let number = |field: &str| item[field].as_i64().expect("a number");
    assert!(number("estimatedTokens") > 0, "{item}");
    assert!(number("inputTokens") > 20, "{item}");
    assert_eq!(
        number("inputTokens") + number("outputTokens") - number("estimatedTokens"),
        20 + 5 + PIECES.concat().split_inclusive(' ').count() as i64,
    );
    assert_eq!(it.reserved(), 0);
}

impl Interrupted {
    /// What is kept of what was sent.
    fn kept(&self) -> usize {
        let owner = StepOwner::Message(self.sent["response"]["messageId"].text());
        self.studio
            .write(move |tx| Ok(store::steps::context(tx, &owner)?.map_or(0, |kept| kept.0.len())))
    }
}

fn what_is_begun_again_sends_what_was_sent_though_the_texts_have_changed(engine: Engine) {
    let mut it = Interrupted::new(engine);
    let path = format!("/api/projects/{}", it.project);
    let document = format!("{path}/documents/{}", it.chapter);
    it.studio.put(&document, &json!({ "content": "Mara had left long ago." })).ok();
    let body =
        json!({ "title": "The Mill", "kind": "chapter", "content": "Who is Mara? A pilot." });
    it.studio.post(&format!("{path}/documents"), &body).ok();

    it.studio.restart();
    let reply = reply_to(&it.studio, &it.sent);

    assert!(reply["message"].text().contains("Why she waits."), "{reply}");
    let calls = it.studio.model().calls();
    assert_eq!(calls.len(), 3, "the tool, the answer that was cut, the answer");
    assert_eq!(calls[1].body, calls[2].body);
    let receipt = &reply["report"]["answer"]["receipt"];
    let user = calls[2].body["messages"][1]["content"].text();
    assert_eq!(receipt["digest"], domain::digest::hex(user.as_bytes()));
    assert!(it.kept() > 0);
    it.studio.clean();
    assert_eq!(it.kept(), 0, "the message is over");
}

fn what_asks_something_else_at_a_step_that_was_made_fails_it(engine: Engine) {
    let mut it = Interrupted::new(engine);
    let path = format!("/api/projects/{}", it.project);
    it.studio.put(&path, &json!({ "settings": { "aiPersonality": "dry" } })).ok();

    it.studio.restart();
    let reply = reply_to(&it.studio, &it.sent);

    let text = reply["message"].text();
    assert!(
        text.contains("Step 1 asked the model something else when it was first made"),
        "{text}"
    );
    assert!(text.contains("A pilot."), "what was measured is there: {text}");
    assert_eq!(reply["report"]["answer"]["result"], Value::Null);
    assert_eq!((it.replies().len(), it.studio.model().calls().len()), (1, 2));
    it.studio.clean();
    assert_eq!(it.reserved(), 0, "nobody works on the second step any more");
}

fn what_an_interrupted_call_wrote_is_kept_while_another_has_written_less(engine: Engine) {
    let (calls, gate) = (Arc::new(AtomicUsize::new(0)), Gate::default());
    let chunk = |text: &str| {
        let choice = json!({ "index": 0, "delta": { "content": text } });
        Step::text(&format!("data: {}\n\n", json!({ "choices": [choice] })))
    };
    let error = Step::text("data: {\"error\": {\"message\": \"out of memory\"}}\n\n");
    let script = move |_: &Received| match calls.fetch_add(1, Ordering::AcqRel) {
        0 => gated(&PIECES, std::slice::from_ref(&gate)),
        _ => RawReply::stream(Provider::OpenAi, [chunk("{"), error.clone()]).into(),
    };
    let mut studio = Studio::open_with_model(engine, script, &[SHORT_STOP, DAY]);
    let (project, _) = book(&studio);
    let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
        "context": { "metadata": { "projectId": project } } });
    let sent = send(&studio, &message).ok();
    let path =
        format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text());
    let draft = |studio: &Studio| studio.get(&path).ok()["draft"]["text"].clone();
    studio.until("a draft", || (draft(&studio) == PIECES[0]).then_some(()));

    studio.restart();
    let reply = reply_to(&studio, &sent);

    assert!(reply["message"].text().contains("The model gave no answer that holds"), "{reply}");
    assert_eq!(studio.model().calls().len(), 2);
    assert_eq!(draft(&studio), PIECES[0]);
}

fn what_a_tool_found_is_what_it_found_though_the_texts_have_changed(engine: Engine) {
    let (calls, gate) = (Arc::new(AtomicUsize::new(0)), Gate::default());
    let script = move |_: &Received| match calls.fetch_add(1, Ordering::AcqRel) {
        0 => Answer::call("find_passages", json!({ "query": "the ferry until dawn" })).into(),
        1 => gated(&PIECES, std::slice::from_ref(&gate)),
        _ => Answer::text(&PIECES.concat()).into(),
    };
    let mut studio = Studio::open_with_model(engine, script, &[SHORT_STOP, DAY]);
    let (project, chapter) = book(&studio);
    let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
        "context": { "metadata": { "projectId": project } } });
    let sent = send(&studio, &message).ok();
    studio.until("the second call", || is_second_call_open(&studio));
    let document = format!("/api/projects/{project}/documents/{chapter}");
    studio.put(&document, &json!({ "content": "The ferry sank before dawn." })).ok();

    studio.restart();
    let reply = reply_to(&studio, &sent);

    assert!(reply["message"].text().contains("Why she waits."), "{reply}");
    let calls = studio.model().calls();
    assert_eq!((calls.len(), &calls[1].body), (3, &calls[2].body));
    let owner = StepOwner::Message(sent["response"]["messageId"].text());
    let kept = |studio: &Studio| {
        let owner = owner.clone();
        studio.write(move |tx| Ok(store::steps::tool_answers(tx, (&owner, 1))?.is_some()))
    };
    assert!(kept(&studio));
    studio.clean();
    assert!(!kept(&studio), "the message is over");
}

fn a_form_that_was_refused_is_not_tried_again(engine: Engine) {
    let (calls, gate) = (Arc::new(AtomicUsize::new(0)), Gate::default());
    let script = move |_: &Received| match calls.fetch_add(1, Ordering::AcqRel) {
        0 => RawReply::new(400, &[], "{}").into(),
        1 => gated(&PIECES, std::slice::from_ref(&gate)),
        _ => Answer::text(&PIECES.concat()).into(),
    };
    let mut studio = Studio::open_with_model(engine, script, &[SHORT_STOP, DAY]);
    let (project, _) = book(&studio);
    let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
        "context": { "metadata": { "projectId": project } } });
    let sent = send(&studio, &message).ok();
    studio.until("the second call", || is_second_call_open(&studio));

    studio.restart();
    let reply = reply_to(&studio, &sent);

    assert!(reply["message"].text().contains("Why she waits."), "{reply}");
    let calls = studio.model().calls();
    assert_eq!((calls.len(), &calls[1].body), (3, &calls[2].body), "the plain form alone");
    assert_eq!(calls[1].body["tools"], Value::Null);
}

on_both! {
    a_form_that_was_refused_is_not_tried_again,
    what_a_tool_found_is_what_it_found_though_the_texts_have_changed,
    what_is_begun_again_sends_what_was_sent_though_the_texts_have_changed,
    what_an_interrupted_call_wrote_is_kept_while_another_has_written_less,
    what_ended_is_not_paid_twice_and_what_was_cut_is_counted_as_an_estimate,
    what_asks_something_else_at_a_step_that_was_made_fails_it,
}
