//! Facts about where somebody is: "Hale was in Bristol", "Hale reached Bristol". Only places that have a
//! name of their own are read.

use super::words::STAYING;
use super::{Attribute, Fact, FactReader};
use crate::span::Span;

/// Words between a verb and the place: "dined with his sister at Bristol".
const LOCATION_WITHIN_WORDS: usize = 9;

/// What stands for the time of the day where somebody stays all day.
const WHOLE_DAY: &str = "whole day";

impl FactReader<'_, '_> {
    pub(super) fn locations(&self, found: &mut Vec<Fact>) {
        if self.subject.is_possessive {
            return;
        }
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        if !self.line.is_beside(end) {
            return;
        }
        let verb = self.line.behind_adverbs(end);
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
