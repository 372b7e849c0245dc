//! What is said of a "he" or a "she" who may be several as far as the sentence shows, with all who are named around it:
//! when the book knows who of them goes by that pronoun, and only one does, it is that one's; and what none of them can
//! be is wrong whoever is meant.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::constructions::HAVING;
use super::line::Line;
use super::phrases::{Grammar, Phrase, Whose};
use super::subjects::{NounOf, Subject, starting_at};
use super::{ANCHORS, Attribute, FactBasis, FactReader, Pronoun, Topic, on_one_line};
use crate::lists::{GIVEN_MEN, GIVEN_WOMEN, PREPOSITIONS};
use crate::span::Span;

/// Paragraphs in which the one may be named whom a pronoun means: its own and those before.
const PARAGRAPHS_NEAR: usize = 4;

/// The same, where the pronoun stands before every name of the near ones.
const PARAGRAPHS_MAX: usize = 12;

/// Words between an article and whom it brings in, at most: "a tall young stranger".
const ARTICLE_WITHIN_WORDS: usize = 3;

/// Words in which names are looked for, at most.
const WORDS_MAX: usize = 2_000;

/// Words of a sentence before a pronoun in which names are looked for, at most.
const SENTENCE_WORDS_MAX: usize = 100;

/// Names that are kept of one pronoun, at most.
const NAMES_MAX: usize = 60;

/// Eyes, hair, an age, a rank or a profession of somebody whom a pronoun means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFact {
    /// What about them.
    pub attribute: Attribute,
    /// What is stated.
    pub value: String,
    /// The pronoun.
    pub pronoun: Pronoun,
    /// The names before it in its sentence, with each as it is written; none where it may mean somebody else.
    pub sentence_names: Vec<(Span, String)>,
    /// All names around it; none where somebody without a name may be meant.
    pub names: Vec<(Span, String)>,
    /// From the pronoun to the value.
    pub span: Span,
    /// The words of it, on one line.
    pub quote: String,
}

/// Reads what is said of those whom a pronoun means, where it may mean several.
pub(crate) fn open_facts(basis: &FactBasis<'_>) -> Vec<OpenFact> {
    if basis.subjects.is_empty() {
        return Vec::new();
    }
    let words = || basis.text.prose().flat_map(|sentence| sentence.words.clone());
    let of_looks = |&at: &usize| matches!(ANCHORS.get(basis.text.lower(at)), Some(Topic::Looks));
    let looks = words().filter(of_looks);
    let looks = looks.filter_map(|at| Grammar::of(basis, at).open_look(at));
    let stated = words().filter_map(|at| basis.open_statement(at).or_else(|| basis.open_age(at)));
    looks.chain(stated).collect()
}

impl Grammar<'_, '_> {
    /// The pronoun whose eyes or hair a phrase means, with its word: "his blue eyes", "she had grey eyes".
    pub(super) fn open_pronoun(&self, phrase: &Phrase<'_>) -> Option<(Pronoun, usize)> {
        let line = &self.line;
        let of = |at: usize, he: &str, she: &str| match line.word(at) {
            it if it == he => Some((Pronoun::He, at)),
            it if it == she => Some((Pronoun::She, at)),
            _ => None,
        };
        if matches!(phrase.whose, Whose::Unknown) {
            return of(phrase.first, "his", "her");
        }
        let verb = phrase.first.checked_sub(1).filter(|&it| HAVING.contains(line.word(it)))?;
        let is_unsaid = matches!(phrase.whose, Whose::Unsaid) && line.is_beside(phrase.first);
        let subject = verb.checked_sub(1).filter(|_| is_unsaid)?;
        of(subject, "he", "she")
    }
}

