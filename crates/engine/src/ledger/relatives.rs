//! Facts about relatives without a name: "Hale's father was a merchant" is of the one whom the book calls Hale's father
//! elsewhere, and else of somebody who is known by that alone.

use std::collections::HashMap;

use domain::facts::{Attribute, Fact};

/// Facts as they are read: of persons with a name, and of their relatives without one.
#[derive(Default)]
pub(super) struct ReadFacts {
    named: Vec<Fact>,
    of_relatives: Vec<FactOfRelative>,
}

/// A fact about a relative of its subject.
struct FactOfRelative {
    /// The word for the relative: `father`.
    relative: String,
    fact: Fact,
}

impl ReadFacts {
    /// Takes a fact about its subject, or about the relative of that whom a word names.
    pub(super) fn push(&mut self, relative: Option<&str>, fact: Fact) {
        match relative {
            Some(relative) => {
                self.of_relatives.push(FactOfRelative { relative: relative.to_owned(), fact });
            }
            None => self.named.push(fact),
        }
    }

    pub(super) fn extend(&mut self, facts: impl IntoIterator<Item = Fact>) {
        self.named.extend(facts);
    }

    /// All of them, those about relatives with their own subjects, whose numbers begin at `first_free` where the book
    /// does not name them.
    pub(super) fn into_facts(self, first_free: usize) -> Vec<Fact> {
        let Self { named: mut all, of_relatives } = self;
        all.extend(named(&all, of_relatives, first_free));
        all
    }
}

/// A relative: whose, and the word for them.
type Relative = (usize, String);

/// These facts, each about the relative. `known` are the facts about those with names, whose numbers lie below
/// `first_free`.
fn named(known: &[Fact], all: Vec<FactOfRelative>, first_free: usize) -> Vec<Fact> {
    let siblings = Siblings::of(known);
    let mut persons: HashMap<Relative, Option<&Fact>> = HashMap::new();
    for fact in known.iter().filter(|it| it.attribute == Attribute::Kinship && it.is_stated()) {
        let Some((whose, _)) = fact.other else { continue };
        let key = (siblings.first(whose, &fact.value), fact.value.clone());
        let named = persons.entry(key).or_insert(Some(fact));
        // Of two fathers neither is meant.
        if named.is_some_and(|it| it.subject != fact.subject) {
            *named = None;
        }
    }
    let mut others: HashMap<Relative, usize> = HashMap::new();
    let of = |FactOfRelative { relative, fact }: FactOfRelative| {
        let key = (siblings.first(fact.subject, &relative), relative);
        let name_text = format!("{}’s {}", fact.name_text, key.1);
        Some(match persons.get(&key) {
            Some(named) => {
                let named = (*named)?;
                let (name, entry_id) = (named.name.clone(), named.entry_id.clone());
                Fact { subject: named.subject, name, name_text, entry_id, ..fact }
            }
            None => {
                let name = format!("{}’s {}", fact.name, key.1);
                let next = first_free + others.len();
                let subject = *others.entry(key).or_insert(next);
                Fact { subject, name, name_text, entry_id: None, ..fact }
            }
        })
    };
    all.into_iter().filter_map(of).collect()
}

/// Brothers and sisters, who have the same father and mother: each with the first of them.
struct Siblings(HashMap<usize, usize>);

impl Siblings {
    fn of(known: &[Fact]) -> Self {
        let mut all = Self(HashMap::new());
        let is_sibling = |it: &&Fact| {
            it.attribute == Attribute::Kinship
                && it.is_stated()
                && matches!(it.value.as_str(), "brother" | "sister" | "twin")
        };
        for fact in known.iter().filter(is_sibling) {
            let Some((other, _)) = fact.other else { continue };
            let (one, other) = (all.root(fact.subject), all.root(other));
            all.0.insert(one.max(other), one.min(other));
        }
        all
    }

    fn root(&self, mut at: usize) -> usize {
        while let Some(&first) = self.0.get(&at).filter(|it| **it < at) {
            at = first;
        }
        at
    }

    /// The one whose relative stands for that of all, where brothers and sisters have the same.
    fn first(&self, at: usize, relative: &str) -> usize {
        if matches!(relative, "father" | "mother") { self.root(at) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use domain::facts::{FactPassage, FactSource};

    use super::*;

    fn fact(subject: usize, attribute: Attribute, value: &str, other: Option<usize>) -> Fact {
        Fact {
            subject,
            name: format!("P{subject}"),
            name_text: String::new(),
            entry_id: None,
            attribute,
            value: value.to_owned(),
            other: other.map(|it| (it, format!("P{it}"))),
            date: None,
            date_text: None,
            time_of_day: None,
            source: FactSource::Text,
            passage: FactPassage {
                id: String::new(),
                title: String::new(),
                position: 0,
                quote: String::new(),
                start: 0,
                end: 0,
            },
            is_spoken: false,
            is_past: false,
            certainty: 95,
            others: Vec::new(),
        }
    }

    #[test]
    fn a_relative_is_whom_the_book_names_or_somebody_of_their_own() {
        let known = [
            fact(0, Attribute::Kinship, "father", Some(1)),
            fact(2, Attribute::Kinship, "sister", Some(3)),
        ];
        let of = |subject, relative: &str| FactOfRelative {
            relative: relative.to_owned(),
            fact: fact(subject, Attribute::Profession, "baker", None),
        };
        let all = vec![of(1, "father"), of(2, "father"), of(3, "father"), of(3, "husband")];
        let found: Vec<_> =
            named(&known, all, 10).into_iter().map(|it| (it.subject, it.name)).collect();
        let wanted = [(0, "P0"), (10, "P2’s father"), (10, "P3’s father"), (11, "P3’s husband")];
        assert_eq!(found, wanted.map(|(at, name)| (at, name.to_owned())));
    }
}
