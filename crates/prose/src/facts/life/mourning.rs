//! Deaths that a sentence only says in passing: "they buried Hale", "the fever took Hale", "Hale who had died", "Hale,
//! killed at Jena,".

use super::super::{Attribute, Fact, FactReader};

/// What takes people away.
const TAKERS: [&str; 15] = [
    "fever",
    "cholera",
    "consumption",
    "plague",
    "typhus",
    "typhoid",
    "smallpox",
    "influenza",
    "sea",
    "river",
    "pneumonia",
    "diphtheria",
    "cancer",
    "death",
    "pox",
];

/// From how many words on before the name what takes somebody away has no place, and from how many on a clause of its
/// own has to follow it: "The fever that had taken so many took Hale".
const TAKEN_WITHIN_WORDS: usize = 9;
const TAKEN_WITHOUT_CLAUSE: usize = 6;

/// Verbs whose object is dead then.
const KILLING: [&str; 7] =
    ["buried", "killed", "murdered", "executed", "hanged", "beheaded", "assassinated"];

/// Participles of a death behind a name and a comma, and the words that may follow: "Hale, killed at Jena, had".
const SLAIN: [&str; 8] =
    ["killed", "murdered", "hanged", "executed", "beheaded", "slain", "drowned", "shot"];
const BEHIND_SLAIN: [&str; 12] =
    ["at", "in", "off", "on", "by", "when", "while", "during", "before", "near", "outside", "two"];

/// Words of an apposition between a name and "died", at most: "Minna, the second girl, died".
const APPOSED_WORDS_MAX: usize = 10;

/// What one may be drowned in and live.
const FIGURATIVE: [&str; 17] = [
    "debt", "thought", "sorrow", "tears", "work", "noise", "drink", "sound", "effigy", "hall",
    "act", "play", "scene", "picture", "coat", "critics", "books",
];

impl FactReader<'_, '_> {
    /// "Hale, killed at Jena in 1806, had been her brother", "Hale, now dead these ten years,".
    pub(super) fn apposed_death(&self, found: &mut Vec<Fact>) {
        let (line, (start, end)) = (&self.line, (self.subject.words.start, self.subject.words.end));
        // "Hale dead and buried".
        let are_last = line.is_beside(end)
            && matches!(
                (line.word(end), line.word(end + 1), line.word(end + 2)),
                ("dead", "and", "buried" | "gone")
            );
        if are_last {
            let fact = self.inserted_fact(Attribute::Death, "dead".to_owned(), (start, end + 1));
            found.extend(fact);
        }
        if !line.is_behind_comma(end) {
            return;
        }
        // "Minna, the second girl, died of it within the month".
        let verb = (end + 1..(end + 1 + APPOSED_WORDS_MAX).min(line.words.end))
            .take_while(|&it| self.person_at(it).is_none())
            .find(|&it| line.is_behind_comma(it))
            .filter(|&it| {
                matches!(line.word(end), "the" | "a" | "an" | "her" | "his" | "their")
                    && line.word(it) == "died"
            });
        if let Some(verb) = verb {
            let fact = self.fact(Attribute::Death, "dead".to_owned(), (start, verb + 1));
            found.extend(fact.map(|it| Fact { date: self.date_of_life(it.date, verb), ..it }));
            return;
        }
        if self.is_in_list() {
            return;
        }
        let at =
            end + usize::from(matches!(line.word(end), "now" | "since" | "long" | "afterwards"));
        let next = line.word(at + 1);
        let is_slain = SLAIN.contains(&line.word(at))
            && BEHIND_SLAIN.contains(&next)
            && (line.word(at) != "shot" || at > end)
            && (line.word(at) != "drowned" || next != "by" && next != "two")
            && !matches!(
                line.word_before(start.wrapping_sub(usize::from(line.word_before(start) == "of"))),
                "portrait" | "picture" | "voice" | "name" | "likeness"
            )
            && !(at + 2..at + 6).any(|it| FIGURATIVE.contains(&line.word(it)));
        let is_dead = at > end && line.word(at) == "dead" && line.ends_part(at);
        if is_slain || is_dead {
            let fact = self.inserted_fact(Attribute::Death, "dead".to_owned(), (start, at + 1));
            found.extend(fact.map(|it| Fact { date: self.date_of_life(it.date, at), ..it }));
        }
    }

