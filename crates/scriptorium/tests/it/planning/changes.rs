//! What becomes of a full board when its writer has second thoughts: every pointer follows, and the
//! project counts what is left.

use serde_json::{Value, json};

use super::board::{NODES, Plan};
use crate::support::Text as _;

pub fn a_plotline_is_renamed_and_its_promise_follows(plan: &Plan<'_>) {
    let lane = format!("{}/plotlines/{}", plan.timeline(), plan.id("The glass").text());
    plan.put(&lane, &json!({ "name": "The breaking of the glass" }));

    let promise = plan.get(&plan.promise("What the Glass shows"));
    assert_eq!(promise["plotlineTitle"], "The breaking of the glass");
    assert_eq!(plan.connections(), 25);
}

pub fn a_node_is_cut_and_nothing_points_there(plan: &Plan<'_>) {
    let node = format!("{NODES}/{}", plan.id("What the tide brought").text());
    plan.delete(&node);

    assert_eq!(
        plan.outline(),
        [
            "Act one",
            "Act one / A light at sea",
            "Act one / Tam digs",
            "Act two",
            "Act two / Over the sound",
            "Act two / Over the sound / It falls"
        ]
    );
    let promise = plan.get(&plan.promise("What the Glass shows"));
    assert_eq!((&promise["madeAtNodeId"], &promise["madeAtNodeTitle"]), (&Value::Null, &json!("")));
    assert_eq!(promise["fulfilledAtNodeTitle"], "It falls");
    let (_, report) = plan.ask("plotter", json!({}));
    assert_eq!(
        report["orphans"]["promises"][0]["id"],
        plan.id("What the Glass shows"),
        "it was kept, and the outline does not say any more where it was made"
    );
    assert_eq!(plan.connections(), 25 - 2);
}

pub fn an_entry_is_struck_and_nothing_leads_to_it(plan: &Plan<'_>) {
    plan.delete(&plan.at("lore", "Tide Glass", ""));

    assert_eq!(plan.links("Tam finds the Glass"), ["character", "scene"]);
    assert_eq!(plan.get(&plan.at("lore", "Wardens", ""))["relations"], json!([]));
    let gone = plan.studio.get(&plan.at("lore", "Tide Glass", "/mentions"));
    assert_eq!(gone.detail(), "Lore entry not found");
    let names: Vec<_> = plan.mentions().into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["Captain Rook", "Ismay", "Merrow", "Skerry Light", "Tam", "Wardens"]);
    assert_eq!(plan.connections(), 23 - 3);
}

pub fn a_plotline_is_dropped_and_its_events_and_promises_stay(plan: &Plan<'_>) {
    let lane = plan.id("The glass");
    plan.delete(&format!("{}/plotlines/{}", plan.timeline(), lane.text()));

    let promise = plan.get(&plan.promise("What the Glass shows"));
    assert_eq!((&promise["plotlineId"], &promise["plotlineTitle"]), (&Value::Null, &json!("")));
    assert_eq!(plan.links("The Merrow sails"), ["character"]);
    let breaks = plan.get(&plan.event("The Glass breaks"));
    assert_eq!(breaks["plotlineIds"], json!([plan.id("The Wardens’ hunt")]));
    assert_eq!(plan.connections(), 20 - 2);
    let events = plan.list(&format!("{}/events", plan.timeline()), "events");
    assert_eq!(events.len(), 12);
}
