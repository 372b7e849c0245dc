//! Contradictions of when and where: acts after a death, dates of a life that only come in another order,
//! an age against a date of birth, one person in two places on one day.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    COMPARED_MAX, Contradiction, Ledger, Person, contradiction,
    values::{ages_of, said_age},
    where_stated,
};
use crate::facts::{
    Attribute, Fact, FactSource, PartialDate,
    order::{ages, are_out_of_order, are_two_dates, differ},
};

/// Somebody who acts in more chapters than this after a death was not meant by it, or the story goes back.
const CHAPTERS_AFTER_MAX: usize = 2;

/// The time of the day of somebody who stays all day.
const WHOLE_DAY: &str = "whole day";

/// Days between a departure and the arrival that belongs to it, at most.
const DAYS_APART_MAX: i64 = 400;

/// Years by which an age may miss what the year of the story says.
const YEARS_SLACK: i64 = 2;

impl Person<'_> {
    fn all(&self, attribute: Attribute) -> Vec<(usize, &Fact)> {
        let all = self.facts.iter().map(|&at| (at, &self.ledger.facts[at]));
        all.filter(|(_, fact)| fact.attribute == attribute && !fact.is_spoken)
            .take(COMPARED_MAX)
            .collect()
    }

    /// Somebody who is dead and acts later in the book.
    pub(super) fn after_death(&self, found: &mut Vec<Contradiction>) {
        let of_death = self.all(Attribute::Death);
        let Some(&(death_at, death)) = of_death
            .iter()
            .find(|(_, fact)| fact.source == FactSource::Text && is_of_the_book(fact))
        else {
            return;
        };
        let acts = self.facts.iter().map(|&at| (at, &self.ledger.facts[at])).filter(|(_, fact)| {
            fact.attribute == Attribute::Act && !fact.is_spoken && fact.order() > death.order()
        });
        let later: Vec<(usize, &Fact)> = acts.collect();
        let chapters: BTreeSet<usize> = later.iter().map(|(_, act)| act.passage.position).collect();
        let Some(&(act_at, _)) = later.first() else { return };
        if chapters.len() > CHAPTERS_AFTER_MAX {
            return;
        }
        found.push(contradiction(self.ledger, "dead_acts", (death_at, act_at), |first, last| {
            format!(
                "{} is dead {}, and acts {}.",
                last.name,
                where_stated(first),
                where_stated(last)
            )
        }));
    }

    /// Dates of a life in an order that cannot be, and ages that a date of birth excludes.
    pub(super) fn dates(&self, found: &mut Vec<Contradiction>) {
        const LIFE: [Attribute; 5] = [
            Attribute::Birth,
            Attribute::Engagement,
            Attribute::Wedding,
            Attribute::Act,
            Attribute::Death,
        ];
        let events: Vec<(usize, &Fact)> =
            LIFE.iter().flat_map(|it| self.all(*it)).filter(|(_, it)| it.date.is_some()).collect();
        let mut known: BTreeSet<(Attribute, Attribute)> = BTreeSet::new();
        for &(one_at, one) in &events {
            for &(other_at, other) in &events {
                let is_odd =
                    are_out_of_order(one, other) || one_at < other_at && are_two_dates(one, other);
                // Who acts behind their death in the text is found there already.
                let is_after_death = one.attribute == Attribute::Act
                    && other.attribute == Attribute::Death
                    && other.source == FactSource::Text
                    && is_of_the_book(other)
                    && one.order() > other.order();
                if !is_odd || is_after_death || !known.insert((one.attribute, other.attribute)) {
                    continue;
                }
                let pair = (one_at, other_at);
                let rule = "contradicted_order";
                found.push(contradiction(self.ledger, rule, pair, |first, last| {
                    format!(
                        "{}: the {} is {} {}, and the {} {} {}; both cannot be.",
                        last.name,
                        event_of(first),
                        written(first),
                        where_stated(first),
                        event_of(last),
                        written(last),
                        where_stated(last)
                    )
                }));
            }
        }
        self.ages_of_birth(found);
    }

    /// An age that a date of birth excludes.
    pub(super) fn ages_of_birth(&self, found: &mut Vec<Contradiction>) {
        let births = self.all(Attribute::Birth);
        let Some((birth_at, birth)) = births.iter().find_map(|(at, fact)| Some((*at, fact.date?)))
        else {
            return;
        };
        let odd = self.stated(Attribute::Age).into_iter().find(|(_, fact)| {
            let Some((youngest, oldest)) = ages_of(fact) else { return false };
            if let Some((least, most)) = fact.date.and_then(|date| ages(birth, date)) {
                return oldest < least || youngest > most;
            }
            // Without a date of its own, an age is that of the years of the story.
            let (Some((from, to)), Some(born)) = (self.ledger.years, birth.year) else {
                return false;
            };
            // A timeline that reaches back to a birth says nothing of when the story is.
            if from <= born {
                return false;
            }
            let passed = match fact.source {
                FactSource::Text => self.elapsed.between((0, 0), fact.order()),
                // The lore may speak of the end of the story.
                _ => self.elapsed.all(),
            };
            oldest < from - born - 1 - YEARS_SLACK || youngest > to - born + passed + YEARS_SLACK
        });
        if let Some((age_at, _)) = odd {
            let pair = (birth_at, age_at);
            found.push(contradiction(self.ledger, "age_against_birth", pair, |first, last| {
                let (birth, age) =
                    if first.attribute == Attribute::Birth { (first, last) } else { (last, first) };
                let when = written(birth);
                let then =
                    if age.date.is_some() { format!(" {}", written(age)) } else { String::new() };
                format!(
                    "{} was born {when} {}, and is {} years old{then} {}.",
                    last.name,
                    where_stated(birth),
                    said_age(age),
                    where_stated(age)
                )
            }));
        }
    }

    /// One person in two places on one day.
    pub(super) fn locations(&self, found: &mut Vec<Contradiction>) {
        let stays: Vec<(usize, &Fact)> = self
            .stated(Attribute::Location)
            .into_iter()
            .filter(|(_, fact)| fact.date.is_some_and(|date| date.day.is_some()))
            .collect();
        for (nth, &(later_at, later)) in stays.iter().enumerate() {
            let odd = stays[..nth].iter().find(|(_, earlier)| {
                let same_day = earlier.date.zip(later.date).is_some_and(|(one, other)| {
                    let year = one.year.is_none() || other.year.is_none() || one.year == other.year;
                    year && one.month == other.month && one.day == other.day
                });
                let elsewhere = match (&earlier.other, &later.other) {
                    (Some((one, _)), Some((other, _))) => one != other,
                    _ => false,
                };
                let is_all_day =
                    [earlier, later].iter().any(|it| it.time_of_day.as_deref() == Some(WHOLE_DAY));
                same_day && elsewhere && (is_all_day || earlier.time_of_day == later.time_of_day)
            });
            if let Some(&(earlier_at, _)) = odd {
                let pair = (earlier_at, later_at);
                found.push(contradiction(self.ledger, "two_locations", pair, |first, last| {
                    format!(
                        "{} is in {} {}, and in {} {}, both on {}.",
                        last.name,
                        first.value,
                        where_stated(first),
                        last.value,
                        where_stated(last),
                        last.date_text.clone().unwrap_or_default()
                    )
                }));
            }
        }
    }

    /// A time between setting out and arriving that their dates exclude.
    pub(super) fn durations(&self, found: &mut Vec<Contradiction>) {
        let starts = self.all(Attribute::Start);
        for (end_at, end) in self.all(Attribute::End) {
            let Some((least, most)) = end.value.split_once('-').and_then(|(least, most)| {
                Some((least.parse::<i64>().ok()?, most.parse::<i64>().ok()?))
            }) else {
                continue;
            };
            // The last departure before it is the one that it belongs to.
            let since = |start: &Fact| days_between(start.date?, end.date?);
            let last = starts
                .iter()
                .filter_map(|(at, start)| Some((since(start)?, *at)))
                .filter(|(days, _)| (0..=DAYS_APART_MAX).contains(days))
                .min();
            if let Some((days, start_at)) = last.filter(|(days, _)| !(least..=most).contains(days))
            {
                let pair = (start_at, end_at);
                let rule = "contradicted_duration";
                found.push(contradiction(self.ledger, rule, pair, |first, last| {
                    let (start, end) = if first.attribute == Attribute::Start {
                        (first, last)
                    } else {
                        (last, first)
                    };
                    format!(
                        "{} sets out {} {} and arrives {} {}: that is {days} days, and not what \
                         is said.",
                        last.name,
                        written(start),
                        where_stated(start),
                        written(end),
                        where_stated(end)
                    )
                }));
            }
        }
    }
}

