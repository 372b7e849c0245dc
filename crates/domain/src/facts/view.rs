//! Views of facts.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Attribute, Fact, FactSource, PartialDate};
use crate::lore::Quoted;

/// A fact of a project, as its ledger has it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Fact")]
pub struct FactItem {
    /// Its identifier: the same for as long as the words that state it stay the same.
    pub id: String,
    /// About whom.
    pub subject: String,
    /// The entry of the lore that is about them.
    pub entry_id: Option<String>,
    /// What about them.
    pub attribute: Attribute,
    /// What is stated.
    pub value: String,
    /// The other person or the place that it ties them to.
    pub other: Option<String>,
    /// When it was so, as far as it is said: `1893`, `1893-05` or `1893-05-03`, with `--` for a year that is
    /// not said.
    pub date: Option<String>,
    /// The date as it is written.
    pub date_text: Option<String>,
    /// Where it is stated.
    pub source: FactSource,
    /// The document that states it; none for lore and timelines.
    pub document_id: Option<String>,
    /// The title of the document, the entry or the event.
    pub title: String,
    /// The words that state it.
    pub quotation: Quoted,
    /// Whether somebody in the text says it: then it is a claim, and not the book's own word.
    pub is_claim: bool,
    /// Whether it was so once, and is not said to be so now.
    pub is_past: bool,
    /// How certain it is that the text says so of this person, from 0 to 1.
    pub certainty: f64,
    /// Whether its author rejected it.
    pub is_rejected: bool,
    /// Why.
    pub reason: Option<String>,
}

impl FactItem {
    /// The view of a fact, and why it was rejected, if it was.
    pub fn of(fact: &Fact, rejection: Option<&str>) -> Self {
        let passage = &fact.passage;
        Self {
            id: fact.id(),
            subject: fact.name.clone(),
            entry_id: fact.entry_id.clone(),
            attribute: fact.attribute,
            value: fact.value.clone(),
            other: fact.other.as_ref().map(|(_, name)| name.clone()),
            date: fact.date.map(written),
            date_text: fact.date_text.clone(),
            source: fact.source,
            document_id: (fact.source == FactSource::Text).then(|| passage.id.clone()),
            title: passage.title.clone(),
            quotation: Quoted {
                quote: passage.quote.clone(),
                start: passage.start,
                end: passage.end,
            },
            is_claim: fact.is_spoken,
            is_past: fact.is_past,
            certainty: f64::from(fact.certainty) / 100.0,
            is_rejected: rejection.is_some(),
            reason: rejection.map(str::to_owned),
        }
    }
}

fn written(date: PartialDate) -> String {
    let year = date.year.map_or_else(|| "-".to_owned(), |year| format!("{year:04}"));
    match (date.month, date.day) {
        (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year}-{month:02}"),
        _ => year,
    }
}
