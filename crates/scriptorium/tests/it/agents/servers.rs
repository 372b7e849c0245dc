//! What holds where agents work elsewhere: on another server on the same database, or outside.

use std::sync::Arc;

use engine::presence;
use serde_json::{Value, json};

use super::{ask, capabilities, record};
use crate::support::{Engine, Studio, Text as _};

/// A second server on the database of the first, with the same clock, and nothing that runs.
fn second(studio: &Studio) -> engine::Studio {
    let behind = studio.behind();
    let settings = engine::Settings::default();
    let second = engine::Studio::new(
        behind.database.clone(),
        behind.clock.clone(),
        settings,
        "second".to_owned(),
    );
    studio.block_on(second.recover()).unwrap();
    second
}

fn load(studio: &Studio, agent: &str) -> Value {
    record(studio, agent)["currentLoad"].clone()
}

/// Why an agent is as loaded as it is.
fn explained(studio: &Studio, agent: &str) -> Value {
    let detail = studio.get(&format!("/api/agents/architecture/agent/{agent}")).ok();
    detail["metadata"]["load"].clone()
}

service_test! {
    fn a_load_is_explained_by_its_parts(studio) {
        assert_eq!(explained(studio, "muse"), Value::Null);
        let presence = Arc::new(studio.behind());
        presence.presence.started("muse", studio.clock.now());
        studio.clock.advance(15_000);
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        let body = json!({ "toAgent": "muse", "message": "x" });
        studio.post("/api/agent-communication/messages/send", &body).ok();

        assert_eq!(explained(studio, "muse"), json!({
            "current": 0.5, "utilisation": 0.25, "backlog": 0.5, "running": 1, "queued": 1,
            "slots": 4, "windowMs": 60_000, "measuredMs": 15_000, "ageMs": 0,
        }));
        assert_eq!(load(studio, "muse"), 0.5);
        let listed = studio.get("/api/agents/muse").ok();
        assert_eq!(listed["metadata"]["load"], explained(studio, "muse"));
    }
}

service_test! {
    fn what_another_server_works_counts_as_well(studio) {
        let second = second(studio);
        ask(studio, "lorekeeper");
        assert_eq!(load(studio, "lorekeeper"), 0.0);

        // Busy for 15 of 60 seconds there, and for 15 of them here.
        second.presence.started("lorekeeper", studio.clock.now());
        studio.clock.advance(15_000);
        second.presence.finished("lorekeeper", studio.clock.now());
        let here = &studio.behind().presence;
        here.started("lorekeeper", studio.clock.now());
        studio.clock.advance(15_000);
        here.finished("lorekeeper", studio.clock.now());
        studio.block_on(presence::report(&second)).unwrap();
        studio.clock.advance(30_000);

        let both = load(studio, "lorekeeper").as_f64().unwrap();
        assert!((both - 0.5).abs() < 1e-9, "{both}");
        assert_eq!(explained(studio, "lorekeeper")["ageMs"], 30_000);
        // The window moves on for both.
        studio.clock.advance(15_000);
        let later = load(studio, "lorekeeper").as_f64().unwrap();
        assert!((later - 0.25).abs() < 1e-9, "{later}");
    }
}

service_test! {
    fn an_agent_another_server_set_to_work_is_known_to_be_busy(studio) {
        let second = second(studio);
        assert_eq!(load(studio, "muse"), Value::Null);

        for _ in 0..3 {
            second.presence.started("muse", studio.clock.now());
        }
        studio.block_on(presence::report(&second)).unwrap();

        assert_eq!(load(studio, "muse"), 0.75);
        studio.behind().presence.started("muse", studio.clock.now());
        assert_eq!(load(studio, "muse"), 1.0);
        assert_eq!(explained(studio, "muse")["running"], 4);
        // A server that falls silent is at nothing, and what it was at until then has been done.
        studio.clock.advance(20_000);
        let silent = explained(studio, "muse");
        assert_eq!((&silent["running"], &silent["backlog"]), (&json!(1), &json!(0.25)));
    }
}

