//! Subjects of the narration with the finite verbs behind them: what is read of a sentence to tell its tense
//! and its person. Only a pronoun or a name with its verb beside it is read, adverbs between them apart, so
//! that a missed clause is common and a wrong one is not.

use std::ops::Range;

use super::present::HABITUAL;
use crate::capitals::{Lexicon, is_capital};
use crate::lists::{
    CALENDAR, DEMONYMS, FUNCTION_WORDS, GIVEN_MEN, GIVEN_WOMEN, PAST_STATES, PREPOSITIONS,
    SURE_PASTS, is_act_base, is_act_going, is_act_past, is_act_present,
};
use crate::style::is_adverb;
use crate::tokens::Text;
use crate::words::word_class;

/// Adverbs between a subject and its verb, at most.
const ADVERBS_MAX: usize = 2;

/// Adverbs without "ly" that stand between a subject and its verb, and words in "s" that are no verbs.
const ADVERBS: [&str; 34] = [
    "also",
    "always",
    "again",
    "almost",
    "afterwards",
    "besides",
    "both",
    "downstairs",
    "ever",
    "even",
    "first",
    "half",
    "hardly",
    "himself",
    "herself",
    "indeed",
    "just",
    "merely",
    "never",
    "nevertheless",
    "now",
    "often",
    "once",
    "perhaps",
    "quite",
    "soon",
    "sometimes",
    "still",
    "then",
    "thus",
    "too",
    "twice",
    "upstairs",
    "doubtless",
];

/// Words behind a subject that end in "s" and are no verbs of it.
const NO_VERBS: [&str; 24] = [
    "as",
    "his",
    "its",
    "this",
    "us",
    "yes",
    "less",
    "unless",
    "towards",
    "across",
    "besides",
    "whereas",
    "alas",
    "afterwards",
    "upwards",
    "downwards",
    "backwards",
    "forwards",
    "outwards",
    "inwards",
    "ours",
    "yours",
    "theirs",
    "nonetheless",
];

/// Words behind which a noun means somebody or something in particular.
const DETERMINERS: [&str; 9] = ["the", "his", "her", "their", "its", "my", "our", "this", "that"];

/// Words between such a word and its noun, at most.
const ADJECTIVES_MAX: usize = 2;

/// Who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClauseSubject {
    /// I, we.
    First,
    /// He, she.
    Third,
    /// They.
    Several,
    /// A name.
    Named,
    /// The door, her brother.
    Noun,
}

/// When it is done, by the form of the verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClauseTense {
    Past,
    Present,
}

/// A subject with its verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clause {
    /// The word that is the subject; of a name the last.
    pub(super) subject: usize,
    pub(super) who: ClauseSubject,
    pub(super) verb: usize,
    pub(super) tense: ClauseTense,
    /// Whether the verb is of those that can be seen to happen.
    pub(super) is_act: bool,
}

/// Reads the clauses of sentences.
pub(super) struct ClauseReader<'r, 't> {
    pub(super) text: &'r Text<'t>,
    pub(super) spoken: &'r [bool],
    pub(super) lexicon: &'r Lexicon,
}

impl ClauseReader<'_, '_> {
    /// The clauses of the narration among these words, in their order; verbs that "and" joins to a clause
    /// are clauses of the same subject.
    pub(super) fn clauses(&self, words: Range<usize>) -> Vec<Clause> {
        let mut found: Vec<Clause> = Vec::new();
        for at in words.clone() {
            if self.spoken[at] {
                continue;
            }
            if let Some(clause) = self.clause_at(at, words.end) {
                found.push(clause);
            } else if let Some(before) = found.last().copied()
                && let Some(clause) = self.joined(at, &before)
            {
                found.push(clause);
            }
        }
        found
    }

    /// Whether a past stands among these words of the narration, whatever its subject.
    pub(super) fn has_past(&self, words: Range<usize>) -> bool {
        words.clone().any(|at| {
            let lower = self.text.lower(at);
            if self.spoken[at] {
                return false;
            }
            if SURE_PASTS.contains(lower) {
                return true;
            }
            false
        })
    }

    fn clause_at(&self, at: usize, end: usize) -> Option<Clause> {
        let who = self.subject(at)?;
        if at > 0 && self.is_governed(at) {
            return None;
        }
        let mut verb = at + 1;
        while verb < end && verb <= at + ADVERBS_MAX && self.is_beside(verb) && self.is_adverb(verb)
        {
            verb += 1;
        }
        if verb >= end || !self.is_beside(verb) || self.spoken[verb] {
            return None;
        }
        let (tense, is_act) = match who {
            ClauseSubject::Noun => self.verb_of_noun(verb)?,
            _ => self.verb(verb, who)?,
        };
        // "The Secretary believes" is often a report; "The Count opens" is none.
        let is_by_title = who == ClauseSubject::Named
            && at > 0
            && self.is_beside(at)
            && self.text.lower(at - 1) == "the";
        (is_act || !is_by_title).then_some(Clause { subject: at, who, verb, tense, is_act })
    }

