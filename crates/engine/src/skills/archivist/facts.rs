//! What texts state of whom, as the archivist takes it down: from the ledger of the project, and of texts
//! that are not in it, read in the same way; and where it does not agree.

use std::collections::{BTreeSet, HashMap};

use domain::{
    facts::{Attribute, Contradiction, Fact, FactSource, Ledger, contradictions},
    fold::fold,
    lore::Entry,
};
use serde_json::{Value, json};

use crate::{
    ledger::{ProjectLedger, of_texts},
    skills::{
        sightings::Sought,
        stated,
        subject::{Subject, shortened},
    },
};

/// The same stated of the same, as often as it is.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// Where it is first stated.
    pub(super) fact: Fact,
    times: usize,
}

/// Facts that cannot all be true.
#[derive(Debug, Clone)]
pub(super) struct Conflict {
    pub(super) name: String,
    attribute: Attribute,
    message: String,
    facts: Vec<Fact>,
}

/// What these texts state, each where it is first stated, and what of it cannot all be true.
pub(super) fn of(
    ledger: Option<ProjectLedger>,
    subjects: &[Subject],
    entries: &[Entry],
) -> (Vec<Statement>, Vec<Conflict>) {
    let ledger = ledger.as_ref();
    let wanted: BTreeSet<&str> =
        subjects.iter().filter_map(|it| Some(it.document.as_ref()?.0.as_str())).collect();
    let is_read =
        |id: &str| ledger.is_some_and(|it| it.documents.iter().any(|read| read.document.id == id));
    let others: Vec<&Subject> = subjects
        .iter()
        .filter(|it| it.document.as_ref().is_none_or(|(id, _)| !is_read(id)))
        .collect();
    let beside = Ledger { facts: of_texts(&others, entries), ..Ledger::default() };
    let of_ledger = ledger.map(|it| &it.ledger.facts[..]).unwrap_or_default();
    let is_wanted =
        |fact: &&Fact| fact.source == FactSource::Text && wanted.contains(fact.passage.id.as_str());
    let mut stated: Vec<&Fact> = of_ledger
        .iter()
        .filter(is_wanted)
        .chain(&beside.facts)
        .filter(|it| it.is_listed())
        .collect();
    stated.sort_by_key(|fact| fact.list_position());
    let mut conflicts: Vec<Conflict> = Vec::new();
    for (read, facts) in
        ledger.map(|it| (&it.ledger, of_ledger)).into_iter().chain([(&beside, &beside.facts[..])])
    {
        let is_here = |it: &Contradiction| {
            it.facts.iter().any(|&at| is_wanted(&&facts[at]) || facts[at].passage.id.is_empty())
        };
        conflicts
            .extend(contradictions(read).into_iter().filter(is_here).map(|it| conflict(facts, it)));
    }
    (without_repeats(stated), conflicts)
}

fn conflict(facts: &[Fact], it: Contradiction) -> Conflict {
    let all: Vec<Fact> = it.facts.iter().map(|&at| facts[at].clone()).collect();
    Conflict {
        name: all[0].name.clone(),
        attribute: all[0].attribute,
        message: it.message,
        facts: all,
    }
}

/// The same said of the same once, with how often.
fn without_repeats(facts: Vec<&Fact>) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    let mut known: HashMap<(String, Attribute, String, bool), usize> = HashMap::new();
    for fact in facts {
        let key = (fact.name.clone(), fact.attribute, fold(&fact.value), fact.is_spoken);
        match known.get(&key) {
            Some(&at) => found[at].times += 1,
            None => {
                known.insert(key, found.len());
                found.push(Statement { fact: fact.clone(), times: 1 });
            }
        }
    }
    found
}

impl Statement {
    /// Whether it is about one of these.
    pub(super) fn is_of(&self, sought: &[&Sought]) -> bool {
        sought.iter().any(|it| stated::is_about(&self.fact, it))
    }

    /// For people.
    pub(super) fn line(&self) -> String {
        let times = if self.times > 1 { format!(" ({} times)", self.times) } else { String::new() };
        format!("{}{times}", stated::line(&[&self.fact]))
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        let mut report = stated::report(&self.fact);
        report["times"] = self.times.into();
        report
    }
}

impl Conflict {
    /// Whether it is about one of these.
    pub(super) fn is_of(&self, sought: &[&Sought]) -> bool {
        self.facts.iter().any(|fact| sought.iter().any(|it| stated::is_about(fact, it)))
    }

    /// For people.
    pub(super) fn line(&self) -> String {
        let sources: Vec<String> = self.facts.iter().map(stated::source_text).collect();
        format!("{} {}", shortened(&self.message), sources.join("; "))
    }

    /// For programs.
    pub(super) fn report(&self) -> Value {
        json!({
            "name": self.name,
            "attribute": self.attribute,
            "message": self.message,
            "stated": self.facts.iter().map(stated::report).collect::<Vec<_>>(),
        })
    }
}
