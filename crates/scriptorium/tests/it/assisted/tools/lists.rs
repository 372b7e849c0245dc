//! Tests of the tools that list records for a model: a list that is cut says so.

use super::*;

fn a_list_of_which_the_model_sees_a_part_says_that_there_is_more(engine: Engine) {
    let desk = Desk::new(engine);
    let timelines = "/api/creative/timelines";
    let timeline = json!({ "projectId": desk.project, "name": "Days" });
    let timeline = desk.studio.post(timelines, &timeline).ok()["data"]["id"].text();
    for number in 1..=51 {
        let promise = json!({ "projectId": desk.project, "title": format!("Promise {number}"), "promiseType": "plot" });
        desk.studio.post("/api/creative/plot/promises", &promise).ok();
        let event = json!({ "title": format!("Event {number}"), "dateDisplay": format!("1 May {}", 1800 + number) });
        desk.studio.post(&format!("{timelines}/{timeline}/events"), &event).ok();
    }

    let (_, results) = desk.ask(&[("promises", json!({})), ("timeline", json!({}))]);

    for (result, last) in results.iter().zip(["Promise 50 (", "1 May 1850: Event 50"]) {
        assert!(result.contains(last), "{result}");
        assert!(result.contains("and more, which are not listed here"), "{result}");
        assert!(!result.contains("Promise 51") && !result.contains("Event 51"), "{result}");
    }
}

on_both! {
    a_list_of_which_the_model_sees_a_part_says_that_there_is_more,
}
