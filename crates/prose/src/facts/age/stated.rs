//! Ages that are stated by a birthday, by years or winters, or by the word "age", whoever they are of: "had
//! passed her sixtieth birthday", "in his fortieth year", "for all his thirty years", "gave her age as nine".

use super::super::phrases::{Grammar, Whose};
use super::super::subjects::Subject;
use super::super::{Attribute, Fact};
use super::{BARE_AGE, or_older};
use crate::calendar::ordinal;
use crate::lists::CALENDAR;
use crate::numbers::number;
use crate::tokens::Text;

/// Words before a count of years in which it is put, and the words of a number, at most.
const NUMBER_WORDS_MAX: usize = 3;

/// Words of an ordinal number, at most: "thirty-first".
const ORDINAL_WORDS_MAX: usize = 2;

/// Words of "on her next birthday" before the birthday, at most.
const LED_WORDS_MAX: usize = 3;

/// Years that are those of somebody's life, where nothing but a "his" says so, at least.
const YEARS_OF_LIFE_MIN: u32 = 15;

/// Feasts that are dates: "would be thirty at Michaelmas".
const FEASTS: [&str; 9] = [
    "christmas",
    "easter",
    "michaelmas",
    "whitsun",
    "whitsuntide",
    "midsummer",
    "martinmas",
    "candlemas",
    "lammas",
];

/// Facts that are looked through for the same age, at most: the last ones.
const READ_AGAIN_MAX: usize = 2_000;

/// An age with whose it is.
pub(super) struct StatedAge<'r> {
    pub(super) age: u32,
    pub(super) words: (usize, usize),
    pub(super) owner: &'r Subject,
    /// Whether the sentence only names it.
    pub(super) is_named: bool,
    /// Whether it may be that of long ago, so that they are no younger now.
    pub(super) is_least: bool,
}

impl<'r> StatedAge<'r> {
    /// An age of somebody now.
    pub(super) fn of(age: u32, words: (usize, usize), owner: &'r Subject) -> Self {
        Self { age, words, owner, is_named: false, is_least: false }
    }
}

