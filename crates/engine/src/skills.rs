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
mod placeholders;
pub(crate) mod subject;

use domain::{
    Result,
    messages::{Answer, Message},
};
use subject::Subject;

use crate::{Studio, blocking};

/// Texts longer than this are read away from the threads that answer requests, in bytes.
pub(crate) const SHORT_TEXT_BYTES: usize = 8 * 1024;

/// How an agent reads a text.
type Skill = Box<dyn FnOnce(&Subject) -> Result<Answer> + Send>;

/// What the recipient of a message answers.
pub(crate) async fn answer(studio: &Studio, message: &Message) -> Result<Answer> {
    let skill: Skill = match message.to_agent.as_str() {
        "architect" => return architect::answer(studio, message).await,
        "archivist" => return archivist::answer(studio, message).await,
        "castwright" => return castwright::answer(studio, message).await,
        "chronicler" => return chronicler::answer(studio, message).await,
        "critic" => return critic::answer(studio, message).await,
        "director" => return director::answer(studio, message).await,
        "linguist" => return linguist::answer(studio, message).await,
        "muse" => return muse::answer(studio, message).await,
        "plotter" => return plotter::answer(studio, message).await,
        "publisher" => return publisher::answer(studio, message).await,
        "researcher" => return researcher::answer(studio, message).await,
        "scribe" => return scribe::answer(studio, message).await,
        "worldsmith" => return worldsmith::answer(studio, message).await,
        "proseguard" => Box::new(proseguard::answer),
        "lorekeeper" => {
            let lore = lorekeeper::of_project(studio, message).await?;
            Box::new(move |subject| lorekeeper::answer(subject, &lore))
        }
        // Whoever was added by a user.
        other => return Ok(Answer::without_model(other)),
    };
    let (document, source) = subject::find(studio, message).await?;
    if source.len() <= SHORT_TEXT_BYTES {
        return skill(&Subject::new(document, source));
    }
    run_blocking(move || skill(&Subject::new(document, source))).await
}

/// Reads away from the threads that answer requests.
async fn run_blocking(reading: impl FnOnce() -> Result<Answer> + Send + 'static) -> Result<Answer> {
    blocking::run("reading a text", reading).await?
}
