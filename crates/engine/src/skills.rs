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
mod book;
mod help;
mod placeholders;
mod reading;
pub(crate) mod request;
pub(crate) mod subject;

use domain::{Result, messages::Answer};
use reading::Reading;
use request::AgentRequest;
use subject::Subject;

use crate::{Studio, blocking};

/// Texts longer than this are read away from the threads that answer requests, in bytes.
pub(crate) const SHORT_TEXT_BYTES: usize = 8 * 1024;

/// How an agent reads a text.
type Skill = Box<dyn FnOnce(&Subject) -> Result<Answer> + Send>;

/// What an agent answers.
pub(crate) async fn answer(studio: &Studio, request: &AgentRequest) -> Result<Answer> {
    match request.agent.as_str() {
        "architect" => return architect::answer(studio, request).await,
        "chronicler" => return chronicler::answer(studio, request).await,
        "director" => return director::answer(studio, request).await,
        "linguist" => return linguist::answer(studio, request).await,
        "muse" => return muse::answer(studio, request).await,
        "plotter" => return plotter::answer(studio, request).await,
        "publisher" => return publisher::answer(studio, request).await,
        "scribe" => return scribe::answer(studio, request).await,
        "worldsmith" => return worldsmith::answer(studio, request).await,
        "archivist" | "castwright" | "critic" | "lorekeeper" | "proseguard" | "researcher" => {}
        // Whoever was added by a user.
        other => return Ok(Answer::without_model(other)),
    }
    let asked = match reading::read(studio, request).await? {
        Reading::Asked(asked) => asked,
        Reading::Answered(answer) => return Ok(answer),
    };
    let request = &converted(&asked);
    let skill: Skill = match request.agent.as_str() {
        "archivist" => return archivist::answer(studio, request).await,
        "castwright" => return castwright::answer(studio, request).await,
        "critic" => return critic::answer(studio, request).await,
        "researcher" => return researcher::answer(studio, request).await,
        "proseguard" => Box::new(proseguard::answer),
        "lorekeeper" => {
            let lore = lorekeeper::of_project(studio, request).await?;
            Box::new(move |subject| lorekeeper::answer(subject, &lore))
        }
        other => return Ok(Answer::without_model(other)),
    };
    let (document, source) = subject::find(studio, request).await?;
    if source.len() <= SHORT_TEXT_BYTES {
        return skill(&Subject::new(document, source));
    }
    run_blocking(move || skill(&Subject::new(document, source))).await
}

/// The request as the skills read it that do not take what was understood yet.
fn converted(asked: &reading::Asked) -> AgentRequest {
    let mut request = asked.request.clone();
    match &asked.target {
        reading::Target::Text(text) => {
            request.document_id = None;
            request.text.clone_from(text);
        }
        reading::Target::Documents(documents) => {
            request.document_id = documents.first().map(|it| it.id.clone());
        }
        reading::Target::Book => request.document_id = None,
    }
    request
}

/// Reads away from the threads that answer requests.
async fn run_blocking(reading: impl FnOnce() -> Result<Answer> + Send + 'static) -> Result<Answer> {
    blocking::run("reading a text", reading).await?
}
