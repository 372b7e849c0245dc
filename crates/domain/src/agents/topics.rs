//! What a request to the director is about: the agents it names, the capabilities it takes, or the state
//! of the project. Rules over English words; nothing is guessed from what no rule knows.

mod planning;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use vocabulary::Topic;
use vocabulary::{
    ABOUT_A_NAME, CHECKS, IMPRESSIONS, LORE, OUTLINE, PASSAGES, PROSE, READING, TEXTS, TOPICS,
};

/// Bytes of a request that are looked at; what follows is a text, not a request.
pub const REQUEST_BYTES_MAX: usize = 2_000;

/// What a request is about.
#[derive(Debug, PartialEq, Eq)]
pub enum Subject {
    /// The state of the project and of the staff.
    State,
    /// Something for these agents and those with these capabilities.
    Work {
        /// Agents that the request names, in its order.
        agents: Vec<String>,
        /// What it is about, each once, in the order of the first words about it.
        topics: Vec<&'static Topic>,
    },
    /// No rule knows.
    Unknown,
}

/// What a request is about that may go on from earlier ones, of which the latest comes first: one that
/// no rule knows is about what the latest of those is about for which a rule does, where it begins as such
/// requests do. `agents` are the ids of all agents, in lower case.
pub fn subject_after(request: &str, earlier: &[&str], agents: &[&str]) -> Subject {
    match subject(request, agents) {
        Subject::Unknown if goes_on(request) => earlier
            .iter()
            .map(|request| subject(request, agents))
            .find(|subject| *subject != Subject::Unknown)
            .unwrap_or(Subject::Unknown),
        subject => subject,
    }
}

/// Whether a request begins as one that goes on from another: `and chapter 4?`
fn goes_on(request: &str) -> bool {
    const BEGINNINGS: [&str; 7] =
        ["and", "what about", "how about", "also", "the same", "same for", "now"];
    let words = words(&request[..request.floor_char_boundary(REQUEST_BYTES_MAX)]);
    BEGINNINGS.iter().any(|beginning| position(&words, beginning) == Some(0))
}

