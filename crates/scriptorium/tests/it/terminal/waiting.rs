//! What `ask` does while the agent waits for a permission, and what it prints when none is given or the
//! agent fails. The agent is one outside, whose part the test plays over the interface.

use std::{
    process::{Child, Stdio},
    thread,
};

use serde_json::{Value, json};

use super::Studio;
use crate::support::program::{Ran, command};

const MESSAGES: &str = "/api/agent-communication/messages";

/// What the service answers to a POST.
fn post(studio: &Studio, path: &str, body: &Value) -> Value {
    let address = format!("http://{}{path}", studio.server.address);
    let answer = ureq::post(address).content_type("application/json").send(body.to_string());
    serde_json::from_str(&answer.unwrap().body_mut().read_to_string().unwrap()).unwrap()
}

/// Asks the agent `scout`, which has joined, and takes the message for it.
fn ask(studio: &Studio) -> (Child, Value) {
    let scout = json!({ "id": "scout", "name": "Scout", "description": "Works elsewhere.",
        "capabilities": ["advice"] });
    post(studio, "/api/agents", &scout);
    let mut asked = command(studio.path(), &["ask", "scout", "Go", "--data", "data"]);
    let asked = asked.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    (asked, lease(studio))
}

/// The next message of the agent, once it is there.
fn lease(studio: &Studio) -> Value {
    loop {
        let path = "/api/agent-communication/agents/scout/lease";
        let leased = post(studio, path, &json!({}))["messages"].get(0).cloned().unwrap_or_default();
        if leased.is_object() {
            return leased;
        }
        thread::yield_now();
    }
}

/// Ends a leased message.
fn end(studio: &Studio, leased: &Value, end: Value) {
    let mut end = end;
    end["epoch"] = leased["epoch"].clone();
    let id = leased["id"].as_str().unwrap();
    post(studio, &format!("{MESSAGES}/{id}/acknowledge"), &end);
}

fn wish(studio: &Studio) -> (Child, Value) {
    let (asked, leased) = ask(studio);
    let wish = json!({ "outcome": "needs_approval", "approval": "change chapter 3" });
    end(studio, &leased, wish);
    (asked, leased)
}

fn ended(asked: Child) -> Ran {
    Ran::of(asked.wait_with_output().unwrap())
}

#[test]
fn an_agent_that_waits_is_permitted_by_a_command_and_then_replies() {
    let studio = Studio::start();
    let (asked, _) = wish(&studio);

    let approved = studio.run(&["approve", "scout"]).ok();
    let again = studio.run(&["approve", "scout"]).ok();
    end(&studio, &lease(&studio), json!({ "reply": { "message": "Done." } }));

    let asked = ended(asked);
    assert_eq!(approved, "approved: 1 message and 0 sub-tasks of scout\n");
    assert_eq!(again, "scout waits for no permission\n");
    assert_eq!(asked.out, "Done.\n", "{asked:?}");
}

#[test]
fn what_is_to_be_typed_for_a_permission_is_printed_and_works() {
    let studio = Studio::start();
    let (mut asked, leased) = wish(&studio);
    let mut said = std::io::BufReader::new(asked.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).unwrap();

    let id = leased["id"].as_str().unwrap();
    let address = studio.server.address;
    let deny = format!("scriptorium deny {id} --listen {address}");
    assert!(line.contains("scout waits for your permission to change chapter 3: "), "{line}");
    assert!(line.contains(&format!("`scriptorium approve {id} --listen {address}`")), "{line}");
    assert!(line.contains(&format!("`{deny}`")), "{line}");
    assert!(!line.contains("POST"), "{line}");
    let mut typed: Vec<&str> = deny.split(' ').skip(1).collect();
    typed.extend(["--reason", "Not now."]);
    let denied = crate::support::program::run(studio.path(), &typed).ok();

    assert_eq!(denied, "denied: change chapter 3\n");
    std::io::Read::read_to_string(&mut said, &mut line).unwrap();
    let asked = ended(asked);
    assert_eq!(asked.status, Some(2), "{asked:?}");
    assert!(line.contains("the message ended as refused, without a reply: "), "{line}");
    assert!(line.contains("did not permit it: Not now."), "{line}");
    let nobody = studio.run(&["approve", "nobody"]).refusal();
    assert!(nobody.contains("there is no agent “nobody”; there are "), "{nobody}");
}

#[test]
fn why_an_agent_failed_is_printed() {
    let studio = Studio::start();
    let (asked, leased) = ask(&studio);

    let failure =
        json!({ "outcome": "failed", "failure": "permanent", "error": "The map is lost" });
    end(&studio, &leased, failure);

    let asked = ended(asked);
    assert_eq!(asked.status, Some(2), "{asked:?}");
    assert!(asked.err.contains("without a reply: The map is lost"), "{asked:?}");
}
