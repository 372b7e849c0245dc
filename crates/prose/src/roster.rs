//! Who and what a book names: the capitals of all its documents put together, cut into names, each name with
//! its kind, and the names of one person joined. It rests on the extracts of the documents and on what the
//! lore knows, and is made anew from them each time.

mod cases;
mod cut;
mod join;
mod kinds;
mod parts;
mod slips;
#[cfg(test)]
mod tests;
mod titles;

use crate::extract::{Cues, NameExtract};
use crate::span::Span;
pub use slips::{NameSlip, name_slips};
pub use titles::{OtherTitle, is_higher_rank, other_titles};

/// What bears a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntityKind {
    /// A person, or a family.
    Person,
    /// Somewhere.
    Location,
    /// A people, a firm, an army.
    Group,
    /// A book, a play, a newspaper.
    Work,
    /// Anything else.
    Other,
}

/// How a text speaks of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pronouns {
    /// As "he".
    He,
    /// As "she".
    She,
    /// As "they".
    They,
}

/// Somebody or something that is known before the book is read, as from its lore.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownEntity {
    /// All names.
    pub names: Vec<String>,
    /// What it is; none when that is not known.
    pub kind: Option<EntityKind>,
    /// How it is spoken of; none when that is not known.
    pub pronouns: Option<Pronouns>,
}

/// A name of somebody or something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityName {
    /// As it is most often written.
    pub text: String,
    /// How often it stands by itself, and not within a longer one.
    pub count: usize,
}

/// Somebody or something that a book names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEntity {
    /// Its names, the most complete first, then the most frequent.
    pub names: Vec<EntityName>,
    /// What it is.
    pub kind: EntityKind,
    /// How the text speaks of it; none where it does not show.
    pub pronouns: Option<Pronouns>,
    /// How often it is named.
    pub count: usize,
    /// Where it is first named: the document, by its place in the list, and the position there.
    pub first: (usize, Span),
    /// How many documents name it.
    pub documents: usize,
    /// The known one that it is, by its place in the list.
    pub known: Option<usize>,
}

/// Where somebody or something is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntityMention {
    /// The name, without a possessive ’s, in the positions of the extract.
    pub span: Span,
    /// Whose it is, by its place in the list.
    pub entity: usize,
    /// The name, by its place among those of the entity.
    pub name: usize,
    /// What stands around it.
    pub cues: Cues,
    /// The paragraph of the document.
    pub paragraph: usize,
}

/// Who and what a book names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roster {
    /// All of them, the most often named first.
    pub entities: Vec<NamedEntity>,
    /// Where they are named: for each document, in its order.
    pub mentions: Vec<Vec<EntityMention>>,
}

impl Roster {
    /// Of the documents of a book, in reading order, with what is known already.
    pub fn of(documents: &[&NameExtract], known: &[KnownEntity]) -> Roster {
        let cases = cases::Cases::new(documents, known);
        let names = cut::names(documents, &cases);
        let kinds = kinds::kinds(&names, &cases);
        let groups = join::join(&names, &kinds, known);
        assemble(documents, &names, groups)
    }
}

/// Names of one entity.
struct Joined {
    /// By their places in the list of names.
    names: Vec<usize>,
    kind: EntityKind,
    pronouns: Option<Pronouns>,
    known: Option<usize>,
}

fn assemble(documents: &[&NameExtract], names: &[cut::CutName], groups: Vec<Joined>) -> Roster {
    let mut entities: Vec<(NamedEntity, Vec<usize>)> = Vec::with_capacity(groups.len());
    for mut group in groups {
        let completeness = |name: &usize| {
            let it = &names[*name];
            (usize::MAX - it.parts.own.len(), usize::MAX - it.parts.titles.len())
        };
        let rank = |name: &usize| (usize::MAX - names[*name].count(), *name);
        group.names.sort_by_key(rank);
        // The most complete one stands first; it is how the entity is called.
        if let Some(at) =
            (0..group.names.len()).min_by_key(|&at| (completeness(&group.names[at]), at))
        {
            let name = group.names.remove(at);
            group.names.insert(0, name);
        }
        let positions = || group.names.iter().flat_map(|&name| &names[name].positions);
        let Some(first) = positions().map(|position| (position.document, position.span)).min()
        else {
            continue;
        };
        let mut within: Vec<usize> = positions().map(|position| position.document).collect();
        within.sort_unstable();
        within.dedup();
        let entity = NamedEntity {
            names: group
                .names
                .iter()
                .map(|&name| EntityName {
                    text: names[name].text.clone(),
                    count: names[name].count(),
                })
                .collect(),
            kind: group.kind,
            pronouns: group.pronouns,
            count: positions().count(),
            first,
            documents: within.len(),
            known: group.known,
        };
        entities.push((entity, group.names));
    }
    entities.sort_by_key(|(entity, _)| (usize::MAX - entity.count, entity.first));
    let mut mentions: Vec<Vec<EntityMention>> = vec![Vec::new(); documents.len()];
    for (at, (_, group)) in entities.iter().enumerate() {
        for (nth, &name) in group.iter().enumerate() {
            for position in &names[name].positions {
                mentions[position.document].push(EntityMention {
                    span: position.span,
                    entity: at,
                    name: nth,
                    cues: position.cues,
                    paragraph: position.paragraph,
                });
            }
        }
    }
    mentions.iter_mut().for_each(|of_one| of_one.sort_by_key(|mention| mention.span));
    Roster { entities: entities.into_iter().map(|(entity, _)| entity).collect(), mentions }
}
