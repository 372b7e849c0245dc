//! The skills of the built-in agents: they read what a message is about, a text or a project's records,
//! and answer with what can be counted and quoted. An agent whose work needs a language model says so
//! while there is none.

mod architect;
mod archivist;
mod castwright;
mod chronicler;
mod critic;
mod director;
mod linguist;
mod lorekeeper;
mod muse;
mod plotter;
mod proseguard;
mod publisher;
mod researcher;
mod scribe;
mod worldsmith;

mod answers;
pub(crate) mod book;
mod citations;
mod corpus;
mod help;
pub(crate) mod inputs;
mod lore_notes;
mod mechanics;
mod model;
mod parts;
mod placeholders;
pub(crate) mod project_records;
mod reading;
mod records;
pub(crate) mod request;
mod sightings;
mod stated;
pub(crate) mod story;
pub(crate) mod subject;

use domain::{
    Result,
    agents::understanding,
    messages::{
        Answer,
        delegation::{Asked, Question},
    },
};
use reading::Reading;
use request::{AgentRequest, Origin};

use crate::{Studio, blocking, steps::StepContext};

/// Texts longer than this are read away from the threads that answer requests, in bytes.
pub(crate) const SHORT_TEXT_BYTES: usize = 8 * 1024;

/// How skills say that there is no model, which is not so where there is one.
pub(crate) const NONE_IS_CONFIGURED: &str = ", and none is configured";

/// What an agent does about a message.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It answers.
    Answer(Answer),
    /// It asks others, and answers when they have answered.
    Ask(Vec<Question>),
}

/// What an agent does about a message; `asked` is what came of its questions, once it has asked some.
pub(crate) async fn outcome(
    studio: &Studio,
    request: &AgentRequest,
    asked: Option<&[Asked]>,
) -> Result<Outcome> {
    match request.agent.as_str() {
        "director" => director::outcome(studio, request, asked).await,
        _ => answer(studio, request).await.map(Outcome::Answer),
    }
}

/// What an agent answers by itself.
pub(crate) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    match request.agent.as_str() {
        "director" if request.steps.is_none() => return director::answer(studio, request).await,
        "linguist" => {
            if let Some(id) = &request.rule_id {
                return linguist::rule(studio, request, id).await;
            }
        }
        "architect" | "archivist" | "castwright" | "chronicler" | "critic" | "lorekeeper"
        | "muse" | "plotter" | "proseguard" | "publisher" | "researcher" | "scribe"
        | "worldsmith" => {}
        // Whoever was added by a user speaks with a model alone.
        other if request.steps.is_none() => return Ok(Answer::without_model(other)),
        _ => {}
    }
    let asked = match reading::read(studio, request).await? {
        Reading::Asked(asked) => asked,
        Reading::Answered(answer) => return Ok(answer),
    };
    let Some(steps) = &request.steps else { return by_rule(studio, *asked).await };
    let measured = if request.is_composed_alone() {
        // There is nothing to measure, and the model is sent the request alone.
        Answer { needs_model: true, ..help::no_project(request) }
    } else {
        by_rule(studio, (*asked).clone()).await?
    };
    model::answer(studio, steps, &asked, measured).await
}

/// What an agent answers about the text of a request, whatever its words name.
async fn of_text(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    let asked = reading::of_text(request);
    let measured = by_rule(studio, asked.clone()).await?;
    match &request.steps {
        Some(steps) => model::answer(studio, steps, &asked, measured).await,
        None => Ok(measured),
    }
}

/// What an agent answers with the help of a model, when by rule it says this.
async fn with_model(
    studio: &Studio,
    request: &AgentRequest,
    steps: &StepContext,
    by_rule: Answer,
) -> Result<Answer> {
    match reading::read(studio, request).await? {
        Reading::Asked(asked) => model::answer(studio, steps, &asked, by_rule).await,
        Reading::Answered(_) => Ok(by_rule),
    }
}

/// What an agent answers without a language model: what can be read, counted and quoted. Where it is asked
/// to write something, that is not what was asked for.
async fn by_rule(studio: &Studio, asked: reading::Asked) -> Result<Answer> {
    let is_wish = asked.request.origin == Origin::Message
        && understanding::asks_to_compose(&asked.request.agent, &asked.words);
    let answer = of_agent(studio, asked).await?;
    Ok(Answer { needs_model: answer.needs_model || is_wish, ..answer })
}

async fn of_agent(studio: &Studio, asked: reading::Asked) -> Result<Answer> {
    match asked.request.agent.clone().as_str() {
        "architect" => architect::answer(studio, asked).await,
        "archivist" => archivist::answer(studio, asked).await,
        "castwright" => castwright::answer(studio, asked).await,
        "chronicler" => chronicler::answer(studio, asked).await,
        "critic" => critic::answer(studio, asked).await,
        "director" => director::answer(studio, &asked.request).await,
        "linguist" => linguist::answer(studio, asked).await,
        "lorekeeper" => lorekeeper::answer(studio, asked).await,
        "muse" => muse::answer(studio, asked).await,
        "plotter" => plotter::answer(studio, asked).await,
        "proseguard" => proseguard::answer(studio, asked).await,
        "publisher" => publisher::answer(studio, asked).await,
        "researcher" => researcher::answer(studio, asked).await,
        "scribe" => scribe::answer(studio, asked).await,
        "worldsmith" => worldsmith::answer(studio, asked).await,
        other => Ok(Answer::without_model(other)),
    }
}

/// Reads away from the threads that answer requests.
async fn run_blocking(reading: impl FnOnce() -> Result<Answer> + Send + 'static) -> Result<Answer> {
    blocking::run("reading a text", reading).await?
}
