//! Every agent end to end with a model that returns a right result of its type: the request, what the
//! reply says, and what is proposed.

use super::*;
use crate::support::Engine;

/// One agent.
struct Case {
    agent: &'static str,
    question: &'static str,
    /// The type of its result.
    form: &'static str,
    /// What its reply says.
    says: &'static str,
    /// The kind of record it proposes to make or change, and a value of the change.
    proposes: Option<(&'static str, &'static str)>,
}

const fn case(
    agent: &'static str,
    question: &'static str,
    form: &'static str,
    says: &'static str,
) -> Case {
    Case { agent, question, form, says, proposes: None }
}

const STAFF: [Case; 15] = [
    case(
        "lorekeeper",
        "Who is Mara?",
        "answers",
        "- She waits at the ferry. [“waited at the ferry until dawn” (The Ferry)]",
    ),
    case("researcher", "Where is the ferry?", "answers", "- She waits at the ferry."),
    case(
        "archivist",
        "Which facts does “The Ferry” state?",
        "answers",
        "- She waits at the ferry.",
    ),
    case("critic", "Where does the book sag?", "critique", "**Who doubts**: It holds."),
    case("castwright", "How does Mara speak?", "voices", "**Mara**: She refuses in few words."),
    Case {
        proposes: Some(("document", "no one came")),
        ..case(
            "proseguard",
            "Which lines of “The Ferry” are weak?",
            "edits",
            "1. “nobody came” (The Ferry) → “no one came”: It is softer.",
        )
    },
    case("muse", "Offer titles for the book", "ideas", "1. **The Third Step**: A river decides."),
    Case {
        proposes: Some(("node", "Mara waits. To begin.")),
        ..case(
            "architect",
            "What is the structure of the book?",
            "structure",
            "1. **Waiting**: Mara waits.",
        )
    },
    case("director", "What should I do next?", "plan", "**Goal**: A finished first chapter."),
    case("publisher", "Write a blurb for the book", "letter", "A ferry, a river, a refusal."),
    Case {
        proposes: Some(("promise", "She will cross")),
        ..case(
            "plotter",
            "Which promises does “The Ferry” make?",
            "promises",
            "1. **She will cross**",
        )
    },
    Case {
        proposes: Some(("timeline_event", "The wait")),
        ..case(
            "chronicler",
            "Which events does “The Ferry” tell?",
            "events",
            "1. The wait (until dawn)",
        )
    },
    Case {
        proposes: Some(("lore", "The Third Step")),
        ..case(
            "worldsmith",
            "Invent a place at the river",
            "entries",
            "**The Third Step** (location)",
        )
    },
    Case {
        proposes: Some(("word", "selka")),
        ..case("linguist", "How would Selk say water?", "words", "- **selka** “water”")
    },
    Case {
        proposes: Some(("document", "The river fell at last.")),
        ..case("scribe", "Write the scene after “The Ferry”", "draft", "The river fell at last.")
    },
];

/// A right result of the type that is asked for.
pub(super) fn right(received: &Received) -> ScriptedReply {
    let form = received.body["response_format"]["json_schema"]["name"].text();
    // Who reads a draft is sent the draft, and not the book.
    let reads_draft = received.prompt().contains("title=\"The text\"");
    let cite = |quote: &str| match reads_draft {
        true => json!({ "source": source(received, "The text"), "quote": "river fell" }),
        false => json!({ "source": source(received, "The Ferry"), "quote": quote }),
    };
    let waits = || cite("waited at the ferry until dawn");
    let right = match form.as_str() {
        "answers" => json!({ "unknown": [], "statements":
            [{ "statement": "She waits at the ferry.", "citations": [waits()] }] }),
        "critique" => {
            let reader = |name: &str| {
                json!({ "reader": name, "judgement": "It holds.",
                "moments": [{ "citation": waits(), "effect": "Patience." }] })
            };
            let readers =
                ["Who wants story", "Who wants language", "Who loves the genre", "Who doubts"];
            json!({ "readers": readers.map(reader), "together": "All agree." })
        }
        "voices" => json!({ "voices": [{ "person": "Mara", "voice": "She refuses in few words.",
            "habits": ["No greeting."], "lines": [cite("“I will not cross,”")] }] }),
        "edits" => json!({ "summary": "One word.", "edits": [{ "before": cite("nobody came"),
            "after": "no one came", "reason": "It is softer." }] }),
        "ideas" => json!({ "question": "Whose river is it?", "ideas": [{ "title": "The Third Step",
            "idea": "A river decides.", "grows_from": waits(), "costs": "The bridge." }] }),
        "structure" => json!({ "questions": [], "parts": [{ "title": "Waiting",
            "summary": "Mara waits.", "purpose": "To begin.", "citation": waits() }] }),
        "plan" => json!({ "goal": "A finished first chapter.", "questions": [], "steps":
            [{ "agent": "critic", "task": "Read it.", "done_when": "It was read." }] }),
        "letter" => json!({ "kind": "blurb", "text": "A ferry, a river, a refusal.",
            "grounds": [waits()] }),
        "promises" => json!({ "promises": [{ "title": "She will cross", "kept": null,
            "description": "Somebody waits.", "made": waits(), "payoff": "The river falls." }] }),
        "events" => json!({ "doubts": [], "events":
            [{ "title": "The wait", "date": "until dawn", "citation": waits() }] }),
        "entries" => json!({ "entries": [{ "name": "The Third Step", "category": "location",
            "content": "The lowest dry step.", "grounds": [cite("risen to the third step")] }] }),
        "words" => json!({ "explanation": "Water is a root.", "words": [{ "form": "selka",
            "meaning": "water", "formation": "A root with -a.", "grounds": [] }] }),
        "argument" => json!({ "position": "She should wait.", "replies": [], "concessions": [],
            "claims": [{ "claim": "She waits already.", "grounds": [waits()] }] }),
        "draft" => json!({ "text": "The river fell at last.", "notes": ["No name is new."] }),
        other => panic!("no result of the type {other}"),
    };
    result(&right)
}

