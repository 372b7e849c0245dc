//! Tests of what models use and of budgets: what is over a budget is not sent.

use super::*;
use crate::support::Engine;

fn unknown(_: &Received) -> ScriptedReply {
    result(&json!({ "statements": [], "unknown": ["Why she waits."] }))
}

service_test! {
    fn usage_is_added_up_by_day_project_and_agent(
        studio, model = unknown, "model.price_input" = "2", "model.price_output" = "10"
    ) {
        let (project, _) = book(studio);

        ask(studio, "lorekeeper", &project, "Who is Mara?");
        ask(studio, "lorekeeper", &project, "Where is Mara?");
        ask(studio, "researcher", &project, "Where is the ferry?");

        let by = |group: &str| studio.get(&format!("/api/usage?groupBy={group}")).ok();
        let agents = by("agent");
        let item = &agents["usage"][0];
        assert_eq!((&item["key"], &item["calls"], &item["inputTokens"]),
            (&json!("lorekeeper"), &json!(2), &json!(20)));
        assert_eq!(agents["usage"][1]["key"], "researcher");
        let sum = &agents["sum"];
        let cost = 2.0 * sum["inputTokens"].as_f64().unwrap() + 10.0 * sum["outputTokens"].as_f64().unwrap();
        assert!((sum["cost"].as_f64().unwrap() - cost / 1e6).abs() < 1e-9, "{sum}");
        assert_eq!(sum["estimatedTokens"], 0);
        assert_eq!(by("project")["usage"][0]["key"], json!(project));
        assert_eq!(by("day")["total"], 1);
        assert_eq!(by("swarm")["usage"][0]["key"], Value::Null);
        let no_day = studio.get("/api/usage?from=2026-02-30");
        assert_eq!((no_day.status, &no_day.body["detail"][0]["msg"]),
            (422, &json!("Value error, it is no day of the calendar")));
        let one = studio.get(&format!("/api/usage?projectId={project}&agent=researcher")).ok();
        assert_eq!(one["sum"]["calls"], 1);
        assert_eq!(one["budgets"][0]["scope"], "project");
        assert_eq!(one["budgets"][0]["tokensReserved"], 0);
    }
}

service_test! {
    fn a_call_over_the_budget_of_the_day_is_not_sent(
        studio, model = unknown, "budget.day_tokens" = "100"
    ) {
        let (project, _) = book(studio);

        let reply = ask(studio, "lorekeeper", &project, "Who is Mara?");

        let text = reply["message"].text();
        assert!(text.contains("The budget of the day does not allow this model call"), "{text}");
        assert!(text.contains("A pilot."), "{text}");
        assert_eq!(studio.model().calls().len(), 0);
        assert_eq!(studio.get("/api/usage").ok()["budgets"][0]["tokensLimit"], 100);
    }
}

service_test! {
    fn a_project_has_a_budget_of_its_own(studio, model = unknown) {
        let (project, _) = book(studio);
        let path = format!("/api/projects/{project}");
        studio.put(&path, &json!({ "settings": { "budget": { "tokens": 10 } } })).ok();

        let refused = ask(studio, "lorekeeper", &project, "Who is Mara?");
        studio.put(&path, &json!({ "settings": { "budget": null } })).ok();
        ask(studio, "lorekeeper", &project, "Who is Mara, then?");

        assert!(refused["message"].text().contains("The budget of the project"), "{refused}");
        assert_eq!(studio.model().calls().len(), 1);
    }
}

/// An answer that waits for the gate.
fn gated_answer(gate: &Gate) -> impl Fn(&Received) -> ScriptedReply + use<> {
    let gates = [gate.clone()];
    move |_| gated(&["{\"statements\": [], ", "\"unknown\": [\"Why she waits.\"]}"], &gates)
}

/// The sum of what is reserved in all budgets.
fn reserved(studio: &Studio) -> i64 {
    studio.write(|tx| {
        let sum = "SELECT CAST(sum(abs(reserved_tokens)) AS BIGINT) FROM budget_account";
        Ok(tx.row(sum, ()).expect("an answer").expect("a row").get(0).expect("a number"))
    })
}

