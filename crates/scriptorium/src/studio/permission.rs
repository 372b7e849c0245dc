//! `scriptorium approve` and `scriptorium deny`: decide about what an agent wants to do and waits for; and
//! what other commands say while one waits. What takes a permission is decided by the service.

use serde_json::{Map, Value, json};

use super::{
    StudioError, naming,
    output::{Output, counted},
};
use crate::{
    cli::studio::{Approve, Deny, Service},
    client::{Client, ClientError, encoded, printable},
};

/// Permits what an agent waits for.
pub(super) fn approve(
    order: &Approve,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let decided = decide(client, (&order.of, "approve"), &Map::new())?;
    print(&decided, "approved", output)
}

/// Does not permit what an agent waits for.
pub(super) fn deny(
    order: &Deny,
    client: &Client,
    output: &mut Output<'_>,
) -> Result<(), StudioError> {
    let mut denial = Map::new();
    if let Some(reason) = &order.reason {
        denial.insert("reason".to_owned(), reason.clone().into());
    }
    let decided = decide(client, (&order.of, "deny"), &denial)?;
    print(&decided, "denied", output)
}

/// Decides about a message, or about all that an agent of this name waits for.
fn decide(
    client: &Client,
    (of, verb): (&str, &str),
    body: &Map<String, Value>,
) -> Result<Value, StudioError> {
    let agent = format!("/api/agents/{}/{verb}", encoded(of));
    let message = format!("/api/agent-communication/messages/{}/{verb}", encoded(of));
    let body = json!(body).to_string();
    match client.post(&agent, body.clone()) {
        Err(ClientError::Refused { status: 404, .. }) => {}
        decided => return Ok(decided?),
    }
    match client.post(&message, body) {
        Err(ClientError::Refused { status: 404, .. }) => {
            Err(naming::unknown_agent(client, of)?.into())
        }
        decided => Ok(decided?),
    }
}

fn print(decided: &Value, verdict: &str, output: &mut Output<'_>) -> Result<(), StudioError> {
    if output.json {
        return Ok(output.json(decided)?);
    }
    // What was decided about a single message is the message.
    let Some(messages) = decided["messages"].as_u64() else {
        let what = printable(&decided["approval"]["what"]);
        return Ok(output.line(&format!("{verdict}: {what}"))?);
    };
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or_default()).unwrap_or(0);
    let (agent, sub_tasks) = (printable(&decided["agentId"]), number(&decided["subTasks"]));
    if messages == 0 && sub_tasks == 0 {
        return Ok(output.line(&format!("{agent} waits for no permission"))?);
    }
    let messages = counted(number(&decided["messages"]), "message", "messages");
    let sub_tasks = counted(sub_tasks, "sub-task", "sub-tasks");
    output.line(&format!("{verdict}: {messages} and {sub_tasks} of {agent}"))?;
    if decided["more"] == true {
        output.line("more wait: give the same command again")?;
    }
    Ok(())
}

/// What to type to permit what `of` waits for: a message or an agent.
pub(super) fn remedy(client: &Client, service: &Service, of: &str) -> String {
    let address = client.address();
    let file = service.token_file.as_ref();
    let token = file.map(|it| format!(" --token-file {}", it.display())).unwrap_or_default();
    let to = format!("{of} --listen {address}{token}");
    format!("`scriptorium approve {to}` or `scriptorium deny {to}` decides it")
}
