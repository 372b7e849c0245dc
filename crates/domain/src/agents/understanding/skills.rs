//! What each agent can be asked without a language model: its topics, the words that ask for them, and
//! an example of each. A phrase is a row of words as they are compared; `*` at the end of a word stands
//! for any ending, `…` for up to six words between.

mod plans;
mod records;
mod texts;

use super::words::Word;

crate::string_enum! {
    /// What a request to an agent is about. Agents share topics; what an agent does about one is its own.
    pub enum Topic {
        /// What the agent sees at a look.
        Overview = "overview",
        /// What the agent can do.
        Help = "help",
        /// Who or what a name is.
        Profile = "profile",
        /// Who or what is named.
        Present = "present",
        /// Where and how often a name stands.
        Mentions = "mentions",
        /// Names that are close to each other.
        SimilarNames = "similar_names",
        /// Names without an entry.
        UnknownNames = "unknown_names",
        /// How a text opens.
        Opening = "opening",
        /// How a text ends.
        Ending = "ending",
        /// How fast texts move, and where they stand out.
        Pacing = "pacing",
        /// The scenes of a text.
        Scenes = "scenes",
        /// What is spoken, and how much.
        Dialogue = "dialogue",
        /// Words and phrases that come back.
        Repetition = "repetition",
        /// Adverbs.
        Adverbs = "adverbs",
        /// Long sentences.
        LongSentences = "long_sentences",
        /// Passive voice.
        Passives = "passives",
        /// Verbs that put somebody between the reader and what is seen.
        Filters = "filters",
        /// Lengths of sentences and their beginnings.
        Rhythm = "rhythm",
        /// Formulas of readability.
        Readability = "readability",
        /// How persons speak.
        Voices = "voices",
        /// In which chapters persons are, and where they are missed.
        Presence = "presence",
        /// Passages about something.
        Passages = "passages",
        /// What is stated of somebody.
        Facts = "facts",
        /// Statements that do not agree.
        Conflicts = "conflicts",
        /// Dates in the texts.
        Dates = "dates",
        /// What was changed.
        Changes = "changes",
        /// How the book or a chapter is built.
        Structure = "structure",
        /// What is promised to readers, and what became of it.
        Promises = "promises",
        /// What happens when.
        Events = "events",
        /// The world as the lore has it.
        World = "world",
        /// New names.
        Coinage = "coinage",
        /// What is there and not used up.
        Material = "material",
        /// How far the draft is, and what a draft has to keep to.
        Draft = "draft",
        /// Languages, and their words in a text.
        Languages = "languages",
        /// One word of a language.
        Words = "words",
        /// How ready the book or a chapter is.
        Readiness = "readiness",
        /// What a synopsis is made of.
        Synopsis = "synopsis",
    }
}

/// One thing that an agent can be asked.
#[derive(Debug)]
pub struct Skill {
    /// Its topic.
    pub topic: Topic,
    /// What the agent answers, as a phrase.
    pub answers: &'static str,
    /// The phrases that ask for it.
    pub phrases: &'static [&'static str],
    /// A question that asks for it; `{chapter}`, `{person}` and `{promise}` stand for a title or name
    /// of the project.
    pub example: &'static str,
}

/// What an agent answers to a name that is both a document’s and a record’s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preference {
    /// The document: it works on texts.
    Documents,
    /// The record.
    Records,
}

/// Which of a document and a record of one name is meant when this agent is asked.
pub fn preference(agent: &str) -> Preference {
    match agent {
        "architect" | "critic" | "proseguard" | "publisher" | "scribe" => Preference::Documents,
        _ => Preference::Records,
    }
}

/// Whether an agent looks at a text that a message brings; to the others its words are a request.
pub fn looks_at_texts(agent: &str) -> bool {
    matches!(agent, "archivist" | "castwright" | "critic" | "lorekeeper" | "proseguard")
}

/// Whether any words are a request to an agent: researcher looks for whatever they are, director is only
/// asked itself about what was understood as its own, and an agent of a user's own has no topics, but a
/// model.
pub fn takes_any_words(agent: &str) -> bool {
    matches!(agent, "director" | "researcher") || skills(agent).is_empty()
}

/// Whether an agent has something to answer without a language model: every built-in one.
pub fn answers_by_rule(agent: &str) -> bool {
    agent == "director" || !skills(agent).is_empty()
}

/// Whether an agent writes something new with a language model, for which what is named need not be there
/// yet: some built-in ones, and those that a user has added.
pub fn writes(agent: &str) -> bool {
    matches!(agent, "architect" | "linguist" | "muse" | "plotter" | "scribe" | "worldsmith")
        || !answers_by_rule(agent)
}

/// Words between two of a phrase that `…` stands for, at most.
const SKIPPED_WORDS_MAX: usize = 6;