fn a_call_belongs_to_the_day_on_which_it_was_begun(engine: Engine) {
    let gate = Gate::default();
    let studio = &Studio::open_with_model(engine, gated_answer(&gate), &[]);
    let (project, _) = book(studio);
    let day = || studio.get("/api/usage").ok()["budgets"][0]["id"].text();
    let began = day();
    let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
        "context": { "metadata": { "projectId": project } } });
    let sent = send(studio, &message).ok();
    studio.until("a call", || (studio.model().open() > 0).then_some(()));
    studio.clock.advance(domain::time::DAY_MS);
    assert_ne!(day(), began);

    gate.open();
    reply_to(studio, &sent);

    let usage = studio.get("/api/usage").ok();
    assert_eq!((&usage["usage"][0]["key"], usage["total"].as_i64()), (&json!(began), Some(1)));
    assert_eq!(usage["budgets"][0]["tokensUsed"], 0, "the new day has all of its budget");
    assert_eq!(reserved(studio), 0);
}

fn a_call_that_was_given_up_is_not_counted_again_when_it_ends(engine: Engine) {
    let gate = Gate::default();
    let studio = &Studio::open_with_model(engine, gated_answer(&gate), &[]);
    let (project, _) = book(studio);
    let send_one = || {
        let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?",
            "context": { "metadata": { "projectId": project } } });
        send(studio, &message).ok()
    };
    let sent = send_one();
    studio.until("a call", || (studio.model().open() > 0).then_some(()));
    // As if another server had ended the message.
    studio.run(&["UPDATE message SET state = 'expired', lease_owner = NULL, lease_until = NULL \
        WHERE state = 'leased'"]);
    studio.clean();
    let given_up = studio.get("/api/usage").ok()["sum"].clone();
    assert_eq!(given_up["calls"], 1);
    assert_eq!(reserved(studio), 0);

    gate.open();
    studio.until("the end of the call", || (studio.model().open() == 0).then_some(()));
    // Whoever asks the same agent in the same conversation waits for the first message.
    let conversation = studio
        .get(&format!("/api/agent-communication/messages/{}", sent["response"]["messageId"].text()))
        .ok();
    let message = json!({ "toAgent": "lorekeeper", "message": "Who is Mara?", "context": {
        "conversationId": conversation["conversationId"], "metadata": { "projectId": project } } });
    reply_to(studio, &send(studio, &message).ok());

    let sum = studio.get("/api/usage").ok()["sum"].clone();
    assert_eq!((&sum["calls"], &sum["estimatedTokens"]), (&json!(2), &given_up["estimatedTokens"]));
    assert_eq!(reserved(studio), 0);
}

fn budgets_that_limit_nothing_any_more_and_old_usage_are_deleted(engine: Engine) {
    let studio = &Studio::open_with_model(engine, super::staff::right, &[]);
    let project = super::staff::whole(studio);
    let made = studio.post(
        "/api/agents/swarm",
        &json!({ "swarmType": "debate",
        "projectId": project, "taskDescription": "Should Mara cross?", "input": { "rounds": 1 } }),
    );
    let path = format!("/api/agents/swarm/{}", made.ok()["swarmId"].text());
    studio.until("the end", || (studio.get(&path).ok()["status"] == "completed").then_some(()));
    let accounts = || -> Vec<String> {
        studio.write(|tx| {
            let rows = tx.rows("SELECT scope FROM budget_account ORDER BY scope", ());
            let scopes = rows.expect("rows").into_iter().map(|row| row.get(0).expect("a text"));
            Ok(scopes.collect())
        })
    };
    let calls = || studio.get("/api/usage").ok()["sum"]["calls"].clone();
    studio.clean();
    assert_eq!(
        (accounts(), calls()),
        (vec!["day".to_owned(), "project".to_owned(), "swarm".to_owned()], json!(2))
    );

    studio.clock.advance((domain::budgets::BUDGET_DAYS + 1) * domain::time::DAY_MS);
    studio.run(&["DELETE FROM swarm"]);
    studio.clean();

    assert_eq!((accounts(), calls()), (vec!["project".to_owned()], json!(2)));
    studio.clock.advance(domain::usage::USAGE_DAYS * domain::time::DAY_MS);
    studio.clean();
    assert_eq!(calls(), 0);
}

on_both! {
    a_call_belongs_to_the_day_on_which_it_was_begun,
    a_call_that_was_given_up_is_not_counted_again_when_it_ends,
    budgets_that_limit_nothing_any_more_and_old_usage_are_deleted,
}