    /// Whether this word, behind "and" or a comma with "then", is another verb of a clause before.
    fn joined(&self, at: usize, before: &Clause) -> Option<Clause> {
        // "stood up and slowly went".
        let joins = |it: usize| matches!(self.text.lower(it), "and" | "then" | "but");
        let mut behind = (before.verb + 1..at).rev();
        let lead = behind.find(|&it| joins(it) || !self.is_adverb(it))?;
        if !joins(lead) {
            return None;
        }
        let lower = self.text.lower(at);
        let is_fitting = match before.tense {
            ClauseTense::Past => is_act_past(lower),
            ClauseTense::Present => match before.who {
                ClauseSubject::Third | ClauseSubject::Named | ClauseSubject::Noun => {
                    is_act_present(lower)
                }
                ClauseSubject::First | ClauseSubject::Several => is_act_base(lower),
            },
        };
        (is_fitting && self.is_beside(at)).then_some(Clause { verb: at, is_act: true, ..*before })
    }

    fn subject(&self, at: usize) -> Option<ClauseSubject> {
        Some(match self.text.lower(at) {
            "i" | "we" => ClauseSubject::First,
            "he" | "she" => ClauseSubject::Third,
            "they" => ClauseSubject::Several,
            _ if self.is_name(at) => ClauseSubject::Named,
            _ if self.is_noun(at) => ClauseSubject::Noun,
            _ => return None,
        })
    }

    /// Whether a word is the noun of "the old door" and no preposition governs it.
    pub(super) fn is_noun(&self, at: usize) -> bool {
        if is_capital(self.text, at) || FUNCTION_WORDS.contains(self.text.lower(at)) {
            return false;
        }
        let mut first = at;
        for _ in 0..=ADJECTIVES_MAX {
            if first == 0 || !self.is_beside(first) {
                return false;
            }
            first -= 1;
            if DETERMINERS.contains(&self.text.lower(first)) {
                let before = first.checked_sub(1).filter(|_| self.is_beside(first));
                return before.is_none_or(|it| !PREPOSITIONS.contains(self.text.lower(it)));
            }
            if FUNCTION_WORDS.contains(self.text.lower(first)) {
                return false;
            }
        }
        false
    }

    /// Whether what follows a verb shows that it is one, and no noun: "the door opens and".
    fn is_followed_as_verb(&self, verb: usize) -> bool {
        match self.text.words().get(verb + 1) {
            Some(_) if self.is_beside(verb + 1) => {
                let next = self.text.lower(verb + 1);
                next != "of"
                    && (FUNCTION_WORDS.contains(next)
                        || PREPOSITIONS.contains(next)
                        || self.is_adverb(verb + 1))
            }
            _ => true,
        }
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        if !is_capital(self.text, at) {
            return false;
        }
        let stem = self.text.words()[at].stem;
        let lower = self.text.lower(at);
        // What stands only where every word has a capital is a subject there all the same, if it is no word of every
        // day: "Hollow murmurs" has no verb.
        let is_opening_name = || {
            let form = self.text.form(stem);
            let is_given = GIVEN_MEN.contains(form) || GIVEN_WOMEN.contains(form);
            self.lexicon.is_never_small(stem) && (is_given || word_class(form).is_none())
        };
        (self.lexicon.is_name(stem) || is_opening_name())
            && !lower.ends_with("'s")
            && !FUNCTION_WORDS.contains(lower)
            && !CALENDAR.contains(lower)
            && !DEMONYMS.contains(lower)
    }

    /// Whether a preposition, or another name's conjunction, stands before a subject, so that the verb
    /// behind it may have another one.
    pub(super) fn is_governed(&self, at: usize) -> bool {
        let mut first = at;
        while first > 0
            && is_capital(self.text, first - 1)
            && self.is_beside(first)
            && self.is_name(first - 1)
        {
            first -= 1;
        }
        if first == 0 || !self.is_beside(first) {
            return false;
        }
        let before = self.text.lower(first - 1);
        let is_pronoun = !is_capital(self.text, at) || self.text.lower(at) == "i";
        !is_pronoun
            && (PREPOSITIONS.contains(before) && !self.begins_clause(first - 1, at)
                || matches!(before, "or" | "a")
                // "and Martha puts more coal on" behind a comma is a clause of its own.
                || before == "and" && !self.text.gap_before(first - 1).contains(',')
                // "The Count opens", and not "in the Borough".
                || before == "the" && self.is_object(first - 1))
    }

