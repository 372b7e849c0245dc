//! What agents make of the results of others without a language model: a structure is judged, a record
//! names its sources, a list says what to write anew. The inputs are results of sub-tasks as they are
//! stored; nothing here reads the words of the task but to look for names in it.

mod canon;
mod judgement;
mod lacking;
mod names;
mod readiness;
mod record;
mod rewrites;

use domain::{
    Result,
    messages::Answer,
    swarms::{Aim, inputs::Input},
};
use serde_json::{Value, json};

use super::{answers::AnswerText, request::AgentRequest};
use crate::Studio;

/// What an agent answers to a sub-task of a swarm, with what others found. What it makes of that by rule
/// are the facts that a model is given, where it asks one.
pub(crate) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let by_rule = match request.aim {
        Aim::Answer => return super::answer(studio, request).await,
        Aim::Composition if request.steps.is_some() => return super::answer(studio, request).await,
        Aim::Composition => return Ok(Answer::without_model(&request.agent)),
        Aim::Judgement => judgement::answer(request)?,
        Aim::Canon => canon::answer(studio, request).await?,
        Aim::Record => record::answer(studio, request).await?,
        Aim::Rewrites => rewrites::answer(studio, request).await?,
        Aim::Names => names::answer(studio, request).await?,
        Aim::Readiness => readiness::answer(studio, request).await?,
    };
    match &request.steps {
        // Without a report there was nothing to work with, and a model has nothing to add.
        Some(steps) if request.aim.asks_model() && by_rule.report.is_some() => {
            super::with_model(studio, request, steps, by_rule).await
        }
        _ => Ok(by_rule),
    }
}

/// Whether a report says that there was nothing to work with, and so nothing was done.
pub(crate) fn is_empty(report: &Value) -> bool {
    if !report["answer"]["result"].is_null() {
        return false;
    }
    let is_none = |value: &Value| match value {
        Value::Number(count) => count.as_i64() == Some(0),
        Value::Array(items) => items.is_empty(),
        _ => true,
    };
    match report["kind"].as_str().unwrap_or_default() {
        "structure" => is_none(&report["chapters"]["total"]) && !has_outline(report),
        "promises" => is_none(&report["total"]),
        "timelines" => {
            items(&report["timelines"]).iter().all(|timeline| is_none(&timeline["events"]))
        }
        "languages" => is_none(&report["languages"]),
        "world" => is_none(&report["entries"]),
        "cast" => is_none(&report["members"]["total"]),
        "passages" => is_none(&report["passages"]["total"]),
        "facts" => is_none(&report["documents"]),
        "reading" | "prose" => is_none(&report["words"]),
        "empty" | "help" | "missing" => true,
        _ => false,
    }
}

/// Whether the report on a structure has any node of an outline.
fn has_outline(report: &Value) -> bool {
    let kinds = report["outline"]["kinds"].as_object().into_iter().flatten();
    kinds.into_iter().any(|(_, count)| count.as_i64().unwrap_or(0) > 0)
}

/// The items of a list in a report, whether it is one or says its total beside them.
pub(crate) fn items(list: &Value) -> &[Value] {
    list.as_array().or_else(|| list["items"].as_array()).map_or(&[], Vec::as_slice)
}

/// A text in a report; empty where there is none.
pub(crate) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// The inputs with reports of a kind.
fn of_kind<'i>(inputs: &'i [Input], kind: &'static str) -> impl Iterator<Item = &'i Input> {
    inputs.iter().filter(move |input| input.is_there() && input.kind() == kind)
}

/// The inputs that an answer rests on, for programs.
fn sources(inputs: &[Input]) -> Value {
    super::answers::listed(&inputs.iter().collect::<Vec<_>>(), |input| {
        json!({
            "subTask": input.sub_task,
            "agent": input.agent,
            "state": input.state,
        })
    })
}

/// Says which inputs are missing, and why.
fn missing(out: &mut AnswerText, inputs: &[Input]) {
    let missing: Vec<&Input> = inputs.iter().filter(|input| !input.is_there()).collect();
    out.list("Not there", &missing, |input| {
        let reason = input.error.as_deref().and_then(|reason| reason.lines().next());
        format!("{}: {}", input.source(), reason.unwrap_or("no result"))
    });
}

#[cfg(test)]
pub(super) mod tests {
    use domain::swarms::SubtaskState;

    use super::*;

    /// The result of a sub-task, for tests.
    pub(in crate::skills) fn input(sub_task: &str, agent: &str, report: Value) -> Input {
        Input {
            sub_task: sub_task.to_owned(),
            title: String::new(),
            agent: agent.to_owned(),
            state: SubtaskState::Succeeded,
            error: None,
            text: String::new(),
            report,
            documents: Vec::new(),
            findings: Vec::new(),
        }
    }

    #[test]
    fn a_report_about_nothing_is_empty() {
        let nothing = [
            json!({ "kind": "structure", "chapters": { "total": 0 }, "outline": { "kinds": { "act": 0 } } }),
            json!({ "kind": "promises", "total": 0 }),
            json!({ "kind": "timelines", "timelines": [] }),
            json!({ "kind": "timelines", "timelines": [{ "events": 0 }] }),
            json!({ "kind": "languages", "languages": [] }),
            json!({ "kind": "world", "entries": 0 }),
            json!({ "kind": "cast", "members": { "total": 0, "items": [] } }),
            json!({ "kind": "passages", "passages": { "total": 0 } }),
            json!({ "kind": "facts", "documents": 0 }),
            json!({ "kind": "prose", "words": 0 }),
        ];
        let something = [
            json!({ "kind": "structure", "chapters": { "total": 0 }, "outline": { "kinds": { "act": 1 } } }),
            json!({ "kind": "promises", "total": 1 }),
            json!({ "kind": "timelines", "timelines": [{ "events": 0 }, { "events": 2 }] }),
            json!({ "kind": "cast", "members": { "total": 2 } }),
            json!({ "kind": "names", "total": 0 }),
            Value::Null,
        ];

        assert!(nothing.iter().all(is_empty), "{nothing:?}");
        for report in something {
            assert!(!is_empty(&report), "{report}");
        }
    }
}
