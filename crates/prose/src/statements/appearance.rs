//! Statements about the colour of eyes and hair: "Lucy's hair was golden", "blue-eyed Lucy".

use super::words::BEFORE_COLOUR;
use super::{Aspect, Extract, StatementReader};
use crate::lists::{COLOURS, FUNCTION_WORDS, IRREGULAR_PARTICIPLES};
use crate::names::{Addressee, addressee};

/// Words between "had" or "with" and the colour of eyes or hair.
const COLOUR_WITHIN_WORDS: usize = 4;

/// What stands in front of a description of eyes or hair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Possessive,
    Had,
    With,
}

impl StatementReader<'_, '_> {
    pub(super) fn appearance(&self) -> Option<Extract> {
        let (start, end) = (self.mention.words.start, self.mention.words.end);
        let extract = |about, colour: usize, first: usize, end: usize| Extract {
            about,
            value: self.text.lower(colour).to_owned(),
            first,
            end,
        };
        // Blue-eyed Lucy.
        if start >= 2 && self.follows(start) && self.text.gap_before(start - 1) == "-" {
            let about = match self.word(start - 1) {
                Some("eyed") => Some(Aspect::Eyes),
                Some("haired") => Some(Aspect::Hair),
                _ => None,
            };
            if let Some(about) = about.filter(|_| self.is_colour(start - 2)) {
                return Some(extract(about, start - 2, start - 2, end));
            }
        }
        if self.is_possessive() {
            // Lucy's eyes were blue.
            if let Some(about) = self.feature(end).filter(|_| self.follows(end)) {
                let colour = self.behind_adverbs(end + 2);
                let is_stated = self.is(end + 1, &["is", "was", "are", "were"])
                    && self.follows(colour)
                    && self.is_colour(colour);
                return is_stated.then(|| extract(about, colour, start, colour + 1));
            }
            return self
                .coloured_feature(end, 2, Behind::Possessive)
                .map(|(about, colour, to)| extract(about, colour, start, to));
        }
        // Lucy had blue eyes; Lucy, with her blue eyes.
        let is_had = self.follows(end) && self.is(end, &["had", "has", "with"]);
        if !(is_had || self.behind_comma(end) && self.is(end, &["with"])) {
            return None;
        }
        let behind = if self.is(end, &["with"]) { Behind::With } else { Behind::Had };
        self.coloured_feature(end + 1, COLOUR_WITHIN_WORDS, behind)
            .map(|(about, colour, to)| extract(about, colour, start, to))
    }

    /// A colour of eyes or hair within so many words: which, the colour, and the word behind.
    /// Between here and the colour stands nothing but what describes the eyes or the hair, and
    /// nobody else's name behind them: "with the dark eyes of Mina".
    fn coloured_feature(
        &self,
        from: usize,
        within: usize,
        behind: Behind,
    ) -> Option<(Aspect, usize, usize)> {
        (from..from + within)
            .take_while(|&at| {
                self.word(at).is_some() && matches!(self.text.gap_before(at).trim(), "" | "-" | ",")
            })
            .take_while(|&at| at == from || self.describes(at - 1, behind))
            .find_map(|at| {
                let about = self.feature(at + 1).filter(|_| self.follows(at + 1))?;
                let is_own = !self.is(at + 2, &["of"]);
                (self.is_colour(at) && is_own).then_some((about, at, at + 2))
            })
    }

    /// Whether a word in front of a colour may be an article or an adjective of the same eyes or
    /// hair: no verb, as in "had loved", and no word of anybody else.
    fn describes(&self, at: usize, behind: Behind) -> bool {
        let Some(word) = self.word(at) else { return false };
        if matches!(word, "his" | "her") {
            return behind == Behind::With && self.others_possessive() != Some(word);
        }
        let is_verb = behind == Behind::Had
            && (word.ends_with("ed")
                || word.ends_with("ing")
                || IRREGULAR_PARTICIPLES.contains(word));
        BEFORE_COLOUR.contains(&word)
            || !is_verb
                && !FUNCTION_WORDS.contains(word)
                && !word.ends_with("'s")
                && !word.ends_with("s'")
    }

    /// The possessive that cannot be that of the name, where its form of address says so.
    fn others_possessive(&self) -> Option<&'static str> {
        let first = self.mention.words.start;
        let before = first.checked_sub(1).and_then(|at| self.word(at)).unwrap_or("");
        [before, self.text.lower(first)].into_iter().find_map(|word| {
            addressee(word).map(|whom| match whom {
                Addressee::Man => "her",
                Addressee::Woman => "his",
            })
        })
    }

    fn feature(&self, at: usize) -> Option<Aspect> {
        match self.word(at)? {
            "eyes" | "eye" => Some(Aspect::Eyes),
            "hair" => Some(Aspect::Hair),
            _ => None,
        }
    }

    fn is_colour(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| COLOURS.contains(word))
    }
}
