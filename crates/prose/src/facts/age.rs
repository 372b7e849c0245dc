//! Facts about age: "Lucy was nineteen", "Lucy, aged 19", "nineteen-year-old Lucy", "a man of forty".

mod bounds;
mod reached;
mod stated;

pub(super) use reached::leads_to_age;

use super::words::{ACTS, PROFESSIONS, SOMEBODY};
use super::{Attribute, Fact, FactReader, Link};
use crate::calendar::ordinal;
use crate::lists::{CALENDAR, PAST_VERBS};
use crate::numbers::number;

/// The greatest age that is read.
const AGE_MAX: u32 = 10_000;

/// Ages that are read of a bare number: "Lucy, nineteen, …", "Lucy was nineteen".
const BARE_AGE: std::ops::RangeInclusive<u32> = 3..=BARE_AGE_MAX;
const BARE_AGE_MAX: u32 = 110;

/// The value of an age that has no upper bound.
fn or_older(age: u32) -> String {
    format!("{age}-{BARE_AGE_MAX}")
}

/// The youngest whose age is read behind a profession.
const WORKING_AGE_MIN: u32 = 15;

/// Words between an article and the person: "a tall and handsome man of forty".
const ADJECTIVES_MAX: usize = 6;

/// Words between somebody and "at nineteen", at most.
const AT_WITHIN_WORDS: usize = 6;

/// Words between "Twenty-six years old" and the name behind the comma, at most.
const FRONTED_WORDS_MAX: usize = 8;

/// Words between "had come" and "age", at most: "that year to the".
const COMING_WITHIN_WORDS: usize = 4;

/// Words in front of a number that make it uncertain.
const INEXACT: [&str; 14] = [
    "about",
    "around",
    "some",
    "over",
    "under",
    "past",
    "near",
    "nigh",
    "than",
    "least",
    "most",
    "turning",
    "rising",
    "approaching",
];

impl FactReader<'_, '_> {
    pub(super) fn age(&self, found: &mut Vec<Fact>) {
        let start = self.subject.words.start;
        self.decade(found);
        let mut push = |age: u32, first: usize, end: usize, is_past: bool| {
            let fact = self.fact(Attribute::Age, age.to_string(), (first, end));
            found.extend(fact.map(|it| Fact { is_past: it.is_past || is_past, ..it }));
        };
        if let Some((age, first)) = self.age_before(start) {
            push(age, first, self.subject.words.end, false);
            return;
        }
        if self.subject.is_possessive {
            if let Some((age, end)) = self.age_behind_possessive() {
                push(age, start, end, false);
            }
            return;
        }
        if let Some((age, end)) = self.turned() {
            push(age, start, end, false);
            return;
        }
        if let Some((age, end)) = self.at_age_then() {
            push(age, start, end, false);
            return;
        }
        if let Some((age, end)) = self.inserted_age() {
            found.extend(self.inserted_fact(Attribute::Age, age.to_string(), (start, end)));
            return;
        }
        for predicate in self.predicates() {
            let read = match predicate.link {
                Link::Be => self.age_complement(predicate.at, true),
                Link::Apposed => self.age_complement(predicate.at, false),
                _ => None,
            };
            if let Some((age, end)) = read {
                if self.is_inserted(&predicate) {
                    let fact = self.inserted_fact(Attribute::Age, age.to_string(), (start, end));
                    let is_past = predicate.is_past;
                    found.extend(fact.map(|it| Fact { is_past: it.is_past || is_past, ..it }));
                } else {
                    push(age, start, end, predicate.is_past);
                }
                return;
            }
        }
        if let Some((age, first)) = self.at_age(start) {
            let is_being = matches!(self.line.word(first), "being" | "aged" | "a" | "an" | "for");
            let is_now = first == self.line.words.start && number(self.line.text, first).is_some()
                || is_being
                || matches!(self.line.word(self.subject.words.end), "was" | "is" | "still" | "now");
            push(age, first, self.subject.words.end, !is_now);
        }
    }

    /// "nineteen-year-old Lucy".
    fn age_before(&self, start: usize) -> Option<(u32, usize)> {
        let old = start.checked_sub(1).filter(|_| self.line.is_beside(start))?;
        if self.line.word(old) != "old" {
            return None;
        }
        let year = old.checked_sub(1).filter(|it| self.line.word(*it) == "year")?;
        (year.saturating_sub(2)..year).find_map(|first| {
            let (age, end) = number(self.line.text, first)?;
            (self.line.has(first) && end == year).then_some((age, first))
        })
    }