impl FactBasis<'_> {
    /// The age, the rank or the profession of a pronoun at this word that may mean several: "She was twenty-five".
    fn open_statement(&self, at: usize) -> Option<OpenFact> {
        let text = self.text;
        let pronoun = match text.lower(at) {
            "he" => Pronoun::He,
            "she" => Pronoun::She,
            _ => return None,
        };
        let verb = text.lower_after(at);
        let is_open =
            !self.spoken[at] && starting_at(&self.subjects, at).is_none_or(|it| it.is_likely);
        if !is_open || !matches!(verb, "was" | "is") {
            return None;
        }
        let subject = Subject {
            owner: usize::MAX,
            words: at..at + 1,
            name: text.words()[at].span,
            is_possessive: false,
            pronoun: Some(pronoun),
            is_likely: false,
        };
        let line = Line::of(text, &self.spoken, at);
        let reader =
            FactReader { line, subject: &subject, subjects: &self.subjects, dates: &self.dates };
        if reader.line.is_question() {
            return None;
        }
        let mut found = Vec::new();
        reader.age(&mut found);
        reader.roles(&mut found);
        let is_wanted = |it: &super::Fact| {
            matches!(it.attribute, Attribute::Age | Attribute::Rank | Attribute::Profession)
                && it.relative.is_none()
                && !it.is_past
        };
        let fact = found.into_iter().find(is_wanted)?;
        let (attribute, value, span) = (fact.attribute, fact.value, fact.span);
        self.open_fact((attribute, value), (at, pronoun), (span, fact.quote))
    }

    /// What is stated of a pronoun, with all who may be meant; none where nobody is named.
    pub(super) fn open_fact(
        &self,
        (attribute, value): (Attribute, String),
        (at, pronoun): (usize, Pronoun),
        (span, quote): (Span, String),
    ) -> Option<OpenFact> {
        let names = self.names_around(at, pronoun).unwrap_or_default();
        let sentence_names = self.names_of_sentence(at, pronoun).unwrap_or_default();
        let is_known = !(names.is_empty() && sentence_names.is_empty());
        let fact = OpenFact { attribute, value, pronoun, sentence_names, names, span, quote };
        is_known.then_some(fact)
    }

    /// The names of the narration before a pronoun in its sentence; none where somebody without a name, or whom another
    /// pronoun means, may be meant too.
    fn names_of_sentence(&self, at: usize, pronoun: Pronoun) -> Option<Vec<(Span, String)>> {
        let text = self.text;
        let words = text.sentence_of(at).words.start..at;
        if words.len() > SENTENCE_WORDS_MAX {
            return None;
        }
        let is_narrated = |it: &usize| !self.spoken[*it];
        if words.clone().filter(is_narrated).any(|it| self.is_unnamed(it, pronoun, true)) {
            return None;
        }
        let named: Vec<&Subject> =
            self.named_in(&words).filter(|it| is_narrated(&it.words.start)).collect();
        // "He looked at Hale with his grey eyes", "Without looking at Hale, he" mean another.
        let is_meant_before = words.filter(is_narrated).any(|it| pronoun.is(text.lower(it)));
        let last = named.last()?.words.start;
        let is_led = last.checked_sub(1).is_some_and(|it| PREPOSITIONS.contains(text.lower(it)));
        (!is_meant_before && !is_led).then(|| self.written(&named))
    }

    /// The names that begin among these words.
    fn named_in(&self, words: &Range<usize>) -> impl Iterator<Item = &Subject> {
        let position_of = |at: usize| self.subjects.partition_point(|it| it.words.start < at);
        let all = &self.subjects[position_of(words.start)..position_of(words.end)];
        all.iter().filter(|it| it.pronoun.is_none())
    }

    /// Names as they are written.
    fn written(&self, named: &[&Subject]) -> Vec<(Span, String)> {
        let name = |it: &&Subject| (it.name, on_one_line(it.name.of(self.text.source())));
        named.iter().map(name).collect()
    }

    /// All names around a pronoun; none where somebody without a name may be meant too, or nobody is named.
    fn names_around(&self, at: usize, pronoun: Pronoun) -> Option<Vec<(Span, String)>> {
        let text = self.text;
        let own = text.sentence_of(at).paragraph;
        let paragraphs = text.paragraphs();
        let (mut first, mut count) = (own, 1);
        let is_named_before_meant = |first: usize| {
            let start = paragraphs[first].words.start;
            let named = self.subjects.partition_point(|it| it.words.start < start);
            let may_be = |it: &&Subject| it.pronoun.is_none() && !self.is_of_other(it, pronoun);
            let name = self.subjects[named..].iter().find(may_be)?.words.start;
            let meant = (start..=at).find(|&it| pronoun.is(text.lower(it)))?;
            (name < meant).then_some(())
        };
        loop {
            let is_enough = count >= PARAGRAPHS_NEAR && is_named_before_meant(first).is_some();
            if is_enough || first == 0 || paragraphs[first].opens_scene {
                break;
            }
            if count == PARAGRAPHS_MAX {
                return None;
            }
            (first, count) = (first - 1, count + 1);
        }
        let words = paragraphs[first].words.start..paragraphs[own].words.end;
        let near = paragraphs[own.saturating_sub(1).max(first)].words.start;
        // Farther off it takes somebody who is new: "A stranger came in".
        let is_new = |it: usize| {
            !self.spoken[it]
                && (it.saturating_sub(ARTICLE_WITHIN_WORDS).max(words.start)..it)
                    .any(|before| matches!(text.lower(before), "a" | "an" | "another"))
        };
        let is_unnamed =
            |it: usize| self.is_unnamed(it, pronoun, it < at) && (it >= near || is_new(it));
        if words.len() > WORDS_MAX || words.clone().any(is_unnamed) {
            return None;
        }
        let named: Vec<&Subject> = self.named_in(&words).collect();
        if named.is_empty() || named.len() > NAMES_MAX {
            return None;
        }
        Some(self.written(&named))
    }

    /// Whether a name shows by itself that its person does not go by a pronoun: "Mrs. Hale", "Lucy".
    fn is_of_other(&self, named: &Subject, pronoun: Pronoun) -> bool {
        let (titles, given, own) = match pronoun {
            Pronoun::He => (&["mrs", "miss", "lady", "madam"][..], &GIVEN_WOMEN, &GIVEN_MEN),
            Pronoun::She => (&["mr", "sir", "lord", "master"][..], &GIVEN_MEN, &GIVEN_WOMEN),
        };
        let first = self.text.lower(named.words.start).trim_end_matches('.');
        let first = first.trim_end_matches("'s");
        titles.contains(&first) || given.contains(first) && !own.contains(first)
    }

    /// Whether a word is that of somebody without a name whom a pronoun fits: "a girl", and before it "the doctor".
    fn is_unnamed(&self, at: usize, pronoun: Pronoun, is_before: bool) -> bool {
        let word = self.text.lower(at);
        let is_meant = match NounOf::read(word) {
            Some(NounOf::One(known)) => known == pronoun,
            Some(NounOf::Either) => is_before && !is_anybody(word),
            None => false,
        };
        // "her raven hair"
        let next = self.text.lower_after(at);
        let is_colour = matches!(next, "hair" | "locks" | "curls" | "tresses");
        is_meant || ANIMALS.contains(&word) && !is_colour
    }
}

