//! Agents of a user's own beside the built-in ones: how they are added, changed and removed, and
//! what becomes of their messages.

use domain::agents::{AGENTS_MAX, card::RESERVED_IDS};
use serde_json::{Value, json};

use super::{STAFF, ask, capabilities, record};
use crate::{
    messages::{SEND, reply_to, send},
    support::{JSON, Listener, Reply, Studio, Text as _},
};

const AGENTS: &str = "/api/agents";

fn coach() -> Value {
    json!({
        "id": "story-coach",
        "name": "Story Coach",
        "description": "Asks what the author wants.",
        "capabilities": ["coaching", "review"],
    })
}

fn add(studio: &Studio, id: &str) -> Value {
    let mut body = coach();
    body["id"] = id.into();
    studio.post(AGENTS, &body).ok()
}

fn put(studio: &Studio, tag: &str, body: &Value) -> Reply {
    let path = format!("{AGENTS}/story-coach");
    studio.ask("PUT", &path, &[JSON, ("if-match", tag)], Some(&body.to_string()))
}

/// The ids of a page of the registry, and where the next one begins.
fn page(studio: &Studio, query: &str) -> (Vec<String>, Value) {
    let page = studio.get(&format!("{AGENTS}?{query}")).ok();
    let ids = page["agents"].as_array().unwrap().iter().map(|agent| agent["id"].text()).collect();
    (ids, page["nextCursor"].clone())
}

service_test! {
    fn four_fields_make_an_agent(studio) {
        let reply = studio.post(AGENTS, &coach());

        assert_eq!(reply.header("etag"), Some("\"1\""));
        let made = reply.ok();
        let at = made["metadata"]["createdAt"].clone();
        assert_eq!(made, json!({
            "id": "story-coach",
            "name": "Story Coach",
            "description": "Asks what the author wants.",
            "type": "active",
            "category": "editorial",
            "priority": "normal",
            "status": "offline",
            "autoStart": true,
            "userVisible": true,
            "requiresUserPermission": false,
            "canModifySystem": false,
            "resourceRequirements": { "slots": 1, "needsModel": false },
            "dependencies": { "requires": [], "worksWith": [] },
            "metadata": made["metadata"],
            "capabilities": ["coaching", "review"],
            "specializations": [],
            "systemPrompt": "",
        }));
        assert_eq!((&made["metadata"]["version"], &made["metadata"]["builtin"]),
            (&json!("1"), &json!(false)));
        assert_eq!(made["metadata"]["updatedAt"], at);
        assert_eq!(studio.get("/api/agents/story-coach").ok(), made);
        assert_eq!(studio.get("/api/agents/Story-Coach").ok(), made);
        let detail = studio.get("/api/agents/architecture/agent/story-coach").ok();
        for (key, value) in detail.as_object().unwrap() {
            assert_eq!(&made[key], value, "{key}");
        }

        // It stands behind all others, and is offline until it is heard of. Then it can be asked, and is
        // asked for what only it can do.
        let all = capabilities(studio);
        let last = all["agents"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["agentId"], &last["name"]), (&json!("story-coach"), &json!("story-coach")));
        assert_eq!((&last["status"], &last["currentLoad"]), (&json!("offline"), &Value::Null));
        assert_eq!(all["routingSuggestions"].get("coaching"), None);
        studio.post("/api/agents/story-coach/heartbeat", &json!({})).ok();
        let all = capabilities(studio);
        assert_eq!(all["agents"].as_array().unwrap().last().unwrap()["status"], "available");
        assert_eq!(all["routingSuggestions"]["coaching"], "story-coach");
        assert_eq!(all["routingSuggestions"]["review"], "critic", "the first in registry order");
        let sent = send(studio, &json!({ "toAgent": "story-coach", "message": "Hello." })).ok();
        assert_eq!(sent["response"]["delivered"], true);
    }
}

