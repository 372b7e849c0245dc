//! What texts state that are not in the ledger: drafts, notes, and what a message brings. Persons are those
//! whom the lore names; without lore, every name is one.

use std::collections::HashMap;

use domain::{
    facts::{Fact, FactPassage, FactSource},
    fold::fold,
    lore::Entry,
};
use prose::{Extract, Text};

use super::{BY_NAME, BY_PRONOUN, attribute, number, partial, persons::Persons};
use crate::{extracts, skills::subject::Subject};

/// The facts of some texts, by the numbers of the texts; of a text that is no document the id is empty.
pub(crate) fn of_texts(subjects: &[&Subject], entries: &[Entry]) -> Vec<Fact> {
    let persons = Persons::of_lore(entries);
    let mut others: HashMap<String, usize> = HashMap::new();
    let mut found = Vec::new();
    for (position, subject) in subjects.iter().enumerate() {
        let (id, title) = subject.document.clone().unwrap_or_default();
        let read = extracts::or_empty(&id, || Extract::of(&Text::new(&subject.plain.text)));
        let mut whose = |name: &str| match persons.named(name) {
            Some(known) => Some(known),
            None if entries.is_empty() => {
                let next = others.len();
                Some(*others.entry(fold(name)).or_insert(next))
            }
            None => None,
        };
        // Whom a relative without a name is, only the whole book says.
        for it in read.facts.facts.into_iter().filter(|it| it.relative.is_none()) {
            let Some(who) = whose(&it.name_text) else { continue };
            let is_fitting = |pronoun| entries.is_empty() || persons.may_be(who, pronoun);
            let other = it.other.and_then(|_| whose(&it.other_text));
            if !it.pronoun.is_none_or(is_fitting) || it.other.is_some() && other == Some(who) {
                continue;
            }
            let characters = subject.characters(it.span);
            let name = |at: usize, written: &str| match entries.is_empty() {
                true => written.to_owned(),
                false => persons.name(at).to_owned(),
            };
            found.push(Fact {
                subject: who,
                name: name(who, &it.name_text),
                name_text: it.name_text.clone(),
                entry_id: Some(who)
                    .filter(|_| !entries.is_empty())
                    .and_then(|at| persons.entry_id(at))
                    .map(str::to_owned),
                attribute: attribute(it.attribute),
                value: it.value,
                other: it.other.map(|_| {
                    let known = other.map(|at| name(at, &it.other_text));
                    (other.unwrap_or(usize::MAX), known.unwrap_or_else(|| it.other_text.clone()))
                }),
                date: it.date.as_ref().map(partial),
                date_text: it.date.map(|date| date.text),
                time_of_day: Some(it.time_of_day).filter(|word| !word.is_empty()),
                source: FactSource::Text,
                passage: FactPassage {
                    id: id.clone(),
                    title: title.clone(),
                    position,
                    quote: it.quote,
                    start: number(characters.start),
                    end: number(characters.end),
                },
                is_spoken: it.is_spoken,
                is_past: it.is_past,
                certainty: if it.pronoun.is_some() { BY_PRONOUN } else { BY_NAME },
                others: Vec::new(),
            });
        }
    }
    found
}
