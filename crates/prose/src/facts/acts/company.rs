//! Who is there because somebody else meets them, hands them something or spends time with them: "bowed to Lucy",
//! "They dined with Lucy", "He heard Lucy laugh".

use super::super::subjects::ending_before;
use super::super::{Fact, FactReader};
use crate::lists::is_act_going;

/// Words by which somebody turns to another, right before "to", "at" or "with".
const MEETING: [&str; 15] = [
    "nod",
    "nodded",
    "nodding",
    "bow",
    "bowed",
    "bowing",
    "wink",
    "winked",
    "beckoned",
    "beckoning",
    "curtsied",
    "chatting",
    "chatted",
    "whispered",
    "whispering",
];

/// The same with what is said or read between: "quoting verses to Lucy"; and words from there to "to", at most.
const READING: [&str; 4] = ["quoting", "quoted", "reading", "dictating"];
const READING_WITHIN_WORDS: usize = 8;

/// Verbs whose object is there.
const DONE_TO: [&str; 6] =
    ["greeted", "interrupted", "thanked", "addressed", "accosted", "jostled"];

/// Verbs and nouns of what is done in company, right before "with": "dined", "to tea".
const TOGETHER: [&str; 15] = [
    "dined",
    "supped",
    "lunched",
    "breakfasted",
    "danced",
    "walked",
    "talked",
    "sat",
    "dine",
    "sup",
    "lunch",
    "tea",
    "strolled",
    "hands",
    "played",
];

/// Verbs of seeing and hearing, before a name and what its bearer does.
const PERCEIVING: [&str; 6] = ["saw", "heard", "watched", "found", "noticed", "caught"];

/// What is heard of somebody: "heard Lucy laugh".
const HEARD: [&str; 10] =
    ["laugh", "sing", "call", "cough", "come", "say", "speak", "shout", "whistle", "go"];

/// Words between "handed" and "to", at most.
const HANDED_WITHIN_WORDS: usize = 5;

/// Postures of a dead body too: "found Lucy lying in the hall".
const POSTURES: [&str; 5] = ["lying", "hanging", "floating", "sitting", "drifting"];

/// Words before "met" by which it is told of another time.
const REPORTING: [&str; 8] = ["where", "when", "how", "that", "which", "who", "told", "since"];

/// Words before a verb in which "had" makes it of another time.
const HAD_WITHIN_WORDS: usize = 8;

impl FactReader<'_, '_> {
    /// Whom somebody meets: "with a nod to Lucy", "bowed to Tom and Lucy", "He thanked Lucy".
    pub(super) fn met(&self, found: &mut Vec<Fact>) {
        let (line, start) = (&self.line, self.subject.words.start);
        let is_narrated =
            !line.is_spoken && !self.subject.is_possessive && self.subject.pronoun.is_none();
        let Some(before) = start.checked_sub(1).filter(|&at| is_narrated && line.has(at)) else {
            return;
        };
        let verb = self.company(before).or_else(|| {
            // "to Tom and Lucy".
            let to = match line.word(before) {
                "and" => ending_before(self.subjects, before)
                    .and_then(|it| it.words.start.checked_sub(1)),
                _ => Some(before),
            };
            to.filter(|&at| line.has(at) && matches!(line.word(at), "to" | "at" | "with"))
                .and_then(|to| self.turned_to(to))
        });
        // "had thanked Lucy" may be long ago.
        let has_had = |verb: usize| {
            let from = verb.saturating_sub(HAD_WITHIN_WORDS).max(line.clause_start(verb));
            (from..verb).any(|at| matches!(line.word(at), "had" | "have" | "has" | "having"))
        };
        if let Some(verb) = verb.filter(|&verb| !has_had(verb)) {
            self.push_act(line.word(verb), (verb, self.subject.words.end), found);
        }
    }

    /// The word by which somebody turns to another at this "to".
    fn turned_to(&self, to: usize) -> Option<usize> {
        let line = &self.line;
        let verb = to.checked_sub(1).filter(|&at| line.has(at) && line.is_beside(to))?;
        if MEETING.contains(&line.word(verb)) {
            return Some(verb);
        }
        let from = to.saturating_sub(READING_WITHIN_WORDS).max(line.words.start);
        (from..to).rev().find(|&at| READING.contains(&line.word(at)))
    }

    /// The verb by which somebody is with the subject, or sees or hears what they do, where this word is right before
    /// them.
    fn company(&self, before: usize) -> Option<usize> {
        let (line, end) = (&self.line, self.subject.words.end);
        let word = line.word(before);
        let is_doing = || {
            line.is_beside(end)
                && is_act_going(line.word(end))
                && !POSTURES.contains(&line.word(end))
                || word == "heard" && HEARD.contains(&line.word(end))
        };
        match word {
            "met" => {
                let clause = line.clause_start(before);
                let from = (clause..before).rev().find(|&it| line.is_behind_comma(it));
                // "That evening he met Lucy".
                let is_report = |it: usize| {
                    REPORTING.contains(&line.word(it))
                        && !(it == line.words.start && line.word(it) == "that")
                };
                Some(before).filter(|_| !(from.unwrap_or(clause)..before).any(is_report))
            }
            "with" => before.checked_sub(1).filter(|&it| TOGETHER.contains(&line.word(it))),
            "asked" => {
                Some(before).filter(|_| matches!(line.word(end), "whether" | "to" | "if" | "for"))
            }
            "to" => (before.saturating_sub(HANDED_WITHIN_WORDS)..before)
                .find(|&at| line.word(at) == "handed"),
            _ => Some(before)
                .filter(|_| DONE_TO.contains(&word) || PERCEIVING.contains(&word) && is_doing()),
        }
    }
}
