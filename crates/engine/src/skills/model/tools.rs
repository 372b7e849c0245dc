//! What a model may call: reading in the project of its request, with the rights of whoever asks, and
//! asking for what is proposed or recorded when its agent has answered. What a text says grants no tool
//! and no right; the list is here.

mod proposing;
mod reading;

use domain::{
    Result,
    agents::context::ContextPart,
    findings::{Severity, by_agent::Concern},
};
use llm::{Tool, ToolCall};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::wanted::Wanted;
use crate::{
    Studio,
    skills::reading::{Asked, access},
};

/// What came of a call; it is kept until the message or sub-task is over.
#[derive(Serialize, Deserialize)]
pub(super) enum Called {
    /// It read something that can be cited.
    Source(ContextPart),
    /// It asks for something that is made when the agent has answered.
    Wanted(Wanted),
    /// Nothing; the reason is a sentence for the model.
    Refused(String),
}

/// Every tool.
pub(super) fn all() -> Vec<Tool> {
    let tool = |name: &str, description: &str, arguments: Value| Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": arguments,
            "required": arguments.as_object().map(|all| all.keys().collect::<Vec<_>>()),
            "additionalProperties": false,
        }),
    };
    let text = |description: &str| json!({ "type": "string", "description": description });
    vec![
        tool(
            "find_passages",
            "Finds passages of the manuscript and the notes about something.",
            json!({ "query": text("What is looked for, in a few words") }),
        ),
        tool(
            "get_document",
            "Reads the beginning of a document, or what follows a character of it.",
            json!({
                "title": text("The title of the document"),
                "from": { "type": "integer", "description": "The first character, from 0" },
            }),
        ),
        tool(
            "lookup_lore",
            "Reads an entry of the lore.",
            json!({ "name": text("The name of the entry, or another name of it") }),
        ),
        tool("list_findings", "Lists what checks found and nobody answered.", json!({})),
        tool("timeline", "Lists the events of the timelines in order.", json!({})),
        tool("promises", "Lists the promises to the reader with their states.", json!({})),
        tool(
            "propose_edit",
            "Proposes to the author an edit of a document. Nothing changes before the author accepts it.",
            json!({
                "title": text("The title of the document"),
                "before": text("The words as they stand there, copied letter by letter, and so many \
                    that they stand there one time"),
                "after": text("The words that should stand there"),
                "reason": text("Why, in a sentence"),
            }),
        ),
        tool(
            "record_finding",
            "Records something about words of a document that the author should look at.",
            json!({
                "title": text("The title of the document"),
                "quote": text("The words, copied letter by letter, and so many that they stand there one time"),
                "concern": { "type": "string", "enum": Concern::WORDS },
                "severity": { "type": "string", "enum": Severity::WORDS },
                "message": text("What was found, in one or two sentences"),
            }),
        ),
        tool(
            "propose_promise",
            "Proposes to the author to note a promise that the text makes to its readers.",
            json!({
                "promise": text("What is promised, in a few words"),
                "description": text("What the reader expects, in a sentence"),
                "title": text("The title of the document that makes it"),
                "quote": text("The words that make it, copied letter by letter"),
            }),
        ),
    ]
}

/// The arguments of every tool.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Arguments {
    query: String,
    title: String,
    from: usize,
    name: String,
    before: String,
    after: String,
    reason: String,
    quote: String,
    concern: String,
    severity: String,
    message: String,
    promise: String,
    description: String,
}

/// Answers a call. What it asks for is not made here.
pub(super) async fn call(studio: &Studio, asked: &Asked, call: &ToolCall) -> Result<Called> {
    let arguments: Arguments = match serde_json::from_value(call.arguments.clone()) {
        Ok(arguments) => arguments,
        Err(flaw) => return Ok(Called::Refused(format!("The arguments do not fit: {flaw}"))),
    };
    if call.name == "find_passages" {
        return reading::passages(studio, asked, &arguments.query).await.map(Called::of_source);
    }
    let (asked, name) = (asked.clone(), call.name.clone());
    studio
        .database
        .scan(move |tx| {
            let project = access(tx, &asked.request)?;
            let read = match name.as_str() {
                "get_document" => reading::document(tx, &project, &arguments)?,
                "lookup_lore" => reading::entry(tx, &project, &arguments.name)?,
                "list_findings" => reading::pending(tx, &project)?,
                "timeline" => reading::events(tx, &project)?,
                "promises" => reading::all_promises(tx, &project)?,
                _ => {
                    let wanted = proposing::wanted(tx, &project, &name, &arguments)?;
                    return Ok(wanted.map_or_else(Called::Refused, Called::Wanted));
                }
            };
            Ok(Called::of_source(read))
        })
        .await
}

impl Called {
    fn of_source(read: reading::Read) -> Self {
        read.map_or_else(Self::Refused, Self::Source)
    }
}