/// What a request is about. `agents` are the ids of all agents, in lower case.
pub fn subject(request: &str, agents: &[&str]) -> Subject {
    let end = request.floor_char_boundary(REQUEST_BYTES_MAX);
    let words = words(&request[..end]);
    let named = named_agents(&words, agents);
    if named.is_empty() && planning::is_of_the_work(&words) {
        return Subject::State;
    }
    let mut topics: Vec<(usize, &'static Topic)> = TOPICS
        .iter()
        .filter_map(|topic| Some((first_word(&words, topic)?, *topic)))
        .filter(|(at, _)| !is_name_of_agent(&words, *at, &named))
        .collect();
    topics.sort_by_key(|(at, _)| *at);
    // Names that are to be found for somebody are none that the lore has.
    let coins = topics.iter().find(|(_, it)| it.capability == "brainstorming").map(|(at, _)| *at);
    topics.retain(|(at, topic)| Some(*at) != coins || **topic != LORE);
    let mut topics: Vec<&Topic> = topics.into_iter().map(|(_, topic)| topic).collect();
    if topics.is_empty() && named.is_empty() {
        topics = by_form(&words);
    }
    if topics.is_empty() && named.is_empty() {
        return Subject::Unknown;
    }
    Subject::Work { agents: named, topics }
}

/// The agents and capabilities that a text names, in its order of each kind: the agents as in
/// [`subject`], and every one to three words in a row that are a capability.
pub fn collaborators(
    text: &str,
    agents: &[&str],
    is_capability: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let words = words(&text[..text.floor_char_boundary(REQUEST_BYTES_MAX)]);
    let mut named = named_agents(&words, agents);
    for at in 0..words.len() {
        for length in 1..=(words.len() - at).min(3) {
            let row: Vec<&str> = words[at..at + length].iter().map(|it| it.text.as_str()).collect();
            let capability = row.join("_");
            if is_capability(&capability) {
                named.push(capability);
            }
        }
    }
    named
}

/// A word of a request, in lower case, and whether it was written with a capital.
#[derive(Debug)]
struct Word {
    text: String,
    is_capital: bool,
    /// Whether a question mark, a full stop or the like stands behind it.
    ends: bool,
    /// Whether that is a question mark.
    asks: bool,
}

fn words(request: &str) -> Vec<Word> {
    let word = |written: &str| {
        let inner = written.trim_matches(|c: char| !c.is_alphanumeric());
        let text = inner.to_lowercase().replace('’', "'");
        let text = text.strip_suffix("'s").unwrap_or(&text).to_owned();
        Word {
            text,
            is_capital: inner.chars().next().is_some_and(char::is_uppercase),
            ends: written.ends_with(['?', '.', '!', ':']),
            asks: written.ends_with(['?']),
        }
    };
    request.split_whitespace().map(word).filter(|word| !word.text.is_empty()).collect()
}

/// Whether a word is this one or its plural.
fn is_word(word: &Word, wanted: &str) -> bool {
    word.text.strip_prefix(wanted).is_some_and(|end| matches!(end, "" | "s" | "es" | "'" | "s'"))
}

/// Where the words of a phrase stand one after the other.
fn position(words: &[Word], phrase: &str) -> Option<usize> {
    let wanted: Vec<&str> = phrase.split(' ').collect();
    let fits = |here: &[Word]| here.iter().zip(&wanted).all(|(word, wanted)| is_word(word, wanted));
    words.windows(wanted.len()).position(fits)
}

/// Whether one of the phrases of a list stands among the words.
fn has_any(words: &[Word], list: &str) -> bool {
    list.split(", ").any(|phrase| position(words, phrase).is_some())
}

fn first_word(words: &[Word], topic: &Topic) -> Option<usize> {
    topic.words.split(", ").filter_map(|phrase| position(words, phrase)).min()
}

fn is_name_of_agent(words: &[Word], at: usize, named: &[String]) -> bool {
    named.iter().any(|agent| *agent == words[at].text)
}

/// Words before which a list of agents begins.
static ADDRESSES: [&str; 10] =
    ["ask", "let", "have", "get", "tell", "involve", "consult", "bring", "with", "by"];

/// Words within such a list.
static JOINS: [&str; 6] = ["the", "and", "or", "both", "in", "please"];

/// Names of agents that are no other English word.
static COINED: [&str; 4] = ["lorekeeper", "worldsmith", "castwright", "proseguard"];

/// The agents that a request names: after a word such as `ask`, or by a name that means nothing else.
fn named_agents(words: &[Word], agents: &[&str]) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    let mut is_list = false;
    for word in words {
        let text = word.text.as_str();
        if ADDRESSES.contains(&text) {
            is_list = true;
        } else if agents.contains(&text)
            && (is_list || COINED.contains(&text) || text.contains(['-', '_']))
        {
            is_list = true;
            if !named.iter().any(|known| known == text) {
                named.push(text.to_owned());
            }
        } else if !JOINS.contains(&text) {
            is_list = false;
        }
        is_list &= !word.ends;
    }
    named
}

/// Whether a proper name stands behind words that ask for somebody or something: `who is Mara`.
fn asks_for_a_name(words: &[Word]) -> bool {
    let is_name =
        |at: usize| words[at].is_capital && !words[at - 1].ends && words[at].text.as_str() != "i";
    (1..words.len()).any(is_name)
}

/// What a request is about that has no word of a topic: a person, or a text as a whole.
fn by_form(words: &[Word]) -> Vec<&'static Topic> {
    let has_text = has_any(words, TEXTS);
    if has_text && planning::asks_for_a_plan(words, None) {
        return vec![&OUTLINE];
    }
    if has_text && has_any(words, CHECKS) {
        return vec![&LORE, &PROSE, &READING];
    }
    let asks = words.last().is_some_and(|word| word.asks) || has_any(words, ABOUT_A_NAME);
    if !has_text && asks && asks_for_a_name(words) {
        return vec![&LORE, &PASSAGES];
    }
    if has_text && has_any(words, IMPRESSIONS) {
        return vec![&READING];
    }
    Vec::new()
}
