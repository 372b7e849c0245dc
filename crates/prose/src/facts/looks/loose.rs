//! Looser ways of stating the colour of eyes and hair: "hair the colour of straw", "her dark head", "had gone
//! grey", a colour behind an inserted clause; and whose they are where a sentence speaks of one person alone.

use super::super::constructions::TRANSIENT;
use super::super::phrases::{Grammar, Phrase, Whose, is_nominative, is_person_noun};
use super::super::subjects::Subject;
use super::super::{Attribute, Fact};
use super::Said;
use super::colours::{feature, is_be, is_colour, normalized};
use crate::lists::PREPOSITIONS;

/// Words between a feature and "the colour of", and of a clause between it and its colour, at most.
const COLOUR_WITHIN_WORDS: usize = 8;

/// What has a colour that eyes or hair may be compared with.
const COMPARED: [(&str, &[&str]); 9] = [
    ("blond", &["straw", "corn", "wheat", "hay", "flax", "honey", "butter", "barley", "sand"]),
    ("red", &["rust", "copper", "carrots", "carrot", "fire", "flame", "flames", "fox", "brick"]),
    ("black", &["coal", "soot", "pitch", "jet", "ink", "ebony", "crow", "raven", "sloes", "tar"]),
    ("white", &["snow", "milk", "chalk", "flour", "cotton", "wool"]),
    ("grey", &["ash", "ashes", "iron", "steel", "lead", "pewter", "slate", "smoke", "rain"]),
    (
        "brown",
        &[
            "chestnuts",
            "chestnut",
            "chocolate",
            "walnut",
            "walnuts",
            "tobacco",
            "tea",
            "peat",
            "hazelnuts",
            "mud",
            "treacle",
        ],
    ),
    ("green", &["moss", "grass", "emerald", "emeralds", "leaves", "gooseberries"]),
    (
        "blue",
        &[
            "sky",
            "cornflower",
            "cornflowers",
            "forget-me-nots",
            "gentians",
            "sapphires",
            "harebells",
        ],
    ),
    ("amber", &["sherry", "whisky", "amber"]),
];

/// Words between "like" and what has the colour, at most.
const COMPARED_WITHIN_WORDS: usize = 3;

/// The colour of what eyes or hair are compared with.
fn colour_like(noun: &str) -> Option<&'static str> {
    let noun = noun.strip_suffix("'s").unwrap_or(noun);
    COMPARED.iter().find(|(_, nouns)| nouns.contains(&noun)).map(|(colour, _)| *colour)
}

