//! The words by which subjects of requests are known. What is done with them is in [`super`].

/// A subject of requests, the capability it takes, and the words by which it is known, with commas
/// between them. A word is met in its plural too, and words in a row are met in this order.
#[derive(Debug, PartialEq, Eq)]
pub struct Topic {
    /// The capability that it takes.
    pub capability: &'static str,
    pub(super) words: &'static str,
}

const fn topic(capability: &'static str, words: &'static str) -> Topic {
    Topic { capability, words }
}

/// Names and lore, to which questions about a person or a place lead too.
pub(super) static LORE: Topic = topic(
    "lore_validation",
    "name, naming, spelling, lore, canon, contradiction, contradict, consistency, \
     consistent, continuity, who is, who was, who are, who were",
);

/// Passages, to which questions about a person or a place lead too.
pub(super) static PASSAGES: Topic = topic(
    "semantic_search",
    "passage, find, search, know about, knows about, mention, mentioned, look up, where does it say, \
     which chapter, which scene, where is it said, research",
);

/// What a reader makes of a text.
pub(super) static READING: Topic = topic(
    "review",
    "pacing, pace, paced, sag, sagging, slow, boring, dull, drag, tension, review, \
     feedback, critique, critic, reader, opening, ending, any good",
);

/// The prose.
pub(super) static PROSE: Topic = topic(
    "prose_analysis",
    "prose, style, grammar, adverb, passive, sentence, repetition, repeated, \
     readability, wordy, rhythm, filter word, proofread, line edit, copyedit, typo",
);

/// The structure of a book, to which a plan of it leads too.
pub(super) static OUTLINE: Topic = topic(
    "outlining",
    "outline, structure, acts, act structure, first act, second act, third act, beat, turning point, \
     midpoint, climax, arc of the",
);

/// All subjects, in the order in which agents are chosen for one request.
pub(super) static TOPICS: [&Topic; 14] = [
    &LORE,
    &PROSE,
    &topic(
        "promise_tracking",
        "promise, promised, payoff, pay off, setup, foreshadow, foreshadowing, \
     foreshadowed, loose end, plotline, plot thread, unresolved, vow",
    ),
    &topic(
        "timeline",
        "timeline, chronology, calendar, date of, weekday, how old, ages, order of events, \
     what happens when, when does, when did, when is, when was",
    ),
    &OUTLINE,
    &READING,
    &topic(
        "character_design",
        "character, cast, voice, protagonist, antagonist, speak, speaks, dialogue",
    ),
    &topic("worldbuilding", "world, worldbuilding, setting, magic, religion, culture, geography"),
    &topic(
        "conlang",
        "conlang, constructed language, invented language, language, gloss, lexicon, \
     grammar rule, phonology",
    ),
    &topic("drafting", "draft, rewrite, write the, continue the, unfinished, placeholder"),
    &topic(
        "brainstorming",
        "idea for, ideas, give me an idea, brainstorm, what if, invent, coin, suggest a name, new name, name for a, name for my, name for the, inspiration",
    ),
    &topic(
        "fact_extraction",
        "fact, summary, summarise, summarize, book about, story about, novel about, \
     novella about, manuscript about, what changed, eyes, hair",
    ),
    &topic(
        "readiness",
        "publish, published, publishing, publisher, submission, submit, blurb, \
     synopsis, query letter, ready to, readiness, front matter",
    ),
    &PASSAGES,
];

/// What a text is asked to be checked by, without saying for what.
pub(super) static CHECKS: &str = "check, look at, look over, go over, go through, edit, revise";

/// What a text is called.
pub(super) static TEXTS: &str =
    "chapter, scene, book, manuscript, novel, novella, story, text, part, prologue";

/// What somebody or something with a name is asked about by.
pub(super) static ABOUT_A_NAME: &str =
    "tell me about, what about, what happens to, what happens with, where is";

/// What an impression of a text is asked for by.
pub(super) static IMPRESSIONS: &str =
    "how is, how does, how do, what do you think, is it good, read";
