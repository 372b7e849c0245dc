//! Facts about the colour of eyes and hair: "Lucy's hair was golden", "with his pale blue eyes".

use super::words::{DESCRIBING, EYE_COLOURS, HAIR_COLOURS, HAIR_NOUNS, SHADING};
use super::{Attribute, Fact, FactReader, Link};
use crate::lists::{FUNCTION_WORDS, IRREGULAR_PARTICIPLES};

/// Words between a name, "had" or "with" and the eyes or the hair.
const DESCRIPTION_WORDS: usize = 7;

/// Words between "were" and a colour: "of a very deep and clear blue".
const COMPLEMENT_WORDS: usize = 6;

/// Words behind a colour that say that it is not that of the eyes or the hair themselves: "black with
/// rage", "white in the moonlight".
const TRANSIENT: [&str; 8] = ["with", "from", "in", "under", "by", "against", "at", "beneath"];

/// A colour of eyes or hair, and the word behind it.
struct Coloured {
    attribute: Attribute,
    colour: String,
    first: usize,
    end: usize,
    /// Whether it is named as something known: "his blue eyes", and not "his eyes were blue".
    is_named: bool,
}

impl FactReader<'_, '_> {
    pub(super) fn appearance(&self, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        let read = if self.subject.is_possessive {
            let end = self.subject.words.end;
            self.colour_of(start).or_else(|| self.described(end)).map(|it| (it, false))
        } else {
            let before = self
                .compound_before(start)
                .or_else(|| self.feature_before(start))
                .or_else(|| self.fronted_compound(start))
                .or_else(|| self.feature_that(start))
                .or_else(|| self.handled());
            before.map(|it| (it, false)).or_else(|| {
                self.predicates().into_iter().find_map(|it| {
                    let coloured = match it.link {
                        Link::Have | Link::With => self
                            .coloured_feature(it.at)
                            .or_else(|| self.featured(it.at))
                            .or_else(|| self.inherited(it.at)),
                        Link::Whose => self.described(it.at),
                        Link::Be | Link::Apposed => self.compound(it.at),
                    };
                    coloured.map(|coloured| (coloured, it.is_past))
                })
            })
        };
        if let Some((coloured, is_past)) = read {
            let at = (start.min(coloured.first), coloured.end);
            // What is only named on the way ("she could not see his blue eyes") is so all the same.
            let fact = if coloured.is_named {
                let fact = self.named_fact(coloured.attribute, coloured.colour, at);
                // "until her black hair hid the letter" says nothing of another time.
                fact.map(|it| Fact { is_past: self.line.is_past(at.0, at.1), ..it })
            } else {
                self.fact(coloured.attribute, coloured.colour, at)
            };
            found.extend(fact.map(|it| Fact { is_past: it.is_past || is_past, ..it }));
        }
    }

    /// What is said behind a possessive: "blue eyes", "eyes were blue", "hair, golden and long".
    fn described(&self, from: usize) -> Option<Coloured> {
        if !self.line.is_beside(from) {
            return None;
        }
        if let Some(coloured) = self.coloured_feature(from) {
            return Some(coloured);
        }
        let feature_at = (from..from + DESCRIPTION_WORDS)
            .take_while(|&at| at == from || self.line.is_beside(at) && self.describes(at - 1))
            .find(|&at| self.feature(at).is_some())?;
        let attribute = self.feature(feature_at)?;
        let next = feature_at + 1;
        let is_which = self.line.is_behind_comma(next)
            && matches!(self.line.word(next), "which" | "that" | "both");
        // "her hair, and that was red".
        if self.line.is_behind_comma(next)
            && self.line.word(next) == "and"
            && matches!(self.line.word(next + 1), "that" | "it" | "they" | "these" | "those")
            && matches!(self.line.word(next + 2), "was" | "were")
        {
            return self.complement(next + 3, attribute);
        }
        if self.line.is_behind_comma(next) && !is_which {
            let (colour, end) = self.colours(next, attribute)?;
            return Some(Coloured { attribute, colour, first: from, end, is_named: false });
        }
        // "eyes of a deep blue", "eyes as blue as the sea".
        if matches!(self.line.word(next), "of" | "as") && self.line.is_beside(next) {
            return self.complement(next + 1, attribute);
        }
        let verb = self.line.behind_adverbs(next + usize::from(is_which));
        let from = match self.line.word(verb) {
            "was" | "is" | "are" | "were" => verb + 1,
            // What had always been so still is; what only had been so may be no longer.
            "had" | "have" | "has"
                if matches!(self.line.word(verb + 1), "always" | "ever")
                    && self.line.word(verb + 2) == "been" =>
            {
                verb + 3
            }
            _ => return None,
        };
        self.complement(from, attribute)
    }

