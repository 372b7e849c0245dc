//! Facts about where somebody is: "Hale was in Bristol", "Hale reached Bristol". Only places that have a
//! name of their own are read.

use super::phrases::is_person_noun;
use super::words::STAYING;
use super::{Attribute, Fact, FactReader, INSERTED_WORDS_MAX};
use crate::span::Span;

/// Words between a verb and the place: "dined with his sister at Bristol".
const LOCATION_WITHIN_WORDS: usize = 9;

/// What stands for the time of the day where somebody stays all day.
const WHOLE_DAY: &str = "whole day";

/// Parts of a place that somebody may walk along: "the ramparts of Bath".
const ALONG: [&str; 8] =
    ["ramparts", "streets", "quays", "walls", "suburbs", "outskirts", "lanes", "squares"];

/// What may be in a place without whom it belongs to.
const OWNED: [&str; 8] =
    ["house", "bank", "estate", "property", "shop", "office", "friends", "land"];

/// Words of a sentence about what is not where somebody is: what they hear of, send, intend or leave.
const ELSEWHERE: [&str; 43] = [
    "be",
    "heard",
    "news",
    "letter",
    "letters",
    "telegram",
    "would",
    "should",
    "could",
    "until",
    "till",
    "after",
    "before",
    "left",
    "said",
    "read",
    "told",
    "knew",
    "expected",
    "hoped",
    "not",
    "or",
    "born",
    "dated",
    "between",
    "wrote",
    "write",
    "sent",
    "ought",
    "spirit",
    "thought",
    "thoughts",
    "following",
    "learned",
    "learnt",
    "remembered",
    "recalled",
    "spoke",
    "talked",
    "asked",
    "mentioned",
    "thinking",
    "dreamed",
];

impl FactReader<'_, '_> {
    pub(super) fn locations(&self, found: &mut Vec<Fact>) {
        self.sole_location(found);
        if self.subject.is_possessive {
            return;
        }
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        // "A letter from Hale reached Bath" says where the letter is.
        let is_governed =
            matches!(self.line.word_before(start), "from" | "of" | "by" | "to" | "with");
        // "In spirit Hale was at Bath".
        let is_thought = self.line.word_before(start) == "spirit";
        let inserted = self.behind_inserted(end);
        if !self.line.is_beside(end) && inserted.is_none() || is_governed || is_thought {
            return;
        }
        let verb = self.line.behind_adverbs(inserted.unwrap_or(end));
        let word = self.line.word(verb);
        let location = match word {
            "reached" | "entered" => self.location_at(verb + 1),
            "never" if self.line.word(verb + 1) == "left" => self.location_at(verb + 2),
            "did" if self.is_unmoved(verb) => self.location_at(verb + 4),
            _ if STAYING.contains(word) => self.location_behind(verb + 1),
            _ => None,
        };
        let is_kept = matches!(word, "never" | "did");
        let location = location.or_else(|| self.location_before(start).filter(|_| !is_kept));
        if let Some((name, other, to)) = location {
            let at = (start.min(to), start.max(to));
            // "never left Bath" denies nothing of where somebody is.
            let fact = if is_kept {
                self.named_fact(Attribute::Location, name, at)
            } else {
                self.fact(Attribute::Location, name, at)
            };
            let fact = fact.map(|it| match is_kept || self.is_all_day() {
                true => Fact { time_of_day: WHOLE_DAY.to_owned(), ..it },
                false => it,
            });
            found.extend(fact.map(|it| Fact { other: Some(other), ..it }));
        }
    }

    /// The word behind a relative clause: "Hale, who had a cold, was in Bath".
    fn behind_inserted(&self, end: usize) -> Option<usize> {
        let is_relative = self.line.is_behind_comma(end) && self.line.word(end) == "who";
        (end + 1..end + 1 + INSERTED_WORDS_MAX)
            .take_while(|&at| {
                is_relative
                    && self.line.has(at)
                    && self.person_at(at).is_none_or(|it| it.pronoun.is_some())
            })
            .find(|&at| self.line.is_behind_comma(at))
    }

