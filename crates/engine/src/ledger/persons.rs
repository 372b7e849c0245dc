//! Whom the names of a project's texts mean: the entries of its lore, and the other persons and places that
//! its manuscript names.

use std::collections::HashMap;

use domain::{
    fold::fold,
    lore::{Category, Entry, is_of_several},
};
use prose::{Addressee, EntityKind, EntityMention, Pronoun, Pronouns, Span};

use crate::names::NamedBook;

/// Somebody, or a place.
struct Known {
    name: String,
    entry_id: Option<String>,
    is_person: bool,
    is_location: bool,
    pronoun: Option<Pronoun>,
}

/// Persons and places by their names: first the entries of the lore, then what only the texts name.
pub(super) struct Persons {
    all: Vec<Known>,
    /// By the ids of entries.
    by_entry: HashMap<String, usize>,
    /// By the folded name of an entry; none where several bear it.
    by_name: HashMap<String, Option<usize>>,
    /// By the folded given name of a person, likewise.
    by_given: HashMap<String, Option<usize>>,
    /// By the folded family name of a person, likewise.
    by_family: HashMap<String, Option<usize>>,
    /// Persons of the manuscript, by their folded names, likewise.
    by_text: HashMap<String, Option<usize>>,
    /// Which of all each entity of the book is.
    of_entity: Vec<usize>,
    mentions: Vec<Vec<EntityMention>>,
}

impl Persons {
    /// Those of the lore alone.
    pub(super) fn of_lore(entries: &[Entry]) -> Self {
        let mut persons = Self {
            all: Vec::new(),
            by_entry: HashMap::new(),
            by_name: HashMap::new(),
            by_given: HashMap::new(),
            by_family: HashMap::new(),
            by_text: HashMap::new(),
            of_entity: Vec::new(),
            mentions: Vec::new(),
        };
        for entry in entries {
            persons.add_entry(entry);
        }
        persons
    }

    pub(super) fn of(book: &NamedBook, entries: &[Entry]) -> Self {
        let mut persons = Self::of_lore(entries);
        persons.mentions.clone_from(&book.roster.mentions);
        for entity in &book.roster.entities {
            let id = entity.known.map(|at| book.entries[at].entry_id.as_str());
            let known = id.and_then(|id| persons.of_entry(id));
            let pronoun = entity.pronouns.and_then(|it| match it {
                Pronouns::He => Some(Pronoun::He),
                Pronouns::She => Some(Pronoun::She),
                Pronouns::They => None,
            });
            let at = known.unwrap_or(persons.all.len());
            if known.is_none() {
                persons.all.push(Known {
                    name: entity.names.first().map(|it| it.text.clone()).unwrap_or_default(),
                    entry_id: None,
                    is_person: entity.kind == EntityKind::Person,
                    is_location: entity.kind == EntityKind::Location,
                    pronoun: None,
                });
            }
            if entity.kind == EntityKind::Person {
                for name in &entity.names {
                    add(&mut persons.by_text, &name.text, at);
                }
            }
            let of_it = &mut persons.all[at];
            of_it.pronoun = of_it.pronoun.or(pronoun);
            persons.of_entity.push(at);
        }
        persons
    }

    fn add_entry(&mut self, entry: &Entry) {
        let at = self.all.len();
        let is_person = entry.category == Category::Character && !is_of_several(&entry.name);
        self.by_entry.insert(entry.id.clone(), at);
        let names = || std::iter::once(&entry.name).chain(&entry.aliases);
        let pronoun = names().find_map(|name| prose::addressee(name)).map(|it| match it {
            Addressee::Man => Pronoun::He,
            Addressee::Woman => Pronoun::She,
        });
        self.all.push(Known {
            name: entry.name.clone(),
            entry_id: Some(entry.id.clone()),
            is_person,
            is_location: entry.category == Category::Location,
            pronoun,
        });
        for name in names() {
            let words = prose::words_without_address(name);
            add(&mut self.by_name, name, at);
            add(&mut self.by_name, &words.join(" "), at);
            // "the Hall"
            if let Some(bare) = name.strip_prefix("the ").or_else(|| name.strip_prefix("The ")) {
                add(&mut self.by_name, bare, at);
            }
            if let [given, .., family] = words.as_slice()
                && is_person
            {
                add(&mut self.by_given, given, at);
                // "Medlock" of Mrs. Medlock may be her husband.
                if pronoun.is_none() {
                    add(&mut self.by_family, family, at);
                }
            }
        }
    }

