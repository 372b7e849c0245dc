//! What the lore knows of a text: which of its entries the text names, which it does not, and which
//! frequent names have no entry yet. It says what is there, and not what should be.

use std::{cmp::Reverse, collections::HashMap, fmt::Write as _};

use domain::Result;
use prose::{Name, NameIndex, Passage, Text};
use serde_json::{Value, json};
use store::{
    lore::{self, EntryNames},
    projects,
};

use super::{REPORT_NAMES_MAX, TEXT_NAMES_MAX};
use crate::{
    Studio, checks,
    skills::{
        answers::{counted, more},
        corpus::Corpus,
        lore_notes::LoreNotes,
        request::AgentRequest,
    },
};

/// How often a name stands in a text, at least, to be missed in the lore.
const FREQUENT_MIN: usize = 3;

/// The entries of the project a message is about, as far as its sender may see it, and what is to be said
/// about them; none without one.
pub(super) async fn of_project(
    studio: &Studio,
    request: &AgentRequest,
) -> Result<(Vec<EntryNames>, LoreNotes)> {
    let Some(project_id) = request.project_id.clone() else { return Ok(Default::default()) };
    let principal = request.principal.clone();
    studio
        .database
        .scan(move |tx| match projects::find(tx, &principal, &project_id)? {
            Some(project) => {
                let entries = lore::entry_names(tx, &project)?;
                let notes = LoreNotes::of(tx, &project, &entries, |entry| {
                    (entry.category, entry.entry_id.as_str())
                })?;
                Ok((entries, notes))
            }
            None => Ok(Default::default()),
        })
        .await
}

/// The entries of the lore compared with the names of a text.
pub(super) struct Compared<'a> {
    /// How many entries are looked at, and whether there are others.
    total: usize,
    is_narrowed: bool,
    /// Entries that are named, the most frequent first: which, how often, and where first.
    named: Vec<(&'a EntryNames, usize, Passage)>,
    /// Entries that are not, each with a frequent name that is part of its own and may mean it.
    unnamed: Vec<(&'a EntryNames, Option<&'a Name>)>,
    /// Frequent names that are those of no entry.
    unknown: Vec<&'a Name>,
}

impl<'a> Compared<'a> {
    /// Looks for all entries in a text whose names are these. What is not looked at is left out, but no
    /// name of it is without an entry.
    pub(super) fn new(
        entries: &'a [EntryNames],
        notes: &LoreNotes,
        text: &Text<'_>,
        names: &'a [Name],
    ) -> Self {
        let sought = entries
            .iter()
            .enumerate()
            .flat_map(|(owner, entry)| entry.names.iter().map(move |name| (owner, name.as_str())));
        let mentions = prose::mentions(text, &NameIndex::new(sought));
        let counts: HashMap<usize, (usize, Passage)> =
            mentions.owners.iter().map(|it| (it.owner, (it.count, it.first))).collect();
        let (mut named, mut unnamed) = (Vec::new(), Vec::new());
        let all = entries.iter().enumerate();
        for (owner, entry) in all.filter(|(_, entry)| notes.includes(entry.category)) {
            match counts.get(&owner) {
                Some((count, first)) => named.push((entry, *count, *first)),
                None => unnamed.push(entry),
            }
        }
        named.sort_by_key(|(_, count, first)| (Reverse(*count), first.span));
        let unknown = checks::unknown_names(names, &mentions.spans, FREQUENT_MIN);
        let unknown: Vec<&Name> = unknown.into_iter().map(|(_, name)| name).collect();
        let may_mean = |entry: &EntryNames| {
            unknown.iter().copied().find(|name| is_part_of_a_name(&name.name, &entry.names))
        };
        let unnamed: Vec<_> = unnamed.into_iter().map(|entry| (entry, may_mean(entry))).collect();
        let (total, is_narrowed) = (named.len() + unnamed.len(), notes.narrowed().is_some());
        Self { total, is_narrowed, named, unnamed, unknown }
    }

    /// For people.
    pub(super) fn answer_text(&self, corpus: &Corpus) -> String {
        let mut out = String::new();
        let entries = counted(self.total, "entry", "entries");
        let _ = if self.is_narrowed {
            writeln!(out, "Looked at of the lore: {entries}.")
        } else {
            writeln!(out, "The lore has {entries}.")
        };
        if !self.named.is_empty() {
            let _ = writeln!(out, "Named here:");
        }
        for (entry, count, first) in self.named.iter().take(TEXT_NAMES_MAX) {
            let quote = corpus.cited_around(first.span, first.sentence_span);
            let (name, category) = (entry.name(), entry.category);
            let _ = writeln!(out, "  {name} ({category}) {count}, first in {quote}");
        }
        more(&mut out, "  ", self.named.len(), TEXT_NAMES_MAX);
        self.write_lacking(&mut out);
        out
    }

