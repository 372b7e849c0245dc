//! The check of facts: what cannot all be true, over the whole book, its lore and its timelines; dates that
//! no calendar has, weekdays that are not those of their dates, durations that their dates exclude,
//! journeys faster than the lore allows, and ranks that a book gives somebody once. Each finding quotes all
//! the statements that show it; one about lore and timelines alone belongs to no document.

mod lastings;
mod things;
mod titles;
mod weekdays;

use std::collections::HashMap;

use domain::{
    documents::Document,
    facts::{Contradiction, Fact, FactSource, contradictions},
    findings::{Check, CheckResult, FOUND_MAX, Observation, Severity, Source},
    lore::Quoted,
};
use prose::{CalendarDate, Journey, Span, StatedDuration, WEEKDAYS};
use serde_json::{Value, json};

use crate::ledger::{LoreJourney, ProjectLedger, ReadDocument};

/// Findings of one rule in a document that are kept while they are to be dealt with.
const RULE_MAX: usize = 20;

/// A journey may be so much faster than the lore says before it is a finding.
const FASTER_THAN: f64 = 0.75;

/// What the check finds, for each document.
pub(crate) fn run(read: &ProjectLedger) -> Vec<CheckResult> {
    let mut by_document: HashMap<&str, Vec<Observation>> = HashMap::new();
    let mut in_no_text = Vec::new();
    for it in contradictions(&read.ledger) {
        let quoted = &read.ledger.facts[it.facts[0]];
        let found = contradicted(&read.ledger.facts, it);
        if quoted.source == FactSource::Text {
            by_document.entry(quoted.passage.id.as_str()).or_default().push(found);
        } else {
            in_no_text.push(Observation { quoted: None, ..found });
        }
    }
    let story = weekdays::story_years(read);
    let mut results = Vec::with_capacity(read.documents.len() + 1);
    in_no_text.truncate(FOUND_MAX);
    results.push(CheckResult {
        check: Check::Facts,
        source: None,
        found: in_no_text,
        measures: None,
    });
    let of_two_dates = if story.is_empty() { weekdays::of_two_dates(read) } else { Vec::new() };
    let placed = [
        of_two_dates,
        lastings::contradicted(read),
        things::contradicted(read),
        titles::of_nobody(read),
        titles::of_names(read),
    ];
    for (position, found) in placed.into_iter().flatten() {
        let id = read.documents[position].document.id.as_str();
        by_document.entry(id).or_default().push(found);
    }
    for document in &read.documents {
        let id = document.document.id.as_str();
        let mut found = by_document.remove(id).unwrap_or_default();
        found.extend(of_dates(document, &story));
        found.extend(of_journeys(read, document));
        found.sort_by_key(|it| (it.severity, it.quoted.as_ref().map_or(0, |quoted| quoted.start)));
        without_repeats(&mut found);
        found.truncate(FOUND_MAX);
        let version = document.document.version;
        results.push(CheckResult {
            check: Check::Facts,
            source: Some(Source { document_id: id.to_owned(), version }),
            found,
            measures: None,
        });
    }
    results
}

/// Leaves out a thing that is there again where it is found already as something of somebody's.
fn without_repeats(found: &mut Vec<Observation>) {
    let mut met: Vec<(i64, i64)> = Vec::new();
    found.retain(|it| match &it.quoted {
        Some(quoted) if it.rule == "lost_thing" => {
            let is_met = met.iter().any(|at| at.0 < quoted.end && quoted.start < at.1);
            met.push((quoted.start, quoted.end));
            !is_met
        }
        _ => true,
    });
}

/// A contradiction as a finding: it quotes its later fact, and its detail all of them.
fn contradicted(facts: &[Fact], it: Contradiction) -> Observation {
    let all: Vec<&Fact> = it.facts.iter().map(|&at| &facts[at]).collect();
    let (quoted, earlier) = (all[0], &all[1..]);
    let quotes: Vec<String> =
        earlier.iter().map(|fact| crate::skills::subject::quoted(&fact.passage.quote)).collect();
    let identity: Vec<&str> = all.iter().map(|fact| fact.passage.quote.as_str()).collect();
    Observation {
        message: format!("{} The other place says {}.", it.message, quotes.join(" and ")),
        identity: Some(identity.join(" / ")),
        detail: Some(json!({
            "subject": quoted.name,
            "attribute": quoted.attribute,
            "statements": all.iter().map(|fact| statement(fact)).collect::<Vec<_>>(),
        })),
        ..finding(
            it.rule,
            it.severity,
            (&quoted.passage.quote, quoted.passage.start, quoted.passage.end),
        )
    }
}

fn statement(fact: &Fact) -> Value {
    let passage = &fact.passage;
    let mut statement = json!({
        // What may be about several is in no list.
        "factId": fact.others.is_empty().then(|| fact.id()),
        "source": fact.source,
        "title": passage.title,
        "value": fact.value,
        "quote": passage.quote,
    });
    if fact.source == FactSource::Text {
        statement["documentId"] = passage.id.as_str().into();
        statement["start"] = passage.start.into();
        statement["end"] = passage.end.into();
    }
    statement
}

/// What a text says that is no fact, as one of the statements of a finding.
fn text_statement(document: &Document, quote: &str, span: Span) -> Value {
    json!({
        "source": FactSource::Text,
        "title": document.title,
        "documentId": document.id,
        "quote": quote,
        "start": span.start,
        "end": span.end,
    })
}

fn finding(rule: &str, severity: Severity, (quote, start, end): (&str, i64, i64)) -> Observation {
    Observation {
        rule: rule.to_owned(),
        severity,
        message: String::new(),
        quoted: Some(Quoted { quote: quote.to_owned(), start, end }),
        identity: None,
        project_rule: None,
        detail: None,
        limit: RULE_MAX,
    }
}

