//! Whose eyes or hair it is where a phrase does not say so itself: "Lucy raised grey eyes", "a woman with grey
//! eyes", "grey eyes in Lucy’s thin face".

use std::ops::Range;

use super::super::Attribute;
use super::super::constructions::{BODY_PARTS, ENDOWED, GIVING, HAVING, LOOKING, MOVING};
use super::super::phrases::{Grammar, Phrase, is_nominative, is_person_noun, is_possessive};
use super::super::subjects::Subject;
use super::colours::{feature, is_be};
use crate::lists::{FUNCTION_WORDS, SPEECH_VERBS, is_act_past};

/// Who gives somebody looks in a picture or a book.
const ARTISTS: [&str; 6] = ["painter", "artist", "sculptor", "portrait", "picture", "illustrator"];

/// What one does with one's own hair.
const OWN_HAIR: [&str; 10] = [
    "tucking", "shaking", "tossing", "brushing", "combing", "pinning", "tying", "twisting",
    "plaiting", "braiding",
];

/// What somebody has done with their own eyes: "with the brown eyes fixed".
const FIXED: [&str; 6] = ["fixed", "turned", "bent", "raised", "lifted", "lowered"];

/// Words behind "his eyes" that say how they are without a verb.
const VERBLESS: [&str; 14] = [
    "wide", "bright", "fixed", "full", "alight", "ablaze", "aglow", "wet", "hard", "soft", "cold",
    "half", "on", "upon",
];

/// Words between "with" and the last of what it leads, and between "was" and "with", at most.
const LISTED_WITHIN_WORDS: usize = 18;
const DESCRIBED_WITHIN_WORDS: usize = 12;

/// Further parts of a body that are described with eyes and hair.
const PARTS_TOO: [&str; 17] = [
    "beard",
    "moustache",
    "whiskers",
    "limbs",
    "body",
    "figure",
    "complexion",
    "skin",
    "nose",
    "mouth",
    "lips",
    "chin",
    "teeth",
    "hands",
    "arms",
    "legs",
    "countenance",
];

/// What somebody has beside hair, and wears: "a light step and brown hair", "a brown hat and black hair".
const WORN: [&str; 13] = [
    "hat", "cap", "coat", "dress", "gown", "bonnet", "veil", "shawl", "cloak", "ribbon", "step",
    "hand", "voice",
];

/// Whether a word is a part of the body or something that is worn, of which a colour may be.
pub(super) fn is_part_or_dress(word: &str) -> bool {
    BODY_PARTS.contains(word) || PARTS_TOO.contains(&word) || WORN.contains(&word)
}

/// How much hair somebody has: "plenty of".
const AMOUNTS: [&str; 8] =
    ["plenty", "wealth", "mass", "masses", "abundance", "quantity", "quantities", "heap"];

/// Words before the name that opens a sentence.
const OPENING_WORDS_MAX: usize = 3;

/// Small words of a description: "was a very tall and not unhandsome man".
const DESCRIBING_TOO: [&str; 14] = [
    "a", "an", "and", "but", "very", "not", "so", "rather", "quite", "too", "now", "still",
    "almost", "nearly",
];

/// Words between the eyes or the hair and who is given them, or whose face they are in, at most.
const FACE_WITHIN_WORDS: usize = 8;

