//! Tests of the staff: what is known of each agent, who is awake, how loaded they are, and whom to
//! ask for what.

mod activity;
mod authority;
mod load;
mod servers;
mod staff;
mod studio;

use serde_json::{Value, json};

use crate::support::{Studio, Text as _};

/// The capability records.
fn capabilities(studio: &Studio) -> Value {
    studio.get("/api/agents/capabilities").ok()
}

/// The capability record of an agent.
pub fn record(studio: &Studio, agent: &str) -> Value {
    let all = capabilities(studio);
    let agents = all["agents"].as_array().unwrap();
    agents.iter().find(|record| record["agentId"] == agent).unwrap().clone()
}

/// Has an agent handle a message.
fn ask(studio: &Studio, agent: &str) {
    let body = json!({ "toAgent": agent, "message": "Are you there?" });
    let sent = studio.post("/api/agent-communication/messages/send", &body).ok();
    let path =
        format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text());
    studio.until("an answer", || (studio.get(&path).ok()["status"] == "handled").then_some(()));
}

/// Every agent in registry order: id, display name, type, category, priority, slots, whether it
/// needs a model, and its capabilities.
#[rustfmt::skip]
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, i64, bool, &'static [&'static str]);

const STAFF: [Row; 15] = [
    (
        "director",
        "Director",
        "hybrid",
        "direction",
        "critical",
        1,
        false,
        &["routing", "planning", "arbitration"],
    ),
    (
        "muse",
        "Muse",
        "active",
        "ideation",
        "low",
        4,
        true,
        &["ideation", "brainstorming", "naming"],
    ),
    (
        "architect",
        "Architect",
        "active",
        "structure",
        "high",
        4,
        true,
        &["outlining", "structure", "beats", "planning"],
    ),
    (
        "plotter",
        "Plotter",
        "active",
        "structure",
        "normal",
        1,
        false,
        &["promise_tracking", "pacing", "structure"],
    ),
    (
        "chronicler",
        "Chronicler",
        "background",
        "knowledge",
        "normal",
        1,
        false,
        &["timeline", "calendar", "age_check", "continuity_check"],
    ),
    (
        "lorekeeper",
        "Lorekeeper",
        "background",
        "knowledge",
        "high",
        1,
        false,
        &["lore_validation", "fact_check", "naming", "continuity_check"],
    ),
    (
        "worldsmith",
        "Worldsmith",
        "active",
        "ideation",
        "normal",
        4,
        true,
        &["worldbuilding", "ideation", "naming"],
    ),
    (
        "castwright",
        "Castwright",
        "active",
        "ideation",
        "normal",
        4,
        true,
        &["character_design", "dialogue_voice", "ideation"],
    ),
    (
        "linguist",
        "Linguist",
        "active",
        "language",
        "normal",
        4,
        true,
        &["conlang", "glossing", "sound_change", "naming"],
    ),
    (
        "researcher",
        "Researcher",
        "hybrid",
        "knowledge",
        "normal",
        1,
        false,
        &["semantic_search", "summarising", "fact_check"],
    ),
    (
        "scribe",
        "Scribe",
        "active",
        "drafting",
        "high",
        4,
        true,
        &["drafting", "rewriting", "dialogue_voice"],
    ),
    (
        "proseguard",
        "Proseguard",
        "background",
        "editorial",
        "normal",
        1,
        false,
        &["prose_analysis", "style_check", "grammar"],
    ),
    (
        "critic",
        "Critic",
        "active",
        "editorial",
        "normal",
        4,
        true,
        &["review", "reader_panel", "pacing"],
    ),
    (
        "archivist",
        "Archivist",
        "background",
        "knowledge",
        "high",
        4,
        true,
        &["fact_extraction", "summarising"],
    ),
    (
        "publisher",
        "Publisher",
        "hybrid",
        "production",
        "normal",
        1,
        false,
        &["readiness", "export", "metadata", "summarising"],
    ),
];

service_test! {
    fn every_built_in_agent_has_a_capability_record(studio) {
        let all = capabilities(studio);

        let keys: Vec<_> = all.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["agents", "loadBalancing", "routingSuggestions"]);
        let agents = all["agents"].as_array().unwrap();
        assert_eq!(agents.len(), STAFF.len());
        for (record, (id, .., capabilities)) in agents.iter().zip(STAFF) {
            let description = record["description"].text();
            assert!(description.len() > 10 && !description.contains('\n'), "{description}");
            let specializations = record["specializations"].as_array().unwrap();
            assert!(specializations.iter().all(|word| word.as_str().is_some_and(|it| !it.is_empty())));
            let wanted = json!({
                "agentId": id,
                "name": id,
                "description": description,
                "capabilities": capabilities,
                "specializations": specializations,
                "status": "available",
                "currentLoad": null,
                "availability": null,
                "confidenceScore": null,
                "taskMatchScore": null,
                "estimatedCompletionTime": null,
            });
            assert_eq!(record, &wanted);
        }
        assert_eq!(all["loadBalancing"], json!({}), "nobody has worked yet");
    }
}

