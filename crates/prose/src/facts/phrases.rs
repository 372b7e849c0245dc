//! The grammar of one sentence, as far as facts need it: noun phrases with whose they are, the subject of a
//! verb, and whom words describe, however they are tied to them: by "was" and its like, beside or around a
//! name, in a relative clause, as one of several things that are said. What the words mean, the readers of
//! the attributes know; a reader asks here from its own words on ("grey eyes", "a baker", "thirty"), so
//! that each attribute is read in each construction.

mod described;

use super::constructions::{AUXILIARIES, CONJUNCTIONS, CONTAINERS, INNER};
use super::line::Line;
use super::subjects::{Subject, ending_before, starting_at};
use super::words::{HEDGES, LEAVING, PROFESSIONS, RANKS};
use super::{FactBasis, FactReader};
use crate::lists::{
    FUNCTION_WORDS, NOUNS_OF_MEN, NOUNS_OF_PERSONS, NOUNS_OF_WOMEN, PAST_VERBS, PREPOSITIONS,
    ROLES, WordList, is_act_past,
};

/// Words of a phrase before its head, at most.
const PHRASE_WORDS_MAX: usize = 8;

/// Words of an inserted clause between a subject and its verb, at most.
const INSERTED_WORDS_MAX: usize = 14;

/// Words between a subject and a verb that "and" ties to it, at most.
const COORDINATED_WORDS_MAX: usize = 30;

/// Words before a subject that opens its clause, at most: "That spring old Lucy".
const OPENING_WORDS_MAX: usize = 6;

/// Words between an article and an adjective in -ing, at most.
const LED_WITHIN_WORDS: usize = 2;

/// Descriptions within descriptions that are followed.
const DEPTH_MAX: usize = 3;

/// Whose a thing is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whose<'r> {
    /// Nobody is said.
    Unsaid,
    /// Somebody who is not known here: "my", "the child's".
    Unknown,
    Known(&'r Subject),
}

/// A noun phrase: "her long black hair", "the eyes of Lucy", "a miller".
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase<'r> {
    /// Its first word.
    pub(super) first: usize,
    /// Its noun.
    pub(super) head: usize,
    /// The word behind it, and behind "of Lucy".
    pub(super) end: usize,
    pub(super) whose: Whose<'r>,
}

/// Whom words describe.
#[derive(Debug, Clone, Copy)]
pub(super) struct DescribedPerson<'r> {
    pub(super) subject: &'r Subject,
    pub(super) is_past: bool,
}

/// A sentence around a word, to be asked whom its words are about.
pub(super) struct Grammar<'r, 't> {
    pub(super) line: Line<'r, 't>,
    pub(super) basis: &'r FactBasis<'t>,
}

/// Whether a noun is one for a person.
pub(super) fn is_person_noun(noun: &str) -> bool {
    let lists: [&WordList; 6] =
        [&NOUNS_OF_MEN, &NOUNS_OF_WOMEN, &NOUNS_OF_PERSONS, &ROLES, &PROFESSIONS, &RANKS];
    lists.iter().any(|list| list.contains(noun)) || matches!(noun, "figure" | "youth" | "fellow")
}

impl<'r, 't> Grammar<'r, 't> {
    pub(super) fn of(basis: &'r FactBasis<'t>, at: usize) -> Self {
        Self { line: Line::of(basis.text, &basis.spoken, at), basis }
    }

    /// The reader of what is said of somebody in this sentence.
    pub(super) fn reader(&self, subject: &'r Subject) -> FactReader<'r, 't> {
        let at = if self.line.has(subject.words.start) {
            subject.words.start
        } else {
            self.line.words.start
        };
        FactReader {
            line: Line::of(self.basis.text, &self.basis.spoken, at),
            subject,
            subjects: &self.basis.subjects,
            dates: &self.basis.dates,
        }
    }

