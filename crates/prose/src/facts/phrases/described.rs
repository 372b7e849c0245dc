//! Whom words describe: behind "was" and its like, beside or around a name, in front of a sentence, as one
//! of several things that are said.

use super::super::constructions::{BEING, TURNING_OUT};
use super::super::words::LEAVING;
use super::{
    DEPTH_MAX, DescribedPerson, Grammar, is_determiner, is_nominative, is_person_noun,
    is_possessive,
};
use crate::lists::{FUNCTION_WORDS, PAST_VERBS, PREPOSITIONS};

/// Words between "was" and what is said last of several things, at most.
const SAID_WORDS_MAX: usize = 10;

/// What somebody is "of": "of middle height".
const BUILDS: [&str; 5] = ["height", "build", "stature", "figure", "complexion"];

/// Words between a role and "was Hale", at most.
const STATED_WITHIN_WORDS: usize = 7;

/// Words of "in the Loamshires" behind a noun that opens a sentence, at most.
const COMPLEMENT_WORDS_MAX: usize = 9;

/// Words before the last of several adjectives that open a sentence, at most.
const FRONTED_WORDS_MAX: usize = 5;

impl<'r> Grammar<'r, '_> {
    /// Whom the words from `first` to before `end` describe.
    pub(in crate::facts) fn described(&self, words: (usize, usize)) -> Option<DescribedPerson<'r>> {
        self.described_within(words, DEPTH_MAX)
    }

    pub(super) fn described_within(
        &self,
        (first, end): (usize, usize),
        depth: usize,
    ) -> Option<DescribedPerson<'r>> {
        self.behind_be(first, depth)
            .or_else(|| self.behind_being((first, end)))
            .or_else(|| self.apposed_to((first, end)))
            .or_else(|| self.apposed_by((first, end)))
            .or_else(|| self.fronted((first, end)))
            .or_else(|| self.fronted_noun((first, end)))
            .or_else(|| self.named_so((first, end), depth))
            .or_else(|| self.said_last((first, end), depth))
    }

    /// "Lucy was …", "Lucy had become …", "Lucy, who is …".
    fn behind_be(&self, first: usize, depth: usize) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let at = self.before_adverbs(first);
        if at <= line.words.start || !line.is_beside(at) {
            return None;
        }
        let verb = at - 1;
        let word = line.word(verb);
        if word == "be" && line.word(verb.wrapping_sub(1)) == "to" {
            let turned = verb.checked_sub(2).filter(|&it| TURNING_OUT.contains(line.word(it)))?;
            let turned = if line.word(turned) == "out" { turned.checked_sub(1)? } else { turned };
            let subject = self.subject_within(turned, depth)?;
            return Some(DescribedPerson { subject, is_past: false });
        }
        let is_been = word == "been" || word == "become";
        if !is_been && !BEING.contains(word) {
            return None;
        }
        let subject = self.subject_within(verb, depth)?;
        let is_past = word == "been" && !self.is_lasting(verb);
        Some(DescribedPerson { subject, is_past })
    }

    /// "Being a fisherman, Hale knew", "Hale knew it, being a fisherman".
    fn behind_being(&self, (first, end): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        // "being by profession a surgeon"
        let is_by = first > line.words.start + 3
            && line.word(first - 2) == "by"
            && matches!(line.word(first - 1), "profession" | "trade" | "birth");
        let lead = if is_by { first - 2 } else { first };
        let being =
            lead.checked_sub(1).filter(|&at| line.word(at) == "being" && line.has(first))?;
        let subject = if being == line.words.start {
            self.person_at(end).filter(|_| self.is_set_off(end))
        } else {
            self.clause_subject(being).filter(|_| self.is_set_off(being))
        };
        let subject = subject.filter(|it| !it.is_possessive)?;
        Some(DescribedPerson { subject, is_past: false })
    }

    /// Whether what "had been" still is.
    fn is_lasting(&self, been: usize) -> bool {
        let line = &self.line;
        let from = been.saturating_sub(4).max(line.words.start);
        let has = (from..been).any(|at| matches!(line.word(at), "has" | "have"));
        has || (from..been + 3).any(|at| matches!(line.word(at), "always" | "ever" | "still"))
            || line.is_lifelong()
            || line.lasts(been)
    }

    /// "Lucy, the …,", "Hale the baker".
    fn apposed_to(&self, (first, end): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let subject = self.person_ending(first).filter(|it| !it.is_possessive)?;
        // "Mrs. Smith, Tom's wife has come" is said to her.
        let goes_on = line.is_beside(end) && self.is_finite(end);
        let is_apposed = self.is_set_off(first)
            && !goes_on
            && !self.is_listed(subject)
            && !self.goes_on_listing(end);
        let is_byname = line.is_beside(first)
            && line.word(first) == "the"
            && (line.ends_part(end - 1) || line.is_beside(end) && self.is_finite(end))
            && subject.pronoun.is_none();
        (is_apposed && subject.pronoun.is_none() || is_byname)
            .then_some(DescribedPerson { subject, is_past: false })
    }

    /// Whether a verb that has a subject stands here.
    pub(in crate::facts) fn is_finite(&self, at: usize) -> bool {
        self.line.is_past_verb(at) || matches!(self.line.word(at), "has" | "have" | "will")
    }

    /// Whether words behind a comma are one item of a list.
    fn goes_on_listing(&self, end: usize) -> bool {
        let line = &self.line;
        let joins = |word: &str| matches!(word, "and" | "or");
        let is_item = |at: usize| {
            self.person_at(at).is_some()
                || is_determiner(line.word(at))
                || is_possessive(line.word(at))
        };
        line.is_behind_comma(end) && (joins(line.word(end)) && is_item(end + 1))
            || line.is_beside(end) && joins(line.word(end)) && is_item(end + 1)
    }

    /// "the miller Hale", "the miller, Hale,", "Grey-eyed Lucy", "A miller by trade, Hale knew".
    fn apposed_by(&self, (first, end): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let subject = self.person_at(end).filter(|it| !it.is_possessive && it.pronoun.is_none());
        let described = DescribedPerson {
            subject: subject.or_else(|| self.person_at(end).filter(|it| !it.is_possessive))?,
            is_past: false,
        };
        let opens = first == line.words.start
            || !line.has(first - 1)
            || line.text.gap_before(first).contains([';', ':', '—', '–']);
        let is_indefinite = matches!(line.word(first), "a" | "an");
        if line.is_beside(end) {
            return (subject.is_some() && !is_indefinite).then_some(described);
        }
        if !self.is_set_off(end) {
            return None;
        }
        let behind = described.subject.words.end;
        let is_closed = self.is_set_off(behind) || line.ends_part(behind - 1);
        let is_fronted = opens
            && !is_closed
            && self.person_ending(first).is_none()
            && (is_indefinite
                || !is_determiner(line.word(first)) && !is_possessive(line.word(first)));
        // "The miller, Hale, came", and not "They met the miller, Hale and Tom".
        let is_apposed = subject.is_some()
            && is_closed
            && (line.word(first) == "the"
                || is_possessive(line.word(first))
                || self.person_at(first).is_some())
            && self.person_at(behind).is_none()
            && !matches!(line.word(behind), "and" | "or");
        (is_fronted || is_apposed).then_some(described)
    }

    /// "Grey-eyed and slow of speech, Lucy was".
    fn fronted(&self, (first, end): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let start = line.words.start;
        let is_adjective = |at: usize| {
            let word = line.word(at);
            !line.is_capital(at) && !PAST_VERBS.contains(word) && !is_nominative(word)
                || at == start && !FUNCTION_WORDS.contains(word)
        };
        let opens = first <= start + FRONTED_WORDS_MAX
            && (start..first).all(|at| is_adjective(at) && !PREPOSITIONS.contains(line.word(at)));
        let at = (end..end + SAID_WORDS_MAX)
            .take_while(|&at| line.has(at))
            .find(|&at| self.is_set_off(at) || !is_adjective(at))
            .filter(|&at| opens && self.is_set_off(at))?;
        let subject = self.person_at(at).filter(|it| !it.is_possessive && it.pronoun.is_none())?;
        let behind = subject.words.end;
        let acts = line.is_beside(behind) && self.is_finite(line.behind_adverbs(behind));
        (acts && !is_determiner(line.word(first)))
            .then_some(DescribedPerson { subject, is_past: false })
    }

    /// "A private in the Loamshires, Hale had no other", "Secretary to three chairmen in turn, she had".
    fn fronted_noun(&self, (first, end): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        // "The captain of the guard, Hale saw, was drunk" and "A nurse at her side, Hale went in" are of others.
        let leads = matches!(line.word(first), "a" | "an")
            || !is_determiner(line.word(first)) && !is_possessive(line.word(first));
        let goes_on = matches!(line.word(end), "of" | "to" | "in" | "for" | "from");
        // "A nurse in attendance, Lucy lay".
        let is_known = !matches!(line.word(end), "in" | "from")
            || is_determiner(line.word(end + 1))
            || line.is_capital(end + 1);
        if first != line.words.start || !leads || !goes_on || !is_known || !line.is_beside(end) {
            return None;
        }
        let at = (end + 1..end + COMPLEMENT_WORDS_MAX)
            .take_while(|&at| {
                line.has(at)
                    && !line.is_past_verb(at)
                    && !is_possessive(line.word(at))
                    && (!is_nominative(line.word(at)) || self.is_set_off(at))
            })
            .find(|&at| self.is_set_off(at))?;
        let subject = self.person_at(at).filter(|it| !it.is_possessive)?;
        let behind = subject.words.end;
        let verb = line.behind_adverbs(behind);
        let acts = line.is_beside(behind) && self.is_finite(verb);
        // "A miller in the town, Lucy said, had seen him."
        let is_within = (verb + 1..=verb + COMPLEMENT_WORDS_MAX)
            .any(|at| self.is_set_off(at) && self.is_finite(line.behind_adverbs(at)));
        (acts && !is_within).then_some(DescribedPerson { subject, is_past: false })
    }

    /// "a miller named Hale", "The miller was Hale.".
    fn named_so(&self, (first, end): (usize, usize), depth: usize) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let is_named = matches!(line.word(end), "named" | "called" | "surnamed");
        let by_name = matches!(line.word(end), "of" | "by")
            && (1..4).map(|nth| line.word(end + nth)).eq(["the", "name", "of"]);
        // "The miller was Hale.", "The only surgeon in the town was Hale."
        let is_be = |at: &usize| matches!(line.word(*at), "was" | "is");
        let be = Some(end).filter(is_be).or_else(|| {
            let goes_on = matches!(line.word(end), "in" | "of" | "at" | "on" | "for" | "there");
            (end + 1..end + STATED_WITHIN_WORDS)
                .take_while(|&at| line.is_beside(at) && self.person_at(at).is_none())
                .find(is_be)
                .filter(|_| goes_on && first == line.words.start)
        });
        // "The new dairymaid was called Hale."
        let called = be.filter(|&be| be == end && matches!(line.word(be + 1), "called" | "named"));
        let at = if is_named {
            end + 1
        } else if by_name {
            end + 4
        } else if let Some(be) = be.filter(|_| line.word(first) == "the" && depth > 0) {
            let at = called.map_or_else(|| line.behind_adverbs(be + 1), |it| it + 2);
            let person = self.person_at(at)?;
            let opens = first == line.words.start || !line.has(first - 1) || self.is_set_off(first);
            if !opens || !line.ends_part(person.words.end - 1) {
                return None;
            }
            at
        } else {
            return None;
        };
        let subject = self.person_at(at).filter(|it| !it.is_possessive && it.pronoun.is_none())?;
        Some(DescribedPerson { subject, is_past: false })
    }

    /// The last of several things that are said: "Lucy was a tall woman, quick and grey-eyed", "Lucy, tall
    /// and grey-eyed, …".
    fn said_last(&self, (first, end): (usize, usize), depth: usize) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let closes = line.ends_part(end - 1)
            || matches!(
                line.word(end),
                "and" | "of" | "with" | "who" | "in" | "at" | "by" | "but" | "when"
            );
        let is_led = self.is_set_off(first) || matches!(line.word_before(first), "and" | "but");
        if !closes || !is_led || depth == 0 {
            return None;
        }
        let from = first.saturating_sub(SAID_WORDS_MAX).max(line.words.start + 1);
        for at in (from..first).rev() {
            let word = line.word(at);
            if BEING.contains(word) || word == "been" {
                return self.behind_be(line.behind_adverbs(at + 1), depth - 1);
            }
            if self.person_ending(at).is_some() && self.is_set_off(at) {
                // "Lucy, Mina, the baker" and "Lucy, and a baker" are lists.
                let listed = self.person_at(at).is_some()
                    || matches!(line.word(at), "and" | "or")
                    || self.goes_on_listing(end);
                return if listed { None } else { self.apposed_to((at, end)) };
            }
            // "was of middle height, red-haired".
            let is_of = word == "of" && (at + 1..at + 4).any(|it| BUILDS.contains(&line.word(it)));
            let is_plain = is_of
                || matches!(
                    word,
                    "a" | "an"
                        | "the"
                        | "and"
                        | "but"
                        | "very"
                        | "rather"
                        | "quite"
                        | "so"
                        | "most"
                )
                || !FUNCTION_WORDS.contains(word)
                    && !PREPOSITIONS.contains(word)
                    && !word.ends_with("ed")
                || line.is_hyphened(at);
            let parted = line.text.gap_before(at + 1).contains([';', ':', '—', '–', '.']);
            if !is_plain || parted || line.is_capital(at) || PAST_VERBS.contains(word) {
                return None;
            }
        }
        None
    }

    /// The words of the description that a word belongs to: to the noun of a person behind it, where there
    /// is one, and back to its article.
    pub(in crate::facts) fn description(&self, first: usize, end: usize) -> (usize, usize) {
        let line = &self.line;
        let noun = (end..end + 4)
            .take_while(|&at| {
                (line.is_beside(at) || line.is_behind_comma(at) || line.is_hyphened(at))
                    && (is_person_noun(line.word(at)) || self.is_inside_phrase(at))
                    && !line.is_capital(at)
            })
            .find(|&at| is_person_noun(line.word(at)) && !line.is_hyphened(at + 1));
        if let Some(noun) = noun {
            return (self.phrase(noun).first.min(first), noun + 1);
        }
        let mut start = first;
        while start > line.words.start
            && line.is_beside(start)
            && (self.is_inside_phrase(start - 1) || is_determiner(line.word(start - 1)))
            && self.person_ending(start).is_none()
            && line.word(start - 1) != "and"
            && (!LEAVING.contains(line.word(start - 1))
                || is_determiner(line.word_before(start - 1)))
        {
            start -= 1;
        }
        (start, end)
    }
}
