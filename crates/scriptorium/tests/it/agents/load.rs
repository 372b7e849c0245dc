//! How loaded agents are, and whom the studio therefore suggests.

use serde_json::{Value, json};

use super::{STAFF, ask, capabilities, record};
use crate::support::Studio;

fn suggested(studio: &Studio, capability: &str) -> Value {
    capabilities(studio)["routingSuggestions"][capability].clone()
}

service_test! {
    fn a_load_is_null_until_the_first_request_and_known_from_then_on(mut studio) {
        for (id, ..) in STAFF {
            assert_eq!(record(studio, id)["currentLoad"], Value::Null);
        }
        // What only waits is no request yet.
        studio.post("/api/agents/critic/sleep", &json!({})).ok();
        let body = json!({ "toAgent": "critic", "message": "x" });
        studio.post("/api/agent-communication/messages/send", &body).ok();
        assert_eq!(record(studio, "critic")["currentLoad"], Value::Null);

        ask(studio, "proseguard");
        let known = record(studio, "proseguard");
        let load = known["currentLoad"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&load), "{load}");
        assert_eq!(known["availability"], "Available");
        let loads = capabilities(studio)["loadBalancing"].clone();
        assert_eq!(loads, json!({ "proseguard": load }), "the others are missing");

        // That it ever worked survives a restart; what it did in the last minute does not.
        studio.restart();
        studio.post("/api/agents/critic/sleep", &json!({})).ok();
        assert_eq!(record(studio, "proseguard")["currentLoad"], 0.0);
        assert_eq!(record(studio, "lorekeeper")["currentLoad"], Value::Null);
    }
}

service_test! {
    fn a_load_is_the_greater_of_utilisation_and_backlog(studio) {
        let presence = &studio.behind().presence;
        let load = |agent: &str| record(studio, agent)["currentLoad"].as_f64().unwrap();

        // Busy for 15 of 60 seconds, with one slot.
        presence.started("lorekeeper", studio.clock.now());
        studio.clock.advance(15_000);
        presence.finished("lorekeeper", studio.clock.now());
        studio.clock.advance(45_000);
        assert!((load("lorekeeper") - 0.25).abs() < 1e-9, "{}", load("lorekeeper"));
        // The window moves on: the first seven of those seconds have left it.
        studio.clock.advance(7_000);
        assert!((load("lorekeeper") - 8.0 / 60.0).abs() < 1e-9, "{}", load("lorekeeper"));

        // One of four slots runs, and two messages wait: three of four.
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        presence.started("muse", studio.clock.now());
        for _ in 0..2 {
            let body = json!({ "toAgent": "muse", "message": "x" });
            studio.post("/api/agent-communication/messages/send", &body).ok();
        }
        assert!((load("muse") - 0.75).abs() < 1e-9, "{}", load("muse"));
        assert_eq!(record(studio, "muse")["availability"], "Available");
        // Never more than all of it.
        for _ in 0..9 {
            presence.started("muse", studio.clock.now());
        }
        assert_eq!(load("muse"), 1.0);
        assert_eq!(record(studio, "muse")["availability"], "Busy");
        assert_eq!(record(studio, "muse")["status"], "offline", "busy is no status");
    }
}

service_test! {
    fn by_default_an_agent_is_busy_from_a_load_of_four_fifths_on(studio) {
        let presence = &studio.behind().presence;
        presence.started("lorekeeper", studio.clock.now());
        studio.clock.advance(48_000);
        presence.finished("lorekeeper", studio.clock.now());

        studio.clock.advance(12_000);
        let busy = record(studio, "lorekeeper");
        assert_eq!((&busy["currentLoad"], &busy["availability"]), (&json!(0.8), &json!("Busy")));
        studio.clock.advance(100);
        let free = record(studio, "lorekeeper");
        assert!(free["currentLoad"].as_f64().unwrap() < 0.8, "{free}");
        assert_eq!(free["availability"], "Available");
    }
}

service_test! {
    fn an_agent_is_busy_from_the_configured_threshold_on(studio, "agents.busy_threshold" = "0.5") {
        let presence = &studio.behind().presence;
        presence.started("muse", studio.clock.now());
        assert_eq!(record(studio, "muse")["availability"], "Available", "a quarter");
        presence.started("muse", studio.clock.now());
        assert_eq!(record(studio, "muse")["availability"], "Busy", "a half");
    }
}

