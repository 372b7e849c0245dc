//! Worldsmith: the world as the lore has it. What there is of each category, what has a name and
//! nothing more, what no chapter mentions, how entries hang together, and where they contradict each
//! other. It builds nothing: that takes a model.

mod clashes;
mod part;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Result,
    lore::{Category, Entry, KnowledgeFilter, Mentions},
    messages::Answer,
};
use serde_json::{Value, json};
use store::{lore, projects};

use super::{
    answers::{AnswerText, TEXT_ITEMS_MAX, counted, listed},
    book,
    lore_notes::LoreNotes,
    parts::{self, Part},
    reading::Asked,
    subject::shortened,
};
use crate::Studio;
use clashes::Clash;
pub(super) use clashes::attributes;

/// Relations from which on an entry is a hub.
const HUB_RELATIONS_MIN: usize = 3;

/// Hubs that are named.
const HUBS_MAX: usize = 10;

/// Entries of a category of which nearly all have an attribute, for the others to lack it.
const CUSTOM_ENTRIES_MIN: usize = 4;

/// The share of a category's entries that makes an attribute its custom.
const CUSTOM_SHARE: f64 = 0.75;

/// The lore of a project, looked at.
struct World {
    project_id: String,
    entries: Vec<(Entry, Option<Mentions>)>,
    /// Entries without a word of content.
    bare: BTreeSet<String>,
    /// Relations of each entry and to it, by its place.
    degrees: Vec<usize>,
    clashes: Vec<Clash>,
    /// Entries that lack an attribute nearly all others of their category have: which, and what.
    lacking: Vec<(usize, String)>,
}

/// The world of the project, or what of it a request names.
pub(super) async fn answer(studio: &Studio, asked: Asked) -> Result<Answer> {
    let of_part = parts::answer(
        studio,
        &asked,
        "world",
        |tx, project, _| Ok(KnowledgeFilter::of(&projects::detail(tx, project)?.settings)),
        |records, filter, part| match part {
            Part::Chapter(placed) => part::of_chapter(records, placed),
            Part::Entry(entry, content) => match filter {
                Some(filter) if is_left_out(entry, filter) => left_out(entry, filter),
                _ => part::of_entry(records, entry, content),
            },
            Part::Promise(promise) => part::of_promise(records, promise),
        },
    );
    if let Some(answer) = of_part.await? {
        return Ok(answer);
    }
    let world = parts::read_project(studio, &asked, |tx, project| {
        let mut entries = book::lore(tx, project)?;
        let notes =
            LoreNotes::of(tx, project, &entries, |(entry, _)| (entry.category, entry.id.as_str()))?;
        entries.retain(|(entry, _)| notes.includes(entry.category));
        let bare = lore::without_content(tx, project)?;
        Ok((World::of(project.id().to_owned(), entries, bare), notes))
    });
    let (world, notes) = world.await?;
    let mut report = world.report();
    notes.add_to(&mut report);
    let text = match notes.narrowed() {
        Some(narrowed) if world.entries.is_empty() => format!("{narrowed}\n"),
        Some(narrowed) => format!("{}{narrowed}\n", world.answer_text()),
        None => world.answer_text(),
    };
    let answer = asked.scoped(&(text + &notes.answer_text()), report)?;
    Ok(answer.empty_if(world.entries.is_empty()))
}

/// Whether the project has an entry not looked at; a name without an entry has no category.
fn is_left_out(entry: &Entry, filter: &KnowledgeFilter) -> bool {
    parts::entry_id(entry).is_some() && !filter.includes(entry.category)
}

/// What is said of an entry that is not looked at.
fn left_out(entry: &Entry, filter: &KnowledgeFilter) -> (String, Value) {
    let (called, narrowed) = (parts::called(entry), filter.sentence());
    let report = json!({ "entry": { "entryId": entry.id, "narrowed": narrowed } });
    (format!("{called} is not looked at. {narrowed}\n"), report)
}

impl World {
    fn of(
        project_id: String,
        entries: Vec<(Entry, Option<Mentions>)>,
        bare: BTreeSet<String>,
    ) -> Self {
        let positions: BTreeMap<&str, usize> =
            entries.iter().enumerate().map(|(at, (entry, _))| (entry.id.as_str(), at)).collect();
        let mut degrees = vec![0; entries.len()];
        for (at, (entry, _)) in entries.iter().enumerate() {
            for relation in &entry.relations {
                degrees[at] += 1;
                if let Some(&other) =
                    positions.get(relation.target_id.as_str()).filter(|it| **it != at)
                {
                    degrees[other] += 1;
                }
            }
        }
        Self {
            project_id,
            degrees,
            clashes: clashes::of(&entries),
            lacking: lacking(&entries),
            bare,
            entries,
        }
    }

    /// The positions of entries about which this holds, characters left out: those are the castwright's.
    fn those(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        let is_world = |at: &usize| self.entries[*at].0.category != Category::Character;
        (0..self.entries.len()).filter(is_world).filter(|&at| is_wanted(at)).collect()
    }

    fn bare(&self) -> Vec<usize> {
        self.those(|at| {
            let entry = &self.entries[at].0;
            self.bare.contains(&entry.id)
                && entry.aliases.is_empty()
                && clashes::attributes(entry).is_empty()
                && self.degrees[at] == 0
        })
    }

    /// Entries no document names; none where documents are still to be read.
    fn unmentioned(&self) -> Vec<usize> {
        self.those(|at| self.entries[at].1.is_some_and(|mentions| mentions.total == 0))
    }

    fn alone(&self) -> Vec<usize> {
        self.those(|at| self.degrees[at] == 0)
    }

