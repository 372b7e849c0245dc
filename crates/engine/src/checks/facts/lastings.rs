//! How long something of one person's lasted, where a count of days and two dates of the same thing disagree.

use domain::findings::{Observation, Severity};
use prose::Lasting;
use serde_json::json;

use super::{at, finding};
use crate::ledger::{PersonsLasting, ProjectLedger};

/// Letters of a stem that another may contain: "imprison", "prison".
const CONTAINED_LETTERS_MIN: usize = 5;

/// The findings of all documents, each with the place of its document.
pub(super) fn contradicted(read: &ProjectLedger) -> Vec<(usize, Observation)> {
    let (dated, counted): (Vec<_>, Vec<_>) =
        read.lastings.iter().partition(|it| it.lasting.dates.is_some());
    counted.into_iter().filter_map(|it| contradiction(read, it, &dated)).collect()
}

/// The finding about a count of days, if no dates of what it is about agree with it.
fn contradiction(
    read: &ProjectLedger,
    counted: &PersonsLasting,
    dated: &[&PersonsLasting],
) -> Option<(usize, Observation)> {
    let of_same = || dated.iter().filter(|it| are_of_one_thing(it, counted));
    // A part of it may be shorter, as whatever somebody does in a war.
    let agree = |it: &PersonsLasting| {
        let (whole, said) = (it.lasting.days, counted.lasting.days);
        let may_be_part = counted.lasting.is_part || it.persons.is_empty();
        said.0 <= whole.1 && (may_be_part || whole.0 <= said.1)
    };
    if of_same().any(|it| agree(it)) {
        return None;
    }
    let dated = of_same().next()?;
    let is_counted_later =
        (dated.position, dated.lasting.span.start) < (counted.position, counted.lasting.span.start);
    let (earlier, later) = if is_counted_later { (*dated, counted) } else { (counted, *dated) };
    let (from, to) = dated.lasting.dates.as_ref()?;
    let statement = |it: &PersonsLasting| {
        let document = &read.documents[it.position].document;
        json!({
            "source": "text",
            "title": document.title,
            "documentId": document.id,
            "quote": it.lasting.quote,
            "start": it.lasting.span.start,
            "end": it.lasting.span.end,
        })
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
            Severity::Critical,
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

/// Whether both speak of the same thing of the same persons, or of the one thing that dates without a person are
/// about.
fn are_of_one_thing(dated: &PersonsLasting, counted: &PersonsLasting) -> bool {
    let topic = &counted.lasting.topic;
    let is_shared = |word: &String| topic.iter().any(|it| is_alike(it, word));
    if dated.persons.is_empty() {
        return dated.lasting.head.as_ref().is_some_and(|head| topic.contains(head));
    }
    counted.persons == dated.persons && dated.lasting.topic.iter().any(is_shared)
}

fn is_alike(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    short == long || short.len() >= CONTAINED_LETTERS_MIN && long.contains(short)
}