    /// "had eyes of a deep blue".
    fn featured(&self, from: usize) -> Option<Coloured> {
        let at = (from..from + 3).find(|&at| self.feature(at).is_some())?;
        let attribute = self.feature(at)?;
        let is_of =
            matches!(self.line.word(at + 1), "of" | "as" | "so") && self.line.is_beside(at + 1);
        is_of.then(|| self.complement(at + 2, attribute)).flatten()
    }

    /// "had her mother's hair, brown and straight".
    fn inherited(&self, from: usize) -> Option<Coloured> {
        let is_own = matches!(self.line.word(from), "his" | "her");
        let is_others = self.line.word(from + 1).ends_with("'s");
        let attribute = self.feature(from + 2).filter(|_| is_own && is_others)?;
        self.line.is_behind_comma(from + 3).then(|| self.complement(from + 3, attribute)).flatten()
    }

    /// "the blue of her eyes".
    fn colour_of(&self, start: usize) -> Option<Coloured> {
        let colour_at = start.checked_sub(2).filter(|_| self.line.word_before(start) == "of")?;
        let attribute = self.feature(self.subject.words.end)?;
        let is_noun = self.line.word_before(colour_at) == "the" || self.is_shaded(colour_at);
        let (colour, _) = self.colours(colour_at, attribute)?;
        (is_noun && self.is_colour(colour_at, attribute)).then_some(Coloured {
            attribute,
            colour,
            first: colour_at,
            end: self.subject.words.end + 1,
            is_named: true,
        })
    }

    /// Whether "the" and an adjective stand before a colour: "the deep blue".
    fn is_shaded(&self, colour_at: usize) -> bool {
        colour_at.checked_sub(1).is_some_and(|at| self.line.word_before(at) == "the")
    }

    /// "Grey-eyed and slow, Lucy was".
    fn fronted_compound(&self, start: usize) -> Option<Coloured> {
        let first = self.line.words.start;
        let is_fronted = start > first
            && start <= first + DESCRIPTION_WORDS + 2
            && self.line.is_behind_comma(start)
            && !self.line.is_behind_comma(self.subject.words.end);
        let coloured = self.compound_at(first + 1).filter(|_| is_fronted)?;
        (coloured.first == first && !self.names_before(first + 2, start)).then_some(coloured)
    }

    fn names_before(&self, first: usize, start: usize) -> bool {
        (first..start).any(|at| self.person_at(at).is_some())
    }

    /// "the brown eyes that Lucy turned upon them".
    fn feature_that(&self, start: usize) -> Option<Coloured> {
        const LOOKING: [&str; 14] = [
            "turned", "raised", "lifted", "fixed", "bent", "opened", "closed", "kept", "lowered",
            "rubbed", "wore", "shut", "had", "cast",
        ];
        let that = start.checked_sub(1)?;
        let feature_at = that.checked_sub(1)?;
        let attribute = self.feature(feature_at)?;
        let verb = self.line.behind_adverbs(self.subject.words.end);
        let is_led = matches!(self.line.word_before(start), "that" | "which")
            && self.line.is_beside(that)
            && LOOKING.contains(&self.line.word(verb));
        let colour_at = feature_at.checked_sub(1)?;
        let (colour, _) = self.colours(colour_at, attribute)?;
        (is_led && self.is_colour(colour_at, attribute) && self.line.is_beside(feature_at))
            .then_some(Coloured {
                attribute,
                colour,
                first: colour_at,
                end: self.subject.words.end,
                is_named: true,
            })
    }

    /// "Lucy pushed the fair hair out of her eyes".
    fn handled(&self) -> Option<Coloured> {
        const PARTS: [&str; 8] =
            ["eyes", "face", "forehead", "brow", "ears", "shoulders", "neck", "cheek"];
        let end = self.subject.words.end;
        let the = (end..end + 4)
            .take_while(|&at| self.line.is_beside(at) && self.person_at(at).is_none())
            .find(|&at| self.line.word(at) == "the")?;
        let coloured = self.coloured_feature(the + 1)?;
        let is_own = (coloured.end..coloured.end + 5).any(|at| {
            matches!(self.line.word(at), "his" | "her")
                && self.person_at(at).is_none_or(|it| it.owner == self.subject.owner)
                && PARTS.contains(&self.line.word(at + 1))
        });
        (is_own && coloured.attribute == Attribute::Hair).then_some(coloured)
    }