fn at(quote: &str, span: Span) -> (&str, i64, i64) {
    let number = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    (quote, number(span.start), number(span.end))
}

/// What is wrong about the dates of a document alone, by the years of the story. Of what somebody only says or writes, a
/// writer may want to look at it.
fn of_dates(read: &ReadDocument, story: &[i64]) -> Vec<Observation> {
    let mut found = Vec::new();
    let narrated = read.facts.dates.iter().map(|date| (date, Severity::High));
    let claimed = read.facts.claimed_dates.iter().map(|date| (date, Severity::Medium));
    for (date, severity) in narrated.chain(claimed) {
        if date.is_impossible() {
            found.push(Observation {
                message: format!("No calendar has the date “{}”.", date.text),
                ..finding("impossible_date", Severity::High, at(&date.text, date.span))
            });
        } else if let Some(weekday) = date.contradicted_weekday() {
            found.push(Observation {
                message: format!(
                    "“{}” was a {}, and not a {}.",
                    day(date),
                    weekday_name(weekday),
                    weekday_name(date.weekday.unwrap_or(weekday))
                ),
                ..finding("wrong_weekday", severity, at(&date.text, date.span))
            });
        } else if weekdays::is_odd(date, story) {
            let said = weekday_name(date.weekday.unwrap_or_default());
            let when = match story {
                [year] => format!("in {year}, the year of the story"),
                _ => "in the year that the other dates of the book agree with".to_owned(),
            };
            // "This being Friday" says it of the day of its entry.
            let day = match date.is_of_entry {
                true => format!("“{}”: the day of this entry", date.text),
                false => format!("“{}”", date.text),
            };
            found.push(Observation {
                message: format!("{day} was no {said} {when}."),
                ..finding("wrong_weekday", severity, at(&date.text, date.span))
            });
        }
    }
    let is_odd = |it: &&StatedDuration| it.days < it.stated_days.0 || it.days > it.stated_days.1;
    for it in read.facts.durations.iter().filter(is_odd) {
        let message = match it.days {
            ..0 => format!(
                "“{}” is not behind “{}”, as “{}” says.",
                it.to.text, it.from.text, it.quote
            ),
            days => format!(
                "From “{}” to “{}” it is {days} days, and not what “{}” says.",
                it.from.text, it.to.text, it.quote
            ),
        };
        found.push(Observation {
            message,
            ..finding("contradicted_duration", Severity::High, at(&it.quote, it.span))
        });
    }
    found
}

fn day(date: &CalendarDate) -> String {
    match (date.year, date.month, date.day) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
        _ => date.text.clone(),
    }
}

fn weekday_name(weekday: u32) -> String {
    let name = WEEKDAYS[weekday as usize % WEEKDAYS.len()];
    name[..1].to_uppercase() + &name[1..]
}

/// A journey of which only the beginning is named, and that is faster than every way that the lore has from there, where
/// the document names the other end of the fastest.
fn of_start(ledger: &ProjectLedger, read: &ReadDocument, journey: &Journey) -> Option<Observation> {
    let start = &journey.names[0];
    let ways = ledger.journeys.iter().filter_map(|lore| {
        let [from, to] = &lore.names;
        let end = if ledger.is_same_name(start, from) {
            to
        } else if ledger.is_same_name(start, to) {
            from
        } else {
            return None;
        };
        Some((lore, end))
    });
    let (lore, end) = ways.min_by_key(|(lore, _)| lore.minutes)?;
    let is_faster = (journey.minutes as f64) < lore.minutes as f64 * FASTER_THAN;
    let is_named = || read.names.iter().any(|it| ledger.is_same_name(it, end));
    (is_faster && is_named()).then(|| Observation {
        message: format!(
            "The journey from {start} is faster here than every way that the lore has from there; that of {} says: {}",
            lore.entry,
            crate::skills::subject::quoted(&lore.quote)
        ),
        detail: Some(journey_detail(journey, lore)),
        ..finding("fast_journey", Severity::Medium, at(&journey.quote, journey.span))
    })
}

/// A journey beside the way of the lore that it is faster than.
fn journey_detail(journey: &Journey, lore: &LoreJourney) -> Value {
    json!({
        "minutes": journey.minutes,
        "loreMinutes": lore.minutes,
        "entry": lore.entry,
        "loreQuote": lore.quote,
    })
}

/// Journeys that are faster than the lore allows.
fn of_journeys(ledger: &ProjectLedger, read: &ReadDocument) -> Vec<Observation> {
    let mut found = Vec::new();
    for journey in read.facts.journeys.iter().filter(|it| !it.is_spoken) {
        let [one, other] = &journey.names;
        if other.is_empty() {
            found.extend(of_start(ledger, read, journey));
            continue;
        }
        // Of several ways the lore gives, the fastest one counts.
        let same = |a: &str, b: &str| ledger.is_same_name(a, b);
        let of_both = ledger.journeys.iter().filter(|lore| {
            let [from, to] = &lore.names;
            same(one, from) && same(other, to) || same(one, to) && same(other, from)
        });
        let stated = of_both
            .min_by_key(|lore| lore.minutes)
            .filter(|lore| (journey.minutes as f64) < lore.minutes as f64 * FASTER_THAN);
        if let Some(lore) = stated {
            found.push(Observation {
                message: format!(
                    "The journey between {one} and {other} is faster here than the lore of {} says: {}",
                    lore.entry,
                    crate::skills::subject::quoted(&lore.quote)
                ),
                detail: Some(journey_detail(journey, lore)),
                ..finding("fast_journey", Severity::High, at(&journey.quote, journey.span))
            });
        }
    }
    found
}