impl<'r> Grammar<'r, '_> {
    /// "hair like a raven's wing", "eyes like wet slate", at "like".
    pub(super) fn compared(&self, like: usize, attribute: Attribute) -> Option<Said> {
        let line = &self.line;
        let (at, colour) = (like + 1..like + 1 + COMPARED_WITHIN_WORDS)
            .take_while(|&at| line.is_beside(at))
            .find_map(|at| {
                let word = line.word(at);
                // "like a crow's nest", "eyes like steel" say no colour.
                let is_other = word.ends_with("'s")
                    && !matches!(
                        line.word(at + 1),
                        "wing" | "wings" | "feather" | "feathers" | "plume"
                    )
                    || matches!(
                        word,
                        "wool"
                            | "cotton"
                            | "rain"
                            | "smoke"
                            | "iron"
                            | "steel"
                            | "lead"
                            | "fire"
                            | "flame"
                    );
                Some((at, colour_like(word).filter(|_| !is_other)?))
            })?;
        let is_hair = attribute == Attribute::Hair;
        // "eyes like coal" burn.
        let is_meant = is_hair || matches!(colour, "grey" | "blue" | "green" | "amber" | "brown");
        is_meant.then(|| Said {
            colour: colour.to_owned(),
            first: like,
            end: at + 1,
            is_named: true,
            is_past: false,
        })
    }

    /// "hair the colour of ripe corn", "eyes that were the colour of slate", at "colour".
    pub(super) fn colour_of(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        if line.word(at + 1) != "of" || line.word_before(at) != "the" {
            return;
        }
        let Some((noun, colour)) = (at + 2..at + 6)
            .take_while(|&it| line.is_beside(it))
            .find_map(|it| colour_like(line.word(it)).map(|colour| (it, colour)))
        else {
            return;
        };
        let from = at.saturating_sub(COLOUR_WITHIN_WORDS).max(line.words.start);
        let Some(head) = (from..at - 1).rev().find(|&it| feature(line.word(it)).is_some()) else {
            return;
        };
        let is_tied = (head + 1..at - 1).all(|it| {
            let word = line.word(it);
            is_be(word)
                || matches!(word, "had" | "been" | "that" | "which" | "and" | "of" | "exactly")
                || matches!(word, "just" | "almost" | "now" | "once" | "long" | "thick" | "always")
        });
        let Some(attribute) = feature(line.word(head)).filter(|_| is_tied) else { return };
        let phrase = self.phrase(head);
        let owner = match phrase.whose {
            Whose::Known(owner) => Some(owner),
            Whose::Unknown => None,
            Whose::Unsaid => self.owner_of(attribute, &phrase).or_else(|| self.sole_owner(&phrase)),
        };
        if let Some(owner) = owner {
            let said = Said {
                colour: colour.to_owned(),
                first: phrase.first,
                end: noun + 1,
                is_named: false,
                is_past: false,
            };
            self.push_colour(attribute, owner, said, found);
        }
    }

    /// "Lucy had gone grey early", at "grey": it is said of hair.
    pub(super) fn gone_grey(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let is_gone = matches!(line.word_before(at), "gone" | "going" | "turning" | "growing");
        let next = line.word(at + 1);
        let is_of_hair = line.ends_part(at)
            || matches!(next, "early" | "before" | "young" | "over" | "already" | "since" | "and")
            || matches!(next, "at" | "about" | "above" | "round")
                && matches!(line.word(at + 3), "temples" | "ears" | "sides");
        if !is_gone || !is_of_hair {
            return;
        }
        let Some(owner) = self.subject_of(at - 1) else { return };
        let (first, end) = (at - 1, at + 1);
        let said = Said { colour: "grey".to_owned(), first, end, is_named: false, is_past: false };
        self.push_colour(Attribute::Hair, owner, said, found);
    }

    /// "Lucy bent her dark head", "Tom's red head appeared", at "head".
    pub(super) fn head(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let Some(colour) = at.checked_sub(1).filter(|_| line.is_beside(at)) else { return };
        if !is_colour(line.word(colour), Attribute::Hair) || line.is_hyphened(at + 1) {
            return;
        }
        let phrase = self.phrase(at);
        let Whose::Known(owner) = phrase.whose else { return };
        let colour = normalized(line.word(colour)).to_owned();
        let said =
            Said { colour, first: phrase.first, end: at + 1, is_named: true, is_past: false };
        self.push_colour(Attribute::Hair, owner, said, found);
    }

    /// "It was Lucy's eyes that one noticed, grey and wide", "Her eyes, when she raised them, were grey".
    pub(super) fn behind_clause(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        let line = &self.line;
        if !matches!(phrase.whose, Whose::Known(_)) {
            return None;
        }
        let end = phrase.end;
        let opens = matches!(line.word(end), "that" | "which" | "when" | "as" | "in" | "under")
            || self.is_set_off(end) && line.has(end);
        let closing = (end + 1..end + 1 + COLOUR_WITHIN_WORDS)
            .take_while(|&at| line.has(at) && feature(line.word(at)).is_none())
            .find(|&at| self.is_set_off(at) && opens)?;
        if is_be(line.word(closing)) {
            return self.complement(line.behind_adverbs(closing + 1), attribute);
        }
        let said = is_colour(line.word(closing), attribute)
            .then(|| self.complement(closing, attribute))
            .flatten()?;
        self.closes(&said).then_some(said)
    }

    /// "With his round brown eyes Hale", where nobody else is named.
    pub(super) fn named_behind(&self, phrase: &Phrase<'_>) -> Option<&'r Subject> {
        let line = &self.line;
        let pronoun = line.word(phrase.first);
        let start = line.words.start;
        let is_led = matches!(
            line.word(start),
            "with" | "under" | "for" | "behind" | "between" | "above" | "despite" | "over"
        );
        // "With her head on one side and her brown eyes half shut, Hale".
        let is_second = line.word(start) == "with"
            && phrase.first > start + 1
            && line.word(phrase.first - 1) == "and"
            && line.word(start + 1) == pronoun
            && (start + 1..phrase.first).all(|at| line.is_beside(at));
        let opens = is_led && (phrase.first == start + 1 || is_second);
        if !opens || !matches!(pronoun, "his" | "her") {
            return None;
        }
        let mut all =
            self.persons(phrase.end..line.words.end).filter(|it| line.has(it.words.start));
        let first = all.next().filter(|it| it.pronoun.is_none() && !it.is_possessive)?;
        let is_subject = !self.is_governed(first) && all.all(|it| it.owner == first.owner);
        let is_other = (start + 2..first.words.start)
            .any(|at| is_nominative(line.word(at)) || is_person_noun(line.word(at)));
        (is_subject && !is_other).then_some(first)
    }

    /// Whose eyes or hair a phrase means where nothing but its sentence, or the one before, says so.
    pub(super) fn sole_owner(&self, phrase: &Phrase<'_>) -> Option<&'r Subject> {
        let line = &self.line;
        // "a doll with blue eyes", "looked into blue eyes".
        // "A lock of red hair fell out of the book" is anybody's.
        let is_some = matches!(line.word(phrase.first), "a" | "an" | "one" | "some" | "another");
        if is_some && feature(line.word(phrase.head)) == Some(Attribute::Hair) {
            return None;
        }
        let is_known = matches!(line.word(phrase.first), "those" | "these");
        let before = line.word_before(phrase.first);
        // "a doll wearing yellow curls".
        if PREPOSITIONS.contains(before) && !is_known || before.ends_with("ing") {
            return None;
        }
        // "Red hair made Lucy nervous", "Brown eyes, a silk frock: it was a doll for Lucy" are anybody's.
        if phrase.first == line.words.start && line.word(phrase.first) != "the" {
            return None;
        }
        if let Some(sole) = self.sole_person(phrase.head) {
            let mut between = phrase.end..sole.words.start + 1;
            let is_listed = between.any(|at| line.text.gap_before(at).contains(':'));
            return (!is_listed).then_some(sole);
        }
        let is_first = phrase.first == line.words.start && line.word(phrase.first) == "the";
        let is_of_nobody = self.persons(line.words.clone()).next().is_none()
            && !line.words.clone().any(|at| {
                is_nominative(line.word(at)) && line.word(at) != "it"
                    || at != phrase.head && is_person_noun(line.word(at))
            });
        let before = line.words.start.checked_sub(1).filter(|_| is_first && is_of_nobody)?;
        let is_near = line.text.sentence_of(before).paragraph
            == line.text.sentence_of(line.words.start).paragraph;
        let grammar = Grammar::of(self.basis, before);
        let sole = grammar.sole_person(before)?;
        (is_near && self.basis.spoken[before] == line.is_spoken).then_some(sole)
    }

    /// What hair has turned: "white in a single night".
    pub(super) fn turned(&self, from: usize, attribute: Attribute) -> Option<Said> {
        let line = &self.line;
        let is_of_time = |at: usize| {
            line.word(at) == "in"
                && (at + 1..at + 4)
                    .any(|it| matches!(line.word(it), "night" | "week" | "month" | "year"))
        };
        if is_colour(line.word(from), attribute) && is_of_time(from + 1) {
            let colour = normalized(line.word(from)).to_owned();
            return Some(Said {
                colour,
                first: from,
                end: from + 1,
                is_named: false,
                is_past: false,
            });
        }
        self.complement(from, attribute)
    }

    /// The only person of whom a sentence speaks.
    pub(in crate::facts) fn sole_person(&self, at: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let mut all = self.persons(line.words.clone()).filter(|it| line.has(it.words.start));
        let first = all.next()?;
        let is_alone = all.all(|it| it.owner == first.owner);
        let is_other = |word: usize| {
            let lower = line.word(word);
            let is_pronoun = is_nominative(lower)
                && !matches!(lower, "it" | "there" | "which" | "who")
                || matches!(lower, "his" | "her" | "their" | "my" | "our" | "him" | "them" | "me");
            let is_noun = word != at && is_person_noun(lower) && !self.is_described_as(word, first);
            self.person_at(word).is_none()
                && !first.words.contains(&word)
                && (is_pronoun || is_noun)
        };
        (is_alone && !line.words.clone().any(is_other)).then_some(first)
    }

    /// Whether the noun of a person only describes somebody.
    fn is_described_as(&self, noun: usize, person: &Subject) -> bool {
        let phrase = self.phrase(noun);
        let described = self.described((phrase.first, noun + 1));
        described.is_some_and(|it| it.subject.owner == person.owner)
    }

    /// Whether a colour is not that of eyes or hair themselves: "black with rage".
    pub(super) fn is_passing(&self, end: usize) -> bool {
        let line = &self.line;
        line.is_hyphened(end) || TRANSIENT.contains(line.word(end)) && line.is_beside(end)
    }
}
