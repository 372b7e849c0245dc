//! Results about what stands behind the text: ideas, answers, promises, events, persons, entries of the
//! lore, words of languages, and plans of work.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Citation, ModelResult, SourceText, check_list, check_text};
use crate::lore::Category;

/// Ideas to choose from, of the muse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ideas {
    /// The ideas, each of another kind.
    pub ideas: Vec<Idea>,
    /// The question whose answer would narrow the field most.
    pub question: String,
}

/// An idea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Idea {
    /// A title, or the name or the title that was asked for.
    pub title: String,
    /// The idea in two sentences.
    pub idea: String,
    /// The words of the project it grows from; null when it is new.
    pub grows_from: Option<Citation>,
    /// What it would rule out.
    pub costs: String,
}

impl ModelResult for Ideas {
    const NAME: &'static str = "ideas";
    const TASK: &'static str = "Offer five ideas that differ in kind: titles, premises or what-ifs, \
        as asked. An idea that grows from the project cites the words it grows from.";

    const RESTS_ON_SOURCES: bool = false;

    fn citations(&self) -> Vec<&Citation> {
        self.ideas.iter().filter_map(|idea| idea.grows_from.as_ref()).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_list("ideas", &self.ideas)?;
        self.ideas.iter().try_for_each(|idea| check_text("idea", &idea.idea))
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for (number, idea) in (1..).zip(&self.ideas) {
            let ground = idea.grows_from.as_ref();
            let ground = ground.map_or("new".to_owned(), |it| it.text(sources));
            let Idea { title, idea, costs, .. } = idea;
            let _ = writeln!(
                out,
                "{number}. **{title}**: {idea} *Grows from*: {ground}. *Costs*: {costs}"
            );
        }
        let _ = writeln!(out, "{}", self.question);
        out
    }
}

/// An answer to a question, of lorekeeper, researcher and archivist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// What the sources say.
    pub statements: Vec<Statement>,
    /// What was asked and the sources do not say.
    pub unknown: Vec<String>,
}

/// A statement that sources prove.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// One or two sentences.
    pub statement: String,
    /// What proves it: at least one.
    pub citations: Vec<Citation>,
}

impl ModelResult for Answers {
    const NAME: &'static str = "answers";
    const TASK: &'static str = "Answer what is asked from the sources alone. Every statement cites \
        the sentences that prove it. What the sources do not say is listed in `unknown`.";

    fn citations(&self) -> Vec<&Citation> {
        self.statements.iter().flat_map(|it| &it.citations).collect()
    }

    fn check(&self) -> Result<(), String> {
        if self.statements.is_empty() && self.unknown.is_empty() {
            return Err("`statements` and `unknown` are both empty".to_owned());
        }
        self.statements.iter().try_for_each(|it| check_list("citations", &it.citations))
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for Statement { statement, citations } in &self.statements {
            let grounds: Vec<String> = citations.iter().map(|it| it.text(sources)).collect();
            let _ = writeln!(out, "- {statement} [{}]", grounds.join("; "));
        }
        if !self.unknown.is_empty() {
            let _ = writeln!(out, "The sources do not say:");
        }
        for unknown in &self.unknown {
            let _ = writeln!(out, "- {unknown}");
        }
        out
    }
}

/// Promises that a text makes, of the plotter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromisesFound {
    /// The promises.
    pub promises: Vec<PromiseFound>,
}

/// A promise that a text makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromiseFound {
    /// The promise in a few words.
    pub title: String,
    /// What the reader expects.
    pub description: String,
    /// Where it is made.
    pub made: Citation,
    /// Where it is kept; null when it is open.
    pub kept: Option<Citation>,
    /// For an open one, a way to keep it; else empty.
    pub payoff: String,
}

impl ModelResult for PromisesFound {
    const NAME: &'static str = "promises";
    const TASK: &'static str = "Find the promises that the sources make to their reader, and where \
        each is kept. Those that are among the sources as promises already are not repeated. For an \
        open one propose one way to keep it.";

    fn citations(&self) -> Vec<&Citation> {
        self.promises.iter().flat_map(|it| std::iter::once(&it.made).chain(&it.kept)).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_list("promises", &self.promises)?;
        self.promises.iter().try_for_each(|it| check_text("title", &it.title))
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for (number, it) in (1..).zip(&self.promises) {
            let made = it.made.text(sources);
            let _ = write!(out, "{number}. **{}**: {} *Made*: {made}. ", it.title, it.description);
            let _ = match &it.kept {
                Some(kept) => writeln!(out, "*Kept*: {}.", kept.text(sources)),
                None => writeln!(out, "*Open*. {}", it.payoff),
            };
        }
        out
    }
}

/// Events of a text, of the chronicler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// The events in the order in which they happen.
    pub events: Vec<EventFound>,
    /// Where times contradict each other, and what cannot be dated.
    pub doubts: Vec<String>,
}

/// An event that a text tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventFound {
    /// What happens, in a few words.
    pub title: String,
    /// When, in the words of the text; empty when it does not say.
    pub date: String,
    /// The words that tell it.
    pub citation: Citation,
}

impl ModelResult for Events {
    const NAME: &'static str = "events";
    const TASK: &'static str = "List the events that the sources tell, in the order in which they \
        happen, each with its date in the words of the text where it has one.";