    /// The name or pronoun that begins at a word.
    pub(super) fn person_at(&self, at: usize) -> Option<&'r Subject> {
        starting_at(&self.basis.subjects, at).filter(|_| self.line.has(at))
    }

    /// The name or pronoun that ends before a word.
    pub(super) fn person_ending(&self, end: usize) -> Option<&'r Subject> {
        ending_before(&self.basis.subjects, end).filter(|it| self.line.has(it.words.start))
    }

    /// The persons of some words.
    pub(super) fn persons(
        &self,
        words: std::ops::Range<usize>,
    ) -> impl Iterator<Item = &'r Subject> {
        let subjects = &self.basis.subjects;
        let from = subjects.partition_point(|it| it.words.start < words.start);
        let to = subjects.partition_point(|it| it.words.start < words.end).max(from);
        subjects[from..to].iter()
    }

    /// Whether a comma, a dash or a bracket stands before a word.
    pub(super) fn is_set_off(&self, at: usize) -> bool {
        at > 0
            && self.line.has(at)
            && self.line.has(at - 1)
            && matches!(self.line.text.gap_before(at).trim(), "," | "—" | "–" | "(" | "-")
    }

    /// The phrase of a noun.
    pub(super) fn phrase(&self, head: usize) -> Phrase<'r> {
        let line = &self.line;
        let mut first = head;
        let mut whose = Whose::Unsaid;
        // Where the phrase begins if no article closes what stands before its last comma.
        let mut open = None;
        while first > line.words.start && head - first < PHRASE_WORDS_MAX {
            let before = first - 1;
            let is_comma = line.is_behind_comma(first);
            if !line.is_beside(first) && !line.is_hyphened(first) && !is_comma {
                break;
            }
            if !is_comma && let Some(person) = self.person_ending(first) {
                if person.is_possessive {
                    whose = Whose::Known(person);
                    first = person.words.start;
                    open = None;
                }
                break;
            }
            let word = line.word(before);
            if is_determiner(word) && !is_comma {
                first = before;
                open = None;
                break;
            }
            let is_genitive = word.ends_with("'s") || word.ends_with("s'");
            if (is_possessive(word) || is_genitive) && !is_comma {
                let of_whose =
                    (word == "whose").then(|| self.antecedent(before, DEPTH_MAX)).flatten();
                whose = of_whose.map_or(Whose::Unknown, Whose::Known);
                first = before;
                open = None;
                break;
            }
            if !self.is_inside_phrase(before) || is_comma && word == "and" {
                if matches!(word, "had" | "has" | "have" | "with" | "of" | "was" | "were" | "is") {
                    open = None;
                }
                break;
            }
            if is_comma && open.is_none() {
                open = Some(first);
            }
            first = before;
        }
        // "and" joins adjectives, and begins none.
        let mut first = open.unwrap_or(first);
        while line.word(first) == "and" && first < head {
            first += 1;
        }
        let mut phrase = Phrase { first, head, end: head + 1, whose };
        self.contained(&mut phrase);
        self.owned_behind(&mut phrase);
        phrase
    }

    /// Whether a word may be an adjective, or an adverb of one, inside a phrase.
    fn is_inside_phrase(&self, at: usize) -> bool {
        let word = self.line.word(at);
        // "the first lieutenant", and not "her first grey hair".
        let is_counted = matches!(word, "first" | "second" | "third");
        if INNER.contains(word)
            || word == "and"
            || is_counted && is_person_noun(self.line.word(at + 1))
        {
            return true;
        }
        // "his round eyes", and not "round his eyes".
        let before = self.line.word_before(at);
        if word == "round" && (is_possessive(before) || is_determiner(before)) {
            return true;
        }
        if FUNCTION_WORDS.contains(word)
            || PREPOSITIONS.contains(word)
            || self.line.is_capital(at) && at > self.line.words.start
        {
            return false;
        }
        let follows_subject = at > self.line.words.start
            && self.line.is_beside(at)
            && (self.person_ending(at).is_some_and(|it| !it.is_possessive)
                || is_nominative(self.line.word(at - 1))
                || matches!(self.line.word(at - 1), "had" | "and" | "then" | "who"));
        // "a tall, stooping woman".
        let is_led = (1..=LED_WITHIN_WORDS).any(|back| {
            at.checked_sub(back).is_some_and(|it| is_determiner(self.line.word(it)))
                && match back {
                    1 => self.line.is_beside(at),
                    // "a doll wearing yellow curls".
                    _ => self.line.is_behind_comma(at) && self.line.is_beside(at - 1),
                }
        });
        let is_verb = PAST_VERBS.contains(word)
            // "had red hair".
            || follows_subject && (word.ends_with("ed") && word != "red" || is_act_past(word))
            || word.ends_with("ing") && !is_led;
        !is_verb
    }

    /// "a pair of", "a lock of her": the phrase begins there.
    fn contained(&self, phrase: &mut Phrase<'r>) {
        let line = &self.line;
        let of = phrase
            .first
            .checked_sub(1)
            .filter(|&of| line.word(of) == "of" && line.is_beside(phrase.first));
        let Some(container) = of.and_then(|of| of.checked_sub(1)) else { return };
        if CONTAINERS.contains(line.word(container)) && line.is_beside(container + 1) {
            let outer = self.phrase(container);
            phrase.first = outer.first;
            if matches!(phrase.whose, Whose::Unsaid) {
                phrase.whose = outer.whose;
            }
        }
    }

    /// "of Lucy" behind a phrase.
    fn owned_behind(&self, phrase: &mut Phrase<'r>) {
        let line = &self.line;
        let of = phrase.head + 1;
        if line.word(of) != "of" || !line.is_beside(of) || !matches!(phrase.whose, Whose::Unsaid) {
            return;
        }
        // "the hair of his head".
        if line.word(of + 2) == "head"
            && let Some(owner) = self.person_at(of + 1).filter(|it| it.is_possessive)
        {
            phrase.whose = Whose::Known(owner);
            phrase.end = of + 3;
            return;
        }
        let skipped =
            usize::from(matches!(line.word(of + 1), "poor" | "old" | "young" | "dear" | "the"));
        let owner = (of + 1 + skipped..of + 3 + skipped)
            .take_while(|&at| at == of + 1 + skipped || line.is_capital(at - 1))
            .find_map(|at| self.person_at(at));
        if let Some(owner) = owner {
            // "of Lucy's sister" is not Lucy's.
            let is_own = !owner.is_possessive
                || !line.has(owner.words.end)
                || !line.is_beside(owner.words.end)
                || FUNCTION_WORDS.contains(line.word(owner.words.end));
            let is_own = is_own && owner.pronoun.is_none();
            phrase.whose = if is_own { Whose::Known(owner) } else { Whose::Unknown };
            phrase.end = owner.words.end;
        } else if matches!(
            line.word(of + 1),
            "hers" | "his" | "my" | "mine" | "your" | "their" | "our"
        ) || is_person_noun(line.word(of + 2))
            || is_person_noun(line.word(of + 3))
        {
            phrase.whose = Whose::Unknown;
        }
    }

    /// The first word of what is said behind adverbs, going back: "was only just" from "thirty".
    pub(super) fn before_adverbs(&self, mut at: usize) -> usize {
        let is_adverb = |word: &str| {
            LEAVING.contains(word)
                || matches!(word, "by" | "then" | "long" | "yet" | "but" | "himself" | "herself")
                || crate::style::is_adverb(word) && !HEDGES.contains(word)
        };
        while at > self.line.words.start
            && self.line.is_beside(at)
            && is_adverb(self.line.word(at - 1))
        {
            at -= 1;
        }
        at
    }

    /// Who does what the verb at this word says.
    pub(super) fn subject_of(&self, verb: usize) -> Option<&'r Subject> {
        self.subject_within(verb, DEPTH_MAX)
    }

    pub(super) fn subject_within(&self, verb: usize, depth: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let mut at = self.before_adverbs(verb);
        while at > line.words.start && line.is_beside(at) && AUXILIARIES.contains(line.word(at - 1))
        {
            at = self.before_adverbs(at - 1);
        }
        if at <= line.words.start {
            return None;
        }
        if line.is_beside(at) {
            if let Some(person) = self.person_ending(at) {
                return (!person.is_possessive && !self.is_governed(person)).then_some(person);
            }
            return match line.word(at - 1) {
                "who" | "that" => self.antecedent(at - 1, depth),
                "and" | "but" | "yet" => self.clause_subject(at - 1),
                _ => None,
            };
        }
        if !self.is_set_off(at) {
            return None;
        }
        // Lucy, the old doctor, was …
        let from = at.saturating_sub(INSERTED_WORDS_MAX).max(line.words.start + 1);
        let opening =
            (from..at).rev().find(|&it| self.is_set_off(it) && self.person_ending(it).is_some());
        let person = opening.and_then(|it| self.person_ending(it)).filter(|it| !it.is_possessive);
        let is_alone = opening.is_some_and(|it| {
            self.persons(it..at).all(|other| other.is_possessive || self.is_governed(other))
                && !(it..at).any(|word| is_nominative(line.word(word)))
        });
        person.filter(|it| is_alone && !self.is_governed(it))
    }

    /// Whom a relative clause is about.
    pub(super) fn antecedent(&self, who: usize, depth: usize) -> Option<&'r Subject> {
        let line = &self.line;
        if !line.is_beside(who) && !self.is_set_off(who) {
            return None;
        }
        if let Some(person) = self.person_ending(who) {
            let is_of = line.word_before(person.words.start) == "of";
            return (!person.is_possessive && !is_of && !self.is_listed(person)).then_some(person);
        }
        let head = who.checked_sub(1)?;
        if depth == 0 || !is_person_noun(line.word(head)) {
            return None;
        }
        let phrase = self.phrase(head);
        let is_own = matches!(phrase.whose, Whose::Unsaid);
        self.described_within((phrase.first, who), depth - 1)
            .filter(|_| is_own)
            .map(|it| it.subject)
    }

    /// Who opens the clause of a word, if it names nobody else: "Lucy rose and had".
    pub(super) fn clause_subject(&self, at: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let start = line.clause_start(at).max(at.saturating_sub(COORDINATED_WORDS_MAX));
        let mut all = self.persons(start..at).filter(|it| !it.is_possessive);
        let first = all.next()?;
        let is_opening = first.words.start <= start + OPENING_WORDS_MAX
            && !self.is_governed(first)
            && !self.is_listed(first);
        let is_alone = all.all(|it| it.owner == first.owner)
            && !(start..at).any(|it| {
                let word = line.word(it);
                (is_nominative(word)
                    && self.person_at(it).is_none_or(|other| other.owner != first.owner))
                    || it < first.words.start
                        && is_person_noun(word)
                        && word != first_word(line, first)
            });
        (is_opening && is_alone).then_some(first)
    }

    /// Whether a preposition stands before a name, so that it is the subject of nothing.
    pub(super) fn is_governed(&self, person: &Subject) -> bool {
        let line = &self.line;
        let mut start = person.words.start;
        while start > line.words.start
            && line.is_beside(start)
            && (matches!(
                line.word(start - 1),
                "poor" | "old" | "young" | "dear" | "little" | "the"
            ) || line.is_capital(start - 1) && start - 1 > line.words.start)
        {
            start -= 1;
        }
        let before = line.word_before(start);
        PREPOSITIONS.contains(before) && !CONJUNCTIONS.contains(before) || self.is_listed(person)
    }

    /// Whether a name is one of several: "Tom and Lucy", "Tom, Lucy".
    pub(super) fn is_listed(&self, person: &Subject) -> bool {
        let line = &self.line;
        let (start, end) = (person.words.start, person.words.end);
        let joins = |word: &str| matches!(word, "and" | "or" | "nor");
        let is_behind = start > line.words.start + 1
            && joins(line.word_before(start))
            && (self.person_ending(start - 1).is_some()
                || is_person_noun(line.word(start - 2))
                || line.word(line.words.start) == "both");
        let is_before = line.is_beside(end)
            && joins(line.word(end))
            && (self.person_at(end + 1).is_some_and(|it| it.pronoun.is_none() || it.is_possessive)
                && !self.has_verb_behind(end + 1));
        let is_in_row = line.is_behind_comma(start)
            && self.person_ending(start).is_some_and(|it| !it.is_possessive)
            && line.is_behind_comma(end)
            && (self.person_at(end).is_some() || joins(line.word(end)));
        is_behind || is_before || is_in_row
    }

    /// Whether a verb of its own follows the name at a word.
    pub(super) fn has_verb_behind(&self, at: usize) -> bool {
        let Some(person) = self.person_at(at) else { return false };
        let verb = self.line.behind_adverbs(person.words.end);
        let word = self.line.word(verb);
        matches!(word, "was" | "had" | "is" | "has") || is_act_past(word)
    }
}

fn first_word<'l>(line: &Line<'l, '_>, subject: &Subject) -> &'l str {
    line.word(subject.words.start)
}

/// Whether a word is an article or stands in its place.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "this"
            | "that"
            | "these"
            | "those"
            | "no"
            | "some"
            | "another"
            | "any"
            | "every"
            | "each"
    )
}

/// Whether a word is a possessive pronoun.
pub(super) fn is_possessive(word: &str) -> bool {
    matches!(word, "his" | "her" | "my" | "your" | "their" | "our" | "its" | "whose" | "thy")
}

/// Whether a word is a pronoun that is a subject.
pub(super) fn is_nominative(word: &str) -> bool {
    matches!(word, "he" | "she" | "they" | "i" | "we" | "you" | "it" | "who" | "there" | "which")
}