    /// A colour behind "were".
    fn complement(&self, from: usize, attribute: Attribute) -> Option<Coloured> {
        let at = (from..from + COMPLEMENT_WORDS)
            .take_while(|&at| {
                self.line.has(at) && (at == from || self.may_stand_before_colour(at - 1))
            })
            .find(|&at| self.is_colour(at, attribute))?;
        let (colour, end) = self.colours(at, attribute)?;
        (!TRANSIENT.contains(&self.line.word(end))).then_some(Coloured {
            attribute,
            colour,
            first: from,
            end,
            is_named: false,
        })
    }

    fn may_stand_before_colour(&self, at: usize) -> bool {
        let word = self.line.word(at);
        DESCRIBING.contains(word)
            || matches!(word, "as" | "still" | "now" | "always" | "that" | "both" | "remarkably")
            || !FUNCTION_WORDS.contains(word) && !word.ends_with("ed") && !word.ends_with("ing")
    }

    /// A colour with eyes or hair behind it, with nothing between but what describes them, and not those
    /// of somebody else: "the dark eyes of Mina".
    fn coloured_feature(&self, from: usize) -> Option<Coloured> {
        let at = (from..from + DESCRIPTION_WORDS)
            .take_while(|&at| {
                self.line.has(at) && (at == from || self.is_joined(at) && self.describes(at - 1))
            })
            .find(|&at| self.feature(at).is_some())?;
        let attribute = self.feature(at)?;
        let last = at.checked_sub(1).filter(|last| *last >= from)?;
        if !self.is_colour(last, attribute) || !self.line.is_beside(at) {
            return None;
        }
        let first = (from..=last).rev().take_while(|&it| {
            self.is_colour(it, attribute) || self.line.word(it) == "and" && it > from
        });
        let first = first.last()?;
        let (colour, _) = self.colours(first, attribute)?;
        let is_named = self.subject.is_possessive;
        (self.line.word(at + 1) != "of").then_some(Coloured {
            attribute,
            colour,
            first,
            end: at + 1,
            is_named,
        })
    }

    /// "the blue eyes of Lucy", "the eyes of Lucy were blue".
    fn feature_before(&self, start: usize) -> Option<Coloured> {
        let of = start.checked_sub(2).filter(|_| self.line.word_before(start) == "of")?;
        let attribute = self.feature(of)?;
        let last = of.checked_sub(1)?;
        if self.is_colour(last, attribute) && self.line.is_beside(of) {
            let first =
                if last > 0 && self.is_colour(last - 1, attribute) { last - 1 } else { last };
            let (colour, _) = self.colours(first, attribute)?;
            let end = self.subject.words.end;
            return Some(Coloured { attribute, colour, first, end, is_named: true });
        }
        let verb = self.line.behind_adverbs(self.subject.words.end);
        let is_stated = self.line.word(last) == "the"
            && matches!(self.line.word(verb), "was" | "is" | "are" | "were");
        is_stated.then(|| self.complement(verb + 1, attribute)).flatten()
    }

    fn is_joined(&self, at: usize) -> bool {
        self.line.is_beside(at) || self.line.is_hyphened(at) || self.line.is_behind_comma(at)
    }

    /// Whether a word may be an article or an adjective of the eyes or the hair behind it: no verb, as in
    /// "had loved", and no word of anybody else.
    fn describes(&self, at: usize) -> bool {
        let word = self.line.word(at);
        let own = self.subject.words.end <= at
            && matches!(word, "his" | "her")
            && self
                .person_at(at)
                .is_none_or(|it| it.owner == self.subject.owner && !self.names_between(at));
        if matches!(word, "his" | "her") {
            return own && self.line.word(at.wrapping_sub(1)) == "with";
        }
        let is_verb = word.ends_with("ing") || IRREGULAR_PARTICIPLES.contains(word);
        DESCRIBING.contains(word)
            || !is_verb
                && !FUNCTION_WORDS.contains(word)
                && !word.ends_with("'s")
                && !word.ends_with("s'")
                && !matches!(word, "loved" | "admired" | "noticed" | "feared" | "closed" | "seen")
                && !self.line.is_capital(at)
    }

