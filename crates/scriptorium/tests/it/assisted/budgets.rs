//! Tests of what models use and of budgets: what is over a budget is not sent.

use super::*;

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