    /// For people who ask only what is lacking.
    pub(super) fn lacking_text(&self, corpus: &Corpus) -> String {
        let mut out = String::new();
        if self.unknown.is_empty() {
            let times = counted(FREQUENT_MIN, "time", "times");
            let _ = writeln!(
                out,
                "{} has no name that stands there {times} and has no entry.",
                corpus.name()
            );
        }
        self.write_lacking(&mut out);
        out
    }

    /// Frequent names without an entry, and entries that are not named.
    fn write_lacking(&self, out: &mut String) {
        if !self.unknown.is_empty() {
            let _ = writeln!(out, "Frequent names without an entry:");
        }
        for name in self.unknown.iter().take(TEXT_NAMES_MAX) {
            let _ = writeln!(out, "  {} {}", name.name, name.count);
        }
        more(out, "  ", self.unknown.len(), TEXT_NAMES_MAX);
        if !self.unnamed.is_empty() {
            let _ = writeln!(out, "Not named here:");
        }
        for (entry, may_mean) in self.unnamed.iter().take(TEXT_NAMES_MAX) {
            let unless = may_mean.map_or_else(String::new, |name| {
                format!(
                    ", unless “{}” ({}) means it: as an alias it would count",
                    name.name, name.count
                )
            });
            let _ = writeln!(out, "  {} ({}){unless}", entry.name(), entry.category);
        }
        more(out, "  ", self.unnamed.len(), TEXT_NAMES_MAX);
    }

    /// For programs.
    pub(super) fn report(&self, corpus: &Corpus) -> Value {
        let view = |entry: &EntryNames| json!({ "id": entry.entry_id, "name": entry.name(), "category": entry.category });
        let named = self.named.iter().take(REPORT_NAMES_MAX).map(|(entry, count, first)| {
            let mut named = view(entry);
            named["count"] = (*count).into();
            named["first"] = corpus.passage(first.span);
            named
        });
        let unknown = self.unknown.iter().take(REPORT_NAMES_MAX).map(|name| {
            json!({
                "name": name.name, "count": name.count, "first": corpus.passage(name.first),
            })
        });
        let unnamed = self.unnamed.iter().take(REPORT_NAMES_MAX).map(|(entry, may_mean)| {
            let mut unnamed = view(entry);
            unnamed["unless"] = may_mean.map(|name| name.name.as_str()).into();
            unnamed
        });
        json!({
            "total": self.total,
            "namedTotal": self.named.len(),
            "named": named.collect::<Vec<_>>(),
            "unknownTotal": self.unknown.len(),
            "unknown": unknown.collect::<Vec<_>>(),
            "unnamedTotal": self.unnamed.len(),
            "unnamed": unnamed.collect::<Vec<_>>(),
        })
    }
}

/// Whether all words of a name stand in one of an entry's: `Jonathan` in `Jonathan Harker`. Somebody who is
/// addressed as a woman is no man.
fn is_part_of_a_name(name: &str, names: &[String]) -> bool {
    let words = |name: &str| -> Vec<String> {
        prose::words_without_address(name).iter().map(|word| word.to_lowercase()).collect()
    };
    let (own, whom) = (words(name), prose::addressee(name));
    let known = names.iter().find_map(|name| prose::addressee(name));
    let is_somebody_else = whom.is_some() && known.is_some() && whom != known;
    let has_all = |known: &String| {
        let known = words(known);
        own.iter().all(|word| known.contains(word))
    };
    !own.is_empty() && !is_somebody_else && names.iter().any(has_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_a_name_may_mean_its_bearer() {
        for (name, names, may) in [
            ("Jonathan", &["Jonathan Harker", "Harker"][..], true),
            ("Mr. Harker", &["Jonathan Harker"], true),
            ("Mr. Harker", &["Mina Harker", "Mrs. Harker"], false),
            ("Miss Westenra", &["Lucy Westenra"], true),
            ("John Seward", &["Seward"], false),
            ("Transylvania", &["Jonathan Harker"], false),
            ("Mr.", &["Jonathan Harker"], false),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(is_part_of_a_name(name, &names), may, "{name}");
        }
    }
}
