//! What becomes of somebody's things without them: "Hale’s watch had been melted down", "The moths had destroyed
//! Hale’s shawl", "Hale’s parrot had died".

use super::super::FactReader;
use super::super::words::{GONE, PARTING};
use super::Thing;

/// What is done to a thing that is no more then.
const RUINED: [&str; 5] = ["melted", "dismantled", "wrecked", "pulped", "incinerated"];

/// How a thing goes where nothing comes back from.
const SWEPT: [&str; 8] = ["blown", "washed", "swept", "fallen", "rolled", "blew", "fell", "sank"];

/// Words from "swept" to "into", at most.
const INTO_WITHIN_WORDS: usize = 3;

/// Animals that somebody has.
pub(super) const ANIMALS: [&str; 13] = [
    "parrot",
    "dog",
    "horse",
    "mare",
    "pony",
    "canary",
    "spaniel",
    "greyhound",
    "terrier",
    "donkey",
    "mule",
    "gelding",
    "stallion",
];

/// Vessels and what belongs to them, which go into the water.
pub(super) const VESSELS: [&str; 14] = [
    "anchor",
    "canoe",
    "rowboat",
    "ship",
    "yacht",
    "skiff",
    "dinghy",
    "punt",
    "schooner",
    "sloop",
    "raft",
    "barge",
    "pinnace",
    "whaleboat",
];

impl FactReader<'_, '_> {
    /// Whether the participle at this word says that a thing is no more: "melted down".
    pub(super) fn is_ruined(&self, verb: usize) -> bool {
        let word = self.line.word(verb);
        RUINED.contains(&word) || word == "broken" && self.line.word(verb + 1) == "up"
    }

    /// "blew into the river", "swept out to sea".
    pub(super) fn is_swept(&self, verb: usize) -> bool {
        let line = &self.line;
        // "fell in front of the fire" goes nowhere.
        let is_into = |at: usize| {
            let noun = at + 1 + usize::from(matches!(line.word(at + 1), "the" | "a"));
            let leads = matches!(line.word(at), "into" | "down" | "off" | "to")
                || line.word(at) == "in" && line.word(verb) != "washed";
            let is_known = line.word(noun) != "well" || noun > at + 1;
            leads && is_known && GONE.contains(line.word(noun)) || line.word(at) == "overboard"
        };
        SWEPT.contains(&line.word(verb))
            && (verb + 1..=verb + INTO_WITHIN_WORDS)
                .take_while(|&at| line.is_beside(at))
                .any(is_into)
    }

    /// Whether a thing may go into the water and come out of it: a dog, a yacht.
    pub(super) fn moves_itself(&self, noun: usize) -> bool {
        let word = self.line.word(noun);
        ANIMALS.contains(&word) || VESSELS.contains(&word)
    }

    /// The word behind "was dead" or "had died", of an animal.
    pub(super) fn dead_behind(&self, thing: &Thing) -> Option<usize> {
        let line = &self.line;
        if !ANIMALS.contains(&line.word(thing.end - 1)) {
            return None;
        }
        let at = line.behind_adverbs(thing.end);
        let next = line.behind_adverbs(at + 1);
        match (line.word(at), line.word(next)) {
            ("died", _) => Some(at + 1),
            ("was" | "is", "dead") if line.ends_part(next) => Some(next + 1),
            ("had" | "has", "died") => Some(next + 1),
            _ => None,
        }
    }

    /// The verb before a thing by which somebody else puts an end to it, or takes it for good: "The moths had
    /// destroyed Hale’s shawl", "made off with Hale’s camera".
    pub(super) fn ruining(&self) -> Option<usize> {
        let line = &self.line;
        let start = self.subject.words.start;
        let verb = start.checked_sub(1)?;
        let two_before = line.word_before(verb);
        let first = match line.word_before(start) {
            // "made off with".
            "with" => {
                let off = verb.checked_sub(1).filter(|_| two_before == "off")?;
                matches!(line.word_before(off), "made" | "ran" | "run" | "gone" | "went")
                    .then(|| off - 1)
            }
            "down" if matches!(two_before, "melted" | "burned") => verb.checked_sub(1),
            "up" if matches!(two_before, "broke" | "broken" | "chopped") => verb.checked_sub(1),
            word => {
                // "In the fog they lost Hale's schooner" from sight.
                let is_ended = PARTING.contains(word) && word != "lost"
                    || matches!(word, "wrecked" | "melted");
                is_ended.then_some(verb)
            }
        };
        // "Hale went off with his gun": what somebody does with their own is read from the verb on.
        first.filter(|_| self.subject.pronoun.is_none())
    }
}
