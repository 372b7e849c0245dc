//! What an agent does about one message: it answers, or asks others first. What it has to know beside the
//! words of the message, such as the answers to what it asked, is read here.

use domain::{
    OrNone as _, Result,
    agents::topics,
    messages::{
        Answer, Message, MessageContext, MessageType,
        delegation::{Asked, combined, report_of},
        external::SUB_TASK,
    },
    swarms::{inputs::bounded, links::SENDER},
};
use serde_json::{Map, Value};
use store::{
    Tx, messages, projects,
    swarms::{self, subtasks},
};

use crate::{
    Studio,
    agents::capabilities::Staff,
    messages::choice::{self, Choice, Wanted},
    skills::{
        self, Outcome,
        request::{AgentRequest, EARLIER_MAX, Earlier, Origin},
    },
};

/// What an agent does about a message.
pub(super) async fn answer(
    studio: &Studio,
    message: &Message,
    mut request: AgentRequest,
) -> Result<Outcome> {
    of_subtask(studio, message, &mut request).await?;
    let asked = read(studio, message, &mut request).await?;
    let asked = asked.as_deref();
    let listed = message.context.as_ref().and_then(|context| context.about("capabilities"));
    // Without a list the director chooses by what the words are about.
    let is_listed = listed.is_some() || request.agent != "director";
    if message.message_type == MessageType::Collaboration && is_listed {
        return collaborate(studio, &request, listed, asked).await;
    }
    skills::outcome(studio, &request, asked).await
}

/// Gives the request of a sub-task's message the task alone, and the results that the message quotes as
/// what they are: only the task is understood.
async fn of_subtask(studio: &Studio, message: &Message, request: &mut AgentRequest) -> Result<()> {
    let is_of_swarm = |it: &MessageContext| it.about(SUB_TASK).is_some();
    if message.from_agent != SENDER || !message.context.as_ref().is_some_and(is_of_swarm) {
        return Ok(());
    }
    let (id, principal) = (message.id.clone(), message.principal());
    let read = move |tx: &mut Tx<'_>| {
        let Some(subtask) = subtasks::find_waiting(tx, &id)? else { return Ok(None) };
        let found = swarms::get(tx, &principal, &subtask.swarm_id).or_none()?;
        let Some((swarm, _)) = found else { return Ok(None) };
        Ok(Some((bounded(subtasks::inputs(tx, &subtask)?), swarm, subtask)))
    };
    if let Some((inputs, swarm, subtask)) = studio.database.scan(read).await? {
        request.task = Some(format!("{}\nYour part: {}", swarm.task_description, subtask.title));
        request.text = swarm.task_description;
        request.origin = Origin::Task;
        request.inputs = inputs;
    }
    Ok(())
}

/// Reads what was said before in the conversation, and what came of the questions, if some were asked.
async fn read(
    studio: &Studio,
    message: &Message,
    request: &mut AgentRequest,
) -> Result<Option<Vec<Asked>>> {
    let (opens, waited) = (message.conversation_id == message.id, message.waits() > 0);
    if opens && !waited {
        return Ok(None);
    }
    let (message, asking) = (message.clone(), request.clone());
    let (history, asked) = studio
        .database
        .read(move |tx| {
            let asked = if waited {
                let questions = messages::questions_of(tx, &message.id)?;
                let of =
                    |(asks, answer): &(Message, Option<Message>)| Asked::of(asks, answer.as_ref());
                Some(questions.iter().map(of).collect())
            } else {
                None
            };
            let history = if opens { Vec::new() } else { history(tx, &message, &asking)? };
            Ok((history, asked))
        })
        .await?;
    request.history = history;
    Ok(asked)
}

/// What was said before in the conversation of a message, unless its project has each message stand
/// alone. Questions between agents are left out, and so are the answers to them.
fn history(tx: &mut Tx<'_>, message: &Message, request: &AgentRequest) -> Result<Vec<Earlier>> {
    if let Some(id) = request.project_id.as_deref() {
        let project = projects::get(tx, &request.principal, id).or_none()?;
        if project.is_some_and(|(_, project, _)| !project.detail.settings.context_preservation) {
            return Ok(Vec::new());
        }
    }
    let earlier = messages::earlier_in_conversation(tx, message, EARLIER_MAX)?;
    Ok(earlier.into_iter().map(Earlier::of).collect())
}

/// An agent that is to work with others asks those that the message names, and answers with theirs
/// behind its own answer.
async fn collaborate(
    studio: &Studio,
    request: &AgentRequest,
    listed: Option<&str>,
    asked: Option<&[Asked]>,
) -> Result<Outcome> {
    let staff = Staff::read(studio).await?;
    let candidates = choice::candidates(studio, &staff, request).await?;
    let ids: Vec<&str> = candidates.iter().map(|it| it.id).collect();
    let wanted = match listed {
        Some(list) => Wanted::listed(list),
        None => Wanted::words(topics::collaborators(&request.text, &ids, &|word| {
            candidates.iter().any(|it| it.capabilities.iter().any(|known| known == word))
        })),
    };
    let choice = Choice::of(&wanted, &candidates, studio, &request.agent);
    match asked {
        None if !choice.agents.is_empty() => Ok(Outcome::Ask(choice.questions(request))),
        _ => {
            let asked = asked.unwrap_or_default();
            let own = skills::answer(studio, request).await?;
            with_others(own, asked, &choice.missing(asked, &candidates)).map(Outcome::Answer)
        }
    }
}

/// An agent's own answer, those of others, and whom it could not ask.
fn with_others(own: Answer, asked: &[Asked], missing: &[String]) -> Result<Answer> {
    if asked.is_empty() && missing.is_empty() {
        return Ok(own);
    }
    let text = format!("{}\n\n{}", own.text.trim_end(), combined(asked, missing));
    let mut report = match own.report.as_ref().map(|it| serde_json::from_str(&it.0)) {
        Some(Ok(Value::Object(report))) => report,
        _ => Map::from_iter([("kind".to_owned(), Value::from("collaboration"))]),
    };
    report.insert("asked".to_owned(), report_of(asked));
    report.insert("missing".to_owned(), missing.into());
    // What others did is there, so a model is needed at most for a part of it.
    let needs_model = own.needs_model && asked.iter().all(|it| it.answer.is_none());
    let answer = own.clone().replaced(text, &Value::Object(report))?;
    let is_empty = own.is_empty && asked.iter().all(|it| it.answer.is_none());
    Ok(Answer { needs_model, is_empty, ..answer })
}