    fn citations(&self) -> Vec<&Citation> {
        self.events.iter().map(|event| &event.citation).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_list("events", &self.events)
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for (number, EventFound { title, date, citation }) in (1..).zip(&self.events) {
            let date = if date.is_empty() { "no date" } else { date };
            let _ = writeln!(out, "{number}. {title} ({date}): {}", citation.text(sources));
        }
        for doubt in &self.doubts {
            let _ = writeln!(out, "- {doubt}");
        }
        out
    }
}

/// How persons speak, of the castwright.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Voices {
    /// A sheet for each person.
    pub voices: Vec<Voice>,
}

/// How a person speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Voice {
    /// The person.
    pub person: String,
    /// The voice in two sentences.
    pub voice: String,
    /// What the person would say, and never say.
    pub habits: Vec<String>,
    /// Words of the person that show it.
    pub lines: Vec<Citation>,
}

impl ModelResult for Voices {
    const NAME: &'static str = "voices";
    const TASK: &'static str = "Write a voice sheet for each person asked about: how the person \
        speaks, and lines that show it. Counts of words and lines are those of the measured facts.";

    fn citations(&self) -> Vec<&Citation> {
        self.voices.iter().flat_map(|voice| &voice.lines).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_list("voices", &self.voices)?;
        self.voices.iter().try_for_each(|voice| check_list("lines", &voice.lines))
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for Voice { person, voice, habits, lines } in &self.voices {
            let _ = writeln!(out, "**{person}**: {voice}");
            for habit in habits {
                let _ = writeln!(out, "- {habit}");
            }
            for line in lines {
                let _ = writeln!(out, "- {}", line.text(sources));
            }
        }
        out
    }
}

/// Entries for the lore, of the worldsmith.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sketches {
    /// The entries.
    pub entries: Vec<Sketch>,
}

/// An entry for the lore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sketch {
    /// Its name.
    pub name: String,
    /// Its category.
    pub category: Category,
    /// What is to be known of it.
    pub content: String,
    /// The words of the project it rests on; empty when it is invented.
    pub grounds: Vec<Citation>,
}

impl ModelResult for Sketches {
    const NAME: &'static str = "entries";
    const TASK: &'static str = "Sketch the places, peoples, things or rules that are asked for as \
        entries of the lore. What rests on the project cites it; nothing may contradict a source.";

    const RESTS_ON_SOURCES: bool = false;

    fn citations(&self) -> Vec<&Citation> {
        self.entries.iter().flat_map(|entry| &entry.grounds).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_list("entries", &self.entries)?;
        self.entries.iter().try_for_each(|entry| check_text("content", &entry.content))
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = String::new();
        for Sketch { name, category, content, grounds } in &self.entries {
            let _ = writeln!(out, "**{name}** ({category}): {content}");
            for ground in grounds {
                let _ = writeln!(out, "- {}", ground.text(sources));
            }
        }
        out
    }
}

/// Words and explanations, of the linguist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WordsMade {
    /// What is to be said of the language.
    pub explanation: String,
    /// Words that are proposed.
    pub words: Vec<WordMade>,
}

/// A word of an invented language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WordMade {
    /// Its form.
    pub form: String,
    /// What it means.
    pub meaning: String,
    /// How it is made.
    pub formation: String,
    /// The rules and words of the language it follows.
    pub grounds: Vec<Citation>,
}

impl ModelResult for WordsMade {
    const NAME: &'static str = "words";
    const TASK: &'static str = "Explain what is asked about the language, and propose words only when \
        words are asked for; each follows the rules and the sounds of the language and cites them.";

    const RESTS_ON_SOURCES: bool = false;

    fn citations(&self) -> Vec<&Citation> {
        self.words.iter().flat_map(|word| &word.grounds).collect()
    }

    fn check(&self) -> Result<(), String> {
        check_text("explanation", &self.explanation)
    }

    fn text(&self, sources: &[SourceText]) -> String {
        let mut out = format!("{}\n", self.explanation);
        for WordMade { form, meaning, formation, grounds } in &self.words {
            let grounds: Vec<String> = grounds.iter().map(|it| it.text(sources)).collect();
            let _ = writeln!(out, "- **{form}** “{meaning}”: {formation} [{}]", grounds.join("; "));
        }
        out
    }
}

/// A plan of work, of the director.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// The goal in one sentence, in the author's terms.
    pub goal: String,
    /// The steps in their order.
    pub steps: Vec<PlanStep>,
    /// What only the author can decide.
    pub questions: Vec<String>,
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanStep {
    /// The agent, as the sources name it.
    pub agent: String,
    /// What it is to do.
    pub task: String,
    /// What has to be there before the next step.
    pub done_when: String,
}

impl ModelResult for Plan {
    const NAME: &'static str = "plan";
    const TASK: &'static str = "Plan what is asked for with the smallest number of steps, each of \
        one agent that the sources name.";

    fn citations(&self) -> Vec<&Citation> {
        Vec::new()
    }

    fn check(&self) -> Result<(), String> {
        check_text("goal", &self.goal)?;
        check_list("steps", &self.steps)
    }

    fn text(&self, _: &[SourceText]) -> String {
        let mut out = format!("**Goal**: {}\n", self.goal);
        for (number, PlanStep { agent, task, done_when }) in (1..).zip(&self.steps) {
            let _ = writeln!(out, "{number}. {agent}: {task} *Done when*: {done_when}");
        }
        for question in &self.questions {
            let _ = writeln!(out, "- {question}");
        }
        out
    }
}
