//! Archivist on what others found: what the lore lacks of it, each with the sub-tasks that found it, and
//! the statements that do not agree. It writes nothing into the lore.

use domain::{Result, messages::Answer};
use serde_json::{Value, json};
use store::lore;

use super::{
    items,
    lacking::{self, Lacking},
    missing, of_kind, sources, text,
};
use crate::{
    Studio,
    skills::{
        answers::{AnswerText, counted, listed},
        request::AgentRequest,
        subject,
    },
};

/// What to take down of what the others found.
pub(super) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let inputs = &request.inputs;
    if !inputs.iter().any(|input| input.is_there()) {
        return Ok(Answer::of_text("The others found nothing that could be taken down.\n"));
    }
    let entries = subject::read_project(studio, request, lore::entry_names).await?;
    let gathered = lacking::gather(inputs, &entries.unwrap_or_default(), &request.text);
    let conflicts: Vec<_> = of_kind(inputs, "facts")
        .flat_map(|input| items(&input.report["conflicts"]).iter().map(move |it| (input, it)))
        .collect();
    let mut out = AnswerText::default();
    let found = inputs.iter().filter(|it| it.is_there()).count();
    let found = counted(found, "sub-task", "sub-tasks");
    let heading = if request.project_id.is_some() {
        out.line(format!(
            "Held against the lore: what {found} found. Nothing was written into the lore."
        ));
        "To take down, since the lore lacks it"
    } else {
        out.line(format!(
            "There is no project, and so no lore to hold against what {found} found."
        ));
        "Found"
    };
    out.list(heading, &gathered.lacking, |it| format!("{}: {}", it.what.word(), it.line()));
    if gathered.lacking.is_empty() {
        out.line("The lore has all names, events and languages that they found.");
    }
    out.list("To decide, since statements do not agree", &conflicts, |(input, it)| {
        format!("{} ({})", conflict(it), input.source())
    });
    missing(&mut out, inputs);
    let report = json!({
        "kind": "record",
        "projectId": request.project_id,
        "total": inputs.iter().filter(|it| it.is_there()).count(),
        "lacking": listed(&gathered.lacking, Lacking::report),
        "conflicts": listed(&conflicts, |(input, it)| {
            json!({ "conflict": it, "source": input.source_report() })
        }),
        "sources": sources(inputs),
    });
    Answer::with_report(out.finish(), &report)
}

/// Two statements that do not agree: `Mara, eyes: grey in “I”; green in “II”`.
fn conflict(report: &Value) -> String {
    let stated = report["stated"].as_array().into_iter().flatten();
    let mut stated: Vec<String> =
        stated.map(|it| format!("{} in “{}”", text(it, "value"), text(it, "title"))).collect();
    if let Some(said) = report["lore"]["value"].as_str() {
        stated.push(format!("{said} in the lore"));
    }
    format!("{}, {}: {}", text(report, "name"), text(report, "attribute"), stated.join("; "))
}
