//! What the lore knows of a text: which of its entries the text names, which it does not, and which
//! frequent names have no entry yet. It says what is there, and not what should be.

use std::{cmp::Reverse, collections::HashMap, fmt::Write as _};

use domain::{Principal, Result, messages::Message};
use prose::{Name, NameIndex, Passage, Text};
use serde_json::{Value, json};
use store::{
    lore::{self, Bearer},
    projects,
};

use super::{LETTER_NAMES_MAX, REPORT_NAMES_MAX};
use crate::{
    Studio, checks,
    skills::{
        letter::counted,
        subject::{Subject, quoted},
    },
};

/// How often a name stands in a text, at least, to be missed in the lore.
const FREQUENT_MIN: usize = 3;

/// The entries of the project a message is about, as far as its sender may see it; none without one.
pub(in crate::skills) async fn of_project(
    studio: &Studio,
    message: &Message,
) -> Result<Vec<Bearer>> {
    let Some(project_id) = message.project_id.clone() else { return Ok(Vec::new()) };
    let asker = Principal::of_account(&message.account);
    studio
        .database
        .scan(move |tx| match projects::find(tx, &asker, &project_id)? {
            Some(project) => lore::bearers(tx, &project),
            None => Ok(Vec::new()),
        })
        .await
}

/// Entries and names of a text, laid side by side.
pub(super) struct Compared<'a> {
    bearers: &'a [Bearer],
    /// Entries that are named, the most frequent first: which, how often, and where first.
    named: Vec<(&'a Bearer, usize, Passage)>,
    /// Entries that are not.
    unnamed: Vec<&'a Bearer>,
    /// Frequent names that are those of no entry.
    unknown: Vec<&'a Name>,
}

impl<'a> Compared<'a> {
    /// Looks for all entries in a text whose names are these.
    pub(super) fn new(bearers: &'a [Bearer], text: &Text<'_>, names: &'a [Name]) -> Self {
        let sought = bearers.iter().enumerate().flat_map(|(owner, bearer)| {
            bearer.names.iter().map(move |name| (owner, name.as_str()))
        });
        let mentions = prose::mentions(text, &NameIndex::new(sought));
        let counts: HashMap<usize, (usize, Passage)> =
            mentions.owners.iter().map(|it| (it.owner, (it.count, it.first))).collect();
        let (mut named, mut unnamed) = (Vec::new(), Vec::new());
        for (owner, bearer) in bearers.iter().enumerate() {
            match counts.get(&owner) {
                Some((count, first)) => named.push((bearer, *count, *first)),
                None => unnamed.push(bearer),
            }
        }
        named.sort_by_key(|(_, count, first)| (Reverse(*count), first.span));
        let unknown = checks::unknown_names(names, &mentions.spans, FREQUENT_MIN);
        let unknown = unknown.into_iter().map(|(_, name)| name).collect();
        Self { bearers, named, unnamed, unknown }
    }

    /// For people.
    pub(super) fn letter(&self, subject: &Subject) -> String {
        let mut letter = String::new();
        let entries = counted(self.bearers.len(), "entry", "entries");
        let _ = writeln!(letter, "The lore has {entries}.");
        if !self.named.is_empty() {
            let _ = writeln!(letter, "Named here:");
        }
        for (bearer, count, first) in self.named.iter().take(LETTER_NAMES_MAX) {
            let quote = quoted(&subject.around(first.span, first.sentence_span));
            let (name, category) = (bearer.name(), bearer.category);
            let _ = writeln!(letter, "  {name} ({category}) {count}, first in {quote}");
        }
        more(&mut letter, self.named.len());
        if !self.unknown.is_empty() {
            let _ = writeln!(letter, "Frequent names without an entry:");
        }
        for name in self.unknown.iter().take(LETTER_NAMES_MAX) {
            let _ = writeln!(letter, "  {} {}", name.name, name.count);
        }
        more(&mut letter, self.unknown.len());
        if !self.unnamed.is_empty() {
            let _ = writeln!(letter, "Not named here:");
        }
        for bearer in self.unnamed.iter().take(LETTER_NAMES_MAX) {
            let _ = writeln!(letter, "  {} ({})", bearer.name(), bearer.category);
        }
        more(&mut letter, self.unnamed.len());
        letter
    }

    /// For programs.
    pub(super) fn report(&self, subject: &Subject) -> Value {
        let entry = |bearer: &Bearer| json!({ "id": bearer.entry_id, "name": bearer.name(), "category": bearer.category });
        let named = self.named.iter().take(REPORT_NAMES_MAX).map(|(bearer, count, first)| {
            let mut named = entry(bearer);
            named["count"] = (*count).into();
            named["first"] = json!(subject.quote(first.span));
            named
        });
        let unknown = self.unknown.iter().take(REPORT_NAMES_MAX).map(|name| {
            json!({
                "name": name.name, "count": name.count, "first": subject.quote(name.first),
            })
        });
        let unnamed = self.unnamed.iter().take(REPORT_NAMES_MAX).map(|bearer| entry(bearer));
        json!({
            "total": self.bearers.len(),
            "namedTotal": self.named.len(),
            "named": named.collect::<Vec<_>>(),
            "unknownTotal": self.unknown.len(),
            "unknown": unknown.collect::<Vec<_>>(),
            "unnamedTotal": self.unnamed.len(),
            "unnamed": unnamed.collect::<Vec<_>>(),
        })
    }
}

fn more(letter: &mut String, count: usize) {
    if count > LETTER_NAMES_MAX {
        let _ = writeln!(letter, "  and {} more", count - LETTER_NAMES_MAX);
    }
}