    /// Whether another person is named between the subject and a word.
    fn names_between(&self, at: usize) -> bool {
        (self.subject.words.end..at)
            .any(|it| self.person_at(it).is_some_and(|other| other.owner != self.subject.owner))
    }

    /// "Blue-eyed Lucy".
    fn compound_before(&self, start: usize) -> Option<Coloured> {
        let eyed = start.checked_sub(1)?;
        if !self.line.is_beside(start) || !self.line.is_hyphened(eyed) {
            return None;
        }
        self.compound_at(eyed)
    }

    /// "a tall, blue-eyed girl", behind "was" or a comma.
    fn compound(&self, from: usize) -> Option<Coloured> {
        let is_described = |at: usize| {
            let word = self.line.word(at);
            matches!(word, "a" | "an" | "the" | "and" | "very")
                || !FUNCTION_WORDS.contains(word) && !self.line.is_capital(at)
        };
        (from..from + DESCRIPTION_WORDS)
            .take_while(|&at| {
                self.line.has(at) && (at == from || self.is_joined(at) && is_described(at - 1))
            })
            .find_map(|at| self.compound_at(at))
    }

    fn compound_at(&self, eyed: usize) -> Option<Coloured> {
        let attribute = match self.line.word(eyed) {
            "eyed" => Attribute::Eyes,
            "haired" | "headed" => Attribute::Hair,
            "redhead" | "blonde" | "brunette" if self.line.ends_part(eyed) => {
                let colour = match self.line.word(eyed) {
                    "redhead" => "red",
                    "blonde" => "blond",
                    _ => "brown",
                };
                return Some(Coloured {
                    attribute: Attribute::Hair,
                    colour: colour.to_owned(),
                    first: eyed,
                    end: eyed + 1,
                    is_named: false,
                });
            }
            _ => return None,
        };
        let colour_at = eyed.checked_sub(1).filter(|_| self.line.is_hyphened(eyed))?;
        let is_colour = self.is_colour(colour_at, attribute);
        let colour = normalized(self.line.word(colour_at));
        is_colour.then(|| Coloured {
            attribute,
            colour: colour.to_owned(),
            first: colour_at,
            end: eyed + 1,
            is_named: true,
        })
    }

    fn feature(&self, at: usize) -> Option<Attribute> {
        match self.line.word(at) {
            "eyes" => Some(Attribute::Eyes),
            word if HAIR_NOUNS.contains(word) => Some(Attribute::Hair),
            _ => None,
        }
    }

    fn is_colour(&self, at: usize, attribute: Attribute) -> bool {
        let word = self.line.word(at);
        match attribute {
            Attribute::Eyes => EYE_COLOURS.contains(word),
            _ => HAIR_COLOURS.contains(word),
        }
    }

    /// The colours from this word on, joined with hyphens, and the word behind them: "dark blue" is blue,
    /// "blue and grey" is both.
    fn colours(&self, first: usize, attribute: Attribute) -> Option<(String, usize)> {
        let first = (first..first + 3).find(|&at| self.is_colour(at, attribute))?;
        let mut all = vec![self.line.word(first)];
        let mut end = first + 1;
        loop {
            let and = usize::from(matches!(self.line.word(end), "and" | "or"));
            let at = end + and;
            let is_next = self.is_colour(at, attribute)
                && (self.line.is_beside(at) || self.line.is_hyphened(at));
            if !is_next {
                break;
            }
            if and == 0 && all.last().is_some_and(|last| SHADING.contains(last)) {
                all.pop();
            }
            all.push(self.line.word(at));
            end = at + 1;
        }
        let mut all: Vec<&str> = all.into_iter().map(normalized).collect();
        all.dedup();
        Some((all.join("-"), end))
    }
}

/// One word for one colour.
fn normalized(colour: &str) -> &str {
    match colour {
        "gray" => "grey",
        "gold" => "golden",
        "blonde" => "blond",
        "silvery" => "silver",
        "raven" | "jet" | "ebony" => "black",
        "rust" | "carroty" => "red",
        "straw" | "honey" => "blond",
        "mousy" => "brown",
        other => other,
    }
}
