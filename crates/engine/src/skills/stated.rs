//! What the ledger of facts states of those whom a request names: what the request asks for first, each
//! value with the place that states it. Rejected facts are none.

use std::collections::HashMap;

use domain::{
    Error, Result,
    facts::{Attribute, Fact, FactSource, asked},
    fold::fold,
    lore::Entry,
};
use serde_json::{Value, json};

use super::{
    answers::{AnswerText, listed},
    reading::{Asked, Target, access},
    sightings::Sought,
    subject::{quoted, shortened},
};
use crate::{
    Studio,
    ledger::{self, ProjectLedger},
};

/// What an answer quotes of one value: the places that state it first.
const SOURCES_MAX: usize = 3;

/// What is stated of somebody, in the order of the book.
pub(super) struct StatedOf {
    id: Option<String>,
    name: String,
    facts: Vec<Fact>,
}

/// What is stated of all whom a request names, and what of it the request asks for.
pub(super) struct Stated {
    wanted: Vec<Attribute>,
    of: Vec<StatedOf>,
    /// Whether only some documents are asked about.
    is_of_part: bool,
}

/// The ledger of the project that a request is about; none of a request about no project.
pub(super) async fn ledger_of(studio: &Studio, asked: &Asked) -> Result<Option<ProjectLedger>> {
    let request = asked.request.clone();
    if request.project_id.is_none() && request.document_id.is_none() {
        return Ok(None);
    }
    let principal = request.principal.clone();
    let found = studio.database.scan(move |tx| Ok(access(tx, &request)?.id().to_owned())).await;
    match found {
        Ok(id) => ledger::of_project(studio, &principal, &id).await.map(Some),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// What the ledger states of those whom a request names, in the documents that it is about.
pub(super) async fn of_named(studio: &Studio, asked: &Asked) -> Result<Stated> {
    let ledger = match asked.target {
        Target::Text(_) => None,
        _ if asked.names_nothing() => None,
        _ => ledger_of(studio, asked).await?,
    };
    let documents: Option<Vec<String>> =
        asked.documents().map(|all| all.iter().map(|it| it.id.clone()).collect());
    Ok(Stated::of(ledger.as_ref(), &asked.words, &asked.sought(), documents.as_deref()))
}

impl Stated {
    pub(super) fn of(
        ledger: Option<&ProjectLedger>,
        words: &str,
        sought: &[Sought],
        documents: Option<&[String]>,
    ) -> Self {
        let of = |sought: &Sought| {
            let facts = ledger.into_iter().flat_map(|it| &it.ledger.facts);
            let mut facts: Vec<Fact> =
                facts.filter(|it| it.is_listed() && is_about(it, sought)).cloned().collect();
            if let Some(documents) = documents {
                facts.retain(|it| {
                    it.source == FactSource::Text && documents.contains(&it.passage.id)
                });
            }
            facts.sort_by_key(Fact::list_position);
            StatedOf { id: sought.id.clone(), name: sought.name(), facts }
        };
        let of = sought.iter().map(of).collect();
        Self { wanted: asked(words), of, is_of_part: documents.is_some() }
    }

    /// What is asked for; of a question that asks for nothing in particular, all.
    pub(super) fn write_to(&self, out: &mut AnswerText, scope: &str) {
        self.of.iter().for_each(|it| self.write_one(out, it, scope));
    }

    fn write_one(&self, out: &mut AnswerText, it: &StatedOf, scope: &str) {
        if self.wanted.is_empty() {
            out.list(&format!("Stated of {}", it.name), &it.values(None), Clone::clone);
        }
        for attribute in &self.wanted {
            let values = it.values(Some(*attribute));
            let is_side =
                matches!(attribute, Attribute::Relative | Attribute::Loss | Attribute::Gain);
            if values.is_empty() && !is_side {
                let is_placed = self.is_of_part && !scope.is_empty();
                let scoped = if is_placed { format!(" in {scope}") } else { String::new() };
                out.line(format!("Nothing states the {attribute} of {}{scoped}.", it.name));
            }
            values.iter().for_each(|line| out.line(line));
        }
    }

    /// What is asked for of an entry, or of a name that has none; empty where nothing in particular is.
    pub(super) fn answer_of(&self, entry: &Entry) -> String {
        let mut out = AnswerText::default();
        if self.is_asked_for() {
            self.one(entry).for_each(|it| self.write_one(&mut out, it, ""));
        }
        out.finish()
    }

    /// What is asked for of an entry, for programs.
    pub(super) fn report_of(&self, entry: &Entry) -> Value {
        let wanted = |fact: &&Fact| self.wanted.is_empty() || self.wanted.contains(&fact.attribute);
        let all: Vec<&Fact> = self.one(entry).flat_map(|it| &it.facts).filter(wanted).collect();
        listed(&all, |fact| report(fact))
    }

    fn one<'s>(&'s self, entry: &'s Entry) -> impl Iterator<Item = &'s StatedOf> {
        self.of.iter().filter(|it| match &it.id {
            Some(id) => *id == entry.id,
            None => entry.id.is_empty() && fold(&it.name) == fold(&entry.name),
        })
    }

    /// Whether the request asks for something that can be stated.
    pub(super) fn is_asked_for(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        let wanted = |fact: &&Fact| self.wanted.is_empty() || self.wanted.contains(&fact.attribute);
        let all: Vec<&Fact> = self.of.iter().flat_map(|it| &it.facts).filter(wanted).collect();
        listed(&all, |fact| report(fact))
    }
}

impl StatedOf {
    /// A line for each value, with the places that state it.
    fn values(&self, attribute: Option<Attribute>) -> Vec<String> {
        let wanted = |fact: &&Fact| attribute.is_none_or(|it| it == fact.attribute);
        let mut order: Vec<Vec<&Fact>> = Vec::new();
        let mut known: HashMap<(Attribute, &str, Option<&str>, bool, bool), usize> = HashMap::new();
        for fact in self.facts.iter().filter(wanted) {
            let other = fact.other.as_ref().map(|(_, name)| name.as_str());
            let key = (fact.attribute, fact.value.as_str(), other, fact.is_spoken, fact.is_past);
            let at = *known.entry(key).or_insert(order.len());
            match order.get_mut(at) {
                Some(same) => same.push(fact),
                None => order.push(vec![fact]),
            }
        }
        order.iter().map(|facts| line(facts)).collect()
    }
}

/// Whether a fact is about what is named: by its entry, or by its name.
pub(super) fn is_about(fact: &Fact, sought: &Sought) -> bool {
    match (&sought.id, &fact.entry_id) {
        (Some(id), Some(entry)) => id == entry,
        (None, None) => sought
            .names
            .iter()
            .any(|name| [&fact.name, &fact.name_text].into_iter().any(|of| fold(of) == fold(name))),
        _ => false,
    }
}

/// A value with the places that state it, for people.
pub(super) fn line(facts: &[&Fact]) -> String {
    let Some(first) = facts.first() else { return String::new() };
    let mut line = format!("{}, {}: {}", shortened(&first.name), first.attribute, said(first));
    if first.is_spoken {
        line += ", as somebody says";
    }
    if first.is_past {
        line += ", once";
    }
    let mut sources: Vec<String> = facts.iter().map(|it| source_text(it)).collect();
    sources.dedup();
    let left = sources.len().saturating_sub(SOURCES_MAX);
    sources.truncate(SOURCES_MAX);
    line += &format!(", {}", sources.join("; "));
    if left > 0 {
        line += &format!("; and {left} more");
    }
    line
}

/// What a fact states in a few words.
fn said(fact: &Fact) -> String {
    let other = fact.other.as_ref().map(|(_, name)| shortened(name));
    let value = match (fact.attribute, other) {
        (Attribute::Kinship, Some(other)) => format!("{} of {other}", fact.value),
        (Attribute::Wedding | Attribute::Engagement, Some(other)) => {
            format!("{} to {other}", fact.value)
        }
        _ => shortened(&fact.value),
    };
    let when = fact.date_text.as_ref().filter(|_| fact.date.is_some());
    when.map_or(value.clone(), |date| format!("{value} ({})", shortened(date)))
}

pub(super) fn source_text(fact: &Fact) -> String {
    let title = shortened(&fact.passage.title);
    let quote = &fact.passage.quote;
    match fact.source {
        FactSource::Text => format!("in “{title}”: {}", quoted(quote)),
        // An attribute is a key with its value, and no words of a text.
        FactSource::Lore => format!("in the lore of “{title}” ({})", shortened(quote)),
        FactSource::Timeline => format!("in the event “{title}” ({})", shortened(quote)),
    }
}

/// A fact for programs.
pub(super) fn report(fact: &Fact) -> Value {
    let is_text = fact.source == FactSource::Text;
    json!({
        "factId": fact.id(),
        "entryId": fact.entry_id,
        "name": fact.name,
        "attribute": fact.attribute,
        "value": fact.value,
        "other": fact.other.as_ref().map(|(_, name)| name),
        "date": fact.date_text,
        "isSpoken": fact.is_spoken,
        "isPast": fact.is_past,
        "source": fact.source,
        "documentId": is_text.then_some(&fact.passage.id),
        "title": fact.passage.title,
        "passage": {
            "quote": fact.passage.quote,
            "start": fact.passage.start,
            "end": fact.passage.end,
        },
    })
}
