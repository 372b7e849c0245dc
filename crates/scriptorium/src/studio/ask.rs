//! `scriptorium ask`: sends a message to an agent, waits until it has ended, and prints the reply.

use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::{Map, Value, json};

use super::{StudioError, naming, output::Output};
use crate::{
    cli::studio::Ask,
    client::{Client, ClientError, encoded, text},
};

/// Asks, and prints the reply.
pub(super) fn run(
    order: &Ask,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let mut metadata = Map::new();
    if order.project.is_some() || order.document.is_some() {
        let project = naming::project(client, order.project.as_deref())?;
        if let Some(title) = &order.document {
            let document = naming::document(client, &project, title)?;
            metadata.insert("documentId".to_owned(), document.id.into());
        }
        metadata.insert("projectId".to_owned(), project.id.into());
    }
    let body = json!({
        "toAgent": order.agent, "message": order.question, "context": { "metadata": metadata }
    });
    let sent = match client.post("/api/agent-communication/messages/send", body.to_string()) {
        Err(ClientError::Refused { status: 404, .. }) => {
            return Err(naming::unknown_agent(client, &order.agent)?.into());
        }
        sent => sent?,
    };
    let id = text(&sent["response"]["messageId"]);
    let path = format!("/api/agent-communication/messages/{}", encoded(&id));
    wait(client, &path)?;
    let message = client.get(&path)?;
    let Some(reply) = message["answerId"].as_str() else {
        let status = text(&message["status"]);
        let reason = message["error"].as_str().map_or(String::new(), |error| format!(": {error}"));
        return Err(StudioError::Failed(format!(
            "the message ended as {status}, without a reply{reason}"
        )));
    };
    let reply = client.get(&format!("/api/agent-communication/messages/{}", encoded(reply)))?;
    if output.json {
        return Ok(output.json(&reply)?);
    }
    Ok(output.line(&text(&reply["message"]))?)
}

/// Follows the message at `path` until it has ended. Says on standard error when its agent waits for a
/// permission.
fn wait(client: &Client, path: &str) -> Result<(), ClientError> {
    let events = BufReader::new(client.read(&format!("{path}/stream"))?);
    let mut is_announced = false;
    for line in events.lines() {
        // What has ended it shows in the message itself.
        let Ok(line) = line else { return Ok(()) };
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let Ok(message) = serde_json::from_str::<Value>(data) else { continue };
        if message["status"] == "awaiting_approval" && !is_announced {
            is_announced = true;
            // With standard error closed there is nowhere to say it.
            let _ = writeln!(
                std::io::stderr(),
                "the agent waits for a permission: POST {path}/approve or {path}/deny"
            );
        }
    }
    Ok(())
}