service_test! {
    fn by_default_the_first_available_agent_of_the_registry_is_suggested(studio) {
        let mut wanted = serde_json::Map::new();
        for (id, .., capabilities) in STAFF {
            for capability in capabilities {
                wanted.entry(*capability).or_insert(json!(id));
            }
        }
        assert_eq!(capabilities(studio)["routingSuggestions"], Value::Object(wanted));

        // However loaded it is.
        for _ in 0..4 {
            studio.behind().presence.started("muse", studio.clock.now());
        }
        assert_eq!(suggested(studio, "naming"), "muse");
        for (asleep, next) in [
            ("muse", json!("lorekeeper")),
            ("lorekeeper", json!("worldsmith")),
            ("worldsmith", json!("linguist")),
            ("linguist", Value::Null),
        ] {
            studio.post(&format!("/api/agents/{asleep}/sleep"), &json!({})).ok();
            assert_eq!(suggested(studio, "naming"), next, "without {asleep}");
        }
        let all = capabilities(studio);
        assert_eq!(all["routingSuggestions"].get("naming"), None, "nobody can");
        assert_eq!(suggested(studio, "ideation"), "castwright");
    }
}

service_test! {
    fn the_least_loaded_agent_is_suggested_where_that_is_the_strategy(
        studio, "agents.routing" = "least_loaded"
    ) {
        let presence = &studio.behind().presence;
        // Nobody is known: registry order.
        assert_eq!(suggested(studio, "naming"), "muse");
        // Known and free comes before unknown.
        ask(studio, "worldsmith");
        assert_eq!(suggested(studio, "naming"), "worldsmith");
        // Of equals the first in registry order.
        ask(studio, "lorekeeper");
        assert_eq!(suggested(studio, "naming"), "lorekeeper");
        // A quarter is more than nothing.
        ask(studio, "muse");
        presence.started("muse", studio.clock.now());
        presence.started("lorekeeper", studio.clock.now());
        assert_eq!(record(studio, "lorekeeper")["availability"], "Busy");
        assert_eq!(suggested(studio, "naming"), "worldsmith");
        // Then those of whom nothing is known, then the busy.
        studio.post("/api/agents/worldsmith/sleep", &json!({})).ok();
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        assert_eq!(suggested(studio, "naming"), "linguist");
        studio.post("/api/agents/linguist/sleep", &json!({})).ok();
        assert_eq!(suggested(studio, "naming"), "lorekeeper");
        studio.post("/api/agents/lorekeeper/sleep", &json!({})).ok();
        assert_eq!(suggested(studio, "naming"), Value::Null);
    }
}

/// The agent to be suggested for a capability, by what the answer says and nothing else.
fn suggested_by(answer: &Value, preferred: &[String], capability: &str) -> Option<String> {
    let able = |record: &&Value| {
        let declared = record["capabilities"].as_array().unwrap();
        record["status"] == "available" && declared.iter().any(|it| it == capability)
    };
    let able: Vec<&Value> = answer["agents"].as_array().unwrap().iter().filter(able).collect();
    let first = |label: &str| {
        preferred.iter().find(|id| {
            able.iter().any(|it| it["agentId"] == id.as_str() && it["availability"] == label)
        })
    };
    let unknown = able.iter().find(|it| it["currentLoad"].is_null());
    let unknown = unknown.map(|it| it["agentId"].as_str().unwrap().to_owned());
    first("Available").cloned().or(unknown).or(first("Busy").cloned())
}

service_test! {
    fn a_suggestion_can_be_told_from_the_answer_alone(
        studio, "agents.routing" = "least_loaded"
    ) {
        use domain::json::Json;
        let presence = &studio.behind().presence;
        // Full or nearly, with all kinds of backlog, free, asleep and unknown.
        for (agent, running) in [("muse", 9), ("lorekeeper", 2), ("worldsmith", 5), ("critic", 2),
            ("plotter", 1), ("chronicler", 3), ("castwright", 4), ("scribe", 1), ("archivist", 0)]
        {
            ask(studio, agent);
            for _ in 0..running {
                presence.started(agent, studio.clock.now());
            }
        }
        studio.post("/api/agents/scribe/sleep", &json!({})).ok();

        for _ in 0..3 {
            let reply = studio.get("/api/agents/capabilities");
            let Json::Object(answer) = Json::read(reply.text.as_bytes()).unwrap() else { panic!() };
            let Some(Json::Object(loads)) = answer.get("loadBalancing") else { panic!() };
            let preferred: Vec<String> = loads.members().iter().map(|it| it.key.clone()).collect();
            let answer = reply.ok();
            assert!(preferred.len() >= 9, "{preferred:?}");
            let suggestions = answer["routingSuggestions"].as_object().unwrap();
            for (.., capabilities) in STAFF {
                for capability in capabilities {
                    let suggested = suggestions.get(*capability).map(|it| it.as_str().unwrap());
                    assert_eq!(suggested_by(&answer, &preferred, capability).as_deref(), suggested,
                        "{capability}");
                }
            }
            studio.clock.advance(20_000);
            presence.finished("worldsmith", studio.clock.now());
            presence.finished("muse", studio.clock.now());
        }
    }
}
