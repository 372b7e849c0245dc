//! `scriptorium ask`: sends a message to an agent, waits until it has ended, and prints the reply.

use domain::messages::State;
use serde_json::{Map, Value, json};

use super::{StudioError, follow, naming, output::Output, permission, reason, report};
use crate::{
    cli::studio::Ask,
    client::{Client, ClientError, encoded, printable, text},
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
    let mut is_reported = false;
    let message = follow(client, &path, has_ended, |message| {
        if message["status"] == "awaiting_approval" && !is_reported {
            is_reported = true;
            let what = printable(&message["approval"]["what"]);
            let remedy = permission::remedy(client, &order.service, &id);
            report(&format!("{} waits for your permission to {what}: {remedy}", order.agent));
        }
    })?;
    let Some(reply) = message["answerId"].as_str() else {
        let status = text(&message["status"]);
        let reason = reason(&message["error"]);
        return Err(StudioError::Failed(format!(
            "the message ended as {status}, without a reply{reason}"
        )));
    };
    let reply = client.get(&format!("/api/agent-communication/messages/{}", encoded(reply)))?;
    if output.json {
        return Ok(output.json(&reply)?);
    }
    Ok(output.line(&printable(&reply["message"]))?)
}

/// Whether nothing more is to come of a message.
fn has_ended(message: &Value) -> bool {
    message["status"].as_str().and_then(State::parse).is_some_and(State::is_final)
}