service_test! {
    fn an_agent_may_say_more_of_itself(studio) {
        let body = json!({
            "id": "narrator", "name": "The Narrator", "description": "Tells it.",
            "capabilities": ["narration", "narration"], "specializations": ["irony", "irony"],
            "type": "hybrid", "category": "drafting", "priority": "high", "autoStart": false,
            "userVisible": false, "requiresUserPermission": true, "canModifySystem": true,
            "systemPrompt": "You tell it slant.\n", "slots": "3", "color": "blue",
        });

        let made = studio.post(AGENTS, &body).ok();

        for key in ["type", "category", "priority", "autoStart", "userVisible",
            "requiresUserPermission", "canModifySystem", "systemPrompt"]
        {
            assert_eq!(made[key], body[key], "{key}");
        }
        assert_eq!(made["capabilities"], json!(["narration"]), "named twice, it counts once");
        assert_eq!(made["specializations"], json!(["irony"]));
        assert_eq!(made["resourceRequirements"], json!({ "slots": 3, "needsModel": true }));
        assert_eq!(made["status"], "offline", "it waits to be woken");
        assert_eq!(made.get("color"), None);
        // Whoever can change what others rely on is guarded from the start.
        let handoff = json!({ "toAgent": "narrator", "fromAgent": "scribe", "message": "Yours.",
            "messageType": "handoff" });
        assert_eq!(send(studio, &handoff).ok()["status"], "failed");
    }
}

