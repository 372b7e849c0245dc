//! Ages by the way: "who at seventy slept soundly", "Hale, at fifty, had", "though but thirty", "in a man of sixty".
//! What somebody did at an age may be long ago; that they are no younger than that is so now.

use std::ops::Range;

use super::super::phrases::{Grammar, is_nominative, is_person_noun};
use super::super::subjects::Subject;
use super::super::words::SOMEBODY;
use super::super::{Attribute, FactBasis, OpenFact, Pronoun, on_one_line};
use super::stated::StatedAge;
use super::{BARE_AGE, or_older};
use crate::lists::{FUNCTION_WORDS, is_past_verb};
use crate::numbers::number;
use crate::style::is_adverb;
use crate::tokens::Text;

/// Years of an age at which somebody did something, at least: five and ten are times of day, and that somebody is older
/// than nine says nothing of most.
const AT_AGE_MIN: u32 = 20;

/// Years of another age by the way, at least.
const AGE_MIN: u32 = 13;

/// Words between a pronoun and an age by the way, at most.
const PRONOUN_WITHIN_WORDS: usize = 24;

/// Words around an age in which it is said that it is only supposed, at most.
const SUPPOSED_WITHIN_WORDS: usize = 8;

/// Words of what is not so, or not yet.
const SUPPOSED: [&str; 26] = [
    "would",
    "will",
    "shall",
    "should",
    "might",
    "may",
    "could",
    "can",
    "if",
    "till",
    "until",
    "hoped",
    "meant",
    "planned",
    "wanted",
    "wished",
    "pictured",
    "imagined",
    "expected",
    "later",
    "afterwards",
    "grandchildren",
    "bidding",
    "bid",
    "hammer",
    "fancied",
];

/// An age by the way, with its words.
struct ByTheWay {
    age: u32,
    words: (usize, usize),
    /// Whether it may be that of long ago.
    is_least: bool,
}

/// Whether a word leads to what may be an age by the way.
pub(in crate::facts) fn leads_to_age(text: &Text<'_>, at: usize) -> bool {
    match text.lower(at) {
        "at" => text.lower_after(at) == "the" || number(text, at + 1).is_some(),
        "though" | "although" => (at + 1..at + 3).any(|it| number(text, it).is_some()),
        "in" => {
            text.lower_after(at) == "a" && at + 2 < text.words().len() && {
                let noun = if SOMEBODY.contains(&text.lower(at + 2)) { at + 2 } else { at + 3 };
                text.words().get(noun).is_some_and(|_| SOMEBODY.contains(&text.lower(noun)))
                    && text.lower_after(noun) == "of"
            }
        }
        _ => false,
    }
}