    /// Of whom a sentence only says in passing that they are dead: "they buried Hale", "since the death of
    /// Hale", "with Hale dead".
    pub(super) fn mourned(&self, found: &mut Vec<Fact>) {
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        let before = self.line.word_before(start);
        let two_before = start.checked_sub(2).map_or("", |at| self.line.word(at));
        let is_carried = before == "off" && two_before == "carried";
        // "since the death of Hale", "with Hale dead".
        let is_mourned = before == "of"
            && two_before == "death"
            && (3..6).any(|back| {
                start
                    .checked_sub(back)
                    .is_some_and(|at| matches!(self.line.word(at), "since" | "after" | "upon"))
            });
        // "with Hale dead", "found Hale dead upon the seat".
        let is_own_bed =
            matches!(self.line.word(end + 3), "bed" | "chair" | "room" | "study" | "bath");
        let is_found = before == "found"
            && matches!(self.line.word(end + 1), "upon" | "on" | "in" | "at" | "beside" | "under")
            && (is_own_bed || !matches!(self.line.word(end + 2), "his" | "her"));
        let is_with = self.line.word(end) == "dead"
            && self.line.is_beside(end)
            && (matches!(before, "with" | "found") && self.line.ends_part(end) || is_found);
        // "The fever carried Hale off", and not "The steamer carried Hale off to Bristol".
        let is_off = before == "carried"
            && self.line.word(end) == "off"
            && TAKERS.contains(&two_before)
            && (self.line.ends_part(end)
                || matches!(self.line.word(end + 1), "in" | "at" | "before" | "within"));
        // "the fever took Hale", "had outlived Hale".
        let is_taken = matches!(before, "took" | "taken" | "claimed")
            && (2..TAKEN_WITHIN_WORDS).any(|back| {
                let is_taker = |at: usize| {
                    let is_near = back < TAKEN_WITHOUT_CLAUSE
                        || matches!(self.line.word(at + 1), "that" | "which" | "who");
                    TAKERS.contains(&self.line.word(at)) && is_near
                };
                start.checked_sub(back).is_some_and(is_taker)
            })
            && (self.line.ends_part(end - 1)
                || matches!(self.line.word(end), "in" | "on" | "that" | "at" | "before" | "too"));
        let is_laid = before == "laid"
            && matches!(self.line.word(end), "to" | "in" | "beside" | "under")
            && (end + 1..end + 4).any(|at| {
                matches!(
                    self.line.word(at),
                    "rest" | "ground" | "earth" | "churchyard" | "vault" | "grave"
                )
            });
        // "Lucy, dead these three years, had".
        let is_dead = self.line.is_behind_comma(end)
            && self.line.word(end) == "dead"
            && matches!(self.line.word(end + 1), "these" | "this" | "since");
        // "The murderer of Hale was never caught", and not "of Hale Street".
        let is_murdered = before == "of"
            && matches!(two_before, "murderer" | "killer")
            && !(self.line.is_beside(end) && self.line.is_capital(end));
        let is_gone = is_dead
            || is_murdered
            || before == "outlived"
            || before == "mourned"
            || is_taken
            || is_off
            || is_laid;
        // "hanged Hale in effigy".
        let is_killed = KILLING.contains(&before) && self.line.word(end + 1) != "effigy";
        if is_gone || is_killed || is_carried || is_mourned || is_with {
            let first = start.saturating_sub(1);
            found.extend(self.fact(Attribute::Death, "dead".to_owned(), (first, end)));
        }
    }

    /// "a likeness of Hale who had died years ago": a clause without a comma.
    pub(super) fn died_before(&self, had: usize, found: &mut Vec<Fact>) {
        let verb = self.line.behind_adverbs(had + 1);
        let next = verb + usize::from(self.line.word(verb) == "been");
        // "who had drowned the kittens", "who had been dead against it".
        let closes = self.line.ends_part(next)
            || matches!(
                self.line.word(next + 1),
                "for" | "these" | "many" | "some" | "years" | "off"
            );
        let is_dead = match (next > verb, self.line.word(next)) {
            (false, "died" | "perished") | (true, "killed" | "murdered") => true,
            (false, "drowned") | (true, "drowned" | "dead") => closes,
            _ => false,
        };
        if self.line.word(had) == "had" && is_dead {
            let at = (self.subject.words.start, next + 1);
            let fact = self.fact(Attribute::Death, "dead".to_owned(), at);
            // Who died years ago is dead now.
            found.extend(fact.map(|it| Fact { is_past: false, ..it }));
        }
    }
}
