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
        aim if aim.is_composed() && request.steps.is_none() => {
            return Ok(Answer::without_model(&request.agent));
        }
        Aim::Composition | Aim::Debate => return super::answer(studio, request).await,
        Aim::DraftReading => return draft_reading(studio, request).await,
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

/// What an agent says of the draft that another one wrote: the draft is the text it is asked about, and
/// not the manuscript.
async fn draft_reading(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let drafts = request.inputs.iter().rev().filter_map(|input| Some((input, draft_in(input)?)));
    let Some((input, draft)) = drafts.into_iter().find(|(_, draft)| !draft.trim().is_empty())
    else {
        return Ok(Answer::of_text("No draft was written that could be read.\n"));
    };
    let (sub_task, text) = (input.sub_task.clone(), draft.to_owned());
    let mut request = AgentRequest { text, ..request.clone() };
    request.inputs.retain(|it| it.sub_task != sub_task);
    super::of_text(studio, &request).await
}

/// The draft that an input brings: that of the scribe has a form of its own, and an agent of a user's own
/// answers with the draft alone.
fn draft_in(input: &Input) -> Option<&str> {
    let answer = &input.report["answer"];
    if answer["kind"] == "draft" {
        return Some(text(&answer["result"], "text"));
    }
    let is_draft = input.is_there() && input.sub_task.starts_with("draft-");
    is_draft.then_some(input.text.as_str())
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

/// What a report says of single chapters, entries or promises, where it is about these and not about the
/// whole book.
fn parts(report: &Value) -> Option<&[Value]> {
    report["parts"].as_array().map(Vec::as_slice)
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
}