/// The wedding of two that is told of each with another date: what is told of one of them is found with their life.
pub(super) fn weddings(ledger: &Ledger, found: &mut Vec<Contradiction>) {
    let mut first: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let weddings = ledger.facts.iter().enumerate().filter(|(_, fact)| {
        fact.attribute == Attribute::Wedding && fact.is_stated() && fact.date.is_some()
    });
    for (at, fact) in weddings {
        let Some(other) = fact.other.as_ref().map(|it| it.0) else { continue };
        let known = *first.entry((fact.subject.min(other), fact.subject.max(other))).or_insert(at);
        let one = &ledger.facts[known];
        if one.subject == fact.subject || !differ(one.date, fact.date) {
            continue;
        }
        found.push(contradiction(ledger, "contradicted_order", (known, at), |first, last| {
            format!(
                "{} and {} are married {} {}, and {} {}; both cannot be.",
                last.name,
                first.name,
                written(first),
                where_stated(first),
                written(last),
                where_stated(last)
            )
        }));
    }
}

/// Whether somebody is known to be one person of the book: a single name without an entry in the lore may be that of
/// somebody in a play, or in a tale that is told twice.
fn is_of_the_book(fact: &Fact) -> bool {
    // The heir of a title bears it too.
    const INHERITED: [&str; 9] =
        ["The", "Lord", "Lady", "Sir", "King", "Queen", "Prince", "Princess", "Count"];
    let is_capital =
        |word: &str| word.starts_with(char::is_uppercase) && !INHERITED.contains(&word);
    fact.entry_id.is_some() || fact.name.split(' ').filter(|word| is_capital(word)).count() > 1
}

