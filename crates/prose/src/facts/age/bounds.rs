//! Ages of which only bounds are told: "in her fifties", "not yet thirty", "nearly forty".

use super::super::words::SOMEBODY;
use super::super::{Attribute, Fact, FactReader, Link};
use super::{ADJECTIVES_MAX, BARE_AGE, BARE_AGE_MAX, or_older};
use crate::numbers::number;

/// Years of the lower of two ages behind a comma, at least.
const APPOSED_AGE_MIN: u32 = 13;

/// Years between two ages when either may be meant, at most: "thirty or thirty-five".
const AGES_APART_MAX: u32 = 5;

/// Years of which "about" may miss one, two at least.
const YEARS_PER_YEAR_OF_SLACK: u32 = 8;

impl FactReader<'_, '_> {
    /// "Lucy was in her fifties", "Lucy was past fifty": the fewest and the most years.
    pub(super) fn decade(&self, found: &mut Vec<Fact>) {
        let line = &self.line;
        for predicate in self.predicates() {
            // "was a man not yet thirty"
            let at = self.behind_somebody(predicate.at).unwrap_or(predicate.at);
            let at = line.behind_adverbs(at);
            let read = self.bounds_at(predicate.link, at);
            if let Some((value, end)) = read {
                let words = (self.subject.words.start, end);
                // "not yet" denies nothing but more years, and "barely" nothing but one or two.
                let fact = self.fact(Attribute::Age, value.clone(), words).or_else(|| {
                    let is_bound = matches!(
                        line.word(at),
                        "not"
                            | "no"
                            | "barely"
                            | "scarcely"
                            | "hardly"
                            | "nearly"
                            | "almost"
                            | "about"
                            | "around"
                    );
                    let before = (line.words.start, at);
                    (is_bound && !line.is_hedged(before.0, before.1))
                        .then(|| self.plain_fact(Attribute::Age, value, words))
                });
                found
                    .extend(fact.map(|it| Fact { is_past: it.is_past || predicate.is_past, ..it }));
                return;
            }
        }
    }

    /// The years between which an age lies that is stated at a word, and the end of it.
    fn bounds_at(&self, link: Link, at: usize) -> Option<(String, usize)> {
        const DECADES: [(&str, u32); 7] = [
            ("twenties", 20),
            ("thirties", 30),
            ("forties", 40),
            ("fifties", 50),
            ("sixties", 60),
            ("seventies", 70),
            ("eighties", 80),
        ];
        let line = &self.line;
        match (link, line.word(at), line.word(at + 1)) {
            (Link::Be | Link::Apposed, "in", "his" | "her") => {
                let noun = (at + 2..at + 4)
                    .find_map(|it| Some((DECADES.iter().find(|ten| ten.0 == line.word(it))?, it)));
                noun.map(|((_, from), it)| (format!("{from}-{}", from + 9), it + 1))
            }
            // "was not yet five and twenty".
            (Link::Be, "not", "yet") => {
                let age = number(line.text, at + 2).filter(|_| line.has(at + 2));
                age.filter(|(age, end)| {
                    (15..=BARE_AGE_MAX).contains(age) && line.ends_part(end - 1)
                })
                .map(|(age, end)| (format!("{}-{}", BARE_AGE.start(), age - 1), end))
            }
            // "was barely twenty".
            (Link::Be | Link::Apposed, "barely" | "scarcely" | "hardly", _) => self
                .closing_number(at + 1)
                .map(|(age, end)| (format!("{}-{}", age - 1, age + 1), end)),
            // "was not more than seven".
            (Link::Be, "not" | "no", "more" | "older") if line.word(at + 2) == "than" => self
                .closing_number(at + 3)
                .map(|(age, end)| (format!("{}-{age}", BARE_AGE.start()), end)),
            // "was nearly forty".
            (Link::Be | Link::Apposed, "nearly" | "almost", _) => self
                .closing_number(at + 1)
                .filter(|(age, _)| *age > BARE_AGE.start() + 3)
                .map(|(age, end)| (format!("{}-{age}", age - 3), end)),
            // "was about eighteen".
            (Link::Be | Link::Apposed, "about" | "around", _) => self
                .closing_number(at + 1)
                .filter(|(age, _)| *age > BARE_AGE.start() + 3)
                .map(|(age, end)| {
                    let slack = (age / YEARS_PER_YEAR_OF_SLACK).max(2);
                    (format!("{}-{}", age - slack, age + slack), end)
                }),
            // "was more than eighty years of age".
            (Link::Be | Link::Apposed, "more", "than") => self
                .closing_number(at + 2)
                .filter(|(age, end)| *age >= 20 && self.line.word(end - 1) == "age")
                .map(|(age, end)| (or_older(age), end)),
            (Link::Be, "under", _) => self
                .closing_number(at + 1)
                .map(|(age, end)| (format!("{}-{}", BARE_AGE.start(), age - 1), end)),
            (Link::Be, "past" | "over", _) => {
                let age = number(line.text, at + 1).filter(|_| line.has(at + 1));
                age.filter(|(age, end)| {
                    (20..=BARE_AGE_MAX).contains(age) && line.ends_part(end - 1)
                })
                .map(|(age, end)| (or_older(age), end))
            }
            (Link::Be, ..) => self.one_of_two_ages(at, *BARE_AGE.start()),
            // "Besides Hale, five or six, all sailors, came."
            (Link::Apposed, ..) => self.one_of_two_ages(at, APPOSED_AGE_MIN),
            _ => None,
        }
    }

    /// "thirty-seven or thirty-eight", "seven or eight-and-thirty", "thirty-seven or eight".
    fn one_of_two_ages(&self, at: usize, least: u32) -> Option<(String, usize)> {
        let line = &self.line;
        let (first, or) = number(line.text, at).filter(|_| line.has(at))?;
        let is_or = line.word(or) == "or" && line.is_beside(or) && line.has(or + 1);
        let (last, end) = is_or.then(|| number(line.text, or + 1)).flatten()?;
        let end = self.behind_years(end).unwrap_or(end);
        let (first, last) = match (first, last) {
            (1..10, 20..) => (last / 10 * 10 + first, last),
            (20.., 1..10) => (first, first / 10 * 10 + last),
            both => both,
        };
        let is_near = first < last && last - first <= AGES_APART_MAX;
        (is_near && first >= least && line.ends_part(end - 1))
            .then(|| (format!("{first}-{last}"), end))
    }

    /// The word behind "a man" or "a tall young woman".
    fn behind_somebody(&self, at: usize) -> Option<usize> {
        let line = &self.line;
        if !matches!(line.word(at), "a" | "an") {
            return None;
        }
        let noun = (at + 1..=at + 1 + ADJECTIVES_MAX)
            .take_while(|&it| line.is_beside(it))
            .find(|&it| SOMEBODY.contains(&line.word(it)))?;
        matches!(line.word(noun + 1), "not" | "under" | "past" | "over").then_some(noun + 1)
    }

    /// A number of years with which a part of the sentence ends.
    fn closing_number(&self, at: usize) -> Option<(u32, usize)> {
        let line = &self.line;
        let (age, end) = number(line.text, at).filter(|_| line.has(at))?;
        let end = self.behind_years(end).unwrap_or(end);
        (BARE_AGE.contains(&age) && age > *BARE_AGE.start() && line.ends_part(end - 1))
            .then_some((age, end))
    }
}
