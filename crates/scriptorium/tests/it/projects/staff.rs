//! What a project says about agents: who works on it, whether they begin anything by themselves, and
//! that an archived project is left alone. Messages are delivered all the same; the answer says why
//! nothing was done.

use serde_json::{Value, json};

use crate::{
    messages::{reply_to, send},
    support::{Studio, Text as _},
};

const SWARM: &str = "/api/agents/swarm";

fn set(studio: &Studio, project: &str, body: &Value) {
    studio.put(&format!("/api/projects/{project}"), body).ok();
}

/// What an agent answers to a message about a project, which is delivered.
fn answer(studio: &Studio, (from, to): (&str, &str), project: &str) -> Value {
    let message = json!({ "fromAgent": from, "toAgent": to, "message": "What do you see?",
        "context": { "metadata": { "projectId": project } } });
    let sent = send(studio, &message).ok();
    assert_eq!(
        (&sent["status"], &sent["response"]["delivered"]),
        (&json!("success"), &json!(true))
    );
    reply_to(studio, &sent)
}

/// The agents of the sub-tasks of a swarm that is made about a project.
fn agents(studio: &Studio, project: &str, body: Value) -> Vec<String> {
    let mut body = body;
    body["projectId"] = project.into();
    body["taskDescription"] = "Look at the book".into();
    let made = studio.post(SWARM, &body).ok();
    let swarm = studio.get(&format!("{SWARM}/{}", made["swarmId"].text())).ok();
    let mut agents: Vec<String> =
        swarm["subTasks"].as_array().unwrap().iter().map(|it| it["agent"].text()).collect();
    agents.dedup();
    agents
}

service_test! {
    fn who_does_not_work_on_a_project_answers_who_does(studio) {
        let project = studio.project("Dracula");
        let before = answer(studio, ("system", "architect"), &project);
        set(studio, &project, &json!({ "activeAgents": ["Scribe", "nobody", "critic"] }));

        let refused = answer(studio, ("system", "architect"), &project);

        assert_eq!(before["report"]["kind"], "structure");
        let wanted = "architect does not work on the project “Dracula”: its activeAgents name scribe, \
            critic. Ask scribe or critic, or add architect to activeAgents; an empty list means all \
            agents.";
        assert_eq!(refused["message"], format!("{wanted}\n"));
        assert_eq!(refused["report"],
            json!({ "kind": "refused", "projectId": project, "reason": wanted }));
        let named = answer(studio, ("system", "critic"), &project);
        assert!(!named["message"].text().contains("does not work on"), "{named}");
        // Names of no agent have no effect.
        for agents in [json!(["nobody"]), json!([])] {
            set(studio, &project, &json!({ "activeAgents": agents }));
            let answered = answer(studio, ("system", "architect"), &project);
            assert_eq!(answered["report"]["kind"], "structure");
        }
    }
}

service_test! {
    fn an_offered_task_stays_with_its_owner_when_the_agent_does_not_work_on_the_project(studio) {
        let project = studio.project("Dracula");
        set(studio, &project, &json!({ "activeAgents": ["scribe"] }));

        let offer = json!({ "toAgent": "architect", "message": "The outline", "messageType": "handoff",
            "context": { "taskId": "outline", "metadata": { "projectId": project } } });
        let sent = send(studio, &offer).ok();

        let reply = reply_to(studio, &sent);
        assert!(reply["message"].text().contains("does not work on the project"), "{reply}");
        let id = sent["response"]["messageId"].text();
        let offered = studio.get(&format!("/api/agent-communication/messages/{id}")).ok();
        assert_eq!(offered["status"], "refused");
    }
}

service_test! {
    fn a_swarm_leaves_out_who_does_not_work_on_its_project(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "The wolves were silent.");
        let sweep = || json!({ "swarmType": "consistency_sweep" });
        let before = agents(studio, &project, sweep());
        set(studio, &project, &json!({ "activeAgents": ["proseguard", "critic"] }));

        let after = agents(studio, &project, sweep());

        assert_eq!(before, ["proseguard", "lorekeeper", "castwright", "director"]);
        assert_eq!(after, ["proseguard", "director"]);
        let mut none = sweep();
        none["agents"] = json!(["lorekeeper"]);
        none["projectId"] = project.clone().into();
        none["taskDescription"] = "x".into();
        let refused = studio.post(SWARM, &none);
        assert_eq!((refused.status, refused.detail()), (400, "None of these agents that work on the \
            project (activeAgents) has a part in a swarm of type consistency_sweep beside its \
            synthesis".to_owned()));
    }
}

service_test! {
    fn without_ai_assistance_only_the_author_has_agents_work(studio) {
        let project = studio.project("Dracula");
        studio.document(&project, "I", "The wolves were silent.");
        let on = answer(studio, ("critic", "architect"), &project);
        set(studio, &project, &json!({ "settings": { "aiAssistance": false } }));

        let of_an_agent = answer(studio, ("critic", "architect"), &project);
        let of_the_author = answer(studio, ("system", "architect"), &project);

        assert_eq!(on["report"]["kind"], "structure");
        assert!(of_an_agent["message"].text().starts_with("aiAssistance of the project “Dracula” is \
            off, so no agent begins anything about it by itself"), "{of_an_agent}");
        assert_eq!(of_an_agent["report"]["kind"], "refused");
        assert_eq!(of_the_author["report"]["kind"], "structure");
        assert!(agents(studio, &project, json!({ "swarmType": "consistency_sweep" })).len() > 1);
    }
}

service_test! {
    fn in_an_archived_project_agents_and_swarms_begin_nothing(studio) {
        let project = studio.project("Dracula");
        let document = studio.document(&project, "I", "The the wolves were silent.");
        let of = |rest: &str| format!("/api/projects/{project}/{rest}");
        let swarm = json!({ "swarmType": "consistency_sweep", "taskDescription": "x",
            "projectId": project });
        studio.post("/api/agents/proseguard/sleep", &json!({})).ok();
        let at_work = format!("{SWARM}/{}", studio.post(SWARM, &swarm).ok()["swarmId"].text());

        studio.post(&of("archive"), &json!({})).ok();

        studio.until("the end of a swarm", || {
            (studio.get(&at_work).ok()["status"] == "cancelled").then_some(())
        });
        let reason = "The project “Dracula” is archived, and agents begin nothing in an archived \
            project: restore it first";
        for refused in [
            studio.post(SWARM, &swarm),
            studio.post(&format!("{at_work}/retry"), &json!({})),
            studio.post(&of("analyses"), &json!({})),
        ] {
            assert_eq!((refused.status, refused.detail()), (409, reason.to_owned()));
        }
        assert_eq!(answer(studio, ("system", "architect"), &project)["message"],
            format!("{reason}.\n"));
        let asked = json!({ "query": "wolves", "projectId": project });
        let found = studio.post("/api/discovery/research/search", &asked).ok();
        assert_eq!(found["resultCount"], 1, "what is stored can still be read");
        studio.put(&of(&format!("documents/{document}")), &json!({ "title": "One" })).ok();
        studio.post(&of("restore"), &json!({})).ok();
        assert_eq!(answer(studio, ("system", "architect"), &project)["report"]["kind"], "structure");
        assert_eq!(studio.post(&of("analyses"), &json!({})).status, 200);
    }
}