service_test! {
    fn the_second_server_knows_who_has_worked_on_the_first(studio) {
        ask(studio, "proseguard");
        let second = second(studio);
        let now = studio.clock.now();
        let (node, read) = (second.node.clone(), second.clone());

        let (loads, remote) = studio.block_on(second.database.read(move |tx| {
            let remote = presence::RemoteWork::read(tx, &node, now)?;
            Ok((store::agents::list(tx)?, remote))
        })).unwrap();

        for agent in loads {
            let load = read.presence.load(&read, (&agent).into(), &remote, now);
            assert_eq!(load.is_some(), agent.card.id == "proseguard", "{}", agent.card.id);
        }
    }
}

service_test! {
    fn another_server_that_starts_wakes_nobody_who_was_put_to_sleep(mut studio) {
        studio.post("/api/agents/muse/sleep", &json!({})).ok();

        second(studio);

        // On a database of its own nobody else can be there.
        let wanted = if studio.engine == Engine::Postgres { "offline" } else { "available" };
        assert_eq!(record(studio, "muse")["status"], wanted);
        // A service that starts anew wakes all: nobody else has been heard of for long.
        studio.post("/api/agents/muse/sleep", &json!({})).ok();
        studio.stop();
        studio.clock.advance(60_000);
        studio.restart();
        assert_eq!(record(studio, "muse")["status"], "available");
    }
}

service_test! {
    fn what_an_agent_outside_holds_is_what_it_works_on(mut studio) {
        let own = json!({ "id": "narrator", "name": "Narrator", "description": "Tells.",
            "capabilities": ["narration"], "slots": 4 });
        studio.post("/api/agents", &own).ok();
        assert_eq!(load(studio, "narrator"), Value::Null);
        for _ in 0..3 {
            let body = json!({ "toAgent": "narrator", "message": "x" });
            studio.post("/api/agent-communication/messages/send", &body).ok();
        }
        assert_eq!(load(studio, "narrator"), Value::Null, "what waits is no request yet");
        let beat = |studio: &Studio| studio.post("/api/agents/narrator/heartbeat", &json!({})).ok();

        // It takes two, holds both for half a minute, and one of them for good.
        let wanted = json!({ "limit": 2, "leaseMs": 600_000 });
        let path = "/api/agent-communication/agents/narrator/lease";
        let taken = studio.post(path, &wanted).ok();
        studio.clock.advance(30_000);
        let load = explained(studio, "narrator");
        assert_eq!((&load["running"], &load["queued"], &load["backlog"]), (&json!(2), &json!(1), &json!(0.75)));
        assert_eq!(load["utilisation"], 0.5);
        let one = &taken["messages"][0];
        let path = format!("/api/agent-communication/messages/{}/acknowledge", one["id"].text());
        studio.post(&path, &json!({ "epoch": one["epoch"] })).ok();
        beat(studio);
        studio.clock.advance(30_000);
        let load = explained(studio, "narrator");
        assert_eq!((&load["running"], &load["queued"]), (&json!(1), &json!(1)));
        assert_eq!(load["utilisation"], 0.375, "two of four for half a minute, then one");

        // It goes on holding it, whatever becomes of us.
        studio.restart();
        studio.clock.advance(300_000);
        assert_eq!(explained(studio, "narrator"), Value::Null, "nothing was heard of it");
        beat(studio);
        assert_eq!(explained(studio, "narrator")["utilisation"], 0.25);
        assert_eq!(capabilities(studio)["loadBalancing"]["narrator"], 0.5);
        // A lease that ends is held no more.
        studio.clock.advance(300_000);
        studio.until("the end of the lease", || {
            beat(studio);
            (explained(studio, "narrator")["running"] == 0).then_some(())
        });
    }
}