/// The date of a fact, as it is written, behind its preposition: "on 3 May 1890", "in 1890".
fn written(fact: &Fact) -> String {
    let text = fact.date_text.as_deref().unwrap_or_default();
    let is_led = ["in ", "on "].iter().any(|it| text.starts_with(it));
    let has_day = fact.date.is_none_or(|date| date.day.is_some());
    match (is_led, has_day) {
        (true, _) => text.to_owned(),
        (false, true) => format!("on {text}"),
        (false, false) => format!("in {text}"),
    }
}

/// What happens, as a message names it: of an act its verb.
fn event_of(fact: &Fact) -> String {
    match fact.attribute {
        Attribute::Act => format!("act (“{}”)", fact.value),
        other => other.to_string(),
    }
}

/// Days from one date to another, where both say a day; of years that are not said, the same one.
fn days_between(from: PartialDate, to: PartialDate) -> Option<i64> {
    const COMMON_YEAR: i64 = 2001;
    let year = from.year.or(to.year).unwrap_or(COMMON_YEAR);
    let day = |date: PartialDate| {
        let month = i8::try_from(date.month?).ok()?;
        let day = i8::try_from(date.day?).ok()?;
        let year = i16::try_from(date.year.unwrap_or(year)).ok()?;
        jiff::civil::Date::new(year, month, day).ok()
    };
    Some(i64::from(day(to)?.since(day(from)?).ok()?.get_days()))
}