impl Grammar<'_, '_> {
    /// Whose eyes or hair a phrase means that does not say so itself.
    pub(super) fn owner_of(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<&Subject> {
        let line = &self.line;
        let (first, end) = (phrase.first, phrase.end);
        let before = line.word_before(first);
        // "took off her hat, disclosing red hair".
        if HAVING.contains(before) && before.ends_with("ing") && self.is_set_off(first - 1) {
            let owner = self.clause_subject(first - 1)?;
            // "tore off her veil, disclosing golden hair" is about two.
            let is_own = (owner.words.end..first).all(|at| {
                self.person_at(at).is_none_or(|it| it.owner == owner.owner)
                    && !is_person_noun(line.word(at))
                    && (!matches!(line.word(at), "his" | "her") || self.person_at(at).is_some())
            });
            return is_own.then_some(owner);
        }
        if HAVING.contains(before) {
            let had = first - 1;
            let subject = self.subject_of(had).or_else(|| self.only_owner(had));
            return subject.or_else(|| self.owner_said_to_have(had));
        }
        if let Some(with) = self.with_before(first) {
            // "was alone, with brown eyes watching her".
            let are_others = line.is_beside(end)
                && (line.word(end).ends_with("ing") || self.looks_at_somebody(end));
            // "began, with the brown eyes steadily fixed upon the river"
            let fixed = line.behind_adverbs(end);
            let is_own = line.word(first) == "the"
                && FIXED.contains(&line.word(fixed))
                && self.is_of_nobody(fixed + 1..line.words.end);
            let subject = || self.clause_subject(with).filter(|_| is_own);
            return if are_others { None } else { self.owner_with(with).or_else(subject) };
        }
        if let Some(had) = self.lead_of_list(first) {
            // "had a pale face, and brown eyes watched her".
            return self.subject_of(had).filter(|_| !self.looks_at_somebody(end));
        }
        // "stared at him out of wide green eyes".
        let is_out_of = before == "of" && line.word_before(first - 1) == "out";
        if is_out_of && first - 2 > line.words.start {
            let subject = self.clause_subject(first - 2)?;
            let verb = line.behind_adverbs(subject.words.end);
            // "saw an old man peering out of pale eyes".
            let is_at = matches!(
                line.word(verb + 1 + usize::from(line.word(verb + 1) == "straight")),
                "at" | "back" | "out" | "upon" | "up" | "down" | "on" | "over" | "into"
            );
            let is_own = (verb + 1..first).all(|at| !line.word(at).ends_with("ing"));
            return (LOOKING.contains(line.word(verb)) && is_at && is_own).then_some(subject);
        }
        if let Some(person) = self.person_ending(first).filter(|_| line.is_beside(first)) {
            let is_given = GIVING.contains(line.word_before(person.words.start));
            // "The painter had given Lucy brown eyes" says nothing of hers.
            let is_picture = line.words.clone().any(|at| ARTISTS.contains(&line.word(at)));
            return (is_given && !is_picture && !person.is_possessive).then_some(person);
        }
        self.owner_that_moves(attribute, phrase)
            .or_else(|| self.owner_that_turned(end))
            .or_else(|| self.owner_given(phrase))
            .or_else(|| self.owner_behind_list(phrase))
            .or_else(|| self.owner_of_face(first, end))
    }

    /// "Lucy’s face, with its grey eyes".
    pub(super) fn owner_of_that_face(&self, phrase: &Phrase<'_>) -> Option<&Subject> {
        let line = &self.line;
        let its =
            (phrase.first.saturating_sub(1)..=phrase.first).find(|&at| line.word(at) == "its")?;
        let with = its.checked_sub(1).filter(|&at| line.word(at) == "with")?;
        let part = with.checked_sub(1).filter(|&at| BODY_PARTS.contains(line.word(at)))?;
        self.person_ending(part).filter(|it| it.is_possessive)
    }

    /// "Lucy, her golden hair loose, ran out", "said Lucy, shaking her golden hair", "Hale stepped out, his brown eyes
    /// twinkling": a phrase that hangs on the subject of its sentence, whatever else the pronoun might mean.
    pub(super) fn owner_of_absolute(&self, phrase: &Phrase<'_>) -> Option<&Subject> {
        let line = &self.line;
        let first = phrase.first;
        if !matches!(line.word(first), "his" | "her") {
            return None;
        }
        let is_moved = line.is_beside(first) && line.word_before(first).ends_with("ing");
        let lead = if is_moved { first - 1 } else { first };
        if !self.is_set_off(lead) {
            return None;
        }
        if let Some(person) = self.person_ending(lead) {
            let before = line.word_before(person.words.start);
            let is_opening = person.words.start == line.words.start;
            // "Tom watched Lucy, his brown eyes twinkling", "Hale, his brown eyes.".
            let is_own = if is_moved {
                (is_opening || SPEECH_VERBS.contains(before))
                    && OWN_HAIR.contains(&line.word_before(first))
            } else {
                (is_opening || matches!(before, "and" | "but" | "when" | "while" | "as" | "for"))
                    && line.has(phrase.end)
            };
            return (is_own && !person.is_possessive && person.pronoun.is_none()).then_some(person);
        }
        let behind = line.word(line.behind_adverbs(phrase.end));
        let is_verbless = behind.ends_with("ing") || VERBLESS.contains(&behind);
        let owner = self.clause_subject(lead - 1).filter(|_| is_verbless && !is_moved)?;
        // "looked at the boy, his brown eyes shining", "lifted the cat, her green eyes wide", and not "with the haste of a
        // boy".
        let is_other = |at: usize| {
            let is_noun = matches!(line.word(at), "the" | "a" | "an" | "his" | "her" | "their");
            let led = line.word_before(at);
            is_noun && !matches!(led, "of" | "from" | "into" | "with" | "in" | "through" | "like")
        };
        let is_alone = !(owner.words.end..first).any(is_other);
        (is_alone && owner.pronoun.is_none()).then_some(owner)
    }

    /// "Lucy, with grey eyes", "a woman with grey eyes", "looked at him with grey eyes".
    fn owner_with(&self, with: usize) -> Option<&Subject> {
        let line = &self.line;
        if let Some(person) = self.person_ending(with) {
            return (!person.is_possessive && !self.is_governed(person)).then_some(person);
        }
        let last = with.checked_sub(1)?;
        if ENDOWED.contains(line.word(last)) {
            return self.subject_of(last);
        }
        if is_person_noun(line.word(last)) {
            let noun = self.phrase(last);
            let described = self.described((noun.first, with)).map(|it| it.subject);
            return described.or_else(|| self.owner_of_fragment(with));
        }
        if let Some(owner) = self.owner_that_was(with).or_else(|| self.owner_of_fragment(with)) {
            return Some(owner);
        }
        let subject = self.clause_subject(with)?;
        let verb = line.behind_adverbs(subject.words.end);
        let is_looking = LOOKING.contains(line.word(verb))
            && (verb + 1..with).all(|at| {
                let word = line.word(at);
                line.is_beside(at)
                    && !matches!(word, "a" | "an" | "the")
                    && (FUNCTION_WORDS.contains(word)
                        || line.is_capital(at)
                        || word.ends_with("ly"))
            });
        is_looking.then_some(subject)
    }

    /// Whether words speak of nobody: "upon the river", and not "upon his face", "on the girl beside him".
    fn is_of_nobody(&self, mut words: Range<usize>) -> bool {
        let line = &self.line;
        words.all(|at| {
            let word = line.word(at);
            let is_pronoun = is_possessive(word) || is_nominative(word);
            let is_object = matches!(word, "him" | "them" | "me" | "us" | "hers" | "mine");
            self.person_at(at).is_none() && !is_person_noun(word) && !is_pronoun && !is_object
        })
    }

    /// The "with" that leads a phrase, or one that "and" ties it to: "with a bushy beard and brown hair".
    pub(super) fn with_before(&self, first: usize) -> Option<usize> {
        let line = &self.line;
        let led = self.before_amount(first);
        if line.word_before(led) == "with" {
            return led.checked_sub(1);
        }
        self.lead_of_list(first).filter(|&at| line.word(at) == "with")
    }

    /// The first word of "a mass of" in front of hair, else the word itself.
    fn before_amount(&self, first: usize) -> usize {
        let line = &self.line;
        let of = first.checked_sub(1).filter(|_| line.word_before(first) == "of");
        let amount =
            of.map(|of| of.saturating_sub(1)).filter(|&it| AMOUNTS.contains(&line.word(it)));
        amount.map_or(first, |it| it - usize::from(line.word_before(it) == "a"))
    }

    /// The "with" or "had" that leads the list of which a phrase is a later part: "with a bushy beard and brown hair",
    /// "had a small face, thin lips, plenty of fair hair".
    fn lead_of_list(&self, first: usize) -> Option<usize> {
        let line = &self.line;
        let first = self.before_amount(first);
        let is_listed = line.word_before(first) == "and" || line.is_behind_comma(first);
        let from = first.saturating_sub(LISTED_WITHIN_WORDS).max(line.words.start);
        let is_lead = |at: usize| line.word(at) == "with" || HAVING.contains(line.word(at));
        let lead = (from..first).rev().find(|&at| is_lead(at)).filter(|_| is_listed)?;
        let is_own = (lead + 1..first).all(|at| {
            let word = line.word(at);
            (line.is_beside(at) || line.is_behind_comma(at) || line.is_hyphened(at))
                && self.person_at(at).is_none()
                && !is_nominative(word)
                && !line.is_past_verb(at)
                && (!is_person_noun(word) || PARTS_TOO.contains(&word))
                && (!FUNCTION_WORDS.contains(word)
                    || matches!(word, "a" | "an" | "and" | "very" | "such" | "rather")
                    || word == "of" && AMOUNTS.contains(&line.word(at - 1)))
        });
        // "had a doll, yellow hair and blue eyes" is about the doll.
        let is_of_body = (lead + 1..first)
            .take_while(|&at| at == lead + 1 || !line.is_behind_comma(at) && line.word(at) != "and")
            .any(|at| {
                let word = line.word(at);
                BODY_PARTS.contains(word) || feature(word).is_some() || PARTS_TOO.contains(&word)
            });
        (is_own && is_of_body).then_some(lead)
    }

    /// "Lucy was tall and thin, with grey eyes": who was as they are described before "with".
    fn owner_that_was(&self, with: usize) -> Option<&Subject> {
        let line = &self.line;
        if !self.is_set_off(with) {
            return None;
        }
        let from = with.saturating_sub(DESCRIBED_WITHIN_WORDS).max(line.words.start);
        let be = (from..with).rev().find(|&at| matches!(line.word(at), "was" | "is"))?;
        // "was in the room, with grey eyes", "was talking to a boy, with grey eyes".
        let is_description = (be + 1..with).all(|at| {
            let word = line.word(at);
            self.person_at(at).is_none()
                && !is_nominative(word)
                && !word.ends_with("ing")
                && !line.is_past_verb(at)
                && (!FUNCTION_WORDS.contains(word) || DESCRIBING_TOO.contains(&word))
                || word == "being"
                || self.is_for_age(at)
        });
        self.subject_of(be).filter(|_| is_description && be + 1 < with)
    }

    /// "Lucy was the youngest. A slip of a girl, with grey eyes.": a sentence without a verb describes the subject of
    /// the one before it.
    fn owner_of_fragment(&self, with: usize) -> Option<&Subject> {
        let (line, text) = (&self.line, self.line.text);
        let start = line.words.start;
        let is_described = (start..with).any(|at| is_person_noun(line.word(at)))
            && (start..with).all(|at| self.person_at(at).is_none())
            && !line.words.clone().any(|at| {
                line.is_past_verb(at) || is_be(line.word(at)) || is_nominative(line.word(at))
            });
        let is_fragment = matches!(line.word(start), "a" | "an") && !line.is_spoken && is_described;
        let before = text.words()[start].sentence.checked_sub(1).filter(|_| is_fragment)?;
        let before = &text.sentences()[before];
        if before.paragraph != text.sentence_of(start).paragraph {
            return None;
        }
        // "Lucy opened the door. A boy with red hair." is about the boy.
        let is_said = before.words.clone().any(|at| is_be(text.lower(at)))
            && !before.words.clone().any(|at| is_act_past(text.lower(at)));
        if !is_said {
            return None;
        }
        let mut people = self.persons(before.words.clone());
        let first = people.next().filter(|it| {
            it.words.start <= before.words.start + OPENING_WORDS_MAX && !it.is_possessive
        })?;
        let is_alone = people.all(|it| it.owner == first.owner)
            && !before.words.clone().any(|at| {
                self.person_at(at).is_none()
                    && (is_nominative(text.lower(at)) || is_person_noun(text.lower(at)))
                    // "was a most important person".
                    && text.lower(at) != "person"
            });
        is_alone.then_some(first)
    }

    /// Whether a word is one of "for his age".
    fn is_for_age(&self, at: usize) -> bool {
        let line = &self.line;
        (at.saturating_sub(2).max(line.words.start)..=at).any(|it| {
            matches!(line.word(it), "of" | "for")
                && matches!(line.word(it + 1), "his" | "her")
                && line.word(it + 2) == "age"
        })
    }

    /// "Lucy raised grey eyes", "Lucy pushed the fair hair out of her eyes".
    fn owner_that_moves(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<&Subject> {
        let line = &self.line;
        let from = phrase.first.saturating_sub(4).max(line.words.start);
        let verb = (from..phrase.first).rev().find(|&at| MOVING.contains(line.word(at)))?;
        let is_object = (verb + 1..=phrase.first).all(|at| line.is_beside(at));
        let owner = self.subject_of(verb).filter(|_| is_object)?;
        let is_the = line.word(phrase.first) == "the";
        // "brushed the fair hair" may be the child's.
        let is_some =
            matches!(line.word(phrase.first), "a" | "one") && phrase.head > phrase.first + 3;
        let is_own = !is_the && attribute == Attribute::Eyes
            || is_some && attribute == Attribute::Hair
            || (phrase.end..phrase.end + 5).any(|at| {
                matches!(line.word(at), "his" | "her")
                    && self.person_at(at).is_none_or(|it| it.owner == owner.owner)
                    && BODY_PARTS.contains(line.word(at + 1))
            })
            || !is_the && matches!(line.word(verb), "had" | "wore" | "tossed" | "shook");
        is_own.then_some(owner)
    }

    /// "Raven hair and a high forehead gave Lucy the air of an actress".
    fn owner_given(&self, phrase: &Phrase<'_>) -> Option<&Subject> {
        let line = &self.line;
        if phrase.first != line.words.start {
            return None;
        }
        let verb = (phrase.end..phrase.end + FACE_WITHIN_WORDS)
            .take_while(|&at| line.is_beside(at) && self.person_at(at).is_none())
            .find(|&at| matches!(line.word(at), "gave" | "lent"))?;
        let person = self.person_at(verb + 1)?;
        let is_look = (person.words.end..person.words.end + FACE_WITHIN_WORDS)
            .any(|at| matches!(line.word(at), "air" | "look" | "appearance"));
        (is_look && !person.is_possessive && person.pronoun.is_none()).then_some(person)
    }

    /// "the brown eyes that Lucy turned upon them".
    fn owner_that_turned(&self, end: usize) -> Option<&Subject> {
        let line = &self.line;
        let at = end + usize::from(matches!(line.word(end), "that" | "which"));
        let person = self.person_at(at).filter(|it| !it.is_possessive && line.is_beside(end))?;
        let verb = line.behind_adverbs(person.words.end);
        MOVING.contains(line.word(verb)).then_some(person)
    }

    /// "grey eyes in Lucy’s thin face", "From Lucy’s face two grey eyes looked".
    fn owner_of_face(&self, first: usize, end: usize) -> Option<&Subject> {
        let line = &self.line;
        let is_face = |person: &&Subject| {
            let part = (person.words.end..person.words.end + 4)
                .take_while(|&at| line.has(at) && !FUNCTION_WORDS.contains(line.word(at)))
                .any(|at| BODY_PARTS.contains(line.word(at)));
            let led = matches!(
                line.word_before(person.words.start),
                "in" | "from"
                    | "of"
                    | "on"
                    | "over"
                    | "above"
                    | "under"
                    | "into"
                    | "about"
                    | "round"
                    | "across"
                    | "down"
                    | "to"
            );
            person.is_possessive && part && led
        };
        let behind = end..(end + FACE_WITHIN_WORDS).min(line.words.end);
        let before = first.saturating_sub(FACE_WITHIN_WORDS).max(line.words.start)..first;
        let is_open =
            |at: usize| line.has(at) && !line.text.gap_before(at).contains([';', '.', ':']);
        let clear = |words: std::ops::Range<usize>| {
            words.clone().all(|at| is_open(at) && !is_nominative(line.word(at)))
        };
        let found =
            self.persons(behind.clone()).find(is_face).filter(|it| clear(end..it.words.start));
        found.or_else(|| {
            let found = self.persons(before).find(is_face)?;
            clear(found.words.end..first).then_some(found)
        })
    }
}