/// The topic of a request to an agent: that of the longest phrase in it, the first among equals. A phrase
/// that asks for an overview, such as “how is”, counts only where no other is.
pub(super) fn topic(agent: &str, words: &[Word<'_>]) -> Option<Topic> {
    let mut best: Option<(usize, Topic)> = None;
    for skill in skills(agent).iter().chain(EVERYBODY) {
        let length = skill.phrases.iter().filter_map(|phrase| matched(phrase, words)).max();
        let length = length.map(|it| if skill.topic == Topic::Overview { 0 } else { it });
        if let Some(length) = length
            && best.is_none_or(|(longest, _)| length > longest)
        {
            best = Some((length, skill.topic));
        }
    }
    best.map(|(_, topic)| topic)
}

/// Whether a word is one of a phrase of this agent.
pub(super) fn is_of_a_phrase(agent: &str, word: &str) -> bool {
    let mut phrases = skills(agent).iter().chain(EVERYBODY).flat_map(|skill| skill.phrases);
    phrases.any(|phrase| phrase.split(' ').any(|pattern| fits(pattern, word)))
}

/// The letters of a phrase in these words; none when it is not there.
fn matched(phrase: &str, words: &[Word<'_>]) -> Option<usize> {
    let patterns: Vec<&str> = phrase.split(' ').collect();
    (0..words.len()).filter_map(|at| matched_at(&patterns, &words[at..])).max()
}

fn matched_at(patterns: &[&str], words: &[Word<'_>]) -> Option<usize> {
    let Some((first, rest)) = patterns.split_first() else { return Some(0) };
    if *first == "…" {
        let most = SKIPPED_WORDS_MAX.min(words.len());
        return (0..=most).find_map(|at| matched_at(rest, &words[at..]));
    }
    let (word, behind) = words.split_first()?;
    if !fits(first, &word.folded) {
        return None;
    }
    matched_at(rest, behind).map(|length| length + first.chars().count())
}

fn fits(pattern: &str, word: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == pattern,
    }
}

/// What every agent can be asked.
const EVERYBODY: &[Skill] = &[
    Skill {
        topic: Topic::Help,
        answers: "what it can do",
        phrases: &[
            "help",
            "what can you do",
            "what can i ask",
            "what do you do",
            "how do you work",
        ],
        example: "What can you do?",
    },
    Skill {
        topic: Topic::Overview,
        answers: "what it sees at a look",
        phrases: &[
            "overview",
            "what do you see",
            "what do you say",
            "what do you think",
            "what do you find",
            "what can you see",
            "what can you say",
            "how is it",
            "how does it look",
            "how does it read",
            "how does this read",
            "how does this look",
            "how is this",
            "have a look",
            "take a look",
            "look at",
            "look over",
            "read me",
            "read this",
            "read it",
            "check this",
            "report",
            "summar*",
            "what is there",
            "what's there",
            "what now",
            "how … read",
            "how … stand",
            "how is",
            "read",
            "check",
            "review",
            "analy*",
            "assess",
            "evaluate",
            "examine",
            "measure",
        ],
        example: "What do you see in {chapter}?",
    },
];

/// What an agent can be asked, without what everybody can.
pub fn skills(agent: &str) -> &'static [Skill] {
    match agent {
        "architect" => plans::ARCHITECT,
        "archivist" => records::ARCHIVIST,
        "castwright" => records::CASTWRIGHT,
        "chronicler" => plans::CHRONICLER,
        "critic" => texts::CRITIC,
        "linguist" => plans::LINGUIST,
        "lorekeeper" => records::LOREKEEPER,
        "muse" => plans::MUSE,
        "plotter" => plans::PLOTTER,
        "proseguard" => texts::PROSEGUARD,
        "publisher" => plans::PUBLISHER,
        "researcher" => records::RESEARCHER,
        "scribe" => plans::SCRIBE,
        "worldsmith" => plans::WORLDSMITH,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::understanding::words::words;

    #[test]
    fn the_longest_phrase_decides() {
        for (agent, request, wanted) in [
            ("lorekeeper", "Who is Mara?", Some(Topic::Profile)),
            ("lorekeeper", "Who is in chapter 2?", Some(Topic::Present)),
            ("lorekeeper", "Who is there?", Some(Topic::Present)),
            ("lorekeeper", "Which names are close to each other?", Some(Topic::SimilarNames)),
            ("lorekeeper", "How often is Mara named?", Some(Topic::Mentions)),
            ("critic", "Where does the book sag?", Some(Topic::Pacing)),
            ("critic", "How does chapter 3 open?", Some(Topic::Opening)),
            ("critic", "Is the ending rushed?", Some(Topic::Ending)),
            ("critic", "What do you say?", Some(Topic::Overview)),
            ("critic", "How is chapter 3 paced?", Some(Topic::Pacing)),
            ("proseguard", "How does this read?", Some(Topic::Overview)),
            ("proseguard", "Which words are repeated?", Some(Topic::Repetition)),
            ("castwright", "How does Mara speak?", Some(Topic::Voices)),
            ("archivist", "What changed in chapter 3?", Some(Topic::Changes)),
            ("critic", "Mara met Lucy", None),
            ("nobody", "What can you do?", Some(Topic::Help)),
        ] {
            assert_eq!(topic(agent, &words(request)), wanted, "{agent}: {request}");
        }
    }

    #[test]
    fn every_example_asks_for_its_own_topic() {
        for agent in [
            "architect",
            "archivist",
            "castwright",
            "chronicler",
            "critic",
            "linguist",
            "lorekeeper",
            "muse",
            "plotter",
            "proseguard",
            "publisher",
            "researcher",
            "scribe",
            "worldsmith",
        ] {
            for skill in skills(agent) {
                let example = skill.example.replace("{chapter}", "chapter 3");
                let example = example.replace("{person}", "Mara");
                let example = example.replace("{promise}", "“The bite”");
                assert_eq!(topic(agent, &words(&example)), Some(skill.topic), "{agent}: {example}");
            }
        }
    }
}