impl<'r> Grammar<'r, '_> {
    /// The age that is stated at this word.
    pub(in crate::facts) fn stated_age(&self, at: usize, found: &mut Vec<Fact>) {
        let stated = match self.line.word(at) {
            "birthday" => self.birthday(at),
            "year" => self.in_year(at),
            "years" | "winters" | "summers" => self.number_before(at).and_then(|number| {
                self.years_of(at, number)
                    .or_else(|| self.years_seen(at, number))
                    .or_else(|| self.years_old(at, number))
            }),
            "age" => self.age_named(at),
            "aged" => self.aged(at),
            "would" | "will" | "shall" => self.to_be(at),
            "at" | "in" | "though" | "although" => self.by_the_way(at),
            "owned" | "owns" | "confessed" | "confesses" | "admitted" => self.owned_to(at),
            _ => None,
        };
        let Some(stated) = stated.filter(|it| BARE_AGE.contains(&it.age)) else { return };
        let span = self.line.text.words_span(&(stated.words.0..stated.words.1));
        let is_read = |it: &Fact| {
            it.attribute == Attribute::Age && it.span.start < span.end && span.start < it.span.end
        };
        if stated.is_least && found.iter().rev().take(READ_AGAIN_MAX).any(is_read) {
            return;
        }
        let reader = self.reader(stated.owner);
        if reader.line.is_question() {
            return;
        }
        let (first, end) = stated.words;
        let words = (first.min(stated.owner.words.start), end.max(stated.owner.words.end));
        // A birthday and what somebody will be are so whatever the sentence denies.
        let value = match stated.is_least {
            true => or_older(stated.age),
            false => stated.age.to_string(),
        };
        let fact = match stated.is_named {
            true => reader.named_fact(Attribute::Age, value, words),
            false => reader.fact(Attribute::Age, value, words),
        };
        // That somebody is no younger is so now, too.
        let is_past = |it: &Fact| it.is_past && !stated.is_least;
        found.extend(fact.map(|it| Fact { is_past: is_past(&it), ..it }));
    }

    /// The number whose last word stands before this one, and its first word.
    fn number_before(&self, end: usize) -> Option<(u32, usize)> {
        self.count_before(end, NUMBER_WORDS_MAX, number)
    }

    fn ordinal_before(&self, end: usize) -> Option<(u32, usize)> {
        self.count_before(end, ORDINAL_WORDS_MAX, ordinal)
    }

    /// What is read in at most so many words before this one, and its first word.
    fn count_before(
        &self,
        end: usize,
        words_max: usize,
        read: impl Fn(&Text<'_>, usize) -> Option<(u32, usize)>,
    ) -> Option<(u32, usize)> {
        let line = &self.line;
        let from = end.saturating_sub(words_max).max(line.words.start);
        (from..end).find_map(|first| {
            let (age, behind) = read(line.text, first).filter(|_| line.has(first))?;
            (behind == end && line.is_beside(end)).then_some((age, first))
        })
    }

    /// Whose the words before this one say that it is: "her sixtieth", "Hale's sixtieth".
    fn owner_before(&self, first: usize) -> Option<&'r Subject> {
        self.person_ending(first).filter(|it| it.is_possessive && self.line.is_beside(first))
    }

    /// "had just passed her sixtieth birthday", "It was Hale's sixtieth birthday".
    fn birthday(&self, at: usize) -> Option<StatedAge<'r>> {
        let Some((age, first)) = self.ordinal_before(at) else {
            return self.birthday_counted(at);
        };
        let owner = self.owner_before(first)?;
        let start = owner.words.start;
        // "would be kept until her twentieth birthday" is to come.
        let from = start.saturating_sub(5).max(self.line.words.start);
        let is_to_come = (from..start).any(|it| {
            matches!(
                self.line.word(it),
                "until"
                    | "till"
                    | "before"
                    | "by"
                    | "towards"
                    | "approaching"
                    | "next"
                    | "for"
                    | "when"
            )
        });
        (!is_to_come)
            .then_some(StatedAge { is_named: true, ..StatedAge::of(age, (start, at + 1), owner) })
    }

    /// "It was Hale's birthday, his fortieth".
    fn birthday_counted(&self, at: usize) -> Option<StatedAge<'r>> {
        let line = &self.line;
        let owner = self.owner_before(at)?;
        let is_counted = line.is_behind_comma(at + 1) && matches!(line.word(at + 1), "his" | "her");
        let (age, end) = ordinal(line.text, at + 2).filter(|_| is_counted && line.has(at + 2))?;
        let be = owner.words.start.checked_sub(1)?;
        let is_today = matches!(line.word(be), "was" | "is") && line.word_before(be) == "it";
        let words = (owner.words.start, end);
        (is_today && line.ends_part(end - 1))
            .then_some(StatedAge { is_named: true, ..StatedAge::of(age, words, owner) })
    }

    /// "was in her fortieth year".
    fn in_year(&self, at: usize) -> Option<StatedAge<'r>> {
        let line = &self.line;
        let (year, first) = self.ordinal_before(at)?;
        let is_in = matches!(line.word_before(first), "his" | "her")
            && line.word_before(first - 1) == "in"
            && (line.ends_part(at) || !matches!(line.word(at + 1), "of" | "as" | "at" | "in"));
        let verb = first.checked_sub(3).filter(|_| is_in)?;
        let be = (verb.saturating_sub(1)..=verb)
            .rev()
            .find(|&it| matches!(line.word(it), "was" | "is" | "being"));
        let owner = be
            .and_then(|be| self.subject_of(be))
            .or_else(|| self.owner_before(first).filter(|_| be.is_none()))?;
        (year > 1).then_some(StatedAge::of(year - 1, (first, at + 1), owner))
    }

    /// "For all her thirty years", "Hale's sixty years sat lightly on him".
    fn years_of(&self, at: usize, (age, first): (u32, usize)) -> Option<StatedAge<'r>> {
        let line = &self.line;
        // "For all his thirty years Hale blushed".
        let opens = first == line.words.start + 3
            && line.word(line.words.start) == "for"
            && line.word(line.words.start + 1) == "all"
            && matches!(line.word(first - 1), "his" | "her");
        if let Some(owner) = self.person_at(at + 1).filter(|it| opens && !it.is_possessive) {
            return Some(StatedAge::of(age, (first, at + 1), owner));
        }
        let owner = self.owner_before(first)?;
        let start = owner.words.start;
        let before = line.word_before(start);
        let is_age =
            matches!(line.word(at + 1), "sat" | "weighed" | "lay" | "showed" | "had" | "told")
                && start == line.words.start
                || line.word(at + 1) == "of" && matches!(line.word(at + 2), "life" | "age")
                || before == "all" && line.word_before(start - 1) == "for"
                || before == "of" && line.word_before(start - 1) == "spite"
                || before == "despite"
                || before == "carried"
                || before == "wore";
        let is_of_work = matches!(line.word(at + 1), "in" | "as" | "at" | "with" | "on")
            || line.word(at + 1) == "of" && !matches!(line.word(at + 2), "life" | "age");
        let is_age = is_age || age >= YEARS_OF_LIFE_MIN && self.are_of_life(at, start);
        (is_age && !is_of_work).then_some(StatedAge::of(age, (start, at + 1), owner))
    }

    /// Whether years of somebody's are those of a life, by what they are of or with whom: "the tale of his sixty years was
    /// short", "with the dignity of his sixty years".
    fn are_of_life(&self, at: usize, start: usize) -> bool {
        const OF_LIFE: [&str; 13] = [
            "tale",
            "story",
            "dignity",
            "weight",
            "burden",
            "wisdom",
            "pride",
            "gravity",
            "sum",
            "experience",
            "vigour",
            "strength",
            "score",
        ];
        let line = &self.line;
        let is_closed =
            line.ends_part(at) || matches!(line.word(at + 1), "was" | "were" | "had" | "and");
        let noun = start.checked_sub(2).map_or("", |it| line.word(it));
        // "his thirty years' service"
        let is_possessive = line.text.gap_after(at).starts_with(['’', '\'']);
        is_closed && !is_possessive && line.word_before(start) == "of" && OF_LIFE.contains(&noun)
    }

    /// "Hale had seen sixty winters".
    fn years_seen(&self, at: usize, (age, first): (u32, usize)) -> Option<StatedAge<'r>> {
        let line = &self.line;
        let seen = first.checked_sub(1).filter(|&it| {
            line.is_beside(first) && matches!(line.word(it), "seen" | "numbered" | "counted")
        });
        let owner = self.subject_of(seen?)?;
        let closes = line.ends_part(at) || matches!(line.word(at + 1), "and" | "or" | "when");
        (closes || line.word(at) != "years")
            .then_some(StatedAge { is_named: true, ..StatedAge::of(age, (first, at + 1), owner) })
    }

    /// "He was, she knew, forty years old", where nobody else is spoken of.
    fn years_old(&self, at: usize, (age, first): (u32, usize)) -> Option<StatedAge<'r>> {
        let line = &self.line;
        let end = match (line.word(at + 1), line.word(at + 2)) {
            ("old", _) => at + 2,
            ("of", "age") => at + 3,
            _ => return None,
        };
        // "stood before them, twenty-three years of age and unable to speak".
        if self.is_set_off(first) && (line.ends_part(end - 1) || line.word(end) == "and") {
            const POSTURES: [&str; 12] = [
                "stood", "sat", "lay", "knelt", "waited", "rose", "entered", "came", "arrived",
                "went", "left", "walked",
            ];
            // "had a dog, twelve years old".
            let owner = self.sole_person(first).filter(|it| it.words.end < first)?;
            if !POSTURES.contains(&line.word(line.behind_adverbs(owner.words.end))) {
                return None;
            }
            return Some(StatedAge::of(age, (first, end), owner));
        }
        let be = first
            .checked_sub(1)
            .filter(|_| matches!(line.word_before(first), "was" | "is" | "being"))?;
        let owner = self.subject_of(be).or_else(|| self.sole_person(first))?;
        Some(StatedAge::of(age, (first, end), owner))
    }

    /// "gave her age as nine", "wrote down Hale's age, forty-one".
    fn age_named(&self, at: usize) -> Option<StatedAge<'r>> {
        let line = &self.line;
        let Whose::Known(owner) = self.phrase(at).whose else { return None };
        let from = match line.word(at + 1) {
            "as" => at + 2,
            "to" if line.word(at + 2) == "be" => at + 3,
            _ if line.is_behind_comma(at + 1) => at + 1,
            _ => return None,
        };
        let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
        line.ends_part(end - 1).then_some(StatedAge::of(age, (at, end), owner))
    }

    /// "Hale, bachelor, aged forty-seven", where nobody else is spoken of.
    fn aged(&self, at: usize) -> Option<StatedAge<'r>> {
        let line = &self.line;
        let (age, end) = number(line.text, at + 1).filter(|_| line.has(at + 1))?;
        let owner = self.sole_person(at).filter(|_| line.ends_part(end - 1))?;
        let is_behind = owner.words.end <= at && self.is_set_off(at);
        is_behind.then_some(StatedAge::of(age, (at, end), owner))
    }

    /// "Hale would be fifty in the autumn".
    fn to_be(&self, at: usize) -> Option<StatedAge<'r>> {
        let line = &self.line;
        if line.word(at + 1) != "be" {
            return None;
        }
        let (age, end) = number(line.text, at + 2).filter(|_| line.has(at + 2))?;
        const LED: [&str; 5] = ["the", "his", "her", "next", "coming"];
        let when = (end + 1..=end + 1 + LED_WORDS_MAX)
            .map(|it| line.word(it))
            .find(|word| !LED.contains(word))?;
        let is_time = CALENDAR.contains(when)
            || FEASTS.contains(&when)
            || matches!(
                when,
                "spring" | "summer" | "autumn" | "fall" | "winter" | "birthday" | "week" | "month"
            );
        let is_soon =
            matches!(line.word(end), "in" | "on" | "at" | "next" | "come" | "this") && is_time;
        let owner = self.subject_of(at).filter(|_| is_soon && age > 3)?;
        Some(StatedAge { is_named: true, ..StatedAge::of(age - 1, (at, end), owner) })
    }

    /// "Hale owned to forty-five", "Lucy, who owns to her fifty-two years".
    fn owned_to(&self, at: usize) -> Option<StatedAge<'r>> {
        let line = &self.line;
        if line.word(at + 1) != "to" {
            return None;
        }
        let is_led = matches!(line.word(at + 2), "being" | "her" | "his");
        let from = at + 2 + usize::from(is_led);
        let (age, end) = number(line.text, from).filter(|_| line.has(from))?;
        let is_years = line.word(end) == "years";
        // "Hale admitted to twenty" of his burglaries.
        if !is_led && !is_years && line.word(at) == "admitted" {
            return None;
        }
        let end = end + usize::from(is_years);
        let owner = self.subject_of(at).filter(|_| line.ends_part(end - 1) && age > 15)?;
        Some(StatedAge::of(age, (from, end), owner))
    }
}