impl<'r> Grammar<'r, '_> {
    /// The age that is stated by the way at this word, and whose it is.
    pub(super) fn by_the_way(&self, at: usize) -> Option<StatedAge<'r>> {
        let it = self.age_by_the_way(at)?;
        let owner = self.owner_by_the_way(at, it.words.1)?;
        let is_least = it.is_least;
        // What the sentence denies is something else.
        Some(StatedAge { is_least, is_named: true, ..StatedAge::of(it.age, it.words, owner) })
    }

    fn age_by_the_way(&self, at: usize) -> Option<ByTheWay> {
        self.age_named_by_the_way(at).filter(|it| !self.is_supposed_age(at, it.words.1))
    }

    /// Whether an age is one that somebody may have, or will have: "At thirty she would be an old maid", "hoped to retire at
    /// sixty", "who at eighty told it to her grandchildren".
    fn is_supposed_age(&self, at: usize, end: usize) -> bool {
        let line = &self.line;
        let mut near = at.saturating_sub(SUPPOSED_WITHIN_WORDS).max(line.words.start)
            ..(end + SUPPOSED_WITHIN_WORDS).min(line.words.end);
        near.any(|it| {
            let word = line.word(it);
            let is_to_come = word == "was" && line.word(it + 1) == "to";
            SUPPOSED.contains(&word) || word.ends_with("'d") || word.ends_with("'ll") || is_to_come
        })
    }

    fn age_named_by_the_way(&self, at: usize) -> Option<ByTheWay> {
        let line = &self.line;
        match line.word(at) {
            "at" => self.at_number(at),
            // "though but thirty-five, from want of health"
            "though" | "although" if self.is_set_off(at) || line.word_before(at) == "and" => {
                let is_led = matches!(
                    line.word(at + 1),
                    "but" | "only" | "still" | "just" | "hardly" | "scarcely"
                );
                let first = at + 1 + usize::from(is_led);
                let (age, end) = number(line.text, first).filter(|_| line.has(first))?;
                (age >= AGE_MIN && line.ends_part(end - 1)).then_some(ByTheWay {
                    age,
                    words: (at, end),
                    is_least: false,
                })
            }
            // "a step that in a man of seventy-two caught the eye"
            "in" if line.word(at + 1) == "a"
                && matches!(line.word_before(at), "which" | "that") =>
            {
                let noun = (at + 2..at + 4).find(|&it| SOMEBODY.contains(&line.word(it)))?;
                let first = noun + 2;
                let (age, end) = number(line.text, first)
                    .filter(|_| line.word(noun + 1) == "of" && line.has(first))?;
                (age >= AGE_MIN && !self.counts(end)).then_some(ByTheWay {
                    age,
                    words: (at, end),
                    is_least: false,
                })
            }
            _ => None,
        }
    }

    /// "at seventy", "at the age of nine".
    fn at_number(&self, at: usize) -> Option<ByTheWay> {
        let line = &self.line;
        let is_named =
            line.word(at + 1) == "the" && line.word(at + 2) == "age" && line.word(at + 3) == "of";
        let first = at + if is_named { 4 } else { 1 };
        let (age, end) = number(line.text, first).filter(|_| line.has(first))?;
        let is_word = line.word(first).starts_with(|letter: char| letter.is_alphabetic());
        let is_old = line.word(end) == "years" && line.word(end + 1) == "old";
        let is_age = age >= AT_AGE_MIN && (is_named || is_old || is_word && !self.counts(end));
        let end = end + if is_old { 2 } else { 0 };
        is_age.then_some(ByTheWay { age, words: (at, end), is_least: true })
    }

    /// Whether a number says how many of what stands behind it: "at twenty paces", "at forty past two".
    fn counts(&self, end: usize) -> bool {
        let line = &self.line;
        // "at forty-five, Thavies Inn"
        if line.ends_part(end - 1) {
            return line.has(end) && line.is_capital(end);
        }
        let next = line.word(end);
        let is_more = matches!(
            next,
            "after"
                | "before"
                | "and"
                | "or"
                | "to"
                | "past"
                | "per"
                | "of"
                | "o'clock"
                | "more"
                | "other"
                | "such"
                | "a"
                | "an"
        );
        is_more || !(FUNCTION_WORDS.contains(next) || is_past_verb(next) || is_adverb(next))
    }

    fn owner_by_the_way(&self, at: usize, end: usize) -> Option<&'r Subject> {
        let line = &self.line;
        let mut before = at;
        while before > line.words.start
            && matches!(
                line.word(before - 1),
                "now" | "even" | "already" | "still" | "herself" | "himself"
            )
        {
            before -= 1;
        }
        if let Some(person) = self.person_ending(before).filter(|it| !it.is_possessive) {
            // "met Hale at thirty" says it of either.
            let is_own = line.ends_part(before - 1)
                || person.words.start == line.words.start
                || is_past_verb(line.word(end))
                || line.word_before(person.words.start) == "of";
            return is_own.then_some(person);
        }
        if line.word_before(before) == "who" {
            return self.antecedent(before - 1, 1);
        }
        // "She had, at one-and-thirty, a little beauty".
        let verb = before
            .checked_sub(1)
            .filter(|&it| is_past_verb(line.word(it)) && line.is_behind_comma(at));
        let subject = verb.and_then(|it| self.subject_of(it));
        // "sold at sixty" says nothing of how old somebody is.
        let sole =
            || (line.word(at) != "at").then(|| self.sole_person_around(&(at..end))).flatten();
        subject.or_else(sole)
    }

    /// The only person of whom a sentence speaks, but for the noun in some words of it: "had a step that in a man of sixty";
    /// or of whom it speaks before them: "Hale was tall, and, though but thirty, looked older than Tom".
    fn sole_person_around(&self, words: &Range<usize>) -> Option<&'r Subject> {
        let line = &self.line;
        let noun = words.clone().find(|&at| is_person_noun(line.word(at)));
        if let Some(sole) = self.sole_person(noun.unwrap_or(words.start)) {
            return Some(sole);
        }
        let first = self.persons(line.words.start..words.start).next()?;
        let is_subject = first.words.start == line.words.start && !first.is_possessive;
        let is_other = |at: usize| match self.person_at(at) {
            Some(other) => other.owner != first.owner,
            None => {
                is_nominative(line.word(at)) && !matches!(line.word(at), "it" | "which" | "who")
            }
        };
        let is_alone = !(first.words.end..words.start).any(is_other);
        (is_subject && is_alone).then_some(first)
    }
}