    /// "Lucy's age was nineteen", "Lucy's nineteenth birthday".
    fn age_behind_possessive(&self) -> Option<(u32, usize)> {
        let at = self.subject.words.end;
        if !self.line.is_beside(at) {
            return None;
        }
        if self.line.word(at) == "age" && matches!(self.line.word(at + 1), "was" | "is") {
            let from = self.line.behind_adverbs(at + 2);
            let (age, end) = number(self.line.text, from).filter(|_| self.line.has(from))?;
            return self.line.ends_part(end - 1).then_some((age, end));
        }
        let (age, end) = ordinal(self.line.text, at)?;
        (self.line.has(end - 1) && self.line.word(end) == "birthday").then_some((age, end + 1))
    }

    /// "Lucy had just turned nineteen", "Lucy had reached the age of nineteen".
    fn turned(&self) -> Option<(u32, usize)> {
        let verb = self.line.behind_adverbs(self.subject.words.end);
        let verb =
            if self.line.word(verb) == "had" { self.line.behind_adverbs(verb + 1) } else { verb };
        let from = match self.line.word(verb) {
            "turned" => self.line.behind_adverbs(verb + 1),
            "reached" | "attained" | "come" | "came" => {
                // "had come that year to the age of".
                let age = (verb + 2..verb + 2 + COMING_WITHIN_WORDS)
                    .take_while(|&at| self.line.is_beside(at))
                    .find(|&at| self.line.word(at) == "age" && self.line.word(at + 1) == "of")?;
                // "came to London at the age of nine" is long ago.
                let is_reached = match self.line.word(verb) {
                    "come" | "came" => self.line.word(age - 2) == "to",
                    _ => age == verb + 2,
                };
                (is_reached && self.line.word(age - 1) == "the").then_some(age + 2)?
            }
            _ => return None,
        };
        let (age, end) = number(self.line.text, from).filter(|_| self.line.has(from))?;
        let end = self.behind_years(end).unwrap_or(end);
        let is_age = self.line.word(from.saturating_sub(1)) == "of";
        (BARE_AGE.contains(&age) && (is_age || self.line.ends_part(end - 1))
            || matches!(self.line.word(end), "in" | "on" | "that" | "the" | "last" | "this"))
        .then_some((age, end))
    }

    /// "Lucy had married at nineteen, in 1838": an age at something that has a year. "Rose at five" is a time.
    fn at_age_then(&self) -> Option<(u32, usize)> {
        const EVENTS: [&str; 8] =
            ["married", "died", "enlisted", "entered", "left", "emigrated", "retired", "sailed"];
        let (line, end) = (&self.line, self.subject.words.end);
        let at = (end + 1..end + AT_WITHIN_WORDS)
            .take_while(|&at| line.is_beside(at) && self.person_at(at).is_none())
            .find(|&at| line.word(at) == "at")?;
        let is_age = line.word(at + 1) == "the" && line.word(at + 2) == "age";
        let (age, close) = number(line.text, at + if is_age { 4 } else { 1 })?;
        let is_event = (end..at).any(|it| EVENTS.contains(&line.word(it)));
        let is_read = line.has(close - 1) && BARE_AGE.contains(&age) && (is_age || is_event);
        let is_closed = line.ends_part(close - 1) || line.word(close) == "in";
        let date = self.date(close).filter(|_| is_read && is_closed)?;
        // "died in 1890 at the age of sixty"
        let is_there = (close..=close + 1).contains(&date.words.start)
            || (end..at).contains(&date.words.start);
        (is_there && date.year.is_some()).then_some((age, close))
    }

    /// "Lucy, being nineteen and the eldest, …", "Lucy, who at nineteen is the eldest, …".
    fn inserted_age(&self) -> Option<(u32, usize)> {
        let (line, at) = (&self.line, self.subject.words.end);
        if !line.is_behind_comma(at) {
            return None;
        }
        let from = match (line.word(at), line.word(at + 1)) {
            ("being", "now" | "only" | "but") => at + 2,
            ("being", _) => at + 1,
            ("who", "at") => at + 2,
            _ => return None,
        };
        let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
        let next = line.word(end);
        let is_now = if line.word(at) == "being" {
            let is_half = line.word(end + 1) == "a" && line.word(end + 2) == "half";
            line.ends_part(end - 1) || next == "and" && !is_half || self.behind_years(end).is_some()
        } else {
            // "who at nineteen had never been to a ball before".
            let is_first = next == "had"
                && line.word(end + 1) == "never"
                && (end + 2..line.words.end)
                    .take_while(|&it| !line.is_behind_comma(it))
                    .any(|it| line.word(it) == "before" && line.ends_part(it));
            is_first
                || matches!(next, "is" | "still")
                || next == "was" && line.word(end + 1) == "still"
        };
        (is_now && BARE_AGE.contains(&age)).then_some((age, end))
    }

