//! Facts about where somebody is: "Hale was in Bristol", "Hale reached Bristol". Only places that have a
//! name of their own are read.

use super::words::STAYING;
use super::{Attribute, Fact, Reader};
use crate::span::Span;

/// Words between a verb and the place: "dined with his sister at Bristol".
const PLACE_WITHIN_WORDS: usize = 9;

impl Reader<'_, '_> {
    pub(super) fn places(&self, found: &mut Vec<Fact>) {
        if self.subject.is_possessive {
            return;
        }
        let (start, end) = (self.subject.words.start, self.subject.words.end);
        if !self.line.is_beside(end) {
            return;
        }
        let verb = self.line.behind_adverbs(end);
        let word = self.line.word(verb);
        let place = match word {
            "reached" | "entered" => self.place_at(verb + 1),
            _ if STAYING.contains(word) => self.place_behind(verb + 1),
            _ => None,
        };
        if let Some((name, other, to)) = place {
            let fact = self.fact(Attribute::Place, name, (start, to));
            found.extend(fact.map(|it| Fact { other: Some(other), ..it }));
        }
    }

    /// The first place behind "in" or "at".
    fn place_behind(&self, from: usize) -> Option<(String, Span, usize)> {
        (from..from + PLACE_WITHIN_WORDS)
            .take_while(|&at| {
                self.line.has(at)
                    && self.line.is_beside(at)
                    && (at == from || !matches!(self.line.word(at - 1), "and" | "or" | "but"))
                    && self.person_at(at).is_none_or(|it| it.pronoun.is_some())
            })
            .filter(|&at| matches!(self.line.word(at), "in" | "at"))
            .find_map(|at| self.place_at(at + 1))
    }

    /// The name that begins here; whether it is a place, the whole book says.
    fn place_at(&self, at: usize) -> Option<(String, Span, usize)> {
        let place = self.person_at(at)?;
        if place.pronoun.is_some() || place.is_possessive {
            return None;
        }
        let name = self.line.text.words_span(&place.words).of(self.line.text.source());
        // "at Bristol Road" is another place.
        let goes_on = self.line.is_beside(place.words.end) && self.line.is_capital(place.words.end);
        (!goes_on).then(|| (name.to_owned(), place.name, place.words.end))
    }
}
