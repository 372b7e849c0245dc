//! Facts about the colour of eyes and hair. They are read from the eyes or the hair on: which colour is said
//! of them ("grey eyes", "eyes of a deep grey", "eyes, which were grey", "the grey of her eyes"), and whose
//! they are ("Lucy’s", "of Lucy", "Lucy had", "Lucy raised", "in Lucy’s face"), each in every combination.

mod colours;
mod loose;
mod owners;
mod scattered;

use super::constructions::HAVING;
use super::open::OpenFact;
use super::phrases::{Grammar, Phrase, Whose, is_person_noun};
use super::subjects::Subject;
use super::words::{DESCRIBING, SHADING};
use super::{Attribute, Fact, on_one_line};
use crate::lists::FUNCTION_WORDS;
use colours::{feature, is_be, is_colour, normalized};
use owners::is_part_or_dress;

/// Words between "were" and a colour: "of a very deep and clear blue".
const COMPLEMENT_WORDS: usize = 6;

/// Words between the eyes and "they were", at most.
const TAKEN_UP_WITHIN_WORDS: usize = 14;

/// What hair has done that has another colour now.
const TURNED: [&str; 7] = ["turned", "gone", "grown", "become", "bleached", "faded", "darkened"];

/// A colour that is said of eyes or hair.
struct Said {
    colour: String,
    first: usize,
    end: usize,
    /// Whether it is named as something known: "his blue eyes", and not "his eyes were blue".
    is_named: bool,
    is_past: bool,
}

impl Grammar<'_, '_> {
    /// What is said of the eyes or the hair at this word.
    pub(super) fn looks(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        match line.word(at) {
            "colour" | "color" => return self.colour_of(at, found),
            "grey" | "gray" => return self.gone_grey(at, found),
            "head" => return self.head(at, found),
            _ => {}
        }
        let is_single = line.word(at) == "eye";
        let attribute = if is_single { Some(Attribute::Eyes) } else { feature(line.word(at)) };
        let Some(attribute) = attribute else {
            return self.compound(at, found);
        };
        if line.is_hyphened(at) || line.is_hyphened(at + 1) {
            return;
        }
        let phrase = self.phrase(at);
        if is_single && !self.is_eye_of_somebody(&phrase) {
            return;
        }
        let Some(said) = self.colour_said(attribute, &phrase) else { return };
        if let Some(owner) = self.owner_of_look(attribute, &phrase, is_single) {
            self.push_colour(attribute, owner, said, found);
        }
    }

