//! The facts of a document, as its text alone states them: of whom by their names as they stand, and when.
//! Which names are one person's, and what contradicts what, is for the whole book to say.

use serde::{Deserialize, Serialize};

use super::NameExtract;
use crate::calendar::{CalendarDate, days_of_entries};
use crate::facts::{
    Elapsed, Fact, FactBasis, Journey, JourneyText, Lasting, OpenFact, StatedDuration,
    ThingMention, TitleMention, elapsed, facts, journeys, lastings, open_facts, stated_durations,
    things, titles,
};
use crate::language::{Language, language};
use crate::lists::FUNCTION_WORDS;
use crate::span::Span;
use crate::tokens::Text;

/// Facts and dates that a document's extract holds at most; the first ones.
const FACTS_MAX: usize = 20_000;

/// The facts of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactExtract {
    /// What is stated of whom.
    pub facts: Vec<Fact>,
    /// The dates of the narration, as they are written; of speech those alone that no calendar has.
    pub dates: Vec<CalendarDate>,
    /// Days of a month with their weekday as letters and speech state them.
    pub claimed_dates: Vec<CalendarDate>,
    /// Spans of time with both of their dates.
    pub durations: Vec<StatedDuration>,
    /// Journeys with the time that they take.
    pub journeys: Vec<Journey>,
    /// How long things lasted.
    pub lastings: Vec<Lasting>,
    /// Years that go by.
    pub elapsed: Vec<Elapsed>,
    /// What is said of those whom a pronoun means, with whom that may be.
    pub open_facts: Vec<OpenFact>,
    /// Things that are there, or are no more.
    pub things: Vec<ThingMention>,
    /// Ranks that stand for somebody.
    pub titles: Vec<TitleMention>,
}

/// The journeys that a text states, and nothing else of it; of a document they are in its extract.
pub fn stated_journeys(text: &Text<'_>) -> Vec<Journey> {
    if is_foreign(text) {
        return Vec::new();
    }
    let mut found = journeys(&FactBasis::of(text, &NameExtract::of(text)), JourneyText::Lore);
    found.truncate(FACTS_MAX);
    found
}

/// Whether a text is in another language: the forms of words are those of English.
pub(super) fn is_foreign(text: &Text<'_>) -> bool {
    language(text).is_some_and(|language| language != Language::English)
}

/// Words by which "the thirtieth of February" is never: "We shall be there on the thirtieth of February".
const NEVER: [&str; 8] = ["shall", "will", "would", "says", "said", "till", "until", "promised"];

/// How somebody says what is not meant.
const JOKING: [&str; 6] = ["laughed", "joked", "jested", "grinned", "mocked", "teased"];

/// Whether a date that no calendar has is meant as one: not "no thirty-first of June", not "31 November lambs", and
/// not the thirtieth of February of which somebody speaks.
fn is_meant(text: &Text<'_>, date: &CalendarDate, is_spoken: bool) -> bool {
    let before = date.words.start.checked_sub(1).map_or("", |at| text.lower(at));
    let end = date.words.end;
    let counts = end < text.words().len()
        && text.gap_before(end) == " "
        && text.lower(end).ends_with('s')
        && !FUNCTION_WORDS.contains(text.lower(end));
    let sentence = &text.sentence_of(date.words.start).words;
    let says = |words: &[&str]| sentence.clone().any(|at| words.contains(&text.lower(at)));
    let is_never =
        is_spoken && says(&JOKING) || date.month == Some(2) && (is_spoken || says(&NEVER));
    !counts && !is_never && !matches!(before, "no" | "any" | "never" | "another")
}

/// Whether somebody states which day of the month falls on which weekday, as a letter does: the calendar says whether
/// that is so.
fn is_claimed(text: &Text<'_>, date: &CalendarDate) -> bool {
    let sentence = text.sentence_of(date.words.start);
    let is_asked = sentence.span.of(text.source()).contains('?')
        || sentence.words.clone().any(|at| {
            matches!(
                text.lower(at),
                "if" | "suppose" | "supposing" | "not" | "never" | "unless" | "or"
            )
        });
    date.weekday.is_some() && date.day.is_some() && date.month.is_some() && !is_asked
}