    /// The age behind "was" or a comma.
    pub(super) fn age_complement(&self, at: usize, is_be: bool) -> Option<(u32, usize)> {
        let line = &self.line;
        if !line.has(at) {
            return None;
        }
        // "Lucy, at present a woman of forty".
        let is_now =
            matches!((line.word(at), line.word(at + 1)), ("at", "present") | ("by", "now"));
        let at = at + if is_now { 2 } else { 0 };
        if line.word(at) == "aged" || line.word(at) == "of" && line.word(at + 1) == "age" {
            let from = line.behind_adverbs(at + 1);
            let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
            return (age <= AGE_MAX).then_some((age, end));
        }
        if !is_be && line.word(at) == "at" {
            // Lucy, at the age of nineteen, …
            let is_age = line.word(at + 1) == "the"
                && line.word(at + 2) == "age"
                && line.word(at + 3) == "of";
            let from = line.behind_adverbs(if is_age { at + 4 } else { at + 1 });
            let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
            let is_now = line.is_behind_comma(end) && line.word(end) != "had";
            return (is_now && BARE_AGE.contains(&age)).then_some((age, end));
        }
        if let Some(read) = self.somebody_of(at) {
            return Some(read);
        }
        let in_year = line.word(at) == "in" && matches!(line.word(at + 1), "his" | "her" | "the");
        if in_year {
            let (year, end) = ordinal(line.text, at + 2)?;
            let is_year = line.has(end - 1) && line.word(end) == "year" && year > 1;
            return (is_year && line.word(at + 1) != "the").then(|| (year - 1, end + 1));
        }
        let is_now = matches!(line.word(at), "now" | "only" | "just" | "barely" | "but");
        let from = if line.word(at) == "but" {
            at + 1
        } else if is_be || is_now {
            line.behind_adverbs(at)
        } else {
            at
        };
        let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
        if let Some(end) = self.behind_years(end) {
            return (age <= AGE_MAX && line.word(end) != "than").then_some((age, end));
        }
        // "was thirty-five now".
        let says_now = is_be && line.word(end) == "now" && line.ends_part(end);
        let is_bare = BARE_AGE.contains(&age)
            && (line.ends_part(end - 1)
                || says_now
                || is_be && self.goes_on(end)
                || self.is_then(end, is_be));
        let counts_on = line.is_behind_comma(end) && number(line.text, end).is_some();
        // "Korkrans, 4, …" is an address.
        let is_word = line.word(from).starts_with(|letter: char| letter.is_alphabetic());
        let is_closed = is_be
            || line.text.gap_after(end - 1).starts_with(',') && (is_word || age >= 10)
            || self.is_then(end, is_be);
        (is_bare && is_closed && !counts_on).then_some((age, end))
    }

    /// Whether a time, or another thing about the subject, follows: "was nineteen that spring", "Lucy, sixteen and
    /// in love, saw".
    fn is_then(&self, at: usize, is_be: bool) -> bool {
        let line = &self.line;
        let next = line.word(at + 1);
        if is_be {
            // "was nineteen when, in 1838, she took the shop over".
            let has_year = line.word(at) == "when"
                && self.date(at).is_some_and(|it| {
                    it.year.is_some() && (at + 1..=at + 2).contains(&it.words.start)
                });
            if has_year {
                return true;
            }
            let is_time = CALENDAR.contains(next)
                || next.parse::<u32>().is_ok_and(|it| it >= 1000)
                || matches!(
                    next,
                    "spring"
                        | "summer"
                        | "autumn"
                        | "fall"
                        | "winter"
                        | "year"
                        | "month"
                        | "week"
                        | "day"
                );
            return is_time && matches!(line.word(at), "that" | "this" | "last" | "in");
        }
        line.word(at) == "and"
            && line.word(at + 2) != "half"
            && matches!(
                next,
                "in" | "already"
                    | "not"
                    | "still"
                    | "as"
                    | "very"
                    | "newly"
                    | "just"
                    | "out"
                    | "a"
                    | "an"
            )
    }

    /// Whether something else about the subject follows: "was sixty and feared nobody", "was twenty and in debt".
    fn goes_on(&self, at: usize) -> bool {
        let line = &self.line;
        let next = line.behind_adverbs(at + 1);
        let word = line.word(next);
        // "was one-and-twenty and in debt".
        let is_more =
            word == "unmarried" || word == "in" && matches!(line.word(next + 1), "debt" | "love");
        line.word(at) == "and"
            && (is_more
                || matches!(word, "had" | "was" | "could" | "would" | "did" | "has" | "is")
                || word.ends_with("ed") && word != "hundred"
                || ACTS.contains(word))
    }