service_test! {
    fn every_mistake_of_a_new_agent_is_named_at_once(studio) {
        insta::assert_snapshot!(studio.post(AGENTS, &json!({})), @r"
        422
        body.id: Field required (missing)
        body.name: Field required (missing)
        body.description: Field required (missing)
        body.capabilities: Field required (missing)
        ");
        insta::assert_snapshot!(studio.post(AGENTS, &json!({
            "id": "Story Coach", "name": " ", "description": 7, "capabilities": ["a b"],
            "specializations": ["x".repeat(65)], "type": "eager", "category": "other",
            "priority": "urgent", "autoStart": "perhaps", "systemPrompt": null, "slots": 0 })), @r"
        422
        body.id: String should match pattern '^[a-z][a-z0-9_-]{0,63}$' (string_pattern_mismatch)
        body.name: Value error, it should be one line of plain text (value_error)
        body.description: Input should be a valid string (string_type)
        body.capabilities.0: String should match pattern '^[a-z][a-z0-9_-]{0,63}$' (string_pattern_mismatch)
        body.specializations.0: String should have at most 64 characters (string_too_long)
        body.type: Input should be 'background', 'active' or 'hybrid' (literal_error)
        body.category: Input should be 'direction', 'ideation', 'structure', 'knowledge', 'language', 'drafting', 'editorial' or 'production' (literal_error)
        body.priority: Input should be 'critical', 'high', 'normal' or 'low' (literal_error)
        body.autoStart: Input should be a valid boolean, unable to interpret input (bool_parsing)
        body.systemPrompt: Input should be a valid string (string_type)
        body.slots: Input should be greater than or equal to 1 (greater_than_equal)
        ");
        assert_eq!(page(studio, "").0.len(), STAFF.len(), "nothing is half applied");
    }
}

service_test! {
    fn a_name_is_one_agents_and_no_word_of_a_route(studio) {
        add(studio, "story-coach");

        for id in RESERVED_IDS {
            let mut body = coach();
            body["id"] = (*id).into();
            let refused = studio.post(AGENTS, &body);
            assert_eq!((refused.status, refused.detail()), (409, format!("The name {id} is reserved")));
            let detail = studio.get(&format!("/api/agents/architecture/agent/{id}"));
            assert_eq!((detail.status, detail.detail()), (404, "Agent not found".to_owned()), "{id}");
        }
        for id in ["story-coach", "lorekeeper"] {
            let mut body = coach();
            body["id"] = id.into();
            let refused = studio.post(AGENTS, &body);
            assert_eq!((refused.status, refused.detail()), (409, format!("There is an agent {id} already")));
        }
        assert_eq!(studio.get(AGENTS).ok()["total"], STAFF.len() + 1);
    }
}

service_test! {
    fn the_registry_is_listed_page_by_page(studio) {
        for id in ["zoe", "adam", "mia"] {
            add(studio, id);
        }

        let all = studio.get(AGENTS).ok();
        let ids: Vec<String> =
            all["agents"].as_array().unwrap().iter().map(|agent| agent["id"].text()).collect();
        let built_in = STAFF.iter().map(|(id, ..)| (*id).to_owned());
        let own = ["zoe", "adam", "mia"].map(str::to_owned);
        assert_eq!(ids, built_in.chain(own).collect::<Vec<_>>());
        assert_eq!((&all["total"], &all["nextCursor"]), (&json!(18), &Value::Null));
        assert_eq!(all["agents"][0].get("systemPrompt"), None, "a list is short");
        let mut cursor = String::new();
        let mut walked = Vec::new();
        loop {
            let (ids, next) = page(studio, &format!("limit=5{cursor}"));
            assert!(ids.len() <= 5);
            walked.extend(ids);
            let Value::String(next) = next else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(walked, ids);
        insta::assert_snapshot!(studio.get("/api/agents?limit=0&cursor=x"), @r"
        422
        query.limit: Input should be greater than or equal to 1 (greater_than_equal)
        query.cursor: Value error, the cursor is not one of a page of this list (value_error)
        ");
    }
}

service_test! {
    fn an_update_changes_only_what_it_names(studio) {
        let before = add(studio, "story-coach");

        let reply = put(studio, "\"1\"", &json!({ "name": "Coach", "slots": 4, "id": "other" }));
        assert_eq!(reply.header("etag"), Some("\"2\""));
        let after = reply.ok();

        let mut wanted = before.clone();
        wanted["name"] = "Coach".into();
        wanted["resourceRequirements"]["slots"] = 4.into();
        wanted["metadata"] = after["metadata"].clone();
        assert_eq!(after, wanted, "an id stays what it is");
        assert_eq!(after["metadata"]["version"], "2");
        assert!(after["metadata"]["updatedAt"].text() > before["metadata"]["updatedAt"].text());
        assert_eq!(studio.get("/api/agents/story-coach").ok(), after);

        let stale = put(studio, "\"1\"", &json!({ "name": "Late" }));
        assert_eq!((stale.status, stale.detail()), (412, "The agent was changed in the meantime".to_owned()));
        let nulls = put(studio, "\"2\"", &json!({ "name": null, "slots": null, "category": null })).ok();
        assert_eq!((&nulls["name"], &nulls["resourceRequirements"]["slots"]), (&json!("Coach"), &json!(1)));
        insta::assert_snapshot!(put(studio, "*", &json!({ "name": "", "capabilities": "x", "slots": 65 })), @r"
        422
        body.name: String should have at least 1 character (string_too_short)
        body.capabilities: Input should be a valid list (list_type)
        body.slots: Input should be less than or equal to 64 (less_than_equal)
        ");
        let unknown = studio.put("/api/agents/nobody", &json!({ "name": "x" }));
        assert_eq!((unknown.status, unknown.detail()), (404, "Agent not found".to_owned()));
        assert_eq!(studio.put("/api/agents/nobody", &json!({ "name": 7 })).status, 422);
    }
}

service_test! {
    fn an_agent_that_may_change_the_system_becomes_guarded(studio) {
        add(studio, "story-coach");
        let handoff = json!({ "toAgent": "story-coach", "fromAgent": "scribe", "message": "Yours.",
            "messageType": "handoff" });
        assert_eq!(send(studio, &handoff).ok()["status"], "success");

        studio.put("/api/agents/story-coach", &json!({ "canModifySystem": true })).ok();
        assert_eq!(send(studio, &handoff).ok()["status"], "failed");

        // What somebody has set stays.
        let open = json!({ "rules": [] });
        studio.put("/api/agents/story-coach/authority", &open).ok();
        studio.put("/api/agents/story-coach", &json!({ "name": "Still Open" })).ok();
        assert_eq!(send(studio, &handoff).ok()["status"], "success");
    }
}

service_test! {
    fn of_a_built_in_agent_little_can_be_changed_and_that_stays(mut studio) {
        let muse = "/api/agents/muse";
        let before = studio.get(muse).ok();
        let changes = json!({ "slots": 2, "systemPrompt": "You offer one idea.",
            "autoStart": false, "userVisible": false });

        let after = studio.put(muse, &changes).ok();

        assert_eq!(after["resourceRequirements"], json!({ "slots": 2, "needsModel": true }));
        for key in ["systemPrompt", "autoStart", "userVisible"] {
            assert_eq!(after[key], changes[key]);
        }
        assert_eq!(after["metadata"]["version"], before["metadata"]["version"]);
        for body in [
            json!({ "name": "My Muse" }),
            json!({ "capabilities": ["ideation"], "slots": 3 }),
            json!({ "canModifySystem": true }),
        ] {
            let refused = studio.put(muse, &body);
            assert_eq!((refused.status, refused.detail()), (409, "Of a built-in agent only \
                autoStart, userVisible, requiresUserPermission, systemPrompt and slots can be changed".to_owned()));
        }
        let gone = studio.delete(muse);
        assert_eq!((gone.status, gone.detail()), (409, "A built-in agent cannot be removed".to_owned()));
        assert_eq!(studio.get(muse).ok(), after, "nothing is half applied");

        studio.restart();
        let restarted = studio.get(muse).ok();
        assert_eq!(restarted["systemPrompt"], "You offer one idea.");
        assert_eq!(restarted["resourceRequirements"]["slots"], 2);
        assert_eq!(restarted["status"], "offline", "it does not start by itself any more");

        let nulls = json!({ "slots": null, "systemPrompt": null, "autoStart": null, "userVisible": null });
        let back = studio.put(muse, &nulls).ok();
        for key in ["resourceRequirements", "systemPrompt", "autoStart", "userVisible"] {
            assert_eq!(back[key], before[key], "{key}");
        }
    }
}

service_test! {
    fn what_lies_in_the_mailbox_of_a_removed_agent_is_dead_and_kept(studio) {
        add(studio, "story-coach");
        studio.post("/api/agents/story-coach/sleep", &json!({})).ok();
        let sent: Vec<_> = (0..3)
            .map(|_| send(studio, &json!({ "toAgent": "story-coach", "message": "Wait." })).ok())
            .collect();
        let mut listener = Listener::now(studio);

        let removed = studio.delete("/api/agents/story-coach");

        assert_eq!((removed.status, removed.text.as_str()), (204, ""));
        for sent in &sent {
            let id = sent["response"]["messageId"].text();
            let message = studio.get(&format!("/api/agent-communication/messages/{id}")).ok();
            assert_eq!((&message["status"], &message["error"]), (&json!("dead"), &json!("recipient removed")));
            let steps: Vec<_> = message["history"].as_array().unwrap().iter()
                .map(|step| step["status"].text()).collect();
            assert_eq!(steps, ["queued", "dead"]);
        }
        for sent in &sent {
            let event = listener.event().unwrap();
            assert_eq!((event.kind.as_str(), &event.body["id"]), ("message", &sent["response"]["messageId"]));
            assert_eq!(event.body["status"], "dead");
        }
        let event = listener.event().unwrap();
        assert_eq!((event.kind.as_str(), &event.body["id"]), ("agent", &json!("story-coach")));
        assert_eq!(event.body["deleted"], true);

        for (method, path) in [
            ("GET", "/api/agents/story-coach"),
            ("DELETE", "/api/agents/story-coach"),
            ("GET", "/api/agents/architecture/agent/story-coach"),
            ("GET", "/api/agents/story-coach/authority"),
            ("POST", "/api/agents/story-coach/wake"),
        ] {
            assert_eq!(studio.ask(method, path, &[], None).status, 404, "{method} {path}");
        }
        let unknown = send(studio, &json!({ "toAgent": "story-coach", "message": "x" }));
        assert_eq!(unknown.status, 404);
        assert_eq!(studio.get(AGENTS).ok()["total"], STAFF.len());

        // One of the same name begins anew.
        assert_eq!(add(studio, "story-coach")["metadata"]["version"], "1");
        assert_eq!(record(studio, "story-coach")["currentLoad"], Value::Null);
    }
}

service_test! {
    fn a_worker_with_a_message_of_a_removed_agent_in_its_hands_finishes_nothing(studio) {
        use domain::messages::State;
        use store::messages::{self, Lease, LeaseFilter};
        add(studio, "story-coach");
        studio.post("/api/agents/story-coach/sleep", &json!({})).ok();
        let sent = send(studio, &json!({ "toAgent": "story-coach", "message": "Wait." })).ok();
        let now = studio.clock.now();
        let lease = Lease { owner: "remote".to_owned(), until: now.plus(60_000) };
        let taker = LeaseFilter { agent_id: "story-coach", account: None, one_by_one: false };
        let taken = studio.write(move |tx| messages::lease(tx, &taker, &lease, 1, now));

        studio.delete("/api/agents/story-coach").ok();

        let taken = taken.into_iter().next().unwrap();
        let finished = studio.write(move |tx| {
            let mut message = taken.message.clone();
            message.set_state(State::Handled, now);
            messages::finish(tx, &taken, &message)
        });
        assert!(!finished);
        let id = sent["response"]["messageId"].text();
        let message = studio.get(&format!("/api/agent-communication/messages/{id}")).ok();
        assert_eq!((&message["status"], &message["error"]), (&json!("dead"), &json!("recipient removed")));
    }
}

service_test! {
    fn an_agent_that_a_model_speaks_for_answers_that_there_is_none_until_it_is_heard_of(studio) {
        let mut body = coach();
        body["systemPrompt"] = "You ask what the author wants.".into();
        studio.post(AGENTS, &body).ok();
        assert_eq!(record(studio, "story-coach")["status"], "available");

        let sent = send(studio, &json!({ "toAgent": "story-coach", "message": "Hello." })).ok();
        let answer = reply_to(studio, &sent);
        assert_eq!(answer["message"], "story-coach answers with the help of a language model, and none \
            is configured.\n");

        // A process of its own takes over with its first heartbeat.
        studio.post("/api/agents/story-coach/heartbeat", &json!({})).ok();
        let sent = send(studio, &json!({ "toAgent": "story-coach", "message": "Hello?" })).ok();
        ask(studio, "proseguard");
        let id = sent["response"]["messageId"].text();
        let lease = "/api/agent-communication/agents/story-coach/lease";
        assert_eq!(studio.post(lease, &json!({})).ok()["messages"][0]["id"], id);
    }
}

service_test! {
    fn an_agent_of_a_user_survives_a_restart(mut studio) {
        add(studio, "story-coach");
        let mut sleeper = coach();
        sleeper["id"] = "sleeper".into();
        sleeper["autoStart"] = false.into();
        studio.post(AGENTS, &sleeper).ok();
        studio.post("/api/agents/story-coach/heartbeat", &json!({})).ok();
        studio.post("/api/agents/sleeper/heartbeat", &json!({})).ok();
        studio.post("/api/agents/story-coach/sleep", &json!({})).ok();

        studio.restart();

        assert_eq!(record(studio, "story-coach")["status"], "available", "it wakes with the service");
        assert_eq!(record(studio, "sleeper")["status"], "offline");
        assert_eq!(studio.get(AGENTS).ok()["total"], STAFF.len() + 2);
    }
}

service_test! {
    fn a_repeated_request_adds_no_second_agent(studio) {
        let body = coach().to_string();
        let headers = [JSON, ("idempotency-key", "once")];
        let first = studio.ask("POST", AGENTS, &headers, Some(&body)).ok();

        let again = studio.ask("POST", AGENTS, &headers, Some(&body)).ok();

        assert_eq!(again, first);
        assert_eq!(studio.get(AGENTS).ok()["total"], STAFF.len() + 1);
    }
}

service_test! {
    fn everybody_hears_of_a_new_agent(studio) {
        let mut listener = Listener::now(studio);

        let made = add(studio, "story-coach");
        studio.post("/api/agents/story-coach/sleep", &json!({})).ok();

        let event = listener.event().unwrap();
        assert_eq!((event.kind.as_str(), &event.body), ("agent", &made));
        assert_eq!(listener.event().unwrap().body["status"], "offline");
    }
}

service_test! {
    fn there_is_an_end_to_how_many_agents_there_are(studio) {
        // As many as fit, but for one, in one go: each is a copy of one that was made properly.
        add(studio, "first");
        let missing = AGENTS_MAX - i64::try_from(STAFF.len()).unwrap() - 2;
        studio.write(move |tx| {
            for number in 0..missing {
                let id = format!("a{number}");
                let (mut card, position) = (store::agents::get(tx, "first")?.card, store::agents::next_position(tx)?);
                card.id = id;
                card.order = position;
                store::agents::create(tx, &card)?;
            }
            Ok(())
        });

        add(studio, "last");
        let mut body = coach();
        body["id"] = "more".into();
        let refused = studio.post(AGENTS, &body);

        assert_eq!((refused.status, refused.detail()),
            (409, "There are 1000 agents, and no more can be".to_owned()));
        let all = capabilities(studio);
        assert_eq!(all["agents"].as_array().unwrap().len(), 1_000, "none is cut off");
        assert_eq!(studio.get("/api/agents?limit=100").ok()["total"], 1_000);
        studio.delete("/api/agents/last").ok();
        add(studio, "more");
        // A broadcast reaches all of them.
        let all = json!({ "toAgent": "all", "messageType": "broadcast", "message": "Hello." });
        assert_eq!(studio.post(SEND, &all).ok()["status"], "success");
        ask(studio, "lorekeeper");
    }
}
