//! What a language model has to answer for each agent: a typed result, with a schema that the model is
//! shown, rules that no schema can say, and the text for people. A claim about the book cites a source
//! that the model was sent, and the words it cites have to stand there. Nothing here calls a model.

mod about_text;
mod about_world;
mod citations;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use about_text::{
    Argument, Critique, Draft, Edit, Edits, PublisherText, Structure, StructurePart,
};
pub use about_world::{
    Answers, EventFound, Events, Idea, Ideas, Plan, PlanStep, PromiseFound, PromisesFound, Sketch,
    Sketches, Statement, Voice, Voices, WordMade, WordsMade,
};
pub use citations::{Citation, SourceText, unsupported_numbers};

/// The most items of one list of a result.
pub const ITEMS_MAX: usize = 40;

/// A typed result of a model.
pub trait ModelResult: Serialize + for<'de> Deserialize<'de> + JsonSchema {
    /// The name of its schema: letters and underscores.
    const NAME: &'static str;

    /// What the model is to do, beside the agent's own prompt.
    const TASK: &'static str;

    /// Whether every number in it has to stand in a source; not so where a model invents.
    const RESTS_ON_SOURCES: bool = true;

    /// The citations in it, each of which has to hold.
    fn citations(&self) -> Vec<&Citation>;

    /// The words that it would change: each has to stand only once in its source.
    fn changed(&self) -> Vec<&Citation> {
        Vec::new()
    }

    /// The rules that no schema can say; the first that is broken, as a sentence for the model.
    ///
    /// # Errors
    /// What is wrong.
    fn check(&self) -> Result<(), String>;

    /// For people, in Markdown. A citation is written with the title of its source.
    fn text(&self, sources: &[SourceText]) -> String;
}

/// A list with something in it, and not too much.
fn check_list<T>(name: &str, items: &[T]) -> Result<(), String> {
    match items.len() {
        0 => Err(format!("`{name}` is empty")),
        1..=ITEMS_MAX => Ok(()),
        _ => Err(format!("`{name}` has more than {ITEMS_MAX} items")),
    }
}

/// A text with something in it.
fn check_text(name: &str, text: &str) -> Result<(), String> {
    if text.trim().is_empty() { Err(format!("`{name}` is empty")) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