impl FactExtract {
    pub(super) fn of(text: &Text<'_>, names: &NameExtract) -> FactExtract {
        if is_foreign(text) {
            return FactExtract::default();
        }
        let mut basis = FactBasis::of(text, names);
        let mut extract = FactExtract {
            facts: facts(&basis),
            dates: Vec::new(),
            claimed_dates: Vec::new(),
            durations: stated_durations(&basis),
            journeys: journeys(&basis, JourneyText::Story),
            lastings: lastings(&basis),
            elapsed: elapsed(&basis),
            open_facts: open_facts(&basis),
            things: things(&basis),
            titles: titles(&basis),
        };
        // Their months are no more than likely, so that they show no calendar of the book.
        extract.claimed_dates = days_of_entries(text, &basis.dates);
        for date in std::mem::take(&mut basis.dates) {
            let is_quoted = basis.quoted[date.words.start];
            if date.is_impossible() {
                extract.dates.extend(is_meant(text, &date, is_quoted).then_some(date));
            } else if !is_quoted {
                extract.dates.push(date);
            } else if is_claimed(text, &date) {
                extract.claimed_dates.push(date);
            }
        }
        for date in extract.dates.iter_mut().chain(&mut extract.claimed_dates) {
            date.words = 0..0;
        }
        for date in extract.facts.iter_mut().filter_map(|fact| fact.date.as_mut()) {
            date.words = 0..0;
        }
        for it in &mut extract.durations {
            it.from.words = 0..0;
            it.to.words = 0..0;
        }
        extract.facts.truncate(FACTS_MAX);
        extract.dates.truncate(FACTS_MAX);
        extract.claimed_dates.truncate(FACTS_MAX);
        extract.durations.truncate(FACTS_MAX);
        extract.journeys.truncate(FACTS_MAX);
        extract.lastings.truncate(FACTS_MAX);
        extract.elapsed.truncate(FACTS_MAX);
        extract.open_facts.truncate(FACTS_MAX);
        extract.things.truncate(FACTS_MAX);
        extract.titles.truncate(FACTS_MAX);
        extract
    }

    pub(super) fn map_spans(&mut self, map: &mut impl FnMut(Span) -> Span) {
        for fact in &mut self.facts {
            for span in [&mut fact.name, &mut fact.span, &mut fact.sentence]
                .into_iter()
                .chain(&mut fact.other)
                .chain(fact.date.as_mut().map(|date| &mut date.span))
            {
                *span = map(*span);
            }
        }
        let of_durations = self
            .durations
            .iter_mut()
            .flat_map(|it| [&mut it.from.span, &mut it.to.span, &mut it.duration, &mut it.span]);
        let of_journeys = self.journeys.iter_mut().map(|it| &mut it.span);
        let of_lastings = self
            .lastings
            .iter_mut()
            .flat_map(|it| it.names.iter_mut().map(|(span, _)| span).chain([&mut it.span]));
        let of_open = self
            .open_facts
            .iter_mut()
            .flat_map(|it| it.names.iter_mut().map(|(span, _)| span).chain([&mut it.span]));
        let dates = self.dates.iter_mut().chain(&mut self.claimed_dates);
        let rest = dates.map(|date| &mut date.span);
        let rest = rest.chain(self.elapsed.iter_mut().map(|it| &mut it.span));
        let of_titles = self
            .titles
            .iter_mut()
            .flat_map(|it| it.names.iter_mut().map(|(span, _)| span).chain([&mut it.span]));
        let rest = rest.chain(self.things.iter_mut().map(|it| &mut it.span)).chain(of_titles);
        for span in of_durations.chain(of_journeys).chain(of_lastings).chain(of_open).chain(rest) {
            *span = map(*span);
        }
    }
}