/// Animals that have eyes and hair, and go by "he" and "she".
const ANIMALS: [&str; 16] = [
    "dog", "horse", "cat", "bird", "wolf", "bear", "pony", "fox", "mare", "stallion", "hound",
    "puppy", "kitten", "raven", "robin", "monster",
];

/// Nouns of persons that are said of anybody, and go by no pronoun.
fn is_anybody(word: &str) -> bool {
    matches!(
        word,
        "creature" | "creatures" | "people" | "person" | "persons" | "friend" | "friends"
    )
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::tokens::Text;

    #[test]
    fn looks_of_a_pronoun_are_kept_with_all_who_may_be_meant() {
        let before = "Hale met Lucy.\n\nThey spoke long.";
        for (source, wanted) in [
            ("He took her hand with a look in his blue eyes.", Some("Hale, Lucy")),
            ("A stranger came. He took her hand with a look in his blue eyes.", None),
            ("The dog came. He sat by her with a look in his blue eyes.", None),
            ("He dreamed of a look in his blue eyes.", None),
        ] {
            let text = format!("{before}\n\n{source}");
            let looks = Extract::of(&Text::new(&text)).facts.open_facts;
            let names: Vec<String> = looks
                .iter()
                .map(|it| {
                    let names: Vec<&str> = it.names.iter().map(|(_, name)| name.as_str()).collect();
                    names.join(", ")
                })
                .collect();
            assert_eq!(names.first().map(String::as_str), wanted, "{source}");
        }
    }
}