    /// The entry with this name. Of a name with a title that the lore does not know, none: "Captain Hale"
    /// is Hale, and "Mrs. Hale" may be another.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(&fold(name)).copied().flatten()
    }

    /// Whom a name means in the lore and the timeline: an entry, where a given name is enough ("son of Alphonse"), else
    /// somebody whom the manuscript calls so, else the only entry with that family name.
    pub(super) fn named_in_lore(&self, name: &str) -> Option<usize> {
        let name = fold(name);
        let of_text = || {
            let of_text = self.by_text.get(&name).or_else(|| self.by_family.get(&name));
            of_text.copied().flatten()
        };
        match self.by_name.get(&name).or_else(|| self.by_given.get(&name)).copied() {
            Some(Some(at)) if self.all[at].is_person => Some(at),
            // "Minna Hummel" may be a further name of the Hummels.
            Some(Some(at)) => of_text().or(Some(at)),
            Some(None) => None,
            None => of_text(),
        }
    }

    /// Who or what a name of a document means.
    pub(super) fn mentioned(&self, document: usize, span: Span, name: &str) -> Option<usize> {
        let all = self.mentions.get(document)?;
        let from = all.partition_point(|it| it.span.end <= span.start);
        let overlapping = all[from..].iter().take_while(|it| it.span.start < span.end);
        let size = |it: &&EntityMention| it.span.end.min(span.end) - it.span.start.max(span.start);
        let best = overlapping.max_by_key(size);
        best.map(|it| self.of_entity[it.entity]).or_else(|| self.named(name))
    }

    /// The person whom a name of a document means.
    pub(super) fn person(&self, document: usize, span: Span, name: &str) -> Option<usize> {
        self.mentioned(document, span, name).filter(|&at| self.all[at].is_person)
    }

    /// The persons whom some names of a document mean, each one time.
    pub(super) fn of_names(&self, document: usize, names: &[(Span, String)]) -> Vec<usize> {
        let named = names.iter().filter_map(|(span, name)| self.person(document, *span, name));
        let mut persons: Vec<usize> = named.collect();
        persons.sort_unstable();
        persons.dedup();
        persons
    }

    /// The place that a name of a document means.
    pub(super) fn location(&self, document: usize, span: Span, name: &str) -> Option<usize> {
        self.mentioned(document, span, name).filter(|&at| self.all[at].is_location)
    }

    /// Whether a pronoun may be that of somebody.
    pub(super) fn may_be(&self, at: usize, pronoun: Pronoun) -> bool {
        self.all[at].pronoun.is_none_or(|known| known == pronoun)
    }

    /// Whether a pronoun is known to be that of somebody.
    pub(super) fn goes_by(&self, at: usize, pronoun: Pronoun) -> bool {
        self.all[at].pronoun == Some(pronoun)
    }

    /// Whether two names mean one.
    pub(super) fn is_same(&self, one: &str, other: &str) -> bool {
        match (self.named(one), self.named(other)) {
            (Some(one), Some(other)) => one == other,
            _ => fold(one) == fold(other),
        }
    }

    /// The one of this entry.
    pub(super) fn of_entry(&self, id: &str) -> Option<usize> {
        self.by_entry.get(id).copied()
    }

    /// How many there are; their numbers lie below.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn name(&self, at: usize) -> &str {
        &self.all[at].name
    }

    pub(super) fn entry_id(&self, at: usize) -> Option<&str> {
        self.all[at].entry_id.as_deref()
    }

    pub(super) fn is_person(&self, at: usize) -> bool {
        self.all[at].is_person
    }
}

/// Adds somebody by a name; nobody where several bear it.
fn add(by_name: &mut HashMap<String, Option<usize>>, name: &str, at: usize) {
    let known = by_name.entry(fold(name)).or_insert(Some(at));
    if *known != Some(at) {
        *known = None;
    }
}
