//! What a draft states of somebody's age, eyes and hair, against the attributes of the lore and against what
//! the text states: before the document that the draft belongs to, or anywhere where none is named.

use std::collections::HashSet;

use domain::{
    facts::{Attribute, Fact, exclude},
    fold::fold,
    lore::Entry,
};
use domain::{
    findings::Severity,
    tools::answers::story::{Contradicted, ContradictedKind, DraftCheckKind, DraftFinding},
};
use serde_json::Value;

use super::{CONTRADICTED_MAX, Draft, named, of_lore};
use crate::{
    ledger::of_texts,
    skills::{
        project_records::names_of,
        subject::{Quote, Subject, quoted, shortened},
    },
};

impl Draft<'_> {
    pub(super) fn canon(&self) -> Vec<DraftFinding> {
        let entries = &self.records.entries;
        let draft = Subject::new(None, self.subject.source.clone());
        let stated = looks(of_texts(&[&draft], entries));
        if stated.is_empty() {
            return Vec::new();
        }
        let about: HashSet<&str> = stated.iter().filter_map(|it| it.entry_id.as_deref()).collect();
        let others = self.other_texts(&about);
        let mut known = of_texts(&others.iter().collect::<Vec<_>>(), entries);
        known.retain(|it| !self.records.rejected.contains(&it.id()));
        let known = looks(known);
        let mut findings = Vec::new();
        for (at, fact) in stated.iter().enumerate() {
            let lore = self.against_lore(fact);
            let agrees_with_lore = lore.as_ref().is_some_and(|(agrees, _)| *agrees);
            findings.extend(lore.and_then(|(_, finding)| finding));
            if !agrees_with_lore {
                let is_other = |it: &&Fact| {
                    it.entry_id == fact.entry_id
                        && exclude(it.attribute, fact.attribute, (&it.value, &fact.value))
                };
                findings.extend(self.against_text(fact, known.iter().filter(is_other).collect()));
            }
            let other = stated[..at].iter().find(|it| {
                it.entry_id == fact.entry_id
                    && exclude(it.attribute, fact.attribute, (&it.value, &fact.value))
            });
            findings.extend(other.map(|other| {
                let reason = format!(
                    "{} The draft itself says “{}” before: {}.",
                    says(fact),
                    other.value,
                    quoted(&other.passage.quote)
                );
                let rule = (DraftCheckKind::Canon, "states_otherwise_in_the_draft");
                self.finding(rule, Severity::Medium, &reason, quote(fact), Vec::new())
            }));
        }
        findings
    }

    /// The texts that a draft is compared with and that may name one of these entries: the one it belongs
    /// to is none of them.
    fn other_texts(&self, about: &HashSet<&str>) -> Vec<Subject> {
        let manuscript = &self.records.book.manuscript;
        let end = self.point.as_ref().map_or(manuscript.len(), |it| it.positions.start);
        let before: HashSet<&str> =
            manuscript[..end].iter().map(|it| it.document.id.as_str()).collect();
        let entries = self.records.entries.iter().filter(|it| about.contains(it.id.as_str()));
        let words: Vec<String> = entries
            .flat_map(names_of)
            .filter_map(|name| name.split_whitespace().next())
            .map(domain::fold::fold)
            .collect();
        let texts = self.records.subjects_with(&words).into_iter();
        let texts = texts.filter(|(it, _)| before.contains(it.document.id.as_str()));
        texts.map(|(_, subject)| subject).collect()
    }

    /// Whether the lore states the same, and what is found if it does not; none where it states nothing.
    fn against_lore(&self, fact: &Fact) -> Option<(bool, Option<DraftFinding>)> {
        let entry = self.records.entry(fact.entry_id.as_deref()?)?;
        let (key, said) = attribute(entry, fact.attribute)?;
        if says_so(&said, &fact.value) {
            return Some((true, None));
        }
        let reason = format!("{} In the lore, {} is “{}”.", says(fact), named(&key), named(&said));
        let severity = if fact.is_spoken { Severity::Low } else { Severity::High };
        let rule = (DraftCheckKind::Canon, "lore_states_otherwise");
        let finding = self.finding(rule, severity, &reason, quote(fact), vec![of_lore(entry)]);
        Some((false, Some(finding)))
    }

    fn against_text(&self, fact: &Fact, others: Vec<&Fact>) -> Option<DraftFinding> {
        let first = others.first()?;
        let age = match fact.attribute {
            Attribute::Age => " Years may lie between both.",
            _ => "",
        };
        let reason = format!(
            "{} “{}” says “{}”: {}.{age}",
            says(fact),
            named(&first.passage.title),
            first.value,
            quoted(&first.passage.quote)
        );
        let is_weak = fact.is_spoken || first.is_spoken || fact.attribute == Attribute::Age;
        let severity = if is_weak { Severity::Low } else { Severity::Medium };
        let mut seen = HashSet::new();
        let documents = others.iter().filter(|it| seen.insert(it.passage.id.as_str()));
        let contradicts = documents.take(CONTRADICTED_MAX).map(|it| Contradicted {
            kind: ContradictedKind::Document,
            id: Some(it.passage.id.clone()),
            title: named(&it.passage.title),
        });
        let rule = (DraftCheckKind::Canon, "text_states_otherwise");
        let contradicts = contradicts.collect();
        Some(self.finding(rule, severity, &reason, quote(fact), contradicts))
    }
}