    /// Whose eyes or hair a phrase means.
    fn owner_of_look<'p>(
        &'p self,
        attribute: Attribute,
        phrase: &Phrase<'p>,
        is_single: bool,
    ) -> Option<&'p Subject> {
        match phrase.whose {
            Whose::Known(owner) => Some(owner).filter(|it| !self.is_looked_into(it)),
            Whose::Unknown => self
                .heir(phrase)
                .or_else(|| self.named_behind(phrase))
                .or_else(|| self.owner_of_that_face(phrase))
                .or_else(|| self.owner_of_absolute(phrase)),
            // "Brown eyes watched her".
            Whose::Unsaid if self.looks_at_somebody(phrase.end) => None,
            Whose::Unsaid => self.owner_of(attribute, phrase).or_else(|| {
                // "The robin cocked a brown eye" at whoever is there.
                if is_single { None } else { self.sole_owner(phrase) }
            }),
        }
    }

    /// What is said of the eyes or the hair at this word, where a pronoun says whose they are and may mean several.
    pub(super) fn open_look(&self, at: usize) -> Option<OpenFact> {
        let line = &self.line;
        let attribute = feature(line.word(at))?;
        if line.is_spoken || line.is_hyphened(at) || line.is_hyphened(at + 1) || line.is_question()
        {
            return None;
        }
        let phrase = self.phrase(at);
        let (pronoun, word) = self.open_pronoun(&phrase)?;
        let said = self.colour_said(attribute, &phrase)?;
        if self.owner_of_look(attribute, &phrase, false).is_some() || said.is_past {
            return None;
        }
        let words = word.min(said.first)..said.end.max(phrase.end);
        let is_so = !line.is_imagined(words.start, words.end)
            && !line.is_past(words.start, words.end)
            && (said.is_named || !line.is_hedged(words.start, words.end));
        let span = line.text.words_span(&words);
        let quote = on_one_line(span.of(line.text.source()));
        let said = (attribute, said.colour);
        is_so.then(|| self.basis.open_fact(said, (word, pronoun), (span, quote)))?
    }

    /// Whether a verb at this word has somebody for its object.
    fn looks_at_somebody(&self, verb: usize) -> bool {
        (self.line.is_past_verb(verb) || self.line.word(verb).ends_with("ed"))
            && matches!(self.line.word(verb + 1), "her" | "him" | "them" | "me" | "us")
    }

    /// Whether a single eye has the colour of both: "a keen grey eye". A black one is a bruise, "the blue eye of heaven"
    /// is nobody's, and "one blue eye" may have a brown one beside it.
    fn is_eye_of_somebody(&self, phrase: &Phrase<'_>) -> bool {
        let line = &self.line;
        let has_colour = (phrase.first..phrase.head).any(|at| {
            let word = line.word(at);
            matches!(word, "blue" | "grey" | "gray" | "brown" | "hazel" | "green")
        });
        let is_last = line.ends_part(phrase.head)
            || FUNCTION_WORDS.contains(line.word(phrase.head + 1))
            || line.is_past_verb(phrase.head + 1);
        let is_of_two = (phrase.first..phrase.head)
            .any(|at| matches!(line.word(at), "one" | "left" | "right" | "good" | "other"))
            // "a blue eye and a brown one".
            || line.word(phrase.head + 1) == "and"
                && matches!(line.word(phrase.head + 2), "a" | "one" | "another");
        let is_known = matches!(line.word(phrase.first), "the" | "that" | "this")
            || matches!(line.word_before(phrase.first), "one" | "other");
        has_colour && is_last && !is_known && !is_of_two
    }

    /// Who "had her mother's hair".
    fn heir(&self, phrase: &Phrase<'_>) -> Option<&Subject> {
        let own = phrase.first.checked_sub(1)?;
        let verb = own.checked_sub(1)?;
        let is_own = matches!(self.line.word_before(phrase.first), "his" | "her");
        (is_own && HAVING.contains(self.line.word_before(own)))
            .then(|| self.subject_of(verb))
            .flatten()
    }

    /// Whether a pronoun means another than the one who looks: "Lucy looked into his grey eyes".
    fn is_looked_into(&self, owner: &Subject) -> bool {
        let start = owner.words.start;
        owner.pronoun.is_some()
            && matches!(self.line.word_before(start), "into" | "at" | "met")
            && self.clause_subject(start).is_some_and(|it| it.owner == owner.owner)
    }

    fn push_colour(
        &self,
        attribute: Attribute,
        owner: &Subject,
        said: Said,
        found: &mut Vec<Fact>,
    ) {
        let reader = self.reader(owner);
        if reader.line.is_question() {
            return;
        }
        let first = said.first.min(owner.words.start);
        let end = said.end.max(owner.words.end);
        // What is only named on the way ("she could not see his blue eyes") is so all the same.
        let fact = if said.is_named {
            let fact = reader.named_fact(attribute, said.colour, (first, end));
            // "until her black hair hid the letter" says nothing of another time.
            fact.map(|it| Fact { is_past: self.line.is_past(first, end), ..it })
        } else {
            reader.fact(attribute, said.colour, (first, end))
        };
        found.extend(fact.map(|it| Fact { is_past: it.is_past || said.is_past, ..it }));
    }

    /// The colour that is said of a feature, in whichever construction.
    fn colour_said(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        self.adjective(attribute, phrase)
            .or_else(|| self.colour_noun(attribute, phrase))
            .or_else(|| self.said_behind(attribute, phrase))
            .or_else(|| self.taken_up(attribute, phrase))
            .or_else(|| self.behind_clause(attribute, phrase))
            .or_else(|| self.inverted_colour(attribute, phrase))
            .or_else(|| self.free_colour(attribute, phrase))
    }

    /// "grey eyes", "a lock of long black hair".
    fn adjective(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        let line = &self.line;
        let is_own = |at: usize| {
            is_colour(line.word(at), attribute)
                && (!line.is_hyphened(at + 1)
                    || is_colour(line.word(at + 1), attribute)
                    || matches!(line.word(at + 1), "coloured" | "colored"))
        };
        // "grey eyes and black hair": the colour of the eyes is none of the hair.
        let is_other = |at: &usize| feature(line.word(*at)).is_some();
        let own = (phrase.first..phrase.head).rfind(is_other).map_or(phrase.first, |at| at + 1);
        // "a fair face and brown hair", and not "black, glossy and curly hair".
        let is_part = |at: &usize| line.word(*at) == "and" && is_part_or_dress(line.word(at - 1));
        let own = (own + 1..phrase.head).rfind(is_part).map_or(own, |and| and + 1);
        let at = (own..phrase.head).find(|&at| is_own(at))?;
        // "her first grey hair".
        let from = phrase.first.saturating_sub(2).max(line.words.start);
        if (from..at).any(|it| matches!(line.word(it), "first" | "few" | "single")) {
            return None;
        }
        let (colour, _) = self.colours(at, attribute)?;
        // "was nearly forty, with brown hair": what somebody has is so, whatever else is supposed of them.
        let is_named = !matches!(phrase.whose, Whose::Unsaid)
            || line.word(phrase.first) == "the"
            || self.with_before(phrase.first).is_some()
            || phrase.first.checked_sub(1).is_some_and(|had| self.only_owner(had).is_some());
        Some(Said { colour, first: phrase.first, end: phrase.end, is_named, is_past: false })
    }

    /// "the grey of her eyes", "the colour of her eyes was grey".
    fn colour_noun(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        let line = &self.line;
        let of = phrase.first.checked_sub(1).filter(|_| line.word_before(phrase.first) == "of")?;
        let noun = of.checked_sub(1).filter(|_| line.is_beside(of))?;
        if matches!(line.word(noun), "colour" | "color" | "hue" | "shade") {
            let verb = line.behind_adverbs(phrase.end);
            if is_be(line.word(verb)) {
                return self.complement(verb + 1, attribute);
            }
            // "What one noticed was the colour of her eyes, a pale blue".
            let is_said = noun.checked_sub(1).is_some_and(|the| is_be(line.word_before(the)));
            let is_apposed = is_said && line.is_behind_comma(phrase.end);
            return is_apposed.then(|| self.complement(phrase.end, attribute)).flatten();
        }
        let is_noun = is_colour(line.word(noun), attribute)
            && (noun.saturating_sub(3)..noun).any(|at| line.word(at) == "the");
        let (colour, _) = self.colours(noun, attribute).filter(|_| is_noun)?;
        Some(Said { colour, first: noun, end: phrase.end, is_named: true, is_past: false })
    }

    /// "eyes were grey", "eyes of a deep grey", "eyes, grey as slate", "eyes, which were grey", "her eyes
    /// grey and still".
    fn said_behind(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        let line = &self.line;
        let end = phrase.end;
        // "had dyed her hair black".
        if matches!(line.word_before(phrase.first), "dyed" | "bleached" | "tinted" | "powdered") {
            return None;
        }
        let word = line.word(end);
        // "her hair and eyes were brown".
        if word == "and" && feature(line.word(end + 1)).is_some() && is_be(line.word(end + 2)) {
            return self.predicate(end + 2, attribute);
        }
        if line.is_beside(end) {
            if matches!(word, "of" | "as")
                || word == "so" && is_colour(line.word(end + 1), attribute)
            {
                return self.complement(end + 1, attribute);
            }
            if word == "like" {
                return self.compared(end, attribute);
            }
            if is_colour(word, attribute) {
                let said = self.complement(end, attribute);
                let is_own = matches!(phrase.whose, Whose::Known(_));
                return said.filter(|it| is_own || line.word(it.end) == "as");
            }
            if matches!(word, "beneath" | "under" | "below" | "above" | "about" | "on") {
                // "fixed her eyes on the sea, which was blue".
                let be = (end + 1..end + 5)
                    .take_while(|&at| line.is_beside(at))
                    .find(|&at| is_be(line.word(at)))?;
                return self.predicate(be, attribute);
            }
            return self.predicate(end + usize::from(matches!(word, "that" | "which")), attribute);
        }
        if !self.is_set_off(end) {
            return None;
        }
        if matches!(word, "which" | "that" | "both") {
            return self.predicate(end + 1, attribute);
        }
        // "her curls, of so light a yellow that".
        if word == "of" {
            return self.complement(end + 1, attribute);
        }
        // "her hair, and that was red".
        if word == "and" && matches!(line.word(end + 1), "that" | "it" | "they" | "these" | "those")
        {
            return self.predicate(end + 2, attribute);
        }
        let from = end + usize::from(matches!(word, "a" | "as"));
        let from = (from..from + 3).find(|&at| is_colour(line.word(at), attribute))?;
        let is_plain = (end..from).all(|at| {
            line.is_beside(at + 1)
                && (!FUNCTION_WORDS.contains(line.word(at))
                    || matches!(line.word(at), "a" | "and" | "as" | "very" | "so"))
        });
        // "her eyes, blue veins" speaks of something else.
        let said = self.complement(end, attribute).filter(|_| is_plain)?;
        let closes =
            self.closes(&said) || word == "a" && matches!(line.word(said.end), "that" | "which");
        closes.then_some(said)
    }

    /// Whether nothing behind a colour can be what it is the colour of.
    fn closes(&self, said: &Said) -> bool {
        let line = &self.line;
        line.ends_part(said.end - 1)
            || matches!(line.word(said.end), "as" | "and" | "like" | "or" | "but")
    }

    /// A colour behind a verb: "were grey", "had always been grey", "shone grey".
    fn predicate(&self, at: usize, attribute: Attribute) -> Option<Said> {
        let line = &self.line;
        let verb = line.behind_adverbs(at);
        if !line.is_beside(verb) && !self.is_set_off(verb) {
            return None;
        }
        match line.word(verb) {
            word if is_be(word)
                || matches!(word, "shone" | "showed" | "gleamed" | "hung" | "fell" | "grew")
                || word == "remained" && attribute == Attribute::Eyes =>
            {
                self.complement(line.behind_adverbs(verb + 1), attribute)
            }
            // What hair has turned, it is.
            "turned" | "went" | "became" | "remained" | "stayed"
                if attribute == Attribute::Hair =>
            {
                self.turned(line.behind_adverbs(verb + 1), attribute)
            }
            "kept" if matches!(line.word(verb + 1), "their" | "its") => {
                self.complement(verb + 2, attribute)
            }
            // "Lucy’s eyes being green, they called her Puss".
            "being" if line.is_beside(verb) => {
                self.complement(line.behind_adverbs(verb + 1), attribute)
            }
            "had" | "have" | "has" => {
                let kept =
                    line.word(verb + 1) == "kept" && matches!(line.word(verb + 2), "their" | "its");
                if kept {
                    return self.complement(verb + 3, attribute);
                }
                let turned = (verb + 1..verb + 4).find(|&it| TURNED.contains(&line.word(it)));
                if let Some(turned) = turned.filter(|_| attribute == Attribute::Hair) {
                    let to = usize::from(line.word(turned + 1) == "to");
                    let the = usize::from(to == 1 && line.word(turned + 2) == "the");
                    return self.turned(line.behind_adverbs(turned + 1 + to + the), attribute);
                }
                let been = (verb + 1..verb + 4).find(|&it| line.word(it) == "been")?;
                let lasts = (verb + 1..been)
                    .any(|it| matches!(line.word(it), "always" | "ever" | "still"))
                    || line.word(verb) != "had";
                let said = self.complement(line.behind_adverbs(been + 1), attribute)?;
                Some(Said { is_past: !lasts, ..said })
            }
            _ => None,
        }
    }

    /// "raised her eyes, and he saw that they were grey", also in the next sentence.
    fn taken_up(&self, attribute: Attribute, phrase: &Phrase<'_>) -> Option<Said> {
        let line = &self.line;
        let pronoun = if attribute == Attribute::Eyes { "they" } else { "it" };
        let until = phrase.end + TAKEN_UP_WITHIN_WORDS;
        let own = (phrase.end..until)
            .take_while(|&at| line.has(at))
            .find(|&at| line.word(at) == pronoun && is_be(line.word(at + 1)));
        if let Some(at) = own {
            return self.complement(line.behind_adverbs(at + 2), attribute);
        }
        let next = self.line.words.end;
        let text = line.text;
        let is_near = next < text.words().len()
            && text.sentence_of(next).paragraph == text.sentence_of(next - 1).paragraph
            && text.lower(next) == pronoun;
        if !is_near || feature(line.word(next - 1)) != Some(attribute) {
            return None;
        }
        let behind = Grammar::of(self.basis, next);
        behind.predicate(next + 1, attribute).filter(|it| !behind.line.is_hedged(next, it.end))
    }

    /// A colour behind "were".
    fn complement(&self, from: usize, attribute: Attribute) -> Option<Said> {
        let line = &self.line;
        let at = (from..from + COMPLEMENT_WORDS)
            .take_while(|&at| line.has(at) && (at == from || self.may_stand_before_colour(at - 1)))
            .find(|&at| is_colour(line.word(at), attribute))?;
        let (colour, end) = self.colours(at, attribute)?;
        (!self.is_passing(end)).then_some(Said {
            colour,
            first: from,
            end,
            is_named: false,
            is_past: false,
        })
    }

    fn may_stand_before_colour(&self, at: usize) -> bool {
        let word = self.line.word(at);
        // "was seen to be of the commonest brown".
        let is_seen = matches!(word, "seen" | "found" | "known" | "to" | "be");
        is_seen
            || DESCRIBING.contains(word)
            || matches!(word, "as" | "still" | "now" | "always" | "that" | "both" | "remarkably")
            || !FUNCTION_WORDS.contains(word) && !word.ends_with("ed") && !word.ends_with("ing")
    }

    /// "Grey-eyed Lucy", "Lucy was a tall, grey-eyed girl", "Lucy was a blonde".
    fn compound(&self, at: usize, found: &mut Vec<Fact>) {
        let line = &self.line;
        let attribute = match line.word(at) {
            "eyed" => Attribute::Eyes,
            _ => Attribute::Hair,
        };
        let (colour, first) = match line.word(at) {
            "eyed" | "haired" | "headed" | "curled" | "locked" | "tressed" => {
                let is_tied = line.is_hyphened(at) || line.is_beside(at);
                let colour_at = at.checked_sub(1).filter(|_| is_tied);
                let Some(colour_at) = colour_at.filter(|it| is_colour(line.word(*it), attribute))
                else {
                    return;
                };
                (normalized(line.word(colour_at)), colour_at)
            }
            "redhead" if line.ends_part(at) || matches!(line.word(at + 1), "in" | "of" | "at") => {
                ("red", at)
            }
            "redheaded" => ("red", at),
            "blonde" | "blond" if line.ends_part(at) || self.is_of_person(at) => ("blond", at),
            "brunette" if line.ends_part(at) => ("brown", at),
            _ => return,
        };
        let (from, end) = self.description(first, at + 1);
        let Some(described) =
            self.described((from, end)).or_else(|| self.described((first, at + 1)))
        else {
            return;
        };
        let said = Said {
            colour: colour.to_owned(),
            first,
            end,
            is_named: described.subject.words.start == end,
            is_past: described.is_past,
        };
        self.push_colour(attribute, described.subject, said, found);
    }

    /// Whether an adjective is that of a person: "a big blond fellow".
    fn is_of_person(&self, at: usize) -> bool {
        (at + 1..at + 3)
            .take_while(|&it| self.line.is_beside(it))
            .any(|it| is_person_noun(self.line.word(it)))
    }

    /// The colours from this word on, joined with hyphens, and the word behind them: "dark blue" is blue,
    /// "blue and grey" is both.
    fn colours(&self, first: usize, attribute: Attribute) -> Option<(String, usize)> {
        let line = &self.line;
        let first = (first..first + 3).find(|&at| is_colour(line.word(at), attribute))?;
        let mut all = vec![line.word(first)];
        let mut end = first + 1;
        loop {
            let and = usize::from(matches!(line.word(end), "and" | "or"));
            let at = end + and;
            // "a dark and liquid brown".
            let skipped = usize::from(
                and == 1
                    && SHADING.contains(line.word(at - 2))
                    && !FUNCTION_WORDS.contains(line.word(at))
                    && !is_colour(line.word(at), attribute)
                    && line.is_beside(at)
                    && line.ends_part(at + 1),
            );
            let at = at + skipped;
            let is_next =
                is_colour(line.word(at), attribute) && (line.is_beside(at) || line.is_hyphened(at));
            if !is_next {
                break;
            }
            if and == skipped && all.last().is_some_and(|last| SHADING.contains(last)) {
                all.pop();
            }
            all.push(line.word(at));
            end = at + 1;
        }
        let mut all: Vec<&str> = all.into_iter().map(normalized).collect();
        all.dedup();
        Some((all.join("-"), end))
    }
}
