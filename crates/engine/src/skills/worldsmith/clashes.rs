//! What does not fit together in the lore, by rule: names that several entries bear, attributes that
//! name somebody else than a relation of the same kind, and two entries that each stand above the
//! other.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    fold::fold_name,
    lore::{Entry, Mentions},
};
use serde_json::{Value, json};

use crate::skills::subject::shortened;

type Entries = [(Entry, Option<Mentions>)];

/// Kinds of relations that cannot hold both ways.
const ONE_WAY: [&str; 12] = [
    "father",
    "mother",
    "parent",
    "son",
    "daughter",
    "child",
    "ruler",
    "owner",
    "part of",
    "located in",
    "capital of",
    "founder",
];

/// Two things that do not fit together; entries by their positions.
pub(super) enum Clash {
    /// Several entries bear one name.
    SharedName { name: String, owners: Vec<usize> },
    /// An attribute says one thing, and a relation of the same kind another.
    Attribute { entry: usize, key: String, value: String, related: usize },
    /// A relation that cannot hold both ways, and does.
    Circle { kind: String, one: usize, other: usize },
}

/// The attributes of an entry that are texts or numbers, with folded keys.
pub(crate) fn attributes(entry: &Entry) -> Vec<(String, String)> {
    let read: Value = serde_json::from_str(&entry.attributes.0).unwrap_or_default();
    let Value::Object(all) = read else { return Vec::new() };
    let text = |value: Value| match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    all.into_iter().filter_map(|(key, value)| Some((fold_name(&key), text(value)?))).collect()
}

/// What does not fit together among these entries.
pub(super) fn of(entries: &Entries) -> Vec<Clash> {
    let mut owners: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, (entry, _)) in entries.iter().enumerate() {
        for name in std::iter::once(&entry.name).chain(&entry.aliases) {
            owners.entry(fold_name(name)).or_default().insert(at);
        }
    }
    let positions: BTreeMap<&str, usize> =
        entries.iter().enumerate().map(|(at, (entry, _))| (entry.id.as_str(), at)).collect();
    let mut clashes: Vec<Clash> = owners
        .iter()
        .filter(|(_, all)| all.len() > 1)
        .map(|(name, all)| Clash::SharedName {
            name: name.clone(),
            owners: all.iter().copied().collect(),
        })
        .collect();
    for (at, (entry, _)) in entries.iter().enumerate() {
        let mut related: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for relation in &entry.relations {
            if let Some(&target) = positions.get(relation.target_id.as_str()) {
                related.entry(fold_name(&relation.kind.0)).or_default().insert(target);
            }
        }
        for (key, value) in attributes(entry) {
            let Some(targets) = related.get(&key) else { continue };
            let named = owners.get(&fold_name(&value));
            let fits = named.is_some_and(|named| named.iter().any(|it| targets.contains(it)));
            if let (false, Some(&related)) = (fits, targets.first()) {
                clashes.push(Clash::Attribute { entry: at, key, value, related });
            }
        }
        for (kind, targets) in &related {
            for &other in targets.iter().filter(|&&other| other > at) {
                let back = entries[other]
                    .0
                    .relations
                    .iter()
                    .any(|it| it.target_id == entry.id && fold_name(&it.kind.0) == *kind);
                if back && ONE_WAY.contains(&kind.as_str()) {
                    clashes.push(Clash::Circle { kind: kind.clone(), one: at, other });
                }
            }
        }
    }
    clashes
}

impl Clash {
    /// For people.
    pub(super) fn line(&self, entries: &Entries) -> String {
        let name = |at: usize| shortened(&entries[at].0.name);
        match self {
            Self::SharedName { name: shared, owners } => {
                let owners: Vec<String> = owners.iter().map(|&at| name(at)).collect();
                format!("“{}” is a name of {}", shortened(shared), owners.join(" and "))
            }
            Self::Attribute { entry, key, value, related } => format!(
                "{}: the attribute {} is “{}”, the relation leads to {}",
                name(*entry),
                shortened(key),
                shortened(value),
                name(*related)
            ),
            Self::Circle { kind, one, other } => {
                format!("{} and {} are each “{}” of the other", name(*one), name(*other), kind)
            }
        }
    }

    /// For programs.
    pub(super) fn report(&self, entries: &Entries) -> Value {
        let id = |at: usize| entries[at].0.id.as_str();
        match self {
            Self::SharedName { name, owners } => json!({
                "rule": "shared_name",
                "name": shortened(name),
                "entryIds": owners.iter().map(|&at| id(at)).collect::<Vec<_>>(),
            }),
            Self::Attribute { entry, key, value, related } => json!({
                "rule": "attribute_and_relation",
                "attribute": shortened(key),
                "value": shortened(value),
                "entryIds": [id(*entry), id(*related)],
            }),
            Self::Circle { kind, one, other } => json!({
                "rule": "both_ways",
                "kind": kind,
                "entryIds": [id(*one), id(*other)],
            }),
        }
    }
}