impl FactBasis<'_> {
    /// An age by the way of somebody whom a pronoun of the sentence means that may be several.
    pub(in crate::facts) fn open_age(&self, at: usize) -> Option<OpenFact> {
        let text = self.text;
        if self.spoken[at] || !leads_to_age(text, at) {
            return None;
        }
        let grammar = Grammar::of(self, at);
        let it = grammar.age_by_the_way(at)?;
        if grammar.owner_by_the_way(at, it.words.1).is_some()
            || grammar.line.is_question()
            || !BARE_AGE.contains(&it.age)
        {
            return None;
        }
        let line = &grammar.line;
        // "She was driving at seventy" says nothing of how old she is.
        let is_inserted = line.is_behind_comma(at) && line.ends_part(it.words.1 - 1);
        if line.word(at) == "at" && !is_inserted {
            return None;
        }
        let near = at.saturating_sub(PRONOUN_WITHIN_WORDS).max(line.words.start)
            ..(it.words.1 + PRONOUN_WITHIN_WORDS).min(line.words.end);
        let named = grammar.persons(near.clone()).any(|it| it.pronoun.is_none());
        let pronouns = [Pronoun::He, Pronoun::She];
        let mut meant = pronouns.into_iter().filter_map(|pronoun| {
            near.clone().find(|&it| pronoun.is(line.word(it))).map(|it| (it, pronoun))
        });
        let only = meant.next().filter(|_| meant.next().is_none() && !named)?;
        let span = text.words_span(&(it.words.0..it.words.1));
        let quote = on_one_line(span.of(text.source()));
        let value = if it.is_least { or_older(it.age) } else { it.age.to_string() };
        self.open_fact((Attribute::Age, value), only, (span, quote))
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract;
    use crate::facts::Attribute;
    use crate::tokens::Text;

    #[test]
    fn an_age_by_the_way_is_a_least_one() {
        for (source, wanted) in [
            (
                "Mrs. Hale, who at seventy slept as soundly as a child, heard it.",
                "Mrs. Hale 70-110",
            ),
            ("Lucy, now at twenty-eight often a little unwell, came.", "Lucy 28-110"),
            ("Lucy had, at one-and-thirty, a little beauty.", "Lucy 31-110"),
            ("They spoke of the marriage of Lucy at thirty-four.", "Lucy 34-110"),
            ("Hale was tall, and, though but thirty-five, looked older than Tom.", "Hale 35"),
            ("Hale had a step that in a man of sixty caught the eye.", "Hale 60"),
            // No age, or none that somebody has.
            ("Hale, who at ten went to bed, rose.", ""),
            ("Hale, who at twenty minutes past two rose, left.", ""),
            ("Hale shot the hare at forty paces.", ""),
            ("Lucy was driving at seventy when the tyre went.", ""),
            ("Hale arrived at twenty after six.", ""),
            ("Hale hoped to retire at sixty.", ""),
            ("Tom had a gravity that in a man of sixty would have been comic.", ""),
            ("Hale had bought the farm from a man of sixty.", ""),
            ("Lucy was often taken for a woman of thirty.", ""),
            ("Lucy, who at thirty would be an old maid, wept.", ""),
            ("Hale, who at twenty or thirty shillings sold well, came.", ""),
        ] {
            let facts = Extract::of(&Text::new(source)).facts.facts;
            let ages = facts.iter().filter(|it| it.attribute == Attribute::Age);
            let read: Vec<String> =
                ages.map(|it| format!("{} {}", it.name_text, it.value)).collect();
            assert_eq!(read.join("; "), wanted, "{source}");
        }
    }
}
