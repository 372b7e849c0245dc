//! The tools that ask for something: an edit of a document, a finding in one, a promise. Each is checked
//! against the text as it is now, and refused with a sentence for the model; nothing is written here.

use domain::{
    Error, Result,
    documents::Document,
    findings::{
        Severity,
        by_agent::{AgentFinding, Concern},
    },
    phrases::alternatives,
};
use serde_json::json;
use store::{Tx, documents, projects::ProjectAccess};

use super::{Arguments, reading::titled};
use crate::{
    agent_rules,
    skills::model::wanted::{EditWanted, PromiseWanted, Wanted},
    tools::words::{Missing, Position, locate},
};

/// What was checked, or why it is refused, as a sentence for the model.
type Checked<T> = Result<std::result::Result<T, String>>;

/// What a call of one of these tools asks for.
pub(super) fn wanted(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    tool: &str,
    arguments: &Arguments,
) -> Checked<Wanted> {
    let check = match tool {
        "propose_edit" => edit,
        "record_finding" => finding,
        "propose_promise" => promise,
        other => return Ok(Err(format!("There is no tool {other}"))),
    };
    match agent_rules::check_assist(tx, project) {
        Ok(()) => check(tx, project, arguments),
        Err(Error::Conflict(reason)) => Ok(Err(reason)),
        Err(error) => Err(error),
    }
}

fn edit(tx: &mut Tx<'_>, project: &ProjectAccess, arguments: &Arguments) -> Checked<Wanted> {
    let Arguments { before, after, reason, .. } = arguments;
    if reason.trim().is_empty() {
        return Ok(Err("`reason` is empty".to_owned()));
    }
    if before == after {
        return Ok(Err("The edit changes nothing".to_owned()));
    }
    let found = match passage(tx, project, (&arguments.title, before))? {
        Ok(found) => found,
        Err(refused) => return Ok(Err(refused)),
    };
    if let Err(refused) = agent_rules::check_unlocked(&found.document) {
        return Ok(Err(refused.to_string()));
    }
    Ok(Ok(Wanted::Edit(EditWanted {
        document_id: found.document.id,
        title: found.document.title,
        version: found.document.version,
        start: found.start,
        end: found.end,
        before: before.clone(),
        after: after.clone(),
        reason: reason.clone(),
    })))
}

fn finding(tx: &mut Tx<'_>, project: &ProjectAccess, arguments: &Arguments) -> Checked<Wanted> {
    let Arguments { quote, concern, severity, message, .. } = arguments;
    let Some(concern) = Concern::parse(concern) else {
        return Ok(Err(format!("`concern` is {}", alternatives(Concern::WORDS))));
    };
    let Some(severity) = Severity::parse(severity) else {
        return Ok(Err(format!("`severity` is {}", alternatives(Severity::WORDS))));
    };
    if message.trim().is_empty() {
        return Ok(Err("`message` is empty".to_owned()));
    }
    let found = passage(tx, project, (&arguments.title, quote))?;
    Ok(found.map(|found| {
        Wanted::Finding(AgentFinding {
            document_id: found.document.id,
            quote: quote.clone(),
            concern,
            severity,
            message: super::super::proposing::line(message),
            detail: json!({}),
        })
    }))
}

fn promise(tx: &mut Tx<'_>, project: &ProjectAccess, arguments: &Arguments) -> Checked<Wanted> {
    let Arguments { promise, description, quote, .. } = arguments;
    if promise.trim().is_empty() {
        return Ok(Err("`promise` is empty".to_owned()));
    }
    let found = passage(tx, project, (&arguments.title, quote))?;
    Ok(found.map(|_| {
        Wanted::Promise(PromiseWanted {
            title: promise.clone(),
            description: description.clone(),
            quote: quote.clone(),
        })
    }))
}

/// Words of a document, by characters of its Markdown.
struct Passage {
    document: Document,
    start: i64,
    end: i64,
}

/// The words of a document that are meant: they stand in it one time.
fn passage(
    tx: &mut Tx<'_>,
    project: &ProjectAccess,
    (title, words): (&str, &str),
) -> Checked<Passage> {
    let document = match titled(tx, project, title)? {
        Ok(document) => document,
        Err(refused) => return Ok(Err(refused)),
    };
    let text = documents::content(tx, project, &document.id)?;
    Ok(match locate(&document.title, &text, words) {
        Ok(Position { start, end }) => Ok(Passage { document, start, end }),
        Err(Missing { reason, nearly: Some(nearly) }) => {
            Err(format!("{reason}; nearly the same words are: {nearly}"))
        }
        Err(Missing { reason, nearly: None }) => Err(reason),
    })
}
