//! Facts about where somebody is: "Hale was in Bristol", "Hale reached Bristol". Only places that have a
//! name of their own are read.

use super::words::STAYING;
use super::{Attribute, Fact, FactReader};
use crate::span::Span;

/// Words between a verb and the place: "dined with his sister at Bristol".
const LOCATION_WITHIN_WORDS: usize = 9;

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
            _ if STAYING.contains(word) => self.location_behind(verb + 1),
            _ => None,
        };
        if let Some((name, other, to)) = location {
            let fact = self.fact(Attribute::Location, name, (start, to));
            found.extend(fact.map(|it| Fact { other: Some(other), ..it }));
        }
    }

    /// The first place behind "in" or "at".
    fn location_behind(&self, from: usize) -> Option<(String, Span, usize)> {
        (from..from + LOCATION_WITHIN_WORDS)
            .take_while(|&at| {
                self.line.has(at)
                    && self.line.is_beside(at)
                    && (at == from || !matches!(self.line.word(at - 1), "and" | "or" | "but"))
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
