//! MCP Inspector's command line, against a running service with a small project of its own: it lists the
//! tools and calls each of them.

use serde_json::{Value, json};

use super::programs::Node;
use super::service::Service;
use crate::command::output;
use crate::failure::{Doing, Failure, Outcome};

/// A story that every tool has something to say about.
const CHAPTER: &str = "# One\n\n“The ring is gone,” said Mara.\n\nIvo looked at the the door.\n";

/// Lists the tools and calls each of them.
pub(super) fn check(node: &Node) -> Outcome {
    let service = Service::start()?;
    let finding = make_project(&service)?;
    let inspect = |arguments: &[String]| -> Outcome<Value> {
        let mut command = node.command("mcp-inspector");
        command
            .args(["--cli", &format!("{}/mcp", service.address()), "--transport", "http"])
            .args(arguments)
            // It keeps what it has seen of a server at home.
            .env("HOME", service.folder())
            .current_dir(service.folder());
        let said = output(&mut command)?;
        serde_json::from_str(&said).doing(format_args!("reading what the inspector said: {said}"))
    };
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    // With `--strict` it fails where a schema is one that not every client understands.
    let listed = inspect(&words("--method tools/list --strict"))?;
    let listed = listed["tools"].as_array().cloned().unwrap_or_default();
    if listed.is_empty() {
        return Err(Failure::new("the inspector lists no tools"));
    }
    for tool in &listed {
        let name = tool["name"].as_str().unwrap_or_default();
        let arguments = arguments(name).ok_or_else(|| {
            Failure::new(format!("xtask/src/test/deep/inspector.rs has no arguments for {name}"))
        })?;
        let mut all = words("--method tools/call --tool-name");
        all.push(name.to_owned());
        if name == "answer_finding" {
            all.extend(["--tool-arg".to_owned(), format!("finding={finding}")]);
        }
        for (key, value) in arguments {
            all.extend(["--tool-arg".to_owned(), format!("{key}={value}")]);
        }
        let answer = inspect(&all)?;
        let is_whole = answer["structuredContent"].is_object() && answer["content"][0].is_object();
        if answer["isError"] == true || !is_whole {
            return Err(Failure::new(format!("{name} answers the inspector: {answer}")));
        }
        println!("the inspector called {name}");
    }
    service.check_health()
}

/// Makes what the calls are about; the id of a finding.
fn make_project(service: &Service) -> Outcome<String> {
    let client = &service.client;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let made = client.post("/api/projects", &json!({ "name": "Nightfall" }))?;
    let project = format!("/api/projects/{}", text(&made["id"]));
    let chapter = json!({ "title": "Chapter One", "content": CHAPTER });
    let document = text(&client.post(&format!("{project}/documents"), &chapter)?["id"]);
    for (name, category) in [("Mara", "character"), ("the ring", "item")] {
        let entry = json!({ "name": name, "category": category });
        client.post(&format!("{project}/lore"), &entry)?;
    }
    client.post(&format!("{project}/analyses"), &json!({ "documentIds": [document] }))?;
    let found = client.get(&format!("{project}/findings?state=open"))?;
    Ok(text(&found["findings"][0]["id"]))
}

/// With which arguments a tool is called.
fn arguments(tool: &str) -> Option<&'static [(&'static str, &'static str)]> {
    Some(match tool {
        "find_passages" => &[("query", "the ring")],
        "get_document" | "list_findings" => &[("document", "Chapter One")],
        "scene_brief" => &[("scene", "Chapter One")],
        "who_knows_when" => &[("subject", "the ring")],
        "answer_finding" => &[("state", "dismissed")],
        "lookup_lore" => &[("entry", "Mara")],
        "propose_edit" => &[
            ("document", "Chapter One"),
            ("before", "the the door"),
            ("after", "the door"),
            ("reason", "A word stands twice."),
        ],
        "record_promise" => &[("title", "Where the ring is")],
        "ask_agent" => &[("question", "What is chapter one about?")],
        "start_swarm" => &[("swarmType", "consistency_sweep"), ("task", "What is wrong?")],
        "check_text" => &[("text", "Mara’s eyes were grey."), ("document", "Chapter One")],
        _ => return None,
    })
}