    /// Where somebody is by a sentence that names one person, one place and one day: "A fever kept Hale in bed
    /// at Bath on 3 May", "It was on 3 May, in Bath, that Hale fell".
    fn sole_location(&self, found: &mut Vec<Fact>) {
        let line = &self.line;
        if line.is_spoken || self.subject.pronoun.is_some() || self.subject.is_possessive {
            return;
        }
        // "prayers at Bath for the safety of Hale".
        let led = line.word_before(self.subject.words.start);
        if matches!(led, "of" | "for" | "from" | "to" | "about") {
            return;
        }
        let mut dates = self.dates_of_line();
        let is_one_day = dates.next().is_some_and(|it| it.day.is_some()) && dates.next().is_none();
        if !is_one_day {
            return;
        }
        let mut located = None;
        for other in self.subjects_of_line() {
            if other.owner == self.subject.owner || other.pronoun.is_some() {
                continue;
            }
            let at = other.words.start;
            if self.is_placed(at) && located.is_none() && !other.is_possessive {
                located = Some(at);
            } else if !matches!(line.word_before(at), "with" | "by" | "nor" | "met") {
                return;
            }
        }
        let Some((name, other, to)) = located.and_then(|at| self.location_at(at)) else { return };
        let is_elsewhere = line.words.clone().any(|at| {
            let word = line.word(at);
            ELSEWHERE.contains(&word)
                || matches!(word, "from" | "to" | "for") && line.is_capital(at + 1)
        });
        if is_elsewhere {
            return;
        }
        let start = self.subject.words.start;
        let fact = self.fact(Attribute::Location, name, (start.min(to - 1), start.max(to)));
        let time = if self.is_all_day() { WHOLE_DAY } else { "" };
        found.extend(fact.map(|it| {
            let time_of_day = if time.is_empty() { it.time_of_day } else { time.to_owned() };
            Fact { other: Some(other), time_of_day, ..it }
        }));
    }

    /// Whether a name stands as where the sentence happens: not "the mayor of Bath", "a house in Bath", "that there
    /// was a fire in Bath".
    fn is_placed(&self, at: usize) -> bool {
        let line = &self.line;
        let led = line.word_before(at);
        let before = at.checked_sub(2).map_or("", |it| line.word_before(it + 1));
        let noun = at.checked_sub(2).map_or("", |it| line.word(it));
        let is_along = led == "of" && ALONG.contains(&noun);
        let is_of_clause = (self.subject.words.end..at)
            .any(|it| matches!(line.word(it), "that" | "while" | "where" | "who" | "which"));
        let is_theirs = is_person_noun(noun) || OWNED.contains(&noun);
        // "It was in Bath that", and not "It was known that Tom was in Bath".
        let is_theirs = is_theirs || before == "was" && line.word(line.words.start) != "it";
        (matches!(led, "in" | "at") && !is_theirs || is_along) && !is_of_clause
    }

    /// "did not stir from Bath", "did not leave Bath".
    fn is_unmoved(&self, verb: usize) -> bool {
        self.line.word(verb + 1) == "not"
            && matches!(self.line.word(verb + 2), "stir" | "move" | "budge")
            && self.line.word(verb + 3) == "from"
    }

    /// "On 3 May, in Bath, Hale …".
    fn location_before(&self, start: usize) -> Option<(String, Span, usize)> {
        let at = start.checked_sub(2).filter(|_| self.line.is_behind_comma(start))?;
        let (led, name) = if matches!(self.line.word(at), "in" | "at") {
            (at, at + 1)
        } else {
            (at.checked_sub(1).filter(|led| matches!(self.line.word(*led), "in" | "at"))?, at)
        };
        let opens = led == self.line.words.start || self.line.is_behind_comma(led);
        let found = self.location_at(name).filter(|found| opens && found.2 == start)?;
        Some((found.0, found.1, led))
    }

    /// Whether the sentence speaks of a whole day.
    fn is_all_day(&self) -> bool {
        self.line.words.clone().any(|at| {
            let next = self.line.word(at + 1);
            self.line.word(at) == "all" && matches!(next, "day" | "night")
                || self.line.word(at) == "whole" && matches!(next, "day" | "of")
        })
    }

    /// The first place behind "in" or "at".
    fn location_behind(&self, from: usize) -> Option<(String, Span, usize)> {
        (from..from + LOCATION_WITHIN_WORDS)
            .take_while(|&at| {
                self.line.has(at)
                    && self.line.is_beside(at)
                    && (at == from || !matches!(self.line.word(at - 1), "and" | "or" | "but"))
                    // "was required to be at Bath" says where somebody is to be.
                    && (self.line.word(at) != "be" || self.line.word(at - 1) != "to")
                    && self.person_at(at).is_none_or(|it| it.pronoun.is_some())
            })
            .filter(|&at| matches!(self.line.word(at), "in" | "at"))
            .find_map(|at| self.location_at(at + 1))
    }

    /// The name that begins here; whether it is a place, the whole book says.
    fn location_at(&self, at: usize) -> Option<(String, Span, usize)> {
        let location = self.person_at(at)?;
        if location.pronoun.is_some() || location.is_possessive {
            return None;
        }
        let name = self.line.text.words_span(&location.words).of(self.line.text.source());
        // "at Bristol Road" is another place.
        let goes_on =
            self.line.is_beside(location.words.end) && self.line.is_capital(location.words.end);
        (!goes_on).then(|| (name.to_owned(), location.name, location.words.end))
    }
}