    fn hubs(&self) -> Vec<usize> {
        let mut hubs: Vec<usize> =
            (0..self.entries.len()).filter(|&at| self.degrees[at] >= HUB_RELATIONS_MIN).collect();
        hubs.sort_by_key(|&at| std::cmp::Reverse(self.degrees[at]));
        hubs.truncate(HUBS_MAX);
        hubs
    }

    fn categories(&self) -> Vec<(Category, usize)> {
        let mut counts: BTreeMap<&str, (Category, usize)> = BTreeMap::new();
        for (entry, _) in &self.entries {
            counts.entry(entry.category.as_str()).or_insert((entry.category, 0)).1 += 1;
        }
        let mut counts: Vec<_> = counts.into_values().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// Whether all documents have been read for mentions.
    fn is_counted(&self) -> bool {
        self.entries.iter().all(|(_, mentions)| mentions.is_some())
    }

    /// The names of the first of these entries in a row.
    fn names(&self, those: &[usize]) -> String {
        let names =
            those.iter().take(TEXT_ITEMS_MAX).map(|&at| shortened(&self.entries[at].0.name));
        let mut names: Vec<String> = names.collect();
        if those.len() > TEXT_ITEMS_MAX {
            names.push(format!("{} more", those.len() - TEXT_ITEMS_MAX));
        }
        names.join(", ")
    }

    fn answer_text(&self) -> String {
        let mut out = AnswerText::default();
        if self.entries.is_empty() {
            out.line("The lore has no entry yet.");
            return out.finish();
        }
        let categories: Vec<String> = self
            .categories()
            .into_iter()
            .map(|(category, count)| counted(count, category.as_str(), several(category)))
            .collect();
        out.line(format!(
            "The lore has {}: {}.",
            counted(self.entries.len(), "entry", "entries"),
            categories.join(", ")
        ));
        for (category, _) in self.categories() {
            if category != Category::Character {
                let here = self.those(|at| self.entries[at].0.category == category);
                out.line(format!("  {}: {}.", several(category), self.names(&here)));
            }
        }
        let named = |at: &usize| {
            let entry = &self.entries[*at].0;
            format!("{} ({})", shortened(&entry.name), entry.category)
        };
        out.list("A name and nothing more", &self.bare(), named);
        if self.is_counted() {
            out.list("Named by no document", &self.unmentioned(), named);
        } else {
            out.line("Documents are still being read for mentions; who is named is not known yet.");
        }
        out.list("Related to nothing", &self.alone(), named);
        out.list("With the most relations", &self.hubs(), |at| {
            format!("{}: {}", named(at), self.degrees[*at])
        });
        out.list("Do not fit together", &self.clashes, |clash| clash.line(&self.entries));
        out.list("Without what nearly all of their category have", &self.lacking, |(at, key)| {
            format!("{}: {}", named(at), shortened(key))
        });
        out.line("Characters are left to the castwright, but for relations and contradictions.");
        out.finish()
    }

    fn report(&self) -> Value {
        let named = |at: &usize| {
            let entry = &self.entries[*at].0;
            json!({
                "entryId": entry.id,
                "name": shortened(&entry.name),
                "category": entry.category.as_str(),
            })
        };
        let categories = self.categories();
        let categories = categories.iter().map(|(it, count)| (it.to_string(), json!(count)));
        json!({
            "kind": "world",
            "projectId": self.project_id,
            "entries": self.entries.len(),
            "categories": categories.collect::<serde_json::Map<_, _>>(),
            "bare": listed(&self.bare(), named),
            "unmentioned": if self.is_counted() {
                listed(&self.unmentioned(), named)
            } else {
                Value::Null
            },
            "alone": listed(&self.alone(), named),
            "hubs": listed(&self.hubs(), |at| {
                let mut hub = named(at);
                hub["relations"] = self.degrees[*at].into();
                hub
            }),
            "clashes": listed(&self.clashes, |clash| clash.report(&self.entries)),
            "lacking": listed(&self.lacking, |(at, key)| {
                let mut lacking = named(at);
                lacking["attribute"] = shortened(key).into();
                lacking
            }),
        })
    }
}

/// Entries that lack an attribute which nearly all entries of their category have.
fn lacking(entries: &[(Entry, Option<Mentions>)]) -> Vec<(usize, String)> {
    let mut by_category: BTreeMap<&str, Vec<(usize, BTreeSet<String>)>> = BTreeMap::new();
    for (at, (entry, _)) in entries.iter().enumerate() {
        let keys = clashes::attributes(entry).into_iter().map(|(key, _)| key).collect();
        by_category.entry(entry.category.as_str()).or_default().push((at, keys));
    }
    let mut lacking = Vec::new();
    for of_category in by_category.values().filter(|it| it.len() >= CUSTOM_ENTRIES_MIN) {
        let all: BTreeSet<&String> = of_category.iter().flat_map(|(_, keys)| keys).collect();
        for key in all {
            let have = of_category.iter().filter(|(_, keys)| keys.contains(key)).count();
            let is_custom = have as f64 >= CUSTOM_SHARE * of_category.len() as f64;
            if is_custom {
                let without = of_category.iter().filter(|(_, keys)| !keys.contains(key));
                lacking.extend(without.map(|(at, _)| (*at, key.clone())));
            }
        }
    }
    lacking
}

/// What several entries of a category are called.
const fn several(category: Category) -> &'static str {
    match category {
        Category::Character => "characters",
        Category::Location => "locations",
        Category::Item => "items",
        Category::Organisation => "organisations",
        Category::Culture => "cultures",
        Category::Species => "species",
        Category::Religion => "religions",
        Category::MagicSystem => "magic systems",
        Category::Technology => "technologies",
        Category::History => "histories",
        Category::Law => "laws",
        Category::Language => "languages",
        Category::Economy => "economies",
        Category::Event => "events",
        Category::Concept => "concepts",
        Category::Other => "others",
    }
}
