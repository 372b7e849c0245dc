//! How long something of one person's lasted, where a count of days and two dates of the same thing disagree.

use std::collections::HashMap;

use domain::findings::{Observation, Severity};
use prose::Lasting;
use serde_json::json;

use super::{at, finding, text_statement};
use crate::ledger::{PersonsLasting, ProjectLedger};

/// Letters of a stem that another may contain: "imprison", "prison".
const CONTAINED_LETTERS_MIN: usize = 5;

/// Statements with dates that a count of days is compared with, at most: the first ones.
const COMPARED_MAX: usize = 200;

/// Statements with dates, by the persons whom they name, or by the event that they are about.
#[derive(Default)]
struct Dated<'r> {
    of_persons: HashMap<&'r [usize], Vec<&'r PersonsLasting>>,
    of_events: HashMap<&'r str, Vec<&'r PersonsLasting>>,
}

impl<'r> Dated<'r> {
    fn of(read: &'r ProjectLedger) -> Self {
        let mut dated = Self::default();
        for it in read.lastings.iter().filter(|it| it.lasting.dates.is_some()) {
            let same = if !it.persons.is_empty() {
                dated.of_persons.entry(&it.persons).or_default()
            } else if let Some(event) =
                it.lasting.head.as_ref().filter(|_| it.lasting.names.is_empty())
            {
                dated.of_events.entry(event).or_default()
            } else {
                continue;
            };
            if same.len() < COMPARED_MAX {
                same.push(it);
            }
        }
        dated
    }

    /// Those about the same thing of the same persons, and about the event that a count of days names.
    fn of_same(&self, counted: &'r PersonsLasting) -> Vec<&'r PersonsLasting> {
        let topic = &counted.lasting.topic;
        let is_shared = |word: &String| topic.iter().any(|it| is_alike(it, word));
        let of_persons = self.of_persons.get(counted.persons.as_slice()).into_iter().flatten();
        let of_persons = of_persons.filter(|it| it.lasting.topic.iter().any(is_shared));
        let of_events = topic.iter().filter_map(|word| self.of_events.get(word.as_str())).flatten();
        of_persons.chain(of_events).copied().collect()
    }
}

/// The findings of all documents, each with the place of its document.
pub(super) fn contradicted(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let dated = Dated::of(read);
    let counted = read.lastings.iter().filter(|it| it.lasting.dates.is_none());
    counted.filter_map(|it| contradiction(read, it, &dated.of_same(it))).collect()
}

/// The finding about a count of days, if no dates of what it is about agree with it.
fn contradiction(
    read: &ProjectLedger,
    counted: &PersonsLasting,
    dated: &[&PersonsLasting],
) -> Option<(usize, Observation)> {
    // A part of it may be shorter, as whatever somebody does in a war.
    let agree = |it: &PersonsLasting| {
        let (whole, said) = (it.lasting.days, counted.lasting.days);
        let may_be_part = counted.lasting.is_part || it.persons.is_empty();
        said.0 <= whole.1 && (may_be_part || whole.0 <= said.1)
    };
    if dated.iter().any(|it| agree(it)) {
        return None;
    }
    let dated = *dated.first()?;
    let is_counted_later =
        (dated.position, dated.lasting.span.start) < (counted.position, counted.lasting.span.start);
    let (earlier, later) = if is_counted_later { (dated, counted) } else { (counted, dated) };
    let (from, to) = dated.lasting.dates.as_ref()?;
    let statement = |it: &PersonsLasting| {
        let document = &read.documents[it.position].document;
        text_statement(document, &it.lasting.quote, it.lasting.span)
    };
    let quote = &counted.lasting.quote;
    let found = Observation {
        message: format!(
            "From “{from}” to “{to}” it is {}, and not what “{quote}” says.",
            said_days(&dated.lasting)
        ),
        identity: Some(format!("{} / {}", later.lasting.quote, earlier.lasting.quote)),
        detail: Some(json!({ "statements": [statement(later), statement(earlier)] })),
        ..finding(
            "contradicted_duration",
            Severity::High,
            at(&later.lasting.quote, later.lasting.span),
        )
    };
    Some((later.position, found))
}

/// The days between two dates, or of two years the years.
fn said_days(dated: &Lasting) -> String {
    const DAYS_OF_YEAR: i64 = 365;
    match dated.days {
        (1, 1) => "one day".to_owned(),
        (fewest, most) if fewest == most => format!("{fewest} days"),
        (fewest, most) => match (fewest + most) / 2 / DAYS_OF_YEAR {
            1 => "one year".to_owned(),
            years => format!("{years} years"),
        },
    }
}

/// Whether two stems are of one word.
fn is_alike(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    short == long || short.len() >= CONTAINED_LETTERS_MIN && long.contains(short)
}