service_test! {
    fn every_built_in_agent_has_a_detail_record(studio) {
        for (id, name, kind, category, priority, slots, needs_model, _) in STAFF {
            let detail = studio.get(&format!("/api/agents/architecture/agent/{id}")).ok();

            let wanted = json!({
                "id": id,
                "name": name,
                "description": record(studio, id)["description"],
                "type": kind,
                "category": category,
                "priority": priority,
                "status": "available",
                "autoStart": true,
                "userVisible": id != "archivist",
                "requiresUserPermission": id == "publisher",
                "canModifySystem": (id == "director" || id == "archivist"),
                "resourceRequirements": { "slots": slots, "needsModel": needs_model },
                "dependencies": detail["dependencies"],
                "metadata": {
                    "version": "1.0.0",
                    "createdAt": "2026-11-21T12:00:00.000Z",
                    "updatedAt": "2026-11-21T12:00:00.000Z",
                    "builtin": true,
                    "load": null,
                },
            });
            assert_eq!(detail, wanted);
            let known = |names: &Value| {
                let names = names.as_array().unwrap().clone();
                names.iter().all(|name| STAFF.iter().any(|(id, ..)| name == id))
            };
            assert!(known(&detail["dependencies"]["requires"]), "{id}");
            assert!(known(&detail["dependencies"]["worksWith"]), "{id}");
        }
        let publisher = studio.get("/api/agents/architecture/agent/publisher").ok();
        assert_eq!(publisher["dependencies"]["requires"], json!(["proseguard", "lorekeeper"]));
    }
}

service_test! {
    fn an_agent_is_found_by_its_name_whatever_its_case(studio) {
        for name in ["lorekeeper", "Lorekeeper", "LOREKEEPER"] {
            let detail = studio.get(&format!("/api/agents/architecture/agent/{name}")).ok();
            assert_eq!(detail["id"], "lorekeeper");
            let slept = studio.post(&format!("/api/agents/{name}/sleep"), &json!({})).ok();
            assert_eq!(slept, json!({ "agentId": "lorekeeper", "status": "offline" }));
            assert_eq!(record(studio, "lorekeeper")["status"], "offline");
            studio.post(&format!("/api/agents/{name}/wake"), &json!({})).ok();
            assert_eq!(record(studio, "lorekeeper")["status"], "available");
        }
    }
}

service_test! {
    fn an_unknown_agent_is_not_found(studio) {
        for (method, path) in [
            ("GET", "/api/agents/architecture/agent/nobody"),
            ("GET", "/api/agents/architecture/agent/capabilities"),
            ("GET", "/api/agents/architecture/agent/lore%00keeper"),
            ("POST", "/api/agents/nobody/wake"),
            ("POST", "/api/agents/nobody/sleep"),
            ("POST", "/api/agents/nobody/heartbeat"),
            ("POST", "/api/agents/all/sleep"),
        ] {
            let reply = studio.ask(method, path, &[], None);
            assert_eq!((reply.status, reply.detail()), (404, "Agent not found".to_owned()), "{path}");
        }
    }
}

service_test! {
    fn capabilities_are_unavailable_until_start_up_is_done(studio) {
        let parts = studio.behind();
        // A second studio on the same database that has not recovered yet.
        let starting = engine::Studio::new(
            parts.database.clone(),
            parts.clock.clone(),
            engine::Settings::default(),
            "starting".to_owned(),
        );
        let (stopper, stop) = engine::wakers::stopper();
        let app = api::App::new(api::Shared {
            studio: starting.clone(),
            access: api::Access { is_open: true, names: Vec::new(), checks_host: true },
            is_development: true,
            limits: api::server::Limits::default(),
            mcp: api::McpSettings::default(),
            mcp_server: api::McpServer::new(&starting, api::McpSettings::default(), &stop),
            stop: stop.clone(),
        });
        let (address, server) = studio.block_on(async {
            let listener = api::server::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
            (listener.local_addr().unwrap(), tokio::spawn(api::server::serve(app, listener)))
        });
        let get = |path: &str| {
            let url = format!("http://{address}{path}");
            let agent = ureq::Agent::config_builder().http_status_as_error(false).build();
            let mut answer = ureq::Agent::from(agent).get(url).call().unwrap();
            let body = answer.body_mut().read_to_string().unwrap();
            (answer.status().as_u16(), serde_json::from_str::<Value>(&body).unwrap())
        };

        let (status, body) = get("/api/agents/capabilities");
        assert_eq!((status, body), (503, json!({ "detail": "The studio is starting" })));
        let protocols = "/api/agent-communication/validation/protocols";
        assert_eq!(get(protocols).0, 503);
        let (status, body) = get("/api/agent-communication/studio/agents");
        assert_eq!((status, body), (503, json!({ "detail": "The studio is starting" })));
        let (status, ready) = get("/health/ready");
        assert_eq!((status, &ready["status"]), (503, &json!("unavailable")));
        assert_eq!(ready["parts"], json!({ "database": "ok", "migrations": "unavailable",
            "hub": "unavailable", "eventLog": "unavailable", "imports": "unavailable", "folders": "unavailable",
            "mentions": "unavailable", "swarms": "unavailable", "presence": "unavailable", "research": "unavailable",
            "janitor": "unavailable", "backup": "unavailable", "engine": "unavailable" }));
        assert_eq!(get("/health/live").0, 200);

        studio.block_on(starting.recover()).unwrap();
        assert_eq!(get("/api/agents/capabilities").0, 200);
        assert_eq!(get(protocols).0, 200);
        // Nobody answers messages or sends events before the workers run.
        let (status, ready) = get("/health/ready");
        assert_eq!(status, 503);
        assert_eq!(ready["parts"], json!({ "database": "ok", "migrations": "ok",
            "hub": "unavailable", "eventLog": "unavailable", "imports": "unavailable", "folders": "unavailable",
            "mentions": "unavailable", "swarms": "unavailable", "presence": "unavailable", "research": "unavailable",
            "janitor": "unavailable", "backup": "unavailable", "engine": "unavailable" }));
        let workers = studio.block_on(async { engine::workers::Workers::start(&starting, &stop) });
        assert_eq!(get("/health/ready").0, 200);
        stopper.stop();
        studio.block_on(server).unwrap();
        studio.block_on(workers.ended());
    }
}