    /// The word behind "years old" or "years of age".
    fn behind_years(&self, at: usize) -> Option<usize> {
        let line = &self.line;
        if !matches!(line.word(at), "years" | "year") {
            return None;
        }
        if line.word(at + 1) == "old" {
            Some(at + 2)
        } else if line.word(at + 1) == "of" && line.word(at + 2) == "age" {
            Some(at + 3)
        } else {
            None
        }
    }

    /// "a man of forty", "a forty-year-old man", with the end of a part of the sentence behind it.
    fn somebody_of(&self, at: usize) -> Option<(u32, usize)> {
        let line = &self.line;
        self.somebody_counted(at).filter(|(_, end)| {
            line.ends_part(end - 1)
                || line.word(end - 1) == "old"
                || self.goes_on(*end)
                || matches!(
                    line.word(*end),
                    "when" | "in" | "at" | "by" | "before" | "with" | "who" | "whose" | "from"
                )
        })
    }

    fn somebody_counted(&self, at: usize) -> Option<(u32, usize)> {
        let line = &self.line;
        if !matches!(line.word(at), "a" | "an" | "the") {
            return None;
        }
        if let Some((age, end)) = number(line.text, at + 1)
            && line.word(end) == "year"
            && line.word(end + 1) == "old"
        {
            return Some((age, end + 2));
        }
        let noun = (at + 1..=at + 1 + ADJECTIVES_MAX)
            .take_while(|&it| {
                (line.is_beside(it) || line.is_behind_comma(it) || line.is_hyphened(it))
                    // "a motherly kind of woman".
                    && (line.word(it) != "of" || matches!(line.word(it - 1), "kind" | "sort"))
            })
            .find(|&it| SOMEBODY.contains(&line.word(it)) || PROFESSIONS.contains(line.word(it)))?;
        if line.word(noun + 1) != "of" || INEXACT.contains(&line.word(noun + 2)) {
            return None;
        }
        let from = line.behind_adverbs(noun + 2);
        let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
        let is_years = line.word(end) == "years";
        // "a priest of thirty years" is that old as a priest, and "a governess of four" has four pupils.
        let is_age = SOMEBODY.contains(&line.word(noun)) || !is_years && age >= WORKING_AGE_MIN;
        (BARE_AGE.contains(&age) && is_age).then_some((age, end + usize::from(is_years)))
    }

    /// "At nineteen, Lucy", "At the age of nineteen Lucy".
    fn at_age(&self, start: usize) -> Option<(u32, usize)> {
        let line = &self.line;
        let first = line.words.start;
        if matches!(line.word(first), "being" | "aged") {
            let but = usize::from(line.word(first + 1) == "but");
            let from = line.behind_adverbs(first + 1 + but);
            let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
            let end = self.behind_years(end).unwrap_or(end);
            let is_led = end == start && line.is_behind_comma(start);
            return (is_led && BARE_AGE.contains(&age)).then_some((age, first));
        }
        // "Twenty-six years old and already tired of the place, Hale gave notice".
        let counted = number(line.text, first).filter(|(age, _)| BARE_AGE.contains(age));
        if let Some((age, end)) = counted
            && let Some(behind) = self.behind_years(end)
        {
            let is_phrase = (behind..start)
                .all(|at| self.person_at(at).is_none() && !PAST_VERBS.contains(line.word(at)));
            let is_led = (behind == start || line.word(behind) == "and")
                && start <= behind + FRONTED_WORDS_MAX
                && line.is_behind_comma(start);
            return (is_led && is_phrase).then_some((age, first));
        }
        // "A man of sixty, Hale went", "For a man of sixty Hale ran well".
        let article = first + usize::from(line.word(first) == "for");
        if matches!(line.word(article), "a" | "an") {
            let (age, end) = self.somebody_counted(article)?;
            let is_for = article > first && line.is_beside(start);
            return (end == start && (is_for || line.is_behind_comma(start)))
                .then_some((age, first));
        }
        if line.word(first) != "at" || start > first + 7 {
            return None;
        }
        let is_age = line.word(first + 1) == "the"
            && line.word(first + 2) == "age"
            && line.word(first + 3) == "of";
        let from = line.behind_adverbs(if is_age { first + 4 } else { first + 1 });
        let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
        let end = self.behind_years(end).unwrap_or(end);
        let is_led = end == start && (line.is_behind_comma(start) || line.is_beside(start));
        (is_led && BARE_AGE.contains(&age)).then_some((age, first))
    }
}