    /// Whether a word before a name is no preposition but begins a clause: "before Martha goes".
    fn begins_clause(&self, before: usize, name: usize) -> bool {
        let is_joining = matches!(self.text.lower(before), "before" | "after" | "as");
        let next = name + 1;
        is_joining
            && next < self.text.words().len()
            && self.is_beside(next)
            && (is_act_present(self.text.lower(next)) || is_act_past(self.text.lower(next)))
    }

    /// Whether "the" at this word stands behind a preposition or a verb.
    fn is_object(&self, the: usize) -> bool {
        the > 0
            && self.is_beside(the)
            && !matches!(self.text.lower(the - 1), "and" | "but" | "then" | "when" | "while")
    }

    pub(super) fn is_adverb(&self, at: usize) -> bool {
        let lower = self.text.lower(at);
        is_adverb(lower) || ADVERBS.contains(&lower)
    }

    /// Whether nothing but space parts a word from the one before.
    fn is_beside(&self, at: usize) -> bool {
        at > 0 && self.text.gap_before(at).chars().all(char::is_whitespace)
    }

    /// Whether "is" at this word goes on with an act: "is sitting".
    fn is_doing(&self, is: usize) -> bool {
        // "The mill is standing yet", "is always complaining" are of any time.
        const LASTING: [&str; 7] =
            ["standing", "lying", "hanging", "leading", "running", "touching", "resting"];
        let going = (is + 1..self.text.words().len().min(is + 2 + ADVERBS_MAX))
            .find(|&at| !self.is_adverb(at));
        going.is_some_and(|at| {
            let word = self.text.lower(at);
            let is_habit = (is + 1..at).any(|it| HABITUAL.contains(&self.text.lower(it)));
            self.is_beside(at) && is_act_going(word) && !LASTING.contains(&word) && !is_habit
        })
    }

    fn verb_of_noun(&self, at: usize) -> Option<(ClauseTense, bool)> {
        match self.text.lower(at) {
            "was" | "were" | "had" | "wasn't" | "hadn't" => Some((ClauseTense::Past, false)),
            "is" => Some((ClauseTense::Present, self.is_doing(at))),
            "has" | "isn't" | "hasn't" => Some((ClauseTense::Present, false)),
            lower if is_act_present(lower) && self.is_followed_as_verb(at) => {
                Some((ClauseTense::Present, true))
            }
            _ => None,
        }
    }

    fn verb(&self, at: usize, who: ClauseSubject) -> Option<(ClauseTense, bool)> {
        use ClauseTense::{Past, Present};
        let lower = self.text.lower(at);
        match lower {
            "was" | "were" | "had" | "did" | "wasn't" | "weren't" | "hadn't" | "didn't" => {
                return Some((Past, false));
            }
            "is" => return Some((Present, self.is_doing(at))),
            "has" | "does" | "isn't" | "hasn't" | "doesn't" | "am" | "are" | "aren't" => {
                return Some((Present, false));
            }
            "have" | "do" | "don't" | "haven't" => {
                let is_plural = matches!(who, ClauseSubject::First | ClauseSubject::Several);
                return is_plural.then_some((Present, false));
            }
            _ => {}
        }
        if is_act_past(lower) {
            return Some((Past, true));
        }
        if PAST_STATES.contains(lower) {
            let is_modal =
                matches!(lower, "would" | "could" | "might" | "should" | "couldn't" | "wouldn't");
            return (!is_modal).then_some((Past, false));
        }
        match who {
            ClauseSubject::Named if is_act_present(lower) => Some((Present, true)),
            ClauseSubject::Third if is_act_present(lower) => Some((Present, true)),
            ClauseSubject::Third | ClauseSubject::Named
                if (who == ClauseSubject::Third || self.is_followed_as_verb(at))
                    && lower.ends_with('s')
                    && !is_capital(self.text, at)
                    && !lower.ends_with("ss")
                    && !lower.contains('\'')
                    && !NO_VERBS.contains(&lower) =>
            {
                Some((Present, false))
            }
            ClauseSubject::First | ClauseSubject::Several if is_act_base(lower) => {
                Some((Present, true))
            }
            _ if lower.len() > 4 && lower.ends_with("ed") => Some((Past, false)),
            _ => None,
        }
    }
}