/// What a draft states, as a sentence.
fn says(fact: &Fact) -> String {
    let by = if fact.is_spoken { "Somebody in the draft says" } else { "The draft says" };
    format!("{by} of the {} of {}: “{}”.", fact.attribute, fact.name, named(&fact.value))
}

/// What is stated now of ages, eyes and hair of entries of the lore, each value once.
fn looks(mut facts: Vec<Fact>) -> Vec<Fact> {
    let mut met = HashSet::new();
    facts.retain(|it| {
        matches!(it.attribute, Attribute::Age | Attribute::Eyes | Attribute::Hair)
            && it.entry_id.is_some()
            && !it.is_past
            && met.insert((
                it.entry_id.clone(),
                it.attribute as u8,
                it.value.clone(),
                it.passage.id.clone(),
            ))
    });
    facts
}

fn quote(fact: &Fact) -> Quote {
    let at = |position: i64| usize::try_from(position).unwrap_or_default();
    let passage = &fact.passage;
    Quote { quote: passage.quote.clone(), start: at(passage.start), end: at(passage.end) }
}

/// The attributes of the lore that say the same as an attribute of a fact, by their keys without marks.
fn keys(of: Attribute) -> &'static [&'static str] {
    match of {
        Attribute::Age => &["age"],
        Attribute::Eyes => &["eyes", "eye", "eyecolour", "eyecolor", "colourofeyes", "colorofeyes"],
        Attribute::Hair => &["hair", "haircolour", "haircolor", "colourofhair", "colorofhair"],
        _ => &[],
    }
}

/// Words that name one colour.
fn alike(value: &str) -> &str {
    match value {
        "gray" => "grey",
        "gold" => "golden",
        "blonde" => "blond",
        "silvery" => "silver",
        other => other,
    }
}

/// Whether an attribute of the lore holds a value as a word, or a number between two ages.
fn says_so(attribute: &str, value: &str) -> bool {
    let attribute = fold(attribute);
    let mut words = attribute.split(|letter: char| !letter.is_alphanumeric());
    if let Some((least, most)) = value.split_once('-') {
        let between = |word: &str| {
            let (least, most): (i64, i64) = (least.parse().ok()?, most.parse().ok()?);
            word.parse().ok().map(|age: i64| (least..=most).contains(&age))
        };
        if words.clone().any(|word| between(word) == Some(true)) {
            return true;
        }
    }
    words.any(|word| value.split('-').any(|part| alike(word) == alike(part)))
}

/// The key and the value of the attribute of an entry that says what a fact is about.
fn attribute(entry: &Entry, of: Attribute) -> Option<(String, String)> {
    let read: Value = serde_json::from_str(&entry.attributes.0).ok()?;
    read.as_object()?.iter().find_map(|(key, value)| {
        let bare: String = fold(key).chars().filter(|letter| letter.is_alphanumeric()).collect();
        let said = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        keys(of).contains(&bare.as_str()).then(|| (shortened(key), shortened(&said)))
    })
}
