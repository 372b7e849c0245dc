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
mod corpus;
mod help;
mod lore_notes;
mod mechanics;
mod placeholders;
mod reading;
mod records;
pub(crate) mod request;
mod sightings;
pub(crate) mod subject;

use domain::{Result, messages::Answer};
use reading::Reading;
use request::AgentRequest;

use crate::{Studio, blocking};

/// Texts longer than this are read away from the threads that answer requests, in bytes.
pub(crate) const SHORT_TEXT_BYTES: usize = 8 * 1024;

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
    let asked = *asked;
    match request.agent.as_str() {
        "archivist" => archivist::answer(studio, asked).await,
        "castwright" => castwright::answer(studio, asked).await,
        "critic" => critic::answer(studio, asked).await,
        "lorekeeper" => lorekeeper::answer(studio, asked).await,
        "proseguard" => proseguard::answer(studio, asked).await,
        "researcher" => researcher::answer(studio, asked).await,
        other => Ok(Answer::without_model(other)),
    }
}

/// Reads away from the threads that answer requests.
async fn run_blocking(reading: impl FnOnce() -> Result<Answer> + Send + 'static) -> Result<Answer> {
    blocking::run("reading a text", reading).await?
}
