//! Whom somebody serves, and as what: "the family’s solicitor", "worked as a miller", "As a miller Hale knew".

use super::super::constructions::{DOERS, SERVING};
use super::super::phrases::{DescribedPerson, Grammar, Phrase, Whose};
use super::super::subjects::Subject;
use super::AS_WITHIN_WORDS;

impl<'r> Grammar<'r, '_> {
    /// The article of whom or what somebody serves by a calling of its own: "the family's solicitor".
    pub(super) fn article_of_served(&self, phrase: &Phrase<'_>) -> Option<usize> {
        const SERVED: [&str; 7] =
            ["family's", "village's", "town's", "parish's", "regiment's", "school's", "vicar's"];
        const SERVING_OTHERS: [&str; 9] = [
            "solicitor",
            "lawyer",
            "attorney",
            "physician",
            "surgeon",
            "coachman",
            "butler",
            "curate",
            "chaplain",
        ];
        let line = &self.line;
        let is_served = matches!(phrase.whose, Whose::Unknown)
            && SERVED.contains(&line.word(phrase.first))
            && SERVING_OTHERS.contains(&line.word(phrase.head));
        let article = phrase.first.checked_sub(1).filter(|_| line.is_beside(phrase.first))?;
        (is_served && matches!(line.word(article), "the" | "his" | "her")).then_some(article)
    }

    /// "worked as a miller", "As a miller, Hale knew", "Hale, as captain, had".
    pub(super) fn serving(&self, (first, end): (usize, usize)) -> Option<DescribedPerson<'r>> {
        let line = &self.line;
        let before = line.word_before(first);
        let described = |subject: &'r Subject| Some(DescribedPerson { subject, is_past: false });
        if before != "as" {
            return None;
        }
        let as_at = first - 1;
        let opens = as_at == line.words.start || !line.is_beside(as_at);
        let is_closed = self.is_set_off(end);
        // "As the doctor she had sent for came up" says nothing of her.
        let is_one = matches!(line.word(first), "a" | "an");
        // "As the barber of the village Hale heard everything".
        if opens && as_at == line.words.start && matches!(line.word(end), "of" | "at" | "in" | "to")
        {
            let named = (end + 1..end + 7)
                .take_while(|&at| line.has(at) && !line.is_past_verb(at))
                .find_map(|at| self.person_at(at))
                .filter(|it| !it.is_possessive && (is_one || it.pronoun.is_none()));
            let acts = named.filter(|it| self.has_verb_behind(it.words.start));
            return acts.and_then(described);
        }
        // "As a landlady she had learned to wait".
        if opens && as_at == line.words.start && line.is_beside(end) && is_one {
            let named = self.person_at(end).filter(|it| !it.is_possessive);
            // "As a cook she was a failure".
            let is_judged = |verb: usize| {
                DOERS.contains(line.word(end - 1)) && matches!(line.word(verb), "was" | "is")
            };
            let acts = named.filter(|it| {
                let verb = line.behind_adverbs(it.words.end);
                self.is_finite(verb) && !is_judged(verb)
            });
            return acts.and_then(described);
        }
        if opens && is_closed {
            let behind = self.person_at(end).filter(|it| !it.is_possessive);
            return behind
                .or_else(|| self.person_ending(as_at).filter(|it| !it.is_possessive))
                .and_then(described);
        }
        let from = as_at.saturating_sub(AS_WITHIN_WORDS).max(line.words.start);
        let verb = (from..as_at).rev().find(|&at| SERVING.contains(line.word(at)))?;
        let is_near = (verb + 1..=as_at).all(|at| line.is_beside(at));
        let subject = self.subject_of(verb).or_else(|| self.clause_subject(as_at))?;
        is_near.then_some(DescribedPerson { subject, is_past: false })
    }
}