/// A project with something for every agent.
pub(super) fn whole(studio: &Studio) -> String {
    let (project, _) = book(studio);
    let post = |path: &str, mut body: Value| {
        body["projectId"] = json!(project);
        studio.post(path, &body).ok()["data"]["id"].text()
    };
    let timeline = post("/api/creative/timelines", json!({ "name": "The flood" }));
    let events = format!("/api/creative/timelines/{timeline}/events");
    studio.post(&events, &json!({ "title": "The rain", "dateDisplay": "The day before" })).ok();
    post("/api/creative/conlang/languages", json!({ "name": "Selk" }));
    post("/api/creative/plot/nodes", json!({ "title": "The wait", "kind": "chapter" }));
    project
}

/// Asks an agent about a project, and permits it to call the model where it waits for that; its reply.
fn ask_permitting(studio: &Studio, agent: &str, project: &str, question: &str) -> Value {
    let message = json!({ "toAgent": agent, "message": question,
        "context": { "metadata": { "projectId": project } } });
    let calls = studio.model().calls().len();
    let sent = send(studio, &message).ok();
    let path =
        format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text());
    let waits = studio.until("an answer, or a request for permission", || {
        let message = studio.get(&path).ok();
        let waits = message["status"] == "awaiting_approval";
        (waits || !message["answerId"].is_null()).then_some(waits)
    });
    if waits {
        assert_eq!(
            studio.model().calls().len(),
            calls,
            "{agent} called a model before it was permitted"
        );
        studio.post(&format!("{path}/approve"), &json!({})).ok();
    }
    reply_to(studio, &sent)
}

service_test! {
    fn every_agent_answers_with_a_result_of_its_type_and_only_proposes(studio, model = right) {
        for Case { agent, question, form, says, proposes } in STAFF {
            let project = whole(studio);

            let reply = ask_permitting(studio, agent, &project, question);

            let (text, report) = (reply["message"].text(), &reply["report"]["answer"]);
            assert!(text.contains(says), "{agent}: {text}");
            assert!(!text.contains("none is configured"), "{agent}: {text}");
            assert_eq!((&report["kind"], &report["model"]), (&json!(form), &json!("scripted")), "{agent}");
            assert!(!report["receipt"]["sources"].as_array().unwrap().is_empty(), "{agent}: {report}");
            let path = format!("/api/projects/{project}/proposals");
            let listed = studio.get(&path).ok();
            assert_eq!(listed["total"], i64::from(proposes.is_some()), "{agent}: {text}");
            if let Some((kind, value)) = proposes {
                let proposal = &listed["proposals"][0];
                let stored = (&proposal["state"], &proposal["target"]["kind"], &proposal["agent"]);
                assert_eq!(stored, (&json!("open"), &json!(kind), &json!(agent)));
                assert!(text.contains("Proposed as "), "{agent}: {text}");
                let whole = studio.get(&format!("{path}/{}", proposal["id"].text())).ok();
                assert!(whole["changes"].to_string().contains(value), "{agent}: {whole}");
                assert!(whole["receipt"]["sources"].is_array(), "{agent}: {whole}");
            }
        }
    }
}

service_test! {
    fn an_agent_of_ones_own_speaks_with_the_model(
        studio, model = |_: &Received| result(&json!({ "statements": [], "unknown": ["How deep it is."] }))
    ) {
        let (project, _) = book(studio);
        studio.post("/api/agents", &json!({ "id": "coach", "name": "Coach", "description": "Coaches.",
            "capabilities": ["coaching"], "systemPrompt": "You coach the ferrymen." })).ok();

        let reply = ask(studio, "coach", &project, "How deep is the river?");

        assert!(reply["message"].text().contains("How deep it is."), "{reply}");
        assert!(studio.model().calls()[0].prompt().contains("You coach the ferrymen."));
    }
}

fn what_comes_behind_a_heartbeat_is_left_to_the_process(engine: Engine) {
    let gate = Gate::default();
    let gates = [gate.clone()];
    let answer = move |_: &Received| {
        gated(&["{\"statements\": [], ", "\"unknown\": [\"Why she waits.\"]}"], &gates)
    };
    let studio = &Studio::open_with_model(engine, answer, &[]);
    studio
        .post(
            "/api/agents",
            &json!({ "id": "coach", "name": "Coach", "description": "Coaches.",
        "capabilities": ["coaching"], "systemPrompt": "You coach the ferrymen." }),
        )
        .ok();
    let say = |text: &str| send(studio, &json!({ "toAgent": "coach", "message": text })).ok();
    let before = say("Who is Mara?");
    studio.until("a call", || (studio.model().open() > 0).then_some(()));

    studio.post("/api/agents/coach/heartbeat", &json!({})).ok();
    let behind = say("Who is the ferryman?");
    gate.open();

    // The round that began before the heartbeat ends its message, and looks for more.
    reply_to(studio, &before);
    let (project, _) = book(studio);
    ask(studio, "researcher", &project, "Where is the ferry?");
    let lease = "/api/agent-communication/agents/coach/lease";
    let leased = studio.post(lease, &json!({})).ok();
    assert_eq!(leased["messages"][0]["id"], behind["response"]["messageId"]);
}

on_both! {
    what_comes_behind_a_heartbeat_is_left_to_the_process,
}
