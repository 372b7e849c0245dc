//! What a draft states of somebody's age, eyes and hair, against the attributes of the lore and against what
//! the text states: before the document that the draft belongs to, or anywhere where none is named.

use std::collections::HashSet;

use domain::{
    findings::Severity,
    tools::answers::story::{Contradicted, ContradictedKind, DraftCheckKind, DraftFinding},
};
use prose::Aspect;

use super::{CONTRADICTED_MAX, Draft, named, of_lore};
use crate::skills::{
    archivist::facts::{self, Fact},
    project_records::names_of,
    subject::{Subject, quoted},
};

impl Draft<'_> {
    pub(super) fn canon(&self) -> Vec<DraftFinding> {
        let entries = &self.records.entries;
        let draft = Subject::new(None, self.subject.source.clone());
        let (mut stated, _) = facts::of(&[draft], entries);
        stated.retain(|it| it.about != Aspect::Role && it.entry_id.is_some());
        if stated.is_empty() {
            return Vec::new();
        }
        let about: HashSet<&str> = stated.iter().filter_map(|it| it.entry_id.as_deref()).collect();
        let (known, _) = facts::of(&self.other_texts(&about), entries);
        let mut findings = Vec::new();
        for (at, fact) in stated.iter().enumerate() {
            let lore = self.against_lore(fact);
            let agrees_with_lore = lore.as_ref().is_some_and(|(agrees, _)| *agrees);
            findings.extend(lore.and_then(|(_, finding)| finding));
            if !agrees_with_lore {
                let is_other = |it: &&Fact| {
                    it.entry_id == fact.entry_id
                        && it.about == fact.about
                        && facts::alike(&it.value) != facts::alike(&fact.value)
                };
                findings.extend(self.against_text(fact, known.iter().filter(is_other).collect()));
            }
            let other = stated[..at].iter().find(|it| {
                it.entry_id == fact.entry_id
                    && it.about == fact.about
                    && facts::alike(&it.value) != facts::alike(&fact.value)
            });
            findings.extend(other.map(|other| {
                let reason = format!(
                    "{} The draft itself says “{}” before: {}.",
                    says(fact),
                    other.value,
                    quoted(&other.quote.quote)
                );
                let rule = (DraftCheckKind::Canon, "states_otherwise_in_the_draft");
                self.finding(rule, Severity::Medium, &reason, fact.quote.clone(), Vec::new())
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
        let (key, said) = facts::attribute(entry, fact.about)?;
        if facts::says(&said, &fact.value) {
            return Some((true, None));
        }
        let reason = format!("{} In the lore, {} is “{}”.", says(fact), named(&key), named(&said));
        let severity = if fact.is_spoken { Severity::Low } else { Severity::High };
        let rule = (DraftCheckKind::Canon, "lore_states_otherwise");
        let finding =
            self.finding(rule, severity, &reason, fact.quote.clone(), vec![of_lore(entry)]);
        Some((false, Some(finding)))
    }

    fn against_text(&self, fact: &Fact, others: Vec<&Fact>) -> Option<DraftFinding> {
        let first = others.first()?;
        let age = match fact.about {
            Aspect::Age => " Years may lie between both.",
            _ => "",
        };
        let reason = format!(
            "{} “{}” says “{}”: {}.{age}",
            says(fact),
            named(&first.title),
            first.value,
            quoted(&first.quote.quote)
        );
        let is_weak = fact.is_spoken || first.is_spoken || fact.about == Aspect::Age;
        let severity = if is_weak { Severity::Low } else { Severity::Medium };
        let mut seen = HashSet::new();
        let documents = others.iter().filter(|it| seen.insert(it.document_id.as_str()));
        let contradicts = documents.take(CONTRADICTED_MAX).map(|it| Contradicted {
            kind: ContradictedKind::Document,
            id: Some(it.document_id.clone()),
            title: named(&it.title),
        });
        let rule = (DraftCheckKind::Canon, "text_states_otherwise");
        let contradicts = contradicts.collect();
        Some(self.finding(rule, severity, &reason, fact.quote.clone(), contradicts))
    }
}

/// What a draft states, as a sentence.
fn says(fact: &Fact) -> String {
    let by = if fact.is_spoken { "Somebody in the draft says" } else { "The draft says" };
    let about = match fact.about {
        Aspect::Age => "the age of",
        Aspect::Eyes => "the eyes of",
        Aspect::Hair => "the hair of",
        Aspect::Role => "the role of",
    };
    format!("{by} of {about} {}: “{}”.", fact.name, named(&fact.value))
}
