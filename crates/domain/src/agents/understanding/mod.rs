//! What a request to an agent means: which topic, which part of the project, which of its records, and
//! whether the message brings a text to look at. The rules are for English and small on purpose; what
//! they do not understand they say, and nothing is guessed. docs/api.md has them for writers.

mod names;
mod parts;
mod passage;
mod skills;
mod wishes;
mod words;

#[cfg(test)]
mod tests;

use crate::{documents::DocumentKind, lore::Category};

pub use names::{Also, bare_title, content_words};
pub use parts::{End, Missing};
pub use passage::{MessageParts, parts};
pub use skills::{
    Preference, Skill, Topic, answers_by_rule, looks_at_texts, preference, skills, takes_any_words,
    writes,
};
pub use wishes::{asks_to_compose, asks_to_rewrite, is_question, only_asks};

/// A document that a request may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedDocument {
    /// Its identifier.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is.
    pub kind: DocumentKind,
    /// In how many documents it lies.
    pub depth: usize,
}

/// What a record that a request may name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// An entry of the lore.
    Entry(Category),
    /// A promise.
    Promise,
    /// An event of a timeline.
    Event,
    /// A node of the outline.
    Node,
    /// A constructed language.
    Language,
}

/// A record that a request may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRecord {
    /// Its identifier.
    pub id: String,
    /// What it is.
    pub kind: RecordKind,
    /// Its name or title, then its aliases.
    pub names: Vec<String>,
}

impl NamedRecord {
    /// Its name or title.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

/// What a project has that can be named.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'n> {
    /// The manuscript in the order of reading, then notes and references.
    pub documents: &'n [NamedDocument],
    /// Its records.
    pub records: &'n [NamedRecord],
}

/// Which part of a project a request is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Scope {
    /// It does not say.
    #[default]
    Unsaid,
    /// The whole book.
    Book,
    /// These documents by their index, in order, each with what lies in it.
    Documents(Vec<usize>),
}

/// What a request means.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Understanding {
    /// What it asks for; none when that was not understood.
    pub topic: Option<Topic>,
    /// Which part of the project it is about. What the words name wins over the document that was named
    /// beside them, which is “this chapter” and what is meant when the words name none.
    pub scope: Scope,
    /// The end of the scope that it is about.
    pub end: Option<End>,
    /// The records it names, by their index, in its order.
    pub records: Vec<usize>,
    /// What names in it stand for too; something else of that name was chosen.
    pub also: Vec<Also>,
    /// Names in it that nothing in the project has.
    pub unknown: Vec<String>,
    /// Parts of a book in it that the project does not have.
    pub missing: Vec<Missing>,
    /// Its words that are none of a name, of a part of the book, of a phrase that asks, and none that
    /// every request may have.
    pub unread: Vec<String>,
}

/// What a request to `agent` means in a project with these names; `beside` is the document that was
/// named beside its words, by its index.
pub fn understand(
    agent: &str,
    request: &str,
    names: &Names<'_>,
    beside: Option<usize>,
) -> Understanding {
    let words = words::words(request);
    let found = names::read(request, &words, names, preference(agent));
    // “This chapter” can be no other where there is one alone.
    let this = beside.or_else(|| (names.documents.len() == 1).then_some(0));
    let mut parts = parts::read(&words, &found.taken, names.documents, this);
    parts.documents.splice(0..0, found.documents);
    let scope = parts::scope(&parts, names.documents, beside);
    let of_parts = parts::words_of_parts(&words);
    let is_unread = |at: &usize| {
        let word = &words[*at];
        !found.taken[*at]
            && !of_parts[*at]
            && !word.is_general()
            && !skills::is_of_a_phrase(agent, &word.folded)
            // Whom else it asks is not for this agent to read.
            && !skills::answers_by_rule(&word.folded)
    };
    let unread = (0..words.len()).filter(is_unread).map(|at| words[at].text.to_owned()).collect();
    let untitled = found.untitled.into_iter().map(Missing::Titled);
    Understanding {
        topic: skills::topic(agent, &words),
        scope,
        end: parts.end,
        records: found.records,
        also: found.also,
        unknown: found.unknown,
        missing: parts.missing.into_iter().chain(found.missing).chain(untitled).collect(),
        unread,
    }
}

/// Whether the words of a request may name something in a project: other words than every request has,
/// or a part of the book. When not, nothing of the project needs to be read to understand it.
pub fn may_name_something(agent: &str, request: &str) -> bool {
    let words = words::words(request);
    let is_other = |word: &words::Word<'_>| {
        word.has_capital_of_a_name()
            || !word.is_general() && !skills::is_of_a_phrase(agent, &word.folded)
    };
    words.iter().any(is_other) || parts::is_needed(&words)
}

/// Whether a message may be nothing but names, such as “Mara?” or “the red room”: whoever has its names
/// can say whether it is about one of them, and else it is a text.
pub fn is_phrase(message: &str) -> bool {
    passage::is_phrase(
        message,
        &words::words(&message[..message.floor_char_boundary(passage::REQUEST_BYTES_MAX)]),
    )
}
